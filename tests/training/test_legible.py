"""How well thrown dice can be read in a film: painted dice whose pips stand out, are faint, or are lost in glare on one side."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.clips.__main__ import main
from models.training.clips.flat_stage import FlatStage
from models.training.clips.legible import contrast_of, measure
from models.training.clips.produce import produce
from models.training.clips.script import Turn, load
from models.training.legible import CLEAR_PIPS
from models.training.scenes.designs import DICE
from models.training.scenes.faces import PIPS
from models.training.scenes.spec import DieSpec
from monitor.errors import InputError
from monitor.game.events import Player
from tests.training.test_clips import OPEN, small_script

STAGE = FlatStage(1280, 720)
DESIGN = next(iter(DICE.values()))


def painted(die: DieSpec, pip: int, *, glare: bool = False, turned: bool = False) -> np.ndarray:
    """A grey die of 200 with pips of that level; glare: its left half, pips and all, is white."""
    image = np.full((720, 1280, 3), 90, np.uint8)
    scale = STAGE.image_xy(1, 0)[0] - STAGE.image_xy(0, 0)[0]
    edge = DESIGN.size_mm / STAGE.board.width_mm * scale
    centre = np.array(STAGE.image_xy(die.u, die.v))
    a = -np.deg2rad(die.spin_deg)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])

    def fill(corners: list[tuple[float, float]], color: int) -> None:
        points = (np.array(corners) * edge) @ turn.T + centre
        cv2.fillConvexPoly(image, np.round(points * 16).astype(np.int32), (color,) * 3, cv2.LINE_AA, 4)

    fill([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], 200)
    for x, y in PIPS[die.value]:
        at = (np.array([-y, x] if turned else [x, y]) * DESIGN.spread * edge) @ turn.T + centre
        cv2.circle(image, tuple(np.round(at * 16).astype(int).tolist()), round(DESIGN.pip_share * edge * 16), (pip,) * 3, -1, cv2.LINE_AA, 4)
    if glare:
        fill([(-0.5, -0.5), (0, -0.5), (0, 0.5), (-0.5, 0.5)], 255)
    return image


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("spin", [0.0, 33.0])
@pytest.mark.parametrize("turned", [False, True])
def test_pips_that_stand_out_pips_that_are_faint(value: int, spin: float, turned: bool) -> None:
    die = DieSpec(value, 0.3, 0.5, spin_deg=spin)
    dark = contrast_of(painted(die, 20, turned=turned), STAGE, die, DESIGN)
    faint = contrast_of(painted(die, 190, turned=turned), STAGE, die, DESIGN)
    assert dark is not None and faint is not None and dark > 35 and faint < 8


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_one_pip_lost_in_glare_is_enough(value: int) -> None:
    die = DieSpec(value, 0.7, 0.4, spin_deg=12.0)
    seen = contrast_of(painted(die, 20, glare=True), STAGE, die, DESIGN)
    assert seen is not None and seen < 8


def test_a_die_that_leans_has_none() -> None:
    die = DieSpec(4, 0.3, 0.5, tilt_deg=20.0)
    assert contrast_of(painted(die, 20), STAGE, die, DESIGN) is None


def test_the_rolls_of_a_film_are_measured_where_its_script_threw_them(tmp_path: Path) -> None:
    """Plainly drawn dice can be read, each of them; a film that ends before its script is refused."""
    camera = dataclasses.replace(load(Path("eval_01")).camera, width=1280, height=720)
    script = small_script((OPEN,), camera=camera)
    truth = produce(script, tmp_path, stage_name="flat")
    rolls = measure(script, tmp_path / "small.mp4", "flat")["rolls"]
    assert [roll["t"] for roll in rolls] == [e["t"] for e in truth["events"] if e["kind"] == "roll"]
    assert all(contrast >= CLEAR_PIPS for roll in rolls for contrast in roll["contrast"]), rolls
    longer = small_script((OPEN, Turn(Player.B, (2, 1), "13/11 6/5")), camera=camera)
    with pytest.raises(InputError, match="ends before the last roll"):
        measure(longer, tmp_path / "small.mp4", "flat")


def test_a_folder_without_clips_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legible", "--group", "eval", "--out", str(tmp_path)]) == 3
    assert "no clip of the group eval" in capsys.readouterr().err
