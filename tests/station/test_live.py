"""A live session in one process with a scripted reader: what is committed, in which order, and what happens when things fail."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from monitor.errors import CalibrationError, ModelError
from monitor.record.chain import wall_text
from monitor.record.inbox import Command, Inbox
from monitor.record.log import LogReader
from monitor.record.stills import StillStore
from monitor.record.verify import verify
from monitor.station.board import fit_board
from monitor.station.config import StationOptions, TableOptions
from monitor.station.live import LiveSession
from monitor.station.ring import RingReader, RingWriter, remove_ring
from monitor.station.session_events import session_result
from monitor.station.writer import given_at
from monitor.vision.frame import Frame
from tests.station.scripted import ScriptedReader, fit, opening_game


class Table:
    """A session with a ring and a clock of its own; `play` shows it frames."""

    def __init__(self, folder: Path, script: Sequence[Any], observer: str | None = None, table: TableOptions | None = None, **seams: Any) -> None:
        self.folder = folder
        (folder / "live").mkdir(parents=True, exist_ok=True)
        self.pointer = folder / "live" / "ring.json"
        self.ring = RingWriter(self.pointer)
        self.now = 0.0
        self.seq = 0
        seams = {"find_board": lambda images, options: fit(), "read_board": lambda _: ScriptedReader(script), **seams}
        reader = RingReader(self.pointer, "7", clock=lambda: self.now, sleep=self.sleep)
        self.live = LiveSession(folder, StationOptions(source="7", observer=observer, table=table or TableOptions()), reader, clock=lambda: self.now, **seams)

    def sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.01)

    def play(self, until_s: float, step_s: float = 0.2, begin_s: float = 0.0) -> None:
        for number in range(round((until_s - begin_s) / step_s)):
            t = begin_s + number * step_s
            self.now = t
            self.ring.put(Frame(self.seq, t, datetime.now(UTC), np.full((120, 160, 3), self.seq % 200, np.uint8), "7"))
            self.seq += 1
            frame = self.live.ring.take(0.0)
            assert frame is not None
            self.live.take(frame)
            self.live.writer.take_inbox(self.live.pipeline, t)

    def entries(self) -> list[Any]:
        with LogReader(self.folder / "log.sqlite") as reader:
            return reader.tail(0, 1000)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "session"
    remove_ring(tmp_path / "session" / "live" / "ring.json")


@pytest.mark.parametrize("observer", [None, "Olga"])
def test_who_is_appointed_is_in_the_log_and_the_referee_goes_by_it(observer: str | None, folder: Path) -> None:
    """rules.md 2.0: without an appointment the match is only recorded, and nothing is announced."""
    table = Table(folder, opening_game(illegal=True), observer)
    table.play(13.0)
    entries = table.entries()
    assert entries[0].kind == "session_started" and entries[0].body["observer"] == observer
    flag = next(e for e in entries if e.kind == "flag")
    command = Inbox(folder / "inbox.sqlite").put("web", "input", {"what": "announced", "by": "Olga", "id": flag.body["id"]})
    assert table.live.pipeline is not None and table.live.pipeline.referee.is_sealed() is (observer is None)
    table.live.finish("the end")
    state = Inbox(folder / "inbox.sqlite").state(command)
    assert state is not None and state.state == ("refused" if observer is None else "recorded")


def test_a_match_is_committed_with_its_evidence(folder: Path) -> None:
    table = Table(folder, opening_game(illegal=True))
    table.play(13.0)
    inbox = Inbox(folder / "inbox.sqlite")
    flag = next(e for e in table.entries() if e.kind == "flag")
    good = inbox.put("web", "input", {"what": "flag_confirm", "by": "observer", "id": flag.body["id"]})
    bad = inbox.put("web", "input", {"what": "flag_confirm", "by": "observer", "id": "unknown"})
    table.live.finish("the end")
    entries = table.entries()
    kinds = [e.kind for e in entries if e.kind != "frames"]
    assert kinds[:3] == ["session_started", "board_found", "setup"]
    assert kinds[3:10] == ["roll", "play", "turn_end", "still", "still", "still", "flag"]
    assert kinds[10:] == ["input", "flag_changed", "session_ended"]
    store = StillStore(folder / "evidence")
    assert set(flag.body["stills"]) == {"before", "dice", "after"}
    assert all(store.get(name) for name in flag.body["stills"].values())
    recorded, refused = inbox.state(good), inbox.state(bad)
    assert recorded is not None and entries[(recorded.seq or 0) - 1].kind == "input"
    assert refused is not None and refused.state == "refused" and refused.error
    assert verify(folder / "log.sqlite").is_intact
    inbox.close()
    result = session_result(folder)
    assert [e["kind"] for e in result["events"]] == ["setup", "roll", "play", "turn_end", "flag", "flag_changed"]
    assert (result["table"]["near"], result["frames"]["processed"]) == ("A", 62)


def test_the_live_picture_is_provisional_and_whole(folder: Path) -> None:
    table = Table(folder, opening_game())
    table.play(2.0)
    reading = json.loads((folder / "live" / "latest.json").read_bytes())
    assert reading["position"]["A"][24] == 2
    assert (folder / "live" / "latest.jpg").read_bytes().startswith(b"\xff\xd8")
    table.live.writer.close()


def test_says_why_no_board_is_found_and_goes_on_looking(folder: Path) -> None:
    tries: list[int] = []

    def find(images: Sequence[Any], options: Any) -> Any:
        tries.append(len(images))
        if len(tries) == 1:
            raise CalibrationError("a hand covers the board")
        return fit()

    table = Table(folder, opening_game(), find_board=find)
    table.play(1.0)
    assert json.loads((folder / "live" / "latest.json").read_bytes())["note"] == "a hand covers the board"
    assert "board_found" not in {e.kind for e in table.entries()}
    table.play(4.0, begin_s=1.0)
    assert "board_found" in {e.kind for e in table.entries()}
    table.live.writer.close()


def test_a_silent_camera_is_lost_within_a_second_and_comes_back(folder: Path) -> None:
    table = Table(folder, opening_game())
    table.play(2.0)
    lost_at = None
    while lost_at is None and table.now < 6.0:
        table.ring.beat()
        assert table.live.ring.take(0.1) is None
        table.live._notice_silence()
        lost_at = next((table.now for e in table.entries() if e.kind == "camera_lost"), None)
    assert lost_at is not None and lost_at - 1.8 < 1.2
    table.play(7.0, begin_s=6.0)
    assert [e.kind for e in table.entries() if e.kind.startswith("camera")] == ["camera_lost", "camera_back"]
    table.live.writer.close()


def test_a_writer_started_again_goes_on_in_the_same_chain_and_says_what_it_missed(folder: Path) -> None:
    first = Table(folder, opening_game())
    first.play(4.0)
    before = len(first.entries())
    first.live.writer.log.close()  # as after a kill: nothing was finished
    second = Table(folder, opening_game())
    second.play(13.0, begin_s=8.0)
    second.live.finish("the end")
    entries = second.entries()
    assert entries[before].kind == "gap"
    assert "started again" in entries[before].body["why"]
    assert [e.kind for e in entries].count("session_started") == 1
    assert verify(folder / "log.sqlite").is_intact


def test_a_missing_model_ends_the_session_with_its_reason(folder: Path) -> None:
    def find(images: Sequence[Any], options: Any) -> Any:
        raise ModelError("The model board.onnx is missing.")

    table = Table(folder, opening_game(), find_board=find)
    for seq in range(4):
        table.ring.put(Frame(seq, seq * 0.2, datetime.now(UTC), np.zeros((120, 160, 3), np.uint8), "7"))
        if seq < 3:
            frame = table.live.ring.take(0.0)
            assert frame is not None
            table.live.take(frame)
    with pytest.raises(ModelError):
        table.live.run(lambda: False)
    last = table.entries()[-1]
    assert (last.kind, last.body["reason"]) == ("session_ended", "The model board.onnx is missing.")


def test_corners_that_are_no_board_end_the_session_with_their_reason(folder: Path) -> None:
    """Looking again does not make corners right that somebody told."""
    told = TableOptions.model_validate({"corners": [[0, 0], [500, 0], [500, 90], [0, 90]]})
    table = Table(folder, opening_game(), table=told, find_board=fit_board)
    for seq in range(3):
        table.ring.put(Frame(seq, seq * 0.2, datetime.now(UTC), np.zeros((120, 160, 3), np.uint8), "7"))
        frame = table.live.ring.take(0.0)
        assert frame is not None
        table.live.take(frame)
    table.ring.put(Frame(3, 0.6, datetime.now(UTC), np.zeros((120, 160, 3), np.uint8), "7"))
    with pytest.raises(CalibrationError, match="outside the picture"):
        table.live.run(lambda: False)
    last = table.entries()[-1]
    assert last.kind == "session_ended" and "outside the picture" in last.body["reason"]


def test_a_session_can_be_moved(folder: Path, tmp_path: Path) -> None:
    table = Table(folder, opening_game())
    table.play(1.0)
    table.live.finish("the end")
    moved = tmp_path / "elsewhere"
    shutil.copytree(folder, moved)
    assert verify(moved / "log.sqlite").is_intact


@pytest.mark.parametrize(
    ("frame_s", "expected"), [(-0.35, 3.15), (0.2, 2.6), (4.9, 0.0), (-3600.0, 2.8), (3600.0, 2.8), (None, 2.8)],
)  # fmt: skip
def test_an_input_counts_when_it_was_given_not_when_it_was_taken(frame_s: float | None, expected: float) -> None:
    """The last frame, at 2.8 s, was taken so much before or after the input by the wall clock; further away it says nothing."""
    given, taken = datetime(2026, 3, 14, 9, 30, 0, 250_000, UTC), datetime(2026, 3, 14, 9, 31, tzinfo=UTC)
    command = Command(1, "web", "input", {}, wall_text(given))
    t, t_wall = given_at(command, 2.8, None if frame_s is None else given + timedelta(seconds=frame_s), taken)
    assert (t, t_wall) == (expected, taken if frame_s is None or abs(frame_s) > 5 else given)


def test_a_press_told_between_two_frames_has_its_own_time(folder: Path) -> None:
    table = Table(folder, opening_game())
    table.play(3.0)
    told = table.live.writer.inbox.put("web", "input", {"what": "permission_left", "by": "observer", "player": "A"})
    table.live.writer.take_inbox(table.live.pipeline, 2.8, datetime.now(UTC) - timedelta(seconds=2))
    state = table.live.writer.inbox.state(told)
    assert state is not None and state.seq is not None
    assert table.entries()[state.seq - 1].t == pytest.approx(4.8, abs=0.9)
    table.live.writer.close()
