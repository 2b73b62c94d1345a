"""Profiles are data: the bundled ones are whole, and a wrong file names the line and the field."""

from importlib import resources

import pytest
from pydantic import ValidationError

from monitor.errors import InputError
from monitor.officiating import CATALOGUE, load_profile, parse_profile, profile_names

TEXT = (resources.files("monitor.officiating") / "profiles" / "cnb.toml").read_text(encoding="utf-8")


def line_of(fragment: str, text: str = TEXT) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if fragment in line)


def test_bundled_profiles_load_and_have_every_rule():
    assert "cnb" in profile_names()
    for name in profile_names():
        profile = load_profile(name)
        assert profile.name == name
        assert set(profile.rules) == set(CATALOGUE)


@pytest.mark.parametrize(
    ("rule", "article", "flag_class"),
    [
        ("roll.cocked", "CNB 4.1.4.1", "REROLL"),
        ("roll.left-of-bar", "CNB 4.1.4.1", "REROLL"),
        ("move.illegal", "CNB 4.2.3.1, 4.2.3.2", "MUST"),
        ("move.must-use-larger", "CNB 4.2.3.1, 4.2.3.2", "MUST"),
        ("move.bar-priority", "CNB 4.2.1, 4.2.3.1, 4.2.3.2", "MUST"),
        ("checker.hit-not-on-bar", "CNB 4.2.2, 4.2.3.1, 4.2.3.2", "MUST"),
        ("setup.error", "CNB 4.2.4", "MUST"),
    ],
)
def test_cnb_articles_and_classes(rule, article, flag_class):
    profile = load_profile("cnb")
    assert profile.article(rule) == article
    assert profile.rules[rule].flag_class == flag_class


def test_like_takes_over_what_is_not_said():
    rules = load_profile("cnb").rules
    assert rules["roll.on-checker"].window == rules["roll.cocked"].window
    assert rules["roll.on-checker"].needs == ("dice",)


def test_profile_is_frozen():
    with pytest.raises(ValidationError):
        load_profile("cnb").name = "other"


def test_unknown_profile_names_the_known_ones():
    with pytest.raises(InputError, match="cnb"):
        load_profile("../cnb")


WRONG = {
    # name: (what is replaced, by what, what the message must say, fragment of the line it must name)
    "misspelt class": ('class = "MUST"', 'class = "MOST"', "rules.move.illegal.class", 'class = "MOST"'),
    "extra field": ('articles = ["4.2.4"]', 'articles = ["4.2.4"]\ncolour = "red"', "rules.setup.error.colour", 'colour = "red"'),
    "article is not a number": ('articles = ["4.2.4"]', 'articles = ["four"]', "rules.setup.error.articles.0", 'articles = ["four"]'),
    "unknown closing event": ('{ on = "game_end", state', '{ on = "half_time", state', "closes", "closes = ["),
    "like names nothing": ('like = "roll.cocked"\nneeds = ["dice"]', 'like = "roll.crooked"\nneeds = ["dice"]', "roll.crooked", 'like = "roll.crooked"'),
    "setting of the wrong type": ("left_permission = true", 'left_permission = "perhaps"', "rolls.left_permission", "left_permission = "),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "says", "fragment"), WRONG.values(), ids=WRONG.keys())
def test_wrong_file_names_line_and_field(old, new, says, fragment):
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    with pytest.raises(InputError) as caught:
        parse_profile(text, source="mine.toml")
    assert "mine.toml" in str(caught.value)
    assert says in str(caught.value)
    assert f"line {line_of(fragment, text)}," in str(caught.value)


def test_toml_fault_names_the_line():
    lines = TEXT.splitlines()
    lines[6] = 'edition = "open'
    with pytest.raises(InputError, match="line 7"):
        parse_profile("\n".join(lines))


def test_missing_and_unknown_rules_are_named():
    without = TEXT.replace('[rules."move.backwards"]\nlike = "move.illegal"\n', "")
    with pytest.raises(InputError, match=r"move\.backwards"):
        parse_profile(without)
    with pytest.raises(InputError, match=r"move\.sideways"):
        parse_profile(TEXT + '\n[rules."move.sideways"]\nlike = "move.illegal"\n')


def test_like_cannot_be_chained():
    with pytest.raises(InputError, match="written out in full"):
        parse_profile(TEXT.replace('[rules."roll.on-checker"]\nlike = "roll.cocked"', '[rules."roll.on-checker"]\nlike = "roll.off-board"'))
