"""Reads the result of `analyze --json` (formats.md section 3) as a match."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from monitor.errors import InputError, quoted
from monitor.game.events import KINDS, PlayMade, RollSeen, Rows, TableEvent, from_json
from monitor.game.position import Position
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.from_events import match_of
from monitor.game.transcript.reading import Findings, Reading

_WANTED = 'it is the result of `analyze --json`, with "table" and "events"'


def read_analysis(text: str) -> Reading:
    """The match of an analysis. Raises InputError for JSON that is none, and for an event that lacks something."""
    try:
        result = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is no JSON that can be read ({type(error).__name__}); {_WANTED}") from error
    if not isinstance(result, Mapping) or not isinstance(result.get("events"), list):
        raise InputError(f"is JSON, but no match record; {_WANTED}")
    findings = Findings()
    events = [event for number, body in enumerate(result["events"], 1) if (event := _event(number, body, findings)) is not None]
    table = result.get("table")
    table = table if isinstance(table, Mapping) else {}
    names, score, length = table.get("names"), table.get("score"), table.get("match_length")
    headers = {"Source": str(result["video"])} if result.get("video") else {}
    try:
        match = match_of(events, names=_names(names), length=length if _is_count(length) else None, score=_score(score), headers=headers)
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"its events do not fit together ({error}); {_WANTED}") from error
    return Reading("an analysis of a video", match, findings.all())


def _event(number: int, body: Any, findings: Findings) -> TableEvent | None:
    if not isinstance(body, Mapping) or str(body.get("kind")) not in KINDS:
        findings.add(Odd.LINE_UNREAD, f"event {number} is of a kind that is not known and was left out")
        return None
    try:
        event = from_json(body)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"event {number} cannot be read ({type(error).__name__}: {error}); {_WANTED}") from error
    for name, (is_right, wanted) in _FIELDS.items():
        if not is_right(getattr(event, name, None)):
            raise InputError(f"event {number} cannot be read: its {name} is {quoted(getattr(event, name))} and should be {wanted}; {_WANTED}")
    if getattr(event, _WHOSE.get(event.kind, "kind")) is None:
        raise InputError(f"event {number} cannot be read: it does not say which player; {_WANTED}")
    if isinstance(event, RollSeen | PlayMade) and not _are_dice(event.dice):
        findings.add(Odd.DICE, f"event {number} has {json.dumps(body['dice'])[:40]} for its dice, which is no roll; they are taken as not told")
        return replace(event, dice=())
    return event


def _is_text(told: Any) -> bool:
    return told is None or isinstance(told, str)


def _are_texts(told: Any) -> bool:
    return told is None or (isinstance(told, tuple) and all(isinstance(part, str) for part in told))


def _is_number(told: Any) -> bool:
    return told is None or (isinstance(told, int | float) and not isinstance(told, bool) and math.isfinite(told))


def _is_count(told: Any) -> bool:
    return told is None or (type(told) is int and 0 <= told <= _MOST)


def _is_position(told: Rows | None) -> bool:
    try:
        return told is None or bool(Position.from_rows(told.A, told.B))
    except InputError:
        return False


_WHOSE = {"play": "player", "turn_end": "player", "cube": "player", "game_end": "winner"}
"""Kinds of event that are nothing without a player; a roll of both is a tie."""
_MOST = 10**6
"""No cube and no score goes beyond it."""
_FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("t", "until", "replaces"), (_is_number, "a number of seconds")),
    **dict.fromkeys(("notation", "reason", "why", "action"), (_is_text, "text")),
    **dict.fromkeys(("reasons", "nearest", "alternatives"), (_are_texts, "a list of texts")),
    **dict.fromkeys(("points", "value"), (_is_count, "a whole number")),
    **dict.fromkeys(("legal", "valid"), (lambda told: told is None or isinstance(told, bool), "true, false or null")),
    **dict.fromkeys(("position", "before"), (_is_position, "the 26 counts of A and of B")),
}
"""What a transcript is made of, for whatever event has it: what it has to be."""


def _are_dice(told: Any) -> bool:
    """Two dice of which each may not have been read, or none told at all."""
    return isinstance(told, tuple) and len(told) in (0, 2) and all(die is None or (type(die) is int and 1 <= die <= 6) for die in told)


def _names(told: Any) -> tuple[str, str]:
    told = told if isinstance(told, Mapping) else {}
    return str(told.get("A") or "A"), str(told.get("B") or "B")


def _score(told: Any) -> tuple[int, int]:
    match told:
        case [int(first), int(second)] if _is_count(first) and _is_count(second):
            return first, second
    return 0, 0
