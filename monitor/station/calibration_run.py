"""Calibration: the board, the seats and the home side of a table, from a video, a picture or a camera."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration.geometry import BoardFit
from monitor.errors import CalibrationError
from monitor.game.events import SetupSeen
from monitor.station import overlay
from monitor.station.board import board_reader, fit_board
from monitor.station.config import TableOptions
from monitor.station.pipeline import Pipeline
from monitor.vision.frame import Frame
from monitor.vision.source import PictureSource, is_live, open_source

SAMPLES = 10
STRETCH_S, STEP_S = 8.0, 0.2
"""How much of a source is looked at, and how often."""
PICTURE_REPEATS = 30


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What was found. setup: the start position's seats; None when the pictures do not show a start position. preview: JPEG."""

    options: TableOptions
    fit: BoardFit
    setup: SetupSeen | None
    preview: bytes


def calibrate(source: str | int, options: TableOptions) -> Calibrated:
    """Finds the board in a source's first seconds and, where a start position is set up, who sits where.

    Raises SourceError, CameraError or CalibrationError.
    """
    frames = list(_frames(source))
    if not frames:
        raise CalibrationError("The source gave no picture.")
    chosen = frames[:: max(1, len(frames) // SAMPLES)][:SAMPLES]
    fit = fit_board([f.image for f in chosen], options)
    setup, pipeline = _look_at_setup(frames, fit, options)
    corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in fit.corners)
    seen = setup if setup is not None and not setup.starts_mid_game else None
    found: dict[str, Any] = {
        "corners": corners, "bar": tuple(round(float(b), 4) for b in fit.bar), "rotated": fit.rotated, "picture_size": (fit.width, fit.height),
        "near": options.near or (seen.near if seen else None), "near_home": options.near_home or (seen.near_home if seen else None),
    }  # fmt: skip
    saved = TableOptions.model_validate({**options.model_dump(), **found})
    preview = overlay.draw(frames[-1].image, fit, pipeline.observation, "calibration")
    return Calibrated(saved, fit, seen, preview)


def _look_at_setup(frames: Sequence[Frame], fit: BoardFit, options: TableOptions) -> tuple[SetupSeen | None, Pipeline]:
    pipeline = Pipeline(board_reader(fit), options, match_id="calibration")
    for frame in frames:
        for event in pipeline.step(frame):
            if isinstance(event, SetupSeen):
                return event, pipeline
    return None, pipeline


def _frames(source: str | int) -> Iterator[Frame]:
    """Frames of the first seconds, STEP_S apart; a single picture is shown for as long."""
    opened = open_source(source)
    try:
        if isinstance(opened, PictureSource):
            (picture,) = opened
            for number in range(PICTURE_REPEATS):
                yield replace(picture, seq=number, t=number * STEP_S)
            return
        due = 0.0
        for frame in itertools.takewhile(lambda f: f.t <= STRETCH_S, opened):
            if frame.t >= due:
                due = frame.t + STEP_S
                yield frame
    finally:
        opened.close()


def default_file(source: str | int) -> Path:
    """Where the table is saved unless told otherwise."""
    return Path("table.toml") if is_live(source) else Path(f"{Path(str(source)).stem}.table.toml")
