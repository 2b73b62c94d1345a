"""What a turn that ended in no legal position seems to have been: the fewest faults that lead to what is seen.

The two positions differ by *displacements*: checkers that left one place and turned up at another. Every way of pairing
the places, and of giving the dice to the displacements, is an explanation with faults; the cheapest ones are kept. Costs
only rank explanations of one turn: a fault with a name of its own is cheaper than "wrong distance", which fits anything.
The verdict is never made here, see `judge` (rules.md section 1, engine contract).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from monitor.game.opponent_faults import EVERY_POINT, opponent_account
from monitor.game.plays import Step
from monitor.game.position import BAR, OFF, Position, Roll, Row, is_all_home
from monitor.game.reasons import Reason

_NAMED, _VAGUE, _UNUSED_DIE = 1.0, 1.5, 0.05

Dice = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One reading of the turn. hits: points where a blot was hit, or had to be (mover's numbering)."""

    cost: float
    reasons: frozenset[Reason]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Move:
    """One displacement played with certain dice. stops: every point landed on, the last one included."""

    dice: Dice
    cost: float
    reasons: frozenset[Reason]
    stops: tuple[int, ...]
    may_hit: frozenset[int] = frozenset()


def explain(before: Position, roll: Roll, after: Position, dice_playable: int) -> list[Explanation]:
    """The cheapest explanations, at least one, of a mover's row that no legal play reaches.

    The mover must have as many checkers after as before. dice_playable: how many dice every legal play uses. Where every
    checker went as dice of the roll take it, no other explanation is looked for: then only what was left undone is wrong, dice
    or hit checkers (rules.md C8, C9), however much that is, and no distance is.
    """
    sources, targets = displaced(before.on_roll, after.on_roll)
    pool: Dice = (roll[0],) * 4 if roll[0] == roll[1] else roll
    turn = _Turn(before, after, pool, dice_playable)
    if len(sources) > len(pool):
        found = [turn.too_many(sources, targets)]
    else:
        readings = [(pairs, moves) for pairs in _pairings(sources, targets) for moves in turn.sharings(pairs)]
        faultless = [(pairs, moves) for pairs, moves in readings if not any(move.reasons for move in moves)]
        found = [turn.finish(pairs, moves) for pairs, moves in faultless or readings]
    cheapest = min(explanation.cost for explanation in found)
    equal = [explanation for explanation in found if explanation.cost < cheapest + 1e-9]
    # 24/16 6/5 with 62 may be paired as 24/5 6/16 too: what an equally cheap explanation does without is not held against anybody
    return [one for one in equal if not any(other.reasons < one.reasons for other in equal)]


def displaced(before: Row, after: Row) -> tuple[list[int], list[int]]:
    """Where checkers are missing and where they are too many, each as often as it is so, highest first (0 is off, 25 bar)."""
    sources, targets = [], []
    for point in range(BAR, -1, -1):
        change = after[point] - before[point]
        sources += [point] * -change
        targets += [point] * change
    return sources, targets


def _pairings(sources: list[int], targets: list[int]) -> Iterator[tuple[Pair, ...]]:
    seen: set[tuple[Pair, ...]] = set()
    for order in permutations(targets):
        pairs = tuple(sorted(zip(sources, order, strict=True), reverse=True))
        if pairs not in seen:
            seen.add(pairs)
            yield pairs


@dataclass(frozen=True, slots=True)
class _Turn:
    """The turn to be explained, and the faults that depend on the whole of it."""

    before: Position
    after: Position
    pool: Dice
    dice_playable: int

    def sharings(self, pairs: tuple[Pair, ...]) -> Iterator[tuple[_Move, ...]]:
        """Every way to give each displacement at least one die of the pool, in every order."""
        most = len(self.pool) - len(pairs) + 1
        choices = [list(self._moves(pair, most)) for pair in pairs]
        for moves in product(*choices):
            used = [die for move in moves for die in move.dice]
            if all(used.count(die) <= self.pool.count(die) for die in set(used)):
                yield moves

    def finish(self, pairs: tuple[Pair, ...], moves: tuple[_Move, ...]) -> Explanation:
        """The explanation that these moves make, with the faults of dice left over and of the opponent's checkers."""
        reasons = {reason for move in moves for reason in move.reasons}
        used = sum(len(move.dice) for move in moves)
        cost = sum(move.cost for move in moves)
        if reasons:
            cost += _UNUSED_DIE * (len(self.pool) - used)
        elif due := self._unplayed(used):
            reasons.add(due)
            cost += _NAMED
        hits, may_hit = self._hits(moves)
        wrong = opponent_account(self.before.opponent, self.after.opponent, hits, may_hit, self._held_landings(pairs)).reasons
        steps = tuple(step for pair, move in zip(pairs, moves, strict=True) for step in self._steps(pair, move))
        return Explanation(cost + _NAMED * len(wrong), frozenset(reasons | wrong), self._with_hits(steps))

    def too_many(self, sources: list[int], targets: list[int]) -> Explanation:
        """More checkers moved than there are dice: beyond that only faults are named that no sharing of dice could cure."""
        pairs = tuple(zip(sources, targets, strict=True))
        reasons = {Reason.TOO_MANY_CHECKERS}
        for source, target in pairs:
            reasons |= self._place_faults(source, target)
            if target > source:
                reasons.add(Reason.BACKWARDS if source else Reason.BORNE_OFF_ON_BOARD)
        landings = frozenset(target for _, target in pairs if self._is_blot(target))
        wrong = opponent_account(self.before.opponent, self.after.opponent, landings, EVERY_POINT, self._held_landings(pairs)).reasons
        return Explanation(0.0, frozenset(reasons | wrong), self._with_hits(tuple((*pair, False) for pair in pairs)))

    def _moves(self, pair: Pair, most: int) -> Iterator[_Move]:
        """Every way to play this displacement with one to `most` of the dice."""
        shares = {share for n in range(1, most + 1) for share in permutations(self.pool, n)}
        for dice in sorted(shares):
            move = self._move(*pair, dice)
            if move is not None:
                yield move

    def _move(self, source: int, target: int, dice: Dice) -> _Move | None:
        faults = self._place_faults(source, target)
        # entering and going on with the second die leaves the others waiting on the bar just as well
        if source == BAR and len(dice) > 1 and self._is_waiting:
            faults.add(Reason.BAR_PRIORITY)
        cost = _NAMED * len(faults)
        passed = frozenset(range(target + 1, source))
        if target > source:
            reason = Reason.BACKWARDS if source else Reason.BORNE_OFF_ON_BOARD
            is_by_a_die = len(dice) == 1 and target - source == dice[0]
            return _Move(dice, cost + (_NAMED if is_by_a_die else _VAGUE), frozenset({*faults, reason}), (target,))
        if target == OFF:
            return self._bear_off(source, dice, faults)
        if sum(dice) != source - target:
            return _Move(dice, cost + _VAGUE, frozenset({*faults, Reason.WRONG_DISTANCE}), (target,), passed)
        stops = self._walk(source, dice)
        if any(self._is_held(stop) for stop in stops[:-1]):
            return _Move(dice, cost + _NAMED, frozenset({*faults, Reason.INTERMEDIATE_BLOCKED}), (target,), passed)
        return _Move(dice, cost, frozenset(faults), stops)

    def _bear_off(self, source: int, dice: Dice, faults: set[Reason]) -> _Move | None:
        stops = self._walk(source, dice)
        if any(stop <= OFF for stop in stops[:-1]) or (len(dice) > 1 and any(self._bears_off(source, die) for die in dice)):
            return None  # a smaller share of the dice already bears it off
        last_from = source if len(dice) == 1 else stops[-2]
        if stops[-1] > OFF:
            if source > 6:  # straight off from outside: the distance is the lesser fault
                cost = _NAMED * len(faults - {Reason.BEAROFF_NOT_HOME}) + _VAGUE
                return _Move(dice, cost, frozenset({*faults, Reason.BEAROFF_NOT_HOME}), (OFF,))
            return _Move(dice, _NAMED * len(faults) + _NAMED, frozenset({*faults, Reason.BEAROFF_TOO_LOW}), (OFF,))
        if any(self._is_held(stop) for stop in stops[:-1]):
            faults.add(Reason.INTERMEDIATE_BLOCKED)
        if stops[-1] < OFF and any(self.after.on_roll[last_from + 1 : 7]):
            # steps can be taken highest origin first, so only what is behind in the end was behind then
            faults.add(Reason.BEAROFF_HIGHER_BEHIND)
        return _Move(dice, _NAMED * len(faults), frozenset(faults), (*stops[:-1], OFF))

    def _bears_off(self, source: int, die: int) -> bool:
        """Whether one die alone bears a checker off as it should (C13-C16)."""
        return source == die or (source < die and not any(self.after.on_roll[source + 1 : 7]))

    def _place_faults(self, source: int, target: int) -> set[Reason]:
        """Faults that lie in the two places, whatever the dice."""
        faults = set()
        if self._is_waiting and source != BAR:
            faults.add(Reason.BAR_PRIORITY)
        if self._is_held(target):
            faults.add(Reason.BLOCKED_LANDING)
        if target == OFF and not is_all_home(self.after.on_roll):
            faults.add(Reason.BEAROFF_NOT_HOME)
        return faults

    def _unplayed(self, used: int) -> Reason | None:
        """The rule broken when every step was legal in itself but the roll was not played as it must be (rules.md C6-C8).

        Nothing played although one die could be is `must-use-max` too: as many dice as possible.
        """
        if used < self.dice_playable:
            return Reason.MUST_USE_BOTH if (len(self.pool), self.dice_playable) == (2, 2) else Reason.MUST_USE_MAX
        # one die was due and one was played without a fault, and yet no legal play ends like this: it was the smaller
        return Reason.MUST_USE_LARGER if (len(self.pool), self.dice_playable) == (2, 1) else None

    @property
    def _is_waiting(self) -> bool:
        """A checker that was on the bar is still there."""
        return self.before.on_roll[BAR] > 0 and self.after.on_roll[BAR] > 0

    def _hits(self, moves: tuple[_Move, ...]) -> tuple[frozenset[int], frozenset[int]]:
        hits = frozenset(stop for move in moves for stop in move.stops if self._is_blot(stop))
        may_hit = frozenset(point for move in moves for point in move.may_hit if self._is_blot(point))
        return hits, may_hit

    def _held_landings(self, pairs: tuple[Pair, ...]) -> frozenset[int]:
        return frozenset(target for _, target in pairs if self._is_held(target))

    def _is_held(self, point: int) -> bool:
        return 1 <= point <= 24 and self.before.opponent[25 - point] >= 2

    def _is_blot(self, point: int) -> bool:
        return 1 <= point <= 24 and self.before.opponent[25 - point] == 1

    @staticmethod
    def _walk(source: int, dice: Dice) -> tuple[int, ...]:
        stops = []
        for die in dice:
            source -= die
            stops.append(source)
        return tuple(stops)

    @staticmethod
    def _steps(pair: Pair, move: _Move) -> Iterator[Step]:
        source = pair[0]
        for stop in move.stops:
            yield source, stop, False
            source = stop

    def _with_hits(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps by origin descending, a hit marked where the blot did leave its point: what was seen, not what was due."""
        hits: set[int] = set()
        marked: list[Step] = []
        for source, target, _ in sorted(steps, reverse=True):
            is_hit = self._is_blot(target) and target not in hits and self.after.opponent[25 - target] == 0
            if is_hit:
                hits.add(target)
            marked.append((source, target, is_hit))
        return tuple(marked)
