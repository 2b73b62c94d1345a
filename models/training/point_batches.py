"""Batches for the point reader: strips of the pools' canvases, shifted, mirrored and recoloured at random, with counts and colours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.sizes import MOST_COUNTED, POINT_H, POINT_W
from models.training.point_data import BoardLabel
from monitor.vision.points import CELLS, point_strips

ROOM = 4
"""Strips are kept this many pixels larger on every side, for shifts."""
STRIPS = 14
"""Of a board's 24 strips so many are seen at a time: half of them are empty, and all empty strips of a board look alike."""
ALIKE = 12.0
"""CIELAB lightness between the two colours below which neither counts as the lighter one."""

Batch = tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]


class PointBoards:
    """All boards of some pools in memory, half a megabyte each. pools: PATH or PATH*WEIGHT."""

    def __init__(self, pools: list[str], say: Callable[[str], None]) -> None:
        strips, labels, weights = [], [], []
        for spec in pools:
            path, _, times = spec.partition("*")
            names = sorted(Path(path).glob("*.json"))
            for name in names:
                label = BoardLabel.load(name)
                canvas = cv2.imread(str(name.with_suffix(".jpg")))
                if canvas is None:
                    continue
                wider = 1 + 2 * ROOM / POINT_H
                strips.append(point_strips(np.asarray(canvas, np.uint8), label.bar, (POINT_W + 2 * ROOM, POINT_H + 2 * ROOM), wider))
                labels.append(label)
                weights.append(float(times or 1))
            say(f"{path}: {len(names)} boards")
        if not strips:
            raise SystemExit("No boards: make them with models.training.point_data.")
        self._strips, self._labels = strips, labels
        self._weights = np.asarray(weights) / np.sum(weights)

    def batch(self, rng: np.random.Generator, boards: int) -> Batch:
        """strips (n, k, 3, POINT_H, POINT_W) RGB 0..1; counts (n, k), -1 unknown; colours (n, k): 0 lighter, 1 darker, 2 both, -1 none or
        unknown; is_alike (n,): the two colours are equally light."""
        chosen = [self._one(rng, int(i)) for i in rng.choice(len(self._strips), boards, p=self._weights)]
        x, counts, colors, alike = (np.stack(part) for part in zip(*chosen, strict=True))
        return x.astype(np.float32), counts.astype(np.int64), colors.astype(np.int64), alike.astype(bool)

    def _one(self, rng: np.random.Generator, i: int) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64], np.bool_]:
        strips, label = self._strips[i], self._labels[i]
        cells = np.asarray(label.cells)
        total = cells.sum(1)
        # full points first: they are what is hard; the rest at random
        order = np.argsort(rng.random(CELLS) - 0.5 * (total > 0))[:STRIPS]
        dx, dy = rng.integers(0, 2 * ROOM + 1, 2)
        x = strips[order, dy : dy + POINT_H, dx : dx + POINT_W].astype(np.float32) / 255
        if rng.random() < 0.5:
            x = x[:, :, ::-1]
        colors = np.asarray([c if c else [np.nan] * 3 for c in label.colors]) / 255
        x, colors = _recolored(rng, x, colors)
        lightness = [float(cv2.cvtColor(np.clip(c, 0, 1).astype(np.float32)[None, None], cv2.COLOR_BGR2Lab)[0, 0, 0]) for c in colors]
        is_alike = bool(np.isnan(colors).any() or abs(lightness[0] - lightness[1]) < ALIKE)
        light, dark = (0, 1) if is_alike or lightness[0] >= lightness[1] else (1, 0)
        color = np.select([(cells[:, light] > 0) & (cells[:, dark] > 0), cells[:, light] > 0, cells[:, dark] > 0], [2, 0, 1], -1)
        count = np.minimum(total, MOST_COUNTED)
        count[label.hidden] = -1
        color[label.hidden] = -1
        return np.ascontiguousarray(x[..., ::-1].transpose(0, 3, 1, 2)), count[order], color[order], np.bool_(is_alike)


def _recolored(rng: np.random.Generator, x: NDArray[np.float32], colors: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The same change of light and colour to strips (k, h, w, 3) and to the two colours (2, 3), BGR 0..1."""
    if rng.random() < 0.3:
        swap = rng.permutation(3)
        x, colors = x[..., swap], colors[:, swap]
    if rng.random() < 0.15:
        x, colors = 1 - x, 1 - colors
    if rng.random() < 0.6:
        gain, bias = rng.uniform(0.65, 1.3) * np.exp(rng.normal(0, 0.06, 3)), rng.normal(0, 0.07)
        x, colors = (x - 0.5) * gain.astype(np.float32) + np.float32(0.5 + bias), (colors - 0.5) * gain + 0.5 + bias
    if rng.random() < 0.3:
        x = x + rng.standard_normal(x.shape, np.float32) * np.float32(rng.uniform(0.01, 0.04))
    return np.clip(x, 0, 1), colors
