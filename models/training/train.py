"""Training of the five models, each resumable and bounded in time, from random weights.

`python -m models.training.train detector|board|corner|point|face ...`, then `python -m models.training.export`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import click
import cv2
import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from calibration.refine import network_input
from models.sizes import BOARD_INPUT, CORNER_HEATMAP, CORNER_INPUT, CUBE_FACES, HEATMAP
from models.training.board_data import load_pool, no_board, random_view
from models.training.corner_data import corner_sample, shrunk_boards
from models.training.face_batches import FacePools
from models.training.nets import BoardNet, CornerNet, FaceNet, PointNet
from models.training.point_batches import PointBoards
from models.training.restore import is_unsettled, settle
from monitor.vision.classes import CLASSES

T = TypeVar("T")
SETTLING = 20
"""Batches on which weights restored from ONNX get their statistics back."""
CUBE_WEIGHTS = (4.0,) * len(CUBE_FACES) + (1.0,)
"""Weight of a cube's faces and of everything else in the cube's loss: only one crop in a few shows a cube."""


@click.group(help="Train the models.")
@click.option("--threads", default=1, help="torch threads; one is best while anything else runs on two cores")
def main(threads: int) -> None:
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")


@main.command(help="The YOLO detector on crops of rectified boards (models.training.detector_data).")
@click.option("--data", type=click.Path(path_type=Path), default=Path("data/detector"))
@click.option("--train-sets", default="train", help="comma-separated folders under --data")
@click.option("--epochs", default=8)
@click.option("--batch", default=16)
@click.option("--weights", type=click.Path(path_type=Path), default=None, help="start from these instead of random weights")
@click.option("--name", default="detector")
@click.option("--lr", default=0.002)
@click.option("--imgsz", default=384)
@click.option("--hours", default=None, type=float, help="train for this long instead of a number of epochs")
@click.option("--resume", is_flag=True)
def detector(
    data: Path, train_sets: str, epochs: int, batch: int, weights: Path | None, name: str, lr: float, imgsz: int, hours: float | None, resume: bool
) -> None:
    from ultralytics import YOLO
    from ultralytics.utils import torch_utils

    from models.training.yolo import OneHeadTrainer

    torch_utils.NUM_THREADS = torch.get_num_threads()
    yaml = data / f"{name}.yaml"
    trains = "\n".join(f"  - {s}/images" for s in train_sets.split(","))
    yaml.write_text(f"path: {data.resolve()}\ntrain:\n{trains}\nval: val/images\nnames:\n" + "\n".join(f"  {i}: {c}" for i, c in enumerate(CLASSES)) + "\n")
    runs = data.resolve().parent / "runs"
    model = YOLO(str(runs / name / "weights" / "last.pt") if resume else str(weights) if weights else "yolo26n.yaml")
    model.train(
        trainer=OneHeadTrainer, data=str(yaml), epochs=epochs, time=hours, imgsz=imgsz, batch=batch, nbs=batch, device="cpu", workers=1,
        pretrained=bool(weights), amp=False, optimizer="AdamW", lr0=lr, lrf=0.03, cos_lr=True, warmup_epochs=0.3, mosaic=0.0, scale=0.12, translate=0.05,
        degrees=2.0, fliplr=0.5, flipud=0.5, hsv_h=0.5, hsv_s=0.4, hsv_v=0.3, bgr=0.2, erasing=0.0, project=str(runs), name=name, exist_ok=True,
        plots=False, resume=resume, save_period=-1, close_mosaic=0, seed=1,
    )  # fmt: skip


def _tensor(images: list[NDArray[np.uint8]] | NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(np.asarray(images)[..., ::-1])).permute(0, 3, 1, 2).float() / 255


def _ahead(make: Callable[[], T]) -> Callable[[], T]:
    """Gives what `make` makes, always one ahead: the next batch is made while the network works on this one."""
    beside = ThreadPoolExecutor(1)
    coming = [beside.submit(make)]

    def take() -> T:
        coming.append(beside.submit(make))
        return coming.pop(0).result()

    return take


def _loop(minutes: float, model: torch.nn.Module, out: Path, lr: float, step: Callable[[int], Tensor], resume: bool) -> None:
    """AdamW with a warm-up and a cosine over the given time; saves `out` every two minutes and at the end."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
    if resume and out.exists():
        model.load_state_dict(torch.load(out, weights_only=True))
        if is_unsettled(model):
            settle(model, lambda: [step(k) for k in range(SETTLING)])
    out.parent.mkdir(parents=True, exist_ok=True)
    start = saved = time.monotonic()
    seen: list[float] = []
    n = 0
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        for g in optimizer.param_groups:
            g["lr"] = lr * min(1.0, (n + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done)))
        loss = step(n)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        seen.append(float(loss.detach()))
        n += 1
        if n % 50 == 0:
            click.echo(f"step {n}  {100 * done:.0f} %  loss {np.mean(seen[-50:]):.4f}")
        if time.monotonic() - saved > 120:
            torch.save(model.state_dict(), out)
            saved = time.monotonic()
    torch.save(model.state_dict(), out)
    click.echo(f"{n} steps, saved {out}")


@main.command(help="The board finder, on a pool of drawn boards and on rendered stills.")
@click.option("--pool", type=click.Path(path_type=Path), default=Path("data/boards/drawn"))
@click.option("--scenes", type=click.Path(path_type=Path), multiple=True)
@click.option("--minutes", default=15.0)
@click.option("--batch", default=12)
@click.option("--lr", default=0.002)
@click.option("--out", type=click.Path(path_type=Path), default=Path("data/runs/board.pt"))
@click.option("--resume", is_flag=True)
@click.option("--seed", default=0)
def board(pool: Path, scenes: tuple[Path, ...], minutes: float, batch: int, lr: float, out: Path, resume: bool, seed: int) -> None:
    boards = load_pool(pool, list(scenes))
    click.echo(f"{len(boards)} boards")
    rng = np.random.default_rng([seed, int(resume)])
    model = BoardNet().train()
    grid = torch.arange(HEATMAP, dtype=torch.float32) + 0.5
    to_heat = HEATMAP / BOARD_INPUT

    def step(_: int) -> Tensor:
        images, keys, present = [], [], []
        for _k in range(batch):
            if rng.random() < 0.06:
                images.append(no_board(rng))
                keys.append(np.zeros((8, 2)))
                present.append(0.0)
            else:
                image, k, is_rendered = boards[int(rng.integers(len(boards)))]
                view, k = random_view(rng, image, k, is_rendered=is_rendered)
                images.append(view)
                keys.append(k)
                present.append(1.0)
        x, y, p = _tensor(images), torch.from_numpy(np.asarray(keys)).float() * to_heat, torch.tensor(present)
        logits, there = model(x)
        inside = ((y > 0.5) & (y < HEATMAP - 0.5)).all(-1).float() * p[:, None]
        flat = logits.flatten(2).log_softmax(-1)
        gx = torch.exp(-0.5 * ((grid - y[..., :1]) / 1.2) ** 2)
        gy = torch.exp(-0.5 * ((grid - y[..., 1:]) / 1.2) ** 2)
        target = (gy[..., :, None] * gx[..., None, :]).flatten(2)
        target = target / target.sum(-1, keepdim=True).clamp(min=1e-6)
        cross = -(target * flat).sum(-1)
        prob = flat.exp().view_as(logits)
        mean = torch.stack([(prob.sum(2) * grid).sum(-1), (prob.sum(3) * grid).sum(-1)], -1)
        l1 = (mean - y).abs().sum(-1).clamp(max=8)
        n = inside.sum().clamp(min=1)
        return ((cross + 0.5 * l1) * inside).sum() / n + 0.5 * F.binary_cross_entropy_with_logits(there, p)

    _loop(minutes, model, out, lr, step, resume)


@main.command(help="The corner refiner, on the board finder's pools.")
@click.option("--pool", "pools", type=click.Path(path_type=Path), multiple=True, default=(Path("data/boards/drawn"),))
@click.option("--scenes", type=click.Path(path_type=Path), multiple=True)
@click.option("--minutes", default=15.0)
@click.option("--batch", default=64)
@click.option("--lr", default=0.002)
@click.option("--out", type=click.Path(path_type=Path), default=Path("data/runs/corner.pt"))
@click.option("--resume", is_flag=True)
@click.option("--seed", default=0)
def corner(pools: tuple[Path, ...], scenes: tuple[Path, ...], minutes: float, batch: int, lr: float, out: Path, resume: bool, seed: int) -> None:
    boards = shrunk_boards([b for i, pool in enumerate(pools) for b in load_pool(pool, list(scenes) if i == 0 else [])])
    click.echo(f"{len(boards)} boards")
    rng = np.random.default_rng([seed, int(resume)])
    model = CornerNet().train().to(memory_format=torch.channels_last)
    grid = (torch.arange(CORNER_HEATMAP, dtype=torch.float32) + 0.5) * (CORNER_INPUT / CORNER_HEATMAP)

    def step(_: int) -> Tensor:
        samples = [corner_sample(rng, boards[int(rng.integers(len(boards)))]) for _k in range(batch)]
        x = torch.from_numpy(network_input([s.patch for s in samples], [s.is_bar for s in samples]))
        y = torch.from_numpy(np.asarray([s.place for s in samples])).float()
        logits = model(x.contiguous(memory_format=torch.channels_last))
        flat = logits.flatten(1).log_softmax(-1)
        gx, gy = (torch.exp(-0.5 * ((grid - y[:, i : i + 1]) / 2.0) ** 2) for i in (0, 1))
        target = (gy[:, :, None] * gx[:, None, :]).flatten(1)
        cross = -(target / target.sum(-1, keepdim=True) * flat).sum(-1)
        p = flat.exp().view_as(logits)
        mean = torch.stack([(p.sum(1) * grid).sum(-1), (p.sum(2) * grid).sum(-1)], -1)
        return (cross + 0.15 * (mean - y).abs().sum(-1).clamp(max=12)).mean()

    _loop(minutes, model, out, lr, step, resume)


@main.command(help="The point reader, on canvases (models.training.point_data).")
@click.option("--pool", "pools", type=click.Path(path_type=Path), multiple=True, required=True, help="PATH or PATH*WEIGHT")
@click.option("--minutes", default=60.0)
@click.option("--batch", default=16, help="boards a step")
@click.option("--lr", default=0.002)
@click.option("--out", type=click.Path(path_type=Path), default=Path("data/runs/point.pt"))
@click.option("--resume", is_flag=True)
@click.option("--seed", default=0)
def point(pools: tuple[Path, ...], minutes: float, batch: int, lr: float, out: Path, resume: bool, seed: int) -> None:
    boards = PointBoards([str(p) for p in pools], click.echo)
    rng = np.random.default_rng([seed, int(resume)])
    model = PointNet().train()
    next_batch = _ahead(lambda: boards.batch(rng, batch))

    def step(_: int) -> Tensor:
        x, count, color, is_alike = (torch.from_numpy(a) for a in next_batch())
        count_logits, color_logits = model(x)
        loss = F.cross_entropy(count_logits.flatten(0, 1), count.flatten(), ignore_index=-1, label_smoothing=0.01)
        ways = []
        for turned in (color, torch.where((color == 0) | (color == 1), 1 - color, color)):
            each = F.cross_entropy(color_logits.flatten(0, 1), turned.flatten(), ignore_index=-1, reduction="none").view_as(color)
            ways.append(each.sum(1) / (color >= 0).sum(1).clamp(min=1))
        # two colours of one lightness have no order: whichever the network takes is right, as long as it is the same all over the board
        return loss + torch.where(is_alike, torch.minimum(*ways), ways[0]).mean()

    _loop(minutes, model, out, lr, step, resume)


@main.command(help="The face reader, on pools of crops (models.training.face_pool).")
@click.option("--pool", "pools", type=click.Path(path_type=Path), multiple=True, required=True, help="PATH or PATH*WEIGHT")
@click.option("--minutes", default=12.0)
@click.option("--batch", default=64)
@click.option("--lr", default=0.002)
@click.option("--out", type=click.Path(path_type=Path), default=Path("data/runs/face.pt"))
@click.option("--resume", is_flag=True)
@click.option("--seed", default=0)
def face(pools: tuple[Path, ...], minutes: float, batch: int, lr: float, out: Path, resume: bool, seed: int) -> None:
    crops = FacePools([str(p) for p in pools], click.echo)
    rng = np.random.default_rng([seed, int(resume)])
    model = FaceNet().train().to(memory_format=torch.channels_last)
    next_batch = _ahead(lambda: crops.batch(rng, batch))

    cube_weights = torch.tensor(CUBE_WEIGHTS)

    def step(_: int) -> Tensor:
        x, y = (torch.from_numpy(a) for a in next_batch())
        die, pose, cube = model(x.contiguous(memory_format=torch.channels_last))
        loss = F.cross_entropy(die, y[:, 0].long(), ignore_index=-1, label_smoothing=0.02)
        for k in (0, 1):
            known = y[:, 1 + k] >= 0
            if known.any():
                loss = loss + F.binary_cross_entropy_with_logits(pose[known, k], y[known, 1 + k])
        if (y[:, 3] >= 0).any():
            loss = loss + 0.7 * F.cross_entropy(cube, y[:, 3].long(), weight=cube_weights, ignore_index=-1, label_smoothing=0.02)
        return loss

    _loop(minutes, model, out, lr, step, resume)


if __name__ == "__main__":
    main()
