"""The detector's trainer: ultralytics' own, with one head, a memory layout that CPUs like, and colours that no table has.

YOLO26 trains two heads, and the product reads the one-to-many one (`monitor.vision.detector`): without the other a step costs a fifth
less and all of the loss goes where it is used. Channels-last saves another tenth on two cores.
"""

from __future__ import annotations

import math
import time
from typing import Any

import torch
from ultralytics.models.yolo.detect import DetectionTrainer

SWAPPED_CHANNELS, CONTRAST = 0.3, (0.6, 1.35)
"""Share of pictures whose colour channels change places, and the range of the factor on a picture's contrast."""


class OneHeadTrainer(DetectionTrainer):
    """`YOLO.train(trainer=OneHeadTrainer)`: weights of either kind to start from, one-to-many weights out."""

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> Any:
        return without_second_head(super().get_model(cfg, weights, verbose)).to(memory_format=torch.channels_last)

    def anneal(self) -> None:
        """The learning rate along a half cosine, step by step: ultralytics moves it once an epoch, and here there are few epochs."""
        self.steps = getattr(self, "steps", -1) + 1
        per_epoch = len(self.train_loader)
        if self.steps <= self.args.warmup_epochs * per_epoch:
            return
        hours = self.args.time
        done = (time.time() - self.train_time_start) / (3600 * hours) if hours else self.steps / (self.epochs * per_epoch)
        factor = self.args.lrf + (1 - self.args.lrf) * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * factor

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        self.anneal()
        batch = super().preprocess_batch(batch)
        batch["img"] = recolor(batch["img"]).to(memory_format=torch.channels_last)
        return batch


def without_second_head(model: Any) -> Any:
    """An ultralytics detection model with its one-to-many head alone."""
    head = model.model[-1]
    head.end2end = False
    for name in ("one2one_cv2", "one2one_cv3"):
        if hasattr(head, name):
            delattr(head, name)
    return model


def recolor(x: torch.Tensor) -> torch.Tensor:
    """(n, 3, h, w) in 0..1: some pictures with their channels in another order, all with another contrast. Boxes stay true under both."""
    n = len(x)
    x = x.clone()
    for i in torch.nonzero(torch.rand(n) < SWAPPED_CHANNELS).flatten():
        x[i] = x[i, torch.randperm(3)]
    low, high = CONTRAST
    factor = low + (high - low) * torch.rand(n, 1, 1, 1)
    middle = x.mean((1, 2, 3), keepdim=True)
    return ((x - middle) * factor + middle).clamp(0, 1)
