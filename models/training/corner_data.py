"""Patches for the corner refiner: corners of drawn and rendered boards, looked for where a board finder would put them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import project
from calibration.refine import corner_patch, patch_to_picture, shrunk
from models.sizes import CORNER_INPUT
from models.training.effects import degrade

Board = tuple[NDArray[np.uint8], NDArray[np.float64], bool]


@dataclass(frozen=True, slots=True)
class CornerSample:
    """patch: (CORNER_INPUT, CORNER_INPUT, 3) BGR. place: (2,) where the corner is in it, pixels."""

    patch: NDArray[np.uint8]
    is_bar: bool
    place: NDArray[np.float64]


def shrunk_boards(boards: list[Board]) -> list[Board]:
    """The same, each small enough for patches, as the refiner makes them at the table."""
    return [(*shrunk(image, points), is_rendered) for image, points, is_rendered in boards]


def corner_sample(rng: np.random.Generator, board: Board) -> CornerSample:
    """One corner of a board (of `shrunk_boards`), seen through corners that are off as a finder's are: by half a percent to several."""
    image, keypoints, is_rendered = board
    tilt = _tilt(rng, image) if not is_rendered and rng.random() < 0.6 else np.eye(3)
    true = project(tilt, keypoints)
    width = float(np.linalg.norm(true[1] - true[0]))
    index = int(rng.integers(8))
    while True:
        error = float(np.exp(rng.uniform(np.log(0.004), np.log(0.045)))) * width
        found = true + rng.normal(0, 0.6 * error, 2) + rng.normal(0, 0.8 * error, (8, 2))
        to_picture = patch_to_picture(found, index)
        place = project(np.linalg.inv(to_picture), true[index : index + 1])[0]
        if np.abs(place - CORNER_INPUT / 2).max() < CORNER_INPUT / 2 - 3:
            break
    patch = corner_patch(image, np.linalg.inv(tilt) @ to_picture)
    if rng.random() < 0.12:
        patch = _with_arm(rng, patch)
    return CornerSample(degrade(patch, rng, strength=0.9, least_scale=0.4), index >= 4, place)


def _tilt(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(3, 3) random turn and perspective, for a board that is drawn straight on."""
    h, w = image.shape[:2]
    box = np.array([[0, 0], [w, 0], [w, h], [0, h]], float)
    angle = np.radians(rng.normal(0, 6))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array([w, h]) / 2
    out = (box - middle) @ turn.T + middle + rng.normal(0, 0.06, (4, 2)) * w
    return np.asarray(cv2.getPerspectiveTransform(box.astype(np.float32), out.astype(np.float32)), float)


def _with_arm(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Something of one colour over a part of the patch: what lies under it has to be told from the rest."""
    out = patch.copy()
    a, b = rng.uniform(-10, CORNER_INPUT + 10, (2, 2)).astype(int)
    color = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.array([0.45, 0.58, 0.82]) * rng.uniform(60, 255)
    cv2.line(out, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), color.tolist(), int(rng.integers(4, 22)), cv2.LINE_AA)
    return out
