"""`python -m models.training.evaluate.calibration FOLDER...`: how often boxes and faces of a given sureness are right, on rendered stills.

What it prints goes by hand into `CALIBRATION` (`monitor.vision.counts`), `DIE_CALIBRATION` (`monitor.vision.reader`) and the flatness limits of
`monitor.tracking.thresholds`. Run it on the validation split: never on stills trained on, and never on held-out ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
import cv2
import numpy as np

from calibration.geometry import board_from_canvas, project
from models.training.evaluate.tables import Table
from models.training.rendered import Still, stills
from monitor.vision.classes import CHECKER, DIE
from monitor.vision.detector import Detector, OnnxDetector
from monitor.vision.face_reader import FaceReader
from monitor.vision.faces import face_crop

BINS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.01)
LEAST_VISIBLE = 0.3
TILTS = ((-1.0, 1.0), (1.0, 8.0), (8.0, 12.0), (12.0, 20.0), (20.0, 30.0), (30.0, 60.0))
QUANTILES = (1, 5, 25, 50, 75, 95, 99)


class Counts:
    """What was seen, collected over pictures: (confidence, is true) of boxes, and of each die (none_p, is die), (tilt, flat_p), (value_p, right)."""

    def __init__(self) -> None:
        self.boxes: dict[int, list[tuple[float, bool]]] = {CHECKER: [], DIE: []}
        self.missed: dict[int, list[bool]] = {CHECKER: [], DIE: []}
        self.none: list[tuple[float, bool]] = []
        self.flat: list[tuple[float, float]] = []
        self.value: list[tuple[float, bool]] = []


def add_still(counts: Counts, still: Still, detector: Detector, faces: FaceReader) -> None:
    """Take in one rendered still."""
    image, meta, fit = still.image, still.meta, still.fit()
    found = detector.detect(fit.rectify(image))
    for class_id, kind in ((CHECKER, "checker"), (DIE, "die")):
        things = [o for o in meta["objects"] if o["kind"] == kind and o.get("box") and not o.get("on_edge")]
        boxes = np.asarray([o["box"] for o in things], float).reshape(-1, 4)
        here = found.of(class_id)
        seen = np.zeros(len(things), bool)
        dice: list[tuple[int, tuple[float, float, float, float]]] = []
        for xyxy, confidence in zip(here.xyxy, here.confidence, strict=True):
            (u0, v0), (u1, v1) = board_from_canvas(np.asarray(xyxy, float).reshape(2, 2))
            x, y = project(fit.image_from_board, np.array([[(u0 + u1) / 2, (v0 + v1) / 2]]))[0]
            near = np.hypot((boxes[:, 0] + boxes[:, 2]) / 2 - x, (boxes[:, 1] + boxes[:, 3]) / 2 - y) if len(boxes) else np.zeros(0)
            k = int(near.argmin()) if len(near) else -1
            is_true = k >= 0 and bool(near[k] < 0.35 * max(boxes[k, 2] - boxes[k, 0], boxes[k, 3] - boxes[k, 1])) and not seen[k]
            if is_true:
                seen[k] = True
            counts.boxes[class_id].append((float(confidence), is_true))
            if kind == "die":
                dice.append((k if is_true else -1, (u0, v0, u1, v1)))
        counts.missed[class_id] += [not s for s, o in zip(seen, things, strict=True) if (o.get("visible") or 0) >= LEAST_VISIBLE]
        for (k, _), face in zip(dice, faces.read([face_crop(image, fit, box) for _, box in dice]), strict=True):
            counts.none.append((face.none_p, k >= 0))
            if k >= 0:
                counts.flat.append((float(things[k]["tilt_deg"]), face.flat_p))
                if things[k]["tilt_deg"] < 1:
                    counts.value.append((float(face.value_p.max()), int(face.value_p.argmax()) + 1 == things[k]["value"]))


def tables(counts: Counts) -> tuple[Table, ...]:
    """The tables to read the constants off."""
    out = []
    for class_id, name in ((CHECKER, "checkers"), (DIE, "dice")):
        lost = counts.missed[class_id]
        note = f"Not found at all: {sum(lost)} of {len(lost)} at least {LEAST_VISIBLE:.0%} visible."
        out.append(Table(f"Boxes of {name}", ("confidence", "n", "true"), tuple(_binned(counts.boxes[class_id])), note))
    out.append(Table("Face reader: no die", ("none_p", "n", "is a die"), tuple(_binned(counts.none)), ""))
    out.append(Table("Face reader: value of flat dice", ("value_p", "n", "right"), tuple(_binned(counts.value)), ""))
    rows = []
    for low, high in TILTS:
        p = [q for tilt, q in counts.flat if low < tilt <= high]
        if p:
            rows.append((f"{max(low, 0):.0f}-{high:.0f}", str(len(p)), *(f"{x:.2f}" for x in np.percentile(p, QUANTILES))))
    out.append(Table("Face reader: flat_p by tilt", ("tilt", "n", *(f"{q} %" for q in QUANTILES)), tuple(rows), ""))
    return tuple(out)


def _binned(pairs: Iterable[tuple[float, bool]]) -> list[tuple[str, ...]]:
    values = list(pairs)
    rows = []
    for low, high in zip((0.0, *BINS[:-1]), BINS, strict=True):
        here = [ok for p, ok in values if low <= p < high]
        if here:
            rows.append((f"{low:.1f}-{min(high, 1.0):.1f}", str(len(here)), f"{np.mean(here):.3f}"))
    return rows


@click.command(help=__doc__)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def main(folders: tuple[Path, ...]) -> None:
    cv2.setNumThreads(1)
    counts, detector, faces = Counts(), OnnxDetector(), FaceReader()
    n = 0
    for still in (s for folder in folders for s in stills(folder)):
        add_still(counts, still, detector, faces)
        n += 1
    click.echo(f"{n} stills")
    for table in tables(counts):
        click.echo("\n" + table.text())


if __name__ == "__main__":
    main()
