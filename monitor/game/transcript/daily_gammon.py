"""The board that DailyGammon writes behind "Illegal play" where a game did not begin from the usual position.

Between brackets stand, with semicolons: the length, ..., two names, scores and the cube, then 26 counts from one player's bar
to the other's (that player's checkers positive, numbered towards their home), then two dice.
"""

from __future__ import annotations

from monitor.game.events import Rows
from monitor.game.position import OFF

_FIELDS_AFTER_BOARD = 2


def parse_board(text: str) -> Rows | None:
    """The position, or None when it is not told clearly.

    The record does not say whose checkers the positive ones are, so only a position that is the same from both sides is taken.
    """
    inside = text.partition("(")[2].rstrip().rstrip(")").rstrip(";")
    fields = inside.split(";")[-26 - _FIELDS_AFTER_BOARD : -_FIELDS_AFTER_BOARD]
    try:
        counts = [int(value) for value in fields]
    except ValueError:
        return None
    if len(counts) != 26 or max(map(abs, counts)) > 15:
        return None
    first = [0, *(max(0, count) for count in counts[1:])]
    second = [0, *(max(0, -count) for count in reversed(counts[:-1]))]
    if first != second or sum(first) > 15:
        return None
    first[OFF] = second[OFF] = 15 - sum(first)
    return Rows(tuple(first), tuple(second))
