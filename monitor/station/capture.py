"""The capture process's work: it owns the source and hands its frames to the ring; a lost camera is told to the writer's inbox."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from monitor.errors import InputError, LogError, MonitorError
from monitor.record.inbox import Inbox
from monitor.record.recorder import SegmentRecorder
from monitor.station.config import StationOptions, write_whole
from monitor.station.ring import RingWriter, last_t
from monitor.station.writer import CAMERA_LOST
from monitor.vision.frame import Frame, FrameSource
from monitor.vision.source import PacedSource, is_live, open_source

READY_TIMEOUT_S = 60.0
BEAT_EVERY_S = 0.3


def capture(session: Path, options: StationOptions, stop: Callable[[], bool]) -> str:
    """Until the source ends or `stop` says so; returns why. Raises CameraError or SourceError when it cannot be opened.

    A file waits until the reading side is ready, as nobody would start a match before the monitor runs; a camera does not.
    """
    ring = RingWriter(ring_pointer(session))
    live = is_live(options.source)
    source: FrameSource | None = None
    try:
        if live:
            source = open_source(options.source, **_live_options(session, options))
        else:
            source = open_source(options.source, is_paced=options.is_paced, start_s=last_t(ring_pointer(session)))
        if not live:
            _wait_for(session / "live" / "ready", stop)
        _beat_in_background(ring, stop)
        recording = Recording(session, options) if options.is_recording else None
        try:
            for frame in source:
                if stop():
                    return "stopped"
                timed = _on_session_time(frame, options) if live else frame
                ring.dropped_before = source.dropped if isinstance(source, PacedSource) else 0
                ring.put(timed)
                if recording:
                    recording.write(timed)
        finally:
            if recording:
                recording.close()
        return "the source has ended"
    except MonitorError as error:
        write_whole(session / "capture.reason", str(error).encode())  # before the end, which makes the writer look for it
        raise
    finally:
        ring.end()
        if source is not None:
            source.close()


class Recording:
    """The match as video, beside the reading of it. When the disk refuses, recording stops and says so; the reading goes on."""

    def __init__(self, session: Path, options: StationOptions) -> None:
        self._recorder: SegmentRecorder | None = SegmentRecorder(session / "video", rate=options.rate_hz)
        self._session = session

    def write(self, frame: Frame) -> None:
        self._try(lambda recorder: recorder.write(frame.image, frame.t))

    def close(self) -> None:
        self._try(lambda recorder: recorder.close())

    def _try(self, act: Callable[[SegmentRecorder], object]) -> None:
        if self._recorder is None:
            return
        try:
            act(self._recorder)
        except LogError as error:
            self._recorder = None
            print(f"Recording has stopped: {error}", file=sys.stderr, flush=True)
            with contextlib.suppress(InputError):  # on a full disk not even that
                write_whole(self._session / "recording.reason", str(error).encode())


def ring_pointer(session: Path) -> Path:
    return session / "live" / "ring.json"


def _live_options(session: Path, options: StationOptions) -> dict[str, Any]:
    inbox = Inbox(session / "inbox.sqlite")

    def on_lost(why: str, t: float) -> None:
        inbox.put("capture", CAMERA_LOST, {"t": round(time.monotonic() - options.clock_origin_s, 3), "why": why})

    more = {} if "://" in options.source else {"width": options.width, "height": options.height, "rate_hz": options.rate_hz}
    return {"on_lost": on_lost, "give_up_s": options.give_up_s, **more}


def _on_session_time(frame: Frame, options: StationOptions) -> Frame:
    """A live frame's time counts from the start of the session, so that it goes on over a restart of this process."""
    return Frame(frame.seq, round(time.monotonic() - options.clock_origin_s, 6), frame.t_wall, frame.image, frame.source)


def _wait_for(path: Path, stop: Callable[[], bool]) -> None:
    until = time.monotonic() + READY_TIMEOUT_S
    while not path.exists() and not stop() and time.monotonic() < until:
        time.sleep(0.02)


def _beat_in_background(ring: RingWriter, stop: Callable[[], bool]) -> None:
    """Shows life while the source is silent: what hangs then is the camera, not this process."""

    def beat() -> None:
        while not stop():
            ring.beat()
            time.sleep(BEAT_EVERY_S)

    threading.Thread(target=beat, name="beat", daemon=True).start()
