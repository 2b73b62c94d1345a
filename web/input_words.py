"""What people told the station, in words: the rows of the list of inputs, the marks of what was done about a flag, of the clock and
of the appointment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.inputs import Appointment, InputRow
from web.view import MatchView
from web.wording import INPUTS, Sign, rule_title

ACT_SIGNS = {
    "claim": Sign("CLAIMED", "hand", "info"),
    "accepted": Sign("ACCEPTED", "square", "calm"),
    "demanded": Sign("DEMANDED", "hand", "bad"),
    "agreed": Sign("FACTS AGREED", "circle-check", "good"),
    "disputed": Sign("DISPUTED", "diamond-question", "unsure"),
    "announced": Sign("ANNOUNCED", "speech", "info"),
    "referred": Sign("WITH THE DIRECTOR", "arrow", "info"),
    "ruling": Sign("RULED", "square", "info"),
}
"""What was done about a flag, by kind of input."""
ACT_BUTTONS = {
    "announced": ("Announced", "v"),
    "claim": ("Claimed", "m"),
    "accepted": ("Lets it stand", "y"),
    "demanded": ("Demands it", "f"),
    "agreed": ("Facts agreed", "g"),
    "disputed": ("Facts disputed", "x"),
    "referred": ("To the director", "t"),
    "ruling": ("Ruling…", "z"),
}
"""The words and the key of each button on a flag."""
RULED = {
    "corrected": "put right",
    "accepted": "stands",
    "expired": "expired: nothing can be done any more",
    "referred": "taken further",
    "dismissed": "dismissed",
}
TABLE_STATES = {
    "setup": "the game is set up anew", "opening": "opening roll", "ready": "player to roll or double", "moving": "player plays his roll",
    "offered": "the cube is offered", "game_end": "the game is over",
}  # fmt: skip
"""How a table may go on after a ruling."""
NOTE_FIELD_WORDS = {
    "minutes": "Minutes", "taken": "Breaks taken already", "is_win_certain": "He wins the match whatever is rolled",
    "is_certain": "The result was mathematically certain", "earlier_game": "It was in an earlier game",
}  # fmt: skip
NAMED = "named by"
KEYS = (
    ("At the table", (
        ("l", "permission to roll left: given or ended"), ("a", "the opponent agrees to a re-roll"), ("i", "notice given"),
        ("w", "words about the cube"), ("s", "score"), ("r", "note a rule that only people know of"), ("x", "the facts are disputed"),
        ("1 2", "Light, Dark pressed the clock"), ("p", "clock stopped"), ("o", "who is appointed"), ("u", "undo the last recorded input"),
    )),
    ("The selected flag", (
        ("c", "confirm"), ("d", "dismiss, with a reason"), ("e", "evidence page"), ("v", "announced to the players"), ("m", "claimed by a player"),
        ("y f", "the opponent lets it stand, demands it"), ("g x", "facts agreed, disputed"), ("t", "to the director"), ("z", "the director's ruling"),
    )),
    ("This page", (
        ("j k", "next, previous flag in the list"), ("n", "next flag that waits for a decision"), ("h", "hide the screen from players"), ("?", "this list"),
    )),
)  # fmt: skip


def told_words(view: MatchView, what: str, body: Mapping[str, Any]) -> str:
    """One input in words, such as "Claim · Anna · Illegal play"."""
    detail = body.get("detail") or {}
    parts = [INPUTS.get(what, what)]
    if body.get("player"):
        parts.append(view.player_name(str(body["player"])))
    parts += _about(view, what, body)
    parts += _detail(view, what, detail)
    text = " · ".join(parts)
    return f"{text}: {body['why']}" if body.get("why") else text


def _about(view: MatchView, what: str, body: Mapping[str, Any]) -> list[str]:
    if what == "undo":
        return [f"of #{body.get('seq')}"]
    about = body.get("id")
    if about is None:
        return ["the whole table"] if what == "disputed" else []
    if what == "note":
        return [rule_title(str(about))]
    if what == "notice":
        return ["rolls on the right again"] if about == "right" else [str(about)]
    flag = view.flags.get(str(about))
    return [] if flag is None else [rule_title(flag.rule)]


def _detail(view: MatchView, what: str, detail: Mapping[str, Any]) -> list[str]:
    if what == "score":
        length, crawford = detail.get("length"), detail.get("crawford")
        score = f"{detail.get('A')}–{detail.get('B')}" + (f" to {length}" if length else "")
        return [score] if crawford is None else [score, "Crawford game" if crawford else "not the Crawford game"]
    if what == "appointed":
        return [announcing_words(detail.get("may_announce"))]
    if what == "ruling":
        state, table = detail.get("state"), detail.get("table")
        return [RULED.get(str(state), str(state))] * (state is not None) + [TABLE_STATES.get(str(table), str(table))] * (table is not None)
    if what == "agreed" and detail.get("left_s") is not None:
        return [f"{clock_time(float(detail['left_s']))} left"]
    out = []
    for name, value in detail.items():
        if name == "named_by":
            out.append(f"{NAMED} {'the director' if value == 'director' else view.player_name(str(value))}")
        else:
            words = NOTE_FIELD_WORDS.get(name, name)
            out.append(words if value is True else f"{words} {value}")
    return out


def announcing_words(may_announce: object) -> str:
    """What an appointed observer may say aloud."""
    if may_announce is True:
        return "may announce, also what a player may choose"
    return "announces nothing" if may_announce is False else "announces as the rulebook has it"


def clock_time(seconds: float) -> str:
    """A moment or a time left, to the hundredth where it has one: 12:03.42, 3:30."""
    whole, part = divmod(round(seconds * 100), 100)
    hours, rest = divmod(whole, 3600)
    text = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
    return f"{text}.{part:02d}" if part else text


def clock_sign(view: MatchView, last: InputRow | None) -> Sign:
    """What the clock is known to do, from what was told; never that a time has run out."""
    if last is None:
        return Sign("NO PRESS TOLD", "dots", "calm")
    if last.what == "pause":
        return Sign("CLOCK STOPPED", "square", "unsure")
    other = {"A": "B", "B": "A"}.get(last.player or "", "")
    return Sign(f"{view.player_name(other).upper()}'S CLOCK RUNS", "clock", "good")


def appointment_sign(appointment: Appointment | None) -> Sign:
    """Is an observer appointed?"""
    return Sign("NO APPOINTMENT ENTERED", "lock", "calm") if appointment is None else Sign("APPOINTED", "circle-check", "good")
