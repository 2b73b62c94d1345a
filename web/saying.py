"""Texts in the language of the reader who asks. Outside a request everything is in English."""

from __future__ import annotations

from typing import cast

from flask import has_app_context
from flask_babel import get_translations

from monitor.game.wording import ENGLISH, Words
from web.phrases import Phrase


def words() -> Words:
    """The translator of the reader's language."""
    return cast(Words, get_translations()) if has_app_context() else ENGLISH


def say(message: str, /, **values: object) -> str:
    """A text of the catalogues in the reader's language, with its placeholders filled."""
    text = words().gettext(message)
    return text % values if values else text


def say_n(singular: str, plural: str, number: int, /, **values: object) -> str:
    """The same for so many; `number` may stand in the texts."""
    return words().ngettext(singular, plural, number) % {"number": number, **values}


def said(text: str) -> str:
    """A text that was written down before its reader was known: a phrase, a word marked with `N_`, or anything else as it is."""
    if isinstance(text, Phrase):
        return text.within(words())
    return words().gettext(text) if text else ""
