"""Judging cube actions: may this player double now, to this value (`rules.md` 2.5, C19 to C21)?"""

from __future__ import annotations

from monitor.game.events import CubeAction, FlagChanged, Player, Status, TableEvent
from monitor.officiating.automaton import Signal
from monitor.officiating.bench import Bench, Finding, frames_by_role
from monitor.officiating.flags import REFEREE
from monitor.officiating.profile import Circumstance
from monitor.officiating.words import matter_text


class CubeJudge:
    """Cube actions of one match."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._cancelled: CubeAction | None = None
        """A double that is to be cancelled, while it is not known whether it was."""
        self._taker: Player | None = None
        """Who took a double that has not been followed by a roll."""
        self._offered: int | None = None
        self._early: Player | None = None
        """Who doubled in the opponent's turn, which goes on."""

    def begin_game(self) -> None:
        self._cancelled = self._taker = self._offered = self._early = None

    def is_early(self, event: CubeAction) -> bool:
        return event.early and self._bench.is_watched("cube.premature")

    def double(self, event: CubeAction) -> tuple[list[TableEvent], bool]:
        """A double. Returns the flags, and whether it is a cube action at all: False for one that is to be cancelled."""
        bench = self._bench
        rule = self._fault(event) if event.status is Status.SURE and bench.is_watched("cube.") else None
        out: list[TableEvent] = []
        next_value = 2 * bench.match.cube
        if rule is not None:
            self._cancelled = event
            why = "nobody is on turn before the opening roll" if bench.course.rolls == 0 else ""
            out = bench.find(self._finding(rule, event, why))
        elif self.is_early(event):
            out = bench.find(self._finding("cube.premature", event))
        if rule in (None, "cube.crawford") and event.value is not None and event.value != next_value and event.status is Status.SURE:
            out += bench.find(self._finding("cube.wrong-value", event, f"it shows {event.value} and should show {next_value}"))
        self._offered = next_value
        if rule is not None:
            return out, False
        if bench.table.is_moving(event.player.opponent) and self.is_early(event):
            self._early = event.player
        else:
            bench.table.take(Signal.DOUBLE, event.player)
        return out, True

    def end_turn(self, player: Player) -> None:
        """The turn in which the opponent doubled early has ended: his double waits for an answer now (CNB 4.4.5)."""
        if self._early is not None and self._early is not player:
            self._bench.table.take(Signal.DOUBLE, self._early)
        self._early = None

    def take(self, event: CubeAction) -> list[TableEvent]:
        """The cube is the taker's at the next value, whatever it shows: the value is corrected, the action stands (CNB 4.4.6)."""
        bench = self._bench
        bench.match.cube = self._offered or 2 * bench.match.cube
        bench.match.cube_owner = event.player
        self._cancelled, self._offered, self._taker = None, None, event.player
        bench.table.take(Signal.TAKE, event.player)
        return []

    def drop(self, event: CubeAction) -> list[TableEvent]:
        """Passed: the doubler wins what the cube was worth before the offer (`rules.md` C19, G29)."""
        self._cancelled = self._offered = None
        self._bench.table.take(Signal.PASS, event.player)
        return []

    def roll(self, player: Player | None, t: float) -> list[TableEvent]:
        """Dice were rolled. A double that was to be cancelled has been, if nobody took it."""
        out: list[TableEvent] = []
        self._taker = None
        if self._cancelled is not None and player is not None:
            self._bench.superseded.append((self._cancelled, "cancelled: play went on without it"))
            self._cancelled = self._offered = None
            for flag in self._bench.book:
                if flag.is_open and not flag.is_claimed and flag.raised.rule in _TO_CANCEL:
                    out += self._bench.book.live(flag, "corrected", t, "play went on without the double")
        return out

    def end_game(self, t: float) -> list[TableEvent]:
        """The game is over: what the rules say of a double in the Crawford game is something else from now on (CNB 4.4.4)."""
        flag = self._bench.book.latest("cube.crawford")
        if flag is None or flag.is_dismissed:
            return []
        remedy = self._bench.profile.rules["cube.crawford"].in_case(self.crawford_case()).remedy
        if remedy is None:
            return []
        return self._bench.book.note(flag, FlagChanged(t=t, id=flag.raised.id, state="noted", by=REFEREE, why=remedy))

    def crawford_case(self) -> Circumstance | None:
        """Which case of the Crawford rule holds now: during the game none."""
        match = self._bench.match
        return None if not match.is_game_over else "match_over" if match.is_match_over else "game_over"

    def _fault(self, event: CubeAction) -> str | None:
        """Why this double is none, None when it may be made."""
        table, match, player = self._bench.table, self._bench.match, event.player
        if match.is_crawford:
            return "cube.crawford"
        if self._taker is player:
            return "cube.beaver"
        if self._bench.course.rolls == 0 or match.cube_owner is player.opponent:
            return "cube.not-owner"
        if table.is_moving(player):
            return "cube.after-roll"
        if self.is_early(event):
            return None
        if table.is_ready(player) and table.is_cube_locked:
            latest = self._bench.roll.get(player)
            return "cube.after-invalid-roll" if latest is not None and latest.valid is False else "cube.not-owner"
        # a turn whose end was missed is more likely than a double in the other's turn, unless he is known to be the one to roll
        return "cube.not-owner" if table.is_ready(player.opponent) else None

    def _finding(self, rule: str, event: CubeAction, more: str = "") -> Finding:
        frames = frames_by_role(self._bench.rest_t, after=event.t)
        return Finding(rule, event.t, event.player, matter_text(rule, event.player, more), confidence=event.confidence, frames=frames)


_TO_CANCEL = ("cube.crawford", "cube.beaver", "cube.not-owner", "cube.after-roll", "cube.after-invalid-roll")
