"""A match as players read it: table events gathered into games and turns, and written as a .mat file.

A .mat file carries every play as it was played. Most programs that read it repair or refuse an illegal play without a word,
so each one that stood is marked by a comment behind its line, and listed by `marked_plays` for the sidecar file that goes
with the transcript (formats.md section 4). Comments hold no colon, bracket or double blank, because gnubg looks for these in
every line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from monitor.errors import InputError
from monitor.game.events import CubeAction, GameEnded, Gap, Player, PlayMade, RollSeen, SetupSeen, Status, TableEvent
from monitor.game.notation import NO_PLAY

UNKNOWN_PLAY = "????"
"""Written, as other programs do, where a roll was seen and its play was not."""
_LEFT_WIDTH = 28


@dataclass(slots=True)
class Entry:
    """One player's part of a line: a roll and its play, or a cube action. notes: what stands behind the line as comments."""

    player: Player
    text: str
    notes: list[str] = field(default_factory=list)
    play: PlayMade | None = None
    roll: RollSeen | None = None


@dataclass(slots=True)
class GameRecord:
    """One game: the score before it, its entries in order, and its end if it was seen. notes stand before the first line."""

    score: dict[Player, int]
    entries: list[Entry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    end: GameEnded | None = None
    is_over: bool = False


def games_of(events: Iterable[TableEvent], score: tuple[int, int] = (0, 0)) -> list[GameRecord]:
    """The games that the events tell of, in order; score: points of A and B before the first.

    A play that `replaces` an earlier one takes its place. Rolls that were not valid, ties of the opening roll, stretches
    that could not be followed and positions taken up in mid-game become notes.
    """
    points = dict(zip(Player, score, strict=True))
    games: list[GameRecord] = []
    waiting: list[str] = []
    """Notes between two games: they belong to the next one, if it comes."""
    for event in events:
        if isinstance(event, SetupSeen) and games and not games[-1].is_over:
            _note(games[-1], "the end of this game was not seen")
            games[-1].is_over = True
        if isinstance(event, RollSeen | PlayMade | CubeAction) and (not games or games[-1].is_over):
            games.append(GameRecord(dict(points), notes=waiting))
            waiting = []
        game = games[-1] if games and not games[-1].is_over else None
        if isinstance(event, SetupSeen | Gap):
            note = _setup_note(event) if isinstance(event, SetupSeen) else _gap_note(event)
            if game:
                _note(game, note)
            elif note:
                waiting.append(note)
        elif game:
            _add(game, event)
            if isinstance(event, GameEnded):
                points[event.winner] += event.points or 0
    for note in waiting if games else ():
        _note(games[-1], note)
    return games


def write_mat(
    events: Iterable[TableEvent], *, names: tuple[str, str] = ("A", "B"), length: int | None = None, score: tuple[int, int] = (0, 0),
    headers: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """The events as the text of a .mat file; the left column is the player with checkers A.

    names: of A and B. length: points the match is played to, None or 0 for money play or when it is not known. headers:
    further `; [Key "value"]` lines, written first. Raises InputError for a length, score or name that cannot be written.
    """
    if (length or 0) < 0 or min(score) < 0:
        raise InputError(f"a match has a length and scores of 0 or more, not {length} and {score[0]}-{score[1]}")
    shown = tuple(_name(name) for name in names)
    lines = [f'; [{key} "{_quoted(value)}"]' for key, value in (headers or {}).items()]
    lines += [f'; [Player 1 "{shown[0]}"]', f'; [Player 2 "{shown[1]}"]', "", f" {length or 0} point match"]
    for number, game in enumerate(games_of(events, score), 1):
        left = f" {shown[0]} : {game.score[Player.A]}"
        lines += ["", f" Game {number}", f"{left:<33} {shown[1]} : {game.score[Player.B]}"]
        lines += [f"; {_plain(note)}" for note in game.notes]
        lines += _game_lines(game)
        lines += _end_lines(game, length or 0)
    return "\n".join(lines) + "\n"


def marked_plays(events: Iterable[TableEvent], score: tuple[int, int] = (0, 0)) -> list[dict[str, Any]]:
    """The plays that a reader of the .mat file must not take as they stand: illegal ones and those that were not told.

    One dict each: game and line (from 1, as in the file), player, t, dice, notation, legal, reasons, status. Whoever writes
    the sidecar file adds the log's sequence numbers by t.
    """
    marked = []
    for number, game in enumerate(games_of(events, score), 1):
        for line, row in enumerate(_rows(game), 1):
            for entry in row:
                play = entry.play if entry else None
                if entry and play and (play.legal is not True or play.status is Status.UNCERTAIN):
                    marked.append({"game": number, "line": line, **_mark(play, _dice_of(entry))})
    return marked


def _mark(play: PlayMade, dice: tuple[int | None, ...]) -> dict[str, Any]:
    return {
        "player": str(play.player), "t": play.t, "dice": list(dice), "notation": play.notation, "legal": play.legal,
        "reasons": [str(reason) for reason in play.reasons], "status": str(play.status),
    }  # fmt: skip


def _note(game: GameRecord, text: str | None) -> None:
    if text:
        (game.entries[-1].notes if game.entries else game.notes).append(text)


def _add(game: GameRecord, event: TableEvent) -> None:
    match event:
        case RollSeen():
            _add_roll(game, event)
        case PlayMade():
            _add_play(game, event)
        case CubeAction():
            _add_cube(game, event)
        case GameEnded():
            game.end, game.is_over = event, True


def _gap_note(event: Gap) -> str:
    until = "the end" if event.until is None else f"{event.until:.1f} s"
    return f"not followed from {event.t:.1f} s to {until}, {event.why or 'no reason given'}"


def _setup_note(event: SetupSeen) -> str | None:
    if event.starts_mid_game:
        return f"taken up in mid-game at {event.t:.1f} s, not from the start position"
    if event.differs:
        return f"{event.differs} checkers away from the start position at {event.t:.1f} s"
    return None


def _add_roll(game: GameRecord, event: RollSeen) -> None:
    shown = "-".join("?" if die is None else str(die) for die in event.dice)
    if event.player is None:
        _note(game, f"opening roll {shown} at {event.t:.1f} s, nobody begins")
    elif event.valid is False:
        _note(game, f"{event.player} rolled {shown} at {event.t:.1f} s, not valid, {event.reason or 'no reason given'}")
    else:
        entry = Entry(event.player, f"{_dice(event.dice)} {UNKNOWN_PLAY}", roll=event)
        if None in event.dice:
            entry.notes.append(f"{event.player} rolled {shown} at {event.t:.1f} s, not read")
        game.entries.append(entry)


def _add_play(game: GameRecord, event: PlayMade) -> None:
    entry = None
    if event.replaces is not None:
        entry = next((e for e in game.entries if e.play is not None and e.play.t == event.replaces and e.player is event.player), None)
        if entry is not None:
            entry.notes = [f"corrected, first told as {_told(entry.play) if entry.play else UNKNOWN_PLAY}"]
    elif game.entries and game.entries[-1].player is event.player and game.entries[-1].roll and not game.entries[-1].play:
        entry = game.entries[-1]
    if entry is None:
        entry = Entry(event.player, "")
        game.entries.append(entry)
    entry.play = event
    dice = _dice_of(entry)
    # a dance is the roll alone; anything else that is blank would be read as one
    text = event.notation or UNKNOWN_PLAY
    entry.text = f"{_dice(dice)}" if text == NO_PLAY else f"{_dice(dice)} {text}"
    if event.legal is False:
        reasons = ", ".join(event.reasons) or "move.illegal"
        entry.notes.append(f"illegal, stands as played, {event.player} played {_told(event)} with {_rolled(dice)} at {event.t:.1f} s, {reasons}")
    elif event.legal is None or event.status is Status.UNCERTAIN:
        others = f", or {', or '.join(event.alternatives)}" if event.alternatives else ""
        entry.notes.append(f"uncertain, {event.player} played {_told(event)} with {_rolled(dice)} at {event.t:.1f} s{others}")


def _add_cube(game: GameRecord, event: CubeAction) -> None:
    texts = {"double": f" Doubles => {event.value if event.value is not None else '?'}", "take": " Takes", "pass": " Drops"}
    if event.action not in texts:
        raise InputError(f'a cube action is double, take or pass, not "{event.action}"')
    game.entries.append(Entry(event.player, texts[event.action]))


def _rows(game: GameRecord) -> list[tuple[Entry | None, Entry | None]]:
    """The entries in two columns, A's and B's; a column stays empty when the same player acts twice."""
    rows: list[tuple[Entry | None, Entry | None]] = []
    for entry in game.entries:
        if entry.player is Player.B and rows and rows[-1][1] is None:
            rows[-1] = (rows[-1][0], entry)
        else:
            rows.append((entry, None) if entry.player is Player.A else (None, entry))
    return rows


def _game_lines(game: GameRecord) -> list[str]:
    lines = []
    for number, (left, right) in enumerate(_rows(game), 1):
        start = f"{number:3d}) {left.text if left else '':<{_LEFT_WIDTH - 1}}"
        # two blanks at least between the columns: readers split there when there is only one roll in the line
        start += " " if left is None or len(left.text) < _LEFT_WIDTH - 1 else "   "
        lines.append((start + right.text if right else start).rstrip())
        lines += [f"; {_plain(note)}" for entry in (left, right) if entry for note in entry.notes]
    return lines


def _end_lines(game: GameRecord, length: int) -> list[str]:
    if game.end is None:
        return []
    points = game.end.points
    if points is None:
        return [f"; {game.end.winner} won, points not told"]
    is_match_won = length and game.score[game.end.winner] + points >= length
    text = f"Wins {points} point{'' if points == 1 else 's'}{' and the match' if is_match_won else ''}"
    return [" " * (6 if game.end.winner is Player.A else 33) + text]


def _dice_of(entry: Entry) -> tuple[int | None, ...]:
    """The dice of the play, or of its roll where the play does not tell them."""
    return (entry.play.dice if entry.play else ()) or (entry.roll.dice if entry.roll else ())


def _dice(dice: tuple[int | None, ...]) -> str:
    """`31:`, or `00:`, as other programs write it, for dice that were not both read."""
    return "00:" if len(dice) != 2 or None in dice else f"{dice[0]}{dice[1]}:"


def _rolled(dice: tuple[int | None, ...]) -> str:
    return "-".join("?" if die is None else str(die) for die in dice) or "dice not seen"


def _told(play: PlayMade) -> str:
    return play.notation or "something not told"


def _name(name: str) -> str:
    shown = _plain(_quoted(name))
    if not shown:
        raise InputError("a player needs a name in a transcript; A or B will do")
    return shown


def _quoted(text: str) -> str:
    """One line that can stand between double quotes in a header."""
    return " ".join(text.replace('"', "'").split())


def _plain(text: str) -> str:
    """One line without what has a meaning among the lines of a game."""
    cleaned = "".join(" " if character in ':;()"[]' or not character.isprintable() else character for character in text)
    return " ".join(cleaned.replace("Game ", "game ").split())
