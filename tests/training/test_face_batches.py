"""The face reader's batches: labels stay with their crops, and a cube is never mirrored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.sizes import FACE_INPUT, FACE_MARGIN
from models.training import face_batches
from models.training.face_batches import FacePools
from models.training.face_data import Face, mined_from_boards, nothing
from models.training.face_pool import save
from models.training.point_data import BoardLabel, drawn_board
from monitor.vision.classes import DIE
from monitor.vision.faces import UNKNOWN_SHEAR


@pytest.fixture
def pool(tmp_path: Path) -> str:
    """Three crops, told apart by where they are bright: a die's left half, a cube's left half, nothing's upper half."""
    left = np.full((FACE_INPUT, FACE_INPUT, 3), 60, np.uint8)
    left[:, : FACE_INPUT // 2] = 200
    upper = np.ascontiguousarray(left.transpose(1, 0, 2))
    save(tmp_path / "pool.npz", [Face(left, 4, 1.0, 0.0, 6, 0.5), Face(left, 6, -1, -1, 3), nothing(upper, 0.2)])
    return str(tmp_path / "pool.npz")


def test_labels_stay_with_their_crops_and_cubes_are_not_mirrored(pool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face_batches, "_recolored", lambda rng, x: x)
    monkeypatch.setattr(face_batches, "BESIDE", 0.0)
    monkeypatch.setattr(face_batches, "PRINTED", 0.0)
    said: list[str] = []
    x, y = FacePools([f"{pool}*2"], said.append).batch(np.random.default_rng(1), 90)
    assert x.shape == (90, 4, FACE_INPUT, FACE_INPUT) and y.shape == (90, 4) and x[:, :3].min() >= 0 and x[:, :3].max() <= 1
    assert said == [f"{pool}: 3 crops"]
    half = FACE_INPUT // 2
    is_left = x[:, 0, :, :half].mean((1, 2)) > x[:, 0, :, half:].mean((1, 2)) + 0.2
    is_upper = x[:, 0, :half].mean((1, 2)) > x[:, 0, half:].mean((1, 2)) + 0.2
    dice, cubes, nothings = y[:, 0] == 4, y[:, 3] == 3, (y[:, 0] == 6) & (y[:, 3] == 6)
    assert dice.any() and cubes.any() and nothings.any() and (dice | cubes | nothings).all()
    assert is_left[cubes].all() and is_upper[nothings].all()
    assert 0.2 < is_left[dice].mean() < 0.8, "a die is mirrored half of the time"
    shears = {round(float(v), 3) for v in x[dice, 3, 0, 0]}
    assert shears <= {0.5, UNKNOWN_SHEAR} and 0.5 in shears


def changed_round_a_die(change: Callable[[np.random.Generator, np.ndarray], np.ndarray], share: float, spoilt: float) -> np.ndarray:
    """(40,) shares of a crop that a change takes, over as many seeds. Of the die's middle, `share` of its edge wide, at most `spoilt` may be touched."""
    image = np.full((FACE_INPUT, FACE_INPUT, 3), 90, np.uint8)
    half, middle = int(FACE_INPUT / FACE_MARGIN / 2 * share), FACE_INPUT // 2
    die = np.s_[middle - half : middle + half, middle - half : middle + half]
    image[die] = 210
    changed = []
    for seed in range(40):
        out = change(np.random.default_rng(seed), image).astype(int)
        assert (np.abs(out[die] - 210) > 20).any(2).mean() < spoilt, seed
        changed.append(float((np.abs(out - image).max(2) > 8).mean()))
    return np.asarray(changed)


def test_what_is_laid_beside_a_die_leaves_the_die() -> None:
    changed = changed_round_a_die(face_batches._beside, share=0.45, spoilt=0.12)
    assert 0.1 < changed.mean() < 0.6 and changed.max() < 0.75


def test_what_is_printed_round_a_die_leaves_the_die() -> None:
    changed = changed_round_a_die(face_batches._printed, share=0.6, spoilt=0.03)
    assert 0.03 < changed.mean() < 0.4 and changed.max() < 0.7 and (changed > 0.01).mean() > 0.7


def test_light_changes_and_stays_between_black_and_white(pool: str) -> None:
    x, _ = FacePools([pool], lambda _: None).batch(np.random.default_rng(2), 60)
    assert x[:, :3].min() >= 0 and x[:, :3].max() <= 1 and np.ptp(x[:, 0].mean((1, 2))) > 0.2


def test_what_the_detector_sees_beside_the_true_dice_is_mined(tmp_path: Path) -> None:
    """A drawn die that the label does not name counts as a phantom; the same die with its box in the label does not."""
    for seed in range(60):
        canvas, label = drawn_board(np.random.default_rng([8, seed]), (), 1)[0]
        if sum(b[0] == DIE for b in label.boxes) >= 2:
            break
    cv2.imwrite(str(tmp_path / "a.jpg"), canvas)
    BoardLabel(label.bar, label.cells, label.hidden, label.colors, [b for b in label.boxes if b[0] != DIE]).save(tmp_path / "a.json")
    without = list(mined_from_boards(tmp_path, np.random.default_rng(0), copies=2))
    label.save(tmp_path / "a.json")
    known = list(mined_from_boards(tmp_path, np.random.default_rng(0), copies=2))
    assert len(without) >= len(known) + 2 and all(f.die == 6 and f.cube == 6 for f in without)
