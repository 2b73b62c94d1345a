"""The words a page uses: classes, verdicts and states, each with the shape that goes with its colour.

Every state is told three times (shape, word, colour), so that it reads on a bad projector and for a colour-blind observer.
"""

from __future__ import annotations

from dataclasses import dataclass

from monitor.officiating.catalogue import CATALOGUE


@dataclass(frozen=True, slots=True)
class Sign:
    """word: what is printed. shape: the mark's name in `marks.html`. tone: the CSS colour family."""

    word: str
    shape: str
    tone: str


VERDICTS = {
    "legal": Sign("LEGAL", "circle-check", "good"),
    "illegal": Sign("ILLEGAL", "octagon-cross", "bad"),
    "uncertain": Sign("UNCERTAIN", "diamond-question", "unsure"),
    "void": Sign("VOID ROLL", "square-slash", "bad"),
    "unplayed": Sign("NOT PLAYED", "square-slash", "calm"),
    "stands": Sign("STANDS", "square", "calm"),
    "open": Sign("TO PLAY", "dots", "calm"),
    "gap": Sign("NOT FOLLOWED", "diamond-question", "unsure"),
    "sealed": Sign("SEALED", "lock", "calm"),
}
DECISIONS = {
    "raised": Sign("NEW", "triangle-bang", "bad"),
    "confirmed": Sign("CONFIRMED", "circle-check", "good"),
    "dismissed": Sign("DISMISSED", "square-slash", "calm"),
    "referred": Sign("REFERRED", "arrow", "info"),
}
WINDOWS = {
    "open": Sign("WINDOW OPEN", "clock", "unsure"),
    "corrected": Sign("CORRECTED", "circle-check", "good"),
    "accepted": Sign("CLOSED: STANDS", "square", "calm"),
    "expired": Sign("CLOSED: EXPIRED", "square", "calm"),
    "closed": Sign("WINDOW CLOSED", "square", "calm"),
}
CLASSES = {
    "MUST": "must be put right",
    "OPTION": "the opponent chooses",
    "CLAIM": "the opponent may claim",
    "REROLL": "both dice are rolled again",
    "DIR": "for the director",
    "INFO": "for your information",
}
STATES = {"raised": "put back to new", "confirmed": "confirmed", "dismissed": "dismissed", "referred": "referred to the director",
          "corrected": "corrected at the table", "accepted": "stands: the window closed without a claim", "expired": "window expired",
          "announced": "announced to the players", "claimed": "claimed by a player", "demanded": "demanded by the opponent", "agreed": "the facts were agreed",
          "disputed": "the facts are disputed", "noted": "noted"}  # fmt: skip
NOT_RULES = {"dice.check": "Check the dice: legal only if they show something else"}
"""Reasons for doubt that accuse nobody and so stand in no catalogue."""
ROLES = {"before": "Before", "dice": "Dice at rest", "after": "After"}
INPUTS = {
    "permission_left": "Left permission given",
    "permission_ended": "Left permission ended",
    "reroll_assent": "Assent to a re-roll",
    "notice": "Notice given",
    "cube_words": "Words about the cube",
    "claim": "Claim",
    "accepted": "Accepted by the opponent",
    "demanded": "Demanded by the opponent",
    "agreed": "Facts agreed",
    "disputed": "Facts disputed",
    "announced": "Announced to the players",
    "press": "Clock pressed",
    "pause": "Clock stopped",
    "score": "Score told",
    "note": "Noted by an official",
    "referred": "Referred to the director",
    "ruling": "Director's ruling",
    "appointed": "Observer appointed",
    "appointment_ended": "Appointment ended",
    "flag_confirm": "Flag confirmed",
    "flag_dismiss": "Flag dismissed",
    "undo": "Undo",
}


def rule_title(rule: str) -> str:
    """A few words for a rule id; an id without its own words is shown as it is."""
    entry = CATALOGUE.get(rule)
    return entry.title if entry else NOT_RULES.get(rule, rule)


def role_label(rule: str, role: str) -> str:
    """What one of a flag's pictures shows."""
    return "As set up" if rule.startswith("setup.") else ROLES[role]


def rule_says(rule: str) -> str:
    """What a rule id means, as a clause; the id itself when the catalogue does not know it."""
    entry = CATALOGUE.get(rule)
    return entry.says if entry else rule


def mmss(seconds: float | None) -> str:
    """Seconds on the session's own timeline as m:ss or h:mm:ss."""
    if seconds is None:
        return ""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def closes_on(text: str) -> str:
    """What closes a window, readable when a profile names it by an id."""
    return text.replace("_", " ") if text and " " not in text else text
