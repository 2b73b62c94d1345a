"""Legal plays: every final position that a roll allows, once each.

The contract is that of rules.md section 1: all maximal plays are enumerated, the larger die is preferred when only one of
two different dice can be played, and what remains is reduced to distinct final positions. Order of hands or dice never
matters, only where the checkers end up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from monitor.game.position import BAR, OFF, Position, Row, checked_roll

Step = tuple[int, int, bool]
"""One checker's move: (from, to, is_hit) in the mover's numbering, from 25 for the bar, to 0 for off."""


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn. Plays are equal when they reach the same position, whatever steps led there.

    steps: in an order in which they can be played, by origin descending. after: the position reached, the same two players
    in the same order as in the position the play started from.
    """

    steps: tuple[Step, ...] = field(compare=False)
    after: Position


def legal_plays(position: Position, roll: Sequence[int]) -> list[Play]:
    """One play per distinct final position; a dance is one play without steps.

    All plays use the same number of dice, the most possible (rules.md C6-C8). Positions that cannot arise in a game (both
    colours on a point, 14 or 16 checkers) are played on from as they stand. Raises InputError for a roll that is none.
    """
    first, second = checked_roll(roll)
    mine, theirs = position.rows
    # index 0 is never landed on as a point; a point is open to the mover unless two or more opposing checkers hold it
    is_open = [False, *(theirs[25 - point] < 2 for point in range(1, 25)), False]
    search = _double if first == second else _two_dice
    return _as_plays(search(list(mine), is_open, max(first, second), min(first, second)), mine, theirs)


def opponent_after(theirs: Row, hits: Iterable[int]) -> Row:
    """The opponent's row after blots on these points (mover's numbering) went to the bar (rules.md C9)."""
    row = list(theirs)
    for point in hits:
        row[25 - point] -= 1
        row[BAR] += 1
    return tuple(row)


def _target(mine: list[int], is_open: list[bool], source: int, die: int) -> int | None:
    """Where the die takes a checker from `source`, or None when it may not be played (rules.md C4, C5, C13-C16).

    The bar's priority is the caller's business.
    """
    target = source - die
    if target > 0:
        return target if is_open[target] else None
    if any(mine[7:]):
        return None
    if target < 0 and any(mine[source + 1 : 7]):
        return None
    return OFF


def _sources(mine: list[int], start: int = 24) -> list[int]:
    """Points, from `start` down, that a checker may be played from; the bar alone while a checker is there (C10)."""
    if mine[BAR]:
        return [BAR]
    return [point for point in range(start, 0, -1) if mine[point]]


_Pairs = tuple[tuple[int, int], ...]


def _two_dice(mine: list[int], is_open: list[bool], high: int, low: int) -> list[_Pairs]:
    """The (from, to) pairs of each legal play with two different dice; several may reach one position."""
    both: list[_Pairs] = []
    alone: dict[int, list[_Pairs]] = {high: [], low: []}
    for die, other in ((high, low), (low, high)):
        for source in _sources(mine):
            target = _target(mine, is_open, source, die)
            if target is None:
                continue
            alone[die].append(((source, target),))
            mine[source] -= 1
            mine[target] += 1
            for source2 in _sources(mine):
                target2 = _target(mine, is_open, source2, other)
                if target2 is not None:
                    pair, pair2 = (source, target), (source2, target2)
                    both.append((pair, pair2) if pair >= pair2 else (pair2, pair))
            mine[source] += 1
            mine[target] -= 1
    return both or alone[high] or alone[low] or [()]


def _double(mine: list[int], is_open: list[bool], die: int, _same: int) -> list[_Pairs]:
    """The (from, to) pairs of each legal play of a double.

    Steps of one number can always be reordered by origin descending: hops of one checker keep their order, entering and
    coming home come before bearing off. So only that order is searched, and no position is reached twice.
    """
    longest: list[_Pairs] = [()]

    def extend(played: _Pairs, start: int) -> None:
        nonlocal longest
        if len(played) > len(longest[0]):
            longest = [played]
        elif played and len(played) == len(longest[0]):
            longest.append(played)
        if len(played) == 4:
            return
        for source in _sources(mine, start):
            target = _target(mine, is_open, source, die)
            if target is None:
                continue
            mine[source] -= 1
            mine[target] += 1
            extend((*played, (source, target)), source)
            mine[source] += 1
            mine[target] -= 1

    extend((), 24)
    return longest


def _as_plays(pairs_of_plays: list[_Pairs], mine: Row, theirs: Row) -> list[Play]:
    """Plays with hits marked, the first of those that reach one position."""
    is_blot = [False, *(theirs[25 - point] == 1 for point in range(1, 25)), False]
    opponent_rows: dict[tuple[int, ...], Row] = {(): theirs}
    plays: dict[tuple[Row, tuple[int, ...]], Play] = {}
    for pairs in pairs_of_plays:
        row = list(mine)
        hits: tuple[int, ...] = ()
        steps: list[Step] = []
        for source, target in pairs:
            row[source] -= 1
            row[target] += 1
            is_hit = is_blot[target] and target not in hits
            if is_hit:
                hits = (*hits, target)
            steps.append((source, target, is_hit))
        # a play descends, but the points it hits may not (8/5* after 24/3*): sort, so that one position has one key
        key = (tuple(row), tuple(sorted(hits)))
        if key not in plays:
            if key[1] not in opponent_rows:
                opponent_rows[key[1]] = opponent_after(theirs, key[1])
            plays[key] = Play(tuple(steps), Position(key[0], opponent_rows[key[1]]))
    return list(plays.values())
