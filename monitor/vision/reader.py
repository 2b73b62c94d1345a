"""One table's reader: frames in, observations out. Detects on the rectified board, reads faces at native resolution.

Motion gating: a cheap picture difference on every frame; the detector runs on changes, often just after things came to rest,
seldom while nothing happens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import AREA_H, AREA_W, BoardFit
from monitor.game.events import Support
from monitor.tracking.observation import MAX_COUNT, CubeReading, DieReading, Observation
from monitor.vision.classes import CHECKER, CUBE, DIE, HAND
from monitor.vision.colors import ColorModel, disc_features, evened, learn_colors, to_lab
from monitor.vision.contact import Surroundings, flat_given_reach
from monitor.vision.counts import assign_cells, both_looks, cell_likelihoods, checker_bases
from monitor.vision.detector import Detections, Detector, OnnxDetector
from monitor.vision.die_looks import look_at_dice
from monitor.vision.face_reader import FaceReader
from monitor.vision.faces import face_crop
from monitor.vision.frame import Frame
from monitor.vision.memory import Memory
from monitor.vision.points import PointReader
from monitor.vision.since import LEAST_HAND, LEAST_TOP, OWN_SQUARE, Since, board_box

LEAST_DIE, LEAST_CUBE, LEAST_BASE = 0.15, 0.3, 0.2
DIE_CALIBRATION = ((0.15, 0.25, 0.35, 0.5, 0.65), (0.08, 0.25, 0.5, 0.8, 0.95))
"""Confidence of a die's box against the share of such boxes that are dice: set by eye, low below 0.5 for boards with inlay. On the validation
stills (`models.training.evaluate.calibration`) 5 of the 13 boxes below 0.5 are dice and all 19 above: too few to say more."""
FACE_PRIOR, NEW_FACE_PRIOR = 20.0, 3.0
"""The odds of a face are divided by this: in one picture, and of a thing that is new on ground a video has seen before. What the detector takes for a die
in one picture of an unseen board is more often none than in the face reader's pools: with 3 the 40 validation stills show 22 dice that are none, with
10 they show 11, with 20 they show 4, and 48 of their 60 dice are read each time. In a video such ground is out already."""
FACE_ODDS = 40.0
"""So much at most the face reader's look changes the odds that a small box is a die."""
REPORTED_DIE = 0.5
UNREAD_DIE = 0.55
"""What has a die's size, mirrors the lamp and has come to rest alone is one, although no face can be made out. That a roll was made is told, and what was
rolled is not."""
MIRRORED, OF_FACE = 85.0, 0.25
"""CIELAB lightness from which so much of a die's box mirrors the lamp. Of such dice of the clips val_02, val_05 and val_08 a quarter of the box is above 88,
of two shadows that came to rest like dice none is above 47."""
OVER = 0.02
"""So far, in board widths, a hand must reach over an edge of the playing area to be over it."""
SAME_DIE = 0.7
"""Two boxes whose middles are nearer than this share of a die's edge are boxes of one die."""
CLEAR_FACE = 0.9
"""Share of a face from which a die is believed also in the middle of a larger change."""
DIE_OF_CHECKER, DICE_REMEMBERED = 0.45, 200
"""A die's box in widths of a checker's, until dice were seen surely; of so many of those the usual width is taken."""
MOTION_SIZE = (160, 128)
MOTION_STEP = 14
"""Grey levels by which a pixel of the small rectified picture must change to count as motion."""
STILL_SHARE = 0.0015
"""Changed share of the playing area below which a frame counts as still: a die is about 0.0006 of it at each of two places."""
SETTLED_EVERY_S, QUIET_EVERY_S, MOVING_EVERY_S = 0.1, 0.4, 0.25
SETTLE_TIME_S = 1.2
LIVE_LOAD = 0.7
"""Share of the time that a live reader spends in the detector at most. The rest looks at motion: a frame dropped shows not even that."""
LEAST_DISCS = 4
"""Clear discs of each colour in one picture before its two colours are remembered for the table."""
FOLLOW_LIGHT = 0.05
"""Share by which each further picture moves the remembered colours: a lamp's warming is followed, one bad picture is not."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture shows, before it becomes an observation. Arrays over checkers: cells (n,), a_p (n,), features (n, 3), bases (n, 2)."""

    detections: Detections
    cells: NDArray[np.int64]
    a_p: NDArray[np.float32]
    features: NDArray[np.float32]
    bases: NDArray[np.float64]
    colors: ColorModel | None
    dice: tuple[DieReading, ...]
    cube: CubeReading | None
    hands: tuple[tuple[float, float, float, float], ...]
    covered: tuple[tuple[float, float], ...]
    hidden: NDArray[np.bool_]
    is_bar_hidden: bool
    points: NDArray[np.float32]
    bar: NDArray[np.float32]
    totals: NDArray[np.float32]


class PictureReader:
    """Reads single pictures of one fitted board. `colors` may be given, else the two colours are learnt from the picture."""

    def __init__(self, fit: BoardFit, detector: Detector | None = None) -> None:
        self.fit = fit
        self._detector = detector or OnnxDetector()
        self._faces = FaceReader()
        self._points = PointReader()
        self._die_widths: list[float] = []

    def read(self, image: NDArray[np.uint8], colors: ColorModel | None = None, since: Since | None = None) -> Reading:
        """(h, w, 3) BGR, the size the fit was made for. since: of a video, what its board looked like before."""
        canvas = self.fit.rectify(image)
        found = self._detector.detect(canvas)
        die_px = self._die_size(found)
        if since is not None:
            found = since.judged(canvas, found, die_px)
        checkers = found.of(CHECKER)
        lab = to_lab(canvas)
        features = disc_features(lab, checkers.xyxy)
        bases = checker_bases(self.fit, checkers.xyxy)
        cells = assign_cells(self.fit, bases)
        sure = checkers.confidence > 0.35
        model = colors or learn_colors(features[sure], checkers.confidence[sure], cells[sure])
        a_p = model.probability_a(evened(features, bases, model)) if model is not None else np.full(len(features), 0.5, np.float32)
        points, bar, totals = cell_likelihoods(cells, checkers, a_p)
        points, totals = both_looks(points, totals, self._points.read(canvas, self.fit.bar))
        hands = tuple(board_box(b) for b in found.of(HAND, LEAST_HAND).xyxy)
        hidden, bar_hidden = self._hidden(hands)
        seen = checkers.confidence >= LEAST_BASE
        radius = float(np.median(checkers.xyxy[:, 2] - checkers.xyxy[:, 0])) / 2 / AREA_W if len(checkers.xyxy) else 0.0
        dice, cube = self._dice_and_cube(image, lab, found, checkers, die_px, since)
        dice = _leaning(dice, Surroundings(self.fit, bases[seen], radius))
        covered = () if since is None else since.follow(image, dice)
        return Reading(checkers, cells, a_p, features, bases, model, dice, cube, hands, covered, hidden, bar_hidden, points, bar, totals)

    def _die_size(self, found: Detections) -> float:
        """Width of a die's box in the canvas: the usual one of the sure dice so far, before any a share of a checker's."""
        sure = found.of(DIE, 0.8).xyxy
        self._die_widths = [*self._die_widths, *(sure[:, 2] - sure[:, 0])][-DICE_REMEMBERED:]
        if self._die_widths:
            return float(np.median(self._die_widths))
        checkers = found.of(CHECKER, 0.5).xyxy
        return DIE_OF_CHECKER * float(np.median(checkers[:, 2] - checkers[:, 0])) if len(checkers) else DIE_OF_CHECKER * AREA_W / 13

    def _hidden(self, hands: Sequence[tuple[float, float, float, float]]) -> tuple[NDArray[np.bool_], bool]:
        """Cells whose stack area a hand's box touches."""
        hidden = np.zeros(24, bool)
        bar = False
        half = self.fit.bar[0] / 12
        for u0, v0, u1, v1 in hands:
            for cell in range(24):
                c = self.fit.cell_center(cell)
                top, bottom = (0.0, 0.44) if cell < 12 else (0.56, 1.0)
                if u0 < c + half * 0.7 and u1 > c - half * 0.7 and v0 < bottom and v1 > top:
                    hidden[cell] = True
            bar = bar or (u0 < self.fit.bar[1] and u1 > self.fit.bar[0])
        return hidden, bar

    def _dice_and_cube(
        self, image: NDArray[np.uint8], lab: NDArray[np.float32], found: Detections, checkers: Detections, die_px: float, since: Since | None
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        dice, cubes = found.of(DIE, LEAST_DIE), found.of(CUBE, LEAST_CUBE)
        readings = look_at_dice(self._faces, image, self.fit, dice.xyxy, die_px, since)
        readings += self._faces.read([face_crop(image, self.fit, board_box(b)) for b in cubes.xyxy])
        n = len(dice.xyxy)
        out: list[DieReading] = []
        cube: CubeReading | None = None
        tops, seen = checkers.of(CHECKER, LEAST_TOP).xyxy, checkers.of(CHECKER, LEAST_BASE).xyxy
        for i, (box, face) in enumerate(zip([*dice.xyxy, *cubes.xyxy], readings, strict=True)):
            u0, v0, u1, v1 = board_box(box)
            u, v = (u0 + u1) / 2, (v0 + v1) / 2
            if i < n:
                is_new = since is not None and since.is_on_known_ground(box)
                confidence = die_probability(float(dice.confidence[i]), face.none_p, is_new=is_new)
                if since is not None and confidence < UNREAD_DIE and 0 < v < 1 and mirrors_lamp(lab, box) and since.is_thing(box, die_px, seen):
                    confidence = UNREAD_DIE
                if confidence < REPORTED_DIE:
                    continue
                if since is not None and not is_new and (face.value_p.max() < CLEAR_FACE or face.flat_p < 0.5):
                    continue  # ground that a checker or a hand has uncovered
                under = tops if since is None else np.concatenate([tops, since.checkers_under(box)])
                on, on_p = self._support(u, v, box, under, face.on_checker_p)
                color = disc_features(lab, box[None])[0]
                out.append(
                    DieReading(
                        u,
                        v,
                        confidence,
                        tuple(float(q) for q in face.value_p),
                        face.flat_p,
                        on,
                        on_p,
                        (u1 - u0) * OWN_SQUARE,
                        (float(color[0]), float(color[1]), float(color[2])),
                    )
                )
            else:
                confidence = float(cubes.confidence[i - n])
                if cube is None or confidence > cube.confidence:
                    cube = CubeReading(u, v, face.cube_value, confidence)
        return tuple(apart(out, self.fit.camera.aspect)), cube

    def _support(self, u: float, v: float, box: NDArray[np.float32], tops: NDArray[np.float32], on_checker_p: float) -> tuple[Support, float]:
        """What a die stands on: its place decides between board, bar, rim and off; place and look together decide on a checker."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if len(tops):
            rx, ry = (tops[:, 2] - tops[:, 0]) / 2, (tops[:, 3] - tops[:, 1]) / 2
            d = np.sqrt((((tops[:, 0] + tops[:, 2]) / 2 - x) / rx) ** 2 + (((tops[:, 1] + tops[:, 3]) / 2 - y) / ry) ** 2).min()
            inside = float(np.clip((1.15 - d) / 0.35, 0, 1))
            p = inside * (0.35 + 0.65 * on_checker_p)
            if p > 0.5:
                return Support.CHECKER, p
        else:
            p = 0.0
        left, right = self.fit.bar
        if right - left > 0.015 and left < u < right:
            return Support.BAR, 0.9
        if not (-0.06 < u < 1.06 and -0.08 < v < 1.08):
            return Support.OFF, 0.9
        if not (-0.01 < u < 1.01 and -0.015 < v < 1.015):
            return Support.RIM, 0.7
        return Support.BOARD, 1 - p


def mirrors_lamp(lab: NDArray[np.float32], box: NDArray[np.float32]) -> bool:
    """Whether what lies in a canvas box (4,) is too bright in part to show what is on it. lab: as `to_lab` gives it."""
    x0, y0, x1, y1 = (max(0, int(v)) for v in box)
    lightness = lab[y0:y1, x0:x1, 0]
    return lightness.size > 0 and float(np.quantile(lightness, 1 - OF_FACE)) >= MIRRORED


def reaches_over(hand: tuple[float, float, float, float]) -> bool:
    """Whether a hand's box (u0 v0 u1 v1) reaches over the playing area: what lies beside the board keeps nobody waiting."""
    u0, v0, u1, v1 = hand
    return u1 > OVER and u0 < 1 - OVER and v1 > OVER and v0 < 1 - OVER


def _leaning(dice: Sequence[DieReading], around: Surroundings) -> tuple[DieReading, ...]:
    """The dice with what lies around them taken into account: flat_p of those that touch nothing rises."""
    out = []
    for i, d in enumerate(dice):
        reach = around.reach(d.u, d.v, d.size, [(o.u, o.v) for k, o in enumerate(dice) if k != i])
        out.append(replace(d, flat_p=flat_given_reach(d.flat_p, reach)))
    return tuple(out)


def apart(dice: Sequence[DieReading], aspect: float) -> list[DieReading]:
    """Without the less sure one of two boxes around one die: two dice at rest lie at least an edge apart. aspect: as `Camera` has it."""
    kept: list[DieReading] = []
    for die in sorted(dice, key=lambda d: -d.confidence):
        if all(float(np.hypot(die.u - k.u, (die.v - k.v) / aspect)) > SAME_DIE * max(die.size, k.size) for k in kept):
            kept.append(die)
    return kept


def die_probability(box_confidence: float, none_p: float, *, is_new: bool = False) -> float:
    """That a box is a die: the detector's calibrated confidence as prior odds, the native-resolution look as evidence.

    is_new: of a video, where the box is new on ground seen before.
    """
    pools = NEW_FACE_PRIOR if is_new else FACE_PRIOR
    prior = float(np.interp(box_confidence, *DIE_CALIBRATION))
    odds = prior / (1 - prior) * float(np.clip((1 - none_p) / max(none_p, 1e-6) / pools, 1 / FACE_ODDS, FACE_ODDS))
    return odds / (1 + odds)


class BoardReader:
    """Reads a video of one table: motion, gating, and the table's colours remembered from the clearest frames.

    `read` takes frames in the order of their time. is_gated False runs the detector on every frame. max_load: share (0..1] of the wall
    clock's time that gated full readings may take, for a camera that does not wait; without it the same frames give the same readings.
    """

    def __init__(
        self, fit: BoardFit, detector: Detector | None = None, *, is_gated: bool = True, max_load: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.fit = fit
        self._max_load, self._clock, self._rested_at = max_load, clock, -1e9
        self._picture = PictureReader(fit, detector)
        self._is_gated = is_gated
        self._before: NDArray[np.int16] | None = None
        self._moved_at = -1e9
        self._full_at = -1e9
        self._last: Observation | None = None
        self._colors: ColorModel | None = None
        self._memory = Memory.of(fit)
        self.reading: Reading | None = None
        self.full_reads = 0
        scale = np.diag([AREA_W / MOTION_SIZE[0], AREA_H / MOTION_SIZE[1], 1.0])
        unit = np.diag([1 / AREA_W, 1 / AREA_H, 1.0])
        self._small = fit.image_from_board @ unit @ scale

    def read(self, frame: Frame) -> Observation:
        """The observation of one frame; is_full False when the detector was not run on it."""
        motion = self._motion(frame.image)
        is_still = motion < STILL_SHARE
        if not is_still:
            self._moved_at = frame.t
        since_full = frame.t - self._full_at
        every = MOVING_EVERY_S if not is_still else SETTLED_EVERY_S if frame.t - self._moved_at < SETTLE_TIME_S else QUIET_EVERY_S
        is_due = since_full < 0 or since_full >= every - 1e-3
        if self._max_load < 1.0 and since_full < QUIET_EVERY_S and self._clock() < self._rested_at:
            is_due = False
        if self._is_gated and self._last is not None and not is_due:
            return replace(
                self._last,
                t=frame.t,
                seq=frame.seq,
                points=_UNIFORM_POINTS,
                bar=_UNIFORM_BAR,
                totals=None,
                dice=(),
                cube=None,
                covered=(),
                motion=motion,
                is_still=is_still,
                is_full=False,
            )
        self._full_at = frame.t
        self.full_reads += 1
        began = self._clock()
        reading = self._picture.read(frame.image, self._colors, Since(self._memory, frame.t, is_still))
        self._rested_at = self._clock() + (self._clock() - began) * (1 / self._max_load - 1)
        self._remember_colors(reading)
        self.reading = reading
        self._last = Observation(
            t=frame.t, seq=frame.seq, points=reading.points, bar=reading.bar, totals=reading.totals, is_hidden=reading.hidden,
            is_bar_hidden=reading.is_bar_hidden, dice=reading.dice, cube=reading.cube, motion=motion, is_still=is_still,
            has_hand=any(reaches_over(h) for h in reading.hands), hands=reading.hands, covered=reading.covered,
        )  # fmt: skip
        return self._last

    def _remember_colors(self, reading: Reading) -> None:
        """Keep the first sure pair of colours with enough discs of each, then follow slow changes of light."""
        is_a, is_b = reading.a_p > 0.8, reading.a_p < 0.2
        if reading.colors is None or min(int(is_a.sum()), int(is_b.sum())) < LEAST_DISCS:
            return
        if self._colors is None:
            self._colors = reading.colors if reading.colors.is_sure else None
            return
        fresh = np.stack([np.median(reading.features[is_a], 0), np.median(reading.features[is_b], 0)])
        self._colors = replace(self._colors, centers=((1 - FOLLOW_LIGHT) * self._colors.centers + FOLLOW_LIGHT * fresh).astype(np.float32))

    def _motion(self, image: NDArray[np.uint8]) -> float:
        """Share of the playing area that changed by more than noise since the previous frame, light changes taken out."""
        small = cv2.warpPerspective(image, self._small, MOTION_SIZE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        gray = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3)).astype(np.int16)
        before, self._before = self._before, gray
        if before is None:
            return 1.0
        change = gray - before
        change -= np.int16(np.median(change))
        return float((np.abs(change) > MOTION_STEP).mean())


_UNIFORM_POINTS = np.full((24, 2, MAX_COUNT), 1 / MAX_COUNT, np.float32)
_UNIFORM_BAR = np.full((2, MAX_COUNT), 1 / MAX_COUNT, np.float32)
