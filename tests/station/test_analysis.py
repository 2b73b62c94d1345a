"""Analysis of recorded files with a scripted reader: shape of the result, partial files, limits of the stretch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import CalibrationError, SourceError
from monitor.game.events import Player, PlayMade, RollSeen
from monitor.station.analysis import analyse, event_list
from monitor.station.config import TableOptions
from tests.station.scripted import ScriptedReader, fit, opening_game


def find(images: Sequence[Any], options: TableOptions) -> Any:
    return fit(images[0].shape[1], images[0].shape[0])


@pytest.fixture(scope="module")
def match(make_clip: Any) -> Path:
    path: Path = make_clip(frames=65, rate=5, options={"movflags": "faststart"})
    return path


def test_gives_the_result_of_the_formats(match: Path) -> None:
    result = analyse(match, TableOptions(match_length=7), make_reader=lambda _: ScriptedReader(opening_game(illegal=True)), find=find)
    assert result["video"] == match.name
    assert result["table"]["near"] == "A"
    assert [e["kind"] for e in result["events"]] == ["setup", "roll", "play", "turn_end", "flag"]
    flag = result["events"][-1]
    assert flag["article"].startswith("CNB") and flag["class"] == "MUST" and flag["window"]["closes_on"] and len(flag["evidence"]) == 3
    assert result["partial"] is None
    assert json.loads(json.dumps(result, allow_nan=False)) == json.loads(json.dumps(result))


def test_reads_every_frame_once_at_its_own_time(match: Path) -> None:
    reader = ScriptedReader(opening_game())
    done: list[tuple[float, float | None]] = []
    analyse(match, TableOptions(), lambda t, total: done.append((t, total)), make_reader=lambda _: reader, find=find)
    assert reader.times == pytest.approx([i / 5 for i in range(65)], abs=0.002)
    assert done[-1] == (pytest.approx(12.8, abs=0.01), pytest.approx(13.0, abs=0.3))


def test_a_cut_file_gives_what_was_read_and_says_so(match: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.mp4"
    data = match.read_bytes()
    cut.write_bytes(data[: int(len(data) * 0.6)])
    result = analyse(cut, TableOptions(), make_reader=lambda _: ScriptedReader(opening_game()), find=find)
    assert result["partial"]
    assert result["events"]


def test_a_stretch_keeps_the_times_of_the_file(match: Path) -> None:
    reader = ScriptedReader(opening_game())
    analyse(match, TableOptions(), start_s=2.0, end_s=5.0, make_reader=lambda _: reader, find=find)
    assert reader.times[0] == pytest.approx(2.0, abs=0.21)
    assert reader.times[-1] == pytest.approx(5.0, abs=0.21)


def test_a_stretch_behind_the_end_is_an_error(match: Path) -> None:
    with pytest.raises((SourceError, CalibrationError)):
        analyse(match, TableOptions(), start_s=60.0, make_reader=lambda _: ScriptedReader(opening_game()), find=find)


def test_looks_further_on_when_the_board_is_covered_at_first(make_clip: Any) -> None:
    looks: list[int] = []

    def find_late(images: Sequence[Any], options: TableOptions) -> Any:
        looks.append(len(images))
        if len(looks) < 2:
            raise CalibrationError("covered")
        return find(images, options)

    analyse(make_clip(frames=65, rate=5), TableOptions(), make_reader=lambda _: ScriptedReader(opening_game()), find=find_late)
    assert len(looks) == 2


def test_no_board_anywhere_is_said_with_the_reason(match: Path) -> None:
    def find_never(images: Sequence[Any], options: TableOptions) -> Any:
        raise CalibrationError("no board here")

    with pytest.raises(CalibrationError, match="no board here"):
        analyse(match, TableOptions(), make_reader=lambda _: ScriptedReader(opening_game()), find=find_never)


def test_a_roll_told_by_its_play_is_listed_once() -> None:
    first, other = RollSeen(1.0, player=Player.A, dice=(6, None)), RollSeen(9.0, player=Player.B, dice=(2, None))
    better = RollSeen(1.0, player=Player.A, dice=(6, 5), valid=True, replaces=1.0)
    listed = event_list([first, better, PlayMade(2.0, player=Player.A), other])
    assert [(e["kind"], e["t"], e.get("dice")) for e in listed] == [("roll", 1.0, [6, 5]), ("play", 2.0, []), ("roll", 9.0, [2, None])]
