"""Every kind of violation from both seats and both home sides, its look-alikes, and its uncertain twins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from monitor.game.events import Player, Rows, Status, Support
from monitor.tracking import TableSettings
from tests.tracking.simulator import CLEAN, NOISY, START, Layout, Noise, Table, edit, of_kind, rows_of, run

SEATS = [(near, side) for near in Player for side in ("right", "left")]


# all further than six checkers from a start, so that watching begins in mid-game
BAR = ({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {23: 2, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5})
HIT = ({24: 2, 13: 5, 8: 3, 6: 5}, {23: 1, 21: 1, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5})
HOME = ({8: 1, 6: 3, 5: 2, 3: 2, 2: 2}, {20: 3, 19: 5, 13: 2})
HOLD = ({24: 2, 13: 5, 8: 3, 6: 5}, {23: 2, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5})

# name: (position, roll, moves as (mover's?, from, to), a reason that must be named or None)
VIOLATIONS = {
    "wrong-distance": (HOLD, (3, 1), [(1, 8, 4), (1, 6, 5)], "move.wrong-distance"),
    "one-die-unplayed": (HOLD, (3, 1), [(1, 8, 5)], "move.must-use-both"),
    "three-dice": (HOLD, (2, 1), [(1, 6, 5), (1, 8, 7), (1, 6, 4)], "move.too-many-checkers"),
    "double-three-played": (HOLD, (3, 3), [(1, 24, 21), (1, 24, 21), (1, 13, 10)], "move.must-use-max"),
    "backwards": (HOLD, (3, 1), [(1, 6, 9), (1, 6, 5)], "move.backwards"),
    "blocked-landing": (HOLD, (5, 3), [(1, 24, 19), (1, 8, 5)], "move.blocked-landing"),
    "opponent-moved": (HOLD, (3, 1), [(1, 8, 5), (1, 6, 5), (0, 8, 7)], "move.opponent-checker-moved"),
    "bar-ignored": (BAR, (4, 3), [(1, 13, 9), (1, 13, 10)], "move.bar-priority"),
    "hit-not-lifted": (HIT, (4, 2), [(1, 8, 4), (1, 6, 4)], "checker.hit-not-on-bar"),
    "bear-off-early": (HOME, (6, 5), [(1, 6, 0), (1, 5, 0)], "move.bearoff-not-home"),
    "swapped": (HOLD, (3, 1), [(1, 8, 5), (1, 6, 5), (1, 13, 18), (0, 7, 12)], None),
    "own-removed": (HOLD, (3, 1), [(1, 8, 5), (1, 6, 5), (1, 13, None)], "checker.count-mismatch"),
    "opponent-removed": (HOLD, (3, 1), [(1, 8, 5), (1, 6, 5), (0, 13, None)], None),
    "far-wrong": (HOLD, (2, 1), [(1, 24, 14)], None),
    "two-checkers-wrong": (HOLD, (6, 4), [(1, 24, 15), (1, 13, 11)], None),
}  # fmt: skip


def script(seat: tuple[Player, str], mover: Player, position: tuple[dict[int, int], dict[int, int]], noise: Noise, seed: int) -> Table:
    table = Table(Layout(*seat), noise, seed=seed, rows=rows_of(mover, *position))
    table.setup(table.rows, 3.0)
    return table


def moved(table: Table, mover: Player, moves: list[tuple[int, int, int | None]]) -> Rows:
    return edit(table.rows, *((mover if own else mover.opponent, a, b) for own, a, b in moves))


def play(table: Table, mover: Player, roll: tuple[int, int], after: Rows) -> list:
    table.turn(mover, roll, after)
    table.wait(1.0)
    near, home = table.layout.near, table.layout.near_home
    return of_kind(run(table.frames, TableSettings(near=near, near_home=home)), "play")


@pytest.mark.parametrize("noise", [CLEAN, NOISY], ids=["clean", "noisy"])
@pytest.mark.parametrize("mover", list(Player))
@pytest.mark.parametrize("name", VIOLATIONS)
def test_violation_found(name: str, mover: Player, noise: Noise) -> None:
    position, roll, moves, reason = VIOLATIONS[name]
    seat = SEATS[sum(map(ord, name)) % 4]
    if "removed" in name and noise is NOISY:
        noise = replace(NOISY, sharp=0.95, spread=0.05)  # that a checker is gone rests on one cell: the doubtful twin is below
    table = script(seat, mover, position, noise, seed=len(name))
    after = moved(table, mover, moves)
    plays = play(table, mover, roll, after)
    assert [(p.player, p.legal, p.status) for p in plays] == [(mover, False, Status.SURE)]
    assert plays[0].position == after
    assert reason is None or reason in plays[0].reasons


@pytest.mark.parametrize("name", ["own-removed", "opponent-removed"])
def test_a_checker_gone_before_a_doubtful_reader_is_unclear(name: str) -> None:
    position, roll, moves, _ = VIOLATIONS[name]
    table = script(SEATS[0], Player.A, position, NOISY, seed=len(name))
    plays = play(table, Player.A, roll, moved(table, Player.A, moves))
    assert [(p.legal, p.status) for p in plays] == [(None, Status.UNCERTAIN)]


@pytest.mark.parametrize("seat", SEATS, ids=lambda s: f"{s[0]}-{s[1]}" if isinstance(s, tuple) else str(s))
@pytest.mark.parametrize("mover", list(Player))
def test_violation_from_every_seat(seat: tuple[Player, str], mover: Player) -> None:
    table = script(seat, mover, HOLD, NOISY, seed=3)
    after = moved(table, mover, [(1, 24, 19), (1, 13, 10)])
    plays = play(table, mover, (5, 3), after)
    assert [(p.player, p.legal, p.position) for p in plays] == [(mover, False, after)]


LOOK_ALIKES = {
    "pick-and-pass": (({24: 2, 13: 5, 8: 3, 6: 5}, {23: 1, 22: 1, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5}), (3, 2), [(1, 6, 1), (0, 22, 25)]),
    "one-checker-both-dice": (HOLD, (5, 3), [(1, 24, 16)]),
    "around-the-blot": (({13: 5, 8: 4, 6: 6}, {23: 1, 21: 1, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5}), (4, 1), [(1, 8, 3)]),
    "two-hits": (({13: 5, 8: 3, 6: 7}, {21: 1, 20: 1, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5}), (4, 1), [(1, 8, 4), (1, 6, 5), (0, 21, 25), (0, 20, 25)]),
    "bar-hit-and-run": (({25: 1, 13: 5, 8: 3, 6: 6}, {23: 2, 13: 1, 11: 2, 10: 2, 9: 2, 8: 1, 6: 4, 3: 1}), (4, 3), [(1, 25, 18), (0, 3, 25)]),
    "four-sixes": (({24: 2, 20: 2, 13: 5, 8: 3, 6: 3}, {13: 5, 8: 5, 6: 5}), (6, 6), [(1, 24, 18), (1, 24, 18), (1, 20, 14), (1, 20, 14)]),
    "larger-unplayable": (({20: 1, 2: 7, 1: 7}, {6: 3, 5: 1, 11: 2, 13: 1, 18: 8}), (6, 2), None),
    "bear-off-both-with-one": (({6: 1, 2: 2}, {20: 3, 19: 5, 13: 2}), (5, 1), [(1, 6, 0)]),
    "dance": (({25: 1, 13: 7, 8: 3, 6: 4}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 3}), (6, 4), []),
    "primed": (({13: 2, 12: 4, 6: 9}, {18: 2, 17: 2, 16: 2, 15: 2, 14: 2, 19: 2, 24: 3}), (6, 1), None),
}  # fmt: skip


@pytest.mark.parametrize("mover", list(Player))
@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_look_alike_is_legal(name: str, mover: Player) -> None:
    position, roll, moves = LOOK_ALIKES[name]
    seat = SEATS[len(name) % 4]
    table = script(seat, mover, position, NOISY, seed=len(name))
    after = table.after(mover, roll, 0) if moves is None else moved(table, mover, moves)
    plays = play(table, mover, roll, after)
    assert [(p.player, p.legal, p.position) for p in plays] == [(mover, True, after)]


def test_hidden_cells_make_it_uncertain() -> None:
    """A cup parked on the points that tell two plays apart: neither is claimed."""
    table = script((Player.A, "right"), Player.A, HOLD, CLEAN, seed=1)
    table.roll(Player.A, (3, 1))
    after = edit(table.rows, (Player.A, 8, 5), (Player.A, 6, 5))
    table.move_to(after)
    cells = [table.layout.cell(Player.A, p) for p in (8, 7, 6, 5, 4, 3)]
    table.lift()
    table.wait(2)
    plays = of_kind(run(_cover(table, cells), TableSettings(near=Player.A, near_home="right")), "play")
    assert [(p.legal, p.status) for p in plays] == [(None, Status.UNCERTAIN)]


def _cover(table: Table, cells: list[int]) -> list:
    """The frames with these cells covered from the roll's rest to the end."""
    rolled = next(e["t"] for e in table.truth if e["kind"] == "roll") + 1.1
    out = []
    for f in table.frames:
        if f.t > rolled:
            hidden = f.is_hidden.copy()
            hidden[cells] = True
            f = replace(f, is_hidden=hidden)
        out.append(f)
    return out


@pytest.mark.parametrize("other", [0.42, 0.1, 0.012])
def test_doubtful_die_is_check_dice(other: float) -> None:
    """Illegal as read, legal under the other plausible reading: no claim (rules.md D23). However faint the other reading is, what is named
    as the doubt is the dice, not a fault of the player's."""
    table = script((Player.A, "right"), Player.A, HOLD, CLEAN, seed=2)
    table.roll(Player.A, (3, 1))
    after = edit(table.rows, (Player.A, 8, 4), (Player.A, 6, 5))  # legal with 4-1
    table.move_to(after)
    table.lift()
    table.wait(12)
    frames = [_doubt(f, other) for f in table.frames]
    events = run(frames, TableSettings(near=Player.A, near_home="right"))
    assert [(p.legal, p.reasons) for p in of_kind(events, "play")] == [(None, ("dice.check",))]


def _doubt(frame, other):
    dice = tuple(replace(d, value_p=(0.002, 0.002, 0.99 - other, other, 0.002, 0.002)) if max(d.value_p) == d.value_p[2] else d for d in frame.dice)
    return replace(frame, dice=dice)


def test_ambiguous_count_is_not_illegal() -> None:
    """A stack whose count the reader cannot tell does not make a violation."""
    table = script((Player.B, "left"), Player.A, HOLD, CLEAN, seed=4)
    after = edit(table.rows, (Player.A, 13, 8), (Player.A, 13, 10))
    table.turn(Player.A, (5, 3), after)
    table.wait(1)
    cell = table.layout.cell(Player.A, 8)
    flat = np.full(16, 0.001, np.float32)
    flat[3], flat[4], flat[5] = 0.4, 0.3, 0.3
    frames = []
    for f in table.frames:
        points = f.points.copy()
        if points[cell, 0].argmax() == 4:
            points[cell, 0] = flat / flat.sum()
        frames.append(replace(f, points=points))
    plays = of_kind(run(frames, TableSettings(near=Player.B, near_home="left")), "play")
    assert [p.legal for p in plays] == [True] and plays[0].position == after


@pytest.mark.parametrize("mover", list(Player))
def test_stack_always_read_one_too_low_is_not_illegal(mover: Player) -> None:
    """A fifth checker arrives on a point of four, and the reader goes on saying four, firmly, in every frame."""
    position = ({24: 2, 13: 4, 8: 4, 6: 5}, HOLD[1])
    table = script((Player.A, "left"), mover, position, NOISY, seed=6)
    after = edit(table.rows, (mover, 13, 8), (mover, 6, 3))
    table.turn(mover, (5, 3), after)
    table.wait(1)
    cell, color = table.layout.cell(mover, 8), 0 if mover is Player.A else 1
    for f in table.frames:
        f.points[cell, color] = 0.002
        f.points[cell, color, 4] = 0.97
    plays = of_kind(run(table.frames, TableSettings(near=Player.A, near_home="left")), "play")
    assert [(p.legal, p.position) for p in plays] == [(True, after)]


@pytest.mark.parametrize("mover", list(Player))
def test_a_checker_gone_beside_a_tall_stack_has_not_moved_onto_it(mover: Player) -> None:
    """One is borne off too early from the 5 point while five lie on the 6 point and read as before: nobody moved backwards."""
    position = ({24: 2, 13: 3, 8: 3, 6: 5, 5: 2}, HOLD[1])
    table = script((Player.A, "left"), mover, position, CLEAN, seed=6)
    after = edit(table.rows, (mover, 13, 7), (mover, 5, 0))
    table.turn(mover, (6, 5), after, legal=False)
    table.wait(1)
    (play,) = of_kind(run(table.frames, TableSettings(near=Player.A, near_home="left")), "play")
    assert (play.legal, play.position, play.reasons) == (False, after, ("move.bearoff-not-home",))


def test_unread_support_is_not_a_verdict() -> None:
    """A die of which the readings do not say whether it lies flat: nothing is claimed."""
    table = script((Player.A, "right"), Player.A, HOLD, CLEAN, seed=5)
    table.roll(Player.A, (3, 1), flat=(1.0, 0.3), on=(Support.BOARD, Support.BOARD))
    table.wait(2)
    roll = of_kind(run(table.frames, TableSettings(near=Player.A, near_home="right")), "roll")[0]
    assert roll.valid is None and roll.status is Status.UNCERTAIN
    assert START.A[6] == 5
