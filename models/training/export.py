"""Export trained weights to ONNX beside their hashes: `python -m models.training.export detector|board|corner|point|face WEIGHTS`."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

import click
import torch

from calibration.geometry import CANVAS_H, CANVAS_W
from models.files import FOLDER, promised
from models.sizes import BOARD_INPUT, CORNER_INPUT, FACE_INPUT, POINT_H, POINT_W
from models.training import nets


def record_hash(path: Path) -> None:
    """Put the file's SHA-256 into SHA256SUMS, keeping the other lines."""
    sums = promised(path.parent)
    sums[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (path.parent / "SHA256SUMS").write_text("".join(f"{h}  {n}\n" for n, h in sorted(sums.items())), "utf-8")


def _export(model: torch.nn.Module, shape: tuple[int, ...], inputs: str, outputs: list[str], out: Path) -> None:
    model.eval()
    torch.onnx.export(
        model, (torch.zeros(1, *shape),), str(out), input_names=[inputs], output_names=outputs, opset_version=17, dynamo=False,
        dynamic_axes={name: {0: "n"} for name in [inputs, *outputs]},
    )  # fmt: skip


@click.group(help="Export trained weights to ONNX.")
@click.option("--folder", type=click.Path(path_type=Path), default=FOLDER)
@click.pass_context
def main(ctx: click.Context, folder: Path) -> None:
    ctx.obj = folder
    folder.mkdir(parents=True, exist_ok=True)


@main.command(help="The YOLO detector, for the whole canvas.")
@click.argument("weights", type=click.Path(path_type=Path, exists=True))
@click.pass_obj
def detector(folder: Path, weights: Path) -> None:
    from ultralytics import YOLO

    with tempfile.TemporaryDirectory() as tmp:
        copy = shutil.copy(weights, Path(tmp) / "detector.pt")
        made = YOLO(copy).export(format="onnx", imgsz=(CANVAS_H, CANVAS_W), opset=17, simplify=True, dynamic=False)
        shutil.copy(made, folder / "detector.onnx")
    record_hash(folder / "detector.onnx")


def _small(name: str, what: str, shape: tuple[int, ...], inputs: str, outputs: list[str]) -> None:
    """The command that exports one of the small networks of `models.training.nets`."""

    @main.command(name=name, help=f"The {what}.")
    @click.argument("weights", type=click.Path(path_type=Path, exists=True))
    @click.pass_obj
    def export(folder: Path, weights: Path) -> None:
        model: torch.nn.Module = getattr(nets, f"{name.capitalize()}Net")()
        model.load_state_dict(torch.load(weights, weights_only=True))
        _export(model, shape, inputs, outputs, folder / f"{name}.onnx")
        record_hash(folder / f"{name}.onnx")


_small("board", "board finder", (3, BOARD_INPUT, BOARD_INPUT), "image", ["heatmaps", "present"])
_small("corner", "corner refiner", (4, CORNER_INPUT, CORNER_INPUT), "patch", ["heatmap"])
_small("point", "point reader", (24, 3, POINT_H, POINT_W), "strips", ["count", "color"])
_small("face", "face reader", (4, FACE_INPUT, FACE_INPUT), "crop", ["die", "pose", "cube"])


if __name__ == "__main__":
    main()
