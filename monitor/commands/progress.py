"""How far a long command is: a bar on a terminal, a plain line now and then otherwise. On standard error, so that results stay clean."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

PLAIN_EVERY_S = 15.0


class VideoProgress:
    """Seconds of video done out of those there are. Use as a context manager; call it with (done_s, total_s or None)."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._console = Console(file=sys.stderr)
        self._bar: Progress | None = None
        self._task = None
        self._said_at = self._begun = time.monotonic()
        if self._console.is_terminal:
            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[place]}"), TimeRemainingColumn())
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._task = self._bar.add_task(title, total=None, place="")

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, done_s: float, total_s: float | None) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done_s, total=total_s, place=f"{clock(done_s)} of {clock(total_s) if total_s else '?'}")
            return
        now = time.monotonic()
        if now - self._said_at >= PLAIN_EVERY_S:
            self._said_at = now
            share = f" ({100 * done_s / total_s:.0f} %)" if total_s else ""
            print(f"{self._title}: {clock(done_s)}{share} after {now - self._begun:.0f} s", file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """M:SS, or H:MM:SS."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"
