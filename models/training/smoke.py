"""A one-epoch run of every training step on a handful of pictures, through the same commands, into a temporary folder.

It shows that training works from a clean checkout; the weights it makes are worthless and thrown away. Exit status 0 when all five
models were trained, exported, loaded by onnxruntime with their hashes, and gave finite outputs of the right shape.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnxruntime as ort

from calibration.geometry import CANVAS_H, CANVAS_W
from models.files import promised
from models.sizes import BOARD_INPUT, CORNER_HEATMAP, CORNER_INPUT, FACE_INPUT, HEATMAP, KEYPOINTS, MOST_COUNTED, POINT_H, POINT_W
from monitor.vision.classes import CLASSES


def _run(*args: str) -> None:
    print("+ python -m", " ".join(args), flush=True)
    subprocess.run([sys.executable, "-m", *args], check=True)


def _compare_restored(folder: Path) -> None:
    """Weights restored from the exported files say what those files say."""
    import torch

    from models.training.restore import SMALL, restored_detector, restored_small

    for name in ("detector", *SMALL):
        model = restored_detector(folder) if name == "detector" else restored_small(name, folder)
        x = torch.rand(SMALL[name][1] if name in SMALL else (1, 3, CANVAS_H, CANVAS_W))
        session = ort.InferenceSession(str(folder / f"{name}.onnx"), providers=["CPUExecutionProvider"])
        want = session.run(None, {session.get_inputs()[0].name: x.numpy()})[0]
        with torch.no_grad():
            made = model(x)
        made = (made[0] if isinstance(made, (tuple, list)) else made).numpy()
        if not np.allclose(made, want, atol=1e-2, rtol=1e-3):
            raise SystemExit(f"{name}: restored weights differ from the exported file by up to {np.abs(made - want).max():g}")


def main() -> None:
    with tempfile.TemporaryDirectory() as tmp:
        root = Path(tmp)
        data, out = root / "detector", root / "models"
        _run("models.training.detector_data", "drawn", "--count", "6", "--per-board", "2", "--seed", "3", "--out", str(data / "train"))
        _run("models.training.detector_data", "drawn", "--count", "2", "--per-board", "1", "--seed", "4", "--out", str(data / "val"))
        _run("models.training.train", "detector", "--data", str(data), "--epochs", "1", "--batch", "4", "--imgsz", "192", "--name", "smoke")
        _run("models.training.board_data", "--count", "3", "--out", str(root / "boards"))
        _run("models.training.train", "board", "--pool", str(root / "boards"), "--minutes", "0.1", "--batch", "2", "--out", str(root / "board.pt"))
        _run("models.training.train", "corner", "--pool", str(root / "boards"), "--minutes", "0.1", "--batch", "4", "--out", str(root / "corner.pt"))
        _run("models.training.point_data", "drawn", "--count", "3", "--copies", "1", "--out", str(root / "points"))
        _run("models.training.train", "point", "--pool", str(root / "points"), "--minutes", "0.1", "--batch", "2", "--out", str(root / "point.pt"))
        _run("models.training.face_pool", "drawn", "--count", "64", "--out", str(root / "faces.npz"))
        _run("models.training.train", "face", "--pool", str(root / "faces.npz"), "--minutes", "0.1", "--batch", "16", "--out", str(root / "face.pt"))
        _run("models.training.export", "--folder", str(out), "detector", str(root / "runs" / "smoke" / "weights" / "last.pt"))
        _run("models.training.export", "--folder", str(out), "board", str(root / "board.pt"))
        _run("models.training.export", "--folder", str(out), "corner", str(root / "corner.pt"))
        _run("models.training.export", "--folder", str(out), "point", str(root / "point.pt"))
        _run("models.training.export", "--folder", str(out), "face", str(root / "face.pt"))
        restored = str(root / "runs" / "restored.pt")
        _run("models.training.restore", "--folder", str(out), "detector", restored, "--images", str(data / "train" / "images"))
        again = ("--epochs", "1", "--batch", "4", "--imgsz", "192", "--name", "again", "--weights", restored)
        _run("models.training.train", "detector", "--data", str(data), *again)
        _run("models.training.restore", "--folder", str(out), "face", str(root / "face2.pt"))
        _run(
            "models.training.train", "face", "--pool", str(root / "faces.npz"), "--minutes", "0.1", "--batch", "16", "--out", str(root / "face2.pt"), "--resume"
        )
        _compare_restored(out)
        listed = promised(out)
        for name, shape, want in (
            ("detector", (1, 3, CANVAS_H, CANVAS_W), [(1, 4 + len(CLASSES), CANVAS_H * CANVAS_W * 21 // 1024)]),
            ("board", (1, 3, BOARD_INPUT, BOARD_INPUT), [(1, KEYPOINTS, HEATMAP, HEATMAP), (1,)]),
            ("corner", (8, 4, CORNER_INPUT, CORNER_INPUT), [(8, CORNER_HEATMAP, CORNER_HEATMAP)]),
            ("point", (1, 24, 3, POINT_H, POINT_W), [(1, 24, MOST_COUNTED + 1), (1, 24, 3)]),
            ("face", (5, 4, FACE_INPUT, FACE_INPUT), [(5, 7), (5, 2), (5, 7)]),
        ):
            session = ort.InferenceSession(str(out / f"{name}.onnx"), providers=["CPUExecutionProvider"])
            made = session.run(None, {session.get_inputs()[0].name: np.zeros(shape, np.float32)})
            if [m.shape for m in made] != want or not all(np.isfinite(m).all() for m in made) or f"{name}.onnx" not in listed:
                raise SystemExit(f"{name}: outputs {[m.shape for m in made]}, wanted {want}, finite and listed in SHA256SUMS")
    print("training smoke test: all five models trained for one round, exported and run")


if __name__ == "__main__":
    main()
