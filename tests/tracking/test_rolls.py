"""Rolls: who rolled, where the dice lie from the roller's chair, invalid rolls and what follows them."""

from __future__ import annotations

import pytest

from monitor.game.events import Player, Status, Support
from monitor.tracking import TableSettings
from monitor.tracking.layout import BAR_CELL
from tests.tracking.simulator import CLEAN, NOISY, START, Die, Layout, Table, edit, of_kind, rows_of, run

A, B = Player.A, Player.B
SEATS = [(near, side) for near in Player for side in ("right", "left")]
INVALID = {
    "cocked": ({"flat": (1.0, 0.05)}, "roll.cocked"),
    "on-checker": ({"on": (Support.CHECKER, Support.BOARD)}, "roll.on-checker"),
    "left-of-bar": ({"halves": ("left", "left")}, "roll.left-of-bar"),
    "one-left": ({"halves": ("right", "left")}, "roll.left-of-bar"),
}


def opened(seat: tuple[Player, str] = (A, "right"), noise: object = CLEAN, seed: int = 0, **kwargs: object) -> Table:
    """After an opening and both players' first turns, with the near player to roll."""
    table = Table(Layout(*seat), noise, seed=seed, **kwargs)
    table.setup()
    near = seat[0]
    table.opening((4, 2))
    table.turn(near, (4, 2), table.after(near, (4, 2), 0), roll=False)
    table.turn(near.opponent, (3, 1), table.after(near.opponent, (3, 1), 0))
    return table


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("is_near", [True, False], ids=["near", "far"])
@pytest.mark.parametrize("name", INVALID)
def test_invalid_roll_then_again(name: str, is_near: bool, seat: tuple[Player, str]) -> None:
    how, reason = INVALID[name]
    table = opened(seat, NOISY, seed=len(name))
    roller = seat[0]
    if not is_near:
        table.turn(roller, (6, 5), table.after(roller, (6, 5), 0))
        roller = roller.opponent
    table.roll(roller, (6, 2), valid=False, **how)
    table.lift()
    table.turn(roller, (5, 1), table.after(roller, (5, 1), 0))
    events = run(table.frames)
    rolls = of_kind(events, "roll")
    assert [(r.player, r.valid, r.reason) for r in rolls[-2:]] == [(roller, False, reason), (roller, True, None)]
    assert len(of_kind(events, "play")) == (3 if is_near else 4)
    assert of_kind(events, "play")[-1].position == table.rows


def test_invalid_roll_played_on_stands() -> None:
    table = opened()
    table.turn(A, (6, 2), table.after(A, (6, 2), 0), valid=False, flat=(0.1, 1.0))
    table.turn(B, (5, 1), table.after(B, (5, 1), 0))
    events = run(table.frames)
    assert [r.valid for r in of_kind(events, "roll")][-2:] == [False, True]
    assert [(p.player, p.legal) for p in of_kind(events, "play")][-2:] == [(A, True), (B, True)]


def test_only_the_cocked_die_thrown_again() -> None:
    table = opened()
    table.roll(A, (6, 2), valid=False, flat=(1.0, 0.05))
    table.lift(1)
    table.roll(A, (4,), replace=False)
    table.turn(A, (6, 4), table.after(A, (6, 4), 0), roll=False)
    events = run(table.frames)
    assert [(r.player, sorted(r.dice), r.valid) for r in of_kind(events, "roll")][-2:] == [(A, [2, 6], False), (A, [4, 6], True)]
    assert of_kind(events, "play")[-1].position == table.rows


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("values", [(5, 2), (1, 6)])
def test_opening(seat: tuple[Player, str], values: tuple[int, int]) -> None:
    """One die each; the higher wins and its value comes first; ties are thrown again."""
    table = Table(Layout(*seat))
    table.setup()
    table.opening((3, 3))
    table.lift()
    winner = table.opening(values)
    events = run(table.frames)
    rolls = of_kind(events, "roll")
    assert [(r.player, r.dice, r.opening, r.valid) for r in rolls] == [(None, (3, 3), True, True), (winner, tuple(sorted(values))[::-1], True, True)]
    assert all(d.half == "right" for r in rolls for d in r.seen)


def test_opening_both_dice_in_one_half_is_uncertain() -> None:
    """Whose die went astray cannot be told; who plays tells who plays."""
    table = Table()
    table.setup()
    table.roll(A, (5, 3), owners=(A, B), halves=("right", "left"))
    after = table.after(B, (5, 3), 1)
    table.turn(B, (5, 3), after, roll=False)
    events = run(table.frames)
    (roll,) = of_kind(events, "roll")
    assert roll.valid is None and roll.status is Status.UNCERTAIN
    assert [(p.player, p.position) for p in of_kind(events, "play")] == [(B, after)]


@pytest.mark.parametrize("shared", [False, True], ids=["own-dice", "shared-dice"])
def test_left_over_die(shared: bool) -> None:
    """Only one die is lifted at the end of each turn; the other is left lying while the opponent rolls."""
    table = opened(shared_dice=shared)
    table.roll(A, (6, 2))
    table.move_to(table.after(A, (6, 2), 0))
    table.truth.append({"t": table.t, "kind": "play", "player": A, "position": table.rows, "legal": True})
    table.lift(1)
    table.roll(B, (5, 4), replace=False)
    after_b = table.after(B, (5, 4), 0)
    table.move_to(after_b)
    table.lift(2)
    table.dice = []
    table.wait(1)
    table.turn(A, (3, 1), table.after(A, (3, 1), 0))
    events = run(table.frames)
    assert [(r.player, sorted(r.dice)) for r in of_kind(events, "roll")][-3:] == [(A, [2, 6]), (B, [4, 5]), (A, [1, 3])]
    assert [(p.player, p.legal) for p in of_kind(events, "play")][-3:] == [(A, True), (B, True), (A, True)]


def test_loser_of_the_opening_takes_his_die_back() -> None:
    """The turn is the winner's and goes on while his own die lies there."""
    table = Table()
    table.setup()
    assert table.opening((5, 2)) is A
    table.lift(1)  # the far player's die, laid last
    half = edit(START, (A, 13, 8))
    table.move_to(half)
    table.wait(2.5)
    final = edit(half, (A, 24, 22))
    table.move_to(final)
    table.lift(1)
    assert [(p.player, p.legal, p.position) for p in of_kind(run(table.frames), "play")] == [(A, True, final)]


def test_one_die_taken_up_before_playing() -> None:
    table = opened()
    table.roll(A, (6, 2))
    table.lift(1)
    final = table.after(A, (6, 2), 0)
    table.move_to(final)
    table.wait(1)
    table.lift(1)
    assert [(p.legal, p.position) for p in of_kind(run(table.frames), "play")][-1] == (True, final)


def test_premature_roll() -> None:
    """B rolls while A's dice still lie and A is moving: A's turn is judged at its own end, B's roll follows."""
    table = opened()
    table.roll(A, (6, 2))
    table.roll(B, (5, 4), replace=False)
    mine, theirs = table.dice[:2], table.dice[2:]
    final = table.after(A, (6, 2), 0)
    table.move_to(final)
    table.dice = theirs + mine
    table.lift(2)
    table.dice = theirs
    table.turn(B, (5, 4), table.after(B, (5, 4), 0), roll=False)
    events = run(table.frames)
    assert [(r.player, r.valid) for r in of_kind(events, "roll")][-2:] == [(A, True), (B, True)]
    assert [(p.player, p.legal, p.position) for p in of_kind(events, "play")][-2:] == [(A, True, final), (B, True, table.rows)]


def test_parked_pair_of_the_other_player() -> None:
    """B's own pair lies on the board all through A's turn."""
    table = opened()
    parked = [Die(0.1, 0.5, 4, B), Die(0.2, 0.5, 2, B)]
    table.dice = list(parked)
    table.wait(0.2)
    table.dice = []
    table.wait(1)
    for player, roll in ((A, (6, 2)), (B, (5, 4))):
        table.turn(player, roll, table.after(player, roll, 0))
    assert [r.player for r in of_kind(run(table.frames), "roll")] == [A, B, A, B]


def test_dice_mix_between_games_is_no_roll() -> None:
    """Four dice on the board before the game (rules.md R24)."""
    table = Table()
    table.setup()
    table.dice = [Die(0.1 + 0.2 * i, 0.5, i + 1, A if i % 2 else B) for i in range(4)]
    table.wait(3)
    table.lift(4)
    table.wait(1)
    winner = table.opening((5, 2))
    rolls = of_kind(run(table.frames), "roll")
    assert [(r.player, r.dice) for r in rolls] == [(winner, (5, 2))]


def test_agreed_reroll_is_not_a_skipped_move() -> None:
    """Dice that look flat are lifted with nothing moved and the same player rolls again: no play is invented."""
    table = opened()
    table.roll(A, (6, 2))
    table.lift()
    table.turn(A, (5, 1), table.after(A, (5, 1), 0))
    events = run(table.frames)
    assert [r.player for r in of_kind(events, "roll")][-2:] == [A, A]
    assert [(p.player, p.legal) for p in of_kind(events, "play")] == [(A, True), (B, True), (A, True)]


def test_skipped_move_is_illegal() -> None:
    """The same, but the opponent rolls next: A made no play though he could."""
    table = opened()
    table.roll(A, (6, 2))
    table.lift()
    table.turn(B, (5, 1), table.after(B, (5, 1), 0))
    events = run(table.frames)
    assert [(p.player, p.legal) for p in of_kind(events, "play")][-2:] == [(A, False), (B, True)]


@pytest.mark.parametrize("again", [True, False], ids=["same player rolls", "opponent rolls"])
def test_nothing_moved_on_a_roll_that_may_be_invalid_is_no_skipped_move(again: bool) -> None:
    """A die that may be cocked: lifted with nothing moved, no play was due if it was."""
    table = opened()
    table.roll(A, (6, 2), flat=(1.0, 0.3))
    table.lift()
    roller = A if again else B
    table.turn(roller, (5, 1), table.after(roller, (5, 1), 0))
    events = run(table.frames)
    assert of_kind(events, "roll")[-2].valid is None
    assert [p.legal for p in of_kind(events, "play")][2:] == ([True] if again else [None, True])


def test_a_trick_of_the_light_after_an_invalid_roll_is_no_play() -> None:
    """A hit checker fades on the bar and a blot takes on its colour: no play of a roll that does not count, when its player rolls again."""
    hit = rows_of(A, {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {23: 2, 13: 1, 11: 2, 10: 2, 8: 1, 7: 2, 6: 5})
    table = Table(rows=hit)
    table.setup(hit, 8)
    table.roll(A, (6, 2), flat=(1.0, 0.05), valid=False)
    began, blot = len(table.frames), table.layout.cell(B, 8)
    table.lift()
    table.roll(A, (5, 1))
    for frame in table.frames[began:]:
        frame.points[blot] = frame.points[blot][::-1].copy()
        for row in (frame.bar[0], frame.totals[BAR_CELL]):
            row[:], row[:2] = 0.002, (0.8, 0.17)
    table.turn(A, (5, 1), table.after(A, (5, 1), 0), roll=False)
    events = run(table.frames, TableSettings(near=A, near_home="right"))
    assert [(r.valid, r.player) for r in of_kind(events, "roll")] == [(False, A), (True, A)]
    assert [p.before for p in of_kind(events, "play")] == [hit]


def test_dance_on_an_invalid_roll() -> None:
    """An invalid roll that could not be played is lifted and the opponent rolls: it was taken as a dance."""
    closed = rows_of(A, {25: 1, 13: 7, 8: 3, 6: 4}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 3})
    table = Table(rows=closed)
    table.setup(closed, 3)
    table.roll(A, (6, 4), flat=(1.0, 0.1), valid=False)
    table.lift()
    table.turn(B, (2, 1), table.after(B, (2, 1), 0))
    events = run(table.frames, TableSettings(near=A, near_home="right"))
    first = of_kind(events, "play")[0]
    rolls = of_kind(events, "roll")
    assert (first.player, first.notation, first.legal, first.t) == (A, "no play", True, rolls[0].t), "its final position stands since the roll"
    assert [r.player for r in rolls] == [A, B]


def test_left_permission_leaves_the_turn_order() -> None:
    """With a left permission the half says nothing about who rolled."""
    table = opened()
    table.turn(A, (6, 2), table.after(A, (6, 2), 0), halves=("left", "left"), valid=False)
    events = run(table.frames, TableSettings(left_permissions=frozenset({A})))
    assert of_kind(events, "roll")[-1].player is A


def test_times_are_those_of_what_happened() -> None:
    table = opened(noise=NOISY, seed=5)
    final = table.after(A, (6, 2), 0)
    table.turn(A, (6, 2), final)
    events = run(table.frames)
    for kind in ("roll", "play", "turn_end"):
        true = [e["t"] for e in table.truth if e["kind"] == kind]
        got = [e.t for e in of_kind(events, kind)]
        assert len(got) == len(true)
        assert all(abs(a - b) <= 0.7 for a, b in zip(got, true, strict=True)), (kind, got, true)


def test_start_unchanged_by_edit() -> None:
    assert edit(START, (A, 8, 5)).A[8] == 2 and START.A[8] == 3
