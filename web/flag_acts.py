"""What may be told about a flag now, and by whom: for the buttons on it and, in the same words, for what is sent (`rules.md` 2.0, 4.2, 4.3)."""

from __future__ import annotations

from dataclasses import dataclass

from monitor.errors import InputError
from monitor.game.events import FlagRaised, Player
from monitor.officiating.authority import Authority
from monitor.officiating.inputs import InputKind
from web.auth import Role
from web.rulebook import profile_of, raisers
from web.saying import said, say, words
from web.view import Flag, MatchView
from web.wording import CLASSES, INPUTS

CLAIM, ACCEPTED, DEMANDED = InputKind.CLAIM, InputKind.ACCEPTED, InputKind.DEMANDED
AGREED, DISPUTED, ANNOUNCED = InputKind.AGREED, InputKind.DISPUTED, InputKind.ANNOUNCED
REFERRED, RULING = InputKind.REFERRED, InputKind.RULING
OF_CLASS: dict[str, tuple[InputKind, ...]] = {
    "MUST": (ANNOUNCED, CLAIM, AGREED, DISPUTED, REFERRED),
    "OPTION": (ACCEPTED, DEMANDED, ANNOUNCED, AGREED, DISPUTED, REFERRED),
    "REROLL": (ANNOUNCED, CLAIM, AGREED, DISPUTED, REFERRED),
    "CLAIM": (CLAIM, AGREED, DISPUTED, REFERRED),
    "DIR": (ANNOUNCED, CLAIM, DISPUTED, REFERRED),
    "INFO": (DISPUTED, REFERRED),
}
"""What makes sense for a class, in the order of the buttons. Where the opponent chooses, his choice is the claim."""
ACTS = frozenset(act for acts in OF_CLASS.values() for act in acts) | {RULING}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that may be told. players: of whom one must be named; one alone needs no asking, none at all no player."""

    what: str
    players: tuple[str, ...] = ()


def acts_for(flag: Flag, view: MatchView, role: Role) -> list[Act]:
    """What this person may tell about a flag now; the likeliest first."""
    wanted = (*OF_CLASS.get(_class(flag), (DISPUTED, REFERRED)), RULING)
    return [Act(str(what), players_of(what, flag, view)) for what in wanted if not refusal(what, flag, view, role)]


def players_of(what: InputKind, flag: Flag, view: MatchView) -> tuple[str, ...]:
    """The players whose word it may be."""
    player = flag.body.get("player")
    if what is CLAIM:
        return raisers(view, flag.rule, player)
    if what in (ACCEPTED, DEMANDED):
        return ("A", "B") if player is None else (str(Player(player).opponent),)
    return ()


def require(what: InputKind, flag: Flag, view: MatchView, role: Role) -> None:
    """Raises InputError, with what to do, when this may not be told about the flag now."""
    if why := refusal(what, flag, view, role):
        raise InputError(why)


def require_undecided(flag: Flag, view: MatchView, role: Role) -> None:
    """Raises InputError when somebody other than the director would confirm or dismiss what he has, or has ruled on."""
    if role >= Role.DIRECTOR:
        return
    told = view.inputs.told_about(flag.id)
    if flag.decision == "referred" or (REFERRED in told and RULING not in told):
        raise InputError(say("The director has this flag: his ruling comes next."))
    if RULING in told:
        raise InputError(say("The window of this flag is closed: only the director can take it up again."))
    if flag.decided_by is not None and flag.decided_by.is_directors and flag.decided_by.stands:
        raise InputError(say("The director decided on this flag: only the director decides otherwise."))


def refusal(what: InputKind, flag: Flag, view: MatchView, role: Role) -> str:
    """Why this may not be told about a flag now, and what to do; "" when it may."""
    if what is RULING:
        return "" if role >= Role.DIRECTOR else say("A ruling is the director's: he signs in with a director's code and enters it.")
    if flag.decision == "dismissed":
        return say("This flag was dismissed: take the dismissal back first.")
    if flag.decision == "referred":
        return say("The director has this flag: his ruling comes next.")
    if not flag.is_open:
        return say("The window of this flag is closed: only the director can take it up again.")
    if what not in OF_CLASS.get(_class(flag), (DISPUTED, REFERRED)):
        named = said(CLASSES[_class(flag)]) if _class(flag) in CLASSES else say("class not told")
        return say("“%(what)s” does not belong to this flag (%(named)s): choose one of its own buttons.", what=said(INPUTS[what]), named=named)
    if what in view.inputs.told_about(flag.id):
        return say("“%(what)s” is told already: undo it first if it was wrong.", what=said(INPUTS[what]))
    return _announcing_refusal(flag, view) if what is ANNOUNCED else ""


def advice(flag: Flag, view: MatchView) -> tuple[bool, str] | None:
    """(may the observer say this flag aloud, in words); None where there is nothing to announce (any more) or the rules cannot be read here."""
    profile = profile_of(view)
    if profile is None or flag.rule not in profile.rules or _class(flag) == "INFO" or ANNOUNCED in view.inputs.told_about(flag.id):
        return None
    authority, raised = _authority(view), _raised(flag)
    may_say = authority.can_announce(raised, profile)
    if not authority.is_appointed:
        return False, say("No appointment is entered: say nothing to the players.")
    return may_say, authority.advice(raised, profile, words())


def _announcing_refusal(flag: Flag, view: MatchView) -> str:
    profile = profile_of(view)
    if profile is None or flag.rule not in profile.rules:
        return ""  # the referee knows
    try:
        _authority(view).require_announcing(_raised(flag), profile, words())
    except InputError as error:
        return str(error)
    return ""


def _authority(view: MatchView) -> Authority:
    return view.inputs.appointment(view.info).authority


def _raised(flag: Flag) -> FlagRaised:
    """As much of the flag as authority hangs on."""
    player, window = flag.body.get("player"), flag.body.get("window")
    return FlagRaised(t=flag.t, id=flag.id, rule=flag.rule, flag_class=_class(flag), player=None if player is None else Player(player), window=window)


def _class(flag: Flag) -> str:
    return str(flag.body.get("class") or "").upper()
