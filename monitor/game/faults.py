"""Where the faults of an illegal play lie: which steps offend, at which places, and what was due instead.

The verdict and its reasons come from `judge`; here they are only held against the two positions again, so that a sentence
and a diagram can point at something. A reason that fits one reading of the turn and not the one that is told has no steps.
All places are in the mover's own numbering, from 25 for the bar to 0 for off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from monitor.game.explain import displaced
from monitor.game.faulty_turn import Turn, ways
from monitor.game.judge import Judgement
from monitor.game.plays import Play, Step, legal_plays
from monitor.game.position import BAR, OFF, Position, Row, checked_roll
from monitor.game.reasons import Reason


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason with what it is about.

    steps: the offending steps of the play seen. places: points (or the bar) that the reason is about: of checkers that were hit
    or moved, where that was. targets: where such checkers stand instead. due: steps that could have been played too. instead:
    steps of a legal play, where none can be added to the play seen. counts: (seen, allowed) where the reason is about a number:
    steps played and due, hit checkers not lifted and hit, the player's checkers before and after. opponent_counts: the opponent's.
    moved: how many of the opponent's checkers were moved.
    """

    reason: Reason
    steps: tuple[Step, ...] = ()
    places: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    due: tuple[Step, ...] = ()
    instead: tuple[Step, ...] = ()
    counts: tuple[int, int] | None = None
    opponent_counts: tuple[int, int] | None = None
    moved: int = 0


def find_faults(position: Position, roll: Sequence[int], after: Position, judgement: Judgement) -> tuple[Fault, ...]:
    """The faults of the turn from `position` with `roll` to `after`, in the order of the judgement's reasons; none when legal.

    Raises InputError for a roll that is none.
    """
    dice = checked_roll(roll)
    turn = Turn(position, dice, after, judgement)
    return tuple(_FINDERS[reason](turn) for reason in judgement.reasons)


def _bar_priority(turn: Turn) -> Fault:
    others = tuple(step for step in turn.steps if step[0] != BAR)
    return Fault(Reason.BAR_PRIORITY, others or turn.steps, (BAR,), counts=(turn.after.on_roll[BAR], 0))


def _blocked_landing(turn: Turn) -> Fault:
    steps = tuple(step for step in turn.steps if turn.is_held(step[1]))
    return Fault(Reason.BLOCKED_LANDING, steps, _once(step[1] for step in steps))


def _intermediate_blocked(turn: Turn) -> Fault:
    """Steps that take several dice and find every way held; a bear-off may be told as hops, one of them onto a held point."""
    steps: list[Step] = []
    places: list[int] = []
    for step in turn.forward:
        held = [point for way in ways(step, turn.pool) for point in way if turn.is_held(point)]
        if step[0] - step[1] not in turn.pool and held:
            steps.append(step)
            places += held
        elif turn.is_held(step[1]):
            steps.append(step)
            places.append(step[1])
    return Fault(Reason.INTERMEDIATE_BLOCKED, tuple(steps), tuple(sorted(set(places), reverse=True)))


def _wrong_distance(turn: Turn) -> Fault:
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


def _backwards(turn: Turn) -> Fault:
    return Fault(Reason.BACKWARDS, tuple(step for step in turn.steps if step[1] > step[0] != OFF))


def _borne_off_on_board(turn: Turn) -> Fault:
    steps = tuple(step for step in turn.steps if step[0] == OFF)
    return Fault(Reason.BORNE_OFF_ON_BOARD, steps, _once(step[1] for step in steps))


def _unplayed(reason: Reason) -> Callable[[Turn], Fault]:
    def find(turn: Turn) -> Fault:
        plays = legal_plays(turn.position, turn.roll)
        due = len(plays[0].steps)
        # the larger die instead of the smaller: nothing can be added to what was played, and twice the smaller may look as if
        steps = () if reason is Reason.MUST_USE_LARGER else _due(turn, plays)
        instead = turn.judgement.nearest[0].steps if turn.judgement.nearest and not steps else ()
        return Fault(reason, due=steps, instead=instead, counts=(due - len(steps) if steps else 0, due))

    return find


def _due(turn: Turn, plays: list[Play]) -> tuple[Step, ...]:
    """The fewest steps that make a legal play of the one seen, hits marked; none when it was nothing, or when it leaves no such way."""
    if not turn.steps:
        return ()
    was_hit, _ = turn.opponents
    rows = {play.after.on_roll for play in plays}
    reached: dict[Row, tuple[Step, ...]] = {turn.after.on_roll: ()}
    for _ in range(len(turn.pool) - 1):
        further: dict[Row, tuple[Step, ...]] = {}
        for row, steps in reached.items():
            for source, target, next_row in _single_steps(row, sorted(set(turn.pool), reverse=True), turn.is_held):
                is_hit = turn.is_blot(target) and target not in was_hit and all(target != landed for _, landed, _ in steps)
                further.setdefault(next_row, (*steps, (source, target, is_hit)))
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


def _too_many_checkers(turn: Turn) -> Fault:
    moved = len(displaced(turn.position.on_roll, turn.after.on_roll)[0])
    return Fault(Reason.TOO_MANY_CHECKERS, turn.steps, counts=(moved, len(turn.pool)))


def _bearoff_not_home(turn: Turn) -> Fault:
    outside = tuple(point for point in range(BAR, 6, -1) if turn.after.on_roll[point])
    outer = tuple(step[0] for step in turn.off_steps if step[0] > 6)
    return Fault(Reason.BEAROFF_NOT_HOME, turn.off_steps, outside or _once(outer))


def _bearoff_too_low(turn: Turn) -> Fault:
    """The step from the highest point of those that get no die when the dice are shared out."""
    left = {step for step in _wrong_distance(turn).steps if step[1] == OFF} or set(turn.off_steps)
    steps = tuple(sorted(left, reverse=True)[:1])
    return Fault(Reason.BEAROFF_TOO_LOW, steps, _once(step[0] for step in steps))


def _bearoff_higher_behind(turn: Turn) -> Fault:
    steps = tuple(step for step in turn.off_steps if step[0] not in turn.pool and any(turn.after.on_roll[step[0] + 1 : 7])) or turn.off_steps
    lowest = min((step[0] for step in steps), default=6)
    return Fault(Reason.BEAROFF_HIGHER_BEHIND, steps, tuple(point for point in range(6, lowest, -1) if turn.after.on_roll[point]))


def _hit_not_on_bar(turn: Turn) -> Fault:
    """The blots hit and not lifted. places: those that are, or all of them where it cannot be told which; counts then say how many of how many.

    Where the way is not known on which one was hit, the points on which that may have been, without counts.
    """
    found = {}
    for hit, account in turn.readings:
        left = _mirrored(account.left)
        places = left if len(left) == account.unlifted else _descending(hit)
        found[places] = (account.unlifted, _mirrored(account.stands))
    if len(found) > 1:
        return Fault(Reason.HIT_NOT_ON_BAR, places=_descending({place for places in found for place in places}))
    [(places, (unlifted, targets))] = found.items()
    return Fault(Reason.HIT_NOT_ON_BAR, places=places, targets=targets, counts=(unlifted, len(places)))


def _opponent_checker_moved(turn: Turn) -> Fault:
    """Where the opponent's checkers are missing and too many, those left out that the play hit or should have hit."""
    _, account = turn.opponents
    moved = min(len(account.gone), len(account.come))
    return Fault(Reason.OPPONENT_CHECKER_MOVED, places=_once(_mirrored(account.gone)), targets=_once(_mirrored(account.come)), moved=moved)


def _mirrored(places: Iterable[int]) -> tuple[int, ...]:
    """Points of the opponent in the mover's numbering, descending; the opponent's own bar and tray keep their numbers."""
    return _descending(place if place in (OFF, BAR) else 25 - place for place in places)


def _descending(places: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(places, reverse=True))


def _count_mismatch(turn: Turn) -> Fault:
    """Of both players where both have other numbers than before; a hit checker that is in a hand is the fault of that alone."""
    mine = (sum(turn.position.on_roll), sum(turn.after.on_roll))
    theirs = (sum(turn.position.opponent), sum(turn.after.opponent))
    is_mine = mine[0] != mine[1]
    is_theirs = not is_mine or Reason.COUNT_MISMATCH in turn.opponents[1].reasons
    return Fault(Reason.COUNT_MISMATCH, counts=mine if is_mine else None, opponent_counts=theirs if is_theirs else None)


def _once(places: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(places))


_FINDERS: dict[Reason, Callable[[Turn], Fault]] = {
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
