"""Dice and cube on an arranged board: flat, cocked with contact, on a checker, on the bar, beside the board; never through anything. numpy, no bpy."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np

from . import dice_contact as contact
from . import geometry
from .designs import CheckerDesign, CubeDesign, DieDesign
from .looks import Look
from .spec import CheckerSpec, CubeSpec, DieSpec


def checker_base(look: Look, design: CheckerDesign, piece: CheckerSpec) -> float:
    """Height of a checker's base above the playing surface."""
    if piece.z_mm is not None:
        return piece.z_mm
    return piece.level * geometry.checker_thickness(look, design)


def checker_solid(look: Look, design: CheckerDesign, piece: CheckerSpec) -> contact.Round | contact.Box:
    """The convex solid that a checker fills; one on its edge as a box around it."""
    r, t = geometry.checker_diameter(look) / 2, geometry.checker_thickness(look, design)
    x, y = geometry.to_world(look, piece.u, piece.v)
    z = checker_base(look, design, piece)
    if piece.on_edge:
        return contact.Box((x, y, z + r), np.eye(3), (r, t / 2, r))
    outline = geometry.convex_outline(geometry.checker_profile(design, r, t))
    return contact.Round(x, y, z, tuple(outline))


def die_solid(look: Look, die: DieSpec, design: DieDesign) -> contact.Box:
    turn = contact.rotation(die.value, die.spin_deg, die.tilt_deg, die.lean_deg)
    x, y = geometry.to_world(look, die.u, die.v)
    z = die.z_mm + contact.half_height(turn, design.size_mm, design.corner)
    half = design.size_mm / 2
    return contact.Box((x, y, z), turn, (half, half, half), half * design.corner)


def cube_floor(look: Look, x: float, y: float) -> float:
    """Height of what is under a place: playing surface, bar, rim, tray floor or table."""
    for _, x0, x1, y0, y1, _, top in geometry.solid_boxes(look):
        if x0 <= x <= x1 and y0 <= y <= y1:
            return top
    half_x, half_y = geometry.surface_half(look)
    if abs(x) <= half_x and abs(y) <= half_y:
        return 0.0
    for x0, x1 in geometry.tray_spans(look):
        if x0 <= x <= x1 and abs(y) <= half_y:
            return geometry.tray_floor_mm(look)
    return -look.thickness_mm


def cube_solid(look: Look, cube: CubeSpec, design: CubeDesign, scale: float) -> contact.Box:
    x, y = geometry.to_world(look, cube.u, cube.v)
    half = design.size_mm * scale / 2
    turn = contact.rotation(1, cube.spin_deg, 0, 0)
    return contact.Box((x, y, cube_floor(look, x, y) + half), turn, (half, half, half), half * design.corner)


def cube_scale(look: Look) -> float:
    """Cubes are made for the board: about 0.7 of a pitch."""
    return 0.72 * look.pitch_mm / 30.0


class Thrower:
    """Places dice one by one; every die is checked against all solids placed before."""

    def __init__(self, look: Look, design: CheckerDesign, pieces: list[CheckerSpec], rng: random.Random) -> None:
        self.look, self.design, self.pieces, self.rng = look, design, pieces, rng
        self.solids: list[contact.Box | contact.Round] = [checker_solid(look, design, p) for p in pieces]
        for _, x0, x1, y0, y1, z0, z1 in geometry.solid_boxes(look):
            self.solids.append(contact.Box(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), np.eye(3), ((x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2)))

    def throw(self, kind: str, set_index: int, die: DieDesign, tries: int = 40, accept: Callable[[DieSpec], bool] | None = None) -> DieSpec | None:
        """kind: flat, touch-checker, touch-wall, cocked-checker, cocked-wall, on-checker, on-bar, off; accept: a further condition.

        None if no place was found.
        """
        place = {
            "flat": self._flat,
            "touch-checker": self._beside_checker,
            "touch-wall": self._beside_wall,
            "cocked-checker": self._against_checker,
            "cocked-wall": self._against_wall,
            "on-checker": self._on_checker,
            "on-bar": self._on_bar,
            "off": self._beside,
        }[kind]
        for _ in range(tries):
            spec = place(set_index, die)
            if spec is None or (accept is not None and not accept(spec)):
                continue
            solid = die_solid(self.look, spec, die)
            if contact.is_clear(solid, self.solids):
                self.solids.append(solid)
                return spec
        return None

    def put_cube(self, cube: CubeSpec, design: CubeDesign) -> bool:
        solid = cube_solid(self.look, cube, design, cube_scale(self.look))
        if not contact.is_clear(solid, self.solids):
            return False
        self.solids.append(solid)
        return True

    def _spec(self, x: float, y: float, set_index: int, **more: float | str) -> DieSpec:
        u, v = geometry.to_uv(self.look, x, y)
        values: dict[str, float | str] = {"spin_deg": self.rng.uniform(0, 360), **more}
        return DieSpec(self.rng.randint(1, 6), u, v, set_index=set_index, **values)

    def _flat(self, set_index: int, die: DieDesign) -> DieSpec:
        look, rng = self.look, self.rng
        side = rng.choice((-1, 1, 1))
        inner, outer = look.bar_mm / 2 + die.size_mm * 0.75, look.width_mm / 2 - die.size_mm * 0.75
        x = side * rng.uniform(inner, outer)
        y = rng.uniform(-0.2, 0.2) * look.height_mm if rng.random() < 0.7 else rng.uniform(-0.47, 0.47) * look.height_mm
        return self._spec(x, y, set_index, on="board")

    def _on_bar(self, set_index: int, die: DieDesign) -> DieSpec | None:
        if self.look.bar_mm < die.size_mm * 0.8 or self.look.bar_style == "none":
            return None
        play = max(self.look.bar_mm / 2 - die.size_mm * 0.4, 0.0) * 0.6
        return self._spec(
            self.rng.uniform(-play, play), self.rng.uniform(-0.42, 0.42) * self.look.height_mm, set_index, on="bar", z_mm=geometry.bar_top_mm(self.look)
        )

    def _beside(self, set_index: int, die: DieDesign) -> DieSpec:
        x0, y0, x1, y1 = geometry.outer_box(self.look)
        room = self.rng.uniform(die.size_mm, 0.16 * (x1 - x0))
        if self.rng.random() < 0.6:
            x, y = self.rng.choice((x0 - room, x1 + room)), self.rng.uniform(y0, y1)
        else:
            x, y = self.rng.uniform(x0, x1), self.rng.choice((y0 - room * 0.5 - die.size_mm, y1 + room * 0.5 + die.size_mm))
        return self._spec(x, y, set_index, on="off", z_mm=-self.look.thickness_mm)

    def _on_board(self) -> list[CheckerSpec]:
        stacked = {(p.cell, p.level) for p in self.pieces}
        return [p for p in self.pieces if isinstance(p.cell, int) and not p.on_edge and (p.cell, p.level + 1) not in stacked]

    def _on_checker(self, set_index: int, die: DieDesign) -> DieSpec | None:
        choices = self._on_board()
        r, t = geometry.checker_diameter(self.look) / 2, geometry.checker_thickness(self.look, self.design)
        if not choices:
            return None
        piece = self.rng.choice(choices)
        reach = max(r - die.size_mm * 0.75, 0.0) if self.design.profile not in ("dish", "cup", "dent", "dome") else 0.8
        a, s = self.rng.uniform(0, 2 * math.pi), reach * math.sqrt(self.rng.random())
        x, y = geometry.to_world(self.look, piece.u, piece.v)
        top = geometry.rest_height(self.design, r, t, die.size_mm * 0.5 * (1 - die.corner) * math.sqrt(2) + s)
        return self._spec(x + s * math.cos(a), y + s * math.sin(a), set_index, on="checker", z_mm=checker_base(self.look, self.design, piece) + top)

    def _tilt(self) -> float:
        return self.rng.uniform(5, 14) if self.rng.random() < 0.3 else self.rng.uniform(12, 44)

    def _against_checker(self, set_index: int, die: DieDesign) -> DieSpec | None:
        choices = [p for p in self.pieces if isinstance(p.cell, int) and p.level == 0]
        if not choices:
            return None
        piece, tilt = self.rng.choice(choices), self._tilt()
        r, t = geometry.checker_diameter(self.look) / 2, geometry.checker_thickness(self.look, self.design)
        outline = [(r - radius, z) for radius, z in geometry.convex_outline(geometry.checker_profile(self.design, r, t))[1:]]
        far = contact.lean_distance(die.size_mm, die.corner, tilt, outline)
        if far is None:
            return None
        a = self.rng.uniform(0, 2 * math.pi)
        x, y = geometry.to_world(self.look, piece.u, piece.v)
        lean = math.degrees(a) + 180
        x, y = x + (r + far) * math.cos(a), y + (r + far) * math.sin(a)
        if abs(x) > self.look.width_mm / 2 or abs(y) > self.look.height_mm / 2:
            return None
        return self._spec(x, y, set_index, on="checker", tilt_deg=tilt, lean_deg=lean % 360, spin_deg=(lean + 90 * self.rng.randrange(4)) % 360)

    def _beside_checker(self, set_index: int, die: DieDesign) -> DieSpec | None:
        """Flat on the board, against a checker or all but."""
        choices = [p for p in self.pieces if isinstance(p.cell, int) and p.level == 0 and not p.on_edge]
        if not choices:
            return None
        piece = self.rng.choice(choices)
        solid = checker_solid(self.look, self.design, piece)
        a = self.rng.uniform(0, 2 * math.pi)
        x, y = geometry.to_world(self.look, piece.u, piece.v)
        spin = self._spin_beside(math.degrees(a))
        far = self._distance_beside(die, spin, lambda d: (x + d * math.cos(a), y + d * math.sin(a)), solid)
        x, y = x + far * math.cos(a), y + far * math.sin(a)
        if abs(x) > self.look.width_mm / 2 or abs(y) > self.look.height_mm / 2:
            return None
        return self._spec(x, y, set_index, on="board", spin_deg=spin)

    def _beside_wall(self, set_index: int, die: DieDesign) -> DieSpec | None:
        """Flat on the board, against the bar or a rim or all but."""
        walls = self._walls()
        if not walls:
            return None
        _, place, lean, height = self.rng.choice(walls)
        c, s = round(math.cos(math.radians(lean))), round(math.sin(math.radians(lean)))
        spin = self._spin_beside(lean)
        half = 200.0
        wall = contact.Box((place + c * half, 0, height / 2), np.eye(3), (half, 1e4, height / 2)) if c else contact.Box(
            (0, place + s * half, height / 2), np.eye(3), (1e4, half, height / 2))  # fmt: skip
        far = self._distance_beside(die, spin, lambda d: (place - c * d, 0) if c else (0, place - s * d), wall)
        if c:
            x, y = place - c * far, self.rng.uniform(-0.46, 0.46) * self.look.height_mm
        else:
            x, y = self._along_wall(die), place - s * far
        return self._spec(x, y, set_index, on="board", spin_deg=spin)

    def _spin_beside(self, towards_deg: float) -> float:
        """With a face against what it lies beside, as a leaning die has it, or any way round."""
        return (towards_deg + 90 * self.rng.randrange(4)) % 360 if self.rng.random() < 0.5 else self.rng.uniform(0, 360)

    def _distance_beside(self, die: DieDesign, spin_deg: float, at: Callable[[float], tuple[float, float]], other: contact.Box | contact.Round) -> float:
        """How far along `at` a flat die stands that leaves at most a tenth of its edge between itself and the other solid."""
        turn = contact.rotation(1, spin_deg, 0, 0)
        half = die.size_mm / 2
        room = self.rng.uniform(0, 0.1) * die.size_mm if self.rng.random() < 0.5 else 0.0
        near, far = 0.0, die.size_mm + geometry.checker_diameter(self.look) / 2
        while far - near > contact.TOUCH_MM / 4:
            middle = (near + far) / 2
            x, y = at(middle)
            is_free = contact.gap(contact.Box((x, y, half), turn, (half, half, half), half * die.corner), other) >= room
            near, far = (near, middle) if is_free else (middle, far)
        return far

    def _walls(self) -> list[tuple[str, float, float, float]]:
        """What a die on the surface can lean on besides checkers: (bar or rim, place mm, direction of lean in degrees, height mm)."""
        half_x, half_y = geometry.surface_half(self.look)
        walls: list[tuple[str, float, float, float]] = []
        if self.look.bar_style in ("raised", "fold") and self.look.bar_height_mm > 3:
            walls += [("bar", self.look.bar_mm / 2, 180.0, self.look.bar_height_mm), ("bar", -self.look.bar_mm / 2, 0.0, self.look.bar_height_mm)]
        if self.look.rim_height_mm > 3 and self.look.rim_mm > 0:
            h = self.look.rim_height_mm
            walls += [("rim", half_x, 0.0, h), ("rim", -half_x, 180.0, h), ("rim", half_y, 90.0, h), ("rim", -half_y, 270.0, h)]
        return walls

    def _along_wall(self, die: DieDesign) -> float:
        return self.rng.choice((-1, 1)) * self.rng.uniform(self.look.bar_mm / 2 + die.size_mm, self.look.width_mm / 2 - die.size_mm)

    def _against_wall(self, set_index: int, die: DieDesign) -> DieSpec | None:
        walls = self._walls()
        if not walls:
            return None
        on, place, lean, height = self.rng.choice(walls)
        tilt = self._tilt()
        far = contact.lean_distance(die.size_mm, die.corner, tilt, [(0.0, height), (0.0, 0.0)])
        if far is None:
            return None
        c, s = round(math.cos(math.radians(lean))), round(math.sin(math.radians(lean)))
        if c:
            x, y = place - c * far, self.rng.uniform(-0.46, 0.46) * self.look.height_mm
        else:
            x, y = self._along_wall(die), place - s * far
        return self._spec(x, y, set_index, on=on, tilt_deg=tilt, lean_deg=lean, spin_deg=lean + 90 * self.rng.randrange(4))
