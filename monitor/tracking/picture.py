"""What the picture says by itself: scoring positions, and the best position of all under a soft conservation prior.

Scores are sums of the fused log-likelihoods over the cells seen. Checkers are conserved only softly: a count that is off costs a
few nats, one clearly seen cell gives fifteen or more (`perception.md` 5.4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.tracking import thresholds as T
from monitor.tracking.evidence import Fused, Scores
from monitor.tracking.layout import N_CELLS, Cells
from monitor.tracking.observation import MAX_COUNT

MAX_SUM = 16
"""At most sixteen checkers a side can be described (`Position.from_rows`)."""
_REST_INDEX = MAX_COUNT + np.arange(MAX_SUM + 1)[None, :] - np.arange(MAX_COUNT)[:, None]
"""(16, 19) where in the padded scores the sum s - count lies."""
Penalty = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Reading:
    """A position (25, 2) and its score, the conservation prior included."""

    cells: Cells
    score: float


def corrected(after: Scores, before: Fused | None, known: Cells) -> Scores:
    """(25, 2, 16) scores in which a misread that was there before the turn is not taken for a change.

    before: the evidence at the start of the turn; known: what was known to lie there. Where the reading contradicted what was known
    by b nats, keeping the count is not held against a cell by more than the rest, and a count may be off by the same number.
    """
    scores = after.copy()
    if before is not None:
        reading = before.scores.argmax(axis=2)
        bias = before.scores.max(axis=2) - np.take_along_axis(before.scores, known[:, :, None].astype(int), axis=2)[:, :, 0]
        for cell, color in np.argwhere(bias > 0.0):
            shift = int(reading[cell, color]) - int(known[cell, color])
            b = float(bias[cell, color])
            counts = np.arange(MAX_COUNT)
            moved = counts + shift
            ok = (moved >= 0) & (moved < MAX_COUNT) & (counts > 0)
            row = after[cell, color]
            shifted = np.where(ok, row[np.clip(moved, 0, MAX_COUNT - 1)] - 1.0, -np.inf)
            raised = np.maximum(row, np.minimum(row + b, shifted))
            count = int(known[cell, color])
            raised[count] = max(raised[count], min(row.max(), row[count] + b))
            scores[cell, color] = raised
    _soften_tall(scores, known)
    cells, colors = np.indices((N_CELLS, 2))
    scores[cells, colors, known.astype(int)] += T.STILLNESS_BONUS
    return scores


def _soften_tall(scores: Scores, known: Cells) -> None:
    """A tall stack that has just changed is easily read one too high or too low, the same way in every frame.

    So a neighbouring count stays possible, unless it is the count that was known there: that one has been read rightly before.
    """
    reading = scores.argmax(axis=2)
    for cell, color in np.argwhere(reading >= T.TALL - 1):
        best = int(reading[cell, color])
        for count in (best - 1, best + 1):
            is_tall = max(count, best) >= T.TALL and count < MAX_COUNT
            if is_tall and count != int(known[cell, color]):
                cap = T.TALL_CAP if max(count, best) == T.TALL else T.TALLER_CAP
                scores[cell, color, count] = max(scores[cell, color, count], scores[cell, color, best] - cap)


def conservation(expected: int, allowed: frozenset[int] = frozenset()) -> Penalty:
    """(MAX_SUM + 1,) cost of each number of checkers on the board; none for the expected one and those allowed (borne off)."""
    out = np.zeros(MAX_SUM + 1)
    for s in range(MAX_SUM + 1):
        if s != expected and s not in allowed:
            out[s] = min(T.CONSERVATION_FIRST + T.CONSERVATION_MORE * (abs(s - expected) - 1), T.CONSERVATION_MOST)
    return out


def score_all(scores: Scores, positions: NDArray[np.int16], penalties: tuple[Penalty, Penalty]) -> NDArray[np.float64]:
    """(n,) scores of positions (n, 25, 2)."""
    index = np.clip(positions.astype(int), 0, MAX_COUNT - 1)
    cells, colors = np.indices((N_CELLS, 2))
    total = scores[cells[None], colors[None], index].sum(axis=(1, 2))
    for c in (0, 1):
        total -= penalties[c][np.clip(positions[:, :, c].sum(axis=1), 0, MAX_SUM)]
    return np.asarray(total)


def best_reading(scores: Scores, penalties: tuple[Penalty, Penalty]) -> Reading:
    """The best of all positions: per colour the counts that maximise likelihood minus the cost of their sum."""
    cells = np.zeros((N_CELLS, 2), np.int16)
    total = 0.0
    for c in (0, 1):
        row, score = _best_of_color(scores[:, c, :], penalties[c])
        cells[:, c] = row
        total += score
    return Reading(cells, total)


def _best_of_color(scores: NDArray[np.float64], penalty: Penalty) -> tuple[NDArray[np.int16], float]:
    """Dynamic programming over the sum of counts; scores (25, 16)."""
    padded = np.full(MAX_COUNT + MAX_SUM + 1, -np.inf)  # padded[MAX_COUNT + s] is the best score of the cells so far with sum s
    padded[MAX_COUNT] = 0.0
    choice = np.zeros((N_CELLS, MAX_SUM + 1), np.int16)
    for cell in range(N_CELLS):
        options = padded[_REST_INDEX] + scores[cell][:, None]
        choice[cell] = options.argmax(axis=0)
        padded[MAX_COUNT:] = options.max(axis=0)
    best = padded[MAX_COUNT:]
    s = int((best - penalty).argmax())
    total = float(best[s] - penalty[s])
    row = np.zeros(N_CELLS, np.int16)
    for cell in range(N_CELLS - 1, -1, -1):
        row[cell] = choice[cell, s]
        s -= int(row[cell])
    return row, total
