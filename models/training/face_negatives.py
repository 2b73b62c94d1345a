"""Crops that show no die and no cube, so that the face reader says so: ornaments, hinges, lettering, digits of a clock, bare board.

The detector proposes such places on boards it has never seen; the look at native resolution must refuse them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.sizes import FACE_INPUT
from models.training.drawn.paint import draw_text
from models.training.drawn.textures import random_color, surface
from models.training.effects import degrade
from models.training.face_data import PATCH, Face, nothing
from models.training.rendered import picture_of

Picture = NDArray[np.uint8]
WORDS = ("LEAP", "DGT", "FM", "BG", "club", "o", "X", "S", "8", "10", "3", "24", "1:45", "0:32", "2:07", "64 pt", "7-5")
MIDDLE = 0.35
"""A crop whose middle (this share of its edge around the centre) touches a die or cube is left out; one at its margin may stay."""


def drawn_negative(rng: np.random.Generator) -> Face:
    """A drawn ornament, hinge, inlay, inscription or clock."""
    base = random_color(rng)
    patch = surface(rng, PATCH, PATCH, base)
    c = PATCH / 2
    kind = rng.choice(["diamond", "hinge", "inlay", "text", "segments", "pip", "edge"])
    turn = rng.uniform(0, 360) if rng.random() < 0.6 else float(rng.choice([0, 90])) + rng.normal(0, 4)
    ink = random_color(rng).tolist()
    if kind == "diamond":
        long, wide = rng.uniform(50, 150), rng.uniform(25, 80)
        for k in range(int(rng.integers(1, 5))):
            f = 1 - 0.2 * k
            q = np.array([[0, -long], [wide, 0], [0, long], [-wide, 0]]) / 1.4 * f + c + rng.normal(0, 3, 2)
            cv2.fillPoly(patch, [q.astype(np.int32)], random_color(rng).tolist(), cv2.LINE_AA)
    elif kind == "hinge":
        w, h = rng.uniform(25, 70), rng.uniform(60, 140)
        metal = random_color(rng, 0.4, 0.95) * 0.3 + 0.7 * np.float32(rng.choice([[0.25, 0.6, 0.75], [0.6, 0.6, 0.6], [0.1, 0.1, 0.12]]))
        ramp = np.linspace(rng.uniform(0.3, 0.9), rng.uniform(0.9, 1.5), int(w), dtype=np.float32)[None, :, None]
        x0, y0 = int(c - w / 2), int(c - h / 2)
        patch[y0 : y0 + int(h), x0 : x0 + int(w)] = metal * ramp
        for y in np.linspace(-0.4, 0.4, int(rng.integers(1, 4))):
            for x in rng.choice([-0.25, 0.25, 0.0], int(rng.integers(0, 3))):
                cv2.circle(patch, (int(c + x * w), int(c + y * h)), int(rng.integers(3, 9)), random_color(rng).tolist(), -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.line(patch, (int(c), y0), (int(c), y0 + int(h)), (0.05, 0.05, 0.05), int(rng.integers(2, 12)))
    elif kind == "inlay":
        pitch, wide = rng.uniform(8, 30), rng.uniform(12, 50)
        a, b = random_color(rng), random_color(rng)
        for i, y in enumerate(np.arange(-20, PATCH + 20, pitch)):
            color = (a, b, base)[i % (2 if rng.random() < 0.9 else 3)]
            cv2.rectangle(patch, (int(c - wide / 2), int(y)), (int(c + wide / 2), int(y + pitch)), color.tolist(), -1)
        for x in (-1, 1):
            cv2.line(patch, (int(c + x * wide / 2), 0), (int(c + x * wide / 2), PATCH), ink, int(rng.integers(2, 8)), cv2.LINE_AA)
    elif kind == "text":
        size = rng.uniform(0.7, 3.0)
        draw_text(
            patch, str(rng.choice(WORDS)), (c - rng.uniform(10, 70), c + size * 10), int(rng.integers(0, 8)), size, random_color(rng), int(rng.integers(2, 8))
        )
    elif kind == "segments":
        cv2.rectangle(patch, (30, 50), (PATCH - 30, PATCH - 50), random_color(rng, 0.2, 0.8).tolist(), -1)
        for k in range(int(rng.integers(1, 4))):
            _digit(patch, rng, 35 + 45 * k, 60, 30, 75)
    elif kind == "pip":  # one dot, as on a checker's middle or a screw: a die's one has a face around it
        cv2.circle(patch, (int(c), int(c)), int(rng.uniform(3, 18)), ink, -1, cv2.LINE_AA)
    else:
        y = int(rng.uniform(0.2, 0.8) * PATCH)
        cv2.rectangle(patch, (0, y), (PATCH, PATCH), ink, -1)
        if rng.random() < 0.5:
            cv2.rectangle(patch, (0, 0), (int(rng.uniform(0.2, 0.8) * PATCH), y), random_color(rng).tolist(), -1)
    light = np.linspace(rng.uniform(0.5, 1.1), rng.uniform(0.7, 1.4), PATCH, dtype=np.float32)[:, None, None]
    patch = np.clip(patch * light, 0, 1)
    n = int(np.exp(rng.uniform(np.log(16), np.log(72))))
    edge = rng.uniform(60, 150)
    m = cv2.getRotationMatrix2D((c, c), turn, n / edge)
    m[:, 2] += n / 2 - c
    small = cv2.warpAffine(cv2.GaussianBlur(patch, (0, 0), max(0.3, 0.4 * edge / n)), m, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    out = degrade((small * 255).astype(np.uint8), rng, strength=0.8, least_scale=0.8)
    return nothing(np.asarray(cv2.resize(out, (FACE_INPUT, FACE_INPUT)), np.uint8))


def _digit(patch: NDArray[np.float32], rng: np.random.Generator, x: int, y: int, w: int, h: int) -> None:
    color, thick = random_color(rng, 0.0, 0.3).tolist(), int(rng.integers(3, 9))
    for on, (a, b) in zip(rng.random(7) < 0.7, [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((0, 1), (0, 2)), ((1, 1), (1, 2)),
                                                 ((0, 2), (1, 2))], strict=True):  # fmt: skip
        if on:
            cv2.line(patch, (x + a[0] * w, y + a[1] * h // 2), (x + b[0] * w, y + b[1] * h // 2), color, thick)


def _cut(rng: np.random.Generator, image: Picture, boxes: NDArray[np.float64], low: float, high: float) -> Face | None:
    """A random square crop of low..high pixels (log-uniform) with no box in its middle."""
    h, w = image.shape[:2]
    edge = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    if edge * 1.5 > min(h, w):
        return None
    x, y = rng.uniform(edge * 0.7, w - edge * 0.7), rng.uniform(edge * 0.7, h - edge * 0.7)
    r = edge * MIDDLE
    if len(boxes) and ((boxes[:, 0] < x + r) & (x - r < boxes[:, 2]) & (boxes[:, 1] < y + r) & (y - r < boxes[:, 3])).any():
        return None
    n = FACE_INPUT
    m = cv2.getRotationMatrix2D((x, y), rng.normal(0, 15), n / edge)
    m[:, 2] += n / 2 - np.array((x, y))
    crop = cv2.warpAffine(image, m, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return nothing(degrade(crop, rng, strength=0.7, least_scale=0.4))


def cut_negatives(rng: np.random.Generator, count: int, scenes: list[Path], photographs: list[Path]) -> Iterator[Face]:
    """Random places of rendered stills (NAME.meta.json) and of labelled dice photographs (YOLO layout) where no die and no cube is."""
    pictures: list[tuple[Path, NDArray[np.float64], float, float]] = []
    for folder in scenes:
        for path in sorted(folder.glob("*.meta.json")):
            meta = json.loads(path.read_text())
            boxes = [o["box"] for o in meta["objects"] if o["kind"] in ("die", "cube") and o.get("box")]
            pictures.append((picture_of(path), np.asarray(boxes, float).reshape(-1, 4), 14.0, 70.0))
    for folder in photographs:
        for label in sorted((folder / "labels").glob("*.txt")):
            image = next(iter((folder / "images").glob(label.stem + ".*")), None)
            rows = np.asarray([[float(v) for v in line.split()[1:5]] for line in label.read_text().split("\n") if line.strip()], float).reshape(-1, 4)
            if image is not None and len(rows):
                pictures.append((image, rows, 0.6, 1.6))
    order = rng.permutation(len(pictures))
    for i, k in enumerate(order):
        path, boxes, low, high = pictures[k]
        image = cv2.imread(str(path))
        if image is None:
            continue
        image = np.asarray(image, np.uint8)
        if high < 2:  # a photograph: boxes are shares of the picture, crop sizes are in dice
            h, w = image.shape[:2]
            size = float(np.median(boxes[:, 2:] * [w, h])) * 1.7
            boxes = np.stack([(boxes[:, 0] - boxes[:, 2] / 2) * w, (boxes[:, 1] - boxes[:, 3] / 2) * h,
                              (boxes[:, 0] + boxes[:, 2] / 2) * w, (boxes[:, 1] + boxes[:, 3] / 2) * h], 1)  # fmt: skip
            low, high = low * size, high * size
        share = count // len(pictures) + (i < count % len(pictures))
        for _ in range(share * 6):
            if share <= 0:
                break
            face = _cut(rng, image, boxes, low, high)
            if face is not None:
                share -= 1
                yield face
