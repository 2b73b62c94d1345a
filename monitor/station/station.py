"""A station as a person starts it: the dashboard and one watched session after another, under one supervisor."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from monitor.errors import CameraError
from monitor.record.private import make_folder
from monitor.station.capture import ring_pointer
from monitor.station.config import StationOptions, WebOptions, write_whole
from monitor.station.ring import remove_ring
from monitor.station.supervisor import ProcessState, Supervisor

START_TIMEOUT_S = 60.0
DRAIN_TIMEOUT_S = 60.0
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the dashboard is, and the code for the first sign-in (good once, for ten minutes)."""

    url: str
    code: str


class Station:
    """Processes over a folder. Use as a context manager: leaving it ends them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        make_folder(folder)
        self.supervisor = Supervisor()
        self._sessions: list[Path] = []

    def __enter__(self) -> Station:
        return self

    def __exit__(self, *_: object) -> None:
        self.supervisor.stop()
        for session in self._sessions:
            remove_ring(ring_pointer(session))

    def begin(self, session: Path, options: StationOptions) -> None:
        """Starts reading a source into a session directory."""
        make_folder(session)
        make_folder(session / "live")
        options.model_copy(update={"clock_origin_s": time.monotonic()}).write(session)
        self._sessions.append(session)
        for name in ("vision", "capture"):
            self.supervisor.add(name, session)

    def start_web(self, options: WebOptions, folder: Path | None = None) -> Address:
        """Starts the dashboard and waits until it answers. Raises CameraError (status 4) with the reason when it cannot."""
        folder = folder or self.folder
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(10))
        said = folder / "web.address"
        said.unlink(missing_ok=True)
        write_whole(folder / "web.json", options.model_dump_json().encode())
        child = self.supervisor.add("web", folder, {"MONITOR_LOGIN_CODE": code})
        self._wait(lambda: said.exists() or child.state is ProcessState.FAILED)
        if not said.exists():
            raise CameraError(f"The dashboard does not start: {child.reason or 'it gives no reason'}")
        return Address(said.read_text("utf-8"), f"{code[:5]}-{code[5:]}")

    def wait_for_log(self, session: Path) -> None:
        """Until the session's log exists, or its writer has failed."""
        child = self.supervisor.children["vision"]
        self._wait(lambda: (session / "log.sqlite").exists() or child.state is ProcessState.FAILED)

    def run(self, should_stop: Callable[[], bool] = lambda: False) -> str | None:
        """Until the session's source has ended and everything is committed; returns why it failed, None when it did not."""
        vision, capture = self.supervisor.children["vision"], self.supervisor.children["capture"]
        over_since: float | None = None

        def is_over() -> bool:
            nonlocal over_since
            if capture.state is not ProcessState.RUNNING:
                over_since = over_since or time.monotonic()
            has_drained = over_since is not None and time.monotonic() - over_since > DRAIN_TIMEOUT_S
            return should_stop() or vision.state is not ProcessState.RUNNING or has_drained

        self.supervisor.wait(is_over)
        self.supervisor.stop("vision", "capture")
        for child in (capture, vision):
            if child.state is ProcessState.FAILED:
                return child.reason
        return None

    def _wait(self, is_done: Callable[[], bool]) -> None:
        until = time.monotonic() + START_TIMEOUT_S
        self.supervisor.wait(lambda: is_done() or time.monotonic() > until)
