"""Plain sentences for flags: what was wrong, which dice, what would have been legal."""

from __future__ import annotations

from monitor.game.events import DieSeen, Player, PlayMade, RollSeen, Rows, SetupSeen, Support
from monitor.officiating.catalogue import CATALOGUE, PLAY_PARENT

START_ROW = {24: 2, 13: 5, 8: 3, 6: 5}
"""Checkers of each player at the start, in his own numbering (`rules.md` C1)."""

_COLOURS = {Player.A: "lighter", Player.B: "darker"}


def player_words(player: Player | None) -> str:
    """ "Player A (lighter checkers)", or "A player" when it is not known which."""
    return "A player" if player is None else f"Player {player} ({_COLOURS[player]} checkers)"


def dice_words(dice: tuple[int | None, ...]) -> str:
    """ "5-3"; an unread die is "?"."""
    return "-".join("?" if value is None else str(value) for value in dice)


def roll_text(event: RollSeen, reasons: tuple[str, ...]) -> str:
    """Why a roll does not count, with the dice that each reason is about."""
    clauses = [_roll_clause(event.seen, reason) for reason in reasons]
    dice = f" ({dice_words(event.dice)})" if event.dice else ""
    opening = "opening roll" if event.opening else "roll"
    return f"{player_words(event.player)}: the {opening}{dice} does not count: {' and '.join(clauses)}."


def _roll_clause(seen: tuple[DieSeen, ...], reason: str) -> str:
    says = CATALOGUE[reason].says
    if reason == "roll.split-sides":
        return says
    at_fault = [die for die in seen if _is_at_fault(die, reason)]
    if seen and len(at_fault) == len(seen) == 2:
        return f"each die {says}"
    if len(at_fault) == 1 and at_fault[0].value is not None:
        return f"the die showing {at_fault[0].value} {says}"
    return f"a die {says}"


def _is_at_fault(die: DieSeen, reason: str) -> bool:
    match reason:
        case "roll.off-board":
            return die.on in (Support.OFF, Support.BAR, Support.RIM)
        case "roll.on-checker":
            return die.on is Support.CHECKER
        case "roll.cocked":
            return die.is_flat is False
        case _:
            return die.half == "left"


def play_text(event: PlayMade, reasons: tuple[str, ...]) -> str:
    """What was played with which roll, why that is not legal, and the nearest legal plays."""
    rolled = f"rolled {dice_words(event.dice)} and " if event.dice else ""
    played = "played nothing" if event.notation == "no play" else f"played {event.notation}" if event.notation else "left a position that no play explains"
    named = [CATALOGUE[reason].says for reason in reasons if reason in CATALOGUE and reason != PLAY_PARENT]
    if len(named) == 1:
        why = f" Not legal: {named[0]}."
    elif named:
        why = f" Not legal. What fits: {'; '.join(named)}."
    else:
        why = f" Not legal: {CATALOGUE[PLAY_PARENT].says}."
    if tuple(event.nearest) == ("no play",):
        legal = " There was no legal play: the turn was lost."
    elif event.nearest:
        legal = f" Nearest legal: {'; '.join(event.nearest)}."
    else:
        legal = ""
    return f"{player_words(event.player)} {rolled}{played}.{why}{legal}"


def matter_text(rule_id: str, player: Player | None, more: str = "", after: str = "") -> str:
    """What is the matter in one sentence, who did it where that is known, with more in brackets; `after` is a further sentence."""
    says = CATALOGUE[rule_id].says
    said = f"{player_words(player)}: {says}" if player is not None else says[0].upper() + says[1:]
    return said + (f" ({more})" if more else "") + "." + (f" {after}" if after else "")


def misplaced_players(position: Rows) -> tuple[Player, ...]:
    """Players whose checkers do not stand as at the start of a game."""
    return tuple(player for player in Player if _faults(position.of(player)))


def setup_text(event: SetupSeen) -> str:
    """Which points of which player are set up wrongly. Points are in that player's own numbering."""
    parts = []
    if event.position is not None:
        for player in misplaced_players(event.position):
            wrong = ", ".join(f"{found} on {_place(point)} (should be {START_ROW.get(point, 0)})" for point, found in _faults(event.position.of(player)))
            parts.append(f"{player_words(player)} has {wrong}")
    detail = "; ".join(parts) if parts else f"{event.differs} checkers stand elsewhere"
    return f"The game was not set up in the start position: {detail}."


def _faults(row: tuple[int, ...]) -> list[tuple[int, int]]:
    """(place, count found) wherever a row differs from the start, the off tray left out."""
    return [(place, row[place]) for place in range(25, 0, -1) if row[place] != START_ROW.get(place, 0)]


def _place(place: int) -> str:
    return "the bar" if place == 25 else f"point {place}"
