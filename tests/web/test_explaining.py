"""What is shown of an illegal play is computed from the log's positions and roll, and never contradicts the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from monitor.game import judge_play
from monitor.game.events import Player
from monitor.game.position import Position, position_to_rows
from web.explaining import account_of_flag, account_of_line, marked_svg
from web.view import Flag, Line


def rows(position: Position, mover: Player) -> Mapping[str, Any]:
    made = position_to_rows(position, mover)
    return {"A": list(made.A), "B": list(made.B)}


def line(mover: Player = Player.A, **changes: Any) -> Line:
    """A 6-4 of which only 13/7 was played."""
    played = judge_play(Position.start(), (6, 4), "13/7").play
    assert played is not None
    facts: dict[str, Any] = {
        "seq": 9, "t": 5.0, "kind": "turn", "player": mover.value, "dice": (6, 4), "verdict": "illegal", "reasons": ("move.must-use-both",),
        "before": rows(Position.start(), mover), "after": rows(played.after, mover),
    }  # fmt: skip
    return Line(**facts | changes)


@pytest.mark.parametrize("mover", Player)
def test_the_play_of_either_player(mover: Player) -> None:
    account = account_of_line(line(mover))
    assert account is not None and account.text.startswith("6 and 4 were rolled; 13/7 was played. 24/20 could have been played too")
    drawing = marked_svg(line(mover), "A", "right")
    assert drawing is not None and 'class="mark-due"' in drawing


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "roll"},
        {"verdict": "uncertain"},
        {"player": None},
        {"before": None},
        {"after": None},
        {"dice": (6, None)},
        {"dice": ()},
        {"reasons": ("move.backwards",)},
        {"after": rows(Position.start(), Player.A), "before": rows(Position.start(), Player.A), "reasons": ("move.must-use-max",)},
    ],
    ids=str,
)
def test_what_the_log_does_not_tell_is_not_explained(changes: dict[str, Any]) -> None:
    assert account_of_line(line(**changes)) is None
    assert marked_svg(line(**changes), "A", "right") is None


@pytest.mark.parametrize(("rule", "is_explained"), [("move.illegal", True), ("move.must-use-both", True), ("roll.cocked", False), ("dice.check", False)])
def test_only_flags_about_plays_are_explained(rule: str, is_explained: bool) -> None:
    flag = Flag(10, "", 5.0, "", {"rule": rule}, line=line())
    assert (account_of_flag(flag) is not None) is is_explained
    assert account_of_flag(Flag(10, "", 5.0, "", {"rule": rule})) is None
