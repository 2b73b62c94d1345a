"""Does a log say what was written? Checks every entry against the chain, and says honestly what a chain alone cannot show."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monitor.errors import LogError
from monitor.record.chain import SCHEMA, entry_hash, header_hash
from monitor.record.log import COLUMNS, DATABASE_ERRORS, connect_read_only


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was found.

    is_intact: everything in the file is as it was written. entries: how many were checked and are in order, from the first one on.
    head: hash of the last entry in order (of the header for an empty log). first_bad_seq: the first entry that is not in order; None
    when there is none or the fault is not in an entry. problem: what is wrong, None when nothing is.
    checkpoint: number of a known later entry that the log was compared with, None without.
    """

    path: Path
    is_intact: bool
    entries: int
    head: str
    first_bad_seq: int | None = None
    problem: str | None = None
    checkpoint: int | None = None

    @property
    def text(self) -> str:
        """One or two sentences for people. Never says that the log is complete: entries cut off its end leave no trace in it."""
        if not self.is_intact:
            where = f" First bad entry: {self.first_bad_seq}." if self.first_bad_seq is not None else ""
            problem = str(self.problem).rstrip(".")
            return f"{self.path.name}: NOT INTACT.{where} {problem}. Entries before that ({self.entries}) are in order."
        if self.checkpoint is not None:
            return f"{self.path.name}: intact; complete up to checkpoint {self.checkpoint}, and up to entry {self.entries} as far as the file shows."
        return (
            f"{self.path.name}: intact; complete up to entry {self.entries} as far as the file shows. "
            "Entries cut off its end would leave no trace in it: compare with a checkpoint kept elsewhere."
        )


def verify(path: Path, *, checkpoint: tuple[int, str] | None = None) -> VerifyReport:
    """Checks a log without changing it. checkpoint: (seq, hash) of an entry known from elsewhere, such as `EventLog.head` at some time.

    Raises LogError only when there is no such file; a file that is no log, or no longer one, gives a report that is not intact.
    """
    path = Path(path)
    if not path.is_file():
        raise LogError(f"There is no event log {path}.")
    try:
        with closing(connect_read_only(path)) as db:
            db.text_factory = bytes
            return _verify(path, db, checkpoint)
    except (*DATABASE_ERRORS, LogError) as error:
        return VerifyReport(path, False, 0, "", None, f"The file cannot be read as an event log: {error}.")


def _verify(path: Path, db: sqlite3.Connection, checkpoint: tuple[int, str] | None) -> VerifyReport:
    stored = {
        bytes(name).decode("utf-8", "replace"): bytes(sql or b"").decode("utf-8", "replace") for name, sql in db.execute("SELECT name, sql FROM sqlite_master")
    }
    headers = db.execute("SELECT body FROM header").fetchall() if "header" in stored else []
    if stored != SCHEMA or len(headers) != 1:
        differs = sorted(name for name in {*stored, *SCHEMA} if stored.get(name) != SCHEMA.get(name)) or ["header"]
        return VerifyReport(path, False, 0, "", None, f"The tables and triggers are not those of an event log (different: {', '.join(differs)}).")
    last = header_hash(_decoded(headers[0][0]))
    count = 0
    hash_at_checkpoint = last
    rows = db.execute(f"SELECT {COLUMNS} FROM entry ORDER BY seq")
    while True:
        try:
            row = rows.fetchone()
        except DATABASE_ERRORS as error:
            return VerifyReport(path, False, count, last, count + 1, f"From there on the file cannot be read: {error}.")
        if row is None:
            break
        if problem := _fault(row, count + 1, last):
            return VerifyReport(path, False, count, last, count + 1, problem)
        count, last = count + 1, _decoded(row[6])
        if checkpoint is not None and count == checkpoint[0]:
            hash_at_checkpoint = last
    if checkpoint is not None:
        seq, known = checkpoint
        if count < seq:
            return VerifyReport(path, False, count, last, count + 1, f"Entries {count + 1} to {seq}, known from a checkpoint, are missing at the end.")
        if hash_at_checkpoint != known:
            return VerifyReport(
                path, False, 0, last, seq or None, f"Entry {seq} is not the one known from a checkpoint: this is another log, or it was rewritten."
            )
    if problem := _structure_fault(db):
        return VerifyReport(path, False, count, last, None, problem)
    return VerifyReport(path, True, count, last, checkpoint=checkpoint[0] if checkpoint else None)


def _fault(row: tuple[Any, ...], seq: int, last: str) -> str | None:
    """What is wrong with a row that should be entry `seq` after an entry with the hash `last`."""
    found, t, *texts = row
    if found != seq:
        return f"Entry {seq} is missing: entry {found} follows entry {seq - 1}."
    try:
        t_wall, kind, body, prev_hash, own = [str(text, "utf-8") for text in texts]
        is_own = entry_hash(seq, t, t_wall, kind, body, prev_hash) == own
    except (UnicodeDecodeError, LogError, TypeError):  # TypeError: a field is not of the type it was written with
        is_own = False
    if not is_own:
        return "Its content is not what its hash says: it was changed."
    if prev_hash != last:
        return "It does not follow from the entry before it: something was left out, moved, brought in or rewritten."
    return None


def _structure_fault(db: sqlite3.Connection) -> str | None:
    """Damage to the database that has not touched an entry, None if there is none."""
    found = [bytes(row[0]).decode("utf-8", "replace") for row in db.execute("PRAGMA integrity_check(3)")]
    return None if found == ["ok"] else f"The entries are in order, but the file is damaged: {'; '.join(found)}."


def _decoded(text: bytes) -> str:
    return text.decode("utf-8")
