"""The words a page uses: classes, verdicts and states, each with the shape that goes with its colour. Translated where they are shown.

Every state is told three times (shape, word, colour), so that it reads on a bad projector and for a colour-blind observer.
"""

from __future__ import annotations

from dataclasses import dataclass

from monitor.officiating.catalogue import CATALOGUE
from web.languages import N_
from web.saying import said, say
from web.view import COLOUR_NAMES, NOT_TOLD, MatchView


@dataclass(frozen=True, slots=True)
class Sign:
    """word: what is printed. shape: the mark's name in `marks.html`. tone: the CSS colour family."""

    word: str
    shape: str
    tone: str


VERDICTS = {
    "legal": Sign(N_("LEGAL"), "circle-check", "good"),
    "illegal": Sign(N_("ILLEGAL"), "octagon-cross", "bad"),
    "uncertain": Sign(N_("UNCERTAIN"), "diamond-question", "unsure"),
    "void": Sign(N_("VOID ROLL"), "square-slash", "bad"),
    "unplayed": Sign(N_("NOT PLAYED"), "square-slash", "calm"),
    "stands": Sign(N_("STANDS"), "square", "calm"),
    "open": Sign(N_("TO PLAY"), "dots", "calm"),
    "gap": Sign(N_("NOT FOLLOWED"), "diamond-question", "unsure"),
    "sealed": Sign(N_("SEALED"), "lock", "calm"),
}
DECISIONS = {
    "raised": Sign(N_("NEW"), "triangle-bang", "bad"),
    "confirmed": Sign(N_("CONFIRMED"), "circle-check", "good"),
    "dismissed": Sign(N_("DISMISSED"), "square-slash", "calm"),
    "referred": Sign(N_("REFERRED"), "arrow", "info"),
    "ruled": Sign(N_("RULED"), "square", "info"),
}
WINDOWS = {
    "open": Sign(N_("WINDOW OPEN"), "clock", "unsure"),
    "corrected": Sign(N_("CORRECTED"), "circle-check", "good"),
    "accepted": Sign(N_("CLOSED: STANDS"), "square", "calm"),
    "expired": Sign(N_("CLOSED: EXPIRED"), "square", "calm"),
    "closed": Sign(N_("WINDOW CLOSED"), "square", "calm"),
}
CLASSES = {
    "MUST": N_("must be put right"),
    "OPTION": N_("the opponent chooses"),
    "CLAIM": N_("the opponent may claim"),
    "REROLL": N_("both dice are rolled again"),
    "DIR": N_("for the director"),
    "INFO": N_("for your information"),
}
STATES = {
    "raised": N_("put back to new"),
    "confirmed": N_("confirmed"),
    "dismissed": N_("dismissed"),
    "referred": N_("referred to the director"),
    "corrected": N_("corrected at the table"),
    "accepted": N_("stands: the window closed without a claim"),
    "expired": N_("window expired"),
    "announced": N_("announced to the players"),
    "claimed": N_("claimed by a player"),
    "demanded": N_("demanded by the opponent"),
    "agreed": N_("the facts were agreed"),
    "disputed": N_("the facts are disputed"),
    "noted": N_("noted"),
}
STATUSES = {"sure": N_("sure"), "uncertain": N_("uncertain")}
REFEREE_SAYS = (
    N_("referee"),
    N_("a legal play took its place"),
    N_("another play took its place and is judged anew"),
    N_("what had closed it was taken back"),
    N_("what it rests on stands again"),
    N_("what it rested on was taken back"),
    N_("the dice were rolled again"),
    N_("the dice were rolled again; the opponent's assent was noted"),
    N_("the dice were rolled again; no assent of the opponent was noted"),
    N_("undone"),
)
"""What the referee writes into the log by itself, beside the words of the profiles."""
NOT_RULES = {"dice.check": N_("Check the dice: legal only if they show something else")}
"""Reasons for doubt that accuse nobody and so stand in no catalogue."""
ROLES = {"before": N_("Before"), "dice": N_("Dice at rest"), "after": N_("After")}
INPUTS = {
    "permission_left": N_("Left permission given"),
    "permission_ended": N_("Left permission ended"),
    "reroll_assent": N_("Assent to a re-roll"),
    "notice": N_("Notice given"),
    "cube_words": N_("Words about the cube"),
    "claim": N_("Claim"),
    "accepted": N_("Accepted by the opponent"),
    "demanded": N_("Demanded by the opponent"),
    "agreed": N_("Facts agreed"),
    "disputed": N_("Facts disputed"),
    "announced": N_("Announced to the players"),
    "press": N_("Clock pressed"),
    "pause": N_("Clock stopped"),
    "score": N_("Score told"),
    "note": N_("Noted by an official"),
    "referred": N_("Referred to the director"),
    "ruling": N_("Director's ruling"),
    "appointed": N_("Observer appointed"),
    "appointment_ended": N_("Appointment ended"),
    "flag_confirm": N_("Flag confirmed"),
    "flag_dismiss": N_("Flag dismissed"),
    "undo": N_("Undo"),
}


def rule_title(rule: str) -> str:
    """A few words for a rule id; an id without its own words is shown as it is."""
    entry = CATALOGUE.get(rule)
    return said(entry.title) if entry else said(NOT_RULES[rule]) if rule in NOT_RULES else rule


def role_label(rule: str, role: str) -> str:
    """What one of a flag's pictures shows."""
    return say("As set up") if rule.startswith("setup.") else said(ROLES[role])


def name_words(view: MatchView, player: str | None) -> str:
    """A player's name as given, or in words."""
    name = view.player_name(player)
    return said(name) if name in (*COLOUR_NAMES.values(), NOT_TOLD) else name


def rule_says(rule: str) -> str:
    """What a rule id means, as a clause; the id itself when the catalogue does not know it."""
    entry = CATALOGUE.get(rule)
    return said(entry.says) if entry else rule


def capitalised(text: str) -> str:
    """A clause as the beginning of a sentence; names further on keep their letters."""
    return text[:1].upper() + text[1:]


def script_words() -> dict[str, str]:
    """What the page's scripts say, in the reader's language. Placeholders are filled by the scripts."""
    return {
        "title": say("Table monitor"),
        "toDecide": say("%(number)s to decide"),
        "refusedHere": say("This was not taken."),
        "sent": say("Sent, not yet recorded"),
        "silent": say("The station does not answer. Nothing was sent; try again."),
        "recorded": say("Recorded as #%(seq)s"),
        "refused": say("Refused: %(why)s"),
        "live": say("LIVE"),
        "reconnecting": say("RECONNECTING"),
        "newFlag": say("New flag: %(what)s"),
        "blocked": say("view blocked"),
        "dice": say("dice %(values)s"),
        "reading": say("reading: %(what)s"),
        "old": say("%(seconds)s s old"),
        "ended": say("ENDED"),
        "noSignal": say("NO SIGNAL"),
        "waiting": say("WAITING FOR A PICTURE"),
        "hasEnded": say("The session has ended"),
        "noPicture": say("No picture yet"),
        "lost": say("The camera was lost"),
        "lastPicture": say("Last picture %(seconds)s s ago"),
        "sealed": say("Sealed."),
        "isSealed": say("No observer is appointed, so this station only records. Flags open when the session has ended."),
    }


def mmss(seconds: float | None) -> str:
    """Seconds on the session's own timeline as m:ss or h:mm:ss."""
    if seconds is None:
        return ""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def closes_on(text: str) -> str:
    """What closes a window, in the log's words; readable when a profile names it by an id."""
    return text.replace("_", " ") if text and " " not in text else text
