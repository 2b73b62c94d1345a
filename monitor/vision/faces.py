"""Face crops at native resolution: what the face reader sees of a die or of the doubling cube."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit
from models.sizes import FACE_INPUT, FACE_MARGIN

UNKNOWN_SHEAR = -1.0
MOST_SHEAR = 1.5


@dataclass(frozen=True, slots=True)
class FaceCrop:
    """image: (FACE_INPUT, FACE_INPUT, 3) BGR uint8. shear: how far a point shifts in the picture per unit of its height (0 straight above).

    A die tilted by 45 degrees under an overhead camera looks like a flat one seen from 45 degrees: only the shear tells them apart.
    """

    image: NDArray[np.uint8]
    shear: float = UNKNOWN_SHEAR


def network_input(crops: list[FaceCrop]) -> NDArray[np.float32]:
    """(n, 4, FACE_INPUT, FACE_INPUT): RGB 0..1 and a plane of the shear."""
    rgb = np.asarray([c.image for c in crops], np.float32)[..., ::-1].transpose(0, 3, 1, 2) / np.float32(255)
    shear = np.asarray([min(c.shear, MOST_SHEAR) for c in crops], np.float32)
    plane = np.broadcast_to(shear[:, None, None, None], (len(crops), 1, FACE_INPUT, FACE_INPUT))
    return np.ascontiguousarray(np.concatenate([rgb, plane], 1))


def face_crop(image: NDArray[np.uint8], fit: BoardFit, box: tuple[float, float, float, float], shear: tuple[float, float] | None = None) -> FaceCrop:
    """The original picture around a board box u0 v0 u1 v1. shear: (x, y) where it is known better than from the fit.

    The crop is metric (a die that lies flat shows a square top face) and turned so that height points up in it, away from the
    camera; straight under the camera, where height points nowhere, it keeps the board's axes.
    """
    camera = fit.camera
    u, v = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    edge = FACE_MARGIN * max(box[2] - box[0], (box[3] - box[1]) / camera.aspect)
    sx, sy = camera.shear(u, v) if shear is None else shear
    strength = float(np.hypot(sx, sy))
    up = np.array([sx, sy]) / strength if strength > 0.1 else np.array([0.0, -1.0])
    right = np.array([-up[1], up[0]])
    if right[0] * up[1] - right[1] * up[0] > 0:  # image axes are x right, y down: keep the crop from being mirrored
        right = -right
    # crop pixel (i, j) -> metric board -> (u, v) -> image
    a = edge / FACE_INPUT
    to_metric = np.array([[right[0] * a, -up[0] * a, 0], [right[1] * a, -up[1] * a, 0], [0, 0, 1]], float)
    half = FACE_INPUT / 2
    to_metric[:2, 2] = np.array([u, v / camera.aspect]) - to_metric[:2, :2] @ [half, half]
    to_board = np.diag([1.0, camera.aspect, 1.0])
    m = fit.image_from_board @ to_board @ to_metric
    # a die larger than the crop in the picture would alias: shrink the picture's part first by the whole factor
    corners = np.array([[0, 0, 1], [FACE_INPUT, 0, 1], [FACE_INPUT, FACE_INPUT, 1], [0, FACE_INPUT, 1]], float) @ m.T
    xy = corners[:, :2] / corners[:, 2:]
    span = float(np.ptp(xy, axis=0).max()) / FACE_INPUT
    if span > 1.8:
        f = 1 / span
        x0, y0 = np.maximum(np.floor(xy.min(0)).astype(int) - 4, 0)
        x1, y1 = np.minimum(np.ceil(xy.max(0)).astype(int) + 4, [image.shape[1], image.shape[0]])
        if x1 - x0 > 4 and y1 - y0 > 4:
            part = image[y0:y1, x0:x1]
            size = (max(2, round((x1 - x0) * f)), max(2, round((y1 - y0) * f)))
            image = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
            m = np.diag([size[0] / (x1 - x0), size[1] / (y1 - y0), 1.0]) @ np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ m
    crop = cv2.warpPerspective(image, m, (FACE_INPUT, FACE_INPUT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    return FaceCrop(np.asarray(crop, np.uint8), strength)
