"""The format of the event log: its tables, and the hash that chains its entries. Shared by writer, readers and verification.

An entry's hash is SHA-256 of the canonical JSON (RFC 8785) of {body, kind, prev_hash, seq, t, t_wall}; the first entry's
prev_hash is that of the log's own header. So an entry cannot be changed, moved, left out or brought in from another log without
breaking the chain; that entries were cut off at the end, the chain alone cannot show.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import rfc8785

from monitor.errors import LogError

FORMAT = 1
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END"
SCHEMA = {
    "header": "CREATE TABLE header (body TEXT NOT NULL) STRICT",
    "entry": (
        "CREATE TABLE entry (seq INTEGER PRIMARY KEY, t REAL NOT NULL, t_wall TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, "
        "prev_hash TEXT NOT NULL, hash TEXT NOT NULL) STRICT"
    ),
    "entry_no_update": f"CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry {_REFUSE}",
    "entry_no_delete": f"CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry {_REFUSE}",
    "entry_next_only": f"CREATE TRIGGER entry_next_only BEFORE INSERT ON entry WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry) {_REFUSE}",
    "header_no_update": f"CREATE TRIGGER header_no_update BEFORE UPDATE ON header {_REFUSE}",
    "header_no_delete": f"CREATE TRIGGER header_no_delete BEFORE DELETE ON header {_REFUSE}",
    "header_only_one": f"CREATE TRIGGER header_only_one BEFORE INSERT ON header WHEN (SELECT count(*) FROM header) > 0 {_REFUSE}",
}
"""Everything a log's database holds, by name; verification compares it word for word."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One committed entry. seq: from 1, without gaps. t: seconds on the source's timeline. t_wall: UTC as ISO 8601, a label only."""

    seq: int
    t: float
    t_wall: str
    kind: str
    body: Mapping[str, Any]
    prev_hash: str
    hash: str


def canonical(value: Any) -> str:
    """Canonical JSON text (RFC 8785). Raises LogError for what JSON cannot say: NaN, dates, sets, keys that are not text."""
    try:
        return str(rfc8785.dumps(value), "utf-8")
    except (rfc8785.CanonicalizationError, UnicodeError, TypeError) as error:
        raise LogError(f"This cannot be logged, because JSON cannot express it: {error}.") from error


def wall_text(t_wall: datetime) -> str:
    """UTC as ISO 8601 with microseconds. Raises LogError for a time without a zone."""
    if t_wall.tzinfo is None:
        raise LogError("A wall time without a time zone cannot be logged.")
    return t_wall.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def header_hash(header_text: str) -> str:
    """prev_hash of the first entry."""
    return hashlib.sha256(header_text.encode("utf-8")).hexdigest()


def entry_hash(seq: int, t: float, t_wall: str, kind: str, body_text: str, prev_hash: str) -> str:
    """The hash of an entry. body_text must be canonical already; keys are in RFC 8785 order, so this is the canonical JSON of the whole."""
    if not math.isfinite(t):
        raise LogError(f"{t} is not a time.")
    text = f'{{"body":{body_text},"kind":{_text(kind)},"prev_hash":{_text(prev_hash)},"seq":{seq},"t":{_number(float(t))},"t_wall":{_text(t_wall)}}}'
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def entry_from_row(row: tuple[Any, ...]) -> LogEntry:
    """An entry from (seq, t, t_wall, kind, body, prev_hash, hash) as stored."""
    seq, t, t_wall, kind, body, prev_hash, own_hash = row
    return LogEntry(seq, t, t_wall, kind, json.loads(body), prev_hash, own_hash)


def _number(value: float) -> str:
    """A number as RFC 8785 writes it. In the common range Python's shortest form is the same but for a trailing ".0"."""
    if 1e-4 <= value < 1e15:
        return repr(value).removesuffix(".0")
    return str(rfc8785.dumps(value), "ascii")


def _text(value: str) -> str:
    """A text as RFC 8785 writes it; most need no escaping."""
    return f'"{value}"' if _PLAIN.fullmatch(value) else canonical(value)
