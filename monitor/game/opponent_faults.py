"""What is wrong with the opponent's checkers at the end of a turn. They move only by being hit (rules.md C9, C12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from monitor.game.position import BAR, OFF, Position, Row
from monitor.game.reasons import Reason

EVERY_POINT = frozenset(range(1, 25))


@dataclass(frozen=True, slots=True)
class OpponentAccount:
    """How the opponent's checkers lie against what the hits make of them. All places are in the opponent's own numbering.

    unlifted: how many hit checkers are not on the bar. left: points on which such a one was left. stands: where such ones were
    put instead, the tray among them; the rest of them are nowhere, such as in a hand. gone, come: where checkers that were not
    hit are missing and where they are too many, each as often as it is so.
    """

    unlifted: int = 0
    left: tuple[int, ...] = ()
    stands: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    come: tuple[int, ...] = ()

    @property
    def reasons(self) -> frozenset[Reason]:
        """The faults, none if the row is what the hits make of it."""
        found = {
            Reason.HIT_NOT_ON_BAR: self.unlifted > 0,
            Reason.OPPONENT_CHECKER_MOVED: bool(self.gone and self.come),
            Reason.COUNT_MISMATCH: len(self.gone) != len(self.come),
        }
        return frozenset(reason for reason, holds in found.items() if holds)


def opponent_account(before: Row, after: Row, hits: frozenset[int], may_hit: frozenset[int], held_landings: frozenset[int]) -> OpponentAccount:
    """The opponent's row after a turn held against the one before it. Rows are the opponent's, the points of the sets the mover's numbering.

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
    unlifted = max(0, min(len(hits), expected[BAR] - after[BAR]))
    expected[BAR] -= unlifted
    left, stands = _placed(expected, after, hits, unlifted)
    for place in (*left, *stands):
        expected[place] += 1
    return OpponentAccount(unlifted, left, stands, *_differing(expected, after))


def landings_of(position: Position, after: Position) -> frozenset[int]:
    """The blots on points to which checkers of the mover came, where nothing more is known of the play."""
    return frozenset(p for p in EVERY_POINT if after.on_roll[p] > position.on_roll[p] and position.opponent[25 - p] == 1)


def _placed(expected: list[int], after: Row, hits: frozenset[int], unlifted: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(points on which hit checkers were left, places to which they were put instead): as few other faults as possible remain.

    A hit checker held in the hand or laid beside the board is nowhere, or counted as off.
    """
    left = tuple(sorted(25 - point for point in hits if after[25 - point] > expected[25 - point]))[:unlifted]
    seen = list(expected)
    for place in left:
        seen[place] += 1
    off = (OFF,) * min(unlifted - len(left), max(0, after[OFF] - seen[OFF]))
    seen[OFF] += len(off)
    waiting = unlifted - len(left) - len(off)
    vanished = min(waiting, max(0, sum(seen) + waiting - sum(after)))
    gone, come = _differing(seen, after)
    free = list(come)
    for place in gone:  # a checker that was shifted stands near where it was missed; what is left over was hit
        if free:
            free.remove(min(free, key=lambda target: abs(target - place)))
    return left, (*off, *free[: waiting - vanished])


def _differing(expected: Iterable[int], after: Row) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where checkers are missing and where they are too many, each as often as it is so, by the opponent's numbering descending."""
    gone: list[int] = []
    come: list[int] = []
    for place, (wanted, found) in reversed(list(enumerate(zip(expected, after, strict=True)))):
        gone += [place] * (wanted - found)
        come += [place] * (found - wanted)
    return tuple(gone), tuple(come)
