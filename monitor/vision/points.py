"""A second look at every point as a whole: how many checkers stand there, and whose, without looking for each.

The detector finds checkers one by one; where they are squeezed, doubled or glossy it misses one or sees one twice. This network looks at a
strip of the rectified board for each point. The count comes from the strip alone, so that it cannot fill in what a full set would have;
the colour from all strips of the board together, because which of the two colours a checker has can only be told beside the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import AREA_H, AREA_W, AREA_X, AREA_Y, CANVAS_H, CANVAS_W, cell_center
from models.files import load_session
from models.sizes import POINT_FROM, POINT_H, POINT_TO, POINT_W, POINT_WIDE
from monitor.vision.logits import softmax

CELLS = 24


@dataclass(frozen=True, slots=True)
class PointReading:
    """count_p: (24, MOST_COUNTED + 1) of how many checkers; color_p: (24, 3) of what stands there if any does: the lighter colour's checkers
    only, the darker's only, both."""

    count_p: NDArray[np.float32]
    color_p: NDArray[np.float32]


def point_strips(canvas: NDArray[np.uint8], bar: tuple[float, float], size: tuple[int, int] = (POINT_W, POINT_H), wider: float = 1.0) -> NDArray[np.uint8]:
    """(24, height, width, 3) strips of a canvas, base line on top. bar: left and right edge as board u. wider: factor on what a strip shows."""
    left, right = bar
    out = np.empty((CELLS, size[1], size[0], 3), np.uint8)
    for column in range(12):
        pitch = left / 6 if column < 6 else (1 - right) / 6
        center = cell_center(bar, column)
        half = POINT_WIDE * wider * pitch / 2
        x0, x1 = (int(np.clip(round(AREA_X + AREA_W * u), 0, CANVAS_W)) for u in (center - half, center + half))
        middle, reach = (POINT_FROM + POINT_TO) / 2, (POINT_TO - POINT_FROM) * wider / 2
        for half_board in (0, 1):
            v0, v1 = (middle - reach, middle + reach) if half_board == 0 else (1 - middle - reach, 1 - middle + reach)
            y0, y1 = (int(np.clip(round(AREA_Y + AREA_H * v), 0, CANVAS_H)) for v in (v0, v1))
            strip = cv2.resize(canvas[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
            out[column + 12 * half_board] = strip if half_board == 0 else strip[::-1]
    return out


class PointReader:
    """models/point.onnx: strips (n, 24, 3, POINT_H, POINT_W) RGB 0..1 -> count logits (n, 24, 16), colour logits (n, 24, 3)."""

    def __init__(self) -> None:
        self._session = load_session("point")

    def read(self, canvas: NDArray[np.uint8], bar: tuple[float, float]) -> PointReading:
        """canvas: (CANVAS_H, CANVAS_W, 3) BGR of a board whose bar has these edges (board u)."""
        x = np.ascontiguousarray(point_strips(canvas, bar)[..., ::-1].transpose(0, 3, 1, 2)[None], np.float32) / np.float32(255)
        counts, colors = self._session.run(None, {"strips": x})
        return PointReading(softmax(counts[0]), softmax(colors[0]))
