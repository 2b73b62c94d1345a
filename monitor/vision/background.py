"""What the board looked like before: a die or a hand where nothing has changed since is grain, a vein or an emblem.

The detector judges a single picture, and on a board of cork or marble it takes some of the ground for dice or hands, each time in another
place and sometimes surely. A die is thrown, so its place has changed. The background is the first picture, and follows it only where the board has
lain still for `ABSORB_S` and nothing like a die or a hand was seen: so what a checker uncovers joins it, and a die at rest does not.
What changed too little to tell counts as old only for things that need a change to get there; checkers are never judged by it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import CANVAS_H, CANVAS_W

SCALE = 0.5
CHANGE_STEP = 16
"""Levels by which a pixel of the halved canvas must differ from the background, light changes taken out."""
OLD_DIE, OLD_HAND = 0.12, 0.1
"""Changed share of a box below which a die, a hand is none: a die changes most of its box, an arm a good part of it. Of 229 boxes of dice surer than 0.5
in 40 s of a validation clip one had changed by less than 0.2; of 202 boxes of hands in 90 s of two, one by less than 0.2 and none by less than 0.12."""
HAND_KNOWN_S = 6.0
"""A hand is called old only when the background at its place is at least this old: a player may rest a hand for a while before anything begins.
And one under which nothing at all has changed for so long is none, whatever the background: no hand is as still as that."""
STIRS = 0.005
"""Changed share of a box from which something stirs in it: along its outline a hand that moves by a pixel changes more, a camera's noise less."""
ABSORB_S = 2.0
"""Time at rest without a candidate after which a place joins the background."""
LEAST_FILL = 0.5
"""Share of its box that a compact patch fills: a nudged checker leaves a crescent, a die a square."""
ALONE = 0.5
"""Changed share of the ring around a box below which a change ends at the box's edges: of 179 looks at dice at rest none reached 0.2, of ten at a die that
leans on something none 0.4."""
FILLED, EMPTY_AROUND = 0.6, 0.1
"""Changed share of a box from which a thing fills it, and of the ring around up to which nothing else has come: dice whose faces mirror the lamp have changed
their boxes by 0.7 and more, and nothing around them."""
STILL_THERE = 0.3
"""Changed share of a checker's free part below which it lies where it lay."""
VACATED, ON_VACATED = 0.5, 0.25
"""Changed share of a checker's box from which the checker has left, and the share of a die's box that lies over it from which the die may be ground that
was never seen before: grain and veins that come to light look new."""
STAYS, SOUGHT_S, BARE_S = 0.3, 8.0, 0.6
"""Changed share of its box from which a die that is not seen any more still lies there, under something or unrecognised: of a place that a die has left
nothing differs. It is believed for SOUGHT_S at most, since a checker may have been put there, and no more once its place was bare for BARE_S."""
RING = 0.6
"""Width of the ring around a box that tells the change of light, share of the box's size."""

Box = NDArray[np.float32]


class Background:
    """Follows one table's canvases in the order of time. Boxes are xyxy in canvas pixels."""

    def __init__(self) -> None:
        self._look: NDArray[np.uint8] | None = None
        self._now: NDArray[np.uint8] = np.zeros((0, 0, 3), np.uint8)
        self._change: NDArray[np.int16] = np.zeros((0, 0, 3), np.int16)
        """Now less the background."""
        self._differs: NDArray[np.bool_] = np.zeros((0, 0), bool)
        """Where the picture differs from the background, the change of light taken out."""
        self._since: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self._free: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self._held: NDArray[np.uint8] = np.zeros((0, 0, 3), np.uint8)
        self._held_since: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        """What each place looked like when it last changed, and when that was (s)."""
        self._t = 0.0
        self._checkers: NDArray[np.float32] = np.zeros((0, 4), np.float32)
        self._dice: list[tuple[Box, float, float]] = []  # box, when seen as a die last, when its place was last not bare
        """Where dice lay, and when each was last seen there (s)."""

    def look(self, canvas: NDArray[np.uint8], t: float) -> None:
        """The canvas of the frame that is judged next, at time t (s)."""
        small = cv2.resize(canvas, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
        self._now = np.asarray(cv2.blur(small, (3, 3)), np.uint8)
        if self._look is None:
            self._look, self._held = self._now.copy(), self._now.copy()
            self._since = np.full(self._look.shape[:2], t, np.float32)
            self._held_since = self._since.copy()
            self._free = np.zeros(self._look.shape[:2], np.float32)
            self._t = t
        self._change = self._now.astype(np.int16) - self._look
        light = np.median(self._change[::4, ::4].reshape(-1, 3), 0)
        self._differs = exceeds(self._change - light.astype(np.int16))
        has_moved = exceeds(self._now.astype(np.int16) - self._held)
        self._held[has_moved] = self._now[has_moved]
        self._held_since[has_moved] = t

    def changed(self, box: Box) -> float:
        """Share 0..1 of a box that differs from the background; 1 before the first picture."""
        x0, y0, x1, y1 = self._inside(box)
        if self._look is None or x1 <= x0 or y1 <= y0:
            return 1.0
        grow_x, grow_y = max(3, int((x1 - x0) * RING)), max(3, int((y1 - y0) * RING))
        ya, yb, xa, xb = max(0, y0 - grow_y), y1 + grow_y, max(0, x0 - grow_x), x1 + grow_x
        wide = self._change[ya:yb, xa:xb]
        ring = np.ones(wide.shape[:2], bool)
        ring[y0 - ya : y1 - ya, x0 - xa : x1 - xa] = False
        light = np.median(wide[ring], 0) if ring.any() else np.zeros(3)
        return float(exceeds(self._change[y0:y1, x0:x1] - light.astype(np.int16)).mean())

    def is_alone(self, box: Box) -> bool:
        """Whether a change ends at the box's edges: a die's does, that of a checker taken away, or of a hand, goes on around it."""
        return self._look is None or self.changed_around(box) < ALONE

    def is_compact(self, box: Box) -> bool:
        """Whether a change fills a box and ends there: a thing of this size has come, whatever it shows."""
        return self._look is not None and self.changed(box) >= FILLED and self.changed_around(box) <= EMPTY_AROUND

    def is_vacated(self, box: Box) -> bool:
        """Whether a box shows ground on which the background has a checker that has left."""
        size = float((box[2] - box[0]) * (box[3] - box[1]))
        for checker in self._checkers:
            w, h = min(box[2], checker[2]) - max(box[0], checker[0]), min(box[3], checker[3]) - max(box[1], checker[1])
            if w > 0 and h > 0 and w * h >= ON_VACATED * size and self.changed(checker) >= VACATED:
                return True
        return False

    def changed_around(self, box: Box) -> float:
        """Share 0..1 of the ring around a box that differs from the background."""
        x0, y0, x1, y1 = self._inside(box)
        near, far = max(2, int((x1 - x0) * 0.2)), max(5, int((x1 - x0) * RING))
        ya, yb, xa, xb = max(0, y0 - far), y1 + far, max(0, x0 - far), x1 + far
        changed = self._differs[ya:yb, xa:xb]
        ring = np.ones(changed.shape, bool)
        ring[max(0, y0 - near - ya) : y1 + near - ya, max(0, x0 - near - xa) : x1 + near - xa] = False
        return float(changed[ring].mean()) if ring.any() else 0.0

    def is_old_die(self, box: Box) -> bool:
        return self.changed(box) < OLD_DIE

    def is_old_hand(self, box: Box, t: float) -> bool:
        x0, y0, x1, y1 = self._inside(box)
        if self._look is None or x1 <= x0 or y1 <= y0:
            return False
        if (t - self._held_since[y0:y1, x0:x1] < HAND_KNOWN_S).mean() < STIRS:
            return True
        return self.changed(box) < OLD_HAND and bool(t - float(self._since[y0:y1, x0:x1].max()) >= HAND_KNOWN_S)

    def new_things(self, smallest: float, largest: float) -> list[Box]:
        """Boxes of compact patches that differ from the background, their sides between the two (canvas pixels): what a thrown die makes, wherever
        it lies, also where the detector sees none."""
        if self._look is None:
            return []
        mask = cv2.morphologyEx(self._differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        n, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        out = []
        for x, y, w, h, area in stats[1:n]:
            sides = (w / SCALE, h / SCALE)
            if smallest <= min(sides) and max(sides) <= largest and area >= LEAST_FILL * w * h:
                out.append(np.array([x, y, x + w, y + h], np.float32) / np.float32(SCALE))
        return out

    def still_there(self, dice: Sequence[Box], t: float, hands: Sequence[Box] = ()) -> list[Box]:
        """Boxes of dice seen a moment ago and not now, whose places still differ from what was there before the throw. dice, hands: those seen now.

        A place must look bare for BARE_S to be that, and none is bare under a hand: one over it and all around passes for a change of light.
        """
        sought = [old for old in self._dice if t - old[1] <= SOUGHT_S and not any(_is_same(old[0], d) for d in dice)]
        lying = [self.changed(box) >= STAYS for box, _, _ in sought]
        kept = [lies or any(_meets(box, hand) for hand in hands) for (box, _, _), lies in zip(sought, lying, strict=True)]
        gone = [(box, seen, t if keep else filled) for (box, seen, filled), keep in zip(sought, kept, strict=True) if keep or t - filled <= BARE_S]
        self._dice = [*((d, t, t) for d in dice), *gone]
        return [old[0] for old, lies in zip(sought, lying, strict=True) if lies]

    def lying_dice(self, t: float) -> list[Box]:
        """Boxes of dice seen a moment ago whose places still differ from what was there before the throw."""
        return [box for box, seen, _ in self._dice if t - seen <= SOUGHT_S and self.changed(box) >= STAYS]

    def checkers_under(self, box: Box) -> NDArray[np.float32]:
        """(n, 4) boxes of checkers that the background shows at a die's box and that still lie there: what of them the die leaves free has not changed.

        The detector often loses a checker on which a die lies.
        """
        x0, y0, x1, y1 = (float(v) for v in box)
        free = []
        for checker in self._checkers:
            a, b, c, d = (float(v) for v in checker)
            if a < x1 and c > x0 and b < y1 and d > y0 and self._changed_beside(checker, box) < STILL_THERE:
                free.append(checker)
        return np.asarray(free, np.float32).reshape(-1, 4)

    def _changed_beside(self, checker: Box, die: Box) -> float:
        """Share of a checker's box outside a die's (with its shadow's room) that differs from the background; 1 when nothing of it is free."""
        if self._look is None:
            return 1.0
        x0, y0, x1, y1 = self._inside(checker)
        changed = exceeds(self._change[y0:y1, x0:x1])
        room = 0.25 * float(die[2] - die[0])
        a, b, c, d = self._inside(die + np.array([-room, -room, room, room], np.float32))
        beside = np.ones(changed.shape, bool)
        beside[max(0, b - y0) : max(0, d - y0), max(0, a - x0) : max(0, c - x0)] = False
        return float(changed[beside].mean()) if beside.mean() > 0.1 else 1.0

    def follow(self, candidates: NDArray[np.float32], t: float, *, is_still: bool, checkers: NDArray[np.float32] | None = None) -> NDArray[np.bool_]:
        """After judging: candidates (n, 4) are the boxes of everything that may be a die or a hand, checkers (n, 4) those of the checkers seen.

        is_still: nothing moved since the last call. Returns (h, w) what joined the background, in pixels of the canvas at SCALE.
        """
        assert self._look is not None
        passed, self._t = max(0.0, t - self._t), t
        if is_still:
            self._free += passed
        for box in candidates:
            x0, y0, x1, y1 = self._inside(box)
            self._free[max(0, y0 - 3) : y1 + 3, max(0, x0 - 3) : x1 + 3] = 0.0
        if not is_still:
            return np.zeros(self._free.shape, bool)
        ready = np.asarray(self._free >= ABSORB_S)
        self._since[ready & exceeds(self._change)] = t
        self._look[ready] = self._now[ready]
        self._free[ready] = 0.0
        if checkers is not None:
            known = [c for c in self._checkers if not self._is_at(ready, c)]
            self._checkers = np.asarray([*known, *(c for c in checkers if self._is_at(ready, c))], np.float32).reshape(-1, 4)
        return ready

    def _is_at(self, mask: NDArray[np.bool_], box: Box) -> bool:
        """Whether the mask holds at a box's middle."""
        x0, y0, x1, y1 = self._inside(box)
        y, x = (y0 + y1) // 2, (x0 + x1) // 2
        return y < mask.shape[0] and x < mask.shape[1] and bool(mask[y, x])

    def _inside(self, box: Box) -> tuple[int, int, int, int]:
        x0, y0, x1, y1 = (float(v) * SCALE for v in box)
        w, h = int(CANVAS_W * SCALE), int(CANVAS_H * SCALE)
        return max(0, int(x0)), max(0, int(y0)), min(w, int(np.ceil(x1))), min(h, int(np.ceil(y1)))


def _meets(a: Box, b: Box) -> bool:
    """Whether two boxes overlap."""
    return bool(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def _is_same(a: Box, b: Box) -> bool:
    """Whether two boxes are of one thing: their middles lie nearer than half its width."""
    return bool(np.hypot(a[0] + a[2] - b[0] - b[2], a[1] + a[3] - b[1] - b[3]) < a[2] - a[0])


def exceeds(change: NDArray[np.int16]) -> NDArray[np.bool_]:
    """(h, w) where any of (h, w, 3) channels differs by more than CHANGE_STEP."""
    size = np.abs(change)
    return np.asarray(np.maximum(np.maximum(size[..., 0], size[..., 1]), size[..., 2]) > CHANGE_STEP)
