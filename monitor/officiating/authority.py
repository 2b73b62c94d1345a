"""Who may be told what, and who may say it (`rules.md` 2.0). Without an appointment the program only records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monitor.errors import InputError
from monitor.game.events import FlagRaised
from monitor.game.wording import ENGLISH, Words
from monitor.officiating.inputs import InputKind
from monitor.officiating.profile import Profile


@dataclass(frozen=True, slots=True)
class Authority:
    """Whether an observer is appointed for this match, and whether he may say aloud what only a player may choose.

    may_announce None: as the profile has it (G3: CNB names the observer; DBgF and BIBA leave an illegal play to the opponent).
    """

    is_appointed: bool = False
    may_announce: bool | None = None

    def after(self, what: str, detail: Mapping[str, Any] | None = None) -> Authority:
        """The authority after an input of the kind `what` with its `detail`: the director appoints and ends it (CNB 1.3.3, DBgF §1.3.3, BIBA 2.5)."""
        match what:
            case InputKind.APPOINTED:
                may = (detail or {}).get("may_announce")
                return Authority(True, may if isinstance(may, bool) else None)
            case InputKind.APPOINTMENT_ENDED:
                return Authority()
            case _:
                return self

    def is_sealed(self, *, is_match_over: bool, is_director_asking: bool = False) -> bool:
        """Record-only mode: nobody sees a flag until the match is over or the director asks."""
        return not (self.is_appointed or is_match_over or is_director_asking)

    def can_announce(self, flag: FlagRaised, profile: Profile) -> bool:
        """May the appointed observer say this flag aloud? Only where the rule lets an observer raise the point, and the match's setting allows it."""
        if not self.is_appointed or flag.flag_class == "CLAIM" or "observer" not in profile.rules[flag.rule].who:
            return False
        if flag.flag_class == "OPTION":
            return profile.authority.observer_may_announce if self.may_announce is None else self.may_announce
        return self.may_announce is not False

    def require_announcing(self, flag: FlagRaised, profile: Profile, words: Words = ENGLISH) -> None:
        """Raises InputError that says why this flag may not be said aloud."""
        if not self.is_appointed:
            raise InputError(
                words.gettext(
                    "Nobody is appointed for this match, so it is only recorded: nothing may be said to the players. Ask the director to appoint you."
                )
            )
        if not self.can_announce(flag, profile):
            is_others = flag.flag_class == "CLAIM" or "observer" not in profile.rules[flag.rule].who
            why = words.gettext("only the affected player may raise it") if is_others else words.gettext("the choice is the opponent's")
            text = words.gettext("This is not for the observer to say aloud (%(article)s): %(why)s. The director may allow it for this match.")
            raise InputError(text % {"article": profile.article(flag.rule), "why": why})

    def advice(self, flag: FlagRaised, profile: Profile, words: Words = ENGLISH) -> str:
        """What the observer is shown beside a flag. A window that the translator does not know is told as the profile has it."""
        if not self.is_appointed:
            return words.gettext("Recorded only; sealed until the match is over or the director asks.")
        if self.can_announce(flag, profile):
            return words.gettext("May be announced.")
        until = str((flag.window or {}).get("closes_on", ""))
        until = words.gettext(until) if until else ""  # a catalogue holds its own header under the empty text
        match flag.flag_class:
            case "CLAIM":
                text = words.gettext("The affected player's claim, open %(until)s. Private: say nothing.")
            case "OPTION":
                text = words.gettext("The opponent's option, open %(until)s. Private: say nothing.")
            case _:
                text = words.gettext("For the players and the director, open %(until)s. Private: say nothing.")
        return text % {"until": until}
