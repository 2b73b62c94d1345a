"""A drawn picture together with what is known about it: the board and the things on it, each with its outline."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.training.drawn.textures import Image


@dataclass
class Thing:
    """One drawn object. outline: (n, 2) drawing pixels. color: 0 A, 1 B or -1. value: die or cube face."""

    kind: str
    outline: NDArray[np.float32]
    color: int = -1
    cell: int = -1
    value: int = 0
    tilt_deg: float = 0.0
    base: tuple[float, float] = (0.0, 0.0)
    size_px: float = 0.0
    is_hidden: bool = False


@dataclass
class Drawn:
    """A drawn board. area: x0 y0 x1 y1 of the playing area; bar: its left and right edge (x), equal when there is none."""

    image: Image
    area: tuple[float, float, float, float]
    bar: tuple[float, float]
    things: list[Thing] = field(default_factory=list)
    shear_origin: tuple[float, float, float] = (0.0, 0.0, 1.0)

    def shear(self, x: float, y: float) -> tuple[float, float]:
        cx, cy, cz = self.shear_origin
        return (x - cx) / cz, (y - cy) / cz
