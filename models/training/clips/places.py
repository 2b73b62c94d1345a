"""Where dice come to rest, in the picture's (u, v): free places in the roller's half, and the staged ones.

`DIE_PLACES` and what each stages (left and right are the roller's):
flat            anywhere free in his right half
touch           flat, touching a checker (look-alike of cocked and of on-checker)
beside-stack    flat, squeezed between two stacks (look-alike of on-checker)
near-bar        flat, just right of the bar (look-alike of left-of-bar)
near-rim        flat, against the rim (look-alike of cocked)
cocked          leaning on a checker, tilt 18 to 44 degrees; cocked-bar, cocked-rim: leaning on the bar or the rim
on-checker      flat on top of a checker
left            flat in his left half; left-near-bar: just left of the bar
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from models.training.clips.board import Board
from models.training.scenes.dice_contact import lean_distance
from models.training.scenes.spec import CheckerSpec, DieSpec
from monitor.errors import InputError

DIE_PLACES = ("flat", "touch", "beside-stack", "near-bar", "near-rim", "cocked", "cocked-bar", "cocked-rim", "on-checker", "left", "left-near-bar")


@dataclass(frozen=True)
class Half:
    """A half of the board in the picture, between two u."""

    u0: float
    u1: float

    @classmethod
    def of(cls, board: Board, side: str) -> Half:
        left, right = board.bar_u
        return cls(0.0, left) if side == "left" else cls(right, 1.0)


class DicePlacer:
    """Finds resting places among the checkers. All distances in millimetres on the board."""

    def __init__(self, board: Board, checkers: Sequence[CheckerSpec], rng: random.Random) -> None:
        self.board, self.rng = board, rng
        self.on_board = [c for c in checkers if c.cell != "off"]
        self.dice: list[DieSpec] = []

    def place(self, kind: str, value: int, side: str, roller_is_near: bool, set_index: int) -> DieSpec:
        """One more die. side: the picture's side ("left"/"right") of the roller's right half."""
        if kind.startswith("left"):
            side = {"left": "right", "right": "left"}[side]
        half = Half.of(self.board, side)
        methods = {
            "flat": self._flat,
            "left": self._flat,
            "touch": self._touch,
            "beside-stack": self._beside,
            "near-bar": self._near_bar,
            "left-near-bar": self._near_bar,
            "near-rim": self._near_rim,
            "cocked": self._cocked,
            "cocked-bar": self._cocked_bar,
            "cocked-rim": self._cocked_rim,
            "on-checker": self._on_checker,
        }
        method = methods.get(kind)
        if method is None:
            raise InputError(f"no such place for a die: {kind!r}; known are {', '.join(DIE_PLACES)}")
        die = method(half, value, set_index, roller_is_near)
        self.dice.append(die)
        return die

    # -- distances ---------------------------------------------------------------------------------------------------

    def _gap(self, u: float, v: float, checker: CheckerSpec) -> float:
        """From a place to the rim of a checker."""
        return math.hypot((u - checker.u) * self.board.width_mm, (v - checker.v) * self.board.height_mm) - self.board.checker_mm / 2

    def _clear(self, u: float, v: float, need_mm: float) -> bool:
        if any(self._gap(u, v, c) < need_mm for c in self.on_board):
            return False
        apart = self.board.die_mm * 1.6
        return all(math.hypot((u - d.u) * self.board.width_mm, (v - d.v) * self.board.height_mm) >= apart for d in self.dice)

    def _inside(self, half: Half, u: float, v: float, margin_mm: float) -> bool:
        du, dv = margin_mm / self.board.width_mm, margin_mm / self.board.height_mm
        return half.u0 + du <= u <= half.u1 - du and dv <= v <= 1 - dv

    def _search(self, half: Half, need_mm: float, v_range: tuple[float, float]) -> tuple[float, float]:
        for attempt in range(4000):
            shrink = 1 - attempt / 8000
            u, v = self.rng.uniform(half.u0, half.u1), self.rng.uniform(*v_range)
            if self._inside(half, u, v, self.board.die_mm * 0.8) and self._clear(u, v, max(need_mm * shrink, self.board.die_mm * 0.72)):
                return u, v
        raise InputError("no free place for a die in that half of the board")

    # -- places ------------------------------------------------------------------------------------------------------

    def _flat(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        lean = (0.30, 0.78) if roller_is_near else (0.22, 0.70)
        u, v = self._search(half, self.board.die_mm * 1.0, lean)
        return DieSpec(value, u, v, self.rng.uniform(0, 360), set_index=set_index)

    def _touch(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        """A face of the die against a checker's rim."""
        for checker, angle in self._around(half):
            u, v, spin = self._against(checker, angle, self.board.die_mm / 2 + 0.4)
            others = [c for c in self.on_board if c is not checker]
            if (
                self._inside(half, u, v, self.board.die_mm * 0.75)
                and all(self._gap(u, v, c) > self.board.die_mm * 0.72 for c in others)
                and self._free_of_dice(u, v)
            ):
                return DieSpec(value, u, v, spin, set_index=set_index)
        raise InputError("no checker in that half has room for a die beside it")

    def _beside(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        """Right beside a stack of at least three checkers, halfway along it."""
        for checker, angle in self._around(half):
            stack = [c for c in self.on_board if c.cell == checker.cell]
            if len(stack) < 3 or abs(math.cos(angle)) < 0.9:
                continue
            u, v, spin = self._against(checker, angle, self.board.die_mm / 2 + 1.0)
            others = [c for c in self.on_board if c is not checker]
            if (
                self._inside(half, u, v, self.board.die_mm * 0.75)
                and all(self._gap(u, v, c) > self.board.die_mm * 0.55 for c in others)
                and self._free_of_dice(u, v)
            ):
                return DieSpec(value, u, v, spin, set_index=set_index)
        return self._touch(half, value, set_index, roller_is_near)

    def _near_bar(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        edge, sign = (half.u0, 1) if half.u0 > 0.3 else (half.u1, -1)
        u = edge + sign * (self.board.die_mm * 0.78) / self.board.width_mm
        for _ in range(400):
            v = self.rng.uniform(0.2, 0.8)
            if self._clear(u, v, self.board.die_mm * 0.75):
                return DieSpec(value, u, v, self.rng.uniform(0, 360), set_index=set_index)
        raise InputError("no free place beside the bar")

    def _near_rim(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        gap = self.board.rim_gap_mm / self.board.width_mm
        edge, sign = (-gap, 1) if half.u0 < 0.3 else (1 + gap, -1)
        u = edge + sign * (self.board.die_mm * 0.56) / self.board.width_mm
        for _ in range(400):
            v = self.rng.uniform(0.1, 0.9)
            if self._clear(u, v, self.board.die_mm * 0.75):
                return DieSpec(value, u, v, self.rng.choice((0.0, 90.0)) + self.rng.uniform(-3, 3), set_index=set_index)
        raise InputError("no free place beside the rim")

    def _cocked(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        """One lower edge on the board, the underside or the other lower edge on a checker: contact as in `scenes.dice_contact`."""
        tilt, gap = self._lean(set_index, self.board.checker_outline)
        for checker, angle in self._around(half):
            if checker.level:
                continue
            u, v, spin = self._against(checker, angle, gap)
            far_u, far_v, _ = self._against(checker, angle, gap + self.board.die_mm * 0.75)
            others = [c for c in self.on_board if c is not checker]
            if self._inside(half, far_u, far_v, 2.0) and all(self._gap(u, v, c) > self.board.die_mm * 0.85 for c in others) and self._free_of_dice(u, v):
                return DieSpec(value, u, v, spin, tilt, spin + 180.0, "checker", 0.0, set_index)
        raise InputError("no checker in that half has room for a die leaning on it")

    def _lean(self, set_index: int, outline: Sequence[tuple[float, float]]) -> tuple[float, float]:
        """A tilt at which a die is held by an obstacle, and the distance of its centre from the obstacle's front."""
        size, corner = self.board.dice[set_index]
        tilts = [float(t) for t in range(18, 45)]
        self.rng.shuffle(tilts)
        for tilt in tilts:
            gap = lean_distance(size, corner, tilt, list(outline))
            if gap is not None:
                return tilt, gap
        raise InputError("a die cannot lean on that")

    def _cocked_bar(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        edge, sign = (half.u0, 1) if half.u0 > 0.3 else (half.u1, -1)
        return self._wall(half, value, set_index, "bar", edge, sign, self.board.bar_height_mm)

    def _cocked_rim(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        gap = self.board.rim_gap_mm / self.board.width_mm
        edge, sign = (-gap, 1) if half.u0 < 0.3 else (1 + gap, -1)
        return self._wall(half, value, set_index, "rim", edge, sign, self.board.rim_height_mm)

    def _wall(self, half: Half, value: int, set_index: int, on: str, edge_u: float, sign: int, height_mm: float) -> DieSpec:
        if height_mm < 3:
            raise InputError(f"this board's {on} is too low to lean on")
        tilt, gap = self._lean(set_index, ((0.0, height_mm), (0.0, 0.0)))
        u = edge_u + sign * gap / self.board.width_mm
        for _ in range(400):
            v = self.rng.uniform(0.2, 0.8)
            if self._clear(u, v, self.board.die_mm * 0.85):
                return DieSpec(value, u, v, 0.0, tilt, 180.0 if sign > 0 else 0.0, on, 0.0, set_index)
        raise InputError(f"no free place beside the {on}")

    def _on_checker(self, half: Half, value: int, set_index: int, roller_is_near: bool) -> DieSpec:
        top = [c for c in self.on_board if half.u0 < c.u < half.u1 and c.cell != "bar"]
        top = [c for c in top if not any(o.cell == c.cell and o.level > c.level for o in self.on_board)]
        self.rng.shuffle(top)
        top.sort(key=lambda c: abs(c.v - 0.5))
        for checker in top[:6]:
            if not self._free_of_dice(checker.u, checker.v):
                continue
            du, dv = (self.rng.uniform(-0.06, 0.06) * self.board.checker_mm for _ in range(2))
            height = self.board.on_checker_mm + self.board.checker_h_mm * checker.level
            return DieSpec(
                value,
                checker.u + du / self.board.width_mm,
                checker.v + dv / self.board.height_mm,
                self.rng.uniform(0, 360),
                0.0,
                0.0,
                "checker",
                height,
                set_index,
            )
        raise InputError("no checker in that half to stand on")

    # -- helpers -----------------------------------------------------------------------------------------------------

    def _around(self, half: Half) -> list[tuple[CheckerSpec, float]]:
        inside = [c for c in self.on_board if half.u0 < c.u < half.u1 and c.cell != "bar"]
        pairs = [(c, math.radians(a) + self.rng.uniform(-0.1, 0.1)) for c in inside for a in range(0, 360, 30)]
        self.rng.shuffle(pairs)
        return pairs

    def _against(self, checker: CheckerSpec, angle: float, gap_mm: float) -> tuple[float, float, float]:
        """The place `gap_mm` from a checker's rim in a direction (radians, clockwise from right), and the spin
        (degrees counter-clockwise) that turns a face away from it."""
        reach = self.board.checker_mm / 2 + gap_mm
        u = checker.u + reach * math.cos(angle) / self.board.width_mm
        v = checker.v + reach * math.sin(angle) / self.board.height_mm
        return u, v, -math.degrees(angle)

    def _free_of_dice(self, u: float, v: float) -> bool:
        apart = self.board.die_mm * 1.8
        return all(math.hypot((u - d.u) * self.board.width_mm, (v - d.v) * self.board.height_mm) >= apart for d in self.dice)
