"""The tracker's state and what all its phases share: reporting a roll, committing a position."""

from __future__ import annotations

import math
from collections.abc import Sequence

from monitor.game.events import Player, RollSeen, Rows, Status, TableEvent
from monitor.tracking import thresholds as T
from monitor.tracking.cube import CubeTracker
from monitor.tracking.dice import DiceTracker, DieTrack
from monitor.tracking.evidence import BoardEvidence, Fused
from monitor.tracking.layout import Layout
from monitor.tracking.observation import Observation
from monitor.tracking.pairs import Pair, PairFinder
from monitor.tracking.rolls import DiceColors, opening_owners, seen_pair, side_odds
from monitor.tracking.settings import AssessRoll, TableSettings
from monitor.tracking.start import allowed_layouts
from monitor.tracking.state import Phase, RollState, Sight, TurnRecord


class Core:
    """All that a tracker knows.

    expected: who is to roll next. is_reroll: after an invalid roll was lifted; maybe_dance: that roll could not have been played, so
    it may have been taken as a dance instead. blind: the last stretch that could not be seen and has not been accounted for.
    sample: a roll and the evidence at it, while the seats are being learnt from play.
    may_have_played: while a set-up was waited for, dice were taken up or pictures were missing: what stands may have been played already.
    committed_seen: the evidence at the moment the position was settled, against which later changes are measured.
    """

    def __init__(self, table: TableSettings, assess_roll: AssessRoll) -> None:
        self.table = table
        self.assess = assess_roll
        self.phase = Phase.SETUP
        self.layouts: tuple[Layout, ...] = allowed_layouts(table.near, table.near_home)
        self.layout: Layout | None = self.layouts[0] if len(self.layouts) == 1 else None
        self.evidence = BoardEvidence()
        self.dice = DiceTracker()
        self.pairs = PairFinder(self.dice)
        self.colors = DiceColors()
        self.cube = CubeTracker()
        self.sight = Sight()
        self.position: Rows | None = None
        self.committed_seen = self.evidence.fused
        self.expected: Player | None = None
        self.roll: RollState | None = None
        self.last: TurnRecord | None = None
        self.t_end = 0.0
        self.is_reroll = False
        self.maybe_dance = False
        self.blind: tuple[float, float] | None = None
        self.left_allowed: set[Player] = set(table.left_permissions)
        self.gone: dict[int, float] = {}
        self.next_check = 0.0
        self.t = 0.0
        self.reported_setup: Rows | None = None
        self.setup_seen_at = 0.0
        self.has_told_mid_game = False
        self.sample: tuple[Pair, Fused] | None = None
        self.is_unsure = False
        self.may_have_played = False

    # --- shared by the phases ---

    def commit(self, position: Rows, seen: Fused) -> None:
        self.position = position
        self.committed_seen = seen

    def odds_by_dice(self, dice: Sequence[DieTrack]) -> float:
        """Log odds for A from side and colour alone."""
        assert self.layout is not None
        pair = list(dice)
        side = side_odds(pair, self.layout, frozenset(self.left_allowed), self.table.baffle is not None)
        return side + (0.0 if self.table.clock else self.colors.odds(pair))

    def roller(self, dice: Sequence[DieTrack], turn_odds: float) -> tuple[Player, float]:
        """Who rolled these dice, and how sure that is; turn_odds: the weight of turn order."""
        odds = self.odds_by_dice(dice)
        if self.expected is not None:
            odds += turn_odds if self.expected is Player.A else -turn_odds
        return (Player.A if odds >= 0 else Player.B), abs(odds)

    def report_roll(self, pair: Pair, player: Player, before: Fused, sureness: float, out: list[TableEvent]) -> None:
        """Emit the roll of a turn and go on to MOVING."""
        assert self.layout is not None and self.position is not None
        dice = list(pair.dice)
        seen = seen_pair(dice, self.layout, player)
        verdict = self.assess(seen, player)
        is_sure = sureness >= T.ODDS_SURE
        # left and right, and so the verdict, hang on who rolled
        valid, reason, reasons = (verdict.valid, verdict.reason, tuple(verdict.reasons)) if len(dice) == 2 and is_sure else (None, None, ())
        self.roll = RollState(player, dice, pair.t, valid, self.position, before, before.t, seen, is_player_sure=is_sure)
        values = self.roll.values()
        status = Status.UNCERTAIN if None in values or valid is None else Status.SURE
        confidence = self.roll_confidence(dice, sureness)
        out.append(RollSeen(pair.t, confidence, status, (round(before.t, 4), pair.t), player, values, valid, reason, reasons, False, seen))
        if sureness >= T.ODDS_TURN and valid is not None and len(dice) == 2:
            self.colors.learn(player, dice)
        self.begin_moving()

    def report_opening(self, pair: Pair, before: Fused, out: list[TableEvent]) -> bool:
        """Emit an opening roll; True when it decided who plays (the phase is then MOVING)."""
        assert self.layout is not None and self.position is not None
        dice = list(pair.dice)
        owners = opening_owners(dice, self.layout)
        if owners is None:
            self._report_odd_opening(pair, before, out)
            return True
        values = [d.value for d in dice]
        is_tie = values[0] is not None and values[0] == values[1]
        if values[0] is not None and values[1] is not None and values[1] > values[0]:
            dice, owners, values = dice[::-1], owners[::-1], values[::-1]
        winner = None if is_tie or None in values else owners[0]
        leader = owners[0]
        if winner is None and not is_tie:  # who won shows with who plays; the likelier one is tried first
            leader = owners[0] if _odds_higher(dice[0].value_p(), dice[1].value_p()) >= 0.5 else owners[1]
        seen = tuple(d.seen(self.layout, owner) for d, owner in zip(dice, owners, strict=True))
        verdict = self.assess(seen, owners[0])
        status = Status.UNCERTAIN if None in values or verdict.valid is None else Status.SURE
        out.append(
            RollSeen(
                pair.t, self.roll_confidence(dice, T.ODDS_SIDE), status, (round(before.t, 4), pair.t),
                winner, tuple(values), verdict.valid, verdict.reason, tuple(verdict.reasons), True, seen,
            )
        )  # fmt: skip
        for die, owner in zip(dice, owners, strict=True):
            if verdict.valid:
                self.colors.learn(owner, [die])
        if is_tie:
            self.pairs.retire(dice, 0.0)
            return False
        self.roll = RollState(leader, dice, pair.t, verdict.valid, self.position, before, before.t, seen, is_opening=True, is_player_sure=winner is not None)
        self.begin_moving()
        return True

    def _report_odd_opening(self, pair: Pair, before: Fused, out: list[TableEvent]) -> None:
        """Both dice in one half: a die gone astray or one player throwing both. Nothing is claimed; who plays shows who won."""
        assert self.layout is not None and self.position is not None
        dice = list(pair.dice)
        player = self.layout.near if dice[0].u > 0.5 else self.layout.near.opponent
        seen = seen_pair(dice, self.layout, player)
        self.roll = RollState(player, dice, pair.t, None, self.position, before, before.t, seen, is_opening=True, is_player_sure=False)
        out.append(
            RollSeen(
                pair.t, 0.5, Status.UNCERTAIN, (round(before.t, 4), pair.t), player, self.roll.values(), None, None, (), True, seen
            )
        )  # fmt: skip
        self.begin_moving()

    def begin_moving(self) -> None:
        assert self.roll is not None
        self.pairs.retire(self.roll.dice, self.roll.t - 0.05)
        self.expected = self.roll.player
        self.phase = Phase.MOVING
        self.is_reroll = self.maybe_dance = False
        self.blind = None

    def roll_confidence(self, dice: list[DieTrack], sureness: float) -> float:
        p = 1.0
        for die in dice:
            p *= max(die.value_p())
        return round(p * (1.0 - 0.5 * math.exp(-sureness)), 4)

    def is_calm(self, obs: Observation) -> bool:
        """A full, still frame without a hand."""
        return obs.is_full and obs.is_still and not obs.has_hand


def _odds_higher(a: Sequence[float], b: Sequence[float]) -> float:
    """That the first die shows more than the second, given that it is no tie: (6,) probabilities each."""
    more = sum(a[i] * b[j] for i in range(6) for j in range(i))
    less = sum(a[i] * b[j] for j in range(6) for i in range(j))
    return more / max(more + less, 1e-9)
