"""How SGF for backgammon (GM[6]) spells points, plays, set-ups and headers. Format and parse are twins.

Letters a to x are White's points 1 to 24, whoever moves; y is the bar and z off. Player A is White.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from monitor.game.events import Player, Rows
from monitor.game.plays import Step
from monitor.game.position import BAR, OFF

COLOURS = {Player.A: "W", Player.B: "B"}
PLAYERS = {"W": Player.A, "B": Player.B}
HEADERS = {
    "EV": "Event", "RO": "Round", "DT": "EventDate", "PC": "Place", "AN": "Annotator", "GN": "Game name", "GC": "Game comment", "SO": "Source",
    "US": "Transcriber", "TM": "TimeControl", "CR": "Copyright", "BR": "Black rank", "WR": "White rank", "BT": "Black team", "WT": "White team",
    "ON": "Opening", "OT": "Overtime",
}  # fmt: skip
"""Properties of the root that are headers of a .mat file."""
LEFT_OUT = frozenset({"A", "DA", "DC", "BM", "DO", "IT", "TE", "MR", "LU", "GS", "GB", "GW", "BC", "KO", "MN", "FG", "PM", "VW", "ST", "AP", "CA", "FF"})
"""Analysis, layout and bookkeeping of other programs, which is no part of a match record."""

_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z][a-z]){0,8})")


def parse_sgf_play(value: str, player: Player) -> tuple[tuple[int, int], tuple[Step, ...]] | None:
    """The roll and the steps, hits not told, of a value such as 31hefe; None when it is none."""
    found = _PLAY.fullmatch("".join(value.casefold().split()))
    if found is None:
        return None
    steps = tuple((_point(a, player), _point(b, player), False) for a, b in re.findall("(.)(.)", found[3]))
    if any(source == target for source, target, _ in steps):
        return None  # a move that moves no checker, as in notation
    return (int(found[1]), int(found[2])), steps


def format_sgf_play(dice: tuple[int, int], steps: Sequence[Step], player: Player) -> str:
    """The value of a play property."""
    letters = "".join(_letter(source, player, is_source=True) + _letter(target, player, is_source=False) for source, target, _ in steps)
    return f"{dice[0]}{dice[1]}{letters}"


def parse_points(values: Iterable[str]) -> list[int] | None:
    """White's numbers of the points that a set-up property names, repeats kept, y as 25 and z as 0; None when one is no point."""
    points: list[int] = []
    for value in values:
        found = re.fullmatch("([a-z])(?::([a-z]))?", value.strip().casefold())
        if found is None:
            return None
        first, last = ord(found[1]), ord(found[2] or found[1])
        points += [_white_point(chr(letter)) for letter in range(first, last + 1)]
    return points


def rows_of_points(white: Sequence[int], black: Sequence[int]) -> Rows | None:
    """The rows when White and Black have a checker on each of these points; what is missing from 15 is off. None for more than 15."""
    first, second = [0] * 26, [0] * 26
    for point in white:
        first[point] += 1
    for point in black:
        second[point if point in (OFF, BAR) else 25 - point] += 1
    for row in (first, second):
        if sum(row) > 15:
            return None
        row[OFF] += 15 - sum(row)
    return Rows(tuple(first), tuple(second))


def format_points(row: Sequence[int], player: Player) -> str:
    """The values of AB or AW for one player's checkers, those borne off left out."""
    return "".join(f"[{_letter(point, player, is_source=point == BAR)}]" * row[point] for point in range(1, 26))


def _letter(point: int, player: Player, *, is_source: bool) -> str:
    if point == OFF:
        return "z"
    if point == BAR and is_source:
        return "y"
    return chr(ord("a") + (point if player is Player.A else 25 - point) - 1)


def _white_point(letter: str) -> int:
    return {"y": BAR, "z": OFF}.get(letter, ord(letter) - ord("a") + 1)


def _point(letter: str, player: Player) -> int:
    point = _white_point(letter)
    return point if point in (OFF, BAR) or player is Player.A else 25 - point
