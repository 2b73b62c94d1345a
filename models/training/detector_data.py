"""Pictures for the detector: crops of rectified boards, drawn and rendered, with YOLO labels.

The detector only ever sees the rectified canvas (`calibration.geometry`), so it learns one scale and one orientation. Crops of
the canvas at the same scale cost a fifth of the whole and transfer to it.
Command: `python -m models.training.detector_data drawn --count 2000 --out data/detector/train` (also `rendered --scenes DIR`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import AREA_H, AREA_W, AREA_X, AREA_Y, CANVAS_H, CANVAS_W, project
from models.training.drawn.board import draw_board
from models.training.drawn.labels import Drawn
from models.training.drawn.objects import ON_CHECKER
from models.training.effects import degrade
from models.training.rendered import Still, stills
from monitor.vision.classes import CLASSES

CROP = 384
Box = tuple[int, float, float, float, float]


def jittered_homography(rng: np.random.Generator, corners: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    """(3, 3) from picture to canvas, as a calibration that is off by `spread` of the board's width at each corner would give it."""
    size = float(np.linalg.norm(corners[1] - corners[0]))
    found = corners + rng.normal(0, spread * size, (4, 2))
    canvas = np.float32([[AREA_X, AREA_Y], [AREA_X + AREA_W, AREA_Y], [AREA_X + AREA_W, AREA_Y + AREA_H], [AREA_X, AREA_Y + AREA_H]])
    return np.asarray(cv2.getPerspectiveTransform(found.astype(np.float32), canvas), float)


def load_hands(folder: Path | None) -> list[NDArray[np.uint8]]:
    """Rendered hands (h, w, 4) BGRA of `models.training.scenes.hand_sprites`; none without a folder."""
    return [np.asarray(cv2.imread(str(p), cv2.IMREAD_UNCHANGED), np.uint8) for p in sorted(folder.glob("*.png"))] if folder else []


def paste_hand(rng: np.random.Generator, canvas: NDArray[np.uint8], boxes: list[Box], hand: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], list[Box]]:
    """A rendered hand reaching over the canvas from an edge, with its shadow; what it covers by more than 60 % loses its box."""
    h, w = canvas.shape[:2]
    size = hand.shape[0]
    angle = (0.0 if rng.random() < 0.5 else 180.0) + rng.normal(0, 35) if rng.random() < 0.85 else rng.uniform(0, 360)
    m = cv2.getRotationMatrix2D((size / 2, size * 0.3), angle, rng.uniform(0.85, 1.55) * 690 / size)
    m[:, 2] += np.array([rng.uniform(AREA_X, AREA_X + AREA_W), rng.uniform(AREA_Y, AREA_Y + AREA_H)]) - [size / 2, size * 0.3]
    if rng.random() < 0.5:
        hand = hand[:, ::-1]
    # the sprite ends where its picture ends; repeating its last rows carries the arm on to the canvas's edge
    longer = cv2.copyMakeBorder(hand, 0, size, 0, 0, cv2.BORDER_REPLICATE)
    sprite = cv2.warpAffine(longer, m, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0)).astype(np.float32)
    alpha = sprite[..., 3:] / 255
    tone = np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(-0.1, 0.35))
    shadow = cv2.GaussianBlur(alpha[..., 0], (0, 0), rng.uniform(4, 14))
    shadow = cv2.warpAffine(shadow, np.array([[1, 0, rng.normal(0, 14)], [0, 1, rng.normal(0, 14)]]), (w, h))[..., None]
    out = canvas * (1 - rng.uniform(0.1, 0.6) * shadow)
    out = out * (1 - alpha) + np.clip(sprite[..., :3] * tone, 0, 255) * alpha
    cover = (alpha[..., 0] > 0.5).astype(np.uint8)
    x, y, bw, bh = cv2.boundingRect(cover)
    if bw < 8 or bh < 8:
        return canvas, boxes
    kept = []
    for box in boxes:
        x0, y0, x1, y1 = (int(v) for v in box[1:])
        part = cover[max(0, y0) : max(0, y1) + 1, max(0, x0) : max(0, x1) + 1]
        if CLASSES[box[0]] == "hand" or part.size == 0 or part.mean() < 0.6:
            kept.append(box)
    kept.append((CLASSES.index("hand"), x, y, x + bw, y + bh))
    return np.asarray(out, np.uint8), kept


def drawn_canvas(rng: np.random.Generator, drawn: Drawn, hands: Sequence[NDArray[np.uint8]] = ()) -> tuple[NDArray[np.uint8], list[Box], NDArray[np.float64]]:
    """One rectified, degraded canvas of a drawn board, its boxes (class, x0, y0, x1, y1), and the homography from the drawing."""
    x0, y0, x1, y1 = drawn.area
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    h = jittered_homography(rng, corners, abs(rng.normal(0, 0.006)))
    image = (np.clip(drawn.image, 0, 1) * 255).astype(np.uint8)
    canvas = cv2.warpPerspective(
        image, h, (CANVAS_W, CANVAS_H), flags=cv2.INTER_AREA if rng.random() < 0.5 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    boxes: list[Box] = []
    for thing in drawn.things:
        if thing.is_hidden:
            continue
        p = project(h, thing.outline)
        boxes.append((CLASSES.index(thing.kind), *p.min(0), *p.max(0)))
    for _ in range(int(rng.choice([0, 1, 1, 2])) if hands else 0):
        canvas, boxes = paste_hand(rng, canvas, boxes, hands[int(rng.integers(len(hands)))])
    return degrade(canvas, rng), boxes, h


def rendered_canvas(rng: np.random.Generator, still: Still, least_visible: float = 0.3) -> tuple[NDArray[np.uint8], list[Box], bool, NDArray[np.float64]]:
    """One rectified, degraded canvas of a rendered still, its boxes (projected from NAME.meta.json), whether the whole board is shown, and the homography
    from the picture."""
    image, corners = still.image, still.keypoints[:4]
    h = jittered_homography(rng, corners, abs(rng.normal(0, 0.006)))
    canvas = cv2.warpPerspective(image, h, (CANVAS_W, CANVAS_H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    boxes: list[Box] = []
    for o in still.meta["objects"]:
        kind = "hand" if o["kind"] == "cup" else o["kind"]
        share = o.get("visible")  # hands and cups have none: they are the ones that hide
        if kind not in CLASSES or (share is not None and share < least_visible) or o.get("on_edge"):
            continue
        b = o["visible_box"] if kind == "hand" else o["box"]
        if not b or not (0 <= (b[0] + b[2]) / 2 <= image.shape[1] and 0 <= (b[1] + b[3]) / 2 <= image.shape[0]):
            continue
        ring = np.array([[b[0], b[1]], [b[2], b[1]], [b[2], b[3]], [b[0], b[3]]], float)
        p = project(h, ring)
        boxes.append((CLASSES.index(kind), *p.min(0), *p.max(0)))
    whole = bool((np.ptp(corners, axis=0) <= [image.shape[1], image.shape[0]]).all())
    return degrade(canvas, rng, strength=0.6), boxes, whole, h


def crops(
    rng: np.random.Generator, canvas: NDArray[np.uint8], boxes: list[Box], count: int, *, is_around_boxes: bool = False
) -> list[tuple[NDArray[np.uint8], list[Box]]]:
    """Random CROP x CROP pieces, mirrored at random; a box counts when at least 40 % of it lies inside.

    is_around_boxes: each piece holds a random box, for a canvas of which the picture shows a part only.
    """
    out = []
    for _ in range(count):
        image, bs = canvas, list(boxes)
        if rng.random() < 0.5:
            image = image[:, ::-1]
            bs = [(c, CANVAS_W - d, b, CANVAS_W - a, e) for c, a, b, d, e in bs]
        if rng.random() < 0.5:
            image = image[::-1]
            bs = [(c, a, CANVAS_H - e, d, CANVAS_H - b) for c, a, b, d, e in bs]
        x, y = int(rng.integers(0, CANVAS_W - CROP + 1)), int(rng.integers(0, CANVAS_H - CROP + 1))
        if is_around_boxes and bs:
            _, a, b, d, e = bs[int(rng.integers(len(bs)))]
            x, y = (int(np.clip((p + q) / 2 - rng.uniform(0.2, 0.8) * CROP, 0, size - CROP)) for p, q, size in ((a, d, CANVAS_W), (b, e, CANVAS_H)))
        kept: list[Box] = []
        for c, a, b, d, e in bs:
            ia, ib, ic, ie = max(a, x), max(b, y), min(d, x + CROP), min(e, y + CROP)
            if ic - ia > 3 and ie - ib > 3 and (ic - ia) * (ie - ib) > (0.15 if CLASSES[c] == "hand" else 0.4) * (d - a) * (e - b):
                kept.append((c, ia - x, ib - y, ic - x, ie - y))
        out.append((np.ascontiguousarray(image[y : y + CROP, x : x + CROP]), kept))
    return out


def write_yolo(folder: Path, name: str, image: NDArray[np.uint8], boxes: list[Box]) -> None:
    """NAME.jpg and NAME.txt in the layout ultralytics reads (images/, labels/)."""
    h, w = image.shape[:2]
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    lines = [f"{c} {(a + d) / 2 / w:.5f} {(b + e) / 2 / h:.5f} {(d - a) / w:.5f} {(e - b) / h:.5f}" for c, a, b, d, e in boxes]
    (folder / "labels" / f"{name}.txt").write_text("\n".join(lines))


def _folders(out: Path) -> None:
    for sub in ("images", "labels"):
        (out / sub).mkdir(parents=True, exist_ok=True)


@click.group(help="Make the detector's training pictures.")
def main() -> None:
    cv2.setNumThreads(1)


@main.command(help="Crops of boards drawn on the fly; resumable (existing names are skipped).")
@click.option("--count", default=1600, help="boards to draw")
@click.option("--per-board", default=3, help="crops of each")
@click.option("--seed", default=0)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--start", default=0)
@click.option("--on-checker", "on_share", default=ON_CHECKER, show_default=True, help="share of the dice that lie on checkers")
@click.option("--hands", type=click.Path(path_type=Path, exists=True), default=None, help="rendered hands to paste over three boards in four")
def drawn(count: int, per_board: int, seed: int, out: Path, start: int, on_share: float, hands: Path | None) -> None:
    _folders(out)
    sprites = load_hands(hands)
    for i in range(start, start + count):
        if (out / "labels" / f"d{seed}_{i:05d}_{per_board - 1}.txt").exists():
            continue
        rng = np.random.default_rng([seed, i])
        canvas, boxes, _ = drawn_canvas(rng, draw_board(rng, on_share), sprites)
        for k, (image, bs) in enumerate(crops(rng, canvas, boxes, per_board)):
            write_yolo(out, f"d{seed}_{i:05d}_{k}", image, bs)
        if i % 100 == 99:
            click.echo(f"{i + 1 - start} of {count} boards")


@main.command(help="Crops of whole boards drawn for the point reader (models.training.point_data).")
@click.option("--boards", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--per-board", default=1)
@click.option("--seed", default=0)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def boards(boards: Path, per_board: int, seed: int, out: Path) -> None:
    _folders(out)
    for path in sorted(boards.glob("*.json")):
        canvas = cv2.imread(str(path.with_suffix(".jpg")))
        if canvas is None:
            continue
        rng = np.random.default_rng([seed, *path.stem.encode()])
        known: list[Box] = [(b[0], b[1], b[2], b[3], b[4]) for b in json.loads(path.read_text())["boxes"]]
        for k, (image, bs) in enumerate(crops(rng, np.asarray(canvas, np.uint8), known, per_board)):
            write_yolo(out, f"b{path.stem}_{k}", image, bs)


@main.command(help="Crops of rendered stills (a folder of NAME.jpg, NAME.meta.json).")
@click.option("--scenes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--per-picture", default=10)
@click.option("--seed", default=0)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def rendered(scenes: Path, per_picture: int, seed: int, out: Path) -> None:
    _folders(out)
    for still in stills(scenes):
        if (out / "labels" / f"r{still.name}_{per_picture - 1}.txt").exists():
            continue
        rng = np.random.default_rng([seed, *still.name.encode()])
        k = 0
        while k < per_picture:  # a fresh canvas for every second crop
            canvas, boxes, is_whole, _ = rendered_canvas(rng, still)
            for crop, bs in crops(rng, canvas, boxes, min(2, per_picture - k), is_around_boxes=not is_whole):
                write_yolo(out, f"r{still.name}_{k}", crop, bs)
                k += 1


if __name__ == "__main__":
    main()
