"""What the board under a thing looks like, in the picture's own pixels, and a crop of the thing without it.

Letters, grain, veins and the edges of points beside a die are the same before and after it was thrown. Taken out, they cannot be mistaken for its pips.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import CANVAS_H, CANVAS_W, BoardFit
from monitor.vision.faces import FaceCrop, face_crop

STEP = 20
"""Levels by which a pixel must differ from the ground, the change of light taken out, to be the thing's."""
SMOOTH = 8.0
"""Standard deviation (crop pixels) of the blur that stands for the ground around a thing: it keeps its colour and none of its pattern."""
LEAST_SHARE = 0.12
"""Share of the crop that a die takes at least: a third if its box is right, and of 62 dice of six validation clips one took less, of which half was lost."""
EDGE, CLOSED = 12, 7
"""Width of the crop's border that tells the change of light, and the largest gap between pixels of one thing: pips may look like the ground."""


class Ground:
    """The picture as it is where nothing comes and goes; follows `Background` in image pixels."""

    def __init__(self, fit: BoardFit) -> None:
        self._fit = fit
        self._picture: NDArray[np.uint8] | None = None

    def cleared(self, crop: FaceCrop, box: tuple[float, float, float, float]) -> FaceCrop | None:
        """As `without`, of the crop of a board box u0 v0 u1 v1; None before the first frame."""
        return None if self._picture is None else without(crop, face_crop(self._picture, self._fit, box))

    def follow(self, image: NDArray[np.uint8], joined: NDArray[np.bool_]) -> None:
        """image: the frame (h, w, 3). joined: (h', w') of the canvas at some scale, where the frame shows the ground as it now is."""
        if self._picture is None:
            self._picture = image.copy()
            return
        if joined.any():
            h, w = joined.shape
            place = self._fit.image_from_canvas @ np.diag([CANVAS_W / w, CANVAS_H / h, 1.0])
            mask = cv2.warpPerspective(joined.astype(np.uint8), place, (image.shape[1], image.shape[0]), flags=cv2.INTER_NEAREST)
            cv2.copyTo(image, mask, self._picture)


def without(crop: FaceCrop, ground: FaceCrop) -> FaceCrop | None:
    """The thing in the middle of a crop on smooth ground: what differs from the same crop of the ground, and is of one piece with the middle's.

    None when too little differs to be all of a die: a dark die on a dark checker.
    """
    now, before = crop.image.astype(np.int16), ground.image.astype(np.int16)
    border = np.ones(now.shape[:2], bool)
    border[EDGE:-EDGE, EDGE:-EDGE] = False
    light = np.median((now - before)[border], 0)
    mask = (np.abs(now - before - light).max(2) > STEP).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((CLOSED, CLOSED), np.uint8))
    n, pieces, stats, middles = cv2.connectedComponentsWithStats(mask)
    if n > 1:
        away = np.hypot(*(middles[1:] - np.array(mask.shape) / 2).T)
        mask = (pieces == 1 + int((stats[1:, cv2.CC_STAT_AREA] / (1 + away)).argmax())).astype(np.uint8)
    if n < 2 or mask.mean() < LEAST_SHARE:
        return None
    mask = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    share = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None]
    smooth = cv2.GaussianBlur((before + light).astype(np.float32), (0, 0), SMOOTH)
    return FaceCrop(np.clip(share * now + (1 - share) * smooth, 0, 255).astype(np.uint8), crop.shear)
