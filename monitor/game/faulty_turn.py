"""A judged turn as its faults are looked for in: the steps told, the dice, and how the opponent's checkers lie after it.

All places are in the mover's own numbering, but those of an account of the opponent's checkers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from monitor.game.judge import Judgement
from monitor.game.opponent_faults import EVERY_POINT, OpponentAccount, landings_of, opponent_account
from monitor.game.plays import Step
from monitor.game.position import OFF, Position, Roll
from monitor.game.reasons import Reason

_OPPONENTS = frozenset({Reason.HIT_NOT_ON_BAR, Reason.OPPONENT_CHECKER_MOVED, Reason.COUNT_MISMATCH})
"""Reasons that lie with the opponent's checkers."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn with its judgement."""

    position: Position
    roll: Roll
    after: Position
    judgement: Judgement

    @property
    def steps(self) -> tuple[Step, ...]:
        return () if self.judgement.play is None else self.judgement.play.steps

    @property
    def pool(self) -> tuple[int, ...]:
        return (self.roll[0],) * 4 if self.roll[0] == self.roll[1] else self.roll

    @property
    def forward(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step[1] < step[0])

    @property
    def off_steps(self) -> tuple[Step, ...]:
        return tuple(step for step in self.forward if step[1] == OFF)

    def is_held(self, point: int) -> bool:
        return 1 <= point <= 24 and self.position.opponent[25 - point] >= 2

    def is_blot(self, point: int) -> bool:
        return 1 <= point <= 24 and self.position.opponent[25 - point] == 1

    @property
    def opponents(self) -> tuple[frozenset[int], OpponentAccount]:
        """(the blots that were hit, how the opponent's checkers lie), by the first of `readings`."""
        return self.readings[0]

    @property
    def readings(self) -> list[tuple[frozenset[int], OpponentAccount]]:
        """The same for every way of the play whose reasons come nearest to those judged: 8/3 with 4-1 may have gone over 7 or 4."""
        if self.judgement.play is None:
            return [self._opponents(landings_of(self.position, self.after), EVERY_POINT)]
        judged = _OPPONENTS.intersection(self.judgement.reasons)
        landed = frozenset(filter(self.is_blot, (step[1] for step in self.forward)))
        hit_on_ways = [{frozenset(filter(self.is_blot, way)) for way in self._open_ways(step)} for step in dict.fromkeys(self.forward)]
        passed = frozenset(point for step in self.forward for point in range(step[1] + 1, step[0]) if self.is_blot(point))
        hits = dict.fromkeys(landed.union(*taken) for taken in product(*hit_on_ways))
        found = [self._opponents(hit, may_hit) for hit in hits for may_hit in (frozenset(), passed)]
        distances = [len(account.reasons ^ judged) for _, account in found]
        return [reading for reading, distance in zip(found, distances, strict=True) if distance == min(distances)]

    def _open_ways(self, step: Step) -> list[tuple[int, ...]]:
        return [way for way in ways(step, self.pool) if not any(map(self.is_held, way))] or [()]

    def _opponents(self, hits: frozenset[int], may_hit: frozenset[int]) -> tuple[frozenset[int], OpponentAccount]:
        held = frozenset(step[1] for step in self.steps if self.is_held(step[1]))
        return hits, opponent_account(self.position.opponent, self.after.opponent, hits, may_hit, held)


def ways(step: Step, pool: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The points landed on before the last one, of every way to play a step with two or more of the dice."""
    source, target, _ = step
    for n in range(2, len(pool) + 1):
        for dice in set(permutations(pool, n)):
            stops = [source - sum(dice[:k]) for k in range(1, n + 1)]
            is_there = stops[-1] == target or (target == OFF and stops[-1] <= OFF < stops[-2])
            if is_there:
                yield tuple(stops[:-1])
