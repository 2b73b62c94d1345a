"""Frames from one process to another without copying them through a pipe: a ring of slots in a memory-mapped file.

One writer (`capture`), one reader (`vision`). The writer never waits: it overwrites the oldest slot. The reader takes frame after frame
while it is less than MOST_BEHIND_S behind, which a slow picture between quick ones needs, and jumps to the newest when it is further
behind; what it jumps over it counts. Each slot carries its number before and after the picture is copied (a sequence lock), so a torn
picture is noticed. A plain file in memory-backed storage outlives either process, and needs no clean-up service.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from monitor.errors import CameraError
from monitor.station.config import write_whole
from monitor.vision.frame import Frame

_HEAD = struct.Struct("<8sqqqddqq")
"""Magic, slots, slot bytes, newest number (-1: none), beat (monotonic s), reserved, state, frames dropped before the ring."""
_SLOT = struct.Struct("<qddqqqq")
"""Number in the ring (-1 while written), t, wall time (s since the epoch, UTC), height, width, channels, number in the source."""
_MAGIC = b"tmring2\0"
_BUDGET = 48 * 1024 * 1024
RUNNING, ENDED = 0, 1
MOST_BEHIND_S = 0.5
"""Seconds of the source by which a reader may be behind before it leaves frames out."""


def ring_folder() -> Path:
    """Where memory-backed files live, or else the ordinary temporary folder."""
    shm = Path("/dev/shm")
    return shm if shm.is_dir() and os.access(shm, os.W_OK) else Path(tempfile.gettempdir())


def remove_ring(pointer: Path) -> None:
    """Takes away the ring that a pointer names, once nobody needs it."""
    path = _pointed(pointer)
    if path is not None:
        path.unlink(missing_ok=True)


def last_t(pointer: Path) -> float | None:
    """The time of the newest frame in a ring, for a source that is taken up again where it was; None without one."""
    reader = RingReader(pointer, "")
    frame = reader.take(0.0)
    reader.close()
    return None if frame is None else frame.t


def _pointed(pointer: Path) -> Path | None:
    try:
        return Path(str(json.loads(pointer.read_bytes())["path"]))
    except (OSError, ValueError, KeyError):
        return None


class RingWriter:
    """The writing end. pointer: a small file that names the ring for the reader and survives a restart of either side."""

    def __init__(self, pointer: Path) -> None:
        self._pointer = pointer
        self._path: Path | None = None
        self._map: mmap.mmap | None = None
        self._slots = self._slot_bytes = self._count = 0
        self._lock = threading.Lock()
        """The beat comes from a thread of its own, and must not put an older head back."""
        self.dropped_before = 0

    def put(self, frame: Frame) -> None:
        """Hand a frame over; the ring counts its frames by itself, so that what its reader misses is told from what never came."""
        with self._lock:
            self._put(frame)

    def _put(self, frame: Frame) -> None:
        size = frame.image.nbytes
        if self._map is None or size > self._slot_bytes:
            self._make(size)
        assert self._map is not None
        number, self._count = self._count, self._count + 1
        at = _HEAD.size + (number % self._slots) * (_SLOT.size + self._slot_bytes)
        height, width = frame.image.shape[:2]
        _SLOT.pack_into(self._map, at, -1, 0.0, 0.0, 0, 0, 0, 0)
        start = at + _SLOT.size
        self._map[start : start + size] = frame.image.tobytes()
        _SLOT.pack_into(self._map, at, number, frame.t, frame.t_wall.timestamp(), height, width, 3, frame.seq)
        self._set_head(number, RUNNING)

    def beat(self) -> None:
        """Says that the writer lives although there is no frame."""
        with self._lock:
            if self._map is not None:
                newest, state = struct.unpack_from("<q", self._map, 24)[0], struct.unpack_from("<q", self._map, 48)[0]
                self._set_head(newest, state)

    def end(self) -> None:
        """Says that no frame will follow."""
        with self._lock:
            if self._map is None:
                self._make(3)
            assert self._map is not None
            self._set_head(struct.unpack_from("<q", self._map, 24)[0], ENDED)

    def remove(self) -> None:
        """Takes the ring's file away."""
        if self._map is not None:
            self._map.close()
            self._map = None
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _make(self, frame_bytes: int) -> None:
        self.remove()
        remove_ring(self._pointer)  # that of a process which died before
        self._slot_bytes = -(-frame_bytes // 4096) * 4096
        self._slots, self._count = int(np.clip(_BUDGET // self._slot_bytes, 3, 16)), 0
        total = _HEAD.size + self._slots * (_SLOT.size + self._slot_bytes)
        handle, name = tempfile.mkstemp(dir=ring_folder(), prefix="table-monitor-ring-")
        self._path = Path(name)
        try:
            os.truncate(handle, total)
            self._map = mmap.mmap(handle, total)
        except OSError as error:
            raise CameraError(f"There is no room for {total // 1_000_000} MB of frames in {self._path.parent}: {error.strerror}.") from error
        finally:
            os.close(handle)
        _HEAD.pack_into(self._map, 0, _MAGIC, self._slots, self._slot_bytes, -1, time.monotonic(), 0.0, RUNNING, 0)
        for slot in range(self._slots):
            _SLOT.pack_into(self._map, _HEAD.size + slot * (_SLOT.size + self._slot_bytes), -1, 0.0, 0.0, 0, 0, 0, 0)
        write_whole(self._pointer, json.dumps({"path": name, "pid": os.getpid()}).encode())

    def _set_head(self, newest: int, state: int) -> None:
        assert self._map is not None
        _HEAD.pack_into(self._map, 0, _MAGIC, self._slots, self._slot_bytes, newest, time.monotonic(), 0.0, state, self.dropped_before)


class RingReader:
    """The reading end. `take` gives the next frame, or the newest when too far behind; `missed` counts the frames that passed by."""

    def __init__(self, pointer: Path, source: str, *, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep) -> None:
        self._pointer, self._source, self._clock, self._sleep = pointer, source, clock, sleep
        self._map: mmap.mmap | None = None
        self._path: Path | None = None
        self._last = -1
        self.missed = 0
        self.seen = 0
        self.dropped_before = 0
        self.has_ended = False

    def take(self, timeout_s: float) -> Frame | None:
        """The next frame, or None when none came in time or the source has ended (`has_ended`)."""
        until = self._clock() + timeout_s
        while True:
            self._attach()
            frame = self._next()
            if frame is not None or self.has_ended or self._clock() >= until:
                return frame
            self._sleep(0.003)

    def beat_age_s(self) -> float | None:
        """How long ago the writer last showed life; None while there is no ring."""
        return None if self._map is None else max(0.0, self._clock() - float(struct.unpack_from("<d", self._map, 32)[0]))

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
            self._map = None

    def _attach(self) -> None:
        """Follows the pointer to the present ring (a restarted or enlarged one has another file)."""
        path = _pointed(self._pointer)
        if path is None or path == self._path:
            return
        try:
            with path.open("rb") as file:
                opened = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            return
        self.close()
        self._map, self._path, self._last = opened, path, -1

    def _next(self) -> Frame | None:
        if self._map is None or self._map[:8] != _MAGIC:
            return None
        _, slots, slot_bytes, newest, _, _, state, self.dropped_before = _HEAD.unpack_from(self._map, 0)
        if newest <= self._last:
            self.has_ended = state == ENDED
            return None
        size = _SLOT.size + slot_bytes
        number = newest if self._last < 0 else max(self._last + 1, newest - slots + 2)  # not the one that is overwritten next
        if number < newest:
            oldest_t, newest_t = (float(_SLOT.unpack_from(self._map, _HEAD.size + n % slots * size)[1]) for n in (number, newest))
            if newest_t - oldest_t > MOST_BEHIND_S:
                number = newest
        at = _HEAD.size + number % slots * size
        before = _SLOT.unpack_from(self._map, at)
        if before[0] != number:
            return None
        _, t, wall, height, width, channels, seq = before
        start = at + _SLOT.size
        data: NDArray[np.uint8] = np.frombuffer(self._map[start : start + height * width * channels], np.uint8)
        if _SLOT.unpack_from(self._map, at) != before:
            return None
        self.seen += 1
        if self._last >= 0:
            self.missed += number - self._last - 1
        self._last = number
        image = data.reshape(height, width, channels)
        return Frame(seq, t, datetime.fromtimestamp(wall, UTC), image, self._source)
