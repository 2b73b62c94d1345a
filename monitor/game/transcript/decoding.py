"""From a file's bytes to its text: kinds of file that are no text are refused by name, the rest is decoded."""

from __future__ import annotations

import codecs
import re

from monitor.errors import InputError
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.reading import Findings

MAX_BYTES = 20_000_000
_TEXT = "export the match from the program as .mat, text or SGF"
_BINARY: tuple[tuple[int, bytes, str], ...] = (
    (0, b"RGMH", f"is an eXtreme Gammon file (.xg), which is binary; {_TEXT}"),
    (0, b"PK\x03\x04", "is a zip archive; unpack it and name a file in it"),
    (0, b"\x1f\x8b", "is a gzip archive; unpack it and name a file in it"),
    (0, b"7z\xbc\xaf", "is a 7z archive; unpack it and name a file in it"),
    (0, b"Rar!", "is a rar archive; unpack it and name a file in it"),
    (0, b"%PDF", f"is a PDF document; {_TEXT}"),
    (0, b"\x89PNG", "is a picture; `read` reads positions in pictures"),
    (0, b"\xff\xd8\xff", "is a picture; `read` reads positions in pictures"),
    (0, b"GIF8", "is a picture; `read` reads positions in pictures"),
    (4, b"ftyp", "is a video; `analyze` reads videos"),
    (0, b"\x1aE\xdf\xa3", "is a video; `analyze` reads videos"),
    (8, b"AVI ", "is a video; `analyze` reads videos"),
    (0, b"SQLite format 3", "is a database; `verify` checks the log of a session"),
    (0, b"\xd0\xcf\x11\xe0", f"is an office document; {_TEXT}"),
)
_CHARSETS = re.compile(rb"CA\s*\[\s*(utf-?8|iso-?8859-?[0-9]{1,2}|latin-?[0-9]|(?:windows-?|cp)125[0-8]|koi8-[ru]|us-ascii)\s*\]", re.IGNORECASE)


def decode(data: bytes, findings: Findings) -> str:
    """The text of a file: UTF-8, UTF-16 with a byte order mark, else what SGF's CA says or Windows-1252.

    UTF-8's byte order mark is left out wherever it stands in front.

    Raises InputError that names the kind of a file that is no text.
    """
    if not data.strip():
        raise InputError("is empty; name a match record")
    if len(data) > MAX_BYTES:
        raise InputError(f"has {len(data) // 1_000_000} MB; no match record is longer than {MAX_BYTES // 1_000_000} MB")
    for offset, mark, what in _BINARY:
        if data[offset : offset + len(mark)] == mark:
            raise InputError(what)
    if re.match(rb'\s*\{\s*"format"\s*:\s*"BGF"', data[:200]):
        raise InputError(f"is a BGBlitz file (.bgf), which is binary; {_TEXT}")
    text = _decoded(data, findings)
    if "\x00" in text[:4096]:
        raise InputError(f"is a binary file of a kind that is not known here; {_TEXT}")
    return text


def _decoded(data: bytes, findings: Findings) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        findings.add(Odd.ENCODING, "the file is in UTF-16")
        return data.decode("utf-16", "replace").lstrip("\ufeff")
    while data.startswith(codecs.BOM_UTF8):  # some programs write it before other encodings too, or twice
        data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    told = _CHARSETS.search(data, 0, 2000)
    name = told[1].decode("ascii") if told else ""
    if name.casefold().replace("-", "") in ("", "utf8", "usascii"):
        name = "Windows-1252"
    findings.add(Odd.ENCODING, f"the file is not in UTF-8; it was read as {name}", line)
    return data.decode(name, "replace")
