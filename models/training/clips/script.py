"""A script: a game as plain data (TOML), with what is staged and what the director expects the rules to say of it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models.training.scenes.spec import CameraSpec
from monitor.errors import InputError
from monitor.game.events import Player

SCRIPTS = Path(__file__).parent / "scripts"
NO_PLAY = "no play"
INVALID = ("roll.on-checker", "roll.cocked", "roll.split-sides", "roll.left-of-bar")


@dataclass(frozen=True)
class Turn:
    """One throw and what follows it.

    roll: two values, in an opening roll the winner's first. places: where each die comes to rest (`places.DIE_PLACES`).
    invalid: the reason the roll is invalid, or "". play: the resulting play as acts, "no play" for a dance, "" when the dice are lifted
    again at once (after an invalid or tied roll). acts: what the hand really does where that is more than the play.
    legal: what the script intends; the director asserts it. reasons: rule ids at least one of which must be named for an illegal play.
    think_s: rest before the first checker; visits: does the hand leave between two checkers.
    hover: the opponent's hand passes over the board, touching nothing, before the first checker. note: what is staged.
    """

    by: Player | None
    roll: tuple[int, int]
    play: str
    opening: bool = False
    places: tuple[str, str] = ("flat", "flat")
    invalid: str = ""
    acts: str = ""
    legal: bool = True
    reasons: tuple[str, ...] = ()
    think_s: float = 1.3
    visits: bool = False
    hover: bool = False
    note: str = ""


@dataclass(frozen=True)
class Script:
    """A clip. setup: {player: {point: checkers more or fewer}} when the set-up is wrong; late_setup: a hand still places a checker at first.

    position: rows to start from instead of the start position (a video that starts in the middle of a game). first: who plays first.
    allow_left: "A", "B" or "": who has permission to roll left. crf: quality of the H.264 file, lower is better.
    """

    name: str
    group: str
    near: Player
    near_home: str
    seed: int
    look: str
    checkers: str
    light: str
    dice_design: tuple[str, str]
    camera: CameraSpec
    turns: tuple[Turn, ...]
    fps: int = 12
    allow_left: str = ""
    setup: dict[Player, dict[int, int]] = field(default_factory=dict)
    late_setup: bool = False
    position: dict[Player, tuple[int, ...]] | None = None
    first: Player = Player.A
    tabletop: str = "t_oak"
    cube_design: str = "t_white_plain"
    has_cube: bool = True
    clutter: tuple[str, ...] = ()
    crf: int = 24
    note: str = ""


def _turn(body: dict[str, Any], where: str) -> Turn:
    fields = dict(body)
    roll = str(fields.pop("roll"))
    if len(roll) != 2 or any(c not in "123456" for c in roll):
        raise InputError(f"{where}: a roll is two digits 1-6, not {roll!r}")
    by = fields.pop("by", "")
    for name in ("places", "reasons"):
        if name in fields:
            fields[name] = tuple(fields[name])
    if fields.get("invalid", "") not in ("", *INVALID):
        raise InputError(f"{where}: {fields['invalid']!r} is no reason for an invalid roll")
    try:
        return Turn(by=Player(by) if by else None, roll=(int(roll[0]), int(roll[1])), play=fields.pop("play", ""), **fields)
    except TypeError as error:
        raise InputError(f"{where}: {error}") from error


def parse(body: dict[str, Any]) -> Script:
    """A script from plain data. Raises InputError that names what is wrong."""
    fields = dict(body)
    name = fields.get("name", "?")
    turns = tuple(_turn(t, f"script {name}, turn {i + 1}") for i, t in enumerate(fields.pop("turn", ())))
    camera = fields.pop("camera", {})
    if "shift" in camera:
        camera = {**camera, "shift": tuple(camera["shift"])}
    if fields.get("position"):
        fields["position"] = {Player(p): tuple(row) for p, row in fields["position"].items()}
    if "first" in fields:
        fields["first"] = Player(fields["first"])
    setup = {Player(p): {int(k): v for k, v in changes.items()} for p, changes in fields.pop("setup", {}).items()}
    for key in ("dice_design", "clutter"):
        if key in fields:
            fields[key] = tuple(fields[key])
    try:
        return Script(near=Player(fields.pop("near")), camera=CameraSpec(**camera), turns=turns, setup=setup, **fields)
    except (TypeError, KeyError) as error:
        raise InputError(f"script {name}: {error}") from error


def load(path: Path) -> Script:
    """A script file, or one of the bundled ones by name."""
    if not path.is_file():
        path = SCRIPTS / f"{path.name.removesuffix('.toml')}.toml"
    if not path.is_file():
        raise InputError(f"no script {path.name}; the bundled ones are {', '.join(sorted(p.stem for p in SCRIPTS.glob('*.toml')))}")
    return parse(tomllib.loads(path.read_text(encoding="utf-8")))
