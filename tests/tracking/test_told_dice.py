"""A die that no picture shows clearly is told by the play made with it, where its face at least hints at it; nothing else follows from that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from monitor.game.events import Player, PlayMade, RollSeen, Rows, Status
from tests.tracking.simulator import CLEAN, Layout, Table, edit, of_kind, rows_of, run
from tests.tracking.test_rolls import opened

A, B = Player.A, Player.B
HINT = (0.03, 0.04, 0.36, 0.03, 0.49, 0.05)
"""A five that might be a three."""
SIX_THREE = (0.03, 0.04, 0.49, 0.03, 0.36, 0.05)
"""The same the other way round."""
GLARE = (0.16, 0.17, 0.17, 0.16, 0.18, 0.16)


def turn_with(face: Sequence[float], after: Rows | None = None, *, table: Table | None = None, **how: Sequence[str]) -> tuple[list[RollSeen], list[PlayMade]]:
    """The last turn's rolls and plays when A rolls 6-5, whose five shows `face`, and plays to `after` (a legal play unless given)."""
    table = table or opened()
    began, n = len(table.frames), len(of_kind(run(table.frames), "roll"))
    table.turn(A, (6, 5), after or table.after(A, (6, 5), 0), **how)
    for i in range(began, len(table.frames)):
        frame = table.frames[i]
        dice = [replace(d, value_p=tuple(face)) if d.value_p[4] > 0.9 else d for d in frame.dice]
        table.frames[i] = replace(frame, dice=tuple(dice))
    events = run(table.frames)
    return of_kind(events, "roll")[n:], of_kind(events, "play")[-1:]


def test_the_play_tells_a_die_that_only_hints() -> None:
    rolls, plays = turn_with(HINT)
    assert [(r.dice, r.status) for r in rolls] == [((6, None), Status.UNCERTAIN), ((6, 5), Status.SURE)]
    assert rolls[1].valid is True
    assert rolls[1].replaces == rolls[1].t == rolls[0].t and rolls[1].confidence > 0.95
    assert [(p.dice, p.legal) for p in plays] == [((6, 5), True)]


def test_glare_is_not_told_by_the_play() -> None:
    """Nothing but the play would speak for the five: who moved six and five may have rolled something else."""
    rolls, _ = turn_with(GLARE)
    assert [(r.dice, r.replaces) for r in rolls] == [((6, None), None)]


def test_dice_that_rather_show_something_else_are_to_be_checked() -> None:
    """rules.md D23: unlawful as read, legal under the other reading: said to the observer, and nothing told."""
    rolls, plays = turn_with(SIX_THREE)
    assert [r.replaces for r in rolls] == [None]
    assert [(p.legal, p.reasons) for p in plays] == [(None, ("dice.check",))]


def test_an_unlawful_play_tells_no_dice() -> None:
    table = opened()
    wrong = edit(table.rows, (A, 13, 12), (A, 13, 12))
    rolls, plays = turn_with(HINT, wrong, table=table)
    assert [r.replaces for r in rolls] == [None] and plays[0].legal is not True


def test_a_play_that_fits_two_readings_tells_neither() -> None:
    """A checker borne off from the three-point with a three or a five."""
    late = rows_of(A, {3: 1, 2: 3, 1: 3}, {3: 3, 2: 2, 1: 2})
    table = Table(Layout(A, "right"), CLEAN, rows=late)
    table.setup(late, 8)
    table.turn(A, (2, 1), table.after(A, (2, 1), 0))
    table.turn(B, (2, 1), table.after(B, (2, 1), 0))
    assert sum(table.rows.A[1:]) > 2
    rolls, _ = turn_with(HINT, table=table)
    assert [r.replaces for r in rolls] == [None]


def test_a_told_die_accuses_nobody() -> None:
    """Left of the bar as well: with the face unread nothing was held against it, and the play does not change that."""
    rolls, _ = turn_with(HINT, halves=("right", "left"))
    assert [r.replaces for r in rolls] == [None]
    assert all(r.valid is not False for r in rolls)


@pytest.mark.parametrize("face", [HINT, GLARE])
def test_the_roll_itself_is_told_before_the_play(face: Sequence[float]) -> None:
    rolls, plays = turn_with(face)
    assert rolls[0].replaces is None and rolls[0].t < plays[0].t
