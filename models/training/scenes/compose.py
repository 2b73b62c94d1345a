"""Random scenes: `scene(split, seed, index)` -> SceneSpec, the same for the same arguments and VERSION. numpy by way of dice contact, no bpy."""

from __future__ import annotations

import random
from dataclasses import replace

from . import arrange, geometry, positions, split, throw
from .designs import CHECKERS, CUBES, DICE, CheckerDesign, DieDesign
from .looks import LOOKS, Look
from .spec import CameraSpec, CheckerSpec, CubeSpec, DieSpec, SceneSpec

VERSION = 3


def die_scale(look: Look) -> float:
    """Dice of 10-16 mm on full-size boards; smaller boards have smaller dice, but never under 9 mm at the design's 14."""
    return max(0.66, min(1.1, look.pitch_mm / 40.0))


def scaled_die(name: str, look: Look) -> DieDesign:
    """A die design at the size that goes with that board."""
    design = DICE[name]
    return replace(design, size_mm=design.size_mm * die_scale(look))


def camera(rng: random.Random, width: int, height: int, look: Look) -> CameraSpec:
    """Half of them nearly overhead, the rest down to 40 degrees off; mostly from a long side."""
    elevation = 90 - abs(rng.gauss(0, 4)) if rng.random() < 0.45 else rng.uniform(50, 88)
    side = rng.choices((0.0, 180.0, 90.0, 270.0), (74, 12, 7, 7))[0]
    azimuth = side + rng.gauss(0, 5 if rng.random() < 0.75 else 16)
    roll = rng.gauss(0, 1.2)
    if elevation > 84 and rng.random() < 0.15:
        roll += rng.choice((90, -90))
    fill = rng.uniform(0.93, 1.04) if rng.random() < 0.7 else rng.uniform(0.76, 0.95)
    spare = max(0.0, 1 - fill) * 0.4
    shift = (rng.uniform(-spare, spare), rng.uniform(-spare, spare))
    return CameraSpec(elevation, azimuth % 360, roll, rng.uniform(28, 68), fill, shift, width, height)


def dice(rng: random.Random, thrower: throw.Thrower, look: Look, designs: tuple[str, str]) -> list[DieSpec]:
    count = rng.choices((0, 1, 2, 3, 4), (10, 8, 66, 4, 12))[0]
    mixed = rng.random() < 0.12
    first = rng.randrange(2)
    out: list[DieSpec] = []
    for k in range(count):
        kind = rng.choices(("flat", "cocked-checker", "cocked-wall", "on-checker", "on-bar", "off"), (66, 12, 8, 7, 3, 4))[0]
        which = (first + (k // 2 if count == 4 else k if mixed else 0)) % 2
        die = thrower.throw(kind, which, scaled_die(designs[which], look)) or thrower.throw("flat", which, scaled_die(designs[which], look))
        if die is not None:
            out.append(die)
    return out


def cube(rng: random.Random, thrower: throw.Thrower, look: Look, name: str) -> CubeSpec | None:
    """In the middle of a side, at a player's edge, in a tray, on the bar, offered on the board; one scene in eight has none."""
    if rng.random() < 0.12:
        return None
    x0, _, x1, y1 = geometry.outer_box(look)
    size = CUBES[name].size_mm * throw.cube_scale(look)
    for _ in range(25):
        where = rng.choices(("side", "player", "bar", "offered", "tray", "table"), (26, 24, 18, 14, 10, 8))[0]
        value = 64 if where == "side" and rng.random() < 0.7 else rng.choice((2, 2, 2, 4, 4, 8, 8, 16, 32, 64))
        sign = rng.choice((-1, 1))
        x, y = sign * rng.uniform(look.bar_mm, look.width_mm / 2 - size), rng.uniform(-0.2, 0.2) * look.height_mm
        if where == "side":
            x, y = rng.choice((x0, x1)), rng.gauss(0, 0.05) * look.height_mm
            x += (size * 0.7 + 3) * (1 if x > 0 else -1) if look.rim_mm < size else -look.rim_mm * 0.5 * (1 if x > 0 else -1)
        elif where == "player":
            x, y = rng.uniform(-0.45, 0.45) * look.width_mm, sign * (y1 + size * 0.7 + 2 if look.rim_mm < size else y1 - look.rim_mm / 2)
        elif where == "bar":
            if look.bar_mm < size * 0.7 or look.bar_style == "none":
                continue
            x, y = 0.0, rng.choice((0.0, -0.36, 0.36)) * look.height_mm
        elif where == "tray":
            spans = geometry.tray_spans(look)
            if not spans:
                continue
            span = rng.choice(spans)
            x, y = sum(span) / 2, rng.uniform(-0.12, 0.12) * look.height_mm
            if any(abs(y - wall) < size * 0.6 + arrange.DIVIDER_MM for wall in arrange.tray_dividers(look)):
                continue
        elif where == "table":
            x, y = rng.choice((x0 - size * 1.5, x1 + size * 1.5)), rng.uniform(-0.4, 0.4) * look.height_mm
        u, v = geometry.to_uv(look, x, y)
        spec = CubeSpec(value, u, v, rng.choice((0, 90, 180, 270)) + rng.gauss(0, 8 if where != "offered" else 25))
        if thrower.put_cube(spec, CUBES[name]):
            return spec
    return None


def hands(rng: random.Random) -> tuple[tuple[float, float, float, int], ...]:
    """A quarter of the scenes have a hand over the board, a few have two; from the long sides mostly."""
    count = rng.choices((0, 1, 2), (74, 22, 4))[0]
    out = []
    for k in range(count):
        angle = rng.choices((0.0, 180.0, 90.0, 270.0), (44, 44, 6, 6))[0] + rng.gauss(0, 18)
        near = 0.95 if abs((angle + 180) % 360 - 180) < 90 else 0.05
        v = near + (0.5 - near) * rng.uniform(0.0, 1.4)
        out.append((rng.uniform(0.06, 0.94), v, angle % 360, rng.randrange(1 << 20)))
        if k == 0 and rng.random() < 0.5:
            continue
    return tuple(out)


def _arranged(look: Look, design: CheckerDesign, rng: random.Random) -> arrange.Arrangement:
    """A drawn position laid out; positions that find no room on this board's bar are drawn again."""
    while True:
        try:
            return arrange.place(look, design, positions.draw(rng)[0], rng)
        except arrange.NoRoom:
            continue


def scene(split_name: str, seed: int, index: int, width: int = 960, height: int = 540) -> SceneSpec:
    """The index-th scene of a series. Looks and checkers go round so that a short series already shows all of them."""
    rng = random.Random(f"{split_name}/{seed}/{index}")
    pick = {kind: split.names(kind, split_name) for kind in split.KINDS}
    order = list(pick["looks"])
    random.Random(f"{split_name}/{seed}/{index // len(order)}").shuffle(order)
    look_name = order[index % len(order)]
    checker_order = list(pick["checkers"])
    random.Random(f"{split_name}/{seed}/c{index // len(checker_order)}").shuffle(checker_order)
    checkers_name = checker_order[index % len(checker_order)]
    look, design = LOOKS[look_name], CHECKERS[checkers_name]
    arrangement = _arranged(look, design, rng)
    first = rng.choice(pick["dice"])
    designs = (first, rng.choice(pick["dice"]))
    thrower = throw.Thrower(look, design, arrangement.pieces, rng)
    cube_name = rng.choice(pick["cubes"])
    cube_spec = cube(rng, thrower, look, cube_name)
    dice_specs = dice(rng, thrower, look, designs)
    kinds = ("cup", "clock", "score_card", "phone", "glasses", "pen", "paper")
    clutter = tuple(rng.sample(kinds, rng.choice((0, 1, 2, 2, 3, 4))))
    if rng.random() < 0.05:
        clutter = (*clutter, "cup_on_board")
    return SceneSpec(
        look_name,
        checkers_name,
        rng.randrange(1 << 30),
        tuple(arrangement.pieces),
        tuple(dice_specs),
        designs,
        cube_spec,
        cube_name,
        camera(rng, width, height, look),
        rng.choice(pick["lights"]),
        clutter,
        hands(rng),
        tuple(sorted(arrangement.undecidable)),
        rng.choice(pick["tables"]),
    )


def held_checker(look: Look, design: CheckerDesign, hand: tuple[float, float, float, int], color: str) -> CheckerSpec:
    """A checker between thumb and finger of that hand."""
    return CheckerSpec(color, hand[0], hand[1], 0, "loose", False, 0.0, geometry.checker_thickness(look, design) * 2.2)
