"""The tracker: observations in, table events out. Pure: no clock, no I/O, no thread; the same observations give the same events.

It follows `rules.md` 4.2: set-up, opening roll, ready, moving, turn ended. A turn is judged only by its final position, after a die
of the mover's pair has left the board; before that he may change his mind as he likes. After the play it goes on from what is seen.
"""

from __future__ import annotations

from typing import Any

from monitor.game.events import Gap, Player, Rows, TableEvent
from monitor.tracking import thresholds as T
from monitor.tracking.dice import DieTrack
from monitor.tracking.layout import Layout
from monitor.tracking.observation import Observation
from monitor.tracking.opening import OpeningPhases
from monitor.tracking.ready import ReadyPhase
from monitor.tracking.state import Phase


class Tracker(OpeningPhases, ReadyPhase):
    """Follows one table from its first observation to its last.

    assess_roll: officiating's verdict on a roll. Events come out with a delay, but their `t` are the times of what they tell.
    """

    def feed(self, obs: Observation) -> list[TableEvent]:
        """Take in one frame's evidence; return the events that it settled, in the order in which they belong into the log."""
        out: list[TableEvent] = []
        blind = self.sight.update(obs)
        self.may_have_played |= self.phase is Phase.SETUP and self.t > 0 and obs.t - self.t > T.BLIND_S
        self.t = obs.t
        if self.sight.is_blind:
            return out
        if blind is not None:
            self._return_from(blind)
        self.evidence.add(obs)
        for lifted in self.dice.update(obs):
            self.gone[lifted.track.id] = lifted.t
            self.may_have_played |= self.phase is Phase.SETUP and not lifted.track.was_lying
            self.pairs.forget(lifted.track)
        if self.dice.has_changed:
            self.evidence.stir()
        out += self.cube.update(obs, self.expected if self.phase is Phase.READY and not self.is_reroll else None, self.layout)
        for _ in range(4):
            if not self._step(obs, out):
                break
        return out

    def finish(self) -> list[TableEvent]:
        """The end of the stream: what is still open is judged on what was seen."""
        out: list[TableEvent] = []
        if self.phase is Phase.ENDING:
            self.conclude(out)
        if self.sight.since is not None:
            out.append(Gap(self.sight.since, until=self.t, why="the picture could not be used until the end"))
        return out

    def tell(self, what: str, *, player: Player | None = None, position: Rows | None = None) -> None:
        """What an official says: permission_left / permission_ended (of player), on_roll (player), position (the true one)."""
        if what == "permission_left" and player is not None:
            self.left_allowed.add(player)
        elif what == "permission_ended" and player is not None:
            self.left_allowed.discard(player)
        elif what == "on_roll":
            self.expected = player
        elif what == "position" and position is not None:
            self.position = position
            self.committed_seen = self.evidence.fused
            self.last = None

    def resume(self, layout: Layout, position: Rows, on_roll: Player, t: float) -> None:
        """Take up a game that another tracker followed until t: its last settled position and who was to roll then.

        What happened since is not known, and the position is held against the picture at the next roll.
        """
        self.layout, self.layouts = layout, (layout,)
        self.position, self.expected = position, on_roll
        self.t = self.t_end = t
        self.blind = (t, t)
        self.is_unsure = True
        self.phase = Phase.READY

    def snapshot(self) -> dict[str, Any]:
        """The provisional reading for the live overlay; plain data."""
        fused = self.evidence.fused
        best = fused.best()
        live: Rows | None = None
        if self.layout is not None and self.position is not None:
            live = self.layout.to_rows(best, (self.position.A[0], self.position.B[0]))
        return {
            "t": round(self.t, 3),
            "phase": str(self.phase),
            "on_roll": None if self.expected is None else str(self.expected),
            "near": None if self.layout is None else str(self.layout.near),
            "near_home": None if self.layout is None else self.layout.near_home,
            "position": _plain(self.position),
            "reading": _plain(live),
            "cells": [[int(a), int(b)] for a, b in best],
            "is_settled": [bool(x) for x in fused.is_settled],
            "dice": [_die(d) for d in self.dice.tracks],
            "roll": None if self.roll is None else list(self.roll.values()),
            "roll_valid": None if self.roll is None else self.roll.valid,
            "cube": self.cube.value,
            "is_blind": self.sight.is_blind,
        }

    def _step(self, obs: Observation, out: list[TableEvent]) -> bool:
        """Advance by at most one phase; was there a change that another phase may go on from?"""
        step = {
            Phase.SETUP: self.step_setup,
            Phase.OPENING: self.step_opening,
            Phase.READY: self.step_ready,
            Phase.MOVING: self.step_moving,
            Phase.ENDING: self.step_ending,
        }[self.phase]
        return step(obs, out)

    def _return_from(self, blind: tuple[float, float]) -> None:
        """Anything may have happened: cells are read afresh and the turn order is no longer certain."""
        self.evidence.forget()
        self.blind = blind if self.blind is None else (self.blind[0], blind[1])
        if self.roll is not None:
            self.roll.has_blind = True


def _plain(rows: Rows | None) -> dict[str, list[int]] | None:
    return None if rows is None else {"A": list(rows.A), "B": list(rows.B)}


def _die(die: DieTrack) -> dict[str, Any]:
    return {"u": round(die.u, 4), "v": round(die.v, 4), "value": die.value, "flat_p": round(die.flat_p, 3), "is_resting": die.is_resting}
