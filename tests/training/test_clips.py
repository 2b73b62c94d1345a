"""The video director: scripts, truth, where dice lie, and the file that comes out. Drawn with the flat stand-in, so no renderer is needed."""

from __future__ import annotations

import collections
import dataclasses
import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest

from models.training.clips import match_record, plans
from models.training.clips.acts import Carry, perform
from models.training.clips.board import checkers
from models.training.clips.director import Director
from models.training.clips.film import Film
from models.training.clips.measures import board_of
from models.training.clips.produce import produce, truth_of
from models.training.clips.script import SCRIPTS, Script, Turn, load, parse
from models.training.clips.stage import Rest
from models.training.clips.table import Seats, Table
from models.training.scenes import compose, dice_contact, geometry, split, throw
from models.training.scenes.designs import CHECKERS
from models.training.scenes.looks import LOOKS
from models.training.scenes.spec import CheckerSpec, DieSpec
from monitor.errors import InputError
from monitor.game.events import Player, Rows

NAMES = sorted(p.stem for p in SCRIPTS.glob("*.toml"))
SCORED = [n for n in NAMES if n.startswith(("eval", "left", "midgame"))]


class _Watched(Film):
    """A film without pictures that remembers every throw: (near roller, dice, checkers, t)."""

    def __init__(self, script: Script) -> None:
        super().__init__(None, script.fps, None, script.seed)
        self.throws: list[tuple[bool, list[DieSpec], list[CheckerSpec], float]] = []
        self.lifted: list[tuple[float, float]] = []

    def throw(self, is_near: bool, before: Rest, after: Rest, dice: Any) -> float:
        t = super().throw(is_near, before, after, dice)
        self.throws.append((is_near, list(dice), [c for _, c in before.checkers], t))
        return t

    def lift(self, is_near: bool, before: Rest, after: Rest, dice: Any) -> float:
        t = super().lift(is_near, before, after, dice)
        self.lifted.append((t, self.t))
        return t


def _filmed(script: Script) -> tuple[_Watched, dict[str, Any]]:
    film = _Watched(script)
    return film, Director(script, board_of(script), film).run()


def _events(truth: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [e for e in truth["events"] if e["kind"] == kind]


def small_script(turns: tuple[Turn, ...], **more: Any) -> Script:
    return dataclasses.replace(load(Path("eval_01")), name="small", turns=turns, **more)


# -- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "home", "player", "point", "cell"),
    [
        ("A", "right", "A", 1, 23), ("A", "right", "A", 6, 18), ("A", "right", "A", 7, 17), ("A", "right", "A", 12, 12),
        ("A", "right", "A", 13, 0), ("A", "right", "A", 24, 11), ("A", "right", "B", 1, 11), ("A", "right", "B", 24, 23),
        ("A", "left", "A", 1, 12), ("A", "left", "A", 24, 0), ("B", "left", "B", 6, 17), ("B", "left", "A", 1, 0),
    ],
)  # fmt: skip
def test_cells_of_points(near: str, home: str, player: str, point: int, cell: int) -> None:
    seats = Seats(Player(near), home)
    assert seats.cell(Player(player), point) == cell
    assert seats.point(Player(player), cell) == point


def test_a_start_position_reads_back() -> None:
    table = Table.start(Seats(Player.B, "left"))
    rows = table.rows()
    assert rows.A == rows.B
    assert {p: n for p, n in enumerate(rows.A) if n} == {6: 5, 8: 3, 13: 5, 24: 2}


# -- acts ------------------------------------------------------------------------------------------------------------


def test_a_hit_blot_is_carried_to_the_bar_first() -> None:
    row_a, row_b = [0] * 26, [0] * 26
    row_a[8], row_b[25 - 5] = 1, 1
    table = Table.from_rows(Seats(Player.A, "right"), Rows(tuple(row_a), tuple(row_b)))
    first, second = perform(table, Player.A, "8/5*")
    assert isinstance(first, Carry) and (first.color, first.target[0]) == (Player.B, "bar")
    assert isinstance(second, Carry) and second.color is Player.A
    assert len(perform(table, Player.A, "8/5!")) == 1


@pytest.mark.parametrize("text", ["5/4", "x/3", "8-5", "o:8/5(3) o:8/4"])
def test_acts_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        perform(Table.start(Seats(Player.A, "right")), Player.A, text)


# -- what the bundled scripts stage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_bundled_script_stages_what_it_says(name: str) -> None:
    truth = truth_of(load(Path(name)))  # raises where the rules disagree with the script
    assert 40 <= truth["duration"] <= 110
    assert all(a["t"] <= b["t"] for a, b in zip(_events(truth, "roll"), _events(truth, "roll")[1:], strict=False))


def test_bundled_scripts_are_those_of_the_plans() -> None:
    assert sorted(plans.names()) == NAMES
    assert load(Path("eval_02")) == parse({**plans.author("eval_02")})


def test_every_rule_is_staged_from_both_seats_with_look_alikes() -> None:
    seats: dict[str, list[str]] = collections.defaultdict(list)
    illegal, unnamed, odd = 0, 0, 0
    places: collections.Counter[str] = collections.Counter()
    for name in SCORED:
        script = load(Path(name))
        truth = truth_of(script)
        for flag in _events(truth, "flag"):
            seats[flag["rule"]].append("near" if flag["player"] == truth["table"]["near"] else "far")
        illegal += sum(not e["legal"] for e in _events(truth, "play"))
        unnamed += sum(any(word in note for word in ("swapped", "removed", "three-dice")) for note in truth["staged"])
        odd += sum("odd but legal" in note for note in truth["staged"])
        places.update(p for turn in script.turns if not turn.invalid for p in turn.places)
    for rule in ("roll.cocked", "roll.on-checker", "roll.left-of-bar", "roll.split-sides", "move.bar-priority", "setup.error"):
        assert len(seats[rule]) >= 3, rule
        assert set(seats[rule]) == {"near", "far"}, rule
    assert illegal >= 12
    assert 3 * unnamed >= illegal
    assert odd >= unnamed
    assert all(places[p] >= 2 for p in ("touch", "near-bar", "beside-stack", "left")), places


def test_scored_clips_are_on_held_out_looks_and_tuned_on_ones_are_not() -> None:
    for name in NAMES:
        script = load(Path(name))
        part = "validation" if script.group in ("val", "demo") else "heldout"
        for kind, used in (
            ("looks", [script.look]),
            ("checkers", [script.checkers]),
            ("dice", script.dice_design),
            ("lights", [script.light]),
            ("tables", [script.tabletop]),
            ("cubes", [script.cube_design]),
        ):
            assert set(used) <= set(split.names(kind, part)), (name, kind)


# -- times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["eval_01", "eval_04", "left_02", "demo_clean"])
def test_rests_are_long_enough_to_be_seen(name: str) -> None:
    film, truth = _filmed(load(Path(name)))
    ends = [e["t"] for e in _events(truth, "turn_end")]
    plays = [e for e in _events(truth, "play")]
    assert _events(truth, "setup")[0]["t"] + 2 <= film.throws[0][3]
    assert all(end - play["t"] >= 1.0 for end, play in zip(ends, plays, strict=True))
    for roll, nxt in zip(_events(truth, "roll"), _events(truth, "roll")[1:], strict=False):
        gone = max(done for start, done in film.lifted if roll["t"] < start < nxt["t"])
        assert nxt["t"] - gone >= 1.0
        first = min(start for start, _ in film.lifted if start > roll["t"])
        assert first - roll["t"] >= 1.2


# -- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_dice_lie_where_they_are_said_to_and_through_nothing(name: str) -> None:
    script = load(Path(name))
    film, _ = _filmed(script)
    board, look, design = board_of(script), LOOKS[script.look], CHECKERS[script.checkers]
    left, right = board.bar_u
    for is_near, dice, lying, _ in film.throws:
        solids = [(c, throw.checker_solid(look, design, c)) for c in lying if isinstance(c.cell, int)]
        for die in dice:
            in_right = (die.u > right) if is_near else (die.u < left)
            in_left = (die.u < left) if is_near else (die.u > right)
            assert in_right or in_left
            flipped = dataclasses.replace(die)
            solid = throw.die_solid(look, flipped, compose.scaled_die(script.dice_design[die.set_index], look))
            gaps = [dice_contact.gap(solid, s) for c, s in solids if math.hypot((c.u - die.u) * look.width_mm, (c.v - die.v) * look.height_mm) < 70]
            hollow = 2.5 if die.on == "checker" and not die.tilt_deg else 0.6  # solids are convex: a die may lie in a checker's hollow
            assert min(gaps, default=1.0) > -hollow, (name, die)
            if die.tilt_deg and die.on == "checker":
                assert min(gaps) < 0.4 and die.tilt_deg >= 15
            assert in_right or any(t.invalid or script.allow_left for t in script.turns)


def test_checkers_of_a_point_stand_side_by_side() -> None:
    script = load(Path("eval_01"))
    board = board_of(script)
    placed = list(checkers(Table.start(Seats(Player.A, "right")), board, 3).values())
    for i, a in enumerate(placed):
        for b in placed[:i]:
            apart = math.hypot((a.u - b.u) * board.width_mm, (a.v - b.v) * board.height_mm)
            assert apart > 0.95 * board.checker_mm
    assert board.checker_mm == pytest.approx(geometry.checker_diameter(LOOKS[script.look]))


# -- scripts that lie ------------------------------------------------------------------------------------------------

OPEN = Turn(Player.A, (3, 1), "8/5 6/5", opening=True)


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(Turn(Player.A, (3, 1), "8/5 6/4", opening=True), id="illegal, said to be legal"),
        pytest.param(Turn(Player.A, (3, 1), "8/5 6/5", opening=True, legal=False), id="legal, said to be illegal"),
        pytest.param(Turn(Player.A, (3, 1), "8/5 6/4", opening=True, legal=False, reasons=("move.backwards",)), id="another reason"),
        pytest.param(Turn(Player.A, (3, 1), "8/5 6/5", opening=True, places=("cocked", "flat")), id="cocked, said to be valid"),
        pytest.param(Turn(Player.A, (3, 1), "8/5 6/5", opening=True, invalid="roll.cocked"), id="valid, said to be cocked"),
    ],
)
def test_a_script_that_says_something_else_than_it_stages_is_refused(turn: Turn) -> None:
    with pytest.raises(InputError):
        truth_of(small_script((turn,)))


def test_permission_to_roll_left_changes_the_verdict() -> None:
    turns = (OPEN, Turn(Player.B, (2, 1), "13/11 6/5", places=("left", "left")))
    assert all(e["valid"] for e in _events(truth_of(small_script(turns, allow_left="B")), "roll"))
    with pytest.raises(InputError, match=r"left-of-bar"):
        truth_of(small_script(turns))


def test_a_game_that_is_won_ends() -> None:
    row = [14, 1] + [0] * 24
    rows = {Player.A: tuple(row), Player.B: (0, 3, 3, 3, 3, 3) + (0,) * 20}
    truth = truth_of(small_script((Turn(Player.A, (2, 1), "1/off"),), position=rows))
    assert _events(truth, "game_end") == [{"t": _events(truth, "turn_end")[0]["t"], "kind": "game_end", "winner": "A", "points": 2}]


# -- the file --------------------------------------------------------------------------------------------------------


def test_the_clip_is_a_video_that_browsers_play_and_as_long_as_its_truth(tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    camera = dataclasses.replace(load(Path("eval_01")).camera, width=320, height=180)
    script = small_script((OPEN,), camera=camera)
    truth = produce(script, tmp_path, stage_name="flat")
    assert json.loads((tmp_path / "small.truth.json").read_text()) == truth
    data = (tmp_path / "small.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    with av.open(str(tmp_path / "small.mp4")) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.pix_fmt) == ("h264", "yuv420p")
        times = [float(frame.time) for frame in container.decode(stream)]
    assert len(times) == round(truth["duration"] * script.fps)
    assert all(b - a == pytest.approx(1 / script.fps, abs=2e-3) for a, b in itertools.pairwise(times))
    assert not list(tmp_path.glob(".*part*"))


# -- match records ---------------------------------------------------------------------------------------------------

_RECORD = """ 5 point match

 Game 1
 One : 0                             Two : 0
  1) 31: 8/5 6/5                     62: 24/18 13/11
  2) 55: 13/3(2)                     66: Cannot Move
"""


def test_a_match_record_becomes_a_script() -> None:
    assert match_record.games(_RECORD) == [[(0, "31", "8/5 6/5"), (1, "62", "24/18 13/11"), (0, "55", "13/3(2)"), (1, "66", "no play")]]
    base = {**plans.base("eval_01"), "name": "record"}
    script = parse(match_record.to_script(_RECORD, 1, turns=3, base=base))
    truth = truth_of(script)
    assert [e["notation"] for e in _events(truth, "play")] == ["8/5 6/5", "24/18 13/11", "13/3(2)"]
