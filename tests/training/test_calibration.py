"""Which boxes count as right, and how they are binned."""

from __future__ import annotations

import numpy as np

from calibration.geometry import AREA_H, AREA_W, AREA_X, AREA_Y
from models.training.evaluate.calibration import Counts, add_still, tables
from models.training.rendered import Still
from monitor.vision.classes import CHECKER, DIE
from monitor.vision.detector import Detections
from monitor.vision.face_reader import FaceReading
from monitor.vision.faces import FaceCrop

CORNERS = [[100, 60], [740, 60], [740, 572], [100, 572]]


def canvas_box(x0: float, y0: float, x1: float, y1: float) -> list[float]:
    """A box in the picture, as the detector sees it on the rectified canvas."""
    fx, fy = AREA_W / 640, AREA_H / 512
    return [AREA_X + (x0 - 100) * fx, AREA_Y + (y0 - 60) * fy, AREA_X + (x1 - 100) * fx, AREA_Y + (y1 - 60) * fy]


class Detects:
    """Two boxes on one checker, one on nothing; one on a die, one on nothing."""

    def detect(self, canvas: np.ndarray) -> Detections:
        boxes = [canvas_box(200, 100, 240, 140), canvas_box(202, 102, 242, 142), canvas_box(500, 400, 540, 440), canvas_box(300, 300, 320, 320)]
        boxes.append(canvas_box(600, 300, 620, 320))
        return Detections(np.array(boxes, np.float32), np.array([0.95, 0.35, 0.35, 0.75, 0.25], np.float32), np.array([CHECKER] * 3 + [DIE] * 2))


class Faces:
    def read(self, crops: list[FaceCrop]) -> list[FaceReading]:
        value = np.array([0, 0, 0.9, 0.1, 0, 0], np.float32)
        return [FaceReading(value, 0.05 if i == 0 else 0.97, 0.85, 0.1, np.zeros(6, np.float32)) for i in range(len(crops))]


def test_a_box_is_right_once_and_only_on_its_thing() -> None:
    objects = [
        {"kind": "checker", "box": [200, 100, 240, 140], "visible": 1.0},
        {"kind": "checker", "box": [400, 100, 440, 140], "visible": 0.9},
        {"kind": "checker", "box": [450, 100, 490, 140], "visible": 0.1},
        {"kind": "die", "box": [300, 300, 320, 320], "visible": 1.0, "tilt_deg": 0.0, "value": 3},
    ]
    counts = Counts()
    add_still(counts, Still("a", np.zeros((640, 840, 3), np.uint8), {"keypoints": CORNERS, "objects": objects}), Detects(), Faces())
    assert [ok for _, ok in counts.boxes[CHECKER]] == [True, False, False] and [ok for _, ok in counts.boxes[DIE]] == [True, False]
    assert counts.missed[CHECKER] == [False, True] and counts.missed[DIE] == [False]
    assert [ok for _, ok in counts.none] == [True, False] and counts.value == [(np.float32(0.9), True)] and counts.flat == [(0.0, 0.85)]
    shown = {t.title: t for t in tables(counts)}
    assert ("0.3-0.4", "2", "0.000") in shown["Boxes of checkers"].rows and ("0.8-1.0", "1", "1.000") in shown["Boxes of checkers"].rows
    assert shown["Face reader: flat_p by tilt"].rows[0][:2] == ("0-1", "1")
