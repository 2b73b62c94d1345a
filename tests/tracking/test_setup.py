"""The start position in every orientation, set-up errors, corrections, and beginnings in the middle of a game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from monitor.game.events import Player, Status
from monitor.tracking import TableSettings
from tests.tracking.simulator import CLEAN, NOISY, START, Layout, Table, edit, of_kind, rows_of, run

A, B = Player.A, Player.B
SEATS = [(near, side) for near in Player for side in ("right", "left")]


@pytest.mark.parametrize("noise", [CLEAN, NOISY], ids=["clean", "noisy"])
@pytest.mark.parametrize(("near", "side"), SEATS)
def test_orientation_is_learnt(near: Player, side: str, noise: object) -> None:
    table = Table(Layout(near, side), noise, seed=1)
    table.setup()
    setups = of_kind(run(table.frames), "setup")
    assert [(s.near, s.near_home, s.differs, s.position, s.starts_mid_game) for s in setups] == [(near, side, 0, START, False)]
    assert setups[0].t <= 0.6 and setups[0].status is Status.SURE


ERRORS = {
    "one-shifted": ([(A, 8, 7)], 1),
    "four-and-four": ([(A, 6, 8)], 1),
    "two-missing": ([(B, 13, None), (B, 8, None)], 2),
    "six-away": ([(A, 24, 23), (A, 24, 23), (B, 13, 12), (B, 13, 12), (B, 6, 5), (B, 6, 5)], 6),
    "one-missing": ([(A, 13, None)], 1),
}


@pytest.mark.parametrize(("near", "side"), SEATS)
@pytest.mark.parametrize("name", ERRORS)
def test_wrong_setup(name: str, near: Player, side: str) -> None:
    moves, differs = ERRORS[name]
    table = Table(Layout(near, side), CLEAN, seed=2)
    rows = edit(START, *moves)
    table.setup(rows, 4)
    setups = of_kind(run(table.frames), "setup")
    assert [(s.near, s.near_home, s.differs, s.position) for s in setups] == [(near, side, differs, rows)]


def test_wrong_setup_put_right_before_the_first_roll() -> None:
    table = Table()
    wrong = edit(START, (A, 8, 7))
    table.setup(wrong, 4)
    table.move_to(START)
    table.wait(2)
    table.opening((4, 2))
    events = run(table.frames)
    assert [(s.differs, s.position) for s in of_kind(events, "setup")] == [(1, wrong), (0, START)]
    assert of_kind(events, "roll")[0].player is A


def test_setting_up_is_not_a_setup_error() -> None:
    """Checkers are placed a few at a time with short pauses: only the finished position is reported."""
    table = Table()
    order = [(B, 6), (B, 13), (A, 6), (A, 13), (B, 8), (A, 8), (A, 24), (B, 24)]
    rows = edit(START, *[(p, point, None) for p, point in order for _ in range(START.of(p)[point])])
    table.set_rows(rows)
    for i in range(len(order)):
        left = order[i + 1 :]
        table.move_to(edit(START, *[(p, point, None) for p, point in left for _ in range(START.of(p)[point])]))
        table.wait(0.8)
    table.wait(1)
    setups = of_kind(run(table.frames), "setup")
    assert [(s.differs, s.position) for s in setups] == [(0, START)]


def test_misread_stack_is_no_setup_error() -> None:
    """One stack leaning towards another count for as long as it stands."""
    table = Table(seed=3)
    cell = table.layout.cell(A, 6)
    table.setup(START, 4)
    for f in table.frames:
        f.points[cell, 0] = 0.01
        f.points[cell, 0, 4], f.points[cell, 0, 5] = 0.6, 0.26
    assert [s.differs for s in of_kind(run(table.frames), "setup")] == [0]


def test_reader_that_cannot_count_fives_is_no_setup_error() -> None:
    """Two stacks of five read as four, firmly: far likelier the reader than the table, and said to be uncertain."""
    table = Table(seed=3)
    table.setup(START, 4)
    for f in table.frames:
        for player, point in ((A, 6), (B, 13)):
            cell, color = table.layout.cell(player, point), 0 if player is A else 1
            f.points[cell, color] = 0.002
            f.points[cell, color, 4] = 0.97
    assert [(s.differs, s.position, s.status) for s in of_kind(run(table.frames), "setup")] == [(0, START, Status.UNCERTAIN)]


@pytest.mark.parametrize(("near", "side"), SEATS)
@pytest.mark.parametrize("points", [(8, 13), (6,), (24,)], ids=str)
def test_stacks_that_a_lamp_turns_into_the_other_colour_are_no_setup_error(points: tuple[int, ...], near: Player, side: str) -> None:
    """More than fifteen of a colour: a set holds no more, so the light is wrong and not the set-up, and play is followed from it."""
    table = Table(Layout(near, side), seed=3)
    table.setup(START, 2)
    for point in points:
        table.recolor[table.layout.cell(B, point)] = 1
    table.set_rows(START)
    table.frames.clear()
    table.wait(3)
    table.opening((4, 2))
    table.turn(near, (4, 2), table.after(near, (4, 2), 0), roll=False)
    events = run(table.frames)
    assert [(s.differs, s.near, s.near_home, s.status) for s in of_kind(events, "setup")] == [(0, near, side, Status.SURE)]
    assert [(p.legal, p.position) for p in of_kind(events, "play")] == [(True, table.rows)]


FAR = rows_of(A, {20: 2, 13: 2, 8: 4, 6: 3, 5: 2, 4: 2}, {23: 2, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5})


def test_mid_game_when_seats_are_told() -> None:
    table = Table(Layout(B, "left"), rows=FAR)
    table.setup(FAR, 3)
    table.turn(B, (5, 3), table.after(B, (5, 3), 2))
    table.turn(A, (6, 1), table.after(A, (6, 1), 2))
    events = run(table.frames, TableSettings(near=B, near_home="left"))
    (setup,) = of_kind(events, "setup")
    assert setup.starts_mid_game and setup.position == FAR
    assert [(p.player, p.legal) for p in of_kind(events, "play")] == [(B, True), (A, True)]


@pytest.mark.parametrize(("near", "side"), SEATS)
def test_mid_game_seats_learnt_from_play(near: Player, side: str) -> None:
    """Nothing told: which way the checkers run and whose right the dice lie in tell the seats; nothing is flagged before."""
    table = Table(Layout(near, side), rows=FAR)
    table.setup(FAR, 3)
    expected = []
    for player, roll in ((B, (5, 3)), (A, (6, 1)), (B, (4, 2)), (A, (3, 2))):
        table.turn(player, roll, table.after(player, roll, 2))
        expected.append((player, True, table.rows))
    events = run(table.frames)
    setups = of_kind(events, "setup")
    assert all(s.starts_mid_game for s in setups)
    assert (setups[-1].near, setups[-1].near_home) == (near, side)
    got = [(p.player, p.legal, p.position) for p in of_kind(events, "play")]
    assert len(got) >= 2 and got == expected[-len(got) :]


def test_new_game_after_the_last() -> None:
    table = Table(rows=rows_of(A, {1: 2}, {6: 3, 5: 2}))
    table.setup(table.rows, 3)
    table.turn(A, (6, 5), edit(table.rows, (A, 1, 0), (A, 1, 0)))
    table.dice = []
    table.move_to(START, 0.2)
    table.wait(2)
    table.opening((1, 4))
    table.turn(B, (4, 1), table.after(B, (4, 1), 0), roll=False)
    events = run(table.frames, TableSettings(near=A, near_home="right"))
    assert [e.kind for e in events] == ["setup", "roll", "play", "turn_end", "game_end", "setup", "roll", "play", "turn_end"]
    assert of_kind(events, "game_end")[0].winner is A
    assert [p.player for p in of_kind(events, "play")] == [A, B]


def test_new_game_without_an_end() -> None:
    """A game given up is followed by a new set-up."""
    table = Table(rows=FAR)
    table.setup(FAR, 3)
    table.turn(A, (6, 1), table.after(A, (6, 1), 2))
    table.move_to(START, 0.2)
    table.wait(2)
    table.opening((1, 4))
    events = run(table.frames, TableSettings(near=A, near_home="right"))
    assert [s.differs for s in of_kind(events, "setup")][-1] == 0
    assert [(r.player, r.opening) for r in of_kind(events, "roll")] == [(A, False), (B, True)]


@pytest.mark.parametrize("missing", ["hidden", "hidden until the dice still lie", "lost"])
@pytest.mark.parametrize(("near", "side"), SEATS)
def test_a_play_that_nobody_saw_is_no_wrong_set_up(near: Player, side: str, missing: str) -> None:
    """An arm over the board, or pictures lost, until after the first play: what stands then is a checker or two away from the start, rightly so."""
    table = Table(Layout(near, side), CLEAN, seed=5)
    table.setup(START, 2)
    winner = table.opening((6, 2))
    assert winner is not None
    table.move_to(table.after(winner, (6, 2)))
    while_dice_lie = table.t
    table.wait(3)
    table.lift()
    seen_from = while_dice_lie if "dice" in missing else table.t
    table.wait(5)
    everything = np.ones(24, bool)
    if missing != "lost":
        frames = [replace(f, is_hidden=everything, is_bar_hidden=True, has_hand=True) if f.t < seen_from else f for f in table.frames]
    else:
        frames = [f for f in table.frames if f.t < 0.2 or f.t >= seen_from]
    setups = of_kind(run(frames), "setup")
    assert not [s for s in setups if s.differs and s.status is Status.SURE]
    watched = [replace(f, dice=()) for f in table.frames if f.t >= seen_from]
    assert [s.status for s in of_kind(run(watched), "setup") if s.differs] == [Status.SURE], "the same position, watched from the first picture on"


def test_a_camera_that_starts_slowly_still_tells_a_wrong_set_up() -> None:
    """While the board is being found no picture is read: in so short a time no turn is made."""
    table = Table(Layout(B, "left"), CLEAN, seed=3)
    table.setup(edit(START, (A, 8, 7)), 8)
    frames = [f for f in table.frames if f.t < 0.2 or f.t >= 2.5]
    assert [(s.differs, s.status) for s in of_kind(run(frames), "setup")] == [(1, Status.SURE)]
