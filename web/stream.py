"""Server-sent events: each committed entry as `id: seq`, resumed from `Last-Event-ID` without a gap or a repeat.

A stream holds one thread, so their number is bounded. It ends by itself when the browser is gone, when the sign-in was revoked, when
the reader is too slow to take what it was sent, or when it has sent its share; browsers then reconnect and resume by themselves.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from monitor.record.chain import LogEntry
from web.sealing import entry_json, sealed_json

HEARTBEAT_S = 10.0
CHECK_S = 1.0
SLOW_BYTES = 64 * 1024
SLOW_S = 5.0
"""More than SLOW_BYTES unsent, beyond what the kernel already holds, for SLOW_S is a reader that does not read. Nothing is made for it
in the meantime: what it has yet to get waits in the log, not in memory."""
SHARE_BYTES = 4 * 1024 * 1024
RETRY_MS = 1000


@dataclass(frozen=True, slots=True)
class Outlet:
    """The connection below a stream, as far as the server can tell. unsent: bytes not yet handed to the kernel. is_gone: closed by the browser."""

    unsent: Callable[[], int]
    is_gone: Callable[[], bool]


NO_OUTLET = Outlet(lambda: 0, lambda: False)


def message(entry: LogEntry, number: int | None = None) -> bytes:
    """One event; b"" for an entry of which a sealed reader may not know. number: the entry's for a sealed reader, None for others.

    JSON has no raw line break, so one `data:` line is enough.
    """
    told = entry_json(entry) if number is None else sealed_json(entry, number)
    if told is None:
        return b""
    return f"id: {told['seq']}\ndata: {json.dumps(told, separators=(',', ':'), allow_nan=False)}\n\n".encode()


def events(
    wait: Callable[[int, float], Sequence[LogEntry]], after: int, *, is_allowed: Callable[[], bool], is_sealed: Callable[[], bool],
    number_of: Callable[[int], int] = lambda seq: seq,
    outlet: Outlet = NO_OUTLET, heartbeat_s: float = HEARTBEAT_S, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep,
) -> Iterator[bytes]:  # fmt: skip
    """The body of one stream, starting after entry `after`. number_of: the number of an entry for a sealed reader."""
    yield f"retry: {RETRY_MS}\n\n".encode()
    sent, beat_at = 0, clock()
    while sent < SHARE_BYTES and not outlet.is_gone() and is_allowed():
        for entry in wait(after, CHECK_S):
            if not _is_draining(outlet, clock, sleep):
                return
            chunk = message(entry, number_of(entry.seq) if is_sealed() else None)
            if not chunk:
                after = entry.seq
                continue
            yield chunk
            after, sent, beat_at = entry.seq, sent + len(chunk), clock()
        if clock() - beat_at >= heartbeat_s:
            if not _is_draining(outlet, clock, sleep):
                return
            yield b": still here\n\n"
            beat_at = clock()


def _is_draining(outlet: Outlet, clock: Callable[[], float], sleep: Callable[[float], None]) -> bool:
    """Wait until there is room for more; False when the browser is gone or takes nothing."""
    since = clock()
    while not outlet.is_gone():
        if outlet.unsent() <= SLOW_BYTES:
            return True
        if clock() - since > SLOW_S:
            return False
        sleep(0.02)
    return False


def parse_after(last_event_id: str | None, query: str | None) -> int:
    """Where to resume: the header a browser sends on its own reconnect wins over the address. Nonsense means from the start."""
    for text in (last_event_id, query):
        if text and text.isascii() and text.isdigit() and len(text) <= 15:
            return int(text)
    return 0
