"""The turn automaton of `rules.md` 4.2 and 4.3: in which state the table is, and what leads where.

One table serves every profile, with and without a clock: what ends a turn, what a claim costs and what closes a window is the
profile's. The table shows what the rules expect; what was seen outranks it: a signal that no state expects still leads where it shows
that the game now is, and the automaton says that it was not expected.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from monitor.game.events import Player


class State(StrEnum):
    """S0 to S6 of `rules.md` 4.2. JUDGE is no state here: a turn is judged in the moment in which it ends."""

    SETUP = "setup"
    OPENING = "opening"
    READY = "ready"
    ROLLING = "rolling"
    OFFERED = "offered"
    MOVING = "moving"
    PENALTY = "penalty"
    GAME_END = "game_end"
    DISPUTE = "dispute"


class Signal(StrEnum):
    """What may lead from one state to another. RELEASE: the dice have left the hand. PLAY_AGAIN: an illegal play is to be made anew."""

    SETUP = "setup"
    TIE = "tie"
    RELEASE = "release"
    VALID_ROLL = "valid_roll"
    INVALID_ROLL = "invalid_roll"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    TURN_END = "turn_end"
    PLAY_AGAIN = "play_again"
    PENALTY = "penalty"
    PRESS = "press"
    GAME_END = "game_end"
    DISPUTE = "dispute"
    RULING = "ruling"


TRANSITIONS: dict[State, dict[Signal, State]] = {
    State.SETUP: {Signal.SETUP: State.OPENING},
    State.OPENING: {Signal.SETUP: State.OPENING, Signal.TIE: State.OPENING, Signal.INVALID_ROLL: State.OPENING, Signal.VALID_ROLL: State.MOVING},
    State.READY: {
        Signal.DOUBLE: State.OFFERED,
        Signal.RELEASE: State.ROLLING,
        Signal.VALID_ROLL: State.MOVING,
        Signal.INVALID_ROLL: State.READY,
        Signal.PLAY_AGAIN: State.MOVING,
        Signal.PENALTY: State.PENALTY,
    },
    State.ROLLING: {Signal.VALID_ROLL: State.MOVING, Signal.INVALID_ROLL: State.READY},
    State.OFFERED: {Signal.TAKE: State.READY, Signal.PASS: State.GAME_END},
    State.MOVING: {Signal.TURN_END: State.READY, Signal.GAME_END: State.GAME_END, Signal.PENALTY: State.PENALTY},
    State.PENALTY: {Signal.PRESS: State.READY, Signal.VALID_ROLL: State.MOVING},
    State.GAME_END: {Signal.SETUP: State.OPENING, Signal.TIE: State.OPENING, Signal.VALID_ROLL: State.MOVING},
    State.DISPUTE: {},
}
"""Where a signal leads from a state that expects it. Any state leads to DISPUTE, and a ruling back to where the director says."""

_SHOWS: dict[Signal, State] = {
    Signal.SETUP: State.OPENING,
    Signal.TIE: State.OPENING,
    Signal.RELEASE: State.ROLLING,
    Signal.VALID_ROLL: State.MOVING,
    Signal.INVALID_ROLL: State.READY,
    Signal.DOUBLE: State.OFFERED,
    Signal.TAKE: State.READY,
    Signal.PASS: State.GAME_END,
    Signal.TURN_END: State.READY,
    Signal.PLAY_AGAIN: State.MOVING,
    Signal.PENALTY: State.PENALTY,
    Signal.GAME_END: State.GAME_END,
}
"""Where the table is after a signal that its state did not expect; a press by itself shows nothing."""
_ENDS_A_DISPUTE = (Signal.VALID_ROLL, Signal.GAME_END, Signal.SETUP)
"""What shows that the players have gone on by themselves although nobody told of a ruling."""


@dataclass(slots=True)
class Automaton:
    """The state of the table.

    on_roll: whose turn it is, None when not known or between games. is_cube_locked: he may not double before his next turn, having
    rolled without effect, doubled or been told so. doubler: who offered the double that waits for an answer, or was taken last.
    disputed_at: s, when the facts were disputed, since when nothing may be touched.
    """

    state: State = State.SETUP
    on_roll: Player | None = None
    is_cube_locked: bool = False
    doubler: Player | None = None
    disputed_at: float = 0.0
    _before_dispute: State = State.SETUP

    def take(self, signal: Signal, player: Player | None = None, ordered: State | None = None) -> bool:
        """Goes where the signal leads. Returns whether the state expected it. ordered: the state that a ruling orders, None for the one before."""
        if signal is Signal.DISPUTE:
            if self.state is not State.DISPUTE:
                self._before_dispute = self.state
            self.state = State.DISPUTE
            return True
        if signal is Signal.RULING:
            was_disputed = self.state is State.DISPUTE
            self.state = ordered or (self._before_dispute if was_disputed else self.state)
            return was_disputed
        expected = TRANSITIONS[self.state].get(signal)
        if self.state is State.DISPUTE and signal not in _ENDS_A_DISPUTE:
            self._before_dispute = _SHOWS.get(signal, self._before_dispute)  # where a ruling leads back to
        else:
            self.state = expected or _SHOWS.get(signal, self.state)
        self._follow(signal, player)
        return expected is not None

    def is_scene_kept_at(self, t: float) -> bool:
        """Whether at time t (s) everything had to be left as it was: what happened before the dispute is often told after it."""
        return self.state is State.DISPUTE and t > self.disputed_at

    def is_moving(self, player: Player | None) -> bool:
        """Is it this player's turn, with his roll on the board?"""
        return self.state is State.MOVING and self.on_roll is player is not None

    def is_ready(self, player: Player | None) -> bool:
        """Is this player to roll or double?"""
        return self.state is State.READY and self.on_roll is player is not None

    def _follow(self, signal: Signal, player: Player | None) -> None:
        """Whose turn it is then, and whether he may double."""
        match signal:
            case Signal.SETUP | Signal.TIE | Signal.GAME_END | Signal.PASS:
                self.on_roll, self.is_cube_locked, self.doubler = None, False, None
            case Signal.VALID_ROLL | Signal.PLAY_AGAIN:
                self.on_roll, self.is_cube_locked, self.doubler = player, False, None
            case Signal.INVALID_ROLL:
                self.on_roll, self.is_cube_locked = player, True
            case Signal.DOUBLE:
                self.on_roll = self.doubler = player
            case Signal.TAKE:
                self.on_roll, self.is_cube_locked = self.doubler or (None if player is None else player.opponent), True
            case Signal.TURN_END:
                self.on_roll, self.is_cube_locked, self.doubler = None if player is None else player.opponent, False, None
            case Signal.PENALTY:
                self.on_roll = player
            case _:
                pass
