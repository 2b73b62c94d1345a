"""The scenarios of the rules reference, column CNB, as far as table events and officials' inputs suffice. Ids are the reference's own."""

import pytest

from monitor.game.events import Rows, Support
from monitor.officiating import InputKind, Referee
from tests.officiating.scripted import CNB, START, A, B, assessed, changes, die, double, end, flags, game_end, play, roll, row, rules, run, setup, tell

LEFT = (die(4, half="left"), die(2, half="left"))
RIGHT = (die(4), die(2))
WRONG = Rows(row(p8=4, p6=4), row())


@pytest.fixture(params=[A, B], ids=["roller A", "roller B"])
def table(request):
    """(referee, the player about to roll, the other), the other having opened and played."""
    roller = request.param
    referee = Referee(CNB, "m1")
    assert run(referee, setup(0.0), roll(1.0, roller.opponent, opening=True), play(2.0, roller.opponent), end(3.0, roller.opponent)) == []
    return referee, roller, roller.opponent


def test_R01_cocked_both_again_after_assent(table):
    referee, roller, _ = table
    (flag,) = flags(run(referee, assessed(referee, 5.0, roller, die(4, flat=False), die(2))))
    assert (flag.rule, flag.article, flag.flag_class) == ("roll.cocked", "CNB 4.1.4.1", "REROLL")
    assert "Both dice are rolled again, after the opponent has agreed" in flag.remedy


def test_R02_left_of_bar_without_permission(table):
    referee, roller, _ = table
    (flag,) = flags(run(referee, assessed(referee, 5.0, roller, *LEFT)))
    assert (flag.rule, flag.flag_class) == ("roll.left-of-bar", "REROLL")


def test_R03_left_of_bar_with_permission_is_valid(table):
    referee, roller, _ = table
    run(referee, tell(InputKind.PERMISSION_LEFT, 4.0, player=roller))
    event = assessed(referee, 5.0, roller, *LEFT)
    assert event.valid is True
    assert run(referee, event) == []


def test_R03_twin_the_permission_is_the_other_players(table):
    referee, roller, other = table
    run(referee, tell(InputKind.PERMISSION_LEFT, 4.0, player=other))
    assert rules(run(referee, assessed(referee, 5.0, roller, *LEFT))) == ["roll.left-of-bar"]


def test_R04_split_sides_with_permission(table):
    referee, roller, _ = table
    run(referee, tell(InputKind.PERMISSION_LEFT, 4.0, player=roller))
    assert rules(run(referee, assessed(referee, 5.0, roller, die(half="left"), die()))) == ["roll.split-sides"]


def test_R05_right_again_with_a_left_permission_and_no_notice_is_noted(table):
    referee, roller, _ = table
    run(referee, tell(InputKind.PERMISSION_LEFT, 4.0, player=roller))
    event = assessed(referee, 5.0, roller, *RIGHT)
    assert event.valid is True
    (flag,) = flags(run(referee, event))
    assert (flag.rule, flag.flag_class) == ("roll.side-switch-without-notice", "INFO")
    run(referee, tell(InputKind.PERMISSION_ENDED, 6.0, player=roller))
    assert rules(run(referee, assessed(referee, 9.0, roller, *LEFT))) == ["roll.left-of-bar"]


def test_R06_permission_of_an_earlier_game_has_expired(table):
    referee, roller, other = table
    run(referee, tell(InputKind.PERMISSION_LEFT, 4.0, player=roller), assessed(referee, 5.0, roller, *RIGHT), game_end(30.0))
    run(referee, setup(40.0), roll(41.0, other, opening=True), play(42.0, other), end(43.0, other))
    assert rules(run(referee, assessed(referee, 45.0, roller, *LEFT))) == ["roll.left-of-bar"]


def test_R07_on_a_checker(table):
    referee, roller, _ = table
    (flag,) = flags(run(referee, assessed(referee, 5.0, roller, die(4, on=Support.CHECKER), die(2))))
    assert flag.rule == "roll.on-checker"
    assert "the die showing 4 lies on a checker" in flag.text


def test_R09_die_off_the_board(table):
    referee, roller, _ = table
    assert rules(run(referee, assessed(referee, 5.0, roller, die(None, flat=None, on=Support.OFF, half=None), die(2)))) == ["roll.off-board"]


def test_R22_tied_opening_is_no_flag_and_no_roll(table):
    referee = Referee(CNB, "m1")
    assert run(referee, setup(0.0), roll(1.0, None, (5, 5), opening=True), roll(4.0, A, (6, 5), opening=True)) == []
    assert referee.rolls == 1


def larger_die_ignored(table):
    """L10: 6-2, either die could be played but not both, the 2 was played."""
    referee, mover, other = table
    seen = play(6.0, mover, False, "move.must-use-larger", notation="20/18", dice=(6, 2), nearest=("20/14",))
    return referee, mover, other, run(referee, roll(5.0, mover, (6, 2)), seen, end(7.0, mover))


def test_D01_seen_before_the_opponent_rolls_must_be_replayed(table):
    referee, mover, _, out = larger_die_ignored(table)
    (flag,) = flags(out)
    assert (flag.rule, flag.flag_class, flag.article, flag.t) == ("move.must-use-larger", "MUST", "CNB 4.2.3.1, 4.2.3.2", 7.0)
    assert "Nearest legal: 20/14" in flag.text
    assert CNB.authority.observer_may_announce
    replayed = play(12.0, mover, True, notation="20/14", dice=(6, 2), replaces=6.0)
    assert changes(run(referee, replayed, end(13.0, mover))) == [(12.0, "f1", "corrected")]


def test_D02_stands_once_the_opponent_has_rolled_validly(table):
    referee, _, other, _ = larger_die_ignored(table)
    assert changes(run(referee, roll(9.0, other))) == [(9.0, "f1", "accepted")]


def test_D03_a_cocked_roll_of_the_opponent_leaves_it_open(table):
    referee, _, other, _ = larger_die_ignored(table)
    out = run(referee, assessed(referee, 9.0, other, die(flat=False), die()))
    assert (rules(out), changes(out)) == (["roll.cocked"], [])
    assert changes(run(referee, roll(11.0, other))) == [(11.0, "f2", "corrected"), (11.0, "f1", "accepted")]


def test_D04_accepted_by_the_opponents_cube_without_a_clock(table):
    referee, _, other, _ = larger_die_ignored(table)
    assert changes(run(referee, double(9.0, other))) == [(9.0, "f1", "accepted")]


def test_D05_open_after_the_opponents_cube_with_a_clock():
    referee = Referee(CNB, "m1", clock=True)
    run(referee, setup(0.0), roll(1.0, A, opening=True), play(2.0, A), end(3.0, A), roll(5.0, B), play(6.0, B, False), end(7.0, B))
    assert run(referee, double(9.0, A)) == []
    assert changes(run(referee, roll(11.0, A))) == [(11.0, "f1", "accepted")]


def test_D21_of_two_in_succession_only_the_later_is_open(table):
    referee, _, other, _ = larger_die_ignored(table)
    out = run(referee, roll(9.0, other), play(10.0, other, False, "move.backwards"), end(11.0, other))
    assert changes(out) == [(9.0, "f1", "accepted")]
    assert rules(out) == ["move.backwards"]


@pytest.fixture(params=[A, B], ids=["opener A", "opener B"])
def wrong_setup(request):
    """(referee, opener, other) with a wrong set-up flagged and no roll made."""
    referee = Referee(CNB, "m1")
    assert rules(run(referee, setup(0.0, WRONG, 1))) == ["setup.error"]
    return referee, request.param, request.param.opponent


def rolls_by(opener, n, t=10.0):
    """Turns with the rolls 1 to n of a game; the last roll's turn is still open."""
    events = []
    for number in range(1, n + 1):
        player = opener if number % 2 else opener.opponent
        events += [roll(t + 4 * number, player, opening=number == 1)]
        if number < n:
            events += [play(t + 4 * number + 1, player), end(t + 4 * number + 2, player)]
    return events


def test_S01_seen_before_roll_1_must_be_corrected(wrong_setup):
    referee, opener, _ = wrong_setup
    assert changes(run(referee, setup(5.0, START), *rolls_by(opener, 5))) == [(5.0, "f1", "corrected")]


def test_S02_still_open_after_roll_2(wrong_setup):
    referee, opener, _ = wrong_setup
    assert run(referee, *rolls_by(opener, 2)) == []
    assert referee.rolls == 2


def test_S03_stands_after_the_openers_second_roll(wrong_setup):
    referee, opener, _ = wrong_setup
    assert changes(run(referee, *rolls_by(opener, 3))) == [(22.0, "f1", "accepted")]


@pytest.mark.parametrize("n", [4, 5], ids=["S04 after roll 4", "S05 as roll 5 is on the board"])
def test_S04_S05_stood_since_roll_3(wrong_setup, n):
    referee, opener, _ = wrong_setup
    assert changes(run(referee, *rolls_by(opener, n))) == [(22.0, "f1", "accepted")]


def test_S06_fourteen_checkers_stand_and_are_no_mismatch_later():
    referee = Referee(CNB, "m1")
    out = run(referee, setup(0.0, Rows(row(p6=4), row()), 1), *rolls_by(A, 20))
    assert rules(out) == ["setup.error"]
    assert changes(out) == [(22.0, "f1", "accepted")]


def test_S07_mirrored_homes_are_no_fault():
    for near, near_home in ((A, "left"), (A, "right"), (B, "left"), (B, "right")):
        event = setup(0.0)
        mirrored = type(event)(**{**{f: getattr(event, f) for f in ("t", "position", "differs")}, "near": near, "near_home": near_home})
        assert run(Referee(CNB, "m1"), mirrored) == []


def test_S08_a_dance_on_roll_3_closes_it(wrong_setup):
    referee, opener, _ = wrong_setup
    out = run(referee, *rolls_by(opener, 3), play(23.0, opener, notation="no play"), end(24.0, opener))
    assert changes(out) == [(22.0, "f1", "accepted")]


def test_S09_the_openers_cube_before_roll_3_closes_it_the_others_does_not(wrong_setup):
    referee, opener, other = wrong_setup
    out = run(referee, *rolls_by(opener, 1), play(15.0, opener), end(16.0, opener), double(17.0, other))
    assert changes(out) == []
    out = run(referee, roll(18.0, other), play(19.0, other), end(20.0, other), double(21.0, opener))
    assert changes(out) == [(21.0, "f1", "accepted")]


def test_S10_ties_are_no_rolls(wrong_setup):
    referee, opener, _ = wrong_setup
    assert run(referee, *(roll(t, None, (4, 4), opening=True) for t in (2.0, 3.0, 4.0))) == []
    assert referee.rolls == 0
    assert changes(run(referee, *rolls_by(opener, 3))) == [(22.0, "f1", "accepted")]


def test_invalid_rolls_do_not_count_and_those_that_stood_do(wrong_setup):
    referee, opener, other = wrong_setup
    events = rolls_by(opener, 2)
    run(referee, *events[:3], assessed(referee, 17.0, other, die(flat=False), die()), assessed(referee, 18.0, other, die(flat=False), die()))
    assert referee.rolls == 1
    run(referee, play(19.0, other), end(20.0, other))
    assert referee.rolls == 2, "it was played and stood"
    assert (21.0, "f1", "accepted") in changes(run(referee, roll(21.0, opener)))


def test_openers_second_turn_closes_even_when_the_turn_between_was_not_seen(wrong_setup):
    referee, opener, _ = wrong_setup
    out = run(referee, *rolls_by(opener, 1), play(15.0, opener), end(16.0, opener), roll(30.0, opener))
    assert changes(out) == [(30.0, "f1", "accepted")]
    assert referee.rolls == 3
