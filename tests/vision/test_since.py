"""Detections held against the background: what is old goes, what is new comes, what is believed never becomes background."""

from __future__ import annotations

import numpy as np

from calibration.geometry import CANVAS_H, CANVAS_W, BoardFit, board_from_canvas, canvas_from_board
from monitor.tracking.observation import DieReading
from monitor.vision.classes import CHECKER, DIE, HAND
from monitor.vision.detector import Detections
from monitor.vision.memory import Memory
from monitor.vision.since import NEW_THING, OWN_SQUARE, Since
from tests.vision.test_background import DIE as DIE_BOX
from tests.vision.test_background import HAND as HAND_BOX
from tests.vision.test_background import cork, with_box

FIT = BoardFit(canvas_from_board(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])), (0.47, 0.53), CANVAS_W, CANVAS_H)
"""Of a picture that is its own canvas."""
WHITE = (235, 235, 240)
CHECKER_BOX = np.array([200, 500, 248, 548], np.float32)


def found(*things: tuple[int, np.ndarray]) -> Detections:
    return Detections(
        np.array([b for _, b in things], np.float32).reshape(-1, 4), np.full(len(things), 0.9, np.float32), np.array([k for k, _ in things], np.int64)
    )


def step(memory: Memory, canvas: np.ndarray, t: float, seen: Detections, dice: tuple[DieReading, ...] = (), *, is_still: bool = True) -> Detections:
    since = Since(memory, t, is_still)
    judged = since.judged(canvas, seen, 24.0)
    since.follow(canvas, dice)
    return judged


def test_grain_goes_hands_only_later_and_checkers_always_stay() -> None:
    memory, seen = Memory.of(FIT), found((DIE, DIE_BOX), (HAND, HAND_BOX), (CHECKER, CHECKER_BOX))
    assert step(memory, cork(), 0.0, seen).class_id.tolist() == [HAND, CHECKER]
    assert step(memory, cork(1), 8.0, seen).class_id.tolist() == [CHECKER]


def test_a_new_thing_is_offered_as_a_doubtful_die_only_at_rest_and_where_nothing_was_seen() -> None:
    memory = Memory.of(FIT)
    step(memory, cork(), 0.0, found())
    thrown = with_box(cork(1), DIE_BOX, WHITE)
    assert len(step(memory, thrown, 0.4, found(), is_still=False).class_id) == 0
    offered = step(memory, thrown, 0.8, found())
    assert offered.class_id.tolist() == [DIE] and offered.confidence.tolist() == [NEW_THING]
    assert step(memory, thrown, 1.2, found((DIE, DIE_BOX))).confidence.tolist() == [np.float32(0.9)]


def test_a_faint_box_on_a_new_thing_is_raised_to_a_doubtful_die_and_one_elsewhere_is_not() -> None:
    """A box fainter than any that is read used to bar its own place from being looked at."""
    memory = Memory.of(FIT)
    step(memory, cork(), 0.0, found())
    elsewhere = DIE_BOX + np.float32(120)
    seen = Detections(np.stack([DIE_BOX + np.float32(2), elsewhere]), np.array([0.12, 0.12], np.float32), np.array([DIE, DIE]))
    offered = step(memory, with_box(with_box(cork(1), DIE_BOX, WHITE), CHECKER_BOX, WHITE), 0.4, seen)
    assert offered.class_id.tolist() == [DIE] and np.allclose(offered.xyxy[0], DIE_BOX + 2) and offered.confidence.tolist() == [NEW_THING]


def test_a_die_that_lay_there_a_moment_ago_is_offered_again_also_where_the_change_is_not_compact() -> None:
    """A die against a checker moved since: one patch of change, twice as long as a die."""
    u0, v0, u1, v1 = board_from_canvas(DIE_BOX.reshape(2, 2)).ravel()
    die = DieReading((u0 + u1) / 2, (v0 + v1) / 2, 0.9, (0.95, 0.01, 0.01, 0.01, 0.01, 0.01), 0.95, size=(u1 - u0) * OWN_SQUARE)
    beside = DIE_BOX + np.array([18, 0, 48, 30], np.float32)
    for before, want in (((), 0), ((die,), 1)):
        memory = Memory.of(FIT)
        step(memory, cork(), 0.0, found())
        step(memory, with_box(cork(1), DIE_BOX, WHITE), 0.4, found(), before)
        offered = step(memory, with_box(with_box(cork(2), DIE_BOX, WHITE), beside, WHITE), 0.8, found())
        assert len(offered.class_id) == want
        assert np.allclose(offered.xyxy, DIE_BOX[None, :].repeat(want, 0), atol=1.5)


def test_the_place_of_a_die_that_the_detector_lost_is_told_until_the_ground_is_bare() -> None:
    u0, v0, u1, v1 = board_from_canvas(DIE_BOX.reshape(2, 2)).ravel()
    die = DieReading((u0 + u1) / 2, (v0 + v1) / 2, 0.9, (0.95, 0.01, 0.01, 0.01, 0.01, 0.01), 0.95, size=u1 - u0)
    memory = Memory.of(FIT)
    step(memory, cork(), 0.0, found())
    lying = with_box(cork(1), DIE_BOX, WHITE)
    told = []
    for i, (canvas, dice) in enumerate([(lying, (die,)), (lying, ()), (lying, ()), (cork(2), ())]):
        since = Since(memory, 0.4 * (i + 1), True)
        since.judged(canvas, found(), 24.0)
        told.append(since.follow(canvas, dice))
    assert [len(x) for x in told] == [0, 1, 1, 0]
    assert np.allclose(told[1][0], (die.u, die.v), atol=1e-3)


def test_a_new_thing_stays_new_while_it_is_believed_and_is_forgotten_when_it_is_not() -> None:
    u0, v0, u1, v1 = board_from_canvas(DIE_BOX.reshape(2, 2)).ravel()
    believed = DieReading((u0 + u1) / 2, (v0 + v1) / 2, 0.9, (0.95, 0.01, 0.01, 0.01, 0.01, 0.01), 0.95, size=(u1 - u0) * 0.8)
    for dice, want in (((believed,), 1), ((), 0)):
        memory = Memory.of(FIT)
        step(memory, cork(), 0.0, found())
        for i in range(20):
            last = step(memory, with_box(cork(i), DIE_BOX, WHITE), 0.4 * (i + 1), found(), dice)
        assert len(last.class_id) == want


def test_a_thing_of_a_dies_size_is_one_only_alone_at_rest_and_away_from_checkers() -> None:
    """A polished die that mirrors the lamp shows no face, and a roll of it was not told at all."""
    memory = Memory.of(FIT)
    step(memory, cork(), 0.0, found())
    thrown = with_box(cork(1), DIE_BOX, WHITE)

    def is_thing(canvas: np.ndarray, box: np.ndarray = DIE_BOX, die_px: float = 24.0, others: np.ndarray = CHECKER_BOX[None], *, is_still: bool = True) -> bool:
        since = Since(memory, 0.4, is_still)
        since.judged(canvas, found(), die_px)
        return since.is_thing(box, die_px, others)

    assert is_thing(thrown)
    assert not is_thing(thrown, is_still=False)
    assert not is_thing(cork(2))
    assert not is_thing(thrown, die_px=40.0) and not is_thing(thrown, die_px=15.0)
    assert is_thing(thrown, others=(DIE_BOX + np.float32([20, -10, 40, 40]))[None])
    assert not is_thing(thrown, others=(DIE_BOX + np.float32([10, -10, 40, 40]))[None])
    larger = DIE_BOX + np.float32([-20, -20, 20, 20])
    assert not is_thing(with_box(cork(3), larger, WHITE))
