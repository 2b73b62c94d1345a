"""The best counts of all cells together when the sum over the board of either colour has a price: dynamic programming over both sums."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Penalty = NDArray[np.float64]


def best_under_sums(table: NDArray[np.float64], penalties: tuple[Penalty, Penalty], most: int, worth: float = np.inf) -> tuple[NDArray[np.int16], float]:
    """(n, 2) counts (A, B) of the n cells and their score, the prices of their sums taken off.

    table: (n, k, k) score of every pair of counts of each cell. penalties: (m,) price of each sum 0..m - 1 of A's and of B's; larger sums are
    impossible. most: pairs looked at in one cell; worth: so far below a cell's best a pair is not looked at, because no price could pay for it.
    """
    n_cells, width, m = len(table), table.shape[1], len(penalties[0])
    best = np.full((m, m), -np.inf)
    best[0, 0] = 0.0
    options, chosen = [], np.zeros((n_cells, m, m), np.int16)
    for cell in range(n_cells):
        flat = table[cell].ravel()
        order = np.argsort(-flat, kind="stable")[:most]
        order = order[flat[order] >= flat[order[0]] - worth - 1e-9]
        pairs = [(int(k) // width, int(k) % width) for k in order]
        options.append(pairs)
        after = np.full_like(best, -np.inf)
        for n, (a, b) in enumerate(pairs):
            if a >= m or b >= m:
                continue
            value = best[: m - a, : m - b] + flat[order[n]]
            part, which = after[a:, b:], chosen[cell, a:, b:]
            better = value > part
            part[better] = value[better]
            which[better] = n
        best = after
    best = best - penalties[0][:, None] - penalties[1][None, :]
    sa, sb = np.unravel_index(int(best.argmax()), best.shape)
    score, cells = float(best[sa, sb]), np.zeros((n_cells, 2), np.int16)
    for cell in range(n_cells - 1, -1, -1):
        a, b = options[cell][chosen[cell, sa, sb]]
        cells[cell] = a, b
        sa, sb = sa - a, sb - b
    return cells, score
