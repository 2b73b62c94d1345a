"""What a person tells the station: forms checked into the bodies that go into the inbox (`OfficialInput.to_json`).

Every refusal says what to do instead. Who may say what is checked here, not only hidden on the page (`rules.md` 2.0); the referee, who
knows the match to the last event, has the last word, and his refusal comes back through the inbox.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from monitor.errors import InputError
from monitor.officiating.automaton import State
from monitor.officiating.flags import LIVES
from monitor.officiating.inputs import DIRECTOR, DIRECTOR_ONLY, NOTICE_OF_RIGHT, InputKind
from monitor.officiating.notes import NEED_CLOCK, NEED_PLAYER, NOTE_FIELDS
from monitor.officiating.score import require_score
from web import flag_acts
from web import form_fields as fields
from web.auth import Role
from web.form_fields import PLAYERS
from web.input_words import clock_time
from web.inputs import CLOCK_KINDS
from web.pending import is_pending
from web.rulebook import has_clock, namers, note_rules, profile_of
from web.saying import say, words
from web.undoing import find_last_undoable, undo_refusal
from web.view import Flag, MatchView
from web.wording import name_words

NAME_LIMIT = 60
RULING_STATES = (*sorted(LIVES), "dismissed")
MOST_POINTS, MOST_MINUTES, MOST_BREAKS = 99, 600, 20


@dataclass(frozen=True, slots=True)
class Asked:
    """A form, what it is sent about, and who sends it. waiting: the inputs that are sent and not recorded yet, oldest first."""

    form: Mapping[str, Any]
    view: MatchView
    role: Role
    waiting: Sequence[Mapping[str, Any]] = ()

    def flag(self) -> Flag:
        flag = self.view.flags.get(fields.text(self.form, "id"))
        if flag is None:
            raise InputError(say("There is no such flag in this session. Reload the page and try again."))
        return flag


Parser = Callable[[Asked, InputKind], dict[str, Any]]


def parse_input(form: Mapping[str, Any], view: MatchView, by: str, role: Role = Role.OBSERVER, waiting: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """The body of an official's input: {what, by, the director's role} and what belongs to that kind: player, id, why, seq, detail.

    form: flat fields, those of `detail` under their own names. Raises InputError when it does not say enough, is about something that
    the log does not hold, is not for this role to say, or waits to be recorded already.
    """
    if view.ended is not None:
        raise InputError(say("The session has ended: nothing more can be told."))
    given = str(form.get("what", ""))
    if given not in tuple(InputKind):
        raise InputError(say("This input is not known here. Reload the page and try again."))
    what = InputKind(given)
    if what in DIRECTOR_ONLY and role < Role.DIRECTOR:
        raise InputError(say("This is for the tournament director to decide: he signs in with a director's code and enters it."))
    body = {"what": str(what), "by": by, **PARSERS[what](Asked(form, view, role, waiting), what)}
    if is_pending(body, waiting):
        raise InputError(say("That was sent a moment ago and is not recorded yet: wait for it."))
    return body if role < Role.DIRECTOR else {**body, "role": DIRECTOR}


# ---------------------------------------------------------------- what players do


def _permission(asked: Asked, what: InputKind) -> dict[str, Any]:
    profile = profile_of(asked.view)
    if profile is not None and not profile.rolls.left_permission:
        raise InputError(say("The rules of %(title)s know no permission to roll on the left: every roll goes right of the bar.", title=profile.title))
    return {"player": fields.player(asked.form)}


def _player(asked: Asked, what: InputKind) -> dict[str, Any]:
    return {"player": fields.player(asked.form)}


def _notice(asked: Asked, what: InputKind) -> dict[str, Any]:
    about = fields.choice(asked.form, "id", ("", NOTICE_OF_RIGHT), say("Say what the notice is of: shifting dice, or rolling on the right again."))
    return {"player": fields.player(asked.form), **({"id": about} if about else {})}


def _words(asked: Asked, what: InputKind) -> dict[str, Any]:
    why = fields.words(asked.form, say("Write down what the player said or did about the cube, in a few words."))
    return {"player": fields.player(asked.form), "why": why}


def _clock(asked: Asked, what: InputKind) -> dict[str, Any]:
    if not has_clock(asked.view):
        raise InputError(say("This match is played without a clock: start the session with --clock to have presses taken."))
    is_changing = any(body.get("what") in CLOCK_KINDS for body in asked.waiting)  # what holds is not known before that is recorded
    last = None if is_changing else asked.view.inputs.clock()
    if what is InputKind.PRESS:
        player = fields.player(asked.form)
        if last is not None and last.what == InputKind.PRESS and last.player == player and not asked.view.has_acted(player, last.seq):
            name, time = name_words(asked.view, player), clock_time(last.t)
            raise InputError(say("The press of %(name)s is recorded already, at %(time)s, and he has not been on turn since.", name=name, time=time))
        return {"player": player}
    if last is not None and last.what == InputKind.PAUSE:
        raise InputError(say("The clock is stopped already, since %(time)s.", time=clock_time(last.t)))
    return _optional(player=fields.player_if_any(asked.form), why=fields.words_if_any(asked.form))


# ---------------------------------------------------------------- flags


def _decide(asked: Asked, what: InputKind) -> dict[str, Any]:
    flag = asked.flag()
    flag_acts.require_undecided(flag, asked.view, asked.role)
    body = {"id": flag.id}
    if what is InputKind.FLAG_DISMISS:
        body["why"] = fields.words(asked.form, say("A dismissal needs a reason, in a few words: it is kept with the evidence."))
    return body


def _act(asked: Asked, what: InputKind) -> dict[str, Any]:
    if what is InputKind.DISPUTED and not fields.text(asked.form, "id"):
        return _optional(why=fields.words_if_any(asked.form))  # the whole table: everything is left as it is
    flag = asked.flag()
    flag_acts.require(what, flag, asked.view, asked.role)
    players = flag_acts.players_of(what, flag, asked.view)
    body = _optional(id=flag.id, player=fields.player(asked.form, of=players) if players else None, why=fields.words_if_any(asked.form))
    left_s = fields.seconds_if_any(asked.form, "left_s") if what is InputKind.AGREED else None
    return body if left_s is None else {**body, "detail": {"left_s": left_s}}


def _ruling(asked: Asked, what: InputKind) -> dict[str, Any]:
    states = say("Say what becomes of it: corrected, accepted (it stands), expired, referred or dismissed.")
    table = fields.text(asked.form, "table")
    if table and table not in tuple(State):
        raise InputError(say("Choose how the table goes on from the list, or leave it as the referee has it."))
    flag = asked.flag().id if fields.text(asked.form, "id") else None
    detail = _optional(state=fields.choice(asked.form, "state", RULING_STATES, states) if flag else None, table=table)
    why = fields.words(asked.form, say("Write down in a few words what the director decided."))
    return _optional(id=flag, player=fields.player_if_any(asked.form), why=why, detail=detail)


# ---------------------------------------------------------------- notes, score, appointment, undo


def _note(asked: Asked, what: InputKind) -> dict[str, Any]:
    rule, player = fields.text(asked.form, "id"), fields.player_if_any(asked.form)
    if rule in NEED_CLOCK and not has_clock(asked.view):
        raise InputError(say("This match is played without a clock: start the session with --clock to have rules about it noted."))
    if rule not in (known for group in note_rules(asked.view) for known in group):
        raise InputError(say("Choose the rule that you note from the list: it holds those of this match's rulebook."))
    if rule in NEED_PLAYER and player is None:
        raise InputError(say("Say which player it is about: Light (A) or Dark (B)."))
    detail: dict[str, Any] = {}
    for field in NOTE_FIELDS.get(rule, ()):
        if field.kind == "yes":
            detail |= {field.name: True} if fields.yes_or_no(asked.form, field.name, say("certain")) else {}
        else:
            is_minutes = field.name == "minutes"
            missing, most = (say("Give the minutes"), MOST_MINUTES) if is_minutes else (say("Give how many breaks were taken already"), MOST_BREAKS)
            detail[field.name] = fields.number(asked.form, field.name, most, missing)
    named = namers(asked.view, rule, player)
    if named is not None and asked.role < Role.DIRECTOR:
        people = (say("the director") if n == "director" else say("player %(letter)s", letter=n) for n in named)
        who = reduce(lambda one, other: say("%(one)s or %(other)s", one=one, other=other), people)
        missing = say("An observer may not bring this up himself: say who did, %(who)s.", who=who)
        detail["named_by"] = fields.choice(asked.form, "named_by", named, missing)
    return _optional(id=rule, player=player, why=fields.words_if_any(asked.form), detail=detail)


def _score(asked: Asked, what: InputKind) -> dict[str, Any]:
    form = asked.form
    detail: dict[str, Any] = {p: fields.number(form, p, MOST_POINTS, say("Give the points of player %(letter)s", letter=p)) for p in PLAYERS}
    length = fields.number_if_any(form, "length", MOST_POINTS, say("Give the length of the match"), 1)
    crawford = fields.yes_or_no(form, "crawford", say("Crawford game"))
    known = length if length is not None else asked.view.inputs.score(asked.view.info).length
    require_score((detail["A"], detail["B"]), known, crawford, words())
    return {"detail": {**detail, **_optional(length=length), **({} if crawford is None else {"crawford": crawford})}}


def _appointed(asked: Asked, what: InputKind) -> dict[str, Any]:
    may = fields.yes_or_no(asked.form, "may_announce", say("may say aloud what the rules leave to a player"))
    return _optional(why=fields.words_if_any(asked.form), detail={} if may is None else {"may_announce": may})


def _appointment_ended(asked: Asked, what: InputKind) -> dict[str, Any]:
    if not asked.view.inputs.appointment(asked.view.info).authority.is_appointed:
        raise InputError(say("No observer is appointed in this session: there is no appointment to end."))
    return _optional(why=fields.words_if_any(asked.form))


def _undo(asked: Asked, what: InputKind) -> dict[str, Any]:
    given, inputs = fields.text(asked.form, "seq"), asked.view.inputs
    if not given:
        last = find_last_undoable(asked.view, asked.role)
        if last is None:
            raise InputError(say("There is nothing to undo."))
        return {"seq": last.seq}
    if not given.isascii() or not given.isdigit() or len(given) > 12:
        raise InputError(say("Give the number of the input to undo."))
    row = next((r for r in inputs.rows if r.seq == int(given)), None)
    if row is None:
        raise InputError(say("That entry is not an input that can be undone."))
    if why := undo_refusal(row, asked.view, asked.role):
        raise InputError(why)
    return {"seq": row.seq}


def _optional(**given: Any) -> dict[str, Any]:
    """What was told; what is empty is left out."""
    return {name: value for name, value in given.items() if value not in (None, "", {})}


PARSERS: dict[InputKind, Parser] = {
    InputKind.PERMISSION_LEFT: _permission, InputKind.PERMISSION_ENDED: _permission, InputKind.REROLL_ASSENT: _player,
    InputKind.NOTICE: _notice, InputKind.CUBE_WORDS: _words, InputKind.PRESS: _clock, InputKind.PAUSE: _clock,
    InputKind.CLAIM: _act, InputKind.ACCEPTED: _act, InputKind.DEMANDED: _act, InputKind.AGREED: _act, InputKind.DISPUTED: _act,
    InputKind.ANNOUNCED: _act, InputKind.REFERRED: _act, InputKind.RULING: _ruling, InputKind.FLAG_CONFIRM: _decide, InputKind.FLAG_DISMISS: _decide,
    InputKind.SCORE: _score, InputKind.NOTE: _note, InputKind.APPOINTED: _appointed, InputKind.APPOINTMENT_ENDED: _appointment_ended,
    InputKind.UNDO: _undo,
}  # fmt: skip
