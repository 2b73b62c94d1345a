"""The point reader's labels: counts of the drawn boards, and colours that keep their order under every change of light."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.sizes import MOST_COUNTED, POINT_H, POINT_W
from models.training.drawn.board import draw_board
from models.training.point_batches import STRIPS, PointBoards
from models.training.point_data import BoardLabel, drawn_board

BLACK, WHITE = [20.0, 20.0, 20.0], [230.0, 230.0, 230.0]


def test_a_drawn_boards_label_counts_what_was_drawn() -> None:
    drawn = draw_board(np.random.default_rng([3, 1]))
    (canvas, label), (_, again) = drawn_board(np.random.default_rng([3, 1]), (), 2)
    want = [[0, 0] for _ in range(24)]
    for thing in drawn.things:
        if thing.kind == "checker" and thing.cell < 24:
            want[thing.cell][thing.color] += 1
    assert [list(c) for c in label.cells] == want == [list(c) for c in again.cells]
    assert sum(a + b for a, b in label.cells) > 0 and canvas.shape[2] == 3
    assert 0.4 < label.bar[0] <= label.bar[1] < 0.6


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """One board: the first colour black with two on cell 0, the second white with three on cell 5, cell 7 hidden."""
    canvas = np.full((640, 800, 3), 120, np.uint8)
    cells = [(0, 0)] * 24
    cells[0], cells[5], cells[7] = (2, 0), (0, 3), (4, 0)
    cv2.imwrite(str(tmp_path / "a.jpg"), canvas)
    BoardLabel((0.46, 0.54), cells, [7], [BLACK, WHITE], []).save(tmp_path / "a.json")
    return tmp_path


def test_batches_name_the_lighter_colour_whatever_the_light(pool: Path) -> None:
    boards = PointBoards([f"{pool}*2"], lambda _: None)
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(40):
        x, count, color, is_alike = boards.batch(rng, 2)
        assert x.shape == (2, STRIPS, 3, POINT_H, POINT_W) and x.min() >= 0 and x.max() <= 1 and count.max() <= MOST_COUNTED
        assert not is_alike.any() and 4 not in count
        for n, c in zip(count.ravel(), color.ravel(), strict=True):
            assert (c >= 0) == (n in (2, 3))
            if n in (2, 3):
                seen.add((int(n), int(c)))
    # black's two are the darker's (1), white's three the lighter's (0); in a negative it is the other way round
    assert seen == {(2, 1), (3, 0), (2, 0), (3, 1)}


def test_a_pool_without_boards_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="point_data"):
        PointBoards([str(tmp_path)], lambda _: None)
