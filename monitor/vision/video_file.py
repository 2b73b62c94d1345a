"""Video files and pictures as frame sources.

PyAV gives the real presentation time stamps, which matter for variable frame rates; OpenCV would invent them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import av
import av.error
import cv2
import numpy as np
from numpy.typing import NDArray

from monitor.errors import SourceError
from monitor.vision.frame import MAX_PIXELS, Frame

IO_TIMEOUT_S = 10.0
MAX_DAMAGED_PACKETS = 2000
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


class VideoFileSource:
    """A recorded video. `t` of each frame is its own presentation time stamp, counted from the start of the file's timeline.

    A file that was cut or damaged gives what decodes; `is_partial` and `partial_reason` say so after the iteration.
    Raises SourceError on opening when the file is missing, empty, not a video, or too large a picture; on iterating when nothing decodes.
    """

    def __init__(self, path: Path | str, *, start_s: float | None = None, end_s: float | None = None) -> None:
        self.path = Path(path)
        self._start_s, self._end_s = start_s, end_s
        self.is_partial = False
        self.partial_reason: str | None = None
        self.damaged_packets = 0
        _check_file(self.path, "video")
        self._container, self._stream = _open_video(self.path)
        context = self._stream.codec_context
        self.width, self.height = int(context.width), int(context.height)
        self._origin_s = (self._container.start_time or 0) / 1e6
        self.duration_s = _declared_duration_s(self._container, self._stream)
        self.rate_hz = float(self._stream.average_rate) if self._stream.average_rate else None

    @property
    def name(self) -> str:
        return self.path.name

    def close(self) -> None:
        self._container.close()

    def __iter__(self) -> Iterator[Frame]:
        last: float | None = None
        count = 0
        step = 1.0 / self.rate_hz if self.rate_hz else 1 / 25
        if self._start_s:
            self._container.seek(int((self._start_s + self._origin_s) * 1e6), backward=True)
        for decoded in self._decode():
            t = step * count if decoded.time is None else float(decoded.time) - self._origin_s
            if last is not None and t <= last:
                t = last + 0.001  # time stamps that stand still or run back happen in damaged files; order must stay
            last = t
            count += 1
            if self._start_s is not None and t < self._start_s - 1e-6:
                continue
            if self._end_s is not None and t > self._end_s:
                return
            yield Frame(count - 1, round(t, 6), datetime.now(UTC), _to_bgr(decoded, self.name), self.name)
        if count == 0:
            raise SourceError(f"No picture could be read from {self.name}: {self.partial_reason or 'it holds no video frames'}.")
        self._note_early_end(last or 0.0, step)

    def _decode(self) -> Iterator[Any]:
        """Decoded frames; damage is counted and noted instead of raised."""
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets)
            except StopIteration:
                return
            except (av.error.FFmpegError, OSError, ValueError) as error:
                self._note(f"the file cannot be read any further ({_plain(error)})")
                return
            try:
                frames = packet.decode()
            except (av.error.FFmpegError, ValueError) as error:
                self.damaged_packets += 1
                self._note(f"damaged data was skipped ({_plain(error)})")
                if self.damaged_packets > MAX_DAMAGED_PACKETS:
                    return
                continue
            yield from frames

    def _note_early_end(self, last_s: float, step_s: float) -> None:
        if self.duration_s and last_s + step_s < self.duration_s - max(1.0, 0.01 * self.duration_s, 3 * step_s):
            self._note(f"the file says it lasts {self.duration_s:.1f} s but its pictures end at {last_s:.1f} s")

    def _note(self, reason: str) -> None:
        self.is_partial = True
        self.partial_reason = self.partial_reason or reason


class PictureSource:
    """Single pictures, in the order given, one second apart. Orientation tags are applied."""

    def __init__(self, paths: Sequence[Path | str]) -> None:
        self.paths = [Path(p) for p in paths]

    @property
    def name(self) -> str:
        return self.paths[0].name if len(self.paths) == 1 else f"{len(self.paths)} pictures"

    def close(self) -> None:
        """Nothing is held open."""

    def __iter__(self) -> Iterator[Frame]:
        for seq, path in enumerate(self.paths):
            yield Frame(seq, float(seq), datetime.now(UTC), read_picture(path), path.name)


def read_picture(path: Path | str) -> NDArray[np.uint8]:
    """The picture as (h, w, 3) BGR, turned by its orientation tag. Raises SourceError with one sentence."""
    path = Path(path)
    _check_file(path, "picture")
    try:
        data = np.fromfile(path, np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except (OSError, cv2.error) as error:
        raise SourceError(f"{path.name} cannot be read as a picture ({_plain(error)}).") from error
    if image is None:
        raise SourceError(f"{path.name} is not a picture that can be read; JPEG, PNG, BMP, TIFF and WebP are.")
    if image.shape[0] * image.shape[1] > MAX_PIXELS:
        raise SourceError(f"{path.name} is too large: {image.shape[1]}x{image.shape[0]}, at most {MAX_PIXELS // 1_000_000} million pixels are read.")
    return np.asarray(image, np.uint8)


def _check_file(path: Path, what: str) -> None:
    if path.is_dir():
        raise SourceError(f"{path} is a folder, not a {what}.")
    if not path.exists():
        raise SourceError(f"There is no {what} {path}.")
    try:
        size = path.stat().st_size
        with path.open("rb"):
            pass
    except OSError as error:
        raise SourceError(f"{path.name} cannot be opened: {error.strerror or error}.") from error
    if size == 0:
        raise SourceError(f"{path.name} is empty (0 bytes).")


def _open_video(path: Path) -> tuple[Any, Any]:
    """The container and its first video stream. Only this one file is read: a playlist inside it may not lead elsewhere."""
    try:
        container = av.open(f"file:{path.absolute()}", options={"protocol_whitelist": "file", "max_alloc": "536870912"}, timeout=IO_TIMEOUT_S)
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise SourceError(f"{path.name} is not a video that can be read, or it was cut before its index ({_plain(error)}).") from error
    streams = [s for s in container.streams.video if s.codec_context is not None]
    if not streams:
        container.close()
        raise SourceError(f"{path.name} holds no video.")
    stream = streams[0]
    context = stream.codec_context
    if context.width * context.height > MAX_PIXELS:
        size = f"{context.width}x{context.height}"
        container.close()
        raise SourceError(f"{path.name} has pictures of {size}; at most {MAX_PIXELS // 1_000_000} million pixels are read.")
    context.options = {"max_pixels": str(MAX_PIXELS)}
    stream.thread_type = "AUTO"
    return container, stream


def _declared_duration_s(container: Any, stream: Any) -> float | None:
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    return container.duration / 1e6 if container.duration else None


def _to_bgr(frame: Any, name: str) -> NDArray[np.uint8]:
    """The picture in BGR, turned as its display matrix says (`rotation` counts counter-clockwise degrees)."""
    if frame.width * frame.height > MAX_PIXELS:
        raise SourceError(f"{name} has a picture of {frame.width}x{frame.height}; that is too large.")
    image: NDArray[np.uint8] = frame.to_ndarray(format="bgr24")
    turns = round((frame.rotation or 0) / 90) % 4
    return np.ascontiguousarray(np.rot90(image, turns)) if turns else image


def _plain(error: BaseException) -> str:
    """The short reason inside a library's error, without its path and number."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(text).strip().rstrip(".").splitlines()[0].replace("Invalid data found when processing input", "its data makes no sense as video")
