"""Dice sheets: close views of boards with many dice of several designs, flat, cocked and on checkers, 20-60 px each, and some cubes. No bpy until
rendering."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from . import camera, compose, geometry, positions, post, split, stills, throw
from .arrange import NoRoom, place
from .designs import CHECKERS, CUBES, CheckerDesign
from .faces import CUBE_FACES
from .looks import LOOKS, Look
from .spec import CameraSpec, CheckerSpec, CubeSpec, DieSpec, SceneSpec

Kinds = tuple[tuple[str, int], ...]
KINDS: Kinds = (("flat", 44), ("cocked-checker", 30), ("cocked-wall", 12), ("on-checker", 12), ("on-bar", 2))
TOUCHING: Kinds = (("flat", 8), ("touch-checker", 34), ("touch-wall", 12), ("cocked-checker", 28), ("cocked-wall", 10), ("on-checker", 8))
"""Kinds of a sheet's dice with their weights. Of 168 flat dice on eight plain sheets none lies within 0.15 edges of anything, and all cocked ones touch
something: a reader that learns from such sheets alone takes what lies against a checker for cocked. On a touching sheet as many flat dice touch as lean."""
DESIGNS = 6
CUBES_ON = 9


def _pieces(look: Look, design: CheckerDesign, rng: random.Random) -> list[CheckerSpec]:
    while True:
        try:
            return place(look, design, positions.played(rng, rng.randint(4, 60)), rng).pieces
        except NoRoom:
            continue


def sheet(split_name: str, seed: int, index: int, width: int = 960, height: int = 540, dice: int = 34, kinds: Kinds = KINDS) -> SceneSpec:
    """The index-th sheet: a crowded part of a board; the same for the same arguments. kinds: (kind of `Thrower.throw`, weight)."""
    rng = random.Random(f"dice/{split_name}/{seed}/{index}")
    pick = {kind: split.names(kind, split_name) for kind in split.KINDS}
    look_name, checkers_name = pick["looks"][(index * 5 + seed) % len(pick["looks"])], pick["checkers"][(index * 3 + seed) % len(pick["checkers"])]
    look, design = LOOKS[look_name], CHECKERS[checkers_name]
    pieces = _pieces(look, design, rng)
    designs = tuple(rng.sample(pick["dice"], min(DESIGNS, len(pick["dice"]))))
    elevation = rng.uniform(78, 90) if rng.random() < 0.45 else rng.uniform(48, 80)
    fill = rng.uniform(1.5, 3.4) * 42.0 / look.pitch_mm * look.height_mm / 470
    shift = (rng.uniform(-0.3, 0.3) * (fill - 0.8), rng.uniform(-0.28, 0.28) * (fill - 0.8))
    view_spec = CameraSpec(elevation, rng.choice((0, 0, 180)) + rng.gauss(0, 12), rng.gauss(0, 4), rng.uniform(20, 45), fill, shift, width, height)
    view = camera.solve(look, view_spec)
    thrower = throw.Thrower(look, design, pieces, rng)

    def is_in_view(u: float, v: float, z_mm: float) -> bool:
        px = view.project(np.array([[*geometry.to_world(look, u, v), z_mm]]))[0]
        return bool(20 < px[0] < width - 20 and 20 < px[1] < height - 20)

    kept: list[DieSpec] = []
    for _ in range(dice * 14):
        if len(kept) >= dice:
            break
        which = rng.randrange(len(designs))
        kind = rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]

        die = thrower.throw(kind, which, compose.scaled_die(designs[which], look), tries=3, accept=lambda die: is_in_view(die.u, die.v, die.z_mm))
        if die is not None:
            kept.append(die)
    cube_name = pick["cubes"][(index * 7 + seed) % len(pick["cubes"])]
    cubes: list[CubeSpec] = []
    for _ in range(CUBES_ON * 14):
        cube = CubeSpec(rng.choice(CUBE_FACES), rng.uniform(-0.1, 1.1), rng.uniform(-0.1, 1.1), rng.uniform(0, 360))
        if len(cubes) < CUBES_ON and is_in_view(cube.u, cube.v, 0.0) and thrower.put_cube(cube, CUBES[cube_name]):
            cubes.append(cube)
    return SceneSpec(
        look_name,
        checkers_name,
        rng.randrange(1 << 30),
        tuple(pieces),
        tuple(kept),
        designs,
        None,
        cube_name,
        view_spec,
        rng.choice(pick["lights"]),
        (),
        (),
        (),
        rng.choice(pick["tables"]),
        tuple(cubes),
    )


def render_sheets(
    split_name: str,
    folder: Path,
    count: int,
    seed: int,
    width: int,
    height: int,
    samples: int,
    threads: int,
    start: int = 0,
    say: Callable[[str], None] = print,
    kinds: Kinds = KINDS,
) -> None:
    """NAME.jpg, NAME.json (the dice of truth, whole dice only) and NAME.meta.json (objects with face_quad, tilt, visible share). Resumable."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [i for i in range(start, start + count) if not stills.is_done(folder, f"dice_{split_name}_{seed}_{i:05d}")]
    say(f"dice {split_name}: {count - len(wanted)} of {count} there, rendering {len(wanted)}")
    if wanted:
        from .scene_render import Renderer

        renderer = Renderer(samples=samples, threads=threads)
    began = time.monotonic()
    for done, index in enumerate(wanted, start=1):
        name = f"dice_{split_name}_{seed}_{index:05d}"
        spec = sheet(split_name, seed, index, width, height, kinds=kinds)
        renderer.build(spec)
        picture = renderer.render_full()
        truth, meta = renderer.label()
        treated, truth, meta = post.camera_treatment(picture, truth, meta, random.Random(f"dicepost/{seed}/{index}"))
        stills.save(folder, name, treated, truth, meta, meta["post"]["jpeg"])
        say(f"{name} {spec.look} {len(truth['dice'])} dice: {done}/{len(wanted)}, {(time.monotonic() - began) / done:.1f} s each")
    stills.write_manifest(folder, {"split": split_name, "seed": seed, "version": compose.VERSION, "dice": _counts(folder)})


def _counts(folder: Path) -> dict[str, Any]:
    flat = cocked = 0
    for path in folder.glob("*.meta.json"):
        for item in json.loads(path.read_text(encoding="utf-8"))["objects"]:
            if item["kind"] == "die":
                flat += bool(item["flat"])
                cocked += not item["flat"]
    return {"flat": flat, "cocked": cocked}
