"""What is odd about a record: each finding names its kind, its line and its turn, and says it in one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from monitor.game.events import Player


class Odd(StrEnum):
    """Kinds of oddity. Those of the file's form come first, then those of the game that it tells."""

    ENCODING = "file.encoding"
    LINE_UNREAD = "file.line-unread"
    LINE_TOO_LONG = "file.line-too-long"
    LENGTH_MISSING = "file.length-missing"
    LENGTH_TWICE = "file.length-twice"
    GAME_HEAD = "file.game-head"
    GAME_EMPTY = "file.game-empty"
    ROW_NUMBER = "file.row-number"
    HEADER_NAMES = "file.header-names"
    NAMES_CHANGE = "file.names-change"
    WORDING = "file.wording"
    COLUMN = "file.column"
    ANALYSIS_LEFT_OUT = "file.analysis-left-out"
    VARIATION_LEFT_OUT = "file.variation-left-out"
    PROPERTY_UNREAD = "file.property-unread"
    UNCLOSED = "file.unclosed"
    DISAGREES = "file.disagrees"
    NOT_CARRIED = "file.not-carried"
    IN_COMMENT = "file.in-comment"

    DICE = "turn.dice"
    PLAY_UNREADABLE = "turn.play-unreadable"
    PLAY_UNTOLD = "turn.play-untold"
    PLAY_IMPOSSIBLE = "turn.play-impossible"
    PLAY_ILLEGAL = "turn.play-illegal"
    PLAY_UNCERTAIN = "turn.play-uncertain"
    OPENING = "turn.opening"
    ORDER = "turn.order"
    GAP = "turn.gap"
    SUPERSEDED = "turn.superseded"
    CUBE = "turn.cube"
    POSITION_SET = "turn.position-set"
    AFTER_END = "game.after-end"
    RESULT_MISSING = "game.result-missing"
    RESULT = "game.result"
    SCORE = "game.score"
    START = "game.start"


@dataclass(frozen=True, slots=True)
class Finding:
    """One oddity. line: of the file, from 1. game: from 1. turn: the action's number in its game, from 1. None where it does not apply."""

    odd: Odd
    text: str
    line: int | None = None
    game: int | None = None
    turn: int | None = None
    player: Player | None = None

    @property
    def place(self) -> str:
        """Where it is, in words."""
        parts = [f"line {self.line}" if self.line else "", f"game {self.game}" if self.game else "", f"turn {self.turn}" if self.turn else ""]
        return ", ".join(part for part in parts if part)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text
