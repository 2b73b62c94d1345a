"""The languages that officials can read, and the catalogues of their texts (`translations`). Knows nothing of Flask.

The compiled catalogues (`.mo`) are kept beside their sources (`.po`): the standard library reads them, so neither the
dashboard nor the command line needs a build step. A test compiles the sources again and fails when the two differ.
"""

from __future__ import annotations

import functools
import gettext
from pathlib import Path

LANGUAGES = {"en": "English", "it": "Italiano", "da": "Dansk"}
"""Languages by their code, each named in itself. Texts are written in English; the others have a catalogue each."""
DEFAULT = "en"
FOLDER = Path(__file__).parent / "translations"
DOMAIN = "messages"


@functools.cache
def translations_of(language: str) -> gettext.NullTranslations:
    """The translator of a language; English is the texts themselves. Raises KeyError for a language that there is not."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return gettext.NullTranslations() if language == DEFAULT else gettext.translation(DOMAIN, FOLDER, [language])


def N_(message: str) -> str:
    """Marks a text for the catalogues that is translated only where it is shown. Changes nothing."""
    return message
