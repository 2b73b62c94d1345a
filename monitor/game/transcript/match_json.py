"""A match as JSON: every turn with its ids before and after, its verdict and its comments, and everything that is odd."""

from __future__ import annotations

from typing import Any

from monitor.game.events import Rows
from monitor.game.position import BAR
from monitor.game.transcript.findings import Finding
from monitor.game.transcript.model import Action, CubeTurn, Game, Resignation, SetUp, Turn
from monitor.game.transcript.moments import ids_of
from monitor.game.transcript.reading import Reading
from monitor.game.transcript.replay import Moment, Replay, TableState
from monitor.game.transcript.sidecar import sidecar_of
from monitor.game.transcript.wording import gaps_in, superseded_in


def as_json(reading: Reading, played: Replay) -> dict[str, Any]:
    """Plain data for the match that was read and played through.

    Players are A (left column, White) and B. Rows of 26 counts are in that player's own numbering: 0 off, 1-24 points, 25 bar.
    An id is null where the position is unknown or the id has no room for it.
    """
    match = reading.match
    return {
        "form": reading.form, "names": {"A": match.names[0], "B": match.names[1]}, "length": match.length, "headers": dict(match.headers),
        "notes": list(match.notes),
        "games": [_game(number, game, played.games[number - 1], played.ends[number - 1]) for number, game in enumerate(match.games, 1)],
        "marked": sidecar_of(match, played), "findings": [finding_json(finding) for finding in (*reading.findings, *played.findings)],
    }  # fmt: skip


def finding_json(finding: Finding) -> dict[str, Any]:
    """One finding as plain data."""
    return {
        "odd": str(finding.odd), "line": finding.line, "game": finding.game, "turn": finding.turn,
        "player": None if finding.player is None else str(finding.player), "text": finding.text,
    }  # fmt: skip


def state_json(state: TableState) -> dict[str, Any]:
    """A moment of the table as plain data, with its ids."""
    ids = ids_of(state)
    return {
        "position": None if state.rows is None else {"A": list(state.rows.A), "B": list(state.rows.B)},
        "on_roll": None if state.on_roll is None else str(state.on_roll), "cube": state.cube,
        "cube_owner": None if state.cube_owner is None else str(state.cube_owner),
        "xgid": ids.xgid, "gnu_position_id": ids.gnu_position_id, "gnu_match_id": ids.gnu_match_id,
    }  # fmt: skip


def _game(number: int, game: Game, moments: tuple[Moment, ...], end: TableState) -> dict[str, Any]:
    return {
        "number": number, "line": game.line, "score": list(game.score), "names": None if game.names is None else {"A": game.names[0], "B": game.names[1]},
        "is_crawford": end.is_crawford, "notes": list(game.notes), "turns": [_moment(moment) for moment in moments],
        "result": None if game.result is None else {"winner": str(game.result.winner), "points": game.result.points},
        "closing_notes": list(game.closing_notes), "is_borne_off": end.rows is not None and _is_borne_off(end.rows),
    }  # fmt: skip


def _is_borne_off(rows: Rows) -> bool:
    return any(not any(row[1 : BAR + 1]) for row in (rows.A, rows.B))


def _moment(moment: Moment) -> dict[str, Any]:
    return {
        "turn": moment.turn, "line": moment.action.line, "player": str(moment.action.player), **_action(moment, moment.action),
        "unknown_since": moment.unknown_since, "gaps": list(gaps_in(moment.action.notes)), "notes": list(moment.action.notes),
        "before": state_json(moment.before), "after": state_json(moment.after),
    }  # fmt: skip


def _action(moment: Moment, action: Action) -> dict[str, Any]:
    match action:
        case Turn():
            return {
                "kind": "play", "dice": list(action.dice), "notation": action.notation, "legal": moment.legal, "reasons": list(moment.reasons),
                "superseded": list(superseded_in(action.notes)),
            }  # fmt: skip
        case CubeTurn():
            return {"kind": "cube", "action": str(action.move), "value": action.value}
        case SetUp():
            return {"kind": "setup", "dice": list(action.dice), "text": action.text or None}
        case Resignation():
            return {"kind": "resignation", "word": action.word}
    return {"kind": "unknown"}
