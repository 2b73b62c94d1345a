"""A match as a record tells it: games, and in each of them the actions of both players in order.

Player A is the left column of a .mat file and White of an SGF file, player B the right column and Black. Whatever a file
tells is kept as it was told, also where it cannot be right: what is odd about it is said beside it, never corrected in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from monitor.game.events import Player, Rows, Status

PLAYERS = (Player.A, Player.B)


class CubeMove(StrEnum):
    """What is done with the cube."""

    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"


@dataclass(frozen=True, slots=True)
class Told:
    """What the table's log says of a play, beside what a transcript can write. seq: the log's sequence number, if known."""

    t: float
    legal: bool | None = None
    reasons: tuple[str, ...] = ()
    status: Status = Status.SURE
    alternatives: tuple[str, ...] = ()
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One thing that a player did, or that the record says of the board.

    notes: comments, one line each. line: of the file it was read from, from 1.
    """

    player: Player
    notes: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Action):
    """A roll and its play. dice: empty when not told, None for one that was not read.

    notation: the play as it was written, with bar and off by name; `no play` for a dance; None when it was not told.
    """

    dice: tuple[int | None, ...] = ()
    notation: str | None = None
    told: Told | None = field(default=None, compare=False)

    @property
    def roll(self) -> tuple[int, int] | None:
        """Both dice, or None unless both are known."""
        match self.dice:
            case (int(first), int(second)):
                return first, second
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeTurn(Action):
    """A cube action. value: what the cube shows after a double or a beaver, as told; None when not told."""

    move: CubeMove
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resignation(Action):
    """The player gave the game up. word: as the record has it."""

    word: str = "Resigns"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp(Action):
    """The position, from here on, is this one; player is on roll. position: None when the record does not tell it clearly.

    text: as the record has it, where it has words of its own for it. cube and cube_owner: None where the record says
    nothing of the cube; is_centred: it says that nobody owns it.
    """

    position: Rows | None = None
    dice: tuple[int | None, ...] = ()
    cube: int | None = None
    cube_owner: Player | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, as told. points: None when not told."""

    winner: Player
    points: int | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One game. score: of A and B before it. names: of A and B in this game where they are spelt otherwise than in the match.

    notes stand before the first action, closing_notes behind the result. line: of the file, from 1.
    """

    score: tuple[int, int] = (0, 0)
    actions: tuple[Action, ...] = ()
    result: GameResult | None = None
    notes: tuple[str, ...] = ()
    closing_notes: tuple[str, ...] = ()
    names: tuple[str, str] | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Match:
    """A match. names: of A and B. length: points it is played to, 0 for money play, None when not told.

    headers: what the record says of the event, in its order, keys as in .mat files. notes: comments before the first game.
    """

    names: tuple[str, str] = ("A", "B")
    length: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    games: tuple[Game, ...] = ()
    notes: tuple[str, ...] = ()

    def header(self, key: str) -> str | None:
        """A header's value, whatever the case of its key; None when it is not there."""
        return next((value for name, value in self.headers.items() if name.casefold() == key.casefold()), None)

    @property
    def has_crawford_rule(self) -> bool:
        """A match of two points or more has a Crawford game unless the record says otherwise."""
        return (self.length or 0) > 1 and (self.header("Crawford") or "On").casefold() != "off"

    @property
    def has_jacoby_rule(self) -> bool:
        """Told to be on; only money play knows it."""
        return not self.length and (self.header("Jacoby") or "Off").casefold() == "on"
