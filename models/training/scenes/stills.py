"""Series of stills on disk: NAME.jpg, NAME.json (formats.md section 1), NAME.meta.json (training), manifest.json. Resumable and deterministic per index.

Imports the renderer, and so bpy, only when something is to be rendered.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from . import compose, post

Image = NDArray[np.uint8]
QUALITY = 93


def write_json(path: Path, data: Any) -> None:
    """Whole file or none."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    part.replace(path)


def save(folder: Path, name: str, picture: Image, truth: dict[str, Any], meta: dict[str, Any], quality: int = QUALITY) -> None:
    """The truth file is written last: a still counts as done when it is there."""
    part = folder / f"{name}.part.jpg"
    cv2.imwrite(str(part), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    part.replace(folder / f"{name}.jpg")
    write_json(folder / f"{name}.meta.json", meta)
    write_json(folder / f"{name}.json", truth)


def is_done(folder: Path, name: str) -> bool:
    return (folder / f"{name}.json").exists() and (folder / f"{name}.jpg").exists()


def write_manifest(folder: Path, facts: dict[str, Any]) -> None:
    names = sorted(p.stem for p in folder.glob("*.jpg"))
    write_json(folder / "manifest.json", {**facts, "count": len(names), "names": names})


def size_of(index: int, seed: int, width: int, height: int) -> tuple[int, int]:
    """A third keep the asked size; the others are as wide as boards are (5:4 to 3:2) at the same height: fewer pixels of mere table, and varied frames."""
    rng = random.Random(f"size/{seed}/{index}")
    return (width, height) if rng.random() < 0.33 else (min(width, int(height * rng.uniform(1.25, 1.5)) // 8 * 8), height)


def render_stills(
    split: str, folder: Path, count: int, seed: int, width: int, height: int, samples: int, threads: int, start: int = 0, say: Callable[[str], None] = print
) -> None:
    """Indices start..start+count-1 that are not there yet; each still gets one camera treatment of `post`, seeded."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [i for i in range(start, start + count) if not is_done(folder, f"{split}_{seed}_{i:05d}")]
    say(f"{split}: {count - len(wanted)} of {count} there, rendering {len(wanted)}")
    if not wanted:
        write_manifest(folder, {"split": split, "seed": seed, "version": compose.VERSION})
        return
    from .scene_render import Renderer

    renderer = Renderer(samples=samples, threads=threads)
    began = time.monotonic()
    for done, index in enumerate(wanted, start=1):
        name = f"{split}_{seed}_{index:05d}"
        spec = compose.scene(split, seed, index, *size_of(index, seed, width, height))
        renderer.build(spec)
        picture = renderer.render_full()
        truth, meta = renderer.label()
        treated, truth, meta = post.camera_treatment(picture, truth, meta, random.Random(f"post/{seed}/{index}"))
        save(folder, name, treated, truth, meta, meta["post"]["jpeg"])
        if done % 5 == 0 or done == len(wanted):
            write_manifest(folder, {"split": split, "seed": seed, "version": compose.VERSION})
        took = (time.monotonic() - began) / done
        say(f"{name} {spec.look} {spec.checkers}: {done}/{len(wanted)}, {took:.1f} s each, {took * (len(wanted) - done) / 60:.0f} min left")


def contact_sheet(folder: Path, out: Path, columns: int = 5, tile: int = 384, limit: int = 40) -> int:
    """One picture of small pictures with their names; every n-th if there are more than limit. Returns how many are shown."""
    paths = sorted(p for p in folder.glob("*.jpg") if not p.name.endswith(".part.jpg"))
    paths = paths[:: max(1, -(-len(paths) // limit))]
    tiles = []
    for path in paths:
        picture = cv2.imread(str(path))
        scale = min(tile / picture.shape[1], tile * 0.6 / picture.shape[0])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((int(tile * 0.6) + 16, tile, 3), np.uint8)
        cell[: small.shape[0], : small.shape[1]] = small[: cell.shape[0]]
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) if path.with_suffix(".json").exists() else {}
        cv2.putText(cell, f"{path.stem} {truth.get('look', '')}", (3, cell.shape[0] - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (255, 255, 255), 1, cv2.LINE_AA)
        tiles.append(cell)
    if not tiles:
        raise FileNotFoundError(f"no pictures in {folder}")
    while len(tiles) % columns:
        tiles.append(np.zeros_like(tiles[0]))
    rows = [np.hstack(tiles[k : k + columns]) for k in range(0, len(tiles), columns)]
    cv2.imwrite(str(out), np.vstack(rows))
    return len(paths)
