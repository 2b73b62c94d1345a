"""The live picture with what was read drawn into it: provisional, for the eye; facts come from the log."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit, project
from monitor.tracking.observation import Observation

WIDTH_PX = 960
QUALITY = 75
TEXT_SIZE = 0.65
"""Of the font's own: the picture is shown at about two thirds of its width, and is read from an arm's length."""
_INK, _HALO, _DIE, _HAND = (255, 255, 255), (0, 0, 0), (0, 220, 255), (80, 80, 255)


def draw(image: NDArray[np.uint8], fit: BoardFit | None, observation: Observation | None, caption: str) -> bytes:
    """JPEG of the picture, at most WIDTH_PX wide, with the board's edge, counts, dice and hands as read in this frame.

    caption: may have several lines; beside a board short ones, which stay clear of the counts above it.
    """
    scale = min(1.0, WIDTH_PX / image.shape[1])
    canvas = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image.copy()
    if fit is not None:
        corners = np.round(np.asarray(fit.corners, float) * scale).astype(np.int32)
        cv2.polylines(canvas, [corners], True, _DIE, 1, cv2.LINE_AA)
        if observation is not None and observation.is_full:
            _draw_counts(canvas, fit, observation, scale)
            _draw_dice(canvas, fit, observation, scale)
        if observation is not None:
            _draw_hands(canvas, fit, observation, scale)
    for row, line in enumerate(caption.splitlines()):
        _text(canvas, line, (8, 26 + 24 * row))
    is_written, data = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if is_written else b""


def _draw_counts(canvas: Any, fit: BoardFit, observation: Observation, scale: float) -> None:
    """Per point the likeliest count of each colour, outside the board's edge so that the checkers stay visible."""
    for cell in range(24):
        if observation.is_hidden[cell]:
            continue
        counts = observation.points[cell].argmax(axis=1)
        label = " ".join(f"{'AB'[color]}{int(count)}" for color, count in enumerate(counts) if count)
        if label:
            _text(canvas, label, _at(fit, fit.cell_center(cell), -0.04 if cell < 12 else 1.05, scale), is_centred=True)


def _draw_dice(canvas: Any, fit: BoardFit, observation: Observation, scale: float) -> None:
    for die in observation.dice:
        x, y = _at(fit, die.u, die.v, scale)
        cv2.circle(canvas, (x, y), 14, _DIE, 2, cv2.LINE_AA)
        value = int(np.argmax(die.value_p)) + 1 if max(die.value_p, default=0.0) > 0.5 else None
        tilt = "" if die.flat_p > 0.5 else " tilted"
        _text(canvas, f"{value if value else '?'}{tilt}", (x + 16, y + 5))


def _draw_hands(canvas: Any, fit: BoardFit, observation: Observation, scale: float) -> None:
    for u0, v0, u1, v1 in observation.hands:
        outline = np.array([_at(fit, u, v, scale) for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))], np.int32)
        cv2.polylines(canvas, [outline], True, _HAND, 1, cv2.LINE_AA)


def _at(fit: BoardFit, u: float, v: float, scale: float) -> tuple[int, int]:
    x, y = project(fit.image_from_board, np.array([[u, v]]))[0] * scale
    return int(np.clip(x, -9999, 9999)), int(np.clip(y, -9999, 9999))


def _text(canvas: Any, text: str, at: tuple[int, int], is_centred: bool = False) -> None:
    if is_centred:
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, TEXT_SIZE, 2)
        at = (at[0] - width // 2, at[1] + height // 2)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, TEXT_SIZE, _HALO, 5, cv2.LINE_AA)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, TEXT_SIZE, _INK, 2, cv2.LINE_AA)
