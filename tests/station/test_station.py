"""The processes together: the dashboard's process starts, answers on loopback only, and says when its port is taken."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import CameraError
from monitor.record.log import EventLog
from monitor.station.config import WebOptions
from monitor.station.station import Station


def test_the_dashboard_answers_and_ends_with_the_station(tmp_path: Path) -> None:
    EventLog.create(tmp_path / "log.sqlite").close()
    with Station(tmp_path) as station:
        address = station.start_web(WebOptions(port=0))
        assert address.url.startswith("http://127.0.0.1:")
        assert len(address.code) == 11
        with urllib.request.urlopen(f"{address.url}api/health", timeout=20) as answer:
            assert json.load(answer)["ok"] is True
        process = station.supervisor.children["web"].process
    assert process is not None and process.poll() == 0
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and address.code.replace("-", "").encode() in p.read_bytes()], "the code is not kept"


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with Station(tmp_path) as station, pytest.raises(CameraError, match=r"--port"):
            station.start_web(WebOptions(port=taken.getsockname()[1]))


def test_no_output_means_no_broken_pipe(make_clip: Any) -> None:
    """A reader of the output that goes away is no failure."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([sys.executable, "-m", "monitor", "--help"], stdout=write_end, stderr=subprocess.PIPE, check=False, text=True)
    os.close(write_end)
    assert "Traceback" not in done.stderr
