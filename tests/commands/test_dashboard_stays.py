"""The dashboard after the end: it stays at a terminal, ends by itself elsewhere, and `show` opens it again."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from monitor.cli import DONE, SYSTEM, UNREADABLE, run
from monitor.record.log import LogReader
from tests.web.fake_session import FakeSession, played

ROOT = Path(__file__).parents[2]
WAIT_S = 120.0


def _interruptible() -> None:
    """Tests that a shell runs in the background ignore Ctrl-C, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A command with a terminal of its own, whose Ctrl-C reaches all its processes."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = os.openpty()
        command = [sys.executable, "-m", "monitor", *arguments]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=_interruptible)
        os.close(slave)
        self.said = ""

    def wait_for(self, pattern: str) -> re.Match[str]:
        """What the command said last that matches; fails when it ends first."""
        until = time.monotonic() + WAIT_S
        while not (found := re.search(pattern, self.said)):
            ready, _, _ = select.select([self._master], [], [], max(0.0, until - time.monotonic()))
            assert ready, self.said
            try:
                more = os.read(self._master, 4096)
            except OSError:  # the other end is closed
                more = b""
            assert more, self.said
            self.said += more.decode(errors="replace")
        return found

    def press_ctrl_c(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)

    def close(self) -> int:
        try:
            return self.process.wait(WAIT_S)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            os.close(self._master)


def is_answering(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}api/health", timeout=20) as answer:
            return bool(json.load(answer)["ok"])
    except OSError:
        return False


def kinds(session: Path) -> list[str]:
    with LogReader(session / "log.sqlite") as log:
        return [entry.kind for entry in log.tail(0, 1000)]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("is_stopped_early", [False, True], ids=["the source ends", "Ctrl-C ends it"])
def test_the_dashboard_of_watch_stays_at_a_terminal(is_stopped_early: bool, make_clip: Callable[..., Path], tmp_path: Path) -> None:
    session = tmp_path / "s"
    clip = make_clip(frames=600 if is_stopped_early else 20, rate=10)
    terminal = Terminal("watch", str(clip), "--session", str(session), "--port", "0", "--no-browser", "--observer", "Olga")
    url = terminal.wait_for(r"Dashboard: (http\S+)")[1]
    if is_stopped_early:
        terminal.press_ctrl_c()
    terminal.wait_for(r"The dashboard stays at \S+ until Ctrl-C")
    assert is_answering(url)
    assert kinds(session)[0] == "session_started" and kinds(session)[-1] == "session_ended"
    terminal.press_ctrl_c()
    terminal.wait_for("Ended")
    assert terminal.close() == DONE
    assert not is_answering(url)


def test_without_a_terminal_watch_ends_by_itself(make_clip: Callable[..., Path], tmp_path: Path) -> None:
    session = tmp_path / "sessions" / "s"
    command = [sys.executable, "-m", "monitor", "watch", str(make_clip(frames=10, rate=10)), "--session", str(session), "--port", "0", "--record"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "only recorded" in done.stdout and f"monitor show {session}" in done.stdout
    with LogReader(session / "log.sqlite") as log:
        assert log.get(1).body["observer"] is None
    made = {str(path.relative_to(session)): stat.S_IMODE(path.stat().st_mode) for path in [session, *session.rglob("*")]}
    assert {"log.sqlite", "inbox.sqlite", "web.sqlite", "live/latest.jpg", "station.json", "evidence"} <= set(made)
    assert any(name.startswith("video/") for name in made)
    if sys.platform != "win32":
        assert {name: oct(mode) for name, mode in made.items() if mode & 0o077} == {}, "what is kept of people is for its owner alone"


def asked(arguments: Sequence[str], ask: Callable[[str, str], Any]) -> Any:
    """Runs `show`, hands its address and code to `ask`, and ends it politely."""
    process = subprocess.Popen([sys.executable, "-m", "monitor", "show", *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    code = ""
    while "code: " not in code:
        code = process.stderr.readline()
    url = re.search(r"http\S+", process.stdout.readline())
    assert url is not None
    found = ask(url[0], code.split("code: ")[1].split()[0])
    process.terminate()
    assert process.wait(WAIT_S) == DONE
    process.stdout.close()
    process.stderr.close()
    return found


def test_show_opens_a_session_that_has_ended_and_leaves_it_as_it_is(tmp_path: Path) -> None:
    session = played().copy_to(tmp_path / "sessions" / "table-1")
    session.end_appointment()
    session.end()
    session.close()
    before = {p: p.read_bytes() for p in session.directory.rglob("*") if p.is_file() and not p.name.endswith(("-shm", "-wal"))}

    def look(url: str, code: str) -> list[Any]:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        opener.addheaders = [("Origin", url.rstrip("/"))]
        opener.open(f"{url}login", data=f"code={code}&name=Dana".encode(), timeout=20).close()
        paths = ("s/table-1/", "s/table-1/flags/f2/", "s/table-1/flags/f9/")
        shown = []
        for path in paths:
            try:
                with opener.open(url + path, timeout=20) as answer:
                    shown.append("Illegal play" in answer.read().decode())
            except urllib.error.HTTPError as error:
                shown.append(error.code)
        return shown

    for folder in (session.directory, tmp_path / "sessions"):
        assert asked([str(folder), "--port", "0", "--no-browser"], look) == [True, True, 404], "what was sealed is open after the end"
    after = {p: p.read_bytes() for p in (tmp_path / "sessions").rglob("*") if p.is_file() and not p.name.endswith(("-shm", "-wal"))}
    assert after == before


@pytest.mark.parametrize("where", ["nowhere", "empty"])
def test_show_says_where_there_is_nothing_to_show(where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert run(["show", str(tmp_path / where)]) == UNREADABLE
    assert "There is no session in" in capsys.readouterr().err
    assert [p.name for p in tmp_path.rglob("*")] == ["empty"]


def test_show_says_that_the_port_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    FakeSession(tmp_path / "table-1").close()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run(["show", str(tmp_path), "--port", str(taken.getsockname()[1])]) == SYSTEM
    assert "--port" in capsys.readouterr().err
