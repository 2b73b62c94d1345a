"""Drawn boards and crops: labels agree with what was drawn, and a seed always gives the same picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import CANVAS_H, CANVAS_W
from models.sizes import BOARD_INPUT, CUBE_FACES, FACE_INPUT
from models.training.board_data import no_board, pool_board, random_view
from models.training.detector_data import CROP, crops, drawn_canvas
from models.training.drawn import dice
from models.training.drawn.board import draw_board
from models.training.drawn.labels import Drawn
from models.training.drawn.objects import number_stamp
from models.training.face_data import drawn_face, flat_label
from monitor.vision.classes import CLASSES


@pytest.fixture(scope="module")
def boards() -> list[Drawn]:
    return [draw_board(np.random.default_rng([11, i])) for i in range(4)]


def test_a_seed_gives_the_same_board(boards: list[Drawn]) -> None:
    again = draw_board(np.random.default_rng([11, 0]))
    assert np.array_equal(again.image, boards[0].image)
    assert [(t.kind, t.cell, t.color, t.value) for t in again.things] == [(t.kind, t.cell, t.color, t.value) for t in boards[0].things]


def test_everything_drawn_is_of_a_known_class_and_has_an_outline(boards: list[Drawn]) -> None:
    for board in boards:
        for thing in board.things:
            assert thing.kind in CLASSES
            assert np.ptp(thing.outline, axis=0).min() > 2
            if thing.kind == "die":
                assert 1 <= thing.value <= 6
            if thing.kind == "cube":
                assert thing.value in CUBE_FACES


def test_dice_can_be_put_on_checkers() -> None:
    """Mostly on them when asked for: the middle of the die's base lies within a checker's disc."""
    on = total = 0
    for i in range(6):
        board = draw_board(np.random.default_rng([12, i]), on_share=1.0)
        checkers = [t for t in board.things if t.kind == "checker"]
        for die in (t for t in board.things if t.kind == "die" and checkers):
            total += 1
            on += any(np.hypot(die.base[0] - c.base[0], die.base[1] - c.base[1]) < c.size_px / 2 for c in checkers)
    assert total >= 8 and on > 0.8 * total


def test_canvas_boxes_lie_where_the_checkers_are(boards: list[Drawn]) -> None:
    for i, board in enumerate(boards):
        canvas, boxes, _ = drawn_canvas(np.random.default_rng(i), board)
        assert canvas.shape == (CANVAS_H, CANVAS_W, 3)
        on_points = [t for t in board.things if t.kind == "checker" and 0 <= t.cell < 24 and not t.is_hidden]
        inside = [b for b in boxes if CLASSES[b[0]] == "checker" and 40 < (b[1] + b[3]) / 2 < 760 and 20 < (b[2] + b[4]) / 2 < 620]
        assert len(inside) >= len(on_points)
        for part, kept in crops(np.random.default_rng(i), canvas, boxes, 3):
            assert part.shape == (CROP, CROP, 3)
            assert all(0 <= b[1] < b[3] <= CROP and 0 <= b[2] < b[4] <= CROP for b in kept)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_flat_die_shows_its_value_up_and_opposite_faces_sum_to_seven(value: int) -> None:
    rotation = dice.pose(value, 0.7)
    up = [v for v, (n, _, _) in dice._FACES.items() if (rotation @ np.array(n, float))[2] > 0.99]
    down = [v for v, (n, _, _) in dice._FACES.items() if (rotation @ np.array(n, float))[2] < -0.99]
    assert up == [value] and down == [7 - value]
    assert np.linalg.det(rotation) == pytest.approx(1)


@pytest.mark.parametrize("value", range(1, 7))
def test_the_top_face_carries_as_many_pips_as_the_value(value: int) -> None:
    design = dice.DieDesign(np.float32([1, 1, 1]), np.float32([0, 0, 0]), 0.05, 0.1, 0.0, 0.0)
    image = np.full((160, 160, 3), 0.5, np.float32)
    dice.draw(image, np.random.default_rng(1), design, (80, 80), 90, dice.pose(value, 0.0), (0.0, 0.0), np.array([0, 0, 1.0]), 0.0, 0.0)
    dark = (image.max(-1) < 0.25).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert sum(stats[i, cv2.CC_STAT_AREA] > 60 for i in range(1, count)) == value


def test_a_cube_carries_its_number_on_top_and_others_on_its_sides() -> None:
    light, paper = np.array([0, 0, 1.0]), np.full((160, 160, 3), 0.5, np.float32)
    design = dice.DieDesign(np.float32([1, 1, 1]), np.float32([0, 0, 1]), 0.05, 0.1, 0.0, 0.0)
    blank, full = np.zeros((96, 96), np.float32), np.pad(np.ones((60, 60), np.float32), 18)
    for shear, marked, is_seen in (((0.0, 0.0), 1, True), ((0.0, 0.0), 2, False), ((-0.8, 0.0), 2, True), ((-0.8, 0.0), 5, False)):
        image = paper.copy()
        stamps = {face: full if face == marked else blank for face in range(1, 7)}
        dice.draw(image, np.random.default_rng(1), design, (80, 80), 60, dice.pose(1, 0.0), shear, light, 0.0, 0.0, stamps)
        red = (image[..., 2] > 0.25) & (image[..., :2].max(-1) < 0.15)
        assert (int(red.sum()) > 150) == is_seen, (shear, marked)


def test_number_stamps_differ_from_face_to_face() -> None:
    stamps = [number_stamp(np.random.default_rng(3), v, 0, 6, 1.0, False) for v in CUBE_FACES]
    assert all(0.02 < s.mean() < 0.5 for s in stamps)
    assert all(np.abs(a - b).mean() > 0.01 for i, a in enumerate(stamps) for b in stamps[:i])


def test_height_leans_along_the_shear() -> None:
    design = dice.DieDesign(np.float32([1, 1, 1]), np.float32([0, 0, 0]), 0.05, 0.1, 0.0, 0.0)
    boxes = []
    for shear in ((0.0, 0.0), (0.0, -0.8)):
        image = np.zeros((200, 200, 3), np.float32)
        boxes.append(dice.draw(image, np.random.default_rng(1), design, (100, 120), 40, dice.pose(3, 0.0), shear, np.array([0, 0, 1.0])))
    (_, top, _, bottom), (_, leaning_top, _, leaning_bottom) = boxes
    assert bottom - top == pytest.approx(40, abs=1)
    assert leaning_bottom == pytest.approx(bottom, abs=1) and leaning_top == pytest.approx(top - 0.8 * 40, abs=1)


@pytest.mark.parametrize(("tilt", "label"), [(0, 1.0), (2, 1.0), (6, 0.5), (10, 0.0), (30, 0.0)])
def test_small_tilts_are_taught_as_unsure(tilt: float, label: float) -> None:
    assert flat_label(tilt) == pytest.approx(label)


def test_face_crops_have_consistent_labels() -> None:
    for i in range(40):
        face = drawn_face(np.random.default_rng([5, i]))
        assert face.image.shape == (FACE_INPUT, FACE_INPUT, 3)
        assert -1 <= face.die <= 6 and -1 <= face.cube <= 6
        assert not (0 <= face.die < 6 and 0 <= face.cube < 6), "nothing is both a die and a cube"
        if face.cube < 6 and face.cube >= 0:
            assert face.die == 6


def test_keypoints_of_a_view_stay_collinear_and_in_order() -> None:
    board, keys = pool_board(9, 0)
    for i in range(12):
        view, k = random_view(np.random.default_rng(i), board, keys, is_rendered=False)
        assert view.shape == (BOARD_INPUT, BOARD_INPUT, 3)
        for a, b, c, d in ((0, 4, 5, 1), (3, 7, 6, 2)):  # corner, bar, bar, corner along both long sides
            along = (k[d] - k[a]) / np.linalg.norm(k[d] - k[a])
            off = (k[[b, c]] - k[a]) @ np.array([-along[1], along[0]])
            assert np.abs(off).max() < 0.6
            s = (k[[a, b, c, d]] - k[a]) @ along
            assert (np.diff(s) > -0.01).all()


def test_a_view_without_a_board_is_a_picture() -> None:
    assert no_board(np.random.default_rng(2)).shape == (BOARD_INPUT, BOARD_INPUT, 3)
