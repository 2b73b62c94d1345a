"""What people told the station: the official's inputs as committed to the log, which of them were undone, and what holds now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class InputRow:
    """One committed input. undone_by: seq of the undo, or None."""

    seq: int
    t: float
    t_wall: str
    what: str
    by: str
    body: Mapping[str, Any]
    undone_by: int | None = None

    @property
    def player(self) -> str | None:
        player = self.body.get("player")
        return str(player) if player else None


@dataclass(slots=True)
class Inputs:
    """All inputs of a session in order, and what follows from those that stand."""

    rows: list[InputRow] = field(default_factory=list)
    _game_started_at: int = 0

    def take(self, seq: int, t: float, t_wall: str, body: Mapping[str, Any]) -> None:
        """One committed `input` entry."""
        row = InputRow(seq, t, t_wall, str(body.get("what", "")), str(body.get("by") or ""), body)
        self.rows.append(row)
        if row.what == "undo":
            target = next((r for r in self.rows if r.seq == body.get("seq")), None)
            if target is not None and target is not row:
                target.undone_by = seq

    def end_game(self) -> None:
        """A permission to roll left ends with the game (rules.md 2.1, `roll.left-of-bar`)."""
        self._game_started_at = len(self.rows)

    def has_left_permission(self, player: str) -> bool:
        """Does this player hold a permission to roll left of the bar now?"""
        has = False
        for row in self.rows[self._game_started_at :]:
            if row.player == player and row.undone_by is None and row.what in ("permission_left", "permission_ended"):
                has = row.what == "permission_left"
        return has

    def last_undoable(self) -> InputRow | None:
        """The latest input that stands and is not itself an undo."""
        return next((r for r in reversed(self.rows) if r.what != "undo" and r.undone_by is None), None)
