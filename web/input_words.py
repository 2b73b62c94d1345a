"""What people told the station, in words: the rows of the list of inputs, the marks of what was done about a flag, of the clock and
of the appointment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.inputs import Appointment, InputRow
from web.languages import N_
from web.phrases import phrase
from web.saying import said, say
from web.view import MatchView
from web.wording import INPUTS, Sign, name_words, rule_title

ACT_SIGNS = {
    "claim": Sign(N_("CLAIMED"), "hand", "info"),
    "accepted": Sign(N_("ACCEPTED"), "square", "calm"),
    "demanded": Sign(N_("DEMANDED"), "hand", "bad"),
    "agreed": Sign(N_("FACTS AGREED"), "circle-check", "good"),
    "disputed": Sign(N_("DISPUTED"), "diamond-question", "unsure"),
    "announced": Sign(N_("ANNOUNCED"), "speech", "info"),
    "referred": Sign(N_("WITH THE DIRECTOR"), "arrow", "info"),
    "ruling": Sign(N_("RULED"), "square", "info"),
}
"""What was done about a flag, by kind of input."""
ACT_BUTTONS = {
    "announced": (N_("Announced"), "v"),
    "claim": (N_("Claimed"), "m"),
    "accepted": (N_("Lets it stand"), "y"),
    "demanded": (N_("Demands it"), "f"),
    "agreed": (N_("Facts agreed"), "g"),
    "disputed": (N_("Facts disputed"), "x"),
    "referred": (N_("To the director"), "t"),
    "ruling": (N_("Ruling…"), "z"),
}
"""The words and the key of each button on a flag."""
RULED = {
    "corrected": N_("put right"),
    "accepted": N_("stands"),
    "expired": N_("expired: nothing can be done any more"),
    "referred": N_("taken further"),
    "dismissed": N_("dismissed"),
}
TABLE_STATES = {
    "setup": N_("the game is set up anew"), "opening": N_("opening roll"), "ready": N_("player to roll or double"), "moving": N_("player plays his roll"),
    "offered": N_("the cube is offered"), "game_end": N_("the game is over"),
}  # fmt: skip
"""How a table may go on after a ruling."""
NOTE_FIELD_WORDS = {
    "minutes": N_("Minutes"), "taken": N_("Breaks taken already"), "is_win_certain": N_("He wins the match whatever is rolled"),
    "is_certain": N_("The result was mathematically certain"), "earlier_game": N_("It was in an earlier game"),
}  # fmt: skip
KEYS = (
    (N_("At the table"), (
        ("l", N_("permission to roll left: given or ended")), ("a", N_("the opponent agrees to a re-roll")), ("i", N_("notice given")),
        ("w", N_("words about the cube")), ("s", N_("score")), ("r", N_("note a rule that only people know of")), ("x", N_("the facts are disputed")),
        ("1 2", N_("Light, Dark pressed the clock")), ("p", N_("clock stopped")), ("o", N_("who is appointed")), ("u", N_("undo the last recorded input")),
    )),
    (N_("The selected flag"), (
        ("c", N_("confirm")), ("d", N_("dismiss, with a reason")), ("e", N_("evidence page")), ("v", N_("announced to the players")),
        ("m", N_("claimed by a player")),
        ("y f", N_("the opponent lets it stand, demands it")), ("g x", N_("facts agreed, disputed")), ("t", N_("to the director")),
        ("z", N_("the director's ruling")),
    )),
    (N_("This page"), (
        ("j k", N_("next, previous flag in the list")), ("n", N_("next flag that waits for a decision")), ("h", N_("hide the screen from players")),
        ("?", N_("this list")),
    )),
)  # fmt: skip


def told_words(view: MatchView, what: str, body: Mapping[str, Any]) -> str:
    """One input in words, such as "Claim · Anna · Illegal play"."""
    detail = body.get("detail") or {}
    parts = [said(INPUTS.get(what, what))]
    if body.get("player"):
        parts.append(name_words(view, str(body["player"])))
    parts += _about(view, what, body)
    parts += _detail(view, what, detail)
    text = " · ".join(parts)
    return f"{text}: {body['why']}" if body.get("why") else text


def _about(view: MatchView, what: str, body: Mapping[str, Any]) -> list[str]:
    if what == "undo":
        return [say("of #%(seq)s", seq=body.get("seq"))]
    about = body.get("id")
    if about is None:
        return [say("the whole table")] if what == "disputed" else []
    if what == "note":
        return [rule_title(str(about))]
    if what == "notice":
        return [say("rolls on the right again")] if about == "right" else [str(about)]
    flag = view.flags.get(str(about))
    return [] if flag is None else [rule_title(flag.rule)]


def _detail(view: MatchView, what: str, detail: Mapping[str, Any]) -> list[str]:
    if what == "score":
        length, crawford = detail.get("length"), detail.get("crawford")
        points = f"{detail.get('A')}–{detail.get('B')}"
        score = say("%(points)s to %(length)s", points=points, length=length) if length else points
        return [score] if crawford is None else [score, say("Crawford game") if crawford else say("not the Crawford game")]
    if what == "appointed":
        return [announcing_words(detail.get("may_announce"))]
    if what == "ruling":
        state, table = detail.get("state"), detail.get("table")
        ruled = [] if state is None else [said(RULED.get(str(state), str(state)))]
        return ruled if table is None else [*ruled, said(TABLE_STATES.get(str(table), str(table)))]
    if what == "agreed" and detail.get("left_s") is not None:
        return [say("%(time)s left", time=clock_time(float(detail["left_s"])))]
    out = []
    for name, value in detail.items():
        if name == "named_by":
            out.append(say("named by the director") if value == "director" else say("named by %(name)s", name=name_words(view, str(value))))
        else:
            words = said(NOTE_FIELD_WORDS.get(name, name))
            out.append(words if value is True else f"{words} {value}")
    return out


def announcing_words(may_announce: object) -> str:
    """What an appointed observer may say aloud."""
    if may_announce is True:
        return say("may announce, also what a player may choose")
    return say("announces nothing") if may_announce is False else say("announces as the rulebook has it")


def clock_time(seconds: float) -> str:
    """A moment or a time left, to the hundredth where it has one: 12:03.42, 3:30."""
    whole, part = divmod(round(seconds * 100), 100)
    hours, rest = divmod(whole, 3600)
    text = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
    return f"{text}.{part:02d}" if part else text


def clock_sign(view: MatchView, last: InputRow | None) -> Sign:
    """What the clock is known to do, from what was told; never that a time has run out."""
    if last is None:
        return Sign(N_("NO PRESS TOLD"), "dots", "calm")
    if last.what == "pause":
        return Sign(N_("CLOCK STOPPED"), "square", "unsure")
    other = {"A": "B", "B": "A"}.get(last.player or "", "")
    return Sign(phrase("%(name)s'S CLOCK RUNS", name=name_words(view, other).upper()), "clock", "good")


def appointment_sign(appointment: Appointment) -> Sign:
    """Is an observer appointed, or does the station only record?"""
    return Sign(N_("OBSERVER APPOINTED"), "circle-check", "good") if appointment.authority.is_appointed else Sign(N_("RECORD ONLY"), "lock", "calm")
