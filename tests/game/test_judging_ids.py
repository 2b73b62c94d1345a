"""A turn told by ids: before, roll, and the play or the position after."""

from __future__ import annotations

import pytest

from monitor.errors import InputError
from monitor.game import Position, judge_play
from monitor.game.ids import Xgid, gnu_position_id, xgid
from monitor.game.judging_ids import judge_ids, parse_roll

START = Position.start().on_roll
HIT = Position.from_rows(START, [0, 0, 0, 0, 1, *START[5:24], 1, 0])
"""An opponent with blots on the mover's 1 and 21."""


def before(position: Position, *, turn: int) -> str:
    bottom, top = position.rows if turn == 1 else position.flipped.rows
    return xgid(Xgid(bottom, top, turn=turn, dice="00"))


def after_xgid(position: Position, *, mover: int, turn: int) -> str:
    bottom, top = position.rows if mover == 1 else position.flipped.rows
    return xgid(Xgid(bottom, top, turn=turn, dice="00"))


@pytest.mark.parametrize("turn", [1, -1], ids=["bottom", "top"])
@pytest.mark.parametrize(("position", "roll", "play"), [(Position.start(), "31", "8/5 6/5"), (HIT, "31", "24/21* 6/5"), (Position.start(), "64", "13/7")])
def test_every_way_to_tell_the_position_after_comes_to_the_same(turn: int, position: Position, roll: str, play: str) -> None:
    told = judge_ids(before(position, turn=turn), roll, play=play)
    assert told.is_bottom == (turn == 1)
    for after in (
        after_xgid(told.after, mover=turn, turn=turn),
        after_xgid(told.after, mover=turn, turn=-turn),
        gnu_position_id(told.after),
        gnu_position_id(told.after.flipped),
        gnu_position_id(told.after.flipped) + ":cAkAAAAAAAAA",
    ):
        found = judge_ids(before(position, turn=turn), roll, after=after)
        assert (found.after, found.judgement.is_legal, found.judgement.reasons) == (told.after, told.judgement.is_legal, told.judgement.reasons), after
    assert told.judgement.is_legal == judge_play(position, (int(roll[0]), int(roll[1])), play).is_legal


@pytest.mark.parametrize("text", ["64", "6-4", "6 4", " 6,4 "])
def test_rolls(text: str) -> None:
    assert parse_roll(text) == (6, 4)


@pytest.mark.parametrize(
    ("roll", "more", "names"),
    [
        (None, {"play": "8/5"}, "no roll"),
        ("7-1", {"play": "8/5"}, "not a roll"),
        ("64", {}, "either the play or the position"),
        ("64", {"play": "8/5", "after": "4HPwATDgc/ABMA"}, "either the play or the position"),
        ("64", {"play": "8-5"}, "cannot read"),
        ("64", {"after": "nonsense"}, "nonsense"),
        ("64", {"after": ""}, "ID"),
    ],
)
def test_what_cannot_be_judged_is_told(roll: str | None, more: dict[str, str], names: str) -> None:
    with pytest.raises(InputError, match=names):
        judge_ids(before(Position.start(), turn=1), roll, **more)
