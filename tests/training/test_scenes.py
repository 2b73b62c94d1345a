"""Scene generator: splits, geometry, dice contact, composition, camera and labels, all without Blender."""

from __future__ import annotations

import ast
import json
import math
import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from models.training.scenes import (
    arrange,
    camera,
    clutter,
    compose,
    dice_contact,
    dice_sheet,
    geometry,
    hand,
    labels,
    positions,
    post,
    split,
    surface,
    textures,
    throw,
)
from models.training.scenes.designs import CHECKERS, CUBES, DICE, LIGHTS, TABLES
from models.training.scenes.faces import CUBE_FACES
from models.training.scenes.looks import LOOKS
from models.training.scenes.spec import CameraSpec, CheckerSpec, CubeSpec, DieSpec, SceneSpec

SCENES = [(name, k) for name in split.SPLITS for k in range(14)]


@pytest.fixture(scope="module")
def scenes() -> dict[tuple[str, int], SceneSpec]:
    return {(name, k): compose.scene(name, 5, k) for name, k in SCENES}


# ---- splits -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "table"), [("looks", LOOKS), ("checkers", CHECKERS), ("dice", DICE), ("cubes", CUBES), ("lights", LIGHTS), ("tables", TABLES)]
)
def test_every_design_is_in_exactly_one_split(kind: str, table: dict[str, object]) -> None:
    named = [name for part in split.SPLITS for name in split.names(kind, part)]
    assert sorted(named) == sorted(table)
    assert len(named) == len(set(named))


def test_heldout_shares_no_texture_mesh_or_light_with_training() -> None:
    tiles: dict[str, set[str]] = {}
    profiles: dict[str, set[tuple[object, ...]]] = {}
    boards: dict[str, set[tuple[object, ...]]] = {}
    hdris: dict[str, set[str]] = {}
    for part in split.SPLITS:
        looks = [LOOKS[n] for n in split.names("looks", part)]
        materials = [m for k in looks for m in (k.field, k.point_a, k.point_b, k.bar, k.rim, k.tray)]
        materials += [m for n in split.names("checkers", part) for m in (CHECKERS[n].light, CHECKERS[n].dark)]
        materials += [DICE[n].body for n in split.names("dice", part)] + [TABLES[n] for n in split.names("tables", part)]
        tiles[part] = {m.tile for m in materials} - {"plain:0"}
        profiles[part] = {(CHECKERS[n].profile, CHECKERS[n].amount, CHECKERS[n].thickness_mm) for n in split.names("checkers", part)}
        boards[part] = {(k.pitch_mm, k.height_mm, k.bar_mm, k.bar_style, k.points.shape, k.points.length, k.points.width, k.trays) for k in looks}
        hdris[part] = {LIGHTS[n].hdri for n in split.names("lights", part)}
        assert all(textures.tile_split(tile) == part for tile in tiles[part]), part
    for a, b in combinations(split.SPLITS, 2):
        for shared in (tiles, profiles, boards, hdris):
            assert not shared[a] & shared[b]


def test_variety_is_large_enough() -> None:
    counts = {kind: {part: len(split.names(kind, part)) for part in split.SPLITS} for kind in split.KINDS}
    assert counts["looks"]["train"] >= 16 and counts["looks"]["heldout"] >= 5
    assert counts["checkers"]["train"] >= 14 and counts["checkers"]["heldout"] >= 4
    assert len({LOOKS[n].points.shape for n in split.names("looks", "train")}) >= 7


# ---- geometry and dice --------------------------------------------------------------------------------------------------------


def test_cells_and_uv_follow_the_convention() -> None:
    look = LOOKS["t_broadcast"]
    assert geometry.to_world(look, 0.0, 0.0) == (-look.width_mm / 2, look.height_mm / 2)
    assert geometry.cell_x(look, 0) < geometry.cell_x(look, 5) < 0 < geometry.cell_x(look, 6) < geometry.cell_x(look, 11)
    assert geometry.cell_x(look, 6) - geometry.cell_x(look, 5) == pytest.approx(look.pitch_mm + look.bar_mm)
    u, v = geometry.to_uv(look, *geometry.to_world(look, 0.3, 0.8))
    assert (u, v) == (pytest.approx(0.3), pytest.approx(0.8))


@pytest.mark.parametrize("value", range(1, 7))
def test_die_shows_its_value_whatever_its_pose(value: int) -> None:
    for spin, tilt, lean in ((0, 0, 0), (77, 0, 0), (10, 30, 200), (300, 44, 90)):
        turn = dice_contact.rotation(value, spin, tilt, lean)
        assert dice_contact.shown_value(turn) == value
        assert np.allclose(turn @ turn.T, np.eye(3)) and np.linalg.det(turn) == pytest.approx(1)
        up = turn @ np.array(dice_contact.FACES[value])
        assert math.degrees(math.acos(min(1.0, float(up[2])))) == pytest.approx(tilt, abs=1e-4)


def test_opposite_faces_add_up_to_seven_and_the_die_is_western() -> None:
    for value, normal in dice_contact.FACES.items():
        assert dice_contact.FACES[7 - value] == tuple(-c for c in normal)
    one, two, three = (np.array(dice_contact.FACES[v]) for v in (1, 2, 3))
    assert int(np.dot(np.cross(one, two), three)) == 1


def test_the_tilted_side_rises_towards_the_lean() -> None:
    turn = dice_contact.rotation(1, 0, 20, 0)
    bottom_front = turn @ np.array([7.0, 0, -7.0])
    bottom_back = turn @ np.array([-7.0, 0, -7.0])
    assert bottom_front[2] > bottom_back[2] + 4


@pytest.mark.parametrize("tilt", [6.0, 12.0, 25.0, 40.0])
@pytest.mark.parametrize("height", [5.0, 9.0, 18.0])
def test_a_leaning_die_touches_the_wall_and_does_not_enter_it(tilt: float, height: float) -> None:
    size, corner = 14.0, 0.2
    far = dice_contact.lean_distance(size, corner, tilt, [(0.0, height), (0.0, 0.0)])
    if far is None:
        pytest.skip("would topple over") if height < 6 else pytest.fail("a die must be able to lean here")
    turn = dice_contact.rotation(3, 0, tilt, 0)
    z = dice_contact.half_height(turn, size, corner)
    die = dice_contact.Box((0.0, 0.0, z), turn, (7, 7, 7), 7 * corner)
    wall = dice_contact.Box((far + 20, 0, height / 2), np.eye(3), (20, 50, height / 2))
    assert abs(dice_contact.gap(die, wall)) < 0.05
    lowest = die.points()[:, 2].min() - die.radius
    assert lowest == pytest.approx(0.0, abs=1e-9)


def test_intersection_check_sees_overlap_and_clearance() -> None:
    die = dice_contact.Box((0, 0, 7), np.eye(3), (7, 7, 7), 1.0)
    checker = ((0.0, 9.0), (19.0, 9.0), (20.0, 8.0), (20.0, 0.0))
    assert dice_contact.gap(die, dice_contact.Round(30, 0, 0, checker)) == pytest.approx(3.0, abs=0.1)
    assert dice_contact.gap(die, dice_contact.Round(24, 0, 0, checker)) < -2.5
    assert dice_contact.is_clear(die, [dice_contact.Round(0, 0, -9.0, checker)])
    assert not dice_contact.is_clear(die, [dice_contact.Round(0, 0, -7.0, checker)])
    turned = dice_contact.Box((16.5, 0, 7), dice_contact.rotation(1, 45, 0, 0), (7, 7, 7), 1.0)
    assert dice_contact.gap(die, turned) == pytest.approx(16.5 - 7 - (6 * math.sqrt(2) + 1), abs=0.05)


# ---- scenes -------------------------------------------------------------------------------------------------------------------


def _solids(spec: SceneSpec) -> tuple[list[dice_contact.Box], list[dice_contact.Box | dice_contact.Round]]:
    look, design = LOOKS[spec.look], CHECKERS[spec.checkers]
    dice = [throw.die_solid(look, d, compose.scaled_die(spec.dice_design[d.set_index], look)) for d in spec.dice]
    return dice, throw.Thrower(look, design, list(spec.pieces), random.Random(0)).solids


def test_no_die_enters_anything(scenes: dict[tuple[str, int], SceneSpec]) -> None:
    seen = 0
    for spec in [*scenes.values(), dice_sheet.sheet("train", 3, 1, dice=12)]:
        dice, solids = _solids(spec)
        for die in dice:
            assert dice_contact.is_clear(die, solids, 0.06)
            seen += 1
        for a, b in combinations(dice, 2):
            assert dice_contact.gap(a, b) > -0.06
    assert seen > 50


def test_a_sheet_shows_many_cubes_that_touch_nothing() -> None:
    values = set()
    for index in range(4):
        spec = dice_sheet.sheet("train", 3, index, dice=12)
        assert spec.cube is None and len(spec.cubes) >= 4
        dice, solids = _solids(spec)
        cubes = [throw.cube_solid(LOOKS[spec.look], c, CUBES[spec.cube_design], throw.cube_scale(LOOKS[spec.look])) for c in spec.cubes]
        for k, cube in enumerate(cubes):
            assert dice_contact.is_clear(cube, [*solids, *dice, *cubes[:k]], 0.06)
        values |= {c.value for c in spec.cubes}
        assert SceneSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec
    assert values == set(CUBE_FACES)


def test_on_a_touching_sheet_flat_dice_lie_against_things_as_leaning_ones_do() -> None:
    touching, leaning = 0, 0
    for index in range(2):
        spec = dice_sheet.sheet("train", 3, index, dice=16, kinds=dice_sheet.TOUCHING)
        dice, solids = _solids(spec)
        for die, solid in zip(spec.dice, dice, strict=True):
            assert dice_contact.is_clear(solid, solids, 0.06)
            leaning += die.tilt_deg > 0
            size = 2 * solid.half[0]
            touching += die.tilt_deg == 0 and die.on == "board" and min(dice_contact.gap(solid, other) for other in solids) < 0.11 * size
    assert leaning >= 4 and touching >= 0.6 * leaning, (leaning, touching)


def test_a_cocked_die_leans_on_what_it_says(scenes: dict[tuple[str, int], SceneSpec]) -> None:
    cocked = 0
    for spec in [*scenes.values(), dice_sheet.sheet("heldout", 3, 2, dice=12)]:
        look, design = LOOKS[spec.look], CHECKERS[spec.checkers]
        for die in spec.dice:
            if die.tilt_deg == 0:
                continue
            cocked += 1
            solid = throw.die_solid(look, die, compose.scaled_die(spec.dice_design[die.set_index], look))
            if die.on == "checker":
                gaps = [dice_contact.gap(solid, throw.checker_solid(look, design, p)) for p in spec.pieces]
            else:
                boxes = [b for b in geometry.solid_boxes(look) if b[0] == die.on]
                gaps = [
                    dice_contact.gap(
                        solid,
                        dice_contact.Box(
                            ((b[1] + b[2]) / 2, (b[3] + b[4]) / 2, (b[5] + b[6]) / 2), np.eye(3), ((b[2] - b[1]) / 2, (b[4] - b[3]) / 2, (b[6] - b[5]) / 2)
                        ),
                    )
                    for b in boxes
                ]
            assert min(gaps) < 0.12, f"{spec.look}: leans on nothing"
    assert cocked >= 8


def test_checkers_of_one_layer_do_not_overlap(scenes: dict[tuple[str, int], SceneSpec]) -> None:
    for spec in scenes.values():
        look = LOOKS[spec.look]
        d = geometry.checker_diameter(look)
        flat = [(p, geometry.to_world(look, p.u, p.v)) for p in spec.pieces if isinstance(p.cell, int) and p.level == 0]
        for (p, a), (q, b) in combinations(flat, 2):
            assert math.dist(a, b) > d - 2.6, f"{spec.look}: cells {p.cell} and {q.cell}"


def test_scenes_are_the_same_for_the_same_seed_and_survive_json(scenes: dict[tuple[str, int], SceneSpec]) -> None:
    spec = scenes["train", 3]
    assert compose.scene("train", 5, 3) == spec
    assert compose.scene("train", 6, 3) != spec
    assert SceneSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec


def test_scenes_stay_in_their_split(scenes: dict[tuple[str, int], SceneSpec]) -> None:
    for (part, _), spec in scenes.items():
        assert spec.look in split.names("looks", part) and spec.checkers in split.names("checkers", part)
        assert set(spec.dice_design) <= set(split.names("dice", part)) and spec.light in split.names("lights", part)
        assert spec.table in split.names("tables", part)


def test_a_short_series_shows_every_look() -> None:
    names = split.names("looks", "heldout")
    assert {compose.scene("heldout", 9, k).look for k in range(len(names))} == set(names)


def test_positions_have_fifteen_a_side_and_a_share_is_odd() -> None:
    rng = random.Random(4)
    kinds: dict[str, int] = {}
    for _ in range(300):
        rows, kind = positions.draw(rng)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kind in ("start", "early", "middle", "late", "wrong_setup", "tall"):
            assert sum(rows.a) == 15 and sum(rows.b) == 15
            assert all(rows.a[p] == 0 or rows.b[25 - p] == 0 for p in range(1, 25))
    odd = sum(kinds.get(k, 0) for k in ("wrong_setup", "count", "sparse", "unlifted", "tall", "empty"))
    assert odd >= 30 and kinds["start"] >= 15


def test_cells_of_the_start_position_for_both_seats_and_sides() -> None:
    rows = positions.start_rows()
    cells, _, _ = positions.to_cells(rows, "A", True)
    assert cells[23] == {"A": 0, "B": 2} and cells[18] == {"A": 5, "B": 0} and cells[0] == {"A": 5, "B": 0} and cells[11] == {"A": 2, "B": 0}
    mirrored, _, _ = positions.to_cells(rows, "A", False)
    assert mirrored[12] == {"A": 0, "B": 2} and mirrored[17] == {"A": 5, "B": 0}
    other, _, _ = positions.to_cells(rows, "B", True)
    assert other[23] == {"A": 2, "B": 0}


def test_tall_stacks_are_marked_undecidable_when_they_have_a_second_layer() -> None:
    look, design = LOOKS["t_broadcast"], CHECKERS["t_white_black_ring"]
    rows = positions.Rows([0] * 26, [0] * 26)
    rows.a[6], rows.a[8] = 11, 4
    out = arrange.place(look, design, rows, random.Random(1))
    tall = {p.cell for p in out.pieces if p.level > 0}
    assert len(tall) == 1 and out.undecidable == tall


def test_clutter_keeps_off_board_and_hand_above_it(scenes: dict[tuple[str, int], SceneSpec]) -> None:
    for spec in scenes.values():
        x0, y0, x1, y1 = geometry.outer_box(LOOKS[spec.look])
        for item in clutter.places(spec):
            if item.kind != "cup_on_board":
                assert not (x0 < item.x < x1 and y0 < item.y < y1)
    made = hand.build(11)
    assert clutter.hand_height(scenes["train", 0], hand.lowest(made)) + hand.lowest(made) > 10


def test_a_hand_reaches_forward_with_its_arm_behind() -> None:
    for seed in range(6):
        made = hand.build(seed)
        assert made.vertices[:, 1].min() < -500 and made.vertices[:, 1].max() < 90
        assert max(max(f) for f in made.faces) < len(made.vertices) and len(made.faces) == len(made.parts)


# ---- camera, labels, camera treatment -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("azimuth", "roll", "rotated", "flipped"),
    [(0, 0, 0, False), (180, 0, 0, True), (0, 90, 90, True), (0, -90, 90, False), (90, 0, 90, None), (270, 0, 90, None)],
)
def test_orientation_of_turned_cameras(azimuth: float, roll: float, rotated: int, flipped: bool | None) -> None:
    look = LOOKS["t_broadcast"]
    view = camera.solve(look, CameraSpec(88, azimuth, roll))
    turn = camera.orientation(look, view)
    assert turn.rotated == rotated
    corners = view.project(np.array([[*geometry.to_world(look, *turn.uv(u, v)), 0.0] for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]))
    if rotated:  # turn the picture clockwise: (x, y) -> (height - y, x)
        corners = np.stack([view.height - corners[:, 1], corners[:, 0]], axis=1)
    assert corners[0, 0] < corners[1, 0] and corners[0, 1] < corners[3, 1]
    if flipped is not None:
        assert turn.flipped == flipped
    assert all(turn.cell(turn.cell(c)) == c for c in range(24))


@pytest.mark.parametrize("elevation", [90.0, 70.0, 52.0])
def test_the_board_fills_the_picture_as_asked(elevation: float) -> None:
    look = LOOKS["t_broadcast"]
    view = camera.solve(look, CameraSpec(elevation, fill=0.9))
    x0, y0, x1, y1 = geometry.outer_box(look)
    px = view.project(np.array([[x, y, 0.0] for x in (x0, x1) for y in (y0, y1)]))
    size = np.ptp(px, axis=0) / [view.width, view.height]
    assert size.max() == pytest.approx(0.9, abs=0.01)
    assert np.allclose((px.min(0) + px.max(0)) / 2, [view.width / 2, view.height / 2], atol=1.0)


def _drawn_index(spec: SceneSpec, view: camera.View, kinds: list[tuple[str, int]]) -> np.ndarray:
    """A stand-in for the object-index pass: hulls painted from low to high."""
    import cv2

    index = np.zeros((view.height, view.width), np.int32)
    for number, (kind, k) in sorted(enumerate(kinds, start=1), key=lambda e: labels.solid_points(spec, *e[1])[:, 2].max()):
        hull = cv2.convexHull(view.project(labels.solid_points(spec, kind, k)).astype(np.float32)).astype(np.int32)
        cv2.fillPoly(index, [hull], number)
    return index


def _labelled(azimuth: float = 0.0) -> tuple[SceneSpec, dict, dict]:
    look = LOOKS["t_broadcast"]
    u = [geometry.to_uv(look, geometry.cell_x(look, c), 200.0 * (1 if c < 12 else -1)) for c in range(24)]
    pieces = [
        CheckerSpec("A", *u[0], 0, 0),
        CheckerSpec("B", *u[18], 0, 18),
        CheckerSpec("B", u[18][0], u[18][1] - 0.09, 0, 18),
        CheckerSpec("A", *u[23], 0, 23),
        CheckerSpec("B", *u[23], 1, 23),
        CheckerSpec("B", 0.5, 0.6, 0, "bar", False, 0.0, 6.0),
    ]
    spec = SceneSpec(
        "t_broadcast",
        "t_white_black_ring",
        1,
        tuple(pieces),
        (DieSpec(5, 0.7, 0.5), DieSpec(3, 0.75, 0.45, tilt_deg=20, on="checker")),
        ("t_white", "t_red"),
        CubeSpec(4, 0.3, 0.5),
        "t_white_plain",
        CameraSpec(80, azimuth),
        "t_room",
        undecidable=(23,),
    )
    view = camera.solve(look, spec.camera)
    kinds = [("checker", k) for k in range(6)] + [("die", 0), ("die", 1), ("cube", 0)]
    truth, meta = labels.label(spec, view, _drawn_index(spec, view, kinds), kinds)
    return spec, truth, meta


def test_labels_of_a_known_scene() -> None:
    _, truth, meta = _labelled()
    assert truth["top"][0] == "A1" and truth["bottom"][6] == "B2" and truth["bottom"][11] == "B1+A1"
    assert truth["bar"] == {"A": 0, "B": 1} and truth["off"] == {"A": 0, "B": 0} and truth["undecidable"] == [23]
    assert [(d["value"], d["flat"], d["on"]) for d in truth["dice"]] == [(5, True, "board"), (3, False, "checker")]
    assert truth["cube"]["value"] == 4 and truth["rotated"] == 0 and not truth["hand"] and len(truth["corners"]) == 4
    hidden = next(o for o in meta["objects"] if o["kind"] == "checker" and o["cell"] == 23 and o["level"] == 0)
    assert hidden["visible"] < 0.35
    clear = next(o for o in meta["objects"] if o["cell"] == 0)
    assert clear["visible"] > 0.95 and np.allclose(clear["visible_box"], clear["box"], atol=2.5)
    place = np.array(meta["homography"]) @ [0.7, 0.5, 1]
    assert np.allclose(place[:2] / place[2], next(o for o in meta["objects"] if o["kind"] == "die")["base"], atol=1.0)


def test_labels_seen_from_the_other_side_turn_with_the_picture() -> None:
    _, truth, meta = _labelled(180.0)
    assert truth["bottom"][11] == "A1" and truth["top"][5] == "B2" and truth["top"][0] == "B1+A1" and truth["undecidable"] == [0]
    corners = np.array(truth["corners"])
    assert corners[0, 0] < corners[1, 0] and corners[0, 1] < corners[3, 1] and meta["flipped"]


def test_lens_and_scale_move_picture_and_labels_together() -> None:
    spec, truth, meta = _labelled()
    picture = np.full((spec.camera.height, spec.camera.width, 3), 40, np.uint8)
    for x, y in meta["keypoints"][:4]:
        picture[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3] = 255
    bent = post.distort(picture, -0.03)
    moved_truth, moved = json.loads(json.dumps(truth)), json.loads(json.dumps(meta))
    post._map_labels(moved_truth, moved, lambda p: post._distort_points(p, -0.03, spec.camera.width, spec.camera.height))
    small, _, scaled = post.rescaled(bent, moved_truth, moved, 0.75)
    for image, points in ((bent, moved["keypoints"][:4]), (small, scaled["keypoints"][:4])):
        for x, y in points:
            assert image[int(y) - 1 : int(y) + 2, int(x) - 1 : int(x) + 2].max() > 150
    assert not np.allclose(moved["keypoints"], meta["keypoints"], atol=1.0)
    assert np.allclose(moved_truth["corners"], moved["keypoints"][:4])


def test_camera_treatment_is_repeatable_and_leaves_its_input_alone() -> None:
    _, truth, meta = _labelled()
    picture = np.random.default_rng(1).integers(0, 255, (540, 960, 3)).astype(np.uint8)
    before = json.dumps([truth, meta])
    one = post.variants(picture, truth, meta, 2, 7)
    two = post.variants(picture, truth, meta, 2, 7)
    assert all(np.array_equal(a[0], b[0]) and a[1:] == b[1:] for a, b in zip(one, two, strict=True))
    assert json.dumps([truth, meta]) == before and one[1][0].shape[1] == one[1][1]["width"] < 960


@pytest.mark.parametrize("name", ["t_printed", "t_rounded_club", "h_cork_stripe"])
def test_points_are_painted_where_the_cells_are(name: str) -> None:
    look = LOOKS[name]
    picture, rough = surface.paint(look, 3)
    assert picture.shape[:2] == rough.shape and picture.min() >= 0 and picture.max() <= 1
    scale = picture.shape[1] / (2 * geometry.surface_half(look)[0])
    for cell in (0, 5, 6, 11, 12, 23):
        x = int((geometry.cell_x(look, cell) + geometry.surface_half(look)[0]) * scale)
        inset = 0.1 * look.height_mm
        y = int((geometry.surface_half(look)[1] - (look.height_mm / 2 - inset) * (1 if cell < 12 else -1)) * scale)
        material = look.point_a if (cell % 12 + cell // 12 + look.points.parity) % 2 == 0 else look.point_b
        patch = picture[y - 4 : y + 5, x - 4 : x + 5].reshape(-1, 3).mean(0)
        assert np.abs(patch - material.color).max() < 0.2, cell


def test_only_the_renderer_needs_blender() -> None:
    folder = Path(compose.__file__).parent
    users = set()
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        names |= {(n.module or "").split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level == 0}
        if names & {"bpy", "mathutils"}:
            users.add(path.name)
    assert users == {"blender_parts.py", "blender_light.py", "scene_render.py"}


def test_a_position_without_room_on_the_bar_is_refused_not_piled_up() -> None:
    rows = positions.start_rows()
    rows.a[25] = rows.b[25] = 12
    with pytest.raises(arrange.NoRoom, match="t_green_case"):
        arrange.place(LOOKS["t_green_case"], CHECKERS["t_white_black_ring"], rows, random.Random(2))
