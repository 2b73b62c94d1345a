from __future__ import annotations

import json
from typing import Any

import pytest

from monitor.game.judging_json import answer_line
from monitor.game.position import START_ROW

START: dict[str, Any] = {"on_roll": list(START_ROW), "opponent": list(START_ROW), "roll": [3, 1]}


def row(*changes: tuple[int, int]) -> list[int]:
    counts = list(START_ROW)
    for place, difference in changes:
        counts[place] += difference
    return counts


def test_legal_by_position_and_by_play() -> None:
    after = {"on_roll": row((8, -1), (6, -1), (5, 2)), "opponent": list(START_ROW)}
    expected = {"legal": True, "reasons": [], "play": "8/5 6/5", "legal_plays": 16, "nearest": ["8/5 6/5"]}
    assert answer_line(json.dumps({**START, "after": after})) == expected
    assert answer_line(json.dumps({**START, "play": "8/5 6/5"})) == expected


def test_illegal() -> None:
    answer = answer_line(json.dumps({**START, "roll": [5, 3], "play": "24/19 8/5"}))
    assert answer["legal"] is False
    assert answer["reasons"] == ["move.blocked-landing"]
    assert answer["play"] == "24/19 8/5"
    assert answer["legal_plays"] == 9
    assert 1 <= len(answer["nearest"]) <= 3


def test_checkers_that_do_not_add_up_have_no_play() -> None:
    after = {"on_roll": row((8, -1)), "opponent": list(START_ROW)}
    answer = answer_line(json.dumps({**START, "after": after}))
    assert (answer["legal"], answer["reasons"], answer["play"]) == (False, ["checker.count-mismatch"], None)


def test_an_answer_is_plain_json() -> None:
    answer = answer_line(json.dumps({**START, "play": "no play"}))
    assert json.loads(json.dumps(answer)) == answer
    assert all(type(reason) is str for reason in answer["reasons"])


BAD = [
    ("no json", "{", "no JSON"),
    ("a list", "[]", "JSON object"),
    ("no rows", "{}", '"on_roll"'),
    ("short row", json.dumps({**START, "on_roll": [15], "play": ""}), "needs 26"),
    ("no roll", json.dumps({**START, "roll": None, "play": ""}), '"roll"'),
    ("bad roll", json.dumps({**START, "roll": [7, 1], "play": ""}), "from 1 to 6"),
    ("neither", json.dumps(START), "either"),
    ("both", json.dumps({**START, "play": "", "after": {}}), "either"),
    ("after without rows", json.dumps({**START, "after": {}}), '"after" needs "on_roll"'),
    ("after is text", json.dumps({**START, "after": "8/5"}), '"after", an object'),
    ("play is a number", json.dumps({**START, "play": 8}), '"play", text'),
    ("unreadable play", json.dumps({**START, "play": "8-5"}), "cannot read"),
    ("no checker there", json.dumps({**START, "play": "23/22"}), "no checker on point 23"),
]


@pytest.mark.parametrize(("line", "says"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_line_that_cannot_be_judged_is_answered_with_the_fault(line: str, says: str) -> None:
    answer = answer_line(line)
    assert list(answer) == ["error"]
    assert says in answer["error"]
