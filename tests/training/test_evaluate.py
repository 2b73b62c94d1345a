"""Scoring, tables, sheets and the model card, on hand-made cases; no weights, no camera."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.training.evaluate import card as card_module
from models.training.evaluate import commands
from models.training.evaluate.cases import find_clips, find_stills, is_reference, prepare_sheet_dir
from models.training.evaluate.report import Report, load_reports
from models.training.evaluate.scoring import StillScore, cell_text, parse_cell, score_still
from models.training.evaluate.sheet import cell_xy, still_misses
from models.training.evaluate.still_tables import headline, still_tables
from models.training.evaluate.stills import evaluate_stills
from models.training.evaluate.tables import Rate, Table, wilson
from models.training.evaluate.video_scoring import ClipScore, same_rule, score_clip, verdict
from models.training.evaluate.video_tables import verdict_table
from models.training.evaluate.videos import command_options, evaluate_videos, told_options
from monitor.errors import InputError

# --- rates and tables ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ok", "n", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (5, 10, 0.2366, 0.7634)],
    ids=["nothing", "none", "all", "newcombe-1998", "half"],
)
def test_wilson_gives_the_published_intervals(ok: int, n: int, low: float, high: float) -> None:
    assert wilson(ok, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("ok", "n"), [(2, 1), (-1, 3)])
def test_wilson_refuses_what_is_no_rate(ok: int, n: int) -> None:
    with pytest.raises(ValueError, match="not a rate"):
        wilson(ok, n)


def test_a_table_survives_json_and_escapes_bars() -> None:
    table = Table("T", ("a", "b"), (("x|y", "1"), ("z", "2")), "note")
    assert Table.from_json(json.loads(json.dumps(table.to_json()))) == table
    assert "x\\|y" in table.markdown()
    assert len({line.count(" | ") for line in table.markdown().splitlines() if line.startswith("| ")}) == 1
    assert "z    2" in table.text()


# --- stills ----------------------------------------------------------------------------------------------------------------------------

START_TOP = ["B5", "0", "0", "0", "A3", "0", "A5", "0", "0", "0", "0", "B2"]
START_BOTTOM = ["A5", "0", "0", "0", "B3", "0", "B5", "0", "0", "0", "0", "A2"]


def still(**changes: Any) -> dict[str, Any]:
    """A start position with one die of each kind and a cube; `changes` replace keys."""
    body = {
        "width": 1280, "height": 720, "corners": [[100, 100], [1180, 100], [1180, 620], [100, 620]], "rotated": 0,
        "top": list(START_TOP), "bottom": list(START_BOTTOM), "bar": {"A": 0, "B": 0}, "off": {"A": 0, "B": 0},
        "dice": [
            {"value": 3, "xy": [700, 360], "flat": True, "on": "board", "tilt_deg": 0, "size_px": 22},
            {"value": 5, "xy": [800, 360], "flat": False, "on": "checker", "tilt_deg": 25, "size_px": 22},
        ],
        "cube": {"value": 64, "xy": [640, 360]}, "hand": False, "hidden_cells": [], "uncertain": [],
    }  # fmt: skip
    body.update(copy.deepcopy(changes))
    return body


def reading(**changes: Any) -> dict[str, Any]:
    return {"ok": True, "image": "x.jpg", "error": None, **still(), "confidence": 1.0, **copy.deepcopy(changes)}


def swapped(row: list[str]) -> list[str]:
    return [c.translate(str.maketrans("AB", "BA")) for c in row]


def with_cell(row: list[str], index: int, text: str) -> list[str]:
    return [text if i == index else c for i, c in enumerate(row)]


SWAPPED = {"top": swapped(START_TOP), "bottom": swapped(START_BOTTOM)}
TURNED = {"top": START_BOTTOM[::-1], "bottom": START_TOP[::-1]}
ONE_OFF = {"top": with_cell(START_TOP, 0, "B4")}
UNEVEN = {"top": with_cell(START_TOP, 1, "A1")}
UNEVEN_TURNED = {**TURNED, "bottom": with_cell(TURNED["bottom"], 10, "A1")}


@pytest.mark.parametrize(
    ("text", "cell", "back"),
    [
        ("0", (), "0"), ("A2", (("A", 2),), "A2"), ("B12", (("B", 12),), "B12"), ("B1+A1", (("B", 1), ("A", 1)), "B1+A1"),
        ("A0", (), "0"), ("?", None, "?"), ("", None, "?"), ("A", None, "?"), (None, None, "?"), ("C3", None, "?"),
    ],
)  # fmt: skip
def test_parse_cell(text: Any, cell: Any, back: str) -> None:
    assert parse_cell(text) == cell
    assert cell_text(cell) == back


@pytest.mark.parametrize(
    ("truth", "read", "is_exact", "wrong_points", "is_marked"),
    [
        pytest.param({}, {}, True, 0, False, id="right"),
        pytest.param({}, ONE_OFF, False, 1, False, id="one checker short"),
        pytest.param({}, {**ONE_OFF, "uncertain": ["top[0]"]}, False, 1, True, id="one short and says so"),
        pytest.param({}, {"uncertain": ["dice[0]", "off.A"]}, True, 0, False, id="unsure of a die only"),
        pytest.param({}, {"uncertain": ["bar.A"]}, True, 0, True, id="right but unsure of the bar"),
        pytest.param({"hidden_cells": [0]}, ONE_OFF, True, 0, False, id="wrong under the hand"),
        pytest.param({"bar": {"A": 1, "B": 0}}, {}, False, 0, False, id="bar missed"),
        pytest.param({"bar": {"A": 1, "B": 0}}, {"bar": {"A": 0, "B": 1}}, False, 0, False, id="bar of the other colour"),
        pytest.param({"bar": {"A": None, "B": 0}}, {"bar": {"A": 2, "B": 0}}, True, 0, False, id="bar not labelled"),
        pytest.param({"off": {"A": 3, "B": None}}, {"off": {"A": 0, "B": 9}}, True, 0, False, id="off is a column of its own"),
        pytest.param({}, SWAPPED, False, 8, False, id="colours swapped, not excused"),
        pytest.param({}, {**SWAPPED, "uncertain": ["colors"]}, True, 0, True, id="colours swapped, reader unsure"),
        pytest.param({"uncertain": ["colors: equally light"]}, SWAPPED, True, 0, False, id="colours swapped, labeller unsure"),
        pytest.param({"uncertain": ["corners cut"]}, SWAPPED, False, 8, False, id="labeller unsure of something else"),
        pytest.param({"bar": {"A": 2, "B": 0}}, {**SWAPPED, "bar": {"A": 0, "B": 2}, "uncertain": ["colors"]}, True, 0, True, id="bar swaps along"),
        pytest.param({"bar": {"A": 2, "B": 0}}, {**SWAPPED, "bar": {"A": 2, "B": 0}, "uncertain": ["colors"]}, False, 0, True, id="bar not swapped"),
        pytest.param(UNEVEN, UNEVEN_TURNED, False, 14, False, id="turned, not excused"),
        pytest.param(UNEVEN, {**UNEVEN_TURNED, "uncertain": ["rotated"]}, True, 0, True, id="turned, reader unsure"),
        pytest.param({"top": with_cell(START_TOP, 3, "B1+A1")}, {"top": with_cell(START_TOP, 3, "A1+B1")}, False, 1, False, id="two colours, wrong one on top"),
        pytest.param({"top": with_cell(START_TOP, 3, "B1+A1")}, {"top": with_cell(START_TOP, 3, "B1+A1")}, True, 0, False, id="two colours"),
        pytest.param({}, {"top": START_TOP[:11]}, False, 24, False, id="a row too short"),
    ],
)  # fmt: skip
def test_score_still_position(truth: dict[str, Any], read: dict[str, Any], is_exact: bool, wrong_points: int, is_marked: bool) -> None:
    score = score_still("x", still(**truth), reading(**read))
    assert score.is_exact is is_exact
    assert sum(not p.is_right for p in score.points) == wrong_points
    assert score.is_marked is is_marked


@pytest.mark.parametrize("answer", [None, {"ok": False, "error": "no board"}, {"ok": True}], ids=["no answer", "refused", "empty"])
def test_a_refused_picture_is_wrong_but_marked(answer: Any) -> None:
    score = score_still("x", still(hidden_cells=[3, 4]), answer)
    assert not score.is_found
    assert not score.is_exact
    assert score.is_marked
    assert len(score.points) == 22
    assert not any(p.is_right for p in score.points)
    assert not any(d.is_found for d in score.dice)


@pytest.mark.parametrize(
    ("read", "is_exact", "is_throughout", "is_said"),
    [
        ({"uncertain": ["top[0]"]}, True, True, True),
        ({**ONE_OFF, "uncertain": ["top[0]"]}, True, False, True),
        (ONE_OFF, True, False, False),
        ({"bottom": with_cell(START_BOTTOM, 0, "A4"), "uncertain": ["top[0]"]}, False, False, True),
    ],
    ids=["right", "wrong, said", "wrong, sure", "another wrong"],
)
@pytest.mark.parametrize("undecidable", [[0], ["top[0]"]], ids=["number", "name"])
def test_undecidable_points_are_scored_apart(undecidable: list[Any], read: dict[str, Any], is_exact: bool, is_throughout: bool, is_said: bool) -> None:
    score = score_still("x", still(undecidable=undecidable), reading(**read))
    assert (score.is_exact, score.is_exact_throughout) == (is_exact, is_throughout)
    assert [p.is_marked for p in score.points if p.is_undecidable] == [is_said]


def test_marks_follow_a_turned_reading() -> None:
    turned = {**TURNED, "bottom": with_cell(TURNED["bottom"], 11, "B4"), "uncertain": ["rotated", "bottom[11]"]}
    score = score_still("x", still(top=with_cell(START_TOP, 1, "A1")), reading(**turned))
    assert score.is_turned
    assert [(p.cell, p.is_marked) for p in score.points if not p.is_right] == [(0, True), (1, False)]


def test_dice_are_matched_to_the_nearest() -> None:
    read = [
        {"value": 5, "xy": [803, 361], "flat": False, "on": "checker"},
        {"value": 3, "xy": [702, 358], "flat": True, "on": "board"},
        {"value": 1, "xy": [300, 300], "flat": True},
    ]
    score = score_still("x", still(), reading(dice=read, uncertain=["dice[1]"]))
    found = [(d.truth_value, d.read_value, d.read_flat, d.read_on, d.is_marked) for d in score.dice]
    assert found == [(3, 3, True, "board", True), (5, 5, False, "checker", False)]
    assert score.extra_dice == 1


def test_one_reported_die_is_not_counted_twice() -> None:
    truth = still(dice=[{"value": 6, "xy": [700, 360], "flat": True}, {"value": 6, "xy": [722, 360], "flat": True}])
    score = score_still("x", truth, reading(dice=[{"value": 6, "xy": [701, 360], "flat": True}]))
    assert [d.is_found for d in score.dice] == [True, False]


@pytest.mark.parametrize(
    ("truth", "read", "is_found", "value"),
    [
        ({"value": 64, "xy": [640, 360]}, {"value": 64, "xy": [650, 360]}, True, 64),
        ({"value": 64, "xy": [640, 360]}, {"value": 64, "xy": [840, 360]}, False, None),
        ({"value": 64, "xy": [640, 360]}, None, False, None),
        (None, {"value": 2, "xy": [840, 360]}, False, None),
    ],
    ids=["right", "elsewhere", "missed", "invented"],
)
def test_cube(truth: Any, read: Any, is_found: bool, value: int | None) -> None:
    cube = score_still("x", still(cube=truth), reading(cube=read)).cube
    assert (cube.is_found, cube.read_value) == (is_found, value)


def row(tables: tuple[Table, ...], title: str, *start: str) -> tuple[str, ...]:
    """The row of a table that begins with these cells."""
    table = next(t for t in tables if t.title == title)
    return next(r for r in table.rows if r[: len(start)] == start)


def four_scores() -> list[StillScore]:
    flat_wrong = [
        {"value": 4, "xy": [700, 360], "flat": False, "on": "board"},
        {"value": 5, "xy": [800, 360], "flat": True, "on": "board"},
    ]
    return [
        score_still("a", still(), reading(), {"look": "felt", "elevation": "80-90 degrees"}),
        score_still("b", still(), reading(**ONE_OFF, dice=flat_wrong), {"look": "felt", "elevation": "80-90 degrees"}),
        score_still("c", still(), reading(**ONE_OFF, uncertain=["top[0]", "dice[1]"]), {"look": "wood", "elevation": "65-80 degrees"}),
        score_still("d", still(), None, {"look": "wood", "elevation": "65-80 degrees"}),
    ]


@pytest.mark.parametrize(
    ("title", "start", "expected"),
    [
        ("Position", ("board found",), ("3/4", "75.0 %")),
        ("Position", ("position exact (points and bar)",), ("1/4", "25.0 %")),
        ("Position", ("point exact (colour and count)",), ("70/96", "72.9 %")),
        ("Position", ("point exact, of boards found",), ("70/72", "97.2 %")),
        ("By kind of picture", ("look", "felt"), ("2/2", "1/2", "50.0 %")),
        ("Die value (flat dice)", ("20-30 px",), ("2/4", "50.0 %")),
        ("Cocked dice", ("cocked told: tilt", "12 degrees and more"), ("1/4", "25.0 %")),
        ("Cocked dice", ("cocked told: leans on", "checker"), ("1/4", "25.0 %")),
        ("Cocked dice", ("flat called cocked", "all"), ("1/3", "33.3 %")),
        ("What the die stands on", ("on checker told",), ("2/3", "66.7 %")),
        ("Cube", ("cube value",), ("3/4", "75.0 %")),
        ("Marking as uncertain", ("wrong position marked (a refused picture counts as marked)",), ("2/3", "66.7 %")),
        ("Marking as uncertain", ("right position marked",), ("0/1", "0.0 %")),
        ("Marking as uncertain", ("wrong point marked",), ("1/2", "50.0 %")),
    ],
)
def test_still_tables(title: str, start: tuple[str, ...], expected: tuple[str, ...]) -> None:
    found = row(still_tables(four_scores()), title, *start)
    assert found[len(start) : len(start) + len(expected)] == expected


def test_headline_leaves_out_what_was_not_measured() -> None:
    scores = [score_still("a", still(dice=[], cube=None), reading(dice=[], cube=None))]
    assert [r[0] for r in headline(scores).rows] == ["board found", "position exact", "point exact"]


def test_misses_name_each_fault_once() -> None:
    a, b, _, d = four_scores()
    assert still_misses(a) == []
    assert still_misses(b) == [
        "top[0]: B5 read as B4",
        "die 3 read as 4",
        "die 3 flat called cocked",
        "die 5 cocked (tilt 25 degrees) called flat",
        "die 5 on checker said to be on board",
    ]
    assert still_misses(d) == ["not read: no answer"]


def test_cell_xy_lies_in_its_own_column() -> None:
    corners = still()["corners"]
    assert cell_xy(corners, 0) == pytest.approx((100 + 1080 * 0.5 / 13, 204), abs=0.1)
    assert cell_xy(corners, 23) == pytest.approx((100 + 1080 * 12.5 / 13, 516), abs=0.1)


# --- still runs ------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, so that sheets and reports go nowhere else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MONITOR_REFERENCE", raising=False)
    return tmp_path


def write_stills(folder: Path, count: int = 3) -> Path:
    folder.mkdir(parents=True)
    for i in range(count):
        cv2.imwrite(str(folder / f"s{i}.jpg"), np.full((72, 128, 3), 40 * i, np.uint8))
        (folder / f"s{i}.json").write_text(json.dumps(still(look=f"look{i % 2}")))
    return folder


def test_evaluate_a_folder_under_neutral_names(workplace: Path) -> None:
    seen: list[tuple[str, bool]] = []

    def read(picture: Path, corners: Any) -> Mapping[str, Any]:
        seen.append((picture.name, corners is None))
        assert [p.name for p in picture.parent.iterdir()] == [picture.name]
        return reading(**ONE_OFF) if len(seen) == 2 else reading()

    result = evaluate_stills(write_stills(workplace / "pictures"), reader=read)
    assert result.exact == Rate(2, 3)
    assert not result.meets(0.7)
    assert result.meets(0.6)
    assert all(is_found and not name.startswith("s") for name, is_found in seen)
    assert result.sheet is not None
    page = result.sheet.read_text()
    assert "s1.jpg" in page
    assert "s0.jpg" not in page
    assert (result.sheet.parent / "pictures/0000.jpg").stat().st_size > 0
    assert (workplace / "data/sheets/.gitignore").read_text() == "*\n"


def test_evaluate_labels_with_corners_given(workplace: Path) -> None:
    folder = workplace / "real"
    write_stills(folder / "one")
    labels = {f"one/s{i}.jpg": still(corners=None if i == 2 else still()["corners"]) for i in range(3)}
    (folder / "labels.json").write_text(json.dumps({**labels, "one/gone.jpg": still(), "note": "text"}))
    got: list[Any] = []

    def read(picture: Path, corners: Any) -> Mapping[str, Any]:
        got.append(corners)
        return reading()

    result = evaluate_stills(folder, reader=read, is_corners_given=True)
    assert got == [still()["corners"]] * 2
    assert result.exact == Rate(2, 2)
    assert result.sheet is None
    assert "--corners-given" in result.report.command
    assert {s.labels["folder"] for s in result.scores} == {"one"}


def test_an_error_of_the_reader_is_a_refusal(workplace: Path) -> None:
    def read(picture: Path, corners: Any) -> Mapping[str, Any]:
        raise InputError("no board in the picture")

    result = evaluate_stills(write_stills(workplace / "pictures", 1), reader=read)
    assert result.scores[0].error == "no board in the picture"
    assert result.exact == Rate(0, 1)


def test_limit_spreads_over_the_names(workplace: Path) -> None:
    folder = write_stills(workplace / "pictures", 6)
    assert [c.name for c in find_stills(folder, limit=3)] == ["s0.jpg", "s2.jpg", "s4.jpg"]


@pytest.mark.parametrize("what", ["missing", "empty"])
def test_nothing_to_score_is_said(workplace: Path, what: str) -> None:
    (workplace / "empty").mkdir()
    with pytest.raises(InputError):
        evaluate_stills(workplace / what, reader=lambda picture, corners: reading())


def test_a_sheet_with_reference_photographs_is_kept_out_of_git(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", str(workplace)], check=True)
    photos = write_stills(workplace.parent / f"{workplace.name}-photos" / "real", 1)
    monkeypatch.setenv("MONITOR_REFERENCE", str(photos.parent))
    assert is_reference(photos)
    with pytest.raises(InputError, match="would be committed"):
        prepare_sheet_dir(workplace / "sheets", photos)
    assert prepare_sheet_dir(workplace / "data/sheets/real", photos).is_dir()
    monkeypatch.delenv("MONITOR_REFERENCE")
    assert prepare_sheet_dir(workplace / "sheets", photos).is_dir()


# --- videos ----------------------------------------------------------------------------------------------------------------------------

START_ROW = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]


def played(**moves: int) -> list[int]:
    new = list(START_ROW)
    for point, count in moves.items():
        new[int(point[1:])] = count
    return new


OPENED = {"A": played(p8=2, p6=4, p5=1, p3=1), "B": START_ROW}
ANSWERED = {"A": OPENED["A"], "B": played(p24=1, p18=1, p13=4, p11=1)}


def clip_truth() -> list[dict[str, Any]]:
    """A legal opening, a cocked roll thrown again, and an illegal play that is flagged."""
    return [
        {"t": 1.0, "kind": "setup", "position": {"A": START_ROW, "B": START_ROW}},
        {"t": 4.0, "kind": "roll", "player": "A", "dice": [5, 1], "valid": True, "reason": None, "opening": True},
        {"t": 9.0, "kind": "play", "player": "A", "notation": "8/3 6/5", "position": OPENED, "legal": True},
        {"t": 10.0, "kind": "turn_end", "player": "A"},
        {"t": 14.0, "kind": "roll", "player": "B", "dice": [6, 2], "valid": False, "reason": "roll.cocked"},
        {"t": 14.0, "kind": "flag", "rule": "roll.cocked", "player": "B"},
        {"t": 19.0, "kind": "roll", "player": "B", "dice": [6, 3], "valid": True, "reason": None},
        {"t": 24.0, "kind": "play", "player": "B", "notation": "24/18 13/11", "position": ANSWERED, "legal": False},
        {"t": 25.0, "kind": "turn_end", "player": "B"},
        {"t": 25.0, "kind": "flag", "rule": "move.wrong-distance", "player": "B"},
    ]


def report_of(events: list[dict[str, Any]], shift_s: float = 0.3) -> list[dict[str, Any]]:
    return [{**e, "t": e["t"] + shift_s, "status": "sure", "confidence": 0.9} for e in copy.deepcopy(events)]


def changed(index: int, **keys: Any) -> list[dict[str, Any]]:
    events = report_of(clip_truth())
    events[index].update(keys)
    return events


def without(*indices: int) -> list[dict[str, Any]]:
    return [e for i, e in enumerate(report_of(clip_truth())) if i not in indices]


def plus(**event: Any) -> list[dict[str, Any]]:
    return [*report_of(clip_truth()), {"status": "sure", **event}]


@pytest.mark.parametrize(
    ("said", "turns", "rolls", "flags", "false_flags", "extra"),
    [
        pytest.param(report_of(clip_truth()), 2, 3, 2, 0, {}, id="all right"),
        pytest.param(report_of(clip_truth(), 1.5), 2, 3, 2, 0, {}, id="late within 1.5 s"),
        pytest.param(report_of(clip_truth(), -1.6), 0, 0, 0, 2, {"roll": 3, "play": 2, "turn_end": 2, "setup": 1, "flag": 2}, id="1.6 s off"),
        pytest.param([], 0, 0, 0, 0, {}, id="nothing reported"),
        pytest.param(changed(1, dice=[1, 5]), 2, 3, 2, 0, {}, id="dice in the other order"),
        pytest.param(changed(1, dice=[5, 2]), 1, 2, 2, 0, {"roll": 1}, id="wrong value"),
        pytest.param(changed(1, dice=[5, None], status="uncertain"), 1, 2, 2, 0, {}, id="roll unsure"),
        pytest.param(changed(1, player="B"), 1, 2, 2, 0, {"roll": 1}, id="wrong roller"),
        pytest.param(changed(4, dice=[3, 3]), 2, 3, 2, 0, {}, id="values of an invalid roll are not compared"),
        pytest.param(changed(4, valid=True, dice=[6, 2]), 1, 2, 2, 0, {"roll": 1}, id="cocked roll called valid"),
        pytest.param(changed(4, reason="roll.on-checker"), 2, 3, 2, 0, {}, id="the reason is scored by its flag"),
        pytest.param(changed(5, rule="roll.on-checker"), 1, 3, 1, 1, {"flag": 1}, id="flag of another rule"),
        pytest.param(changed(5, status="uncertain"), 2, 3, 1, 0, {}, id="flag unsure"),
        pytest.param(changed(9, rule="move.illegal", reasons=[]), 2, 3, 2, 0, {}, id="parent for child"),
        pytest.param(changed(9, rule="move.backwards", reasons=["move.backwards"]), 1, 3, 1, 1, {"flag": 1}, id="another child"),
        pytest.param(changed(9, rule="move.backwards", reasons=["move.backwards", "move.wrong-distance"]), 2, 3, 2, 0, {}, id="the right child in its list"),
        pytest.param(changed(9, player="A"), 1, 3, 1, 1, {"flag": 1}, id="flag against the wrong player"),
        pytest.param(changed(2, legal=False), 1, 3, 2, 0, {"play": 1}, id="legal play called illegal"),
        pytest.param(changed(2, position=ANSWERED), 1, 3, 2, 0, {"play": 1}, id="wrong position"),
        pytest.param(changed(7, legal=None, status="uncertain"), 1, 3, 2, 0, {}, id="play unsure"),
        pytest.param(without(4, 5), 1, 2, 1, 0, {}, id="cocked roll overlooked"),
        pytest.param(plus(t=9.5, kind="flag", rule="roll.cocked", player="A"), 1, 3, 2, 1, {"flag": 1}, id="false flag in the first turn"),
        pytest.param(plus(t=10.4, kind="flag", rule="move.illegal", player="A"), 1, 3, 2, 1, {"flag": 1}, id="false flag on the first turn's end"),
        pytest.param(plus(t=9.5, kind="flag", rule="move.unclear", player="A", **{"class": "INFO"}), 2, 3, 2, 0, {}, id="information is no false flag"),
        pytest.param(plus(t=24.5, kind="play", player="B", position=OPENED, legal=True), 1, 3, 2, 0, {"play": 1}, id="a play too many"),
        pytest.param(plus(t=9.5, kind="mood", player="A"), 2, 3, 2, 0, {}, id="unknown kinds are ignored"),
        pytest.param(plus(t=4.6, kind="roll", player="A", dice=[5, 1], valid=True), 1, 3, 2, 0, {"roll": 1}, id="the same roll twice"),
    ],
)
def test_score_clip(said: list[dict[str, Any]], turns: int, rolls: int, flags: int, false_flags: int, extra: dict[str, int]) -> None:
    score = score_clip("c", clip_truth(), said)
    assert score.turns == (turns, 2)
    assert score.found["roll"] == (rolls, 3)
    assert score.found["flag"] == (flags, 2)
    assert score.false_flags == false_flags
    assert {k: v for k, v in score.extra.items() if v} == extra


def test_swapped_truth_makes_the_score_collapse() -> None:
    other = [{**e, "player": {"A": "B", "B": "A"}[e["player"]]} if "player" in e else dict(e) for e in clip_truth()]
    for e in other:
        e["t"] += 2.2
    right, wrong = score_clip("c", clip_truth(), report_of(clip_truth())), score_clip("c", other, report_of(clip_truth()))
    assert (right.turns, right.found["flag"], right.false_flags) == ((2, 2), (2, 2), 0)
    assert (wrong.turns, wrong.found["flag"], wrong.false_flags) == ((0, 2), (0, 2), 2)


def test_a_clip_without_turn_ends_in_its_truth_does_not_punish_them() -> None:
    truth = [e for e in clip_truth() if e["kind"] != "turn_end"]
    assert score_clip("c", truth, report_of(clip_truth())).turns == (2, 2)


def test_a_turn_that_cannot_be_told_is_left_out_of_the_exact_ones() -> None:
    truth = clip_truth()
    truth[7] = {**truth[7], "legal": None, "status": "uncertain"}
    score = score_clip("c", truth, changed(7, legal=None, status="uncertain"))
    assert score.turns == (1, 1)
    assert score.verdicts == {("LEGAL", "LEGAL"): 1, ("UNCERTAIN", "UNCERTAIN"): 1}


@pytest.mark.parametrize(
    ("said", "verdicts"),
    [
        (report_of(clip_truth()), {("LEGAL", "LEGAL"): 1, ("ILLEGAL", "ILLEGAL"): 1}),
        (changed(2, legal=False), {("LEGAL", "ILLEGAL"): 1, ("ILLEGAL", "ILLEGAL"): 1}),
        (changed(7, legal=None, status="uncertain"), {("LEGAL", "LEGAL"): 1, ("ILLEGAL", "UNCERTAIN"): 1}),
        (changed(7, legal=False, status="uncertain"), {("LEGAL", "LEGAL"): 1, ("ILLEGAL", "UNCERTAIN"): 1}),
        (without(2), {("LEGAL", "none"): 1, ("ILLEGAL", "ILLEGAL"): 1}),
        (plus(t=30.0, kind="play", player="A", position=OPENED, legal=True), {("LEGAL", "LEGAL"): 1, ("ILLEGAL", "ILLEGAL"): 1, ("none", "LEGAL"): 1}),
    ],
    ids=["right", "legal called illegal", "unsure", "illegal but unsure", "missed", "invented"],
)
def test_verdicts(said: list[dict[str, Any]], verdicts: dict[tuple[str, str], int]) -> None:
    score = score_clip("c", clip_truth(), said)
    assert score.verdicts == verdicts
    table = verdict_table([score, score])
    assert sum(int(cell) for r in table.rows for cell in r[1:]) == 2 * sum(verdicts.values())


def test_verdict_of_an_event() -> None:
    assert [verdict(e) for e in ({"legal": True}, {"legal": False}, {"legal": None}, {"legal": True, "status": "uncertain"})] == [
        "LEGAL", "ILLEGAL", "UNCERTAIN", "UNCERTAIN",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("roll.cocked", "roll.cocked", True), ("move.illegal", "move.backwards", True), ("move.bar-priority", "move.illegal", True),
        ("move.backwards", "move.wrong-distance", False), ("roll.cocked", "move.illegal", False), (None, None, False),
    ],
)  # fmt: skip
def test_same_rule(one: str | None, other: str | None, same: bool) -> None:
    assert same_rule(one, other) is same


def test_told_is_only_what_no_camera_sees() -> None:
    table = {"near": "A", "near_home": "right", "clock": False, "baffle": False, "profile": "cnb", "match_length": 7, "allow_left": "A"}
    told = told_options({"table": table, "events": clip_truth()})
    assert told == {"profile": "cnb", "match_length": 7, "allow_left": "A"}
    assert command_options(told) == ["--profile", "cnb", "--length", "7", "--allow-left", "A"]
    assert command_options(told_options({"table": {"clock": True, "baffle": "left", "allow_left": ["A", "B"]}}, "dbgf")) == [
        "--profile", "dbgf", "--baffle", "left", "--allow-left", "A", "--allow-left", "B", "--clock",
    ]  # fmt: skip


@pytest.fixture
def clips(workplace: Path, make_clip: Any) -> Path:
    folder = workplace / "clips"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.mp4").write_bytes(make_clip(frames=10).read_bytes())
        body = {"video": f"{name}.mp4", "table": {"profile": "cnb", "allow_left": "B"}, "events": clip_truth()}
        (folder / f"{name}.truth.json").write_text(json.dumps(body))
    (folder / "no_truth.mp4").write_bytes(b"")
    return folder


def test_evaluate_videos_tells_nothing_but_the_options(clips: Path) -> None:
    seen: list[tuple[str, Mapping[str, Any]]] = []

    def analyse(clip: Path, told: Mapping[str, Any]) -> Mapping[str, Any]:
        assert [p.name for p in clip.parent.iterdir()] == [clip.name]
        seen.append((clip.stem, told))
        if len(seen) == 2:
            raise InputError("the board was not found")
        return {"events": report_of(clip_truth())}

    result = evaluate_videos(clips, analyse=analyse)
    assert {told["allow_left"] for _, told in seen} == {"B"}
    assert not {name for name, _ in seen} & {"one", "two"}
    assert (result.turns, result.flags, result.false_flags) == (Rate(2, 4), Rate(2, 4), 0)
    assert result.scores[1].error == "the board was not found"
    assert result.scores[0].duration_s == pytest.approx(1 / 3, abs=0.1)
    assert result.sheet is not None
    assert "the board was not found" in result.sheet.read_text()
    assert (result.meets(0.5), result.meets(0.6), result.meets(0.5, 1)) == (True, False, False)


def test_find_clips_wants_truth(clips: Path, workplace: Path) -> None:
    assert [c.name for c in find_clips(clips)] == ["one", "two"]
    assert [c.name for c in find_clips(clips, only="two")] == ["two"]
    with pytest.raises(InputError):
        find_clips(clips, only="three")
    with pytest.raises(InputError):
        find_clips(workplace / "gone")


# --- commands and the card ------------------------------------------------------------------------------------------------------------


def test_commands_answer_with_an_exit_status(workplace: Path, clips: Path) -> None:
    written: list[str] = []
    pictures = write_stills(workplace / "pictures")
    assert commands.stills(pictures, reader=lambda p, c: reading(), min_exact=1.0, write=written.append) == 0
    assert commands.stills(pictures, reader=lambda p, c: reading(**ONE_OFF), min_exact=0.1, write=written.append) == 1
    assert commands.videos(clips, analyse=lambda c, o: {"events": report_of(clip_truth())}, min_turns=1.0, max_false=0, write=written.append) == 0
    assert commands.videos(clips, analyse=lambda c, o: {"events": without(9)}, max_false=0, write=written.append) == 1
    assert any("move.wrong-distance" in line for line in written)
    assert "positions exact 3/3 (100.0 %, 43.9-100.0 %)" in written
    assert [r.kind for r in load_reports(workplace / "data/reports")] == ["stills", "videos"]


def report(key: str, models: dict[str, str] | None = None) -> Report:
    headline_table, table = Table("In short", ("what",), (("1/1",),)), Table("All", ("x",), (("5",),))
    return Report("stills", key, f"Stills: {key}", "command", headline_table, (table,), (), models or {}, "2026-01-01")


MARKED = f"# Top\n\n{card_module.BEGIN}\nold\n{card_module.END}\nbelow\n"


def test_the_card_changes_only_what_is_between_the_markers(workplace: Path) -> None:
    card, readme = workplace / "MODEL_CARD.md", workplace / "README.md"
    card.write_text(MARKED)
    readme.write_text(MARKED)
    assert card_module.write_card([report("a"), report("b")], card, readme) == [card, readme]
    text = card.read_text()
    assert text.startswith("# Top\n\n")
    assert text.endswith("below\n")
    assert "old" not in text
    assert "Stills: a" in text
    assert "#### All" in text
    assert "#### All" not in readme.read_text()
    assert "1/1" in readme.read_text()
    assert card_module.write_card([report("a"), report("b")], card, readme) == []


@pytest.mark.parametrize("text", ["no markers\n", f"{card_module.END}\n{card_module.BEGIN}\n", MARKED + MARKED], ids=["none", "turned round", "twice"])
def test_a_card_without_its_markers_is_left_alone(workplace: Path, text: str) -> None:
    card, readme = workplace / "MODEL_CARD.md", workplace / "README.md"
    card.write_text(MARKED)
    readme.write_text(text)
    with pytest.raises(InputError, match=r"README\.md needs one line"):
        card_module.write_card([report("a")], card, readme)
    assert card.read_text() == MARKED


def test_reports_of_other_weights_are_named(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_module, "model_hashes", lambda: {"detector.onnx": "abc"})
    stale = card_module.stale_reports([report("a", {"detector.onnx": "abc"}), report("b", {"detector.onnx": "def"})])
    assert [r.key for r in stale] == ["b"]


def test_a_damaged_report_is_named(workplace: Path) -> None:
    (workplace / "bad.json").write_text("{}")
    with pytest.raises(InputError, match=r"bad\.json is not a saved report"):
        load_reports(workplace)


def test_an_empty_clip_score_is_all_zero() -> None:
    assert ClipScore("x").turns == (0, 0)
