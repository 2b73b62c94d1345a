from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.errors import InputError
from monitor.game import Position, judge_play, legal_plays
from monitor.game.notation import format_play, parse_play
from monitor.game.plays import Step

WRITTEN: list[tuple[tuple[Step, ...], str]] = [
    ((), "no play"),
    (((8, 5, False), (6, 5, False)), "8/5 6/5"),
    (((6, 5, False), (8, 5, False)), "8/5 6/5"),
    (((13, 8, False), (8, 7, False)), "13/7"),
    (((8, 5, True), (5, 3, False)), "8/5*/3"),
    (((8, 5, True), (5, 3, True)), "8/5*/3*"),
    (((25, 22, True), (22, 18, False)), "bar/22*/18"),
    (((25, 22, False),), "bar/22"),
    (((6, 0, False), (6, 0, False)), "6/off(2)"),
    (((6, 5, False), (5, 0, False)), "6/off"),
    (((8, 5, True), (8, 5, False)), "8/5*(2)"),
    (((8, 5, False), (8, 5, True)), "8/5*(2)"),
    (((24, 21, False), (24, 21, False), (21, 18, False), (21, 18, False)), "24/18(2)"),
    (((24, 21, False), (24, 21, False), (21, 18, False)), "24/21 24/18"),
    (((8, 6, True), (8, 6, False), (6, 4, False), (6, 4, False)), "8/6*/4 8/4"),
    (((6, 9, False), (6, 5, False)), "6/9 6/5"),
    (((25, 20, False), (25, 20, False), (13, 8, False)), "bar/20(2) 13/8"),
    (((13, 10, False), (10, 13, False), (8, 5, False)), "13/10/13 8/5"),
]


@pytest.mark.parametrize(("steps", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_written(steps: tuple[Step, ...], text: str) -> None:
    assert format_play(steps) == text
    assert format_play(parse_play(text)) == text


READ: list[tuple[str, tuple[Step, ...]]] = [
    ("13/7", ((13, 7, False),)),
    ("8/5*/3", ((8, 5, True), (5, 3, False))),
    ("8/5*(2)", ((8, 5, True), (8, 5, False))),
    ("Bar/20* 25/21 6/Off 5/0", ((25, 20, True), (25, 21, False), (6, 0, False), (5, 0, False))),
    ("  24/18   13/11 ", ((24, 18, False), (13, 11, False))),
    ("No Play", ()),
    ("Cannot Move", ()),
    ("", ()),
]


@pytest.mark.parametrize(("text", "steps"), READ, ids=[text or "blank" for text, _ in READ])
def test_read(text: str, steps: tuple[Step, ...]) -> None:
    assert parse_play(text) == steps


@pytest.mark.parametrize("text", ["8", "8/", "/5", "8-5", "8/5(5)", "8/5(0)", "26/20", "8/99", "x/3", "8*/5", "8/5**", "8/5 ?", "8/5(2", "٣/١", "8/-3"])
def test_what_cannot_be_read_is_refused_with_the_entry(text: str) -> None:
    with pytest.raises(InputError, match='"'):
        parse_play(text)


@pytest.mark.parametrize("text", ["8/8", "24/24", "8/8*", "6/5/5", "6/6/5", "13/10 8/8(2)", "bar/bar", "25/bar", "off/off", "0/off"])
def test_a_move_to_where_the_checker_stands_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r'".*" has a move from (\S+) to \1, which moves no checker; leave it out, or write "no play" for a dance'):
        parse_play(text)


POINTS = st.integers(1, 24)
STEPS = st.lists(st.tuples(st.integers(1, 25), st.integers(1, 6), st.booleans()), max_size=4).map(
    lambda hops: tuple((source, max(0, source - die), is_hit and source > die) for source, die, is_hit in hops)
)


@settings(max_examples=50)
@given(STEPS)
def test_writing_what_was_read_changes_nothing(steps: tuple[Step, ...]) -> None:
    text = format_play(steps)
    assert format_play(parse_play(text)) == text


@settings(max_examples=50)
@given(STEPS)
def test_no_checker_is_lost_on_the_way(steps: tuple[Step, ...]) -> None:
    def balance(some: tuple[Step, ...]) -> list[int]:
        return [sum(target == place for _, target, _ in some) - sum(source == place for source, _, _ in some) for place in range(26)]

    assert balance(parse_play(format_play(steps))) == balance(steps)


@pytest.mark.parametrize("roll", [(high, low) for high in range(1, 7) for low in range(1, high + 1)])
def test_every_first_play_is_found_again_by_its_notation(roll: tuple[int, int]) -> None:
    plays = legal_plays(Position.start(), roll)
    assert len({format_play(play) for play in plays}) == len(plays)
    for play in plays:
        assert judge_play(Position.start(), roll, format_play(play)).play == play
