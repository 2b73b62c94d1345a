from __future__ import annotations

import numpy as np
import pytest

from monitor.errors import InputError
from monitor.game import Position, Result
from monitor.game.events import Player, Rows
from monitor.game.position import START_ROW, checked_roll, pip_count, position_to_rows, rows_to_position


def row(**places: int) -> list[int]:
    """Counts by place, as in row(p6=5, off=10, bar=1)."""
    counts = [0] * 26
    for name, count in places.items():
        counts[{"off": 0, "bar": 25}.get(name) or int(name[1:] if name[0] == "p" else 0)] = count
    return counts


def test_start_has_15_checkers_and_167_pips() -> None:
    start = Position.start()
    assert sum(start.on_roll) == sum(start.opponent) == 15
    assert start.pips == (167, 167)
    assert start.outcome is None


def test_a_checker_on_the_bar_counts_25() -> None:
    assert pip_count(tuple(row(bar=2, p3=1, off=12))) == 53


@pytest.mark.parametrize(
    ("on_roll", "opponent", "says"),
    [
        (START_ROW[:-1], START_ROW, "on_roll has 25 counts"),
        (START_ROW, (*START_ROW[:-1], -1), "opponent has -1 at index 25"),
        (row(p1=17), START_ROW, "17 checkers"),
        ((*START_ROW[:-1], 0.5), START_ROW, "whole numbers"),
        ((*START_ROW[:-1], True), START_ROW, "whole numbers"),
        ((*START_ROW[:-1], None), START_ROW, "whole numbers"),
    ],
    ids=["short", "negative", "too many", "fraction", "truth value", "nothing"],
)
def test_rows_that_are_none_are_refused_by_name(on_roll: list[int], opponent: list[int], says: str) -> None:
    with pytest.raises(InputError, match=says):
        Position.from_rows(on_roll, opponent)


def test_whatever_stands_on_the_table_is_a_position() -> None:
    both_on_one_point = Position.from_rows(row(p5=1, p6=15), row(p20=2, off=3))
    assert both_on_one_point.on_roll[5] == 1 and both_on_one_point.opponent[20] == 2
    assert Position.from_rows(row(), row(off=16)).outcome is not None
    from_vision = Position.from_rows(np.asarray(START_ROW, np.int64), np.asarray(START_ROW, np.uint8))
    assert from_vision == Position.start() and hash(from_vision) == hash(Position.start())


OUTCOMES = [
    ("going on", row(p1=1, off=14), row(p1=1, off=14), None),
    ("single", row(off=15), row(p24=1, off=1, p3=13), (True, Result.SINGLE)),
    ("gammon", row(off=15), row(p18=1, p3=14), (True, Result.GAMMON)),
    ("backgammon in the home", row(off=15), row(p19=1, p3=14), (True, Result.BACKGAMMON)),
    ("backgammon on the bar", row(off=15), row(bar=1, p3=14), (True, Result.BACKGAMMON)),
    ("won by the opponent", row(p18=1, p3=14), row(off=15), (False, Result.GAMMON)),
    ("an empty side has not won", row(), row(p3=15), None),
]


@pytest.mark.parametrize(("on_roll", "opponent", "expected"), [case[1:] for case in OUTCOMES], ids=[case[0] for case in OUTCOMES])
def test_outcome(on_roll: list[int], opponent: list[int], expected: tuple[bool, Result] | None) -> None:
    outcome = Position.from_rows(on_roll, opponent).outcome
    assert (outcome and (outcome.is_won_by_on_roll, outcome.result)) == expected


def test_multipliers() -> None:
    assert [result.multiplier for result in Result] == [1, 2, 3]


@pytest.mark.parametrize("on_roll", list(Player))
def test_rows_of_colours_and_back(on_roll: Player) -> None:
    rows = Rows(A=tuple(row(p6=15)), B=tuple(row(p13=14, off=1)))
    position = rows_to_position(rows, on_roll)
    assert position.on_roll == rows.of(on_roll)
    assert position_to_rows(position, on_roll) == rows
    assert position_to_rows(position.flipped, on_roll.opponent) == rows


@pytest.mark.parametrize("roll", [(0, 1), (7, 1), (1,), (1, 2, 3), (None, 3), ("1", 2), (1.0, 2), (True, 2)])
def test_no_roll(roll: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="two whole numbers from 1 to 6"):
        checked_roll(roll)
