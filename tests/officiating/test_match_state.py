"""Score, Crawford game and cube as the rules hang on them."""

import pytest

from monitor.game.events import Player
from monitor.officiating import MatchFacts, MatchState

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
