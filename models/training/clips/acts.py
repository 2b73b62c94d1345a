"""Acts: what a hand does in a turn, as text. `8/5 6/5`, `13/7*`, `bar/22`, `6/off(2)`, and things no rule allows.

`a/b`    the mover's outermost checker from point a to b in his own numbering (`bar`, `off`, `beside` the board)
`a/b!`   the same, but an opposing blot there is not lifted
`o:a/b`  an opponent's checker, in the opponent's numbering
`@1.5`   a rest of 1.5 s with the hand away
`(n)`    n times
A blot that is landed on is carried to the bar first. `13/7` is one carry; write `13/8 8/7` for two.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from models.training.clips.table import BAR, OFF, Place, Seats, Table
from monitor.errors import InputError
from monitor.game.events import Player

_TOKEN = re.compile(r"^(o:)?(bar|beside|\d+)/((?:bar|off|beside|\d+)(?:\*?/(?:off|\d+))*)([*!]?)(?:\((\d)\))?$", re.I)


@dataclass(frozen=True)
class Carry:
    """One checker carried by a hand from place to place."""

    color: Player
    source: Place
    target: Place


@dataclass(frozen=True)
class Rest:
    """Nothing moves and the hand is away, for so many seconds."""

    seconds: float


def _number(text: str) -> int:
    return {"bar": BAR, "off": OFF}.get(text.lower(), -1) if not text.isdigit() else int(text)


def perform(table: Table, player: Player, text: str) -> list[Carry | Rest]:
    """Parses the acts and plays them on a copy of `table`'s stacks; the table itself is left as it was.

    Raises InputError for text that does not parse or a checker that is not there.
    """
    ghost = Table(table.seats, {place: list(stack) for place, stack in table.stacks.items()})
    out: list[Carry | Rest] = []
    for token in text.split():
        if token.startswith("@"):
            out.append(Rest(float(token[1:])))
            continue
        found = _TOKEN.match(token)
        if not found:
            raise InputError(f"cannot read the act {token!r}; write e.g. 13/8, bar/22, 6/off(2), o:13/14, 8/beside or @1.5")
        who = player.opponent if found[1] else player
        stops = [found[2], *found[3].replace("*", "").split("/")]
        for _ in range(int(found[5] or 1)):
            for start, end in itertools.pairwise(stops):
                out += _carry(ghost, who, start, end, lifts_blot=found[4] != "!" and not found[1])
    return out


def _carry(table: Table, who: Player, start: str, end: str, *, lifts_blot: bool) -> list[Carry | Rest]:
    seats: Seats = table.seats
    side = 0 if who is Player.A else 1
    source: Place = ("beside", side) if start == "beside" else seats.place(who, _number(start))
    target: Place = ("beside", side) if end == "beside" else seats.place(who, _number(end))
    carries: list[Carry | Rest] = []
    other = who.opponent
    if lifts_blot and target[0] == "cell" and table.count(target, other) == 1 and table.count(target, who) == 0:
        bar = seats.place(other, BAR)
        table.move(other, target, bar)
        carries.append(Carry(other, target, bar))
    try:
        table.move(who, source, target)
    except ValueError as error:
        raise InputError(f"act {start}/{end}: {error}") from error
    carries.append(Carry(who, source, target))
    return carries
