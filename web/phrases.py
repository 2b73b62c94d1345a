"""Texts made of a pattern and values, written down before it is known who reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from monitor.game.wording import Words


class Phrase(str):
    """A text that is its own English and can be told in another language. Values that are phrases themselves are told too."""

    message: str
    plural: str
    number: int
    values: Mapping[str, object]

    @classmethod
    def _made(cls, message: str, plural: str, number: int, values: Mapping[str, object]) -> Self:
        phrase = cls((message if number == 1 or not plural else plural) % values)
        phrase.message, phrase.plural, phrase.number, phrase.values = message, plural, number, values
        return phrase

    def within(self, words: Words) -> str:
        """The text in the translator's language."""
        text = words.ngettext(self.message, self.plural, self.number) if self.plural else words.gettext(self.message)
        return text % {name: value.within(words) if isinstance(value, Phrase) else value for name, value in self.values.items()}


def phrase(message: str, /, **values: object) -> Phrase:
    """A text with named placeholders."""
    return Phrase._made(message, "", 0, values)


def phrase_n(singular: str, plural: str, number: int, /, **values: object) -> Phrase:
    """A text that depends on a number; `number` may stand in it."""
    return Phrase._made(singular, plural, number, {"number": number, **values})
