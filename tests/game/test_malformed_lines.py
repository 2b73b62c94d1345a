"""Malformed plays, rolls, IDs and requests of one line: only documented errors, each within 50 ms.

By default a fast share runs; `make test-transcripts` runs all 10,000 for each parser (MONITOR_TRANSCRIPT_CASES).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.errors import InputError
from monitor.game.ids import parse_gnu_match_id, parse_gnu_position_id, parse_xgid
from monitor.game.judging_ids import judge_ids, parse_roll
from monitor.game.judging_json import answer_line
from monitor.game.notation import parse_play
from monitor.game.position import START_ROW
from tests.game.transcript.cases import cases

LIMIT_S = 0.050
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
REQUEST = json.dumps({"on_roll": START_ROW, "opponent": START_ROW, "roll": [3, 1], "play": "8/5 6/5"})


def _answered(line: str) -> None:
    """A request always has an answer, an error in words or a verdict."""
    answer = answer_line(line)
    json.dumps(answer)
    assert ("error" in answer) != ("legal" in answer)


PARSERS: dict[str, tuple[Callable[[str], Any], tuple[str, ...]]] = {
    "play": (parse_play, ("8/5 6/5", "bar/22*/18(2) 6/off", "13/7(2), 8/2*(2)", "no play", "24-18 13-11")),
    "roll": (parse_roll, ("31", "6-6", "4 2")),
    "position ID": (parse_gnu_position_id, ("4HPwATDgc/ABMA",)),
    "match ID": (parse_gnu_match_id, ("QYkqASAAIAAA",)),
    "XGID": (parse_xgid, (START_XGID, START_XGID.removeprefix("XGID="))),
    "play judged": (lambda text: judge_ids(START_XGID, None, play=text), ("8/5 6/5", "24/20(3) 13/off", "bar/25 6/0 1/1", "6/5(4) 13/9*")),
    "position judged": (lambda text: judge_ids(START_XGID, None, after=text), (START_XGID, "4HPwATDgc/ABMA")),
    "request": (_answered, (REQUEST, REQUEST.replace("[3, 1]", "[6, 6]").replace("8/5", "24/18"))),
}
_WORDS = (
    "/", "*", "(2)", "(99999999999999999999)", "bar", "off", "0", "25", "26", "-1", "9" * 30, " ", "\n", "\x00", "\ud800", "é", "²", "٣", "Ⅵ", ":", "=",
    "XGID=", "P", "p", "[", "{", "}", "]", '"', "null", "true", "1e999", "NaN", "[" * 3000, "(" * 300, "a" * 300, '{"roll": ', "\ufeff", "1/",
    "6/5 " * 60, "6/5(4)",
)  # fmt: skip
"""What was or might have been trouble."""
HARD = [word * times for word in _WORDS for times in (1, 40)]
"""Each is put into several places of an example."""


@st.composite
def spoilt(draw: st.DrawFn, examples: tuple[str, ...]) -> str:
    """An example with characters and words changed, doubled, moved or missing; or nothing but words."""
    text = draw(st.sampled_from(examples)) if draw(st.integers(0, 9)) else "".join(draw(st.lists(st.sampled_from(_WORDS), max_size=8)))
    for _ in range(draw(st.integers(1, 4))):
        a, b = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        middle = draw(st.one_of(st.just(""), st.just(text[a:b] * 2), st.sampled_from(_WORDS), st.text(max_size=4)))
        text = text[:a] + middle + text[b if draw(st.booleans()) else a :]
    return text


@pytest.mark.parametrize("name", PARSERS)
def test_only_documented_errors_and_in_time(name: str) -> None:
    parse, examples = PARSERS[name]
    refused = 0

    @settings(max_examples=cases(300, 10_000), deadline=None, derandomize=True, database=None)
    @given(spoilt(examples))
    def check(text: str) -> None:
        nonlocal refused
        refused += require_documented(parse, text)

    check()
    assert refused > 20 or name == "request"


@pytest.mark.parametrize("name", PARSERS)
def test_hard_words_in_every_place(name: str) -> None:
    parse, examples = PARSERS[name]
    for word in HARD:
        for place in range(0, len(examples[0]) + 1, max(1, len(examples[0]) // 12)):
            require_documented(parse, examples[0][:place] + word + examples[0][place:])


def require_documented(parse: Callable[[str], Any], text: str) -> bool:
    """Was it refused? Time is this process's, so that other work on the machine does not count; a slow try is made again."""
    taken, is_refused = _tried(parse, text)
    for _ in range(3 if taken > LIMIT_S else 0):
        taken = min(taken, _tried(parse, text)[0])
    assert taken <= LIMIT_S, f"{taken * 1000:.0f} ms for {text!r}"
    return is_refused


def _tried(parse: Callable[[str], Any], text: str) -> tuple[float, bool]:
    start = time.process_time()
    try:
        parse(text)
    except InputError as error:
        assert 5 < len(str(error)) < 600, str(error)[:1000]
        return time.process_time() - start, True
    return time.process_time() - start, False
