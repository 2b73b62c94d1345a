"""Transcripts: a match as players' programs read and write it, and what is odd about it.

One model (`model`), readers and writers for each format that hand it on, a replay that judges it, ids for any of its moments.
Data in, data out: no file is opened here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from monitor.game.events import TableEvent
from monitor.game.transcript.from_events import games_of, match_of
from monitor.game.transcript.mat_writer import format_mat
from monitor.game.transcript.sidecar import marked_plays

__all__ = ["format_mat", "games_of", "marked_plays", "match_of", "write_mat"]


def write_mat(
    events: Iterable[TableEvent], *, names: tuple[str, str] = ("A", "B"), length: int | None = None, score: tuple[int, int] = (0, 0),
    headers: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """The events as the text of a .mat file: `match_of` and `format_mat` in one. Raises InputError as these."""
    return format_mat(match_of(events, names=names, length=length, score=score, headers=headers))
