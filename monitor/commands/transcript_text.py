"""A match as a person reads it on a screen: turns with their rolls, what could not be told, and the irregularities at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monitor.commands.progress import clock
from monitor.officiating.flags import ACTS

Event = Mapping[str, Any]
VERDICTS = {True: "", False: "ILLEGAL", None: "UNCERTAIN"}


def transcript_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """The lines for one result of `analyze` (or one session's events in the same shape)."""
    table, events = result["table"], result["events"]
    yield f"{result['video']}   profile {table['profile']}, match length {_told(table['match_length'])}, score {_score(table)}"
    seats = f"at the bottom edge: {_told(table['near'])}, home {_told(table['near_home'])}"
    yield f"A (lighter checkers): {_name(table, 'A')}   B (darker): {_name(table, 'B')}   {seats}"
    yield ""
    number = 0
    dice: dict[str, str] = {}
    for event in events:
        if event["kind"] == "roll":
            text = _roll(event)
            if event.get("player") and event.get("valid") is not False:
                dice[event["player"]] = _dice(event)
            if text:
                yield f"{clock(event['t']):>8}       {text}"
        elif event["kind"] == "play":
            number += event.get("replaces") is None
            yield _play(number, event, dice)
        elif text := _other(event):
            yield f"{clock(event['t']):>8}       {text}"
    yield from _flags(events)
    if not any(event["kind"] in ("play", "roll", "setup") for event in events):
        yield "Nothing was followed: neither a start position nor a roll or a play was seen, so nothing can be said of it."
    if result.get("partial"):
        yield ""
        yield f"INCOMPLETE: {result['partial']}."
    for note in result.get("notes") or ():
        yield f"Note: {note}"


def _play(number: int, event: Event, dice: Mapping[str, str]) -> str:
    rolled = _dice(event) if event.get("dice") else dice.get(str(event["player"]), "?")
    verdict = VERDICTS[event.get("legal")]
    why = f" ({', '.join(event['reasons'])})" if event.get("reasons") and verdict else ""
    again = " (in place of the play before)" if event.get("replaces") is not None else ""
    return f"{clock(event['t']):>8} {number:4}. {event['player']}  {rolled}: {event.get('notation') or 'not read'}{again}  {verdict}{why}".rstrip()


def _roll(event: Event) -> str:
    """A line of its own for a roll that is not simply played: a tie, an invalid or an unread one."""
    if event.get("valid") is False:
        return f"{event.get('player') or '-'}  {_dice(event)}: the roll does not count ({', '.join(event.get('reasons') or [str(event.get('reason'))])})"
    if event.get("player") is None:
        return f"-  {_dice(event)}: opening roll, a tie"
    if event.get("valid") is None or event.get("status") == "uncertain":
        return f"{event['player']}  {_dice(event)}: roll UNCERTAIN"
    return ""


def _other(event: Event) -> str:
    kind = event["kind"]
    if kind == "setup":
        if event.get("starts_mid_game"):
            return "the video starts in mid-game"
        return "start position" if not event.get("differs") else f"start position with {event['differs']} checkers out of place"
    if kind == "cube":
        words = {"double": "doubles", "take": "takes", "pass": "passes"}
        return f"{event['player']}  {words.get(event['action'], event['action'])}{' at ' + str(event['value']) if event.get('value') else ''}"
    if kind == "game_end":
        return f"{event['winner']} wins {event['points'] if event.get('points') is not None else 'the game; points not told'}"
    if kind == "gap":
        until = f" until {clock(event['until'])}" if event.get("until") is not None else ""
        return f"not followed{until}: {event.get('why') or 'no reason known'}"
    return ""


def _flags(events: Sequence[Event]) -> Iterator[str]:
    flags = [e for e in events if e["kind"] == "flag"]
    # what people did about a flag (announced, claimed ...) says nothing of what became of it
    states = {e["id"]: e["state"] for e in events if e["kind"] == "flag_changed" and e["state"] not in ACTS}
    yield ""
    if not flags:
        yield "Irregularities: none found."
        return
    yield f"Irregularities: {len(flags)} (for an official to look at; nothing is decided here)"
    for flag in flags:
        state = states.get(flag.get("id"))
        said = f"{flag.get('article') or ''}  {flag.get('text') or ''}{f' [{state}]' if state else ''}"
        yield f"{clock(flag['t']):>8}  {flag['rule']:24} {flag.get('player') or '-'}  {said}".rstrip()


def _dice(event: Event) -> str:
    return "".join("?" if value is None else str(value) for value in event.get("dice") or ()) or "?"


def _name(table: Mapping[str, Any], player: str) -> str:
    return str((table.get("names") or {}).get(player) or "not told")


def _score(table: Mapping[str, Any]) -> str:
    return "-".join(str(s) for s in table["score"]) if table.get("score") else "not told"


def _told(value: Any) -> str:
    return "not told" if value is None else str(value)
