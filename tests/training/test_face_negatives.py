"""Crops without a die: they are labelled so, and none is cut where a die or cube stands."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from models.sizes import FACE_INPUT
from models.training.face_negatives import cut_negatives, drawn_negative

RED, GREY = (0, 0, 255), (90, 90, 90)


def is_none(face: object) -> bool:
    return (face.die, face.cube, face.flat, face.on_checker) == (6, 6, -1.0, -1.0)


def test_drawn_negatives_are_varied_and_labelled_as_nothing() -> None:
    faces = [drawn_negative(np.random.default_rng(k)) for k in range(40)]
    assert all(is_none(f) and f.image.shape == (FACE_INPUT, FACE_INPUT, 3) and f.image.dtype == np.uint8 for f in faces)
    assert sum(f.image.std() > 12 for f in faces) > 20
    assert len({f.image.tobytes() for f in faces}) == 40


def test_a_seed_draws_the_same_negative() -> None:
    a, b = (drawn_negative(np.random.default_rng(5)).image for _ in range(2))
    assert np.array_equal(a, b)


def scene(folder: Path) -> None:
    """A grey still whose one die is a large red square, and a photograph in YOLO layout with one likewise."""
    picture = np.full((360, 480, 3), GREY, np.uint8)
    picture[100:260, 160:320] = RED
    cv2.imwrite(str(folder / "a.jpg"), picture)
    (folder / "a.meta.json").write_text(json.dumps({"objects": [{"kind": "die", "box": [160, 100, 320, 260]}, {"kind": "checker", "box": [0, 0, 40, 40]}]}))
    for sub in ("images", "labels"):
        (folder / sub).mkdir()
    photo = np.full((240, 320, 3), GREY, np.uint8)
    photo[100:140, 140:180] = RED
    cv2.imwrite(str(folder / "images" / "p.jpg"), photo)
    (folder / "labels" / "p.txt").write_text("2 0.5 0.5 0.125 0.1667\n")


def test_no_negative_has_a_die_in_its_middle(tmp_path: Path) -> None:
    scene(tmp_path)
    faces = list(cut_negatives(np.random.default_rng(3), 80, [tmp_path], [tmp_path]))
    assert len(faces) > 40 and all(is_none(f) for f in faces)
    k = FACE_INPUT // 2
    for face in faces:
        b, g, r = (float(x) for x in face.image[k - 3 : k + 3, k - 3 : k + 3].mean((0, 1)))
        assert r < 2.2 * max(b, g) + 25, "the middle is not the red square"


def test_a_folder_without_pictures_gives_nothing(tmp_path: Path) -> None:
    assert list(cut_negatives(np.random.default_rng(3), 10, [tmp_path], [])) == []
