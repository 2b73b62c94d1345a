"""Rates, tables, scoring of stills and their misses, on hand-made cases; no weights, no camera."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from models.training.evaluate.cases import find_stills, is_reference, prepare_sheet_dir
from models.training.evaluate.scoring import StillScore, cell_text, parse_cell, score_still
from models.training.evaluate.sheet import cell_xy, still_misses
from models.training.evaluate.still_tables import headline, still_tables
from models.training.evaluate.stills import evaluate_stills
from models.training.evaluate.tables import Rate, Table, wilson
from monitor.errors import InputError
from tests.training.evaluate_cases import (
    ONE_OFF,
    START_BOTTOM,
    START_TOP,
    SWAPPED,
    TURNED,
    UNEVEN,
    UNEVEN_TURNED,
    reading,
    still,
    with_cell,
    write_stills,
)

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


# --- runs -------------------------------------------------------------------------------------------------------------------------------


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
