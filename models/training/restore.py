"""Trainable weights from the shipped ONNX files, to go on training from them: `python -m models.training.restore detector|board|corner|point|face OUT.pt`.

An exported network has no batch normalisation left: each was folded into the convolution before it. Here every convolution gets its folded weights
back and the normalisation after it does nothing but add the folded bias. `settle` then gives it the statistics of real inputs, so that the
network says the same in training, where a batch's own statistics are used, as at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from calibration.geometry import CANVAS_H, CANVAS_W
from models.files import FOLDER
from models.sizes import BOARD_INPUT, CORNER_INPUT, FACE_INPUT, POINT_H, POINT_W
from models.training import nets
from monitor.vision.classes import CLASSES

SMALL = {
    "board": (nets.BoardNet, (1, 3, BOARD_INPUT, BOARD_INPUT)),
    "corner": (nets.CornerNet, (1, 4, CORNER_INPUT, CORNER_INPUT)),
    "point": (nets.PointNet, (1, 24, 3, POINT_H, POINT_W)),
    "face": (nets.FaceNet, (1, 4, FACE_INPUT, FACE_INPUT)),
}
"""The small networks and the shape of one input."""


def fill(model: nn.Module, path: Path, one: Tensor) -> None:
    """Put an ONNX file's weights into the model it was exported from; one: an input that runs all of it.

    Layers are matched by name where the file has kept it, else in the order in which they run. Raises ValueError when the file is of another network.
    """
    graph = onnx.load(str(path)).graph
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    convolutions = iter([n for n in graph.node if n.op_type == "Conv"])
    products = iter([n for n in graph.node if n.op_type in ("Gemm", "MatMul") and any(i in stored for i in n.input)])
    by_name = dict(model.named_parameters())
    names = {module: name for name, module in model.named_modules()}
    with torch.no_grad():
        for conv, norm in _in_order(model, one, nn.Conv2d):
            node = next(convolutions, None)
            inputs = [f"{names[conv]}.{part}" for part in ("weight", "bias")]
            if inputs[0] not in stored:
                inputs = list(node.input[1:3]) if node is not None else []
            weight, bias = (stored.get(i) for i in (*inputs, "", "")[:2])
            if weight is None or bias is None or weight.shape != tuple(conv.weight.shape):
                raise ValueError(f"{path.name} is of another network: {tuple(conv.weight.shape)} expected, {None if weight is None else weight.shape} there.")
            conv.weight.copy_(_tensor(weight))
            if norm is None:
                assert conv.bias is not None
                conv.bias.copy_(_tensor(bias))
            else:
                norm.running_mean.zero_()
                norm.running_var.fill_(1.0 - norm.eps)
                norm.weight.fill_(1.0)
                norm.bias.copy_(_tensor(bias))
        for linear, _ in _in_order(model, one, nn.Linear):
            node = next(products)
            weight = next(stored[i] for i in node.input if i in stored and stored[i].ndim == 2)
            linear.weight.copy_(_tensor(weight if node.op_type == "Gemm" else weight.T))
        for name, value in stored.items():
            if name in by_name and by_name[name].ndim == 1 and by_name[name].shape == value.shape:
                by_name[name].copy_(_tensor(value))


def settle(model: nn.Module, run: Callable[[], object]) -> None:
    """Give every batch normalisation the statistics of what passes through it while `run` runs the model, without changing what it says."""
    seen: dict[nn.BatchNorm2d, list[tuple[Tensor, Tensor]]] = {m: [] for m in model.modules() if isinstance(m, nn.BatchNorm2d)}

    def note(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        seen[norm].append((inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)))

    hooks = [norm.register_forward_pre_hook(note) for norm in seen]
    was_training = model.training
    model.eval()
    with torch.no_grad():
        run()
        for norm, told in seen.items():
            mean, var = (torch.stack([t[k] for t in told]).mean(0) for k in (0, 1))
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            shift = norm.bias - norm.running_mean * scale
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.copy_(scale * (var + norm.eps).sqrt())
            norm.bias.copy_(shift + mean * scale)
    for hook in hooks:
        hook.remove()
    model.train(was_training)


def is_unsettled(model: nn.Module) -> bool:
    """Whether the weights come straight from `fill`."""
    norms = [m for m in model.modules() if isinstance(m, nn.BatchNorm2d)]
    return bool(norms) and all(bool((m.running_var + m.eps - 1.0).abs().max() < 1e-6) and not m.running_mean.any() for m in norms)


def _in_order(model: nn.Module, one: Tensor, kind: type[nn.Module]) -> Iterator[tuple[nn.Module, nn.Module | None]]:
    """The layers of a kind in the order in which they run, each with the batch normalisation that follows it at once."""
    ran: list[nn.Module] = []
    hooks = [m.register_forward_hook(lambda m, *_: ran.append(m)) for m in model.modules() if not list(m.children())]
    was_training = model.training
    model.eval()
    with torch.no_grad():
        model(one)
    model.train(was_training)
    for hook in hooks:
        hook.remove()
    for layer, after in zip(ran, [*ran[1:], None], strict=True):
        if isinstance(layer, kind):
            yield layer, after if isinstance(after, nn.BatchNorm2d) else None


def _tensor(array: np.ndarray) -> Tensor:
    return torch.from_numpy(np.array(array, np.float32))


def restored_small(name: str, folder: Path = FOLDER) -> nn.Module:
    """One of the small networks with its shipped weights, ready to be settled and trained further."""
    make, shape = SMALL[name]
    model: nn.Module = make()
    fill(model, folder / f"{name}.onnx", torch.zeros(shape))
    return model.eval()


def restored_detector(folder: Path = FOLDER) -> nn.Module:
    """The detector (one-to-many head only) with its shipped weights."""
    from ultralytics.nn.tasks import DetectionModel

    from models.training.yolo import without_second_head

    model = without_second_head(DetectionModel("yolo26n.yaml", nc=len(CLASSES), verbose=False))
    fill(model, folder / "detector.onnx", torch.zeros(1, 3, CANVAS_H, CANVAS_W))
    model.names = dict(enumerate(CLASSES))
    return model.eval()


@click.command(help=__doc__)
@click.argument("name", type=click.Choice(["detector", *SMALL]))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--images", type=click.Path(path_type=Path, exists=True), default=None, help="for the detector: crops to settle it on (models.training.detector_data)"
)
@click.option("--folder", type=click.Path(path_type=Path, exists=True), default=FOLDER, help="where the ONNX files are")
def main(name: str, out: Path, images: Path | None, folder: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    if name != "detector":
        torch.save(restored_small(name, folder).state_dict(), out)  # settled on the first batches of `train --resume`
        return
    import cv2

    model = restored_detector(folder)
    if images is None:
        raise click.UsageError("The detector is settled here: give --images FOLDER, a folder of its training crops.")
    files = sorted(p for p in images.iterdir() if p.suffix in (".jpg", ".png"))[::7][:64]
    crops = [np.ascontiguousarray(cv2.imread(str(p))[..., ::-1].transpose(2, 0, 1)) for p in files]
    settle(model, lambda: [model(torch.from_numpy(c)[None].float() / 255) for c in crops])
    torch.save({"model": model, "train_args": {}, "epoch": -1}, out)


if __name__ == "__main__":
    main()
