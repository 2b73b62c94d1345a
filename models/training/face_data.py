"""Crops for the face reader: dice and cubes, drawn, rendered and photographed, each with the labels its source knows.

A crop is what `monitor.vision.faces.face_crop` cuts at the table: metric board frame, away-from-the-camera up, FACE_MARGIN times
the box. Labels: die 0-5 (faces 1-6), 6 no die, -1 unknown; flat and on-checker 0..1 or -1 unknown; cube 0-5, 6 unread, -1 unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import CANVAS_H, CANVAS_W, BoardFit, board_from_canvas, canvas_from_board, project
from models.sizes import CUBE_FACES, FACE_INPUT, FACE_MARGIN
from models.training.drawn import dice as dice_drawing
from models.training.drawn.checkers import CheckerDesign, draw_checker
from models.training.drawn.labels import Drawn
from models.training.drawn.objects import draw_cube
from models.training.drawn.paint import draw_text
from models.training.drawn.textures import random_color, surface
from models.training.effects import degrade
from models.training.point_data import BoardLabel
from models.training.rendered import stills
from models.training.scenes import compose, throw
from models.training.scenes.designs import CUBES
from models.training.scenes.looks import LOOKS
from monitor.vision.classes import CUBE, DIE
from monitor.vision.faces import UNKNOWN_SHEAR, face_crop

PATCH = 200
SMALLEST_PX = 9.0
"""A die of the smallest size that training shows, pixels of the camera's picture; below it pips are not resolved."""
SEEN_EDGE = 1.2
"""Edge of a die's box for one of the die itself: it is turned, and shows its sides."""
SHEAR_ERROR = 0.06
"""Spread of the error with which a table's shear is known: the camera is estimated from four corners."""


@dataclass
class Face:
    """One training crop (FACE_INPUT square, BGR uint8), its labels, and the shear it was seen with (UNKNOWN_SHEAR in a photograph)."""

    image: NDArray[np.uint8]
    die: int = -1
    flat: float = -1.0
    on_checker: float = -1.0
    cube: int = -1
    shear: float = UNKNOWN_SHEAR


def nothing(image: NDArray[np.uint8], shear: float = UNKNOWN_SHEAR) -> Face:
    """A crop that shows neither a die nor a cube."""
    return Face(image, 6, -1, -1, 6, shear)


def flat_label(tilt_deg: float) -> float:
    """1 for flat, 0 from 10 degrees on, a ramp between: small tilts should come out unsure."""
    return float(np.clip(1 - (tilt_deg - 2) / 8, 0, 1))


def _finish(
    rng: np.random.Generator, patch: NDArray[np.float32], center: tuple[float, float], edge: float, native_px: float, die_px: float, up_known: bool
) -> NDArray[np.uint8]:
    """Rotate, cut, and degrade as a camera at native_px per die would."""
    angle = rng.normal(0, 12) if up_known else rng.uniform(0, 360)
    edge *= float(np.exp(rng.normal(0, 0.08)))
    center = (center[0] + rng.normal(0, 0.05) * edge, center[1] + rng.normal(0, 0.05) * edge)
    n = int(np.clip(round(native_px * edge / die_px), 12, FACE_INPUT * 2))
    m = cv2.getRotationMatrix2D(center, angle, n / edge)
    m[:, 2] += n / 2 - np.array(center)
    small = cv2.warpAffine(np.clip(patch, 0, 1), m, (n, n), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    # warpAffine ignores INTER_AREA when it shrinks; blur first would be exact, a pyramid step is enough here
    out = degrade((small * 255).astype(np.uint8), rng, strength=0.8, least_scale=0.8)
    return np.asarray(cv2.resize(out, (FACE_INPUT, FACE_INPUT), interpolation=cv2.INTER_LINEAR), np.uint8)


def _ground(rng: np.random.Generator) -> NDArray[np.float32]:
    patch = surface(rng, PATCH, PATCH, random_color(rng))
    for _ in range(int(rng.integers(0, 3))):
        p = (PATCH / 2 + rng.normal(0, 90, (3, 2))).astype(np.int32)
        cv2.fillPoly(patch, [p], random_color(rng).tolist(), cv2.LINE_AA)
    if rng.random() < 0.2:
        x = int(PATCH / 2 + rng.choice([-1, 1]) * rng.uniform(20, 90))
        cv2.rectangle(patch, (x, 0), (x + int(rng.uniform(5, 120)), PATCH), random_color(rng).tolist(), -1)
    return patch


def drawn_face(rng: np.random.Generator, only: str | None = None) -> Face:
    """A drawn die (flat, tilted, on or beside checkers), a cube, or something that is neither. only: "die", "cube" or "none"."""
    patch = _ground(rng)
    size = rng.uniform(40, 56)
    overhead = rng.random() < 0.5
    s = rng.uniform(0, 0.15) if overhead else rng.uniform(0.1, 0.95)
    up = not overhead or s > 0.1
    a = rng.normal(-np.pi / 2, 0.15) if up else rng.uniform(0, 2 * np.pi)
    shear = (s * np.cos(a), s * np.sin(a))
    light = np.array([*rng.uniform(-0.7, 0.7, 2), 1.0])
    light /= np.linalg.norm(light)
    native = float(np.exp(rng.uniform(np.log(9), np.log(48))))
    c = PATCH / 2
    drawn = Drawn(patch, (0, 0, PATCH, PATCH), (0, 0), [], (c - shear[0] * 600, c - shear[1] * 600, 600.0))
    design = CheckerDesign(rng, random_color(rng))
    r = size * rng.uniform(1.1, 1.8)
    u = rng.random()
    kind = only or ("die" if u < 0.74 else "cube" if u < 0.9 else "none")
    tilt, on = 0.0, 0.0
    if kind == "die":
        v = rng.random()
        if v < 0.2:
            tilt = rng.uniform(8, 50)
        elif v < 0.25:
            tilt = rng.uniform(2, 8)
        lift = 0.0
        if rng.random() < 0.16:
            on = 1.0
            p = (c + rng.normal(0, 0.35) * r, c + rng.normal(0, 0.35) * r)
            if np.hypot(p[0] - c, p[1] - c) > 0.8 * r:
                p = (c, c)
            draw_checker(patch, rng, design, int(rng.integers(2)), p, r, 0.0, drawn, light, 0.4)
            lift = design.height * 2 * r
        elif rng.random() < 0.4 or tilt > 8:
            for _ in range(int(rng.integers(1, 3))):
                q = rng.uniform(0, 2 * np.pi)
                d = r + size * rng.uniform(0.45 if tilt > 8 else 0.72, 1.1)
                draw_checker(patch, rng, design, int(rng.integers(2)), (c + d * np.cos(q), c + d * np.sin(q)), r, 0.0, drawn, light, 0.4)
        value = int(rng.integers(1, 7))
        box = dice_drawing.draw(patch, rng, dice_drawing.random_design(rng), (c + lift * shear[0], c + lift * shear[1]), size,
                                dice_drawing.pose(value, rng.uniform(0, 2 * np.pi), np.radians(tilt), rng.uniform(0, 2 * np.pi)),
                                shear, light, 0.0, rng.uniform(0, 0.8))  # fmt: skip
        if rng.random() < 0.15:  # the other die beside it
            q = rng.uniform(0, 2 * np.pi)
            dice_drawing.draw(patch, rng, dice_drawing.random_design(rng), (c + 1.5 * size * np.cos(q), c + 1.5 * size * np.sin(q)), size,
                              dice_drawing.pose(int(rng.integers(1, 7)), rng.uniform(0, 6)), shear, light)  # fmt: skip
    elif kind == "cube":
        value = -1
        thing = draw_cube(patch, rng, (c, c), size, shear, light)
        lo, hi = thing.outline.min(0), thing.outline.max(0)
        box = (float(lo[0]), float(lo[1]), float(hi[0]), float(hi[1]))
        value = thing.value
        native = max(native, 14.0)
    else:
        value = 0
        w = rng.random()
        if w < 0.4:
            draw_checker(patch, rng, design, int(rng.integers(2)), (c + rng.normal(0, 15), c + rng.normal(0, 15)), r, 0.0, drawn, light, 0.4)
        elif w < 0.7:
            draw_text(
                patch, str(rng.choice(["FM", "BG", "o", "X", "club"])), (c - 30, c + 15), int(rng.integers(0, 5)), rng.uniform(0.5, 1.6), random_color(rng), 2
            )
        box = (c - size / 2, c - size / 2, c + size / 2, c + size / 2)
    edge = FACE_MARGIN * max(box[2] - box[0], box[3] - box[1])
    center = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    image = _finish(rng, patch, center, edge, native, size, up)
    if kind == "die":
        return Face(image, value - 1 if tilt < 25 else -1, flat_label(tilt), on, 6, s)
    if kind == "cube":
        return Face(image, 6, -1, -1, CUBE_FACES.index(value))
    return nothing(image)


def rendered_faces(folder: Path, rng: np.random.Generator, copies: int = 3) -> Iterator[Face]:
    """Dice and cubes of rendered stills and dice sheets, cut through their true geometry with a little error."""
    for still in stills(folder):
        image, meta, fit = still.image, still.meta, still.fit()
        heights = thing_heights(meta)
        for o in meta["objects"]:
            if o["kind"] not in ("die", "cube") or not o.get("box") or (o.get("visible") or 0.0) < 0.6:
                continue
            box = _uv_box(fit, o["box"])
            shear = true_shear(fit, o, heights[o["id"]], meta["width_mm"])
            for _ in range(copies):
                j = rng.normal(0, 0.06, 4) * (box[2] - box[0])
                seen = (shear[0] + rng.normal(0, SHEAR_ERROR), shear[1] + rng.normal(0, SHEAR_ERROR))
                cut = face_crop(image, fit, tuple(np.asarray(box) + j), seen)
                crop = as_from_afar(rng, cut.image, float(o.get("size_px") or 0.0))
                if o["kind"] == "cube":
                    yield Face(crop, 6, -1, -1, CUBE_FACES.index(o["value"]) if o.get("value") in CUBE_FACES else -1, cut.shear)
                else:
                    tilt = float(o.get("tilt_deg") or 0.0)
                    on = float(o.get("on") == "checker") if tilt < 5 else -1
                    yield Face(crop, int(o["value"]) - 1 if tilt < 25 else -1, flat_label(tilt), on, 6, cut.shear)


def as_from_afar(rng: np.random.Generator, crop: NDArray[np.uint8], size_px: float) -> NDArray[np.uint8]:
    """The crop as a camera would give it that shows the thing at some size from SMALLEST_PX to its own: noise and blocks come after the shrinking.

    size_px: the thing's edge in the picture that the crop is from.
    """
    if size_px <= SMALLEST_PX or rng.random() < 0.4:
        return degrade(crop, rng, strength=0.7, least_scale=0.35)
    target = float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(size_px))))
    n = int(np.clip(round(target * FACE_MARGIN * SEEN_EDGE), 12, FACE_INPUT))
    small = cv2.resize(crop, (n, n), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(degrade(small, rng, strength=0.7, least_scale=0.8), (FACE_INPUT, FACE_INPUT), interpolation=cv2.INTER_LINEAR), np.uint8)


def mined_faces(folder: Path, rng: np.random.Generator, copies: int = 2) -> Iterator[Face]:
    """What the detector takes for a die or a cube in rendered stills and is neither: hinges, emblems, rims, pips of shadow.

    Cut through the detector's own boxes, as at the table. Boxes that touch a die or cube of the truth, visible or not, are left out.
    """
    from monitor.vision.detector import OnnxDetector

    detector = OnnxDetector()
    for still in stills(folder):
        image, meta, fit = still.image, still.meta, still.fit()
        true = [_uv_box(fit, o["box"]) for o in meta["objects"] if o["kind"] in ("die", "cube") and o.get("box")]
        found = detector.detect(fit.rectify(image))
        for xyxy in found.xyxy[np.isin(found.class_id, (DIE, CUBE))]:
            (u0, v0), (u1, v1) = board_from_canvas(np.asarray(xyxy, float).reshape(2, 2))
            if any(u0 < b[2] and b[0] < u1 and v0 < b[3] and b[1] < v1 for b in true):
                continue
            for _ in range(copies):
                j = rng.normal(0, 0.08, 4) * (u1 - u0)
                crop = face_crop(image, fit, (u0 + j[0], v0 + j[1], u1 + j[2], v1 + j[3]))
                yield nothing(degrade(crop.image, rng, strength=0.7, least_scale=0.35), crop.shear)


def mined_from_boards(folder: Path, rng: np.random.Generator, copies: int = 2, most: int = 500) -> Iterator[Face]:
    """The same from drawn boards (`models.training.point_data`), whose grain, inlay and emblems are stronger than rendered ones'.

    most: so many boards at most, spread over the folder. The canvas stands for a camera's picture, from any angle.
    """
    from monitor.vision.detector import OnnxDetector

    detector = OnnxDetector()
    paths = sorted(folder.glob("*.json"))
    corners = canvas_from_board(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))
    for path in paths[:: max(1, len(paths) // most)]:
        label = BoardLabel.load(path)
        canvas = cv2.imread(str(path.with_suffix(".jpg")))
        if canvas is None:
            continue
        image, fit = np.asarray(canvas, np.uint8), BoardFit(corners, label.bar, CANVAS_W, CANVAS_H)
        true = [b[1:] for b in label.boxes if b[0] in (DIE, CUBE)]
        found = detector.detect(image)
        for x0, y0, x1, y1 in found.xyxy[np.isin(found.class_id, (DIE, CUBE))]:
            if any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in true):
                continue
            (u0, v0), (u1, v1) = board_from_canvas(np.array([[x0, y0], [x1, y1]], float))
            for _ in range(copies):
                j = rng.normal(0, 0.08, 4) * (u1 - u0)
                angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1)
                seen = (strength * float(np.cos(angle)), strength * float(np.sin(angle)))
                crop = face_crop(image, fit, (u0 + j[0], v0 + j[1], u1 + j[2], v1 + j[3]), seen)
                yield nothing(degrade(crop.image, rng, strength=0.7, least_scale=0.35), crop.shear)


def thing_heights(meta: dict[str, Any]) -> dict[int, float]:
    """mm, by the id of the die or cube in `objects`."""
    spec, look = meta["spec"], LOOKS[meta["spec"]["look"]]
    sizes = iter([compose.scaled_die(spec["dice_design"][d["set_index"]], look).size_mm for d in spec["dice"]])
    cube_mm = CUBES[spec["cube_design"]].size_mm * throw.cube_scale(look)
    return {o["id"]: next(sizes) if o["kind"] == "die" else cube_mm for o in meta["objects"] if o["kind"] in ("die", "cube")}


def true_shear(fit: BoardFit, thing: dict[str, Any], height_mm: float, width_mm: float) -> tuple[float, float]:
    """The shear at a rendered die or cube, from where its base and its top stand in the picture."""
    base, top = project(fit.board_from_image, np.asarray([thing["base"], thing["top"]], float))
    d = (top - base) / [1.0, fit.camera.aspect] * width_mm / height_mm
    return float(d[0]), float(d[1])


def _uv_box(fit: BoardFit, b: list[float]) -> tuple[float, float, float, float]:
    """Board box around a box in the picture."""
    uv = project(fit.board_from_image, np.asarray([[b[0], b[1]], [b[2], b[1]], [b[2], b[3]], [b[0], b[3]]], float))
    return (float(uv[:, 0].min()), float(uv[:, 1].min()), float(uv[:, 0].max()), float(uv[:, 1].max()))


def photographed_faces(folder: Path, rng: np.random.Generator, copies: int = 4) -> Iterator[Face]:
    """Labelled dice photographs in YOLO layout, class 0-5 = faces 1-6 (the licensed sets of the reference data)."""
    for label in sorted((folder / "labels").glob("*.txt")):
        image = next((cv2.imread(str(p)) for p in (folder / "images").glob(label.stem + ".*")), None)
        if image is None:
            continue
        h, w = image.shape[:2]
        for line in label.read_text().split("\n"):
            if not line.strip():
                continue
            cls, x, y, bw, bh = (float(v) for v in line.split()[:5])
            if int(cls) > 5:
                continue
            for _ in range(copies):
                edge = FACE_MARGIN * max(bw * w, bh * h) * float(np.exp(rng.normal(0.0, 0.1)))
                cx, cy = x * w + rng.normal(0, 0.05) * edge, y * h + rng.normal(0, 0.05) * edge
                n = int(min(FACE_INPUT * 1.5, max(18, edge * rng.uniform(0.3, 1.0))))
                m = cv2.getRotationMatrix2D((cx, cy), rng.normal(0, 12), n / edge)
                m[:, 2] += n / 2 - np.array((cx, cy))
                crop = cv2.warpAffine(image, m, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                crop = degrade(crop, rng, strength=0.7, least_scale=0.7)
                yield Face(np.asarray(cv2.resize(crop, (FACE_INPUT, FACE_INPUT)), np.uint8), int(cls), -1, -1, 6)
