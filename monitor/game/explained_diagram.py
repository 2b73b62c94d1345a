"""The diagram of a judged turn: the position it started from, with the steps played, those that offend and those that were due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from monitor.game.diagram import svg
from monitor.game.diagram_marks import Mark, MarkKind
from monitor.game.events import Player
from monitor.game.faults import Fault
from monitor.game.judge import Judgement
from monitor.game.notation import format_play
from monitor.game.plays import Step
from monitor.game.position import BAR, OFF, Position, position_to_rows
from monitor.game.reasons import Reason
from monitor.game.wording import ENGLISH, Account, Words

_AT_PLACES = frozenset({Reason.BLOCKED_LANDING, Reason.INTERMEDIATE_BLOCKED, Reason.HIT_NOT_ON_BAR, Reason.OPPONENT_CHECKER_MOVED})
"""Reasons whose places show something that the steps alone do not: the opponent's checkers there."""


def explained_svg(
    position: Position, roll: Sequence[int], judgement: Judgement, account: Account, mover: Player, near: Player, near_home: str, words: Words = ENGLISH
) -> str:
    """The board before the turn, seen by `near`, with what was played marked. Its title is the account. Raises InputError as `diagram.svg`."""
    marks = [*_steps(judgement, account.faults, mover, words), *_places(account.faults, mover)]
    rows = position_to_rows(position, mover)
    return svg(rows, near, near_home, dice=roll, on_roll=mover, title=account.text, desc=legend(words) if marks else "", marks=marks)


def legend(words: Words = ENGLISH) -> str:
    """What the marks mean."""
    return words.gettext("Dot: a step as played. Octagon with a cross: what is wrong. Dashed, with a plus: a step that could have been played.")


def _steps(judgement: Judgement, faults: Sequence[Fault], mover: Player, words: Words) -> Iterator[Mark]:
    # of two equal steps one may offend, or both: all are marked, because nothing tells them apart
    offending = {step for fault in faults for step in fault.steps}
    for step in () if judgement.play is None else judgement.play.steps:
        is_wrong = step in offending
        title = words.gettext("wrong: %(step)s") if is_wrong else words.gettext("as played: %(step)s")
        yield _mark(step, mover, MarkKind.WRONG if is_wrong else MarkKind.PLAYED, title)
    for title, of in (
        (words.gettext("could have been played too: %(step)s"), [fault.due for fault in faults]),
        (words.gettext("of a play that was possible: %(step)s"), [fault.instead for fault in faults]),
    ):
        steps: Counter[Step] = Counter()
        for found in of:
            steps |= Counter(found)
        for step in steps.elements():
            yield _mark(step, mover, MarkKind.DUE, title)


def _mark(step: Step, mover: Player, kind: MarkKind, title: str) -> Mark:
    return Mark(mover, step[0], step[1], kind, title % {"step": format_play([step])})


def _places(faults: Sequence[Fault], mover: Player) -> Iterator[Mark]:
    """A badge on the opponent's checkers that a reason is about, and on checkers of the mover that had to be dealt with first."""
    marked: set[tuple[Player, int]] = set()
    for fault in faults:
        for place in (*fault.places, *fault.targets) if fault.reason in _AT_PLACES else ():
            marked.add((mover.opponent, place if place in (OFF, BAR) else 25 - place))
        if fault.reason in (Reason.BAR_PRIORITY, Reason.BEAROFF_HIGHER_BEHIND, Reason.BEAROFF_NOT_HOME):
            starts = {step[0] for step in fault.steps}
            marked |= {(mover, place) for place in fault.places if place not in starts}
    for player, place in sorted(marked, key=lambda at: (at[0], at[1])):
        yield Mark(player, place, None, MarkKind.WRONG)
