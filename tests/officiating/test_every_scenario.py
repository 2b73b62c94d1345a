"""Every scenario of the rules reference is told for every column for which it gives an outcome; what is judged otherwise is named, with why.

The list of them, `scenarios/reference.txt`, is the reference's own. None is skipped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from monitor.game.events import Player
from monitor.officiating import load_profile
from tests.game.test_judge_scenarios import SCENARIOS as LEGALITY
from tests.officiating.scenarios import SCENARIOS
from tests.officiating.test_scenarios import COLUMNS
from tests.officiating.test_scenarios_legality import PLAIN

OTHERWISE = {
    # (id, column): (the flag here, the flag that the reference names, why)
    ("R04", "B"): ("roll.left-of-bar", "roll.split-sides", "BIBA 4.1 and 4.2 know no permission to roll left: the die on the left is wrong by itself"),
    ("Q10", "C"): ("cube.not-owner", "", "the reference says cancel and names no flag; the opener has no turn before his roll (C21)"),
    ("Q10", "D"): ("cube.not-owner", "", "as in the other columns"),
    ("Q10", "B"): ("cube.not-owner", "", "BIBA 5.5"),
    ("T03", "D"): ("turn.dice-lifted-early", "clock.flag", "only a player or the director calls a fallen flag (DBgF §4.3.3.1); the penalty says time is up"),
}  # fmt: skip


def reference() -> dict[str, set[str]]:
    """The columns of each scenario, by id."""
    lines = (Path(__file__).parent / "scenarios" / "reference.txt").read_text(encoding="utf-8").splitlines()
    return {name: set(columns) for name, columns, _ in (line.split(maxsplit=2) for line in lines if not line.startswith("#"))}


def told() -> dict[str, set[str]]:
    """The columns for which each scenario is told in these tests. Legality is the same for all."""
    column_of = {profile: column for column, profile in COLUMNS.items()}
    legality = {row[0]: {column_of[profile] for profile in PLAIN} for row in LEGALITY}
    return {**legality, **{name: set(columns) for name, (_, columns) in SCENARIOS.items()}}


def missing(wanted: Mapping[str, Collection[str]], given: Mapping[str, Collection[str]]) -> list[str]:
    return [f"{name} {column}" for name, columns in wanted.items() for column in sorted(columns) if column not in given.get(name, ())]


def test_the_reference_has_151() -> None:
    assert len(reference()) == 151
    assert all(columns <= set(COLUMNS) and columns for columns in reference().values())


def test_every_scenario_is_told_for_every_column() -> None:
    assert missing(reference(), told()) == []


def test_nothing_is_told_for_a_column_of_which_the_reference_says_nothing() -> None:
    """A twin, named beside the id, may be about other columns."""
    assert missing({name: columns for name, columns in told().items() if name in reference()}, reference()) == []


def test_a_scenario_or_a_column_that_is_left_out_is_noticed() -> None:
    given = told()
    del given["T25"]
    given["R01"] = {"C", "D"}
    assert missing(reference(), given) == ["R01 B", "T25 B", "T25 C", "T25 D"]


@pytest.mark.parametrize(("name", "column"), OTHERWISE)
def test_what_is_judged_otherwise_is_as_it_says(name: str, column: str) -> None:
    here, there, why = OTHERWISE[name, column]
    tell, expected = SCENARIOS[name]
    story = tell(COLUMNS[column], Player.A)
    assert here in {flag.rule for flag in story.flags} and there not in {flag.rule for flag in story.flags}
    assert load_profile(COLUMNS[column]).rules[here].applies and why
    assert story.lines == list(expected[column].lines)
