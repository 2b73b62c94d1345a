"""How a pair of checkers looks, and the drawing of one checker."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn.labels import Drawn
from models.training.drawn.paint import contrasting, draw_text, ellipse, fill
from models.training.drawn.textures import Image, fractal, noise, random_color, wood_color


class CheckerDesign:
    """One pair of checkers: two colours and one relief (rings, dish, engraving, marbling, gloss)."""

    def __init__(self, rng: np.random.Generator, field_color: Image) -> None:
        u = rng.random()
        if u < 0.35:
            light = np.float32([1, 1, 1]) * rng.uniform(0.7, 1) * (1 - 0.2 * rng.random(3).astype(np.float32))
            dark = np.float32([1, 1, 1]) * rng.uniform(0.02, 0.25) if rng.random() < 0.6 else random_color(rng, 0.1, 0.6)
        elif u < 0.58:  # two woods
            light, dark = wood_color(rng), wood_color(rng)
            for _ in range(10):
                if abs(float(light.mean() - dark.mean())) > 0.12:
                    break
                dark = wood_color(rng)
        else:
            light = random_color(rng, 0.4, 0.98)
            dark = contrasting(rng, light, 0.3)
        pair = [light, dark]
        if pair[0] @ np.float32([0.114, 0.587, 0.299]) < pair[1] @ np.float32([0.114, 0.587, 0.299]):
            pair.reverse()
        self.colors = [np.clip(c, 0.01, 1).astype(np.float32) for c in pair]
        self.height = rng.uniform(0.14, 0.34) if rng.random() < 0.88 else rng.uniform(0.02, 0.08)  # of the diameter; paper discs are nearly flat
        self.rings = int(rng.integers(0, 4))
        self.ring_radii = np.sort(rng.uniform(0.25, 0.95, self.rings))
        self.ring_shade = rng.uniform(-0.35, 0.35, self.rings) if rng.random() < 0.7 else rng.choice([-0.75, 0.9], self.rings)
        self.ring_width = rng.uniform(0.04, 0.16)
        self.grain = rng.uniform(0.06, 0.3) if 0.35 <= u < 0.58 or rng.random() < 0.1 else 0.0
        self.rays = int(rng.integers(5, 13)) if rng.random() < 0.14 else 0
        self.ray_shade = float(rng.choice([-0.6, -0.35, 0.5]))
        self.window = rng.uniform(0.2, 0.9) if rng.random() < 0.15 else 0.0  # a window or lamp mirrored in a polished top
        self.dish = rng.uniform(0.3, 0.85) if rng.random() < 0.4 else 0.0
        self.dish_shade = rng.uniform(-0.2, 0.2)
        self.marble = rng.uniform(0.1, 0.5) if rng.random() < 0.2 else 0.0
        self.gloss = rng.uniform(0.2, 0.9) if rng.random() < 0.3 else 0.0
        self.text = str(rng.choice(["*", "BG", "O", "X", "+", "S"])) if rng.random() < 0.12 else ""
        self.edge = rng.uniform(-0.3, 0.1)
        self.dot = random_color(rng) if rng.random() < 0.08 else None


def _grain(rng: np.random.Generator, h: int, w: int) -> Image:
    """(h, w) stripes of wood, turned at random: every checker lies as it fell."""
    size = 2 * max(h, w)
    stripes = noise(rng, size, size, rng.uniform(2, 6), 12)
    m = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), 1.0)
    y, x = (size - h) // 2, (size - w) // 2
    return np.asarray(cv2.warpAffine(stripes, m, (size, size))[y : y + h, x : x + w], np.float32)


def draw_checker(
    image: Image,
    rng: np.random.Generator,
    design: CheckerDesign,
    color: int,
    xy: tuple[float, float],
    r: float,
    lift: float,
    drawn: Drawn,
    light: NDArray[np.float64],
    shadow: float,
) -> NDArray[np.float32]:
    """Side, top and relief of one checker standing lift pixels above the surface; returns its outline."""
    sx, sy = drawn.shear(*xy)
    h = design.height * 2 * r
    base = np.array(xy) + np.array([sx, sy]) * lift
    top = np.array(xy) + np.array([sx, sy]) * (lift + h)
    rt = r * (1 + 0.5 * (lift + h) / drawn.shear_origin[2])
    c = design.colors[color] * (1 + 0.04 * rng.standard_normal())
    if shadow > 0:
        s = base - light[:2] * h * 0.8
        for i, a in ((1.12, 0.3), (1.05, 0.4), (1.0, 0.5)):
            fill(image, ellipse(s[0], s[1], r * i), np.zeros(3, np.float32), shadow * a)
    hull = cv2.convexHull(np.concatenate([ellipse(*base, r), ellipse(*top, rt)])).reshape(-1, 2)
    fill(image, hull, np.clip(c * (0.55 + design.edge), 0, 1))
    fill(image, ellipse(*top, rt), np.clip(c, 0, 1))
    off = light[:2] * r * 0.08
    fill(image, ellipse(top[0] + off[0], top[1] + off[1], rt * 0.93), np.clip(c * 1.05, 0, 1))
    if design.dish:
        fill(image, ellipse(*top, rt * design.dish), np.clip(c * (1 + design.dish_shade), 0, 1))
        fill(image, ellipse(top[0] - off[0] * 2, top[1] - off[1] * 2, rt * design.dish * 0.92), np.clip(c * (1 + design.dish_shade * 0.5), 0, 1))
    for q, shade in zip(design.ring_radii, design.ring_shade, strict=True):
        cv2.circle(
            image,
            tuple(np.round(top * 16).astype(int).tolist()),
            int(rt * q * 16),
            np.clip(c * (1 + shade) + 0.1 * shade, 0, 1).tolist(),
            max(1, int(rt * design.ring_width)),
            cv2.LINE_AA,
            4,
        )
    x0, y0, x1, y1 = (int(v) for v in (top[0] - rt, top[1] - rt, top[0] + rt + 1, top[1] + rt + 1))
    if x0 >= 0 and y0 >= 0 and x1 < image.shape[1] and y1 < image.shape[0]:
        part = image[y0:y1, x0:x1]
        disc = np.zeros(part.shape[:2], np.float32)
        cv2.circle(disc, (int(rt), int(rt)), int(rt * 0.97), 1.0, -1)
        if design.marble:
            part *= 1 + (design.marble * fractal(rng, *disc.shape, r * 0.7, 3) * disc)[..., None]
        if design.gloss:
            spot = np.zeros_like(disc)
            cv2.circle(spot, (int(rt * (1 + 0.5 * light[0])), int(rt * (1 + 0.5 * light[1]))), int(rt * rng.uniform(0.1, 0.4)), 1.0, -1)
            part += (cv2.GaussianBlur(spot, (0, 0), rt * 0.15) * design.gloss * disc)[..., None]
        if design.grain:
            part *= 1 + (design.grain * _grain(rng, *disc.shape) * disc)[..., None]
        if design.rays:
            t = np.arange(2 * design.rays) * np.pi / design.rays + rng.uniform(0, np.pi)
            rr = np.where(np.arange(2 * design.rays) % 2, 0.2, 0.55) * rt
            star = np.stack([rt + rr * np.cos(t), rt + rr * np.sin(t)], -1).astype(np.float32)
            fill(part, star, np.clip(c * (1 + design.ray_shade) + 0.1 * (design.ray_shade > 0), 0, 1))
        if design.window:
            pane = np.zeros_like(disc)
            q = rt * (1 + rng.uniform(-0.2, 0.2, (4, 2)) + 0.45 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * rng.uniform(0.3, 1.3, 2) + 0.4 * light[:2])
            cv2.fillPoly(pane, [np.round(q * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
            part += (cv2.GaussianBlur(pane, (0, 0), rt * 0.05 + 0.3) * design.window * disc)[..., None]
        if design.dot is not None:
            cv2.circle(part, (int(rt), int(rt)), int(rt * 0.35), design.dot.tolist(), -1, cv2.LINE_AA)
        if design.text:
            draw_text(part, design.text, (rt * 0.55, rt * 1.4), cv2.FONT_HERSHEY_SIMPLEX, rt / 22, np.clip(c * 0.5 + 0.1, 0, 1), max(1, int(rt / 9)))
        np.clip(part, 0, 1, out=part)
    return hull
