"""Cheap procedural surfaces as float32 images (h, w, 3), BGR 0..1: cloth, leather, wood, cork, marble, plain paint."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]


def noise(rng: np.random.Generator, h: int, w: int, cell_px: float, stretch: float = 1.0) -> Image:
    """Smooth noise (h, w), zero mean and about unit spread; one feature is cell_px high and stretch times as wide."""
    gh, gw = max(2, round(h / cell_px)), max(2, round(w / (cell_px * stretch)))
    return cv2.resize(rng.standard_normal((gh, gw)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)


def fractal(rng: np.random.Generator, h: int, w: int, cell_px: float, octaves: int = 3, stretch: float = 1.0) -> Image:
    """Several octaves of `noise`, each half the size and half the strength."""
    out = np.zeros((h, w), np.float32)
    for i in range(octaves):
        out += noise(rng, h, w, max(1.0, cell_px / 2**i), stretch) / 2**i
    return out


def random_color(rng: np.random.Generator, low: float = 0.03, high: float = 0.97) -> Image:
    """A BGR colour, uniformly spread over hue, mostly of moderate saturation."""
    hue, sat, val = rng.uniform(0, 360), rng.beta(1.3, 1.6), rng.uniform(low, high)
    return cv2.cvtColor(np.array([[[hue, sat, val]]], np.float32), cv2.COLOR_HSV2BGR)[0, 0]


def wood_color(rng: np.random.Generator) -> Image:
    """A BGR colour of some wood, from maple to wenge: boards and checkers of wood share these, and little contrast is left."""
    value = rng.uniform(0.08, 0.92)
    hue, sat = rng.uniform(12, 38), rng.uniform(0.2, 0.75)
    return cv2.cvtColor(np.array([[[hue, sat, value]]], np.float32), cv2.COLOR_HSV2BGR)[0, 0]


def surface(rng: np.random.Generator, h: int, w: int, color: Image, kind: str | None = None) -> Image:
    """A surface of the given base colour. kind: cloth, leather, wood, cork, marble, paint, or None for any."""
    kind = kind or str(rng.choice(["cloth", "leather", "wood", "cork", "marble", "paint"]))
    strength = rng.uniform(0.4, 1.4)
    if kind == "cloth":
        field = 0.035 * rng.standard_normal((h, w)).astype(np.float32) + 0.02 * noise(rng, h, w, 60)
    elif kind == "leather":
        field = 0.04 * fractal(rng, h, w, 5, 2) + 0.02 * noise(rng, h, w, 90)
    elif kind == "wood":
        along = bool(rng.integers(2))
        a, b = (h, w) if along else (w, h)
        grain = noise(rng, a, b, rng.uniform(2, 7), rng.uniform(15, 60)) * 0.05 + fractal(rng, a, b, 30, 2, 8) * 0.06
        field = grain if along else np.ascontiguousarray(grain.T)
    elif kind == "cork":
        size = rng.uniform(2.0, 5.5)
        field = 0.08 * np.maximum(noise(rng, h, w, 3.0), 0.6) + 0.03 * noise(rng, h, w, 12)
        if rng.random() < 0.5:  # granules pressed together: light and dark ones side by side, as large as a die's pips
            field += rng.uniform(0.04, 0.16) * np.tanh(1.5 * fractal(rng, h, w, size, 2)) + 0.05 * noise(rng, h, w, 2 * size)
    elif kind == "marble":
        field = 0.10 * np.abs(fractal(rng, h, w, 40, 4)) - 0.05
        if rng.random() < 0.5:  # thin veins, darker or lighter than the ground
            vein = np.exp(-np.abs(fractal(rng, h, w, rng.uniform(50, 160), 5)) / rng.uniform(0.03, 0.12))
            field += rng.uniform(-0.35, 0.25) * vein * np.clip(0.5 + 0.5 * noise(rng, h, w, 90), 0, 1)
    else:
        field = 0.01 * noise(rng, h, w, 120)
    tinted = color * (1.0 + strength * field[..., None] * (1.5 + 0.3 * rng.standard_normal(3).astype(np.float32)))
    return np.clip(tinted + 0.3 * strength * field[..., None] * float(color.mean() < 0.15), 0, 1).astype(np.float32)
