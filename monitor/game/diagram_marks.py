"""Steps drawn onto a board diagram: each kind with a line, a badge and a colour of its own, so that none is told by colour alone.

A step that was played is a thin line with a dot at its start; an offending one a thick line with an octagon that holds a
cross; one that was due and not played a dashed line with a ring that holds a plus. A place alone gets the badge alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from monitor.game.events import Player

_HALO, _ON_BADGE = "#fffdf7", "#ffffff"


class MarkKind(StrEnum):
    """What a mark says."""

    PLAYED = "played"
    WRONG = "wrong"
    DUE = "due"


_COLOUR = {MarkKind.PLAYED: "#1864ab", MarkKind.WRONG: "#c2255c", MarkKind.DUE: "#5c7c00"}
_WIDTH = {MarkKind.PLAYED: 3.5, MarkKind.WRONG: 7.0, MarkKind.DUE: 4.5}


@dataclass(frozen=True, slots=True)
class Mark:
    """A step or a place to mark, in that player's own numbering (0 off, 25 bar). target: None for a place alone. title: for a reader."""

    player: Player
    source: int
    target: int | None
    kind: MarkKind
    title: str = ""


Seat = Callable[[Player, int, int], tuple[float, float]]
"""(player, place, index): the middle of that player's checker number `index` from the base of a place, in the picture."""


def drawn(marks: Iterable[Mark], counts: Callable[[Player, int], int], seat: Seat) -> list[str]:
    """The marks as SVG elements. counts: how many checkers a player has on a place in the position drawn.

    Steps start at the top checker of their place and end where a checker would lie next; several from one place take one each.
    """
    left: Counter[tuple[Player, int]] = Counter()
    come: Counter[tuple[Player, int]] = Counter()
    parts = []
    for mark in sorted(marks, key=lambda mark: mark.kind is MarkKind.WRONG):  # the offending ones lie on top
        source = (mark.player, mark.source)
        # a hop goes on from where the hop before it ended, not from a checker that is not there yet
        height = counts(*source) + come[source] - left[source] - 1
        start = seat(mark.player, mark.source, max(0, height))
        if mark.target is None:
            body = _badge(start, mark.kind)
        else:
            target = (mark.player, mark.target)
            end = seat(mark.player, mark.target, counts(*target) + come[target] - left[target])
            left[source] += 1
            come[target] += 1
            body = _arrow(start, end, mark.kind)
        title = f"<title>{escape(mark.title)}</title>" if mark.title else ""
        parts.append(f'<g class="mark-{mark.kind}">{title}{body}</g>')
    return parts


def _arrow(start: tuple[float, float], end: tuple[float, float], kind: MarkKind) -> str:
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    width, head = _WIDTH[kind], 9 + _WIDTH[kind] * 1.6
    neck = max(0.0, length - head)
    nx, ny = x1 + ux * neck, y1 + uy * neck
    wing = head * 0.55
    tips = f"{x2:.1f},{y2:.1f} {nx - uy * wing:.1f},{ny + ux * wing:.1f} {nx + uy * wing:.1f},{ny - ux * wing:.1f}"
    dash = ' stroke-dasharray="11 7"' if kind is MarkKind.DUE else ""
    line = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{nx:.1f}" y2="{ny:.1f}"'
    shapes = [
        f'<line {line} stroke="{_HALO}" stroke-width="{width + 3:g}" stroke-linecap="round"/>',
        f'<line {line} stroke="{_COLOUR[kind]}" stroke-width="{width:g}" stroke-linecap="round"{dash}/>',
        f'<polygon points="{tips}" fill="{_COLOUR[kind]}" stroke="{_HALO}" stroke-width="1.5"/>',
    ]
    if kind is MarkKind.PLAYED:
        shapes.append(f'<circle cx="{x1:.1f}" cy="{y1:.1f}" r="5.5" fill="{_COLOUR[kind]}" stroke="{_HALO}" stroke-width="1.5"/>')
        return "".join(shapes)
    return "".join(shapes) + _badge((x1 + ux * neck / 2, y1 + uy * neck / 2), kind)


def _badge(at: tuple[float, float], kind: MarkKind) -> str:
    x, y = at
    colour = _COLOUR[kind]
    if kind is MarkKind.WRONG:
        r, k = 13.0, 5.4
        corners = ((-k, -r), (k, -r), (r, -k), (r, k), (k, r), (-k, r), (-r, k), (-r, -k))
        points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
        cross = f"M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"
        return (
            f'<polygon points="{points}" fill="{colour}" stroke="{_HALO}" stroke-width="2"/>'
            f'<path d="{cross}" fill="none" stroke="{_ON_BADGE}" stroke-width="3" stroke-linecap="round"/>'
        )
    if kind is MarkKind.DUE:
        plus = f"M{x - 6:.1f} {y:.1f}h12m-6 -6v12"
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11.5" fill="{_ON_BADGE}" stroke="{colour}" stroke-width="3"/>'
            f'<path d="{plus}" fill="none" stroke="{colour}" stroke-width="3" stroke-linecap="round"/>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{colour}" stroke="{_HALO}" stroke-width="2"/>'
