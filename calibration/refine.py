"""Corners to about a percent of the board's width: each is looked at closely in a patch of the rectified board, and moved to where it is seen.

The board finder sees the whole picture in 160 pixels, so its worst corner is off by two percent of the board's width as often as not
(validation stills; three on photographs), and half a point is four. All corners look alike once mirrored: the outer four and the bar's
four are corners of the two halves of the field, each with its half to the right and below. So one small network serves all eight.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import project
from models.files import load_session
from models.sizes import CORNER_INPUT, CORNER_SCALE

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

INWARD = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [-1, 1], [1, 1], [1, -1], [-1, -1]], float)
"""(8, 2) direction (right, down) from each corner into its half of the field: outer TL TR BR BL, then the bar's."""
LEAST_MASS = 0.45
"""Share of a heatmap near its peak below which a corner was not seen, and stays where it was."""
ROUNDS = 2
LARGEST_WIDTH = 480
"""Pictures that show the board larger than this are shrunk first, so that patches do not alias."""


def shrunk(image: Picture, points: Points) -> tuple[Picture, Points]:
    """The picture and the points in it, small enough for patches."""
    width = max(_length(points, 0, 1), _length(points, 3, 2), 1.0)
    f = min(1.0, LARGEST_WIDTH / width)
    if f == 1.0:
        return image, points
    h, w = image.shape[:2]
    size = (max(1, round(w * f)), max(1, round(h * f)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), points * [size[0] / w, size[1] / h]


def patch_to_picture(points: Points, index: int) -> Points:
    """(3, 3) from a corner's patch to the picture, through the board that points (8, 2) imply; the corner is the patch's middle."""
    corners = points[:4]
    top, side = sides(corners)
    height = CORNER_SCALE * float(np.clip(side / max(top, 1e-6), 0.4, 2.5))
    box = np.array([[0, 0], [CORNER_SCALE, 0], [CORNER_SCALE, height], [0, height]], np.float32)
    to_picture = np.asarray(cv2.getPerspectiveTransform(box, corners.astype(np.float32)), float)
    middle = project(np.linalg.inv(to_picture), points[index : index + 1])[0]
    half = CORNER_INPUT / 2
    sx, sy = INWARD[index]
    flip = np.array([[sx, 0, middle[0] - sx * half], [0, sy, middle[1] - sy * half], [0, 0, 1]])
    return np.asarray(to_picture @ flip, float)


def sides(corners: Points) -> tuple[float, float]:
    """Top and bottom edge of a board together, and its left and right one, in the picture's pixels."""
    return _length(corners, 0, 1) + _length(corners, 3, 2), _length(corners, 0, 3) + _length(corners, 1, 2)


def _length(points: Points, a: int, b: int) -> float:
    return float(np.linalg.norm(points[b] - points[a]))


def corner_patch(image: Picture, to_picture: Points) -> Picture:
    """(CORNER_INPUT, CORNER_INPUT, 3): the field to the right and below of the middle."""
    size = (CORNER_INPUT, CORNER_INPUT)
    return np.asarray(cv2.warpPerspective(image, to_picture, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def network_input(patches: list[Picture], is_bar: list[bool]) -> NDArray[np.float32]:
    """(n, 4, CORNER_INPUT, CORNER_INPUT): RGB 0..1 and a plane that is 1 for the bar's corners."""
    rgb = np.asarray(patches, np.float32)[..., ::-1].transpose(0, 3, 1, 2) / np.float32(255)
    plane = np.broadcast_to(np.asarray(is_bar, np.float32)[:, None, None, None], (len(patches), 1, CORNER_INPUT, CORNER_INPUT))
    return np.ascontiguousarray(np.concatenate([rgb, plane], 1))


def refine(image: Picture, points: Points) -> Points:
    """(8, 2) corners of board and bar in picture pixels, each moved to where it is seen; one that is not seen stays."""
    small, at = shrunk(image, points)
    for _ in range(ROUNDS):
        ways = [patch_to_picture(at, i) for i in range(len(at))]
        x = network_input([corner_patch(small, m) for m in ways], [i >= 4 for i in range(len(at))])
        seen, mass = peaks(load_session("corner").run(None, {"patch": x})[0], CORNER_INPUT)
        at = np.array([project(m, p[None])[0] if q >= LEAST_MASS else old for m, p, q, old in zip(ways, seen, mass, at, strict=True)])
    return np.asarray(at * [image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]], float)


def peaks(logits: NDArray[np.float32], input_edge: int) -> tuple[Points, NDArray[np.float64]]:
    """(n, 2) places in pixels of the square input and (n,) share of the heatmap around each, from logits (n, edge, edge)."""
    n, edge = len(logits), logits.shape[1]
    heat = np.exp(logits.reshape(n, -1) - logits.reshape(n, -1).max(1, keepdims=True)).astype(float)
    heat = (heat / heat.sum(1, keepdims=True)).reshape(logits.shape)
    places, mass = np.zeros((n, 2)), np.zeros(n)
    for i, p in enumerate(heat):
        y0, x0 = (int(q) for q in np.unravel_index(int(p.argmax()), p.shape))
        ya, yb, xa, xb = max(0, y0 - 3), min(edge, y0 + 4), max(0, x0 - 3), min(edge, x0 + 4)
        part = p[ya:yb, xa:xb]
        mass[i] = part.sum()
        places[i] = (part.sum(0) @ (np.arange(xa, xb) + 0.5)) / mass[i], (part.sum(1) @ (np.arange(ya, yb) + 0.5)) / mass[i]
    return places * (input_edge / edge), mass
