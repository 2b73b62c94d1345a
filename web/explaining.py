"""Why a flagged play was illegal, computed from what the log holds of it: the position before, the roll, the position after."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from monitor.game import Judgement, Position, judge
from monitor.game.events import Player, Rows
from monitor.game.explained_diagram import explained_svg
from monitor.game.position import Roll, checked_roll, rows_to_position
from monitor.game.wording import Account, account_of
from monitor.officiating import CATALOGUE
from web.saying import words
from web.view import Flag, Line


@dataclass(frozen=True, slots=True)
class _Turn:
    position: Position
    roll: Roll
    after: Position
    mover: Player


def account_of_flag(flag: Flag) -> Account | None:
    """The flagged play in the reader's words, or None for a flag that is about no illegal play, or one that cannot be judged again."""
    entry = CATALOGUE.get(flag.rule)
    return account_of_line(flag.line) if entry is not None and entry.family == "play" and flag.line is not None else None


def account_of_line(line: Line) -> Account | None:
    """The play of a row of the turn list in the reader's words; None where the log says too little, or something else than the judge."""
    turn, judgement = _judged_line(line)
    return None if turn is None or judgement is None else account_of(turn.position, turn.roll, turn.after, judgement, words())


def marked_svg(line: Line, near: str, near_home: str) -> str | None:
    """The board before that play with what was wrong marked; None as `account_of_line`."""
    turn, judgement = _judged_line(line)
    if turn is None or judgement is None:
        return None
    account = account_of(turn.position, turn.roll, turn.after, judgement, words())
    return explained_svg(turn.position, turn.roll, judgement, account, turn.mover, Player(near), near_home, words())


def _judged_line(line: Line) -> tuple[_Turn | None, Judgement | None]:
    """What is shown never contradicts the log: a play that is judged otherwise today has no explanation here."""
    if line.kind != "turn" or line.verdict != "illegal" or line.player is None or line.before is None or line.after is None:
        return None, None
    if len(line.dice) != 2 or None in line.dice:
        return None, None
    mover, roll = Player(line.player), checked_roll(line.dice)
    before, after = (rows_to_position(Rows.from_json(rows), mover) for rows in (line.before, line.after))
    judgement = _judged(before, roll, after)
    is_as_logged = not judgement.is_legal and (not line.reasons or set(line.reasons) == {str(reason) for reason in judgement.reasons})
    return (_Turn(before, roll, after, mover), judgement) if is_as_logged else (None, None)


@functools.lru_cache(maxsize=256)
def _judged(before: Position, roll: Roll, after: Position) -> Judgement:
    """Kept, because every change of the page draws all flags again."""
    return judge(before, roll, after)
