"""Judging a turn by the position it ended in (rules.md section 1, engine contract; reasons of rules.md 2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from monitor.errors import InputError
from monitor.game.explain import Explanation, explain
from monitor.game.notation import parse_play
from monitor.game.opponent_faults import EVERY_POINT, landings_of, opponent_account
from monitor.game.plays import Play, Step, legal_plays
from monitor.game.position import BAR, OFF, Position, Roll, Row, checked_roll, pip_count
from monitor.game.reasons import Reason, in_order

_MOST_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one turn.

    reasons: the rule ids that fit, empty for a legal play; `move.illegal` alone when none has a name.
    play: the play seen, or None when the mover's checkers do not add up. For an illegal play it is one reading of the two
    positions, with hits marked only where the blot did leave its point.
    nearest: the legal plays whose final positions are nearest to the one seen, at most three; of a legal play itself alone.
    legal_count: how many final positions were legal.
    """

    is_legal: bool
    reasons: tuple[Reason, ...]
    play: Play | None
    nearest: tuple[Play, ...]
    legal_count: int

    @property
    def rule(self) -> Reason | None:
        """The id that a flag carries: the one reason that fits, the parent `move.illegal` when several do, None when legal."""
        if self.is_legal:
            return None
        return self.reasons[0] if len(self.reasons) == 1 else Reason.ILLEGAL


def judge(position: Position, roll: Sequence[int], after: Position) -> Judgement:
    """Whether the turn from `position` with `roll` may end in `after` (same two players, same order), and why not.

    Only final positions are compared; a reason is an explanation added afterwards. Raises InputError for a roll that is none.
    """
    dice = checked_roll(roll)
    plays = legal_plays(position, dice)
    for play in plays:
        if play.after == after:
            return Judgement(True, (), play, (play,), len(plays))
    reasons, seen = _explained(position, dice, after, plays)
    return Judgement(False, reasons, seen, _nearest(plays, after), len(plays))


def judge_play(position: Position, roll: Sequence[int], text: str) -> Judgement:
    """The same for a play in notation: the steps are made as written, legal or not, and the position they reach is judged.

    A blot on a point that is landed on goes to the bar whether or not a `*` is written. Checkers that come back to where they
    stood are no play. Raises InputError when the notation cannot be read or names a point where the mover has no checker.
    """
    written = play_as_written(position, parse_play(text))
    verdict = judge(position, roll, written.after)
    return verdict if verdict.is_legal or written.after == position else replace(verdict, play=written)


def play_as_written(position: Position, steps: Sequence[Step]) -> Play:
    """These steps made in their order, legal or not, with hits marked where they happen.

    Raises InputError where a step starts from a place without a checker of the player on roll.
    """
    mine, theirs = list(position.on_roll), list(position.opponent)
    made: list[Step] = []
    for source, target, _ in steps:
        if not mine[source]:
            place = {BAR: "on the bar", OFF: "borne off"}.get(source, f"on point {source}")
            raise InputError(f"the player on roll has no checker {place} to play from")
        is_hit = OFF < target < BAR and theirs[25 - target] == 1
        mine[source] -= 1
        mine[target] += 1
        if is_hit:
            theirs[25 - target] = 0
            theirs[BAR] += 1
        made.append((source, target, is_hit))
    return Play(tuple(made), Position(tuple(mine), tuple(theirs)))


def _explained(position: Position, roll: Roll, after: Position, plays: list[Play]) -> tuple[tuple[Reason, ...], Play | None]:
    """The reasons that the cheapest explanations give, and the play as the first of them tells it."""
    if sum(position.on_roll) != sum(after.on_roll):
        wrong = opponent_account(position.opponent, after.opponent, landings_of(position, after), EVERY_POINT, frozenset()).reasons
        return in_order({Reason.COUNT_MISMATCH, *wrong}), None
    # a mover's row that a legal play reaches is explained by the opponent's row alone
    if legal_rows := [play for play in plays if play.after.on_roll == after.on_roll]:
        explanations = [_beside(play, position, after) for play in legal_rows]
        fewest = min(explanation.cost for explanation in explanations)
        explanations = [explanation for explanation in explanations if explanation.cost == fewest]
    else:
        explanations = explain(position, roll, after, dice_playable=len(plays[0].steps))
    reasons = in_order(reason for explanation in explanations for reason in explanation.reasons)
    return reasons or (Reason.ILLEGAL,), Play(explanations[0].steps, after)


def _beside(play: Play, position: Position, after: Position) -> Explanation:
    """A legal play of the mover beside which something is wrong with the opponent's checkers."""
    hits = frozenset(target for _, target, is_hit in play.steps if is_hit)
    wrong = opponent_account(position.opponent, after.opponent, hits, frozenset(), frozenset()).reasons
    steps = tuple((source, target, is_hit and after.opponent[25 - target] == 0) for source, target, is_hit in play.steps)
    return Explanation(float(len(wrong)), wrong, steps)


def _nearest(plays: list[Play], after: Position) -> tuple[Play, ...]:
    """The legal plays that take the fewest changed checkers, then pips, to correct; ties in order of enumeration."""

    def distance(play: Play) -> tuple[int, int]:
        mine = _difference(play.after.on_roll, after.on_roll)
        theirs = _difference(play.after.opponent, after.opponent)
        return mine + theirs, abs(pip_count(play.after.on_roll) - pip_count(after.on_roll))

    ranked = sorted(((distance(play), index) for index, play in enumerate(plays)))
    fewest = ranked[0][0][0]
    return tuple(plays[index] for (changed, _), index in ranked[:_MOST_NEAREST] if changed == fewest)


def _difference(first: Row, second: Row) -> int:
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))
