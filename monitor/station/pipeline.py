"""From frames to events: reader -> tracker -> referee, wired once for recorded and live use.

Nothing here knows whether a frame came from a file or a camera, nor where the events go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from monitor.game.events import KINDS, DieSeen, GameEnded, Player, PlayMade, Rows, SetupSeen, TableEvent, from_json
from monitor.officiating import Authority, InputKind, MatchFacts, OfficialInput, Referee, RollVerdict, assess_roll, load_profile
from monitor.record.chain import LogEntry
from monitor.station.config import TableOptions
from monitor.tracking import Tracker
from monitor.tracking.layout import Layout
from monitor.tracking.observation import Observation
from monitor.tracking.settings import TableSettings
from monitor.vision.frame import Frame

TOLD_AT_START = "told at the start"
UNWATCHED = ("cube.", "roll.opening-wrong-pair", "roll.reroll-without-assent", "roll.side-switch-without-notice")
"""Rules that are not raised from what the camera shows: the cube is read too badly, a roll that was lost or imagined looks like a second
pair, and assent and notice are words. An official may still note them."""


class ObservationReader(Protocol):
    """Turns one frame into one observation. The real one is `monitor.vision.reader.BoardReader`; tests script it."""

    def read(self, frame: Frame) -> Observation: ...


MakeReader = Callable[[Sequence[Any]], ObservationReader]
"""Makes a reader from pictures of the table, in which it finds the board; raises CalibrationError."""


class Pipeline:
    """One match's chain. `step` takes a frame and gives the events it completed, flags included, in the order to be logged.

    observer: who was appointed before it began, None when nobody was (`rules.md` 2.0).
    """

    def __init__(self, reader: ObservationReader, options: TableOptions, match_id: str, observer: str | None = None) -> None:
        self.reader = reader
        self.options = options
        match = MatchFacts(options.match_length, options.score, options.is_crawford)
        authority = Authority(is_appointed=observer is not None)
        self.referee = Referee(load_profile(options.profile), match_id, clock=options.clock, match=match, authority=authority, unwatched=UNWATCHED)
        self.tracker = Tracker(table_settings(options), assess_roll=self._assess)
        self.setup: SetupSeen | None = None
        self.observation: Observation | None = None
        for player in options.allow_left:
            self.referee.tell(OfficialInput(InputKind.PERMISSION_LEFT, TOLD_AT_START, 0.0, player=player))

    def step(self, frame: Frame) -> list[TableEvent]:
        """The events that this frame completed."""
        self.observation = self.reader.read(frame)
        return self._referee(self.tracker.feed(self.observation))

    def finish(self) -> list[TableEvent]:
        """The source has ended: what can still be said."""
        return self._referee(self.tracker.finish())

    def tell(self, told: OfficialInput) -> list[TableEvent]:
        """An official's input, and the events that follow from it. Raises InputError for one that cannot be used."""
        changes = self.referee.tell(told)
        for player in Player:
            self.tracker.tell("permission_left" if self.referee.has_left_permission(player) else "permission_ended", player=player)
        return changes

    def resume(self, entries: Sequence[LogEntry]) -> None:
        """Goes on with a match whose log is given: the referee reads it again, the tracker takes up from the last position that was settled.

        What follows from the old events was committed with them; only what comes after is answered.
        """
        placed: Rows | None = None
        mover: Player | None = None
        for entry in entries:
            if entry.kind == "input":
                self.referee.tell(OfficialInput.from_json(entry.body, t=entry.t, seq=entry.seq))
            if entry.kind not in KINDS or entry.kind in ("flag", "flag_changed"):
                continue
            event = from_json(entry.body)
            self.referee.observe(event)
            match event:
                case SetupSeen():
                    placed, mover = None, None  # a game that had not begun is taken up from its set-up, as at the start
                    if event.near is not None or self.setup is None:
                        self.setup = event
                case PlayMade(position=Rows()):
                    placed, mover = event.position, event.player
                case GameEnded():
                    placed = None
        for player in Player:
            self.tracker.tell("permission_left" if self.referee.has_left_permission(player) else "permission_ended", player=player)
        if placed is not None and mover is not None and self.setup is not None and self.setup.near is not None and self.setup.near_home is not None:
            self.tracker.resume(Layout(self.setup.near, self.setup.near_home), placed, mover.opponent, entries[-1].t)

    def snapshot(self) -> dict[str, Any]:
        """The provisional reading, for the live overlay."""
        return dict(self.tracker.snapshot())

    def table_json(self) -> dict[str, Any]:
        """The `table` of `formats.md` section 3: what was told, then what was seen; null for neither."""
        table = self.options.to_json()
        if self.setup is not None:
            table["near"] = table["near"] or (None if self.setup.near is None else str(self.setup.near))
            table["near_home"] = table["near_home"] or self.setup.near_home
        return table

    def _referee(self, events: Sequence[TableEvent]) -> list[TableEvent]:
        out: list[TableEvent] = []
        for event in events:
            if isinstance(event, SetupSeen) and (event.near is not None or self.setup is None):
                self.setup = event
            out.append(event)
            out.extend(self.referee.observe(event))
        return out

    def _assess(self, seen: Sequence[DieSeen], player: Player) -> RollVerdict:
        """The verdict on a roll. Beside a baffle box the side of the bar says nothing, and its own side rule is not judged yet."""
        if self.options.baffle is None:
            return self.referee.assess(seen, player)
        return assess_roll(self.referee.profile, [replace(die, half=None if die.half is None else "right") for die in seen], left_permission=False)


def table_settings(options: TableOptions) -> TableSettings:
    """What the tracker is told."""
    return TableSettings(
        near=options.near, near_home=options.near_home, clock=options.clock, baffle=options.baffle, profile=options.profile,
        match_length=options.match_length, left_permissions=frozenset(options.allow_left),
    )  # fmt: skip
