"""Two independent move generators, each asked in its own form and its answer read as the positions that the product tells.

gvformat (in the package gammonview) is plain Python, bgsage is compiled C++. Neither is needed to run the product.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from monitor.game import Position
from monitor.game.position import BAR, OFF, Roll

SIDE = 15
"""Checkers of each player: bgsage does not tell those that are off, they are the rest."""


@dataclass(frozen=True, slots=True)
class MoveGenerator:
    """ask(*arguments(position, roll)) is the library's own call and nothing else; positions reads its answer."""

    name: str
    ask: Callable[..., Any]
    arguments: Callable[[Position, Roll], tuple[Any, ...]]
    positions: Callable[[Position, Any], set[Position]]

    def __call__(self, position: Position, roll: Roll) -> set[Position]:
        """Every final position that this generator finds; the unmoved one alone for a dance. Fifteen checkers a side."""
        return self.positions(position, self.ask(*self.arguments(position, roll)))


def load_generator(name: str) -> MoveGenerator:
    """gvformat or bgsage. Raises ImportError that names the package to install."""
    module, function, package, arguments, positions = _KNOWN[name]
    try:
        ask = getattr(importlib.import_module(module), function)
    except ImportError as error:
        raise ImportError(f"needs {package}: pip install -r requirements-oracles.txt") from error
    return MoveGenerator(name, ask, arguments, positions)


def _for_gvformat(position: Position, roll: Roll) -> tuple[list[int], list[int], int, int]:
    """Counts of both players in the mover's numbering, the opponent's bar left out."""
    return [0, *position.on_roll[1:]], [0, *(position.opponent[25 - point] for point in range(1, 25)), 0], *roll


def _from_gvformat(position: Position, answer: tuple[set[tuple[tuple[int, int], ...]], int]) -> set[Position]:
    """Positions of (from, to) pairs in no certain order; every blot landed on is hit."""
    reached = set()
    for pairs in answer[0] or [()]:
        mine, theirs = list(position.on_roll), list(position.opponent)
        for source, target in pairs:
            mine[source] -= 1
            mine[target] += 1
            if target and theirs[25 - target] == 1:
                theirs[25 - target] = 0
                theirs[BAR] += 1
        reached.add(Position(tuple(mine), tuple(theirs)))
    return reached


def _for_bgsage(position: Position, roll: Roll) -> tuple[list[int], int, int]:
    """One board of 26: the mover's checkers positive on the mover's points and 25, the opponent's negative; 0 their bar, positive."""
    mine, theirs = position.rows
    return [theirs[BAR], *(mine[point] - theirs[25 - point] for point in range(1, 25)), mine[BAR]], *roll


def _from_bgsage(position: Position, boards: Sequence[Sequence[int]]) -> set[Position]:
    """Positions of its boards; it tells a dance by none."""
    reached = set()
    for board in boards:
        mine = [0, *(max(count, 0) for count in board[1:25]), board[BAR]]
        theirs = [0, *(max(-board[25 - point], 0) for point in range(1, 25)), board[0]]
        mine[OFF], theirs[OFF] = SIDE - sum(mine), SIDE - sum(theirs)
        reached.add(Position(tuple(mine), tuple(theirs)))
    return reached or {position}


_KNOWN = {
    "gvformat": ("gvformat.legality", "legal_plays", "gammonview", _for_gvformat, _from_gvformat),
    "bgsage": ("bgsage", "possible_moves", "bgsage", _for_bgsage, _from_bgsage),
}
NAMES = tuple(_KNOWN)
