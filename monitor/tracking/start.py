"""Recognising a game's start, whichever way round the board and the colours are (`rules.md` 2.4 and 3.2, setup.error)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monitor.game.events import Player, Rows
from monitor.game.position import SET
from monitor.tracking import thresholds as T
from monitor.tracking.evidence import Fused, Scores
from monitor.tracking.layout import LAYOUTS, START, Cells, Layout, checkers_apart
from monitor.tracking.picture import best_reading, conservation, score_all


@dataclass(frozen=True, slots=True)
class StartSeen:
    """The nearest start position. differs: checkers away from it; is_clear: the evidence settles that; position as seen."""

    layout: Layout
    differs: int
    position: Rows
    is_clear: bool
    since: float


def allowed_layouts(near: Player | None, near_home: str | None) -> tuple[Layout, ...]:
    return tuple(x for x in LAYOUTS if near in (None, x.near) and near_home in (None, x.near_home))


def find_start(seen: Fused, layouts: tuple[Layout, ...]) -> StartSeen | None:
    """The start position that the picture shows, at most six checkers away and clearly nearer than any other; else None."""
    penalties = (conservation(SET), conservation(SET))
    scores = seen.scores
    picture = best_reading(scores, penalties)
    starts = [(x, x.to_cells(START)) for x in LAYOUTS]
    ranked = sorted(((checkers_apart(picture.cells, cells), i) for i, (_, cells) in enumerate(starts)))
    by_counts = _start_in_odd_light(scores)
    if by_counts is not None:
        # a colour that is misread may be read so and otherwise in turns; that says nothing of when the checkers came there
        is_read = (seen.best() == by_counts.to_cells(START)).all(axis=1)
        stands = by_counts in layouts and bool(seen.is_settled.all())
        return StartSeen(by_counts, 0, START, True, float(seen.segment_since[is_read].max())) if stands else None
    differs, best = ranked[0]
    layout, cells = starts[best]
    if layout not in layouts or differs > T.SETUP_MAX_DIFFERS or ranked[1][0] < differs + T.SETUP_CLEARLY_NEARER:
        return None
    since = float(seen.segment_since.max())
    raw_gap = picture.score - float(score_all(scores, cells[None], penalties)[0])
    if not _reads_tall_stacks(picture.cells, cells):
        scores = _fives_possible(scores, cells)
        picture = best_reading(scores, penalties)
        differs = checkers_apart(picture.cells, cells)
    exact = float(score_all(scores, cells[None], penalties)[0])
    if picture.score - exact <= T.LEGAL_MARGIN:
        return StartSeen(layout, 0, START, raw_gap <= T.SETUP_MARGIN, since)
    missing = 30 - int(picture.cells.sum())
    is_clear = picture.score - exact >= (T.SETUP_MARGIN if missing == 0 else T.UNBALANCED_MARGIN) and bool(seen.is_settled.all())
    if not is_clear and missing:  # a checker that may be missing may as well be miscounted; a right set-up is far more common
        return StartSeen(layout, 0, START, False, since)
    return StartSeen(layout, differs, _rows(layout, picture.cells), is_clear, since)


def _start_in_odd_light(scores: Scores) -> Layout | None:
    """The start that stands there when every cell holds as many checkers as at a start, and yet more than fifteen read as of one colour.

    A set holds no more, so it is the light that is wrong, not the set-up; the colours of most checkers tell who sits where.
    """
    read = scores[:, :2].argmax(axis=2)
    if read.sum(axis=0).max() <= SET:
        return None
    totals = scores[:, 2].argmax(axis=1)
    agreeing = []
    for layout in LAYOUTS:
        cells = layout.to_cells(START)
        if (totals == cells.sum(axis=1)).all() and (read.sum(axis=1) == totals).all():
            agreeing.append((int(np.minimum(read, cells).sum()), layout))
    agreeing.sort(key=lambda x: -x[0])
    if len(agreeing) < 2 or agreeing[0][0] < agreeing[1][0] + T.SETUP_CLEARLY_NEARER:
        return None
    return agreeing[0][1]


def _reads_tall_stacks(picture: Cells, start: Cells) -> bool:
    """Three of the four stacks of five read as five: the reader can count them, so the fourth may be believed."""
    tall = start == 5
    return int(np.count_nonzero(picture[tall] == 5)) >= 3


def _fives_possible(scores: Scores, start: Cells) -> Scores:
    """The scores in which a stack of five that reads one too low or too high may still be five."""
    out = scores.copy()
    for cell, color in np.argwhere(start == 5):
        best = int(out[cell, color].argmax())
        if best in (4, 6):
            out[cell, color, 5] = max(out[cell, color, 5], out[cell, color, best] - T.TALL_CAP)
    return out


def _rows(layout: Layout, cells: Cells) -> Rows:
    """At a start nothing has been borne off: a checker missing is missing."""
    return layout.to_rows(cells, (0, 0))


def is_far_from_start(rows: Rows, layout: Layout) -> bool:
    """A position from which only a new set-up leads back to the start."""
    return checkers_apart(layout.to_cells(rows), layout.to_cells(START)) > T.SETUP_MAX_DIFFERS + 2


def is_all_settled(seen: Fused) -> bool:
    """Every cell has been seen well since it was last covered (a cup parked on two cells is put up with)."""
    return int(np.count_nonzero(~seen.is_settled)) <= 2
