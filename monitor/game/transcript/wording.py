"""The words that the product's own transcripts use in comments, and how a play is spelt. Format and recognise are twins."""

from __future__ import annotations

import re
from collections.abc import Iterable

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.ids import gnu_position_id, parse_gnu_position_id
from monitor.game.notation import NO_PLAY, parse_play
from monitor.game.position import position_to_rows, rows_to_position
from monitor.game.transcript.model import SetUp

UNKNOWN_PLAY = "????"
"""Written, as other programs do, where a roll was seen and its play was not."""

LENGTH = "Match length"
NOT_TOLD = "not told"
"""A header, and its value where nobody told how long the match is: a .mat file has no line for that."""

GAP = "not followed from "
SUPERSEDED = "corrected, first told as "
ILLEGAL = "illegal, stands as played, "
UNCERTAIN = "uncertain, "
UNREAD = "not understood, "

_SPEAKER = re.compile(r"(?:illegal, stands as played, |uncertain, )?([AB]) (?:played|rolled) ")
_SET_UP = re.compile(
    r"position set up, ([AB]) on roll(?: with ([1-6?]{2}))?(?:, cube ([0-9]{1,5}) (centred|of A|of B))?, "
    r"(?:GNU position ID ([A-Za-z0-9+/]{14})|which cannot be told here)"
)
_TIMES = re.compile(r"([a-z0-9]{1,3}(?:/[a-z0-9*]{1,4}){1,4})\(([2-4])\)")
_CUBE = re.compile(rf"as told, the cube's value is ({NOT_TOLD}|[0-9]{{1,6}})")
_WON = re.compile(r"([AB]) won, points not told")


def speaks_of(note: str) -> Player | None:
    """The player that a comment names as the one who rolled or played, or None."""
    found = _SPEAKER.match(note)
    return Player(found[1]) if found else None


def verdict_in(notes: Iterable[str]) -> tuple[bool | None, tuple[str, ...]] | None:
    """What the last verdict among the comments says: (False, reasons) for illegal, (None, ()) for uncertain; None without one."""
    verdict: tuple[bool | None, tuple[str, ...]] | None = None
    for note in notes:
        if note.startswith(ILLEGAL):
            words = (word.strip() for word in note.split(","))
            verdict = False, tuple(word for word in words if re.fullmatch("[a-z]+(?:[.][a-z-]+)+", word))
        elif note.startswith(UNCERTAIN):
            verdict = None, ()
    return verdict


def superseded_in(notes: Iterable[str]) -> tuple[str, ...]:
    """The plays that were told first and then corrected."""
    return tuple(note.removeprefix(SUPERSEDED) for note in notes if note.startswith(SUPERSEDED))


def gaps_in(notes: Iterable[str]) -> tuple[str, ...]:
    """The comments that tell of a stretch that was not followed."""
    return tuple(note for note in notes if note.startswith(GAP))


def set_up_note(action: SetUp) -> str:
    """The comment that tells a set-up position; without an id where none can tell it."""
    start = f"position set up, {action.player} on roll"
    if action.dice:
        start += f" with {shown_dice(action.dice)}"
    if action.cube is not None:
        start += f", cube {action.cube} {'centred' if action.cube_owner is None else f'of {action.cube_owner}'}"
    try:
        if action.position is not None:
            return f"{start}, GNU position ID {gnu_position_id(rows_to_position(action.position, action.player))}"
    except InputError:
        pass
    return f"{start}, which cannot be told here"


def parse_set_up_note(note: str, line: int | None = None) -> SetUp | None:
    """The set-up that such a comment tells, or None for another comment."""
    found = _SET_UP.fullmatch(note)
    if found is None:
        return None
    player = Player(found[1])
    try:
        position = position_to_rows(parse_gnu_position_id(found[5]), player) if found[5] else None
    except InputError:
        return None
    dice = tuple(None if die == "?" else int(die) for die in found[2] or "")
    cube = int(found[3]) if found[3] else None
    owner = {"of A": Player.A, "of B": Player.B}.get(found[4] or "")
    return SetUp(player=player, position=position, dice=dice, cube=cube, cube_owner=owner, line=line)


def won_note(winner: Player) -> str:
    """The comment in place of a result whose points are not known."""
    return f"{winner} won, points not told"


def parse_won_note(note: str) -> Player | None:
    """The winner that such a comment names, or None for another comment."""
    found = _WON.fullmatch(note)
    return Player(found[1]) if found else None


def cube_note(value: int | None) -> str:
    """The comment that tells a double's or a beaver's value where the file's own words cannot."""
    return f"as told, the cube's value is {NOT_TOLD if value is None else value}"


def parse_cube_note(note: str) -> tuple[int | None] | None:
    """The value that such a comment tells, or None for another comment."""
    found = _CUBE.fullmatch(note)
    return None if found is None else (None if found[1] == NOT_TOLD else int(found[1]),)


def shown_dice(dice: tuple[int | None, ...]) -> str:
    """`31`, with ? for a die that was not read."""
    return "".join("?" if die is None else str(die) for die in dice)


def spelt(play: str) -> str:
    """A play as it was written, in small letters, with bar and off by name. Raises InputError when it cannot be read."""
    words = " ".join(play.casefold().split())
    if not parse_play(words):
        return NO_PLAY
    return " ".join(_spelt_word(word) for word in words.split())


def _spelt_word(word: str) -> str:
    body, bracket, times = word.partition("(")
    parts = body.split("/")
    parts[0] = "bar" if parts[0] == "25" else parts[0]
    parts[-1] = {"0": "off", "0*": "off"}.get(parts[-1], parts[-1])
    return "/".join(parts) + bracket + times


def plain(text: str) -> str:
    """One line without what has a meaning among the lines of a game: a colon, a bracket, a quote, two blanks.

    gnubg looks for these in every line, also behind a semicolon. A play's entry with a count is written out: 6/off 6/off.
    """
    text = _TIMES.sub(lambda found: " ".join([found[1]] * int(found[2])), text)
    cleaned = "".join(" " if character in ':;()"[]' or not character.isprintable() else character for character in text)
    return " ".join(cleaned.replace("Game ", "game ").split())


def quoted(text: str) -> str:
    """One line that can stand between double quotes in a header."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).replace('"', "'").split())


def plain_name(name: str) -> str:
    """A player's name as it can be written. Raises InputError for one of which nothing is left."""
    shown = plain(quoted(name))
    if not shown:
        raise InputError("a player needs a name in a transcript; A or B will do")
    return shown
