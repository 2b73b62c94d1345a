"""Serving: loopback only, clear refusals, and a process of its own that may be killed (reliability.md 2, 40)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from monitor.errors import MonitorError
from tests.web.conftest import make_app
from tests.web.fake_session import FakeSession
from tests.web.test_stream import Reader
from web.auth import Role, SignIns
from web.server import main, serve

ROOT = Path(__file__).parents[2]


def test_other_addresses_need_an_express_word(session: FakeSession) -> None:
    for host in ("0.0.0.0", "192.0.2.1", "::"):
        with pytest.raises(MonitorError, match="--expose"):
            serve(make_app(session), host)


def test_a_taken_port_is_said_in_words(session: FakeSession, capsys: pytest.CaptureFixture[str]) -> None:
    running = serve(make_app(session))
    with pytest.raises(MonitorError, match="Choose another"):
        serve(make_app(session), port=running.port)
    assert main(["--session", str(session.directory), "--port", str(running.port)]) == 4
    assert "Choose another" in capsys.readouterr().err
    running.close()
    again = serve(make_app(session), port=running.port)
    again.close()


def start(session: FakeSession, port: int = 0) -> tuple[subprocess.Popen[str], int, str]:
    """A dashboard process: (process, port, code)."""
    process = subprocess.Popen([sys.executable, "-m", "web.server", "--session", str(session.directory), "--port", str(port)], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"})  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    line = process.stdout.readline()
    found = re.search(r":(\d+)$", line.strip())
    assert found, line
    code = ""
    while "code" not in code:
        code = process.stderr.readline()
    return process, int(found.group(1)), code.split("code: ")[1].split()[0]


def stop(process: subprocess.Popen[str], how: signal.Signals) -> int:
    process.send_signal(how)
    code = process.wait(timeout=20)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    return code


def test_the_process_prints_its_address_and_code_and_ends_on_ctrl_c(session: FakeSession) -> None:
    process, port, code = start(session)
    assert re.fullmatch(r"[2-9A-Z]{5}-[2-9A-Z]{5}", code)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=20) as answer:
        assert answer.status == 200 and "Server" not in answer.headers
    assert stop(process, signal.SIGINT) == 0


@pytest.mark.reliability
def test_killed_and_started_again_streams_resume_and_sign_ins_hold(session: FakeSession) -> None:
    """Each client resumes by Last-Event-ID with no gap and no repeat; the writer never notices."""
    token = SignIns(session.directory / "web.sqlite").create("Olga", Role.OBSERVER)
    process, port, _ = start(session)
    seen: list[int] = []
    try:
        for _ in range(3):
            reader = Reader(f"http://127.0.0.1:{port}", token, seen[-1] if seen else None)
            session.put("frames", {"seen": len(seen)})
            seen += reader.read_ids(session.log.last_seq)
            stop(process, signal.SIGKILL)
            reader.close()
            session.put("frames", {"seen": len(seen)})
            started = time.monotonic()
            process, port, _ = start(session, port)
            is_crowded = os.getloadavg()[0] > 2 * (os.cpu_count() or 1)
            assert time.monotonic() - started < (60 if is_crowded else 5 * 2)
    finally:
        stop(process, signal.SIGKILL)
    assert seen == list(range(1, session.log.last_seq))
