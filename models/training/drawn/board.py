"""Boards drawn cheaply in the rectified frame: thousands of geometrically different tables at a fifth of a second each.

They stand beside the rendered scenes (`models/training/scenes`): those give light and material, these give variety. The picture
is metric (a checker is round), the points run up and down, and height shows as a shift away from the point below the camera
(see `dice.py`). Every object carries the exact outline it was drawn with.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.training.drawn.checkers import CheckerDesign
from models.training.drawn.hands import draw_hand
from models.training.drawn.labels import Drawn
from models.training.drawn.layout import draw_bands, draw_bar, draw_numbers, draw_ornaments, draw_points, draw_trays, shade_rims
from models.training.drawn.objects import ON_CHECKER, cups_and_cards, dice_and_cube
from models.training.drawn.positions import place_checkers
from models.training.drawn.textures import Image, random_color, surface, wood_color

PLAY_H = 640
"""Height of the playing area in the drawing, pixels."""
MARGIN = 170


def draw_board(rng: np.random.Generator, on_share: float = ON_CHECKER) -> Drawn:
    """One random board with checkers, dice, cube, hands and clutter, before camera effects. on_share: of the dice, on checkers."""
    aspect = float(np.clip(rng.normal(1.17, 0.12), 0.92, 1.5))
    pw, ph = PLAY_H * aspect, float(PLAY_H)
    H, W = int(ph + 2 * MARGIN), int(pw + 2 * MARGIN)
    x0, y0, x1, y1 = float(MARGIN), float(MARGIN), MARGIN + pw, MARGIN + ph
    area = (x0, y0, x1, y1)
    elevation = np.radians(rng.uniform(80, 90) if rng.random() < 0.45 else rng.uniform(48, 82))
    cz = pw * rng.uniform(1.1, 2.4)
    azimuth = rng.normal(np.pi / 2, 0.35) * (1 if rng.random() < 0.9 else -1)
    reach = cz / np.tan(elevation)
    origin = ((x0 + x1) / 2 + reach * np.cos(azimuth) + rng.normal(0, 0.05) * pw, (y0 + y1) / 2 + reach * np.sin(azimuth), cz)
    image = surface(rng, H, W, random_color(rng))
    is_wood = rng.random() < 0.22
    field_color = wood_color(rng) if is_wood else random_color(rng, 0.05, 0.95)
    frame_color = wood_color(rng) if is_wood else random_color(rng, 0.03, 0.9)
    rim = rng.uniform(0.015, 0.09) * pw
    tray_l, tray_r = ((rng.uniform(0.07, 0.14) * pw if rng.random() < 0.45 else 0.0) for _ in range(2))
    trays = (tray_l, tray_r, rim)
    bar_w = 0.0 if rng.random() < 0.14 else rng.uniform(0.35, 1.8) * pw / 13
    frame = surface(rng, H, W, frame_color)
    fx0, fx1, fy0, fy1 = (
        x0 - rim - tray_l - (rim if tray_l else 0),
        x1 + rim + tray_r + (rim if tray_r else 0),
        y0 - rim * rng.uniform(0.6, 1.3),
        y1 + rim * rng.uniform(0.6, 1.3),
    )
    outer = (fx0, fy0, fx1, fy1)
    fb = [int(max(0, v)) for v in outer]
    image[fb[1] : fb[3], fb[0] : fb[2]] = frame[fb[1] : fb[3], fb[0] : fb[2]]
    if rng.random() < 0.45:
        draw_bands(image, rng, outer, area)
    fieldtex = surface(rng, H, W, field_color, "wood" if is_wood and rng.random() < 0.8 else None)
    draw_trays(image, rng, fieldtex, frame_color, area, trays)
    image[int(y0) : int(y1), int(x0) : int(x1)] = fieldtex[int(y0) : int(y1), int(x0) : int(x1)]
    xm = (x0 + x1) / 2 + (rng.normal(0, 0.003) * pw)
    bl, br = xm - bar_w / 2, xm + bar_w / 2
    pitches = ((bl - x0) / 6, (x1 - br) / 6)
    draw_points(image, rng, field_color, area, br, pitches, wood_color if is_wood else None)
    draw_bar(image, rng, frame, frame_color, outer, area, xm, bar_w)
    if rng.random() < 0.5:
        cv2.rectangle(image, (int(x0), int(y0)), (int(x1), int(y1)), (frame_color * rng.uniform(0.2, 1.3)).clip(0, 1).tolist(), int(rng.integers(1, 5)))
    drawn = Drawn(image, area, (bl, br), [], origin)
    if rng.random() < 0.5:
        draw_ornaments(image, rng, area, (bl, br), pw)
    if rng.random() < 0.15:
        draw_numbers(image, 1 - frame_color, area, br, pitches)
    shade_rims(image, rng, outer, area)
    _place_things(rng, drawn, field_color, bar_w, pitches, trays, on_share)
    return drawn


def _place_things(
    rng: np.random.Generator, drawn: Drawn, field_color: Image, bar_w: float, pitches: tuple[float, float], trays: tuple[float, float, float], on_share: float
) -> None:
    """Checkers, dice, cube, clutter and hands onto the drawn board, in the order in which they cover each other."""
    ph = drawn.area[3] - drawn.area[1]
    design = CheckerDesign(rng, field_color)
    r = min(pitches) * rng.uniform(0.36, 0.51)
    r = min(r, 0.46 * ph / 10 * rng.uniform(0.95, 1.25))
    light = np.array([*rng.uniform(-0.6, 0.6, 2), 1.0])
    light /= np.linalg.norm(light)
    shadow = rng.uniform(0.0, 0.8)
    checkers = place_checkers(rng, drawn, design, r, light, shadow, bar_w, pitches, trays)
    cups_and_cards(rng, drawn, r)
    dice_and_cube(rng, drawn, r, design.height * 2 * r, light, shadow, checkers, on_share)
    if rng.random() < 0.28:
        for _ in range(1 + (rng.random() < 0.2)):
            draw_hand(rng, drawn, r)
