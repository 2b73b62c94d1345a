"""What a profile offers for an illegal play is what a flag raised at the table would say."""

from __future__ import annotations

import pytest

from monitor.officiating import load_profile, parse_profile, profile_names
from monitor.officiating.provision import provision_for
from web.languages import translations_of


@pytest.mark.parametrize(
    ("profile", "reasons", "rule", "flag_class", "article"),
    [
        ("cnb", ["move.must-use-both"], "move.must-use-both", "MUST", "CNB 4.2.3.1, 4.2.3.2"),
        ("cnb", ["move.bar-priority"], "move.bar-priority", "MUST", "CNB 4.2.1, 4.2.3.1, 4.2.3.2"),
        ("dbgf", ["move.backwards", "move.wrong-distance"], "move.illegal", "OPTION", "DBgF §4.2.3.1"),
        ("biba", ["move.illegal"], "move.illegal", "OPTION", "BIBA 4.8"),
    ],
)
def test_provisions(profile: str, reasons: list[str], rule: str, flag_class: str, article: str) -> None:
    found = provision_for(load_profile(profile), reasons)
    assert (found.rule, found.flag_class, found.is_rule, found.profile) == (rule, flag_class, True, profile)
    assert found.article.startswith(article)
    assert found.window and found.remedy


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_says_something_of_every_play(name: str) -> None:
    profile = load_profile(name)
    for rule_id in profile.rules:
        if rule_id.startswith("move.must"):
            assert provision_for(profile, [rule_id]).rule == rule_id


def test_a_clock_makes_a_difference_where_the_profile_says_so() -> None:
    assert "stop the clock" in provision_for(load_profile("cnb"), ["move.illegal"]).remedy_clock
    assert provision_for(load_profile("biba"), ["move.illegal"]).remedy_clock == ""


def test_a_profile_speaks_the_language_asked_for_and_a_directors_own_words_stand() -> None:
    found = provision_for(load_profile("cnb"), ["move.illegal"], translations_of("it"))
    assert found.remedy.startswith("Vista prima") and found.window.startswith("fino al prossimo tiro") and found.repeat[0].startswith("Ripetuto")
    own = parse_profile('name = "own"\nbase = "cnb"\n[rules."move.illegal"]\nremedy = "Ask Olga."\n')
    assert provision_for(own, ["move.illegal"], translations_of("it")).remedy == "Ask Olga."
