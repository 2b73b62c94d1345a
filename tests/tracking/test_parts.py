"""The parts of the tracker by themselves: layout, evidence, picture, cube."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from monitor.game.events import Player, Support
from monitor.tracking import CubeReading, DieReading, Observation
from monitor.tracking import thresholds as T
from monitor.tracking.cube import CubeTracker
from monitor.tracking.dice import DiceTracker
from monitor.tracking.evidence import BoardEvidence, Fused
from monitor.tracking.explain import Turn, Verdict, explain
from monitor.tracking.layout import BAR_CELL, LAYOUTS, START, Layout, checkers_apart
from monitor.tracking.picture import best_reading, conservation, corrected, score_all
from tests.tracking.simulator import Table, edit

A, B = Player.A, Player.B


@pytest.mark.parametrize(
    ("layout", "player", "point", "cell"),
    [
        (Layout(A, "right"), A, 1, 23), (Layout(A, "right"), A, 12, 12), (Layout(A, "right"), A, 13, 0), (Layout(A, "right"), A, 24, 11),
        (Layout(A, "right"), B, 1, 11), (Layout(A, "right"), B, 24, 23), (Layout(A, "left"), A, 1, 12), (Layout(A, "left"), A, 24, 0),
        (Layout(A, "left"), B, 1, 0), (Layout(B, "left"), B, 6, 17), (Layout(B, "right"), A, 6, 6), (Layout(B, "right"), A, 25, 24),
    ],
)  # fmt: skip
def test_cell(layout: Layout, player: Player, point: int, cell: int) -> None:
    assert layout.cell(player, point) == cell


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rows_and_cells_round_trip(layout: Layout) -> None:
    rows = edit(START, (A, 8, 25), (B, 13, 1))
    assert layout.to_rows(layout.to_cells(rows), (0, 0)) == rows
    assert layout.half(layout.near, 0.9) == layout.half(layout.near.opponent, 0.1) == "right"


def test_start_positions_are_far_apart() -> None:
    cells = [x.to_cells(START) for x in LAYOUTS]
    assert all(checkers_apart(a, b) >= 20 for i, a in enumerate(cells) for b in cells[:i])


def test_nothing_under_a_hand_is_evidence() -> None:
    table = Table()
    table.wait(1)
    table.hand(1, [3, 4])
    evidence = BoardEvidence()
    for f in table.frames:
        evidence.add(f)
    assert not evidence.fused.scores[[3, 4]].any() and not evidence.fused.is_settled[[3, 4]].any()
    assert evidence.fused.is_settled[[0, 11]].all()


def test_moved_checker_counts_from_its_first_frame() -> None:
    table = Table()
    table.wait(1)
    table.set_rows(edit(START, (A, 8, 5)))
    moved = table.t
    table.wait(0.2, still=False)
    table.wait(0.6)
    evidence = BoardEvidence()
    for f in table.frames:
        evidence.add(f)
    cell = table.layout.cell(A, 5)
    assert evidence.fused.best()[cell, 0] == 1
    assert evidence.fused.since[cell] == pytest.approx(moved)


@pytest.mark.parametrize(("away", "is_flicker"), [(0.5, True), (2.5, False)])
def test_a_short_flicker_does_not_make_a_moved_checker_younger(away: float, is_flicker: bool) -> None:
    """The edge of the hand that lifts the dice spoils a cell for a moment: its play was made when it was made."""
    table = Table()
    table.wait(1)
    moved_rows = edit(START, (A, 8, 5))
    for rows in (moved_rows, edit(moved_rows, (A, 5, 4)), moved_rows):
        table.set_rows(rows)
        begins = table.t
        table.wait(0.2, still=False)
        table.wait(away if rows is not moved_rows else 1.4)
    evidence = BoardEvidence()
    for f in table.frames:
        evidence.add(f)
    since = evidence.fused.since[table.layout.cell(A, 5)]
    assert evidence.fused.best()[table.layout.cell(A, 5), 0] == 1
    assert since == pytest.approx(1.0 if is_flicker else begins, abs=0.13)


@pytest.mark.parametrize("has_moved", [False, True])
def test_what_read_otherwise_while_nothing_moved_does_not_make_a_checker_younger(has_moved: bool) -> None:
    """A stack read one too high for seconds at rest, until a hand passes over it: its play was made when it was made."""
    table = Table()
    table.wait(1)
    moved_rows = edit(START, (A, 8, 5))
    cell = table.layout.cell(A, 5)
    table.set_rows(moved_rows)
    table.wait(0.2, still=False)
    table.wait(0.8)
    table.set_rows(edit(moved_rows, (A, 6, 5)))
    if has_moved:
        table.wait(0.2, still=False)
    table.wait(2.5)
    table.set_rows(moved_rows)
    table.hand(0.6, [cell])
    begins = table.t
    table.wait(1.4)
    evidence = BoardEvidence()
    for f in table.frames:
        evidence.add(f)
    assert evidence.fused.best()[cell, 0] == 1
    assert evidence.fused.since[cell] == pytest.approx(begins if has_moved else 1.0, abs=0.2)


def _scores(cells: np.ndarray, clear: float = 18.0) -> np.ndarray:
    """Scores (25, 3, 16) in which every cell shows its counts clearly."""
    scores = np.full((25, 3, 16), -clear)
    for i in range(25):
        for row, n in enumerate((*cells[i], cells[i].sum())):
            scores[i, row, n] = 0.0
    return scores


ALL_THERE = (conservation(15), conservation(15))


def test_conservation_is_outvoted_by_a_clear_cell() -> None:
    cells = Layout(A, "right").to_cells(edit(START, (A, 13, None)))
    assert (best_reading(_scores(cells), ALL_THERE).cells == cells).all()


def test_conservation_decides_a_doubtful_count() -> None:
    layout = Layout(A, "right")
    cells = layout.to_cells(START)
    scores = _scores(cells)
    scores[layout.cell(A, 13), [0, 2], 4] = 1.0  # four looks a little better than five
    assert (best_reading(scores, ALL_THERE).cells == cells).all()


def test_one_disc_under_a_trick_of_the_light_keeps_its_colour_by_conservation() -> None:
    layout = Layout(A, "right")
    cells = layout.to_cells(START)
    seen = cells.copy()
    seen[layout.cell(B, 8)] = 1, 2  # three of B's stand there
    reading = best_reading(_scores(seen), ALL_THERE)
    assert (reading.cells == cells).all()


def test_a_hit_checker_not_lifted_is_believed_because_nothing_is_missing() -> None:
    layout = Layout(A, "right")
    cells = layout.to_cells(edit(START, (B, 24, 23), (A, 6, 2)))
    assert cells[layout.cell(A, 2)].tolist() == [1, 1]
    assert (best_reading(_scores(cells), ALL_THERE).cells == cells).all()


@pytest.mark.parametrize("whose", [A, B])
@pytest.mark.parametrize(("against", "is_gone"), [(6.0, False), (7.0, False), (30.0, True)])
def test_a_checker_that_may_be_gone_is_not_taken_off_the_board(against: float, is_gone: bool, whose: Player) -> None:
    """One cell reads a checker fewer, not surely enough to accuse anybody: the game goes on from the legal play with all checkers there. One of the
    mover's own, which would have been borne off too early, is as much the word of one cell as one of the opponent's."""
    layout = Layout(A, "right")
    played = edit(START, (A, 8, 5), (A, 6, 5))
    scores = _scores(layout.to_cells(played), 36.0)
    point, color = (5, 0) if whose is A else (8, 1)
    cell, there = layout.cell(whose, point), played.of(whose)[point]
    for row in (color, 2):
        scores[cell, row, there - 1], scores[cell, row, there] = 0.0, -against
    full = np.full(25, 10.0)
    seen = Fused(10.0, scores, full, full > 0, full, full)
    ex = explain(Turn(A, START, (((3, 1), 1.0),), None, layout), seen)
    assert ex.verdict is (Verdict.ILLEGAL if is_gone else Verdict.UNCERTAIN)
    assert is_gone or ex.position == played
    assert sum(ex.position.of(whose)[1:]) == (14 if is_gone else 15)


@pytest.mark.parametrize(("per_row", "is_on_bar"), [(2.9, True), (7.1, True), (13.5, False)], ids=["a faint box", "a fainter one", "no box at all"])
def test_a_faint_checker_on_the_bar_is_one_doubtful_look_and_not_many(per_row: float, is_on_bar: bool) -> None:
    """After a hit, the hit checker seen in three frames of ten, or never: only then is it gone."""
    layout = Layout(A, "right")
    before = edit(START, (B, 24, 20))
    hit = edit(START, (B, 24, 25), (A, 24, 5))
    scores = _scores(layout.to_cells(hit))
    scores[BAR_CELL, 1:, 0], scores[BAR_CELL, 1:, 1] = 0.0, -per_row
    clear = np.zeros(25)
    known = layout.to_cells(before)
    was = Fused(0.0, _scores(known, 13.5), clear, clear > 0, clear, clear)
    reading = best_reading(corrected(scores, was, known), ALL_THERE).cells
    assert (reading == layout.to_cells(hit if is_on_bar else edit(hit, (B, 25, None)))).all()


def test_two_checkers_swapped_are_believed() -> None:
    layout = Layout(A, "right")
    cells = layout.to_cells(START)
    cells[[layout.cell(A, 24), layout.cell(B, 24)]] = (0, 2), (2, 0)
    reading = best_reading(_scores(cells), ALL_THERE)
    assert (reading.cells == cells).all()
    as_before = float(score_all(_scores(cells), layout.to_cells(START)[None], ALL_THERE)[0])
    assert reading.score - as_before == pytest.approx(2 * T.COLOR_CAP)


def test_a_disc_of_no_clear_colour_is_there_all_the_same() -> None:
    layout = Layout(A, "right")
    rows = edit(START, (B, 24, 18))
    cells = layout.to_cells(rows)
    scores = _scores(cells)
    cell = layout.cell(B, 18)
    scores[cell, :2] = -18.0
    scores[cell, :2, :2] = [[0.0, -0.3], [0.0, 0.0]]  # A 0 or 1, B 0 or 1; that something stands there is beyond doubt
    assert (best_reading(scores, ALL_THERE).cells == cells).all()
    scores[cell, 2] = 0.0  # without that, nothing there would be as good
    assert best_reading(scores, ALL_THERE).score - float(score_all(scores, cells[None], ALL_THERE)[0]) < 0.5


def test_the_best_reading_is_the_best_of_all_positions() -> None:
    """Against trying every pair of counts in three cells by hand."""
    rng = np.random.default_rng(5)
    for _ in range(6):
        scores = np.full((25, 3, 16), -60.0)
        scores[:, :, 0] = 0.0
        scores[:3, :, :4] = rng.normal(0, 5, (3, 3, 4))
        penalties = (conservation(4), conservation(3))
        tries = np.array([[*map(int, np.unravel_index(i, (4,) * 6))] for i in range(4**6)], np.int16).reshape(-1, 3, 2)
        positions = np.zeros((len(tries), 25, 2), np.int16)
        positions[:, :3] = tries
        values = score_all(scores, positions, penalties)
        assert best_reading(scores, penalties).score == pytest.approx(float(values.max()))


def _dice(t: float, *dice: tuple[float, float, int], hands: tuple = (), **kwargs: object) -> Observation:
    readings = tuple(DieReading(u, v, 0.9, tuple(0.98 if i + 1 == value else 0.003 for i in range(6)), 0.95, size=0.022, **kwargs) for u, v, value in dice)
    points, bar = np.full((24, 2, 16), 1 / 16, np.float32), np.full((2, 16), 1 / 16, np.float32)
    return Observation(t, int(t * 10), points, bar, dice=readings, hands=hands, has_hand=bool(hands))


def test_die_rests_and_is_lifted() -> None:
    tracker = DiceTracker()
    for i in range(8):
        tracker.update(_dice(i / 10, (0.7, 0.5, 4)))
        assert bool(tracker.resting()) == (i >= 5)
    assert tracker.resting()[0].value == 4 and tracker.resting()[0].first == 0.0
    lifted = [(x.t, i) for i in range(8, 20) for x in tracker.update(_dice(i / 10))]
    assert lifted == [(0.8, 15)]


def test_die_under_a_hand_is_not_lifted() -> None:
    tracker = DiceTracker()
    for i in range(8):
        tracker.update(_dice(i / 10, (0.7, 0.5, 4)))
    for i in range(8, 40):
        assert not tracker.update(_dice(i / 10, hands=((0.6, 0.4, 0.8, 0.6),)))
    assert len(tracker.resting()) == 1


def test_die_whose_place_is_not_bare_is_not_lifted_and_then_is() -> None:
    tracker = DiceTracker()
    for i in range(8):
        tracker.update(_dice(i / 10, (0.7, 0.5, 4)))
    for i in range(8, 40):
        assert not tracker.update(replace(_dice(i / 10), covered=((0.702, 0.501),)))
    assert len(tracker.resting()) == 1
    assert [x.t for i in range(40, 52) for x in tracker.update(_dice(i / 10))] == [4.0]
    assert Observation.from_json(replace(_dice(1.0), covered=((0.7, 0.5),)).to_json()).covered == ((0.7, 0.5),)


@pytest.mark.parametrize(
    ("on", "on_p", "expected", "is_flat"),
    [(Support.BOARD, 1.0, Support.BOARD, True), (Support.CHECKER, 0.95, Support.CHECKER, True), (Support.CHECKER, 0.55, Support.BOARD, None),
     (Support.BAR, 0.9, Support.BAR, True)],
)  # fmt: skip
def test_support(on: Support, on_p: float, expected: Support, is_flat: bool | None) -> None:
    tracker = DiceTracker()
    for i in range(8):
        tracker.update(_dice(i / 10, (0.7, 0.5, 4), on=on, on_p=on_p))
    seen = tracker.resting()[0].seen(Layout(A, "right"), A)
    assert (seen.on, seen.is_flat) == (expected, is_flat)
    assert seen.half == ("right" if expected in (Support.BOARD, Support.CHECKER) else None)


@pytest.mark.parametrize(
    ("flat_p", "face", "is_flat"),
    [(0.95, 0.98, True), (0.3, 0.98, None), (0.2, 0.98, False), (0.2, 0.65, None), (0.1, 0.45, False), (0.1, 0.35, None), (0.5, 0.5, True)],
)
def test_a_die_is_called_cocked_only_when_its_face_is_clear(flat_p: float, face: float, is_flat: bool | None) -> None:
    """Glare that hides pips hides how the die lies."""
    tracker = DiceTracker()
    for i in range(8):
        (reading,) = _dice(i / 10, (0.7, 0.5, 4)).dice
        value_p = tuple(face if v == 4 else (1 - face) / 5 for v in range(1, 7))
        tracker.update(replace(_dice(i / 10), dice=(replace(reading, flat_p=flat_p, value_p=value_p),)))
    assert tracker.resting()[0].seen(Layout(A, "right"), A).is_flat is is_flat


def test_where_a_die_without_a_face_lies_is_held_against_nobody() -> None:
    """Grain that passes for a die shows no face; left of the bar it would accuse the roller."""
    halves = []
    for face in (0.98, 0.5):
        tracker = DiceTracker()
        for i in range(8):
            (reading,) = _dice(i / 10, (0.2, 0.5, 4)).dice
            tracker.update(replace(_dice(i / 10), dice=(replace(reading, value_p=tuple(face if v == 4 else (1 - face) / 5 for v in range(1, 7))),)))
        halves.append(tracker.resting()[0].seen(Layout(A, "right"), A).half)
    assert halves == ["left", None]


def test_cube_double_and_take() -> None:
    layout, cube = Layout(A, "right"), CubeTracker()

    def at(t: float, u: float, v: float, value: int, on_roll: Player | None) -> list:
        out = []
        for k in range(12):
            obs = _dice(t + k / 10)
            obs = Observation(obs.t, obs.seq, obs.points, obs.bar, cube=CubeReading(u, v, value, 0.9))
            out += cube.update(obs, on_roll, layout)
        return [(e.player, e.action, e.value) for e in out]

    assert at(0, 0.5, 0.5, 64, A) == [] and cube.value == 1
    assert at(2, 0.2, 0.3, 64, A) == at(3, 0.5, 0.51, 2, A) == []  # something else for a moment, and a misread face: nobody doubles without moving it over
    assert at(5, 0.7, 0.4, 2, A) == [(A, "double", 2)]
    assert at(9, 0.9, -0.05, 2, A) == [(B, "take", 2)]
    assert (cube.value, cube.owner) == (2, B)
    assert at(12, 0.9, -0.06, 8, B) == []  # no such step: nothing is claimed
    assert at(18, 0.3, 0.6, 4, B) == [(B, "double", 4)]
