"""Board geometry: cells, board coordinates and millimetres. Pure Python.

World frame: millimetres, origin in the middle of the playing area, x to the right, y up (away from the camera at azimuth 0), z up, z = 0 the
playing surface. u, v as in `spec`: x = (u - 0.5) * width, y = (0.5 - v) * height. Cells: 0-11 top row left to right, 12-23 bottom row.
"""

from __future__ import annotations

from itertools import pairwise

from .designs import CheckerDesign
from .looks import Look

REFERENCE_DIAMETER_MM = 40.0


def to_world(look: Look, u: float, v: float) -> tuple[float, float]:
    return (u - 0.5) * look.width_mm, (0.5 - v) * look.height_mm


def to_uv(look: Look, x: float, y: float) -> tuple[float, float]:
    return x / look.width_mm + 0.5, 0.5 - y / look.height_mm


def cell_x(look: Look, cell: int) -> float:
    """World x of the middle of a cell's column."""
    column = cell % 12
    x = -look.width_mm / 2 + (column + 0.5) * look.pitch_mm
    return x + look.bar_mm if column >= 6 else x


def is_top(cell: int) -> bool:
    return cell < 12


def checker_diameter(look: Look) -> float:
    return look.pitch_mm * look.checker_ratio


def checker_thickness(look: Look, design: CheckerDesign) -> float:
    return design.thickness_mm * checker_diameter(look) / REFERENCE_DIAMETER_MM


def bar_top_mm(look: Look) -> float:
    """Height of the bar's surface above the playing surface."""
    return look.bar_height_mm if look.bar_style in ("raised", "fold") else 0.0


def surface_half(look: Look) -> tuple[float, float]:
    """Half width and half height of the flat surface, margins included: where the rims (or trays) begin."""
    return look.width_mm / 2 + look.margin_mm[0], look.height_mm / 2 + look.margin_mm[1]


def tray_spans(look: Look) -> list[tuple[float, float]]:
    """(x0, x1) of each tray's floor; between surface and tray stands a wall of `wall_mm`."""
    half = surface_half(look)[0]
    wall = wall_mm(look)
    spans = []
    if look.trays in ("both", "left"):
        spans.append((-half - wall - look.tray_mm, -half - wall))
    if look.trays in ("both", "right"):
        spans.append((half + wall, half + wall + look.tray_mm))
    return spans


def wall_mm(look: Look) -> float:
    return max(5.0, look.rim_mm * 0.55)


def outer_box(look: Look) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of the whole board with trays and rims."""
    half_x, half_y = surface_half(look)
    x0, x1 = -half_x, half_x
    for a, b in tray_spans(look):
        x0, x1 = min(x0, a), max(x1, b)
    return x0 - look.rim_mm, -half_y - look.rim_mm, x1 + look.rim_mm, half_y + look.rim_mm


def solid_boxes(look: Look) -> list[tuple[str, float, float, float, float, float, float]]:
    """Solid parts above the playing surface as (name, x0, x1, y0, y1, z0, z1): "bar" and "rim". What dice may lean on and must not enter."""
    half_x, half_y = surface_half(look)
    x0, y0, x1, y1 = outer_box(look)
    boxes: list[tuple[str, float, float, float, float, float, float]] = []
    top = look.rim_height_mm
    if top > 0 and look.rim_mm > 0:
        wall = wall_mm(look)
        left, right = look.trays in ("both", "left"), look.trays in ("both", "right")
        boxes.append(("rim", x0, x1, half_y, y1, -look.thickness_mm, top))
        boxes.append(("rim", x0, x1, y0, -half_y, -look.thickness_mm, top))
        boxes.append(("rim", x0, x0 + look.rim_mm, -half_y, half_y, -look.thickness_mm, top))
        boxes.append(("rim", x1 - look.rim_mm, x1, -half_y, half_y, -look.thickness_mm, top))
        if left:
            boxes.append(("rim", -half_x - wall, -half_x, -half_y, half_y, -look.thickness_mm, top))
        if right:
            boxes.append(("rim", half_x, half_x + wall, -half_y, half_y, -look.thickness_mm, top))
    if look.bar_style == "raised":
        boxes.append(("bar", -look.bar_mm / 2, look.bar_mm / 2, -half_y, half_y, -look.thickness_mm, look.bar_height_mm))
    elif look.bar_style == "fold":
        gap = 0.6
        boxes.append(("bar", -look.bar_mm / 2, -gap, -half_y, half_y, -look.thickness_mm, look.bar_height_mm))
        boxes.append(("bar", gap, look.bar_mm / 2, -half_y, half_y, -look.thickness_mm, look.bar_height_mm))
    return boxes


def tray_floor_mm(look: Look) -> float:
    """Height of the tray's floor: a little lower than the playing surface."""
    return -min(8.0, look.thickness_mm * 0.5)


def checker_profile(design: CheckerDesign, radius: float, thickness: float) -> list[tuple[float, float, int]]:
    """Profile of a checker from the axis outwards and down, as (radius, z, material of the strip that ends here); z = 0 is the base.

    Materials: 0 body, 1 ring and side. The last point is on the base. The outline without its hollows is what dice lean on.
    """
    r, t, k = radius, thickness, design.amount
    side = 1 if design.ring[0] is not None else 0
    e = min(0.5 * k, 0.2 * t) + 0.05
    body = {
        "flat": [(0.0, t, 0), (r - e, t, 0), (r, t - e, side)],
        "bevel": [(0.0, t, 0), (r * (1 - 0.10 * k), t, 0), (r * (1 - 0.03 * k), t - 0.10 * k * t, 0), (r, t - 0.28 * k * t if k < 2 else t * 0.4, 0)],
        "ring": [(0.0, t - 0.3, 0), (r * 0.88, t - 0.3, 0), (r * 0.885, t, 1), (r * 0.97, t, 1), (r, t - 0.8, 1)],
        "dish": [(0.0, t * 0.70, 0), (r * 0.50, t * 0.72, 0), (r * 0.72, t * 0.86, 0), (r * 0.80, t, 0), (r * 0.95, t, 0), (r, t - 0.8, 0)],
        "engraved": _grooves(r, t, k),
        "dome": [(r * s, t * (1 - 0.30 * k * s * s), 0) for s in (0.0, 0.25, 0.45, 0.62, 0.76, 0.88, 0.96)] + [(r, t * (1 - 0.42 * k), 0)],
        "dent": [
            (0.0, t * (1 - 0.26 * k), 0),
            (r * 0.22, t * (1 - 0.24 * k), 0),
            (r * 0.40, t * (1 - 0.13 * k), 0),
            (r * 0.52, t - 0.2, 0),
            (r * 0.56, t, 0),
            (r * 0.93, t, 0),
            (r, t - 0.9, 0),
        ],
        "cup": [
            (0.0, t * 0.78, 0),
            (r * 0.60, t * 0.78, 0),
            (r * 0.64, t * 0.80, 0),
            (r * 0.69, t, 0),
            (r * 0.90, t, 0),
            (r * 0.97, t * 0.93, 0),
            (r, t * 0.80, 0),
        ],
        "lip": [(0.0, t * 0.86, 0), (r * (0.80 - 0.04 * k), t * 0.86, 0), (r * (0.82 - 0.04 * k), t, side), (r - e, t, side), (r, t - e, side)],
    }[design.profile]
    return [*body, (r, e * 0.5, side), (r - e * 0.5, 0.0, side)]


def _grooves(r: float, t: float, k: float) -> list[tuple[float, float, int]]:
    depth = 0.12 * t
    points: list[tuple[float, float, int]] = [(0.0, t - depth * 0.6, 0), (r * 0.12, t, 0)]
    for s in (0.34, 0.58, 0.80) if k < 1.5 else (0.45, 0.72):
        points += [(r * (s - 0.025), t, 0), (r * s, t - depth, 0), (r * (s + 0.025), t, 0)]
    return [*points, (r * 0.95, t, 0), (r, t - 0.8, 0)]


def convex_outline(profile: list[tuple[float, float, int]]) -> list[tuple[float, float]]:
    """Upper convex outline of a profile as (radius, z) from the axis to the base: what touches a flat face."""
    points = [(p[0], p[1]) for p in profile]
    top = max(z for _, z in points)
    first = max((p for p in points if abs(p[1] - top) < 1e-9), key=lambda p: p[0])
    tail = points[points.index(first) :]
    hull: list[tuple[float, float]] = [(0.0, top)]
    for point in tail:
        while len(hull) > 1 and (hull[-1][0] - hull[-2][0]) * (point[1] - hull[-2][1]) - (hull[-1][1] - hull[-2][1]) * (point[0] - hull[-2][0]) >= 0:
            hull.pop()
        hull.append(point)
    return hull


def rest_height(design: CheckerDesign, radius: float, thickness: float, half_diagonal: float) -> float:
    """Height at which something flat with that half diagonal lies when centred on the checker: in the hollow if it fits, else on the highest ring."""
    inside = [z for r, z, _ in checker_profile(design, radius, thickness) if r <= half_diagonal]
    profile = checker_profile(design, radius, thickness)
    heights = list(inside)
    for (r0, z0, _), (r1, z1, _) in pairwise(profile):
        if r0 <= half_diagonal < r1 and z1 > 0:
            heights.append(z0 + (z1 - z0) * (half_diagonal - r0) / (r1 - r0))
    return max(heights)
