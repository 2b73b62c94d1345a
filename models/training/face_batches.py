"""Batches for the face reader: crops of the pools, each time turned, moved, blurred and recoloured a little otherwise.

A sheet's few thousand dice are soon known by heart: with the same crops every epoch the reader told 81 % of the cocked dice it had learnt from and
35 % of those of sheets it had not.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.sizes import CUBE_FACES, FACE_INPUT, FACE_MARGIN
from monitor.vision.faces import MOST_SHEAR, UNKNOWN_SHEAR, FaceCrop, network_input

TURN_DEG, ZOOM, MOVE = 7.0, 0.07, 0.03
"""Spreads of the turn, of the logarithm of the zoom, and of the move in shares of the crop's edge."""
CLOSE, CLOSEST = 0.4, 0.4
"""Share of the crops that come closer, and the logarithm of the largest zoom: how a die lies is told from closer looks too (`monitor/vision/die_looks.py`)."""
BLURRED, SMALLEST = 0.3, 20
"""Share of the crops that are shrunk and enlarged again, and the smallest edge (pixels) in between: a die of 10 pixels."""
BESIDE, REACH = 0.5, (0.65, 1.3)
"""Share of the dice beside which something else is laid, and how far from the middle it begins, in halves of the die's box: what lies beside a die
(the edge of a bar, a printed band, a checker) must not decide whether it leans."""
PRINTED, PRINT_REACH = 0.35, (0.85, 1.1)
"""Share of the crops round whose middle the ground is printed or veined, and how close to the die that comes, in halves of its box: between the letters
of a club's name a plain four was taken for a five, and veined ground between a bar and a point for a die."""
UNTOLD = 0.08
"""Share of the crops whose shear is kept from the reader."""

PRINT = "ABCDEFGHKLMNOPRSTUVXYZaegklmst0123456789.*&"

Batch = tuple[NDArray[np.float32], NDArray[np.float32]]


class FacePools:
    """All crops of some pools (`models.training.face_pool`) in memory. pools: PATH or PATH*WEIGHT."""

    def __init__(self, pools: list[str], say: Callable[[str], None]) -> None:
        images, labels, weights = [], [], []
        for spec in pools:
            path, _, times = spec.partition("*")
            with np.load(path) as pool:
                images.append(pool["images"])
                labels.append(pool["labels"])
            weights.append(np.full(len(images[-1]), float(times or 1)))
            say(f"{path}: {len(images[-1])} crops")
        self._images, self._labels = np.concatenate(images), np.concatenate(labels)
        self._weights = np.concatenate(weights) / np.sum(np.concatenate(weights))

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Network input (n, 4, FACE_INPUT, FACE_INPUT), labels (n, 4): die, flat, on a checker, cube (`models.training.face_data`)."""
        chosen = rng.choice(len(self._images), size, p=self._weights)
        labels = self._labels[chosen]
        crops = []
        for i, label in zip(chosen, labels, strict=True):
            is_cube = 0 <= label[3] < len(CUBE_FACES)
            shear = UNKNOWN_SHEAR if rng.random() < UNTOLD else min(float(label[4]), MOST_SHEAR)
            image = self._images[i]
            if not is_cube and label[2] != 1:
                if rng.random() < PRINTED:
                    image = _printed(rng, image)
                if rng.random() < BESIDE:
                    image = _beside(rng, image)
            crops.append(FaceCrop(_varied(rng, image, may_mirror=not is_cube), shear))
        x = network_input(crops)
        x[:, :3] = _recolored(rng, x[:, :3])
        return x, labels[:, :4].astype(np.float32)


def _beside(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Something else in place of the ground on one side of the die: a straight edge or a round one, of another colour or in another light."""
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)])
    begins = FACE_INPUT / 2 / FACE_MARGIN * rng.uniform(*REACH)
    y, x = np.mgrid[:FACE_INPUT, :FACE_INPUT] - (FACE_INPUT - 1) / 2
    if rng.random() < 0.5:
        inside = x * away[0] + y * away[1] - begins
    else:
        radius = rng.uniform(0.3, 1.0) * FACE_INPUT
        inside = radius - np.hypot(x - away[0] * (begins + radius), y - away[1] * (begins + radius))
    share = np.clip(inside * rng.uniform(0.5, 2.0) + 0.5, 0, 1)[..., None]
    if rng.random() < 0.5:
        other = image * rng.uniform(0.35, 1.6) * rng.uniform(0.85, 1.15, 3)
    else:
        other = rng.uniform(0, 255, 3) + rng.normal(0, rng.uniform(0, 8), (FACE_INPUT, FACE_INPUT, 1))
    if rng.random() < 0.3:  # the shadow of its edge
        other = other * np.clip(np.abs(inside) / rng.uniform(2, 6), 0.3, 1)[..., None]
    return np.clip(image * (1 - share) + other * share, 0, 255).astype(np.uint8)


def _printed(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Letters, lines and veins on the ground round the die, in one ink."""
    half = FACE_INPUT / 2 / FACE_MARGIN
    y, x = np.mgrid[:FACE_INPUT, :FACE_INPUT] - (FACE_INPUT - 1) / 2
    away = np.hypot(x, y) if rng.random() < 0.5 else np.maximum(np.abs(x), np.abs(y))
    ground = away > half * rng.uniform(*PRINT_REACH)
    ink = np.zeros((FACE_INPUT, FACE_INPUT), np.uint8)
    kind = rng.integers(3)
    for _ in range(int(rng.integers(1, 5))):
        start = rng.uniform(-0.2, 1.0, 2) * FACE_INPUT
        thick = int(rng.integers(1, 4))
        if kind == 0:
            place, font, size = start.astype(int).tolist(), int(rng.integers(0, 8)), rng.uniform(0.4, 1.6)
            cv2.putText(ink, "".join(rng.choice(list(PRINT), int(rng.integers(1, 5)))), place, font, size, 255, thick, cv2.LINE_AA)
        elif kind == 1:
            cv2.line(ink, start.astype(int).tolist(), (rng.uniform(-0.2, 1.2, 2) * FACE_INPUT).astype(int).tolist(), 255, thick, cv2.LINE_AA)
        else:
            walk = np.cumsum(np.cumsum(rng.normal(0, 0.6, (30, 2)), 0) * 0.25 + rng.normal(0, 1.5, (30, 2)), 0) + start
            cv2.polylines(ink, [walk.astype(np.int32)], False, 255, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        ink = ink[::-1, ::-1]
    share = (ink / 255.0 * ground * rng.uniform(0.3, 1.0))[..., None]
    color = image[ground].mean(0) * rng.uniform(0.1, 0.8) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
    return np.clip(image * (1 - share) + color * share, 0, 255).astype(np.uint8)


def _varied(rng: np.random.Generator, image: NDArray[np.uint8], *, may_mirror: bool) -> NDArray[np.uint8]:
    """Turned, zoomed and moved a little, some blurred. Height stays up; a mirrored die is a die, a mirrored cube is none."""
    middle = FACE_INPUT / 2
    zoom = rng.uniform(0, CLOSEST) if rng.random() < CLOSE else rng.normal(0, ZOOM)
    m = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, TURN_DEG), float(np.exp(zoom)))
    if may_mirror and rng.random() < 0.5:
        m = m @ np.array([[-1, 0, FACE_INPUT - 1], [0, 1, 0], [0, 0, 1]], float)
    m[:, 2] += rng.normal(0, MOVE * FACE_INPUT, 2)
    out = cv2.warpAffine(image, m, (FACE_INPUT, FACE_INPUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if rng.random() < BLURRED:
        n = int(rng.integers(SMALLEST, FACE_INPUT))
        out = cv2.resize(cv2.resize(out, (n, n), interpolation=cv2.INTER_AREA), (FACE_INPUT, FACE_INPUT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(out, np.uint8)


def _recolored(rng: np.random.Generator, x: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3, h, w) RGB 0..1 with another light; some as negatives, some with their channels in another order."""
    n = len(x)
    u = rng.random(n)
    x = np.where((u < 0.15)[:, None, None, None], 1 - x, x)
    for i in np.flatnonzero((u > 0.15) & (u < 0.4)):
        x[i] = x[i, rng.permutation(3)]
    gain = rng.uniform(0.6, 1.3, (n, 1, 1, 1)).astype(np.float32)
    bias = rng.normal(0, 0.08, (n, 1, 1, 1)).astype(np.float32)
    return np.clip((x - 0.5) * gain + 0.5 + bias, 0, 1).astype(np.float32)
