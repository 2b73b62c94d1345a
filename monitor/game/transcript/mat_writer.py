"""A match as a .mat file, which backgammon programs read.

A .mat file carries every play as it was played. Most programs that read it repair or refuse an illegal play without a word,
so each one that stood is marked by a comment behind its line, and listed in the sidecar file that goes with the transcript
(formats.md section 4). Comments hold no colon, bracket or double blank, because gnubg looks for these in every line.
"""

from __future__ import annotations

from collections.abc import Iterator

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.notation import NO_PLAY
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, Game, Match, Resignation, SetUp, Turn
from monitor.game.transcript.wording import LENGTH, NOT_TOLD, UNKNOWN_PLAY, plain, plain_name, quoted, set_up_note, speaks_of, superseded_in, won_note

_LEFT_WIDTH = 28
_CUBE_WORDS = {CubeMove.TAKE: " Takes", CubeMove.PASS: " Drops", CubeMove.BEAVER: " Beavers"}

Row = tuple[Action | None, Action | None]


def format_mat(match: Match) -> str:
    """The match as the text of a .mat file; the left column is player A.

    A length that is not told is written as 0, which other programs take for money play; a header says that it was not told.
    Raises InputError for a length, score or name that cannot be written.
    """
    names = _names(match.names)
    lines = [f'; [{key} "{value}"]' for key, value in _headers(match, names)]
    lines += [f"; {plain(note)}" for note in match.notes if plain(note)]
    lines += ["", f" {_at_least_0(match.length or 0)} point match"]
    for number, game in enumerate(match.games, 1):
        lines += ["", f" Game {number}", _score_line(_names(game.names) if game.names else names, game.score)]
        lines += [f"; {plain(note)}" for note in game.notes if plain(note)]
        lines += _row_lines(game)
        lines += _end_lines(game, match.length or 0)
        lines += [f"; {plain(note)}" for note in game.closing_notes if plain(note)]
    return "\n".join(lines) + "\n"


def _headers(match: Match, names: tuple[str, str]) -> list[tuple[str, str]]:
    """Those of the match and then the players' own, so that they stand alike whether a record told them, and where, or not."""
    told = [(plain(key), quoted(value)) for key, value in match.headers.items() if plain(key)]
    players = [
        [header for header in told if header[0].casefold() == f"player {number}"] or [(f"Player {number}", name)] for number, name in enumerate(names, 1)
    ]
    length = [(LENGTH, NOT_TOLD)] if match.length is None else []
    return [header for header in told if header not in players[0] + players[1]] + length + players[0] + players[1]


def rows_of(game: Game) -> list[Row]:
    """The actions in two columns, A's and B's; a column stays empty when the same player acts twice.

    A position that is set up stands in a row of its own, which is written as a comment and not counted. A row also ends where
    a comment on the left play would be taken for one on the right play.
    """
    rows: list[Row] = []
    for action in game.actions:
        if action.player is Player.B and rows and rows[-1][1] is None and not is_comment(action) and not _ends_row(rows[-1][0]):
            rows[-1] = (rows[-1][0], action)
        else:
            rows.append((action, None) if action.player is Player.A or is_comment(action) else (None, action))
    return rows


def _ends_row(left: Action | None) -> bool:
    """Nothing may stand beside it: it is a comment, or its last comments tell of a correction without saying whose."""
    if left is None or is_comment(left):
        return True
    own = max((index for index, note in enumerate(left.notes, 1) if speaks_of(note) is left.player), default=0)
    return bool(superseded_in(left.notes[own:]))


def is_comment(action: Action | None) -> bool:
    """Written as a comment, not in a column."""
    return isinstance(action, SetUp) and not action.text


def _names(names: tuple[str, str]) -> tuple[str, str]:
    return plain_name(names[0]), plain_name(names[1])


def _score_line(names: tuple[str, str], score: tuple[int, int]) -> str:
    left = f" {names[0]} : {_at_least_0(score[0])}"
    return f"{left:<33} {names[1]} : {_at_least_0(score[1])}" if len(left) < 33 else f"{left}  {names[1]} : {_at_least_0(score[1])}"


def _at_least_0(number: int) -> int:
    if number < 0:
        raise InputError(f"a match has a length and scores of 0 or more, not {number}")
    return number


def _row_lines(game: Game) -> Iterator[str]:
    number = 0
    for left, right in rows_of(game):
        if isinstance(left, SetUp) and is_comment(left):
            yield f"; {set_up_note(left)}"
        else:
            number += 1
            shown = _cell(left) if left else ""
            start = f"{number:3d}) {shown:<{_LEFT_WIDTH - 1}}"
            # two blanks at least between the columns: readers split there when there is only one roll in the line
            start += " " if len(shown) < _LEFT_WIDTH - 1 else "   "
            # the blanks up to an empty right column stay: where a line ends before it, gnubg reads the right play of the line before again
            yield start + _cell(right) if right else start
        for action in (left, right):
            for note in action.notes if action else ():
                if plain(note):
                    yield f"; {plain(note)}"


def _cell(action: Action) -> str:
    match action:
        case Turn():
            # a dance is the roll alone; anything else that is blank would be read as one
            play = UNKNOWN_PLAY if action.notation is None else "" if action.notation == NO_PLAY else action.notation
            return f"{_dice(action.dice)} {play}".rstrip()
        case CubeTurn(move=CubeMove.DOUBLE):
            return f" Doubles => {'?' if action.value is None else action.value}"
        case CubeTurn():
            return _CUBE_WORDS[action.move] + (f" => {action.value}" if action.value is not None else "")
        case Resignation():
            return f" {action.word}"
        case SetUp():
            return f"{_dice(action.dice)} {_board(action.text)}"
    raise InputError(f"a transcript has no words for {type(action).__name__}")


def _board(text: str) -> str:
    """A board in a record's own words, without what would be read otherwise: left open it takes in the cell beside it, and `1)` between blanks is a row."""
    words, bracket, board = text.partition("(")
    return words + bracket + "".join(board.split()) + (")" if bracket and ")" not in board else "")


def _dice(dice: tuple[int | None, ...]) -> str:
    """`31:`, or `00:`, as other programs write it, for dice that were not both read."""
    return "00:" if len(dice) != 2 or None in dice else f"{dice[0]}{dice[1]}:"


def _end_lines(game: Game, length: int) -> list[str]:
    if game.result is None:
        return []
    winner, points = game.result.winner, game.result.points
    if points is None:
        return [f"; {won_note(winner)}"]
    is_match_won = length and game.score[0 if winner is Player.A else 1] + points >= length
    text = f"Wins {points} point{'' if points == 1 else 's'}{' and the match' if is_match_won else ''}"
    return [" " * (6 if winner is Player.A else 33) + text]
