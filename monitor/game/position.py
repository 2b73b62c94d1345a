"""Where the checkers stand: two rows of 26 counts, each in its own player's numbering.

In every row index 0 holds the checkers borne off, 1..24 the points (1 is that player's ace point), 25 the bar.
Point p of one player is point 25 - p of the other. A position is seen from the player on roll; which colour that is, is
not part of it (see `rows_to_position`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from monitor.errors import InputError
from monitor.game.events import Player, Rows

OFF = 0
BAR = 25
ROW_LENGTH = 26
MAX_CHECKERS = 16
"""A side has 15; a set-up error that became official may leave 16 (fewer is possible too)."""

Row = tuple[int, ...]
Roll = tuple[int, int]

START_ROW: Row = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(ROW_LENGTH))
"""Either player's checkers at the start of a game (rules.md C1)."""
SET = sum(START_ROW)
"""Checkers of a colour in a set."""


class Result(StrEnum):
    """How a game was won (rules.md C17)."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def multiplier(self) -> int:
        """What the cube's value is multiplied by."""
        return {Result.SINGLE: 1, Result.GAMMON: 2, Result.BACKGAMMON: 3}[self]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. is_won_by_on_roll: the player whose row comes first in the position has won."""

    is_won_by_on_roll: bool
    result: Result


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of the player on roll and of the opponent, each row of 26 in that player's own numbering.

    Use `from_rows` for rows that come from outside; the bare constructor trusts its arguments.
    """

    on_roll: Row
    opponent: Row

    @classmethod
    def from_rows(cls, on_roll: Sequence[int], opponent: Sequence[int]) -> Self:
        """A checked position.

        Any counts that are not negative and at most 16 a side are taken, both colours on one point too: what stands on
        the table is what is described, possible or not. Raises InputError that names the row and the fault.
        """
        return cls(_checked_row(on_roll, "on_roll"), _checked_row(opponent, "opponent"))

    @classmethod
    def start(cls) -> Self:
        """The position at the start of a game (rules.md C1)."""
        return cls(START_ROW, START_ROW)

    @property
    def rows(self) -> tuple[Row, Row]:
        """(the row of the player on roll, the opponent's row)."""
        return self.on_roll, self.opponent

    @property
    def flipped(self) -> Position:
        """The same checkers seen by the other player."""
        return Position(self.opponent, self.on_roll)

    @property
    def pips(self) -> tuple[int, int]:
        """Pip counts of the player on roll and of the opponent; a checker on the bar counts 25."""
        return pip_count(self.on_roll), pip_count(self.opponent)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while both players have checkers to bear off (rules.md C17).

        Single when the loser has borne off at least one checker; otherwise backgammon when one of the loser's checkers is
        on the bar or in the winner's home, gammon when not.
        """
        if is_borne_off(self.on_roll):
            return Outcome(True, _result(self.opponent))
        if is_borne_off(self.opponent):
            return Outcome(False, _result(self.on_roll))
        return None


def pip_count(row: Row) -> int:
    """Pips a player still has to move: the sum of point numbers over the checkers, the bar being 25."""
    return sum(point * count for point, count in enumerate(row))


def is_borne_off(row: Row) -> bool:
    """Every checker of this row is off (and there was one)."""
    return row[OFF] > 0 and not any(row[1:])


def is_all_home(row: Row) -> bool:
    """No checker on the bar or on a point beyond 6: bearing off is allowed (rules.md C13)."""
    return not any(row[7:])


def rows_to_position(rows: Rows, on_roll: Player) -> Position:
    """The position of the two colours' rows, seen by the player on roll. Raises InputError as `Position.from_rows`."""
    return Position.from_rows(rows.of(on_roll), rows.of(on_roll.opponent))


def position_to_rows(position: Position, on_roll: Player) -> Rows:
    """The two colours' rows of a position in which `on_roll` is the player whose row comes first."""
    first, second = position.rows
    return Rows(A=first, B=second) if on_roll is Player.A else Rows(A=second, B=first)


def checked_roll(roll: Sequence[int | None]) -> Roll:
    """Two dice as given, order kept. Raises InputError unless they are two whole numbers from 1 to 6."""
    if len(roll) == 2:
        first, second = roll
        # not isinstance: a bool is an int that never was a die
        if type(first) is int and type(second) is int and 1 <= first <= 6 and 1 <= second <= 6:
            return first, second
    raise InputError(f"a roll is two whole numbers from 1 to 6, not {str(list(roll))[:80]}")


def _result(loser: Row) -> Result:
    if loser[OFF]:
        return Result.SINGLE
    in_winners_home_or_bar = any(loser[19:])
    return Result.BACKGAMMON if in_winners_home_or_bar else Result.GAMMON


def _checked_row(counts: Sequence[int], name: str) -> Row:
    row = tuple(counts)
    if len(row) != ROW_LENGTH:
        raise InputError(f"row {name} has {len(row)} counts; it needs 26: borne off, points 1 to 24, bar")
    for point, count in enumerate(row):
        # numpy integers come from vision; bool is an int that never was a count
        if isinstance(count, bool) or not hasattr(count, "__index__"):
            raise InputError(f"row {name} has {repr(count)[:80]} at index {point}; counts are whole numbers")
        if count < 0:
            raise InputError(f"row {name} has {str(count)[:20]} at index {point}; counts are never negative (each player has a row of their own)")
    if sum(row) > MAX_CHECKERS:
        raise InputError(f"row {name} has {str(sum(row))[:20]} checkers; at most {MAX_CHECKERS} a side can be described")
    return tuple(int(count) for count in row)
