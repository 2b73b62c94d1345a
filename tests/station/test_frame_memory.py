"""The last minutes of pictures: bounded, and the nearest one is found."""

from __future__ import annotations

import numpy as np
import pytest

from monitor.station.frame_memory import FrameMemory


def picture(value: int) -> np.ndarray:
    return np.full((40, 60, 3), value, np.uint8)


def test_gives_the_nearest_picture() -> None:
    memory = FrameMemory()
    for number in range(20):
        memory.put(number * 0.5, picture(number * 10))
    kept = memory.nearest(3.1)
    assert kept is not None
    assert kept.t == pytest.approx(3.0)
    assert abs(int(kept.image().mean()) - 60) <= 3


def test_says_none_when_nothing_is_near() -> None:
    memory = FrameMemory()
    assert memory.nearest(0.0) is None
    memory.put(5.0, picture(1))
    assert memory.nearest(7.0) is None


def test_keeps_only_so_many_a_second() -> None:
    memory = FrameMemory(interval_s=0.2)
    for number in range(100):
        memory.put(number / 100, picture(1))
    assert len(memory) == 5


def test_forgets_what_is_too_old() -> None:
    memory = FrameMemory(window_s=10)
    for number in range(100):
        memory.put(float(number), picture(1))
    assert len(memory) == 11
    assert memory.nearest(50.0) is None


def test_thins_the_older_half_when_full_and_keeps_the_bound() -> None:
    noise = np.random.default_rng(1)
    memory = FrameMemory(interval_s=0.0, budget_bytes=100_000)
    for number in range(200):
        memory.put(float(number), noise.integers(0, 255, (40, 60, 3), np.uint8))
    assert memory.bytes <= 100_000
    assert memory.bytes == sum(len(f.jpeg) for f in memory._frames)
    assert memory.nearest(199.0, within_s=0.1) is not None


def test_begins_anew_with_a_source_that_does() -> None:
    memory = FrameMemory()
    memory.put(100.0, picture(1))
    memory.put(0.0, picture(2))
    assert len(memory) == 1
    assert memory.nearest(100.0) is None
