"""A die of the opening roll that cannot be read surely: nobody is accused, the play shows who won, and the game is followed on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from monitor.game.events import Player, Status
from tests.tracking.simulator import CLEAN, START, Layout, Table, of_kind, run

A, B = Player.A, Player.B


def doubt(table: Table, face: int, until: float) -> list:
    """Until then every die showing `face` reads nearly as much as the next face."""
    other = face % 6
    frames = []
    for frame in table.frames:
        dice = []
        for die in frame.dice:
            if frame.t < until and max(die.value_p) == die.value_p[face - 1]:
                p = [0.02] * 6
                p[face - 1], p[other] = 0.5, 0.42
                die = replace(die, value_p=tuple(p))
            dice.append(die)
        frames.append(replace(frame, dice=tuple(dice)))
    return frames


@pytest.mark.parametrize(("near", "side"), [(A, "right"), (B, "left")])
@pytest.mark.parametrize(("values", "doubtful"), [((5, 4), 4), ((2, 6), 2), ((3, 1), 3), ((1, 2), 1)])
def test_play_goes_on_after_a_doubtful_opening_die(near: Player, side: str, values: tuple[int, int], doubtful: int) -> None:
    """Also where the doubt is about who won, and where it could have been a tie."""
    table = Table(Layout(near, side), CLEAN, seed=6)
    table.setup(START, 2)
    winner = table.opening(values)
    assert winner is not None
    high_first = tuple(sorted(values, reverse=True))
    played = table.after(winner, high_first)
    table.move_to(played)
    table.wait(1.5)
    table.lift()
    lifted = table.frames[-1].t
    other = winner.opponent
    table.turn(other, (5, 3), table.after(other, (5, 3)))
    events = run(doubt(table, doubtful, lifted))
    roll = of_kind(events, "roll")[0]
    assert roll.opening and roll.status is Status.UNCERTAIN and None in roll.dice
    plays = of_kind(events, "play")
    assert [p.player for p in plays] == [winner, other]
    assert plays[0].legal is not False and plays[1].legal is True
    assert plays[0].position == played
    assert not of_kind(events, "gap")


def test_a_doubtful_tie_thrown_again_is_followed() -> None:
    table = Table(Layout(A, "right"), CLEAN, seed=8)
    table.setup(START, 2)
    assert table.opening((4, 4)) is None
    doubtful_until = table.frames[-1].t
    table.lift()
    table.wait(0.5)
    winner = table.opening((6, 2))
    assert winner is not None
    table.move_to(table.after(winner, (6, 2)))
    table.wait(1.5)
    table.lift()
    table.wait(2)
    events = run(doubt(table, 4, doubtful_until + 0.5))
    assert [(p.player, p.legal) for p in of_kind(events, "play")] == [(winner, True)]
