"""Marks that everything drawn is made of: ellipses, filled outlines, text, and a colour that stands out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn.textures import Image, random_color


def ellipse(x: float, y: float, r: float, n: int = 24) -> NDArray[np.float32]:
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.stack([x + r * np.cos(t), y + r * np.sin(t)], -1).astype(np.float32)


def fill(image: Image, polygon: NDArray[np.float32], color: Image, alpha: float = 1.0) -> None:
    """Anti-aliased polygon, in place."""
    if alpha >= 1:
        cv2.fillPoly(image, [np.round(polygon * 16).astype(np.int32)], color.tolist(), cv2.LINE_AA, 4)
        return
    x0, y0 = np.maximum(np.floor(polygon.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(polygon.max(0)).astype(int) + 2, [image.shape[1], image.shape[0]])
    if x0 >= x1 or y0 >= y1:
        return
    part = image[y0:y1, x0:x1]
    over = part.copy()
    cv2.fillPoly(over, [np.round((polygon - [x0, y0]) * 16).astype(np.int32)], color.tolist(), cv2.LINE_AA, 4)
    part[:] = part * (1 - alpha) + over * alpha


def draw_text(image: Image, text: str, xy: tuple[float, float], font: int, scale: float, color: Image, thickness: int) -> None:
    """Text in place; OpenCV writes only on 8-bit pictures, so it goes through a mask."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.putText(mask, text, (int(xy[0]), int(xy[1])), font, scale, 255, thickness, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    part = image[y : y + h, x : x + w]
    a = (mask[y : y + h, x : x + w].astype(np.float32) / 255)[..., None]
    part[:] = part * (1 - a) + color * a


def contrasting(rng: np.random.Generator, other: Image, least: float) -> Image:
    for _ in range(30):
        color = random_color(rng)
        if np.abs(color - other).max() > least:
            return color
    return 1 - other
