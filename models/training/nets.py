"""The four small networks beside the YOLO detector, in torch: board finder, corner refiner, point reader and face reader.

All are trained from random weights and exported to ONNX; at the table they run in onnxruntime (`monitor.vision.onnx`).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.sizes import FACE_INPUT, KEYPOINTS, MOST_COUNTED, POINT_H, POINT_W


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


class _Beside(nn.Module):
    """One round of attention among the strips of a board (Vaswani et al. 2017), written out so that it exports plainly."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.n1, self.n2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.SiLU(inplace=True), nn.Linear(2 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        n, k, d = x.shape
        q, key, v = self.qkv(self.n1(x)).view(n, k, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        share = (q @ key.transpose(-1, -2) / (d // self.heads) ** 0.5).softmax(-1)
        x = x + self.out((share @ v).permute(0, 2, 1, 3).reshape(n, k, d))
        return x + self.mlp(self.n2(x))


class PointNet(nn.Module):
    """Strips (n, k, 3, POINT_H, POINT_W), k points of one board -> count logits (n, k, MOST_COUNTED + 1), colour logits (n, k, 3).

    See `monitor.vision.points`: the count is read off a strip alone, the colour beside the board's other strips.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_block(3, 24, 2), _block(24, 40, 2), _block(40, 40), _block(40, 64, 2), _block(64, 64), _block(64, 64))
        self.across = nn.Sequential(nn.Conv2d(64, 96, (1, POINT_W // 8), bias=False), nn.BatchNorm2d(96), nn.SiLU(inplace=True))
        self.along = nn.Sequential(nn.Conv2d(96, 96, (3, 1), padding=(1, 0), bias=False), nn.BatchNorm2d(96), nn.SiLU(inplace=True))
        self.neck = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(96 * (POINT_H // 8), 128), nn.SiLU(inplace=True))
        self.count = nn.Linear(128, MOST_COUNTED + 1)
        self.token = nn.Linear(128, 96)
        self.beside = nn.Sequential(_Beside(96, 4), _Beside(96, 4))
        self.color = nn.Sequential(nn.LayerNorm(96), nn.Linear(96, 3))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        n, k = x.shape[:2]
        z = self.neck(self.along(self.across(self.body(x.flatten(0, 1)))))
        return self.count(z).view(n, k, -1), self.color(self.beside(self.token(z).view(n, k, -1)))
