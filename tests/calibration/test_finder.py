"""Finding the board with the shipped model, and refusing what must not be trusted."""

from __future__ import annotations

import av
import numpy as np
import pytest

from calibration import find_board, fit_from_corners
from calibration.finder import bar_from_points
from calibration.geometry import project
from monitor.errors import CalibrationError
from monitor.station.demo import CLIP_FOLDER
from tests.calibration.test_geometry import look


@pytest.fixture(scope="module")
def demo_frame() -> np.ndarray:
    with av.open(str(CLIP_FOLDER / "demo_clean.mp4")) as container:
        return next(container.decode(video=0)).to_ndarray(format="bgr24")


def test_the_board_of_a_held_out_clip_is_found(demo_frame: np.ndarray) -> None:
    fit = find_board([demo_frame])
    assert fit.rotated == 0
    assert 0.4 < fit.bar[0] <= fit.bar[1] < 0.6
    assert np.ptp(fit.corners[:, 0]) > 0.4 * fit.width and np.ptp(fit.corners[:, 1]) > 0.6 * fit.height


def test_a_quarter_turned_picture_gives_the_same_board_turned(demo_frame: np.ndarray) -> None:
    upright = find_board([demo_frame])
    turned = find_board([np.ascontiguousarray(np.rot90(demo_frame))])  # a quarter turn anticlockwise: 90 degrees clockwise turn it back
    assert turned.rotated == 90
    height = demo_frame.shape[1]
    back = np.stack([height - turned.corners[:, 1], turned.corners[:, 0]], 1)
    width = np.linalg.norm(upright.corners[1] - upright.corners[0])
    assert np.abs(back - upright.corners).max() < 0.08 * width


@pytest.mark.parametrize(
    "image",
    [np.zeros((480, 640, 3), np.uint8), np.full((480, 640, 3), 200, np.uint8), np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)],
    ids=["black", "grey", "noise"],
)
def test_a_picture_without_a_board_is_refused(image: np.ndarray) -> None:
    with pytest.raises(CalibrationError):
        find_board([image])


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([[0, 0], [9000, 0], [900, 700], [0, 700]], "outside the picture"),
        ([[0, 0], [0, 700], [900, 700], [900, 0]], "go around the board"),
        ([[0, 0], [900, 700], [900, 0], [0, 700]], "go around the board"),
    ],
    ids=["outside", "anticlockwise", "crossed"],
)
def test_nonsense_corners_are_refused(corners: list[list[int]], why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        fit_from_corners([np.zeros((720, 1280, 3), np.uint8)], np.array(corners, float))


def test_corners_by_hand_are_kept_as_given_and_the_bar_is_found(demo_frame: np.ndarray) -> None:
    found = find_board([demo_frame])
    fit = fit_from_corners([demo_frame], found.corners)
    assert fit.corners == pytest.approx(found.corners)
    assert fit.bar == pytest.approx(found.bar, abs=0.02)


def test_the_bar_and_its_residual_come_from_its_four_corners() -> None:
    fit, _ = look(60, 1.1, 1.2)
    good = project(fit.image_from_board, np.array([[0.47, 0], [0.53, 0], [0.53, 1], [0.47, 1]]))
    assert bar_from_points(fit.corners, good) == pytest.approx((0.47, 0.53, 0.0), abs=1e-4)
    bad = good + np.array([[0, 0], [0, 0], [60, 0], [60, 0]])
    assert bar_from_points(fit.corners, bad)[2] > 0.02
