from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.errors import InputError
from monitor.game import Position
from monitor.game.ids import (
    MatchState,
    Xgid,
    gnu_match_id,
    gnu_position_id,
    parse_gnu_match_id,
    parse_gnu_position_id,
    parse_xgid,
    xgid,
)
from monitor.game.position import START_ROW

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def test_start_position() -> None:
    assert gnu_position_id(Position.start()) == "4HPwATDgc/ABMA"
    assert parse_gnu_position_id("4HPwATDgc/ABMA") == Position.start()
    state = parse_xgid(START_XGID)
    assert state.position == Position.start()
    assert (state.bottom, state.top, state.roll, state.length) == (START_ROW, START_ROW, (3, 1), 7)
    assert xgid(state) == START_XGID


def test_the_player_not_on_roll_comes_first() -> None:
    one_left = (14, 1, *[0] * 24)
    # the opponent's single checker is the first bit, the mover's comes after the opponent's 25 zeros
    assert gnu_position_id(Position((15, *[0] * 25), one_left)) == "AQAAAAAAAAAAAA"
    assert gnu_position_id(Position(one_left, (15, *[0] * 25))) == "AAAAAgAAAAAAAA"


# the state that the manual of GNU Backgammon spells out for its example
MANUAL = MatchState(cube=2, cube_owner=0, on_roll=1, state=1, decision=1, dice=(5, 2), length=9, scores=(2, 4))


def test_match_id_of_the_manual() -> None:
    assert gnu_match_id(MANUAL) == "QYkqASAAIAAA"
    assert parse_gnu_match_id("QYkqASAAIAAA") == MANUAL


def test_bit_66_says_no_jacoby() -> None:
    assert parse_gnu_match_id(gnu_match_id(MatchState(is_jacoby=False))).is_jacoby is False
    assert gnu_match_id(MatchState(is_jacoby=False))[-1] != gnu_match_id(MatchState())[-1]


def test_the_board_of_an_xgid_does_not_turn_with_the_turn() -> None:
    text = "XGID=a--BBBDB---a--B---bbbcbb-A:1:-1:-1:52:2:3:0:7:10"
    state = parse_xgid(text)
    assert state.bottom[25] == 1 and state.top[25] == 1
    assert state.bottom[3] == 2 and state.top[25 - 24] == 0 and state.top[25 - 23] == 2
    assert state.position == Position(state.top, state.bottom)
    assert (state.cube, state.cube_owner, state.scores, state.roll) == (2, -1, (2, 3), (5, 2))
    assert xgid(state) == text


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, ...]:
    counts = [0] * 26
    for place in draw(st.lists(st.integers(0, 25), min_size=15, max_size=15)):
        counts[place] += 1
    return tuple(counts)


@settings(max_examples=40)
@given(rows(), rows())
def test_position_ids_round_trip(mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    position = Position(mine, theirs)
    text = gnu_position_id(position)
    assert len(text) == 14
    assert parse_gnu_position_id(text) == position


MATCHES = st.builds(
    MatchState, cube=st.integers(0, 15).map(lambda n: 1 << n), cube_owner=st.sampled_from([None, 0, 1]), on_roll=st.integers(0, 1),
    is_crawford=st.booleans(), state=st.integers(0, 4), decision=st.integers(0, 1), is_doubled=st.booleans(), resigned=st.integers(0, 3),
    dice=st.tuples(st.integers(0, 6), st.integers(0, 6)), length=st.integers(0, 2**15 - 1),
    scores=st.tuples(st.integers(0, 2**15 - 1), st.integers(0, 2**15 - 1)), is_jacoby=st.booleans(),
)  # fmt: skip


@settings(max_examples=40)
@given(MATCHES)
def test_match_ids_round_trip(match: MatchState) -> None:
    text = gnu_match_id(match)
    assert len(text) == 12
    assert parse_gnu_match_id(text) == match


@settings(max_examples=40)
@given(rows(), rows(), st.sampled_from(["00", "31", "66", "D", "B", "R"]), st.sampled_from([-1, 1]), st.sampled_from([-1, 0, 1]), st.integers(0, 10))
def test_xgids_round_trip(bottom: tuple[int, ...], top: tuple[int, ...], dice: str, turn: int, owner: int, cube: int) -> None:
    apart = tuple(0 if 0 < place < 25 and bottom[25 - place] else count for place, count in enumerate(top))
    apart = (15 - sum(apart[1:]), *apart[1:])
    state = Xgid(bottom, apart, cube=1 << cube, cube_owner=owner, turn=turn, dice=dice, scores=(3, 2), length=5, crawford=1)
    assert parse_xgid(xgid(state)) == state


BAD: list[tuple[Callable[[str], Any], str, str]] = [
    (parse_gnu_position_id, "4HPwATDgc/ABM", "13 characters instead of 14"),
    (parse_gnu_position_id, "4HPwATDgc ABMA", "only letters, digits"),
    (parse_gnu_position_id, "/////////////w", "describes"),
    (parse_gnu_position_id, "//8AAAAAAAAAAA", "checkers; at most 15"),
    (parse_gnu_position_id, "AAAAAAAAAAAAAQ", "bits are set behind"),
    (parse_gnu_position_id, "4HPwATDgc/ABMP", "last character"),
    (parse_gnu_match_id, "QYkqASAAIAA", "11 characters instead of 12"),
    (parse_gnu_match_id, "QYkqASAAIA==", "only letters, digits"),
    (parse_gnu_match_id, "IIEFAAAAAAAA", "cube owner 2"),
    (parse_xgid, "-b----E-C---eE---c-e----B-", "1 fields"),
    (parse_xgid, START_XGID.replace("E", "9"), "no XGID board"),
    (parse_xgid, START_XGID.replace("--B-", "--B"), "no XGID board"),
    (parse_xgid, START_XGID.replace(":31:", ":71:"), "no dice"),
    (parse_xgid, START_XGID.replace(":7:", ":x:"), "whole numbers"),
    (parse_xgid, START_XGID.replace(":1:31", ":2:31"), "turn 2"),
    (parse_xgid, START_XGID.replace("=-", "=A"), "top player's bar"),
    (parse_xgid, START_XGID.replace("B-:", "Ba:"), "bottom player's bar"),
    (parse_xgid, START_XGID.replace("E", "P"), "checkers; at most 15"),
]


@pytest.mark.parametrize(("parse", "text", "says"), BAD, ids=[f"{parse.__name__} {says}" for parse, _, says in BAD])
def test_a_bad_id_is_refused_with_its_fault(parse: Callable[[str], Any], text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse(text)


def test_what_does_not_fit_an_id_is_refused() -> None:
    sixteen = (0, 16, *[0] * 24)
    with pytest.raises(InputError, match="15 checkers a side"):
        gnu_position_id(Position(sixteen, START_ROW))
    with pytest.raises(InputError, match="no letter for 16"):
        xgid(Xgid(sixteen, (15, *[0] * 25)))
    with pytest.raises(InputError, match="both colours on one point"):
        xgid(Xgid((14, 1, *[0] * 24), (14, *[0] * 23, 1, 0)))
    with pytest.raises(InputError, match="power of two"):
        gnu_match_id(MatchState(cube=3))
    with pytest.raises(InputError, match="length 40000 does not fit"):
        gnu_match_id(MatchState(length=40000))
