"""The three small networks beside the YOLO detector, in torch: the board finder, the corner refiner and the face reader.

All are trained from random weights and exported to ONNX; at the table they run in onnxruntime (`monitor.vision.onnx`).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.sizes import FACE_INPUT, KEYPOINTS


def _block(a: int, b: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.SiLU(inplace=True))


class BoardNet(nn.Module):
    """Picture (n, 3, BOARD_INPUT, BOARD_INPUT) -> heatmap logits (n, KEYPOINTS, HEATMAP, HEATMAP) and presence logit (n,).

    Keypoints: the playing area's four corners, then the bar's four, each TL TR BR BL of the turned picture.
    """

    def __init__(self) -> None:
        super().__init__()
        self.s1 = nn.Sequential(_block(3, 16, 2), _block(16, 24))  # half
        self.s2 = nn.Sequential(_block(24, 32, 2), _block(32, 48))  # a quarter, the heatmap
        self.s3 = nn.Sequential(_block(48, 64, 2), _block(64, 64))
        self.s4 = nn.Sequential(_block(64, 96, 2), _block(96, 96))
        self.s5 = nn.Sequential(_block(96, 128, 2), _block(128, 128), _block(128, 128))
        self.u4, self.u3, self.u2 = _block(128 + 96, 96), _block(96 + 64, 64), _block(64 + 48, 24)
        self.head = nn.Sequential(_block(24, 32), nn.Conv2d(32, KEYPOINTS, 1))
        self.present = nn.Linear(128, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        a = self.s2(self.s1(x))
        b = self.s3(a)
        c = self.s4(b)
        d = self.s5(c)
        c = self.u4(torch.cat([self.up(d), c], 1))
        b = self.u3(torch.cat([self.up(c), b], 1))
        a = self.u2(torch.cat([self.up(b), a], 1))
        return self.head(a), self.present(d.mean((2, 3)))[:, 0]


class CornerNet(nn.Module):
    """Patch and kind (n, 4, CORNER_INPUT, CORNER_INPUT), see `calibration.refine` -> heatmap logits (n, CORNER_HEATMAP, CORNER_HEATMAP)."""

    def __init__(self) -> None:
        super().__init__()
        self.s1 = nn.Sequential(_block(4, 16), _block(16, 32, 2))  # half, the heatmap
        self.s2 = nn.Sequential(_block(32, 48, 2), _block(48, 48))
        self.s3 = nn.Sequential(_block(48, 64, 2), _block(64, 64))
        self.s4 = nn.Sequential(_block(64, 96, 2), _block(96, 96))
        self.u3, self.u2, self.u1 = _block(96 + 64, 64), _block(64 + 48, 48), _block(48 + 32, 32)
        self.head = nn.Conv2d(32, 1, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        a = self.s1(x)
        b = self.s2(a)
        c = self.s3(b)
        c = self.u3(torch.cat([self.up(self.s4(c)), c], 1))
        b = self.u2(torch.cat([self.up(c), b], 1))
        a = self.u1(torch.cat([self.up(b), a], 1))
        return self.head(a)[:, 0]


class FaceNet(nn.Module):
    """Crop and shear plane (n, 4, FACE_INPUT, FACE_INPUT), see `monitor.vision.faces.network_input` -> die logits (n, 7: faces 1-6, no die),
    pose logits (n, 2: flat, on a checker), cube logits (n, 7: 2 4 8 16 32 64, unread)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(4, 24), nn.MaxPool2d(2), _block(24, 48), nn.MaxPool2d(2), _block(48, 80), _block(80, 80), nn.MaxPool2d(2),
            _block(80, 112), nn.MaxPool2d(2), _block(112, 128),
        )  # fmt: skip
        self.neck = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(128 * (FACE_INPUT // 16) ** 2, 128), nn.SiLU(inplace=True))
        self.die, self.pose, self.cube = nn.Linear(128, 7), nn.Linear(128, 2), nn.Linear(128, 7)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        z = self.neck(self.body(x))
        return self.die(z), self.pose(z), self.cube(z)
