"""What the picture says by itself: scoring positions, and the best position of all under a soft conservation prior.

Scores are sums of the fused log-likelihoods over the cells seen. Checkers are conserved only softly: a count that is off costs a
few nats, one clearly seen cell gives thirty or more (`perception.md` 5.4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.tracking import thresholds as T
from monitor.tracking.evidence import Fused, Scores
from monitor.tracking.layout import BAR_CELL, N_CELLS, Cells
from monitor.tracking.observation import MAX_COUNT
from monitor.tracking.sums import Penalty, best_under_sums

MAX_SUM = 16
"""At most sixteen checkers a side can be described (`Position.from_rows`)."""
MOST_OPTIONS = 24
"""Pairs of counts looked at in one cell; more than conservation can pay for are never the best."""
_CELLS = np.arange(N_CELLS)
_A, _B = np.indices((MAX_COUNT, MAX_COUNT))
_MIXED = (_A > 0) & (_B > 0)
_TOTAL = np.minimum(_A + _B, MAX_COUNT - 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """A position (25, 2) and its score, the conservation prior included."""

    cells: Cells
    score: float


def joint(scores: Scores) -> NDArray[np.float64]:
    """(25, 16, 16) score of every pair of counts (A, B) in every cell, from the rows of A, of B and of both together.

    A cell with as many checkers as were seen there, but of other colours, costs little: light that falls askew on a disc does so in
    every frame alike, while its presence is hardly ever mistaken. Conservation then tells a trick of the light from a checker.
    """
    out = scores[:, 0, :, None] + scores[:, 1, None, :] + scores[:, 2][:, _TOTAL]
    flat = out.reshape(N_CELLS, -1)
    best = flat.argmax(axis=1)
    same_total = (_A + _B)[None] == (_A + _B).ravel()[best][:, None, None]
    cap = np.where(_MIXED.ravel()[best][:, None, None], T.UNMIX_CAP, np.where(_MIXED, T.MIX_CAP, T.COLOR_CAP))
    return np.asarray(np.where(same_total, np.maximum(out, flat.max(axis=1)[:, None, None] - cap), out))


def corrected(after: Scores, before: Fused | None, known: Cells) -> Scores:
    """(25, 3, 16) scores in which a misread that was there before the turn is not taken for a change.

    before: the evidence at the start of the turn; known: what was known to lie there. Where the reading contradicted what was known
    by b nats, keeping the count is not held against a cell by more than the rest, and a count may be off by the same number.
    """
    scores = after.copy()
    counts_known = with_totals(known)
    if before is not None:
        reading = before.scores.argmax(axis=2)
        bias = before.scores.max(axis=2) - np.take_along_axis(before.scores, counts_known[:, :, None], axis=2)[:, :, 0]
        for cell, row_of in np.argwhere(bias > 0.0):
            shift = int(reading[cell, row_of]) - int(counts_known[cell, row_of])
            b = float(bias[cell, row_of])
            counts = np.arange(MAX_COUNT)
            moved = counts + shift
            ok = (moved >= 0) & (moved < MAX_COUNT) & (counts > 0)
            row = after[cell, row_of]
            shifted = np.where(ok, row[np.clip(moved, 0, MAX_COUNT - 1)] - 1.0, -np.inf)
            raised = np.maximum(row, np.minimum(row + b, shifted))
            count = int(counts_known[cell, row_of])
            raised[count] = max(raised[count], min(row.max(), row[count] + b))
            scores[cell, row_of] = raised
    _soften_tall(scores, counts_known)
    if before is not None:
        _soften_bar(scores[BAR_CELL], before.scores[BAR_CELL])
    cells, colors = np.indices((N_CELLS, 2))
    scores[cells, colors, known.astype(int)] += T.STILLNESS_BONUS
    return scores


def with_totals(cells: Cells) -> NDArray[np.int64]:
    """(25, 3) counts of A, of B and of both."""
    return np.concatenate([cells, cells.sum(axis=1, keepdims=True)], axis=1).astype(int).clip(0, MAX_COUNT - 1)


def _soften_tall(scores: Scores, known: NDArray[np.int64]) -> None:
    """A tall stack that has just changed is easily read one too high or too low, the same way in every frame.

    So a neighbouring count stays possible, unless it is the count that was known there: that one has been read rightly before. The doubt
    is charged once, in the colour's row; in the third row, of both colours, the neighbour is as good.
    """
    reading = scores.argmax(axis=2)
    for cell, row in np.argwhere(reading >= T.TALL - 1):
        best = int(reading[cell, row])
        for count in (best - 1, best + 1):
            is_tall = max(count, best) >= T.TALL and count < MAX_COUNT
            if is_tall and count != int(known[cell, row]):
                cap = T.TALL_CAP if max(count, best) == T.TALL else T.TALLER_CAP
                cap = 0.0 if row == 2 else T.UNCHANGED_CAP if best == int(known[cell, row]) else cap
                scores[cell, row, count] = max(scores[cell, row, count], scores[cell, row, best] - cap)


def _soften_bar(bar: Scores, before: Scores) -> None:
    """(3, 16) scores of the bar now and before the turn: a faint checker that has come there, in every frame alike, is one doubtful look and not many.

    A point has the point reader's look beside the discs', the bar has none. Where nothing has come the evidence stays as it is.
    """
    for row in (0, 1):
        best = int(bar[row].argmax())
        if best + 1 == MAX_COUNT:
            continue
        against, once = bar[row, best] - bar[row, best + 1], before[row, best] - before[row, best + 1]
        if against < T.FAINT_BAR and once - against > T.FAINT_BAR_CAME:
            bar[row, best + 1] = max(bar[row, best + 1], bar[row, best] - T.FAINT_BAR_CAP)
            both = int(bar[2].argmax())
            bar[2, min(both + 1, MAX_COUNT - 1)] = bar[2, both]


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
    total = joint(scores)[_CELLS[None], index[:, :, 0], index[:, :, 1]].sum(axis=1)
    for c in (0, 1):
        total -= penalties[c][np.clip(positions[:, :, c].sum(axis=1), 0, MAX_SUM)]
    return np.asarray(total)


def best_reading(scores: Scores, penalties: tuple[Penalty, Penalty]) -> Reading:
    """The best of all positions: the counts that maximise likelihood minus the cost of their sums, by dynamic programming over both sums."""
    cells, score = best_under_sums(joint(scores), penalties, MOST_OPTIONS, sum(float(p.max()) for p in penalties))
    return Reading(cells, score)
