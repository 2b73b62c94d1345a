"""Pictures for the board finder: drawn and rendered boards seen through random cameras, and pictures without a board."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.sizes import BOARD_INPUT, BOARD_PAD
from models.training.drawn.board import draw_board
from models.training.drawn.textures import random_color, surface
from models.training.effects import degrade
from models.training.rendered import stills

POOL_SCALE = 0.6
RENDERED_WEIGHT = 8
"""How often a rendered still stands in the pool for each drawn board: there are few of them, and they look more like photographs."""


def pool_board(seed: int, i: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A drawn board at POOL_SCALE with its eight keypoints (pixels)."""
    d = draw_board(np.random.default_rng([seed, i]))
    x0, y0, x1, y1 = d.area
    bl, br = d.bar
    k = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [bl, y0], [br, y0], [br, y1], [bl, y1]]) * POOL_SCALE
    return cv2.resize((np.clip(d.image, 0, 1) * 255).astype(np.uint8), None, fx=POOL_SCALE, fy=POOL_SCALE, interpolation=cv2.INTER_AREA), k


def random_view(
    rng: np.random.Generator, image: NDArray[np.uint8], keypoints: NDArray[np.float64], *, is_rendered: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A training input (BOARD_INPUT square, uint8) and keypoints in its pixels, through a random homography.

    A third of the views are tight and nearly rectified, as in the finder's second look. Boards stay upright within 25 degrees, or
    (a third) turned by a quarter; the keypoints keep the order of the turned picture: a quarter turn is 90 degrees clockwise.
    """
    S = BOARD_INPUT
    image, keypoints = _mirrored(rng, image, keypoints)
    corners = keypoints[:4]
    center = corners.mean(0)
    w = np.linalg.norm(corners[1] - corners[0])
    h = np.linalg.norm(corners[3] - corners[0])
    tight = rng.random() < 0.33
    quarter = (not tight) and rng.random() < 0.3
    aspect = rng.uniform(0.85, 1.25)
    fill = rng.uniform(0.74, 0.86) if tight else rng.uniform(0.38, 0.97)
    persp = rng.uniform(0, 0.05) if tight else rng.uniform(0, 0.42) * (rng.random() < 0.75)
    roll = np.radians(rng.normal(0, 1.5 if tight else 8)) + (-np.pi / 2 if quarter else 0)
    if is_rendered:
        persp *= 0.3
        aspect = rng.uniform(0.94, 1.06)
    # board-centred square, foreshortened away from the viewer, then rolled, scaled and shifted
    src = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    unit = src * [aspect, 1.0] / max(w * aspect, h)
    depth = 1 + persp * (-unit[:, 1:2] if rng.random() < 0.9 else unit[:, 1:2]) * 2 * 0.5 + rng.normal(0, 0.03) * unit[:, :1] * persp
    squash = 1 - 0.6 * persp
    dst = unit * [1, squash] / depth
    c, s = np.cos(roll), np.sin(roll)
    dst = dst @ np.array([[c, s], [-s, c]])
    dst /= np.ptp(dst, axis=0).max()
    room = 1 - 2 * BOARD_PAD
    dst = dst * fill * room * S
    slack = (1 - fill) / 2
    shift = rng.normal(0, 0.25 * slack + 0.005, 2) if tight else rng.uniform(-0.9, 0.9, 2) * slack
    dst = dst + S / 2 + shift * S * room
    m = cv2.getPerspectiveTransform((src + center).astype(np.float32) if not is_rendered else corners.astype(np.float32), dst.astype(np.float32))
    out = cv2.warpPerspective(image, m, (S, S), flags=cv2.INTER_AREA if fill < 0.7 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    inside = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), m, (S, S), flags=cv2.INTER_NEAREST)
    back = (np.clip(surface(rng, S, S, random_color(rng)), 0, 1) * 255).astype(np.uint8)
    out = np.where(inside[..., None] > 0, out, back)
    k = cv2.perspectiveTransform(keypoints[None].astype(np.float32), m)[0].astype(float)
    _clutter(rng, out, k)
    out = degrade(out, rng, strength=0.8, least_scale=0.6)
    # the letterbox: what lies outside the picture is black, in one direction for wide or tall pictures
    pad = int(BOARD_PAD * S)
    px, py = pad, pad
    if rng.random() < 0.8:
        extra = int(rng.uniform(0, 0.22) * S)
        lo, hi = k.min(0), k.max(0)
        if rng.random() < 0.6:
            py = int(max(pad, min(pad + extra, lo[1] + 2, S - hi[1] + 2)))
        else:
            px = int(max(pad, min(pad + extra, lo[0] + 2, S - hi[0] + 2)))
    framed = np.zeros_like(out)
    framed[py : S - py, px : S - px] = out[py : S - py, px : S - px]
    return framed, k


def _mirrored(rng: np.random.Generator, image: NDArray[np.uint8], keypoints: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Left for right, top for bottom, each at random: trays and cubes sit on any side, and a mirrored board is a board."""
    h, w = image.shape[:2]
    k = keypoints.copy()
    if rng.random() < 0.5:
        image, k[:, 0] = image[:, ::-1], w - k[:, 0]
        k = k[[1, 0, 3, 2, 5, 4, 7, 6]]
    if rng.random() < 0.5:
        image, k[:, 1] = image[::-1], h - k[:, 1]
        k = k[[3, 2, 1, 0, 7, 6, 5, 4]]
    return np.ascontiguousarray(image), k


def _clutter(rng: np.random.Generator, out: NDArray[np.uint8], k: NDArray[np.float64]) -> None:
    """What else is in a picture: graphics panels and lettering of a broadcast, things on the table, arms across the board."""
    S = out.shape[0]
    lo, hi = k.min(0), k.max(0)
    if rng.random() < 0.35:  # panels at the sides, over everything beyond the board
        for _ in range(int(rng.integers(1, 4))):
            gap = rng.uniform(0.02, 0.12) * S
            x0, x1 = (hi[0] + gap, S) if rng.random() < 0.5 else (0, lo[0] - gap)
            if x1 - x0 < 6:
                continue
            y0, y1 = (0, S) if rng.random() < 0.5 else np.sort(rng.uniform(0, S, 2))
            cv2.rectangle(out, (int(x0), int(y0)), (int(x1), int(y1)), (random_color(rng, 0.0, 0.6) * 255).tolist(), -1)
            for _t in range(int(rng.integers(0, 6))):
                p = (int(rng.uniform(x0, x1)), int(rng.uniform(y0, y1)))
                if rng.random() < 0.5:
                    cv2.putText(
                        out,
                        str(rng.choice(["WORLD", "FINAL", "7 - 5", "Smith", "BG"])),
                        p,
                        int(rng.integers(0, 5)),
                        rng.uniform(0.2, 0.5),
                        (random_color(rng, 0.4, 1) * 255).tolist(),
                        1,
                        cv2.LINE_AA,
                    )
                else:
                    cv2.circle(out, p, int(rng.integers(2, 12)), (random_color(rng) * 255).tolist(), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.5 else 0):  # things on the table
        p = rng.uniform(0, S, 2)
        if (p > lo - 4).all() and (p < hi + 4).all():
            continue
        box = cv2.boxPoints(((float(p[0]), float(p[1])), (rng.uniform(4, 30), rng.uniform(4, 30)), rng.uniform(0, 90))).astype(np.int32)
        cv2.fillPoly(out, [box], (random_color(rng) * 255).tolist(), cv2.LINE_AA)
    if rng.random() < 0.25:  # an arm
        a, b = rng.uniform(lo, hi), rng.choice([-0.2, 1.2], 2) * S + rng.uniform(-0.4, 0.4, 2) * S
        w = int(rng.uniform(0.04, 0.12) * S)
        cv2.line(out, tuple(int(v) for v in a * 0.7 + b * 0.3), tuple(int(v) for v in b), (random_color(rng) * 255).tolist(), w, cv2.LINE_AA)
        skin = np.float32([0.45, 0.58, 0.82]) * rng.uniform(0.3, 1.1) * 255
        cv2.line(out, tuple(int(v) for v in a), tuple(int(v) for v in a * 0.7 + b * 0.3), skin.tolist(), max(2, int(w * 0.7)), cv2.LINE_AA)


def no_board(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A picture without a board: surfaces, shapes, lines."""
    S = BOARD_INPUT
    out = surface(rng, S, S, random_color(rng))
    for _ in range(int(rng.integers(0, 8))):
        p = rng.uniform(0, S, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        u = rng.random()
        c = random_color(rng).tolist()
        if u < 0.4:
            cv2.fillPoly(out, [p], c, cv2.LINE_AA)
        elif u < 0.7:
            cv2.circle(out, tuple(int(v) for v in p[0]), int(rng.integers(5, 60)), c, -1 if rng.random() < 0.6 else 3, cv2.LINE_AA)
        else:
            cv2.rectangle(out, tuple(int(v) for v in p[0]), tuple(int(v) for v in p[1]), c, -1 if rng.random() < 0.6 else 2)
    return degrade((np.clip(out, 0, 1) * 255).astype(np.uint8), rng)


def load_pool(drawn: Path, scenes: list[Path]) -> list[tuple[NDArray[np.uint8], NDArray[np.float64], bool]]:
    """All boards of a pool folder (`main`) and of folders of rendered stills, each (picture, keypoints, is_rendered)."""
    pool = []
    for path in sorted(drawn.glob("*.json")):
        image = cv2.imread(str(path.with_suffix(".jpg")))
        if image is not None:
            pool.append((image, np.asarray(json.loads(path.read_text())), False))
    for folder in scenes:
        for still in stills(folder):
            f = 640 / max(still.image.shape)
            pool += [(cv2.resize(still.image, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), still.keypoints * f, True)] * RENDERED_WEIGHT
    return pool


@click.command(help="Draw a pool of boards for the board finder; resumable.")
@click.option("--count", default=700)
@click.option("--seed", default=5)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(count: int, seed: int, out: Path) -> None:
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        path = out / f"b{seed}_{i:05d}.json"
        if path.exists():
            continue
        image, k = pool_board(seed, i)
        cv2.imwrite(str(path.with_suffix(".jpg")), image, [cv2.IMWRITE_JPEG_QUALITY, 93])
        path.write_text(json.dumps(np.round(k, 2).tolist()))
        if i % 100 == 99:
            click.echo(f"{i + 1} of {count} boards")


if __name__ == "__main__":
    main()
