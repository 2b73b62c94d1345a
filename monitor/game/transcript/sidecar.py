"""The sidecar of a transcript: the plays that a reader of the file must not take as they stand, with what the log knows of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from monitor.errors import InputError
from monitor.game.events import Status, TableEvent
from monitor.game.transcript.from_events import match_of
from monitor.game.transcript.mat_writer import is_comment, rows_of
from monitor.game.transcript.model import Action, Game, Match, Told, Turn
from monitor.game.transcript.replay import Moment, Replay
from monitor.game.transcript.wording import superseded_in


def marked_plays(events: Iterable[TableEvent], score: tuple[int, int] = (0, 0)) -> list[dict[str, Any]]:
    """The plays among the events that were illegal or not told for sure.

    One dict each: game and line (from 1, as in the file), player, t, dice, notation, legal, reasons, status. Whoever writes
    the sidecar file adds the log's sequence numbers by t.
    """
    return [
        {"game": number, "line": line, "player": str(turn.player), "t": turn.told.t, "dice": list(turn.dice), "notation": turn.notation,
         "legal": turn.told.legal, "reasons": list(turn.told.reasons), "status": str(turn.told.status)}
        for number, game in enumerate(match_of(events, score=score).games, 1)
        for line, turn in _turns(game)
        if turn.told and (turn.told.legal is not True or turn.told.status is Status.UNCERTAIN)
    ]  # fmt: skip


def sidecar_of(match: Match, played: Replay) -> list[dict[str, Any]]:
    """The same for any match that was played through, with `superseded` (the plays told first), `seq` and `unknown_since` too."""
    found = []
    for number, (game, moments) in enumerate(zip(match.games, played.games, strict=True), 1):
        by_action = {id(moment.action): moment for moment in moments}
        for line, turn in _turns(game):
            moment = by_action[id(turn)]
            if _is_marked(turn, moment):
                found.append({"game": number, "line": line, **_mark(turn, moment)})
    return found


def with_sidecar(match: Match, marks: Sequence[Mapping[str, Any]]) -> Match:
    """The match with what a sidecar says of its plays. Raises InputError when the sidecar does not belong to it."""
    games = list(match.games)
    for mark in marks:
        try:
            number, line, player, t = int(mark["game"]), int(mark["line"]), str(mark["player"]), float(mark["t"] if mark["t"] is not None else -1)
            dice = tuple(None if die is None else int(die) for die in mark["dice"])
            legal, reasons, status = mark["legal"], tuple(str(reason) for reason in mark["reasons"]), Status(mark["status"])
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the sidecar is not one of this product: an entry lacks or spoils {error}; leave it aside or write it anew") from error
        game = games[number - 1] if 1 <= number <= len(games) else None
        turn = next((turn for row, turn in _turns(game) if row == line and turn.player == player), None) if game else None
        if game is None or turn is None:
            raise InputError(f"the sidecar speaks of game {number}, line {line}, player {player}, where the transcript has no play; it belongs to another file")
        told = Told(t, legal if isinstance(legal, bool) else None, reasons, status, seq=mark.get("seq")) if t >= 0 else None
        changed: Action = replace(turn, dice=turn.dice or dice, told=told)
        actions = tuple(changed if action is turn else action for action in game.actions)
        games[number - 1] = replace(game, actions=actions)
    return replace(match, games=tuple(games))


def _turns(game: Game) -> list[tuple[int, Turn]]:
    """Each turn with the number of its row in the file."""
    rows = [row for row in rows_of(game) if not is_comment(row[0])]
    return [(line, action) for line, row in enumerate(rows, 1) for action in row if isinstance(action, Turn)]


def _is_marked(turn: Turn, moment: Moment) -> bool:
    is_doubtful = turn.told is not None and (turn.told.legal is not True or turn.told.status is Status.UNCERTAIN)
    is_half_read = None in turn.dice  # the one die that was read stands nowhere else
    return moment.legal is False or turn.notation is None or is_doubtful or is_half_read or bool(superseded_in(turn.notes)) or moment.steps is None


def _mark(turn: Turn, moment: Moment) -> dict[str, Any]:
    told = turn.told
    return {
        "player": str(turn.player), "t": told.t if told else None, "seq": told.seq if told else None, "dice": list(turn.dice), "notation": turn.notation,
        "legal": told.legal if told else moment.legal, "reasons": list(told.reasons if told else moment.reasons),
        "status": str(told.status if told else Status.SURE if moment.legal is not None else Status.UNCERTAIN),
        "superseded": list(superseded_in(turn.notes)), "unknown_since": moment.unknown_since,
    }  # fmt: skip
