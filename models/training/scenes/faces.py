"""Pictures on dice, cubes and checkers: pips, digits, inlays. numpy and OpenCV, no bpy. Textures are RGB float32 0..1."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from . import textures
from .designs import CubeDesign, DieDesign
from .looks import Color, Material

Array = NDArray[np.float32]
FACE_PX = 160
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
FONTS: dict[str, tuple[int, float]] = {
    "plain": (cv2.FONT_HERSHEY_SIMPLEX, 0.07),
    "bold": (cv2.FONT_HERSHEY_DUPLEX, 0.14),
    "serif": (cv2.FONT_HERSHEY_COMPLEX, 0.07),
    "duplex": (cv2.FONT_HERSHEY_DUPLEX, 0.08),
    "triplex": (cv2.FONT_HERSHEY_TRIPLEX, 0.07),
    "italic": (cv2.FONT_HERSHEY_SCRIPT_COMPLEX, 0.06),
    "inter": (cv2.FONT_HERSHEY_SIMPLEX, 0.12),
}
CUBE_FACES = (2, 4, 8, 16, 32, 64)


def _base(material: Material, px: int, size_mm: float, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    offset = (int(rng.integers(512)), int(rng.integers(512)))
    field = textures.sampled(material.tile, px, px, px / size_mm, material.tile_mm, False, offset)
    return textures.colored(material.color, field, material.tile.split(":")[0], material.strength)


def _blend(image: Array, mask: NDArray[np.uint8], color: Color) -> None:
    alpha = mask.astype(np.float32)[..., None] / 255.0
    image += alpha * (np.asarray(color, np.float32) - image)


def die_atlas(design: DieDesign, seed: int) -> Array:
    """(160, 960, 3): faces 1..6 side by side. Pips are inset discs: a darker crescent above, a lighter one below."""
    cells = []
    for value in range(1, 7):
        face = _base(design.body, FACE_PX, design.size_mm, seed + value)
        r = design.pip_share * FACE_PX
        for px, py in PIPS[value]:
            center = (FACE_PX / 2 + px * design.spread * FACE_PX, FACE_PX / 2 + py * design.spread * FACE_PX)
            for dy, shade, grow in ((-0.10, 0.55, 1.06), (0.10, 1.25, 1.06), (0.0, None, 1.0)):
                mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
                at = (round(center[0] * 16), round((center[1] + dy * r) * 16))
                cv2.circle(mask, at, round(r * grow * 16), 255, -1, cv2.LINE_AA, 4)
                shaded = tuple(min(1.0, c * shade) for c in design.body.color) if shade else design.pip
                _blend(face, mask, (shaded[0], shaded[1], shaded[2]))
        cells.append(face)
    return np.concatenate(cells, axis=1)


def cube_atlas(design: CubeDesign, seed: int) -> Array:
    """(160, 960, 3): faces 2, 4, 8, 16, 32, 64 side by side, each digit in its own random quarter turn."""
    rng = np.random.default_rng(seed)
    cells = []
    for value in CUBE_FACES:
        face = np.tile(np.asarray(design.body, np.float32), (FACE_PX, FACE_PX, 1))
        mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
        font, weight = FONTS[design.font]
        text = str(value)
        (w, h), _ = cv2.getTextSize(text, font, 1.0, 2)
        scale = min(0.62 * FACE_PX / w, 0.50 * FACE_PX / h)
        thick = max(2, round(weight * scale * h))
        cv2.putText(mask, text, (round((FACE_PX - w * scale) / 2), round((FACE_PX + h * scale) / 2)), font, scale, 255, thick, cv2.LINE_AA)
        if design.frame:
            edge = round(0.14 * FACE_PX)
            cv2.rectangle(mask, (edge, edge), (FACE_PX - edge, FACE_PX - edge), 255, 3, cv2.LINE_AA)
        mask = np.ascontiguousarray(np.rot90(mask, int(rng.integers(4))))
        _blend(face, mask, design.ink)
        cells.append(face)
    return np.concatenate(cells, axis=1)


def checker_top(material: Material, other: Material, pattern: str, diameter_mm: float, seed: int, px: int = 256) -> Array:
    """(px, px, 3) seen from above: the material, with an inlaid star, printed rings or the sheen of pearl."""
    image = _base(material, px, diameter_mm, seed)
    c = px // 2
    if pattern == "star":
        for scale, color in ((0.60, other.color), (0.52, material.color), (0.46, other.color)):
            a = np.arange(16) * np.pi / 8
            rad = np.where(np.arange(16) % 2 == 0, 1.0, 0.42) * scale * c
            mask = np.zeros((px, px), np.uint8)
            if scale == 0.46:
                cv2.fillPoly(mask, [np.stack([c + rad * np.cos(a), c + rad * np.sin(a)], 1).astype(np.int32)], 255, cv2.LINE_AA)
            else:
                cv2.circle(mask, (c, c), round(scale * c), 255, -1, cv2.LINE_AA)
            _blend(image, mask, color)
        mask = np.zeros((px, px), np.uint8)
        cv2.circle(mask, (c, c), round(0.13 * c), 255, -1, cv2.LINE_AA)
        _blend(image, mask, (0.55, 0.16, 0.08))
    elif pattern == "rings":
        mask = np.zeros((px, px), np.uint8)
        for s in (0.82, 0.48):
            cv2.circle(mask, (c, c), round(s * c), 255, round(0.05 * c), cv2.LINE_AA)
        _blend(image, mask, other.color)
    elif pattern == "pearl":
        y = np.linspace(-1, 1, px, dtype=np.float32)[:, None]
        sheen = 0.10 * np.sin(6 * y + 2.0 * textures.relief(material.tile, px) * 0.35)
        image = np.clip(image + sheen[..., None] * np.array([1.0, 0.9, 1.05], np.float32), 0, 1)
    return image
