"""Reading a single picture through the command's own function, with the shipped models."""

from __future__ import annotations

from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from monitor.game import Position
from monitor.station.demo import CLIP_FOLDER
from monitor.vision.still import color_word, read_picture


@pytest.fixture(scope="module")
def start_picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first frame of the clean demo clip: a start position on a board that was never trained on."""
    path = tmp_path_factory.mktemp("pictures") / "start.png"
    with av.open(str(CLIP_FOLDER / "demo_clean.mp4")) as container:
        cv2.imwrite(str(path), next(container.decode(video=0)).to_ndarray(format="bgr24"))
    return path


def test_the_start_position_is_read(start_picture: Path) -> None:
    answer = read_picture(start_picture)
    assert answer["ok"] and answer["error"] is None
    counts = {c: sum(int(x[1:]) for x in answer["top"] + answer["bottom"] if x.startswith(c)) for c in "AB"}
    assert counts == {"A": 15, "B": 15}
    start = sorted(n for n in Position.start().rows[0] if n)
    assert sorted(int(x[1:]) for x in answer["top"] + answer["bottom"] if x.startswith("A")) == start
    assert set(answer) >= {
        "width",
        "height",
        "corners",
        "rotated",
        "colors",
        "top",
        "bottom",
        "bar",
        "off",
        "dice",
        "cube",
        "hand",
        "hidden_cells",
        "confidence",
        "uncertain",
    }
    assert len(answer["top"]) == len(answer["bottom"]) == 12
    assert 0 <= answer["confidence"] <= 1


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("missing.jpg", None, "does not exist"),
        ("text.jpg", b"this is not a picture", "not a picture"),
        ("empty.png", b"", "not a picture"),
        ("blank.png", np.full((300, 400, 3), 90, np.uint8), "No backgammon board"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str, content: bytes | np.ndarray | None, why: str) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        cv2.imwrite(str(path), content)
    answer = read_picture(path)
    assert not answer["ok"] and why in answer["error"]


def test_corners_outside_the_picture_are_refused(start_picture: Path) -> None:
    answer = read_picture(start_picture, corners=[0, 0, 5000, 0, 5000, 700, 0, 700])
    assert not answer["ok"] and "outside" in answer["error"]


@pytest.mark.parametrize(
    ("lab", "word"),
    [((95, 0, 0), "white"), ((10, 0, 0), "black"), ((50, 2, 2), "grey"), ((45, 60, 40), "red"), ((45, -50, 40), "green"), ((35, 10, -50), "blue")],
)
def test_colour_words(lab: tuple[float, float, float], word: str) -> None:
    assert color_word(np.array(lab, np.float32)) == word
