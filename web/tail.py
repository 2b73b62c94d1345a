"""One follower of one session's log for all who watch it: the latest entries in memory, the match view, and a way to wait for more.

A hundred open pages cost one query each tenth of a second, not a hundred. The follower's thread starts with the first wait and ends
when nobody has waited for a while.
"""

from __future__ import annotations

import logging
import threading
import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from monitor.errors import MonitorError
from monitor.record.chain import LogEntry
from web.auth import Role
from web.sealing import is_open, is_sealed
from web.view import MatchView

log = logging.getLogger("web.tail")

KEPT = 2000
BATCH = 500
POLL_S = 0.1
LINGER_S = 30.0

ReadLog = Callable[[int, int], Sequence[LogEntry]]


class LogTail:
    """`read(after_seq, limit)` gives committed entries in order."""

    def __init__(self, read: ReadLog, poll_s: float = POLL_S) -> None:
        self._read = read
        self._poll_s = poll_s
        self._news = threading.Condition()
        self._advancing = threading.Lock()
        self._recent: deque[LogEntry] = deque(maxlen=KEPT)
        self._open: list[int] = []
        """The numbers of the entries that are open to a sealed reader."""
        self._view = MatchView()
        self._wanted_at = 0.0
        self._thread: threading.Thread | None = None

    @property
    def last_seq(self) -> int:
        """The last entry known here (call `refresh` first for the last committed one)."""
        return self._view.seq

    def is_sealed(self, role: Role) -> bool:
        """Are flags withheld from this role, as of the last entry known here?"""
        with self._news:
            return is_sealed(role, self._view)

    def refresh(self) -> None:
        """Take what was committed since the last look."""
        with self._advancing:
            while entries := self._read(self._view.seq, BATCH):
                with self._news:
                    for entry in entries:
                        self._view.apply(entry)
                        self._recent.append(entry)
                        if is_open(entry):
                            self._open.append(entry.seq)
                    self._news.notify_all()
                if len(entries) < BATCH:
                    break

    def number_of(self, seq: int) -> int:
        """The number that entry `seq` has for a sealed reader, or that of the last open entry before it."""
        return bisect_right(self._open, seq)

    def seq_of(self, number: int) -> int:
        """The entry that has this number for a sealed reader; 0 before the first, the last one for a number beyond."""
        if number <= 0:
            return 0
        return self._open[number - 1] if number <= len(self._open) else self._view.seq

    def after_number(self, number: int, limit: int) -> list[tuple[int, LogEntry]]:
        """Up to `limit` open entries after that number, each with its own."""
        found: list[tuple[int, LogEntry]] = []
        seq = self.seq_of(number)
        while len(found) < limit and (entries := self.after(seq)):
            found += [(self.number_of(entry.seq), entry) for entry in entries if is_open(entry)]
            seq = entries[-1].seq
        return found[:limit]

    @contextmanager
    def view(self) -> Iterator[MatchView]:
        """The match view, held still while the caller reads it; up to date with the log."""
        self.refresh()
        with self._news:
            yield self._view

    def after(self, seq: int, limit: int = BATCH) -> Sequence[LogEntry]:
        """Up to `limit` entries after `seq`, in order, without waiting."""
        with self._news:
            if self._recent and self._recent[0].seq <= seq + 1:
                first = max(0, seq + 1 - self._recent[0].seq)
                return [self._recent[i] for i in range(first, min(len(self._recent), first + limit))]
            if seq >= self._view.seq:
                return []
        return self._read(seq, limit)

    def wait(self, seq: int, timeout_s: float) -> Sequence[LogEntry]:
        """Entries after `seq`, waiting up to `timeout_s` for the first."""
        self._keep_following()
        with self._news:
            self._news.wait_for(lambda: self._view.seq > seq, timeout_s)
        return self.after(seq)

    def _keep_following(self) -> None:
        with self._news:
            self._wanted_at = time.monotonic()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._follow, name="log-tail", daemon=True)
                self._thread.start()

    def _follow(self) -> None:
        while True:
            with self._news:
                if time.monotonic() - self._wanted_at > LINGER_S:
                    self._thread = None
                    return
            try:
                self.refresh()
            except (MonitorError, OSError) as error:
                log.warning("the log cannot be read just now: %s", error)
                time.sleep(1.0)
            time.sleep(self._poll_s)
