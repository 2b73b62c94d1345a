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
    "misspelt class": ('class = "MUST"\nneeds = ["setup"]', 'class = "MOST"\nneeds = ["setup"]', "rules.setup.error.class", 'class = "MOST"'),
    "extra field": ('articles = ["4.2.4"]', 'articles = ["4.2.4"]\ncolour = "red"', "rules.setup.error.colour", 'colour = "red"'),
    "article is not a number": ('articles = ["4.2.4"]', 'articles = ["four"]', "rules.setup.error.articles.0", 'articles = ["four"]'),
    "unknown closing event": ('{ on = "game_end", state', '{ on = "half_time", state', "closes", "closes = ["),
    "like names nothing": ('like = "roll.cocked"\nneeds = ["dice"]', 'like = "roll.crooked"\nneeds = ["dice"]', "roll.crooked", 'like = "roll.crooked"'),
    "setting of the wrong type": ("left_permission = { value = true", 'left_permission = { value = "perhaps"', "rolls.left_permission", "left_permission = "),
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


# ---------------------------------------------------------------- every value has its source

CLASSES = {
    # rule: (cnb, dbgf, biba); "-" where the federation has no such rule (rules reference, section 2)
    "roll.cocked": ("REROLL", "REROLL", "REROLL"),
    "roll.off-board-returned": ("INFO", "INFO", "REROLL"),
    "roll.side-switch-without-notice": ("INFO", "INFO", "-"),
    "roll.not-simultaneous": ("REROLL", "-", "INFO"),
    "roll.reroll-without-assent": ("DIR", "-", "-"),
    "roll.premature": ("OPTION", "OPTION", "OPTION"),
    "roll.opening-wrong-pair": ("MUST", "MUST", "MUST"),
    "dice.value-changed": ("DIR", "DIR", "DIR"),
    "turn.move-changed-after-end": ("MUST", "MUST", "MUST"),
    "turn.dice-lifted-early": ("CLAIM", "CLAIM", "DIR"),
    "turn.move-changed-after-transcription": ("DIR", "-", "-"),
    "move.illegal": ("MUST", "OPTION", "OPTION"),
    "move.bar-priority": ("MUST", "OPTION", "OPTION"),
    "setup.error": ("MUST", "MUST", "MUST"),
    "cube.crawford": ("MUST", "MUST", "MUST"),
    "cube.premature": ("INFO", "INFO", "DIR"),
    "cube.press-missing": ("INFO", "INFO", "-"),
    "clock.flag": ("DIR", "DIR", "DIR"),
    "score.crawford-not-announced": ("INFO", "INFO", "-"),
}


@pytest.mark.parametrize(("rule", "classes"), CLASSES.items(), ids=CLASSES.keys())
def test_classes_side_by_side(rule, classes):
    found = [load_profile(name).rules[rule] for name in ("cnb", "dbgf", "biba")]
    assert tuple(r.flag_class if r.applies else "-" for r in found) == classes


PARAMETERS = (
    "illegal_move.mode", "illegal_move.closes_on", "authority.observer_may_announce", "rolls.zone", "rolls.dice_on_checkers", "rolls.off_board_returned",
    "rolls.reroll_needs_assent", "premature.roll", "premature.forced_play", "turn.end_of_turn", "turn.end_of_turn_clock", "early_lift.steps",
    "early_lift.delay_included", "early_lift.low_time_s", "setup.closes_at_roll", "setup.cube_counts", "crawford.undo_window", "cube.start_faces",
    "clock.minutes_base", "clock.minutes_per_point", "clock.flag", "time.late_step_min", "time.late_forfeit", "time.breaks", "score.authority",
    "appeal.majority", "edition",
)  # fmt: skip


@pytest.mark.parametrize("name", profile_names())
def test_every_parameter_has_a_value_and_says_where_it_is_from(name):
    parameters = load_profile(name).parameters()
    assert set(PARAMETERS) <= set(parameters)
    assert all(citation for _, citation in parameters.values())


def test_setup_closes_at_roll_3_or_5_and_the_cube_counts_or_not():
    found = {n: (p["setup.closes_at_roll"][0], p["setup.cube_counts"][0]) for n in ("cnb", "dbgf", "biba") for p in [load_profile(n).parameters()]}
    assert found == {"cnb": (3, True), "dbgf": (3, True), "biba": (5, False)}


def test_a_seed_profile_knows_what_it_says_and_the_others_name_their_sources():
    for name in ("cnb", "dbgf", "biba"):
        profile = load_profile(name)
        assert not profile.sources and not profile.is_beyond_rulebooks
        assert not any("unknown" in rule.articles for rule in profile.rules.values())
    for name in ("biba+clock", "usbgf", "wbgf"):
        profile = load_profile(name)
        assert profile.sources and profile.is_beyond_rulebooks
        assert "certainty high" in profile.article("move.illegal") or name == "biba+clock"


@pytest.mark.parametrize("name", ["usbgf", "wbgf"])
def test_what_is_not_known_is_for_the_director(name):
    profile = load_profile(name)
    unknown = [rule for rule in profile.rules.values() if rule.articles == ("unknown",) and rule.applies]
    assert len(unknown) > 60
    assert {rule.flag_class for rule in unknown} == {"DIR"}
    assert profile.article("roll.cocked") == "not known here"


def test_forced_play_setting_and_rule_agree():
    for name in profile_names():
        profile = load_profile(name)
        assert (profile.premature.forced_play == "stands") == ("forced" in profile.rules["roll.premature"].cases)


def test_danish_text_speaks_of_no_italian_rule():
    for name in ("dbgf", "biba"):
        for rule_id, rule in load_profile(name).rules.items():
            assert "12 s" not in rule.remedy + (rule.remedy_clock or ""), rule_id
            assert "opponent has agreed" not in rule.remedy, rule_id


# ---------------------------------------------------------------- profiles of one's own

OWN = """name = "own"
base = "dbgf"
title = "our event"
edition = "2026"

[sources.director]
text = "our director's decision"
certainty = "high"

[authority]
observer_may_announce = { value = true, article = "@director" }

[rules."move.backwards"]
class = "MUST"
articles = ["@director"]
"""


def test_a_derived_profile_says_only_what_differs():
    own, base = parse_profile(OWN), load_profile("dbgf")
    assert own.authority.observer_may_announce
    assert own.article_of("authority", "observer_may_announce") == "our director's decision (certainty high)"
    assert (own.rules["move.backwards"].flag_class, own.article("move.backwards")) == ("MUST", "our director's decision (certainty high)")
    assert own.rules["move.backwards"].window == base.rules["move.illegal"].window
    assert own.rules["move.wrong-distance"] == base.rules["move.wrong-distance"]
    assert own.rolls == base.rolls


OWN_WRONG = {
    # name: (what is replaced, by what, words of the message)
    "no such base": ('base = "dbgf"', 'base = "fibs"', ["line 2", "fibs", "biba"]),
    "a source that is not named": ('"@director" }', '"@boss" }', ["@boss", "authority.observer_may_announce"]),
    "a value without its article": ('{ value = true, article = "@director" }', "true", ["line 11", "authority.observer_may_announce", "article"]),
    "a class that is none": ('class = "MUST"', 'class = "MAY"', ["line 14", "move.backwards.class"]),
    "a window that is not there": ('class = "MUST"', 'window = "lunch"', ["line 14", "[windows.lunch]"]),
    "a rule that is none": ('[rules."move.backwards"]', '[rules."move.sideways"]', ["move.sideways"]),
    "a setting that its rule contradicts": (
        "[authority]", '[premature]\nforced_play = { value = "stands", article = "@director" }\n[authority]', ["line 11", "premature.forced_play", "`forced`"],
    ),
    "a value that is none": ("[authority]", '[rolls]\nzone = { value = "up", article = "1" }\n[authority]', ["line 11", "rolls.zone"]),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), OWN_WRONG.values(), ids=OWN_WRONG.keys())
def test_a_wrong_profile_of_ones_own_names_line_and_field(old, new, words):
    assert old in OWN
    with pytest.raises(InputError) as caught:
        parse_profile(OWN.replace(old, new, 1), source="own.toml")
    for word in ("own.toml", *words):
        assert word in str(caught.value)


def test_a_shared_window_is_named_where_it_is_written_and_once():
    text = TEXT.replace('opens = "turn_end"\ntext = "until the opponent\'s next', 'opens = "someday"\ntext = "until the opponent\'s next')
    assert text != TEXT
    with pytest.raises(InputError) as caught:
        parse_profile(text)
    assert f"line {line_of('someday', text)}, field windows.illegal-play.opens" in str(caught.value)
    assert str(caught.value).count("someday") == 0
    assert str(caught.value).count("windows.illegal-play.opens") == 1


def test_own_file_by_its_name(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    assert load_profile(str(path)).name == "own"
    with pytest.raises(InputError, match="cannot be read"):
        load_profile(str(tmp_path / "none.toml"))
