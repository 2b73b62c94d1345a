"""What was there before is taken out of a crop, whatever its pattern; the thing itself stays, also where it looks like the ground."""

from __future__ import annotations

import numpy as np
import pytest

from monitor.vision.background import ABSORB_S
from monitor.vision.detector import Detections
from monitor.vision.faces import face_crop
from monitor.vision.ground import without
from monitor.vision.memory import Memory
from monitor.vision.since import Since, board_box
from tests.vision.test_background import DIE, cork, with_box
from tests.vision.test_since import FIT, WHITE, found

PIP = np.array([409, 308, 415, 314], np.float32)


def thrown(seed: int, light: int = 0) -> np.ndarray:
    """A white die with one pip of the ground's own colour."""
    lit = np.clip(cork(seed).astype(int) + light, 0, 255).astype(np.uint8)
    return with_box(with_box(lit, DIE, WHITE), PIP, (110, 140, 180))


@pytest.mark.parametrize("light", [0, 25])
def test_the_ground_around_a_die_loses_its_pattern_and_the_die_keeps_its_pip(light: int) -> None:
    box = board_box(DIE)
    now, before = (face_crop(image, FIT, box) for image in (thrown(1, light), cork()))
    bare = without(now, before)
    assert bare is not None
    assert np.abs(bare.image[26:38, 26:38].astype(int) - now.image[26:38, 26:38]).max() < 12
    border = np.ones((64, 64), bool)
    border[8:-8, 8:-8] = False
    assert (bare.image[border].std(0) < 0.55 * now.image[border].std(0)).all()
    assert bare.shear == now.shear


def test_a_changed_patch_beside_the_die_goes_as_well() -> None:
    beside = np.array([430, 300, 436, 306], np.float32)
    box = board_box(DIE)
    bare = without(face_crop(with_box(thrown(1), beside, WHITE), FIT, box), face_crop(cork(), FIT, box))
    assert bare is not None and bare.image[:, 52:].max() < 225


def test_the_ground_is_the_first_picture_and_follows_what_joins_the_background() -> None:
    memory, box = Memory.of(FIT), board_box(DIE)
    ground = memory.ground
    crop = face_crop(thrown(1), FIT, box)
    assert ground.cleared(crop, box) is None

    def step(canvas: np.ndarray, t: float, seen: Detections) -> Since:
        since = Since(memory, t, True)
        since.judged(canvas, seen, 24.0)
        return since

    step(cork(), 0.0, found()).follow(cork(), ())
    since = step(thrown(1), 0.4, found())
    bare = since.cleared(crop, DIE)
    assert bare is not None and bare.image[:6].std((0, 1)).max() < 12
    t = 0.8
    while t < 0.8 + ABSORB_S + 1.0:  # nothing is taken for a die: after a while it is the board's
        step(thrown(2), t, found()).follow(thrown(2), ())
        t += 0.4
    assert ground.cleared(crop, box) is None  # nothing has changed, so there is no thing


def test_a_dark_die_on_a_dark_checker_is_not_cut_to_its_pip() -> None:
    box, dark = board_box(DIE), (38, 40, 42)
    before = with_box(cork(), DIE + np.array([-14, -14, 14, 14]), (30, 34, 38))
    thrown_there = with_box(with_box(before, DIE, dark), PIP, WHITE)
    assert without(face_crop(thrown_there, FIT, box), face_crop(before, FIT, box)) is None
