"""Frame sources: times, rotation, damage, cameras that fail, and the pace of a camera."""

from __future__ import annotations

import http.server
import random
import struct
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from monitor.errors import CameraError, SourceError
from monitor.vision import cameras
from monitor.vision.cameras import LiveSource, StreamSource, url_for_people
from monitor.vision.source import Frame, FrameSource, PacedSource, PictureSource, VideoFileSource, is_live, open_source, source_name

FRAGMENTED = {"movflags": "frag_keyframe+empty_moov"}


def _frames(path: Path) -> tuple[VideoFileSource, list[Frame]]:
    source = VideoFileSource(path)
    return source, list(source)


class TestVideoFile:
    def test_gives_every_frame_with_its_time(self, make_clip: Any) -> None:
        source, frames = _frames(make_clip(frames=30, rate=30))
        assert [f.seq for f in frames] == list(range(30))
        assert frames[15].t == pytest.approx(0.5, abs=0.001)
        assert frames[0].image.shape == (120, 160, 3)
        assert not source.is_partial
        assert frames[29].image.mean() > frames[0].image.mean() + 50

    def test_keeps_a_variable_frame_rate(self, make_clip: Any) -> None:
        times = [0.0, 0.04, 0.5, 0.52, 1.9, 2.0]
        _, frames = _frames(make_clip(frames=6, times_s=times))
        assert [f.t for f in frames] == pytest.approx(times, abs=0.001)

    def test_reads_ten_bit_hevc(self, make_clip: Any) -> None:
        _, frames = _frames(make_clip(codec="libx265", pix_fmt="yuv420p10le", frames=6))
        assert len(frames) == 6
        assert frames[0].image.dtype == np.uint8

    @pytest.mark.parametrize(("degrees", "block"), [(90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
    def test_applies_the_rotation_tag(self, make_clip: Any, tmp_path: Path, degrees: int, block: tuple[int, int]) -> None:
        """A picture tagged to be turned clockwise by 90 degrees has its top left corner at the top right."""
        data = bytearray(make_clip(frames=2).read_bytes())
        matrices = {90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
        a, b, c, d = (v << 16 for v in matrices[degrees])
        at = data.index(b"tkhd") + 4 + 40
        data[at : at + 36] = struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30)
        turned = tmp_path / "turned.mp4"
        turned.write_bytes(data)
        image = _frames(turned)[1][0].image
        assert image.shape[:2] == ((160, 120) if degrees != 180 else (120, 160))
        corner = image[5 if block[0] == 0 else -6, 5 if block[1] == 0 else -6]
        assert corner.min() > 200
        assert image[image.shape[0] // 2, image.shape[1] // 2].max() < 60

    def test_start_and_end_limit_the_stretch_but_not_the_times(self, make_clip: Any) -> None:
        source = VideoFileSource(make_clip(frames=60, rate=30), start_s=0.7, end_s=1.2)
        times = [f.t for f in source]
        assert times[0] == pytest.approx(0.7, abs=0.034)
        assert times[-1] == pytest.approx(1.2, abs=0.034)
        assert not source.is_partial

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (None, "There is no video"),
            (b"", "is empty"),
            (b"1. 31: 8/5 6/5\nthis is a text\n" * 40, "not a video"),
            (b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n", "not a video|No picture|holds no video"),
        ],
        ids=["missing", "empty", "text", "playlist"],
    )
    def test_says_in_one_sentence_what_is_wrong(self, tmp_path: Path, content: bytes | None, sentence: str) -> None:
        path = tmp_path / "match.mp4"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SourceError, match=sentence) as caught:
            list(VideoFileSource(path))
        assert "\n" not in str(caught.value)

    def test_a_folder_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="folder"):
            VideoFileSource(tmp_path)

    def test_a_cut_file_gives_what_decodes_and_says_so(self, make_clip: Any, tmp_path: Path) -> None:
        whole = make_clip(frames=120, rate=30, options={"movflags": "faststart"}).read_bytes()
        cut = tmp_path / "cut.mp4"
        cut.write_bytes(whole[: int(len(whole) * 0.7)])
        source, frames = _frames(cut)
        assert 10 < len(frames) < 120
        assert source.is_partial
        assert source.partial_reason

    def test_a_cut_fragmented_file_keeps_its_whole_fragments(self, make_clip: Any, tmp_path: Path) -> None:
        whole = make_clip(frames=120, rate=30, options=FRAGMENTED).read_bytes()
        cut = tmp_path / "cut.mp4"
        cut.write_bytes(whole[: int(len(whole) * 0.7)])
        assert 60 <= len(_frames(cut)[1]) < 120

    def test_a_file_cut_before_its_index_is_named(self, make_clip: Any, tmp_path: Path) -> None:
        whole = make_clip(frames=60).read_bytes()
        cut = tmp_path / "cut.mp4"
        cut.write_bytes(whole[: len(whole) // 2])
        with pytest.raises(SourceError, match="cut before its index"):
            VideoFileSource(cut)

    @pytest.mark.reliability
    def test_damaged_files_end_with_a_named_error_or_a_result(self, make_clip: Any, tmp_path: Path) -> None:
        """Reliability test 9, scaled down: bit flips, cuts and foreign bytes never crash or hang."""
        whole = make_clip(frames=20, options={"movflags": "faststart"}).read_bytes()
        chance = random.Random(9)
        begun = time.monotonic()
        for number in range(60):
            data = bytearray(whole)
            for _ in range(chance.choice((1, 8, 60))):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            if number % 3 == 0:
                del data[chance.randrange(len(data)) :]
            path = tmp_path / f"{number}.mp4"
            path.write_bytes(data)
            try:
                list(VideoFileSource(path))
            except SourceError as error:
                assert str(error).endswith(".")
        assert time.monotonic() - begun < 60


class TestPictures:
    def test_reads_a_picture(self, tmp_path: Path) -> None:
        path = tmp_path / "still.png"
        cv2.imwrite(str(path), np.full((10, 20, 3), 77, np.uint8))
        (frame,) = open_source(str(path))
        assert frame.image.shape == (10, 20, 3)

    @pytest.mark.parametrize(
        ("content", "sentence"), [(None, "There is no picture"), (b"", "empty"), (b"not a picture", "not a picture")], ids=["missing", "empty", "text"]
    )
    def test_says_what_is_wrong(self, tmp_path: Path, content: bytes | None, sentence: str) -> None:
        path = tmp_path / "still.jpg"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SourceError, match=sentence):
            list(PictureSource([path]))


class _Scripted:
    """A recorded source without a file: frames at the given times."""

    name = "scripted"

    def __init__(self, times: list[float]) -> None:
        self.times = times

    def __iter__(self) -> Iterator[Frame]:
        for seq, t in enumerate(self.times):
            yield Frame(seq, t, datetime.now(UTC), np.zeros((2, 2, 3), np.uint8), "scripted")

    def close(self) -> None:
        """Nothing to close."""


class _Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class TestPace:
    def test_a_quick_taker_gets_every_frame_at_its_time(self) -> None:
        clock = _Clock()
        paced = PacedSource(_Scripted([i / 25 for i in range(50)]), clock=clock, sleep=clock.sleep)
        arrivals = [(f.t, clock.now) for f in paced]
        assert len(arrivals) == 50
        assert paced.dropped == 0
        assert all(now - 100.0 == pytest.approx(t) for t, now in arrivals)

    def test_a_slow_taker_loses_late_frames_and_they_are_counted(self) -> None:
        clock = _Clock()
        paced = PacedSource(_Scripted([i / 25 for i in range(100)]), clock=clock, sleep=clock.sleep)
        taken = 0
        for _ in paced:
            taken += 1
            clock.now += 0.2  # five frame intervals for each frame
        assert taken + paced.dropped == 100
        assert 15 <= taken <= 35
        assert clock.now - 100.0 < 4.6, "a camera's time does not wait"

    def test_something_passes_even_when_nothing_is_in_time(self) -> None:
        clock = _Clock()

        class Slow(_Scripted):
            def __iter__(self) -> Iterator[Frame]:
                for frame in super().__iter__():
                    clock.now += 0.3  # decoding alone is slower than the recording
                    yield frame

        paced = PacedSource(Slow([i / 25 for i in range(40)]), clock=clock, sleep=clock.sleep)
        assert 15 <= len(list(paced)) < 40


def _live(grabs: list[Callable[[], Any]], clock: _Clock, **options: Any) -> LiveSource:
    """A live source whose connections give what `grabs` say, one callable per connection; afterwards it stays away."""
    pending = iter(grabs)

    def connect() -> tuple[Callable[[], Any], Callable[[], None]]:
        grab = next(pending, None)
        if grab is None:
            raise CameraError("gone")
        return grab, lambda: None

    return LiveSource("camera 0", connect, clock=clock, sleep=clock.sleep, **options)


class TestLive:
    def test_a_camera_that_does_not_exist_is_one_sentence(self, capfd: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(CameraError, match="no camera 77 that answers"):
            open_source(77)
        assert capfd.readouterr().err == ""

    def test_a_lost_camera_comes_back_and_the_gap_is_kept(self) -> None:
        clock = _Clock()
        said: list[str] = []

        def failing_after(n: int) -> Callable[[], Any]:
            left = [n]

            def grab() -> Any:
                clock.now += 0.04
                left[0] -= 1
                if left[0] < 0:
                    raise CameraError("camera 0 stopped giving pictures")
                return np.random.default_rng(left[0]).integers(0, 255, (21, 21, 3), np.uint8)

            return grab

        source = _live([failing_after(3), failing_after(2)], clock, give_up_s=20.0)
        source.on_lost = lambda why, t: said.append(f"lost {why}")
        source.on_back = lambda t: said.append("back")
        frames = list(source)
        assert [f.seq for f in frames] == [0, 1, 2, 3, 4]
        assert said == ["lost camera 0 stopped giving pictures", "back", "lost camera 0 stopped giving pictures"]
        assert source.gaps[0].until is not None and source.gaps[0].until > source.gaps[0].t
        assert source.gaps[1].until is None
        assert frames[3].t > frames[2].t + cameras.FIRST_PAUSE_S - 0.05

    def test_a_frozen_picture_is_a_loss(self) -> None:
        clock = _Clock()
        picture = np.random.default_rng(1).integers(0, 255, (21, 21, 3), np.uint8)

        def grab() -> Any:
            clock.now += 0.04
            return picture

        source = _live([grab], clock, give_up_s=1.0)
        frames = list(source)
        assert frames[-1].t < 2.0, "noticed within two seconds"
        assert "same picture" in source.gaps[0].why

    def test_a_read_that_blocks_for_ever_is_noticed_within_a_second(self) -> None:
        never = threading.Event()
        reader = cameras._Reader(lambda: never.wait(30) and None, "camera 0", cameras.SILENCE_S)
        begun = time.monotonic()
        with pytest.raises(CameraError, match="gave no picture"):
            reader.take()
        assert time.monotonic() - begun < 1.5
        never.set()


class _CutServer(http.server.BaseHTTPRequestHandler):
    """Gives the file but cuts the connection in the middle the first time."""

    payload = b""
    requests = 0
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        cls = type(self)
        cls.requests += 1
        self.send_response(200)
        self.send_header("Content-Type", "video/mp2t")
        self.end_headers()
        payload = cls.payload if cls.requests > 1 else cls.payload[: len(cls.payload) // 2]
        for at in range(0, len(payload), 8192):
            self.wfile.write(payload[at : at + 8192])
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


def test_a_stream_that_is_cut_goes_on_after_it(make_clip: Any) -> None:
    _CutServer.payload = make_clip("clip.ts", frames=60, rate=30).read_bytes()
    _CutServer.requests = 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _CutServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        source = StreamSource(f"http://127.0.0.1:{server.server_port}/table.ts", give_up_s=3.0)
        times: list[float] = []
        for frame in source:
            times.append(frame.t)
            if source.gaps and source.gaps[0].until is not None and len(times) > 70:
                source.close()
                break
    finally:
        server.shutdown()
        server.server_close()
    assert _CutServer.requests >= 2
    assert source.gaps[0].until is not None
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [(0, True), ("0", True), ("/dev/video2", True), ("rtsp://u:p@host/x", True), ("HTTP://host/x", True), ("match.mp4", False), ("2024.mp4", False)],
)
def test_tells_live_sources_from_files(spec: str | int, expected: bool) -> None:
    assert is_live(spec) is expected


def test_names_hide_passwords() -> None:
    assert url_for_people("rtsp://user:secret@host:554/cam?token=x") == "rtsp://host:554/cam"
    assert source_name("rtsp://user:secret@host/cam") == "rtsp://host/cam"


def test_sources_keep_the_protocol(make_clip: Any) -> None:
    assert isinstance(VideoFileSource(make_clip(frames=2)), FrameSource)
    assert isinstance(PictureSource(["a.png"]), FrameSource)
