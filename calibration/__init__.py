"""Camera and board geometry: finding the board, the homography behind it, and saved table profiles."""

from calibration.finder import find_board, fit_from_corners
from calibration.geometry import BoardFit, Camera

__all__ = ["BoardFit", "Camera", "find_board", "fit_from_corners"]
