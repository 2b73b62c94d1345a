"""Legal plays against the counts in tests/data/perft.json, which an enumerator of its own made (make_perft.py)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import InputError
from monitor.game import Position, legal_plays

PERFT: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


@pytest.mark.parametrize("entry", PERFT, ids=[entry["name"] for entry in PERFT])
def test_number_of_final_positions(entry: dict[str, Any]) -> None:
    position = Position.from_rows(entry["on_roll"], entry["opponent"])
    assert {f"{roll[0]}{roll[1]}": len(legal_plays(position, roll)) for roll in ROLLS} == entry["counts"]


DEEP = [pytest.param(entry, id=entry["name"], marks=[pytest.mark.slow] if entry["depth2"] > 50_000 else []) for entry in PERFT if "depth2" in entry]


@pytest.mark.parametrize("entry", DEEP)
def test_number_of_final_positions_two_turns_deep(entry: dict[str, Any]) -> None:
    position = Position.from_rows(entry["on_roll"], entry["opponent"])
    after = [play.after.flipped for roll in ROLLS for play in legal_plays(position, roll)]
    assert sum(len(legal_plays(reached, roll)) for reached in after for roll in ROLLS) == entry["depth2"]


def test_there_are_thirty_positions_and_every_roll() -> None:
    assert len({(tuple(e["on_roll"]), tuple(e["opponent"])) for e in PERFT}) == 30
    assert all(len(entry["counts"]) == 21 for entry in PERFT)
    assert sum("depth2" in entry for entry in PERFT) >= 4


@pytest.mark.parametrize("entry", PERFT, ids=[entry["name"] for entry in PERFT])
def test_steps_can_be_played_in_their_order_and_lead_to_after(entry: dict[str, Any]) -> None:
    position = Position.from_rows(entry["on_roll"], entry["opponent"])
    for roll in ROLLS:
        dice = {*roll}
        for play in legal_plays(position, roll):
            mine, theirs = list(position.on_roll), list(position.opponent)
            assert [step[0] for step in play.steps] == sorted((step[0] for step in play.steps), reverse=True)
            for source, target, is_hit in play.steps:
                assert mine[source] > 0
                assert source == 25 or not mine[25]
                assert source - target in dice or (target == 0 and max(dice) > source and not any(mine[source + 1 :]))
                assert target == 0 or theirs[25 - target] < 2
                assert is_hit == (target > 0 and theirs[25 - target] == 1)
                mine[source] -= 1
                mine[target] += 1
                if is_hit:
                    theirs[25 - target] -= 1
                    theirs[25] += 1
            assert play.after.rows == (tuple(mine), tuple(theirs))


def test_a_dance_is_one_empty_play() -> None:
    closed_out = next(entry for entry in PERFT if entry["name"] == "closed out")
    position = Position.from_rows(closed_out["on_roll"], closed_out["opponent"])
    (dance,) = legal_plays(position, (6, 4))
    assert dance.steps == ()
    assert dance.after == position


def test_plays_are_equal_when_they_reach_the_same_position() -> None:
    one, other = legal_plays(Position.start(), (6, 5)), legal_plays(Position.start(), (5, 6))
    assert set(one) == set(other)
    assert len({play.after for play in one}) == len(one) == 7


def test_sixteen_and_fourteen_checkers_are_played_on_with() -> None:
    mine, theirs = list(Position.start().on_roll), list(Position.start().opponent)
    mine[6] += 1
    theirs[8] -= 1
    for play in legal_plays(Position.from_rows(mine, theirs), (3, 1)):
        assert (sum(play.after.on_roll), sum(play.after.opponent)) == (16, 14)


def test_a_roll_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="two whole numbers"):
        legal_plays(Position.start(), (6, 7))
