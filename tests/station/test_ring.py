"""The ring between two processes: newest first, losses counted, restarts followed, torn pictures never shown."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from monitor.station.ring import RingReader, RingWriter, last_t, remove_ring, ring_folder
from monitor.vision.frame import Frame


def frame(seq: int, size: tuple[int, int] = (12, 16)) -> Frame:
    return Frame(seq, seq / 10, datetime.now(UTC), np.full((*size, 3), seq % 251, np.uint8), "test")


@pytest.fixture
def pointer(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "ring.json"
    remove_ring(tmp_path / "ring.json")


def test_hands_a_frame_over_as_it_is(pointer: Path) -> None:
    RingWriter(pointer).put(frame(7))
    taken = RingReader(pointer, "camera").take(0.1)
    assert taken is not None
    assert (taken.seq, taken.t, taken.source, taken.image.shape, int(taken.image[3, 3, 1])) == (7, 0.7, "camera", (12, 16, 3), 7)


def test_a_reader_a_little_behind_gets_every_frame(pointer: Path) -> None:
    writer, reader = RingWriter(pointer), RingReader(pointer, "test")
    writer.put(frame(0))
    assert reader.take(0.1) is not None
    for seq in range(1, 6):  # half a second
        writer.put(frame(seq))
    taken = [reader.take(0.0) for _ in range(6)]
    assert [f.seq if f else None for f in taken] == [1, 2, 3, 4, 5, None]
    assert [float(f.image[0, 0, 0]) for f in taken if f] == [1, 2, 3, 4, 5]
    assert (reader.seen, reader.missed) == (6, 0)


def test_a_reader_far_behind_gets_the_newest_and_counts_what_it_missed(pointer: Path) -> None:
    writer, reader = RingWriter(pointer), RingReader(pointer, "test")
    writer.put(frame(0))
    assert reader.take(0.1) is not None
    for seq in range(1, 60):
        writer.put(frame(seq))
    newest = reader.take(0.1)
    assert newest is not None and newest.seq == 59
    assert (reader.seen, reader.missed) == (2, 58)
    assert reader.take(0.0) is None


def test_frames_dropped_before_the_ring_are_not_counted_twice(pointer: Path) -> None:
    writer, reader = RingWriter(pointer), RingReader(pointer, "test")
    for seq, dropped in ((0, 0), (1, 0), (5, 3)):
        writer.dropped_before = dropped
        writer.put(frame(seq))
        taken = reader.take(0.1)
        assert taken is not None and taken.seq == seq
    assert (reader.seen, reader.missed, reader.dropped_before) == (3, 0, 3)


def test_the_last_frame_comes_before_the_end(pointer: Path) -> None:
    writer, reader = RingWriter(pointer), RingReader(pointer, "test")
    writer.put(frame(0))
    writer.end()
    writer.beat()
    assert reader.take(0.1) is not None
    assert reader.take(0.1) is None
    assert reader.has_ended


def test_a_larger_picture_makes_a_larger_ring_and_the_old_file_goes(pointer: Path) -> None:
    before = set(ring_folder().glob("table-monitor-ring-*"))
    writer, reader = RingWriter(pointer), RingReader(pointer, "test")
    writer.put(frame(0))
    reader.take(0.1)
    writer.put(frame(1, (200, 300)))
    taken = reader.take(0.1)
    assert taken is not None and taken.image.shape == (200, 300, 3)
    assert len(set(ring_folder().glob("table-monitor-ring-*")) - before) == 1


def test_a_restarted_writer_is_followed(pointer: Path) -> None:
    reader = RingReader(pointer, "test")
    RingWriter(pointer).put(frame(41))
    reader.take(0.1)
    assert last_t(pointer) == pytest.approx(4.1)
    RingWriter(pointer).put(frame(0))
    taken = reader.take(0.1)
    assert taken is not None and taken.seq == 0


def test_nothing_there_is_no_error(tmp_path: Path) -> None:
    reader = RingReader(tmp_path / "ring.json", "test")
    assert reader.take(0.0) is None
    assert reader.beat_age_s() is None
    assert last_t(tmp_path / "ring.json") is None


def test_no_torn_picture_gets_through(pointer: Path) -> None:
    """A writer at full speed against a reader: every picture is of one value throughout, that of its number."""
    writer, reader = RingWriter(pointer), RingReader(pointer, "test")
    stop = threading.Event()

    def write() -> None:
        seq = 0
        while not stop.is_set():
            writer.put(frame(seq, (120, 160)))
            seq += 1

    thread = threading.Thread(target=write)
    thread.start()
    taken = 0
    try:
        while taken < 60:
            got = reader.take(1.0)
            assert got is not None
            assert np.all(got.image == got.seq % 251)
            taken += 1
    finally:
        stop.set()
        thread.join()


def test_a_writer_in_another_process_that_is_killed_leaves_a_readable_ring(pointer: Path) -> None:
    code = (
        "import sys, time, numpy as np\nfrom datetime import UTC, datetime\nfrom pathlib import Path\n"
        "from monitor.station.ring import RingWriter\nfrom monitor.vision.frame import Frame\n"
        "w = RingWriter(Path(sys.argv[1]))\n"
        "for i in range(5): w.put(Frame(i, i / 10, datetime.now(UTC), np.full((12, 16, 3), i, np.uint8), 'x'))\n"
        "print('ready', flush=True)\ntime.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(pointer)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    process.wait()
    process.stdout.close()
    taken = RingReader(pointer, "test").take(0.5)
    assert taken is not None and taken.seq == 4
