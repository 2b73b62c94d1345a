"""The one writer of a session: commits events, stills and inputs to the event log, in that order, and nothing is shown before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from monitor.errors import InputError
from monitor.game.events import KINDS, FlagRaised, TableEvent
from monitor.officiating import OfficialInput
from monitor.record.chain import LogEntry
from monitor.record.inbox import Command, Inbox
from monitor.record.log import EventLog, LogReader
from monitor.record.private import make_folder
from monitor.record.stills import StillStore
from monitor.station.frame_memory import FrameMemory
from monitor.station.pipeline import Pipeline

CAMERA_LOST = "camera_lost"
SAME_CLOCK_S = 5.0
"""An input further than this from the last frame was not given beside it: the writer was away, or the wall clock was set."""


class SessionWriter:
    """Log, inbox and stills of one session directory. Times `t` are seconds on the source's timeline."""

    def __init__(self, session: Path) -> None:
        self.session = session
        for folder in (session, session / "evidence", session / "live"):
            make_folder(folder)
        path = session / "log.sqlite"
        self.log = EventLog.open(path) if path.exists() else EventLog.create(path)
        self.inbox = Inbox(session / "inbox.sqlite")
        self.stills = StillStore(session / "evidence")
        self.stills.remove_partial()
        with LogReader(path) as reader:  # what a writer before this one committed but could not answer any more
            self.inbox.settle(reader)
        self.memory = FrameMemory()

    def commit(self, kind: str, body: Mapping[str, Any], t: float, t_wall: datetime | None = None) -> int:
        """One entry; returns its number in the log."""
        return int(self.log.append(kind, dict(body), t=t, t_wall=t_wall or datetime.now(UTC)).seq)

    def last_t(self) -> float:
        """The latest time in the log."""
        with LogReader(self.session / "log.sqlite") as reader:
            last = self.log.last_seq
            return float(reader.get(last).t) if last else 0.0

    def history(self) -> list[LogEntry]:
        """Everything committed so far that a match can be taken up from: table events and officials' inputs, in order."""
        with LogReader(self.session / "log.sqlite") as reader:
            return reader.find([*KINDS, "input"], limit=self.log.last_seq)

    def commit_events(self, events: Sequence[TableEvent], now_t: float, t_wall: datetime) -> None:
        """Events as they are; before a flag the stills of its frames, which it then names by hash."""
        for event in events:
            body = event.to_json()
            if isinstance(event, FlagRaised):
                body["stills"] = self._commit_stills(event, t_wall)
            self.commit(event.kind, body, now_t, t_wall)

    def _commit_stills(self, flag: FlagRaised, t_wall: datetime) -> dict[str, str]:
        named: dict[str, str] = {}
        for role, t in (flag.frames or {}).items():
            kept = self.memory.nearest(t)
            if kept is None:
                continue
            image = kept.image()
            digest = self.stills.put(image)
            named[role] = digest
            body = {"role": role, "t": t, "frame_t": round(kept.t, 4), "sha256": digest, "width": image.shape[1], "height": image.shape[0], "flag": flag.id}
            self.commit("still", body, t, t_wall)
        return named

    def take_inbox(self, pipeline: Pipeline | None, now_t: float, now_wall: datetime | None = None) -> set[str]:
        """Commits what officials and the capture process said, and answers each; returns the kinds that were committed.

        now_t, now_wall: of the last frame. An input that cannot be used is refused with its reason.
        """
        kinds: set[str] = set()
        for item in self.inbox.pending():
            t_wall = datetime.now(UTC)
            try:
                if item.kind == CAMERA_LOST:
                    seq = self.commit(item.kind, {**item.body, "inbox": item.id}, float(item.body.get("t", now_t)), t_wall)
                elif item.kind == "input":
                    t, t_wall = given_at(item, now_t, now_wall, t_wall)
                    seq = self._take_input({**item.body, "inbox": item.id}, pipeline, t, t_wall)
                else:
                    raise InputError(f"There is no input of the kind {item.kind!r}.")
            except InputError as error:
                self.inbox.answer(item.id, error=str(error))
            else:
                self.inbox.answer(item.id, seq=seq)
                kinds.add(item.kind)
        return kinds

    def _take_input(self, body: Mapping[str, Any], pipeline: Pipeline | None, now_t: float, t_wall: datetime) -> int:
        if pipeline is None:
            raise InputError("The table is not being watched yet; say it again once the board is found.")
        told = OfficialInput.from_json(body, t=now_t, seq=self.log.last_seq + 1)
        changes = pipeline.tell(told)  # refuses before anything is committed
        seq = self.commit("input", body, now_t, t_wall)
        self.commit_events(changes, now_t, t_wall)
        return seq

    def end(self, body: Mapping[str, Any], t: float) -> None:
        """The session is over: its last entry, and an answer to whatever was told too late to be taken."""
        self.commit("session_ended", body, t)
        for item in self.inbox.pending(limit=2**31):
            self.inbox.answer(item.id, error="The session has ended: nothing more can be told.")
        self.close()

    def close(self) -> None:
        self.log.close()
        self.inbox.close()


def given_at(item: Command, now_t: float, now_wall: datetime | None, taken: datetime) -> tuple[float, datetime]:
    """When an input was given: (seconds on the source's timeline, wall time).

    The press of a clock is as old as the inbox says, not as old as the frame after which it was taken. Where the wall clock cannot
    place it beside the last frame, it counts as given at that frame, and its label is when it was `taken`.
    """
    given = datetime.fromisoformat(item.t_wall)
    if now_wall is None or abs(given - now_wall) > timedelta(seconds=SAME_CLOCK_S):
        return now_t, taken
    return round(max(0.0, now_t + (given - now_wall).total_seconds()), 3), given
