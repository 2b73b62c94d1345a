"""Starts the station's processes, restarts what fails, gives up on what keeps failing, and says so.

Only a process can be killed when a camera's driver hangs, and a dead dashboard must not stop the monitoring nor the other way round:
hence three processes. A process that failed MAX_RESTARTS times within WINDOW_S is FAILED, with its reason in `health.json`.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from monitor.station.config import write_whole
from monitor.station.worker import ENDED, UNUSABLE

MAX_RESTARTS, WINDOW_S = 5, 60.0
STOP_TIMEOUT_S = 8.0
POLL_S = 0.1


class ProcessState(StrEnum):
    """Where a process stands. ENDED: its work is done. FAILED: given up."""

    RUNNING = "running"
    ENDED = "ended"
    FAILED = "failed"


@dataclass(slots=True)
class Child:
    """One process: its command, how often it was restarted (monotonic times), and the reason of its last failure."""

    name: str
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str] | None = None
    process: subprocess.Popen[bytes] | None = None
    state: ProcessState = ProcessState.RUNNING
    restarts: int = 0
    reason: str = ""
    failed_at: deque[float] = field(default_factory=deque)
    start_at: float = 0.0

    def start(self) -> None:
        (self.folder / f"{self.name}.reason").unlink(missing_ok=True)
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, env={**os.environ, **(self.environment or {})})
        self.environment = None  # a sign-in code is for the first start only
        self.state = ProcessState.RUNNING

    def to_json(self) -> dict[str, Any]:
        pid = self.process.pid if self.process is not None and self.state is ProcessState.RUNNING else None
        return {"state": str(self.state), "pid": pid, "restarts": self.restarts, "reason": self.reason or None}


class Supervisor:
    """Keeps the processes of one or more sessions going. Call `watch` often (it does not block)."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.children: dict[str, Child] = {}
        self._written: str = ""

    def add(self, name: str, folder: Path, environment: Mapping[str, str] | None = None, command: Sequence[str] | None = None) -> Child:
        """Starts a process of the station on a folder."""
        child = Child(name, command or (sys.executable, "-m", "monitor.station.worker", name, str(folder)), folder, environment)
        self.children[name] = child
        child.start()
        return child

    def watch(self) -> None:
        """Notices ends and failures, restarts what may be restarted, and writes each folder's health when it changed."""
        now = self._clock()
        for child in self.children.values():
            if child.state is not ProcessState.RUNNING or child.process is None:
                continue
            if child.start_at:
                if now >= child.start_at:
                    child.start_at = 0.0
                    child.restarts += 1
                    child.start()
                continue
            status = child.process.poll()
            if status is not None:
                self._note_end(child, status, now)
        self._write_health()

    def _note_end(self, child: Child, status: int, now: float) -> None:
        _close_stdin(child)
        if status == ENDED:
            child.state = ProcessState.ENDED
            return
        said = child.folder / f"{child.name}.reason"
        child.reason = said.read_text("utf-8") if said.exists() else f"the {child.name} process ended with status {status}"
        child.failed_at.append(now)
        while now - child.failed_at[0] > WINDOW_S:
            child.failed_at.popleft()
        if status == UNUSABLE:
            child.state = ProcessState.FAILED
        elif len(child.failed_at) > MAX_RESTARTS:
            child.state = ProcessState.FAILED
            child.reason = f"{child.reason} ({len(child.failed_at)} times within {WINDOW_S:.0f} s)"
        else:
            child.start_at = now + min(2.0, 0.1 * 2 ** (len(child.failed_at) - 1))

    def wait(self, is_over: Callable[[], bool]) -> None:
        """Watches until `is_over`."""
        while not is_over():
            self.watch()
            time.sleep(POLL_S)

    def stop(self, *names: str) -> None:
        """Ends these processes, or all: asks, waits, and then kills."""
        chosen = [c for n, c in self.children.items() if not names or n in names]
        for child in chosen:
            _close_stdin(child)
            if child.process is not None and child.process.poll() is None:
                child.process.terminate()
        until = time.monotonic() + STOP_TIMEOUT_S
        for child in chosen:
            if child.process is None:
                continue
            try:
                child.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait(5.0)
            if child.state is ProcessState.RUNNING:
                child.state = ProcessState.ENDED
        self._write_health()

    def _write_health(self) -> None:
        states = {name: child.to_json() for name, child in self.children.items()}
        text = json.dumps({"processes": states}, sort_keys=True)
        if text == self._written:
            return
        self._written = text
        for folder in {child.folder for child in self.children.values()}:
            if folder.is_dir():
                write_whole(folder / "health.json", text.encode())


def _close_stdin(child: Child) -> None:
    if child.process is not None and child.process.stdin is not None:
        with contextlib.suppress(OSError):
            child.process.stdin.close()
