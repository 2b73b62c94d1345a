"""Texts in the language of the reader who asks. Outside a request everything is in English."""

from __future__ import annotations

import re
from typing import cast

from flask import has_app_context
from flask_babel import get_locale, get_translations

from monitor.game.wording import ENGLISH, Words
from web.languages import DEFAULT
from web.phrases import Phrase
from web.told_texts import filled, find_pattern


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


def in_parts(text: str) -> tuple[str, str]:
    """(a text that the log holds, the language it could be told in): whole, or in sentences of the catalogue one after the other.

    A remedy in the log is a rule's remedy and perhaps a step for the repeated offence behind it. What is not all in the
    catalogue (another edition of a profile, a director's own) is told as it was written, in English.
    """
    language = str(get_locale()) if has_app_context() else DEFAULT
    if language == DEFAULT or not text:
        return text, language
    parts = _parts(text, words())
    return (" ".join(parts), language) if parts else (text, DEFAULT)


def _parts(text: str, translator: Words) -> list[str]:
    """The translations of the sentences that make up a text, the longest first; none when one is unknown."""
    ends = [len(text), *(match.start() for match in reversed(list(re.finditer(r"(?<=\.) ", text))))]
    for end in ends:
        found = _told(text[:end], translator)
        if found != text[:end]:
            rest = text[end:].strip()
            further = _parts(rest, translator) if rest else []
            if further or not rest:
                return [found, *further]
    return []


def _told(text: str, translator: Words) -> str:
    """A text of the catalogue, or one that was made of a text there and values; itself when it is neither."""
    found = translator.gettext(text)
    if found != text or (made := find_pattern(text)) is None:
        return found
    message, values = made
    known = translator.gettext(message)
    return text if known == message else filled(known, {name: _listed(value, translator) for name, value in values.items()})


def _listed(value: str, translator: Words) -> str:
    """A value, or two with an "and" between them, as the referee writes the numbers of two dice."""
    some, _, last = value.partition(" and ")
    return filled(translator.gettext("%(some)s and %(last)s"), {"some": some, "last": last}) if last else value


def said(text: str) -> str:
    """A text that was written down before its reader was known: a phrase, a word marked with `N_`, or anything else as it is."""
    if isinstance(text, Phrase):
        return text.within(words())
    return words().gettext(text) if text else ""
