"""Live sources: a camera on this machine and a network stream. Both are reopened after a loss, with growing pauses.

A read of a camera can block for ever or repeat its last picture after an unplug, so reading happens in a thread of its own and the
waiting side has a time limit; what still hangs then is ended together with its process by the supervisor.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import av
import av.error
import cv2
import numpy as np
from numpy.typing import NDArray

from monitor.errors import CameraError
from monitor.vision.frame import MAX_PIXELS, Frame

SILENCE_S = 0.9
"""A camera that gave no picture for this long is lost (reliability test 7: noticed in under 1.0 s)."""
FROZEN_S = 1.8
"""The same picture, pixel for pixel, for this long is a frozen camera: a live sensor has noise."""
OPEN_TIMEOUT_S = 10.0
FIRST_PAUSE_S, MAX_PAUSE_S = 0.5, 5.0


@dataclass(frozen=True, slots=True)
class SourceGap:
    """A stretch without pictures: seconds on the source's timeline, until None while it lasts."""

    t: float
    until: float | None
    why: str


Grab = Callable[[], NDArray[np.uint8]]
"""Gives the next picture or raises CameraError."""


class LiveSource:
    """Frames of something that can be lost and come back.

    connect: opens it and returns (grab, close); raises CameraError. The first failure to connect is raised as it is, later ones are
    waited out for up to give_up_s.
    on_lost/on_back are called with a sentence and the source's time. gaps: what was lost so far.
    """

    def __init__(
        self, name: str, connect: Callable[[], tuple[Grab, Callable[[], None]]], *, give_up_s: float = 3600.0, can_freeze: bool = True,
        on_lost: Callable[[str, float], None] | None = None, on_back: Callable[[float], None] | None = None,
        clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        self._name, self._connect, self._give_up_s, self._can_freeze = name, connect, give_up_s, can_freeze
        self.on_lost, self.on_back = on_lost, on_back
        self._clock, self._sleep = clock, sleep
        self._begun = clock()
        self.gaps: list[SourceGap] = []
        self._is_closed = False
        self._grab, self._close_connection = connect()

    @property
    def name(self) -> str:
        return self._name

    def close(self) -> None:
        self._is_closed = True
        self._close_connection()

    def __iter__(self) -> Iterator[Frame]:
        seq = 0
        frozen = FrozenWatch(self._clock)
        while not self._is_closed:
            try:
                image = self._grab()
                if self._can_freeze and frozen.is_frozen(image):
                    raise CameraError(f"{self._name} gives the same picture again and again.")
            except CameraError as error:
                if not self._win_back(str(error)):
                    return
                frozen = FrozenWatch(self._clock)
                continue
            yield Frame(seq, round(self._clock() - self._begun, 6), datetime.now(UTC), image, self._name)
            seq += 1

    def _win_back(self, why: str) -> bool:
        """Reopens after a loss. False when it did not come back in time or the source was closed meanwhile."""
        lost_at = self._clock()
        gap = SourceGap(round(lost_at - self._begun, 3), None, why)
        self.gaps.append(gap)
        if self.on_lost:
            self.on_lost(why, gap.t)
        self._close_connection()
        pause = FIRST_PAUSE_S
        while not self._is_closed and self._clock() - lost_at < self._give_up_s:
            self._sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_S)
            try:
                self._grab, self._close_connection = self._connect()
            except CameraError:
                continue
            until = round(self._clock() - self._begun, 3)
            self.gaps[-1] = SourceGap(gap.t, until, why)
            if self.on_back:
                self.on_back(until)
            return True
        return False


class FrozenWatch:
    """Notices a picture that repeats pixel for pixel for FROZEN_S."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sample: NDArray[np.uint8] | None = None
        self._since = clock()

    def is_frozen(self, image: NDArray[np.uint8]) -> bool:
        sample = image[::7, ::7].copy()
        now = self._clock()
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample, self._since = sample, now
        return now - self._since > FROZEN_S


class CameraSource(LiveSource):
    """A camera of this machine, by number or device name. Raises CameraError when it does not exist or gives no picture."""

    def __init__(self, device: int | str, *, width: int = 1280, height: int = 720, rate_hz: int = 30, **options: Any) -> None:
        name = f"camera {device}"
        super().__init__(name, lambda: _connect_camera(device, name, width, height, rate_hz), **options)


class StreamSource(LiveSource):
    """A network stream (http, https, rtsp ...). Cuts are waited out and counted in `gaps`."""

    def __init__(self, url: str, *, timeout_s: float = 5.0, give_up_s: float = 60.0, **options: Any) -> None:
        super().__init__(url_for_people(url), lambda: _connect_stream(url, timeout_s), give_up_s=give_up_s, can_freeze=False, **options)


def url_for_people(url: str) -> str:
    """The address without a user name and password."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path.partition('?')[0]}"


class _Reader:
    """Reads in a thread of its own and keeps the newest picture only: a driver's buffer must not make pictures old."""

    def __init__(self, read: Callable[[], NDArray[np.uint8] | None], name: str, silence_s: float, lossy: bool = True) -> None:
        self._read, self._name, self._silence_s, self._lossy = read, name, silence_s, lossy
        self._ready = threading.Condition()
        self._image: NDArray[np.uint8] | None = None
        self._failure: str | None = None
        self.is_stopping = False
        self.thread = threading.Thread(target=self._run, name=f"read {name}", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.is_stopping:
            try:
                image = self._read()
            except CameraError as error:
                image, self._failure = None, str(error)
            with self._ready:
                # A stream arrives in bursts and is not a backlog of old pictures, so it waits for its taker (bounded).
                if not self._lossy and self._image is not None:
                    self._ready.wait_for(lambda: self._image is None or self.is_stopping, timeout=self._silence_s)
                if image is None:
                    self._failure = self._failure or f"{self._name} stopped giving pictures; check its cable and whether another program uses it."
                else:
                    self._image = image
                self._ready.notify_all()
            if image is None:
                return

    def take(self, timeout_s: float | None = None) -> NDArray[np.uint8]:
        with self._ready:
            has_news = self._ready.wait_for(lambda: self._image is not None or self._failure is not None, timeout_s or self._silence_s)
            if self._image is not None:
                image, self._image = self._image, None
                self._ready.notify_all()
                return image
            if not has_news:
                raise CameraError(f"{self._name} gave no picture for {timeout_s or self._silence_s:.1f} s.")
            raise CameraError(self._failure or f"{self._name} failed.")

    def stop(self) -> None:
        self.is_stopping = True
        with self._ready:
            self._ready.notify_all()
        self.thread.join(0.5)


def _connect_camera(device: int | str, name: str, width: int, height: int, rate_hz: int) -> tuple[Grab, Callable[[], None]]:
    capture = _open_capture(device, name)
    for key, value in ((cv2.CAP_PROP_FRAME_WIDTH, width), (cv2.CAP_PROP_FRAME_HEIGHT, height), (cv2.CAP_PROP_FPS, rate_hz), (cv2.CAP_PROP_BUFFERSIZE, 1)):
        capture.set(key, value)

    def read() -> NDArray[np.uint8] | None:
        is_read, image = capture.read()
        return np.asarray(image, np.uint8) if is_read and image is not None else None

    reader = _Reader(read, name, SILENCE_S)

    def close() -> None:
        reader.stop()
        if not reader.thread.is_alive():  # releasing under a blocked read hangs as well
            capture.release()

    try:
        first = [reader.take(OPEN_TIMEOUT_S)]
    except CameraError:
        close()
        raise
    return (lambda: first.pop() if first else reader.take()), close


def _open_capture(device: int | str, name: str) -> Any:
    """Opens in a thread, so that a driver that hangs on opening is noticed."""
    opened: list[Any] = []

    def open_it() -> None:
        with _quiet_native_stderr():
            opened.append(cv2.VideoCapture(device))

    thread = threading.Thread(target=open_it, name=f"open {name}", daemon=True)
    thread.start()
    thread.join(OPEN_TIMEOUT_S)
    if not opened:
        raise CameraError(f"Opening {name} takes more than {OPEN_TIMEOUT_S:.0f} s; unplug it and plug it in again.")
    if not opened[0].isOpened():
        raise CameraError(f"There is no {name} that answers; `doctor` lists the cameras that do.")
    return opened[0]


def _connect_stream(url: str, timeout_s: float) -> tuple[Grab, Callable[[], None]]:
    name = url_for_people(url)
    options = {"rtsp_transport": "tcp", "protocol_whitelist": "http,https,tcp,tls,rtsp,rtp,udp,hls,crypto"}
    try:
        container = av.open(url, timeout=timeout_s, options=options)
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise CameraError(f"The stream {name} cannot be opened ({getattr(error, 'strerror', None) or error}).") from error
    if not container.streams.video:
        container.close()
        raise CameraError(f"The stream {name} carries no video.")
    frames = container.decode(video=0)

    def read() -> NDArray[np.uint8] | None:
        try:
            frame = next(frames)
        except StopIteration:
            raise CameraError(f"The stream {name} ended.") from None
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise CameraError(f"The stream {name} was cut ({getattr(error, 'strerror', None) or error}).") from error
        if frame.width * frame.height > MAX_PIXELS:
            raise CameraError(f"The stream {name} has pictures that are too large.")
        image: NDArray[np.uint8] = frame.to_ndarray(format="bgr24")
        turns = round((frame.rotation or 0) / 90) % 4
        return np.ascontiguousarray(np.rot90(image, turns)) if turns else image

    reader = _Reader(read, f"The stream {name}", timeout_s + 1.0, lossy=False)

    def close() -> None:
        reader.stop()
        if not reader.thread.is_alive():
            container.close()

    return reader.take, close


@contextlib.contextmanager
def _quiet_native_stderr() -> Iterator[None]:
    """Keeps a native library's chatter about absent cameras off the screen; our own sentence says it better."""
    set_level = getattr(cv2, "setLogLevel", None)
    if set_level:
        set_level(0)
    try:
        fd = sys.__stderr__.fileno() if sys.__stderr__ else 2
        kept = os.dup(fd)
    except (OSError, ValueError):
        yield
        return
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, fd)
        yield
    finally:
        os.dup2(kept, fd)
        os.close(kept)
        os.close(sink)
