"""The one place where the dashboard touches session directories: log, inbox, stills and the live picture.

The log is read with `LogReader`, commands are put into the inbox; nothing else in a session directory is ever written from here.
A session is found by comparing a name with the folder's listing, so no text from a request becomes part of a path.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monitor.errors import LogError
from monitor.record.chain import LogEntry
from monitor.record.inbox import Command, CommandState, Inbox
from monitor.record.log import LogReader
from web.tail import LogTail

LOG, INBOX, EVIDENCE, LIVE = "log.sqlite", "inbox.sqlite", "evidence", "live"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
STILL_NAME = re.compile(r"[0-9a-f]{64}")
STALE_AFTER_S = 2.0
JUST_MADE_S = 5.0


@dataclass(frozen=True, slots=True)
class LivePicture:
    """What is known of live/latest.jpg. age_s: since it was replaced last, None when there is none yet. mark: changes with the picture."""

    age_s: float | None
    mark: str
    reading: Mapping[str, Any]

    @property
    def is_stale(self) -> bool:
        return self.age_s is None or self.age_s > STALE_AFTER_S


class Session:
    """One session directory, seen from the dashboard."""

    def __init__(self, path: Path, *, monotonic: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time) -> None:
        self.path = path
        self.name = path.name if NAME.fullmatch(path.name) else "session"
        self._monotonic, self._wall = monotonic, wall
        self._lock = threading.Lock()
        self.telling = threading.Lock()
        """Held from looking at what was told until something more is put into the inbox."""
        self._mark = ""
        self._mark_seen_at = 0.0
        self._mark_age_s = 0.0
        self._looked_at: float | None = None
        self._reader: LogReader | None = None
        self._inbox: Inbox | None = None
        self.tail = LogTail(self.read_log)

    def read_log(self, after_seq: int, limit: int) -> Sequence[LogEntry]:
        """Up to `limit` committed entries after `after_seq`; none while the station has not made the log yet.

        Raises LogError when there is a log that cannot be read.
        """
        reader = self._open_reader()
        return [] if reader is None else reader.tail(after_seq, limit)

    def put(self, kind: str, body: Mapping[str, Any]) -> int:
        """A command into the durable inbox; returns its id."""
        return self._open_inbox().put("web", kind, body)

    def inbox_state(self, command_id: str) -> CommandState | None:
        """Where a command stands: sent, recorded or refused; None when unknown."""
        return self._open_inbox().state(command_id) if self._has_inbox() else None

    def pending(self) -> list[Command]:
        """Commands that the writer has not answered yet."""
        return self._open_inbox().pending() if self._has_inbox() else []

    def _has_inbox(self) -> bool:
        return self._inbox is not None or (self.path / INBOX).exists()

    def _open_inbox(self) -> Inbox:
        with self._lock:
            if self._inbox is None:
                self._inbox = Inbox(self.path / INBOX)
            return self._inbox

    def _open_reader(self) -> LogReader | None:
        path = self.path / LOG
        with self._lock:
            if self._reader is None and path.exists():
                try:
                    self._reader = LogReader(path)
                except LogError:
                    # a log that is just being made has no tables yet; one that still has none a moment later is not a log
                    if self._wall() - path.stat().st_mtime > JUST_MADE_S:
                        raise
            return self._reader

    def still(self, name: str) -> Path | None:
        """The file of a still by its SHA-256, or None."""
        if not STILL_NAME.fullmatch(name):
            return None
        path = self.path / EVIDENCE / f"{name}.jpg"
        return path if path.is_file() else None

    def live_file(self) -> Path:
        return self.path / LIVE / "latest.jpg"

    def live(self) -> LivePicture:
        """The live picture's age and the provisional reading.

        The age is counted on the monotonic clock from the moment a new picture was first seen here, so a jump of the wall clock cannot
        fake a lost signal (nor hide one); the file's own date only bounds the age of a picture first seen after a pause.
        """
        try:
            stat = self.live_file().stat()
        except OSError:
            return LivePicture(None, "", {})
        mark = f"{stat.st_mtime_ns:x}-{stat.st_size:x}-{stat.st_ino:x}"
        with self._lock:
            now = self._monotonic()
            if mark != self._mark:
                by_date = max(0.0, self._wall() - stat.st_mtime)
                self._mark_age_s = by_date if self._looked_at is None else min(by_date, now - self._looked_at)
                self._mark, self._mark_seen_at = mark, now
            self._looked_at = now
            age_s = self._mark_age_s + now - self._mark_seen_at
        return LivePicture(age_s, mark, self._reading())

    def _reading(self) -> Mapping[str, Any]:
        try:
            body = json.loads((self.path / LIVE / "latest.json").read_bytes())
        except (OSError, ValueError):
            return {}
        return body if isinstance(body, dict) else {}


class Sessions:
    """A session directory, or a folder of them: whatever the folder turns out to be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._known: dict[str, Session] = {}

    @property
    def path(self) -> Path:
        return self._path

    def all(self) -> list[Session]:
        """Every session, latest first."""
        found = [] if (self._path / LOG).exists() else [c for c in self._path.iterdir() if NAME.fullmatch(c.name) and (c / LOG).exists()]
        if not found:  # the log may not be made yet
            return [self._session(self._path)]
        found.sort(key=lambda p: (p / LOG).stat().st_mtime, reverse=True)
        return [self._session(p) for p in found]

    def find(self, name: str | None) -> Session | None:
        """The session of that name; None means the latest."""
        every = self.all()
        if name is None:
            return every[0] if every else None
        return next((s for s in every if s.name == name), None)

    def _session(self, path: Path) -> Session:
        with self._lock:
            return self._known.setdefault(path.name, Session(path))
