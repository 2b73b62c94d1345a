"""Fusing what single frames say about each cell into a reading with its likelihoods.

Per cell a *segment* of frames since the cell last changed or was covered is averaged. A frame that clearly contradicts the segment
is held apart; enough of them in a row replace it. So a flicker changes nothing and a moved checker counts from its first frame.
Nothing under a hand is evidence, and nothing while the geometry is not trusted (`perception.md` 5.6).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.tracking import thresholds as T
from monitor.tracking.layout import N_CELLS, Cells
from monitor.tracking.observation import MAX_COUNT, Observation

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fused:
    """The fused evidence at one moment.

    scores: (25, 3, 16) log-likelihood of each count per cell, of A, of B and of both together; 0 for a cell not seen since it was last
    covered. The third row knows that a disc is there although its colour cannot be told.
    weight: (25,) summed weight of the frames behind it. is_settled: (25,) enough of them. since: (25,) s, first frame of the
    present reading (kept when a hand only passed over). touched: (25,) s, when the cell was last covered or its reading replaced.
    """

    t: float
    scores: Scores
    weight: NDArray[np.float64]
    is_settled: NDArray[np.bool_]
    since: NDArray[np.float64]
    segment_since: NDArray[np.float64]

    def best(self) -> Cells:
        """(25, 2) the likeliest count of each cell and colour by itself (0 where nothing was seen)."""
        return np.asarray(self.scores[:, :2].argmax(axis=2), np.int16)


class BoardEvidence:
    """Accumulates observations; `fused` is its present state, `at` a recent one."""

    def __init__(self) -> None:
        shape = (N_CELLS, 3, MAX_COUNT)
        self._sum, self._other_sum = np.zeros(shape), np.zeros(shape)
        self._weight, self._other_weight = np.zeros(N_CELLS), np.zeros(N_CELLS)
        self._n, self._other_n = np.zeros(N_CELLS, int), np.zeros(N_CELLS, int)
        self._first, self._other_first = np.zeros(N_CELLS), np.zeros(N_CELLS)
        self._agree = np.zeros(N_CELLS, int)
        self._was_covered = np.ones(N_CELLS, bool)
        self._was_stirred = np.ones(N_CELLS, bool)
        self._value = np.full((N_CELLS, 3), -1, int)
        self._value_since = np.zeros(N_CELLS)
        self._prior = np.full((N_CELLS, 3), -1, int)
        self._prior_since = np.zeros(N_CELLS)
        self._began = np.zeros(N_CELLS)
        self._moved_t = 0.0
        self._agreed_t, self._other_moved_t = np.zeros(N_CELLS), np.zeros(N_CELLS)
        self._is_unmoved, self._was_unmoved = np.zeros(N_CELLS, bool), np.zeros(N_CELLS, bool)
        """Whether what the segment, the value now read came about while nothing moved: the reading before it was seen after the last motion."""
        self._history: deque[Fused] = deque()
        self._forgot_t = -1.0
        self.fused = self._fuse(0.0)

    def forget(self) -> None:
        """Everything may have changed unseen: start every cell afresh."""
        self._was_covered[:] = True
        self._weight[:] = 0.0
        self._n[:] = 0
        self._history.clear()
        self._forgot_t = self.fused.t
        self.fused = self._fuse(self.fused.t)

    def stir(self) -> None:
        """Something moved at the table (a die came or went): cells may have changed too, even if no motion was noticed."""
        self._was_stirred[:] = True

    def add(self, obs: Observation) -> None:
        if not obs.is_still:
            self._was_stirred[:] = True
            self._moved_t = obs.t
        if not obs.is_full:
            return
        covered = np.append(obs.is_hidden, obs.is_bar_hidden)
        newly = covered & ~self._was_covered
        self._was_covered |= covered
        self._weight[newly] = 0.0
        self._n[newly] = 0
        p = np.concatenate([obs.points, obs.bar[None]]).astype(np.float64)
        totals = np.full((N_CELLS, MAX_COUNT), 1 / MAX_COUNT) if obs.totals is None else obs.totals
        p = np.concatenate([p, totals[:, None]], axis=1)
        logp = np.log(np.clip(p, T.P_FLOOR, 1.0))
        weight = 1.0 if obs.is_still else T.MOVING_WEIGHT
        seen = ~covered
        self._restart(seen & self._was_covered, obs.t)
        disagrees = self._disagrees(logp) & seen & (self._n > 0)
        agrees = seen & ~disagrees
        self._sum[agrees] += weight * logp[agrees]
        self._weight[agrees] += weight
        self._n[agrees] += 1
        self._agreed_t[agrees] = obs.t
        self._agree = np.where(agrees, self._agree + 1, np.where(disagrees, 0, self._agree))
        calm = agrees & (self._agree >= 2)
        self._drop_other(calm)
        if obs.is_still:
            self._was_stirred[calm] = False
        begins = disagrees & (self._other_n == 0)
        self._other_first[begins] = obs.t
        self._other_moved_t[begins] = self._moved_t
        self._other_sum[disagrees] += weight * logp[disagrees]
        self._other_weight[disagrees] += weight
        self._other_n[disagrees] += 1
        self._take_over(disagrees, obs.t)
        self._note_values()
        self.fused = self._fuse(obs.t)
        self._history.append(self.fused)
        while self._history[0].t < obs.t - T.HISTORY_S:
            self._history.popleft()

    def at(self, t: float) -> Fused:
        """The state just before time t, or the oldest kept; the present one when everything was forgotten since."""
        if t <= self._forgot_t:
            return self.fused
        past = [f for f in self._history if f.t <= t]
        return past[-1] if past else (self._history[0] if self._history else self.fused)

    def _restart(self, cells: NDArray[np.bool_], t: float) -> None:
        self._sum[cells] = 0.0
        self._weight[cells] = 0.0
        self._n[cells] = 0
        self._first[cells] = t
        self._agree[cells] = 0
        self._was_covered[cells] = False
        self._drop_other(cells)

    def _drop_other(self, cells: NDArray[np.bool_]) -> None:
        self._other_sum[cells] = 0.0
        self._other_weight[cells] = 0.0
        self._other_n[cells] = 0

    def _disagrees(self, logp: Scores) -> NDArray[np.bool_]:
        reading = self._sum.argmax(axis=2)[:, :, None]
        gap = logp.max(axis=2) - np.take_along_axis(logp, reading, axis=2)[:, :, 0]
        return np.asarray((gap > T.FRAME_DISAGREES).any(axis=1))

    def _take_over(self, disagrees: NDArray[np.bool_], t: float) -> None:
        span = t - self._other_first
        stirred = self._was_stirred & (self._other_weight >= T.TAKEOVER_STIRRED - 1e-9) & (self._other_n >= 3)
        persistent = (span >= T.TAKEOVER_UNTOUCHED_S) & (self._other_n >= T.TAKEOVER_UNTOUCHED_N)
        young = (self._weight < T.SETTLED_WEIGHT) & (self._other_weight > self._weight)
        new = disagrees & (stirred | persistent | young)
        self._sum[new] = self._other_sum[new]
        self._weight[new] = self._other_weight[new]
        self._n[new] = self._other_n[new]
        self._first[new] = self._other_first[new]
        self._is_unmoved[new] = self._other_moved_t[new] < self._agreed_t[new]
        self._agree[new] = 0
        self._was_stirred[new] = True  # the way back is as easy as the way here
        self._drop_other(new)

    def _note_values(self) -> None:
        reading = self._sum.argmax(axis=2)
        ready = (self._weight >= 1.0) & (self._n >= 2)
        changed = ready & (reading != self._value).any(axis=1)
        # back to what it was before: nothing had moved when it changed, or it did not last
        is_flicker = (reading == self._prior).all(axis=1) & (self._was_unmoved | (self._first - self._began <= T.FLICKER_S))
        since = np.where(is_flicker, self._prior_since, self._first)
        self._prior[changed], self._prior_since[changed] = self._value[changed], self._value_since[changed]
        self._value[changed], self._value_since[changed], self._began[changed] = reading[changed], since[changed], self._first[changed]
        self._was_unmoved[changed] = self._is_unmoved[changed]
        self._is_unmoved[changed] = False

    def _fuse(self, t: float) -> Fused:
        effective = np.minimum(self._weight, T.N_EFFECTIVE) / np.maximum(self._weight, 1e-9)
        scores = self._sum * effective[:, None, None]
        settled = (self._weight >= T.SETTLED_WEIGHT) & (self._n >= T.SETTLED_FRAMES)
        scores[self._weight <= 0.0] = 0.0
        return Fused(t, scores, self._weight.copy(), settled, self._value_since.copy(), self._first.copy())
