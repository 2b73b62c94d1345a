"""Judging for outside tools: one JSON object a line in, one out. Formats.md section 5."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from monitor.errors import InputError
from monitor.game.judge import Judgement, judge
from monitor.game.judging_ids import JudgedTurn, judged_play
from monitor.game.notation import format_play
from monitor.game.position import Position, checked_roll


def answer_line(line: str) -> dict[str, Any]:
    """The answer to one line of `judge --json`; a line that cannot be judged is answered `{"error": text}`."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:  # the latter where brackets are nested by the thousand
        return {"error": f"this line is no JSON: {error}"}
    try:
        return as_answer(judge_request(request))
    except InputError as error:
        return {"error": str(error)}


def judge_request(request: object) -> Judgement:
    """The judgement that a request asks for. Raises InputError as `turn_requested`."""
    return turn_requested(request).judgement


def turn_requested(request: object) -> JudgedTurn:
    """The turn that a request tells of, judged.

    `{"on_roll": [26], "opponent": [26], "roll": [6, 4]}` with either `"after": {"on_roll": [26], "opponent": [26]}` or
    `"play": "24/18 13/9"`. Raises InputError that names what is missing or wrong.
    """
    if not isinstance(request, Mapping):
        raise InputError("a request is a JSON object with on_roll, opponent, roll, and after or play")
    position = _position(request, "the request")
    roll = _named(request, "roll", list, "the request")
    if ("after" in request) == ("play" in request):
        raise InputError('a request has either "after" (the position seen) or "play" (a play in notation)')
    if "play" in request:
        return judged_play(position, roll, _named(request, "play", str, "the request"))
    after = _position(_named(request, "after", Mapping, "the request"), '"after"')
    return JudgedTurn(position, checked_roll(roll), after, judge(position, roll, after))


def as_answer(judgement: Judgement) -> dict[str, Any]:
    """The judgement as plain data; `play` is null when the mover's checkers do not add up."""
    return {
        "legal": judgement.is_legal,
        "reasons": [str(reason) for reason in judgement.reasons],
        "play": None if judgement.play is None else format_play(judgement.play),
        "legal_plays": judgement.legal_count,
        "nearest": [format_play(play) for play in judgement.nearest],
    }


def _position(body: Mapping[str, Any], where: str) -> Position:
    return Position.from_rows(_named(body, "on_roll", list, where), _named(body, "opponent", list, where))


def _named(body: Mapping[str, Any], name: str, kind: type[Any], where: str) -> Any:
    if not isinstance(body.get(name), kind):
        wanted = "a list of whole numbers" if kind is list else "text" if kind is str else "an object with on_roll and opponent"
        raise InputError(f'{where} needs "{name}", {wanted}')
    return body[name]
