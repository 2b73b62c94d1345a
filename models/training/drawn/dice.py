"""Dice drawn in the rectified board frame: a rounded cube of any pose, seen along an oblique direction.

Frame: x right, y down (board plane), z up towards the camera; a point at height z appears at (x + z*sx, y + z*sy), where the
shear (sx, sy) is the horizontal distance from the point below the camera divided by the camera's height (dimensionless). A die
that lies flat therefore always shows a square top face; a tilted one does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn.textures import Image, random_color

# Face normals and the in-face axes of a standard die (opposite faces sum to seven), by value.
_FACES: dict[int, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    1: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    6: ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    2: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    5: ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    3: ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    4: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
}
_A = 0.5
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-_A, -_A), (_A, _A)),
    3: ((-_A, -_A), (0, 0), (_A, _A)),
    4: ((-_A, -_A), (-_A, _A), (_A, -_A), (_A, _A)),
    5: ((-_A, -_A), (-_A, _A), (_A, -_A), (_A, _A), (0, 0)),
    6: ((-_A, -_A), (-_A, 0), (-_A, _A), (_A, -_A), (_A, 0), (_A, _A)),
}


@dataclass(frozen=True)
class DieDesign:
    """Colours (BGR 0..1) and proportions of one die. rounding and pip are shares of the edge."""

    body: Image
    pip: Image
    rounding: float
    pip_radius: float
    translucency: float
    gloss: float


def random_design(rng: np.random.Generator) -> DieDesign:
    """White, black, red, blue, green, translucent or any other colour, with pips that can be seen on it."""
    u = rng.random()
    if u < 0.35:
        body = np.float32([1, 1, 1]) * rng.uniform(0.75, 1.0) * (1 - 0.15 * rng.random(3).astype(np.float32))
    elif u < 0.5:
        body = np.float32([1, 1, 1]) * rng.uniform(0.02, 0.15)
    else:
        body = random_color(rng, 0.15, 0.95)
    luma = float(body @ np.float32([0.114, 0.587, 0.299]))
    pip = np.float32([1, 1, 1]) * (rng.uniform(0.0, 0.25) if luma > 0.55 else rng.uniform(0.8, 1.0))
    if rng.random() < 0.1:
        pip = random_color(rng, 0.0, 0.5) if luma > 0.55 else random_color(rng, 0.75, 1.0)
    if 0.35 < luma <= 0.55 and rng.random() < 0.4:
        pip = np.float32([1, 1, 1]) * rng.uniform(0.0, 0.12)
    return DieDesign(body, pip, rng.uniform(0.04, 0.28), rng.uniform(0.085, 0.125), rng.beta(1, 3), rng.random())


def pose(value: int, spin_rad: float, tilt_rad: float = 0.0, lean_rad: float = 0.0) -> NDArray[np.float64]:
    """(3, 3) rotation that shows `value` up, spun about the vertical, then tilted by tilt_rad about the horizontal axis at lean_rad."""
    n, a, b = (np.array(v, float) for v in _FACES[value])
    base = np.stack([a, b, n])  # die axes -> world x, y, z
    if np.linalg.det(base) < 0:
        base[1] *= -1
    c, s = np.cos(spin_rad), np.sin(spin_rad)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    axis = np.array([np.cos(lean_rad), np.sin(lean_rad), 0.0]) * tilt_rad
    tilt, _ = cv2.Rodrigues(axis)
    return np.asarray(tilt @ spin @ base)


def draw(
    image: Image, rng: np.random.Generator, design: DieDesign, xy: tuple[float, float], size_px: float, rotation: NDArray[np.float64],
    shear: tuple[float, float], light: NDArray[np.float64], lift_px: float = 0.0, shadow: float = 0.5,
    stamps: dict[int, Image] | None = None,
) -> tuple[float, float, float, float]:  # fmt: skip
    """Draw one die whose centre of contact is at xy; returns its box x0, y0, x1, y1 in pixels.

    stamps: face -> (n, n) ink 0..1 that the face carries instead of pips (a doubling cube's numbers).

    lift_px: height of what it stands on. light: unit vector to the light, z up. The picture is changed in place (float BGR 0..1).
    """
    sx, sy = shear
    half = size_px / 2
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float) * half @ rotation.T
    z0 = lift_px - corners[:, 2].min()
    view = np.array([-sx, -sy, 1.0])

    def flat(p: NDArray[np.float64]) -> NDArray[np.float64]:
        q = p + np.array([0.0, 0.0, z0])
        return np.stack([xy[0] + q[..., 0] + q[..., 2] * sx, xy[1] + q[..., 1] + q[..., 2] * sy], -1)

    hull = cv2.convexHull(flat(corners).astype(np.float32)).reshape(-1, 2)
    x0, y0 = hull.min(0)
    x1, y1 = hull.max(0)
    pad = int(size_px * 0.9) + 3
    ox, oy = int(x0) - pad, int(y0) - pad
    w, h = int(x1) + pad - ox, int(y1) + pad - oy
    k = 4 if size_px < 40 else 2  # supersampling
    body = np.zeros((h * k, w * k, 3), np.float32)
    mask = np.zeros((h * k, w * k), np.float32)

    def px(p: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round((p - [ox, oy]) * k * 16).astype(np.int32)

    cv2.fillPoly(mask, [px(hull)], 1.0, cv2.LINE_AA, 4)
    shades = []
    for value, (n, a, b) in _FACES.items():
        normal = rotation @ np.array(n, float)
        if normal @ view <= 1e-6:
            continue
        ra, rb = rotation @ np.array(a, float), rotation @ np.array(b, float)
        shade = 0.45 + 0.55 * max(0.0, float(normal @ light)) + rng.normal(0, 0.02)
        quad = np.array([(normal + i * ra + j * rb) * half for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        color = np.clip(design.body * shade, 0, 1)
        cv2.fillPoly(body, [px(flat(quad))], color.tolist(), cv2.LINE_AA, 4)
        shades.append((value, normal, ra, rb, shade))
    blur = max(1, int(design.rounding * size_px * k)) | 1
    soft = cv2.GaussianBlur(mask, (0, 0), blur * 0.5)
    mask = np.clip((soft - 0.42) * max(2.0, blur * 0.8) + 0.5, 0, 1) * (mask > 0.02) if design.rounding > 0.06 else mask
    body = cv2.blur(np.where(body.any(-1, keepdims=True), body, design.body * 0.7), (blur // 2 | 1, blur // 2 | 1))
    for value, normal, ra, rb, shade in shades:
        if stamps is not None:
            quad = np.array([(normal + 0.92 * (i * ra + j * rb)) * half for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            n = len(stamps[value])
            m = cv2.getPerspectiveTransform(np.float32([[0, 0], [n, 0], [n, n], [0, n]]), ((flat(quad) - [ox, oy]) * k).astype(np.float32))
            ink = cv2.warpPerspective(stamps[value], m, (w * k, h * k), flags=cv2.INTER_AREA)[..., None]
            body = body * (1 - ink) + np.clip(design.pip * (0.35 + 0.65 * shade), 0, 1) * ink
            continue
        for i, j in _PIPS[value]:
            c = normal * 0.995 + (i * ra + j * rb)
            t = np.linspace(0, 2 * np.pi, 20)[:, None]
            ring = (c + 2 * design.pip_radius * (np.cos(t) * ra + np.sin(t) * rb)) * half
            cv2.fillPoly(body, [px(flat(ring))], np.clip(design.pip * (0.35 + 0.65 * shade), 0, 1).tolist(), cv2.LINE_AA, 4)
    if design.gloss > 0.7:
        c = np.array([(x1 + x0) / 2 - ox + rng.normal(0, size_px * 0.25), (y0 + y1) / 2 - oy + rng.normal(0, size_px * 0.25)]) * k
        glare = np.zeros_like(mask)
        cv2.circle(glare, (int(c[0]), int(c[1])), int(size_px * k * rng.uniform(0.08, 0.25)), 1.0, -1)
        body = body + cv2.GaussianBlur(glare, (0, 0), size_px * k * 0.08 + 0.5)[..., None] * rng.uniform(0.2, 0.8)
    body = cv2.resize(body, (w, h), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    _composite(image, body, alpha, ox, oy, design.translucency * 0.35, shadow, size_px, light)
    return float(x0), float(y0), float(x1), float(y1)


def _composite(
    image: Image, body: Image, alpha: Image, ox: int, oy: int, translucency: float, shadow: float, size_px: float, light: NDArray[np.float64]
) -> None:
    """Soft shadow away from the light, then the die over it; parts outside the picture are cut."""
    H, W = image.shape[:2]
    h, w = alpha.shape
    cx0, cy0, cx1, cy1 = max(0, ox), max(0, oy), min(W, ox + w), min(H, oy + h)
    if cx0 >= cx1 or cy0 >= cy1:
        return
    part = slice(cy0 - oy, cy1 - oy), slice(cx0 - ox, cx1 - ox)
    m = np.float32([[1, 0, -light[0] * size_px * 0.5], [0, 1, -light[1] * size_px * 0.5]])
    dark = cv2.GaussianBlur(cv2.warpAffine(alpha, m, (w, h)), (0, 0), size_px * 0.12 + 0.4)
    ambient = cv2.GaussianBlur(alpha, (0, 0), size_px * 0.15 + 0.4)
    region = image[cy0:cy1, cx0:cx1]
    region *= (1 - shadow * np.maximum(dark, 0.7 * ambient)[part])[..., None]
    a = alpha[part][..., None]
    region[:] = region * (1 - a) + np.clip(body[part] * (1 - translucency) + region * translucency, 0, 1) * a
