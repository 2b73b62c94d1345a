"""The physical table that a script plays on: which checker lies where, seen from the two seats.

Cells are those of `formats.md` in the picture as the camera shows it (0-11 top row left to right, 12-23 bottom row).
Points are a player's own numbering (1-24, 25 bar, 0 off). Nothing here knows a rule: illegal plays are staged with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from monitor.game.events import Player, Rows

BAR, OFF = 25, 0
START = {24: 2, 13: 5, 8: 3, 6: 5}

Place = tuple[str, int]
"""("cell", 0..23), ("bar", 0 for A | 1 for B), ("off", 0 | 1) or ("beside", 0 | 1): on the table beside the board."""


@dataclass(frozen=True)
class Seats:
    """Who sits where in the picture: near is at the bottom edge, near_home the side of that player's home."""

    near: Player
    near_home: str

    def cell(self, player: Player, point: int) -> int:
        """The cell of a player's point 1..24."""
        own = point if player is self.near else 25 - point
        right = (23 - (own - 1)) if own <= 12 else (own - 13)
        if self.near_home == "right":
            return right
        row, column = divmod(right, 12)
        return row * 12 + (11 - column)

    def point(self, player: Player, cell: int) -> int:
        """The player's number of a cell."""
        return next(p for p in range(1, 25) if self.cell(player, p) == cell)

    def is_near(self, player: Player) -> bool:
        return player is self.near

    def place(self, player: Player, point: int) -> Place:
        side = 0 if player is Player.A else 1
        if point == BAR:
            return ("bar", side)
        return ("off", side) if point == OFF else ("cell", self.cell(player, point))

    def half(self, player: Player, name: str) -> str:
        """The picture's side ("left"/"right") of the half that the player calls `name`."""
        return name if self.is_near(player) else {"left": "right", "right": "left"}[name]


@dataclass
class Table:
    """Checkers by place. A checker is (colour, identity, slot): identity keeps its small offsets, slot 0 is nearest the base."""

    seats: Seats
    stacks: dict[Place, list[tuple[Player, int, int]]] = field(default_factory=dict)

    @classmethod
    def from_rows(cls, seats: Seats, rows: Rows) -> Table:
        table = cls(seats)
        identity = 0
        for player in Player:
            for point, count in enumerate(rows.of(player)):
                for _ in range(count):
                    table._add(seats.place(player, point), player, identity)
                    identity += 1
        return table

    @classmethod
    def start(cls, seats: Seats, changes: dict[Player, dict[int, int]] | None = None) -> Table:
        """The start position; changes: {player: {point: checkers more or fewer}} for a wrong set-up."""
        rows = {}
        for player in Player:
            row = [0] * 26
            for point, count in START.items():
                row[point] = count
            for point, more in (changes or {}).get(player, {}).items():
                row[point] += more
            rows[player] = tuple(row)
        return cls.from_rows(seats, Rows(rows[Player.A], rows[Player.B]))

    def rows(self) -> Rows:
        """Counts in each player's own numbering; checkers beside the board count nowhere."""
        out = {player: [0] * 26 for player in Player}
        for (kind, index), stack in self.stacks.items():
            for player, _, _ in stack:
                if kind == "bar":
                    out[player][BAR] += 1
                elif kind == "off":
                    out[player][OFF] += 1
                elif kind == "cell":
                    out[player][self.seats.point(player, index)] += 1
        return Rows(tuple(out[Player.A]), tuple(out[Player.B]))

    def count(self, place: Place, player: Player) -> int:
        return sum(p is player for p, _, _ in self.stacks.get(place, ()))

    def _add(self, place: Place, player: Player, identity: int) -> None:
        stack = self.stacks.setdefault(place, [])
        taken = {slot for _, _, slot in stack}
        stack.append((player, identity, next(slot for slot in range(len(taken) + 1) if slot not in taken)))

    def move(self, player: Player, source: Place, target: Place) -> int:
        """Moves the player's outermost checker into the innermost free slot; returns its identity. Raises ValueError when there is none."""
        stack = self.stacks.get(source, [])
        mine = [checker for checker in stack if checker[0] is player]
        if not mine:
            raise ValueError(f"no checker of {player} on {source}")
        checker = max(mine, key=lambda c: c[2])
        stack.remove(checker)
        self._add(target, player, checker[1])
        return checker[1]
