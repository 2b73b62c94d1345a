"""Judging a turn that is told by ids: an XGID before, and after it a play in notation, an XGID or a GNU position ID."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monitor.errors import InputError, quoted
from monitor.game.ids import Xgid, parse_gnu_position_id, parse_xgid
from monitor.game.judge import Judgement, judge, judge_play
from monitor.game.position import BAR, Position, Roll, Row, checked_roll


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn and its judgement. is_bottom: the player whose turn it is sits at the bottom, as in the XGID; True where none was given."""

    position: Position
    roll: Roll
    after: Position
    judgement: Judgement
    is_bottom: bool = True


def judge_ids(xgid: str, roll: str | None, *, play: str | None = None, after: str | None = None) -> JudgedTurn:
    """The turn from the position of an XGID, judged.

    roll: such as "64" or "6-4"; None takes the XGID's. Exactly one of play (in notation) and after (an XGID, or a GNU position
    ID). Raises InputError that says what is missing, cannot be read or contradicts the rest.
    """
    state = parse_xgid(xgid)
    dice = state.roll if roll is None else parse_roll(roll)
    if dice is None:
        raise InputError("The XGID has no roll; give the roll as well.")
    if state.roll is not None and sorted(state.roll) != sorted(dice):  # which of the two was rolled is for whoever asks to say
        first, second = ("-".join(map(str, pair)) for pair in (state.roll, dice))
        raise InputError(f"The XGID says that {first} was rolled, and the roll given is {second}; give one roll, or an XGID with 00 in its place.")
    is_bottom = state.turn == 1
    if (play is None) == (after is None):
        raise InputError("Give either the play or the position after it, not both and not neither.")
    if play is not None:
        return judged_play(state.position, dice, play, is_bottom=is_bottom)
    position_after = parse_after(after or "", state)
    return JudgedTurn(state.position, dice, position_after, judge(state.position, dice, position_after), is_bottom)


def judged_play(position: Position, roll: Sequence[int], play: str, *, is_bottom: bool = True) -> JudgedTurn:
    """The same for a position and a play in notation. Raises InputError as `judge_play`."""
    judgement = judge_play(position, roll, play)
    assert judgement.play is not None, "a written play is always told"
    return JudgedTurn(position, checked_roll(roll), judgement.play.after, judgement, is_bottom)


def parse_roll(text: str) -> Roll:
    """Two dice written as 64, 6-4 or 6 4. Raises InputError."""
    match = re.fullmatch(r"\s*([1-6])[\s,-]*([1-6])\s*", text, re.ASCII)
    if not match:
        raise InputError(f"{quoted(text)} is not a roll such as 64 or 6-4.")
    return int(match[1]), int(match[2])


def parse_after(text: str, before: Xgid) -> Position:
    """The position after a turn, with the player who made it first, from an XGID or a GNU position ID. Raises InputError.

    An XGID names its colours. A position ID does not: it has the player on roll last, who is the opponent once the turn is
    over, but some programs write it before that. Of the two readings the one is taken in which less has changed.
    """
    text = text.strip()
    if text.upper().startswith("XGID") or text.count(":") > 1:
        state = parse_xgid(text)
        bottom_first = Position(state.bottom, state.top)
        return bottom_first if before.turn == 1 else bottom_first.flipped
    found = parse_gnu_position_id(text.partition(":")[0])  # a match ID may follow
    return min(found.flipped, found, key=lambda reading: _changed(before.position, reading))


def _changed(before: Position, after: Position) -> int:
    """How much a turn would have changed. The opponent's checkers count double: they only move by being hit."""
    return _difference(before.on_roll, after.on_roll) + 2 * _difference(before.opponent, after.opponent)


def _difference(first: Row, second: Row) -> int:
    return sum(abs(a - b) for a, b in zip(first[1 : BAR + 1], second[1 : BAR + 1], strict=True))
