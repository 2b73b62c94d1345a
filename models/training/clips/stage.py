"""What the film needs of a renderer: pictures of rest states, where things are in them, and hands.

All places are in the picture's own (u, v); heights in millimetres above the playing surface.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from models.training.clips.board import Board
from models.training.scenes.spec import CheckerSpec, DieSpec

Picture = NDArray[np.uint8]
Point = tuple[float, float]


@dataclass(frozen=True)
class Rest:
    """A rest state: checkers by identity (sorted) and dice, in the picture's coordinates."""

    checkers: tuple[tuple[int, CheckerSpec], ...]
    dice: tuple[DieSpec, ...] = ()

    def key(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    def with_dice(self, *dice: DieSpec) -> Rest:
        return Rest(self.checkers, tuple(dice))


@dataclass(frozen=True)
class HandSprite:
    """A hand and arm, fingers pointing up. bgra: (h, w, 4); tip: where the fingers pinch (x, y); px_mm: its pixels per millimetre."""

    bgra: Picture
    tip: Point
    px_mm: float


class Stage(Protocol):
    """A renderer of rest states. `picture` may be slow and is called once per state, in the order of the film."""

    width: int
    height: int
    board: Board

    def picture(self, rest: Rest) -> Picture:
        """(height, width, 3) BGR, without sensor noise."""
        ...

    def image_xy(self, u: float, v: float, z_mm: float = 0.0) -> Point: ...

    def hand(self, index: int) -> HandSprite:
        """One of the table's hands: 0 and 1 belong to the near and the far player."""
        ...


def px_per_mm(stage: Stage, u: float, v: float) -> float:
    """Local scale of the picture across the board at a place."""
    x0, y0 = stage.image_xy(u - 0.01, v)
    x1, y1 = stage.image_xy(u + 0.01, v)
    return float(np.hypot(x1 - x0, y1 - y0)) / (0.02 * stage.board.width_mm)


def die_corners(stage: Stage, die: DieSpec) -> NDArray[np.float32]:
    """The eight projected corners of a die lying flat at its place and height, (8, 2); a tilted one is a little larger."""
    board, half = stage.board, stage.board.die_mm * (0.5 if die.tilt_deg < 1 else 0.66)
    turn = -np.deg2rad(die.spin_deg)  # counter-clockwise as seen, and v runs down
    points = []
    for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half)):
        x, y = dx * np.cos(turn) - dy * np.sin(turn), dx * np.sin(turn) + dy * np.cos(turn)
        for z in (die.z_mm, die.z_mm + 2 * half):
            points.append(stage.image_xy(die.u + x / board.width_mm, die.v + y / board.height_mm, z))
    return np.asarray(points, np.float32)
