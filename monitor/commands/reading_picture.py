"""A picture with a reading drawn into it, for a person to check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from monitor.errors import InputError
from monitor.station.config import write_whole
from monitor.vision.source import read_picture

_INK, _HALO, _LINE = (255, 255, 255), (0, 0, 0), (0, 220, 255)


def write_overlay(picture: Path, reading: Mapping[str, Any], folder: Path) -> Path:
    """NAME.read.jpg in the folder: the board's edge, the count of each point, dice with values. Raises InputError."""
    image = read_picture(picture)
    size = max(0.4, image.shape[1] / 1600)
    corners = reading.get("corners")
    if corners:
        cv2.polylines(image, [np.round(np.asarray(corners, float)).astype(np.int32)], True, _LINE, max(1, round(2 * size)), cv2.LINE_AA)
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        image_from_board = cv2.getPerspectiveTransform(unit, np.asarray(corners, np.float32))
        for name, v in (("top", -0.03), ("bottom", 1.03)):
            for column, cell in enumerate(reading[name]):
                if str(cell) != "0":
                    u = (column + 0.5) / 12 * 0.95 + (0.05 if column >= 6 else 0.0)  # the bar is about half a point wide
                    place = image_from_board @ np.array([u, v, 1.0])
                    _text(image, str(cell), place[0] / place[2], place[1] / place[2], size)
    for die in reading.get("dice") or ():
        x, y = die["xy"]
        cv2.circle(image, (round(x), round(y)), round(26 * size), _LINE, max(1, round(2 * size)), cv2.LINE_AA)
        _text(image, f"{die.get('value') or '?'}{'' if die.get('flat', True) else ' tilted'}", x + 36 * size, y, size)
    is_written, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
    if not is_written:
        raise InputError(f"The picture of {picture.name} with its reading cannot be written.")
    out = folder / f"{picture.stem}.read.jpg"
    write_whole(out, data.tobytes(), is_private=False)
    return out


def _text(image: Any, text: str, x: float, y: float, size: float) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    at = (round(x - width / 2), round(y + height / 2))
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, _HALO, max(2, round(4 * size)), cv2.LINE_AA)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, max(1, round(1.5 * size)), cv2.LINE_AA)
