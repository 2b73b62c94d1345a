"""Reads the result of `analyze --json` (formats.md section 3) as a match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from monitor.errors import InputError
from monitor.game.events import KINDS, PlayMade, RollSeen, TableEvent, from_json
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
        match = match_of(events, names=_names(names), length=length if isinstance(length, int) else None, score=_score(score), headers=headers)
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"its events do not fit together ({error}); {_WANTED}") from error
    return Reading("an analysis of a video", match, findings.all())


def _event(number: int, body: Any, findings: Findings) -> TableEvent | None:
    if not isinstance(body, Mapping) or body.get("kind") not in KINDS:
        findings.add(Odd.LINE_UNREAD, f"event {number} is of a kind that is not known and was left out")
        return None
    try:
        event = from_json(body)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"event {number} cannot be read ({type(error).__name__}: {error}); {_WANTED}") from error
    if isinstance(event, RollSeen | PlayMade) and not _are_dice(event.dice):
        findings.add(Odd.DICE, f"event {number} has {json.dumps(body['dice'])[:40]} for its dice, which is no roll; they are taken as not told")
        return replace(event, dice=())
    return event


def _are_dice(told: Any) -> bool:
    """Two dice of which each may not have been read, or none told at all."""
    return isinstance(told, tuple) and len(told) in (0, 2) and all(die is None or (type(die) is int and 1 <= die <= 6) for die in told)


def _names(told: Any) -> tuple[str, str]:
    told = told if isinstance(told, Mapping) else {}
    return str(told.get("A") or "A"), str(told.get("B") or "B")


def _score(told: Any) -> tuple[int, int]:
    match told:
        case [int(first), int(second)]:
            return first, second
    return 0, 0
