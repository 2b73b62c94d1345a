"""Hands that reach over a drawn board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn.labels import Drawn, Thing
from models.training.drawn.textures import Image, noise, random_color, surface


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
