"""Several looks at one die are put together; a look that is surely wrong is outvoted by the others."""

from __future__ import annotations

import numpy as np
import pytest

from monitor.vision.die_looks import look_at_dice
from monitor.vision.face_reader import FaceReading
from monitor.vision.faces import FaceCrop
from monitor.vision.memory import Memory
from monitor.vision.since import Since
from tests.vision.test_background import DIE, cork, with_box
from tests.vision.test_since import FIT, WHITE, found, step


def reading(face: int, p: float, flat_p: float = 0.9) -> FaceReading:
    value_p = np.full(6, (1 - p) / 6, np.float32)
    value_p[face - 1] = p
    return FaceReading(value_p, (1 - p) / 6, flat_p, 0.2, np.zeros(6, np.float32))


class Scripted:
    """Says of every crop, in the order in which they are shown, what is scripted, and keeps the crops."""

    def __init__(self, *readings: FaceReading) -> None:
        self.readings, self.crops = list(readings), list[FaceCrop]()

    def read(self, crops: list[FaceCrop]) -> list[FaceReading]:
        begun = len(self.crops)
        self.crops += crops
        return self.readings[begun : len(self.crops)]


def look(faces: Scripted, boxes: np.ndarray = DIE[None]) -> list[FaceReading]:
    return look_at_dice(faces, cork(), FIT, boxes, 20.0, None)


def test_values_are_averaged_over_both_sizes_and_mirror_images_and_poses_over_closer_crops() -> None:
    values = [reading(4, 0.6, 0.9), reading(4, 0.9, 0.8), reading(4, 0.9, 0.1), reading(4, 0.9, 0.1)]  # the box and the usual size, each mirrored
    poses = [reading(1, 0.9, flat_p) for flat_p in (0.7, 0.6, 0.4, 0.2)]
    faces = Scripted(reading(4, 0.5), reading(4, 0.5), *values, *poses)
    (together,) = look(faces)
    assert together.flat_p == pytest.approx(np.mean([0.9, 0.8, 0.7, 0.6, 0.4, 0.2])) and together.on_checker_p == 0.2
    assert 0.8 < together.value_p[3] < 0.9 and together.value_p.sum() + together.none_p == pytest.approx(1.0)
    _, _, *shown = [c.image for c in faces.crops]
    assert all(np.array_equal(plain[:, ::-1], mirrored) for plain, mirrored in zip(shown[::2], shown[1::2], strict=True))
    assert len({plain.tobytes() for plain in shown[::2]}) == 4


def test_one_sure_wrong_look_is_outvoted() -> None:
    looks = [reading(5, 0.9), reading(5, 0.9), reading(4, 0.97), reading(5, 0.9)]
    (together,) = look(Scripted(*[reading(5, 0.9)] * 2, *looks, *[reading(5, 0.9)] * 4))
    assert int(together.value_p.argmax()) + 1 == 5


def test_a_box_of_another_size_is_read_at_the_usual_one() -> None:
    """A detector's box that took in a dark stripe beside the die made a plain three unreadable."""
    none = FaceReading(np.full(6, 0.005, np.float32), 0.97, 0.9, 0.1, np.zeros(6, np.float32))
    three = reading(3, 0.99)
    (together,) = look(Scripted(none, three, none, none, three, three, *[none] * 4))
    assert int(together.value_p.argmax()) + 1 == 3


def test_what_both_sizes_call_no_die_is_looked_at_no_more_and_each_box_keeps_its_own_looks() -> None:
    none = FaceReading(np.full(6, 0.001, np.float32), 0.994, 0.2, 0.1, np.zeros(6, np.float32))
    boxes = np.stack([DIE + np.float32(100), DIE])
    faces = Scripted(none, none, *[reading(6, 0.9, 0.7)] * 10)
    first, second = look(faces, boxes)
    assert len(faces.crops) == 4 + 8
    assert first.none_p > 0.9 and first.flat_p == pytest.approx(0.2)
    assert second.value_p[5] > 0.85 and second.flat_p == pytest.approx(0.7)
    assert look(Scripted(), DIE[:0].reshape(0, 4)) == []


def test_in_a_video_each_crop_is_shown_on_cleared_ground_as_well() -> None:
    memory = Memory.of(FIT)
    step(memory, cork(), 0.0, found())
    thrown = with_box(cork(1), DIE, WHITE)
    since = Since(memory, 0.4, True)
    since.judged(thrown, found(), 24.0)
    faces = Scripted(*[reading(6, 0.9)] * 18)
    look_at_dice(faces, thrown, FIT, DIE[None], 20.0, since)
    assert len(faces.crops) == 2 + 4 * 4
    _, _, plain, _, bare, _ = [c.image for c in faces.crops[:6]]
    assert bare[:8].std((0, 1)).max() < 0.5 * plain[:8].std((0, 1)).min()
