"""What every benchmark needs: percentiles, a clip to run on, and a way to say plainly that a part is not there."""

from __future__ import annotations

import importlib
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import av

CLIP_FOLDERS = ("monitor/demo", "demo", "data/clips", "tests/data", "data")
"""Where clips are looked for, below the repository, when none is named."""
ROOT = Path(__file__).resolve().parents[2]


class Missing(Exception):
    """A benchmark cannot run; its text says which part is missing and what provides it."""


def need(name: str) -> ModuleType:
    """The module, or Missing with its name."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"{name} cannot be imported ({error})") from error


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0..1) of the values do not exceed (nearest rank). Raises ValueError without values."""
    if not values:
        raise ValueError("no values")
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked) - 1e-9) - 1)]


def time_calls(call: Callable[[], object], *, seconds: float, warm_up: int = 3, at_least: int = 5) -> list[float]:
    """Milliseconds of each call, repeated for about so many seconds."""
    for _ in range(warm_up):
        call()
    taken: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(taken) < at_least:
        start = time.perf_counter()
        call()
        taken.append(1000 * (time.perf_counter() - start))
    return taken


def find_clip(named: Path | None) -> Path:
    """The named clip, else the largest rendered clip with hands that lies in the repository. Raises Missing."""
    if named is not None:
        if not named.is_file():
            raise Missing(f"there is no clip {named}")
        return named
    for folder in CLIP_FOLDERS:
        clips = [p for p in (ROOT / folder).rglob("*.mp4") if p.with_name(f"{p.stem}.truth.json").is_file()]
        if clips:
            return max(clips, key=lambda p: p.stat().st_size)
    raise Missing("no rendered clip in the repository; name one with --clip")


def clip_facts(clip: Path) -> dict[str, Any]:
    """width, height, frames a second and length (s) of a clip."""
    with av.open(str(clip)) as container:
        stream = container.streams.video[0]
        duration_s = float(container.duration or 0) / 1_000_000
        return {"width": stream.codec_context.width, "height": stream.codec_context.height, "rate": float(stream.average_rate or 0), "duration_s": duration_s}


def frames_at(clip: Path, size: tuple[int, int], seconds: float) -> list[Any]:
    """Decoded BGR frames of the first seconds of a clip, scaled to (width, height), so that every clip measures the same thing."""
    images = []
    with av.open(str(clip)) as container:
        for frame in container.decode(video=0):
            if frame.time is not None and frame.time > seconds:
                break
            images.append((float(frame.time or 0.0), frame.reformat(width=size[0], height=size[1], format="bgr24").to_ndarray()))
    return images
