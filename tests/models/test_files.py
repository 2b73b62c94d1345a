"""Model files are used only when they are the ones that were promised."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numpy as np
import pytest

from calibration.geometry import CANVAS_H, CANVAS_W
from models import files
from models.sizes import BOARD_INPUT, CORNER_HEATMAP, CORNER_INPUT, FACE_INPUT, HEATMAP, KEYPOINTS, MOST_COUNTED, POINT_H, POINT_W
from monitor.errors import ModelError
from monitor.vision.classes import CLASSES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the face reader and its line of the list, in a folder that may be damaged."""
    shutil.copy(files.FOLDER / "face.onnx", tmp_path / "face.onnx")
    (tmp_path / "SHA256SUMS").write_text(f"{files.promised()['face.onnx']}  face.onnx\n")
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setattr(files, "promised", lambda: _promised(tmp_path))
    files.load_session.cache_clear()
    yield tmp_path
    files.load_session.cache_clear()


_promised = files.promised


def test_the_right_file_loads(folder: Path) -> None:
    assert files.load_session("face").get_inputs()[0].name == "crop"


def test_one_flipped_bit_is_refused(folder: Path) -> None:
    data = bytearray((folder / "face.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "face.onnx").write_bytes(data)
    with pytest.raises(ModelError, match="not the one that SHA256SUMS promises"):
        files.load_session("face")


def test_an_unlisted_or_missing_file_is_refused(folder: Path) -> None:
    (folder / "SHA256SUMS").write_text("")
    with pytest.raises(ModelError, match="SHA256SUMS"):
        files.load_session("face")
    (folder / "face.onnx").unlink()
    with pytest.raises(ModelError, match="missing"):
        files.load_session("face")


@pytest.mark.parametrize(
    ("name", "shape", "outputs"),
    [
        ("detector", (1, 3, CANVAS_H, CANVAS_W), [(1, 4 + len(CLASSES), CANVAS_H * CANVAS_W * 21 // 1024)]),
        ("corner", (8, 4, CORNER_INPUT, CORNER_INPUT), [(8, CORNER_HEATMAP, CORNER_HEATMAP)]),
        ("point", (1, 24, 3, POINT_H, POINT_W), [(1, 24, MOST_COUNTED + 1), (1, 24, 3)]),
        ("board", (1, 3, BOARD_INPUT, BOARD_INPUT), [(1, KEYPOINTS, HEATMAP, HEATMAP), (1,)]),
        ("face", (3, 4, FACE_INPUT, FACE_INPUT), [(3, 7), (3, 2), (3, 7)]),
    ],
)
def test_the_shipped_models_have_the_shapes_their_readers_expect(name: str, shape: tuple[int, ...], outputs: list[tuple[int, ...]]) -> None:
    session = files.load_session(name)
    made = session.run(None, {session.get_inputs()[0].name: np.zeros(shape, np.float32)})
    assert [m.shape for m in made] == outputs
    assert hashlib.sha256((files.FOLDER / f"{name}.onnx").read_bytes()).hexdigest() == files.promised()[f"{name}.onnx"]
