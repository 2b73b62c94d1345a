"""The camera and the file: sensor noise, exposure and white balance drift, and an H.264 MP4 with real time stamps."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from models.training.clips.stage import Picture

TIME_BASE = 90_000
MAX_BYTES = 5_600_000


class Camera:
    """Turns clean pictures into what a camera delivers. Noise is fresh on every frame, drawn from a bank at a random place."""

    def __init__(self, width: int, height: int, seed: int, *, noise: float = 2.2, drift: float = 0.018, blur: float = 0.45, shake_px: float = 0.0) -> None:
        self._rng = np.random.default_rng(seed)
        self._drift, self._blur, self._shake = drift, blur, shake_px
        self._size = width, height
        bank = self._rng.normal(0, noise, (height + 96, width + 96, 3)).astype(np.float32)
        self._bank = np.round(0.75 * bank + 0.5 * cv2.GaussianBlur(bank, (0, 0), 0.8)).astype(np.int16)
        self._phase = self._rng.uniform(0, 6.28, 4)
        self._levels = np.arange(256, dtype=np.float32)

    def __call__(self, picture: Picture, t: float) -> Picture:
        image = cv2.GaussianBlur(picture, (3, 3), self._blur) if self._blur > 0.3 else picture
        gain = 1 + self._drift * math.sin(0.31 * t + self._phase[0]) + 0.3 * self._drift * math.sin(1.7 * t + self._phase[1])
        warm = 0.5 * self._drift * math.sin(0.17 * t + self._phase[2])
        table = np.stack([self._levels * (gain * (1 - warm)), self._levels * gain, self._levels * (gain * (1 + warm))], axis=1)
        image = cv2.LUT(image, np.clip(np.round(table), 0, 255).astype(np.uint8)[None])
        if self._shake:
            dx, dy = self._rng.normal(0, self._shake, 2)
            image = cv2.warpAffine(image, np.float64([[1, 0, dx], [0, 1, dy]]), self._size, borderMode=cv2.BORDER_REPLICATE)
        x, y = self._rng.integers(0, 96, 2)
        return cv2.add(image, self._bank[y : y + image.shape[0], x : x + image.shape[1]], dtype=cv2.CV_8U)


class Mp4:
    """An H.264 yuv420p MP4, index first. Frames carry their own time stamps. The rate is held so that the file stays under MAX_BYTES."""

    def __init__(self, path: Path, width: int, height: int, fps: int, crf: int, duration_s: float) -> None:
        self._container = av.open(str(path), "w", options={"movflags": "+faststart"})
        rate = min(700_000, int(MAX_BYTES * 8 / duration_s))
        options = {"crf": str(crf), "preset": "superfast", "maxrate": str(rate), "bufsize": str(4 * rate)}
        self._stream: Any = self._container.add_stream("libx264", rate=fps, options=options)
        self._stream.width, self._stream.height, self._stream.pix_fmt = width, height, "yuv420p"
        self._stream.codec_context.time_base = Fraction(1, TIME_BASE)
        self._stream.codec_context.gop_size = fps * 4
        self._stream.codec_context.thread_count = 1

    def write(self, picture: Picture, t: float) -> None:
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="bgr24")
        frame.pts = round(t * TIME_BASE)
        frame.time_base = Fraction(1, TIME_BASE)
        for packet in self._stream.encode(frame):
            self._container.mux(packet)

    def close(self) -> None:
        for packet in self._stream.encode(None):
            self._container.mux(packet)
        self._container.close()
