"""Single fields of a form or of a JSON body, checked. Every refusal says what to give instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from monitor.errors import InputError
from web.saying import say
from web.security import clean

WHY_LIMIT = 400
PLAYERS = ("A", "B")
YES, NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})
_MINUTES = re.compile(r"(\d{1,3}):([0-5]\d)", re.ASCII)
_SECONDS = re.compile(r"\d{1,5}(\.\d{1,3})?", re.ASCII)

Fields = Mapping[str, Any]


def text(form: Fields, name: str) -> str:
    """A field as text, "" when it is not there."""
    given = form.get(name)
    return "" if given is None else str(given).strip()


def player(form: Fields, *, of: tuple[str, ...] = PLAYERS) -> str:
    """The player named. of: the players it can be; a single one need not be named."""
    given = text(form, "player")
    if not given and len(of) == 1:
        return of[0]
    if given not in PLAYERS:
        raise InputError(say("Say which player: Light (A) or Dark (B)."))
    if given not in of:
        raise InputError(say("This is for player %(letter)s alone to say: it is about what his opponent did.", letter=of[0]))
    return given


def player_if_any(form: Fields) -> str | None:
    """The player named, or None when the field is empty."""
    return player(form) if text(form, "player") else None


def words(form: Fields, missing: str, *, name: str = "why") -> str:
    """Obligatory words; `missing` says what they are wanted for."""
    given = words_if_any(form, name=name)
    if len(given) < 3:
        raise InputError(missing)
    return given


def words_if_any(form: Fields, *, name: str = "why") -> str:
    """A few words, or ""."""
    given = clean(str(form.get(name) or ""), WHY_LIMIT + 1)
    if len(given) > WHY_LIMIT:
        raise InputError(say("Keep the reason under %(limit)d characters.", limit=WHY_LIMIT))
    return given


def number(form: Fields, name: str, most: int, missing: str, least: int = 0) -> int:
    """A whole number from `least` to `most`."""
    given = text(form, name)
    if not given.isascii() or not given.isdigit() or len(given) > 6 or not least <= int(given) <= most:
        raise InputError(say("%(what)s: a whole number from %(least)d to %(most)d.", what=missing, least=least, most=most))
    return int(given)


def number_if_any(form: Fields, name: str, most: int, missing: str, least: int = 0) -> int | None:
    """The same, None when the field is empty."""
    return number(form, name, most, missing, least) if text(form, name) else None


def yes_or_no(form: Fields, name: str, what: str) -> bool | None:
    """True or False; None when nothing is said."""
    given = text(form, name).lower()
    if given in YES:
        return True
    if given in NO:
        return False
    if given:
        raise InputError(say("Say yes or no to “%(what)s”, or leave it empty.", what=what))
    return None


def seconds_if_any(form: Fields, name: str) -> float | None:
    """A time left on a clock, as "3:30" or in seconds; None when the field is empty."""
    given = text(form, name)
    if not given:
        return None
    if found := _MINUTES.fullmatch(given):
        return float(int(found[1]) * 60 + int(found[2]))
    if _SECONDS.fullmatch(given):
        return float(given)
    raise InputError(say("Give the time left as minutes and seconds, such as 3:30, or in seconds."))


def choice(form: Fields, name: str, of: tuple[str, ...], missing: str) -> str:
    """One of some ids."""
    given = text(form, name)
    if given not in of:
        raise InputError(missing)
    return given
