"""Malformed input: only documented errors, each within 50 ms.

By default a fast share runs; `make test-transcripts` runs all 10,000 for each parser (MONITOR_TRANSCRIPT_CASES).
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monitor.errors import InputError
from monitor.game.transcript.analysis_json import read_analysis
from monitor.game.transcript.gnubg_text import read_gnubg_text
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.mat_writer import format_mat
from monitor.game.transcript.match_json import as_json
from monitor.game.transcript.position_text import read_position_text
from monitor.game.transcript.reader import read_record
from monitor.game.transcript.reading import Reading
from monitor.game.transcript.replay import replay
from monitor.game.transcript.sgf_reader import read_sgf
from monitor.game.transcript.sgf_writer import format_sgf
from monitor.game.transcript.text_writer import format_text
from tests.game.transcript.cases import cases

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
MALFORMED: list[dict[str, str]] = json.loads((Path(__file__).parent / "malformed.json").read_text())
LIMIT_S = 0.050
FAST = 500
EXAMPLES = cases(FAST, 10_000)
USED = 1 if EXAMPLES > FAST else 5
"""Of so many that are read one is also played through and written, which takes longer than reading."""
_WORDS = (
    "31: ", "66:", "00: ????", " Doubles => 2", " Takes", " Drops", "Wins 2 points", "Losses 1 point", "8/5 6/5", "bar/22*", "6/off(4)", "Illegal play (",
    "Game 1", " 7 point match", "; ", '; [Event "', "  1) ", "A : 0      B : 0", "(;", ";W[", ";B[31hefe]", "AE[a:x]", "]", "[", "\\", "GM[6]", "CV[3]",
    "PL[W]", "DI[62]", "C[play not told]", "XGID=", "-b----E-C---eE---c-e----B-:0:0:1:31:1:2:0:7:10", "* Ann moves ", "Move number 3:  Ann to play 31",
    '"events"', "[[[[", "null",
    '{"kind": "play"}', "1e999", "\ufeff", "\u2028", "\x00", "\t", "\r", "é", "9999999999999", ":" * 40, " " * 300, "(" * 200, "x" * 300,
)  # fmt: skip


def parsers() -> dict[str, tuple[Callable[[str], Reading], str]]:
    """Each parser with the ending of the corpus files that are its own."""
    return {
        "mat": (read_mat, ".mat"), "sgf": (read_sgf, ".sgf"), "gnubg": (read_gnubg_text, "gnubg.txt"), "position": (read_position_text, "position.txt"),
        "analysis": (read_analysis, ".json"), "any": (lambda text: read_record(text.encode("utf-8", "surrogatepass")), ""),
    }  # fmt: skip


_VALUES = (None, True, -1, 0, 7, 2.5, 1e300, 10**30, "", "31", "A", "x" * 300, [], [1], [7, 1], [None, 3], [1] * 26, [0] * 26, {}, {"A": [15] * 26, "B": []})


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value, as (what it is in, its key or number)."""
    inside = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    return [(value, key) for key, _ in inside] + [part for _, child in inside for part in _parts(child)]


@st.composite
def spoilt_json(draw: st.DrawFn) -> str:
    """A made-up analysis in which values are something else, missing or told twice."""
    analysis = json.loads(draw(st.sampled_from([path for path in CORPUS if path.name.endswith("analysis.json")])).read_text())
    for _ in range(draw(st.integers(1, 3))):
        inside, key = draw(st.sampled_from(_parts(analysis) or [({}, "x")]))
        if draw(st.integers(0, 4)):
            inside[key] = copy.deepcopy(draw(st.sampled_from(_VALUES)))  # it may be spoilt in turn
        elif isinstance(inside, dict):
            inside.pop(key, None)
        else:
            inside.append(inside[key])
    return json.dumps(analysis)


@st.composite
def spoilt(draw: st.DrawFn, ending: str) -> str:
    """A made-up file with characters, words and lines changed, doubled, moved or missing; or nothing but words."""
    if ending == ".json" and draw(st.booleans()):
        return draw(spoilt_json())
    files = [path for path in CORPUS if path.name.endswith(ending)]
    text = draw(st.sampled_from(files)).read_bytes().decode("utf-8", "replace") if draw(st.integers(0, 9)) else "".join(draw(st.lists(st.sampled_from(_WORDS))))
    for _ in range(draw(st.integers(1, 6))):
        a, b = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        match draw(st.integers(0, 6)):
            case 0:
                text = text[:a] + text[b:]
            case 1:
                text = text[:a] + draw(st.sampled_from(_WORDS)) + text[a:]
            case 2:
                text = text[:a] + draw(st.text(max_size=5)) + text[min(a + 2, len(text)) :]
            case 3:
                text = text[:b] + text[a:][:2000]
            case 4:
                text = text[:a]
            case 5:
                lines = text.splitlines(keepends=True)
                text = "".join(draw(st.permutations(lines))) if len(lines) < 12 else "".join(reversed(lines))
            case 6:
                text = text.replace(draw(st.sampled_from(" :;()[]/0123456789\n")), draw(st.sampled_from((" ", "", "7", "\n", ")"))), 3)
    return text


def test_there_is_a_made_up_file_for_each_parser() -> None:
    for parse, ending in parsers().values():
        files = [path for path in CORPUS if path.name.endswith(ending)]
        assert files
        for path in files:
            _use(parse(path.read_bytes().decode("utf-8-sig", "replace")))


@pytest.mark.parametrize("case", MALFORMED, ids=[case["name"] for case in MALFORMED])
def test_known_malformed_inputs(case: dict[str, str]) -> None:
    """The committed corpus: each was or might have been trouble. Every parser refuses it in words or reads it, in time."""
    for parse, _ in parsers().values():
        read: list[Reading] = []
        taken = min(_seconds(parse, case["text"], read) for _ in range(3))
        assert taken <= LIMIT_S, f"{taken * 1000:.0f} ms"
        for reading in read[:1]:
            _use(reading)


@pytest.mark.parametrize("name", parsers())
def test_only_documented_errors_and_in_time(name: str) -> None:
    parse, ending = parsers()[name]
    read: list[Reading] = []

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(spoilt(ending))
    def check(text: str) -> None:
        taken = _seconds(parse, text, read)
        if taken > LIMIT_S:  # another process may have disturbed the first try
            taken = min(_seconds(parse, text, read) for _ in range(3))
        assert taken <= LIMIT_S, f"{taken * 1000:.0f} ms for {text!r}"
        if read and len(text) % USED == 0:
            _use(read.pop())
        read.clear()

    check()


def _seconds(parse: Callable[[str], Reading], text: str, read: list[Reading]) -> float:
    """Time of this process, so that other work on the machine does not count."""
    start = time.process_time()
    try:
        read.append(parse(text))
    except InputError as error:
        assert 5 < len(str(error)) < 600
    return time.process_time() - start


def _use(reading: Reading) -> None:
    """Whatever was read can be played through and written in every form; a name or number that cannot be written is said."""
    played = replay(reading.match)
    as_json(reading, played)
    format_text(reading.match, played)
    format_sgf(reading.match, played)
    try:
        written = format_mat(reading.match)
    except InputError as error:
        assert "needs a name" in str(error)
        return
    # once in the product's own words it stays as it is
    assert format_mat(read_mat(written).match) == written
