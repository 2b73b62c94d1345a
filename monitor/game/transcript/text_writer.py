"""A match as plain text for a person: one line a turn, with what is not in order beside it."""

from __future__ import annotations

from collections.abc import Iterator

from monitor.game.events import Player
from monitor.game.notation import NO_PLAY, format_play
from monitor.game.transcript.model import CubeMove, CubeTurn, Game, GameResult, Match, Resignation, SetUp, Turn
from monitor.game.transcript.moments import ids_of
from monitor.game.transcript.replay import Moment, Replay
from monitor.game.transcript.wording import shown_dice

_CUBE_WORDS = {CubeMove.DOUBLE: "doubles", CubeMove.TAKE: "takes", CubeMove.PASS: "passes", CubeMove.BEAVER: "beavers"}


def format_text(match: Match, played: Replay) -> str:
    """The match as text. played: the same match, played through."""
    lines = [f"{match.names[0]} (A) against {match.names[1]} (B), {match_length(match)}"]
    lines += [f"{key}: {value}" for key, value in match.headers.items()]
    lines += [f"  note: {note}" for note in match.notes]
    for number, game in enumerate(match.games, 1):
        lines += ["", f"Game {number}, score {game.score[0]}-{game.score[1]}"]
        if game.names:
            lines.append(f"  A is called {game.names[0]} here, B {game.names[1]}")
        lines += [f"  note: {note}" for note in game.notes]
        for moment in played.games[number - 1]:
            lines += _moment_lines(moment)
        lines += _end_lines(game)
    return "\n".join(lines) + "\n"


def match_length(match: Match) -> str:
    """The length in words."""
    if match.length is None:
        return "length not told"
    return "money play" if match.length == 0 else f"{match.length} point match"


def _moment_lines(moment: Moment) -> Iterator[str]:
    action, start = moment.action, f"{moment.turn:4}. {moment.action.player}  "
    match action:
        case Turn():
            yield f"{start}{shown_dice(action.dice) or '??'}: {_play(moment, action)}{_verdict(moment, action)}"
        case CubeTurn():
            yield f"{start}{_CUBE_WORDS[action.move]}{f' to {action.value}' if action.value else ''}"
        case Resignation():
            yield f"{start}{action.word.lower()}"
        case SetUp():
            ids = ids_of(moment.after)
            told = ids.xgid or ids.gnu_position_id or action.text or "not told clearly"
            yield f"{start}on roll in a position that is set up: {told}"
    for note in action.notes:
        yield f"         note: {note}"


def _play(moment: Moment, turn: Turn) -> str:
    if turn.notation is None:
        return "not told"
    if turn.notation == NO_PLAY or moment.steps is None:
        return turn.notation
    return format_play(moment.steps) if moment.legal else turn.notation


def _verdict(moment: Moment, turn: Turn) -> str:
    if moment.legal is False:
        return f"   ILLEGAL, stood ({', '.join(moment.reasons)})"
    if moment.unknown_since is not None:
        return f"   not judged, position unknown since turn {moment.unknown_since}"
    if moment.legal is None and turn.notation is not None:
        return "   UNCERTAIN"
    return ""


def _end_lines(game: Game) -> list[str]:
    lines = [f"  {result_words(game.result)}"]
    return lines + [f"  note: {note}" for note in game.closing_notes]


def result_words(result: GameResult | None) -> str:
    """The result in words."""
    if result is None:
        return "the end of this game is not told"
    points = "points not told" if result.points is None else f"{result.points} point{'' if result.points == 1 else 's'}"
    return f"{Player(result.winner)} wins, {points}"
