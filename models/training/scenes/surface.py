"""The playing surface as one picture: field, points, bar, lines and ornaments, painted by numpy and OpenCV. No bpy.

`paint(look, seed)` -> (picture RGB float32 0..1, roughness float32), covering the surface with its margins; row 0 is the far (top) edge.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from . import geometry, textures
from .looks import Color, Look, Material

Array = NDArray[np.float32]
WIDTH_PX = 1600
_SHIFT = 4


class _Canvas:
    def __init__(self, look: Look, rng: np.random.Generator) -> None:
        self.look, self.rng = look, rng
        self.half = geometry.surface_half(look)
        self.scale = WIDTH_PX / (2 * self.half[0])
        self.width, self.height = WIDTH_PX, round(2 * self.half[1] * self.scale)
        self.image = np.zeros((self.height, self.width, 3), np.float32)
        self.rough = np.zeros((self.height, self.width), np.float32)

    def px(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        """World mm (n, 2) -> fixed point pixels for OpenCV."""
        xy = np.stack([(points[:, 0] + self.half[0]) * self.scale, (self.half[1] - points[:, 1]) * self.scale], axis=1)
        return np.round(xy * (1 << _SHIFT)).astype(np.int32)

    def mask(self, polygons: list[NDArray[np.float64]], line_mm: float = 0.0, closed: bool = True) -> NDArray[np.uint8]:
        mask = np.zeros((self.height, self.width), np.uint8)
        for polygon in polygons:
            if line_mm > 0:
                cv2.polylines(mask, [self.px(polygon)], closed, 255, max(1, round(line_mm * self.scale)), cv2.LINE_AA, _SHIFT)
            else:
                cv2.fillPoly(mask, [self.px(polygon)], 255, cv2.LINE_AA, _SHIFT)
        return mask

    def fill(self, mask: NDArray[np.uint8] | None, material: Material, turn: bool = False) -> None:
        offset = (int(self.rng.integers(512)), int(self.rng.integers(512)))
        ys, xs, h, w = 0, 0, self.height, self.width
        if mask is not None:
            found = cv2.boundingRect(mask)
            xs, ys, w, h = (int(n) for n in found)
            if w == 0 or h == 0:
                return
        field = textures.sampled(material.tile, w, h, self.scale, material.tile_mm, turn, offset)
        layer = textures.colored(material.color, field, material.tile.split(":")[0], material.strength)
        view, rough = self.image[ys : ys + h, xs : xs + w], self.rough[ys : ys + h, xs : xs + w]
        if mask is None:
            view[:], rough[:] = layer, material.roughness
        else:
            alpha = mask[ys : ys + h, xs : xs + w].astype(np.float32) / 255.0
            view += alpha[..., None] * (layer - view)
            rough += alpha * (material.roughness - rough)

    def ink(self, mask: NDArray[np.uint8], color: Color, opacity: float = 0.92) -> None:
        alpha = mask.astype(np.float32)[..., None] / 255.0 * opacity
        self.image += alpha * (np.asarray(color, np.float32) - self.image)


def point_polygon(look: Look, cell: int, *, start: float = 0.0) -> NDArray[np.float64]:
    """Outline of a point in world mm, (n, 2); start > 0 leaves out the foot up to that share of the length."""
    style = look.points
    half, length = look.pitch_mm * style.width / 2, look.height_mm * style.length
    t = np.linspace(start, 1.0, 41)
    if style.shape == "rounded":
        tip = 0.30
        body = half * (1 - t * (1 - tip))
        cap_from = 1.0 - half * tip * 1.6 / length
        w = np.where(t < cap_from, body, half * (1 - cap_from * (1 - tip)) * np.sqrt(np.clip(1 - ((t - cap_from) / (1 - cap_from)) ** 2, 0, 1)))
    else:
        w = (
            half
            * {
                "straight": 1 - t,
                "ogive": np.sqrt(np.clip(1 - t**2.2, 0, 1)),
                "stripe": np.where(t < 1, 1.0, 1.0),
                "truncated": 1 - 0.78 * t,
                "lancet": (1 - t) ** 1.7,
                "beads": (1 - 0.72 * t) * (0.55 + 0.45 * np.abs(np.cos(t * 3.5 * math.pi))),
                "spear": np.where(t < 0.3, 0.55 + 1.5 * t, np.clip((1 - t) / 0.7, 0, 1)),
            }[style.shape]
        )
    x0 = geometry.cell_x(look, cell)
    y = look.height_mm / 2 - t * length
    outline = np.concatenate([np.stack([x0 - w, y], 1), np.stack([x0 + w, y], 1)[::-1]])
    if not geometry.is_top(cell):
        outline[:, 1] *= -1
    return outline


def _circle(x: float, y: float, r: float, n: int = 40) -> NDArray[np.float64]:
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1)


def _rect(x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float64]:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)


def _star(x: float, y: float, r: float, inner: float, n: int) -> NDArray[np.float64]:
    a = np.arange(2 * n) * math.pi / n + math.pi / 2
    rad = np.where(np.arange(2 * n) % 2 == 0, r, r * inner)
    return np.stack([x + rad * np.cos(a), y + rad * np.sin(a)], 1)


def _ornaments(canvas: _Canvas, look: Look) -> None:
    half_w, half_h = look.width_mm / 2, look.height_mm / 2
    centers = [(-(half_w + look.bar_mm / 2) / 2, 0.0), ((half_w + look.bar_mm / 2) / 2, 0.0)]
    board_w = 6 * look.pitch_mm
    free = look.height_mm * (1 - 2 * look.points.length)
    r = min(free * 0.46, board_w * 0.22)
    other = look.point_b if look.points.parity else look.point_a
    for kind in look.ornament:
        if kind == "midstrip":
            for x, _ in centers:
                strip = _rect(x - board_w / 2, -free * 0.28, x + board_w / 2, free * 0.28)
                canvas.fill(canvas.mask([strip]), look.bar)
                canvas.ink(canvas.mask([strip], 1.6), look.point_a.color)
        elif kind in ("rosette", "star"):
            for x, y in centers:
                n = 8 if kind == "rosette" else 6
                if kind == "rosette":
                    canvas.ink(canvas.mask([_rect(x - r, y - r, x + r, y + r)], 2.0), look.ink)
                    canvas.ink(canvas.mask([_star(x, y, r * 0.98, 0.707, 4)]), other.color)
                canvas.ink(canvas.mask([_star(x, y, r * 0.8, 0.45, n)]), look.ink)
                canvas.ink(canvas.mask([_star(x, y, r * 0.45, 0.5, n)]), look.point_b.color)
                canvas.ink(canvas.mask([_circle(x, y, r * 0.14)]), (0.6, 0.15, 0.1) if kind == "rosette" else look.ink)
        elif kind == "diamond":
            for x, y in centers:
                for s, color in ((1.0, look.ink), (0.8, look.point_b.color), (0.45, look.point_a.color)):
                    canvas.ink(canvas.mask([np.array([[x - r * 1.5 * s, y], [x, y + r * s], [x + r * 1.5 * s, y], [x, y - r * s]])]), color)
        elif kind in ("logo", "emblem"):
            _logo(canvas, look, kind, centers, r)
        elif kind == "dots":
            canvas.ink(canvas.mask([_circle(geometry.cell_x(look, c), 0.0, look.pitch_mm * 0.09) for c in range(12)]), look.ink)
        elif kind == "border":
            boxes = [_rect(x - board_w / 2 - 1, -half_h - 1, x + board_w / 2 + 1, half_h + 1) for x, _ in centers]
            canvas.ink(canvas.mask(boxes, 1.8), look.ink)
        elif kind == "frame":
            mx, my = look.margin_mm
            outer = _rect(-half_w - mx * 0.55, -half_h - my * 0.55, half_w + mx * 0.55, half_h + my * 0.55)
            canvas.ink(canvas.mask([outer], min(mx, my) * 0.5), look.ink)
        elif kind == "numbers":
            _numbers(canvas, look)


def _logo(canvas: _Canvas, look: Look, kind: str, centers: list[tuple[float, float]], r: float) -> None:
    """Text and a round emblem in the middle of each half; the right (or the left) one upside down, as on tournament boards."""
    words = ("BACKGAMMON", "CLUB 24", "double six", "GAMMON.ORG", "EST. 1931", "MASTERS")
    for k, (x, y) in enumerate(centers):
        word = words[int(canvas.rng.integers(len(words)))]
        layer = np.zeros((canvas.height, canvas.width), np.uint8)
        cx, cy = (x + canvas.half[0]) * canvas.scale, (canvas.half[1] - y) * canvas.scale
        size = r * canvas.scale
        font = int(canvas.rng.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]))
        (tw, th), _ = cv2.getTextSize(word, font, 1.0, 2)
        fit = 2.2 * size / tw
        cv2.putText(layer, word, (int(cx - tw * fit / 2), int(cy + size * 0.9 - th * 0.2)), font, fit, 255, max(2, round(2 * fit)), cv2.LINE_AA)
        center = (round(cx), round(cy - size * 0.15))
        if kind == "logo":
            cv2.circle(layer, center, round(size * 0.42), 255, max(2, round(size * 0.05)), cv2.LINE_AA)
            cv2.ellipse(layer, center, (round(size * 0.26), round(size * 0.34)), 20, 0, 300, 255, max(2, round(size * 0.07)), cv2.LINE_AA)
            cv2.circle(layer, (center[0] - round(size * 0.12), center[1]), round(size * 0.06), 255, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(
                layer,
                (round(cx - size * 0.5), round(cy - size * 0.6)),
                (round(cx + size * 0.5), round(cy + size * 0.25)),
                255,
                max(2, round(size * 0.06)),
                cv2.LINE_AA,
            )
            cv2.line(
                layer, (round(cx - size * 0.5), round(cy + size * 0.25)), (round(cx), round(cy - size * 0.6)), 255, max(2, round(size * 0.06)), cv2.LINE_AA
            )
            cv2.line(
                layer, (round(cx + size * 0.5), round(cy + size * 0.25)), (round(cx), round(cy - size * 0.6)), 255, max(2, round(size * 0.06)), cv2.LINE_AA
            )
        if k == 1:
            turned = cv2.getRotationMatrix2D((cx, cy), 180, 1.0)
            layer = cv2.warpAffine(layer, turned, (canvas.width, canvas.height)).astype(np.uint8)
        canvas.ink(layer, look.ink, 0.85)


def _numbers(canvas: _Canvas, look: Look) -> None:
    """Point numbers beyond the outer ends, where the margin has room for them, otherwise small at the feet."""
    layer = np.zeros((canvas.height, canvas.width), np.uint8)
    room = look.margin_mm[1]
    for cell in range(24):
        text = str(cell + 1 if cell < 12 else 36 - cell)
        y = (look.height_mm / 2 + room / 2) * (1 if cell < 12 else -1) if room > 6 else (look.height_mm / 2 - 6) * (1 if cell < 12 else -1)
        scale = max(room * 0.5, 5.0) * canvas.scale / 22.0
        (tw, th), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 1)
        x = (geometry.cell_x(look, cell) + canvas.half[0]) * canvas.scale - tw / 2
        cv2.putText(
            layer, text, (round(x), round((canvas.half[1] - y) * canvas.scale + th / 2)), cv2.FONT_HERSHEY_DUPLEX, scale, 255, max(1, round(scale)), cv2.LINE_AA
        )
    canvas.ink(layer, look.ink)


def paint(look: Look, seed: int) -> tuple[Array, Array]:
    canvas = _Canvas(look, np.random.default_rng(seed))
    canvas.fill(None, look.field, turn=look.field.tile.startswith("wood") and seed % 2 == 0)
    if look.bar_style == "flat" and look.bar_mm > 0:
        canvas.fill(canvas.mask([_rect(-look.bar_mm / 2, -canvas.half[1], look.bar_mm / 2, canvas.half[1])]), look.bar)
    _ornaments(canvas, look)
    for which, material in ((0, look.point_a), (1, look.point_b)):
        cells = [c for c in range(24) if (c % 12 + c // 12 + look.points.parity) % 2 == which]
        canvas.fill(canvas.mask([point_polygon(look, c) for c in cells]), material, turn=True)
        if look.points.band > 0:
            banded = [point_polygon(look, c, start=1 - look.points.band) for c in cells]
            canvas.fill(canvas.mask(banded), look.point_b if which == 0 else look.point_a, turn=True)
        if look.points.outline_mm > 0:
            canvas.ink(canvas.mask([point_polygon(look, c) for c in cells], look.points.outline_mm), look.points.outline)
        if look.points.tip == "dot":
            reach = look.height_mm * (0.5 - look.points.length) - look.pitch_mm * 0.35
            dots = [_circle(geometry.cell_x(look, c), reach * (1 if c < 12 else -1), look.pitch_mm * 0.10) for c in cells]
            canvas.ink(canvas.mask(dots), material.color)
    return np.clip(canvas.image, 0, 1), canvas.rough
