"""What a camera does to a picture: light, colour, blur, noise, scaling, compression. Pixels only; geometry stays where it is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def degrade(image: NDArray[np.uint8], rng: np.random.Generator, *, strength: float = 1.0, least_scale: float = 0.4) -> NDArray[np.uint8]:
    """A randomly lit, coloured, blurred, noisy and compressed copy of a BGR uint8 picture of the same size."""
    h, w = image.shape[:2]
    out = image.astype(np.float32) / 255
    s = strength
    if rng.random() < 0.6:  # uneven light
        gx, gy = rng.normal(0, 0.35 * s, 2)
        ramp = 1 + gx * np.linspace(-0.5, 0.5, w, dtype=np.float32)[None, :, None] + gy * np.linspace(-0.5, 0.5, h, dtype=np.float32)[:, None, None]
        out *= np.clip(ramp, 0.3, 1.8)
    if rng.random() < 0.15:  # a lamp's glare
        spot = np.zeros((max(8, h // 8), max(8, w // 8)), np.float32)
        cv2.circle(spot, (int(rng.integers(spot.shape[1])), int(rng.integers(spot.shape[0]))), int(spot.shape[1] * rng.uniform(0.02, 0.2)), 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), spot.shape[1] * 0.05)
        out += cv2.resize(spot, (w, h))[..., None] * rng.uniform(0.1, 0.7)
    out *= np.float32(np.exp(rng.normal(0, 0.12 * s, 3)))  # white balance
    out = np.clip(out, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.3 * s))) * np.float32(np.exp(rng.normal(-0.05, 0.28 * s)))
    if rng.random() < 0.25:
        gray = out.mean(-1, keepdims=True)
        out = gray + (out - gray) * rng.uniform(0.2, 1.5)
    out8 = (np.clip(out, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.06 * s:
        out8 = np.ascontiguousarray(out8[..., rng.permutation(3)])
    if rng.random() < 0.55:
        f = rng.uniform(least_scale, 0.95)
        small = cv2.resize(out8, (max(8, int(w * f)), max(8, int(h * f))), interpolation=cv2.INTER_AREA)
        out8 = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC)
    u = rng.random()
    if u < 0.3:
        out8 = cv2.GaussianBlur(out8, (0, 0), rng.uniform(0.4, 1.5 * s))
    elif u < 0.36:
        n = int(rng.integers(3, 8))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0, 1)
        out8 = cv2.filter2D(out8, -1, kernel / kernel.sum())
    elif u < 0.5:
        out8 = cv2.addWeighted(out8, 1.6, cv2.GaussianBlur(out8, (0, 0), 1.2), -0.6, 0)
    if rng.random() < 0.6:
        noise = rng.standard_normal((h, w, 3 if rng.random() < 0.5 else 1)).astype(np.float32) * rng.uniform(1, 10 * s)
        out8 = np.clip(out8 + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        out8 = cv2.imdecode(cv2.imencode(".jpg", out8, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])[1], cv2.IMREAD_COLOR)
    return np.asarray(out8, np.uint8)
