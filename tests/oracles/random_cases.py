"""Random positions and rolls for comparing move generators, and what kind of case each is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from monitor.game import Position, legal_plays
from monitor.game.plays import Play
from monitor.game.position import BAR, OFF, START_ROW, Roll, is_borne_off

Case = tuple[Position, Roll]

KINDS = (
    "contact", "race", "crashed", "one on the bar", "more on the bar", "bearing off", "two dice", "double", "hit", "dance",
    "one die of two", "part of a double",
)  # fmt: skip


def random_cases(count: int, seed: int) -> Iterator[Case]:
    """Half from random games (contact, races, bear-offs as they come), half thrown together so that rare things are common."""
    rng = random.Random(seed)
    left = count // 2
    while left:
        for case in _game(rng)[:left]:
            yield case
            left -= 1
    for _ in range(count - count // 2):
        yield rng.choice(_THROWN)(rng), _roll(rng)


def kinds_of(case: Case, plays: Sequence[Play]) -> list[str]:
    """The kinds that a case belongs to, most to several: what stands on the board, what the roll is, what its plays are.

    plays: all legal plays of the case. Crashed: in contact, and at most six of the mover's checkers not dead on the ace, deuce
    or three point or borne off.
    """
    (position, roll), used = case, len(plays[0].steps)
    is_contact = _is_contact(position)
    is_double = roll[0] == roll[1]
    facts = (
        is_contact,
        not is_contact,
        is_contact and sum(position.on_roll[4:]) <= 6,
        position.on_roll[BAR] == 1,
        position.on_roll[BAR] > 1,
        any(target == OFF for play in plays for _, target, _ in play.steps),
        not is_double,
        is_double,
        any(is_hit for play in plays for _, _, is_hit in play.steps),
        used == 0,
        not is_double and used == 1,
        is_double and 0 < used < 4,
    )
    return [kind for kind, is_so in zip(KINDS, facts, strict=True) if is_so]


def _is_contact(position: Position) -> bool:
    """The rearmost checkers have not passed each other yet; a player with none left is past everything."""
    if is_borne_off(position.on_roll) or is_borne_off(position.opponent):
        return False
    rearmost, theirs = (max(point for point in range(1, 26) if row[point]) for row in position.rows)
    return rearmost > BAR - theirs


def _roll(rng: random.Random) -> Roll:
    die = rng.randint(1, 6)
    # three rolls in eight are doubles, which dice give in one of six
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


def _crashed(rng: random.Random) -> Position:
    """All but a few of the mover's checkers dead on the ace, deuce and three points, the opponent still to be passed."""
    mine, theirs = [0] * 26, [0] * 26
    alive = rng.randint(1, 6)
    _scatter(rng, [1, 2, 3], 15 - alive, mine, theirs)
    _scatter(rng, [*rng.sample(range(4, 25), 4), *([25] if rng.random() < 0.2 else [])], alive, mine, theirs)
    anchor = rng.choice([point for point in range(19, 25) if not mine[25 - point]] or [25])
    theirs[anchor] = rng.randint(1, 3)
    free = [point for point in range(1, 19) if not mine[25 - point]]
    _scatter(rng, rng.sample(free, min(len(free), 7)), 15 - theirs[anchor], theirs, mine)
    return Position.from_rows(mine, theirs)


_THROWN = (
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
    _crashed,
)
