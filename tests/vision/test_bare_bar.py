"""A faint checker on the bar counts where the bar has changed since it was bare, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from monitor.vision.bare_bar import RAISED, BareBar
from monitor.vision.classes import CHECKER, HAND
from monitor.vision.detector import Detections
from tests.vision.test_background import cork, with_box
from tests.vision.test_since import CHECKER_BOX, FIT

ON_BAR = np.array([378, 264, 422, 308], np.float32)
WOOD, PALE = (40, 70, 110), (150, 190, 220)
NOTHING = Detections(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))


def bar(seed: int, checker: bool = False, light: int = 0) -> np.ndarray:
    canvas = with_box(cork(seed), np.array([380, 0, 420, 640]), WOOD)
    if checker:
        canvas = with_box(canvas, ON_BAR, PALE)
    return np.clip(canvas.astype(int) + light, 0, 255).astype(np.uint8)


def faint(*boxes: np.ndarray, kind: int = CHECKER) -> Detections:
    return Detections(np.stack(boxes), np.full(len(boxes), 0.2, np.float32), np.full(len(boxes), kind))


@pytest.mark.parametrize("light", [0, 30])
def test_a_faint_checker_where_something_has_come_is_raised_also_in_other_light(light: int) -> None:
    watch = BareBar(FIT)
    watch.judged(bar(0), NOTHING, is_still=True)
    seen = watch.judged(bar(1, checker=True, light=light), faint(ON_BAR, CHECKER_BOX), is_still=True)
    assert seen.confidence.tolist() == [np.float32(RAISED), np.float32(0.2)]
    for _ in range(20):  # it never becomes part of the bare bar
        watch.judged(bar(2, checker=True, light=light), NOTHING, is_still=True)
    assert watch.judged(bar(3, checker=True, light=light), faint(ON_BAR), is_still=True).confidence[0] == np.float32(RAISED)


def test_a_hinge_that_was_there_before_is_not_raised() -> None:
    watch = BareBar(FIT)
    watch.judged(bar(0, checker=True), faint(ON_BAR), is_still=True)
    assert watch.judged(bar(1, checker=True), faint(ON_BAR), is_still=True).confidence[0] == np.float32(0.2)


def test_nothing_is_said_before_the_bar_was_bare_nor_under_a_hand_nor_while_things_move() -> None:
    watch = BareBar(FIT)
    sure = Detections(ON_BAR[None], np.array([0.7], np.float32), np.array([CHECKER]))
    assert watch.judged(bar(0, checker=True), sure, is_still=True).confidence[0] == np.float32(0.7)
    watch.judged(bar(1), NOTHING, is_still=True)
    under = Detections(np.stack([ON_BAR, np.array([300, 0, 390, 300], np.float32)]), np.array([0.2, 0.9], np.float32), np.array([CHECKER, HAND]))
    assert watch.judged(bar(2, checker=True), under, is_still=True).confidence[0] == np.float32(0.2)
    assert watch.judged(bar(3, checker=True), faint(ON_BAR), is_still=False).confidence[0] == np.float32(0.2)
    assert watch.judged(bar(4, checker=True), faint(ON_BAR), is_still=True).confidence[0] == np.float32(RAISED)
