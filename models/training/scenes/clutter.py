"""What else lies on the table: places and simple shapes, as data (no bpy). Places follow from the scene's seed; nothing stands inside the board."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from . import geometry, throw
from .designs import CHECKERS, DICE
from .looks import LOOKS
from .spec import SceneSpec

SIZES = {
    "cup": (82.0, 82.0),
    "clock": (190.0, 110.0),
    "score_card": (70.0, 100.0),
    "phone": (75.0, 155.0),
    "glasses": (140.0, 110.0),
    "pen": (9.0, 140.0),
    "paper": (148.0, 210.0),
    "cup_on_board": (80.0, 90.0),
}


@dataclass(frozen=True)
class Item:
    """kind, middle of its foot in world mm, rotation about z, (width, depth) mm and a colour seed."""

    kind: str
    x: float
    y: float
    z: float
    angle_deg: float
    size: tuple[float, float]
    seed: int


def places(spec: SceneSpec) -> list[Item]:
    """Items around the board without overlapping each other, checkers, dice or cube; an item without a free place is left out."""
    look = LOOKS[spec.look]
    rng = random.Random(spec.seed * 7 + 3)
    x0, y0, x1, y1 = geometry.outer_box(look)
    pieces = [(*geometry.to_world(look, p.u, p.v), geometry.checker_diameter(look) / 2 + 4) for p in spec.pieces]
    pieces += [(*geometry.to_world(look, d.u, d.v), DICE[spec.dice_design[d.set_index]].size_mm + 3) for d in spec.dice]
    if spec.cube is not None:
        pieces.append((*geometry.to_world(look, spec.cube.u, spec.cube.v), 32.0))
    out: list[Item] = []
    for kind in spec.clutter:
        w, d = SIZES[kind]
        reach = math.hypot(w, d) / 2
        for _ in range(30):
            if kind == "cup_on_board":
                x, y, z = rng.uniform(-0.45, 0.45) * look.width_mm, rng.uniform(-0.35, 0.35) * look.height_mm, 0.0
                reach = 40.0
                if abs(x) < look.bar_mm / 2 + reach and look.bar_style in ("raised", "fold"):
                    continue
                half_x, half_y = geometry.surface_half(look)
                if abs(x) > half_x - reach or abs(y) > half_y - reach:
                    continue
            else:
                z = -look.thickness_mm
                side = rng.choice("lrlrtb")
                gap = reach + 3 + rng.uniform(0, 60)
                x = {"l": x0 - gap, "r": x1 + gap}.get(side, rng.uniform(x0, x1))
                y = {"t": y1 + gap, "b": y0 - gap}.get(side, rng.uniform(y0, y1))
            free = all(math.hypot(x - px, y - py) > reach + r for px, py, r in pieces)
            free = free and all(math.hypot(x - o.x, y - o.y) > reach + math.hypot(*o.size) / 2 for o in out)
            if free:
                out.append(Item(kind, x, y, z, rng.choice((0, 90, 180, 270)) + rng.gauss(0, 15), (w, d), rng.randrange(1 << 20)))
                break
    return out


def hand_height(spec: SceneSpec, lowest_mm: float) -> float:
    """Height of the pinch point so that no part of the hand is lower than what lies on the board."""
    look, design = LOOKS[spec.look], CHECKERS[spec.checkers]
    t = geometry.checker_thickness(look, design)
    tops = [throw.checker_base(look, design, p) + (geometry.checker_diameter(look) if p.on_edge else t) for p in spec.pieces]
    tops += [d.z_mm + 1.5 * DICE[spec.dice_design[d.set_index]].size_mm for d in spec.dice]
    return max([look.rim_height_mm, 12.0, *tops]) + 3.0 - lowest_mm
