"""The recipe's commands exist, and every file that a step reads is one that a step before it makes."""

from __future__ import annotations

import importlib
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from models.training.recipe import STAGES, Step, steps

READS = ("--scenes", "--hands", "--pool", "--weights", "--boards")
ALL = list(steps(Path("data"), Path("photos"), 1.0))
TORCH = {"models.training.train", "models.training.export"}


def test_stages_come_in_order() -> None:
    order = [STAGES.index(s.stage) for s in ALL]
    assert order == sorted(order) and set(order) == set(range(len(STAGES)))


def test_what_a_step_reads_was_made_before() -> None:
    made = {"data/runs/first/weights/last.pt", "data/runs/detector/weights/last.pt"}  # made inside data/runs by the detector's name
    for step in ALL:
        words = step.arguments
        for flag, value in pairwise(words):
            if flag in READS:
                assert value.partition("*")[0] in made, (step, value)
        if step.stage == "export":
            assert words[-1] in made
        made |= {value for flag, value in pairwise(words) if flag == "--out"}


@pytest.mark.parametrize("step", [s for s in ALL if not s.is_render and s.module not in TORCH], ids=lambda s: f"{s.module}-{s.arguments[0]}")
def test_options_are_known(step: Step) -> None:
    """Checked against the commands themselves; those that need torch or the renderer are run by the smoke test and by hand."""
    module = importlib.import_module(step.module)
    command = module.main
    words = list(step.arguments)
    if hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    known = {opt for p in command.params for opt in p.opts}
    assert {w for w in words if w.startswith("--")} <= known


def test_listing_runs_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "models.training.recipe", "face", "--list", "--data", str(tmp_path / "d")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "face_pool" in done.stdout and "scenes stills" not in done.stdout
    assert not (tmp_path / "d").exists()


def test_a_missing_renderer_is_said_in_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "models.training.recipe", "render", "--render-python", str(tmp_path / "no"), "--data", str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "is not there" in done.stderr and "Traceback" not in done.stderr
