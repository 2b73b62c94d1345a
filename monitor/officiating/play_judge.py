"""Judging plays at the end of a turn (`rules.md` 2.3). A play that takes another's place supersedes it; nothing is deleted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from monitor.game.events import Player, PlayMade, RollSeen, Status, TableEvent
from monitor.officiating.bench import Bench, Finding, frames_by_role, last_t
from monitor.officiating.catalogue import CATALOGUE, PLAY_PARENT
from monitor.officiating.course import Trigger, closing_of
from monitor.officiating.words import play_text

_SAME_T_S = 0.001
"""Times nearer than this are the same event's: events are written with four decimals."""


@dataclass(slots=True)
class Turn:
    """A turn's play in the present match. before_t: a frame of the position it started from. closed: when and how its window closed."""

    play: PlayMade
    roll: RollSeen | None
    before_t: float | None
    ended_t: float | None = None
    is_settled: bool = False
    closed: tuple[str, float, str] | None = None


class PlayJudge:
    """Plays of one match. turn: the one whose play waits to be judged or whose window may be open."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._turns: list[Turn] = []
        self.turn: Turn | None = None

    def begin_game(self) -> None:
        self.turn = None

    def observe(self, event: PlayMade) -> list[TableEvent]:
        if event.replaces is not None:
            for turn in reversed(self._turns):
                if abs(turn.play.t - event.replaces) < _SAME_T_S:
                    return self._replace(turn, event)
        out = self.settle(None) if self.turn is not None and self.turn.play.player is not event.player else []
        self.turn = Turn(event, self._bench.roll.get(event.player), self._bench.rest_t)
        self._turns.append(self.turn)
        self._bench.rest_t = last_t(event)
        return out

    def settle(self, ended_t: float | None) -> list[TableEvent]:
        """The latest turn is over: its play is judged, once. ended_t None: over because something later happened; its end was not seen."""
        return self._settle(self.turn, ended_t)

    def _settle(self, turn: Turn | None, ended_t: float | None) -> list[TableEvent]:
        if turn is None or turn.is_settled:
            return []
        turn.is_settled = True
        turn.ended_t = ended_t if ended_t is not None else turn.ended_t if turn.ended_t is not None else turn.play.t
        play = turn.play
        if play.status is not Status.SURE or play.legal is not False:
            return []
        frames = frames_by_role(turn.before_t, None if turn.roll is None else turn.roll.t, last_t(play))
        rule = rule_of(play.reasons)
        text = play_text(play, play.reasons)
        found = Finding(rule, turn.ended_t, play.player, text, play.reasons or (rule,), play.confidence, frames, play_t=play.t)
        out = self._bench.find(found)
        if turn.closed is not None:
            state, t, why = turn.closed
            for flag in self._bench.book:
                if flag.is_open and flag.play_t == play.t:
                    out += self._bench.book.live(flag, state, t, why)
        return out

    def close(self, triggers: Iterable[Trigger]) -> None:
        """Takes note of how the window on the latest play closed, for a later reading of that play."""
        turn, bench = self.turn, self._bench
        if turn is None or not turn.is_settled or turn.closed is not None:
            return
        hit = closing_of(bench.profile.rules[PLAY_PARENT].window, triggers, turn.play.player, clock=bench.clock)
        if hit is not None:
            turn.closed = (hit[0].state, hit[1].t, hit[0].why)

    def find_latest(self, player: Player) -> Turn | None:
        """The player's latest turn that was played, in the whole match."""
        return next((turn for turn in reversed(self._turns) if turn.play.player is player), None)

    def forget_unjudged(self) -> None:
        """A stretch was lost: a play whose turn's end was not seen may have been changed since, and is not judged."""
        if self.turn is not None and not self.turn.is_settled and self.turn.ended_t is None:
            self.turn.is_settled = True
        self._bench.rest_t = None

    def _replace(self, turn: Turn, event: PlayMade) -> list[TableEvent]:
        """A play takes the place of another: played again at the table, or read again. What was flagged about the old one is corrected."""
        out: list[TableEvent] = []
        book = self._bench.book
        if event.legal is not None and event.status is Status.SURE:
            why = "a legal play took its place" if event.legal else "another play took its place and is judged anew"
            for flag in book:
                if flag.play_t == turn.play.t and (flag.closing is None or flag.closing.state != "corrected"):
                    out += book.live(flag, "corrected", event.t, why)
        self._bench.superseded.append((turn.play, f"another play took its place at {event.t:g} s"))
        was_settled = turn.is_settled
        turn.play = event
        turn.is_settled = False
        if turn is self.turn:
            self._bench.rest_t = last_t(event)
            if turn.closed is not None:
                out += self._settle(turn, None)
        elif was_settled:
            out += self._settle(turn, None)
        return out


def rule_of(reasons: tuple[str, ...]) -> str:
    """The most specific id when exactly one fits, otherwise the parent."""
    named = {reason for reason in reasons if reason != PLAY_PARENT}
    only = named.pop() if len(named) == 1 else PLAY_PARENT
    return only if only in CATALOGUE and CATALOGUE[only].family == "play" else PLAY_PARENT
