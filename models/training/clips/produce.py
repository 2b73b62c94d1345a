"""From a script to NAME.mp4 and NAME.truth.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.training.clips.camera import Camera, Mp4
from models.training.clips.director import Director
from models.training.clips.film import Film
from models.training.clips.measures import board_of
from models.training.clips.script import Script
from models.training.clips.stage import Picture, Stage


def truth_of(script: Script) -> dict[str, Any]:
    """The truth without a picture: also the check that a script stages what it says. Raises InputError where it does not."""
    return Director(script, board_of(script), Film(None, script.fps, None, script.seed)).run()


def make_stage(script: Script, name: str, cache: Path, samples: int) -> Stage:
    board = board_of(script)
    if name == "flat":
        from models.training.clips.flat_stage import FlatStage

        return FlatStage(script.camera.width, script.camera.height, board)
    from models.training.clips.blender_stage import BlenderStage

    return BlenderStage(script, board, cache, samples)


def produce(script: Script, out: Path, *, stage_name: str = "blender", samples: int = 8) -> dict[str, Any]:
    """Renders the clip. An unfinished file keeps another name; rest states already rendered are taken from `out/.cache`."""
    expected = truth_of(script)
    stage = make_stage(script, stage_name, out / ".cache" / script.name, samples)
    camera = Camera(stage.width, stage.height, script.seed)
    part = out / f".{script.name}.part.mp4"
    video = Mp4(part, stage.width, stage.height, script.fps, script.crf, expected["duration"])

    def sink(picture: Picture, t: float) -> None:
        video.write(camera(picture, t), t)

    try:
        truth = Director(script, stage.board, Film(stage, script.fps, sink, script.seed)).run()
    finally:
        video.close()
    if truth != expected:
        raise AssertionError("the film with pictures ran to other times than the one without")
    part.replace(out / f"{script.name}.mp4")
    write_truth(truth, out, script)
    return truth


def write_truth(truth: dict[str, Any], out: Path, script: Script) -> None:
    """One event a line, so that people can read it."""
    events = truth["events"]
    head = json.dumps({**truth, "events": []}, indent=1)
    lines = ",\n  ".join(json.dumps(event) for event in events)
    (out / f"{script.name}.truth.json").write_text(head.replace('"events": []', f'"events": [\n  {lines}\n ]') + "\n", encoding="utf-8")
