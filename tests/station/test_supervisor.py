"""The supervisor: restarts within limits, gives up with a reason, ends what it started; and a capture process under it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from monitor.station.capture import ring_pointer
from monitor.station.config import StationOptions
from monitor.station.ring import RingReader, remove_ring
from monitor.station.supervisor import MAX_RESTARTS, ProcessState, Supervisor


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    made = Supervisor()
    yield made
    made.stop()


def until(supervisor: Supervisor, is_over: Any, limit_s: float = 120.0) -> None:
    end = time.monotonic() + limit_s
    supervisor.wait(lambda: is_over() or time.monotonic() > end)
    assert is_over()


def python(code: str) -> tuple[str, ...]:
    return sys.executable, "-S", "-c", code


def test_a_process_that_ends_well_is_not_started_again(supervisor: Supervisor, tmp_path: Path) -> None:
    child = supervisor.add("job", tmp_path, command=python("pass"))
    until(supervisor, lambda: child.state is not ProcessState.RUNNING)
    assert (child.state, child.restarts) == (ProcessState.ENDED, 0)


@pytest.mark.reliability
def test_a_crash_loop_ends_in_failed_with_its_reason(supervisor: Supervisor, tmp_path: Path) -> None:
    """Reliability test 5."""
    child = supervisor.add("job", tmp_path, command=python("raise SystemExit(9)"))
    until(supervisor, lambda: child.state is ProcessState.FAILED)
    supervisor.watch()
    assert child.restarts == MAX_RESTARTS
    health = json.loads((tmp_path / "health.json").read_bytes())["processes"]["job"]
    assert health["state"] == "failed"
    assert "status 9" in health["reason"]


def test_what_is_of_no_use_is_not_tried_again(supervisor: Supervisor, tmp_path: Path) -> None:
    code = f"import pathlib; pathlib.Path({str(tmp_path)!r}, 'job.reason').write_text('There is no camera 7.'); raise SystemExit(4)"
    child = supervisor.add("job", tmp_path, command=python(code))
    until(supervisor, lambda: child.state is ProcessState.FAILED)
    assert (child.restarts, child.reason) == (0, "There is no camera 7.")


def test_a_killed_process_comes_back_and_the_other_one_does_not_notice(supervisor: Supervisor, tmp_path: Path) -> None:
    first = supervisor.add("first", tmp_path, command=python("import time; time.sleep(60)"))
    second = supervisor.add("second", tmp_path, command=python("import time; time.sleep(60)"))
    assert first.process and second.process
    killed, untouched = first.process.pid, second.process.pid
    first.process.kill()
    until(supervisor, lambda: first.restarts == 1)
    assert first.process.pid != killed and first.process.poll() is None
    assert second.process.pid == untouched and second.process.poll() is None
    supervisor.stop()
    assert first.process.poll() is not None and second.process.poll() is not None


def test_a_worker_ends_with_its_supervisor(make_clip: Any, tmp_path: Path) -> None:
    """The supervisor's end of the worker's standard input closes with it, however it ends."""
    (tmp_path / "live").mkdir()
    StationOptions(source=str(make_clip(frames=10))).write(tmp_path)
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom monitor.station.supervisor import Supervisor\n"
        "child = Supervisor().add('capture', Path(sys.argv[1]))\nprint(child.process.pid, flush=True)\ntime.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    worker = psutil.Process(int(parent.stdout.readline()))
    parent.stdout.close()
    parent.kill()
    parent.wait()
    _, alive = psutil.wait_procs([worker], timeout=60)
    for process in alive:
        process.kill()
    remove_ring(ring_pointer(tmp_path))
    assert not alive


def test_a_capture_process_that_is_killed_takes_the_file_up_where_it_was(supervisor: Supervisor, make_clip: Any, tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "ready").touch()
    StationOptions(source=str(make_clip(frames=200, rate=10))).write(tmp_path)
    child = supervisor.add("capture", tmp_path)
    reader = RingReader(ring_pointer(tmp_path), "clip")
    times: list[float] = []

    def take(enough: float) -> bool:
        frame = reader.take(0.0)
        if frame is not None:
            times.append(frame.t)
        return bool(times) and times[-1] >= enough

    until(supervisor, lambda: take(1.0))
    assert child.process
    child.process.kill()
    until(supervisor, lambda: child.restarts == 1)
    until(supervisor, lambda: take(3.0))
    assert times == sorted(times), "the file does not begin anew"
    remove_ring(ring_pointer(tmp_path))
