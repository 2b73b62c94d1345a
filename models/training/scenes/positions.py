"""Positions for synthetic scenes: mostly from random play, a share of odd ones. Pure Python.

A row has 26 counts in its player's own numbering (0 off, 1-24, 25 bar). The little move generator here only makes plausible pictures; the rules are
`monitor.game`'s business.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

START = {24: 2, 13: 5, 8: 3, 6: 5}


@dataclass
class Rows:
    """Both players' rows, A the lighter checkers."""

    a: list[int]
    b: list[int]


def start_rows() -> Rows:
    row = [0] * 26
    for point, count in START.items():
        row[point] = count
    return Rows(list(row), list(row))


def _step(mover: list[int], other: list[int], die: int, rng: random.Random) -> bool:
    """One random checker's step, hitting a blot; False if nothing can move."""
    home = sum(mover[1:7]) + mover[0] == sum(mover)
    sources = [25] if mover[25] else [p for p in range(24, 0, -1) if mover[p]]
    options = []
    for p in sources:
        to = p - die
        if to >= 1:
            if other[25 - to] < 2:
                weight = (
                    1.0 + (1.5 if other[25 - to] == 1 else 0) + (1.2 if mover[to] == 1 else 0) + (0.5 if mover[to] >= 2 else 0) - (0.7 if mover[p] == 2 else 0)
                )
                options.append((p, to, max(weight, 0.2)))
        elif home and (to == 0 or not any(mover[p + 1 : 7])):
            options.append((p, 0, 2.0))
    if not options:
        return False
    p, to, _ = rng.choices(options, [o[2] for o in options])[0]
    mover[p] -= 1
    mover[to] += 1
    if to and other[25 - to] == 1:
        other[25 - to] = 0
        other[25] += 1
    return True


def played(rng: random.Random, plies: int) -> Rows:
    """The start position after that many random plies, stopped before either side has borne everything off."""
    rows = start_rows()
    for ply in range(plies):
        mover, other = (rows.a, rows.b) if ply % 2 == 0 else (rows.b, rows.a)
        dice = [rng.randint(1, 6), rng.randint(1, 6)]
        for die in dice * 2 if dice[0] == dice[1] else dice:
            if mover[0] >= 14:
                return rows
            _step(mover, other, die, rng)
    return rows


def wrong_setup(rng: random.Random) -> Rows:
    """The start position with one to three checkers misplaced by a point or two."""
    rows = start_rows()
    for _ in range(rng.randint(1, 3)):
        row, other = rng.choice(((rows.a, rows.b), (rows.b, rows.a)))
        p = rng.choice([p for p in range(1, 25) if row[p]])
        to = min(24, max(1, p + rng.choice((-2, -1, 1, 2))))
        if other[25 - to]:
            continue
        row[p] -= 1
        row[to] += 1
    return rows


def scattered(rng: random.Random, count_a: int, count_b: int) -> Rows:
    """Any points, as children leave a board: counts as asked, never both colours on one point."""
    rows = Rows([0] * 26, [0] * 26)
    for row, other, count in ((rows.a, rows.b, count_a), (rows.b, rows.a, count_b)):
        for _ in range(count):
            p = rng.choice([p for p in range(1, 25) if other[25 - p] == 0 and row[p] < 6])
            row[p] += 1
    return rows


def draw(rng: random.Random) -> tuple[Rows, str]:
    """A position and its kind: start 10 %, play (early, middle, late) 70 %, odd 20 %."""
    kind = rng.choices(("start", "early", "middle", "late", "wrong_setup", "count", "sparse", "unlifted", "tall", "empty"), (10, 20, 30, 20, 3, 6, 4, 4, 2, 1))[
        0
    ]
    if kind == "start":
        return start_rows(), kind
    if kind == "wrong_setup":
        return wrong_setup(rng), kind
    if kind == "sparse":
        return scattered(rng, rng.randint(0, 4), rng.randint(0, 4)), kind
    if kind == "empty":
        return Rows([15] + [0] * 25, [15] + [0] * 25), kind
    plies = {"early": (2, 14), "middle": (12, 46), "late": (46, 110)}.get(kind, (6, 60))
    rows = played(rng, rng.randint(*plies))
    if kind == "count":
        for row in (rows.a, rows.b):
            for _ in range(rng.choice((0, 1, 1, 2, 3))):
                p = rng.choice([p for p in range(1, 25) if row[p]] or [0])
                if p:
                    row[p] -= 1
        if rng.random() < 0.3:
            row = rng.choice((rows.a, rows.b))
            if sum(row) == 15:
                row[rng.choice([p for p in range(1, 25) if row[p]])] += 1
    if kind == "tall":
        row = rng.choice((rows.a, rows.b))
        p = rng.choice([q for q in range(1, 25) if row[q]])
        for q in range(24, 0, -1):
            while q != p and row[q] and row[p] < 9:
                row[q] -= 1
                row[p] += 1
    if kind == "unlifted":
        _unlift(rng, rows)
    return rows, kind


def _unlift(rng: random.Random, rows: Rows) -> None:
    """A hit whose checker was not lifted: a blot of one side and one or two checkers of the other on one point."""
    mover, other = rng.choice(((rows.a, rows.b), (rows.b, rows.a)))
    blots = [p for p in range(1, 25) if mover[25 - p] == 0 and other[p] == 1] or [p for p in range(1, 25) if mover[25 - p] == 0 and other[p]]
    movers = [p for p in range(1, 25) if mover[p]]
    if not blots or not movers:
        return
    target = rng.choice(blots)
    if other[target] > 1:
        other[0] += other[target] - 1
        other[target] = 1
    for p in rng.sample(movers, min(len(movers), rng.choice((1, 1, 2)))):
        mover[p] -= 1
        mover[25 - target] += 1


def to_cells(rows: Rows, near: str, home_right: bool) -> tuple[list[dict[str, int]], dict[str, int], dict[str, int]]:
    """(24 cells of {"A": n, "B": n}, bar, off): near is the colour of the player at the bottom edge, home_right where that player's home lies."""
    cells = [{"A": 0, "B": 0} for _ in range(24)]
    for color, row in (("A", rows.a), ("B", rows.b)):
        for point in range(1, 25):
            p = point if color == near else 25 - point
            column = 12 - p if p <= 12 else p - 13
            column = column if home_right else 11 - column
            cells[column + (12 if p <= 12 else 0)][color] += row[point]
    return cells, {"A": rows.a[25], "B": rows.b[25]}, {"A": rows.a[0], "B": rows.b[0]}
