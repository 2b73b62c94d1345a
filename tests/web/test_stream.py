"""Server-sent events: the generator by itself, then over real sockets (reliability.md 2, 18, 19, 36; cases.md 34, 35)."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from monitor.record.chain import LogEntry
from tests.web.conftest import make_app
from tests.web.fake_session import FakeSession
from web.auth import Role
from web.server import Served, serve
from web.stream import HEARTBEAT_S, SLOW_BYTES, SLOW_S, Outlet, events, parse_after


def entry(seq: int, kind: str = "roll", **body: Any) -> LogEntry:
    return LogEntry(seq, float(seq), "2026-03-14T09:30:00Z", kind, body, "", "h")


class Tape:
    """A log that hands out what is there, and a clock that its waiting moves on."""

    def __init__(self, last: int) -> None:
        self.last, self.now = last, 0.0

    def wait(self, after: int, timeout_s: float) -> Sequence[LogEntry]:
        if after >= self.last:
            self.now += timeout_s
        return [entry(n) for n in range(after + 1, min(self.last, after + 50) + 1)]

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def ids(chunks: Sequence[bytes]) -> list[int]:
    return [int(line[4:]) for chunk in chunks for line in chunk.decode().splitlines() if line.startswith("id: ")]


def run(tape: Tape, after: int, stop: Callable[[], bool], **more: Any) -> list[bytes]:
    options: dict[str, Any] = {"is_allowed": lambda: not stop(), "is_sealed": lambda: False, "clock": tape.clock, "sleep": tape.sleep, **more}
    return list(events(tape.wait, after, **options))


@pytest.mark.parametrize("after", [0, 1, 77, 119, 120, 500])
def test_every_entry_after_the_given_one_comes_once_and_in_order(after: int) -> None:
    tape = Tape(120)
    assert ids(run(tape, after, lambda: tape.now > 3)) == list(range(after + 1, 121))


def test_each_event_is_one_line_of_json() -> None:
    tape = Tape(2)
    first, one, *_ = run(tape, 0, lambda: tape.now > 1)
    assert b"retry: " in first
    fields = dict(line.split(": ", 1) for line in one.decode().strip().splitlines())
    assert json.loads(fields["data"])["seq"] == int(fields["id"]) == 1


def test_line_breaks_in_a_body_cannot_make_another_event() -> None:
    from web.stream import message

    text = message(entry(7, "flag", text="a\n\nid: 99\ndata: {}\r\n")).decode()
    assert text.count("\n\n") == 1 and ids([text.encode()]) == [7]


def test_a_quiet_stream_beats() -> None:
    tape = Tape(0)
    chunks = run(tape, 0, lambda: tape.now > 3.5 * HEARTBEAT_S)
    assert sum(chunk.startswith(b": still here") for chunk in chunks) == 3


def test_a_reader_that_takes_nothing_is_cut() -> None:
    tape = Tape(10_000)
    sent = 0

    def unsent() -> int:
        return SLOW_BYTES + 1 if sent > 20 else 0

    chunks = []
    outlet = Outlet(unsent, lambda: False)
    for chunk in events(tape.wait, 0, is_allowed=lambda: True, is_sealed=lambda: False, outlet=outlet, clock=tape.clock, sleep=tape.sleep):
        chunks.append(chunk)
        sent += 1
    assert len(chunks) == 21 and tape.now == pytest.approx(SLOW_S, abs=0.1)


def test_a_reader_that_is_only_busy_loses_nothing() -> None:
    tape = Tape(300)
    outlet = Outlet(lambda: SLOW_BYTES + 1 if (tape.now * 10) % 10 < 5 else 0, lambda: False)
    assert ids(run(tape, 0, lambda: tape.now > 60, outlet=outlet)) == list(range(1, 301))


def test_a_browser_that_is_gone_ends_it() -> None:
    tape = Tape(10)
    assert ids(run(tape, 0, lambda: False, outlet=Outlet(lambda: 0, lambda: True))) == []


def test_sealed_streams_say_nothing_of_what_is_sealed() -> None:
    tape = Tape(0)
    roll = entry(1, "roll", player="B", dice=[1, 2], valid=False, reason="roll.cocked")
    found = [roll, entry(2, "flag", rule="roll.cocked"), entry(3, "turn_end", player="A")]
    number = {1: 1, 2: 1, 3: 2}
    options: dict[str, Any] = {"is_allowed": lambda: tape.now < 1, "is_sealed": lambda: True, "number_of": number.__getitem__, "clock": tape.clock}
    chunks = list(events(lambda after, s: found[after:] or tape.wait(0, s), 0, **options))
    assert ids(chunks) == [1, 2], "no gap where something was left out"
    for word in (b"cocked", b"flag", b"valid", b"hash"):
        assert word not in b"".join(chunks)


def test_what_is_sealed_is_open_from_the_end_on() -> None:
    tape, found = Tape(0), [entry(n, "turn_end", player="A") for n in range(4, 8)]
    options: dict[str, Any] = {"is_allowed": lambda: tape.now < 1, "number_of": lambda seq: seq - 3, "clock": tape.clock}
    sealed = iter([True, True, False, False])
    chunks = list(events(lambda after, s: [e for e in found if e.seq > after] or tape.wait(0, s), 3, is_sealed=lambda: next(sealed), **options))
    assert ids(chunks) == [1, 2, 6, 7], "numbers only grow, so that a browser leaves nothing out"


@pytest.mark.parametrize(
    ("header", "query", "after"),
    [
        (None, None, 0), ("5", None, 5), (None, "7", 7), ("9", "7", 9), ("x", "7", 7), ("-1", None, 0), ("1e3", None, 0),
        ("٣", None, 0), ("9" * 40, None, 0), ("", "", 0),
    ],
)  # fmt: skip
def test_where_to_resume(header: str | None, query: str | None, after: int) -> None:
    assert parse_after(header, query) == after


# ---- over real sockets ------------------------------------------------------------------------------------------------------


@pytest.fixture
def served(session: FakeSession) -> Iterator[tuple[Served, Flask]]:
    app = make_app(session, max_streams=3)
    running = serve(app)
    yield running, app
    running.close()


class Reader:
    """A browser's EventSource, as far as one is needed. buffer_bytes: the size of its receive buffer, to make a slow one."""

    def __init__(self, url: str, token: str, last_id: int | None = None, buffer_bytes: int | None = None, path: str = "/events") -> None:
        parts = urlsplit(url)
        self._socket = socket.socket()
        if buffer_bytes:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
        self._socket.settimeout(20)
        self._socket.connect((parts.hostname, parts.port))
        resume = "" if last_id is None else f"Last-Event-ID: {last_id}\r\n"
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: text/event-stream\r\n"
                             f"Cookie: monitor-{parts.port}={token}\r\n{resume}\r\n".encode())  # fmt: skip
        self._rest = b""

    def read_ids(self, until: int) -> list[int]:
        """Ids in the order of arrival, up to `until`."""
        found: list[int] = []
        while not found or found[-1] < until:
            found += self._some()
        return found

    def _some(self) -> list[int]:
        data = self._socket.recv(65536)
        if not data:
            raise EOFError("the stream ended")
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [int(line[4:]) for line in lines if line.startswith(b"id: ")]

    def trickle(self, every_s: float, total_s: float) -> int:
        """Read one byte now and then; how many came before the end."""
        count, end = 0, time.monotonic() + total_s
        while time.monotonic() < end:
            if not self._socket.recv(1):
                break
            count += 1
            time.sleep(every_s)
        return count

    def close(self) -> None:
        self._socket.close()


def token_of(app: Flask, role: Role = Role.OBSERVER) -> str:
    token: str = app.extensions["monitor"].sign_ins.create("Olga", role)
    return token


def until(condition: Callable[[], bool], seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def test_a_stream_resumes_without_gap_or_repeat(session: FakeSession, served: tuple[Served, Flask]) -> None:
    running, app = served
    token, already = token_of(app), session.log.last_seq
    total = already + 60

    def write() -> None:
        for index in range(60):
            session.put("frames", {"seen": index, "processed": index, "dropped": 0})
            time.sleep(0.01)

    writer = threading.Thread(target=write)
    writer.start()
    seen: list[int] = []
    while not seen or seen[-1] < total:  # cut after every dozen events or so, and resume
        reader = Reader(running.url, token, seen[-1] if seen else None)
        seen += reader.read_ids(min(total, (seen[-1] if seen else 0) + 12))
        reader.close()
    writer.join()
    assert seen == list(range(1, total + 1))


def test_an_event_arrives_soon_after_its_commit(session: FakeSession, served: tuple[Served, Flask]) -> None:
    running, app = served
    last = session.log.last_seq
    reader = Reader(running.url, token_of(app), last)
    time.sleep(0.3)
    session.put("frames", {"seen": 1})
    committed = time.monotonic()
    assert reader.read_ids(last + 1) == [last + 1]
    assert time.monotonic() - committed < 5 * 0.3
    reader.close()


def test_one_too_many_is_told_to_come_later_and_pages_still_work(served: tuple[Served, Flask]) -> None:
    running, app = served
    token = token_of(app)
    readers = [Reader(running.url, token) for _ in range(3)]
    for reader in readers:
        reader.read_ids(1)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    connection.request("GET", "/events", headers={"Cookie": f"monitor-{running.port}={token}", "Accept": "text/event-stream"})
    answer = connection.getresponse()
    assert answer.status == 503 and int(answer.headers["Retry-After"]) > 0
    answer.read()
    connection.request("GET", "/s/table-1/panels", headers={"Cookie": f"monitor-{running.port}={token}"})
    assert connection.getresponse().status == 200
    for reader in readers:
        reader.close()
    assert until(lambda: app.extensions["monitor"].streams.taken == 0), "closed streams give their place back"
    again = Reader(running.url, token)
    assert again.read_ids(1)
    again.close()
    connection.close()


def test_opening_and_closing_leaves_nothing_behind(served: tuple[Served, Flask]) -> None:
    running, app = served
    token = token_of(app)
    slots = app.extensions["monitor"].streams
    for _ in range(3):
        Reader(running.url, token).close()
    assert until(lambda: slots.taken == 0)
    before = threading.active_count()
    for _ in range(30):
        assert until(lambda: slots.taken < slots.limit)
        Reader(running.url, token).close()
    assert until(lambda: slots.taken == 0)
    assert threading.active_count() <= before + 1


def test_a_slow_reader_is_cut_and_a_fast_one_is_not_held_up(session: FakeSession, served: tuple[Served, Flask]) -> None:
    running, app = served
    token, slots = token_of(app), app.extensions["monitor"].streams
    for _ in range(300):
        session.put("frames", {"note": "x" * 4000})
    last = session.log.last_seq
    slow = Reader(running.url, token, buffer_bytes=2048)
    trickled: list[int] = []
    thread = threading.Thread(target=lambda: trickled.append(slow.trickle(0.2, SLOW_S + 4)))
    thread.start()
    assert until(lambda: slots.taken == 1)
    fast = Reader(running.url, token)
    assert fast.read_ids(last) == list(range(1, last + 1))
    assert until(lambda: slots.taken == 1, SLOW_S + 15), "only the fast one is left"
    session.put("frames", {"note": "after"})
    assert fast.read_ids(last + 1) == [last + 1]
    thread.join()
    assert trickled[0] < 200
    slow.close()
    fast.close()


def test_revoking_a_sign_in_ends_its_open_stream(session: FakeSession, served: tuple[Served, Flask]) -> None:
    running, app = served
    token = token_of(app)
    reader = Reader(running.url, token)
    reader.read_ids(session.log.last_seq)
    app.extensions["monitor"].sign_ins.revoke(token)
    revoked = time.monotonic()
    with pytest.raises(EOFError):
        while True:
            reader.read_ids(10**9)
    assert time.monotonic() - revoked < 5 * 5
    reader.close()


def test_without_a_sign_in_there_is_no_stream(served: tuple[Served, Flask]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served[0].port, timeout=20)
    connection.request("GET", "/s/table-1/events", headers={"Accept": "text/event-stream"})
    assert connection.getresponse().status == 401
    connection.close()
