"""The durable inbox: commands for the one writer of the log, from processes that may not write it (the dashboard, the camera's).

A command is kept before `put` returns and stays until the writer has answered it, whoever ends in between. The writer commits it to
the log with the command's id in the body (`{"inbox": id, ...}`) and then answers; after a crash between the two, `settle` finds
the committed entry and answers, so that no command counts twice.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from monitor.errors import InputError, LogError
from monitor.record.chain import canonical, wall_text
from monitor.record.log import LogReader
from monitor.record.private import make_file

_BUSY_S = 5.0
_SCHEMA = """CREATE TABLE IF NOT EXISTS command (
    id INTEGER PRIMARY KEY AUTOINCREMENT, t_wall TEXT NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, seq INTEGER, error TEXT,
    CHECK (seq IS NULL OR error IS NULL)) STRICT"""
_WAITING = "seq IS NULL AND error IS NULL"


@dataclass(frozen=True, slots=True)
class Command:
    """One command. source: who put it ("web", "capture"). t_wall: when, UTC as ISO 8601."""

    id: int
    source: str
    kind: str
    body: Mapping[str, Any]
    t_wall: str


@dataclass(frozen=True, slots=True)
class CommandState:
    """Where a command stands: sent (not yet recorded), recorded (seq: its entry in the log) or refused (error: why)."""

    state: Literal["sent", "recorded", "refused"]
    seq: int | None = None
    error: str | None = None


class Inbox:
    """The inbox of that path; made if it is not there. Any number of processes may have it open. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        make_file(self.path)
        try:
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=_BUSY_S, check_same_thread=False)
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute("PRAGMA synchronous=FULL")
                self._db.execute(_SCHEMA)
            except BaseException:
                self._db.close()
                raise
        except sqlite3.Error as error:
            raise LogError(f"The inbox {self.path} cannot be opened: {error}.") from error

    def put(self, source: str, kind: str, body: Mapping[str, Any]) -> int:
        """Keeps a command and returns its id. Raises LogError when it cannot be kept or JSON cannot express its body."""
        row = (wall_text(datetime.now(UTC)), source, kind, canonical(dict(body)))
        return int(self._execute("INSERT INTO command (t_wall, source, kind, body) VALUES (?, ?, ?, ?)", row).lastrowid or 0)

    def pending(self, limit: int = 1000) -> list[Command]:
        """Commands without an answer, oldest first."""
        rows = self._execute(f"SELECT id, source, kind, body, t_wall FROM command WHERE {_WAITING} ORDER BY id LIMIT ?", (limit,)).fetchall()
        return [Command(row[0], row[1], row[2], json.loads(row[3]), row[4]) for row in rows]

    def answer(self, command_id: int, *, seq: int | None = None, error: str | None = None) -> None:
        """The writer's answer: the log's number of the command's entry, or why it was refused. The first answer stays.

        Raises InputError for an unknown command, and for neither or both of the two.
        """
        if (seq is None) == (error is None):
            raise InputError("A command is answered with the number of its entry or with an error, and one of the two.")
        if (
            self._execute(f"UPDATE command SET seq = ?, error = ? WHERE id = ? AND {_WAITING}", (seq, error, command_id)).rowcount == 0
            and self.state(command_id) is None
        ):
            raise InputError(f"There is no command {command_id}.")

    def state(self, command_id: int | str) -> CommandState | None:
        """Where a command stands; None when there is none of that id (which may come as text from outside)."""
        try:
            number = int(command_id)
        except ValueError:
            return None
        if not 0 < number < 2**63:
            return None
        row = self._execute("SELECT seq, error FROM command WHERE id = ?", (number,)).fetchone()
        if row is None:
            return None
        if row[0] is not None:
            return CommandState("recorded", seq=row[0])
        return CommandState("sent") if row[1] is None else CommandState("refused", error=row[1])

    def settle(self, reader: LogReader) -> int:
        """After a restart of the writer: answers the commands that the log holds already. Returns how many."""
        waiting = {command.id for command in self.pending(limit=2**31)}
        found = 0
        after = 0
        while waiting and (entries := reader.tail(after)):
            after = entries[-1].seq
            for entry in entries:
                if (command_id := entry.body.get("inbox")) in waiting:
                    waiting.discard(command_id)
                    self.answer(command_id, seq=entry.seq)
                    found += 1
        return found

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _execute(self, query: str, values: tuple[Any, ...]) -> sqlite3.Cursor:
        try:
            with self._lock:
                return self._db.execute(query, values)
        except sqlite3.Error as error:
            raise LogError(f"The inbox {self.path.name} cannot be used: {error}.") from error
