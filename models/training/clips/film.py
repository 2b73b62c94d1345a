"""The film: rest states shown for a while and, between them, hands that carry checkers, throw dice and lift them.

Time is the frame counter divided by the frame rate, so what the director notes down is exact. Without a stage nothing is drawn
and only time passes: that is how the truth of a clip is known in milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.clips.sprites import cut_disc, cut_hull, paste, placement
from models.training.clips.stage import Picture, Point, Rest, Stage, die_corners, px_per_mm
from models.training.scenes.spec import CheckerSpec, DieSpec

Sink = Callable[[Picture, float], None]
HAND_Z_MM = 18.0


@dataclass(frozen=True)
class _Layer:
    """A sprite on the base picture: where its anchor is, turned and scaled."""

    bgra: Picture
    anchor: Point
    at: Point
    turn: float = 0.0
    scale: float = 1.0
    shadow: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Film:
    """Draws frame after frame into `sink(picture, t)`. Pictures are noise-free here; the sink adds the camera."""

    def __init__(self, stage: Stage | None, fps: int, sink: Sink | None, seed: int = 0) -> None:
        self.stage, self.fps, self.sink = stage, fps, sink
        self.frame = 0
        self.rest: Rest | None = None
        self._rng = np.random.default_rng(seed)  # times only: the same with and without a stage
        self._draw = np.random.default_rng(seed + 1)
        self._tip: dict[bool, Point | None] = {True: None, False: None}

    @property
    def t(self) -> float:
        """Presentation time of the next frame, in seconds."""
        return round(self.frame / self.fps, 4)

    def _frames(self, seconds: float) -> int:
        return max(1, round(seconds * self.fps))

    # -- what can happen ---------------------------------------------------------------------------------------------

    def hold(self, seconds: float) -> None:
        """The rest state with nobody's hand over the board."""
        base = self._base(self.rest)
        for _ in range(self._frames(seconds)):
            self._emit(base, ())

    def set(self, rest: Rest) -> None:
        """The rest state that the next frames show."""
        self.rest = rest

    def carry(self, is_near: bool, before: Rest, after: Rest, source: CheckerSpec, target: CheckerSpec) -> float:
        """A hand takes a checker from `source` to `target`; returns the time of the first frame on which it lies there."""
        base = self._base(before)
        self._reach(is_near, (source.u, source.v), base, 0.4 if self._tip[is_near] is None else 0.27)
        moving = self._mix(before, after, [(source.u, source.v)], [(target.u, target.v)])
        patch = self._disc(before, source)
        steps = self._frames(0.4)
        for i in range(1, steps + 1):
            share = _ease(i / steps)
            self._hand_to(is_near, self._between((source.u, source.v), (target.u, target.v), share), moving, patch)
        arrived = self.t
        self.rest = after
        self._still(is_near, self._base(after), 1)
        return arrived

    def away(self, is_near: bool) -> None:
        """The hand leaves the picture."""
        tip = self._tip[is_near]
        if self.stage is None:
            self.frame += self._frames(0.33) if tip is not None else 0
        elif tip is not None:
            base, steps = self._base(self.rest), self._frames(0.33)
            home = self._home(is_near, tip)
            for i in range(1, steps + 1):
                self._hand_px(is_near, _mix_points(tip, home, (i / steps) ** 1.5), base, None)
        self._tip[is_near] = None

    def hover(self, is_near: bool, u: float, v: float, seconds: float) -> None:
        """A hand comes, stays over a place and goes again without touching anything."""
        base = self._base(self.rest)
        self._reach(is_near, (u, v), base, 0.4)
        for _ in range(self._frames(seconds)):
            self._hand_to(is_near, (u + float(self._draw.normal(0, 0.004)), v + float(self._draw.normal(0, 0.004))), base, None)
        self.away(is_near)

    def throw(self, is_near: bool, before: Rest, after: Rest, dice: Sequence[DieSpec]) -> float:
        """Dice fly from the roller's right-hand edge and come to rest; returns the time of the first frame with all of them at rest."""
        base, final = self._base(before), self._base(after)
        edge = (0.93, 1.03) if is_near else (0.07, -0.03)
        self._reach(is_near, edge, base, 0.25)
        steps = self._frames(float(self._rng.uniform(0.45, 0.62)))
        if self.stage is None:
            self.frame += max(0, steps - 1)
        else:
            tip = self._tip_px(edge)
            flights = [self._flight(edge, die, final) for die in dice]
            for i in range(1, steps):
                hand = _mix_points(tip, self._home(is_near, tip), min(1.0, i / (0.6 * steps)))
                self._tumble(is_near, base, flights, i / steps, 1 / steps, hand)
        self._tip[is_near] = None
        self.rest = after
        return self.t

    def lift(self, is_near: bool, before: Rest, after: Rest, dice: Sequence[DieSpec]) -> float:
        """A hand collects dice one after the other and goes; returns the time of the first frame on which a die has left."""
        first = 0.0
        ordered = list(dice)
        for i, die in enumerate(ordered):
            done = [(d.u, d.v) for d in ordered[:i]]
            todo = [(d.u, d.v) for d in ordered[i:]]
            self._reach(is_near, (die.u, die.v), self._mix(before, after, done, todo), 0.4 if i == 0 else 0.25)
            if i == 0:
                first = self.t
            self._still(is_near, self._mix(before, after, [*done, (die.u, die.v)], todo[1:]), 1)
        self.rest = after
        self.away(is_near)
        return first

    # -- drawing -----------------------------------------------------------------------------------------------------

    def _base(self, rest: Rest | None) -> Picture | None:
        return None if self.stage is None or rest is None else self.stage.picture(rest)

    def _mix(self, before: Rest, after: Rest, done: Sequence[Point], todo: Sequence[Point]) -> Picture | None:
        """Between two rest states: near the `done` places as after, near the `todo` places as before."""
        if self.stage is None:
            return None
        old, new = self.stage.picture(before), self.stage.picture(after)
        if not todo or not done:
            return old if todo else new
        mixed = old.copy()
        changed = cv2.boundingRect(np.uint8(np.any(old != new, axis=2)))
        x0, y0, width, height = changed
        if not width:
            return old
        ys, xs = np.mgrid[y0 : y0 + height, x0 : x0 + width].astype(np.float32)

        def nearest(places: Sequence[Point]) -> NDArray[np.float32]:
            spots = [self.stage.image_xy(u, v) for u, v in places]
            return np.minimum.reduce([(xs - x) ** 2 + (ys - y) ** 2 for x, y in spots])

        is_new = nearest(done) < nearest(todo)
        mixed[y0 : y0 + height, x0 : x0 + width][is_new] = new[y0 : y0 + height, x0 : x0 + width][is_new]
        return mixed

    def _between(self, a: Point, b: Point, share: float) -> Point:
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    def _disc(self, before: Rest, source: CheckerSpec) -> _Layer | None:
        if self.stage is None:
            return None
        board = self.stage.board
        height = board.checker_h_mm * (source.level + 1) + (board.bar_height_mm if source.cell == "bar" else 0.0)
        centre = self.stage.image_xy(source.u, source.v, height)
        radius = px_per_mm(self.stage, source.u, source.v) * board.checker_mm / 2
        return _Layer(cut_disc(self.stage.picture(before), centre, radius), (float(int(radius)) + 2, float(int(radius)) + 2), centre, 0.0, 1.04, (5, 7, 0.45))

    def _flight(self, edge: Point, die: DieSpec, final: Picture | None) -> tuple[_Layer, Point, Point, float] | None:
        if self.stage is None or final is None:
            return None
        patch, centre = cut_hull(final, die_corners(self.stage, die))
        start = self.stage.image_xy(edge[0] + float(self._draw.uniform(-0.03, 0.03)), edge[1], 30)
        half = (patch.shape[0] - 1) / 2
        return _Layer(patch, (half, half), centre, 0.0, 1.0, (3, 4, 0.4)), start, centre, float(self._draw.uniform(-5, 5))

    def _tumble(
        self, is_near: bool, base: Picture | None, flights: Sequence[tuple[_Layer, Point, Point, float] | None], share: float, step: float, hand: Point | None
    ) -> None:
        """One frame of flying dice, blurred over half the frame's time."""
        if self.stage is None or base is None:
            return
        blur = []
        for k in range(3):
            s = max(0.0, share - step * 0.5 * k / 3)
            layers = []
            for flight in flights:
                if flight is None:
                    continue
                layer, start, end, spin = flight
                along = 1 - (1 - s) ** 2
                hop = 10 * abs(math.sin(s * 2.5 * math.pi)) * (1 - s)
                at = start[0] + (end[0] - start[0]) * along, start[1] + (end[1] - start[1]) * along - hop
                layers.append(_Layer(layer.bgra, layer.anchor, at, spin * (1 - along), 1.0 + 0.25 * (1 - s), (3 + hop / 3, 4 + hop / 3, 0.35)))
            if hand is not None:
                layers.append(self._hand_layer(is_near, hand))
            blur.append(layers)
        self._emit(base, *blur)

    def _reach(self, is_near: bool, place: Point, base: Picture | None, seconds: float) -> None:
        """The hand goes to a place, from outside the picture when it was away."""
        steps = self._frames(seconds)
        if self.stage is None:
            self.frame += steps
            self._tip[is_near] = place
            return
        goal = self._tip_px(place)
        start = self._tip[is_near]
        start = self._home(is_near, goal) if start is None else start
        for i in range(1, steps + 1):
            self._hand_px(is_near, _mix_points(start, goal, _ease(i / steps)), base, None)

    def _still(self, is_near: bool, base: Picture | None, frames: int) -> None:
        for _ in range(frames):
            if self.stage is None:
                self.frame += 1
            else:
                tip = self._tip[is_near]
                assert tip is not None
                self._hand_px(is_near, tip, base, None)

    def _hand_to(self, is_near: bool, place: Point, base: Picture | None, held: _Layer | None) -> None:
        if self.stage is None:
            self.frame += 1
            self._tip[is_near] = place
            return
        self._hand_px(is_near, self._tip_px(place), base, held)

    def _tip_px(self, place: Point) -> Point:
        assert self.stage is not None
        return self.stage.image_xy(place[0], place[1], HAND_Z_MM)

    def _home(self, is_near: bool, tip: Point) -> Point:
        """Where the fingertips are when the whole hand is outside the picture, on the way back to the player's shoulder."""
        assert self.stage is not None
        dx, dy = self._arm(is_near, tip)
        margin = 60 + 40 * px_per_mm(self.stage, 0.5, 0.5)
        beyond = (self.stage.height + margin - tip[1]) if is_near else (tip[1] + margin)
        return tip[0] + dx * beyond / abs(dy), tip[1] + dy * beyond / abs(dy)

    def _arm(self, is_near: bool, tip: Point) -> Point:
        """Unit vector from the fingertips along the arm, towards a shoulder beyond the player's edge, to his right."""
        assert self.stage is not None
        width, height = self.stage.width, self.stage.height
        shoulder = (0.62 * width, 1.75 * height) if is_near else (0.38 * width, -0.75 * height)
        dx, dy = shoulder[0] - tip[0], shoulder[1] - tip[1]
        length = math.hypot(dx, dy)
        return dx / length, dy / length

    def _hand_layer(self, is_near: bool, tip: Point) -> _Layer:
        assert self.stage is not None
        sprite = self.stage.hand(0 if is_near else 1)
        dx, dy = self._arm(is_near, tip)
        scale = px_per_mm(self.stage, 0.5, 0.5) / sprite.px_mm * 1.06
        return _Layer(sprite.bgra, sprite.tip, tip, math.atan2(-dx, dy), scale, (9, 12, 0.38))

    def _hand_px(self, is_near: bool, tip: Point, base: Picture | None, held: _Layer | None) -> None:
        """One frame with the hand at `tip`, blurred along its way since the last frame."""
        last = self._tip[is_near] or tip
        distance = math.hypot(tip[0] - last[0], tip[1] - last[1])
        count = 1 if distance < 10 else 2 if distance < 40 else 3
        blur = []
        for k in range(count):
            at = _mix_points(tip, last, 0.5 * k / count)
            layers = []
            if held is not None:
                layers.append(_Layer(held.bgra, held.anchor, at, held.turn, held.scale, held.shadow))
            layers.append(self._hand_layer(is_near, at))
            blur.append(layers)
        self._tip[is_near] = tip
        assert base is not None
        self._emit(base, *blur)

    def _region(self, exposures: Sequence[Sequence[_Layer]]) -> tuple[int, int, int, int]:
        """The part of the picture that the layers and their shadows touch."""
        corners = []
        for layer in (layer for layers in exposures for layer in layers):
            height, width = layer.bgra.shape[:2]
            matrix = placement(layer.scale, layer.turn, layer.anchor, layer.at)
            corners.append(np.float64([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ matrix.T)
        places = np.concatenate(corners)
        assert self.stage is not None
        x0, y0 = np.maximum(places.min(0).astype(int) - 34, 0)
        x1, y1 = np.minimum(places.max(0).astype(int) + 34, (self.stage.width, self.stage.height))
        return int(x0), int(y0), int(max(x1, x0 + 1)), int(max(y1, y0 + 1))

    def _emit(self, base: Picture | None, *exposures: Sequence[_Layer]) -> None:
        """Writes one frame: the mean of the exposures, each the base picture with its layers."""
        if base is not None and self.sink is not None:
            frame = base
            if exposures and exposures[0]:
                frame = base.copy()
                x0, y0, x1, y1 = self._region(exposures)
                clean = base[y0:y1, x0:x1].astype(np.float32)
                total = np.zeros_like(clean)
                for layers in exposures:
                    picture = clean.copy()
                    for layer in layers:
                        paste(picture, layer.bgra, placement(layer.scale, layer.turn, layer.anchor, (layer.at[0] - x0, layer.at[1] - y0)), shadow=layer.shadow)
                    total += picture
                frame[y0:y1, x0:x1] = np.clip(total / len(exposures), 0, 255)
            self.sink(frame, self.t)
        self.frame += 1


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def _mix_points(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
