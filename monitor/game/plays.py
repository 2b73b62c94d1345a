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
    if first == second:
        return _as_plays(_double(list(mine), theirs, first), theirs)
    return _as_plays(_two_dice(list(mine), theirs, max(first, second), min(first, second)), theirs)


def opponent_after(theirs: Row, hits: Iterable[int]) -> Row:
    """The opponent's row after blots on these points (mover's numbering) went to the bar (rules.md C9)."""
    row = list(theirs)
    for point in hits:
        row[25 - point] -= 1
        row[BAR] += 1
    return tuple(row)


_Steps = tuple[Step, ...]
_Found = list[tuple[_Steps, Row]]
"""Steps by origin descending with the mover's row after them. Every step onto a blot is marked as a hit, also the second one there."""


def _facing(theirs: Row) -> Row:
    """The opponent's checkers on each point of the mover's numbering; what stands on their bar is on none. It does not change during a turn."""
    return (0, *theirs[24:0:-1])


def _steps(mine: list[int], facing: Row, die: int, highest: int = 24) -> list[Step]:
    """The legal steps of one die by origin descending (C5, C9), from no point beyond `highest`; the bar alone while a checker is there (C10)."""
    if mine[BAR]:
        target = BAR - die
        return [(BAR, target, facing[target] == 1)] if facing[target] < 2 else []
    steps = [(source, source - die, facing[source - die] == 1) for source in range(highest, die, -1) if mine[source] and facing[source - die] < 2]
    if not any(mine[7:]) and (source := _bearing_off(mine, die)):
        steps.append((source, OFF, False))
    return steps


def _bearing_off(mine: list[int], die: int) -> int | None:
    """With all checkers home, the point from which this die bears one off, or None (C13-C16)."""
    if mine[die]:
        return die
    highest = next((point for point in range(6, 0, -1) if mine[point]), None)
    return highest if highest and highest < die else None


def _two_dice(mine: list[int], theirs: Row, high: int, low: int) -> _Found:
    """Each legal play with two different dice; several may reach one position."""
    both: dict[tuple[int, int], tuple[_Steps, Row]] = {}
    """By where the higher die is played from and where the lower: with the dice in the other order it is the same play."""
    alone: dict[int, _Found] = {high: [], low: []}
    facing = _facing(theirs)
    for die, other in ((high, low), (low, high)):
        for step in _steps(mine, facing, die):
            source, target, _ = step
            mine[source] -= 1
            mine[target] += 1
            for step2 in _steps(mine, facing, other):
                source2, target2, _ = step2
                sources = (source, source2) if die == high else (source2, source)
                if sources in both:
                    continue
                mine[source2] -= 1
                mine[target2] += 1
                both[sources] = (step, step2) if step >= step2 else (step2, step), tuple(mine)
                mine[source2] += 1
                mine[target2] -= 1
            if not both:
                alone[die].append(((step,), tuple(mine)))
            mine[source] += 1
            mine[target] -= 1
    return list(both.values()) or alone[high] or alone[low] or [((), tuple(mine))]


def _double(mine: list[int], theirs: Row, die: int) -> _Found:
    """Each legal play of a double.

    Steps of one number can always be reordered by origin descending: hops of one checker keep their order, entering and
    coming home come before bearing off. So only that order is searched, and no position is reached twice.
    """
    facing = _facing(theirs)
    ends: _Found = []

    def extend(steps: _Steps, highest: int) -> None:
        onward = _steps(mine, facing, die, highest) if len(steps) < 4 else None
        if not onward:
            ends.append((steps, tuple(mine)))
            return
        for step in onward:
            source, target, _ = step
            mine[source] -= 1
            mine[target] += 1
            extend((*steps, step), min(source, 24))
            mine[source] += 1
            mine[target] -= 1

    extend((), 24)
    most = max(len(steps) for steps, _ in ends)
    return [end for end in ends if len(end[0]) == most]


def _as_plays(found: _Found, theirs: Row) -> list[Play]:
    """The first play of those that reach one position, each blot hit once."""
    opponent_rows: dict[tuple[int, ...], Row] = {(): theirs}
    plays: dict[tuple[Row, tuple[int, ...]], Play] = {}
    for steps, row in found:
        hits: tuple[int, ...] = tuple([target for _, target, is_hit in steps if is_hit])
        if len(hits) > 1:
            hits = tuple(sorted(set(hits)))
            steps = _each_blot_once(steps)
        if (row, hits) in plays:
            continue
        if hits not in opponent_rows:
            opponent_rows[hits] = opponent_after(theirs, hits)
        plays[row, hits] = Play(steps, Position(row, opponent_rows[hits]))
    return list(plays.values())


def _each_blot_once(steps: _Steps) -> _Steps:
    """The same steps, of which only the first onto a point hits there."""
    reached: set[int] = set()
    marked: list[Step] = []
    for source, target, is_hit in steps:
        marked.append((source, target, is_hit and target not in reached))
        reached.add(target)
    return tuple(marked)
