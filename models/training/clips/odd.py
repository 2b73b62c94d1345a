"""Turns worth staging: illegal plays of every kind, and legal ones that look illegal.

Each maker takes the position, the roll and a random generator, and gives the turn or None when this position and roll do not allow it.
`monitor.game.judge` has the last word on whether a play is legal and what is wrong with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from models.training.clips.acts import perform
from models.training.clips.table import Seats, Table
from monitor.game import Play, Position, judge, legal_plays
from monitor.game.events import Player, Rows
from monitor.game.notation import format_play


@dataclass(frozen=True)
class Staged:
    """play: what is true, as acts; acts: what the hand does where that is more; after: the position reached."""

    play: str
    after: Position
    legal: bool
    reasons: tuple[str, ...] = ()
    acts: str = ""


Maker = Callable[[Position, tuple[int, int], random.Random], Staged | None]
_SEATS = Seats(Player.A, "right")


def reached(position: Position, acts: str) -> Position:
    """The position after these acts by the player on roll (checkers put beside the board are gone)."""
    table = Table.from_rows(_SEATS, Rows(*position.rows))
    for act in perform(table, Player.A, acts):
        if hasattr(act, "color"):
            table.move(act.color, act.source, act.target)
    rows = table.rows()
    return Position.from_rows(rows.A, rows.B)


def _illegal(position: Position, roll: tuple[int, int], acts: Iterator[str], *wanted: str, only: bool = False) -> Staged | None:
    """The first of the acts that is illegal for one of the wanted reasons (any reason when none is named)."""
    for text in acts:
        after = reached(position, text)
        if max(after.rows[0][1:25]) > 5:
            continue
        verdict = judge(position, roll, after)
        if verdict.is_legal or (wanted and not set(wanted) & set(verdict.reasons)) or (only and len(verdict.reasons) != 1):
            continue
        return Staged(text, after, False, tuple(str(r) for r in verdict.reasons))
    return None


def _points(position: Position, rng: random.Random) -> list[int]:
    found = [p for p in range(24, 0, -1) if position.rows[0][p]]
    rng.shuffle(found)
    return found


def _free(position: Position, point: int) -> bool:
    """No opposing checker there."""
    return 1 <= point <= 24 and position.rows[1][25 - point] == 0


def _singles(position: Position, die: int, rng: random.Random) -> list[str]:
    return [f"{p}/{p - die}" for p in _points(position, rng) if _free(position, p - die)]


def wrong_distance(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    a, b = roll
    if a == b or position.rows[0][25]:
        return None
    pairs = (f"{right} {p}/{p - far}" for right in _singles(position, a, rng) for far in (b + 1, b - 1, b + 2) if far > 0
             for p in _points(position, rng) if _free(position, p - far) and not right.startswith(f"{p}/"))  # fmt: skip
    return _illegal(position, roll, pairs, "move.wrong-distance", only=True)


def blocked_landing(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    a, b = roll
    if a == b or position.rows[0][25]:
        return None
    theirs = position.rows[1]
    pairs = (f"{right} {p}/{p - b}" for right in _singles(position, a, rng) for p in _points(position, rng) if p > b and 2 <= theirs[25 - (p - b)] <= 4)
    return _illegal(position, roll, pairs, "move.blocked-landing")


def backwards(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    a, b = roll
    if a == b or position.rows[0][25]:
        return None
    pairs = (
        f"{right} {p}/{p + b}"
        for right in _singles(position, a, rng)
        for p in _points(position, rng)
        if _free(position, p + b) and not right.startswith(f"{p}/")
    )
    return _illegal(position, roll, pairs, "move.backwards")


def must_use_both(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    if roll[0] == roll[1] or position.rows[0][25]:
        return None
    return _illegal(position, roll, iter(_singles(position, rng.choice(roll), rng)), "move.must-use-both", only=True)


def three_dice(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """Three dice's worth: a legal play and one more step of one of the dice."""
    if roll[0] == roll[1] or position.rows[0][25]:
        return None

    def more() -> Iterator[str]:
        for play in _quiet(position, roll, rng):
            for extra in _singles(play.after, rng.choice(roll), rng):
                yield f"{format_play(play)} {extra}"

    return _illegal(position, roll, more())


def bearoff_not_home(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    a, b = roll
    if a == b or not position.rows[0][b] or position.rows[0][25]:
        return None
    return _illegal(position, roll, (f"{right} {b}/off" for right in _singles(position, a, rng)), "move.bearoff-not-home")


def bar_priority(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    a, b = roll
    if position.rows[0][25] != 1 or a == b or not any(play.steps for play in legal_plays(position, roll)):
        return None
    pairs = (
        f"{first} {second}" for first in _singles(position, a, rng) for second in _singles(position, b, rng) if first.split("/")[0] != second.split("/")[0]
    )
    return _illegal(position, roll, pairs, "move.bar-priority")


def opponent_moved(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    def also() -> Iterator[str]:
        for play in _quiet(position, roll, rng):
            theirs = play.after.rows[1]
            for p in range(24, 1, -1):
                for far in (1, 2, 3):
                    if p > far and theirs[p] and play.after.rows[0][25 - (p - far)] == 0 and theirs[p - far] < 5:
                        yield f"{format_play(play)} o:{p}/{p - far}"

    return _illegal(position, roll, also(), "move.opponent-checker-moved", "move.illegal")


def swapped(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """A legal play, and a blot of each player has changed places with the other."""
    if roll[0] == roll[1]:
        return None

    def exchanges() -> Iterator[str]:
        for play in _quiet(position, roll, rng):
            mine, theirs = play.after.rows
            for p in range(1, 25):
                for q in range(1, 25):
                    if p != q and mine[p] == 1 and theirs[25 - q] == 1:
                        yield f"{format_play(play)} o:{25 - q}/beside {p}/{q} o:beside/{25 - p}"

    return _illegal(position, roll, exchanges())


def removed(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """A legal play, and one of the mover's checkers has gone from the board."""
    return _illegal(position, roll, (f"{format_play(play)} {p}/beside" for play in _quiet(position, roll, rng) for p in _points(play.after, rng)))


def removed_opponent(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    return _illegal(
        position, roll, (f"{format_play(play)} o:{p}/beside" for play in _quiet(position, roll, rng) for p in range(24, 0, -1) if play.after.rows[1][p] > 1)
    )


def dance(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    plays = legal_plays(position, roll)
    return None if plays[0].steps else Staged("no play", position, True)


def partial(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """Only one of two dice can be played."""
    if roll[0] == roll[1]:
        return None
    plays = legal_plays(position, roll)
    return Staged(format_play(plays[0]), plays[0].after, True) if len(plays[0].steps) == 1 else None


def one_checker_off(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """One checker is borne off with both dice: it steps down first, and only one leaves the board."""
    if roll[0] == roll[1]:
        return None
    off = position.rows[0][0]
    for play in _quiet(position, roll, rng):
        if len(play.steps) == 2 and play.after.rows[0][0] == off + 1 and play.steps[0][1] == play.steps[1][0]:
            return Staged(format_play(play), play.after, True)
    return None


def hit(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """An ordinary play that hits."""
    for play in _quiet(position, roll, rng):
        if any(step[2] for step in play.steps):
            return Staged(format_play(play), play.after, True)
    return None


def hit_and_run(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """One checker hits on the way and goes on to safety."""
    if roll[0] == roll[1]:
        return None
    for play in _quiet(position, roll, rng):
        text = format_play(play)
        if len(play.steps) == 2 and text.count("/") == 2 and text.count("*") == 1 and " " not in text and not text.endswith("*"):
            return Staged(text, play.after, True)
    return None


def odd_order(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """The right final position by wrong-looking hands: one checker goes the whole way, another one backwards to where the first should be."""
    if roll[0] == roll[1] or position.rows[0][25]:
        return None
    for play in _quiet(position, roll, rng):
        (s1, t1, h1), (s2, t2, h2) = (*play.steps, (0, 0, False), (0, 0, False))[:2]
        if len(play.steps) == 2 and not h1 and not h2 and s1 > s2 > t2 > 0 and t1 > s2 and t1 != s2:
            return Staged(format_play(play), play.after, True, acts=f"{s1}/{t2} {s2}/{t1}")
    return None


def take_back(position: Position, roll: tuple[int, int], rng: random.Random) -> Staged | None:
    """One play is made, looked at, taken back, and another one made before the dice are lifted."""
    if roll[0] == roll[1] or position.rows[0][25]:
        return None
    plays = [p for p in _quiet(position, roll, rng) if len(p.steps) == 2 and not any(s[2] for s in p.steps) and p.steps[0][1] != p.steps[1][0]]
    for first in plays:
        for second in plays:
            if {s[0] for s in first.steps} & {s[0] for s in second.steps} or max(second.after.rows[0][1:25]) > 5:
                continue
            there = " ".join(f"{s}/{t}" for s, t, _ in first.steps)
            back = " ".join(f"{t}/{s}" for s, t, _ in reversed(first.steps))
            return Staged(format_play(second), second.after, True, acts=f"{there} @1.4 {back} @0.4 {format_play(second)}")
    return None


def _quiet(position: Position, roll: tuple[int, int], rng: random.Random) -> list[Play]:
    """Legal plays in a random order, without tall stacks."""
    plays = [p for p in legal_plays(position, roll) if p.steps and max(p.after.rows[0][1:25]) <= 5]
    rng.shuffle(plays)
    return plays[:12]


STAGED: dict[str, Maker] = {
    "wrong-distance": wrong_distance,
    "blocked-landing": blocked_landing,
    "backwards": backwards,
    "must-use-both": must_use_both,
    "three-dice": three_dice,
    "bearoff-not-home": bearoff_not_home,
    "bar-priority": bar_priority,
    "opponent-moved": opponent_moved,
    "swapped": swapped,
    "removed": removed,
    "removed-opponent": removed_opponent,
    "dance": dance,
    "partial": partial,
    "one-checker-off": one_checker_off,
    "hit": hit,
    "hit-and-run": hit_and_run,
    "odd-order": odd_order,
    "take-back": take_back,
}
