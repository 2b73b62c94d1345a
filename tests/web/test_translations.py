"""The catalogues: every text in every language, the same placeholders in each, nothing left over, and what is compiled is what is written."""

from __future__ import annotations

import io
import re
from gettext import GNUTranslations
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

from web.languages import DEFAULT, FOLDER, LANGUAGES, translations_of
from web.translating import compiled, po_path, read, source_of, strings_of, texts_in_use

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")


@pytest.fixture(scope="module")
def used() -> Catalog:
    return texts_in_use()


def entries(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def texts(compiled_catalog: bytes) -> dict[Any, str]:
    """What a compiled catalogue holds, without its header, which names the version of the compiler."""
    held: dict[Any, str] = vars(GNUTranslations(io.BytesIO(compiled_catalog)))["_catalog"]
    return {message: text for message, text in held.items() if message}


def key(message: Message) -> tuple[str, ...]:
    return strings_of(message.id)


@pytest.mark.parametrize("language", OTHERS)
class TestCatalogue:
    def test_every_text_in_use_is_there_and_no_other(self, language: str, used: Catalog) -> None:
        wanted, kept = {key(m) for m in entries(used)}, {key(m) for m in entries(read(language))}
        assert wanted - kept == set(), "not in the catalogue: run `make translations`"
        assert kept - wanted == set(), "not in use any more: run `make translations`"

    def test_every_text_is_translated_and_none_is_doubtful(self, language: str) -> None:
        assert [m.id for m in entries(read(language)) if m.fuzzy] == []
        assert [m.id for m in entries(read(language)) if not all(strings_of(m.string)) or len(strings_of(m.string)) != len(key(m))] == []

    def test_placeholders_are_the_same(self, language: str) -> None:
        """The singular may leave a number out that its plural has; no form may name what the English does not."""
        for message in entries(read(language)):
            for english, text in zip(key(message), strings_of(message.string), strict=True):
                assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(english)), message.id
                assert PLACEHOLDER.sub("", text).count("%") == PLACEHOLDER.sub("", english).count("%"), message.id

    def test_texts_stand_in_attributes_and_end_as_the_english_does(self, language: str) -> None:
        for message in entries(read(language)):
            for english, text in zip(key(message), strings_of(message.string), strict=True):
                assert not set(text) & set('"<>&'), message.id
                assert (text[-1] in ".:…?") == (english[-1] in ".:…?") and text == text.strip(), message.id

    def test_what_is_compiled_is_what_is_written(self, language: str) -> None:
        assert texts(po_path(language).with_suffix(".mo").read_bytes()) == texts(compiled(language)), "run `make translations`"
        assert po_path(language).read_bytes() == source_of(read(language)), "run `make translations`"

    def test_the_standard_library_reads_it(self, language: str) -> None:
        words = translations_of(language)
        message = next(m for m in entries(read(language)) if isinstance(m.id, tuple))
        assert words.ngettext(*key(message), 1) == strings_of(message.string)[0]
        assert words.ngettext(*key(message), 2) == strings_of(message.string)[1]
        assert words.gettext("no such text") == "no such text"


def test_there_are_no_catalogues_of_other_languages() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(OTHERS)


def test_english_is_the_texts_themselves() -> None:
    assert translations_of("en").gettext("Cocked die") == "Cocked die"


def test_a_language_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        translations_of("xx")
