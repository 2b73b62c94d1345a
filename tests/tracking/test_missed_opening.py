"""Dice that vision did not see at the opening must never turn a lawful play into a set-up error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from monitor.game.events import Player, Status
from tests.tracking.simulator import CLEAN, START, Layout, Table, edit, of_kind, run

A, B = Player.A, Player.B


def blind_to_dice(table: Table, until: float) -> list:
    return [replace(f, dice=()) if f.t < until else f for f in table.frames]


@pytest.mark.parametrize(("near", "side"), [(A, "right"), (B, "left")])
@pytest.mark.parametrize("values", [(6, 1), (4, 2)])
def test_an_unseen_opening_roll_is_a_gap_and_play_goes_on(near: Player, side: str, values: tuple[int, int]) -> None:
    table = Table(Layout(near, side), CLEAN, seed=5)
    table.setup(START, 2)
    winner = table.opening(values)
    assert winner is not None
    table.move_to(table.after(winner, values))
    table.wait(1.5)
    table.lift()
    unseen = table.frames[-1].t
    other = winner.opponent
    table.turn(other, (5, 3), table.after(other, (5, 3)))
    events = run(blind_to_dice(table, unseen))
    assert [s.differs for s in of_kind(events, "setup") if s.status is Status.SURE] == [0]
    assert [g.why for g in of_kind(events, "gap")] == ["the opening roll was not seen"]
    assert [(p.player, p.legal) for p in of_kind(events, "play")] == [(other, True)]


def test_a_right_set_up_that_changes_without_dice_is_doubted_not_flagged() -> None:
    table = Table()
    table.setup(START, 2)
    table.move_to(edit(START, (A, 6, 7)))  # no legal play does this
    table.wait(5)
    setups = of_kind(run(table.frames), "setup")
    assert setups[0].differs == 0 and setups[0].status is Status.SURE
    assert all(s.status is Status.UNCERTAIN for s in setups[1:])


def test_a_wrong_set_up_put_right_is_no_opening_play() -> None:
    """Nine to six is what a legal 2-1 would do, but it puts a wrong set-up right."""
    wrong = edit(START, (A, 6, 9))
    table = Table()
    table.setup(wrong, 4)
    table.move_to(START)
    table.wait(2)
    setups = of_kind(run(table.frames), "setup")
    assert [(s.differs, s.position) for s in setups] == [(1, wrong), (0, START)]
