"""Writes scripts: a plan of what is to be staged becomes a whole game with dice and plays that make it possible.

A plan is a list of items, one a turn (or one an invalid throw), e.g. "open", "play touch", "throw cocked", "wrong-distance":
`throw X` an invalid roll that is lifted; `play X` a sensible legal play, the roll lying at place X;
`on X` an invalid roll that is played on; `play+hover` the opponent's hand passes over the board meanwhile;
`play+visits` the hand leaves between two checkers; any name of `odd.STAGED` a turn of that kind.
Games are sought by seed, so that the same plan always gives the same script.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from models.training.clips import odd
from models.training.clips.table import START
from monitor.errors import InputError
from monitor.game import Position, legal_plays
from monitor.game.events import Player
from monitor.game.notation import format_play

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
_REASON = {
    "cocked": "roll.cocked",
    "cocked-bar": "roll.cocked",
    "cocked-rim": "roll.cocked",
    "on-checker": "roll.on-checker",
    "left": "roll.left-of-bar",
    "left-near-bar": "roll.left-of-bar",
}


@dataclass
class _Game:
    """The game so far. rows are the players' own."""

    rows: dict[Player, tuple[int, ...]]
    turns: list[dict[str, Any]]
    on_roll: Player

    def position(self) -> Position:
        return Position.from_rows(self.rows[self.on_roll], self.rows[self.on_roll.opponent])

    def set(self, after: Position) -> None:
        self.rows[self.on_roll], self.rows[self.on_roll.opponent] = after.rows


def write(plan: Iterable[str], base: dict[str, Any], *, tries: int = 400) -> dict[str, Any]:
    """The script of a plan. base: the script's other keys. Raises InputError when no game was found that allows the plan."""
    items = list(plan)
    failed = ""
    for attempt in range(tries):
        rng = random.Random(f"{base['name']}:{base['seed']}:{attempt}")
        game = _start(base)
        try:
            for number, item in enumerate(items):
                _item(game, item, base, rng, number)
        except LookupError as error:
            failed = str(error)
            continue
        return {**base, "turn": game.turns}
    raise InputError(f"no game found for the plan of {base['name']} ({failed})")


def _start(base: dict[str, Any]) -> _Game:
    rows = {}
    for player in Player:
        row = [START.get(p, 0) for p in range(26)]
        for point, more in base.get("setup", {}).get(str(player), {}).items():
            row[int(point)] += more
        rows[player] = tuple(base["position"][str(player)]) if "position" in base else tuple(row)
    return _Game(rows, [], Player(base.get("first", "A")))


def _item(game: _Game, item: str, base: dict[str, Any], rng: random.Random, number: int) -> None:
    word, _, rest = item.partition(" ")
    word, _, hovers = word.partition("+")
    allowed = base.get("allow_left") == str(game.on_roll)
    if word == "tie":
        face = rng.randint(1, 6)
        game.turns.append({"by": "", "roll": f"{face}{face}", "play": "", "opening": True, "note": "tied opening roll"})
        return
    if word == "throw":  # an invalid roll, lifted again
        places = _places(rest)
        roll = rng.choice(ROLLS)
        game.turns.append(
            {
                "by": str(game.on_roll),
                "roll": _text(roll, rng),
                "play": "",
                "places": places,
                "invalid": _invalid(places, allowed),
                "note": f"invalid roll: {rest}",
            }
        )
        return
    if word == "open":
        roll = rng.choice([r for r in ROLLS if r[0] != r[1]])
        play = sensible(game.position(), roll, rng)
        game.turns.append({"by": str(game.on_roll), "roll": f"{roll[0]}{roll[1]}", "play": format_play(play), "opening": True})
        game.set(play.after)
    elif word in ("play", "on"):
        roll = rng.choice(ROLLS)
        play = sensible(game.position(), roll, rng)
        turn: dict[str, Any] = {"by": str(game.on_roll), "roll": _text(roll, rng), "play": format_play(play)}
        if rest:
            turn["places"] = _places(rest)
            reason = _invalid(turn["places"], allowed)
            turn["note"] = f"look-alike: {rest}"
            if reason:
                turn.update(invalid=reason, note=f"invalid roll played on: {rest}")
            elif rest.startswith("left"):
                turn["note"] = "look-alike: both dice left of the bar with permission"
        if hovers == "visits":
            turn["visits"] = True
            turn["note"] = "; ".join([*([turn["note"]] if rest else []), "the hand leaves between two checkers"])
        elif hovers:
            turn["hover"] = True
            turn["note"] = "; ".join([*([turn["note"]] if rest else []), "look-alike: the opponent's hand over the board"])
        game.turns.append(turn)
        game.set(play.after)
    else:
        _odd(game, word, rest, rng)
    game.on_roll = game.on_roll.opponent


def _odd(game: _Game, name: str, rest: str, rng: random.Random) -> None:
    """A staged turn: rolls are tried in a random order until one makes it possible."""
    position = game.position()
    rolls = ROLLS[:]
    rng.shuffle(rolls)
    for roll in rolls:
        found = odd.STAGED[name](position, roll, rng)
        if found is None:
            continue
        turn: dict[str, Any] = {
            "by": str(game.on_roll),
            "roll": _text(roll, rng),
            "play": found.play,
        }
        if name != "hit":
            turn["note"] = f"{'odd but legal' if found.legal else 'illegal'}: {name}"
        if found.acts:
            turn["acts"] = found.acts
        if not found.legal:
            turn.update(legal=False, reasons=list(found.reasons))
        if rest:
            turn["places"] = _places(rest)
        game.turns.append(turn)
        game.set(found.after)
        return
    raise LookupError(f"{name} is not possible")


def sensible(position: Position, roll: tuple[int, int], rng: random.Random, *, low_stacks: bool = True) -> Any:
    """A legal play that a club player might choose: hits, points, few blots, no tall stacks."""

    def worth(play: Any) -> float:
        mine, theirs = play.after.rows
        points = sum(1.0 + 0.6 * (4 <= p <= 7) for p in range(1, 25) if mine[p] >= 2)
        blots = sum((0.5 + (25 - p) / 24) for p in range(1, 23) if mine[p] == 1)
        tall = sum(max(0, n - 5) for n in mine[1:25])
        return 1.2 * points - 0.7 * blots + 2.2 * (theirs[25] - position.rows[1][25]) - 6 * tall + rng.gauss(0, 0.5)

    plays = legal_plays(position, roll)
    best = max(plays, key=worth)
    if low_stacks and max(best.after.rows[0][1:25]) > 5:
        raise LookupError("a stack would grow too tall")
    return best


def _text(roll: tuple[int, int], rng: random.Random) -> str:
    pair = list(roll)
    rng.shuffle(pair)
    return f"{pair[0]}{pair[1]}"


def _places(text: str) -> list[str]:
    words = text.split()
    return words if len(words) == 2 else [words[0], "flat"]


def _invalid(places: list[str], allowed: bool) -> str:
    if "on-checker" in places:
        return "roll.on-checker"
    if any(p.startswith("cocked") for p in places):
        return "roll.cocked"
    lefts = sum(p.startswith("left") for p in places)
    if lefts and allowed:
        return "roll.split-sides" if lefts == 1 else ""
    return "roll.left-of-bar" if lefts else ""
