"""Reads any match record: tells its kind by its content and hands it to the reader for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from monitor.errors import InputError
from monitor.game.transcript.analysis_json import read_analysis
from monitor.game.transcript.decoding import decode
from monitor.game.transcript.gnubg_text import is_gnubg_text, read_gnubg_text
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.position_text import is_position_text, read_position_text
from monitor.game.transcript.reading import Findings, Reading
from monitor.game.transcript.sgf_reader import read_sgf

KNOWN = ".mat, the same layout as .txt, SGF of backgammon, GNU Backgammon's text export, a position in English text, or the JSON of `analyze`"
_MAT = re.compile(r"^\s*(?:[0-9]{1,6}[\s-]{1,8}points?\s{1,8}match\b|Game\s{1,8}[0-9]{1,6}\s*$|[0-9]{1,6}\s?\)\s.*[1-6][1-6]:)", re.MULTILINE | re.IGNORECASE)
_OTHERS = (
    (re.compile(r"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE), "is a web page or XML; save the match record itself"),
    (re.compile(r"\s*\[(?:Event|Site|Date) ", re.IGNORECASE), "is a PGN file of chess, not a record of backgammon"),
)


def read_record(data: bytes) -> Reading:
    """The match that a file's bytes tell of.

    Raises InputError, in words that follow the file's name, for a file that is no match record: what it is and what to do.
    Whatever is odd about one that is, is a finding.
    """
    findings = Findings()
    text = decode(data, findings)
    reading = _reader_of(text)(text)
    return replace(reading, findings=(*findings.all(), *reading.findings))


def _reader_of(text: str) -> Callable[[str], Reading]:
    start = text[:4096].lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return read_analysis
    if re.match(r"\(\s*;", start):
        return read_sgf
    if is_gnubg_text(text):
        return read_gnubg_text
    if is_position_text(text):
        return read_position_text
    if _MAT.search(text):
        return read_mat
    for mark, what in _OTHERS:
        if mark.match(start):
            raise InputError(what)
    if re.search(r"\(\s*;", text):
        return read_sgf
    raise InputError(f"is no match record that is known here; what can be read: {KNOWN}")
