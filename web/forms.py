"""What a person sends: forms checked into the bodies that go into the inbox. Every refusal says what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monitor.errors import InputError
from web.saying import say
from web.security import clean
from web.view import MatchView

WHY_LIMIT = 400
NAME_LIMIT = 60
PLAYERS = ("A", "B")


def parse_input(form: Mapping[str, Any], view: MatchView, by: str) -> dict[str, Any]:
    """The body of an official's input: {what, by, ...}.

    Raises InputError when the form does not say enough, or is about something that the log does not hold.
    """
    what = str(form.get("what", ""))
    body: dict[str, Any] = {"what": what, "by": by}
    if what in ("permission_left", "permission_ended", "reroll_assent"):
        body["player"] = _player(form)
    elif what in ("flag_confirm", "flag_dismiss"):
        body["id"] = _flag_id(form, view)
        if what == "flag_dismiss":
            body["why"] = _why(form)
    elif what == "undo":
        body["seq"] = _undo_seq(form, view)
    else:
        raise InputError(say("This input is not known here. Reload the page and try again."))
    return body


def _player(form: Mapping[str, Any]) -> str:
    player = str(form.get("player", ""))
    if player not in PLAYERS:
        raise InputError(say("Say which player: Light (A) or Dark (B)."))
    return player


def _flag_id(form: Mapping[str, Any], view: MatchView) -> str:
    flag_id = str(form.get("id", ""))
    if flag_id not in view.flags:
        raise InputError(say("There is no such flag in this session. Reload the page and try again."))
    return flag_id


def _why(form: Mapping[str, Any]) -> str:
    why = clean(str(form.get("why", "")), WHY_LIMIT + 1)
    if len(why) < 3:
        raise InputError(say("A dismissal needs a reason, in a few words: it is kept with the evidence."))
    if len(why) > WHY_LIMIT:
        raise InputError(say("Keep the reason under %(limit)d characters.", limit=WHY_LIMIT))
    return why


def _undo_seq(form: Mapping[str, Any], view: MatchView) -> int:
    given = str(form.get("seq", "")).strip()
    last = view.inputs.last_undoable()
    if not given:
        if last is None:
            raise InputError(say("There is nothing to undo."))
        return last.seq
    if not given.isascii() or not given.isdigit() or len(given) > 12:
        raise InputError(say("Give the number of the input to undo."))
    row = next((r for r in view.inputs.rows if r.seq == int(given)), None)
    if row is None or row.what == "undo":
        raise InputError(say("That entry is not an input that can be undone."))
    if row.undone_by is not None:
        raise InputError(say("That input is undone already."))
    return row.seq
