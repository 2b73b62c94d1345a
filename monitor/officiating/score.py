"""Which scores a match can have, and at which of them the Crawford game is played (`rules.md` C20)."""

from __future__ import annotations

from collections.abc import Sequence

from monitor.errors import InputError
from monitor.game.wording import ENGLISH, Words


def is_crawford_possible(points: Sequence[int], length: int) -> bool:
    """Can the first game in which a player needs exactly one point be played at this score? Where both need one it was played before, but in a
    match to one point."""
    low, high = sorted(points)
    return high == length - 1 and (low < high or length == 1)


def require_score(points: Sequence[int], length: int | None, is_crawford: bool | None, words: Words = ENGLISH) -> None:
    """Raises InputError with a sentence that says what does not fit. points: of A and B. length: None where it is not known, and nothing is checked."""
    if length is None:
        return
    if min(points) >= length:
        text = words.gettext("Both players cannot have won a match to %(points)d points: check the score and the length.")
        raise InputError(text % {"points": length})
    if max(points) > length:
        text = words.gettext("Nobody has more than %(points)d points in a match to %(points)d: check the score and the length.")
        raise InputError(text % {"points": length})
    if is_crawford and not is_crawford_possible(points, length):
        text = words.gettext("It is the Crawford game only when one player, and not both, needs exactly one point of %(points)d: check the score, or say no.")
        raise InputError(text % {"points": length})
