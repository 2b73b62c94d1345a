"""Cached pools of face crops, so that every epoch does not draw them again.

`python -m models.training.face_pool drawn --count 15000 --out data/faces/drawn.npz`, `rendered --scenes DIR`, `mined --scenes DIR`, `photographed --set DIR`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import click
import cv2
import numpy as np

from models.training.face_data import Face, drawn_face, mined_faces, mined_from_boards, photographed_faces, rendered_faces
from models.training.face_negatives import cut_negatives, drawn_negative


def save(path: Path, faces: Iterable[Face]) -> int:
    """Write crops and labels: images (n, 64, 64, 3) uint8 BGR, labels (n, 5) float32 die, flat, on_checker, cube, shear."""
    images, labels = [], []
    for f in faces:
        images.append(f.image)
        labels.append((f.die, f.flat, f.on_checker, f.cube, f.shear))
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, images=np.asarray(images, np.uint8), labels=np.asarray(labels, np.float32))
    return len(images)


@click.group(help="Make the face reader's training crops.")
def main() -> None:
    cv2.setNumThreads(1)


@main.command(help="Drawn dice, cubes and things that are neither.")
@click.option("--count", default=15000)
@click.option("--only", type=click.Choice(["die", "cube", "none"]), default=None, help="one kind alone")
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def drawn(count: int, only: str | None, seed: int, out: Path) -> None:
    click.echo(f"{save(out, (drawn_face(np.random.default_rng([seed, i]), only) for i in range(count)))} crops")


@main.command(help="Dice and cubes of rendered stills and dice sheets.")
@click.option("--scenes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--copies", default=3)
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def rendered(scenes: Path, copies: int, seed: int, out: Path) -> None:
    click.echo(f"{save(out, rendered_faces(scenes, np.random.default_rng(seed), copies))} crops")


@main.command(help="What the committed detector wrongly takes for dice and cubes in rendered stills and on drawn boards.")
@click.option("--scenes", type=click.Path(path_type=Path, exists=True), default=None)
@click.option("--boards", type=click.Path(path_type=Path, exists=True), default=None, help="pictures of models.training.point_data")
@click.option("--copies", default=2)
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def mined(scenes: Path | None, boards: Path | None, copies: int, seed: int, out: Path) -> None:
    rng = np.random.default_rng(seed)
    faces = chain(mined_faces(scenes, rng, copies) if scenes else (), mined_from_boards(boards, rng, copies) if boards else ())
    click.echo(f"{save(out, faces)} crops")


@main.command(help="What is no die and no cube: drawn ornaments and lettering, random places of rendered stills and of photographs.")
@click.option("--drawn", "n_drawn", default=3000)
@click.option("--cut", "n_cut", default=4000)
@click.option("--scenes", type=click.Path(path_type=Path, exists=True), multiple=True)
@click.option("--set", "photographs", type=click.Path(path_type=Path, exists=True), multiple=True)
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def negatives(n_drawn: int, n_cut: int, scenes: tuple[Path, ...], photographs: tuple[Path, ...], seed: int, out: Path) -> None:
    rng = np.random.default_rng(seed)
    faces = chain((drawn_negative(rng) for _ in range(n_drawn)), cut_negatives(rng, n_cut, list(scenes), list(photographs)))
    click.echo(f"{save(out, faces)} crops")


@main.command(help="Labelled photographs of dice (YOLO layout; licensed sets only).")
@click.option("--set", "folder", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--copies", default=4)
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def photographed(folder: Path, copies: int, seed: int, out: Path) -> None:
    click.echo(f"{save(out, photographed_faces(folder, np.random.default_rng(seed), copies))} crops")


if __name__ == "__main__":
    main()
