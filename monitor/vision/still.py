"""Reading a single picture: the answer of `python -m monitor read` in the shape of `formats.md` section 2."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import BoardFit, find_board, fit_from_corners
from monitor.errors import CalibrationError, SourceError
from monitor.game.position import SET
from monitor.tracking.observation import MAX_COUNT
from monitor.tracking.sums import best_under_sums
from monitor.vision.detector import Detector
from monitor.vision.reader import PictureReader, Reading, reaches_over

SURE_CELL = 0.90
"""A cell whose best reading is less likely than this is listed as uncertain."""
SURE_DIE = 0.80
LEAST_P = 1e-6
"""The least probability that a look is taken to say."""
Picture = NDArray[np.uint8]


def load_picture(path: str | Path) -> Picture:
    """BGR, orientation tag applied. Raises SourceError with the reason."""
    path = Path(path)
    try:
        if not path.exists():
            raise SourceError(f"{path} does not exist.")
        if path.is_dir():
            raise SourceError(f"{path} is a folder, not a picture.")
        image = cv2.imdecode(np.frombuffer(path.read_bytes() or b"\0", np.uint8), cv2.IMREAD_COLOR)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from error
    except cv2.error as error:
        raise SourceError(f"{path} is too large a picture, or a damaged one.") from error
    if image is None:
        raise SourceError(f"{path} is not a picture that can be read (JPEG, PNG and similar can).")
    return np.asarray(image, np.uint8)


def read_picture(path: str | Path, corners: Any = None, detector: Detector | None = None) -> dict[str, Any]:
    """One JSON object as `read --json` prints it; a picture that cannot be read gives ok False and the reason.

    corners: eight numbers or (4, 2), the first being top-left of the turned picture; without it the board is found.
    """
    try:
        image = load_picture(path)
        fit = find_board([image]) if corners is None else fit_from_corners([image], np.asarray(corners, float))
    except (SourceError, CalibrationError) as e:
        return {"image": str(path), "ok": False, "error": str(e)}
    return {"image": str(path), "ok": True, "error": None, **describe(image, fit, PictureReader(fit, detector).read(image))}


def describe(image: Picture, fit: BoardFit, reading: Reading) -> dict[str, Any]:
    """The keys of `formats.md` section 1 for a reading, with confidence and what is uncertain."""
    uncertain: list[str] = []
    confidence = 1.0
    cells: list[str] = []
    seen = [best_cell(p) for p in (*reading.points, reading.bar)]
    counts = at_most_fifteen(reading.points, reading.bar, reading.totals, [cell for cell, _ in seen])
    for cell, (here, (alone, p)) in enumerate(zip(counts[:24], seen[:24], strict=True)):
        cells.append(cell_text(here, reading, cell))
        name = f"top[{cell}]" if cell < 12 else f"bottom[{cell - 12}]"
        if p < SURE_CELL or reading.hidden[cell] or here != alone:
            uncertain.append(name)
        if not reading.hidden[cell]:
            confidence *= p if here == alone else 1 - p
    bar = {}
    for c, key in enumerate("AB"):
        bar[key] = counts[24][c]
        p = float(reading.bar[c, bar[key]])
        confidence *= p
        if p < SURE_CELL or (reading.is_bar_hidden and bar[key] == 0):
            uncertain.append(f"bar.{key}")
    if reading.colors is None or not reading.colors.is_sure:
        uncertain.append("colors")
    dice = []
    for i, d in enumerate(reading.dice):
        value = int(np.argmax(d.value_p)) + 1
        p = max(d.value_p)
        xy = _image_xy(fit, d.u, d.v)
        dice.append(
            {
                "value": value if p > 0.5 else None,
                "xy": xy,
                "color": "",
                "flat": bool(d.flat_p > 0.5),
                "on": str(d.on),
                "confidence": round(min(p, d.confidence), 3),
            }
        )
        if p < SURE_DIE or 0.25 < d.flat_p < 0.75:
            uncertain.append(f"dice[{i}]")
    cube = None
    if reading.cube is not None:
        cube = {"value": reading.cube.value, "xy": _image_xy(fit, reading.cube.u, reading.cube.v)}
        if reading.cube.value is None:
            uncertain.append("cube")
    return {
        "width": int(image.shape[1]), "height": int(image.shape[0]), "corners": np.round(fit.corners, 1).tolist(), "rotated": fit.rotated,
        "colors": _color_names(reading), "top": cells[:12], "bottom": cells[12:], "bar": bar, "off": {"A": None, "B": None},
        "dice": dice, "cube": cube, "hand": any(reaches_over(h) for h in reading.hands), "hidden_cells": np.flatnonzero(reading.hidden).tolist(),
        "confidence": round(float(confidence), 4), "uncertain": uncertain,
    }  # fmt: skip


def best_cell(p: NDArray[np.float32]) -> tuple[tuple[int, int], float]:
    """Likeliest counts (A, B) of a cell (2, MAX_COUNT) and their joint probability."""
    assert p.shape == (2, MAX_COUNT)
    a, b = int(p[0].argmax()), int(p[1].argmax())
    return (a, b), float(p[0, a] * p[1, b])


def at_most_fifteen(points: NDArray[np.float32], bar: NDArray[np.float32], totals: NDArray[np.float32], counts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Counts (A, B) of the 24 cells and the bar, the likeliest of which neither colour has more than fifteen: a set holds no more.

    points, bar, totals: as `Observation` has them. counts: what every cell says by itself, kept as it is where it breaks nothing. No fault of the
    players' can hide in this: it settles whose a disc of doubtful colour is, and how many a stack holds that was read too high.
    """
    if all(sum(c[k] for c in counts) <= SET for k in (0, 1)):
        return counts
    log = np.log(np.maximum(np.concatenate([np.concatenate([points, bar[None]]), totals[:, None]], 1), LEAST_P).astype(float))
    a, b = np.indices((MAX_COUNT, MAX_COUNT))
    table = log[:, 0, :, None] + log[:, 1, None, :] + log[:, 2][:, np.minimum(a + b, MAX_COUNT - 1)]
    free = np.zeros(SET + 1)
    cells, _ = best_under_sums(table, (free, free), table[0].size)
    return [(int(a), int(b)) for a, b in cells]


def cell_text(counts: tuple[int, int], reading: Reading, cell: int) -> str:
    """ "0", "A2", or both colours with the upper one (further from the base line) first."""
    a, b = counts
    if a and b:
        here = reading.cells == cell
        depth = reading.bases[:, 1] if cell < 12 else 1 - reading.bases[:, 1]
        is_a_upper = depth[here & (reading.a_p > 0.5)].mean() > depth[here & (reading.a_p <= 0.5)].mean() if (reading.a_p[here] > 0.5).any() else False
        return f"A{a}+B{b}" if is_a_upper else f"B{b}+A{a}"
    return f"A{a}" if a else f"B{b}" if b else "0"


def _image_xy(fit: BoardFit, u: float, v: float) -> list[int]:
    p = fit.image_from_board @ [u, v, 1.0]
    return [round(float(p[0] / p[2])), round(float(p[1] / p[2]))]


def _color_names(reading: Reading) -> dict[str, str | None]:
    """A word for each player's colour, from the middle of its discs."""
    out: dict[str, str | None] = {"A": None, "B": None}
    f = reading.features
    for key, mask in (("A", reading.a_p > 0.8), ("B", reading.a_p < 0.2)):
        if mask.any():
            out[key] = color_word(np.median(f[mask], 0))
    return out


def color_word(lab: NDArray[np.float32]) -> str:
    """A plain colour word for a CIELAB value (L 0..100)."""
    lightness, a, b = (float(x) for x in lab)
    if np.hypot(a, b) < 12:
        return "white" if lightness > 75 else "grey" if lightness > 35 else "black"
    hue = np.degrees(np.arctan2(b, a)) % 360
    for limit, word in (
        (20, "red"),
        (50, "red" if lightness < 60 else "orange"),
        (80, "brown" if lightness < 60 else "orange"),
        (110, "yellow"),
        (190, "green"),
        (290, "blue"),
        (330, "purple"),
    ):
        if hue < limit:
            return word
    return "red"
