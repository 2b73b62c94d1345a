"""The recording: real times, segments, and that whatever ends it, what was written plays."""

import itertools

import av
import cv2
import numpy as np
import pytest

from monitor.errors import InputError, LogError
from monitor.record.recorder import SegmentRecorder, list_segments


def picture(n: int, size=(160, 120)) -> np.ndarray:
    """A grey picture with a noisy patch, brighter from one to the next, so that it can be told from its neighbours."""
    image = np.full((size[1], size[0], 3), 20 + n % 100 * 2, np.uint8)
    image[:40, :40] = np.random.default_rng(n).integers(0, 255, (40, 40, 3), np.uint8)
    return image


def frames_of(path) -> list[tuple[float, float]]:
    """(time, brightness) of every frame that can be decoded."""
    found = []
    with av.open(str(path)) as container:
        try:
            for frame in container.decode(video=0):
                found.append((float(frame.time), float(frame.to_ndarray(format="gray")[60:].mean())))
        except av.error.FFmpegError:
            pass
    return found


def test_frames_keep_their_times_and_order(tmp_path):
    steps = itertools.cycle([1 / 30, 1 / 29.97, 0.05, 0.033, 0.4])
    times = list(itertools.accumulate((next(steps) for _ in range(60)), initial=12.345))
    with SegmentRecorder(tmp_path, segment_s=60) as recorder:
        for n, t in enumerate(times):
            assert recorder.write(picture(n), t)
    (segment,) = list_segments(tmp_path)
    assert segment.start_t == 12.345
    decoded = frames_of(segment.path)
    assert [segment.start_t + t for t, _ in decoded] == pytest.approx(times, abs=1e-4)
    brightness = [b for _, b in decoded]
    assert brightness == sorted(brightness)


def test_format_is_h264_420_fragmented_with_a_key_frame_a_second(tmp_path):
    with SegmentRecorder(tmp_path) as recorder:
        for n in range(90):
            recorder.write(picture(n), n / 30)
    path = list_segments(tmp_path)[0].path
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        keys = [float(p.pts * p.time_base) for p in container.demux(video=0) if p.is_keyframe and p.pts is not None]
    assert keys == pytest.approx([0.0, 1.0, 2.0], abs=0.04)
    assert path.read_bytes().count(b"moof") >= 3


def test_segments_follow_each_other_without_a_gap(tmp_path):
    with SegmentRecorder(tmp_path, segment_s=2) as recorder:
        for n in range(50):
            recorder.write(picture(n), 100 + n / 10)
    segments = list_segments(tmp_path)
    assert [s.start_t for s in segments] == [100.0, 102.0, 104.0]
    times = [s.start_t + t for s in segments for t, _ in frames_of(s.path)]
    assert times == pytest.approx([100 + n / 10 for n in range(50)], abs=1e-3)


def test_restarted_recorder_overwrites_nothing(tmp_path):
    for start in (0.0, 50.0):
        with SegmentRecorder(tmp_path) as recorder:
            recorder.write(picture(0), start)
    assert [(s.index, s.start_t) for s in list_segments(tmp_path)] == [(0, 0.0), (1, 50.0)]


def test_repeated_and_backward_times_are_counted_and_left_out(tmp_path):
    with SegmentRecorder(tmp_path) as recorder:
        assert [recorder.write(picture(n), t) for n, t in enumerate([1.0, 1.1, 1.1, 0.5, 1.2])] == [True, True, False, False, True]
        assert (recorder.frames, recorder.dropped) == (3, 2)
    assert len(frames_of(list_segments(tmp_path)[0].path)) == 3


def test_changed_and_odd_sizes(tmp_path):
    with SegmentRecorder(tmp_path) as recorder:
        recorder.write(picture(0, (161, 121)), 0.0)
        recorder.write(picture(1, (161, 121)), 0.1)
        recorder.write(picture(2, (80, 60)), 0.2)
    with av.open(str(list_segments(tmp_path)[0].path)) as container:
        assert (container.streams.video[0].width, container.streams.video[0].height) == (160, 120)
    assert len(list_segments(tmp_path)) == 2


def test_colours_survive(tmp_path):
    image = np.zeros((64, 64, 3), np.uint8)
    image[:] = (30, 60, 200)
    with SegmentRecorder(tmp_path) as recorder:
        recorder.write(image, 0.0)
    capture = cv2.VideoCapture(str(list_segments(tmp_path)[0].path))
    found, back = capture.read()
    assert found
    assert np.abs(back[32, 32].astype(int) - (30, 60, 200)).max() < 20


@pytest.fixture(scope="module")
def recording(tmp_path_factory) -> bytes:
    """A segment of 150 frames, 30 a second."""
    folder = tmp_path_factory.mktemp("video")
    with SegmentRecorder(folder) as recorder:
        for n in range(150):
            recorder.write(picture(n), n / 30)
    return list_segments(folder)[0].path.read_bytes()


@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_file_cut_short_still_gives_most_of_its_frames(tmp_path, recording, share):
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(recording[: int(len(recording) * share)])
    decoded = frames_of(cut)
    assert len(decoded) >= 150 * share - 40, "at most the last second and a little is lost"
    assert [t for t, _ in decoded] == pytest.approx([n / 30 for n in range(len(decoded))], abs=1e-3)


def test_recorder_that_never_closed_left_all_but_the_last_second_on_the_disk(tmp_path):
    recorder = SegmentRecorder(tmp_path)
    for n in range(100):
        recorder.write(picture(n), n / 30)
    copy = tmp_path / "copy.mp4"
    copy.write_bytes(list_segments(tmp_path)[0].path.read_bytes())
    assert len(frames_of(copy)) >= 69
    recorder.close()


def test_wrong_use_is_refused(tmp_path):
    with pytest.raises(InputError):
        SegmentRecorder(tmp_path, segment_s=0.1)
    with SegmentRecorder(tmp_path) as recorder, pytest.raises(InputError):
        recorder.write(np.zeros((10, 10), np.uint8), 0.0)


def test_failure_of_the_disk_is_told_and_recording_goes_on_afterwards(tmp_path):
    folder = tmp_path / "video"
    recorder = SegmentRecorder(folder)
    folder.rmdir()
    folder.write_text("in the way")
    with pytest.raises(LogError, match="could not be recorded"):
        recorder.write(picture(0), 0.0)
    folder.unlink()
    folder.mkdir()
    assert recorder.write(picture(1), 0.1)
    recorder.close()
    assert len(list_segments(folder)) == 1
