"""What is wrong with the opponent's checkers at the end of a turn. They move only by being hit (rules.md C9, C12)."""

from __future__ import annotations

from monitor.game.position import BAR, OFF, Row
from monitor.game.reasons import Reason


def opponent_faults(before: Row, after: Row, hits: frozenset[int], may_hit: frozenset[int], held_landings: frozenset[int]) -> set[Reason]:
    """The faults, none if the row is what the hits make of it. Rows are the opponent's, points the mover's numbering.

    hits: blots landed on, which must be on the bar. may_hit: blots that could have been hit on the way by a checker whose way
    is not known; they may be on the bar. held_landings: held points the mover landed on; what was pushed off them to the bar
    is part of that fault and no other.
    """
    expected = list(before)
    for point in hits:
        expected[25 - point] -= 1
        expected[BAR] += 1
    for point in may_hit - hits:
        if before[25 - point] == 1 and after[25 - point] == 0 and after[BAR] > expected[BAR]:
            expected[25 - point] -= 1
            expected[BAR] += 1
    for point in held_landings:
        pushed = min(before[25 - point] - after[25 - point], after[BAR] - expected[BAR])
        if pushed > 0:
            expected[25 - point] -= pushed
            expected[BAR] += pushed
    faults: set[Reason] = set()
    unlifted = min(len(hits), expected[BAR] - after[BAR])
    if unlifted > 0:
        faults.add(Reason.HIT_NOT_ON_BAR)
        expected[BAR] -= unlifted
        _place_unlifted(expected, after, hits, unlifted)
    missing = sum(max(0, e - a) for e, a in zip(expected, after, strict=True))
    surplus = sum(max(0, a - e) for e, a in zip(expected, after, strict=True))
    if missing and surplus:
        faults.add(Reason.OPPONENT_CHECKER_MOVED)
    if missing != surplus:
        faults.add(Reason.COUNT_MISMATCH)
    return faults


def _place_unlifted(expected: list[int], after: Row, hits: frozenset[int], unlifted: int) -> None:
    """Put hit checkers that are not on the bar where they are: left on their point, off the board, or nowhere.

    A hit checker held in the hand or laid beside the board is nowhere, or counted as off; one put on another point stays
    unexplained here, and is a checker moved.
    """
    for point in hits:
        if unlifted and after[25 - point] > expected[25 - point]:
            expected[25 - point] += 1
            unlifted -= 1
    while unlifted and after[OFF] > expected[OFF]:
        expected[OFF] += 1
        unlifted -= 1
    vanished = min(unlifted, max(0, sum(expected) + unlifted - sum(after)))
    for _ in range(unlifted - vanished):
        expected[BAR] += 1  # stands elsewhere: leave it to be found missing from the bar and surplus there
