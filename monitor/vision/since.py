"""What a video knows of one frame beyond its picture: which detections were there before, and what is new where the detector sees nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import AREA_W, board_from_canvas, canvas_from_board
from monitor.tracking.observation import DieReading
from monitor.vision.classes import CHECKER, DIE, HAND
from monitor.vision.detector import Detections
from monitor.vision.faces import FaceCrop
from monitor.vision.memory import Memory

LEAST_TOP = 0.4
"""Confidence from which a checker's box may carry a die."""
NEW_THING = 0.25
"""Stands for the detector's confidence where it saw nothing, or hardly anything, but something of a die's size is new: its look at native resolution
must be clear. Boxes fainter than the reader's `LEAST_DIE` used to bar their own places from this: on cork a plain three went unread for it."""
LEAST_HAND = 0.2
"""Confidence from which a hand hides what lies under it."""
OWN_SQUARE = 0.8
"""A die's edge in widths of the detector's box."""
NEW_SIZES, MOST_NEW = (0.55, 1.9), 6
"""Sides of such a thing in units of a die's box; so many at most are looked at in a frame."""
DIE_SIZES = (0.75, 1.35)
"""Sides, in units of a die's box, of what is taken for a die without showing a face."""
BESIDE = 0.25
"""Share of such a box that a checker's box may cover: a die may lie against a checker, and what is new on a checker may be its own sheen."""


class Since:
    """A video's memory at the time of one frame. t: s; is_still: the frame differs from the one before by noise only."""

    def __init__(self, memory: Memory, t: float, is_still: bool) -> None:
        self._memory, self._background, self._t, self._is_still = memory, memory.background, t, is_still
        self._detected: Detections | None = None

    def judged(self, canvas: NDArray[np.uint8], found: Detections, die_px: float) -> Detections:
        """The detections without dice and hands whose place looks as it did before, and at rest with new small things, and dice that lay there a
        moment ago, as doubtful dice, and surer of faint checkers where something has come onto the bar.

        die_px: how large a die's box is in the canvas, about.
        """
        b = self._background
        b.look(canvas, self._t)
        keep = np.ones(len(found.class_id), bool)
        for i, (box, kind) in enumerate(zip(found.xyxy, found.class_id, strict=True)):
            if kind == DIE:
                keep[i] = not b.is_old_die(box)
            elif kind == HAND:
                keep[i] = not b.is_old_hand(box, self._t)
        boxes, confidence, kinds = found.xyxy[keep], found.confidence[keep], found.class_id[keep]
        n_seen = len(kinds)
        if self._is_still:
            low, high = NEW_SIZES
            new = [*(scaled_box(box, 1 / OWN_SQUARE) for box in b.lying_dice(self._t)), *b.new_things(low * die_px, high * die_px)]
            dice, taken = kinds == DIE, (kinds == DIE) | (kinds == HAND)
            for box in new:
                # what the detector saw there, however faintly, is a better box than the change's own
                confidence = np.where(dice & _touching(box, boxes), np.maximum(confidence, np.float32(NEW_THING)), confidence)
            offered = np.zeros((0, 4), np.float32)
            for box in new:
                if len(offered) < MOST_NEW and not _touching(box, np.concatenate([boxes[taken], offered])).any():
                    offered = np.concatenate([offered, box[None]])
            n = len(offered)
            boxes = np.concatenate([boxes, offered])
            confidence = np.concatenate([confidence, np.full(n, NEW_THING, np.float32)])
            kinds = np.concatenate([kinds, np.full(n, DIE, np.int64)])
        self._detected = Detections(boxes[:n_seen], confidence[:n_seen], kinds[:n_seen])
        return self._memory.bar.judged(canvas, Detections(boxes, confidence, kinds), is_still=self._is_still)

    def is_on_known_ground(self, box: NDArray[np.float32]) -> bool:
        """Whether what is new in a box is a thing on ground seen before, and not ground that a checker or a hand has uncovered."""
        return self._background.is_alone(box) and not self._background.is_vacated(box)

    def is_thing(self, box: NDArray[np.float32], die_px: float, others: NDArray[np.float32]) -> bool:
        """Whether something of a die's size has come to rest in a box on ground seen before, away from the boxes (n, 4) of others (checkers)."""
        low, high = DIE_SIZES
        is_sized = low * die_px <= float((box[2:] - box[:2]).max()) <= high * die_px
        return is_sized and self._is_still and self.is_on_known_ground(box) and self._background.is_compact(box) and _covered(box, others) <= BESIDE

    def checkers_under(self, box: NDArray[np.float32]) -> NDArray[np.float32]:
        """As `Background.checkers_under`."""
        return self._background.checkers_under(box)

    def cleared(self, crop: FaceCrop, box: NDArray[np.float32]) -> FaceCrop | None:
        """The crop of a canvas box without the ground that was there before, None in the first frame or where the ground is not known."""
        return self._memory.ground.cleared(crop, board_box(box)) if self.is_on_known_ground(box) else None

    def follow(self, image: NDArray[np.uint8], dice: Sequence[DieReading]) -> tuple[tuple[float, float], ...]:
        """After `judged` and the reading: what is or may be a die or a hand stays out of the background. dice: those believed, new things among them.

        image: the frame from which the canvas was made. Returns the places (u, v) of dice that are not among them any more and yet have not been
        taken up (`Background.still_there`).
        """
        found = self._detected
        assert found is not None
        boxes = [box for box, kind in zip(found.xyxy, found.class_id, strict=True) if kind == HAND or (kind == DIE and self.is_on_known_ground(box))]
        believed = [_box_of(d) for d in dice]
        covered = self._background.still_there(believed, self._t, [*found.of(HAND, LEAST_HAND).xyxy])
        boxes += [*believed, *covered]
        checkers = found.of(CHECKER, LEAST_TOP).xyxy
        joined = self._background.follow(np.asarray(boxes, np.float32).reshape(-1, 4), self._t, is_still=self._is_still, checkers=checkers)
        self._memory.ground.follow(image, joined)
        middles = board_from_canvas(np.array([[(b[0] + b[2]) / 2, (b[1] + b[3]) / 2] for b in covered], float).reshape(-1, 2))
        return tuple((float(u), float(v)) for u, v in middles)


def _box_of(die: DieReading) -> NDArray[np.float32]:
    """(4,) the die's own square in the canvas."""
    (x, y), reach = canvas_from_board(np.array([[die.u, die.v]]))[0], die.size / 2 * AREA_W
    return np.array([x - reach, y - reach, x + reach, y + reach], np.float32)


def board_box(xyxy: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """u0 v0 u1 v1 of a canvas box."""
    (u0, v0), (u1, v1) = board_from_canvas(np.asarray(xyxy, float).reshape(2, 2))
    return float(u0), float(v0), float(u1), float(v1)


def scaled_box(box: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """A box (4,) of the same middle and a share of its sides."""
    middle, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2 * np.float32(share)
    return np.concatenate([middle - half, middle + half])


def _covered(box: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    """The largest share of a box (4,) that one of the boxes (n, 4) covers."""
    w = np.minimum(others[:, 2], box[2]) - np.maximum(others[:, 0], box[0])
    h = np.minimum(others[:, 3], box[3]) - np.maximum(others[:, 1], box[1])
    both = np.clip(w, 0, None) * np.clip(h, 0, None)
    return float(both.max(initial=0.0) / ((box[2] - box[0]) * (box[3] - box[1])))


def _touching(box: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,) which of the boxes (n, 4) overlap a box."""
    meets: NDArray[np.bool_] = (others[:, 0] < box[2]) & (others[:, 2] > box[0]) & (others[:, 1] < box[3]) & (others[:, 3] > box[1])
    return meets
