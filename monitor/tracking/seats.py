"""Telling seats and home side in the middle of a game, when they were not told.

The half in which a roll lies tells whether the near or the far player threw it (both dice lie right of the roller's bar); the colour
that then moved tells whose seat that is, and the direction in which it moved where the homes are.
"""

from __future__ import annotations

from dataclasses import dataclass

from monitor.game.events import Player, Rows
from monitor.game.position import SET
from monitor.tracking.dice import pair_probabilities
from monitor.tracking.evidence import Fused
from monitor.tracking.explain import Explanation, Turn, Verdict, explain
from monitor.tracking.layout import Layout
from monitor.tracking.pairs import Pair
from monitor.tracking.picture import best_reading, conservation


@dataclass(frozen=True, slots=True)
class SeatsFound:
    """The one layout under which the turn was a legal play, by whom, and where it led."""

    layout: Layout
    player: Player
    explanation: Explanation


def rows_in(layout: Layout, seen: Fused) -> Rows:
    """The position that the picture shows under a layout; checkers not in view are taken as borne off."""
    anything = conservation(SET, frozenset(range(SET)))  # in mid-game any number may have been borne off
    cells = best_reading(seen.scores, (anything, anything)).cells
    counts = cells.sum(axis=0)
    return layout.to_rows(cells, (max(0, 15 - int(counts[0])), max(0, 15 - int(counts[1]))))


def find_seats(layouts: tuple[Layout, ...], pair: Pair, before: Fused, after: Fused) -> SeatsFound | None:
    """The layout that makes a legal play of what was seen, when there is exactly one."""
    halves = {d.u > 0.5 for d in pair.dice}
    if len(halves) != 1 or len(pair.dice) != 2:
        return None
    is_near = halves == {True}
    dice = tuple(pair_probabilities(pair.dice[0].value_p(), pair.dice[1].value_p()))
    found = []
    for layout in layouts:
        player = layout.near if is_near else layout.near.opponent
        ex = explain(Turn(player, rows_in(layout, before), dice, before, layout), after)
        if ex.verdict is Verdict.LEGAL and not ex.is_unmoved:
            found.append(SeatsFound(layout, player, ex))
    return found[0] if len(found) == 1 else None
