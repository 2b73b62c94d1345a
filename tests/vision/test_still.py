"""Reading a single picture through the command's own function, with the shipped models."""

from __future__ import annotations

from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from monitor.game import Position
from monitor.game.events import Player
from monitor.station.demo import CLIP_FOLDER
from monitor.tracking.layout import START, Layout
from monitor.vision.still import at_most_fifteen, color_word, read_picture


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


def _looks(counts: list[tuple[int, int]], doubts: dict[int, tuple[int, int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """points, bar, totals of a look that says these counts surely; in `doubts` another pair is half as likely."""
    p, totals = np.full((25, 2, 16), 1e-5, np.float32), np.full((25, 16), 1e-5, np.float32)
    for cell, pair in enumerate(counts):
        for weight, said in ((1.0, pair), (0.5 if cell in doubts else 0.0, doubts.get(cell, pair))):
            p[cell, 0, said[0]] += weight
            p[cell, 1, said[1]] += weight
            totals[cell, sum(said)] += weight
    p, totals = p / p.sum(2, keepdims=True), totals / totals.sum(1, keepdims=True)
    return p[:24], p[24], totals


def _start() -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in Layout(Player.A, "right").to_cells(START)]


def test_a_set_has_fifteen_of_a_colour() -> None:
    true = _start()
    assert [sum(c[k] for c in true) for k in (0, 1)] == [15, 15]
    mine = next(i for i, c in enumerate(true) if c == (0, 2))
    tall = next(i for i, c in enumerate(true) if c == (0, 5))
    seen = list(true)
    seen[mine] = (2, 0)  # two discs in the wrong light
    assert at_most_fifteen(*_looks(seen, {mine: (0, 2)}), seen) == true
    seen = list(true)
    seen[tall] = (0, 6)  # one too many in a stack
    assert at_most_fifteen(*_looks(seen, {tall: (0, 5)}), seen) == true


def test_a_doubt_that_breaks_nothing_is_left_as_it_was_read() -> None:
    """A checker missing, or of the other colour while no colour has too many, may be the players' doing."""
    seen = _start()
    tall = next(i for i, c in enumerate(seen) if c == (0, 5))
    seen[tall] = (0, 4)
    assert at_most_fifteen(*_looks(seen, {tall: (0, 5)}), seen) == seen
    seen[tall] = (4, 0)
    for cell in [i for i, c in enumerate(seen) if c[0] == 5]:
        seen[cell] = (1, 0)
    assert at_most_fifteen(*_looks(seen, {tall: (0, 4)}), seen) == seen
