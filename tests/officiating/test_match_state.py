"""Score, Crawford game and cube as the rules hang on them."""

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.officiating import MatchFacts, MatchState
from monitor.officiating.score import require_score

A, B = Player.A, Player.B


@pytest.mark.parametrize(
    ("facts", "is_crawford"),
    [
        (None, None),
        (MatchFacts(7), None),
        (MatchFacts(7, (5, 2)), False),
        (MatchFacts(7, (6, 2)), True),
        (MatchFacts(7, (2, 6)), True),
        (MatchFacts(7, (6, 2), is_crawford=False), False),
        (MatchFacts(7, (5, 2), is_crawford=True), True),
        (MatchFacts(7, (6, 6)), False),
        (MatchFacts(1, (0, 0)), True),
    ],
)
def test_the_first_game_watched(facts, is_crawford):
    assert MatchState.of(facts).is_crawford is is_crawford


def test_one_crawford_game_in_a_match():
    match = MatchState.of(MatchFacts(7, (4, 2)))
    match.end_game(A, 2)
    assert match.is_crawford is False, "the game that led there was none"
    match.begin_game()
    assert match.is_crawford is True
    match.end_game(B, 1)
    match.begin_game()
    assert (match.is_crawford, match.is_post_crawford) == (False, True)
    match.end_game(B, 3)
    match.begin_game()
    assert match.is_crawford is False, "also when the other comes to match point"
    match.end_game(A, 1)
    assert match.is_match_over


def test_told_that_the_crawford_game_was_played():
    match = MatchState.of(MatchFacts(7, (6, 2), is_crawford=False))
    match.end_game(B, 1)
    match.begin_game()
    assert match.is_crawford is False


def test_points_that_were_not_seen_leave_the_score_unknown_until_told():
    match = MatchState.of(MatchFacts(7, (3, 3)))
    match.end_game(A, None)
    match.begin_game()
    assert (match.score, match.is_crawford, match.is_match_over) == (None, None, False)
    match.end_game(B, 1)
    match.tell_score({A: 6, B: 4}, None, None)
    match.begin_game()
    assert match.is_crawford is True


def test_a_score_told_during_a_game_leaves_its_crawford_status_alone():
    """DBgF §4.3.3.6: penalty points do not change the running game."""
    match = MatchState.of(MatchFacts(7, (3, 4)))
    match.tell_score({A: 3, B: 6}, None, None)
    assert match.is_crawford is False
    match.tell_score({A: 3, B: 6}, None, True)
    assert match.is_crawford is True, "unless that is told as well"


@pytest.mark.parametrize(("cube", "multiplier", "points"), [(1, 1, 1), (2, 2, 4), (4, 1, 4), (4, 3, 12)])
def test_points(cube, multiplier, points):
    assert MatchState(cube=cube).points_for(multiplier) == points


def test_where_both_need_one_point_the_crawford_game_was_played():
    match = MatchState.of(MatchFacts(7, (6, 6)))
    assert match.is_post_crawford
    assert not MatchState.of(MatchFacts(7, (6, 5))).is_post_crawford
    assert not MatchState.of(MatchFacts(1, (0, 0))).is_post_crawford


FITS = [
    ((3, 4), 7, None, ""), ((6, 4), 7, True, ""), ((0, 6), 7, True, ""), ((6, 6), 7, False, ""), ((7, 6), 7, None, ""), ((99, 98), None, True, ""),
    ((0, 0), 1, True, ""), ((0, 0), 7, False, ""),
    ((99, 0), 7, None, "more than 7"), ((8, 3), 7, None, "more than 7"), ((7, 7), 7, None, "Both"), ((6, 6), 7, True, "not both"),
    ((5, 4), 7, True, "exactly one point"), ((7, 6), 7, True, "exactly one point"), ((1, 0), 1, True, "exactly one point"),
]  # fmt: skip


@pytest.mark.parametrize(("points", "length", "crawford", "says"), FITS)
def test_scores_that_a_match_can_have(points, length, crawford, says):
    if not says:
        require_score(points, length, crawford)
        return
    with pytest.raises(InputError, match=says) as refused:
        require_score(points, length, crawford)
    assert str(refused.value).endswith(".") and str(length) in str(refused.value)
