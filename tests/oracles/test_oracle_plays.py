"""Our legal plays against those of two independent move generators, on 10,000 random positions and rolls."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from monitor.game import Position, legal_plays
from monitor.game.position import START_ROW

CASES = 10_000
SEED = 20260901
Case = tuple[Position, tuple[int, int]]


@cache
def cases() -> tuple[Case, ...]:
    """Half from random games (contact, races, bear-offs as they come), half thrown together so that rare things are common."""
    rng = random.Random(SEED)
    found: list[Case] = []
    while len(found) < CASES // 2:
        found += _game(rng)
    found = found[: CASES // 2]
    while len(found) < CASES:
        found.append((rng.choice(_KINDS)(rng), _roll(rng)))
    return tuple(found)


def _roll(rng: random.Random) -> tuple[int, int]:
    die = rng.randint(1, 6)
    # one roll in four is a double, half as many again as dice give
    return (die, die) if rng.random() < 0.25 else (die, rng.randint(1, 6))


def _game(rng: random.Random) -> list[Case]:
    """Every position of one game between two players who play anything legal, hits rather often."""
    seen: list[Case] = []
    position = Position(START_ROW, START_ROW)
    while position.outcome is None and len(seen) < 400:
        roll = _roll(rng)
        seen.append((position, roll))
        plays = legal_plays(position, roll)
        hitting = [play for play in plays if any(step[2] for step in play.steps)]
        position = rng.choice(hitting if hitting and rng.random() < 0.4 else plays).after.flipped
    return seen


def _scatter(rng: random.Random, points: list[int], count: int, row: list[int], taken: list[int]) -> None:
    free = [point for point in points if point == 25 or not taken[25 - point]]
    for _ in range(count):
        row[rng.choice(free)] += 1


def _thrown(rng: random.Random, mine_on: list[int], theirs_on: list[int], on_bar: int) -> Position:
    mine, theirs = [0] * 26, [0] * 26
    mine[0], theirs[0] = rng.randint(0, 6), rng.randint(0, 6)
    mine[25] = on_bar
    _scatter(rng, rng.sample(mine_on, min(len(mine_on), rng.randint(3, 9))), 15 - mine[0] - on_bar, mine, [0] * 26)
    free = [point for point in theirs_on if not mine[25 - point]]
    _scatter(rng, rng.sample(free, min(len(free), rng.randint(2, 9))), 15 - theirs[0], theirs, mine)
    return Position.from_rows(mine, theirs)


def _blockaded(rng: random.Random, on_bar: int) -> Position:
    """Few checkers of the mover before seven or so points that the opponent holds: rolls that can be played in part."""
    mine, theirs = [0] * 26, [0] * 26
    held = rng.sample(range(1, 25), 7)
    for point in held:
        theirs[point] = 2
    theirs[rng.choice(held)] += 1
    free = [point for point in range(1, 25) if 25 - point not in held]
    mine[0], mine[25] = rng.randint(5, 12), on_bar
    for _ in range(15 - mine[0] - on_bar):
        mine[rng.choice(free[: rng.randint(2, len(free))])] += 1
    return Position.from_rows(mine, theirs)


_KINDS = (
    lambda rng: _blockaded(rng, 0),
    lambda rng: _blockaded(rng, 0),
    lambda rng: _blockaded(rng, 1),
    lambda rng: _blockaded(rng, rng.randint(0, 2)),
    lambda rng: _thrown(rng, list(range(1, 25)), list(range(1, 25)), 0),
    lambda rng: _thrown(rng, list(range(1, 25)), list(range(1, 14)), 1),
    lambda rng: _thrown(rng, list(range(1, 25)), list(range(1, 10)), 2),
    lambda rng: _thrown(rng, list(range(1, 20)), list(range(1, 14)), rng.randint(3, 5)),
    lambda rng: _thrown(rng, list(range(1, 8)), list(range(1, 8)), 0),
    lambda rng: _thrown(rng, list(range(1, 7)), [*range(1, 10), *range(19, 25)], 0),
    lambda rng: _thrown(rng, list(range(1, 7)), [*range(1, 10), *range(19, 25)], rng.randint(0, 1)),
    lambda rng: _thrown(rng, list(range(1, 13)), list(range(1, 13)), 0),
)


def _ours(case: Case) -> set[Position]:
    plays = legal_plays(*case)
    positions = {play.after for play in plays}
    assert len(positions) == len(plays), f"a final position is listed twice: {case}"
    return positions


def test_cases_cover_what_matters() -> None:
    seen: Counter[str] = Counter()
    for position, roll in cases():
        mine = position.on_roll
        plays = legal_plays(position, roll)
        seen["double"] += roll[0] == roll[1]
        seen["one on the bar"] += mine[25] == 1
        seen["two on the bar"] += mine[25] == 2
        seen["more on the bar"] += mine[25] > 2
        seen["bear-off"] += any(step[1] == 0 for step in plays[0].steps)
        seen["dance"] += not plays[0].steps
        seen["one die of two"] += roll[0] != roll[1] and len(plays[0].steps) == 1
        seen["part of a double"] += roll[0] == roll[1] and 0 < len(plays[0].steps) < 4
        seen["hit"] += any(step[2] for play in plays for step in play.steps)
        seen["race"] += max(p for p in range(26) if mine[p] or p == 0) < min(25 - p for p in range(26) if position.opponent[p] or p == 0)
    assert len(cases()) == CASES
    assert {name: count for name, count in seen.items() if count < 200} == {}, seen


@pytest.mark.slow
def test_gvformat_finds_the_same_positions() -> None:
    try:
        from gvformat.legality import legal_plays as oracle  # pyright: ignore
    except ImportError:
        pytest.skip("needs gammonview: pip install -r requirements-oracles.txt")
    differences = []
    for case in cases():
        position, roll = case
        mine, theirs = list(position.on_roll), [0, *(position.opponent[25 - point] for point in range(1, 25)), 0]
        plays, _ = oracle([0, *mine[1:]], theirs, *roll)
        if _ours(case) != {_after(position, play) for play in plays or [()]}:
            differences.append(case)
    assert differences == []


def _after(position: Position, pairs: tuple[tuple[int, int], ...]) -> Position:
    """The position that gvformat's (from, to) pairs reach; every blot landed on is hit."""
    mine, theirs = list(position.on_roll), list(position.opponent)
    for source, target in pairs:
        mine[source] -= 1
        mine[target] += 1
        if target and theirs[25 - target] == 1:
            theirs[25 - target] = 0
            theirs[25] += 1
    return Position(tuple(mine), tuple(theirs))


def test_bgsage_finds_the_same_positions() -> None:
    try:
        from bgsage import possible_moves  # pyright: ignore
    except ImportError:
        pytest.skip("needs bgsage: pip install -r requirements-oracles.txt")
    differences = []
    for case in cases():
        position, roll = case
        boards = {tuple(board) for board in possible_moves(_signed(position), *roll)} or {tuple(_signed(position))}
        if {tuple(_signed(after)) for after in _ours(case)} != boards:
            differences.append(case)
    assert differences == []


def _signed(position: Position) -> list[int]:
    """One board of 26: the mover's checkers positive on the mover's points and 25, the opponent's negative; 0 their bar."""
    mine, theirs = position.rows
    return [theirs[25], *(mine[point] - theirs[25 - point] for point in range(1, 25)), mine[25]]
