"""Record-only mode (rules.md 2.0): without an appointed observer, what could be a hint to a player stays sealed until the session has ended.

Whether it is sealed now is `monitor.officiating.Authority`'s to say, from what the log holds of the appointment; this module says what is sealed then.

What is open is listed, and everything else is sealed, also what a later version of the station adds to the log. Of sealed entries not
even their being there is told: a sealed reader's entries are numbered among themselves, because a gap in the numbers after a play would
say that it was flagged. No hashes are shown: with one, what was left out of an entry could be guessed and the guess checked.
"""

from __future__ import annotations

from typing import Any

from monitor.officiating.authority import Authority
from monitor.record.chain import LogEntry
from web.auth import Role
from web.view import Line, MatchView

OPEN: dict[str, tuple[str, ...]] = {
    "session_started": ("table", "source", "profile", "version", "names", "observer", "remark"),
    "session_ended": ("reason", "board_found"),
    "board_found": ("t", "corners"),
    "camera_lost": ("t",),
    "camera_back": ("t",),
    "frames": ("seen", "processed", "dropped"),
    "setup": ("kind", "t", "position", "near", "near_home", "starts_mid_game"),
    "roll": ("kind", "t", "player", "dice", "opening"),
    "play": ("kind", "t", "player", "notation", "position", "before", "replaces"),
    "turn_end": ("kind", "t", "player"),
    "cube": ("kind", "t", "player", "action", "value"),
    "game_end": ("kind", "t", "winner", "points"),
    "gap": ("kind", "t", "until"),
}
"""What a sealed reader is told, by kind of entry: what anybody at the table sees, and nothing of what is held of it. The dice of a play are
those of the roll before it; where that did not count the station may leave them out."""
SEALED_PHASES = {"void": "playing"}
"""A roll that does not count looks as any other."""


def is_sealed(role: Role, view: MatchView) -> bool:
    """Are flags and verdicts withheld from this role now? A director who looks asks. An ended session is a match that is over for the station."""
    authority = view.inputs.appointment(view.info).authority if role >= Role.OBSERVER else Authority()
    return authority.is_sealed(is_match_over=view.ended is not None, is_director_asking=role >= Role.DIRECTOR)


def is_open(entry: LogEntry) -> bool:
    """May a sealed reader know of this entry? An opening roll that decides nothing is left out: two different dice without a player were void. So is a roll
    told by its play: that the play is legal follows from it."""
    return entry.kind in OPEN and not (entry.kind == "roll" and (entry.body.get("player") is None or entry.body.get("replaces") is not None))


def entry_json(entry: LogEntry) -> dict[str, Any]:
    """A log entry as sent to whom nothing is sealed."""
    return {"seq": entry.seq, "t": entry.t, "t_wall": entry.t_wall, "kind": entry.kind, "body": entry.body, "hash": entry.hash}


def sealed_json(entry: LogEntry, number: int) -> dict[str, Any] | None:
    """A log entry as a sealed reader may see it, None for one of which he may not know. number: its place among those that are open."""
    if not is_open(entry):
        return None
    body = {name: entry.body[name] for name in OPEN[entry.kind] if name in entry.body}
    return {"seq": number, "t": entry.t, "t_wall": entry.t_wall, "kind": entry.kind, "body": body}


def shown_dice(view: MatchView, sealed: bool) -> tuple[int | None, ...]:
    """The dice on the board."""
    return () if sealed and view.phase == "opening" else view.dice


def shown_lines(view: MatchView, sealed: bool) -> list[Line]:
    """The rows of the turn list. A sealed reader gets no rolls: one that stays without its play, or without a number, was found void."""
    return [line for line in view.lines if not (sealed and (line.kind == "roll" or line.verdict == "open"))]
