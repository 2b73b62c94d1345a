"""A game from a match record (.mat) as a script: a simple reader, enough to film a game of one's own records.

Cube lines are left out (the cube stays where it is); a game is filmed until its record ends or a line cannot be played.
"""

from __future__ import annotations

import re
from typing import Any

from monitor.errors import InputError

_LINE = re.compile(r"^\s*(\d+)\)(.*)$")
_TURN = re.compile(r"(\d)(\d):\s*((?:(?:bar|25|\d+)\s?/\s?(?:off|\d+)[*\d/()]*\s*)*)", re.I)


def games(text: str) -> list[list[tuple[int, str, str]]]:
    """The games of a record: lists of (column 0 or 1, roll, play as acts; "no play" for a dance)."""
    found: list[list[tuple[int, str, str]]] = []
    for line in text.splitlines():
        if re.match(r"^\s*Game \d+", line):
            found.append([])
        numbered = _LINE.match(line)
        if not numbered or not found:
            continue
        body = numbered[2]
        for turn in _TURN.finditer(body):
            column = 0 if turn.start() < 28 and not (found[-1] == [] and turn.start() > 14) else 1
            if found[-1] and found[-1][-1][0] == column:
                column = 1 - column
            play = re.sub(r"\s?/\s?", "/", turn[3].strip()).replace("25/", "bar/")
            play = re.sub(r"/0\b", "/off", play)
            found[-1].append((column, turn[1] + turn[2], play or "no play"))
    return found


def to_script(text: str, game: int, *, turns: int = 10, base: dict[str, Any]) -> dict[str, Any]:
    """Plain script data of one game (counted from 1). base: everything of the script but its turns. Column 0 plays A."""
    every = games(text)
    if not 1 <= game <= len(every):
        raise InputError(f"the record has {len(every)} games; there is no game {game}")
    out = []
    for i, (column, roll, play) in enumerate(every[game - 1][:turns]):
        if i == 0 and roll[0] == roll[1]:
            raise InputError("the record does not begin with an opening roll")
        dice = "".join(sorted(roll, reverse=True)) if i == 0 else roll
        out.append({"by": "AB"[column], "roll": dice, "play": play, "opening": i == 0})
    return {**base, "turn": out}
