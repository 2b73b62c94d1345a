"""A die that touches nothing lies flat; one within reach of a checker, the bar, a rim or another die is judged by its face."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import BoardFit
from monitor.vision.contact import FREE_ODDS, Surroundings, flat_given_reach

SIZE = 0.02
CHECKER = (0.3, 0.2)


def fit() -> BoardFit:
    """Straight from above, a board of 1000 by 800 pixels."""
    return BoardFit(np.array([[100, 50], [1100, 50], [1100, 850], [100, 850]], float), (0.47, 0.53), 1200, 900)


def reach(u: float, v: float, others: tuple[tuple[float, float], ...] = ()) -> float:
    return Surroundings(fit(), np.array([CHECKER]), 0.03).reach(u, v, SIZE, others)


@pytest.mark.parametrize(
    ("u", "v", "others", "want"),
    [
        (0.3, 0.2 + (0.03 + 0.012) / 0.8, (), 0.6),
        (0.47 - 0.01, 0.5, (), 0.5),
        (0.53 + 0.01, 0.5, (), 0.5),
        (0.012, 0.5, (), 0.6),
        (0.7, 1 - 0.012 / 0.8, (), 0.6),
        (0.7, 0.5, ((0.7 + 0.022, 0.5),), 0.6),
        (0.7, 0.5, (), 8.5),
    ],
    ids=["checker", "bar's left", "bar's right", "left rim", "lower rim", "other die", "nothing"],
)
def test_reach_is_the_distance_to_what_is_nearest_in_edges_of_the_die(u: float, v: float, others: tuple[tuple[float, float], ...], want: float) -> None:
    aspect = fit().camera.aspect
    assert aspect == pytest.approx(1.25, abs=0.02), "u per v of this board"
    got = Surroundings(fit(), np.array([(0.3, 0.2)]), 0.03).reach(u, v, SIZE, others)
    assert got == pytest.approx(want, abs=0.25), "within what half an edge of height shifts"


def test_what_touches_nothing_is_flat_unless_its_face_says_otherwise_very_clearly() -> None:
    assert flat_given_reach(0.2, 0.6) == pytest.approx(0.2), "in reach the face decides"
    assert flat_given_reach(0.2, 1.5) == pytest.approx(0.25 * FREE_ODDS / (1 + 0.25 * FREE_ODDS))
    assert flat_given_reach(0.2, 0.6) < flat_given_reach(0.2, 0.85) < flat_given_reach(0.2, 1.0)
    assert flat_given_reach(0.001, 3.0) < 0.05, "what it leans on may not have been seen"
    assert flat_given_reach(1.0, 3.0) <= 1.0
