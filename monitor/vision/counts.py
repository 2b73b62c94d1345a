"""From boxes to likelihoods: per cell P(colour, count), as `Observation` carries them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit, board_from_canvas
from monitor.tracking.observation import MAX_COUNT
from monitor.vision.detector import Detections
from monitor.vision.points import PointReading

CHECKER_HEIGHT = 0.22
"""A checker's height in diameters, for moving a box's middle down to its base."""

LOOSE_STACK = 5
"""Up to this many checkers a stack shows each of its checkers; beyond it they may be squeezed or lie in a second layer."""

CALIBRATION = ((0.1, 0.25, 0.35, 0.45, 0.55, 0.65, 0.8), (0.12, 0.22, 0.45, 0.62, 0.81, 0.96, 0.998))
"""Box confidence against the share of such boxes that are checkers: read by eye off 15 rendered train-split scenes, with an earlier
checkpoint that had not yet been trained on them. On the validation stills (`models.training.evaluate.calibration`) all 446
boxes of the shipped weights above 0.5 are checkers, and 1 of the 13 below: it is too trusting below 0.5, on few boxes."""

ERROR_SHORT, ERROR_LONG = 0.012, 0.06
"""Chance that a settled count is off although every box is sure, for short and for long stacks."""


CLEAREST_DISC, MIXED_COST = 7.5, 5.0
"""Nats: the most one disc's colour can say, and what must be said for two colours on one point before they are believed."""


DISC_ERROR, STRIP_ERROR = 0.003, 0.003
"""Share of either look's answers that is taken for worth nothing, so that neither alone makes impossible what the other sees clearly."""
DISC_WEIGHT, STRIP_WEIGHT = 1.0, 0.5
"""Exponents of the two looks in their product, chosen on six looks at each of the 16 validation stills: positions exact 61 of 96 (54 by the discs alone, 51
by the strips alone), the truth at 0.17 nats a point (0.22, 0.14). With 0.5 and 1 the truth is likelier there (0.15), but 18 of 32 photographs are read
exactly instead of 23 (22 by the discs alone): the point reader has never seen a photograph."""


LEAST_BOTH = 0.05
"""Share of the point reader's say on colours that goes to "both": it has seen few points with two colours, and took two green checkers with a white one on
them for three green ones (val_05); the discs see it."""


def box_probability(confidence: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probability that a box of this confidence is a checker, as measured (`CALIBRATION`)."""
    return np.asarray(np.interp(confidence, *CALIBRATION), np.float32)


def checker_bases(fit: BoardFit, xyxy: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 2) board place of each checker's base: the box spans base and top, its middle lies half a height up."""
    if len(xyxy) == 0:
        return np.zeros((0, 2))
    uv = board_from_canvas(np.stack([(xyxy[:, 0] + xyxy[:, 2]) / 2, (xyxy[:, 1] + xyxy[:, 3]) / 2], 1))
    camera = fit.camera
    diameter = float(np.median(xyxy[:, 2] - xyxy[:, 0])) / 640
    lift = 0.5 * CHECKER_HEIGHT * diameter
    for i, (u, v) in enumerate(uv):
        sx, sy = camera.shear(u, v)
        uv[i] = u - sx * lift, v - sy * lift * camera.aspect
    return uv


def assign_cells(fit: BoardFit, bases: NDArray[np.float64]) -> NDArray[np.int64]:
    """(n,) cell of each checker: 0-23, 24 the bar, -1 off the playing area.

    A checker belongs to the nearest column or to the bar's middle, whichever is closer: on a board without a bar a hit checker
    stands on the middle line, half a point from either neighbour.
    """
    centers = np.array([fit.cell_center(c) for c in range(12)])
    pitch = (centers[5] - centers[0]) / 5
    middle = (fit.bar[0] + fit.bar[1]) / 2
    out = np.full(len(bases), -1, np.int64)
    for i, (u, v) in enumerate(bases):
        d = np.abs(centers - u)
        column = int(d.argmin())
        if not -0.06 < v < 1.06:
            continue
        if abs(u - middle) < d[column]:
            out[i] = 24
        elif d[column] < 0.75 * pitch:
            out[i] = column if v < 0.5 else 12 + column
    return out


def _count_distribution(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """(MAX_COUNT,) distribution of how many of independent events with probabilities p happen (Poisson binomial)."""
    out = np.zeros(MAX_COUNT)
    out[0] = 1.0
    for q in p:
        moved = np.roll(out, 1)
        moved[0] = 0.0
        moved[-1] += out[-1]
        out = out * (1 - q) + moved * q
    return out


def _with_errors(dist: NDArray[np.float64], has_any: bool) -> NDArray[np.float64]:
    """What the boxes cannot show: one missed, one doubled, and hidden ones in long stacks."""
    out = np.zeros(MAX_COUNT)
    for n, q in enumerate(dist):
        if q < 1e-9:
            continue
        e = ERROR_SHORT if n < LOOSE_STACK else ERROR_LONG
        out[n] += q * (1 - e)
        up = [(n + 1, 0.6)] if n < LOOSE_STACK else [(n + 1, 0.4), (n + 2, 0.15), (n + 3, 0.08), (n + 4, 0.05), (n + 5, 0.02)]
        if n > 0 or has_any:
            up.append((n - 1, 0.3 if n < LOOSE_STACK else 0.08))
        total = sum(w for m, w in up if 0 <= m < MAX_COUNT)
        for m, w in up:
            if 0 <= m < MAX_COUNT:
                out[m] += q * e * w / total
    return np.asarray(out / out.sum())


def _one_point(pa: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) probability that each disc of one point is A's, by three explanations: all A's, all B's, or both colours there.

    pa: of each disc alone; weight: that its box is a checker. Both colours are believed only where the discs say so clearly: one disc
    under glare is outvoted by its point, a clear one is not.
    """
    odds = np.log(np.clip(pa, 1e-9, 1) / np.clip(1 - pa, 1e-9, 1)).clip(-CLEAREST_DISC, CLEAREST_DISC)
    log_a, log_b = -np.log1p(np.exp(-odds)), -np.log1p(np.exp(odds))
    ways = np.array([(weight * log_a).sum(), (weight * log_b).sum(), (weight * np.maximum(log_a, log_b)).sum() - MIXED_COST])
    share = np.exp(ways - ways.max())
    share /= share.sum()
    return np.asarray(share[0] + share[2] / (1 + np.exp(-odds)))


def cell_likelihoods(
    cells: NDArray[np.int64], checkers: Detections, a_p: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """(24, 2, MAX_COUNT) for the points, (2, MAX_COUNT) for the bar, and (25, MAX_COUNT) for both colours together, the bar last.

    a_p: (n,) probability that a checker is A's.

    Two colours on one point (a hit checker not lifted) are rare: see `_one_point`. On the bar both stand side by side.
    """
    points = np.zeros((24, 2, MAX_COUNT), np.float32)
    bar = np.zeros((2, MAX_COUNT), np.float32)
    totals = np.zeros((25, MAX_COUNT), np.float32)
    p = box_probability(checkers.confidence).astype(float)
    for cell in range(25):
        here = np.flatnonzero(cells == cell)
        pa = a_p[here].astype(float)
        totals[cell] = _with_errors(_count_distribution(p[here]), len(here) > 0)
        if cell < 24 and len(here) > 1:
            pa = _one_point(pa, p[here])
        for c, q in ((0, pa), (1, 1 - pa)):
            dist = _with_errors(_count_distribution(p[here] * q), len(here) > 0)
            if cell < 24:
                points[cell, c] = dist
            else:
                bar[c] = dist
    return points, bar, totals


def strip_likelihoods(second: PointReading, *, is_turned: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(24, 2, MAX_COUNT) per colour and (24, MAX_COUNT) together, as the point reader alone has them. is_turned: its lighter colour is B's."""
    n = np.arange(MAX_COUNT)
    total = np.zeros((24, MAX_COUNT))
    total[:, : second.count_p.shape[1]] = second.count_p
    colors = (1 - LEAST_BOTH) * second.color_p.astype(float) + LEAST_BOTH * np.array([0, 0, 1])
    if is_turned:
        colors = colors[:, [1, 0, 2]]
    # of N checkers of both colours, one to N - 1 are A's, all as likely
    share = np.zeros((MAX_COUNT, MAX_COUNT))
    for both in range(2, MAX_COUNT):
        share[both, 1:both] = 1 / (both - 1)
    share[1, 0], share[1, 1] = 0.5, 0.5
    some = np.where(n > 0, total, 0.0)
    points = np.zeros((24, 2, MAX_COUNT))
    for c in (0, 1):
        points[:, c] = colors[:, c, None] * some + colors[:, 2, None] * (some @ share)
        points[:, c, 0] += total[:, 0] + colors[:, 1 - c] * some.sum(1)
    flat = 1 / MAX_COUNT
    return (1 - STRIP_ERROR) * points + STRIP_ERROR * flat, (1 - STRIP_ERROR) * total + STRIP_ERROR * flat


def is_turned(points: NDArray[np.float32], second: PointReading) -> bool:
    """Whether the point reader's lighter colour is the discs' B: both order two colours by lightness, which may be all but the same."""
    by_discs = points[:, 0, 0] - points[:, 1, 0]  # towards 1 where only B stands, towards -1 where only A does
    by_strip = (second.color_p[:, 1] - second.color_p[:, 0]) * (1 - second.count_p[:, 0])
    return bool((by_discs * by_strip).sum() < 0)


def both_looks(points: NDArray[np.float32], totals: NDArray[np.float32], second: PointReading) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """`cell_likelihoods` with the point reader's say: the product of the two, each to its weight (`DISC_WEIGHT`, `STRIP_WEIGHT`)."""
    strip_points, strip_totals = strip_likelihoods(second, is_turned=is_turned(points, second))
    out = totals.copy()
    out[:24] = _product(totals[:24], strip_totals)
    return _product(points, strip_points), out


def _product(discs: NDArray[np.float32], strips: NDArray[np.float64]) -> NDArray[np.float32]:
    floor = DISC_ERROR / MAX_COUNT
    log = DISC_WEIGHT * np.log((1 - DISC_ERROR) * discs.astype(float) + floor) + STRIP_WEIGHT * np.log(strips)
    p = np.exp(log - log.max(-1, keepdims=True))
    return np.asarray(p / p.sum(-1, keepdims=True), np.float32)
