"""One picture with its times, and the seam through which pictures come in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

MAX_PIXELS = 40_000_000
"""A larger picture is refused: a damaged header can ask for gigabytes."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source.

    seq: number of the frame in its source, from 0, gaps where frames were dropped.
    t: seconds on the source's own timeline (presentation time stamp of a file, monotonic time of a camera).
    t_wall: UTC, a label only. image: (h, w, 3) uint8 BGR, rotation tags applied. source: what it came from, for people.
    """

    seq: int
    t: float
    t_wall: datetime
    image: NDArray[np.uint8]
    source: str


@runtime_checkable
class FrameSource(Protocol):
    """Gives frames in the order of their time; ends by stopping, never by blocking for ever.

    Iterating raises SourceError for an input that cannot be read and CameraError for a camera that failed.
    """

    @property
    def name(self) -> str: ...

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...
