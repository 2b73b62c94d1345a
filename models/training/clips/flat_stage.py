"""A cheap stand-in for the renderer: plain 2D drawing from straight overhead. For tests and for trying out a script in seconds."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.clips.board import Board
from models.training.clips.sprites import drawn_hand
from models.training.clips.stage import HandSprite, Picture, Point, Rest
from models.training.scenes.spec import DieSpec

_PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}


class FlatStage:
    """Draws boards as flat polygons and discs. Light checkers are A."""

    def __init__(self, width: int = 640, height: int = 360, board: Board | None = None) -> None:
        self.width, self.height, self.board = width, height, board or Board()
        self._scale = min(0.82 * width / self.board.width_mm, 0.86 * height / self.board.height_mm)
        self._drawn: dict[str, Picture] = {}
        self._origin = (width - self.board.width_mm * self._scale) / 2, (height - self.board.height_mm * self._scale) / 2

    def image_xy(self, u: float, v: float, z_mm: float = 0.0) -> Point:
        return self._origin[0] + u * self.board.width_mm * self._scale, self._origin[1] + v * self.board.height_mm * self._scale

    def hand(self, index: int) -> HandSprite:
        return drawn_hand(index)

    def picture(self, rest: Rest) -> Picture:
        key = rest.key()
        if key not in self._drawn:
            self._drawn[key] = self._draw(rest)
        return self._drawn[key]

    def _draw(self, rest: Rest) -> Picture:
        image = np.full((self.height, self.width, 3), (60, 70, 80), np.uint8)
        x0, y0 = map(int, self.image_xy(0, 0))
        x1, y1 = map(int, self.image_xy(1, 1))
        cv2.rectangle(image, (x0 - 12, y0 - 12), (x1 + 12, y1 + 12), (30, 50, 90), -1)
        cv2.rectangle(image, (x0, y0), (x1, y1), (90, 130, 80), -1)
        left, right = self.board.bar_u
        cv2.rectangle(image, (int(self.image_xy(left, 0)[0]), y0), (int(self.image_xy(right, 0)[0]), y1), (30, 50, 90), -1)
        for cell in range(24):
            u, half, top = self.board.cell_u(cell), self.board.point_u / 2, cell < 12
            corners = [self.image_xy(u - half, 0 if top else 1), self.image_xy(u + half, 0 if top else 1), self.image_xy(u, 0.42 if top else 0.58)]
            cv2.fillPoly(image, [np.int32(corners)], (60, 80, 160) if (cell + top) % 2 else (170, 190, 200), cv2.LINE_AA)
        radius = int(self.board.checker_mm * self._scale / 2)
        for _, checker in sorted(rest.checkers, key=lambda c: c[1].level):
            centre = tuple(round(c) for c in self.image_xy(checker.u, checker.v))
            cv2.circle(image, centre, radius, (215, 225, 235) if checker.color == "A" else (50, 35, 30), -1, cv2.LINE_AA)
            cv2.circle(image, centre, max(1, radius - 3), (160, 170, 180) if checker.color == "A" else (90, 75, 70), 1, cv2.LINE_AA)
        for die in rest.dice:
            self._die(image, die)
        return image

    def _die(self, image: Picture, die: DieSpec) -> None:
        size = self.board.die_mm * self._scale
        turn = -np.deg2rad(die.spin_deg)
        axis, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        centre = np.array(self.image_xy(die.u, die.v))
        shrink = np.cos(np.deg2rad(die.tilt_deg))
        corners = [centre + size / 2 * (a * axis * shrink + b * across) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillPoly(image, [np.int32(corners)], (250, 250, 250) if die.set_index == 0 else (40, 40, 200), cv2.LINE_AA)
        for pip in _PIPS[die.value]:
            spot = centre + size * 0.28 * ((pip % 3 - 1) * axis * shrink + (pip // 3 - 1) * across)
            cv2.circle(image, tuple(round(c) for c in spot), max(1, int(size * 0.09)), (20, 20, 20) if die.set_index == 0 else (250, 250, 250), -1, cv2.LINE_AA)
