"""The vision process's work: frames from the ring become events in the log, and a provisional picture for the dashboard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from calibration.geometry import BoardFit
from models.files import promised
from monitor import __version__
from monitor.errors import CalibrationError, InputError, ModelError
from monitor.record.chain import LogEntry
from monitor.station import overlay
from monitor.station.board import fit_board, live_board_reader
from monitor.station.config import StationOptions, write_whole
from monitor.station.pipeline import ObservationReader, Pipeline
from monitor.station.ring import RingReader
from monitor.station.writer import CAMERA_LOST, SessionWriter
from monitor.vision.frame import Frame
from monitor.vision.source import source_name

SOURCE_ENDED = "the source has ended"
TAKE_TIMEOUT_S = 0.2
LOST_AFTER_S = 0.9
"""A source that gave no frame for this long is lost, as far as the log is concerned."""
PICTURE_EVERY_S = 0.2
COUNTS_EVERY_S = 30.0
BOARD_SAMPLES, BOARD_SAMPLE_S, BOARD_RETRY_S = 4, 0.15, 1.0


class LiveSession:
    """Watches one session until its source ends or `stop` says so. The seams `read_board` and `find_board` are for tests."""

    def __init__(
        self, session: Path, options: StationOptions, ring: RingReader, *,
        read_board: Callable[[BoardFit], ObservationReader] = live_board_reader,
        find_board: Callable[[list[Any], Any], BoardFit] = fit_board,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.session, self.options, self.ring = session, options, ring
        self._read_board, self._find_board, self._clock = read_board, find_board, clock
        self.writer = SessionWriter(session)
        self.pipeline: Pipeline | None = None
        self.fit: BoardFit | None = None
        self.processed = 0
        self._t = 0.0
        self._t_wall: datetime | None = None
        self._last_frame_at = clock()
        self._is_lost = False
        self._next_picture = self._next_counts = 0.0
        self._samples: list[Any] = []
        self._history: list[LogEntry] = []
        self._next_sample_t = -1e9
        self._search_note = "looking for the board"
        self._begin()

    def _begin(self) -> None:
        table = self.options.table
        if self.writer.log.last_seq:
            # What happened since the process before died is not known, and is said so.
            self._t = self.writer.last_t()
            self.writer.commit("gap", {"kind": "gap", "t": self._t, "until": None, "why": "the reading process was started again"}, self._t)
            self._history = self.writer.history()
            return
        self.writer.commit(
            "session_started",
            {
                "table": table.to_json(), "source": source_name(self.options.source), "profile": table.profile, "model_sha256": model_digests(),
                "version": __version__, "names": table.to_json()["names"], "observer": self.options.observer, "remark": self.options.remark or None,
            },
            0.0,
        )  # fmt: skip

    def run(self, stop: Callable[[], bool]) -> str:
        """Until the source ends; returns why it ended. An error that ends the reading is committed as the reason, and raised."""
        try:
            reason = self._follow(stop)
        except (ModelError, InputError, CalibrationError) as error:
            self.writer.end({"reason": str(error), "board_found": self.pipeline is not None}, self._t)
            raise
        self.finish(reason)
        return reason

    def _follow(self, stop: Callable[[], bool]) -> str:
        reason = "stopped"
        while not stop():
            frame = self.ring.take(TAKE_TIMEOUT_S)
            if frame is not None:
                self.take(frame)
            elif self.ring.has_ended:
                reason = self._end_reason()
                break
            else:
                self._notice_silence()
            if CAMERA_LOST in self.writer.take_inbox(self.pipeline, self._t, self._t_wall):
                self._is_lost = True
        return reason

    def _end_reason(self) -> str:
        path = self.session / "capture.reason"
        return path.read_text("utf-8") if path.exists() else SOURCE_ENDED

    def take(self, frame: Frame) -> None:
        """One frame through the chain; its events are committed before the picture that shows them."""
        self._t, self._t_wall = frame.t, frame.t_wall
        self._last_frame_at = self._clock()
        if self._is_lost:
            self._is_lost = False
            self.writer.commit("camera_back", {"t": frame.t}, frame.t, frame.t_wall)
        self.writer.memory.put(frame.t, frame.image)
        if self.pipeline is None:
            self._look_for_board(frame)
        if self.pipeline is not None:
            events = self.pipeline.step(frame)
            self.processed += 1
            self.writer.commit_events(events, frame.t, frame.t_wall)
        self._show(frame)

    def finish(self, reason: str) -> None:
        """The source is over: what the tracker still knows, the counts, and the end."""
        if self.pipeline is not None:
            self.writer.commit_events(self.pipeline.finish(), self._t, datetime.now(UTC))
        self.writer.take_inbox(self.pipeline, self._t, self._t_wall)
        self.writer.commit("frames", self.counts(), self._t)
        self.writer.end({"reason": reason, "board_found": self.pipeline is not None}, self._t)

    def counts(self) -> dict[str, int]:
        """Frames that reached the ring's end (seen), that were read, and that were dropped for being late on either side of it."""
        dropped = self.ring.missed + self.ring.dropped_before
        return {"seen": self.ring.seen + dropped, "processed": self.processed, "dropped": dropped}

    def _look_for_board(self, frame: Frame) -> None:
        if frame.t < self._next_sample_t:
            return
        self._samples.append(frame.image)
        self._next_sample_t = frame.t + BOARD_SAMPLE_S
        if len(self._samples) < BOARD_SAMPLES:
            return
        try:
            self.fit = self._find_board(self._samples, self.options.table)
        except CalibrationError as error:
            if self.options.table.corners is not None:
                raise  # looking again does not make them right
            self._search_note = str(error)
            self._next_sample_t = frame.t + BOARD_RETRY_S
            self._samples.clear()
            return
        self._samples.clear()
        self.pipeline = Pipeline(self._read_board(self.fit), self.options.table, match_id=self.session.name, observer=self.options.observer)
        if self._history:
            self.pipeline.resume(self._history)
            self._history = []
        self.writer.commit("board_found", self.fit.to_json(), frame.t, frame.t_wall)

    def _notice_silence(self) -> None:
        beat = self.ring.beat_age_s()
        silent_s = self._clock() - self._last_frame_at
        if not self._is_lost and beat is not None and silent_s > LOST_AFTER_S:
            self._is_lost = True
            why = "the camera gives no picture" if beat < LOST_AFTER_S else "the capture process does not answer"
            self.writer.commit("camera_lost", {"t": self._t, "why": why}, self._t)

    def _show(self, frame: Frame) -> None:
        """The live picture and the provisional reading, each replaced as a whole."""
        now = self._clock()
        if now >= self._next_counts:
            if self._next_counts:
                self.writer.commit("frames", self.counts(), frame.t, frame.t_wall)
            self._next_counts = now + COUNTS_EVERY_S
        if now < self._next_picture:
            return
        self._next_picture = now + PICTURE_EVERY_S
        reading: dict[str, Any] = {"t": round(frame.t, 3), "seq": frame.seq, "frames": self.counts(), "note": None if self.pipeline else self._search_note}
        if self.pipeline is not None:
            reading.update(self.pipeline.snapshot())
        caption = f"provisional\n{frame.t:.1f} s" if self.pipeline else self._search_note
        picture = overlay.draw(frame.image, self.fit, self.pipeline.observation if self.pipeline else None, caption)
        live = self.session / "live"
        write_whole(live / "latest.jpg", picture)
        write_whole(live / "latest.json", json.dumps(reading).encode())


def model_digests() -> dict[str, str]:
    """SHA-256 that each model file is promised to have (and is checked to have when it is loaded), by name."""
    return dict(promised())
