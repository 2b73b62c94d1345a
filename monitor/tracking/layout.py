"""Where each player's points lie in the picture.

Cells are those of `Observation`: 0-11 the top row, 12-23 the bottom row, left to right; 24 stands for the bar. Position arrays
are (25, 2) counts: [cell, colour], colour 0 = A, 1 = B.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.game.events import Player, Rows
from monitor.game.position import START_ROW

Cells = NDArray[np.int16]
BAR_CELL = 24
N_CELLS = 25


def color_index(player: Player) -> int:
    return 0 if player is Player.A else 1


@dataclass(frozen=True, slots=True)
class Layout:
    """Seats and home side. near sits at the bottom edge; near_home is the side of near's (and so of both) home boards."""

    near: Player
    near_home: str

    def cell(self, player: Player, point: int) -> int:
        """The cell of a player's point 1..24; 25 is the bar."""
        if point == 25:
            return BAR_CELL
        near_point = point if player is self.near else 25 - point
        if self.near_home == "right":
            return 24 - near_point if near_point <= 12 else near_point - 13
        return 11 + near_point if near_point <= 12 else 24 - near_point

    def to_cells(self, rows: Rows) -> Cells:
        """(25, 2) counts of what lies on the board and the bar."""
        cells = np.zeros((N_CELLS, 2), np.int16)
        for player in Player:
            row = rows.of(player)
            for point in range(1, 26):
                cells[self.cell(player, point), color_index(player)] = row[point]
        return cells

    def to_cells_many(self, mover: Player, rows: NDArray[np.int16]) -> Cells:
        """(n, 25, 2) counts of n positions (n, 2, 26), the mover's row first."""
        cells = np.zeros((len(rows), N_CELLS, 2), np.int16)
        for i, player in enumerate((mover, mover.opponent)):
            index = [self.cell(player, point) for point in range(1, 26)]
            cells[:, index, color_index(player)] = rows[:, i, 1:]
        return cells

    def to_rows(self, cells: Cells, off: tuple[int, int]) -> Rows:
        """Rows of 26 for the cells, with the given counts borne off (A, B)."""
        rows = {}
        for player in Player:
            c = color_index(player)
            rows[player] = (off[c], *(int(cells[self.cell(player, point), c]) for point in range(1, 26)))
        return Rows(rows[Player.A], rows[Player.B])

    def half(self, player: Player, u: float) -> str:
        """The half ("right"/"left") of the board as seen from the player's chair: mirrored for the far player."""
        return "right" if (u > 0.5) == (player is self.near) else "left"


LAYOUTS = tuple(Layout(near, side) for near in Player for side in ("right", "left"))
START = Rows(START_ROW, START_ROW)


def checkers_apart(a: Cells, b: Cells) -> int:
    """How many checkers must be moved, added or removed to turn one position into the other."""
    d = a.astype(int) - b.astype(int)
    return int(sum(max(np.clip(d[:, c], 0, None).sum(), np.clip(-d[:, c], 0, None).sum()) for c in (0, 1)))
