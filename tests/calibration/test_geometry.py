"""The board's geometry: frames of reference, the camera behind a homography, refusal of bad corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.geometry import AREA_H, AREA_W, AREA_X, AREA_Y, BoardFit, board_from_canvas, canvas_from_board, project

W, H = 1280, 720


def look(elevation_deg: float, focal: float, aspect: float, distance: float = 2.2, azimuth_deg: float = 0.0) -> tuple[BoardFit, np.ndarray]:
    """A fit made by a pinhole camera looking at the middle of a board one unit wide; and the camera's place (x right, y down, z up)."""
    e, a = np.radians(elevation_deg), np.radians(azimuth_deg)
    middle = np.array([0.5, 0.5 / aspect, 0.0])
    back = np.array([np.sin(a) * np.cos(e), np.cos(a) * np.cos(e), np.sin(e)])  # from the board to the camera; azimuth 0: the bottom edge
    place = middle + distance * back
    forward = -back
    right = np.cross(forward, [0, 0, 1.0]) if elevation_deg < 89.9 else np.array([1.0, 0, 0])
    # the board plane has y down, so its frame is left-handed seen from above; build image axes by hand
    right = np.array([np.cos(a), -np.sin(a), 0.0])
    down = np.array([np.sin(a) * np.sin(e), np.cos(a) * np.sin(e), -np.cos(e)])
    corners = []
    for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
        p = np.array([u, v / aspect, 0.0]) - place
        z = p @ forward
        corners.append((focal * W * (p @ right) / z + W / 2, focal * W * (p @ down) / z + H / 2))
    return BoardFit(np.array(corners), (0.48, 0.52), W, H), place


@pytest.mark.parametrize(("elevation", "focal", "aspect"), [(60, 1.0, 1.2), (50, 1.3, 1.0), (65, 0.8, 1.35)])
def test_camera_is_found_from_an_oblique_view(elevation: float, focal: float, aspect: float) -> None:
    fit, place = look(elevation, focal, aspect, azimuth_deg=10)
    c = fit.camera
    assert c.aspect == pytest.approx(aspect, rel=0.03)
    assert c.elevation_deg == pytest.approx(elevation, abs=2)
    assert (c.x, c.y, c.z) == pytest.approx(tuple(place), rel=0.06)


def test_overhead_camera_has_almost_no_shear_in_the_middle() -> None:
    fit, _ = look(90, 1.1, 1.2)
    assert fit.camera.elevation_deg > 88
    assert np.hypot(*fit.camera.shear(0.5, 0.5)) < 0.03


def test_shear_points_away_from_the_camera() -> None:
    fit, _ = look(55, 1.0, 1.2)  # the camera is beyond the bottom edge: height shifts towards the top
    assert fit.camera.shear(0.5, 0.5)[1] < -0.4
    upside, _ = look(55, 1.0, 1.2, azimuth_deg=0)
    turned = BoardFit(upside.corners[[2, 3, 0, 1]], (0.48, 0.52), W, H)  # the same picture called the other way up
    assert turned.camera.shear(0.5, 0.5)[1] > 0.4


@settings(max_examples=50, deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.floats(48, 90), st.floats(-30, 30))
def test_board_and_image_places_round_trip(u: float, v: float, elevation: float, azimuth: float) -> None:
    fit, _ = look(elevation, 1.1, 1.2, azimuth_deg=azimuth)
    there = project(fit.image_from_board, np.array([[u, v]]))
    assert project(fit.board_from_image, there)[0] == pytest.approx((u, v), abs=1e-6)
    canvas = canvas_from_board(np.array([[u, v]]))
    assert board_from_canvas(canvas)[0] == pytest.approx((u, v))
    assert project(fit.image_from_canvas, canvas)[0] == pytest.approx(there[0], abs=1e-3)


def test_rectify_puts_the_playing_area_into_its_rectangle() -> None:
    fit, _ = look(60, 1.1, 1.2)
    image = np.zeros((H, W, 3), np.uint8)
    cv2.fillConvexPoly(image, fit.corners.round().astype(np.int32), (255, 255, 255))
    canvas = fit.rectify(image)
    assert canvas[AREA_Y + 12 : AREA_Y + AREA_H - 12, AREA_X + 12 : AREA_X + AREA_W - 12].mean() > 200
    assert canvas[: AREA_Y - 8].mean() < 5


@pytest.mark.parametrize(
    ("u", "v", "cell"),
    [(0.01, 0.1, 0), (0.99, 0.1, 11), (0.01, 0.9, 12), (0.99, 0.9, 23), (0.5, 0.3, 24), (0.47, 0.2, 5), (0.53, 0.8, 18), (1.2, 0.5, None), (0.5, -0.2, None)],
)
def test_cell_at(u: float, v: float, cell: int | None) -> None:
    fit, _ = look(90, 1.1, 1.2)
    assert fit.cell_at(u, v) == cell


def test_cell_centers_are_evenly_spaced_on_both_sides_of_the_bar() -> None:
    fit, _ = look(90, 1.1, 1.2)
    left = [fit.cell_center(c) for c in range(6)]
    right = [fit.cell_center(c) for c in range(18, 24)]
    assert np.ptp(np.diff(left)) < 1e-9 and np.ptp(np.diff(right)) < 1e-9
    assert left[5] < 0.48 < 0.52 < right[0]


def test_fit_survives_json() -> None:
    fit, _ = look(60, 1.1, 1.2)
    again = BoardFit.from_json(fit.to_json())
    assert again.corners == pytest.approx(fit.corners, abs=0.01)
    assert (again.bar, again.width, again.rotated) == (fit.bar, fit.width, fit.rotated)
