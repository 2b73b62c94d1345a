"""What a reader gives back, and how it collects it."""

from __future__ import annotations

from dataclasses import dataclass, field

from monitor.game.events import Player
from monitor.game.transcript.findings import Finding, Odd
from monitor.game.transcript.model import Action, Game, GameResult, Match

MAX_LINE = 2_000
"""Characters of a line that are read; no record has longer ones of its own making."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A match as a file tells it. form: what the file is, in words. findings: what was odd about its form."""

    form: str
    match: Match
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class GameDraft:
    """A game that is being read."""

    number: int
    line: int
    score: tuple[int, int] = (0, 0)
    names: tuple[str, str] | None = None
    actions: list[Action] = field(default_factory=list)
    result: GameResult | None = None
    notes: list[str] = field(default_factory=list)
    closing_notes: list[str] = field(default_factory=list)

    def finished(self, names: tuple[str, str] | None) -> Game:
        """The game; its names are left out where they are the match's."""
        own = self.names if self.names not in (None, names) else None
        return Game(self.score, tuple(self.actions), self.result, tuple(self.notes), tuple(self.closing_notes), own, self.line)


@dataclass(slots=True)
class Findings:
    """Collects findings; the same kind is listed at most `most` times, then counted."""

    most: int = 200
    listed: list[Finding] = field(default_factory=list)
    _counts: dict[Odd, int] = field(default_factory=dict)

    def add(self, odd: Odd, text: str, line: int | None = None, game: int | None = None, turn: int | None = None, player: Player | None = None) -> None:
        self._counts[odd] = self._counts.get(odd, 0) + 1
        if self._counts[odd] <= self.most:
            self.listed.append(Finding(odd, text, line, game, turn, player))

    def all(self) -> tuple[Finding, ...]:
        more = (Finding(odd, f"{count - self.most} more like these") for odd, count in self._counts.items() if count > self.most)
        return (*self.listed, *more)
