"""From a position to checkers lying on a board: stacks, second layers, the bar, trays and borne-off checkers. Pure Python; millimetres."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from . import geometry
from .designs import CheckerDesign
from .looks import Look
from .positions import Rows, to_cells
from .spec import CheckerSpec

DIVIDER_MM = 5.0


class NoRoom(Exception):
    """This position cannot lie on this board without checkers on top of each other on the bar: draw another."""


@dataclass
class Arrangement:
    """The checkers of a scene, the cells the picture cannot decide and whether what is borne off can be counted."""

    pieces: list[CheckerSpec] = field(default_factory=list)
    undecidable: set[int] = field(default_factory=set)
    is_off_countable: bool = True


def tray_dividers(look: Look) -> list[float]:
    """World y of the walls across a tray."""
    half = geometry.surface_half(look)[1]
    return {0: [], 1: [0.0], 2: [-0.34 * half, 0.34 * half], 3: [-0.34 * half, 0.0, 0.34 * half]}[look.tray_walls]


def place(look: Look, design: CheckerDesign, rows: Rows, rng: random.Random) -> Arrangement:
    near, home_right = rng.choice("AB"), rng.random() < 0.6
    cells, bar, off = to_cells(rows, near, home_right)
    out = Arrangement()
    d = geometry.checker_diameter(look)
    sloppy = rng.choice((0.6, 1.0, 1.0, 2.0, 3.2))
    for cell, counts in enumerate(cells):
        _stack(look, d, cell, counts, cells, rng, out, sloppy)
    _bar(look, d, bar, near, rng, out)
    _off(look, design, d, off, near, home_right, rng, out)
    return out


def _put(
    look: Look,
    out: Arrangement,
    color: str,
    x: float,
    y: float,
    cell: int | str,
    rng: random.Random,
    level: int = 0,
    on_edge: bool = False,
    z_mm: float | None = None,
) -> None:
    u, v = geometry.to_uv(look, x, y)
    out.pieces.append(CheckerSpec(color, u, v, level, cell, on_edge, rng.uniform(0, 360), z_mm))


def _stack(look: Look, d: float, cell: int, counts: dict[str, int], cells: list[dict[str, int]], rng: random.Random, out: Arrangement, sloppy: float) -> None:
    colors = [c for c in ("A", "B") for _ in range(counts[c])]
    if not colors:
        return
    if counts["A"] and counts["B"] and counts["B"] > counts["A"]:
        colors.reverse()
    sign = 1 if geometry.is_top(cell) else -1
    opposite = cells[cell + 12 if cell < 12 else cell - 12]
    room = look.height_mm - d * min(5, opposite["A"] + opposite["B"]) - 8.0
    fits = max(1, int(min(room, look.height_mm * 0.62) // (d + 0.5)))
    usual = min(5, fits)
    flat = len(colors) if len(colors) <= usual or (len(colors) <= fits and rng.random() < 0.35) else usual
    pack = rng.choice((0.15, 0.3, 0.8)) if sloppy < 2 else rng.uniform(0.2, 2.0)
    x0 = geometry.cell_x(look, cell)
    side = max(0.0, min(look.pitch_mm * 0.16, (look.pitch_mm - d) / 2 + 1.2))
    tilt = rng.gauss(0, 0.35) * sloppy
    y = look.height_mm / 2 - d / 2 - abs(rng.gauss(0, 1.2)) * sloppy
    if rng.random() < 0.06:
        y -= rng.uniform(3, 12)
    places: list[tuple[float, float]] = []
    for k in range(flat):
        dx = max(-side, min(side, rng.gauss(0, 0.5) * sloppy + tilt * k))
        if k:
            step = d + abs(rng.gauss(0, pack))
            dy = math.sqrt(max(step * step - (dx - places[-1][0]) ** 2, 0.0))
            y -= dy
        places.append((dx, y))
        _put(look, out, colors[k], x0 + dx, sign * y, cell, rng)
    if len(colors) > flat:
        out.undecidable.add(cell)
    bridging = flat > 2 and rng.random() < 0.4
    for k in range(flat, len(colors)):
        level, under = 1 + (k - flat) // flat, (k - flat) % flat
        dx, dy = places[under]
        if bridging and level == 1 and under + 1 < flat:
            dx, dy = (dx + places[under + 1][0]) / 2, (dy + places[under + 1][1]) / 2
        _put(look, out, colors[k], x0 + dx + rng.gauss(0, 0.8), sign * dy + rng.gauss(0, 0.8), cell, rng, level)


def is_free(look: Look, pieces: list[CheckerSpec], x: float, y: float, distance: float) -> bool:
    """No checker's centre nearer than distance."""
    for p in pieces:
        px, py = geometry.to_world(look, p.u, p.v)
        if math.hypot(px - x, py - y) < distance:
            return False
    return True


def _bar(look: Look, d: float, bar: dict[str, int], near: str, rng: random.Random, out: Arrangement) -> None:
    for color in ("A", "B"):
        own = 1 if color == near else -1
        for k in range(bar[color]):
            for _ in range(120):
                y = own * (d * 0.6 + rng.uniform(0, look.height_mm * 0.38)) * rng.choice((1, 1, -1))
                x = rng.gauss(0, 1.0)
                if is_free(look, out.pieces, x, y, d + 0.3):
                    _put(look, out, color, x, y, "bar", rng, z_mm=geometry.bar_top_mm(look))
                    break
            else:
                raise NoRoom(f"no room on the bar of {look.name} for checker {k}")


def _off(look: Look, design: CheckerDesign, d: float, off: dict[str, int], near: str, home_right: bool, rng: random.Random, out: Arrangement) -> None:
    t = geometry.checker_thickness(look, design)
    half_y = geometry.surface_half(look)[1]
    spans = [s for s in geometry.tray_spans(look) if (s[0] > 0) == home_right]
    for color in ("A", "B"):
        count, sign = off[color], -1 if color == near else 1
        if not count:
            continue
        if spans and spans[0][1] - spans[0][0] > d:
            inner = min((abs(y) for y in tray_dividers(look)), key=lambda y: abs(y - 0.34 * half_y), default=0.0) + DIVIDER_MM
            x, floor = (spans[0][0] + spans[0][1]) / 2, geometry.tray_floor_mm(look)
            if rng.random() < 0.55:
                for k in range(min(count, int((half_y - inner - 2) // (t + 0.3)))):
                    _put(look, out, color, x + rng.gauss(0, 0.6), sign * (half_y - 1 - t / 2 - k * (t + 0.3)), "off", rng, on_edge=True, z_mm=floor)
            else:
                row = max(1, int((half_y - inner - 2) // (d + 0.4)))
                out.is_off_countable &= count <= row
                for k in range(count):
                    level = k // row
                    _put(
                        look, out, color, x + rng.gauss(0, 0.5), sign * (half_y - 1 - d / 2 - (k % row) * (d + 0.4)), "off", rng, level, z_mm=floor + level * t
                    )
        elif rng.random() < 0.6:
            _beside(look, d, t, color, count, sign, rng, out)


def _beside(look: Look, d: float, t: float, color: str, count: int, sign: int, rng: random.Random, out: Arrangement) -> None:
    """On the table along one side: a few piles or a loose row."""
    x0, y0, x1, y1 = geometry.outer_box(look)
    pile = rng.choice((1, 1, 3, 5))
    out.is_off_countable &= pile == 1
    right = rng.random() < 0.5
    for k in range(count):
        slot, level = k // pile, k % pile
        column, row = slot // 6, slot % 6
        x = (x1 + d * (0.7 + 1.1 * column)) if right else (x0 - d * (0.7 + 1.1 * column))
        y = sign * (d * 0.7 + row * d * 1.08)
        if abs(y) > max(abs(y0), abs(y1)):
            continue
        jitter = 0.5 if level else 1.5
        _put(look, out, color, x + rng.uniform(-jitter, jitter), y + rng.uniform(-jitter, jitter), "off", rng, level, z_mm=-look.thickness_mm + level * t)
