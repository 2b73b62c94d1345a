"""Every flag: its case, its look-alike that must not flag, and its uncertain twin, from both seats; and how each window closes."""

from dataclasses import replace

import pytest

from monitor.errors import InputError
from monitor.game.events import FlagRaised, Gap, Player, Rows, Support, from_json
from monitor.officiating import CATALOGUE, InputKind, OfficialInput, Referee
from tests.officiating.scripted import (
    CNB,
    START,
    UNCERTAIN,
    A,
    B,
    assessed,
    changes,
    die,
    double,
    end,
    flags,
    game_end,
    play,
    roll,
    row,
    rules,
    run,
    setup,
    tell,
)  # fmt: skip

SEATS = pytest.mark.parametrize("player", [A, B])
PLAY_RULES = [rule for rule, entry in CATALOGUE.items() if entry.family == "play"]


@pytest.fixture
def referee():
    return Referee(CNB, "m1")


def opened(referee: Referee, opener: Player = A) -> Referee:
    """A game set up well, with its opening roll made, played and ended by t = 3."""
    out = run(referee, setup(0.0), roll(1.0, opener, (3, 1), opening=True), play(2.0, opener), end(3.0, opener))
    assert out == []
    return referee


# ---------------------------------------------------------------- rolls

DICE = {
    # rule: (its case, the look-alike that must not flag, the uncertain twin)
    "roll.cocked": ((die(flat=False), die(2)), (die(), die(2)), (die(flat=None), die(2))),
    "roll.on-checker": ((die(on=Support.CHECKER), die(2)), (die(on=Support.BOARD), die(2)), (die(on=Support.BOARD, flat=None), die(2))),
    "roll.off-board": ((die(on=Support.OFF, half=None), die(2)), (die(on=Support.BOARD), die(2)), (die(on=Support.BOARD, half=None), die(2))),
    "roll.left-of-bar": ((die(half="left"), die(2, half="left")), (die(half="right"), die(2)), (die(half=None), die(2, half=None))),
}


@SEATS
@pytest.mark.parametrize("rule", DICE)
def test_roll_flag_its_look_alike_and_its_uncertain_twin(player, rule):
    case, look_alike, uncertain = DICE[rule]
    for dice, expected in ((case, [rule]), (look_alike, []), (uncertain, [])):
        referee = opened(Referee(CNB, "m1"), player.opponent)
        event = assessed(referee, 5.0, player, *dice)
        assert rules(run(referee, event)) == expected
        assert (event.valid is None) == (dice is uncertain)


@SEATS
def test_split_sides_only_with_a_permission(player):
    split = (die(half="left"), die(2, half="right"))
    for permission, dice, expected in (
        (True, split, ["roll.split-sides"]),
        (True, (die(half="left"), die(2, half="left")), []),
        (True, (die(half="left"), die(2, half=None)), []),
        (False, split, ["roll.left-of-bar"]),
    ):
        referee = opened(Referee(CNB, "m1"), player.opponent)
        if permission:
            assert run(referee, tell(InputKind.PERMISSION_LEFT, 3.5, player=player)) == []
        assert rules(run(referee, assessed(referee, 5.0, player, *dice))) == expected


def test_uncertain_event_never_flags_even_if_it_says_invalid(referee):
    opened(referee)
    assert run(referee, roll(5.0, B, valid=False, reason="roll.cocked", reasons=("roll.cocked",), status=UNCERTAIN)) == []


def test_a_cocked_die_is_flagged_although_its_face_cannot_be_read(referee):
    """How it lies does not depend on what it shows; where more than the face is unclear, nothing is claimed."""
    opened(referee)
    tilted = roll(5.0, B, (2, None), valid=False, reason="roll.cocked", reasons=("roll.cocked",), status=UNCERTAIN)
    assert rules(run(referee, tilted)) == ["roll.cocked"]
    for unclear in (roll(15.0, B, (2, None), valid=None, status=UNCERTAIN), roll(16.0, B, (None, None), valid=False, reason="roll.cocked", status=UNCERTAIN)):
        assert flags(run(referee, unclear)) == []


@SEATS
def test_roll_flag_says_what_which_and_what_to_do(player):
    referee = opened(Referee(CNB, "m1"), player.opponent)
    event = assessed(referee, 5.0, player, die(4), die(6, flat=False, half="left"))
    (flag,) = flags(run(referee, event))
    assert (flag.t, flag.player, flag.rule, flag.reasons) == (5.0, player, "roll.cocked", ("roll.cocked", "roll.left-of-bar"))
    assert (flag.article, flag.profile, flag.flag_class) == ("CNB 4.1.4.1", "cnb", "REROLL")
    assert f"Player {player}" in flag.text
    assert "4-6" in flag.text
    assert "die showing 6 does not lie flat" in flag.text
    assert "opponent has agreed" in flag.remedy
    assert flag.window == {"opens": 5.0, "closes_on": CNB.rules["roll.cocked"].window.text, "closed": None}


def test_opening_roll_with_an_unknown_winner_is_flagged_without_a_player(referee):
    invalid = roll(1.0, None, (6, 2), valid=False, reason="roll.cocked", reasons=("roll.cocked",), opening=True)
    out = run(referee, setup(0.0), invalid, roll(4.0, A, (6, 2), opening=True), play(5.0, A), end(6.0, A))
    assert [(f.rule, f.player) for f in flags(out)] == [("roll.cocked", None)]
    assert changes(out) == [(4.0, "f1", "corrected")]
    assert referee.rolls == 1


@SEATS
def test_invalid_roll_window(player):
    referee = opened(Referee(CNB, "m1"), player.opponent)
    bad = assessed(referee, 5.0, player, die(flat=False), die(2))
    assert changes(run(referee, bad, play(7.0, player))) == [], "contestable until the roller's turn ends"
    assert changes(run(referee, end(8.0, player))) == [(8.0, "f1", "expired")]
    assert changes(run(referee, roll(9.0, player.opponent), game_end(10.0))) == []


def test_rolling_again_corrects_and_says_whether_assent_was_noted(referee):
    opened(referee)
    cocked = assessed(referee, 5.0, B, die(flat=False), die(2))
    first = run(referee, cocked, assessed(referee, 8.0, B, die(flat=False), die(3)))
    second = run(referee, tell(InputKind.REROLL_ASSENT, 9.0, player=B), roll(10.0, B))
    assert changes(first) == [(8.0, "f1", "corrected")]
    assert rules(first) == ["roll.cocked", "roll.cocked"]
    assert changes(second) == [(10.0, "f2", "corrected")]
    assert "no assent" in first[1].why
    assert "assent was noted" in second[0].why
    assert "no assent" not in second[0].why


def test_repeated_invalid_roll_names_the_baffle_box_only_from_the_second_on(referee):
    opened(referee)
    bad = [assessed(referee, t, B, die(flat=False), die(2)) for t in (5.0, 8.0)]
    first, second = flags(run(referee, *bad))
    assert "baffle" not in first.remedy
    assert "baffle box (2.4.1)" in second.remedy


# ---------------------------------------------------------------- plays


@SEATS
@pytest.mark.parametrize("rule", PLAY_RULES)
def test_play_flag_its_look_alike_and_its_uncertain_twin(player, rule):
    for legal, status, expected in ((False, None, [rule]), (True, None, []), (None, UNCERTAIN, []), (False, UNCERTAIN, [])):
        referee = opened(Referee(CNB, "m1"), player.opponent)
        event = play(6.0, player, legal, *(() if legal else (rule,)), **({"status": status} if status else {}))
        assert run(referee, roll(5.0, player), event) == [], "during the turn the mover may still change his play"
        out = run(referee, end(7.0, player))
        assert rules(out) == expected
        assert [flag.t for flag in flags(out)] == [7.0] * len(expected)


REASONS = {
    "one": (("move.backwards",), "move.backwards"),
    "one with its parent": (("move.illegal", "move.backwards"), "move.backwards"),
    "two": (("move.backwards", "move.wrong-distance"), "move.illegal"),
    "none": ((), "move.illegal"),
    "parent only": (("move.illegal",), "move.illegal"),
    "one that the catalogue does not know": (("move.through-the-wall",), "move.illegal"),
    "one that is not a play's": (("roll.cocked",), "move.illegal"),
}


@pytest.mark.parametrize(("reasons", "rule"), REASONS.values(), ids=REASONS.keys())
def test_rule_is_the_most_specific_when_exactly_one_fits(referee, reasons, rule):
    (flag,) = flags(run(opened(referee), roll(5.0, B), play(6.0, B, False, *reasons), end(7.0, B)))
    assert flag.rule == rule
    assert flag.reasons == (reasons or ("move.illegal",))


@SEATS
def test_play_flag_says_what_which_and_what_would_be_legal(player):
    referee = opened(Referee(CNB, "m1"), player.opponent)
    (flag,) = flags(run(referee, roll(5.0, player), play(6.0, player, False, "move.wrong-distance", nearest=("8/5 6/5", "6/3 8/7")), end(7.0, player)))
    assert (flag.player, flag.article, flag.flag_class) == (player, "CNB 4.2.3.1, 4.2.3.2", "MUST")
    for words in (f"Player {player}", "3-1", "8/4 6/5", "8/5 6/5; 6/3 8/7", CATALOGUE["move.wrong-distance"].says):
        assert words in flag.text
    assert "put back" in flag.remedy
    assert flag.window == {"opens": 7.0, "closes_on": CNB.rules["move.illegal"].window.text, "closed": None}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"nearest": ("no play",), "notation": "13/7"}, "the turn was lost"),
        ({"notation": "no play", "nearest": ("8/5 6/5",)}, "played nothing"),
        ({"notation": None}, "no play explains"),
        ({"dice": (3, None)}, "3-?"),
    ],
)
def test_play_text_in_odd_cases(referee, more, words):
    (flag,) = flags(run(opened(referee), roll(5.0, B), play(6.0, B, False, **more), end(7.0, B)))
    assert words in flag.text


def test_frames_by_role_are_times_of_the_evidence(referee):
    run(referee, setup(0.0), roll(1.0, A, opening=True), play(2.0, A, evidence=(2.0, 2.4)), end(3.0, A))
    (cocked,) = flags(run(referee, roll(5.0, B, valid=False, reason="roll.cocked", reasons=("roll.cocked",), evidence=(5.0, 5.2, 5.6))))
    assert cocked.frames == {"before": 2.4, "dice": 5.0, "after": 5.6}
    (illegal,) = flags(run(referee, roll(7.0, B, evidence=(7.0, 7.5)), play(8.0, B, False, evidence=(8.0, 8.6)), end(9.0, B)))
    assert illegal.frames == {"before": 2.4, "dice": 7.0, "after": 8.6}
    assert illegal.evidence == (2.4, 7.0, 8.6)


CLOSERS = {
    # name: (clock, what happens after A's illegal play, state it then has)
    "opponent's valid roll": (False, [roll(20.0, B)], "accepted"),
    "opponent's cube offer": (False, [double(20.0, B)], "accepted"),
    "opponent's cube offer, clock": (True, [double(20.0, B)], None),
    "opponent's valid roll, clock": (True, [roll(20.0, B)], "accepted"),
    "opponent's invalid roll": (False, [roll(20.0, B, valid=False, reason="roll.cocked", reasons=("roll.cocked",))], None),
    "opponent's roll that could not be told": (False, [roll(20.0, B, valid=None, status=UNCERTAIN)], None),
    "end of the opponent's turn after such a roll": (False, [roll(19.0, B, valid=None, status=UNCERTAIN), end(20.0, B)], "accepted"),
    "offender's own cube": (False, [double(20.0, A)], None),
    "end of the game": (False, [game_end(20.0)], None),
    "next game": (False, [game_end(19.0), setup(20.0)], "accepted"),
    "next opening roll, its set-up unseen": (False, [game_end(19.0), roll(20.0, A, opening=True)], "accepted"),
    "a gap": (False, [Gap(t=20.0, until=25.0)], None),
}


@pytest.mark.parametrize("swap", [False, True], ids=["A offends", "B offends"])
@pytest.mark.parametrize(("clock", "events", "state"), CLOSERS.values(), ids=CLOSERS.keys())
def test_illegal_play_window(clock, events, state, swap):
    def seat(event):
        body = event.to_json()
        if swap and body.get("player"):
            body["player"] = str(Player(body["player"]).opponent)
        return from_json(body)

    offender = B if swap else A
    referee = Referee(CNB, "m1", clock=clock)
    opened(referee, offender.opponent)
    out = run(referee, roll(5.0, offender), play(6.0, offender, False), end(7.0, offender), *(seat(event) for event in events))
    mine = [change for change in changes(out) if change[1] == "f1"]
    assert mine == ([] if state is None else [(20.0, "f1", state)])


def test_clock_changes_the_remedy():
    for clock, words in ((False, "dice are put back"), (True, "12 s delay")):
        referee = opened(Referee(CNB, "m1", clock=clock))
        (flag,) = flags(run(referee, roll(5.0, B), play(6.0, B, False), end(7.0, B)))
        assert words in flag.remedy


def test_repeated_illegal_plays_climb_the_ladder(referee):
    """D10, D11: warning at the second, penalty points possible from the third on; per player; dismissed flags do not count."""
    opened(referee)
    remedies = {A: [], B: []}
    t = 10.0
    for player in (B, A, B, A, B):
        (flag,) = flags(run(referee, roll(t, player), play(t + 1, player, False), end(t + 2, player)))
        remedies[player].append(("may warn" in flag.remedy, "penalty points" in flag.remedy))
        t += 5
    assert remedies[B] == [(False, False), (True, False), (False, True)]
    assert remedies[A] == [(False, False), (True, False)]
    run(referee, tell(InputKind.FLAG_DISMISS, t, id="m1-f2", why="misread"), tell(InputKind.FLAG_DISMISS, t, id="m1-f4", why="misread"))
    (flag,) = flags(run(referee, roll(t, A), play(t + 1, A, False), end(t + 2, A)))
    assert "warn" not in flag.remedy


# ---------------------------------------------------------------- corrected plays


def illegal(referee: Referee) -> Referee:
    assert rules(run(opened(referee), roll(5.0, B), play(6.0, B, False, "move.backwards"), end(7.0, B))) == ["move.backwards"]
    return referee


@pytest.mark.parametrize("is_ended_again", [True, False])
def test_legal_replay_corrects(referee, is_ended_again):
    out = run(illegal(referee), play(12.0, B, True, replaces=6.0), *([end(13.0, B)] if is_ended_again else []), roll(15.0, A))
    assert changes(out) == [(12.0, "f1", "corrected")]
    assert flags(out) == []
    assert referee.rolls == 3


def test_illegal_replay_corrects_the_first_flag_and_raises_a_second_at_its_own_end(referee):
    out = run(illegal(referee), play(12.0, B, False, "move.wrong-distance", replaces=6.0), end(13.0, B), roll(15.0, A))
    assert [(f.t, f.rule) for f in flags(out)] == [(13.0, "move.wrong-distance")]
    assert changes(out) == [(12.0, "f1", "corrected"), (15.0, "f2", "accepted")]


def test_illegal_rereading_without_a_new_end_is_raised_at_the_old_end(referee):
    out = run(illegal(referee), play(6.5, B, False, "move.wrong-distance", replaces=6.0), roll(15.0, A))
    assert [(f.t, f.rule) for f in flags(out)] == [(7.0, "move.wrong-distance")]
    assert changes(out) == [(6.5, "f1", "corrected"), (15.0, "f2", "accepted")]


def test_uncertain_replay_leaves_the_flag_open(referee):
    out = run(illegal(referee), play(12.0, B, None, replaces=6.0, status=UNCERTAIN), end(13.0, B))
    assert out == []
    assert changes(run(referee, roll(15.0, A))) == [(15.0, "f1", "accepted")]


def test_play_replaced_before_its_turn_ended_is_judged_once_by_the_last(referee):
    out = run(opened(referee), roll(5.0, B), play(6.0, B, False), play(6.8, B, True, replaces=6.0), end(7.0, B))
    assert out == []


def test_late_rereading_of_an_earlier_turn(referee):
    """A turn long past is read again: legal takes its flag back, illegal raises one whose window is closed already."""
    illegal(referee)
    run(referee, roll(15.0, A), play(16.0, A), end(17.0, A), roll(20.0, B))
    assert changes(run(referee, play(6.2, B, True, replaces=6.0))) == [(6.2, "f1", "corrected")]
    out = run(referee, play(16.2, A, False, "move.must-use-both", replaces=16.0))
    assert [(f.t, f.rule) for f in flags(out)] == [(17.0, "move.must-use-both")]
    assert changes(out) == [(20.0, "f2", "accepted")]
    assert run(referee, play(21.0, B), end(22.0, B)) == [], "the present turn is not disturbed"


# ---------------------------------------------------------------- a turn's end that was not seen


def test_unended_illegal_play_is_judged_when_the_opponent_goes_on(referee):
    for nxt in (roll(15.0, A), double(15.0, A)):
        referee = opened(Referee(CNB, "m1"))
        out = run(referee, roll(5.0, B), play(6.0, B, False), nxt)
        assert [f.t for f in flags(out)] == [6.0]
        assert changes(out) == [(15.0, "f1", "accepted")]


def test_unended_illegal_play_is_judged_at_the_end_of_the_game_and_by_the_opponents_play(referee):
    out = run(opened(referee), roll(5.0, B), play(6.0, B, False), game_end(8.0))
    assert [f.t for f in flags(out)] == [6.0]
    other = opened(Referee(CNB, "m2"))
    out = run(other, roll(5.0, B), play(6.0, B, False), play(16.0, A), end(17.0, A))
    assert [f.t for f in flags(out)] == [6.0]
    assert changes(out) == [(17.0, "f1", "accepted")]


def test_play_before_a_gap_is_not_judged(referee):
    assert run(opened(referee), roll(5.0, B), play(6.0, B, False), Gap(t=6.5, until=30.0), end(31.0, B), roll(40.0, A)) == []


# ---------------------------------------------------------------- set-up

FOUR_ON_8 = Rows(row(p8=4, p6=4), row())


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (setup(0.0, FOUR_ON_8, 1), ["setup.error"]),
        (setup(0.0, START, 0), []),
        (setup(0.0, FOUR_ON_8, 1, status=UNCERTAIN), []),
        (setup(0.0, FOUR_ON_8, 9, mid=True), []),
    ],
    ids=["wrong", "right", "could not be told", "starts in mid-game"],
)
def test_setup_flag_its_look_alike_and_its_uncertain_twin(referee, event, expected):
    assert rules(run(referee, event)) == expected


@pytest.mark.parametrize(
    ("position", "player", "words"),
    [
        (FOUR_ON_8, A, "4 on point 8 (should be 3), 4 on point 6 (should be 5)"),
        (Rows(row(), row(p24=1)), B, "1 on point 24 (should be 2)"),
        (Rows(row(p24=1, p23=1), row(p5=1)), None, "1 on point 5 (should be 0)"),
    ],
)
def test_setup_text_names_points_and_player(referee, position, player, words):
    (flag,) = flags(run(referee, setup(0.0, position, 2)))
    assert flag.player is player
    assert words in flag.text
    assert flag.article == "CNB 4.2.4"


def test_setup_put_right_is_corrected_and_another_fault_is_another_flag(referee):
    out = run(referee, setup(0.0, FOUR_ON_8, 1), setup(1.0, FOUR_ON_8, 1), setup(2.0, Rows(row(), row(p24=1)), 1), setup(3.0), roll(4.0, A, opening=True))
    assert len(flags(out)) == 2
    assert changes(out) == [(2.0, "f1", "corrected"), (3.0, "f2", "corrected")]


def test_position_seen_again_after_rolls_is_not_a_setup(referee):
    assert run(opened(referee), setup(4.0, FOUR_ON_8, 1)) == []


def test_setup_error_of_a_game_passed_before_the_third_roll_expires(referee):
    out = run(referee, setup(0.0, FOUR_ON_8, 1), roll(1.0, A, opening=True), play(2.0, A), end(3.0, A), double(4.0, B), game_end(6.0, B))
    assert changes(out) == [(6.0, "f1", "expired")]


def test_new_game_is_judged_anew(referee):
    run(opened(referee), game_end(50.0))
    out = run(referee, setup(60.0, FOUR_ON_8, 1), roll(61.0, B, opening=True), play(62.0, B), end(63.0, B), roll(64.0, A), end(66.0, A), roll(67.0, B))
    assert rules(out) == ["setup.error"]
    assert changes(out) == [(67.0, "f1", "accepted")]


# ---------------------------------------------------------------- officials


def test_confirm_and_dismiss_and_undo(referee):
    illegal(referee)
    out = run(
        referee,
        tell(InputKind.FLAG_CONFIRM, 8.0, id="m1-f1", seq=40),
        tell(InputKind.FLAG_DISMISS, 9.0, id="m1-f1", why="was a hit", seq=41),
        tell(InputKind.UNDO, 10.0, undoes=41, seq=42),
        tell(InputKind.UNDO, 11.0, undoes=40, seq=43),
    )
    assert changes(out) == [(8.0, "f1", "confirmed"), (9.0, "f1", "dismissed"), (10.0, "f1", "confirmed"), (11.0, "f1", "raised")]
    assert [c.by for c in out] == ["observer"] * 4
    assert out[1].why == "was a hit"


def test_undoing_an_earlier_decision_leaves_the_later_one(referee):
    illegal(referee)
    run(referee, tell(InputKind.FLAG_CONFIRM, 8.0, id="m1-f1", seq=40), tell(InputKind.FLAG_DISMISS, 9.0, id="m1-f1", why="x", seq=41))
    assert run(referee, tell(InputKind.UNDO, 10.0, undoes=40)) == []
    assert changes(run(referee, tell(InputKind.UNDO, 11.0, undoes=41))) == [(11.0, "f1", "raised")]


def test_window_of_a_dismissed_flag_is_told_when_the_dismissal_is_undone(referee):
    illegal(referee)
    dismissed = run(referee, tell(InputKind.FLAG_DISMISS, 9.0, id="m1-f1", why="x"), roll(15.0, A))
    assert changes(dismissed) == [(9.0, "f1", "dismissed")]
    assert changes(run(referee, tell(InputKind.UNDO, 16.0))) == [(16.0, "f1", "raised"), (15.0, "f1", "accepted")]


def test_confirmed_flag_still_closes(referee):
    illegal(referee)
    assert changes(run(referee, tell(InputKind.FLAG_CONFIRM, 8.0, id="m1-f1"), roll(15.0, A))) == [(8.0, "f1", "confirmed"), (15.0, "f1", "accepted")]


@pytest.mark.parametrize(
    "told",
    [
        tell(InputKind.FLAG_DISMISS, 9.0, id="m1-f1"),
        tell(InputKind.FLAG_DISMISS, 9.0, id="m1-f1", why="  "),
        tell(InputKind.FLAG_DISMISS, 9.0, id="m1-f9", why="x"),
        tell(InputKind.FLAG_CONFIRM, 9.0),
        tell(InputKind.PERMISSION_LEFT, 9.0),
        tell(InputKind.UNDO, 9.0),
        tell(InputKind.UNDO, 9.0, undoes=7),
    ],
)
def test_input_that_cannot_be_used_is_refused_and_changes_nothing(referee, told):
    illegal(referee)
    with pytest.raises(InputError):
        referee.tell(told)
    assert changes(run(referee, roll(15.0, A))) == [(15.0, "f1", "accepted")]
    with pytest.raises(InputError, match="no such input"):
        referee.tell(tell(InputKind.UNDO, 16.0))


def test_input_told_twice_is_refused(referee):
    run(referee, tell(InputKind.PERMISSION_LEFT, 1.0, player=A, seq=5))
    with pytest.raises(InputError, match="already"):
        referee.tell(tell(InputKind.PERMISSION_LEFT, 1.0, player=A, seq=5))


def test_profile_without_permissions_refuses_them():
    other = CNB.model_copy(update={"rolls": CNB.rolls.model_copy(update={"left_permission": False})})
    referee = Referee(other, "m1")
    with pytest.raises(InputError, match="no permission"):
        referee.tell(tell(InputKind.PERMISSION_LEFT, 1.0, player=A))


@SEATS
def test_permission_is_one_players_can_end_and_can_be_undone(referee, player):
    run(referee, tell(InputKind.PERMISSION_LEFT, 1.0, player=player, seq=1))
    assert (referee.has_left_permission(player), referee.has_left_permission(player.opponent)) == (True, False)
    run(referee, tell(InputKind.PERMISSION_ENDED, 2.0, player=player, seq=2))
    assert not referee.has_left_permission(player)
    run(referee, tell(InputKind.UNDO, 3.0, undoes=2))
    assert referee.has_left_permission(player)
    run(referee, tell(InputKind.UNDO, 4.0, undoes=1))
    assert not referee.has_left_permission(player)


def test_permission_told_between_games_is_for_the_next_one(referee):
    opened(referee)
    run(referee, tell(InputKind.PERMISSION_LEFT, 10.0, player=A), game_end(50.0))
    assert not referee.has_left_permission(A)
    run(referee, tell(InputKind.PERMISSION_LEFT, 55.0, player=B), setup(60.0), roll(61.0, A, opening=True))
    assert (referee.has_left_permission(A), referee.has_left_permission(B)) == (False, True)


@pytest.mark.parametrize(
    "told", [tell(InputKind.PERMISSION_LEFT, 3.0, player=B), tell(InputKind.FLAG_DISMISS, 3.0, id="x", why="y"), tell(InputKind.UNDO, 3.0, undoes=4)]
)
def test_inputs_round_trip_through_the_log(told):
    assert OfficialInput.from_json({**told.to_json(), "inbox": 3}, t=3.0) == told


@pytest.mark.parametrize(
    "body", [{}, {"what": "shout", "by": "x"}, {"what": "undo"}, {"what": "undo", "by": "x", "seq": "y"}, {"what": "permission_left", "by": "x", "player": "C"}]
)
def test_inputs_that_are_none_are_refused(body):
    with pytest.raises(InputError, match="cannot be used"):
        OfficialInput.from_json(body, t=0.0)


# ---------------------------------------------------------------- as a whole


def test_flags_have_unique_ids_and_round_trip_and_repeat_exactly():
    def match() -> list:
        referee = Referee(CNB, "m1")
        events = [setup(0.0, FOUR_ON_8, 1), roll(1.0, A, opening=True), play(2.0, A, False, "move.backwards"), end(3.0, A)]
        events += [assessed(referee, 5.0, B, die(flat=False), die()), roll(7.0, B), play(8.0, B, False), end(9.0, B), roll(11.0, A), game_end(20.0)]
        return run(referee, *events)

    out = match()
    raised = [event for event in out if isinstance(event, FlagRaised)]
    assert len({flag.id for flag in raised}) == len(raised) == 4
    assert match() == out
    assert [from_json(event.to_json()).to_json() for event in out] == [event.to_json() for event in out]


# ---------------------------------------------------------------- the roll counter


@pytest.fixture(params=[A, B], ids=["opener A", "opener B"])
def wrong_setup(request):
    """(referee, opener, other) with a wrong set-up flagged, and no roll made."""
    referee = Referee(CNB, "m1")
    assert rules(run(referee, setup(0.0, FOUR_ON_8, 1))) == ["setup.error"]
    return referee, request.param, request.param.opponent


def test_only_the_openers_cube_closes_the_set_up(wrong_setup):
    referee, opener, other = wrong_setup
    out = run(referee, roll(14.0, opener, opening=True), play(15.0, opener), end(16.0, opener), double(17.0, other))
    assert changes(out) == []
    out = run(referee, roll(18.0, other), play(19.0, other), end(20.0, other), double(21.0, opener))
    assert changes(out) == [(21.0, "f1", "accepted")]


def test_invalid_rolls_do_not_count_and_those_that_stood_do(wrong_setup):
    referee, opener, other = wrong_setup
    run(referee, roll(14.0, opener, opening=True), play(15.0, opener), end(16.0, opener))
    run(referee, assessed(referee, 17.0, other, die(flat=False), die()), assessed(referee, 18.0, other, die(flat=False), die()))
    assert referee.rolls == 1
    run(referee, play(19.0, other), end(20.0, other))
    assert referee.rolls == 2, "it was played and stood"
    assert (21.0, "f1", "accepted") in changes(run(referee, roll(21.0, opener)))


def test_openers_second_turn_closes_even_when_the_turn_between_was_not_seen(wrong_setup):
    referee, opener, _ = wrong_setup
    out = run(referee, roll(14.0, opener, opening=True), play(15.0, opener), end(16.0, opener), roll(30.0, opener))
    assert changes(out) == [(30.0, "f1", "accepted")]
    assert referee.rolls == 3


@SEATS
def test_a_permission_is_not_the_other_players_and_ends_with_notice(player):
    referee = opened(Referee(CNB, "m1"), player.opponent)
    left = (die(4, half="left"), die(2, half="left"))
    run(referee, tell(InputKind.PERMISSION_LEFT, 4.0, player=player.opponent))
    assert rules(run(referee, assessed(referee, 5.0, player, *left))) == ["roll.left-of-bar"]
    run(referee, tell(InputKind.PERMISSION_LEFT, 6.0, player=player), tell(InputKind.NOTICE, 7.0, player=player, id="right"))
    assert rules(run(referee, assessed(referee, 9.0, player, *left))) == ["roll.left-of-bar"]


@SEATS
def test_a_roll_told_by_its_play_opens_and_closes_nothing(player):
    """The play tells a die that could not be read: what was rolled is known better, and nothing has happened at the table."""
    with_it, without = Referee(CNB, "m1"), Referee(CNB, "m1")
    for referee in (with_it, without):
        opened(referee, player.opponent)
        run(referee, roll(4.0, player, (6, None), valid=None))
    better = replace(roll(4.0, player, (6, 2)), replaces=4.0)
    assert with_it.observe(better) == []
    rest = [play(6.0, player, legal=False), end(7.0, player), roll(8.0, player.opponent, (5, 1)), play(9.0, player.opponent), end(10.0, player.opponent)]
    assert [e.to_json() for e in run(with_it, *rest)] == [e.to_json() for e in run(without, *rest)]
