"""When the detector runs: soon after things came to rest, seldom while nothing happens, and never more than a live reader may."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
import pytest

from monitor.vision.detector import Detections
from monitor.vision.frame import Frame
from monitor.vision.reader import QUIET_EVERY_S, BoardReader, reaches_over
from tests.vision.test_reading import OVERHEAD

FPS = 20


class SlowDetector:
    """Finds nothing, and takes `seconds` of the given clock for it."""

    def __init__(self, seconds: float, now: list[float]) -> None:
        self.seconds, self.now = seconds, now

    def detect(self, canvas: np.ndarray) -> Detections:
        self.now[0] += self.seconds
        return Detections(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, int))


def film(moving_until: float, seconds: float) -> list[Frame]:
    """A grey board over which a bright square wanders until a moment."""
    frames = []
    for i in range(int(seconds * FPS)):
        t = i / FPS
        image = np.full((OVERHEAD.height, OVERHEAD.width, 3), 90, np.uint8)
        x = int(OVERHEAD.width * (0.2 + 0.5 * min(t, moving_until) / max(moving_until, 1e-6)))
        y = OVERHEAD.height // 2
        image[y - 40 : y + 40, x - 40 : x + 40] = 230
        frames.append(Frame(image=image, t=t, seq=i, t_wall=datetime.now(UTC), source="drawn"))
    return frames


def full_times(reader: BoardReader, frames: list[Frame], now: list[float]) -> list[float]:
    """Times of the frames on which the detector ran, the clock standing at least at each frame's own time."""
    out = []
    for frame in frames:
        now[0] = max(now[0], frame.t)
        if reader.read(frame).is_full:
            out.append(frame.t)
    return out


def test_readings_are_dense_at_rest_and_rare_in_quiet() -> None:
    now = [0.0]
    frames = film(1.0, 5.0)
    times = full_times(BoardReader(OVERHEAD, SlowDetector(0.0, now)), frames, now)
    settled = [t for t in times if 1.1 <= t < 2.1]
    quiet = [t for t in times if 3.0 <= t < 5.0]
    assert len(settled) >= 9 and len(quiet) <= 2.0 / QUIET_EVERY_S + 1
    assert max(b - a for a, b in pairwise(times)) <= QUIET_EVERY_S + 1.5 / FPS


@pytest.mark.parametrize("seconds", [0.06, 0.12, 0.25])
def test_a_live_reader_leaves_time_for_every_frame(seconds: float) -> None:
    """At a load of 0.7 a reading that takes 0.12 s is followed by 0.05 s of motion alone; a recorded reader does not look at the clock."""
    now = [0.0]
    frames = film(1.0, 5.0)
    live = full_times(BoardReader(OVERHEAD, SlowDetector(seconds, now), max_load=0.7, clock=lambda: now[0]), frames, now)
    gaps = [b - a for a, b in pairwise(live)]
    assert min(gaps) >= min(seconds / 0.7, QUIET_EVERY_S) - 2 / FPS
    assert max(gaps) <= max(QUIET_EVERY_S, seconds / 0.7) + 2 / FPS
    now = [0.0]
    free = full_times(BoardReader(OVERHEAD, SlowDetector(seconds, now)), frames, now)
    assert free == full_times(BoardReader(OVERHEAD, SlowDetector(0.0, [0.0])), frames, [0.0])


@pytest.mark.parametrize(
    ("hand", "is_over"),
    [
        ((-0.12, -0.12, -0.02, 0.44), False),
        ((1.01, 0.2, 1.3, 0.8), False),
        ((0.2, 1.0, 0.5, 1.4), False),
        ((0.4, 0.6, 0.6, 1.3), True),
        ((-0.2, 0.3, 0.05, 0.5), True),
    ],
)
def test_a_hand_beside_the_board_keeps_nobody_waiting(hand: tuple[float, float, float, float], is_over: bool) -> None:
    assert reaches_over(hand) is is_over
