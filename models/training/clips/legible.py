"""How well the pips of every thrown die of a clip can be seen (`models.training.legible`), measured in the film as it is.

Written beside the truth as NAME.legible.json: {"rolls": [{"t": s, "contrast": [c, c]}, ...]}, contrast in CIELAB units, None for a die
that leans.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.clips.director import Director
from models.training.clips.film import Film
from models.training.clips.measures import board_of
from models.training.clips.produce import make_stage
from models.training.clips.script import Script
from models.training.clips.stage import Picture, Stage
from models.training.legible import contrast
from models.training.scenes.compose import scaled_die
from models.training.scenes.designs import DieDesign
from models.training.scenes.looks import LOOKS
from models.training.scenes.spec import DieSpec
from monitor.errors import InputError
from monitor.vision.source import VideoFileSource

LOOKED_S = (0.15, 0.45)
"""The dice are looked at in the frames from so long to so long after they came to rest, before any hand comes: their mean, since noise is none of it."""


def measure(script: Script, clip: Path, stage_name: str = "blender") -> dict[str, Any]:
    """The contrasts of a clip's rolls, in the order of its truth. Raises InputError for a clip that ends before its last roll."""
    director = Director(script, board_of(script), Film(None, script.fps, None, script.seed))
    director.run()
    with tempfile.TemporaryDirectory() as cache:  # nothing is rendered: the stage only knows where things are
        stage = make_stage(script, stage_name, Path(cache), samples=1)
        look = LOOKS[script.look]
        designs = [scaled_die(name, look) for name in script.dice_design]
        pictures = _pictures(clip, [t for t, _ in director.thrown])
        rolls = [
            {"t": round(t, 3), "contrast": [contrast_of(picture, stage, die, designs[die.set_index]) for die in dice]}
            for (t, dice), picture in zip(director.thrown, pictures, strict=True)
        ]
    return {"video": clip.name, "rolls": rolls}


def write(script: Script, folder: Path) -> Path:
    """NAME.legible.json of a clip that is there already."""
    out = folder / f"{script.name}.legible.json"
    body = measure(script, folder / f"{script.name}.mp4")
    out.write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    return out


def contrast_of(picture: Picture, stage: Stage, die: DieSpec, design: DieDesign) -> float | None:
    """The contrast of one thrown die; None for a die that leans."""
    if die.tilt_deg >= 1:
        return None

    def to_picture(places: NDArray[np.float64]) -> NDArray[np.float64]:
        turn = -np.deg2rad(die.spin_deg)  # counter-clockwise as seen, and v runs down
        x = (places[:, 0] * np.cos(turn) - places[:, 1] * np.sin(turn)) * design.size_mm / stage.board.width_mm + die.u
        y = (places[:, 0] * np.sin(turn) + places[:, 1] * np.cos(turn)) * design.size_mm / stage.board.height_mm + die.v
        return np.array([stage.image_xy(u, v, die.z_mm + design.size_mm) for u, v in zip(x, y, strict=True)])

    return contrast(picture, die.value, design, to_picture)


def _pictures(clip: Path, times: Sequence[float]) -> list[Picture]:
    """For each time the mean of the frames LOOKED_S after it."""
    kept: list[list[Picture]] = [[] for _ in times]
    for frame in VideoFileSource(clip):
        for k, t in enumerate(times):
            if LOOKED_S[0] <= frame.t - t <= LOOKED_S[1]:
                kept[k].append(frame.image)
    if not all(kept):
        raise InputError(f"{clip.name} ends before the last roll of its script: render it again.")
    return [np.asarray(np.mean(frames, 0), np.uint8) for frames in kept]
