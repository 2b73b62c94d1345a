"""The last minutes of pictures, as JPEG, so that the frames that show an irregularity can still be had when it is noticed."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

QUALITY = 90
INTERVAL_S = 0.15
"""Frames nearer than this to the one kept before are not kept: dice and positions at rest stand for longer."""
WINDOW_S = 240.0
BUDGET_BYTES = 96 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """One picture. t: seconds on the source's timeline."""

    t: float
    jpeg: bytes

    def image(self) -> NDArray[np.uint8]:
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


class FrameMemory:
    """Bounded in time and in bytes. When full, the older half is thinned to every other frame before anything is forgotten."""

    def __init__(self, *, interval_s: float = INTERVAL_S, window_s: float = WINDOW_S, budget_bytes: int = BUDGET_BYTES) -> None:
        self._interval_s, self._window_s, self._budget = interval_s, window_s, budget_bytes
        self._frames: list[KeptFrame] = []
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, t: float, image: NDArray[np.uint8]) -> None:
        """Keep a picture, unless one was kept a moment ago."""
        if self._frames and 0 <= t - self._frames[-1].t < self._interval_s:
            return
        is_written, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not is_written:
            return
        frame = KeptFrame(t, data.tobytes())
        if self._frames and t < self._frames[-1].t:  # a source that began anew; its old times mean other moments
            self._frames, self.bytes = [], 0
        self._frames.append(frame)
        self.bytes += len(frame.jpeg)
        self._forget(t)

    def nearest(self, t: float, within_s: float = 1.0) -> KeptFrame | None:
        """The picture nearest to a time, None when none is near."""
        at = bisect_left(self._frames, t, key=lambda f: f.t)
        around = self._frames[max(0, at - 1) : at + 1]
        best = min(around, key=lambda f: abs(f.t - t), default=None)
        return best if best is not None and abs(best.t - t) <= within_s else None

    def _forget(self, now: float) -> None:
        first = bisect_left(self._frames, now - self._window_s, key=lambda f: f.t)
        if first:
            self._drop(self._frames[:first])
            del self._frames[:first]
        while self.bytes > self._budget and len(self._frames) > 8:
            half = len(self._frames) // 2
            self._drop(self._frames[:half:2])
            self._frames[:half] = self._frames[1:half:2]

    def _drop(self, frames: list[KeptFrame]) -> None:
        self.bytes -= sum(len(f.jpeg) for f in frames)
