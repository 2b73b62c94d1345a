"""Pictures for the point reader: whole rectified boards, drawn and rendered, with the checkers of every point.

Each is NAME.jpg, the canvas (`calibration.geometry`), with NAME.json: the bar's edges, the counts of the 24 cells for either colour,
which cells cannot be told (something hides a checker there), the two colours as they look, and the detector's boxes, so that the same
drawings serve it too (`models.training.detector_data boards`).
Command: `python -m models.training.point_data drawn --count 2000 --out data/points/drawn` (also `rendered --scenes DIR`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import AREA_W, AREA_X, project
from models.training.detector_data import Box, drawn_canvas, load_hands, rendered_canvas
from models.training.drawn.board import draw_board
from models.training.rendered import Still, stills
from monitor.vision.classes import CLASSES

CELLS = 24


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """What is known of one canvas. bar: left and right edge as board u. cells: 24 pairs of counts (first colour, second).

    hidden: cells whose checkers are not all in view. colors: the two colours as (B, G, R) 0..255 where their discs lie in the canvas, None
    without a disc. boxes: (class, x0, y0, x1, y1) in canvas pixels.
    """

    bar: tuple[float, float]
    cells: list[tuple[int, int]]
    hidden: list[int]
    colors: list[list[float] | None]
    boxes: list[Box]

    def save(self, path: Path) -> None:
        body = asdict(self)
        body["boxes"] = [[b[0], *(round(float(v), 1) for v in b[1:])] for b in self.boxes]
        path.write_text(json.dumps(body))

    @classmethod
    def load(cls, path: Path) -> BoardLabel:
        body = json.loads(path.read_text())
        return cls((body["bar"][0], body["bar"][1]), [(a, b) for a, b in body["cells"]], body["hidden"], body["colors"], [tuple(b) for b in body["boxes"]])


def _seen_color(canvas: NDArray[np.uint8], places: Iterable[NDArray[np.float64]]) -> list[float] | None:
    """Median (B, G, R) of small patches at canvas places (x, y)."""
    h, w = canvas.shape[:2]
    patches = [canvas[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].reshape(-1, 3) for x, y in places if 4 < x < w - 4 and 4 < y < h - 4]
    return [float(v) for v in np.median(np.concatenate(patches), 0)] if patches else None


def drawn_board(rng: np.random.Generator, hands: Sequence[NDArray[np.uint8]], copies: int) -> list[tuple[NDArray[np.uint8], BoardLabel]]:
    """Several looks (calibration error, light, noise, a hand laid over some) at one drawn board."""
    drawn = draw_board(rng)
    x0, _, x1, _ = drawn.area
    checkers = [t for t in drawn.things if t.kind == "checker" and 0 <= t.cell < CELLS]
    out = []
    for _ in range(copies):
        canvas, boxes, h = drawn_canvas(rng, drawn, hands if rng.random() < 0.4 else ())
        kept = {tuple(b) for b in boxes}
        cells = [[0, 0] for _ in range(CELLS)]
        hidden = set()
        for t in checkers:
            cells[t.cell][t.color] += 1
            p = project(h, t.outline)
            if t.is_hidden or (CLASSES.index("checker"), *p.min(0), *p.max(0)) not in kept:
                hidden.add(t.cell)
        colors = [
            _seen_color(canvas, (project(h, t.outline).mean(0) for t in checkers if t.color == c and t.cell not in hidden and not t.is_hidden)) for c in (0, 1)
        ]
        edges = [((b - x0) / (x1 - x0)) for b in drawn.bar]
        out.append((canvas, BoardLabel((edges[0], edges[1]), [(a, b) for a, b in cells], sorted(hidden), colors, boxes)))
    return out


def rendered_board(rng: np.random.Generator, still: Still) -> tuple[NDArray[np.uint8], BoardLabel] | None:
    """One look at a rendered still; None when the picture shows a part of the board only."""
    canvas, boxes, whole, h = rendered_canvas(rng, still)
    if not whole:
        return None
    cells = [[0, 0] for _ in range(CELLS)]
    hidden = set(still.meta.get("hidden_cells", ()))
    places: tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]] = ([], [])
    for o in still.meta["objects"]:
        cell = o.get("cell")  # a number on the points, a word elsewhere
        if o["kind"] != "checker" or not isinstance(cell, int) or not 0 <= cell < CELLS or o.get("on_edge"):
            continue
        color = "AB".index(o["color"])
        cells[cell][color] += 1
        if o["visible"] > 0.5:
            places[color].append(project(h, np.array([o["top"]], float))[0])
        elif o["visible"] < 0.02 and o["level"] == 0:
            hidden.add(cell)
    board = project(h, still.keypoints)
    left, right = (board[[4, 7], 0].mean() - AREA_X) / AREA_W, (board[[5, 6], 0].mean() - AREA_X) / AREA_W
    colors = [_seen_color(canvas, p) for p in places]
    return canvas, BoardLabel((float(left), float(right)), [(a, b) for a, b in cells], sorted(int(c) for c in hidden), colors, boxes)


def _write(out: Path, name: str, canvas: NDArray[np.uint8], label: BoardLabel) -> None:
    cv2.imwrite(str(out / f"{name}.jpg"), canvas, [cv2.IMWRITE_JPEG_QUALITY, 92])
    label.save(out / f"{name}.json")


@click.group(help="Make the point reader's training pictures.")
def main() -> None:
    cv2.setNumThreads(1)


@main.command(help="Boards drawn on the fly; resumable (existing names are skipped).")
@click.option("--count", default=2000, help="boards to draw")
@click.option("--copies", default=2, help="looks at each")
@click.option("--seed", default=0)
@click.option("--start", default=0)
@click.option("--hands", type=click.Path(path_type=Path, exists=True), default=None, help="rendered hands to lay over some")
@click.option("--out", type=click.Path(path_type=Path), required=True)
def drawn(count: int, copies: int, seed: int, start: int, hands: Path | None, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    sprites = load_hands(hands)
    for i in range(start, start + count):
        if (out / f"p{seed}_{i:05d}_{copies - 1}.json").exists():
            continue
        for k, (canvas, label) in enumerate(drawn_board(np.random.default_rng([seed, i]), sprites, copies)):
            _write(out, f"p{seed}_{i:05d}_{k}", canvas, label)
        if i % 100 == 99:
            click.echo(f"{i + 1 - start} of {count} boards")


@main.command(help="Looks at rendered stills (a folder of NAME.jpg, NAME.meta.json).")
@click.option("--scenes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--copies", default=12, help="looks at each")
@click.option("--seed", default=0)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def rendered(scenes: Path, copies: int, seed: int, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for still in stills(scenes):
        rng = np.random.default_rng([seed, *still.name.encode()])
        for k in range(copies):
            made = rendered_board(rng, still)
            if made is not None:
                _write(out, f"r{still.name}_{k}", *made)


if __name__ == "__main__":
    main()
