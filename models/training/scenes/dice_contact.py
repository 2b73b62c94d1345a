"""Where dice can lie: poses, contact of a cocked die with what it leans on, and intersection checks. numpy, no bpy.

A die is a cube with rounded edges: an inner cube blown up by a ball, so contact with a plane and the distance to a polygon are exact. A cocked die has one
bottom edge on the board and its bottom face, or the opposite bottom edge, on a checker, the bar or a rim (`rules.md`, cocked).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
TOUCH_MM = 0.05

# Which face looks which way when the 1 is up: a right-handed western die (1 opposite 6, 2 opposite 5, 3 opposite 4; 1-2-3 counter-clockwise).
FACES: dict[int, tuple[int, int, int]] = {1: (0, 0, 1), 6: (0, 0, -1), 2: (0, -1, 0), 5: (0, 1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)}


def _about(axis: Points, degrees: float) -> Points:
    a = math.radians(degrees)
    x, y, z = axis
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(a) * skew + (1 - math.cos(a)) * skew @ skew


def _value_up(value: int) -> Points:
    """A quarter-turn rotation that brings the face with that value to +z."""
    n = np.array(FACES[value], np.float64)
    if n[2] == 1:
        return np.eye(3)
    if n[2] == -1:
        return _about(np.array([1.0, 0, 0]), 180)
    return _about(np.cross(n, [0.0, 0, 1]), 90)


def rotation(value: int, spin_deg: float, tilt_deg: float, lean_deg: float) -> Points:
    """Orientation of a die: value up, turned by spin about the vertical, then tilted so that the side towards lean_deg rises."""
    lean = math.radians(lean_deg)
    axis = np.array([math.sin(lean), -math.cos(lean), 0.0])
    return _about(axis, tilt_deg) @ _about(np.array([0.0, 0, 1]), spin_deg) @ _value_up(value)


def half_height(turn: Points, size: float, corner: float) -> float:
    """Height of the centre above the plane on which the die's lowest point rests. corner: rounding radius as a share of half the edge."""
    r = size / 2 * corner
    return float(np.abs(turn[2]).sum() * (size / 2 - r) + r)


def shown_value(turn: Points) -> int:
    """The face nearest to up."""
    return max(FACES, key=lambda value: float((turn @ np.array(FACES[value], np.float64))[2]))


@dataclass(frozen=True)
class Box:
    """A rounded box: centre, rotation (columns are its axes), half sizes with the rounding, rounding radius. mm."""

    center: tuple[float, float, float]
    turn: Points
    half: tuple[float, float, float]
    radius: float = 0.0

    def points(self) -> Points:
        inner = np.array(self.half) - self.radius
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        return np.asarray(self.center) + (signs * inner) @ self.turn.T


@dataclass(frozen=True)
class Round:
    """An upright convex solid of revolution (checker): axis place, base height, outline (radius, z above the base) from the axis to the base."""

    x: float
    y: float
    z: float
    outline: tuple[tuple[float, float], ...]

    def points(self, n: int = 48) -> Points:
        a = np.linspace(0, 2 * np.pi, n, endpoint=False)
        rings = [np.stack([self.x + r * np.cos(a), self.y + r * np.sin(a), np.full(n, self.z + z)], 1) for r, z in self.outline if r > 0]
        return np.concatenate(rings)


def gap(die: Box, other: Box | Round) -> float:
    """Separation of two convex solids in mm, negative when they intersect: the largest over candidate separating axes (exact for face and edge contacts)."""
    axes = [*die.turn.T, np.array([0.0, 0, 1])]
    if isinstance(other, Box):
        axes += list(other.turn.T)
        axes += [np.cross(a, b) for a in die.turn.T for b in other.turn.T]
        target = np.asarray(other.center)
    else:
        target = np.array([other.x, other.y, other.z + 0.5 * max(z for _, z in other.outline)])
        angles = np.linspace(0, np.pi, 24, endpoint=False)
        axes += [np.array([math.cos(a), math.sin(a), 0]) for a in angles]
        axes += [np.cross(a, [-math.sin(b), math.cos(b), 0]) for a in die.turn.T for b in angles]
    offset = target - np.asarray(die.center)
    axes += [offset, np.array([offset[0], offset[1], 0.0])]
    stack = np.array(axes)
    length = np.linalg.norm(stack, axis=1)
    stack = stack[length > 1e-6] / length[length > 1e-6, None]
    a, b = die.points() @ stack.T, other.points() @ stack.T
    gaps = np.maximum(b.min(0) - a.max(0), a.min(0) - b.max(0))
    radius = die.radius + (other.radius if isinstance(other, Box) else 0.0)
    return float(gaps.max()) - radius


def is_clear(die: Box, others: list[Box | Round], touch_mm: float = TOUCH_MM) -> bool:
    """No intersection deeper than touch_mm with any of the others."""
    return all(gap(die, other) > -touch_mm for other in others if not _is_far(die, other))


def _is_far(die: Box, other: Box | Round) -> bool:
    """Cheap certainty that two solids are apart."""
    reach = math.sqrt(sum(h * h for h in die.half))
    x, y, z = die.center
    if isinstance(other, Round):
        return math.hypot(x - other.x, y - other.y) > reach + max(r for r, _ in other.outline)
    if np.array_equal(other.turn, np.eye(3)):
        return any(abs(c - o) > reach + h for c, o, h in zip(die.center, other.center, other.half, strict=True))
    return math.dist((x, y, z), other.center) > reach + math.sqrt(sum(h * h for h in other.half))


def _edge_distance(points: Points, polygon: Points) -> float:
    """Least distance of any point to any edge of the polygon."""
    start = polygon
    along = np.roll(polygon, -1, axis=0) - start
    to = points[:, None, :] - start
    t = np.clip((to * along).sum(2) / np.maximum((along * along).sum(1), 1e-12), 0.0, 1.0)
    return float(np.sqrt(((to - t[..., None] * along) ** 2).sum(2)).min())


def _overlap(a: Points, b: Points) -> bool:
    edges = np.concatenate([np.roll(q, -1, axis=0) - q for q in (a, b)])
    normals = np.column_stack([-edges[:, 1], edges[:, 0]])
    pa, pb = a @ normals.T, b @ normals.T
    return not bool(((pa.max(0) < pb.min(0)) | (pb.max(0) < pa.min(0))).any())


def _polygon_distance(a: Points, b: Points) -> float:
    """Distance of two convex polygons, 0 when they overlap."""
    if _overlap(a, b):
        return 0.0
    return min(_edge_distance(a, b), _edge_distance(b, a))


def lean_distance(size: float, corner: float, tilt_deg: float, outline: list[tuple[float, float]]) -> float | None:
    """Horizontal distance from a leaning die's centre to the front of an obstacle it just touches.

    Section through the direction of lean: the die rises towards +x; the obstacle is given by its outline as (setback, z): setback 0 is its front,
    larger is farther from the die; from its top to its foot. None if it does not touch such that the die is held (it would lie flat or topple over).
    """
    r = size / 2 * corner
    h = size / 2 - r
    t = math.radians(tilt_deg)
    c, s = math.cos(t), math.sin(t)
    z0 = h * (c + s) + r
    square = np.array([[c * x - s * z, s * x + c * z + z0] for x, z in ((-h, -h), (h, -h), (h, h), (-h, h))])
    wall = np.array([(x, z) for x, z in outline] + [(3 * size, 0.0), (3 * size, outline[0][1])], np.float64)
    wall = wall[np.r_[True, np.any(np.diff(wall, axis=0) != 0, axis=1)]]
    near, far = -2.0 * size, 2.0 * size
    for _ in range(40):
        mid = (near + far) / 2
        free = _polygon_distance(square, wall + np.array([mid, 0.0])) >= r
        near, far = (near, mid) if free else (mid, far)
    return far if far > 0.05 * size else None
