"""`rules`: a rule side by side, a family, a setting, and a profile of one's own."""

import pytest

from monitor.cli import DONE, UNREADABLE, WRONG_USE, run


def said(capsys, *arguments):
    status = run(["rules", *arguments])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_a_rule_with_article_window_and_remedy_in_every_profile(capsys):
    status, out, _ = said(capsys, "move.illegal")
    assert status == DONE
    for words in ("CNB 4.2.3.1", "DBgF §4.2.3.1", "BIBA 4.8", "must be corrected", "may accept", "condone", "window: until the opponent", "certainty high"):
        assert words in out
    assert "differs: class, window" in out.splitlines()[-1]


def test_two_profiles_and_what_differs(capsys):
    _, out, _ = said(capsys, "move.illegal", "--profile", "cnb", "--profile", "dbgf")
    assert "BIBA" not in out
    _, alone, _ = said(capsys, "move.illegal", "--profile", "cnb")
    assert "differs" not in alone
    _, same, _ = said(capsys, "checker.two-hands", "--profile", "cnb", "--profile", "dbgf")
    assert same.splitlines()[-1] == "differs: nothing but the articles"


def test_a_rule_that_is_none_here_says_so(capsys):
    _, out, _ = said(capsys, "roll.not-simultaneous", "--profile", "dbgf")
    assert "not a rule here" in out


def test_a_setting_and_a_family(capsys):
    _, out, _ = said(capsys, "rolls.zone")
    assert "right  [CNB 4.1.4.1]" in out
    assert "same side" in out
    _, out, _ = said(capsys, "setup", "--profile", "biba")
    assert "setup.closes_at_roll" in out
    assert "5  [BIBA 4.7]" in out
    _, out, _ = said(capsys, "dice", "--profile", "cnb")
    assert "dice.mix" in out
    _, out, _ = said(capsys, "clock", "--profile", "cnb")
    assert "clock.faulty: Clock faulty" in out, "rules"
    assert "clock.delay_s" in out, "and settings of that name"


def test_without_a_rule_all_are_listed(capsys):
    _, out, _ = said(capsys)
    for words in ("move.must-use-larger", "dispute.appeal", "clock.minutes_per_point", "2.1, August 2023"):
        assert words in out


@pytest.mark.parametrize(("name", "near"), [("move.ilegal", "move.illegal"), ("rolls.zones", "rolls.zone")])
def test_a_name_that_is_none_is_answered_with_what_is_near(capsys, name, near):
    status, _, err = said(capsys, name)
    assert status == WRONG_USE
    assert near in err


def test_a_profile_of_ones_own(capsys, tmp_path):
    path = tmp_path / "own.toml"
    status, out, _ = said(capsys, "--profile", "biba", "--derive", str(path))
    assert status == DONE
    assert "starts from biba" in out
    path.write_text(path.read_text("utf-8") + '\n[rules."move.unclear"]\nclass = "DIR"\narticles = ["@director"]\n', "utf-8")
    _, out, _ = said(capsys, "move.unclear", "--profile", str(path))
    assert "class: DIR" in out
    assert "decision of the director" in out
    assert said(capsys, "--profile", "biba", "--derive", str(path))[0] == UNREADABLE, "it is not written over"
    path.write_text(path.read_text("utf-8").replace('"DIR"', '"PERHAPS"'), "utf-8")
    status, _, err = said(capsys, "--profile", str(path))
    line = path.read_text("utf-8").splitlines().index('class = "PERHAPS"') + 1
    assert status == UNREADABLE
    assert f"own.toml is not a valid rule profile. line {line}, field rules.move.unclear.class" in err


@pytest.mark.parametrize(
    "arguments", [["--derive", "x.toml"], ["--profile", "cnb", "--profile", "biba", "--derive", "x.toml"], ["--profile", "cnb", "--derive", "x.txt"]]
)
def test_deriving_needs_one_profile_and_a_toml_file(capsys, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said(capsys, *arguments)[0] == UNREADABLE
    assert list(tmp_path.iterdir()) == []
