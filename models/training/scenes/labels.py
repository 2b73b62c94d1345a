"""Truth of a rendered still: from the scene's data, the camera and the object-index pass. numpy and OpenCV, no bpy.

`label(...)` -> (truth, meta). truth has the shape of `formats.md` section 1 plus
undecidable, elevation_deg, look, checkers and of each die tilt_deg and size_px. meta is for training:

    keypoints      8 x [x, y] px: playing area TL, TR, BR, BL, then the bar's TL, TR, BR, BL, order as turned, pixels of the picture as stored
    width_mm, height_mm, bar_mm      of the playing area
    homography     3 x 3: (u, v, 1) of the turned playing area -> px
    objects        [{kind, color, cell, level, box, visible_box, visible_px, visible, base, top, value, tilt_deg, on, flat, face_normal, face_quad}, ...]

Cells are those of the turned picture (0-11 top row, 12-23 bottom). box: projected, unclipped; visible: visible pixels / pixels of the full outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from . import camera, compose, dice_contact, geometry, throw
from .designs import CHECKERS, CUBES, DICE
from .looks import LOOKS, Look
from .spec import CheckerSpec, SceneSpec

Points = NDArray[np.float64]
COVERED_SHARE = 0.15


def _round(values: Any, digits: int = 2) -> Any:
    return np.round(np.asarray(values, np.float64), digits).tolist()


def solid_points(spec: SceneSpec, kind: str, k: int) -> Points:
    """Points whose hull is the object's outline (checker, die, cube), world mm."""
    look, design = LOOKS[spec.look], CHECKERS[spec.checkers]
    if kind == "checker":
        piece = spec.pieces[k]
        if piece.on_edge:
            r, t = geometry.checker_diameter(look) / 2, geometry.checker_thickness(look, design)
            x, y = geometry.to_world(look, piece.u, piece.v)
            z = throw.checker_base(look, design, piece) + r
            a = np.linspace(0, 2 * np.pi, 40, endpoint=False)
            return np.concatenate([np.column_stack([x + r * np.cos(a), np.full(40, y + s * t / 2), z + r * np.sin(a)]) for s in (-1, 1)])
        return throw.checker_solid(look, design, piece).points()
    if kind == "die":
        die = spec.dice[k]
        solid = throw.die_solid(look, die, compose.scaled_die(spec.dice_design[die.set_index], look))
    else:
        solid = throw.cube_solid(look, spec.cubes[k], CUBES[spec.cube_design], throw.cube_scale(look))
    inner = solid.points()
    ball = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) != (0, 0, 0)], np.float64)
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    return (inner[:, None, :] + ball[None] * solid.radius).reshape(-1, 3)


def _outline(view: camera.View, points: Points) -> tuple[Points, float]:
    """(hull in px, its area in px within the picture)."""
    px = view.project(points)
    hull = cv2.convexHull(px.astype(np.float32))[:, 0, :].astype(np.float64)
    if (hull.min(0) >= 0).all() and (hull.max(0) <= [view.width, view.height]).all():
        return hull, float(cv2.contourArea(hull.astype(np.float32)))
    low, high = np.floor(hull.min(0)) - 1, np.ceil(hull.max(0)) + 1
    low, high = np.maximum(low, 0), np.minimum(high, [view.width, view.height])
    size = (high - low).astype(int)
    if (size <= 0).any():
        return hull, 0.0
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round((hull - low - 0.5) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return hull, float(mask.sum())


def _visible(index: NDArray[np.int32], number: int) -> tuple[list[int] | None, int]:
    ys, xs = np.nonzero(index == number)
    if len(xs) == 0:
        return None, 0
    return [int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1], len(xs)


def _face(view: camera.View, solid: dice_contact.Box) -> tuple[Points, Points]:
    """(normal of the uppermost face, its corners in px)."""
    axes = [*solid.turn.T, *(-solid.turn.T)]
    normal = max(axes, key=lambda a: float(a[2]))
    half = solid.half[0]
    side = solid.turn.T[int(np.argmin(np.abs(solid.turn.T @ normal)))]
    other = np.cross(normal, side)
    center = np.asarray(solid.center) + normal * half
    corners = np.array([center + half * (a * side + b * other) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return normal, view.project(corners)


def _object(
    spec: SceneSpec, look: Look, view: camera.View, turn: camera.Orientation, kind: str, k: int, index: NDArray[np.int32], number: int
) -> dict[str, Any]:
    seen_box, seen = _visible(index, number)
    item: dict[str, Any] = {"kind": kind, "id": number, "visible_box": seen_box, "visible_px": seen}
    if kind in ("hand", "cup", "other"):
        return {**item, "box": seen_box, "visible": None}
    hull, full = _outline(view, solid_points(spec, kind, k))
    item |= {"box": _round([*hull.min(0), *hull.max(0)]), "visible": round(min(1.0, seen / full), 3) if full else 0.0}
    inside = (hull.min(0) >= 0).all() and (hull.max(0) <= [view.width, view.height]).all()
    item["in_picture"] = bool(inside)
    if kind == "checker":
        piece = spec.pieces[k]
        design = CHECKERS[spec.checkers]
        x, y = geometry.to_world(look, piece.u, piece.v)
        z, t = throw.checker_base(look, design, piece), geometry.checker_thickness(look, design)
        height = geometry.checker_diameter(look) if piece.on_edge else t
        base, top = view.project(np.array([[x, y, z], [x, y, z + height]]))
        cell = turn.cell(piece.cell) if isinstance(piece.cell, int) else piece.cell
        return {**item, "color": piece.color, "cell": cell, "level": piece.level, "on_edge": piece.on_edge, "base": _round(base), "top": _round(top)}
    if kind == "die":
        die = spec.dice[k]
        design_d = compose.scaled_die(spec.dice_design[die.set_index], look)
        solid = throw.die_solid(look, die, design_d)
        value, tilt, on = die.value, die.tilt_deg, die.on
    else:
        cube = spec.cubes[k]
        solid = throw.cube_solid(look, cube, CUBES[spec.cube_design], throw.cube_scale(look))
        value, tilt, on = cube.value, 0.0, "cube"
    normal, quad = _face(view, solid)
    x, y, z = solid.center
    base, top = view.project(np.array([[x, y, z - solid.half[2]], [x, y, z + solid.half[2]]]))
    return {
        **item,
        "value": value,
        "tilt_deg": round(tilt, 2),
        "on": on,
        "flat": tilt < 1.0,
        "center": _round(view.project(np.array([[x, y, z]]))[0]),
        "base": _round(base),
        "top": _round(top),
        "face_normal": _round(normal, 4),
        "face_quad": _round(quad),
        "size_px": round(float(np.sqrt(cv2.contourArea(quad.astype(np.float32)))), 2),
    }


def cell_text(pieces: Sequence[CheckerSpec], cell: int) -> str:
    """ "0", "A2", or for a hit checker not lifted "B1+A1" with the upper (last placed) first."""
    here = [p for p in pieces if p.cell == cell]
    counts = {c: sum(p.color == c for p in here) for c in "AB"}
    present = [c for c in "AB" if counts[c]]
    if not present:
        return "0"
    if len(present) == 1:
        return f"{present[0]}{counts[present[0]]}"
    upper = max(here, key=lambda p: (p.level, here.index(p))).color
    lower = "A" if upper == "B" else "B"
    return f"{upper}{counts[upper]}+{lower}{counts[lower]}"


def _homography(view: camera.View, look: Look, turn: camera.Orientation) -> Points:
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    world = np.array([[*geometry.to_world(look, *turn.uv(u, v)), 0.0] for u, v in corners])
    return np.asarray(cv2.getPerspectiveTransform(np.array(corners, np.float32), view.project(world).astype(np.float32)), np.float64)


def _hidden_cells(objects: list[dict[str, Any]], homography: Points, look: Look, index: NDArray[np.int32]) -> list[int]:
    """Cells of which a hand or cup hides a good part of the column, or most of a checker."""
    covers = [o["id"] for o in objects if o["kind"] in ("hand", "cup")]
    if not covers:
        return []
    mask = np.isin(index, covers)
    hidden = set()
    for cell in range(24):
        column = cell % 12
        u0 = (column * look.pitch_mm + (look.bar_mm if column >= 6 else 0.0)) / look.width_mm
        u1 = u0 + look.pitch_mm / look.width_mm
        v0, v1 = (0.0, 0.46) if cell < 12 else (0.54, 1.0)
        quad = cv2.perspectiveTransform(np.array([[[u0, v0], [u1, v0], [u1, v1], [u0, v1]]], np.float64), homography)[0]
        area = np.zeros(index.shape, np.uint8)
        cv2.fillPoly(area, [np.round(quad).astype(np.int32)], 1)
        inside = area > 0
        if inside.any() and float(mask[inside].mean()) >= COVERED_SHARE:
            hidden.add(cell)
    for o in objects:
        if o["kind"] == "checker" and isinstance(o["cell"], int) and o["visible"] < 0.35 and o["level"] == 0:
            x0, y0, x1, y1 = (int(max(0, c)) for c in o["box"])
            if mask[y0:y1, x0:x1].any() and mask[y0:y1, x0:x1].mean() > 0.3:
                hidden.add(o["cell"])
    return sorted(hidden)


def label(spec: SceneSpec, view: camera.View, index: NDArray[np.int32], registry: Sequence[tuple[str, int]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """registry: (kind, position in its list) of the objects with index 1, 2, ..."""
    look = LOOKS[spec.look]
    turn = camera.orientation(look, view)
    objects = [_object(spec, look, view, turn, kind, k, index, n) for n, (kind, k) in enumerate(registry, start=1)]
    homography = _homography(view, look, turn)
    bar0, bar1 = 6 * look.pitch_mm / look.width_mm, (6 * look.pitch_mm + look.bar_mm) / look.width_mm
    marks = np.array([[[0, 0], [1, 0], [1, 1], [0, 1], [bar0, 0], [bar1, 0], [bar1, 1], [bar0, 1]]], np.float64)
    keypoints = cv2.perspectiveTransform(marks, homography)[0]
    inside = (keypoints[:4].min() >= 0) and (keypoints[:4, 0].max() <= view.width) and (keypoints[:4, 1].max() <= view.height)
    cells = [cell_text(spec.pieces, turn.cell(c)) for c in range(24)]
    hidden = _hidden_cells(objects, homography, look, index)
    by_kind = {kind: [o for o in objects if o["kind"] == kind] for kind in ("checker", "die", "cube", "hand", "cup")}
    off = [o for o in by_kind["checker"] if o["cell"] == "off"]
    is_countable = all(o["level"] == 0 for o in off) and not any(0 < o["visible"] < 0.3 and o["visible_px"] > 0 for o in off)
    covers = np.isin(index, [o["id"] for o in objects if o["kind"] in ("hand", "cup")])
    area = np.zeros(index.shape, np.uint8)
    cv2.fillPoly(area, [np.round(keypoints[:4]).astype(np.int32)], 1)
    dice = [
        {
            "value": o["value"],
            "xy": o["center"],
            "color": spec.dice_design[spec.dice[k].set_index],
            "flat": o["flat"],
            "on": o["on"],
            "tilt_deg": o["tilt_deg"],
            "size_px": o["size_px"],
        }
        for k, o in enumerate(by_kind["die"])
        if o["visible"] >= 0.3 and o["in_picture"]
    ]
    cube = next(({"value": o["value"], "xy": o["center"]} for o in by_kind["cube"] if o["visible"] >= 0.3 and o["in_picture"]), None)
    truth: dict[str, Any] = {
        "width": view.width,
        "height": view.height,
        "board": f"{spec.look} (rendered)",
        "corners": _round(keypoints[:4]) if inside else None,
        "rotated": turn.rotated,
        "colors": {"A": CHECKERS[spec.checkers].names[0], "B": CHECKERS[spec.checkers].names[1]},
        "top": cells[:12],
        "bottom": cells[12:],
        "bar": {c: sum(o["cell"] == "bar" and o["color"] == c for o in by_kind["checker"]) for c in "AB"},
        "off": {c: sum(o["color"] == c and o["visible_px"] > 0 for o in off) for c in "AB"} if is_countable else None,
        "dice": dice,
        "cube": cube,
        "hand": bool(covers[area > 0].any()),
        "hidden_cells": hidden,
        "undecidable": sorted(turn.cell(c) for c in spec.undecidable),
        "elevation_deg": round(spec.camera.elevation_deg, 1),
        "look": spec.look,
        "checkers": spec.checkers,
    }
    meta = {
        "keypoints": _round(keypoints),
        "width_mm": look.width_mm,
        "height_mm": look.height_mm,
        "bar_mm": look.bar_mm,
        "homography": homography.tolist(),
        "checker_mm": geometry.checker_diameter(look),
        "rotated": turn.rotated,
        "flipped": turn.flipped,
        "hidden_cells": hidden,
        "objects": objects,
        "dice_designs": {name: DICE[name].size_mm for name in spec.dice_design},
        "version": compose.VERSION,
        "spec": spec.to_json(),
    }
    return truth, meta
