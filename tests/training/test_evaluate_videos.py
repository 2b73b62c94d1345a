"""Scoring of clips, on hand-made cases; no weights, no camera."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from models.training.evaluate.cases import find_clips
from models.training.evaluate.tables import Rate
from models.training.evaluate.video_scoring import same_rule, score_clip, verdict
from models.training.evaluate.video_tables import clip_tables, verdict_table
from models.training.evaluate.videos import command_options, evaluate_videos, told_options
from monitor.errors import InputError
from tests.training.evaluate_cases import (
    ANSWERED,
    OPENED,
    changed,
    clip_truth,
    plus,
    report_of,
    without,
)


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


def test_rolls_and_turns_are_told_apart_by_whether_the_dice_can_be_read() -> None:
    seen = [{"t": 4.0, "contrast": [3.0, 40.0]}, {"t": 14.0, "contrast": [None, 30.0]}, {"t": 16.0, "contrast": [25.0, 40.0]}]
    truth = clip_truth()
    times = [e["t"] for e in truth if e["kind"] == "roll"]
    contrasts = [{"t": t, "contrast": s["contrast"]} for t, s in zip(times, seen, strict=True)]
    score = score_clip("clip", truth, changed(1, dice=[5, None], status="uncertain"), contrasts)
    assert score.by_sight == {("roll", False): (0, 1), ("roll", True): (1, 1), ("turn", False): (0, 1), ("turn", True): (1, 1)}
    table = next(t for t in clip_tables([score]) if t.title == "Valid rolls and turns by what the film shows")
    assert [row[:2] for row in table.rows] == [
        ("rolls with dice that can be read", "1/1"), ("rolls with a die that shows no number", "0/1"),
        ("turns with dice that can be read", "1/1"), ("turns with a die that shows no number", "0/1"),
    ]  # fmt: skip
    assert not score_clip("clip", truth, report_of(truth)).by_sight
