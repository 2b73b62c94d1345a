"""What looks like a die from the first picture on (an emblem, a die nobody was seen to throw) is no roll, and hinders none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from monitor.game.events import Player
from monitor.tracking.observation import DieReading, Observation
from tests.tracking.simulator import CLEAN, START, Layout, Table, edit, of_kind, run

A, B = Player.A, Player.B
EMBLEMS = [(0.73, 0.47), (0.81, 0.47), (0.26, 0.55)]


def emblem(u: float, v: float) -> DieReading:
    return DieReading(u, v, 0.97, (0.02, 0.9, 0.02, 0.02, 0.02, 0.02), 0.4, size=0.024)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("near", "side"), [(A, "right"), (B, "left")])
def test_emblems_taken_for_dice_change_nothing(near: Player, side: str, count: int) -> None:
    table = Table(Layout(near, side), CLEAN, seed=9)
    table.setup(START, 2)
    winner = table.opening((6, 2))
    assert winner is not None
    table.move_to(table.after(winner, (6, 2)))
    table.wait(1.5)
    table.lift()
    table.turn(winner.opponent, (5, 3), table.after(winner.opponent, (5, 3)))
    frames = [replace(f, dice=(*f.dice, *(emblem(u, v) for u, v in EMBLEMS[:count]))) if f.is_full else f for f in table.frames]
    clean, spoiled = run(table.frames), run(frames)
    assert [(type(e), e.t) for e in spoiled] == [(type(e), e.t) for e in clean]
    assert [p.position for p in of_kind(spoiled, "play")] == [p.position for p in of_kind(clean, "play")]
    assert [(r.player, r.dice, r.valid) for r in of_kind(spoiled, "roll")] == [(r.player, r.dice, r.valid) for r in of_kind(clean, "roll")]


def test_a_die_that_lay_there_and_is_then_thrown_counts() -> None:
    """Parked dice are taken up and thrown: from their next rest on they are dice as any."""
    table = Table(Layout(A, "right"), CLEAN, seed=4)
    table.roll(A, (3, 3))
    table.setup(START, 2)
    table.lift()
    winner = table.opening((5, 1))
    table.wait(1)
    rolls = of_kind(run(table.frames), "roll")
    assert [(r.player, r.opening) for r in rolls][-1:] == [(winner, True)]


def opened(near: Player, seed: int) -> tuple[Table, Player]:
    """A table after its opening roll and play, and who made them."""
    table = Table(Layout(near, "right"), CLEAN, seed=seed)
    table.setup(START, 2)
    winner = table.opening((6, 2))
    assert winner is not None
    table.turn(winner, (6, 2), table.after(winner, (6, 2)), roll=False)
    return table, winner


def grain(u: float, v: float) -> DieReading:
    """Ground that the detector takes for a die: no face stands out."""
    return DieReading(u, v, 0.6, (0.2, 0.15, 0.15, 0.15, 0.2, 0.15), 0.8, size=0.024)


@pytest.mark.parametrize("is_opening", [True, False])
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize(("near", "side"), [(A, "right"), (B, "left")])
def test_grain_uncovered_before_a_roll_gives_way_to_the_dice(near: Player, side: str, count: int, is_opening: bool) -> None:
    """One or two places look like dice from some moment on and stay: the next throw that can be read is the roll, and the turns go on."""
    table = Table(Layout(near, side), CLEAN, seed=12)
    table.setup(START, 2)
    began = table.t if is_opening else 0.0
    if is_opening:
        table.wait(6)
    winner = table.opening((6, 2))
    assert winner is not None
    player, values = winner, (6, 2)
    for n in range(3):
        table.turn(player, values, table.after(player, values), roll=n > 0)
        if n == 0 and not is_opening:
            began = table.t
            table.wait(6)
        player, values = player.opponent, (5, 3 + n % 2)
    places = [(0.47 if near is A else 0.03, 0.5), (0.97, 0.5)][:count]
    frames = [replace(f, dice=(*f.dice, *(grain(u, v) for u, v in places))) if f.is_full and f.t >= began else f for f in table.frames]
    events = run(frames)
    assert [(p.player, p.position, p.legal) for p in of_kind(events, "play")] == [(p.player, p.position, True) for p in of_kind(run(table.frames), "play")]
    true = [(e["player"], sorted(e["dice"])) for e in table.truth if e["kind"] == "roll"]
    assert [(r.player, sorted(r.dice)) for r in of_kind(events, "roll") if None not in r.dice] == true


@pytest.mark.parametrize("late_s", [0.0, 0.3, 0.8])
@pytest.mark.parametrize("near", [A, B])
def test_a_vein_beside_one_die_of_a_roll_is_none_of_its_dice(near: Player, late_s: float) -> None:
    """What a die's shadow brings to light comes to rest with the dice or a little later, and shows no face: the two that do are the roll."""
    table, winner = opened(near, seed=5)
    began = table.t
    table.turn(winner.opponent, (5, 3), table.after(winner.opponent, (5, 3)))
    rested = min(f.t for f in table.frames if f.t > began and len(f.dice) == 2 and f.is_still)
    frames = [replace(f, dice=(*f.dice, grain(f.dice[0].u + 0.04, f.dice[0].v))) if f.t >= rested + late_s and len(f.dice) == 2 else f for f in table.frames]
    clean, spoiled = run(table.frames), run(frames)
    assert [(r.player, r.dice, r.valid) for r in of_kind(spoiled, "roll")] == [(r.player, r.dice, r.valid) for r in of_kind(clean, "roll")]
    assert [(p.position, p.legal) for p in of_kind(spoiled, "play")] == [(p.position, p.legal) for p in of_kind(clean, "play")]


@pytest.mark.parametrize("near", [A, B])
def test_what_looks_like_a_die_long_after_its_twin_came_to_rest_makes_no_roll(near: Player) -> None:
    """One die is never seen; seconds later ground left of the bar that a checker has left shows a clear face: nobody rolled left."""
    table, winner = opened(near, seed=3)
    player = winner.opponent
    table.roll(player, (5, 3))
    unseen = table.dice[1]
    table.wait(6)
    began, u = table.t, 0.2 if (player is near) else 0.8
    table.move_to(table.after(player, (5, 3)))
    table.wait(1)
    table.lift()
    ended = table.t
    table.turn(winner, (4, 2), table.after(winner, (4, 2)))

    def seen(f: Observation) -> Observation:
        kept = [d for d in f.dice if abs(d.u - unseen.u) + abs(d.v - unseen.v) > 0.02 or f.t > ended]
        return replace(f, dice=(*kept, replace(emblem(u, 0.75), flat_p=0.98)) if began <= f.t < ended else tuple(kept)) if f.is_full else f

    events = run([seen(f) for f in table.frames])
    assert [(r.player, r.valid) for r in of_kind(events, "roll")] == [(winner, True), (player, None), (winner, True)]
    assert of_kind(events, "play")[-1].position == table.rows and not any(p.legal is False for p in of_kind(events, "play"))


@pytest.mark.parametrize(("moves", "legal"), [(((A, 13, 8), (A, 13, 10)), None), (((A, 8, 10), (A, 6, 5)), False)], ids=["with other dice", "with no dice"])
def test_with_a_die_unread_only_what_no_roll_allows_is_illegal(moves: tuple[tuple[Player, int, int], ...], legal: bool | None) -> None:
    """A rolls 2-1 and the second die is never seen: the first may be misread as well, so 5 and 3 must not be called illegal; a step backwards must."""
    table = Table(Layout(A, "right"), CLEAN, seed=3)
    table.setup(START, 2)
    assert table.opening((2, 6)) is B
    table.turn(B, (6, 2), table.after(B, (6, 2)), roll=False)
    table.roll(A, (2, 1))
    unseen, thrown = table.dice[1], table.t
    table.wait(5)
    table.move_to(edit(table.rows, *moves))
    table.wait(2)
    table.lift()
    ended = table.t
    table.wait(2)
    table.turn(B, (3, 1), table.after(B, (3, 1)))
    frames = [
        replace(f, dice=tuple(d for d in f.dice if abs(d.u - unseen.u) + abs(d.v - unseen.v) > 0.02)) if f.is_full and thrown - 3 < f.t <= ended else f
        for f in table.frames
    ]
    plays = of_kind(run(frames), "play")
    assert [p.player for p in plays] == [B, A, B] and plays[1].legal is legal and plays[1].dice == (2, None)
