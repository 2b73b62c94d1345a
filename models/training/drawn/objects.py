"""What lies on or beside a drawn board besides checkers: dice, the doubling cube, and clutter that is none of ours."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.sizes import CUBE_FACES
from models.training.drawn import dice as dice_drawing
from models.training.drawn.labels import Drawn, Thing
from models.training.drawn.paint import draw_text, ellipse, fill
from models.training.drawn.positions import PlacedChecker
from models.training.drawn.textures import Image, random_color

ON_CHECKER = 0.2
"""Share of the dice that lie on a checker, where there is one: in play they seldom do, but that is what must be seen then."""


def dice_and_cube(
    rng: np.random.Generator,
    drawn: Drawn,
    r: float,
    h: float,
    light: NDArray[np.float64],
    shadow: float,
    checkers: list[PlacedChecker],
    on_share: float = ON_CHECKER,
) -> None:
    image, (x0, y0, x1, y1), (bl, br) = drawn.image, drawn.area, drawn.bar
    size = 2 * r * rng.uniform(0.27, 0.46)
    designs = [dice_drawing.random_design(rng) for _ in range(2)]
    taken: list[tuple[float, float]] = []
    for _ in range(int(rng.choice([0, 1, 2, 2, 2, 3, 4])) + (3 if on_share > 0.5 else 0)):
        on_checker = rng.random() < on_share and checkers
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


def number_stamp(rng: np.random.Generator, value: int, font: int, thick: int, stretch: float, is_framed: bool) -> Image:
    """(96, 96) ink 0..1 of one face of a doubling cube, in a random quarter turn."""
    n = 96
    stamp = np.zeros((n, n), np.uint8)
    text = str(value)
    (tw, th), _ = cv2.getTextSize(text, font, 1.0, thick)
    scale = min(0.72 * n / tw, 0.55 * n / th) * rng.uniform(0.75, 1.05)
    (tw, th), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(stamp, text, ((n - tw) // 2, (n + th) // 2), font, scale, 255, thick, cv2.LINE_AA)
    m = np.float32([[stretch, rng.normal(0, 0.05), 0], [0, 1 / stretch, 0]])
    m[:, 2] = n / 2 - m[:, :2] @ np.float32([n / 2, n / 2])
    stamp = cv2.warpAffine(stamp, m, (n, n))
    if is_framed:
        edge = int(rng.uniform(0.04, 0.15) * n)
        cv2.rectangle(stamp, (edge, edge), (n - edge, n - edge), 255, int(rng.integers(1, 5)), cv2.LINE_AA)
    return np.ascontiguousarray(np.rot90(stamp, int(rng.integers(4)))).astype(np.float32) / 255


def draw_cube(image: Image, rng: np.random.Generator, xy: tuple[float, float], s: float, shear: tuple[float, float], light: NDArray[np.float64]) -> Thing:
    """A doubling cube with numbers (one font, each in its own quarter turn) on all faces; its value is the face that lies up."""
    value = int(rng.choice([*CUBE_FACES, 64]))
    design = dice_drawing.random_design(rng)
    font = int(rng.integers(0, 8)) | (16 if rng.random() < 0.15 else 0)
    thick, stretch, is_framed = int(rng.integers(3, 12)), float(np.exp(rng.normal(0, 0.15))), bool(rng.random() < 0.3)
    others = [v for v in CUBE_FACES if v != value]
    rng.shuffle(others)
    order = dict(zip((1, 6, 2, 5, 3, 4), (value, *others), strict=True))  # the die's face 1 lies up
    stamps = {face: number_stamp(rng, v, font, thick, stretch, is_framed) for face, v in order.items()}
    spin = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else np.pi / 2 * rng.integers(4)
    pose = dice_drawing.pose(1, spin + rng.normal(0, 0.08))
    box = dice_drawing.draw(image, rng, design, xy, s, pose, shear, light, 0.0, rng.uniform(0.1, 0.7), stamps)
    outline = np.float32([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])
    return Thing("cube", outline, value=value, base=xy, size_px=s)


def cups_and_cards(rng: np.random.Generator, drawn: Drawn, r: float) -> None:
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
            hull = cv2.convexHull(np.concatenate([ellipse(x, y, rc * 0.85), ellipse(x + sx * rc * 2.2, y + sy * rc * 2.2, rc)])).reshape(-1, 2)
            fill(image, hull, c)
            fill(image, ellipse(x + sx * rc * 2.2, y + sy * rc * 2.2, rc * 0.86), np.clip(c * rng.uniform(0.2, 0.6), 0, 1))
            if inside:
                drawn.things.append(Thing("hand", hull, value=1))
        else:
            w, hh, a = r * rng.uniform(2, 5), r * rng.uniform(1.5, 3), rng.uniform(0, np.pi)
            ca, sa = np.cos(a), np.sin(a)
            quad = np.float32([[x + i * w * ca - j * hh * sa, y + i * w * sa + j * hh * ca] for i, j in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
            if not (quad[:, 0].max() < x0 or quad[:, 0].min() > x1 or quad[:, 1].max() < y0 or quad[:, 1].min() > y1):
                continue
            fill(image, quad, random_color(rng))
            if rng.random() < 0.4:  # a clock's or a score's digits: no cube
                a, b = quad.mean(0)
                draw_text(image, f"{rng.integers(0, 12)}:{rng.integers(10, 60)}", (a - r, b + r * 0.4), int(rng.integers(0, 5)), r / 28, random_color(rng), 2)
                continue
            for k in range(4):
                p = quad[0] * (1 - 0.2 * (k + 1)) + quad[3] * 0.2 * (k + 1)
                q = quad[1] * (1 - 0.2 * (k + 1)) + quad[2] * 0.2 * (k + 1)
                cv2.line(image, tuple(int(v) for v in p * 0.8 + q * 0.2), tuple(int(v) for v in p * 0.3 + q * 0.7), (0.1, 0.1, 0.1), 2, cv2.LINE_AA)
