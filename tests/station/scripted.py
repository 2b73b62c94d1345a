"""A scripted board for the station's tests: a reader that takes its observations from a script, and clips that carry frame numbers.

No weights and no camera: the picture's brightness is not looked at, only its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from calibration.geometry import BoardFit
from monitor.game.events import Support
from monitor.tracking.observation import MAX_COUNT, DieReading, Observation
from monitor.vision.frame import Frame


def fit(width: int = 160, height: int = 120) -> BoardFit:
    corners = np.array([[20.0, 15.0], [width - 20.0, 15.0], [width - 20.0, height - 15.0], [20.0, height - 15.0]])
    return BoardFit(corners, (0.475, 0.525), width, height)


def cell_of(point: int, is_near: bool) -> int:
    """The cell of a player's own point 1-24, home on the right: the near player's 1 is bottom right, the far player's top right."""
    own = point if is_near else 25 - point
    return 12 + 12 - own if own <= 12 else own - 13


def counts(a_row: Sequence[int], b_row: Sequence[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """(24, 2) counts per cell from rows in each player's own numbering; A sits near with home on the right."""
    out = np.zeros((24, 2), np.int64)
    for point in range(1, 25):
        out[cell_of(point, True), 0] += a_row[point]
        out[cell_of(point, False), 1] += b_row[point]
    return out


START = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))


def observation(frame: Frame, a_row: Sequence[int] = START, b_row: Sequence[int] = START, dice: Sequence[DieReading] = ()) -> Observation:
    """One sure observation of a position."""
    points = np.full((24, 2, MAX_COUNT), 0.001 / (MAX_COUNT - 1), np.float32)
    for cell, pair in enumerate(counts(a_row, b_row)):
        for color in (0, 1):
            points[cell, color, pair[color]] = 0.999
    bar = np.full((2, MAX_COUNT), 0.001 / (MAX_COUNT - 1), np.float32)
    bar[0, a_row[25]] = bar[1, b_row[25]] = 0.999
    return Observation(t=frame.t, seq=frame.seq, points=points, bar=bar, dice=tuple(dice))


WHITE, RED = (88.0, 0.0, 2.0), (42.0, 60.0, 35.0)
"""CIELAB of A's and B's dice."""


def die(u: float, v: float, value: int, *, flat_p: float = 0.98, color: tuple[float, float, float] = WHITE) -> DieReading:
    value_p = tuple(0.98 if face == value else 0.003 for face in range(1, 7))
    return DieReading(u=u, v=v, confidence=0.95, value_p=value_p, flat_p=flat_p, on=Support.BOARD, on_p=0.98, color=color)


class ScriptedReader:
    """Gives the observation that the script holds for the frame's time: a list of (from t, a_row, b_row, dice)."""

    def __init__(self, script: Sequence[tuple[float, Sequence[int], Sequence[int], Sequence[DieReading]]]) -> None:
        self.script = list(script)
        self.times: list[float] = []

    def read(self, frame: Frame) -> Observation:
        self.times.append(frame.t)
        now = [entry for entry in self.script if entry[0] <= frame.t][-1]
        return observation(frame, *now[1:])


def moved(row: Sequence[int], *steps: tuple[int, int]) -> tuple[int, ...]:
    """A row after steps (from, to)."""
    out = list(row)
    for origin, target in steps:
        out[origin] -= 1
        out[target] += 1
    return tuple(out)


def opening_game(*, illegal: bool = False) -> list[tuple[float, Sequence[int], Sequence[int], Sequence[DieReading]]]:
    """A (near, home right) wins the opening roll 3-1 and plays 8/5 6/5, or wrongly 8/5 8/6; then lifts both dice."""
    after = moved(START, (8, 5), (8, 6)) if illegal else moved(START, (8, 5), (6, 5))
    pair = (die(0.75, 0.55, 3), die(0.25, 0.45, 1, color=RED))
    return [
        (0.0, START, START, ()),
        (3.0, START, START, pair),
        (6.0, after, START, pair),
        (9.0, after, START, ()),
    ]
