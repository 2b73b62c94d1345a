"""The event log: SQLite, append-only, hash-chained, one writer. Nothing is shown anywhere that is not committed here first.

WAL with synchronous=FULL: an entry that `append` has returned survives the end of the process and, if the disk honours fsync, of the power.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from monitor.errors import LogError
from monitor.record.chain import FORMAT, SCHEMA, LogEntry, canonical, entry_from_row, entry_hash, header_hash, wall_text
from monitor.record.private import make_file

COLUMNS = "seq, t, t_wall, kind, body, prev_hash, hash"
_BUSY_S = 5.0

DATABASE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged database can raise; the second comes from Python, when SQLite's message quotes damaged text."""

Draft = tuple[str, Mapping[str, Any], float, datetime]
"""An entry to be: kind, body, t, t_wall."""


class EventLog:
    """The one writer of a log. A second one, in this process or another, is refused with LogError while this is open.

    Safe to use from several threads. Use as a context manager, or `close`.
    """

    def __init__(self, path: Path, *, is_new: bool) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._owner = _take_ownership(self.path)
        try:
            if is_new and _has_tables(self.path):
                raise LogError(f"{self.path.name} exists already. Open it to go on with it, or choose another folder.")
            if not is_new and not _has_tables(self.path):
                raise LogError(f"There is no event log {self.path}. Create it first.")
            make_file(self.path)
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=_BUSY_S, check_same_thread=False)
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute("PRAGMA synchronous=FULL")
                if is_new:
                    self._make()
                self._seq, self._hash = self._last()
            except BaseException:
                self._db.close()
                raise
        except DATABASE_ERRORS as error:
            self._owner.close()
            raise LogError(f"The event log {self.path.name} cannot be opened: {error}.") from error
        except BaseException:
            self._owner.close()
            raise

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new, empty log. Raises LogError when there is one already, or when it cannot be made."""
        return cls(path, is_new=True)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The log of that path, to go on writing. Raises LogError when it is missing, damaged at its end or being written by another."""
        return cls(path, is_new=False)

    @property
    def last_seq(self) -> int:
        """Number of the last committed entry; 0 for an empty log."""
        return self._seq

    @property
    def head(self) -> tuple[int, str]:
        """(seq, hash) of the last entry: kept elsewhere, it later shows whether entries were cut off after it or before."""
        return self._seq, self._hash

    def append(self, kind: str, body: Mapping[str, Any], *, t: float, t_wall: datetime) -> LogEntry:
        """Commits one entry and returns it. Raises LogError, and commits nothing, for a body that JSON cannot express or when the disk refuses."""
        return self.append_all([(kind, body, t, t_wall)])[0]

    def append_all(self, drafts: Iterable[Draft]) -> list[LogEntry]:
        """Commits several entries at once: all of them or, with LogError, none."""
        with self._lock:
            seq, last = self._seq, self._hash
            rows: list[tuple[Any, ...]] = []
            for kind, body, t, t_wall in drafts:
                text, wall = canonical(dict(body)), wall_text(t_wall)
                seq += 1
                own = entry_hash(seq, float(t), wall, kind, text, last)
                rows.append((seq, float(t), wall, kind, text, last, own))
                last = own
            try:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany(f"INSERT INTO entry ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise LogError(
                    f"The event log could not be written: {error}. Free space on the disk or check its permissions; nothing of this entry was kept."
                ) from error
            self._seq, self._hash = seq, last
            return [entry_from_row(row) for row in rows]

    def close(self) -> None:
        """Ends the writing and gives the log free for another writer. What was committed is in the file itself afterwards."""
        with self._lock:
            self._db.close()
            self._owner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _make(self) -> None:
        header = {"format": FORMAT, "id": uuid.uuid4().hex, "created": wall_text(datetime.now(UTC))}
        self._db.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA.values():
            self._db.execute(statement)
        self._db.execute("INSERT INTO header (body) VALUES (?)", (canonical(header),))
        self._db.execute("COMMIT")

    def _last(self) -> tuple[int, str]:
        """(seq, hash) to go on from. Raises LogError when the last entry is not what its hash says: nothing may be chained to it."""
        header = self._db.execute("SELECT body FROM header").fetchone()
        if header is None:
            raise LogError(f"{self.path.name} has no header: it is not an event log.")
        try:
            log_format = json.loads(header[0])["format"]
        except (ValueError, KeyError, TypeError) as error:
            raise LogError(f"The header of {self.path.name} is damaged. Keep the file as it is, and start a new log.") from error
        if log_format != FORMAT:
            raise LogError(f"{self.path.name} has format {log_format}; this version writes format {FORMAT}.")
        row = self._db.execute(f"SELECT {COLUMNS} FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        if row is None:
            return 0, header_hash(header[0])
        if entry_hash(*row[:6]) != row[6]:
            raise LogError(f"The last entry ({row[0]}) of {self.path.name} is damaged. Keep the file as it is, run verify on it, and start a new log.")
        return int(row[0]), str(row[6])


class LogReader:
    """A reader of a log; writes nothing. Any number of them, in any process, also while it is being written. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._db = connect_read_only(self.path)
        if not _is_log(self._db):
            self._db.close()
            raise LogError(f"{self.path.name} is not an event log.")

    @property
    def last_seq(self) -> int:
        """Number of the last committed entry; 0 for an empty log."""
        return int(self._rows("SELECT coalesce(max(seq), 0) FROM entry")[0][0])

    def tail(self, after_seq: int = 0, limit: int = 1000) -> list[LogEntry]:
        """Up to `limit` entries after `after_seq`, in order."""
        return self._entries("seq > ? ORDER BY seq LIMIT ?", (after_seq, limit))

    def get(self, seq: int) -> LogEntry:
        """The entry of that number. Raises LogError when there is none."""
        entries = self._entries("seq = ?", (seq,))
        if not entries:
            raise LogError(f"There is no entry {seq} in {self.path.name}.")
        return entries[0]

    def find(self, kinds: Sequence[str], after_seq: int = 0, limit: int = 1000) -> list[LogEntry]:
        """Up to `limit` entries of these kinds after `after_seq`, in order."""
        marks = ", ".join("?" * len(kinds))
        return self._entries(f"seq > ? AND kind IN ({marks}) ORDER BY seq LIMIT ?", (after_seq, *kinds, limit))

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _entries(self, where: str, values: tuple[Any, ...]) -> list[LogEntry]:
        try:
            return [entry_from_row(row) for row in self._rows(f"SELECT {COLUMNS} FROM entry WHERE {where}", values)]
        except ValueError as error:
            raise LogError(f"An entry of {self.path.name} is damaged: {error}. Run verify on it.") from error

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._db.execute(query, values).fetchall()
        except DATABASE_ERRORS as error:
            raise LogError(f"The event log {self.path.name} cannot be read: {error}.") from error


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises LogError when the file is missing or cannot be opened.

    On a folder that cannot be written SQLite cannot make the files that a WAL needs; with no WAL there the file alone is read as it is.
    """
    if not path.is_file():
        raise LogError(f"There is no event log {path}.")
    uri = path.resolve().as_uri()
    for options in ("mode=ro", "mode=ro&immutable=1"):
        db: sqlite3.Connection | None = None
        try:
            db = sqlite3.connect(f"{uri}?{options}", uri=True, timeout=_BUSY_S, check_same_thread=False, isolation_level=None)
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return db
        except DATABASE_ERRORS as error:
            if db is not None:
                db.close()
            has_wal = path.with_name(path.name + "-wal").exists()
            if not isinstance(error, sqlite3.OperationalError) or has_wal or "immutable" in options:
                raise LogError(f"{path.name} cannot be read as an event log: {error}.") from error
    raise AssertionError("unreachable")


def _is_log(db: sqlite3.Connection) -> bool:
    return bool(db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'entry' AND type = 'table'").fetchone()[0])


def _has_tables(path: Path) -> bool:
    """False for a missing file, and for the empty one that a writer killed while creating it leaves behind."""
    if not path.is_file() or path.stat().st_size == 0:
        return False
    with closing(sqlite3.connect(path, timeout=_BUSY_S)) as db:
        return bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def _take_ownership(path: Path) -> sqlite3.Connection:
    """The right to write: an exclusive lock on a small database beside the log, which the system releases when the process ends, however it ends.

    On POSIX systems a process loses such a lock when it opens and closes the locked file by other means than SQLite: leave that file alone.
    """
    lock = path.with_name(path.name + ".writer")
    make_file(lock)
    try:
        owner = sqlite3.connect(lock, isolation_level=None, timeout=0, check_same_thread=False)
    except sqlite3.Error as error:
        raise LogError(f"The folder {path.parent} cannot be written: {error}. Choose another, or check its permissions.") from error
    try:
        owner.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        owner.close()
        if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise LogError(f"{path.name} is being written by another process. A log has one writer: stop the other, or choose another folder.") from error
        raise LogError(f"The folder {path.parent} cannot be written: {error}. Choose another, or check its permissions.") from error
    return owner
