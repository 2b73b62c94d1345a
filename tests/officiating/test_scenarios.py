"""The scenarios of the rules reference, section 5.2 to 5.6, for each of the rulebooks' columns and from both seats. Ids are the reference's own."""

from collections.abc import Iterator

import pytest

from monitor.game.events import Player
from tests.officiating.scenarios import SCENARIOS

COLUMNS = {"C": "cnb", "D": "dbgf", "B": "biba"}


def cases() -> Iterator[object]:
    for name, (tell, expected) in SCENARIOS.items():
        for column, expect in expected.items():
            for seat in Player:
                yield pytest.param(tell, COLUMNS[column], seat, expect, id=f"{name}-{COLUMNS[column]}-{seat}")


@pytest.mark.parametrize(("tell", "profile", "seat", "expect"), list(cases()))
def test_scenario(tell, profile, seat, expect):
    story = tell(profile, seat)
    assert story.lines == list(expect.lines)
    remedy = story.last.remedy if story.flags else ""
    for word in expect.says:
        assert (word.removeprefix("!") in remedy) is (not word.startswith("!")), f"{word!r} in {remedy!r}"
    for word in expect.why:
        assert word in story.whys
    if expect.article:
        assert story.flags[0].article.startswith(expect.article)


@pytest.mark.parametrize(("letter", "n"), [("R", 26), ("D", 23), ("S", 10), ("Q", 20), ("T", 25)])
def test_every_scenario_of_the_reference_is_here(letter, n):
    assert {f"{letter}{number:02}" for number in range(1, n + 1)} <= set(SCENARIOS)
