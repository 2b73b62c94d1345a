"""What `/api/judge` takes and answers: the fields of `judge --json`, and the options of the `judge` command beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.explained_diagram import explained_svg
from monitor.game.judging_ids import JudgedTurn, judge_ids
from monitor.game.judging_json import as_answer, turn_requested
from monitor.game.wording import Account, account_of
from monitor.officiating import load_profile, profile_names
from monitor.officiating.provision import provision_for
from web.languages import LANGUAGES, translations_of

EXPLAINED_BY = ("lang", "profile", "svg", "xgid")
"""Any of these asks for more than the five fields of `judge --json`."""


def judged(body: Mapping[str, Any], default_language: str) -> dict[str, Any]:
    """The answer: `legal`, `reasons`, `play`, `legal_plays`, `nearest`, and where it is asked for what explains them.

    `xgid`, `roll` ("64" or [6, 4]) and `play` or `after` (an ID) may stand in place of rows. `lang` (en, it, da), `profile` (a
    bundled one) and `svg` (true) ask for `explanation`, `provision` and `svg`. Raises InputError that says what is wrong.
    """
    language = _optional(body, "lang", str, "one of " + ", ".join(LANGUAGES)) or default_language
    if language not in LANGUAGES:
        raise InputError(f'"lang" is one of {", ".join(LANGUAGES)}.')
    profile = _optional(body, "profile", str, "the name of a bundled rule profile")
    if profile is not None and profile not in profile_names():  # never a file: a page may not make the station read one
        raise InputError(f'"profile" is one of {", ".join(profile_names())}.')
    is_drawn = _optional(body, "svg", bool, "true or false")
    turn = _turn_by_ids(body) if "xgid" in body else turn_requested(body)
    answer = as_answer(turn.judgement)
    if not any(name in body for name in EXPLAINED_BY):
        return answer
    words = translations_of(language)
    account = account_of(turn.position, turn.roll, turn.after, turn.judgement, words)
    answer["explanation"] = _explanation(account, language)
    if profile is not None:
        answer["provision"] = None if turn.judgement.is_legal else asdict(provision_for(load_profile(profile), turn.judgement.reasons, words))
    if is_drawn:
        mover = Player.A if turn.is_bottom else Player.B
        answer["svg"] = explained_svg(turn.position, turn.roll, turn.judgement, account, mover, Player.A, "right", words)
    return answer


def _turn_by_ids(body: Mapping[str, Any]) -> JudgedTurn:
    if "on_roll" in body or "opponent" in body:
        raise InputError('A request has either "xgid" or "on_roll" and "opponent".')
    roll = body.get("roll")
    if isinstance(roll, list):
        roll = "-".join(str(die) for die in roll)
    if roll is not None and not isinstance(roll, str):
        raise InputError('"roll" is text such as "64", or two numbers.')
    xgid = _optional(body, "xgid", str, "an XGID") or ""
    return judge_ids(xgid, roll, play=_optional(body, "play", str, "a play in notation"), after=_optional(body, "after", str, "an ID when an XGID is given"))


def _explanation(account: Account, language: str) -> dict[str, Any]:
    return {"lang": language, "played": account.played, "wrong": list(account.wrong), "legal": account.legal, "text": account.text}


def _optional(body: Mapping[str, Any], name: str, kind: type[Any], wanted: str) -> Any:
    value = body.get(name)
    if value is not None and not isinstance(value, kind):
        raise InputError(f'"{name}" is {wanted}.')
    return value
