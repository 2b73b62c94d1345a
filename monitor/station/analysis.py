"""Analysis of a recorded video from start to end, as fast as it can be read, into the result of `formats.md` section 3."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from calibration.geometry import BoardFit
from monitor import __version__
from monitor.errors import CalibrationError, SourceError
from monitor.game.events import RollSeen, TableEvent
from monitor.station.board import board_reader, fit_board
from monitor.station.config import TableOptions
from monitor.station.pipeline import ObservationReader, Pipeline
from monitor.vision.source import VideoFileSource

Progress = Callable[[float, float | None], None]
"""Called with the seconds of video done, and those there are (None: the file does not say)."""

SAMPLES = 10
SAMPLE_WINDOWS_S = ((0.0, 5.0), (5.0, 20.0), (20.0, 60.0))
"""Where the board is looked for: spread over the first seconds, and further on when it was covered there."""


def analyse(
    video: Path, options: TableOptions, progress: Progress | None = None, *, start_s: float | None = None, end_s: float | None = None,
    make_reader: Callable[[BoardFit], ObservationReader] = board_reader,
    find: Callable[[Sequence[Any], TableOptions], BoardFit] = fit_board,
    on_event: Callable[[TableEvent], None] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Reads the whole video and returns the result; `partial` in it says why a damaged file ended early.

    Raises SourceError when nothing can be read and CalibrationError when no board is found.
    """
    begun = time.monotonic()
    name = os.fsencode(video.name).decode("utf-8", "replace")  # a name of bytes that are no text cannot stand in a result
    fit = find_in_video(video, options, start_s or 0.0, find)
    pipeline = Pipeline(make_reader(fit), options, match_id=Path(name).stem or "video")
    source = VideoFileSource(video, start_s=start_s, end_s=end_s)
    events: list[TableEvent] = []
    frames, last_t = 0, 0.0

    def take(new: Sequence[TableEvent]) -> None:
        events.extend(new)
        if on_event:
            for event in new:
                on_event(event)

    try:
        for frame in source:
            take(pipeline.step(frame))
            frames, last_t = frames + 1, frame.t
            if progress:
                progress(frame.t, end_s or source.duration_s)
    finally:
        source.close()
    if not frames:
        raise SourceError(f"{video.name} has no pictures between {start_s or 0:.1f} s and {f'{end_s:.1f} s' if end_s else 'its end'}.")
    take(pipeline.finish())
    return {
        "video": name,
        "table": pipeline.table_json(),
        "events": event_list(events),
        "board": fit.to_json(),
        "partial": source.partial_reason if source.is_partial else None,
        "notes": notes(options),
        "analysis": {
            "version": __version__, "frames": frames, "duration_s": round(last_t, 3), "wall_s": round(time.monotonic() - begun, 2),
            "width": source.width, "height": source.height, "start_s": start_s, "end_s": end_s,
        },
    }  # fmt: skip


def event_list(events: Sequence[TableEvent]) -> list[dict[str, Any]]:
    """Events as plain data in the order of their time (those of one time in the order they were reported). A roll that was told better later is told once."""
    replaced = {e.replaces for e in events if isinstance(e, RollSeen) and e.replaces is not None}
    kept = (e for e in events if not (isinstance(e, RollSeen) and e.replaces is None and e.t in replaced))
    return [e.to_json() for e in sorted(kept, key=lambda e: e.t)]


def notes(options: TableOptions) -> list[str]:
    """What the result does not cover, for the reader of the result."""
    out = []
    if options.baffle:
        out.append("The side rule for a baffle box is not judged yet; rolls are judged for being flat and on the board only.")
    if options.clock:
        out.append("Presses of a clock are not seen yet; a turn ends here when a die is lifted.")
    if options.match_length is None:
        out.append("The match length was not told.")
    return out


def find_in_video(video: Path, options: TableOptions, start_s: float, find: Callable[[Sequence[Any], TableOptions], BoardFit]) -> BoardFit:
    """The board in the first seconds of a video. Raises CalibrationError with the last reason when it is nowhere in the first minute."""
    reason: CalibrationError | None = None
    for begin, end in SAMPLE_WINDOWS_S:
        images = sample_frames(video, start_s + begin, start_s + end)
        if not images:
            break
        try:
            return find(images, options)
        except CalibrationError as error:
            reason = error
            if options.corners is not None:
                break
    if reason is None and start_s > 0:
        raise SourceError(f"{video.name} has no pictures from {start_s:.1f} s on.")
    raise reason or CalibrationError(f"{video.name} is too short to find a board in.")


def sample_frames(video: Path, begin_s: float, end_s: float, count: int = SAMPLES) -> list[Any]:
    """Up to `count` pictures spread evenly over a stretch of the video; a damaged rest is ignored."""
    source = VideoFileSource(video, start_s=begin_s, end_s=end_s)
    images: list[Any] = []
    step = (end_s - begin_s) / count
    try:
        for frame in source:
            if frame.t >= begin_s + len(images) * step:
                images.append(frame.image)
            if len(images) >= count:
                break
    except SourceError:
        if begin_s <= 0:
            raise
    finally:
        source.close()
    return images
