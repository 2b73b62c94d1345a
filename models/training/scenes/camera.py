"""The pinhole camera of a scene: pose from elevation, azimuth, roll, lens and fill; projection world mm -> pixels. numpy, no bpy."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import geometry
from .looks import Look
from .spec import CameraSpec

Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """A solved camera. rotation rows: right, up, backward (towards the eye); position in mm; focal in px; shift as Blender's shift_x, shift_y."""

    position: Points
    rotation: Points
    focal_px: float
    shift: tuple[float, float]
    width: int
    height: int

    def project(self, points: Points) -> Points:
        """World mm (n, 3) -> pixels (n, 2); y down; pixel centres at .5."""
        local = (np.asarray(points, np.float64) - self.position) @ self.rotation.T
        depth = -local[:, 2]
        x = self.width / 2 + self.focal_px * local[:, 0] / depth - self.shift[0] * self.width
        y = self.height / 2 - self.focal_px * local[:, 1] / depth + self.shift[1] * self.width
        return np.stack([x, y], axis=1)


def solve(look: Look, spec: CameraSpec) -> View:
    """Distance so that the whole board (rims and trays) takes `fill` of the width or the height, whichever comes first; then shift the lens."""
    el, az, roll = math.radians(spec.elevation_deg), math.radians(spec.azimuth_deg), math.radians(spec.roll_deg)
    toward = np.array([math.cos(el) * math.sin(az), -math.cos(el) * math.cos(az), math.sin(el)])
    up0 = np.array([-math.sin(el) * math.sin(az), math.sin(el) * math.cos(az), math.cos(el)])
    right0 = np.cross(up0, toward)
    right = math.cos(roll) * right0 + math.sin(roll) * up0
    up = -math.sin(roll) * right0 + math.cos(roll) * up0
    rotation = np.stack([right, up, toward])
    focal = spec.width / (2 * math.tan(math.radians(spec.fov_deg) / 2))
    x0, y0, x1, y1 = geometry.outer_box(look)
    corners = np.array([[x, y, 0.0] for x in (x0, x1) for y in (y0, y1)])
    target = np.array([(x0 + x1) / 2, (y0 + y1) / 2, 0.0])

    def extent(distance: float) -> tuple[Points, Points]:
        view = View(target + toward * distance, rotation, focal, (0.0, 0.0), spec.width, spec.height)
        px = view.project(corners)
        return px.min(axis=0), px.max(axis=0)

    near, far = 0.6 * (x1 - x0), 60.0 * (x1 - x0)
    for _ in range(50):
        mid = math.sqrt(near * far)
        low, high = extent(mid)
        too_big = max((high[0] - low[0]) / spec.width, (high[1] - low[1]) / spec.height) > spec.fill
        near, far = (mid, far) if too_big else (near, mid)
    low, high = extent(far)
    middle = (low + high) / 2
    move_x = spec.width / 2 + spec.shift[0] * spec.width - middle[0]
    move_y = spec.height / 2 + spec.shift[1] * spec.height - middle[1]
    return View(target + toward * far, rotation, focal, (-move_x / spec.width, move_y / spec.width), spec.width, spec.height)


@dataclass(frozen=True)
class Orientation:
    """rotated: 0 or 90, degrees clockwise to turn the stored picture; flipped: the scene's top row is then the picture's bottom row."""

    rotated: int
    flipped: bool

    def cell(self, cell: int) -> int:
        """Scene cell -> cell of the turned picture (and back: it is its own inverse)."""
        return 23 - cell if self.flipped else cell

    def uv(self, u: float, v: float) -> tuple[float, float]:
        return (1 - u, 1 - v) if self.flipped else (u, v)


def orientation(look: Look, view: View) -> Orientation:
    """From where the board's upward direction points in the picture: up, down, left or right."""
    a, b = view.project(np.array([[0.0, -look.height_mm / 4, 0.0], [0.0, look.height_mm / 4, 0.0]]))
    dx, dy = b - a
    if abs(dy) >= abs(dx):
        return Orientation(0, bool(dy > 0))
    return Orientation(90, bool(dx > 0))
