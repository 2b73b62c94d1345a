"""The parts of a bare board: bands, trays, points, bar, ornaments, numbers and the shade along its rims."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn.paint import contrasting, draw_text, fill
from models.training.drawn.textures import Image, random_color, surface

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""


def draw_bands(image: Image, rng: np.random.Generator, frame: Box, area: Box) -> None:
    """Bands around the field: a printed border, a felt lip, a metal edge."""
    (fx0, fy0, fx1, fy1), (x0, y0, x1, y1) = frame, area
    inset = 0.0
    for _ in range(int(rng.integers(1, 4))):
        inset += rng.uniform(0.1, 0.45)
        k = max(0.0, 1 - inset)
        b = [int(max(0, v)) for v in (x0 - (x0 - fx0) * k, y0 - (y0 - fy0) * k, x1 + (fx1 - x1) * k, y1 + (fy1 - y1) * k)]
        shade = np.float32([1, 1, 1]) * rng.choice([0.05, 0.9, 0.5]) if rng.random() < 0.5 else random_color(rng)
        cv2.rectangle(image, (b[0], b[1]), (b[2], b[3]), (shade * rng.uniform(0.8, 1.0)).tolist(), -1)


def draw_trays(image: Image, rng: np.random.Generator, texture: Image, wall: Image, area: Box, trays: tuple[float, float, float]) -> None:
    """The side trays, some with cross walls. trays: width of the left and the right one (0 when there is none), then of the rim."""
    (x0, y0, x1, y1), (tray_l, tray_r, rim) = area, trays
    for t0, t1 in ((x0 - rim - tray_l, x0 - rim), (x1 + rim, x1 + rim + tray_r)):
        if t1 > t0:
            a, b = int(max(0, t0)), int(t1)
            image[int(y0) : int(y1), a:b] = texture[int(y0) : int(y1), a:b] * rng.uniform(0.6, 1)
            for q in np.linspace(0, 1, int(rng.integers(2, 6)))[1:-1] if rng.random() < 0.7 else ():
                m = int(y0 + q * (y1 - y0) + rng.normal(0, 3))
                image[m - int(rim / 2) - 2 : m + int(rim / 2) + 2, a:b] = wall


POINT_SHAPES = ("triangle", "triangle", "triangle", "ogive", "round", "stripe", "diamond", "bottle", "lens")


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
    if kind in ("bottle", "lens"):  # waisted like a skittle, or widest in its middle: such points look like stacks of checkers
        t = np.linspace(0, 1, 24)
        half = 0.42 * (1 - t) + 0.22 * np.sin(np.pi * t * rng.uniform(1.6, 3.2)) ** 2 if kind == "bottle" else 0.44 * np.sin(np.pi * (0.12 + 0.85 * t)) ** 0.8
        half = np.clip(half, 0.03, 0.47)
        left = np.stack([xm - half * w, y_base + dy * t], -1)
        right = np.stack([xm + half[::-1] * w, y_base + dy * t[::-1]], -1)
        return np.concatenate([left, right]).astype(np.float32)
    if kind == "diamond":
        return np.float32([[xm - 0.1 * w, y_base], [x0 + 0.1 * w, y_base + dy * 0.5], [xm, y_tip], [x1 - 0.1 * w, y_base + dy * 0.5], [xm + 0.1 * w, y_base]])
    return np.float32([[x0 + 0.02 * w, y_base], [x1 - 0.02 * w, y_base], [xm, y_tip]])


def draw_points(
    image: Image,
    rng: np.random.Generator,
    field_color: Image,
    area: Box,
    br: float,
    pitches: tuple[float, float],
    palette: Callable[[np.random.Generator], Image] | None = None,
) -> None:
    """The 24 points in two colours. br: the bar's right edge. pitches: a point's width left and right of the bar. palette: of their colours."""
    (x0, y0, _, y1), (H, W) = area, image.shape[:2]
    kind = str(rng.choice(POINT_SHAPES))
    shape_seed = int(rng.integers(1 << 30))  # all points of a board have one shape
    colors = [random_color(rng), random_color(rng)] if palette is None else [palette(rng), palette(rng)]
    if palette is None and rng.random() < 0.5:
        colors[0] = contrasting(rng, field_color, 0.25)
        colors[1] = contrasting(rng, field_color, 0.25)
    length = rng.uniform(0.3, 0.46) * (y1 - y0)
    outline = rng.random() < 0.35
    outline_color = random_color(rng)
    inlay = rng.random() < 0.2
    tip = str(rng.choice(["", "", "", "dot", "ring"]))
    tip_r, tip_color = rng.uniform(0.06, 0.26), random_color(rng)
    point_tex = [surface(rng, H, W, c) for c in colors]
    gap = rng.uniform(0, 0.06)
    for cell in range(24):
        i = cell % 12
        p = pitches[0] if i < 6 else pitches[1]
        a = x0 + i * p if i < 6 else br + (i - 6) * p
        ybase, ytip = (y0, y0 + length) if cell < 12 else (y1, y1 - length)
        poly = _point_shape(np.random.default_rng(shape_seed), kind, a + gap * p, a + p - gap * p, ybase, ytip)
        which = (i + (cell >= 12)) % 2
        bx0, by0, bx1, by1 = int(poly[:, 0].min()), int(poly[:, 1].min()), int(poly[:, 0].max()) + 2, int(poly[:, 1].max()) + 2
        sub = np.zeros((by1 - by0, bx1 - bx0), np.float32)
        cv2.fillPoly(sub, [np.round((poly - [bx0, by0]) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        region = image[by0:by1, bx0:bx1]
        region[:] = region * (1 - sub[..., None]) + point_tex[which][by0:by1, bx0:bx1] * sub[..., None]
        if outline:
            cv2.polylines(image, [np.round(poly * 16).astype(np.int32)], True, outline_color.tolist(), int(rng.integers(1, 4)), cv2.LINE_AA, 4)
        if tip:
            xy = (int((a + p / 2) * 16), int((ytip + (0.6 * tip_r * p if cell < 12 else -0.6 * tip_r * p)) * 16))
            cv2.circle(image, xy, int(tip_r * p * 16), tip_color.tolist(), -1 if tip == "dot" else 2, cv2.LINE_AA, 4)
        if inlay:
            c = poly.mean(0)
            fill(image, ((poly - c) * 0.5 + c).astype(np.float32), colors[1 - which])


def draw_bar(image: Image, rng: np.random.Generator, texture: Image, color: Image, frame: Box, area: Box, xm: float, bar_w: float) -> None:
    """The bar around its middle xm with edges, hinge line and plates; without a bar at most a line."""
    (_, y0, _, y1), (_, fy0, _, fy1) = area, frame
    bl, br = xm - bar_w / 2, xm + bar_w / 2
    if bar_w:
        image[int(y0) : int(y1), int(bl) : int(br)] = texture[int(y0) : int(y1), int(bl) : int(br)] * rng.uniform(0.8, 1.15)
        for edge in (bl, br):
            cv2.line(image, (int(edge), int(y0)), (int(edge), int(y1)), (color * rng.uniform(0.3, 1.4)).clip(0, 1).tolist(), int(rng.integers(1, 4)))
        if rng.random() < 0.4:
            cv2.line(image, (int(xm), int(fy0)), (int(xm), int(fy1)), (color * 0.3).tolist(), int(rng.integers(1, 4)))
        for q in (0.2, 0.8) if rng.random() < 0.4 else ():
            cv2.rectangle(
                image,
                (int(bl + bar_w * 0.2), int(y0 + (y1 - y0) * q - 25)),
                (int(br - bar_w * 0.2), int(y0 + (y1 - y0) * q + 25)),
                (0.5 + 0.5 * random_color(rng)).tolist(),
                -1,
            )
    elif rng.random() < 0.6:
        cv2.line(image, (int(xm), int(y0)), (int(xm), int(y1)), random_color(rng).tolist(), int(rng.integers(1, 5)))


def draw_ornaments(image: Image, rng: np.random.Generator, area: Box, bar: tuple[float, float], width: float) -> None:
    """Ornaments, which must not read as dice, cube or checkers: mostly in the middle of both halves. width: of the playing area."""
    (x0, y0, x1, y1), (bl, br) = area, bar
    middles = [((x0 + bl) / 2, (y0 + y1) / 2), ((br + x1) / 2, (y0 + y1) / 2)]
    if rng.random() < 0.3:  # elsewhere between the points too, and on the bar
        middles += [(rng.uniform(x0, x1), (y0 + y1) / 2 + rng.normal(0, 0.03) * (y1 - y0)) for _ in range(int(rng.integers(1, 5)))]
        if br > bl:
            middles.append(((bl + br) / 2, rng.uniform(y0, y1)))
    r = rng.uniform(0.015, 0.12) * width
    colors = [random_color(rng) for _ in range(3)]
    style = int(rng.integers(6))
    depth = int(rng.integers(1, 4))
    text = str(rng.choice(["BACKGAMMON", "FM", "WBF", "club", "Royal", "OPEN 24", "7", "12:45"]))
    font = int(rng.integers(0, 8))
    for cx, cy in middles:
        for q in range(depth):
            if style == 0:
                cv2.circle(image, (int(cx), int(cy)), int(r * (1 - 0.3 * q)), colors[q].tolist(), int(rng.integers(1, 6)), cv2.LINE_AA)
            elif style == 1:
                _star(image, (cx, cy), r * (1 - 0.2 * q), 8, colors[q])
            elif style == 2:
                draw_text(image, text, (cx - r, cy), font, r / 60, colors[0], 2)
            elif style == 3:  # a lozenge in a lozenge, as inlaid boards have
                rr, k = r * (1 - 0.33 * q), rng.uniform(0.5, 1.4)
                fill(image, np.float32([[cx - rr, cy], [cx, cy - rr * k], [cx + rr, cy], [cx, cy + rr * k]]), colors[q])
            elif style == 4:  # a square with a rosette
                rr = r * 0.7
                cv2.rectangle(image, (int(cx - rr), int(cy - rr)), (int(cx + rr), int(cy + rr)), colors[0].tolist(), -1 if q == 0 else 2)
                _star(image, (cx, cy), rr * (0.95 - 0.3 * q), 4 + 2 * q, colors[(q + 1) % 3])
            else:  # an emblem: a ring broken by writing or rays
                cv2.ellipse(image, (int(cx), int(cy)), (int(r), int(r)), 30 * q, 0, 250, colors[q].tolist(), max(1, int(r * 0.16)), cv2.LINE_AA)
                _star(image, (cx, cy), r * 0.5, 5, colors[q])


def _star(image: Image, xy: tuple[float, float], r: float, rays: int, color: Image) -> None:
    t = np.arange(2 * rays) * np.pi / rays
    rr = np.where(np.arange(2 * rays) % 2, r * 0.45, r)
    fill(image, np.stack([xy[0] + rr * np.cos(t), xy[1] + rr * np.sin(t)], -1).astype(np.float32), color)


def draw_numbers(image: Image, color: Image, area: Box, br: float, pitches: tuple[float, float]) -> None:
    """Numbers 1 to 12 on the frame along both long sides."""
    x0, y0, _, y1 = area
    for i in range(12):
        p = pitches[0] if i < 6 else pitches[1]
        a = x0 + (i + 0.4) * p if i < 6 else br + (i - 6 + 0.4) * p
        for y in (y0 - 6, y1 + 16):
            draw_text(image, str(i + 1), (a, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, color, 1)


def shade_rims(image: Image, rng: np.random.Generator, frame: Box, area: Box) -> None:
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
