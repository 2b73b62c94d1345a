"""What a die could lean on: a die that touches nothing lies flat, whatever its face looks like.

A cocked die leans on a checker, the bar, a rim or another die (`rules.md`, cocked), so its middle is nearer to that than its own edge.
Of 31 cocked dice of the rendered train and validation stills all were within 0.68 edges of something; of 96 flat ones nine in ten had nothing within one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit

TOUCHES, IS_FREE = 0.75, 1.0
"""Distance from a die's middle to the nearest thing, in edges of the die: up to the first it may lean on it, from the second on it cannot."""
BESIDE_DIE = 0.5
"""Half an edge: another die's side is so much nearer than its middle."""
FREE_ODDS = 30.0
"""By so much at most the odds that a die lies flat grow when nothing is in reach. Not without bound: what it leans on may not have been seen."""


class Surroundings:
    """Everything on one board that a die may lean on. bases: (n, 2) u v of the checkers' bases; radius: of a checker, in board widths."""

    def __init__(self, fit: BoardFit, bases: NDArray[np.float64], radius: float) -> None:
        self._fit, self._bases, self._radius = fit, bases, radius

    def reach(self, u: float, v: float, size: float, others: Sequence[tuple[float, float]]) -> float:
        """Distance from a die's middle to what is nearest, in its edges. (u, v): middle of its box; size: its edge; others: the other dice's (u, v)."""
        camera = self._fit.camera
        beside = [float(np.hypot(a - u, (b - v) / camera.aspect)) - BESIDE_DIE * size for a, b in others]
        sx, sy = camera.shear(u, v)  # the box's middle is that of the die, half an edge above the board
        u, v = u - sx * size / 2, v - sy * size / 2 * camera.aspect
        left, right = self._fit.bar
        near = [abs(u - left), abs(u - right), abs(u), abs(1 - u), abs(v) / camera.aspect, abs(1 - v) / camera.aspect]
        if len(self._bases):
            near.append(float(np.hypot(self._bases[:, 0] - u, (self._bases[:, 1] - v) / camera.aspect).min()) - self._radius)
        return float(min(near + beside) / max(size, 1e-4))


def flat_given_reach(flat_p: float, reach: float) -> float:
    """Probability that a die lies flat: what its face says, and whether there is anything to lean on."""
    free = float(np.clip((reach - TOUCHES) / (IS_FREE - TOUCHES), 0, 1))
    odds = flat_p / max(1 - flat_p, 1e-6) * FREE_ODDS**free
    return float(odds / (1 + odds))
