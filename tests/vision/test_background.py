"""A die or a hand where the board looks as it did before is none; a thrown die is one, however long it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import CANVAS_H, CANVAS_W
from monitor.vision.background import ABSORB_S, HAND_KNOWN_S, SOUGHT_S, Background

DIE = np.array([400, 300, 424, 322], np.float32)
HAND = np.array([300, 0, 480, 330], np.float32)
NONE = np.zeros((0, 4), np.float32)


def cork(seed: int = 0) -> np.ndarray:
    """Ground with strong grain, and camera noise that differs from picture to picture."""
    grain = np.random.default_rng(5).normal(0, 40, (CANVAS_H // 4, CANVAS_W // 4, 1)).repeat(4, 0).repeat(4, 1)
    noise = np.random.default_rng(seed).normal(0, 4, (CANVAS_H, CANVAS_W, 3))
    return np.clip(np.array([110, 140, 180]) + grain + noise, 0, 255).astype(np.uint8)


def with_box(canvas: np.ndarray, box: np.ndarray, color: tuple[int, int, int]) -> np.ndarray:
    out = canvas.copy()
    x0, y0, x1, y1 = box.astype(int)
    out[y0:y1, x0:x1] = color
    return out


def watch(background: Background, canvases: list[np.ndarray], start: float, candidates: np.ndarray = NONE, step: float = 0.4) -> float:
    t = start
    for canvas in canvases:
        background.look(canvas, t)
        background.follow(candidates, t, is_still=True)
        t += step
    return t


def test_grain_is_no_die_and_a_thrown_die_is_one() -> None:
    b = Background()
    t = watch(b, [cork(i) for i in range(10)], 0.0)
    b.look(cork(20), t)
    assert b.is_old_die(DIE)
    b.look(with_box(cork(21), DIE, (235, 235, 240)), t)
    assert not b.is_old_die(DIE)


def test_a_die_at_rest_never_becomes_background_while_it_is_seen() -> None:
    b = Background()
    t = watch(b, [cork(0)], 0.0)
    lying = [with_box(cork(i), DIE, (235, 235, 240)) for i in range(60)]
    t = watch(b, lying, t, DIE[None])
    b.look(lying[0], t)
    assert not b.is_old_die(DIE)


def test_what_a_checker_uncovers_joins_the_background() -> None:
    b = Background()
    t = watch(b, [with_box(cork(i), HAND, (30, 30, 160)) for i in range(4)], 0.0)
    b.look(cork(5), t)
    assert not b.is_old_die(DIE), "the ground there was never seen before"
    t = watch(b, [cork(6 + i) for i in range(int(ABSORB_S / 0.4) + 2)], t)
    b.look(cork(30), t)
    assert b.is_old_die(DIE)


@pytest.mark.parametrize("change", [(1.25, 0), (1.0, 25), (0.8, -5)], ids=["brighter", "lifted", "darker"])
def test_a_lamp_makes_no_dice(change: tuple[float, int]) -> None:
    b = Background()
    t = watch(b, [cork(i) for i in range(4)], 0.0)
    gain, bias = change
    b.look(np.clip(110 + (cork(9).astype(float) - 110) * (1 + (gain - 1) * 0.2) + (gain - 1) * 60 + bias, 0, 255).astype(np.uint8), t)
    assert b.is_old_die(DIE)


def test_a_hand_is_old_only_when_its_place_has_long_looked_so() -> None:
    b = Background()
    t = watch(b, [cork(i) for i in range(5)], 0.0)
    b.look(cork(7), t)
    assert not b.is_old_hand(HAND, t), "a player may rest a hand for some seconds"
    t = watch(b, [cork(8 + i) for i in range(int(HAND_KNOWN_S / 0.4))], t)
    b.look(cork(40), t)
    assert b.is_old_hand(HAND, t)
    b.look(with_box(cork(41), HAND, (120, 150, 210)), t)
    assert not b.is_old_hand(HAND, t)


def test_before_the_first_picture_nothing_is_old_and_boxes_outside_are_not() -> None:
    b = Background()
    assert not b.is_old_die(DIE) and not b.is_old_hand(HAND, 100.0)
    watch(b, [cork()], 0.0)
    assert not b.is_old_die(np.array([-50, -50, -10, -10], np.float32))


def test_a_thrown_die_is_a_new_thing_wherever_it_lies_and_a_nudged_checker_is_none() -> None:
    b = Background()
    before = cork()
    cv2.circle(before, (400, 300), 24, (40, 40, 60), -1)
    t = watch(b, [before], 0.0)
    on_checker = with_box(before, np.array([392, 290, 414, 312], np.float32), (235, 235, 240))
    b.look(on_checker, t)
    [found] = b.new_things(12, 40)
    assert np.abs(found - [392, 290, 414, 312]).max() <= 4
    nudged = cork()
    cv2.circle(nudged, (406, 303), 24, (40, 40, 60), -1)
    b.look(nudged, t)
    assert b.new_things(12, 40) == []
    b.look(with_box(before, HAND, (120, 150, 210)), t)
    assert b.new_things(12, 40) == []


def test_nothing_is_new_in_the_first_picture() -> None:
    b = Background()
    assert b.new_things(12, 40) == []
    b.look(with_box(cork(), DIE, (235, 235, 240)), 0.0)
    assert b.new_things(12, 40) == []


def test_a_checker_under_a_die_is_remembered_until_it_goes() -> None:
    b = Background()
    before = cork()
    cv2.circle(before, (400, 300), 24, (40, 40, 60), -1)
    checker = np.array([376, 276, 424, 324], np.float32)
    t = 0.0
    for _ in range(int(ABSORB_S / 0.4) + 2):
        b.look(before, t)
        b.follow(NONE, t, is_still=True, checkers=checker[None])
        t += 0.4
    die = np.array([392, 290, 414, 312], np.float32)
    b.look(with_box(before, die, (235, 235, 240)), t)
    b.follow(die[None], t, is_still=True, checkers=NONE)  # the detector has lost the checker
    assert np.array_equal(b.checkers_under(die), checker[None])
    assert len(b.checkers_under(die + 100)) == 0
    b.look(with_box(cork(), die, (235, 235, 240)), t)
    assert len(b.checkers_under(die)) == 0, "the checker was taken away before the die was thrown"
    for _ in range(int(ABSORB_S / 0.4) + 2):
        t += 0.4
        b.look(cork(), t)
        b.follow(NONE, t, is_still=True, checkers=NONE)
    b.look(with_box(cork(), die, (235, 235, 240)), t)
    assert len(b.checkers_under(die)) == 0


def test_ground_that_a_checker_uncovers_is_no_patch_by_itself_and_a_thrown_die_is() -> None:
    b = Background()
    with_checker = cork()
    cv2.circle(with_checker, (412, 311), 26, (40, 40, 60), -1)
    t = watch(b, [with_checker], 0.0)
    b.look(cork(3), t)
    assert not b.is_alone(DIE)
    b.look(with_box(with_checker, DIE + 90, (235, 235, 240)), t)
    assert b.is_alone(DIE + 90)


def test_a_hand_under_which_nothing_moves_is_none_and_one_that_moves_stays() -> None:
    """A vein that a moved checker uncovers looks like a hand: it never joins the background while it is taken for one, but it does not stir either."""
    uncovered, b = with_box(cork(3), HAND, (150, 160, 150)), Background()
    t = watch(b, [cork(i) for i in range(4)], 0.0)
    began = t
    while t - began < HAND_KNOWN_S - 0.5:
        b.look(uncovered, t)
        assert not b.is_old_hand(HAND, t)
        b.follow(HAND[None], t, is_still=True)
        t += 0.4
    b.look(uncovered, t + 0.8)
    assert b.is_old_hand(HAND, t + 0.8)
    for i in range(int(2 * HAND_KNOWN_S / 0.4)):
        t += 0.4
        b.look(with_box(cork(i), HAND + (i % 3), (120, 150, 210)), t)
        b.follow(HAND[None], t, is_still=False)
    assert not b.is_old_hand(HAND, t)


def test_a_vein_taken_for_a_hand_is_none_although_a_die_was_lifted_from_it() -> None:
    """Marble under the dice passed for a hand for seconds after they were taken up, and the turn's end was told late."""
    b = Background()
    t = watch(b, [with_box(cork(i), DIE, (235, 235, 240)) for i in range(20)], 0.0)
    lifted = cork(30)
    b.look(lifted, t)
    assert 0.0 < b.changed(HAND) < 0.1 and b.is_old_hand(HAND, t)
    b.look(with_box(lifted, HAND - np.float32([0, 0, 90, 0]), (120, 150, 210)), t + 0.4)
    assert not b.is_old_hand(HAND, t + 0.4)


def test_a_die_that_is_not_seen_any_more_is_still_there_until_the_ground_is_bare() -> None:
    b = Background()
    t = watch(b, [cork(i) for i in range(4)], 0.0)
    lying = with_box(cork(5), DIE, (235, 235, 240))
    b.look(lying, t)
    assert b.still_there([DIE], t) == []
    b.look(with_box(lying, HAND + np.float32([60, 200, 60, 200]), (120, 150, 210)), t + 0.4)  # an arm that the detector does not see
    assert [box.tolist() for box in b.still_there([], t + 0.4)] == [DIE.tolist()]
    b.look(lying, t + 0.8)
    assert len(b.still_there([], t + 0.8)) == 1, "the detector lost it"
    assert b.still_there([DIE + 3], t + 1.2) == [], "seen again, a little nudged"
    b.look(cork(7), t + 1.6)
    assert b.still_there([], t + 1.6) == []
    b.look(lying, t + 2.0)
    assert len(b.still_there([], t + 2.0)) == 1, "bare for one look: a hand over it and around passes for a change of light"
    for k in range(3):
        b.look(cork(8 + k), t + 2.4 + 0.4 * k)
        assert b.still_there([], t + 2.4 + 0.4 * k) == []
    b.look(lying, t + 3.6)
    assert b.still_there([], t + 3.6) == [], "what was taken up is not sought any more"


def test_a_place_under_a_hand_is_not_bare_however_long_the_hand_stays() -> None:
    """A die that glare makes hard to see was believed lifted while a hand passed over it, and the play judged before it was made."""
    b = Background()
    t = watch(b, [cork(i) for i in range(4)], 0.0)
    lying = with_box(cork(5), DIE, (235, 235, 240))
    for hands, want in (((HAND,), 1), ((), 0)):
        b.look(lying, t)
        b.still_there([DIE], t)
        for k in range(5):
            b.look(cork(6 + k), t + 0.4 * (k + 1))
            assert b.still_there([], t + 0.4 * (k + 1), [h + np.float32([60, 0, 60, 0]) for h in hands]) == []
        b.look(lying, t + 2.4)
        assert len(b.still_there([], t + 2.4)) == want
        t += 2.8


def test_a_die_under_a_checker_put_in_its_place_is_not_waited_for_for_ever() -> None:
    b = Background()
    t = watch(b, [cork(i) for i in range(4)], 0.0)
    b.look(with_box(cork(5), DIE, (235, 235, 240)), t)
    b.still_there([DIE], t)
    checker = with_box(cork(6), DIE + np.float32([-12, -12, 12, 12]), (40, 40, 60))
    b.look(checker, t + SOUGHT_S)
    assert len(b.still_there([], t + SOUGHT_S)) == 1
    assert b.still_there([], t + SOUGHT_S + 0.4) == []


def test_ground_that_a_checker_has_left_is_told_until_it_is_known() -> None:
    b, t = Background(), 0.0
    before = cork()
    cv2.circle(before, (412, 311), 26, (40, 40, 60), -1)
    checker = np.array([386, 285, 438, 337], np.float32)
    for _ in range(int(ABSORB_S / 0.4) + 2):
        b.look(before, t)
        b.follow(NONE, t, is_still=True, checkers=checker[None])
        t += 0.4
    b.look(before, t)
    assert not b.is_vacated(DIE), "the checker lies there"
    b.look(with_box(before, DIE, (235, 235, 240)), t)
    assert not b.is_vacated(DIE), "a die on it"
    b.look(cork(4), t)
    assert b.is_vacated(DIE) and b.is_vacated(DIE + np.float32([30, 10, 30, 10])) and not b.is_vacated(DIE + 80)
    t = watch(b, [cork(5 + i) for i in range(int(ABSORB_S / 0.4) + 2)], t)
    b.look(cork(30), t)
    assert not b.is_vacated(DIE)
