"""The point reader's strips, and what its answers do to what the discs say."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import AREA_H, AREA_W, AREA_X, AREA_Y, CANVAS_H, CANVAS_W
from models.sizes import MOST_COUNTED, POINT_H, POINT_W
from monitor.tracking.observation import MAX_COUNT
from monitor.vision.counts import both_looks, is_turned, strip_likelihoods
from monitor.vision.points import PointReading, point_strips

BAR = (0.46, 0.54)


def center(cell: int) -> int:
    column = cell % 12
    u = (column + 0.5) / 6 * BAR[0] if column < 6 else BAR[1] + (column - 5.5) / 6 * (1 - BAR[1])
    return round(AREA_X + AREA_W * u)


@pytest.mark.parametrize("cell", [0, 5, 6, 11, 12, 17, 18, 23])
def test_a_strip_shows_its_own_point_with_the_base_line_on_top(cell: int) -> None:
    canvas = np.zeros((CANVAS_H, CANVAS_W, 3), np.uint8)
    y = AREA_Y + 20 if cell < 12 else AREA_Y + AREA_H - 20
    canvas[y - 16 : y + 16, center(cell) - 16 : center(cell) + 16] = 255
    strips = point_strips(canvas, BAR)
    assert strips.shape == (24, POINT_H, POINT_W, 3)
    lit = [i for i in range(24) if strips[i].mean() > 8]
    assert lit == [cell]
    rows, columns = np.nonzero(strips[cell].max(-1) > 128)
    assert rows.mean() < POINT_H / 4 and abs(columns.mean() - POINT_W / 2) < 2.5


def reading(counts: dict[int, int], colors: dict[int, int], sure: float = 0.97) -> PointReading:
    """colors: 0 the lighter's, 1 the darker's, 2 both; a cell that is not named is empty."""
    count_p = np.full((24, MOST_COUNTED + 1), (1 - sure) / MOST_COUNTED, np.float32)
    color_p = np.full((24, 3), (1 - sure) / 2, np.float32)
    for cell in range(24):
        count_p[cell, counts.get(cell, 0)] = sure
        color_p[cell, colors.get(cell, 0)] = sure
    return PointReading(count_p, color_p)


def discs(cells: dict[int, tuple[int, int]], sure: float = 0.9) -> tuple[np.ndarray, np.ndarray]:
    points = np.full((24, 2, MAX_COUNT), (1 - sure) / (MAX_COUNT - 1), np.float32)
    totals = np.full((25, MAX_COUNT), (1 - sure) / (MAX_COUNT - 1), np.float32)
    for cell in range(25):
        a, b = cells.get(cell, (0, 0))
        totals[cell, a + b] = sure
        if cell < 24:
            points[cell, 0, a] = points[cell, 1, b] = sure
    return points, totals


def test_the_likelihoods_are_distributions_and_say_what_was_read() -> None:
    points, totals = strip_likelihoods(reading({3: 5, 7: 2, 9: 3}, {3: 0, 7: 1, 9: 2}), is_turned=False)
    assert np.allclose(points.sum(-1), 1) and np.allclose(totals.sum(-1), 1)
    assert points[3].argmax(-1).tolist() == [5, 0] and points[7].argmax(-1).tolist() == [0, 2]
    assert set(points[9].argmax(-1)) <= {1, 2} and totals[9].argmax() == 3


def test_two_looks_that_agree_are_surer_and_a_sure_one_outvotes_a_doubtful_one() -> None:
    points, totals = discs({3: (5, 0), 7: (0, 2), 11: (0, 3)}, 0.4)
    second = reading({3: 5, 7: 2, 11: 4}, {3: 0, 7: 1, 11: 1})
    both, sums = both_looks(points, totals, second)
    assert both[3, 0, 5] > 2 * points[3, 0, 5] and both[7, 1].argmax() == 2
    assert sums[11].argmax() == 4
    # of one colour's count the strip says a little less than of both colours' together: two colours may stand there (LEAST_BOTH)
    points, totals = discs({11: (0, 3)}, 0.25)
    both, _ = both_looks(points, totals, reading({11: 4}, {11: 1}))
    assert both[11, 1].argmax() == 4


def test_a_clear_disc_of_the_other_colour_is_not_read_away_by_the_strip() -> None:
    """Two green checkers and a white one on them: the strip, which has seen few such points, says green only."""
    points, totals = discs({11: (0, 3)})
    points[11, 0], points[11, 1] = 0.01, 0.01
    points[11, 0, :2], points[11, 1, 2:4] = (0.5, 0.5), (0.5, 0.5)
    points[11] /= points[11].sum(-1, keepdims=True)
    both, _ = both_looks(points, totals, reading({11: 3}, {11: 1}, sure=0.999))
    assert both[11, 0, 1] > 0.1


def test_a_clear_disc_is_not_made_impossible() -> None:
    points, totals = discs({3: (1, 0)}, 0.9999)
    both, _ = both_looks(points, totals, reading({}, {}, sure=0.99))
    assert both[3, 0, 1] > 0.02


@pytest.mark.parametrize("turned", [False, True])
def test_which_colour_is_the_lighter_is_settled_by_the_discs(turned: bool) -> None:
    points, totals = discs({0: (5, 0), 4: (0, 3), 6: (0, 5), 11: (2, 0)})
    first, last = (1, 0) if turned else (0, 1)
    second = reading({0: 5, 4: 3, 6: 5, 11: 2}, {0: first, 4: last, 6: last, 11: first})
    assert is_turned(points, second) is turned
    both, _ = both_looks(points, totals, second)
    assert both[0].argmax(-1).tolist() == [5, 0] and both[4].argmax(-1).tolist() == [0, 3]


def test_the_bars_row_stays_as_the_discs_have_it() -> None:
    points, totals = discs({24: (1, 1)})
    _, sums = both_looks(points, totals, reading({}, {}))
    assert np.array_equal(sums[24], totals[24])
