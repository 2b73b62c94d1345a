"""Our legal plays against those of two independent move generators, on 10,000 random positions and rolls.

`make test-plays` does the same with 100,000 others and prints a table.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from monitor.game import legal_plays
from tests.oracles.compare import Comparison, compare
from tests.oracles.generators import load_generator
from tests.oracles.random_cases import KINDS, Case, kinds_of, random_cases

CASES = 10_000
SEED = 20260901


@cache
def cases() -> tuple[Case, ...]:
    return tuple(random_cases(CASES, SEED))


def test_cases_cover_what_matters() -> None:
    seen = Counter(kind for case in cases() for kind in kinds_of(case, legal_plays(*case)))
    assert len(cases()) == CASES
    assert {kind: count for kind, count in seen.items() if count < 200} == {}, seen
    assert set(seen) == set(KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gvformat", "bgsage"])
def test_another_generator_finds_the_same_positions(name: str) -> None:
    try:
        generator = load_generator(name)
    except ImportError as missing:
        pytest.skip(str(missing))
    assert compare(cases(), [generator]).differing[name] == []


def test_a_difference_is_counted_in_each_kind_of_its_case() -> None:
    """The comparison itself can fail."""
    case = cases()[0]
    right, wrong = {play.after for play in legal_plays(*case)}, {case[0]}
    found = Comparison(["right", "wrong"])
    found.add(case, legal_plays(*case), {"right": right, "wrong": wrong})
    assert found.differing == {"right": [], "wrong": [case]}
    assert [row for row in found.table().rows if row[0] in ("contact", "race", "all")] == [("contact", "1", "0", "1"), ("all", "1", "0", "1")]
