"""Moving patches: hands drawn from shapes, things cut out of a rest picture, and pasting them with a shadow and motion blur."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.clips.stage import HandSprite, Picture, Point

_SKINS = ((150, 180, 222), (95, 130, 180), (60, 85, 125), (170, 195, 232))
_SLEEVES = ((90, 60, 40), (45, 45, 50), (120, 130, 140), (50, 40, 120), (70, 100, 60))
_PX_MM = 2.0


@lru_cache(maxsize=8)
def drawn_hand(index: int, seed: int = 0) -> HandSprite:
    """A hand with its sleeve from above, fingers up, thumb and index finger pinching. About 2 px a mm; the arm runs out of the sprite below."""
    rng = np.random.default_rng(1000 + 17 * index + seed)
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], float)
    sleeve = np.array(_SLEEVES[int(rng.integers(len(_SLEEVES)))], float)
    height, width = 900, 300
    shade = np.zeros((height, width), np.float32)
    mask = np.zeros((height, width), np.uint8)
    cx = width // 2
    fingers = (
        ((cx - 8, 40), (cx - 4, 150), 17),
        ((cx + 24, 60), (cx + 30, 170), 17),
        ((cx + 56, 84), (cx + 54, 180), 16),
        ((cx + 82, 120), (cx + 72, 200), 14),
        ((cx - 14, 46), (cx - 58, 190), 19),
    )
    for tip, root, radius in fingers:
        cv2.line(mask, tip, root, 255, radius * 2 - 6, cv2.LINE_AA)
        cv2.circle(mask, tip, radius - 3, 255, -1, cv2.LINE_AA)
    cv2.ellipse(mask, (cx + 12, 225), (74, 92), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.rectangle(mask, (cx - 36, 260), (cx + 54, 420), 255, -1)
    for tip, root, radius in fingers:  # a light ridge along each finger makes them rounds instead of strips
        cv2.line(shade, tip, root, 1.0, radius, cv2.LINE_AA)
    cv2.ellipse(shade, (cx + 8, 220), (50, 62), 0, 0, 360, 0.8, -1)
    shade = cv2.GaussianBlur(shade, (0, 0), 7)
    color = skin[None, None] * (0.72 + 0.34 * shade[..., None])
    cloth = np.zeros((height, width), np.uint8)
    cv2.fillPoly(cloth, [np.array([(cx - 58, 370), (cx + 76, 370), (cx + 104, height), (cx - 90, height)], np.int32)], 255, cv2.LINE_AA)
    folds = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 14)
    across = np.abs(np.linspace(-1, 1, width, dtype=np.float32))[None]
    fabric = sleeve[None, None] * (1.05 - 0.5 * across + 2.2 * folds)[..., None]
    blend = (cloth[..., None] / 255.0).astype(np.float32)
    color = color * (1 - blend) + fabric * blend
    alpha = np.maximum(mask, cloth)
    return HandSprite(np.dstack([np.clip(color, 0, 255).astype(np.uint8), alpha]), (cx - 12.0, 40.0), _PX_MM)


def cut_disc(picture: Picture, centre: Point, radius: float) -> Picture:
    """A round BGRA patch of side 2 * radius + 3 around `centre`, with a soft edge."""
    side = int(radius) * 2 + 5
    patch = cv2.getRectSubPix(picture, (side, side), (float(centre[0]), float(centre[1])))
    ys, xs = np.mgrid[:side, :side] - (side - 1) / 2
    alpha = np.clip((radius - np.hypot(xs, ys)) / 1.5 + 0.5, 0, 1)
    return np.dstack([patch, (alpha * 255).astype(np.uint8)])


def cut_hull(picture: Picture, corners: NDArray[np.float32]) -> tuple[Picture, Point]:
    """A BGRA patch of what lies in the convex hull of `corners`, and the hull's middle in the picture."""
    x0, y0 = np.floor(corners.min(0)).astype(int) - 3
    x1, y1 = np.ceil(corners.max(0)).astype(int) + 4
    side = int(max(x1 - x0, y1 - y0)) | 1
    centre = (x0 + x1 - 1) / 2, (y0 + y1 - 1) / 2
    patch = cv2.getRectSubPix(picture, (side, side), (float(centre[0]), float(centre[1])))
    alpha = np.zeros((side, side), np.uint8)
    hull = cv2.convexHull(corners - np.float32(centre) + np.float32((side - 1) / 2))
    cv2.fillConvexPoly(alpha, np.int32(np.round(hull)), 255, cv2.LINE_AA)
    return np.dstack([patch, cv2.GaussianBlur(alpha, (3, 3), 0)]), centre


def paste(
    frame: NDArray[np.float32], sprite: Picture, matrix: NDArray[np.float64], *, shadow: tuple[float, float, float] = (0, 0, 0), weight: float = 1.0
) -> None:
    """Lays a BGRA sprite on a float frame in place. matrix: (2, 3) sprite to frame; shadow: dx, dy, strength; weight below 1 fades it."""
    height, width = sprite.shape[:2]
    corners = np.float64([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ matrix.T
    pad = 4 + int(max(abs(shadow[0]), abs(shadow[1]))) * 2
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + pad, (frame.shape[1], frame.shape[0]))
    if x1 <= x0 or y1 <= y0:
        return
    local = matrix.copy()
    local[:, 2] -= (x0, y0)
    size = int(x1 - x0), int(y1 - y0)
    warped = cv2.warpAffine(sprite, local, size, flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) * (weight / 255)
    region = frame[y0:y1, x0:x1]
    if shadow[2] > 0:
        dx, dy = int(shadow[0]), int(shadow[1])
        dark = cv2.warpAffine(alpha[..., 0], np.array([[1.0, 0, dx], [0, 1, dy]]), size)
        small = cv2.resize(dark, (max(1, size[0] // 4), max(1, size[1] // 4)), interpolation=cv2.INTER_AREA)
        dark = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1 + max(abs(shadow[0]), abs(shadow[1])) / 10), size)
        region *= 1 - shadow[2] * dark[..., None]
    region += alpha * (warped[..., :3].astype(np.float32) - region)


def placement(scale: float, turn: float, anchor: Point, at: Point) -> NDArray[np.float64]:
    """The (2, 3) matrix that scales, turns (radians, clockwise in the picture) and puts the sprite's `anchor` at `at`."""
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    return np.array([[c, -s, at[0] - c * anchor[0] + s * anchor[1]], [s, c, at[1] - s * anchor[0] - c * anchor[1]]])
