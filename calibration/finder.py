"""Finding the board: eight keypoints by a small network, looked at twice, averaged over pictures, and refused when they disagree."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit, project
from calibration.refine import Picture, Points, peaks, refine, sides
from models.files import load_session
from models.sizes import BOARD_INPUT, BOARD_PAD
from monitor.errors import CalibrationError

TIGHT_FILL = 0.80
"""Share of the second look's input that the playing area fills."""
LEAST_PRESENCE = 0.5
LEAST_PEAK = 0.12
"""A corner's share of its heatmap within two cells of the peak; below this it was not seen."""
LEAST_EDGE = 40
"""Shortest edge of a playing area, in pixels, given by hand."""
WORST_RESIDUAL = 0.035
"""Largest distance (share of the board's width) between the bar's corners as seen and as the four outer corners imply."""
LARGE_RESIDUAL = 0.02
"""The same for refined corners: above this one of them sits on another edge."""
NO_BOARD = "No backgammon board was found in the picture. Show the whole board, or give its corners with --corners."
"""Also said where something was taken for a board whose corners are in no order: to whoever stands there it is the same."""
SMALLEST_BOARD = 0.02
"""Smallest share of the picture's area that a board may take."""


def _letterbox(image: Picture) -> tuple[Picture, Points]:
    """The padded square input and the (3, 3) matrix from it back to the picture."""
    h, w = image.shape[:2]
    room = BOARD_INPUT * (1 - 2 * BOARD_PAD)
    f = room / max(h, w)
    size = (max(1, round(w * f)), max(1, round(h * f)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if f < 1 else cv2.INTER_LINEAR)
    out = np.zeros((BOARD_INPUT, BOARD_INPUT, 3), np.uint8)
    x, y = (BOARD_INPUT - size[0]) // 2, (BOARD_INPUT - size[1]) // 2
    out[y : y + size[1], x : x + size[0]] = small
    return out, np.array([[w / size[0], 0, -x * w / size[0]], [0, h / size[1], -y * h / size[1]], [0, 0, 1]])


def _keypoints(square: Picture) -> tuple[Points, NDArray[np.float64], float]:
    """(8, 2) keypoints in pixels of the square input, their peaks 0..1, and the probability that a board is there."""
    x = square[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255
    logits, there = load_session("board").run(None, {"image": x})
    points, mass = peaks(logits[0], BOARD_INPUT)
    return points, mass, float(1 / (1 + np.exp(-there[0])))


def _tight_view(image: Picture, corners: Points) -> tuple[Picture, Points]:
    """The board rectified to fill most of a square, and the matrix from it back to the picture."""
    s = BOARD_INPUT
    top, side = sides(corners)
    w, h = (1.0, side / top) if top >= side else (top / side, 1.0)
    w, h = w * TIGHT_FILL * s * (1 - 2 * BOARD_PAD), h * TIGHT_FILL * s * (1 - 2 * BOARD_PAD)
    box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 + s / 2
    m = cv2.getPerspectiveTransform(box.astype(np.float32), corners.astype(np.float32))
    view = cv2.warpPerspective(image, m, (s, s), flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    pad = int(BOARD_PAD * s)
    framed = np.zeros_like(view)
    framed[pad : s - pad, pad : s - pad] = view[pad : s - pad, pad : s - pad]
    return framed, np.asarray(m, float)


def _is_convex(corners: Points) -> bool:
    a = np.roll(corners, -1, 0) - corners
    b = np.roll(a, -1, 0)
    return bool((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] > 0).all())


def _one_look(image: Picture) -> tuple[Points, float, Points]:
    """Keypoints (8, 2) in picture pixels after both looks and the refiner, confidence, and the peaks. Raises CalibrationError."""
    square, back = _letterbox(image)
    points, peaks, there = _keypoints(square)
    if there < LEAST_PRESENCE:
        raise CalibrationError(NO_BOARD)
    points = project(back, points)
    for _ in range(2):
        if not _is_convex(points[:4]):
            raise CalibrationError(NO_BOARD)
        view, back = _tight_view(image, points[:4])
        refined, peaks, _ = _keypoints(view)
        points = project(back, refined)
    if _is_convex(points[:4]):
        points = consistent(refine(image, points), points)
    return points, there * float(peaks[:4].min()), peaks


def bar_from_points(corners: Points, bar: Points) -> tuple[float, float, float]:
    """(left, right, residual) of the bar from its four corners: board u of its edges, and how far the corners lie from fitting."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    h = cv2.getPerspectiveTransform(corners.astype(np.float32), unit)
    p = project(np.asarray(h, float), bar)
    left, right = float(p[[0, 3], 0].mean()), float(p[[1, 2], 0].mean())
    want = np.array([[left, 0], [right, 0], [right, 1], [left, 1]])
    residual = float(np.abs(p - want).max())
    if right < left:
        left = right = (left + right) / 2
    return left, right, residual


def consistent(refined: Points, coarse: Points) -> Points:
    """(8, 2) the refined corners, with those put back to the coarse ones that keep outer corners and bar from agreeing.

    A refined corner is nearer to the truth but now and then sits on another edge (a tray, a printed frame); the bar's four then lie off the
    lines between the outer four. Corners are put back one at a time, each time the one that helps most; when none helps, all.
    """
    points = refined.copy()
    residual = _residual(points)
    while residual > LARGE_RESIDUAL:
        tries = []
        for i in np.flatnonzero((points != coarse).any(axis=1)):
            other = points.copy()
            other[i] = coarse[i]
            tries.append((_residual(other), int(i), other))
        if not tries:
            break
        best, _, other = min(tries, key=lambda x: x[:2])
        if best >= residual:
            return coarse
        residual, points = best, other
    return points


def _residual(points: Points) -> float:
    return bar_from_points(points[:4], points[4:])[2] if _is_convex(points[:4]) else float("inf")


def find_board(images: Sequence[Picture]) -> BoardFit:
    """The board in one or several pictures of one unmoved camera, (h, w, 3) BGR each.

    Raises CalibrationError with the reason when no picture shows a board, or when the fit must not be trusted.
    """
    found, reasons = [], []
    for image in images:
        try:
            found.append(_one_look(image))
        except CalibrationError as e:
            reasons.append(str(e))
    if not found or len(found) * 2 < len(images):
        raise CalibrationError(reasons[0] if reasons else "There is no picture to find a board in.")
    points = np.median([f[0] for f in found], axis=0)
    confidence = float(np.median([f[1] for f in found]))
    h, w = images[0].shape[:2]
    corners = points[:4]
    spread = float(np.max(np.std([f[0][:4] for f in found], axis=0))) / float(np.linalg.norm(corners[1] - corners[0]))
    if spread > 0.03:
        raise CalibrationError("The board is found in a different place in every picture: is the camera or the board still moving?")
    left, right, residual = bar_from_points(corners, points[4:])
    across, along = corners[2] - corners[0], corners[3] - corners[1]
    area = 0.5 * abs(float(across[0] * along[1] - across[1] * along[0])) / (w * h)
    if not _is_convex(corners) or area < SMALLEST_BOARD:
        raise CalibrationError("The board is too small in the picture, or its corners are not in order. Move closer, or give the corners with --corners.")
    if confidence < LEAST_PEAK:
        raise CalibrationError("The corners of the board cannot be seen well enough. Show the whole board, or give its corners with --corners.")
    if residual > WORST_RESIDUAL or not 0.3 < left <= right < 0.7:
        raise CalibrationError("The corners found do not agree with the bar found, so the fit is not trusted. Give the corners with --corners.")
    return BoardFit(corners, (left, right), w, h, _rotation(corners), residual, confidence)


def fit_from_corners(images: Sequence[Picture], corners: Points, *, bar: tuple[float, float] | None = None, rotated: int | None = None) -> BoardFit:
    """The fit for corners given by hand (4, 2), the first being top-left of the turned picture; the bar is found unless given.

    Raises CalibrationError when the corners are no quadrilateral or lie outside the picture.
    """
    corners = np.asarray(corners, float).reshape(4, 2)
    h, w = images[0].shape[:2]
    if (corners < -0.02 * max(w, h)).any() or (corners > np.array([w, h]) + 0.02 * max(w, h)).any():
        raise CalibrationError(f"A corner lies outside the picture, which is {w} x {h} pixels.")
    if min(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)) < LEAST_EDGE:
        raise CalibrationError(f"The corners lie too near together: a board with an edge of less than {LEAST_EDGE} pixels cannot be read.")
    if not _is_convex(corners):
        raise CalibrationError("The four corners must go around the board: top-left, top-right, bottom-right, bottom-left.")
    if bar is not None:
        return BoardFit(corners, bar, w, h, _rotation(corners) if rotated is None else rotated)
    looks = []
    for image in images:
        view, back = _tight_view(image, corners)
        points, _, _ = _keypoints(view)
        points = refine(image, np.concatenate([corners, project(back, points)[4:]]))
        looks.append(bar_from_points(corners, points[4:]))
    left, right, residual = (float(v) for v in np.median(looks, axis=0))
    if residual > 2 * WORST_RESIDUAL or not 0.35 < left <= right < 0.65:
        left, right = 0.475, 0.525  # the bar was not seen: half a point wide in the middle is the commonest
    return BoardFit(corners, (left, right), w, h, _rotation(corners) if rotated is None else rotated, residual)


def _rotation(corners: Points) -> int:
    """0 or 90: how far the stored picture must be turned clockwise for the points to run up and down."""
    d = corners[1] - corners[0]
    return 0 if abs(d[0]) >= abs(d[1]) else 90
