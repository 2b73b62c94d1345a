"""Where the board is in a picture: the fit, the rectified canvas, and the camera behind them.

Frames of reference
- *image*: pixels of the picture as stored (orientation tag applied).
- *board*: (u, v), the playing area 0..1 from left to right and top to bottom of the *turned* picture, points running up and down.
- *canvas*: pixels of the rectified picture that the detector sees; the playing area fills a fixed rectangle with a margin around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

CANVAS_W, CANVAS_H = 800, 640
AREA_X, AREA_Y, AREA_W, AREA_H = 80, 64, 640, 512
"""The playing area inside the canvas, pixels: a margin of an eighth of its size holds rims, trays and the cube."""

DEFAULT_FOCAL = 1.1
"""Focal length in picture widths when the picture's perspective is too weak to tell it (a webcam or a phone, about 50 degrees)."""


def canvas_from_board(uv: Points) -> Points:
    """(n, 2) board places to canvas pixels."""
    return np.asarray(uv, float) * [AREA_W, AREA_H] + [AREA_X, AREA_Y]


def board_from_canvas(xy: Points) -> Points:
    """(n, 2) canvas pixels to board places."""
    return (np.asarray(xy, float) - [AREA_X, AREA_Y]) / [AREA_W, AREA_H]


def project(h: Points, xy: Points) -> Points:
    """Apply a (3, 3) homography to (n, 2) points."""
    p = np.asarray(xy, float) @ h[:, :2].T + h[:, 2]
    return np.asarray(p[:, :2] / p[:, 2:])


def cell_center(bar: tuple[float, float], cell: int) -> float:
    """u of the middle line of a cell (0-23). bar: its left and right edge as board u."""
    left, right = bar
    column = cell % 12
    return (column + 0.5) / 6 * left if column < 6 else right + (column - 5.5) / 6 * (1 - right)


@dataclass(frozen=True)
class BoardFit:
    """A board found in (or given for) a picture of width x height pixels.

    corners: (4, 2) image pixels of the playing area: top-left, top-right, bottom-right, bottom-left of the turned picture.
    bar: (left, right) edge of the bar as board u; equal when the board has none.
    rotated: 0 or 90, degrees clockwise that turn the picture so that the points run up and down.
    residual: how far the bar's corners lie from the fit, share of the board's width; confidence 0..1.
    """

    corners: Points
    bar: tuple[float, float]
    width: int
    height: int
    rotated: int = 0
    residual: float = 0.0
    confidence: float = 1.0

    @cached_property
    def image_from_board(self) -> Points:
        """(3, 3) homography from (u, v) to image pixels."""
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(unit, np.asarray(self.corners, np.float32)), float)

    @cached_property
    def board_from_image(self) -> Points:
        return np.asarray(np.linalg.inv(self.image_from_board))

    @cached_property
    def image_from_canvas(self) -> Points:
        return np.asarray(self.image_from_board @ np.array([[1 / AREA_W, 0, -AREA_X / AREA_W], [0, 1 / AREA_H, -AREA_Y / AREA_H], [0, 0, 1]]))

    def rectify(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The canvas (CANVAS_H, CANVAS_W, 3) of a picture."""
        return np.asarray(
            cv2.warpPerspective(
                image, self.image_from_canvas, (CANVAS_W, CANVAS_H), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
            ),
            np.uint8,
        )

    @cached_property
    def camera(self) -> Camera:
        return estimate_camera(self.image_from_board, self.width, self.height)

    def cell_at(self, u: float, v: float) -> int | None:
        """The cell (0-23) whose column and half hold this place, 24 for the bar, None outside the playing area (a little slack)."""
        left, right = self.bar
        if not (-0.04 <= u <= 1.04 and -0.06 <= v <= 1.06):
            return None
        if left < u < right:
            return 24
        column = int(np.clip(u / left * 6, 0, 5.999)) if u <= left else 6 + int(np.clip((u - right) / (1 - right) * 6, 0, 5.999))
        return column if v < 0.5 else 12 + column

    def cell_center(self, cell: int) -> float:
        """u of a cell's middle line."""
        return cell_center(self.bar, cell)

    def to_json(self) -> dict[str, Any]:
        return {
            "corners": np.round(self.corners, 2).tolist(), "bar": [round(b, 4) for b in self.bar], "width": self.width, "height": self.height,
            "rotated": self.rotated, "residual": round(self.residual, 5), "confidence": round(self.confidence, 4),
        }  # fmt: skip

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> Self:
        return cls(
            corners=np.asarray(body["corners"], float), bar=(body["bar"][0], body["bar"][1]), width=body["width"], height=body["height"],
            rotated=body.get("rotated", 0), residual=body.get("residual", 0.0), confidence=body.get("confidence", 1.0),
        )  # fmt: skip


@dataclass(frozen=True)
class Camera:
    """Where the camera is, in units of the playing area's width: x right, y down (board plane), z up. aspect: width / height.

    elevation_deg: 90 straight overhead. focal: in picture widths.
    """

    x: float
    y: float
    z: float
    aspect: float
    focal: float
    elevation_deg: float

    def shear(self, u: float, v: float) -> tuple[float, float]:
        """How far (in board widths, x and y) a point appears shifted per unit of height above (u, v)."""
        return (u - self.x) / self.z, (v / self.aspect - self.y) / self.z


def estimate_camera(image_from_board: Points, width: int, height: int) -> Camera:
    """The pinhole camera behind a homography: square pixels, no skew, principal point in the middle of the picture.

    The focal length follows from the perspective where there is enough of it, otherwise `DEFAULT_FOCAL`; the board's true aspect
    then follows from the two columns' lengths (Zhang 2000, with an unknown aspect of the plane).
    """
    scale = np.array([[1 / width, 0, -0.5], [0, 1 / width, -0.5 * height / width], [0, 0, 1]])
    h = scale @ image_from_board
    h1, h2, h3 = h[:, 0], h[:, 1], h[:, 2]
    # h1' w h2 = 0 with w = diag(1/f^2, 1/f^2, 1)
    dot, last = h1[0] * h2[0] + h1[1] * h2[1], h1[2] * h2[2]
    focal = DEFAULT_FOCAL
    if abs(last) > 0.002 * np.linalg.norm(h1) * np.linalg.norm(h2) and -dot / last > 0:
        candidate = float(np.sqrt(-dot / last))
        if 0.5 < candidate < 3.0:
            focal = candidate
    k_inv = np.diag([1 / focal, 1 / focal, 1.0])
    a1, a2, a3 = k_inv @ h1, k_inv @ h2, k_inv @ h3
    n1, n2 = np.linalg.norm(a1), np.linalg.norm(a2)
    aspect = float(np.clip(n1 / n2, 0.6, 2.0))
    r1, r2 = a1 / n1, a2 / n2
    t = a3 / n1
    sign = 1.0 if t[2] > 0 else -1.0
    r1, r2, t = r1 * sign, r2 * sign, t * sign
    u, _, vt = np.linalg.svd(np.stack([r1, r2, np.cross(r1, r2)], 1))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    center = -rotation.T @ t
    z = abs(float(center[2])) or 1.0
    axis = rotation[2]
    return Camera(float(center[0]), float(center[1]), z, aspect, focal, float(np.degrees(np.arcsin(min(1.0, abs(float(axis[2])))))))
