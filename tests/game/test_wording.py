"""Every reason has its sentence, the sentence points at the steps that offend, and several read as several."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest
from hypothesis import given, settings

from monitor.game import Position, Reason, judge, judge_play
from monitor.game.events import Player
from monitor.game.explained_diagram import explained_svg
from monitor.game.faults import find_faults
from monitor.game.judge import Judgement
from monitor.game.notation import format_play
from monitor.game.plays import Play
from monitor.game.wording import Account, account_of
from tests.game.test_judge import BY_NOTATION, BY_POSITION, DICE, HOP, MOVED, POSITIONS, START, TWO_BLOTS, Moved, changed, disordered, hit_on_5, position_of
from tests.game.test_judge_scenarios import SCENARIOS


def told(board: str, roll: tuple[int, int], play: str) -> Account:
    position = position_of(board)
    judgement = judge_play(position, roll, play)
    assert judgement.play is not None
    return account_of(position, roll, judgement.play.after, judgement)


SENTENCES = [
    ("both dice", START, (6, 4), "13/7", "6 and 4 were rolled; 13/7 was played. 24/20 could have been played too, so both dice must be played. "
     "Nearest legal plays: 24/20 13/7; 13/9 13/7; 13/7 8/4."),
    ("nothing played", START, (3, 1), "no play", "3 and 1 were rolled; no checker was played. Both dice can be played, for example 24/20, so both must be. "
     "Nearest legal plays: 24/20; 13/9; 8/4."),
    ("one die that spoils the other", "-GF----c-A--c------eAd----", (6, 2), "20/14", "6 and 2 were rolled; 20/14 was played. "
     "This leaves no way to play the other die, but 20/18 9/3 plays both, and both must be played when they can be."),
    ("the smaller die", "-GG----d----d------dAc----", (6, 2), "20/18", "Either die could be played but not both; then the larger, 6, must be played: 20/14."),
    ("the smaller die, the larger being twice as much", "-GG----d---d-------dAc----", (6, 3), "20/17",
     "Either die could be played but not both; then the larger, 6, must be played: 20/14. The only legal play: 20/14."),
    ("the same with 4-2", "-GG----d------d----dAc----", (4, 2), "20/18", "then the larger, 4, must be played: 20/16."),
    ("the same with 2-1", "-N-----d---d-----d--Ac----", (2, 1), "20/19", "then the larger, 2, must be played: 20/18."),
    ("a hit that could have been made too", "-GG-----d----ad-----A-----", (6, 1), "20/19", "19/13* could have been played too, so both dice must be played."),
    ("hits that could have been made too", "-GG-------a---a-------A---", (4, 4), "22/18", "18/14*/10*/6 could have been played too: this roll allows 4 steps"),
    ("a blot hit already", "-GG-------a---a-------A---", (4, 4), "22/14*", " 14/10*/6 could have been played too"),
    ("a blot hit already and left", "-GF--a--B-----------------", (3, 3), "8/2", " 8/2 could have been played too: this roll allows 4 steps"),
    ("one blot for two checkers", "-GE-------A-b---a---B-----", (4, 4), "10/6", "20/16*(2) 6/2 could have been played too"),
    ("a double cut short over a blot that was left", HOP, (3, 3), "8/2",
     "More than one thing fits what is seen. 24/21(2) could have been played too: this roll allows 4 steps, and as much of it as possible must be played. "
     "The checker hit on 5 was not put on the bar."),
    ("a double cut short", START, (3, 3), "24/21(2)",
     "21/18(2) could have been played too: this roll allows 4 steps, and as much of it as possible must be played."),
    ("a double left unplayed", START, (3, 3), "no play",
     "4 steps could be played, for example 24/18(2), and as much of the roll as possible must be played."),
    ("the only die left unplayed", "-GG---------d-d----dAc----", (6, 2), "no play",
     "One step could be played, 20/18, so it must be. The only legal play: 20/18."),
    ("a dance not danced", "------E-D---bE-----cbbbbbA", (6, 4), "13/7", "A checker was on the bar and had to enter first, before 13/7. "
     "There was no legal play: the turn was lost."),
    ("two on the bar", "-b----E-C---eE---c-e----AA", (4, 3), "24/20 13/10", "A checker was on the bar and had to enter first, before 24/20 and 13/10."),
    ("a held point", START, (5, 3), "24/19 8/5", "24/19: the opponent holds point 19 with two or more checkers, and no checker may land there."),
    ("the way held", "-b----E-C---eE----bd-b--B-", (6, 3), "24/15",
     "24/15: this takes more than one die, and the opponent holds every point where the checker could stop "
     "on its way: 21 and 18."),
    ("a distance", START, (3, 1), "8/4 6/5", "8/4 is a distance of 4 pips, which the dice do not give there."),
    ("a distance of one", START, (3, 2), "8/7 6/3", "8/7 is a distance of 1 pip, which the dice do not give there."),
    ("a number used twice", START, (6, 5), "24/18 8/2", "The distances of 24/18 and 8/2 cannot all be made with these dice."),
    ("backwards", START, (3, 1), "6/9 6/5", "Backwards: 6/9; checkers only move forward."),
    ("too many", START, (2, 1), "6/5 8/7 6/5", "3 checkers were moved, and this roll gives only 2 steps."),
    ("borne off too early", "-CC-CCB-A----------edcc---", (6, 1), "6/off 6/5",
     "6/off: no checker may be borne off while one is outside the home board or on the bar (here: 8)."),
    ("borne off from the bar", "-bBCCCC------------eec---A", (6, 3), "bar/22 6/off", "(here: 22)."),
    ("too low", "-A---B-------------edcc---", (2, 1), "5/off 1/off", "5/off: this needs a 5 or a higher number, which the dice do not give there."),
    ("one behind", "---C-B-------------edcc---", (6, 4), "5/off 3/off",
     "3/off: a higher number was used while a checker stood behind, on point 5; the one furthest back goes off first."),
    ("hit on the way", "----a-EbC---eE---b-e----B-", (4, 1), "8/3", "The checker hit on 4 was not put on the bar."),
    ("back from off", "--B---A------------edcc---", (5, 1), "off/6 6/1",
     "A checker that had been borne off came back onto the board; it stays off to the end of the game."),
    ("two things", START, (6, 2), "8/12",
     "More than one thing fits what is seen. 8/12: the opponent holds point 12 with two or more checkers, and no checker may land there. "
     "Backwards: 8/12; checkers only move forward."),
    ("legal", START, (3, 1), "8/5 6/5", "3 and 1 were rolled; 8/5 6/5 was played. That is legal, one of 16 legal plays."),
    ("the only legal one", "-GG---------d-d----dAc----", (6, 2), "20/18", "6 and 2 were rolled; 20/18 was played. That is legal, and the only legal play."),
]  # fmt: skip


@pytest.mark.parametrize(("board", "roll", "play", "text"), [row[1:] for row in SENTENCES], ids=[row[0] for row in SENTENCES])
def test_a_play_in_words(board: str, roll: tuple[int, int], play: str, text: str) -> None:
    assert text in told(board, roll, play).text


ASIDE = [
    ([(25, -1), (20, 1)], "The checker hit on 5 was not put on the bar."),
    ([(25, -1), (3, 1)], "8/5* 6/5 was played. The checker hit on 5 was not put on the bar. It stands on 22. "),
    ([(25, -1), (0, 1)], "The checker hit on 5 was not put on the bar. It stands in the tray."),
    (
        [(25, -1), (3, 1), (8, -1), (9, 1)],
        "that was not hit: it was taken from 17 and stands on 16. The checker hit on 5 was not put on the bar. It stands on 22.",
    ),
    ([(8, -2), (9, 1), (10, 1)], "2 checkers of the opponent were moved that were not hit: they were taken from 17 and stand on 16 and on 15."),
    ([(8, -1), (9, 1)], "A checker of the opponent was moved that was not hit: it was taken from 17 and stands on 16."),
    ([(8, -1), (25, 1)], "it was taken from 17 and stands on the bar."),
    ([(8, -1), (0, 1)], "it was taken from 17 and stands in the tray."),
    ([(8, -1)], "The opponent had 15 checkers before the play and has 14 after it."),
]


@pytest.mark.parametrize(("changes", "text"), ASIDE, ids=[text for _, text in ASIDE])
def test_the_opponents_checkers_in_words(changes: list[tuple[int, int]], text: str) -> None:
    position, after = hit_on_5()
    seen = Position.from_rows(after.on_roll, changed(after.opponent, *changes))
    assert text in account_of(position, (3, 1), seen, judge(position, (3, 1), seen)).text


TWO_HIT = [
    ("one in a hand", (6, 1), "13/7* 6/5*", [(25, -1)], "1 of the checkers hit on 7 and on 5 was not put on the bar."),
    ("one left on its point", (6, 1), "13/7* 6/5*", [(25, -1), (20, 1)], "The checker hit on 5 was not put on the bar."),
    ("one put elsewhere", (6, 1), "13/7* 6/5*", [(25, -1), (3, 1)], "1 of the checkers hit on 7 and on 5 was not put on the bar. It stands on 22."),
    ("both left", (6, 1), "13/7* 6/5*", [(25, -2), (20, 1), (18, 1)], "The 2 checkers hit on 7 and on 5 were not put on the bar."),
    ("both put elsewhere", (6, 1), "13/7* 6/5*", [(25, -2), (3, 1), (2, 1)],
     "The 2 checkers hit on 7 and on 5 were not put on the bar. They stand on 23 and on 22."),
    ("two of three in a hand", (2, 2), "13/11*/9/7*/5*", [(25, -2)], "2 of the checkers hit on 11, on 7 and on 5 were not put on the bar."),
]  # fmt: skip


@pytest.mark.parametrize(("roll", "play", "changes", "text"), [row[1:] for row in TWO_HIT], ids=[row[0] for row in TWO_HIT])
def test_of_several_blots_hit_only_those_not_lifted_are_named(roll: tuple[int, int], play: str, changes: list[tuple[int, int]], text: str) -> None:
    played = judge_play(TWO_BLOTS, roll, play).play
    assert played is not None
    seen = Position.from_rows(played.after.on_roll, changed(played.after.opponent, *changes))
    assert account_of(TWO_BLOTS, roll, seen, judge(TWO_BLOTS, roll, seen)).why == text


def test_a_blot_hit_on_either_of_two_ways() -> None:
    """8/3 with 4-1 goes over 7 or over 4, and a blot stands on both: which of them was hit cannot be told."""
    assert told("----a-EaC---eE---c-e----B-", (4, 1), "8/3").wrong == ("A checker hit on its way, on 7 or on 4, was not put on the bar.",)


@pytest.mark.parametrize(
    ("mine", "theirs", "text"),
    [
        ([(8, -1)], [(6, -1)],
         "The player had 15 checkers before the play and has 14 after it. The opponent had 15 checkers before the play and has 14 after it."),
        ([(8, 1)], [(6, -2)],
         "The player had 15 checkers before the play and has 16 after it. The opponent had 15 checkers before the play and has 13 after it."),
        ([], [(6, -1)], "The opponent had 15 checkers before the play and has 14 after it."),
        ([(8, -1)], [], "The player had 15 checkers before the play and has 14 after it."),
    ],
    ids=["both one short", "one too many, two short", "the opponent", "the player"],
)  # fmt: skip
def test_whose_checkers_do_not_add_up(mine: list[tuple[int, int]], theirs: list[tuple[int, int]], text: str) -> None:
    start = Position.start()
    seen = Position.from_rows(changed(start.on_roll, *mine, (24, -1), (20, 1)), changed(start.opponent, *theirs))
    assert account_of(start, (3, 1), seen, judge(start, (3, 1), seen)).wrong == (text,)


def test_one_checker_is_told_in_the_singular() -> None:
    before = Position.from_rows([14] + [0] * 5 + [1] + [0] * 19, [14, 1] + [0] * 24)
    seen = Position.from_rows([15] + [0] * 25, [14] + [0] * 25)
    [sentence] = account_of(before, (6, 1), seen, judge(before, (6, 1), seen)).wrong
    assert sentence == "The opponent had 15 checkers before the play and has 14 after it."
    before = Position.from_rows([0] * 6 + [1] + [0] * 19, [0, 1] + [0] * 24)
    seen = Position.from_rows([1] + [0] * 25, [0] * 26)
    [sentence] = account_of(before, (6, 1), seen, judge(before, (6, 1), seen)).wrong
    assert sentence == "The opponent had 1 checker before the play and has 0 after it."


EQUAL_STEPS = [
    ("two on a held point", "------D-D---bE-----bcbbbbB", (2, 2), "bar/23(2)", "bar/23(2): the opponent holds point 23"),
    ("two of one die", START, (6, 5), "13/7(2)", "The distances of 13/7(2) cannot all be made with these dice."),
    ("before those on the bar", "-b----E-C---eE---c-e-----B", (2, 2), "bar/23 13/11(2) 6/4", "before 13/11(2) and 6/4."),
    ("three backwards", START, (1, 1), "6/7(3)", "Backwards: 6/7(3); checkers only move forward."),
    ("two put back", "--B----------------edcc---", (1, 1), "off/2(2)", "2 checkers that had been borne off came back onto the board"),
]


@pytest.mark.parametrize(("board", "roll", "play", "text"), [row[1:] for row in EQUAL_STEPS], ids=[row[0] for row in EQUAL_STEPS])
def test_equal_steps_keep_their_number(board: str, roll: tuple[int, int], play: str, text: str) -> None:
    assert text in told(board, roll, play).text


def test_checkers_of_the_mover_that_do_not_add_up() -> None:
    seen = Position.from_rows(changed(Position.start().on_roll, (8, -1)), Position.start().opponent)
    account = account_of(Position.start(), (3, 1), seen, judge(Position.start(), (3, 1), seen))
    assert account.text.startswith("3 and 1 were rolled; what was played cannot be told. The player had 15 checkers before the play and has 14 after it.")


def test_what_fits_nothing_is_said_honestly() -> None:
    start = Position.start()
    unexplained = Judgement(False, (Reason.ILLEGAL,), Play(((24, 23, False),), start), judge_play(start, (3, 1), "8/4 6/5").nearest, 16)
    account = account_of(start, (3, 1), start, unexplained)
    assert account.wrong == ("What is seen fits no play that is legal with this roll, and nothing known explains how it came about.",)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence_even_without_a_step_to_point_at(reason: Reason) -> None:
    """A reason may fit one reading of the turn while another is told; then nothing of the told one shows it."""
    start = Position.start()
    judgement = Judgement(False, (reason,), Play((), start), judge_play(start, (3, 1), "8/4 6/5").nearest, 16)
    [sentence] = account_of(start, (3, 1), start, judgement).wrong
    assert sentence.endswith(".") and "%(" not in sentence and "  " not in sentence


def test_every_reason_that_the_scenarios_name_has_one() -> None:
    for _, board, dice, play, reason, _ in SCENARIOS:
        account = told(board, (int(dice[0]), int(dice[1])), play)
        assert len(account.wrong) == (reason != "" and not reason.startswith("result."))
        assert account.text.count("..") == 0 and re.fullmatch(r"[A-Z0-9].*\.", account.text)


OFFENDING = [(board, roll, text, reasons) for _, board, roll, text, reasons in BY_NOTATION]


@pytest.mark.parametrize(("board", "roll", "text", "reasons"), OFFENDING, ids=[row[0] for row in BY_NOTATION])
def test_faults_come_in_the_order_of_the_reasons_and_name_steps_of_the_play(board: str, roll: tuple[int, int], text: str, reasons: tuple[str, ...]) -> None:
    unseen = (Reason.MUST_USE_BOTH, Reason.MUST_USE_LARGER, Reason.HIT_NOT_ON_BAR)
    position = position_of(board)
    verdict = judge_play(position, roll, text)
    assert verdict.play is not None
    found = find_faults(position, roll, verdict.play.after, verdict)
    assert tuple(fault.reason for fault in found) == reasons
    for fault in found:
        assert set(fault.steps) <= set(verdict.play.steps)
        assert fault.steps or fault.due or not verdict.play.steps or fault.reason in unseen


def test_positions_have_faults_too() -> None:
    for _, changes, reasons in BY_POSITION:
        position, after = hit_on_5()
        seen = Position.from_rows(after.on_roll, changed(after.opponent, *changes))
        found = find_faults(position, (3, 1), seen, judge(position, (3, 1), seen))
        assert tuple(fault.reason for fault in found) == reasons
        assert all(fault.places or fault.counts or fault.opponent_counts for fault in found)


def test_a_legal_play_has_none() -> None:
    verdict = judge_play(Position.start(), (3, 1), "8/5 6/5")
    assert verdict.play is not None
    assert find_faults(Position.start(), (3, 1), verdict.play.after, verdict) == ()


class Shouting(NullTranslations):
    """A language in which every message is told in capitals, placeholders kept."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(%\(\w+\)[sd])|([^%]+|%)", lambda part: part[1] or part[2].upper(), message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)


def test_every_word_goes_through_the_translator() -> None:
    for name, board, roll, play, _ in SENTENCES:
        position = position_of(board)
        judgement = judge_play(position, roll, play)
        assert judgement.play is not None
        text = account_of(position, roll, judgement.play.after, judgement, Shouting()).text
        assert not re.search("[a-z]", re.sub(r"\b(bar|off)\b", "", text)), name


def test_due_steps_make_a_legal_play() -> None:
    position = position_of(START)
    verdict = judge_play(position, (3, 3), "24/21(2)")
    assert verdict.play is not None
    [fault] = find_faults(position, (3, 3), verdict.play.after, verdict)
    assert judge_play(position, (3, 3), format_play([*verdict.play.steps, *fault.due])).is_legal


@settings(max_examples=25)
@given(POSITIONS, DICE, MOVED)
def test_any_disorder_is_told_and_drawn(position: Position, roll: tuple[int, int], moved: Moved) -> None:
    after = disordered(position, moved)
    judgement = judge(position, roll, after)
    account = account_of(position, roll, after, judgement)
    assert len(account.wrong) == len(account.faults) == len(judgement.reasons)
    assert "%(" not in account.text and account.text.endswith(".")
    assert explained_svg(position, roll, judgement, account, Player.B, Player.A, "left").endswith("</svg>")
