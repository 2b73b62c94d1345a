"""Between turns: waiting for the next roll, noticing corrections, lost turns and new games (`rules.md` 4.2 S2, 4.4)."""

from __future__ import annotations

from monitor.game.events import Gap, Player, Status, TableEvent
from monitor.tracking import thresholds as T
from monitor.tracking.evidence import Fused
from monitor.tracking.explain import Verdict, explain, rows_seen
from monitor.tracking.layout import START, checkers_apart
from monitor.tracking.observation import Observation
from monitor.tracking.pairs import Pair
from monitor.tracking.picture import Reading, best_reading, conservation, corrected, score_all
from monitor.tracking.start import find_start, is_all_settled, is_far_from_start
from monitor.tracking.turns import TurnPhases


class ReadyPhase(TurnPhases):
    """READY."""

    def step_ready(self, obs: Observation, out: list[TableEvent]) -> bool:
        if not obs.is_full:
            return False
        if self.is_calm(obs) and obs.t >= self.next_check:
            self.next_check = obs.t + T.RECHECK_EVERY_S
            if self._is_new_game(obs):
                self.await_setup()
                self.next_check = obs.t
                return True
            self._correct_last(self.evidence.fused, out)
        pair = self.pairs.find(obs.t) or self._one_die_again(obs) or self._single(obs)
        if pair is None:
            return False
        return self._take_roll(pair, out)

    def _take_roll(self, pair: Pair, out: list[TableEvent]) -> bool:
        assert self.layout is not None
        has_jumped = self.last is not None and self.last.roll.has_jumped and not self.is_reroll
        before = self.evidence.at(pair.t + T.JUMP_LOOK_S if has_jumped else max(pair.t, self.t_end))
        if self._is_same_roll_again(pair):
            return self._resume(pair)
        is_lost, moved = self._reconcile(before, out)
        turn_odds = T.ODDS_TURN
        if is_lost or self.blind is not None:
            # whose checkers moved unseen has had the turn that was missed
            turn_odds = -1.0 if moved is not None and moved is self.expected else 1.0 if moved is not None else 0.5
        if self.is_reroll and self.maybe_dance:
            turn_odds = 1.0
        player, sureness = self.roller(pair.dice, turn_odds)
        if self.expected is not None and player is not self.expected:
            if self.is_reroll and self.maybe_dance and self.roll is not None:
                self._report_dance(before, out)
            elif not is_lost:
                out.append(Gap(self.t_end, 0.7, Status.SURE, (), until=pair.t, why="a turn was not seen"))
        self.report_roll(pair, player, before, sureness, out)
        if self.roll is not None:
            self.roll.is_before_sure = not self.is_unsure or is_all_settled(before)
        return True

    def _report_dance(self, before: Fused, out: list[TableEvent]) -> None:
        """The invalid roll was taken after all, as a dance: the other player rolls now."""
        assert self.roll is not None and self.layout is not None
        turn = self.roll.turn(self.layout)
        self._report(turn, before, explain(turn, before), out)

    def _one_die_again(self, obs: Observation) -> Pair | None:
        """After an invalid roll only one die was thrown again: the roll is made of it and the one left lying."""
        if not self.is_reroll:
            return None
        fresh = [d for d in self.pairs.fresh() if d.is_resting]
        left = self.pairs.leftover()
        if len(fresh) == 1 and len(left) == 1 and obs.t - fresh[0].first >= T.REST_S + T.DIE_SETTLING_S:
            return Pair((left[0], fresh[0]))
        return None

    def _single(self, obs: Observation) -> Pair | None:
        die = self.pairs.find_single(obs.t)
        return None if die is None else Pair((die,))

    def _is_same_roll_again(self, pair: Pair) -> bool:
        """The dice of a roll judged not legal, put back by its player showing the same numbers: the play is to be made again."""
        if self.last is None or self.last.explanation.verdict is Verdict.LEGAL or len(pair.dice) != 2:
            return False
        values = sorted(d.value or 0 for d in pair.dice)
        before = sorted(v or 0 for v in self.last.roll.values())
        odds = self.odds_by_dice(pair.dice) * (1 if self.last.roll.player is Player.A else -1)
        return values == before and 0 not in values and odds > 0

    def _resume(self, pair: Pair) -> bool:
        assert self.last is not None
        roll = self.last.roll
        roll.dice = list(pair.dice)
        roll.fixed = {}
        roll.replaces = self.last.t_play
        roll.final_seen = None
        self.roll = roll
        self.begin_moving()
        return True

    def _correct_last(self, seen: Fused, out: list[TableEvent]) -> None:
        """The last play put back and made again before the next roll, or seen better than at its end."""
        if self.last is None or self.layout is None or self.is_reroll or not is_all_settled(seen):
            return
        if not (seen.best() != self.layout.to_cells(self.last.explanation.position)).any() and not self.is_unsure:
            return
        ex = explain(self.last.turn, seen)
        same = ex.position == self.last.explanation.position
        if ex.verdict is not Verdict.LEGAL or (ex.is_unmoved and ex.can_move) or (same and not self.is_unsure):
            return
        if self.t - max((float(seen.since[c]) for c in ex.changed), default=0.0) < T.ILLEGAL_SETTLE_S:
            return
        t_play = max([self.last.roll.t, *(float(seen.since[c]) for c in ex.changed)])
        self.roll = self.last.roll
        self.roll.replaces = self.last.t_play
        out.append(self.play_event(self.last.turn, ex, Verdict.LEGAL, t_play, seen.t))
        self.roll = None
        self.last = type(self.last)(self.last.roll, ex, self.last.turn, t_play, self.last.t_end)
        self.commit(ex.position, seen)
        self.is_unsure = False

    def _reconcile(self, seen: Fused, out: list[TableEvent]) -> tuple[bool, Player | None]:
        """Hold the tracked position against the picture at the next roll; (was a stretch lost, whose checkers alone moved in it)."""
        assert self.layout is not None and self.position is not None
        self._correct_last(seen, out)
        known = self.layout.to_cells(self.position)
        sums = known.sum(axis=0)
        penalties = (conservation(int(sums[0])), conservation(int(sums[1])))
        raw = best_reading(seen.scores, penalties)
        raw_gap = raw.score - float(score_all(seen.scores, known[None], penalties)[0])
        scores = corrected(seen.scores, None if self.is_unsure else self.committed_seen, known)
        reading = best_reading(scores, penalties)
        gap = reading.score - float(score_all(scores, known[None], penalties)[0])
        is_balanced = bool((reading.cells.sum(axis=0) == sums).all())
        if gap >= (T.RESYNC_MARGIN if is_balanced else T.UNBALANCED_MARGIN + T.CONSERVATION_FIRST):
            return self._resync(reading, seen, out)
        if raw_gap >= T.RAW_RESYNC_MARGIN and bool((raw.cells.sum(axis=0) == sums).all()):
            return self._resync(raw, seen, out)
        if self.is_unsure and gap > T.LEGAL_MARGIN and is_balanced:
            return self._resync(reading, seen, out, is_quiet=True)
        return False, None

    def _resync(self, reading: Reading, seen: Fused, out: list[TableEvent], *, is_quiet: bool = False) -> tuple[bool, Player | None]:
        assert self.layout is not None and self.position is not None
        known = self.layout.to_cells(self.position)
        moved = [p for i, p in enumerate(Player) if (reading.cells[:24, i] != known[:24, i]).any()]
        position = rows_seen(self.layout, self.position, reading.cells, self.expected)
        self.commit(position, seen)
        self.is_unsure = False
        if not is_quiet:
            start = self.blind[0] if self.blind is not None else self.t_end
            out.append(Gap(start, 0.8, Status.SURE, (), until=seen.t, why="checkers changed place unseen; the position is taken from the picture"))
        return not is_quiet, moved[0] if len(moved) == 1 else None

    def _is_new_game(self, obs: Observation) -> bool:
        """The board was set up again before the game was seen to end (a concession, a pass)."""
        assert self.layout is not None and self.position is not None
        if not is_far_from_start(self.position, self.layout):
            return False
        best = self.evidence.fused.best()
        if min(checkers_apart(best, x.to_cells(START)) for x in self.layouts) > T.SETUP_MAX_DIFFERS:
            return False
        start = find_start(self.evidence.fused, self.layouts)
        return start is not None and start.differs == 0 and obs.t - start.since >= T.SETUP_STABLE_S
