"""Texture tiles baked by numpy (FFT noise), no noise nodes at render time. Needs numpy only.

`relief(name)` gives a periodic map about 0 with unit spread; `tinted(material, ...)` colours it. A tile's name is "kind:seed"; seeds below 50 belong
to train, 50-69 to validation, 70 and above to heldout (`tile_split`); plain:0 is no texture at all and shared.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .looks import Material

Array = NDArray[np.float32]
SIZE = 512


def tile_split(name: str) -> str:
    seed = int(name.split(":")[1])
    return "train" if seed < 50 else "validation" if seed < 70 else "heldout"


def noise(rng: np.random.Generator, size: int, power: float, stretch: float = 1.0, low: float = 1.0, high: float = 1e9) -> Array:
    """Periodic noise with spectrum f**-power within [low, high] cycles a tile, stretched along x; zero mean, unit spread."""
    fy = np.fft.fftfreq(size)[:, None] * size
    fx = np.fft.rfftfreq(size)[None, :] * size * stretch
    f = np.hypot(fx, fy)
    amplitude = np.where((f >= low) & (f <= high), np.maximum(f, 1.0) ** -power, 0.0)
    phase = rng.uniform(0, 2 * np.pi, amplitude.shape)
    field = np.fft.irfft2(amplitude * np.exp(1j * phase), s=(size, size))
    field -= field.mean()
    return (field / (field.std() + 1e-9)).astype(np.float32)


@lru_cache(maxsize=64)
def relief(name: str, size: int = SIZE) -> Array:
    """The tile called name: (size, size) float32 about 0, spread about 1."""
    kind, seed = name.split(":")
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    shape = 0.7 + 0.6 * ((int(seed) * 0.618) % 1.0)
    if kind == "plain":
        return np.zeros((size, size), np.float32) if seed == "0" else noise(rng, size, 1.6) * 0.3
    if kind == "wood":
        figure = noise(rng, size, 2.0, 9.0 * shape, 1, 40)
        grain = np.sin(figure * 5.0 * shape + noise(rng, size, 1.2, 14.0) * 0.6)
        pores = np.minimum(noise(rng, size, 0.2, 26.0, 8), 0) * 0.8
        return (0.7 * grain + 0.5 * noise(rng, size, 1.0, 20.0) + pores).astype(np.float32)
    if kind == "felt":
        return 0.7 * noise(rng, size, 0.2, 1.0, 20) + 0.5 * noise(rng, size, 1.5, 1.0, 1, 12 * shape)
    if kind == "leather":
        cells = noise(rng, size, 0.0, 1.0, 26 * shape, 46 * shape)
        return (np.minimum(np.abs(cells), 0.9) * 1.8 - 1.0 + 0.4 * noise(rng, size, 1.6, 1.0, 1, 8)).astype(np.float32)
    if kind == "cork":
        blobs = noise(rng, size, 0.4, 1.0, 12, 40 * shape)
        specks = np.where(noise(rng, size, 0.3, 1.6, 25, 90) > 1.7, -3.0, 0.0)
        return (0.8 * blobs + specks + 0.5 * noise(rng, size, 0.1, 1.0, 60)).astype(np.float32)
    if kind == "fabric":
        yy, xx = np.mgrid[0:size, 0:size] * (2 * np.pi * round(40 * shape) / size)
        weave = np.sin(xx) * np.sign(np.sin(yy / 2 + 0.3)) + np.sin(yy) * np.sign(np.sin(xx / 2))
        return (0.7 * weave + 0.6 * noise(rng, size, 1.2)).astype(np.float32)
    if kind == "marble":
        base = noise(rng, size, 2.2, 1.0, 1, 60)
        veins = 1.0 - np.minimum(np.abs(base + 0.35 * noise(rng, size, 1.4)) * 3.0 * shape, 1.0)
        return (-1.6 * veins + 0.5 * base + 0.4).astype(np.float32)
    if kind == "vinyl":
        return 0.6 * noise(rng, size, 0.1, 1.0, 60) + 0.5 * noise(rng, size, 1.8, 1.0, 1, 6)
    return 0.5 * noise(rng, size, 0.5, 1.0, 10) + 0.7 * noise(rng, size, 2.0, 1.0, 1, 8)


CONTRAST = {"plain": 0.02, "wood": 0.17, "felt": 0.11, "leather": 0.09, "cork": 0.17, "fabric": 0.13, "marble": 0.16, "vinyl": 0.035, "paper": 0.04}


def colored(color: NDArray[np.float64] | tuple[float, float, float], field: Array, kind: str, strength: float) -> Array:
    """Colour a relief: (h, w) -> (h, w, 3) sRGB. Wood and marble shift in hue as well as in lightness."""
    base = np.asarray(color, np.float32)
    gain = 1.0 + CONTRAST[kind] * strength * field[..., None]
    if kind in ("wood", "cork"):
        tint = np.array([1.0, 1.18, 1.36], np.float32)
        gain = np.where(gain < 1.0, 1.0 - (1.0 - gain) * tint, gain)
    floor = 0.010 * field[..., None] * strength
    return np.clip(base * gain + floor, 0.0, 1.0).astype(np.float32)


def tinted(material: Material, size: int = SIZE) -> Array:
    """A material's tile as (size, size, 3) sRGB floats."""
    return colored(material.color, relief(material.tile, size), material.tile.split(":")[0], material.strength)


def sampled(name: str, width: int, height: int, px_per_mm: float, tile_mm: float, turn: bool = False, offset: tuple[int, int] = (0, 0)) -> Array:
    """The relief laid over a surface of width x height pixels, one tile every tile_mm (nearest texel); turn: grain along y."""
    tile = relief(name)
    step = SIZE / (tile_mm * px_per_mm)
    xs = ((np.arange(width) * step).astype(np.int64) + offset[0]) % SIZE
    ys = ((np.arange(height) * step).astype(np.int64) + offset[1]) % SIZE
    return tile.T[np.ix_(ys, xs)] if turn else tile[np.ix_(ys, xs)]
