"""Which checkers stand on a drawn board, and where: stacks on the points, on the bar, in the trays, beside the board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn.checkers import CheckerDesign, draw_checker
from models.training.drawn.labels import Drawn, Thing
from models.training.drawn.paint import fill

PlacedChecker = tuple[float, float, float, int, int]
"""x, y, lift, colour, cell."""


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


def place_checkers(
    rng: np.random.Generator,
    drawn: Drawn,
    design: CheckerDesign,
    r: float,
    light: NDArray[np.float64],
    shadow: float,
    bar_w: float,
    pitches: tuple[float, float],
    trays: tuple[float, float, float],
) -> list[PlacedChecker]:
    """A random position's checkers onto points, bar, trays and table, the low and the far ones first; returns them in that order."""
    image, (x0, y0, x1, y1), (bl, br) = drawn.image, drawn.area, drawn.bar
    ph = y1 - y0
    cells, bar, off = _random_cells(rng)
    todo: list[PlacedChecker] = []
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
                    fill(image, q, np.clip(design.colors[color] * rng.uniform(0.7, 1.0), 0, 1))
                    cv2.polylines(image, [np.round(q * 16).astype(np.int32)], True, (design.colors[color] * 0.4).tolist(), 1, cv2.LINE_AA, 4)
                elif y0 < y < y1:
                    todo.append((cx, y, 0.0, color, 25))
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.15 else 0):
        todo.append((rng.uniform(x0 - 120, x1 + 120), (y0 - 80) if rng.random() < 0.5 else (y1 + 80), 0.0, int(rng.integers(2)), 25))
    cx, cy, _ = drawn.shear_origin
    todo.sort(key=lambda t: (t[2], -((t[0] - cx) ** 2 + (t[1] - cy) ** 2)))
    for x, y, lift, color, cell in todo:
        outline = draw_checker(image, rng, design, color, (x, y), r, lift, drawn, light, shadow)
        drawn.things.append(Thing("checker", outline, color, cell, base=(x, y), size_px=2 * r))
    return todo
