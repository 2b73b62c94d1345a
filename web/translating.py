"""Keeps the catalogues: `python -m web.translating` (`make translations`) finds the texts in use, merges them into every `.po`, compiles `.mo`.

Needed by whoever changes a text; the product only reads what it wrote.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from monitor.officiating import CATALOGUE
from web.languages import DEFAULT, DOMAIN, FOLDER, LANGUAGES
from web.told_texts import profile_texts

ROOT = FOLDER.parent.parent
SOURCES = ("monitor/game", "monitor/commands/judge.py", "monitor/officiating/authority.py", "monitor/officiating/score.py", "web")
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for the dates that a compiled catalogue has to name, so that the same texts make the same file on any day."""
KEYWORDS = {"gettext": None, "ngettext": (1, 2), "_": None, "N_": None, "say": None, "say_n": (1, 2), "phrase": None, "phrase_n": (1, 2)}


def texts_in_use() -> Catalog:
    """Every text that can be shown in another language: those marked in the sources, and the words of the rule ids."""
    found = Catalog(project="table-monitor")
    for path in _files():
        method = "jinja2.ext:babel_extract" if path.suffix == ".html" else "python"
        options = {"trimmed": "true", "silent": "false", "newstyle_gettext": "true"} if path.suffix == ".html" else {}
        for _, message, _, _ in extract_from_file(method, path, keywords=KEYWORDS, options=options):
            found.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for entry in CATALOGUE.values():
        for text in (entry.title, entry.says):
            found.add(text, locations=[("monitor/officiating/catalogue.py", 0)])
    for text in profile_texts():
        found.add(text, locations=[("monitor/officiating/profiles", 0)])
    return found


def _files() -> Iterator[Path]:
    for source in SOURCES:
        path = ROOT / source
        yield from [path] if path.is_file() else sorted(found for found in path.rglob("*") if found.suffix in (".py", ".html"))


def po_path(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is kept; an empty one for a new language."""
    path = po_path(language)
    data = path.read_bytes() if path.exists() else _HEADER.format(language=language).encode()
    return read_po(io.BytesIO(data), locale=language, domain=DOMAIN)


def source_of(catalog: Catalog) -> bytes:
    """A catalogue as it is written: by text, with the files and without lines or dates, so that only a change of texts changes it."""
    out = io.BytesIO()
    write_po(out, catalog, width=140, sort_output=True, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return _HEADER.format(language=catalog.locale).encode() + out.getvalue()


def compiled(language: str) -> bytes:
    """The catalogue of a language as the standard library reads it. Doubtful entries are left out, so that English stands there."""
    catalog = read(language)
    catalog.creation_date = catalog.revision_date = _NO_DATE
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update() -> None:
    """Bring every catalogue up to date with the sources; new texts come in empty, changed ones marked as doubtful."""
    used = texts_in_use()
    for language in LANGUAGES:
        if language == DEFAULT:
            continue
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = read(language)
        catalog.update(used)
        path.write_bytes(source_of(catalog))
        path.with_suffix(".mo").write_bytes(compiled(language))
        left = [message for message in catalog if message.id and (message.fuzzy or not all(strings_of(message.string)))]
        print(f"{language}: {len(catalog)} texts, {len(left)} to be translated or looked at again")


def strings_of(string: str | Sequence[str] | None) -> tuple[str, ...]:
    """The forms of a text, or of its translation: one, or one for each number."""
    return (string or "",) if isinstance(string, str) or string is None else tuple(form or "" for form in string)


_HEADER = """\
# Texts of the table monitor. Kept by `make translations`; only the msgstr lines are written by hand.
msgid ""
msgstr ""
"Project-Id-Version: table-monitor\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""

if __name__ == "__main__":
    update()
