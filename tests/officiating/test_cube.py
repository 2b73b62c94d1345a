"""Cube actions: each fault, its look-alike that must not flag, and its uncertain twin; from both seats."""

import pytest

from monitor.game.events import CubeSeen, Player, Status
from monitor.officiating import Fact, InputKind, MatchFacts, State
from tests.officiating.scripted import setup
from tests.officiating.story import COCKED, RIGHT, Story

UNSURE = Status.UNCERTAIN


def before_the_opening(story):
    story.see(setup(1.0))
    return story


def to_roll(story):
    return story.begin()


def rolled(story):
    return story.begin().rolls(story.a)


def rolled_badly(story):
    story.begin().throws(story.a, *COCKED)
    return story


def rolled_again(story):
    rolled_badly(story).throws(story.a, *RIGHT)
    return story.plays(story.a).ends(story.a).turn(story.b)


def theirs(story):
    """A doubled and B took: the cube is B's, and A is to roll again."""
    return story.begin().cube(story.a, value=2).cube(story.b, "take").turn(story.a).turn(story.b)


def taken(story):
    """B doubled and A took; B has not rolled."""
    return story.begin(opener=story.a).cube(story.b, value=2).cube(story.a, "take")


FAULTS = {
    # rule: (the position of its case, of its look-alike, value shown)
    "cube.not-owner": (theirs, to_roll, 2),
    "cube.after-roll": (rolled, to_roll, 2),
    "cube.after-invalid-roll": (rolled_badly, rolled_again, 2),
    "cube.beaver": (taken, to_roll, 4),
}


@pytest.mark.parametrize("seat", Player)
@pytest.mark.parametrize(("rule", "case"), FAULTS.items(), ids=FAULTS.keys())
def test_fault_look_alike_and_uncertain_twin(rule, case, seat):
    fault, look_alike, value = case
    for begin, status, expected in ((fault, Status.SURE, [rule]), (look_alike, Status.SURE, []), (fault, UNSURE, [])):
        story = begin(Story("cnb", seat))
        raised = len(story.flags)
        story.cube(story.a, value=value if begin is fault else None, status=status)
        assert [flag.rule for flag in story.flags[raised:]] == expected


@pytest.mark.parametrize("seat", Player)
def test_nobody_doubles_before_the_opening_roll(seat):
    story = before_the_opening(Story("cnb", seat)).cube(seat, value=2)
    assert story.lines == ["cube.not-owner MUST"]
    assert "opening roll" in story.last.text


@pytest.mark.parametrize("seat", Player)
def test_a_double_in_the_others_turn_is_one_only_where_it_is_known_whose_turn_it_is(seat):
    story = to_roll(Story("cnb", seat))
    story.cube(story.b, value=2)
    assert story.lines == ["cube.not-owner MUST"]
    missed = rolled(Story("cnb", seat)).plays(seat)
    missed.cube(missed.b, value=2)
    assert missed.lines == [], "that A's turn has ended was not seen"


def test_a_cancelled_double_is_kept_as_superseded_and_does_not_count():
    story = rolled(Story("cnb")).cube(Player.A, value=2).plays(Player.A).ends(Player.A).rolls(Player.B)
    assert [event.kind for event, _ in story.referee.superseded] == ["cube"]
    assert story.referee.match.cube == 1


def test_a_double_that_was_to_be_cancelled_and_was_taken_is_on_the_table():
    story = rolled(Story("cnb")).cube(Player.A, value=2).cube(Player.B, "take")
    assert (story.referee.match.cube, story.referee.match.cube_owner) == (2, Player.B)
    assert story.referee.superseded == ()


def test_the_value_shown_is_judged_by_what_it_must_be():
    for value, expected in ((2, []), (None, []), (4, ["cube.wrong-value MUST"]), (64, ["cube.wrong-value MUST"])):
        assert to_roll(Story("cnb")).cube(Player.A, value=value).lines == expected


@pytest.mark.parametrize(
    ("place", "value", "status", "expected"),
    [
        ("middle", 64, Status.SURE, []),
        ("middle", None, Status.SURE, []),
        ("middle", 8, Status.SURE, ["cube.wrong-face MUST"]),
        ("middle", 8, UNSURE, []),
        ("A", 64, Status.SURE, ["cube.not-centred MUST"]),
        ("off", None, Status.SURE, ["cube.missing MUST"]),
        ("off", None, UNSURE, []),
    ],
)
def test_the_cube_at_the_start(place, value, status, expected):
    story = before_the_opening(Story("cnb"))
    story.see(CubeSeen(2.0, status=status, place=place, value=value))
    story.see(CubeSeen(3.0, status=status, place=place, value=value))
    assert story.lines == expected, "once, however often it is seen"
    story.shows_cube("middle", 64)
    assert story.lines[len(expected) :] == [line.split()[0] + ": corrected" for line in expected]


def test_the_cube_is_not_looked_for_in_the_middle_once_it_was_turned():
    assert theirs(Story("cnb")).shows_cube("B", 2).lines == []


def test_the_cube_is_put_back_after_the_crawford_game():
    story = Story("cnb", match=MatchFacts(7, (6, 2))).begin().wins(Player.B)
    story.see(setup(story.next()))
    story.shows_cube("off", None)
    assert story.lines == ["cube.absent-post-crawford MUST"]


def test_an_early_double_is_an_offer_once_the_turn_ends_and_a_take_follows():
    story = rolled(Story("cnb")).cube(Player.B, value=2, early=True).plays(Player.A).ends(Player.A).cube(Player.A, "take")
    assert (story.referee.match.cube, story.referee.match.cube_owner, story.referee.state, story.referee.on_roll) == (2, Player.A, State.READY, Player.B)


def test_shifting_a_die_after_notice_is_nothing():
    story = rolled(Story("cnb")).tells(InputKind.NOTICE, player=Player.A).fact(Fact.DIE_SHIFTED, Player.A, **{"from": 5, "to": 5})
    assert story.lines == []
