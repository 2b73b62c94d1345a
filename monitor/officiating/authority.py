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
        return not self._refusal(flag, profile, ENGLISH)

    def require_announcing(self, flag: FlagRaised, profile: Profile, words: Words = ENGLISH) -> None:
        """Raises InputError that says why this flag may not be said aloud."""
        if refusal := self._refusal(flag, profile, words):
            raise InputError(refusal)

    def _refusal(self, flag: FlagRaised, profile: Profile, words: Words) -> str:
        """Why this flag may not be said aloud, "" where it may. What no director can allow comes before what he has forbidden."""
        if not self.is_appointed:
            return words.gettext(
                "Nobody is appointed for this match, so it is only recorded: nothing may be said to the players. Ask the director to appoint you."
            )
        who = profile.rules[flag.rule].who
        if flag.flag_class == "CLAIM" or not {"players", "observer"}.intersection(who):
            text = words.gettext("This is not for the observer to say aloud (%(article)s): only the affected player may raise it.")
        elif "observer" not in who:
            text = words.gettext("This is not for the observer to say aloud (%(article)s): only the players and the director may raise it.")
        elif self.may_announce is False:
            return words.gettext("The director has not allowed the observer to say anything aloud in this match; only he can change that.")
        elif flag.flag_class == "OPTION" and not self.may_announce and not profile.authority.observer_may_announce:
            text = words.gettext(
                "This is not for the observer to say aloud (%(article)s): the choice is the opponent's. The director may allow it for this match."
            )
        else:
            return ""
        return text % {"article": profile.article(flag.rule)}

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
