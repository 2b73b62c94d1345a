"""All of the training data and the weights by one command: `python -m models.training.recipe [STAGE...] --render-python .venv-render/bin/python`.

Stages, in order: render, crops, detector, board, corner, point, face, export. Each step is a command of `models/README.md`, run as anybody would run it.
Pictures that exist are kept; pools of faces and weights are made anew. `--list` prints the commands, `--hours` scales the training time (the whole was
never run in one go, so how long it takes is not known).
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

STAGES = ("render", "crops", "detector", "board", "corner", "point", "face", "export")
PHOTOGRAPHS = ("Epanemu__GameDiceRecognition", "N3VERS4YDIE__dice-recognition")
"""The licensed sets of dice photographs (CC BY 4.0), folders in YOLO layout."""
WIDE = ("--width", "1280", "--height", "720")
STILLS = (("train", 0, 64, ()), ("train", 64, 56, WIDE), ("validation", 0, 16, ()), ("validation", 16, 24, WIDE), ("heldout", 0, 150, WIDE))
"""(split, first, count, size): pictures of 1280x720 for measuring, smaller ones too for training."""
TOUCHING = ("--touching", "--seed", "3")
SHEETS = (
    ("dice_train", "train", 84, ()),
    ("dice_validation", "validation", 6, ()),
    ("touch_train", "train", 148, TOUCHING),
    ("touch_validation", "validation", 6, TOUCHING),
)
"""(folder, split, count, further options): on touching sheets flat dice lie against things as cocked ones do."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command, without the interpreter. is_render: it runs in the renderer's environment."""

    stage: str
    module: str
    arguments: tuple[str, ...]
    is_render: bool = False

    def command(self, python: str, render_python: str) -> list[str]:
        return [render_python if self.is_render else python, "-m", self.module, *self.arguments]


def steps(data: Path, photographs: Path | None, hours: float) -> Iterator[Step]:
    """Every step in order. photographs: the folder that holds PHOTOGRAPHS; without it the face reader learns from drawings and renderings alone."""
    scenes, clips, hands = data / "scenes", data / "clips", data / "hands"
    for split, first, count, size in STILLS:
        what = f"stills --split {split} --start {first} --count {count} --samples 6"
        yield _step("render", "models.training.scenes", what, *size, "--out", scenes / split, is_render=True)
    for folder, split, count, more in SHEETS:
        what = f"dice --split {split} --count {count} --samples 6"
        yield _step("render", "models.training.scenes", what, *more, "--out", scenes / folder, is_render=True)
    yield _step("render", "models.training.scenes.hand_sprites", "--count 36", "--out", hands, is_render=True)
    for group in ("val", "eval", "left", "midgame"):
        yield _step("render", "models.training.clips", f"all --group {group}", "--out", clips / group, is_render=True)
        yield _step("render", "models.training.clips", f"legible --group {group}", "--out", clips / group, is_render=True)

    crops, boards = data / "detector", data / "boards" / "drawn"
    yield _step("crops", "models.training.detector_data", "drawn --count 1130", "--out", crops / "train")
    yield _step("crops", "models.training.detector_data", "drawn --seed 900 --count 40", "--out", crops / "val")
    yield _step("crops", "models.training.detector_data", "drawn --seed 3 --count 1000", "--hands", hands, "--out", crops / "hands")
    yield _step("crops", "models.training.detector_data", "drawn --seed 41 --count 260 --on-checker 0.9", "--out", crops / "oncheck")
    yield _step("crops", "models.training.detector_data", "rendered --per-picture 16", "--scenes", scenes / "train", "--out", crops / "rendered")
    yield _step("crops", "models.training.detector_data", "rendered --per-picture 12", "--scenes", scenes / "dice_train", "--out", crops / "sheets")
    yield _step("crops", "models.training.detector_data", "rendered --per-picture 14", "--scenes", scenes / "touch_train", "--out", crops / "touch")
    yield _step("crops", "models.training.board_data", "--count 700", "--out", boards)

    points = data / "points"
    yield _step("crops", "models.training.point_data", "drawn --count 2650 --seed 71", "--hands", hands, "--out", points / "drawn")
    yield _step("crops", "models.training.detector_data", "boards", "--boards", points / "drawn", "--out", crops / "boards")
    yield _step("crops", "models.training.point_data", "rendered --copies 12", "--scenes", scenes / "train", "--out", points / "rendered")

    runs = data / "runs"
    sets = "train,boards,hands,oncheck,rendered,sheets,touch"
    yield _step("detector", "models.training.train", f"detector --name first --hours {1.5 * hours:g} --train-sets {sets}")
    last = ("--weights", runs / "first" / "weights" / "last.pt")
    yield _step("detector", "models.training.train", f"detector --name detector --hours {1.2 * hours:g} --lr 0.0015 --train-sets {sets}", *last)
    yield _step(
        "board", "models.training.train", f"board --minutes {40 * hours:.0f}", "--pool", boards, "--scenes", scenes / "train", "--out", runs / "board.pt"
    )

    scenes_seen = ("--scenes", scenes / "train", "--scenes", scenes / "dice_train")
    yield _step("corner", "models.training.train", f"corner --minutes {25 * hours:.0f}", "--pool", boards, *scenes_seen, "--out", runs / "corner.pt")

    pools = ("--pool", points / "drawn", "--pool", f"{points / 'rendered'}*3")
    yield _step("point", "models.training.train", f"point --minutes {80 * hours:.0f}", *pools, "--out", runs / "point.pt")

    faces = data / "faces"
    yield _step("face", "models.training.face_pool", "drawn --count 15000", "--out", faces / "drawn.npz")
    yield _step("face", "models.training.face_pool", "drawn --count 6000 --only cube --seed 52", "--out", faces / "cubes.npz")
    yield _step("face", "models.training.face_pool", "rendered --copies 8", "--scenes", scenes / "dice_train", "--out", faces / "sheets.npz")
    yield _step("face", "models.training.face_pool", "rendered --copies 5", "--scenes", scenes / "touch_train", "--out", faces / "touch.npz")
    yield _step("face", "models.training.face_pool", "rendered --copies 10", "--scenes", scenes / "train", "--out", faces / "rendered.npz")
    mined = ("--scenes", scenes / "train", "--boards", points / "drawn")
    yield _step("face", "models.training.face_pool", "mined --copies 3", *mined, "--out", faces / "mined.npz")
    photographed = [photographs / name for name in PHOTOGRAPHS] if photographs else []
    flags = [part for folder in photographed for part in ("--set", folder)]
    yield _step("face", "models.training.face_pool", "negatives", "--scenes", scenes / "train", *flags, "--out", faces / "negatives.npz")
    for folder in photographed:
        yield _step("face", "models.training.face_pool", "photographed", "--set", folder, "--out", faces / f"{folder.name}.npz")
    pools = [
        "drawn.npz",
        "cubes.npz*1.5",
        "sheets.npz",
        "touch.npz*2",
        "rendered.npz*3",
        "mined.npz*4",
        "negatives.npz*2.5",
        *(f"{f.name}.npz" for f in photographed),
    ]
    flags = [part for name in pools for part in ("--pool", faces / name)]
    yield _step("face", "models.training.train", f"face --minutes {90 * hours:.0f} --lr 0.0015", *flags, "--out", runs / "face.pt")

    yield _step("export", "models.training.export", "detector", runs / "detector" / "weights" / "last.pt")
    yield _step("export", "models.training.export", "board", runs / "board.pt")
    yield _step("export", "models.training.export", "corner", runs / "corner.pt")
    yield _step("export", "models.training.export", "point", runs / "point.pt")
    yield _step("export", "models.training.export", "face", runs / "face.pt")


def _step(stage: str, module: str, words: str, *more: object, is_render: bool = False) -> Step:
    return Step(stage, module, (*words.split(), *(str(m) for m in more)), is_render)


@click.command(help=__doc__)
@click.argument("stages", nargs=-1, type=click.Choice(STAGES))
@click.option("--data", type=click.Path(path_type=Path), default=Path("data"), show_default=True)
@click.option("--photographs", type=click.Path(path_type=Path, exists=True), default=None, help="folder with the licensed dice photographs")
@click.option("--render-python", default=".venv-render/bin/python", show_default=True, help="interpreter of the renderer's environment")
@click.option("--hours", default=1.0, show_default=True, help="factor on the training times")
@click.option("--list", "is_list", is_flag=True, help="print the commands and do nothing")
def main(stages: tuple[str, ...], data: Path, photographs: Path | None, render_python: str, hours: float, is_list: bool) -> None:
    wanted = [s for s in steps(data, photographs, hours) if not stages or s.stage in stages]
    began = time.monotonic()
    for number, step in enumerate(wanted, start=1):
        command = step.command(sys.executable, render_python)
        click.echo(f"[{number}/{len(wanted)}, {(time.monotonic() - began) / 60:.0f} min] {shlex.join(command)}" if not is_list else shlex.join(command[1:]))
        if is_list:
            continue
        try:
            status = subprocess.run(command, check=False).returncode
        except FileNotFoundError:
            raise click.ClickException(f"{command[0]} is not there. Make the renderer's environment (models/README.md) or give --render-python.") from None
        if status:
            raise click.ClickException(f"Step {number} failed with status {status}. What was made is kept: mend it and run the same command again.")


if __name__ == "__main__":
    main()
