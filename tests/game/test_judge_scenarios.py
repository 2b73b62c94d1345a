"""The 47 legality scenarios L01-L47 of the rules reference, section 5.1."""

from __future__ import annotations

import pytest

from monitor.game import Position, judge, judge_play, legal_plays
from monitor.game.ids import parse_xgid

# id, XGID board (capitals on roll), dice, play seen, reason or result expected ("" for plainly legal), legal final positions
SCENARIOS = [
    ("L01", "-b----E-C---eE---c-e----B-", "31", "8/5 6/5", "", 16),
    ("L02", "-b----E-C---eE---c-e----B-", "65", "24/18 18/13", "", 7),
    ("L03", "-b----E-C---eE---c-e----B-", "53", "24/21 21/16", "", 9),
    ("L04", "-b----E-C---eE---c-e----B-", "53", "24/19 8/5", "move.blocked-landing", 9),
    ("L05", "-b----E-C---eE---c-e----B-", "31", "8/4 6/5", "move.wrong-distance", 16),
    ("L06", "-b----E-C---eE---c-e----B-", "31", "6/9 6/5", "move.backwards", 16),
    ("L07", "-b----E-C---eE----bd-b--B-", "63", "24/15", "move.intermediate-blocked", 7),
    ("L08", "-GF----c-A--c------eAd----", "62", "20/14", "move.must-use-both", 2),
    ("L09", "-GF----c-A--c------eAd----", "62", "20/18 9/3", "", 2),
    ("L10", "-GG----d----d------dAc----", "62", "20/18", "move.must-use-larger", 1),
    ("L11", "-GG----d----d------dAc----", "62", "20/14", "", 1),
    ("L12", "-GG---------d-d----dAc----", "62", "20/18", "", 1),
    ("L13", "------E-D---bE-----cbbbbbA", "64", "no play", "", 1),
    ("L14", "------E-D---bE-----cbbbbbA", "64", "13/7", "move.bar-priority", 1),
    ("L15", "-b----E-C---eE---c-e-----B", "43", "bar/21 13/10", "move.bar-priority", 1),
    ("L16", "-b----E-C---eE---c-e-----B", "43", "bar/21 bar/22", "", 1),
    ("L17", "-b----E-C---eE---c-e-----B", "64", "bar/21", "", 1),
    ("L18", "-GF---d--A--c-----dd-----A", "43", "bar/21", "move.must-use-both", 1),
    ("L19", "-GF---d--A--c-----dd-----A", "43", "bar/22 9/5", "", 1),
    ("L20", "-GGb--------e----cAe------", "55", "18/13", "move.must-use-max", 1),
    ("L21", "-GGb--------e----cAe------", "55", "18/13 13/8", "", 1),
    ("L22", "-b----E-C---eE---c-e----B-", "33", "24/21 24/21 13/10", "move.must-use-max", 73),
    ("L23", "-b----E-C---eE---c-e-----B", "22", "bar/23 13/11 13/11 6/4", "move.bar-priority", 12),
    ("L24", "-b----E-C---eE---c-e-----B", "22", "bar/23 bar/23 6/4 6/4", "", 12),
    ("L25", "---a--E-C---eE---d-e----B-", "32", "6/3* 3/1", "", 19),
    ("L26", "------E-D---eE---d-e--a--A", "43", "bar/22* 22/18", "", 8),
    ("L27", "----a-E-C---eE---d-e----B-", "41", "8/3", "", 16),
    ("L28", "----a-EbC---eE---b-e----B-", "41", "8/3", "checker.hit-not-on-bar", 11),
    ("L29", "----aaE-C---eE---c-e----B-", "41", "8/4* 6/5*", "", 17),
    ("L30", "-b----E-C---eE---c-e----B-", "21", "6/5 8/7 6/5", "move.too-many-checkers", 15),
    ("L31", "-GG------d--d--A---d-c----", "61", "15/14", "move.must-use-both", 1),
    ("L32", "-ABCCCC------------edcc---", "64", "6/off 4/off", "", 3),
    ("L33", "---C-B-------------edcc---", "64", "5/off 3/off", "move.bearoff-higher-behind", 1),
    ("L34", "---C-B-------------edcc---", "64", "5/off 5/1", "", 1),
    ("L35", "-A---B-------------edcc---", "21", "5/off 1/off", "move.bearoff-too-low", 3),
    ("L36", "--B---A------------edcc---", "51", "6/off", "", 2),
    ("L37", "-CC-CCBA-----------edcc---", "61", "7/6 6/off", "", 5),
    ("L38", "-CC-CCB-A----------edcc---", "61", "6/off 6/5", "move.bearoff-not-home", 5),
    ("L39", "-bBCCCC------------eec---A", "63", "bar/22 6/off", "move.bearoff-not-home", 1),
    ("L40", "-AB----------------edcc---", "65", "2/off", "move.must-use-both", 1),
    ("L41", "--B----------------edcc---", "21", "2/off 2/off", "move.bearoff-too-low", 1),
    ("L42", "---bA-A------------edd----", "61", "6/off", "", 1),
    ("L43", "-DDE--------b-----cbbbbbB-", "66", "no play", "", 1),
    ("L44", "-Aa---------d----e-e------", "21", "1/off", "result.backgammon", 1),
    ("L45", "-A-----------b---f-g------", "21", "1/off", "result.gammon", 1),
    ("L46", "-A-----------b---e-g------", "21", "1/off", "result.single", 1),
    ("L47", "-b----E-C---eE---c-e----B-", "31", "8/5 6/5", "", 16),
]


def position_of(board: str) -> Position:
    return parse_xgid(f"XGID={board}:0:0:1:00:0:0:0:7:10").position


@pytest.mark.parametrize(("board", "dice", "text", "expected", "n_legal"), [row[1:] for row in SCENARIOS], ids=[row[0] for row in SCENARIOS])
def test_scenario(board: str, dice: str, text: str, expected: str, n_legal: int) -> None:
    position, roll = position_of(board), (int(dice[0]), int(dice[1]))
    verdict = judge_play(position, roll, text)
    assert verdict.legal_count == n_legal
    assert len(legal_plays(position, roll)) == n_legal
    if expected.startswith("result."):
        assert verdict.is_legal
        outcome = verdict.play and verdict.play.after.outcome
        assert outcome is not None
        assert outcome.is_won_by_on_roll
        assert f"result.{outcome.result}" == expected
    elif expected:
        assert not verdict.is_legal
        assert verdict.reasons == (expected,)
        assert verdict.rule == expected
    else:
        assert verdict.is_legal
        assert verdict.reasons == ()
        assert verdict.rule is None


def test_there_are_47() -> None:
    assert [row[0] for row in SCENARIOS] == [f"L{number:02d}" for number in range(1, 48)]


def test_the_order_of_the_dice_does_not_matter() -> None:
    for _, board, dice, text, _, _ in SCENARIOS:
        position = position_of(board)
        one, other = (judge_play(position, roll, text) for roll in ((int(dice[0]), int(dice[1])), (int(dice[1]), int(dice[0]))))
        assert (one.is_legal, one.reasons, one.legal_count) == (other.is_legal, other.reasons, other.legal_count)


def test_l47_variant_an_opposing_checker_shifts_too() -> None:
    position = Position.start()
    legal = judge_play(position, (3, 1), "8/5 6/5").play
    assert legal is not None
    theirs = list(legal.after.opponent)
    theirs[25 - 17] -= 1  # the mover's 17 is the opponent's 8
    theirs[25 - 18] += 1
    verdict = judge(position, (3, 1), Position.from_rows(legal.after.on_roll, theirs))
    assert verdict.reasons == ("move.opponent-checker-moved",)


@pytest.mark.parametrize(("board", "dice", "text"), [("---a--E-C---eE---d-e----B-", "32", "6/3* 3/1"), ("------E-D---eE---d-e--a--A", "43", "bar/22* 22/18")])
def test_l25_l26_the_opponent_has_one_more_on_the_bar(board: str, dice: str, text: str) -> None:
    position = position_of(board)
    played = judge_play(position, (int(dice[0]), int(dice[1])), text).play
    assert played is not None
    assert played.after.opponent[25] == position.opponent[25] + 1
