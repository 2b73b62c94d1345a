"""Boards drawn cheaply in the rectified frame: thousands of geometrically different tables at a fifth of a second each.

They stand beside the rendered scenes (`models/training/scenes`): those give light and material, these give variety. The picture
is metric (a checker is round), the points run up and down, and height shows as a shift away from the point below the camera
(see `dice.py`). Every object carries the exact outline it was drawn with.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn import dice as dice_drawing
from models.training.drawn.textures import Image, fractal, noise, random_color, surface

PLAY_H = 640
"""Height of the playing area in the drawing, pixels."""
MARGIN = 170


@dataclass
class Thing:
    """One drawn object. outline: (n, 2) drawing pixels. color: 0 A, 1 B or -1. value: die or cube face."""

    kind: str
    outline: NDArray[np.float32]
    color: int = -1
    cell: int = -1
    value: int = 0
    tilt_deg: float = 0.0
    base: tuple[float, float] = (0.0, 0.0)
    size_px: float = 0.0
    is_hidden: bool = False


@dataclass
class Drawn:
    """A drawn board. area: x0 y0 x1 y1 of the playing area; bar: its left and right edge (x), equal when there is none."""

    image: Image
    area: tuple[float, float, float, float]
    bar: tuple[float, float]
    things: list[Thing] = field(default_factory=list)
    shear_origin: tuple[float, float, float] = (0.0, 0.0, 1.0)

    def shear(self, x: float, y: float) -> tuple[float, float]:
        cx, cy, cz = self.shear_origin
        return (x - cx) / cz, (y - cy) / cz


def _ellipse(x: float, y: float, r: float, n: int = 24) -> NDArray[np.float32]:
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.stack([x + r * np.cos(t), y + r * np.sin(t)], -1).astype(np.float32)


def _fill(image: Image, polygon: NDArray[np.float32], color: Image, alpha: float = 1.0) -> None:
    """Anti-aliased polygon, in place."""
    if alpha >= 1:
        cv2.fillPoly(image, [np.round(polygon * 16).astype(np.int32)], color.tolist(), cv2.LINE_AA, 4)
        return
    x0, y0 = np.maximum(np.floor(polygon.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(polygon.max(0)).astype(int) + 2, [image.shape[1], image.shape[0]])
    if x0 >= x1 or y0 >= y1:
        return
    part = image[y0:y1, x0:x1]
    over = part.copy()
    cv2.fillPoly(over, [np.round((polygon - [x0, y0]) * 16).astype(np.int32)], color.tolist(), cv2.LINE_AA, 4)
    part[:] = part * (1 - alpha) + over * alpha


def draw_text(image: Image, text: str, xy: tuple[float, float], font: int, scale: float, color: Image, thickness: int) -> None:
    """Text in place; OpenCV writes only on 8-bit pictures, so it goes through a mask."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.putText(mask, text, (int(xy[0]), int(xy[1])), font, scale, 255, thickness, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    part = image[y : y + h, x : x + w]
    a = (mask[y : y + h, x : x + w].astype(np.float32) / 255)[..., None]
    part[:] = part * (1 - a) + color * a


def _contrasting(rng: np.random.Generator, other: Image, least: float) -> Image:
    for _ in range(30):
        color = random_color(rng)
        if np.abs(color - other).max() > least:
            return color
    return 1 - other


class CheckerDesign:
    """One pair of checkers: two colours and one relief (rings, dish, engraving, marbling, gloss)."""

    def __init__(self, rng: np.random.Generator, field_color: Image) -> None:
        u = rng.random()
        if u < 0.35:
            light = np.float32([1, 1, 1]) * rng.uniform(0.7, 1) * (1 - 0.2 * rng.random(3).astype(np.float32))
            dark = np.float32([1, 1, 1]) * rng.uniform(0.02, 0.25) if rng.random() < 0.6 else random_color(rng, 0.1, 0.6)
        elif u < 0.5:  # wood on wood
            light = np.float32([0.45, 0.65, 0.85]) * rng.uniform(0.75, 1.1)
            dark = np.float32([0.08, 0.16, 0.3]) * rng.uniform(0.5, 1.8)
        else:
            light = random_color(rng, 0.4, 0.98)
            dark = _contrasting(rng, light, 0.3)
        pair = [light, dark]
        if pair[0] @ np.float32([0.114, 0.587, 0.299]) < pair[1] @ np.float32([0.114, 0.587, 0.299]):
            pair.reverse()
        self.colors = [np.clip(c, 0.01, 1).astype(np.float32) for c in pair]
        self.height = rng.uniform(0.14, 0.34) if rng.random() < 0.88 else rng.uniform(0.02, 0.08)  # of the diameter; paper discs are nearly flat
        self.rings = int(rng.integers(0, 4))
        self.ring_radii = np.sort(rng.uniform(0.25, 0.95, self.rings))
        self.ring_shade = rng.uniform(-0.35, 0.35, self.rings)
        self.dish = rng.uniform(0.3, 0.85) if rng.random() < 0.4 else 0.0
        self.dish_shade = rng.uniform(-0.2, 0.2)
        self.marble = rng.uniform(0.1, 0.5) if rng.random() < 0.2 else 0.0
        self.gloss = rng.uniform(0.2, 0.9) if rng.random() < 0.3 else 0.0
        self.text = str(rng.choice(["*", "BG", "O", "X", "+", "S"])) if rng.random() < 0.12 else ""
        self.edge = rng.uniform(-0.3, 0.1)
        self.dot = random_color(rng) if rng.random() < 0.08 else None


def _draw_checker(
    image: Image,
    rng: np.random.Generator,
    design: CheckerDesign,
    color: int,
    xy: tuple[float, float],
    r: float,
    lift: float,
    drawn: Drawn,
    light: NDArray[np.float64],
    shadow: float,
) -> NDArray[np.float32]:
    """Side, top and relief of one checker standing lift pixels above the surface; returns its outline."""
    sx, sy = drawn.shear(*xy)
    h = design.height * 2 * r
    base = np.array(xy) + np.array([sx, sy]) * lift
    top = np.array(xy) + np.array([sx, sy]) * (lift + h)
    rt = r * (1 + 0.5 * (lift + h) / drawn.shear_origin[2])
    c = design.colors[color] * (1 + 0.04 * rng.standard_normal())
    if shadow > 0:
        s = base - light[:2] * h * 0.8
        for i, a in ((1.12, 0.3), (1.05, 0.4), (1.0, 0.5)):
            _fill(image, _ellipse(s[0], s[1], r * i), np.zeros(3, np.float32), shadow * a)
    hull = cv2.convexHull(np.concatenate([_ellipse(*base, r), _ellipse(*top, rt)])).reshape(-1, 2)
    _fill(image, hull, np.clip(c * (0.55 + design.edge), 0, 1))
    _fill(image, _ellipse(*top, rt), np.clip(c, 0, 1))
    off = light[:2] * r * 0.08
    _fill(image, _ellipse(top[0] + off[0], top[1] + off[1], rt * 0.93), np.clip(c * 1.05, 0, 1))
    if design.dish:
        _fill(image, _ellipse(*top, rt * design.dish), np.clip(c * (1 + design.dish_shade), 0, 1))
        _fill(image, _ellipse(top[0] - off[0] * 2, top[1] - off[1] * 2, rt * design.dish * 0.92), np.clip(c * (1 + design.dish_shade * 0.5), 0, 1))
    for q, shade in zip(design.ring_radii, design.ring_shade, strict=True):
        cv2.circle(
            image,
            tuple(np.round(top * 16).astype(int).tolist()),
            int(rt * q * 16),
            np.clip(c * (1 + shade) + 0.1 * shade, 0, 1).tolist(),
            max(1, int(rt * 0.07)),
            cv2.LINE_AA,
            4,
        )
    x0, y0, x1, y1 = (int(v) for v in (top[0] - rt, top[1] - rt, top[0] + rt + 1, top[1] + rt + 1))
    if x0 >= 0 and y0 >= 0 and x1 < image.shape[1] and y1 < image.shape[0]:
        part = image[y0:y1, x0:x1]
        disc = np.zeros(part.shape[:2], np.float32)
        cv2.circle(disc, (int(rt), int(rt)), int(rt * 0.97), 1.0, -1)
        if design.marble:
            part *= 1 + (design.marble * fractal(rng, *disc.shape, r * 0.7, 3) * disc)[..., None]
        if design.gloss:
            spot = np.zeros_like(disc)
            cv2.circle(spot, (int(rt * (1 + 0.5 * light[0])), int(rt * (1 + 0.5 * light[1]))), int(rt * rng.uniform(0.1, 0.4)), 1.0, -1)
            part += (cv2.GaussianBlur(spot, (0, 0), rt * 0.15) * design.gloss * disc)[..., None]
        if design.dot is not None:
            cv2.circle(part, (int(rt), int(rt)), int(rt * 0.35), design.dot.tolist(), -1, cv2.LINE_AA)
        if design.text:
            draw_text(part, design.text, (rt * 0.55, rt * 1.4), cv2.FONT_HERSHEY_SIMPLEX, rt / 22, np.clip(c * 0.5 + 0.1, 0, 1), max(1, int(rt / 9)))
        np.clip(part, 0, 1, out=part)
    return hull


def _random_cells(rng: np.random.Generator) -> tuple[list[list[tuple[int, int]]], tuple[int, int], tuple[int, int]]:
    """Per cell a list of (colour, n), most often one; the bar's and the borne-off counts. Varied on purpose, rarely legal play."""
    cells: list[list[tuple[int, int]]] = [[] for _ in range(24)]
    u = rng.random()
    left = [15, 15]
    if u < 0.06:
        left = [0, 0]
    elif u < 0.2:
        left = [int(rng.integers(0, 8)), int(rng.integers(0, 8))]
    if 0.2 < u < 0.32:  # a start position, any seat and home side
        swap, flip = bool(rng.integers(2)), bool(rng.integers(2))
        for cell, c, n in ((0, 0, 5), (4, 1, 3), (6, 1, 5), (11, 0, 2), (12, 1, 5), (16, 0, 3), (18, 0, 5), (23, 1, 2)):
            q = 11 - cell if cell < 12 else 35 - cell
            cells[q if flip else cell] = [(c ^ swap, n)]
        return cells, (0, 0), (0, 0)
    bar = [0, 0]
    off = [0, 0]
    for c in (0, 1):
        n = left[c]
        if rng.random() < 0.25 and n:
            bar[c] = int(rng.integers(1, min(n, 4) + 1))
            n -= bar[c]
        if rng.random() < 0.25 and n:
            off[c] = int(rng.integers(0, n + 1))
            n -= off[c]
        while n > 0:
            cell = int(rng.integers(24))
            if cells[cell] and ((cells[cell][0][0] != c and rng.random() > 0.06) or len(cells[cell]) > 1):
                if rng.random() < 0.9:
                    continue
                break
            k = min(n, int(rng.choice([1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 10])))
            if cells[cell] and cells[cell][-1][0] == c:
                k = min(k, 3)
            cells[cell].append((c, k))
            n -= k
    return cells, (bar[0], bar[1]), (off[0], off[1])


def _point_shape(rng: np.random.Generator, kind: str, x0: float, x1: float, y_base: float, y_tip: float) -> NDArray[np.float32]:
    xm, w, dy = (x0 + x1) / 2, (x1 - x0), y_tip - y_base
    if kind == "stripe":
        return np.float32([[x0 + 0.1 * w, y_base], [x1 - 0.1 * w, y_base], [x1 - 0.1 * w, y_tip], [x0 + 0.1 * w, y_tip]])
    if kind == "round":
        t = np.linspace(np.pi, 0, 14)
        rr = w * 0.42
        arc = np.stack([xm + rr * np.cos(t), y_tip - np.sign(dy) * rr + np.sign(dy) * rr * np.sin(t)], -1)
        return np.concatenate([[[x0 + 0.08 * w, y_base]], arc, [[x1 - 0.08 * w, y_base]]]).astype(np.float32)
    if kind == "ogive":
        t = np.linspace(0, 1, 10)
        left = np.stack([x0 + 0.04 * w + (w * 0.46) * t**2.2, y_base + dy * t], -1)
        right = np.stack([x1 - 0.04 * w - (w * 0.46) * t[::-1] ** 2.2, y_base + dy * t[::-1]], -1)
        return np.concatenate([left, right]).astype(np.float32)
    if kind == "diamond":
        return np.float32([[xm - 0.1 * w, y_base], [x0 + 0.1 * w, y_base + dy * 0.5], [xm, y_tip], [x1 - 0.1 * w, y_base + dy * 0.5], [xm + 0.1 * w, y_base]])
    return np.float32([[x0 + 0.02 * w, y_base], [x1 - 0.02 * w, y_base], [xm, y_tip]])


def draw_board(rng: np.random.Generator) -> Drawn:
    """One random board with checkers, dice, cube, hands and clutter, before camera effects."""
    aspect = float(np.clip(rng.normal(1.17, 0.12), 0.92, 1.5))
    pw, ph = PLAY_H * aspect, float(PLAY_H)
    H, W = int(ph + 2 * MARGIN), int(pw + 2 * MARGIN)
    x0, y0, x1, y1 = float(MARGIN), float(MARGIN), MARGIN + pw, MARGIN + ph
    elevation = np.radians(rng.uniform(80, 90) if rng.random() < 0.45 else rng.uniform(48, 82))
    cz = pw * rng.uniform(1.1, 2.4)
    azimuth = rng.normal(np.pi / 2, 0.35) * (1 if rng.random() < 0.9 else -1)
    reach = cz / np.tan(elevation)
    origin = ((x0 + x1) / 2 + reach * np.cos(azimuth) + rng.normal(0, 0.05) * pw, (y0 + y1) / 2 + reach * np.sin(azimuth), cz)
    table = surface(rng, H, W, random_color(rng))
    image = table
    field_color = random_color(rng, 0.05, 0.95)
    frame_color = random_color(rng, 0.03, 0.9)
    rim = rng.uniform(0.015, 0.09) * pw
    tray_l, tray_r = ((rng.uniform(0.07, 0.14) * pw if rng.random() < 0.45 else 0.0) for _ in range(2))
    bar_w = 0.0 if rng.random() < 0.14 else rng.uniform(0.35, 1.8) * pw / 13
    frame = surface(rng, H, W, frame_color)
    fx0, fx1, fy0, fy1 = (
        x0 - rim - tray_l - (rim if tray_l else 0),
        x1 + rim + tray_r + (rim if tray_r else 0),
        y0 - rim * rng.uniform(0.6, 1.3),
        y1 + rim * rng.uniform(0.6, 1.3),
    )
    fb = [int(max(0, v)) for v in (fx0, fy0, fx1, fy1)]
    image[fb[1] : fb[3], fb[0] : fb[2]] = frame[fb[1] : fb[3], fb[0] : fb[2]]
    if rng.random() < 0.45:  # bands around the field: a printed border, a felt lip, a metal edge
        inset = 0.0
        for _ in range(int(rng.integers(1, 4))):
            inset += rng.uniform(0.1, 0.45)
            k = max(0.0, 1 - inset)
            b = [int(max(0, v)) for v in (x0 - (x0 - fx0) * k, y0 - (y0 - fy0) * k, x1 + (fx1 - x1) * k, y1 + (fy1 - y1) * k)]
            shade = np.float32([1, 1, 1]) * rng.choice([0.05, 0.9, 0.5]) if rng.random() < 0.5 else random_color(rng)
            cv2.rectangle(image, (b[0], b[1]), (b[2], b[3]), (shade * rng.uniform(0.8, 1.0)).tolist(), -1)
    fieldtex = surface(rng, H, W, field_color)
    for t0, t1 in ((x0 - rim - tray_l, x0 - rim), (x1 + rim, x1 + rim + tray_r)):
        if t1 > t0:
            a, b = int(max(0, t0)), int(t1)
            image[int(y0) : int(y1), a:b] = fieldtex[int(y0) : int(y1), a:b] * rng.uniform(0.6, 1)
            for q in np.linspace(0, 1, int(rng.integers(2, 6)))[1:-1] if rng.random() < 0.7 else ():
                m = int(y0 + q * (y1 - y0) + rng.normal(0, 3))
                image[m - int(rim / 2) - 2 : m + int(rim / 2) + 2, a:b] = frame_color
    image[int(y0) : int(y1), int(x0) : int(x1)] = fieldtex[int(y0) : int(y1), int(x0) : int(x1)]
    xm = (x0 + x1) / 2 + (rng.normal(0, 0.003) * pw)
    bl, br = xm - bar_w / 2, xm + bar_w / 2
    # points
    kind = str(rng.choice(["triangle", "triangle", "triangle", "ogive", "round", "stripe", "diamond"]))
    colors = [random_color(rng), random_color(rng)]
    if rng.random() < 0.5:
        colors[0] = _contrasting(rng, field_color, 0.25)
        colors[1] = _contrasting(rng, field_color, 0.25)
    length = rng.uniform(0.3, 0.46) * ph
    outline = rng.random() < 0.35
    outline_color = random_color(rng)
    inlay = rng.random() < 0.2
    point_tex = [surface(rng, H, W, c) for c in colors]
    mask = np.zeros((H, W), np.float32)
    pitches = ((bl - x0) / 6, (x1 - br) / 6)
    gap = rng.uniform(0, 0.06)
    for cell in range(24):
        i = cell % 12
        p = pitches[0] if i < 6 else pitches[1]
        a = x0 + i * p if i < 6 else br + (i - 6) * p
        ybase, ytip = (y0, y0 + length) if cell < 12 else (y1, y1 - length)
        poly = _point_shape(rng, kind, a + gap * p, a + p - gap * p, ybase, ytip)
        which = (i + (cell >= 12)) % 2
        mask[:] = 0 if cell == 0 else mask
        bx0, by0, bx1, by1 = int(poly[:, 0].min()), int(poly[:, 1].min()), int(poly[:, 0].max()) + 2, int(poly[:, 1].max()) + 2
        sub = np.zeros((by1 - by0, bx1 - bx0), np.float32)
        cv2.fillPoly(sub, [np.round((poly - [bx0, by0]) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        region = image[by0:by1, bx0:bx1]
        region[:] = region * (1 - sub[..., None]) + point_tex[which][by0:by1, bx0:bx1] * sub[..., None]
        if outline:
            cv2.polylines(image, [np.round(poly * 16).astype(np.int32)], True, outline_color.tolist(), int(rng.integers(1, 4)), cv2.LINE_AA, 4)
        if inlay:
            c = poly.mean(0)
            _fill(image, ((poly - c) * 0.5 + c).astype(np.float32), colors[1 - which])
    if bar_w:
        image[int(y0) : int(y1), int(bl) : int(br)] = frame[int(y0) : int(y1), int(bl) : int(br)] * rng.uniform(0.8, 1.15)
        for edge in (bl, br):
            cv2.line(image, (int(edge), int(y0)), (int(edge), int(y1)), (frame_color * rng.uniform(0.3, 1.4)).clip(0, 1).tolist(), int(rng.integers(1, 4)))
        if rng.random() < 0.4:
            cv2.line(image, (int(xm), int(fy0)), (int(xm), int(fy1)), (frame_color * 0.3).tolist(), int(rng.integers(1, 4)))
        for q in (0.2, 0.8) if rng.random() < 0.4 else ():
            cv2.rectangle(
                image,
                (int(bl + bar_w * 0.2), int(y0 + ph * q - 25)),
                (int(br - bar_w * 0.2), int(y0 + ph * q + 25)),
                (0.5 + 0.5 * random_color(rng)).tolist(),
                -1,
            )
    elif rng.random() < 0.6:
        cv2.line(image, (int(xm), int(y0)), (int(xm), int(y1)), random_color(rng).tolist(), int(rng.integers(1, 5)))
    if rng.random() < 0.5:
        cv2.rectangle(image, (int(x0), int(y0)), (int(x1), int(y1)), (frame_color * rng.uniform(0.2, 1.3)).clip(0, 1).tolist(), int(rng.integers(1, 5)))
    drawn = Drawn(image, (x0, y0, x1, y1), (bl, br), [], origin)
    if rng.random() < 0.35:  # ornaments, which must not read as dice, cube or checkers
        for cxm in ((x0 + bl) / 2, (br + x1) / 2):
            r = rng.uniform(0.03, 0.12) * pw
            c = random_color(rng)
            for q in range(int(rng.integers(1, 4))):
                style = int(rng.integers(3))
                if style == 0:
                    cv2.circle(image, (int(cxm), int((y0 + y1) / 2)), int(r * (1 - 0.3 * q)), c.tolist(), int(rng.integers(1, 6)), cv2.LINE_AA)
                elif style == 1:
                    t = np.arange(16) * np.pi / 8
                    rr = np.where(np.arange(16) % 2, r * 0.45, r * (1 - 0.2 * q))
                    _fill(image, np.stack([cxm + rr * np.cos(t), (y0 + y1) / 2 + rr * np.sin(t)], -1).astype(np.float32), c)
                else:
                    draw_text(
                        image, str(rng.choice(["BACKGAMMON", "FM", "WBF", "club", "Royal"])), (cxm - r, (y0 + y1) / 2), int(rng.integers(0, 8)), r / 60, c, 2
                    )
    if rng.random() < 0.15:
        for i in range(12):
            p = pitches[0] if i < 6 else pitches[1]
            a = x0 + (i + 0.4) * p if i < 6 else br + (i - 6 + 0.4) * p
            for y in (y0 - 6, y1 + 16):
                draw_text(image, str(i + 1), (a, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1 - frame_color, 1)
    _shade_rims(image, rng, (fx0, fy0, fx1, fy1), drawn.area)
    _place_things(rng, drawn, field_color, bar_w, pitches, (tray_l, tray_r, rim))
    return drawn


def _shade_rims(image: Image, rng: np.random.Generator, frame: tuple[float, float, float, float], area: tuple[float, float, float, float]) -> None:
    """The rim's shadow on the field and its lit edge, so that a frame looks raised."""
    x0, y0, x1, y1 = (int(v) for v in area)
    for _ in range(int(rng.integers(0, 3))):
        n = int(rng.integers(4, 22))
        ramp = np.linspace(rng.uniform(0.4, 0.9), 1, n, dtype=np.float32)
        side = int(rng.integers(4))
        if side == 0:
            image[y0 : y0 + n, x0:x1] *= ramp[:, None, None]
        elif side == 1:
            image[y1 - n : y1, x0:x1] *= ramp[::-1, None, None]
        elif side == 2:
            image[y0:y1, x0 : x0 + n] *= ramp[None, :, None]
        else:
            image[y0:y1, x1 - n : x1] *= ramp[None, ::-1, None]


def _place_things(
    rng: np.random.Generator, drawn: Drawn, field_color: Image, bar_w: float, pitches: tuple[float, float], trays: tuple[float, float, float]
) -> None:
    """Checkers, dice, cube, clutter and hands onto the drawn board, in the order in which they cover each other."""
    image, (x0, y0, x1, y1), (bl, br) = drawn.image, drawn.area, drawn.bar
    ph = y1 - y0
    design = CheckerDesign(rng, field_color)
    r = min(pitches) * rng.uniform(0.36, 0.51)
    r = min(r, 0.46 * ph / 10 * rng.uniform(0.95, 1.25))
    light = np.array([*rng.uniform(-0.6, 0.6, 2), 1.0])
    light /= np.linalg.norm(light)
    shadow = rng.uniform(0.0, 0.8)
    cells, bar, off = _random_cells(rng)
    todo: list[tuple[float, float, float, int, int]] = []  # x, y, lift, colour, cell
    off_line = rng.random() < 0.2
    spread = rng.uniform(0.01, 0.10)
    h = design.height * 2 * r
    for cell, stack in enumerate(cells):
        i = cell % 12
        p = pitches[0] if i < 6 else pitches[1]
        xc = (x0 + (i + 0.5) * p) if i < 6 else (br + (i - 5.5) * p)
        inward = 1 if cell < 12 else -1
        base = (y0 if cell < 12 else y1) + inward * r * rng.uniform(1.0, 1.12)
        n = sum(k for _, k in stack)
        step = 2 * r * rng.uniform(1.0, 1.04)
        room = ph * 0.46
        per_layer = max(2, min(int((room - 0.2 * r) / (2 * r)) + 1, 6 if rng.random() < 0.3 else 5))
        squeeze = n > per_layer and rng.random() < 0.4
        if squeeze:
            step = max(0.9 * r, (room - 2 * r) / max(1, n - 1)) if n * 2 * r > room else step
            per_layer = 99
        if off_line and rng.random() < 0.3:
            base += inward * r * rng.uniform(0.2, 1.5)
        k = 0
        for color, count in stack:
            for _ in range(count):
                level, place = divmod(k, per_layer)
                todo.append(
                    (
                        xc + rng.normal(0, spread) * r * 2,
                        base + inward * (place * step + (r * 0.3 * level)) + rng.normal(0, 0.03) * r,
                        level * h + (0.25 * h * (k % 2) if squeeze and step < 1.8 * r else 0),
                        color,
                        cell,
                    )
                )
                k += 1
    xm = (bl + br) / 2
    for color, n in enumerate(bar):
        inward = 1 if rng.random() < 0.5 else -1
        for k in range(n):
            todo.append(
                (
                    xm + rng.normal(0, 0.05) * r,
                    (y0 + y1) / 2 + inward * (r * 1.3 + k * 2.05 * r) * (1 if color == 0 else -1) + rng.normal(0, 0.3) * r,
                    0.3 * h if bar_w else 0.0,
                    color,
                    24,
                )
            )
    tray_l, tray_r, rim = trays
    for color, n in enumerate(off):
        side = [t for t in (0, 1) if (tray_l, tray_r)[t] > 1.2 * r]
        if side and rng.random() < 0.8:
            s = int(rng.choice(side))
            cx = x0 - rim - tray_l / 2 if s == 0 else x1 + rim + tray_r / 2
            edgewise = rng.random() < 0.6
            for k in range(n):
                y = (y1 - r if color else y0 + r) + (-1 if color else 1) * k * (h * 1.1 if edgewise else 2 * r)
                if edgewise:
                    q = np.float32([[cx - r, y - h / 2], [cx + r, y - h / 2], [cx + r, y + h / 2], [cx - r, y + h / 2]])
                    _fill(image, q, np.clip(design.colors[color] * rng.uniform(0.7, 1.0), 0, 1))
                    cv2.polylines(image, [np.round(q * 16).astype(np.int32)], True, (design.colors[color] * 0.4).tolist(), 1, cv2.LINE_AA, 4)
                elif y0 < y < y1:
                    todo.append((cx, y, 0.0, color, 25))
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.15 else 0):
        todo.append((rng.uniform(x0 - 120, x1 + 120), (y0 - 80) if rng.random() < 0.5 else (y1 + 80), 0.0, int(rng.integers(2)), 25))
    cx, cy, _ = drawn.shear_origin
    todo.sort(key=lambda t: (t[2], -((t[0] - cx) ** 2 + (t[1] - cy) ** 2)))
    for x, y, lift, color, cell in todo:
        outline = _draw_checker(image, rng, design, color, (x, y), r, lift, drawn, light, shadow)
        drawn.things.append(Thing("checker", outline, color, cell, base=(x, y), size_px=2 * r))
    _cups_and_cards(rng, drawn, r)
    _dice_and_cube(rng, drawn, r, h, light, shadow, todo)
    if rng.random() < 0.28:
        for _ in range(1 + (rng.random() < 0.2)):
            draw_hand(rng, drawn, r)


def _dice_and_cube(
    rng: np.random.Generator, drawn: Drawn, r: float, h: float, light: NDArray[np.float64], shadow: float, checkers: list[tuple[float, float, float, int, int]]
) -> None:
    image, (x0, y0, x1, y1), (bl, br) = drawn.image, drawn.area, drawn.bar
    size = 2 * r * rng.uniform(0.27, 0.46)
    designs = [dice_drawing.random_design(rng) for _ in range(2)]
    taken: list[tuple[float, float]] = []
    for _ in range(int(rng.choice([0, 1, 2, 2, 2, 3, 4]))):
        on_checker = rng.random() < 0.12 and checkers
        lift = 0.0
        if on_checker:
            cx, cy, cl, _, _ = checkers[int(rng.integers(len(checkers)))]
            x, y, lift = cx + rng.normal(0, 0.3) * r, cy + rng.normal(0, 0.3) * r, cl + h
        elif rng.random() < 0.05:
            x, y = rng.uniform(bl, br), rng.uniform(y0, y1)
        else:
            for _try in range(20):
                x, y = rng.uniform(x0 + size, x1 - size), rng.uniform(y0 + size, y1 - size)
                if all((x - c[0]) ** 2 + (y - c[1]) ** 2 > (r + size * 0.75) ** 2 for c in checkers):
                    break
        if any(abs(x - a) + abs(y - b) < 1.6 * size for a, b in taken):
            continue
        taken.append((x, y))
        tilt = np.radians(rng.uniform(6, 45)) if rng.random() < 0.18 else 0.0
        value = int(rng.integers(1, 7))
        shear = drawn.shear(x, y)
        rot = dice_drawing.pose(value, rng.uniform(0, 2 * np.pi), tilt, rng.uniform(0, 2 * np.pi))
        box = dice_drawing.draw(image, rng, designs[int(rng.integers(2))], (x + lift * shear[0], y + lift * shear[1]), size, rot, shear, light, 0.0, shadow)
        drawn.things.append(
            Thing(
                "die",
                np.float32([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]]),
                value=value,
                tilt_deg=float(np.degrees(tilt)),
                base=(x, y),
                size_px=size,
            )
        )
    if rng.random() < 0.6:
        s = size * rng.uniform(1.3, 2.6)
        place = rng.random()
        if place < 0.45:
            x, y = (bl + br) / 2 + rng.normal(0, 4), (y0 + y1) / 2 + (rng.normal(0, 0.02) if rng.random() < 0.6 else rng.uniform(-0.45, 0.45)) * (y1 - y0)
        elif place < 0.8:
            x, y = (x0 - rng.uniform(0.5, 1.6) * s if rng.random() < 0.5 else x1 + rng.uniform(0.5, 1.6) * s), rng.uniform(y0, y1)
        else:
            x, y = rng.uniform(x0, x1), (y0 + y1) / 2 + rng.normal(0, 10)
        drawn.things.append(draw_cube(image, rng, (x, y), s, drawn.shear(x, y), light))


def draw_cube(image: Image, rng: np.random.Generator, xy: tuple[float, float], s: float, shear: tuple[float, float], light: NDArray[np.float64]) -> Thing:
    """A doubling cube with a number (any font, any quarter or odd turn) on its top face."""
    value = int(rng.choice([2, 4, 8, 16, 32, 64, 64]))
    design = dice_drawing.random_design(rng)
    blank = dice_drawing.DieDesign(design.body, design.body, design.rounding, 0.01, 0.0, 0.0)
    spin = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else np.pi / 2 * rng.integers(4)
    spin += rng.normal(0, 0.08)
    box = dice_drawing.draw(image, rng, blank, xy, s, dice_drawing.pose(1, spin), shear, light, 0.0, 0.5)
    n = 96
    stamp = np.zeros((n, n), np.uint8)
    font = int(rng.integers(0, 5))
    text = str(value)
    thick = int(rng.integers(4, 11))
    (tw, th), _ = cv2.getTextSize(text, font, 1.0, thick)
    scale = min(0.8 * n / tw, 0.62 * n / th) * rng.uniform(0.7, 1.0)
    (tw, th), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(stamp, text, ((n - tw) // 2, (n + th) // 2), font, scale, 255, thick, cv2.LINE_AA)
    face = stamp.astype(np.float32) / 255
    top = np.array(xy) + np.array(shear) * s
    ax, ay = np.array([np.cos(spin), np.sin(spin)]), np.array([-np.sin(spin), np.cos(spin)])
    dst = np.float32([top + (i * ax + j * ay) * s * 0.46 for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    bx0, by0 = np.floor(dst.min(0)).astype(int) - 1
    bx1, by1 = np.ceil(dst.max(0)).astype(int) + 2
    if bx0 >= 0 and by0 >= 0 and bx1 < image.shape[1] and by1 < image.shape[0]:
        m = cv2.getPerspectiveTransform(np.float32([[0, 0], [n, 0], [n, n], [0, n]]), (dst - [bx0, by0]).astype(np.float32))
        a = cv2.warpPerspective(face, m, (int(bx1 - bx0), int(by1 - by0)), flags=cv2.INTER_AREA)[..., None]
        part = image[by0:by1, bx0:bx1]
        part[:] = part * (1 - a) + design.pip * a
    outline = np.float32([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])
    return Thing("cube", outline, value=value, base=xy, size_px=s)


def _cups_and_cards(rng: np.random.Generator, drawn: Drawn, r: float) -> None:
    """Things that are none of ours: cups, cards, phones, pens, mostly beside the board."""
    image, (x0, y0, x1, y1) = drawn.image, drawn.area
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.5 else 0):
        inside = rng.random() < 0.12
        x = rng.uniform(x0, x1) if inside or rng.random() < 0.5 else (x0 - rng.uniform(60, 160) if rng.random() < 0.5 else x1 + rng.uniform(60, 160))
        y = rng.uniform(y0, y1) if inside or not x0 < x < x1 else (y0 - rng.uniform(60, 150) if rng.random() < 0.5 else y1 + rng.uniform(60, 150))
        if rng.random() < 0.5:
            rc = r * rng.uniform(1.4, 2.3)
            c = random_color(rng, 0.02, 0.7)
            sx, sy = drawn.shear(x, y)
            hull = cv2.convexHull(np.concatenate([_ellipse(x, y, rc * 0.85), _ellipse(x + sx * rc * 2.2, y + sy * rc * 2.2, rc)])).reshape(-1, 2)
            _fill(image, hull, c)
            _fill(image, _ellipse(x + sx * rc * 2.2, y + sy * rc * 2.2, rc * 0.86), np.clip(c * rng.uniform(0.2, 0.6), 0, 1))
            if inside:
                drawn.things.append(Thing("hand", hull, value=1))
        else:
            w, hh, a = r * rng.uniform(2, 5), r * rng.uniform(1.5, 3), rng.uniform(0, np.pi)
            ca, sa = np.cos(a), np.sin(a)
            quad = np.float32([[x + i * w * ca - j * hh * sa, y + i * w * sa + j * hh * ca] for i, j in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
            if not (quad[:, 0].max() < x0 or quad[:, 0].min() > x1 or quad[:, 1].max() < y0 or quad[:, 1].min() > y1):
                continue
            _fill(image, quad, random_color(rng))
            for k in range(4):
                p = quad[0] * (1 - 0.2 * (k + 1)) + quad[3] * 0.2 * (k + 1)
                q = quad[1] * (1 - 0.2 * (k + 1)) + quad[2] * 0.2 * (k + 1)
                cv2.line(image, tuple(int(v) for v in p * 0.8 + q * 0.2), tuple(int(v) for v in p * 0.3 + q * 0.7), (0.1, 0.1, 0.1), 2, cv2.LINE_AA)


def draw_hand(rng: np.random.Generator, drawn: Drawn, r: float) -> None:
    """A hand with sleeve or bare arm reaching in from an edge; marks what it hides."""
    image, (x0, y0, x1, y1) = drawn.image, drawn.area
    H, W = image.shape[:2]
    tip = np.array([rng.uniform(x0, x1), rng.uniform(y0, y1)])
    side = 1.0 if rng.random() < 0.5 else -1.0
    angle = rng.normal(np.pi / 2 * side, 0.5) if rng.random() < 0.8 else rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(angle), np.sin(angle)])  # from the fingers to the elbow
    e = np.array([-d[1], d[0]])
    s = r * rng.uniform(1.5, 2.3)
    skin = np.float32([0.45, 0.58, 0.82]) * rng.uniform(0.25, 1.15) * (1 + 0.08 * rng.standard_normal(3).astype(np.float32))
    layer = np.zeros((H, W), np.float32)
    sleeve = np.zeros((H, W), np.float32)

    def stroke(target: Image, a: NDArray[np.float64], b: NDArray[np.float64], w: float) -> None:
        cv2.line(target, tuple(int(v) for v in a), tuple(int(v) for v in b), 1.0, max(1, int(w)), cv2.LINE_AA)

    palm = tip + d * s * rng.uniform(1.2, 1.9)
    cv2.ellipse(layer, (tuple(palm.tolist()), (s * 1.7, s * 1.5), float(np.degrees(angle))), 1.0, -1, cv2.LINE_AA)
    for k in range(4):
        root = palm + e * s * (k - 1.5) * 0.4 - d * s * 0.5
        curl = rng.uniform(0.5, 1.0)
        end = tip + e * s * (k - 1.5) * rng.uniform(0.15, 0.45) - d * s * rng.uniform(-0.3, 0.3) * curl
        stroke(layer, root, end, s * rng.uniform(0.34, 0.44))
    stroke(layer, palm + e * s * 0.6, tip + e * s * rng.uniform(0.2, 0.8) + d * s * 0.4, s * 0.44)
    wrist = palm + d * s * 1.0
    stroke(layer, palm, wrist + d * s, s * 1.1)
    cut = palm + d * s * rng.uniform(1.2, 4)
    stroke(sleeve, cut, palm + d * 2000, s * rng.uniform(1.5, 2.1))
    stroke(layer, wrist, cut, s * 1.15)
    tone = 1 + 0.12 * noise(rng, H, W, s * 0.5) - 0.25 * (1 - cv2.GaussianBlur(layer, (0, 0), s * 0.2))
    soft = cv2.GaussianBlur(np.maximum(layer, sleeve), (0, 0), s * 0.2)
    shift = cv2.warpAffine(soft, np.float32([[1, 0, rng.normal(0, s * 0.3)], [0, 1, rng.normal(0, s * 0.3)]]), (W, H))
    image *= (1 - 0.45 * shift)[..., None]
    image[:] = image * (1 - layer[..., None]) + np.clip(skin * tone[..., None], 0, 1) * layer[..., None]
    cloth = surface(rng, H, W, random_color(rng))
    image[:] = image * (1 - sleeve[..., None]) + cloth * sleeve[..., None]
    both = (np.maximum(layer, sleeve) > 0.5).astype(np.uint8)
    for thing in drawn.things:
        q = np.zeros((H, W), np.uint8)
        x_a, y_a = np.floor(thing.outline.min(0)).astype(int).clip(0)
        x_b, y_b = np.ceil(thing.outline.max(0)).astype(int) + 1
        q = q[y_a:y_b, x_a:x_b]
        if q.size == 0 or thing.kind == "hand":
            continue
        cv2.fillPoly(q, [np.round(thing.outline - [x_a, y_a]).astype(np.int32)], 1)
        if q.sum() and (q * both[y_a:y_b, x_a:x_b]).sum() / q.sum() > 0.6:
            thing.is_hidden = True
    hand = cv2.findNonZero(both)
    if hand is None:
        return
    hull = cv2.convexHull(hand.reshape(-1, 2).astype(np.float32)).reshape(-1, 2)
    drawn.things.append(Thing("hand", hull, value=0))
