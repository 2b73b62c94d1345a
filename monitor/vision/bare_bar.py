"""Checkers on the bar that the detector sees but faintly: wood on wood, and few boards it learnt from show any.

A hit checker stands where nothing stood, so the bar has changed there since it was last bare. A faint box on a bar that looks as it did bare stays
as faint as it is.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import AREA_W, AREA_X, BoardFit
from monitor.vision.background import SCALE, exceeds
from monitor.vision.classes import CHECKER, HAND
from monitor.vision.detector import Detections

CAME, RAISED = 0.3, 0.6
"""Changed share of a box from which something has come there, and what its confidence is raised to. On the eight validation clips the boxes of
the checkers on the bar have changed by 0.34 to 0.95."""
CLEAR = 0.5
"""A bar on which no checker is surer than this passes for bare at first; what is wrongly taken for the bare bar then is only never raised."""
DRIFT = 0.02
"""Changed share of the bar up to which only the light has changed: such a picture takes the place of the bare bar's."""


class BareBar:
    """Follows one table's canvases in the order of time."""

    def __init__(self, fit: BoardFit) -> None:
        left, right = (round((AREA_X + AREA_W * u) * SCALE) for u in fit.bar)
        self._columns = slice(left, max(right, left))
        self._bare: NDArray[np.int16] | None = None

    def judged(self, canvas: NDArray[np.uint8], found: Detections, *, is_still: bool) -> Detections:
        """The detections, faint checkers on the bar raised where something has come since it was bare. canvas: (CANVAS_H, CANVAS_W, 3) BGR."""
        x = (found.xyxy[:, 0] + found.xyxy[:, 2]) / 2 * SCALE
        is_here = (x >= self._columns.start) & (x < self._columns.stop)
        is_hidden = bool(((found.class_id == HAND) & (found.xyxy[:, 0] * SCALE < self._columns.stop) & (found.xyxy[:, 2] * SCALE > self._columns.start)).any())
        if not is_still or is_hidden or self._columns.start == self._columns.stop:
            return found
        small = cv2.blur(cv2.resize(canvas, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA), (3, 3))
        now = small[:, self._columns].astype(np.int16)
        checkers = np.flatnonzero(is_here & (found.class_id == CHECKER))
        changed = None if self._bare is None else _changed(now, self._bare)
        if changed is None:
            self._bare = None if (found.confidence[checkers] >= CLEAR).any() else now
            return found
        if changed.mean() < DRIFT:
            self._bare = now
        confidence = found.confidence.copy()
        for i in checkers:
            top, bottom = (max(0, int(v * SCALE)) for v in found.xyxy[i, [1, 3]])
            if changed[top:bottom].size and changed[top:bottom].mean() >= CAME:
                confidence[i] = max(confidence[i], np.float32(RAISED))
        return Detections(found.xyxy, confidence, found.class_id)


def _changed(now: NDArray[np.int16], before: NDArray[np.int16]) -> NDArray[np.bool_]:
    """(h, w) where the bar differs, the change of light taken out."""
    change = now - before
    return exceeds(change - np.median(change.reshape(-1, 3), 0).astype(np.int16))
