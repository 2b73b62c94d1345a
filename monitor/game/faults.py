"""Where the faults of an illegal play lie: which steps offend, at which places, and what was due instead.

The verdict and its reasons come from `judge`; here they are only held against the two positions again, so that a sentence
and a diagram can point at something. A reason that fits one reading of the turn and not the one that is told has no steps.
All places are in the mover's own numbering, from 25 for the bar to 0 for off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from monitor.game.explain import displaced
from monitor.game.judge import Judgement
from monitor.game.plays import Play, Step, legal_plays
from monitor.game.position import BAR, OFF, Position, Roll, Row, checked_roll
from monitor.game.reasons import Reason


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason with what it is about.

    steps: the offending steps of the play seen. places: points (or the bar) that the reason is about; of the opponent's
    checkers that were moved, where they are missing and then where they are too many. due: steps that could have been
    played too. counts: (seen, allowed) where the reason is about a number: steps played and due, checkers before and after.
    is_opponents: the places and counts are about the opponent's checkers.
    """

    reason: Reason
    steps: tuple[Step, ...] = ()
    places: tuple[int, ...] = ()
    due: tuple[Step, ...] = ()
    counts: tuple[int, int] | None = None
    is_opponents: bool = False


def find_faults(position: Position, roll: Sequence[int], after: Position, judgement: Judgement) -> tuple[Fault, ...]:
    """The faults of the turn from `position` with `roll` to `after`, in the order of the judgement's reasons; none when legal.

    Raises InputError for a roll that is none.
    """
    dice = checked_roll(roll)
    turn = _Turn(position, dice, after, judgement)
    return tuple(_FINDERS[reason](turn) for reason in judgement.reasons)


@dataclass(frozen=True, slots=True)
class _Turn:
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


def _bar_priority(turn: _Turn) -> Fault:
    others = tuple(step for step in turn.steps if step[0] != BAR)
    return Fault(Reason.BAR_PRIORITY, others or turn.steps, (BAR,), counts=(turn.after.on_roll[BAR], 0))


def _blocked_landing(turn: _Turn) -> Fault:
    steps = tuple(step for step in turn.steps if turn.is_held(step[1]))
    return Fault(Reason.BLOCKED_LANDING, steps, _once(step[1] for step in steps))


def _intermediate_blocked(turn: _Turn) -> Fault:
    """Steps that take several dice and find every way held; a bear-off may be told as hops, one of them onto a held point."""
    steps: list[Step] = []
    places: list[int] = []
    for step in turn.forward:
        held = [point for way in _ways(step, turn.pool) for point in way if turn.is_held(point)]
        if step[0] - step[1] not in turn.pool and held:
            steps.append(step)
            places += held
        elif turn.is_held(step[1]):
            steps.append(step)
            places.append(step[1])
    return Fault(Reason.INTERMEDIATE_BLOCKED, tuple(steps), tuple(sorted(set(places), reverse=True)))


def _ways(step: Step, pool: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The points landed on before the last one, of every way to play a step with two or more of the dice."""
    source, target, _ = step
    for n in range(2, len(pool) + 1):
        for dice in set(permutations(pool, n)):
            stops = [source - sum(dice[:k]) for k in range(1, n + 1)]
            is_there = stops[-1] == target or (target == OFF and stops[-1] <= OFF < stops[-2])
            if is_there:
                yield tuple(stops[:-1])


def _wrong_distance(turn: _Turn) -> Fault:
    """The steps that are left when as many steps as can be are given dice, and those with as few dice as can be.

    Where several sharings are equally good, all that are left in one of them or another.
    """
    left: set[Step] = set()
    best = (-1, 0)
    for given, used in _sharings(turn.forward, turn.pool):
        quality = (len(given), -used)
        if quality >= best:
            unmatched = set(Counter(turn.forward) - Counter(given))
            left = unmatched if quality > best else left | unmatched
            best = quality
    return Fault(Reason.WRONG_DISTANCE, tuple(step for step in turn.forward if step in left))


def _sharings(steps: tuple[Step, ...], pool: tuple[int, ...]) -> Iterator[tuple[tuple[Step, ...], int]]:
    """(the steps that get dice, how many dice they use) of every way to share the dice out."""
    if not steps:
        yield (), 0
        return
    first, rest = steps[0], steps[1:]
    yield from _sharings(rest, pool)
    for n in range(1, len(pool) + 1):
        for dice in set(combinations(pool, n)):
            if sum(dice) == first[0] - first[1] or (first[1] == OFF and sum(dice) >= first[0]):
                remaining = tuple((Counter(pool) - Counter(dice)).elements())
                for given, used in _sharings(rest, remaining):
                    yield (first, *given), used + n


def _backwards(turn: _Turn) -> Fault:
    return Fault(Reason.BACKWARDS, tuple(step for step in turn.steps if step[1] > step[0] != OFF))


def _borne_off_on_board(turn: _Turn) -> Fault:
    steps = tuple(step for step in turn.steps if step[0] == OFF)
    return Fault(Reason.BORNE_OFF_ON_BOARD, steps, _once(step[1] for step in steps))


def _unplayed(reason: Reason) -> Callable[[_Turn], Fault]:
    def find(turn: _Turn) -> Fault:
        plays = legal_plays(turn.position, turn.roll)
        due = len(plays[0].steps)
        steps = _due(turn, plays)
        return Fault(reason, due=steps, counts=(due - len(steps) if steps else 0, due))

    return find


def _due(turn: _Turn, plays: list[Play]) -> tuple[Step, ...]:
    """The fewest steps that make a legal play of the one seen; none when it was nothing, or when it leaves no such way."""
    if not turn.steps:
        return ()
    rows = {play.after.on_roll for play in plays}
    reached: dict[Row, tuple[Step, ...]] = {turn.after.on_roll: ()}
    for _ in range(len(turn.pool) - 1):
        further: dict[Row, tuple[Step, ...]] = {}
        for row, steps in reached.items():
            for source, target, next_row in _single_steps(row, sorted(set(turn.pool), reverse=True), turn.is_held):
                further.setdefault(next_row, (*steps, (source, target, False)))
        found = next((steps for row, steps in further.items() if row in rows), None)
        if found is not None:
            return found
        reached = further
    return ()


def _single_steps(row: Row, dice: Sequence[int], is_held: Callable[[int], bool]) -> Iterator[tuple[int, int, Row]]:
    for source in range(BAR, 0, -1):
        if not row[source]:
            continue
        for die in dice:
            target = max(OFF, source - die)
            if not is_held(target):
                counts = list(row)
                counts[source] -= 1
                counts[target] += 1
                yield source, target, tuple(counts)


def _too_many_checkers(turn: _Turn) -> Fault:
    moved = len(displaced(turn.position.on_roll, turn.after.on_roll)[0])
    return Fault(Reason.TOO_MANY_CHECKERS, turn.steps, counts=(moved, len(turn.pool)))


def _bearoff_not_home(turn: _Turn) -> Fault:
    outside = tuple(point for point in range(BAR, 6, -1) if turn.after.on_roll[point])
    outer = tuple(step[0] for step in turn.off_steps if step[0] > 6)
    return Fault(Reason.BEAROFF_NOT_HOME, turn.off_steps, outside or _once(outer))


def _bearoff_too_low(turn: _Turn) -> Fault:
    """The step from the highest point of those that get no die when the dice are shared out."""
    left = {step for step in _wrong_distance(turn).steps if step[1] == OFF} or set(turn.off_steps)
    steps = tuple(sorted(left, reverse=True)[:1])
    return Fault(Reason.BEAROFF_TOO_LOW, steps, _once(step[0] for step in steps))


def _bearoff_higher_behind(turn: _Turn) -> Fault:
    steps = tuple(step for step in turn.off_steps if step[0] not in turn.pool and any(turn.after.on_roll[step[0] + 1 : 7])) or turn.off_steps
    lowest = min((step[0] for step in steps), default=6)
    return Fault(Reason.BEAROFF_HIGHER_BEHIND, steps, tuple(point for point in range(6, lowest, -1) if turn.after.on_roll[point]))


def _hit_not_on_bar(turn: _Turn) -> Fault:
    """The blots landed on, on the way as well where a step tells of no stops."""
    stops = {stop for step in turn.forward for stop in (step[1], *(point for way in _ways(step, turn.pool) for point in way))}
    landed = {step[1] for step in turn.steps}
    hits = [point for point in sorted(stops, reverse=True) if 1 <= point <= 24 and turn.position.opponent[25 - point] == 1]
    return Fault(Reason.HIT_NOT_ON_BAR, places=tuple(point for point in hits if point in landed) or tuple(hits))


def _opponent_checker_moved(turn: _Turn) -> Fault:
    """Where the opponent's checkers are missing and too many, those left out that the play hit or should have hit."""
    expected = list(turn.position.opponent)
    is_hit_elsewhere = Reason.HIT_NOT_ON_BAR in turn.judgement.reasons
    for step in () if is_hit_elsewhere else turn.steps:
        if OFF < step[1] < BAR and expected[25 - step[1]] == 1:
            expected[25 - step[1]] -= 1
            expected[BAR] += 1
    gone, come = displaced(tuple(expected), turn.after.opponent)
    places = tuple(_mirrored(place) for place in (*dict.fromkeys(gone), *dict.fromkeys(come)))
    return Fault(Reason.OPPONENT_CHECKER_MOVED, places=places, counts=(len(set(gone)), len(set(come))), is_opponents=True)


def _mirrored(place: int) -> int:
    """A point of the opponent in the mover's numbering; the opponent's own bar and tray keep their numbers."""
    return place if place in (OFF, BAR) else 25 - place


def _count_mismatch(turn: _Turn) -> Fault:
    before, now = sum(turn.position.on_roll), sum(turn.after.on_roll)
    if before != now:
        return Fault(Reason.COUNT_MISMATCH, counts=(before, now))
    return Fault(Reason.COUNT_MISMATCH, counts=(sum(turn.position.opponent), sum(turn.after.opponent)), is_opponents=True)


def _once(places: Iterator[int] | tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(places))


_FINDERS: dict[Reason, Callable[[_Turn], Fault]] = {
    Reason.BAR_PRIORITY: _bar_priority,
    Reason.BLOCKED_LANDING: _blocked_landing,
    Reason.INTERMEDIATE_BLOCKED: _intermediate_blocked,
    Reason.WRONG_DISTANCE: _wrong_distance,
    Reason.BACKWARDS: _backwards,
    Reason.MUST_USE_BOTH: _unplayed(Reason.MUST_USE_BOTH),
    Reason.MUST_USE_LARGER: _unplayed(Reason.MUST_USE_LARGER),
    Reason.MUST_USE_MAX: _unplayed(Reason.MUST_USE_MAX),
    Reason.TOO_MANY_CHECKERS: _too_many_checkers,
    Reason.BEAROFF_NOT_HOME: _bearoff_not_home,
    Reason.BEAROFF_TOO_LOW: _bearoff_too_low,
    Reason.BEAROFF_HIGHER_BEHIND: _bearoff_higher_behind,
    Reason.OPPONENT_CHECKER_MOVED: _opponent_checker_moved,
    Reason.HIT_NOT_ON_BAR: _hit_not_on_bar,
    Reason.BORNE_OFF_ON_BOARD: _borne_off_on_board,
    Reason.COUNT_MISMATCH: _count_mismatch,
    Reason.ILLEGAL: lambda turn: Fault(Reason.ILLEGAL, turn.steps),
}
