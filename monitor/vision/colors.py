"""Which checker is whose: two colours learnt from the discs themselves and remembered for the table.

The network knows one class of checker; the two colours of a table are whatever two groups its discs fall into. A is the lighter.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Features = NDArray[np.float32]

LIGHTNESS_WEIGHT = 0.6
"""Lightness varies with shadow and glare, hue hardly: it counts less, unless it is all that tells the two apart."""
DISC_SHARE = 0.4
"""Radius of the disc that is measured, share of its box: inside the rim, but most of what tells two engraved pairs apart."""
TYPICAL, STRANGE = 0.15, 0.45
"""Distance from the nearer colour, in units of the distance between the two: up to the first a disc is trusted, from the second hardly."""
ORDINARY_SEPARATION, LEAST_TRUST = 30.0, 0.15
"""Two colours nearer to each other than this (CIELAB) do not make an ordinary shadow strange. Share of its evidence a strange disc keeps."""
NEIGHBOUR, UNLIT, SURE_DISC = 0.18, 1.0, 0.8
"""Distance (board widths) at which a disc's light says little about another's, the weight of "as everywhere else", in discs beside, and how surely a
disc must be of one colour (0..1) to tell how its place is lit."""
MOST_LIGHT = 0.4
"""Logarithm of the largest factor by which a place may be lit more or less than the table as a whole."""
BLACK = np.array([16, 0, 0], np.float32)
"""CIELAB's coordinates of a surface under weaker light shrink together, lightness from -16."""
LEAST_SEPARATION = 14.0
"""CIELAB distance between the two groups below which the colours are called unsure."""


def disc_features(canvas_lab: NDArray[np.float32], xyxy: NDArray[np.float32]) -> Features:
    """(n, 3) trimmed mean CIELAB of each box's disc; canvas_lab: (h, w, 3) float CIELAB.

    The darkest and lightest fifth of the disc's pixels are left out: glare, engraving and shadow, not the checker's colour.
    """
    out = np.zeros((len(xyxy), 3), np.float32)
    h, w = canvas_lab.shape[:2]
    for i, (x0, y0, x1, y1) in enumerate(xyxy):
        cx, cy, rx, ry = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * DISC_SHARE, (y1 - y0) * DISC_SHARE
        xa, xb, ya, yb = max(0, int(cx - rx)), min(w, int(cx + rx) + 1), max(0, int(cy - ry)), min(h, int(cy + ry) + 1)
        if xa >= xb or ya >= yb:
            continue
        ys, xs = np.ogrid[ya:yb, xa:xb]
        disc = canvas_lab[ya:yb, xa:xb][((xs - cx) / max(rx, 1)) ** 2 + ((ys - cy) / max(ry, 1)) ** 2 <= 1.0]
        if len(disc):
            order = np.argsort(disc[:, 0])
            cut = len(order) // 5
            out[i] = disc[order[cut : len(order) - cut]].mean(0)
    return out


def to_lab(canvas: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(h, w, 3) float CIELAB of a BGR picture."""
    return np.asarray(cv2.cvtColor(canvas.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2Lab), np.float32)


@dataclass(frozen=True, slots=True)
class ColorModel:
    """The two colours of a table. centers: (2, 3) CIELAB, A first. separation: their distance. spread: typical distance to the own centre."""

    centers: Features
    separation: float
    spread: float

    @property
    def is_sure(self) -> bool:
        return self.separation >= LEAST_SEPARATION and self.separation > 2.0 * self.spread

    def probability_a(self, features: Features) -> NDArray[np.float32]:
        """(n,) probability that each disc is A's. A disc far from both colours (glare, deep shadow) says little."""
        d = np.stack([_distance(features, c) for c in self.centers], 1)
        scale = max(6.0, self.separation * 0.12)
        trust = np.interp(d.min(1) / max(self.separation, ORDINARY_SEPARATION), (TYPICAL, STRANGE), (1.0, LEAST_TRUST))
        z = np.clip((d[:, 1] - d[:, 0]) / scale, -12, 12) * trust
        return np.asarray(1 / (1 + np.exp(-z)), np.float32)


def evened(features: Features, places: NDArray[np.float64], model: ColorModel) -> Features:
    """The discs as they would look if every place of the board were lit alike: a lamp over the middle makes a dark checker on the bar as light as a light
    one in a corner.

    places: (n, 2) board u, v. How a place is lit is told by the surely recognised discs around it, never by the disc itself.
    """
    if len(features) < 2:
        return features
    a_p = model.probability_a(features)
    own = model.centers[(a_p < 0.5).astype(int)]
    lit = np.log((features[:, 0] + 16) / (own[:, 0] + 16)).clip(-MOST_LIGHT, MOST_LIGHT)
    apart = ((places[:, None] - places[None]) ** 2).sum(-1)
    weight = np.exp(-apart / (2 * NEIGHBOUR**2)) * (np.abs(2 * a_p - 1) > SURE_DISC)
    np.fill_diagonal(weight, 0.0)
    factor = np.exp(-(weight @ lit) / (weight.sum(1) + UNLIT))[:, None]
    return np.asarray((features + BLACK) * factor - BLACK, np.float32)


def _distance(features: Features, center: Features) -> NDArray[np.float32]:
    delta = features - center
    return np.asarray(np.sqrt((LIGHTNESS_WEIGHT * delta[:, 0]) ** 2 + delta[:, 1] ** 2 + delta[:, 2] ** 2), np.float32)


def learn_colors(features: Features, weights: NDArray[np.float32], columns: NDArray[np.int64] | None = None) -> ColorModel | None:
    """Two groups of discs by weighted k-means, tried from several starts; None with fewer than two discs.

    columns: (n,) cell of each disc. Discs of one point are nearly always of one colour, so a split that divides points costs.
    """
    n = len(features)
    if n < 2:
        return None
    best: tuple[float, Features, float] | None = None
    weight = np.array([LIGHTNESS_WEIGHT, 1, 1], np.float32)
    scaled = features * weight
    mean = scaled.mean(0)
    _, _, axes = np.linalg.svd(scaled - mean, full_matrices=False)
    starts = [np.argsort(features[:, 0]), *(np.argsort((scaled - mean) @ a) for a in axes[:2])]
    for order in starts:
        k = max(1, n // 4)
        centers = np.stack([np.average(scaled[order[-k:]], axis=0), np.average(scaled[order[:k]], axis=0)])
        for _ in range(15):
            d = ((scaled[:, None] - centers[None]) ** 2).sum(-1)
            label = d.argmin(1)
            if label.min() == label.max():
                break
            centers = np.stack([np.average(scaled[label == c], axis=0, weights=weights[label == c] + 1e-3) for c in (0, 1)])
        d = ((scaled[:, None] - centers[None]) ** 2).sum(-1)
        label = d.argmin(1)
        cost = float((np.sqrt(d.min(1)) * weights).sum() / weights.sum())
        apart = float(np.linalg.norm(centers[0] - centers[1]))
        mixed = 0.0
        if columns is not None:
            for c in np.unique(columns[columns >= 0]):
                here = label[columns == c]
                mixed += min((here == 0).sum(), (here == 1).sum())
        score = cost / max(apart, 1.0) + 0.6 * mixed / n
        if best is None or score < best[0]:
            best = (score, np.asarray(centers / weight, np.float32), cost)
    assert best is not None
    centers = best[1] if best[1][0, 0] >= best[1][1, 0] else best[1][::-1].copy()
    return ColorModel(centers, float(_distance(centers[:1], centers[1])[0]), best[2])
