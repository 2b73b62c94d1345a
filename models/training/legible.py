"""How well the pips of a die can be told from its face in a picture as it is.

A polished die mirrors the lamp and then shows no pips, to anybody. The tables tell such dice apart, so that a reader's own misses are seen.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.scenes.designs import DieDesign
from models.training.scenes.faces import PIPS

CLEAR_PIPS = 10.0
"""Contrast from which a die can be read: of 68 flat dice of four validation clips the twelve below 8 show nobody their number, and of the next
seven, 13 to 18, all but one do. Of dice smaller than 15 pixels it is no measure: blurred pips that can still be read come out below 5."""
PIP, AROUND, LIKE = 0.7, (1.4, 2.0), 0.3
"""A pip is measured within this share of its radius, what is around it between these, and of that the share that is most like it counts."""

ToPicture = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Places (n, 2) of a die's upper face, in its edges from the middle, to pixels (n, 2) of the picture."""


def contrast(picture: NDArray[np.uint8], value: int, design: DieDesign, to_picture: ToPicture) -> float:
    """CIELAB distance between the faintest pip of the upper face and the face around it. picture: (h, w, 3) BGR.

    A two, a three and a six lie in one of two ways across the face: that which tells more is meant.
    """
    lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return round(max(_faintest(lab, value, design, to_picture, quarter) for quarter in (0, 1)), 1)


def _faintest(lab: NDArray[np.float32], value: int, design: DieDesign, to_picture: ToPicture, quarter: int) -> float:
    """What sets the faintest pip off from the ground around it, where that ground is most like it: glare beside a pip hides it on that side only."""
    found = []
    for x, y in PIPS[value]:
        middle = np.array([(-y, x) if quarter else (x, y)], float) * design.spread
        pip = _colors(lab, to_picture(middle + _rings(0.0, PIP) * design.pip_share)).mean(0)
        around = _colors(lab, to_picture(middle + _rings(*AROUND) * design.pip_share))
        found.append(float(np.quantile(np.linalg.norm(around - pip, axis=1), LIKE)))
    return min(found)


def _rings(inner: float, outer: float) -> NDArray[np.float64]:
    """(n, 2) places on three circles from the inner to the outer radius."""
    angles = np.arange(16) * np.pi / 8
    return np.concatenate([r * np.column_stack([np.cos(angles), np.sin(angles)]) for r in np.linspace(inner, outer, 3)])


def _colors(lab: NDArray[np.float32], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Colours (n, 3) at pixels (n, 2)."""
    at = at.astype(np.float32)
    return np.asarray(cv2.remap(lab, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR)[0], float)
