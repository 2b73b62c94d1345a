"""A match as SGF (FF[4]GM[6]): one game tree for each game, illegal plays as they were played, and comments that mark them.

SGF has no words for a play without its dice or a roll without its play. Such a turn is a node without a move, whose comment
says what is known; where the position behind it is known it is set up there, so that a reader goes on rightly. gnubg calls
the cube's owner CP, the specification CO: both are written.
"""

from __future__ import annotations

from collections.abc import Sequence

from monitor.game.events import Player, Rows
from monitor.game.notation import NO_PLAY
from monitor.game.transcript.model import CubeMove, CubeTurn, Game, Match, Resignation, SetUp, Turn
from monitor.game.transcript.replay import Moment, Replay
from monitor.game.transcript.sgf_reader import AS_TOLD, NOT_TOLD, OF_MATCH, WITHOUT_DICE
from monitor.game.transcript.sgf_tree import escape
from monitor.game.transcript.sgf_words import COLOURS, HEADERS, format_points, format_sgf_play
from monitor.game.transcript.wording import cube_note, quoted

_CUBE_WORDS = {CubeMove.DOUBLE: "double", CubeMove.TAKE: "take", CubeMove.PASS: "drop", CubeMove.BEAVER: "beaver"}


def format_sgf(match: Match, played: Replay) -> str:
    """The match as the text of an SGF file. played: the same match, played through."""
    trees = [_tree(match, game, played.games[index], index) for index, game in enumerate(match.games)]
    if not trees:
        trees = [f"(;{_root(match, Game(), (), 0)})"]
    return "\n".join(trees) + "\n"


def _tree(match: Match, game: Game, moments: Sequence[Moment], index: int) -> str:
    nodes = [_root(match, game, moments, index)]
    nodes += [node for moment in moments if (node := _node(moment, game))]
    if game.closing_notes:
        nodes.append(_comment(game.closing_notes))
    return "(;" + "\n;".join(nodes) + ")"


def _root(match: Match, game: Game, moments: Sequence[Moment], index: int) -> str:
    names = game.names or match.names
    length = [] if match.length is None else [f"length:{match.length}"]
    info = [*length, f"game:{index}", f"ws:{game.score[0]}", f"bs:{game.score[1]}"]
    parts = [
        "FF[4]GM[6]CA[UTF-8]AP[table-monitor]",
        "MI" + "".join(f"[{value}]" for value in info),
        f"PW[{escape(quoted(names[0]))}]PB[{escape(quoted(names[1]))}]",
    ]
    names_of = {key.casefold(): name for name, key in HEADERS.items()}
    headers = match.headers if index == 0 else {}
    parts += [f"{names_of[key.casefold()]}[{escape(quoted(value))}]" for key, value in headers.items() if key.casefold() in names_of]
    if match.has_crawford_rule:
        is_crawford = bool(moments) and moments[0].before.is_crawford
        parts.append(f"RU[Crawford{':CrawfordGame' if is_crawford else ''}]")
    elif match.has_jacoby_rule:
        parts.append("RU[Jacoby]")
    if game.result is not None:
        is_resigned = any(isinstance(action, Resignation) for action in game.actions)
        points = "" if game.result.points is None else game.result.points
        parts.append(f"RE[{COLOURS[game.result.winner]}+{points}{'R' if is_resigned else ''}]")
    others = [f'[{quoted(key)} "{quoted(value)}"]' for key, value in headers.items() if key.casefold() not in names_of]
    of_match = tuple(f"{OF_MATCH}{note}" for note in match.notes) if index == 0 else ()
    notes = (*others, *of_match, *game.notes)
    return "".join(parts) + (_comment(notes) if notes else "")


def _node(moment: Moment, game: Game) -> str:
    action = moment.action
    match action:
        case Turn():
            return _turn(moment, action)
        case CubeTurn():
            return f"{COLOURS[action.player]}[{_CUBE_WORDS[action.move]}]{_comment((*_cube_notes(moment, action), *action.notes))}"
        case SetUp():
            notes = (f"{AS_TOLD}{action.text}", *action.notes) if action.text else action.notes
            start = f"PL[{COLOURS[action.player]}]{_dice(action.dice)}{_cube(action)}"
            return start + (_position(action.position) if action.position else "") + _comment(notes)
        case Resignation():
            # beside a result it is part of that
            return f"{COLOURS[action.player]}[resign]{_comment(action.notes)}" if game.result is None else _comment(action.notes)
    return ""


def _cube_notes(moment: Moment, action: CubeTurn) -> tuple[str, ...]:
    """SGF's words for the cube have no value: one that does not follow from them stands in a comment."""
    match action.move:
        case CubeMove.DOUBLE if action.value != moment.before.cube * 2:
            return (cube_note(action.value),)
        case CubeMove.BEAVER if action.value is not None:
            return (cube_note(action.value),)
    return ()


def _turn(moment: Moment, turn: Turn) -> str:
    colour = COLOURS[turn.player]
    if turn.notation == NO_PLAY and turn.roll is not None:
        return f"{colour}[{format_sgf_play(turn.roll, (), turn.player)}]{_comment(turn.notes)}"
    if turn.notation is not None and turn.roll is not None and moment.steps is not None:
        return f"{colour}[{format_sgf_play(turn.roll, moment.steps, turn.player)}]{_comment(turn.notes)}"
    if turn.notation is None:
        return f"PL[{colour}]{_dice(turn.dice)}{_comment((NOT_TOLD, *turn.notes))}"
    position = _position(moment.after.rows) if moment.after.rows else ""
    said = f"{WITHOUT_DICE}{turn.notation}"
    return f"PL[{colour}]{_dice(turn.dice)}{position}{_comment((said, *turn.notes))}"


def _dice(dice: tuple[int | None, ...]) -> str:
    return f"DI[{dice[0]}{dice[1]}]" if len(dice) == 2 and None not in dice else ""


def _cube(action: SetUp) -> str:
    if action.cube is None:
        return ""
    owner = "c" if action.cube_owner is None else COLOURS[action.cube_owner].lower()
    return f"CV[{action.cube}]CO[{owner}]CP[{owner}]"


def _position(rows: Rows) -> str:
    black, white = format_points(rows.B, Player.B), format_points(rows.A, Player.A)
    return "AE[a:y]" + (f"AB{black}" if black else "") + (f"AW{white}" if white else "")


def _comment(notes: Sequence[str]) -> str:
    lines = [escape(" ".join(note.split())) for note in notes]
    return f"C[{chr(10).join(lines)}]" if lines else ""
