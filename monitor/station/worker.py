"""One of the station's processes: `python -m monitor.station.worker capture|vision|web FOLDER`. Started by the supervisor only.

It ends when told to (SIGTERM, or SIGBREAK on Windows) and when its supervisor is gone: the supervisor holds the other end of its
standard input, which closes with it, so no process is ever left behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path

from monitor.errors import MonitorError
from monitor.station.config import StationOptions, WebOptions, write_whole

ENDED, FAILED, UNUSABLE = 0, 1, 4
"""Exit statuses: its work is done; it failed and may be started again; starting it again is of no use."""

_stop = threading.Event()


def main(arguments: list[str]) -> int:
    role, folder = arguments[0], Path(arguments[1])
    for name in ("SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: _stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to every process; which of them it ends is the supervisor's to say
    threading.Thread(target=_watch_parent, name="parent", daemon=True).start()
    try:
        return {"capture": run_capture, "vision": run_vision, "web": run_web}[role](folder)
    except MonitorError as error:
        _say(folder, role, str(error))
        return UNUSABLE


def run_capture(session: Path) -> int:
    """Frames from the source into the ring."""
    from monitor.station.capture import capture

    capture(session, StationOptions.read(session), _stop.is_set)
    return ENDED


def run_vision(session: Path) -> int:
    """Frames from the ring into the log."""
    import cv2

    from monitor.station.capture import ring_pointer
    from monitor.station.live import LiveSession
    from monitor.station.ring import RingReader, remove_ring

    cv2.setNumThreads(1)
    options = StationOptions.read(session)
    live = LiveSession(session, options, RingReader(ring_pointer(session), options.source))
    write_whole(session / "live" / "ready", b"ready\n")
    try:
        live.run(_stop.is_set)
    finally:
        remove_ring(ring_pointer(session))  # nobody else may be left to do it
    return ENDED


def run_web(folder: Path) -> int:
    """The dashboard over a session, or over a folder of sessions. `web.json` there says where it listens."""
    from web.app import create_app
    from web.server import serve

    options = WebOptions.model_validate_json((folder / "web.json").read_bytes())
    app = create_app(folder, login_code=os.environ.pop("MONITOR_LOGIN_CODE", None))
    try:
        served = serve(app, options.host, options.port)
    except MonitorError as error:
        _say(folder, "web", str(error))
        return UNUSABLE
    write_whole(folder / "web.address", f"{served.url}/".encode())
    _stop.wait()
    served.close()
    return ENDED


def _say(folder: Path, role: str, why: str) -> None:
    """Leaves the last reason where the supervisor finds it."""
    with contextlib.suppress(MonitorError):
        write_whole(folder / f"{role}.reason", why.encode())


def _watch_parent() -> None:
    """Blocks on standard input; its end means that the supervisor is gone."""
    try:
        while sys.stdin.buffer.read(1):
            pass
    except (OSError, ValueError, AttributeError):
        return
    _stop.set()
    time.sleep(5.0)  # whatever hangs by then, a camera's driver for one, is not waited for
    os._exit(FAILED)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # a thread that hangs in a driver must not keep the process
