"""The phases before the first play: waiting for a set-up, and the opening roll (`rules.md` 4.2 S0 and S1)."""

from __future__ import annotations

from dataclasses import replace

from monitor.game import legal_plays
from monitor.game.events import Gap, Player, Rows, SetupSeen, Status, TableEvent
from monitor.game.position import position_to_rows, rows_to_position
from monitor.tracking import thresholds as T
from monitor.tracking.core import Core
from monitor.tracking.layout import LAYOUTS, START, Layout, checkers_apart
from monitor.tracking.observation import Observation
from monitor.tracking.pairs import Pair
from monitor.tracking.seats import find_seats, rows_in
from monitor.tracking.start import StartSeen, find_start, is_all_settled
from monitor.tracking.state import Phase


class OpeningPhases(Core):
    """SETUP and OPENING."""

    def step_setup(self, obs: Observation, out: list[TableEvent]) -> bool:
        """Wait until a position stands still with no hand over it; a nearly right one must stand longer than a right one."""
        if self.sample is not None and self._learn_seats(obs, out):
            return True
        if not obs.is_full or obs.has_hand or obs.t < self.next_check:
            return False
        seen = self.evidence.fused
        if not is_all_settled(seen):
            return False
        self.next_check = obs.t + 0.2
        start = find_start(seen, self.layouts)
        pair = self.pairs.find(obs.t, is_opening=True, needs_values=False)
        if start is not None:
            if not self._has_stood(start, obs.t, has_dice=pair is not None):
                return False
            # a wrong set-up is claimed only of what was watched throughout: after a play that nobody saw the board looks like one
            has_changed_since = pair is not None and pair.t < start.since - T.JUMP_S
            is_doubtful = start.differs > 0 and (self.may_have_played or has_changed_since)
            self._report_setup(replace(start, is_clear=start.is_clear and not is_doubtful), out)
            self.phase = Phase.OPENING
            return True
        stood = obs.t - float(seen.segment_since.max())
        if stood >= T.MID_GAME_STABLE_S or (pair is not None and stood >= T.SETUP_STABLE_S):
            return self._start_mid_game(obs, pair, out)
        return False

    def step_opening(self, obs: Observation, out: list[TableEvent]) -> bool:
        """One die each; ties and invalid rolls are thrown again. A set-up put right before the roll is reported anew."""
        if not obs.is_full:
            return False
        pair = self.pairs.find(obs.t, is_opening=True)
        seen = self.evidence.fused
        if (pair is not None or not obs.has_hand) and obs.t >= self.next_check and is_all_settled(seen):
            self.next_check = obs.t + 0.2
            start = find_start(self.evidence.at(pair.t) if pair is not None else seen, self.layouts)
            if start is not None and start.position != self.reported_setup and self._has_stood(start, obs.t, has_dice=pair is not None):
                assert self.reported_setup is not None
                was = checkers_apart(start.layout.to_cells(self.reported_setup), start.layout.to_cells(START))
                mover = self._opening_player(start.position) if start.differs > was and pair is None else None
                if mover is not None:
                    self._take_up_after_opening(start, mover, out)
                    return True
                # a set-up that was right and then changed before any roll was seen is no sure error: a turn may have been missed
                self._report_setup(replace(start, is_clear=False) if start.differs > was == 0 else start, out)
        if pair is None:
            return False
        before = self.evidence.at(pair.t)
        self.committed_seen = before
        return self.report_opening(pair, before, out)

    def _opening_player(self, position: Rows) -> Player | None:
        """Who can have reached this position from the reported set-up with a legal opening play: then a roll was missed."""
        assert self.reported_setup is not None
        for player in Player:
            before = rows_to_position(self.reported_setup, player)
            for high in range(2, 7):
                for low in range(1, high):
                    if any(position_to_rows(play.after, player) == position for play in legal_plays(before, (high, low))):
                        return player
        return None

    def _take_up_after_opening(self, start: StartSeen, mover: Player, out: list[TableEvent]) -> None:
        """The dice of the opening roll were not seen, its play was: nobody is accused of a wrong set-up for that."""
        out.append(Gap(self.setup_seen_at, 0.8, Status.SURE, (), until=start.since, why="the opening roll was not seen"))
        self.commit(start.position, self.evidence.fused)
        self.expected, self.roll, self.last = mover.opponent, None, None
        self.t_end = start.since
        self.phase = Phase.READY

    def _has_stood(self, start: StartSeen, t: float, *, has_dice: bool) -> bool:
        if start.differs == 0:
            return t - start.since >= T.SETUP_STABLE_S
        if has_dice:
            return True
        return start.is_clear and t - start.since >= T.SETUP_ERROR_STABLE_S

    def _report_setup(self, start: StartSeen, out: list[TableEvent]) -> None:
        self.layout = start.layout
        self.commit(start.position, self.evidence.fused)
        self.reported_setup = start.position
        self.setup_seen_at = start.since
        self.expected, self.roll, self.last = None, None, None
        self.is_reroll = self.maybe_dance = self.is_unsure = False
        self.cube.begin_game()
        out.append(
            SetupSeen(
                start.since, 0.99 if start.is_clear else 0.5, Status.SURE if start.is_clear else Status.UNCERTAIN, (start.since, self.t),
                start.position, start.differs, False, start.layout.near, start.layout.near_home,
            )
        )  # fmt: skip

    def _start_mid_game(self, obs: Observation, pair: Pair | None, out: list[TableEvent]) -> bool:
        """Far from any start: watching begins in the middle of a game. Seats that were not told are learnt from play first."""
        seen = self.evidence.fused
        since = float(seen.segment_since.max())
        if self.layout is None:
            if not self.has_told_mid_game:
                self.has_told_mid_game = True
                out.append(SetupSeen(since, 0.5, Status.UNCERTAIN, (since, obs.t), None, self._distance(), True, None, None))
            if pair is not None and self.sample is None:
                self.sample = (pair, self.evidence.at(pair.t))
            return False
        self._enter_mid_game(self.layout, rows_in(self.layout, seen), since, out)
        return True

    def _learn_seats(self, obs: Observation, out: list[TableEvent]) -> bool:
        """Wait for the end of a turn begun while the seats were unknown; the play then tells them."""
        assert self.sample is not None
        pair, before = self.sample
        gone = [self.gone[d.id] for d in pair.dice if d.id in self.gone]
        if not gone or not self.is_calm(obs) or not is_all_settled(self.evidence.fused):
            return False
        self.sample = None
        self.pairs.retire(list(pair.dice), pair.t - 0.05)
        found = find_seats(self.layouts, pair, before, self.evidence.fused)
        if found is None:
            return False
        self.t_end = min(gone)
        self._enter_mid_game(found.layout, found.explanation.position, obs.t, out)
        self.expected = found.player.opponent
        return True

    def _enter_mid_game(self, layout: Layout, position: Rows, t: float, out: list[TableEvent]) -> None:
        self.layout = layout
        self.commit(position, self.evidence.fused)
        self.expected = None
        out.append(SetupSeen(t, 0.8, Status.SURE, (t, self.t), position, self._distance(), True, layout.near, layout.near_home))
        self.phase = Phase.READY

    def _distance(self) -> int:
        best = self.evidence.fused.best()
        return min(checkers_apart(best, x.to_cells(START)) for x in LAYOUTS)
