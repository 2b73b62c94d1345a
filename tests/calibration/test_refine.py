"""The corner refiner: its patches, the places it reads off, and that it brings corners nearer to where they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import project
from calibration.refine import INWARD, corner_patch, network_input, patch_to_picture, peaks, refine, shrunk
from models.sizes import CORNER_HEATMAP, CORNER_INPUT
from models.training import corner_data
from models.training.board_data import pool_board
from models.training.corner_data import corner_sample, shrunk_boards

KEYS = np.array([[100, 80], [500, 90], [520, 400], [80, 390], [290, 84], [320, 86], [322, 396], [288, 395]], float)


@pytest.mark.parametrize("index", range(8))
def test_a_patch_has_its_corner_in_the_middle_and_its_half_of_the_field_right_and_below(index: int) -> None:
    m = patch_to_picture(KEYS, index)
    middle = project(m, np.array([[CORNER_INPUT / 2, CORNER_INPUT / 2]]))[0]
    assert middle == pytest.approx(KEYS[index], abs=0.01)
    inside = project(m, np.array([[CORNER_INPUT * 0.75, CORNER_INPUT * 0.75]]))[0]
    assert (np.sign(inside - KEYS[index]) == INWARD[index]).all()


def test_a_patch_is_a_fifth_of_the_board_wide() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    m = patch_to_picture(KEYS, 0)
    a, b = project(m, np.array([[0, CORNER_INPUT / 2], [CORNER_INPUT, CORNER_INPUT / 2]]))
    assert np.linalg.norm(b - a) / np.linalg.norm(KEYS[1] - KEYS[0]) == pytest.approx(0.2, abs=0.03)
    assert corner_patch(image, m).shape == (CORNER_INPUT, CORNER_INPUT, 3)


def test_places_are_read_between_the_cells_of_the_heatmap() -> None:
    grid = (np.arange(CORNER_HEATMAP) + 0.5) * (CORNER_INPUT / CORNER_HEATMAP)
    x, y = 21.3, 40.9
    logits = -0.5 * (((grid[None, :] - x) / 2) ** 2 + ((grid[:, None] - y) / 2) ** 2)
    places, mass = peaks(np.stack([logits, np.zeros_like(logits)]).astype(np.float32), CORNER_INPUT)
    assert places[0] == pytest.approx([x, y], abs=0.15) and mass[0] > 0.9
    assert mass[1] < 0.1, "a flat heatmap shows no corner"


def test_a_large_picture_is_shrunk_and_the_points_with_it() -> None:
    image = np.zeros((1080, 1920, 3), np.uint8)
    small, points = shrunk(image, KEYS * 3)
    assert small.shape[1] < 800
    assert points / KEYS == pytest.approx(np.full((8, 2), small.shape[1] / 640), rel=0.01)


@pytest.mark.parametrize("is_rendered", [True, False], ids=["as it is", "tilted at random"])
def test_training_patches_show_the_corner_where_they_say(monkeypatch: pytest.MonkeyPatch, is_rendered: bool) -> None:
    """A board of eight white dots: the brightest spot of a patch is where the sample says the corner is."""
    monkeypatch.setattr(corner_data, "degrade", lambda patch, rng, **_: patch)
    monkeypatch.setattr(corner_data, "_with_arm", lambda rng, patch: patch)
    image = np.zeros((480, 640, 3), np.uint8)
    for x, y in KEYS:
        cv2.circle(image, (round(x), round(y)), 3, (255, 255, 255), -1)
    board = shrunk_boards([(image, KEYS, is_rendered)])[0]
    for i in range(40):
        sample = corner_sample(np.random.default_rng(i), board)
        if sample.is_bar:
            continue  # the bar's dots lie side by side
        y, x = np.unravel_index(int(cv2.GaussianBlur(sample.patch[..., 0], (0, 0), 1.5).argmax()), sample.patch.shape[:2])
        assert np.hypot(x - sample.place[0], y - sample.place[1]) < 2.5
    assert network_input([sample.patch], [True]).shape == (1, 4, CORNER_INPUT, CORNER_INPUT)


def test_corners_that_are_off_come_nearer() -> None:
    """On boards that no weights were trained on: guesses off by two percent of the width, as the finder's are."""
    before, after = [], []
    for i in range(12):
        image, true = pool_board(777, i)
        rng = np.random.default_rng(i)
        width = float(np.linalg.norm(true[1] - true[0]))
        found = true + rng.normal(0, 0.02 * width, (8, 2))
        before.append(np.abs(found - true).max(1)[:4] / width)
        after.append(np.abs(refine(image, found) - true).max(1)[:4] / width)
    assert np.median(after) < 0.4 * np.median(before)
