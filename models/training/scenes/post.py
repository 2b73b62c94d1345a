"""What a camera does to a rendered picture, with labels kept right: lens distortion, exposure, white balance, blur, noise, scaling, JPEG, overlay bars.

numpy and OpenCV, no bpy. `camera_treatment` for the stills on disk, `variants` for more pictures of one render (0.2-0.4 s each instead of a render).
"""

from __future__ import annotations

import copy
import random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Points = NDArray[np.float64]


def _distort_points(points: Points, k1: float, width: int, height: int) -> Points:
    """Where an undistorted pixel lands: radial, r relative to half the diagonal."""
    center = np.array([width / 2, height / 2])
    unit = np.hypot(width, height) / 2
    p = (points - center) / unit
    r2 = (p**2).sum(axis=-1, keepdims=True)
    return np.asarray(p * (1 + k1 * r2) * unit + center)


def distort(picture: Image, k1: float) -> Image:
    """Radial lens distortion of the picture (barrel for k1 < 0), matching `_distort_points`."""
    h, w = picture.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float64) + 0.5
    target = np.stack([xs, ys], axis=-1)
    source = target.copy()
    for _ in range(4):
        source = source + (target - _distort_points(source, k1, w, h))
    return np.asarray(
        cv2.remap(
            picture, (source[..., 0] - 0.5).astype(np.float32), (source[..., 1] - 0.5).astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def _map_labels(truth: dict[str, Any], meta: dict[str, Any], move: Any) -> None:
    """Apply move: (n, 2) -> (n, 2) to every image place in both label dicts (boxes by their edges' middles and corners)."""

    def points(values: Any) -> Any:
        return np.round(move(np.asarray(values, np.float64).reshape(-1, 2)), 2).tolist()

    def box(values: Any) -> Any:
        if values is None:
            return None
        x0, y0, x1, y1 = values
        xm, ym = (x0 + x1) / 2, (y0 + y1) / 2
        moved = move(np.array([[x0, ym], [x1, ym], [xm, y0], [xm, y1]], np.float64))
        return np.round([moved[0, 0], moved[2, 1], moved[1, 0], moved[3, 1]], 2).tolist()

    if truth.get("corners"):
        truth["corners"] = points(truth["corners"])
    for die in truth["dice"]:
        die["xy"] = points(die["xy"])[0]
    if truth["cube"]:
        truth["cube"]["xy"] = points(truth["cube"]["xy"])[0]
    if meta.get("keypoints"):
        meta["keypoints"] = points(meta["keypoints"])
        target = np.asarray(meta["keypoints"][:4], np.float32)
        meta["homography"] = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), target).tolist()
    for item in meta["objects"]:
        item["box"], item["visible_box"] = box(item["box"]), box(item["visible_box"])
        for key in ("base", "top", "center"):
            if key in item:
                item[key] = points(item[key])[0]
        if "face_quad" in item:
            item["face_quad"] = points(item["face_quad"])


def overlay_bars(picture: Image, rng: random.Random, keep: tuple[float, float, float, float]) -> Image:
    """Broadcast graphics (boxes with words) where the board is not; keep: x0, y0, x1, y1 of the board in pixels."""
    out = picture.copy()
    h, w = out.shape[:2]
    x0, y0, x1, y1 = keep
    free = [(0, 0, w, int(y0) - 4), (0, int(y1) + 4, w, h), (0, 0, int(x0) - 4, h), (int(x1) + 4, 0, w, h)]
    free = [f for f in free if f[2] - f[0] > 60 and f[3] - f[1] > 24]
    words = ("PLAYER ONE", "7 POINT MATCH", "LIVE", "3 - 5", "TABLE 4", "FINAL", "Crawford", "64", "SCORE 2")
    for fx0, fy0, fx1, fy1 in rng.sample(free, min(len(free), rng.randint(1, 2))):
        bw, bh = int((fx1 - fx0) * rng.uniform(0.4, 1.0)), int((fy1 - fy0) * rng.uniform(0.3, 1.0))
        bx, by = fx0 + int((fx1 - fx0 - bw) * rng.random()), fy0 + int((fy1 - fy0 - bh) * rng.random())
        color = rng.choice(((0, 0, 0), (70, 70, 70), (120, 40, 10), (20, 20, 120), (230, 230, 230)))
        cv2.rectangle(out, (bx, by), (bx + bw, by + bh), color, -1)
        text = (255, 255, 255) if sum(color) < 400 else (20, 20, 20)
        for k in range(max(1, min(4, bh // 30))):
            cv2.putText(out, rng.choice(words), (bx + 6, by + 22 + 28 * k), cv2.FONT_HERSHEY_DUPLEX, min(0.7, bw / 180), text, 1, cv2.LINE_AA)
    return out


def treat_pixels(picture: Image, rng: random.Random, strength: float = 1.0) -> tuple[Image, dict[str, Any]]:
    """Exposure, white balance, blur, sensor noise, sharpening; strength 1 is an ordinary camera, 2 a poor one. Geometry stays."""
    noise_rng = np.random.default_rng(rng.randrange(1 << 30))
    gain = 2.0 ** rng.gauss(0, 0.22 * strength)
    balance = np.array([2.0 ** rng.gauss(0, 0.10 * strength) for _ in range(3)], np.float32)
    x = (picture.astype(np.float32) / 255.0) ** 2.2 * gain * balance
    sigma = abs(rng.gauss(0, 0.55 * strength))
    if sigma > 0.25:
        x = cv2.GaussianBlur(x, (0, 0), sigma)
    if rng.random() < 0.12 * strength:
        n = rng.randint(2, 3 + int(2 * strength))
        kernel = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
        cv2.line(kernel, (n, n), (n + rng.randint(-n, n), n + rng.randint(-n, n)), 1.0, 1)
        x = cv2.filter2D(x, -1, kernel / kernel.sum())
    shot = abs(rng.gauss(0, 0.014 * strength))
    grain = noise_rng.normal(0, 1, x.shape).astype(np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    x = x + grain * shot * np.sqrt(np.maximum(x, 0.02))
    y = np.clip(x, 0, 1) ** (1 / (2.2 * rng.uniform(0.92, 1.1)))
    if rng.random() < 0.3:
        y = np.clip(y + 0.6 * (y - cv2.GaussianBlur(y, (0, 0), 1.2)), 0, 1)
    facts = {"gain": round(gain, 3), "blur": round(sigma, 2), "noise": round(shot, 4)}
    return np.asarray(y * 255 + 0.5, np.uint8), facts


def camera_treatment(
    picture: Image, truth: dict[str, Any], meta: dict[str, Any], rng: random.Random, strength: float = 1.0
) -> tuple[Image, dict[str, Any], dict[str, Any]]:
    """One camera: lens, overlay (one in eight), pixels, sometimes through a smaller size, JPEG quality (in meta["post"]["jpeg"], applied by whoever saves)."""
    truth, meta = copy.deepcopy(truth), copy.deepcopy(meta)
    h, w = picture.shape[:2]
    k1 = rng.gauss(0, 0.012 * strength) if rng.random() < 0.6 else 0.0
    if abs(k1) > 1e-3:
        picture = distort(picture, k1)
        _map_labels(truth, meta, lambda p: _distort_points(p, k1, w, h))
    has_overlay = rng.random() < 0.12 and truth["corners"] is not None
    if has_overlay:
        corners = np.asarray(truth["corners"])
        spare = 0.09 * float(np.ptp(corners[:, 0]))
        picture = overlay_bars(
            picture, rng, (corners[:, 0].min() - spare * 2, corners[:, 1].min() - spare, corners[:, 0].max() + spare * 2, corners[:, 1].max() + spare)
        )
    picture, facts = treat_pixels(picture, rng, strength)
    if rng.random() < 0.15 * strength:
        scale = rng.uniform(0.6, 0.9)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.uint8)
        facts["through"] = round(scale, 2)
    meta["post"] = {**facts, "k1": round(k1, 5), "overlay": has_overlay, "jpeg": rng.choice((95, 92, 90, 85, 78) if strength <= 1 else (85, 70, 55, 40))}
    return picture, truth, meta


def variants(
    picture: Image, truth: dict[str, Any], meta: dict[str, Any], count: int, seed: int, strength: float = 1.5
) -> list[tuple[Image, dict[str, Any], dict[str, Any]]]:
    """count further pictures of one still, JPEG artefacts included; every other one also downscaled for good (labels scaled with it)."""
    out = []
    for k in range(count):
        rng = random.Random(f"variant/{seed}/{k}")
        image, t, m = camera_treatment(picture, truth, meta, rng, strength)
        if k % 2:
            image, t, m = rescaled(image, t, m, rng.uniform(0.6, 0.95))
        ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, m["post"]["jpeg"]])
        if not ok:
            raise RuntimeError("JPEG encoder refused the picture")
        out.append((np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), t, m))
    return out


def rescaled(picture: Image, truth: dict[str, Any], meta: dict[str, Any], scale: float) -> tuple[Image, dict[str, Any], dict[str, Any]]:
    """Picture and labels at another size."""
    truth, meta = copy.deepcopy(truth), copy.deepcopy(meta)
    h, w = picture.shape[:2]
    size = (round(w * scale), round(h * scale))
    factor = np.array([size[0] / w, size[1] / h])
    _map_labels(truth, meta, lambda p: p * factor)
    truth["width"], truth["height"] = size
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8), truth, meta
