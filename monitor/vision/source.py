"""Where frames come from: files, pictures, cameras, streams; and a file played at the pace of a camera."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from monitor.vision.cameras import CameraSource, LiveSource, SourceGap, StreamSource, url_for_people
from monitor.vision.frame import Frame, FrameSource
from monitor.vision.video_file import PICTURE_SUFFIXES, PictureSource, VideoFileSource, read_picture

__all__ = [
    "CameraSource", "Frame", "FrameSource", "LiveSource", "PacedSource", "PictureSource", "SourceGap", "StreamSource", "VideoFileSource",
    "is_live", "open_source", "read_picture", "source_name",
]  # fmt: skip

LATE_S = 0.10
MAX_DARK_S = 0.5


class PacedSource:
    """Plays a recorded source by its time stamps, as a camera would give it: frames that come late are dropped and counted in `dropped`.

    speed: 1.0 is the pace of the recording. When even dropping does not keep up, one frame in MAX_DARK_S still passes.
    """

    def __init__(
        self, inner: FrameSource, *, speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        self._inner, self._speed, self._clock, self._sleep = inner, speed, clock, sleep
        self.dropped = 0

    @property
    def name(self) -> str:
        return self._inner.name

    def close(self) -> None:
        self._inner.close()

    def __iter__(self) -> Iterator[Frame]:
        origin: float | None = None
        last_given = self._clock()
        for frame in self._inner:
            now = self._clock()
            if origin is None:
                origin = now - frame.t / self._speed
            due = origin + frame.t / self._speed
            if now - due > LATE_S and now - last_given < MAX_DARK_S:
                self.dropped += 1
                continue
            if due > now:
                self._sleep(due - now)
            last_given = self._clock()
            yield frame


def is_live(spec: str | int) -> bool:
    """Whether this names a camera or stream rather than a file."""
    return isinstance(spec, int) or bool(re.fullmatch(r"\d+", spec)) or spec.startswith("/dev/") or _is_url(spec)


def source_name(spec: str | int) -> str:
    """The source in words, without passwords."""
    if _is_url(str(spec)):
        return url_for_people(str(spec))
    return f"camera {spec}" if is_live(spec) else Path(str(spec)).name


def open_source(spec: str | int, *, is_paced: bool = False, start_s: float | None = None, end_s: float | None = None, **live_options: Any) -> FrameSource:
    """The source that this names: a camera's number or device, a stream's address, a picture, or a video file.

    is_paced: a file is played at its own pace. live_options: passed on to a camera or stream (on_lost, on_back, give_up_s ...).
    Raises CameraError or SourceError with one sentence.
    """
    text = str(spec)
    if re.fullmatch(r"\d+", text):
        return CameraSource(int(text), **live_options)
    if _is_url(text):
        return StreamSource(text, **live_options)
    if text.startswith("/dev/"):
        return CameraSource(text, **live_options)
    if Path(text).suffix.lower() in PICTURE_SUFFIXES:
        return PictureSource([text])
    video = VideoFileSource(text, start_s=start_s, end_s=end_s)
    return PacedSource(video) if is_paced else video


def _is_url(text: str) -> bool:
    return bool(re.match(r"(https?|rtsps?|rtmp|udp|tcp|srt)://", text, re.IGNORECASE))
