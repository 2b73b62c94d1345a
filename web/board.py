"""The committed position as a picture (SVG of its own, kept apart from the page's style policy) and as words for a screen reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monitor.game.diagram import svg
from monitor.game.events import Player, Rows
from web.saying import say
from web.view import MatchView
from web.wording import name_words


def board_svg(
    position: Mapping[str, Any], near: str, near_home: str, dice: tuple[int | None, ...] = (), on_roll: str | None = None, cube: int | None = None
) -> str:
    """The diagram of one position."""
    return svg(Rows.from_json(position), Player(near), near_home, dice=dice, on_roll=Player(on_roll) if on_roll else None, cube=cube)


def board_words(view: MatchView) -> str:
    """The position as text: `Light: 24-point 2, 13-point 5 ...; Dark: ...`."""
    if view.position is None:
        return say("No position recorded yet")
    return "; ".join(f"{name_words(view, p)}: {row_words(view.position[p])}" for p in "AB")


def row_words(row: Any) -> str:
    """One player's checkers, highest point first, in that player's own numbering."""
    parts = [say("bar %(count)d", count=row[25])] if row[25] else []
    parts += [say("%(point)d-point %(count)d", point=n, count=row[n]) for n in range(24, 0, -1) if row[n]]
    if row[0]:
        parts.append(say("off %(count)d", count=row[0]))
    return ", ".join(parts) or say("no checkers")


def pips(row: Any) -> int:
    """Pip count of one row of 26. For officials only (rules.md 2.0)."""
    return sum(n * int(count) for n, count in enumerate(row))
