"""Several looks at one die, and what they say together.

A die of fifteen pixels is read from what few pixels show: a little more of a letter beside it, a box a third too wide or its mirror image may turn the
answer. So a die is read as the detector boxed it and at the usual size of the table's dice, each also mirrored, and in a video each again on cleared
ground. Of 31 dice of the validation clips val_02 and val_06 whose pips can be told, the box alone reads 28, 25 of them surely; all looks together read
and are sure of 29. How a die lies is told from the box and two closer ones, since what lies around a die takes part in the first, in the same ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit
from monitor.vision.face_reader import FaceReader, FaceReading
from monitor.vision.faces import FaceCrop, face_crop
from monitor.vision.since import Since, board_box, scaled_box

CLOSER = (0.85, 0.7)
"""Shares of its box in which how a die lies is looked at besides. Of 86 flat dice of five validation clips 3 stand below 0.4 in three plain looks,
the lowest at 0.23, and the three cocked ones at 0.24, 0.32 and 0.77; with the mirrored and cleared ones no flat die is below 0.41 and the cocked ones are
at 0.08, 0.15 and 0.49."""
HOPELESS = 0.95
"""What both first looks call no die with this probability is not looked at again: grain and veins, mostly."""
LEAST_P = 1e-3
"""Least probability that one look may give."""


def look_at_dice(
    faces: FaceReader, image: NDArray[np.uint8], fit: BoardFit, boxes: NDArray[np.float32], die_px: float, since: Since | None
) -> list[FaceReading]:
    """One reading for each canvas box (n, 4) of a possible die. die_px: how large a die's box usually is; since: of a video, what its board looked like."""

    sizes = [[box, _of_size(box, die_px), *(scaled_box(box, share) for share in CLOSER)] for box in boxes]
    plain = [[face_crop(image, fit, board_box(b)) for b in of_die] for of_die in sizes]
    first = faces.read([crop for crops in plain for crop in crops[:2]])
    out = first[::2]
    hopeful = [i for i in range(len(boxes)) if min(first[2 * i].none_p, first[2 * i + 1].none_p) < HOPELESS]
    shown = [[_variants(crop, box, since) for crop, box in zip(plain[i], sizes[i], strict=True)] for i in hopeful]
    readings = iter(faces.read([crop for of_die in shown for variants in of_die for crop in variants]))
    for i, of_die in zip(hopeful, shown, strict=True):
        own, usual, *closer = [[next(readings) for _ in variants] for variants in of_die]
        out[i] = _together([*own, *usual], [r for looks in (own, *closer) for r in looks])
    return out


def _of_size(box: NDArray[np.float32], px: float) -> NDArray[np.float32]:
    """A box of the same middle and shape whose longer side is px."""
    return scaled_box(box, px / max(float((box[2:] - box[:2]).max()), 1.0))


def _variants(crop: FaceCrop, box: NDArray[np.float32], since: Since | None) -> list[FaceCrop]:
    """The crop of a canvas box and, in a video, the same on cleared ground, each also mirrored."""
    bare = None if since is None else since.cleared(crop, box)
    return [c for shown in ([crop] if bare is None else [crop, bare]) for c in (shown, _mirrored(shown))]


def _mirrored(crop: FaceCrop) -> FaceCrop:
    """The crop left to right: height still points up in it, and every face stays what it is."""
    return FaceCrop(np.ascontiguousarray(crop.image[:, ::-1]), crop.shear)


def _together(values: Sequence[FaceReading], poses: Sequence[FaceReading]) -> FaceReading:
    """The first reading with the geometric mean of the values, and the mean of how the die lies."""
    p = np.array([[*r.value_p, r.none_p] for r in values], np.float64)
    log = np.log(np.maximum(p, LEAST_P)).mean(0)
    p = np.exp(log - log.max())
    p /= p.sum()
    return replace(values[0], value_p=np.asarray(p[:6], np.float32), none_p=float(p[6]), flat_p=float(np.mean([r.flat_p for r in poses])))
