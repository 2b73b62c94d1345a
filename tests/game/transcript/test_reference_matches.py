"""Match records that many programs wrote: all are read and carried, and ids are those that GNU Backgammon gave."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from monitor.errors import InputError
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.mat_writer import format_mat
from monitor.game.transcript.moments import ids_of
from monitor.game.transcript.reader import read_record
from monitor.game.transcript.reading import Reading
from monitor.game.transcript.replay import Replay, replay
from monitor.game.transcript.sgf_reader import read_sgf
from monitor.game.transcript.sgf_writer import format_sgf

FOREIGN = re.compile(r"_(DE|FR|JP)\.txt$")
_RECORD = re.compile(r"\.(mat|txt|sgf|xg)$")


@pytest.fixture(scope="module")
def matches(reference: Path) -> list[Path]:
    found = sorted(path for path in (reference / "matches").rglob("*") if _RECORD.search(path.name))
    assert len(found) > 150
    return found


@pytest.fixture(scope="module")
def readings(matches: list[Path]) -> dict[str, Reading]:
    """Every file that is read, by its name in the folder."""
    found = {}
    for path in matches:
        try:
            found[f"{path.parent.name}/{path.name}"] = read_record(path.read_bytes())
        except InputError:
            continue
    return found


@pytest.fixture(scope="module")
def replays(readings: dict[str, Reading]) -> dict[str, Replay]:
    return {name: replay(reading.match) for name, reading in readings.items()}


def test_every_record_is_read_and_every_other_kind_refused_by_name(matches: list[Path], readings: dict[str, Reading]) -> None:
    refused = {f"{path.parent.name}/{path.name}": path for path in matches if f"{path.parent.name}/{path.name}" not in readings}
    for path in refused.values():
        with pytest.raises(InputError, match=r"in (German|French|Japanese)|eXtreme Gammon file|of Go, not of backgammon"):
            read_record(path.read_bytes())
    assert {name for name in refused if not FOREIGN.search(name)} == {
        "Insti__xgdatatools/demo.xg", "Insti__xgdatatools/example.xg", "sefnyn__goodgibbon/libgsgf_cp1251.sgf", "sefnyn__goodgibbon/libgsgf_utf-8.sgf",
    }  # fmt: skip


def test_nothing_in_them_is_left_unread(readings: dict[str, Reading]) -> None:
    unread = [f"{name} {finding}" for name, reading in readings.items() for finding in reading.findings if finding.odd == "file.line-unread"]
    assert unread == []
    unreadable = [f"{name} {finding}" for name, reading in readings.items() for finding in reading.findings if finding.odd == "turn.play-unreadable"]
    assert unreadable == []


def test_each_is_carried_by_mat_and_by_sgf(readings: dict[str, Reading], replays: dict[str, Replay]) -> None:
    for name, reading in readings.items():
        again = read_mat(format_mat(reading.match)).match
        assert format_mat(again) == format_mat(reading.match), name
        if reading.form.startswith("a .mat"):
            assert again == reading.match, name
    for name, reading in list(readings.items())[::4]:
        played = replays[name]
        match = read_sgf(format_sgf(reading.match, played)).match
        ends = [end.rows for end in played.ends]
        assert [end.rows for end in replay(match).ends] == ends, name
        assert [game.result for game in match.games] == [game.result for game in reading.match.games], name


def test_two_programs_records_of_one_match_end_alike(replays: dict[str, Replay]) -> None:
    pairs = [
        ("sefnyn__goodgibbon/7point.mat", "sefnyn__goodgibbon/7point.sgf"),
        ("lassehjorthmadsen__gnubg-scripts/test-match01_deleted.mat", "lassehjorthmadsen__gnubg-scripts/test-match01_deleted.sgf"),
        ("lassehjorthmadsen__gnubg-scripts/match_1.txt", "lassehjorthmadsen__gnubg-scripts/analysed_1.sgf"),
        ("lassehjorthmadsen__gnubg-scripts/match_2.txt", "lassehjorthmadsen__gnubg-scripts/analysed_2.sgf"),
    ]
    for first, second in pairs:
        ends = [[(ids_of(end).gnu_position_id, end.cube) for end in replays[name].ends] for name in (first, second)]
        assert ends[0] == ends[1] and len(ends[0]) > 1, first


def test_the_ids_of_every_moment_are_those_that_gnu_backgammon_gave(matches: list[Path], replays: dict[str, Replay]) -> None:
    compared = 0
    for path in matches:
        if "gnubg_analysis" not in path.name:
            continue
        told = re.findall(r"Position ID: (\S{14})\s+Match ID   : (\S{12})", path.read_text("utf-8"))
        moments = [moment for game in replays[f"{path.parent.name}/{path.name}"].games for moment in game]
        assert len(told) == len(moments)
        for number, ((position_id, match_id), moment) in enumerate(zip(told, moments, strict=True)):
            ids = ids_of(moment.before)
            assert ids.gnu_position_id == position_id, f"{path.name} {moment.turn}"
            # GNU Backgammon calls the state before the first play "no game"
            assert number == 0 or ids.gnu_match_id == match_id, f"{path.name} {moment.turn}"
            compared += 1
    assert compared > 200


def test_the_illegal_plays_in_them_are_found(replays: dict[str, Replay]) -> None:
    """What an independent replay of the same files found, and a play shorter than the roll that it could not see."""
    found = {
        (name.split("/")[1], finding.game, finding.line)
        for name, played in replays.items()
        for finding in played.findings
        if finding.odd in ("turn.play-illegal", "turn.play-impossible")
    }
    assert found == {
        ("cube_take.mat", 1, 10), ("doubles_hit_bearoff.mat", 1, 8), ("dance.mat", 1, 7), ("dance.mat", 1, 8), ("hQ8sVn2LbTdF4wRm.mat", 2, 71),
        ("hQ8sVn2LbTdF4wRm.mat", 3, 98), ("hQ8sVn2LbTdF4wRm.mat", 3, 104), ("5nqfGw9bWG3deTaU.mat", 1, 25),
    }  # fmt: skip
