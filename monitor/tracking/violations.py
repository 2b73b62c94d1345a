"""The catalogue of named violations: positions that a player reaches who breaks one rule.

A second explanation beside the legal plays (`perception.md` 5.7). It need not be complete: what lies outside is still found by the
unconstrained reading. Each is a final position; the reason itself is told afterwards by `monitor.game.judge`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from monitor.game import Position, legal_plays
from monitor.game.plays import Play

MAX_VIOLATIONS = 6000
Rows2 = tuple[tuple[int, ...], tuple[int, ...]]


def violations(position: Position, roll: tuple[int, int]) -> NDArray[np.int16]:
    """(n, 2, 26) distinct illegal final positions of the catalogue, the mover's row first."""
    legal = legal_plays(position, roll)
    lawful = {play.after.rows for play in legal}
    found: dict[Rows2, None] = {}
    for rows in _all(position, roll, legal):
        if rows not in lawful:
            found.setdefault(rows)
        if len(found) >= MAX_VIOLATIONS:
            break
    return np.array(list(found), np.int16).reshape(-1, 2, 26)


def _all(position: Position, roll: tuple[int, int], legal: list[Play]) -> Iterator[Rows2]:
    start = position.rows
    yield start  # nothing played at all
    singles = [start, *_with_steps(start, roll)]
    yield from singles  # one die unplayed
    for play in legal:
        yield from _hit_not_lifted(start, play.after.rows, play)
    for base in singles:  # a checker by a wrong distance, backwards, onto a held point, past the bar, off too early
        yield from _any_checker(base)
    for play in legal:  # three dice's worth, or a step too many
        yield from _with_steps(play.after.rows, roll)
    for play in legal[:60]:
        yield from _opponent_moved(play.after.rows)
        yield from _removed(play.after.rows)
    yield from _removed(start)
    yield from _swapped(start)


def _with_steps(rows: Rows2, roll: tuple[int, int]) -> list[Rows2]:
    """Every checker moved by one of the two dice, blocked or not, whatever stands on the bar."""
    out = []
    for die in dict.fromkeys(roll):
        for point in range(25, 0, -1):
            if rows[0][point]:
                out.append(_move(rows, point, max(0, point - die)))
    return out


def _any_checker(rows: Rows2) -> Iterator[Rows2]:
    for point in range(1, 26):
        if rows[0][point]:
            for target in range(25):
                # one that vanishes from beyond the home board is taken as gone, not as borne off
                if target != point and (target > 0 or point <= 6):
                    yield _move(rows, point, target)


def _opponent_moved(rows: Rows2) -> Iterator[Rows2]:
    mine, theirs = rows
    for point in range(1, 25):
        for target in (point - 1, point + 1):
            if theirs[point] and 1 <= target <= 24:
                yield mine, _shift(theirs, point, target)


def _removed(rows: Rows2) -> Iterator[Rows2]:
    for point in range(1, 26):
        if rows[0][point]:
            yield _shift(rows[0], point, None), rows[1]
        if rows[1][point]:
            yield rows[0], _shift(rows[1], point, None)


def _swapped(rows: Rows2) -> Iterator[Rows2]:
    """A checker of either side changing places."""
    mine, theirs = rows
    for point in range(1, 25):
        for other in range(1, 25):
            if mine[point] and theirs[25 - other] and point != other:
                yield _shift(mine, point, other), _shift(theirs, 25 - other, 25 - point)


def _hit_not_lifted(before: Rows2, after: Rows2, play: Play) -> Iterator[Rows2]:
    hits = [target for _, target, is_hit in play.steps if is_hit]
    if not hits:
        return
    for target in hits:  # the checker left where it stood, or in a hand
        yield after[0], _shift(after[1], 25, 25 - target)
        yield after[0], _shift(after[1], 25, None)
    yield after[0], before[1]


def _move(rows: Rows2, point: int, target: int) -> Rows2:
    """The mover's checker from point to target; a lone opposing checker there is hit, a held point is shared."""
    mine = _shift(rows[0], point, target)
    theirs = rows[1]
    if 1 <= target <= 24 and theirs[25 - target] == 1:
        theirs = _shift(theirs, 25 - target, 25)
    return mine, theirs


def _shift(row: tuple[int, ...], point: int, target: int | None) -> tuple[int, ...]:
    if row[point] == 0:
        return row
    out = list(row)
    out[point] -= 1
    if target is not None:
        out[target] += 1
    return tuple(out)
