"""Finding the board for a session: by hand, from a saved table, or in the first pictures; and the reader that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration import find_board, fit_from_corners
from calibration.geometry import BoardFit
from monitor.errors import CalibrationError
from monitor.station.config import TableOptions
from monitor.station.pipeline import ObservationReader

Picture = NDArray[np.uint8]


def fit_board(images: Sequence[Picture], options: TableOptions) -> BoardFit:
    """The board in these pictures of one table. Corners that were told are used as they are, scaled to the size of the pictures.

    Raises CalibrationError with the reason.
    """
    if not images:
        raise CalibrationError("There is no picture to find the board in.")
    height, width = images[0].shape[:2]
    if options.corners is None:
        return find_board(images)
    return fit_from_corners(images, corners_told(options, width, height), bar=options.bar, rotated=options.rotated)


def corners_told(options: TableOptions, width: int, height: int) -> NDArray[np.float64]:
    """The corners that were told, (4, 2), in pixels of a picture of this size. Raises CalibrationError when they cannot be a board in it."""
    corners = np.asarray(options.corners, float)
    if options.picture_size:
        corners = corners * [width / options.picture_size[0], height / options.picture_size[1]]
    check_corners(corners, width, height)
    return corners


def check_corners(corners: Any, width: int, height: int) -> None:
    """Raises CalibrationError when corners given by hand cannot be a board in a picture of this size."""
    points = np.asarray(corners, float).reshape(4, 2)
    slack = 0.02 * max(width, height)
    for x, y in points:
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack):
            raise CalibrationError(f"The corner ({x:.0f}, {y:.0f}) lies outside the picture, which is {width}x{height} pixels.")
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if not (np.all(turns > 0) or np.all(turns < 0)):
        raise CalibrationError("The four corners do not go round the board: give top-left, top-right, bottom-right, bottom-left.")
    area = 0.5 * abs(float(np.sum(points[:, 0] * np.roll(points[:, 1], -1) - points[:, 1] * np.roll(points[:, 0], -1))))
    if area < 0.01 * width * height:
        raise CalibrationError("The four corners enclose less than a hundredth of the picture; the board must be larger than that.")


def board_reader(fit: BoardFit) -> ObservationReader:
    """The reader for a fitted board. Loading its models takes a moment."""
    from monitor.vision.reader import BoardReader  # the models load on import of their runtime: only when a board is there to be read

    return BoardReader(fit)


def live_board_reader(fit: BoardFit) -> ObservationReader:
    """The same for a camera, which does not wait: readings are spaced so that every frame's motion is still seen."""
    from monitor.vision.reader import LIVE_LOAD, BoardReader

    return BoardReader(fit, max_load=LIVE_LOAD)
