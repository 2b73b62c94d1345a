"""Recording the match: H.264 in fragmented MP4 segments with the frames' real times. Whatever ends the recording, what was written plays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import av
import numpy as np
from numpy.typing import NDArray

from monitor.errors import InputError, LogError
from monitor.record.private import make_file, make_folder

TICKS = 90_000
"""Ticks a second of the files' time stamps."""
KEYFRAME_S = 1.0
"""A key frame, and so a fragment on the disk, at least this often: what a kill can cost."""
_NAME = re.compile(r"segment-([0-9]{5})-t(-?[0-9]{9,})\.mp4")


@dataclass(frozen=True, slots=True)
class Segment:
    """A recorded file. start_t: the source's time (s) of its first frame, which has time stamp 0 in the file."""

    path: Path
    index: int
    start_t: float


def list_segments(directory: Path) -> list[Segment]:
    """The recorded segments of a folder, in order."""
    found = []
    for path in directory.glob("segment-*.mp4"):
        if match := _NAME.fullmatch(path.name):
            found.append(Segment(path, int(match[1]), int(match[2]) / 1000))
    return sorted(found, key=lambda segment: segment.index)


class SegmentRecorder:
    """Writes frames into segments of about `segment_s` seconds. Not for several threads at once.

    rate: expected frames a second, a hint for the encoder only. crf: quality, lower is better. preset: x264's speed.
    dropped: frames not written, because their time was not after the last one's.
    A segment also ends where the picture's size changes. Of pictures of odd width or height the last column or row is left out: yuv420p has even sizes.
    """

    def __init__(self, directory: Path, *, segment_s: float = 60.0, rate: int = 30, crf: int = 23, preset: str = "veryfast") -> None:
        if segment_s < KEYFRAME_S:
            raise InputError(f"A segment lasts at least {KEYFRAME_S:.0f} s.")
        self.directory = Path(directory)
        make_folder(self.directory)
        self.dropped = 0
        self.frames = 0
        self._segment_s = segment_s
        self._rate = rate
        self._options = {"crf": str(crf), "preset": preset, "tune": "zerolatency", "bf": "0", "sc_threshold": "0"}
        earlier = list_segments(self.directory)
        self._next_index = earlier[-1].index + 1 if earlier else 0
        self._container: Any = None
        self._stream: Any = None
        self._size = (0, 0)
        self._start_t = 0.0
        self._last_pts = -1
        self._next_key_s = 0.0

    def write(self, image_bgr: NDArray[np.uint8], t: float) -> bool:
        """Writes a picture ((h, w, 3) BGR) of time t (s). False when its time is not after the last one's; it is then counted and left out.

        Raises LogError when the disk refuses; the segment up to there remains, and the next picture begins a new one.
        """
        height, width = image_bgr.shape[0] // 2 * 2, image_bgr.shape[1] // 2 * 2
        if image_bgr.ndim != 3 or image_bgr.shape[2] != 3 or not height or not width:
            raise InputError(f"A frame is a colour picture of at least 2 x 2 pixels, not {image_bgr.shape}.")
        is_backwards = self._container is not None and round((t - self._start_t) * TICKS) <= self._last_pts
        if is_backwards:
            self.dropped += 1
            return False
        try:
            if self._container is not None and (t - self._start_t >= self._segment_s or (width, height) != self._size):
                self._end_segment()
            if self._container is None:
                self._begin_segment(width, height, t)
            self._encode(np.ascontiguousarray(image_bgr[:height, :width]), t - self._start_t)
        except (av.error.FFmpegError, OSError) as error:
            self._give_up()
            raise LogError(f"The video could not be recorded: {error}. Free space on the disk or check its permissions.") from error
        self.frames += 1
        return True

    def close(self) -> None:
        """Ends the recording. Raises LogError when the end could not be written."""
        try:
            self._end_segment()
        except (av.error.FFmpegError, OSError) as error:
            self._give_up()
            raise LogError(f"The end of the video could not be recorded: {error}.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _begin_segment(self, width: int, height: int, t: float) -> None:
        path = self.directory / f"segment-{self._next_index:05d}-t{round(t * 1000):09d}.mp4"
        self._next_index += 1
        # One fragment for each group of pictures, the header first and empty: every fragment plays without what follows it.
        options = {"movflags": "frag_keyframe+empty_moov+default_base_moof", "flush_packets": "1"}
        make_file(path)
        self._container = av.open(str(path), "w", format="mp4", options=options)
        stream = self._container.add_stream("libx264", rate=self._rate, options=self._options)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.codec_context.time_base = stream.time_base = Fraction(1, TICKS)
        stream.codec_context.gop_size = 10_000  # key frames come by time, not by number
        self._stream = stream
        self._size = (width, height)
        self._start_t = round(t * 1000) / 1000  # as the name says
        self._last_pts = -1
        self._next_key_s = 0.0

    def _encode(self, image_bgr: NDArray[np.uint8], since_start_s: float) -> None:
        frame = av.VideoFrame.from_ndarray(image_bgr, format="bgr24").reformat(format="yuv420p", dst_colorspace="ITU709")
        frame.pts = max(0, round(since_start_s * TICKS))
        frame.time_base = Fraction(1, TICKS)
        if since_start_s >= self._next_key_s:
            frame.pict_type = av.video.frame.PictureType.I
            self._next_key_s = since_start_s + KEYFRAME_S
        self._last_pts = frame.pts
        self._container.mux(self._stream.encode(frame))

    def _end_segment(self) -> None:
        if self._container is None:
            return
        self._container.mux(self._stream.encode())
        self._container.close()
        self._container = self._stream = None

    def _give_up(self) -> None:
        """Lets go of a segment that cannot be written any more."""
        container, self._container, self._stream = self._container, None, None
        if container is not None:
            try:
                container.close()
            except (av.error.FFmpegError, OSError):
                pass  # the failure that led here is the one to tell
