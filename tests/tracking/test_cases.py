"""Faults that users of comparable systems reported (numbers as in the list of such cases), each as the right behaviour here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from monitor.game.events import Player, Rows
from tests.tracking.simulator import NOISY, START, Die, Layout, Table, edit, of_kind, run

A, B = Player.A, Player.B
EIGHT_FIVE = edit(START, (A, 8, 5), (A, 6, 5))


def opened(seed: int = 0, **kwargs: object) -> Table:
    """A table after a start position and an opening 3-1 won by A, at the near edge."""
    table = Table(Layout(A, "right"), seed=seed, **kwargs)
    table.setup()
    assert table.opening((3, 1)) is A
    return table


def kinds(events: list) -> list[str]:
    return [e.kind for e in events]


def plays(events: list) -> list[tuple[Player, bool | None, Rows]]:
    return [(p.player, p.legal, p.position) for p in of_kind(events, "play")]


def test_13_handling_a_die_is_not_a_roll() -> None:
    """Nudged, turned under a sleeve, or shifted to make room: one roll, and no turn ends."""
    table = opened()
    table.dice[0].u += 0.4 * 0.022  # nudged
    table.hand(0.4, [], (0.0, 0.4, 1.0, 0.6))
    table.wait(1)
    table.dice[1] = Die(table.dice[1].u, table.dice[1].v + 0.2, table.dice[1].value, B)  # carried to another place
    table.hand(0.4, [], (0.0, 0.4, 1.0, 0.8))
    table.wait(2)
    table.move_to(EIGHT_FIVE)
    table.lift()
    events = run(table.frames)
    assert kinds(events) == ["setup", "roll", "play", "turn_end"]
    assert plays(events) == [(A, True, EIGHT_FIVE)]


def test_13_turned_die_is_noted_not_rolled() -> None:
    """A face changed by hand contact invents no roll; a play by the new number is not called illegal."""
    table = opened()
    table.dice[1] = Die(table.dice[1].u, table.dice[1].v, 5, B)
    table.hand(0.4, [], (0.0, 0.4, 1.0, 0.6))
    table.wait(2)
    table.move_to(edit(START, (A, 8, 3), (A, 6, 3)))  # 5-3, not 3-1
    table.lift()
    table.wait(13)
    events = run(table.frames)
    assert len(of_kind(events, "roll")) == 1
    assert [p.legal for p in of_kind(events, "play")] == [None]


def test_14_taken_back_play_counts_once() -> None:
    """One die played, a long thought, taken back, another play, dice lifted: one play, the final one."""
    table = opened()
    table.move_to(edit(START, (A, 8, 5)))
    table.wait(5)
    table.move_to(START)
    final = edit(START, (A, 24, 23), (A, 13, 10))
    table.move_to(final)
    table.lift()
    assert plays(run(table.frames)) == [(A, True, final)]


@pytest.mark.parametrize("seen_again", ["A", "B"])
def test_15_turns_inside_one_occlusion(seen_again: str) -> None:
    """Nearly all is covered while turns go on: recovered, or a gap declared; never an illegal play."""
    table = opened()
    table.wait(0.5)
    start = len(table.frames)
    table.move_to(EIGHT_FIVE)
    table.lift()
    after = EIGHT_FIVE
    if seen_again == "A":
        table.turn(B, (6, 4), table.after(B, (6, 4), 2))
        after = table.rows
    covered = [replace(f, is_hidden=f.is_hidden | True, is_bar_hidden=True, has_hand=True, is_still=False, dice=(), hands=((0.0, 0.0, 1.0, 1.0),))
               for f in table.frames[start:]]  # fmt: skip
    table.frames[start:] = covered
    who = Player(seen_again)
    table.roll(who, (5, 2))
    table.truth.clear()
    table.turn(who, (5, 2), table.after(who, (5, 2), 1), roll=False)
    table.roll(who.opponent, (4, 1))
    events = run(table.frames)
    assert all(p.legal is not False for p in of_kind(events, "play"))
    last = of_kind(events, "play")[-1]
    assert (last.player, last.before, last.position, last.legal) == (who, after, table.rows, True)
    assert seen_again == "B" or of_kind(events, "gap")
    assert of_kind(events, "roll")[-1].player is who.opponent


def test_16_slow_slide_with_rests() -> None:
    """A checker rests a second on each legal landing point on its way: judged where it ends."""
    table = opened()
    for target in (23, 21, 20):
        table.move_to(edit(START, (A, 24, target)))
        table.wait(1)
    table.lift()
    assert plays(run(table.frames)) == [(A, True, edit(START, (A, 24, 20)))]


def test_17_flicker_of_ten_frames_changes_nothing() -> None:
    """A point read in the other colour for ten frames, and later play undisturbed."""
    table = opened()
    cell = table.layout.cell(A, 13)
    table.recolor[cell] = 1
    for _ in range(10):
        table.frame()
    table.recolor.clear()
    table.wait(0.3)
    table.move_to(EIGHT_FIVE)
    table.lift()
    table.turn(B, (6, 2), table.after(B, (6, 2), 0))
    events = run(table.frames)
    assert kinds(events) == ["setup", "roll", "play", "turn_end", "roll", "play", "turn_end"]
    assert plays(events) == [(A, True, EIGHT_FIVE), (B, True, table.rows)]


def test_17_flicker_at_the_end_of_a_turn() -> None:
    table = opened()
    table.move_to(EIGHT_FIVE)
    table.lift(after=0.1)
    table.recolor[table.layout.cell(A, 13)] = 1
    for _ in range(10):
        table.frame()
    table.recolor.clear()
    table.wait(2)
    assert plays(run(table.frames)) == [(A, True, EIGHT_FIVE)]


@pytest.mark.parametrize("shared", [False, True], ids=["own-dice", "shared-dice"])
def test_18_a_turn_cut_out(shared: bool) -> None:
    """B's whole turn is missing from the recording: a gap is declared and the next turns are right again."""
    table = opened(shared_dice=shared)
    table.move_to(EIGHT_FIVE)
    table.lift()
    for player, roll in ((B, (4, 2)), (A, (6, 3))):
        table.turn(player, roll, table.after(player, roll, 1))
    table.dropped = True
    t = table.t
    table.turn(B, (6, 4), table.after(B, (6, 4), 2))
    table.dropped, table.t = False, t  # the recording's own time runs on without it
    expected = []
    for player, roll in ((A, (5, 2)), (B, (3, 1)), (A, (6, 2))):
        table.turn(player, roll, table.after(player, roll, 3))
        expected.append((player, True, table.rows))
    events = run(table.frames)
    assert plays(events)[-3:] == expected
    assert len(of_kind(events, "gap")) == 1
    assert [r.player for r in of_kind(events, "roll")] == [A, B, A, A, B, A]
    assert all(p.legal is not False for p in of_kind(events, "play"))


def test_18_cut_inside_a_turn() -> None:
    """The recording jumps from A's roll to B's: A's play is read from what is seen then."""
    table = opened()
    start = len(table.frames)
    t = table.t
    table.move_to(EIGHT_FIVE)
    table.lift()
    table.roll(B, (5, 2))
    cut = table.frames[start:-8]
    del table.frames[start:-8]
    shift = len(cut) / table.hz
    table.frames[start:] = [replace(f, t=round(f.t - shift, 4)) for f in table.frames[start:]]
    table.t -= shift
    assert table.t > t
    table.turn(B, (5, 2), table.after(B, (5, 2), 1), roll=False)
    assert plays(run(table.frames)) == [(A, True, EIGHT_FIVE), (B, True, table.rows)]


def test_19_opponents_hand_at_hand_over() -> None:
    """B clears his dice and reaches over the board after A's turn: no phantom "no play" of B."""
    table = opened()
    table.move_to(EIGHT_FIVE)
    table.lift(after=0.3)
    for _ in range(3):
        table.hand(0.7, range(0, 12))
        table.wait(0.4)
    table.turn(B, (6, 2), table.after(B, (6, 2), 1))
    events = run(table.frames)
    assert [(p.player, p.legal) for p in of_kind(events, "play")] == [(A, True), (B, True)]
    assert not of_kind(events, "gap")


def test_20_illegal_play_that_stands() -> None:
    """Accepted by the next roll: recorded as illegal, and play goes on from the position that is there."""
    table = opened()
    wrong = edit(START, (A, 8, 4), (A, 6, 5))
    table.move_to(wrong)
    table.lift()
    expected = [(A, False, wrong)]
    for player, roll in ((B, (6, 2)), (A, (5, 3)), (B, (4, 1))):
        table.turn(player, roll, table.after(player, roll, 1))
        expected.append((player, True, table.rows))
    events = run(table.frames)
    assert plays(events) == expected
    assert not of_kind(events, "gap")


def test_illegal_play_put_back_and_replayed() -> None:
    """Corrected before the next roll without new dice: a second play that says which it replaces."""
    table = opened()
    table.move_to(edit(START, (A, 8, 4), (A, 6, 5)))
    table.lift(after=2.5)
    table.move_to(START)
    table.wait(1)
    table.move_to(EIGHT_FIVE)
    table.wait(2)
    table.turn(B, (6, 2), table.after(B, (6, 2), 1))
    first, second, third = of_kind(run(table.frames), "play")
    assert (first.legal, second.legal, second.position, second.replaces) == (False, True, EIGHT_FIVE, first.t)
    assert (third.player, third.legal, third.before) == (B, True, EIGHT_FIVE)


def test_illegal_play_replayed_with_the_dice_put_back() -> None:
    """CNB 4.2.3.2: the dice are put back showing the roll. Not a new roll."""
    table = opened()
    table.move_to(edit(START, (A, 8, 5), (A, 6, 5)))
    table.lift()
    table.turn(B, (6, 2), table.after(B, (6, 2), 1))
    before = table.rows
    table.turn(A, (6, 3), edit(before, (A, 24, 16)))
    table.wait(2)
    table.move_to(before)
    table.roll(A, (6, 3))  # laid down, with a hand, in the same half
    table.truth.pop()
    good = table.after(A, (6, 3), 2)
    table.turn(A, (6, 3), good, roll=False)
    events = run(table.frames)
    assert [r.player for r in of_kind(events, "roll")] == [A, B, A]
    wrong, right = of_kind(events, "play")[-2:]
    assert (wrong.legal, right.legal, right.position, right.replaces) == (False, True, good, wrong.t)


def test_camera_lost_and_back_changed() -> None:
    """Reliability 8 and 12: nothing is evidence while the geometry is not trusted; what changed meanwhile is no illegal play."""
    table = opened()
    table.trusted = False
    table.wait(10)
    table.move_to(edit(START, (A, 8, 4), (A, 6, 5)))
    table.wait(10)
    table.trusted = True
    table.wait(1)
    table.lift()
    table.turn(B, (6, 2), table.after(B, (6, 2), 1))
    events = run(table.frames)
    assert all(p.legal is not False for p in of_kind(events, "play"))
    assert of_kind(events, "gap")
    assert plays(events)[-1] == (B, True, table.rows)


def test_camera_lost_and_back_unchanged() -> None:
    table = opened()
    table.trusted = False
    table.wait(30)
    table.trusted = True
    table.wait(1)
    table.move_to(EIGHT_FIVE)
    table.lift()
    events = run(table.frames)
    assert kinds(events) == ["setup", "roll", "play", "turn_end"]
    assert plays(events) == [(A, True, EIGHT_FIVE)]


def test_dropped_late_and_double_frames() -> None:
    """Reliability 11: 30 % of frames dropped, 50 ms jitter, doubles: the same turns."""
    table = Table(Layout(B, "left"), NOISY, seed=8)
    table.random_game(8)
    rng = table.rng
    frames = []
    for f in table.frames:
        if rng.random() < 0.3:
            continue
        f = replace(f, t=round(f.t + float(rng.uniform(0, 0.05)), 4))
        frames += [f, replace(f, t=f.t + 0.001)] if rng.random() < 0.1 else [f]
    assert plays(run(frames)) == plays(run(table.frames))
