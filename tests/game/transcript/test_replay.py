from __future__ import annotations

import pytest

from monitor.errors import InputError
from monitor.game.events import Player, Status
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.model import Game, Match, SetUp, Told, Turn
from monitor.game.transcript.moments import ids_of
from monitor.game.transcript.replay import Replay, replay

A, B = Player.A, Player.B
HEAD = " 5 point match\n\n Game 1\n Ann : {}                          Bo : {}\n"


def played(lines: str, score: tuple[int, int] = (0, 0)) -> Replay:
    return replay(read_mat(HEAD.format(*score) + lines).match)


@pytest.mark.parametrize(
    ("lines", "kind", "turn"),
    [
        pytest.param(" 1) 31: 8/5 6/4   64: 24/14", "turn.play-illegal", 1, id="illegal"),
        pytest.param(" 1) 31: 8/5 7/6   64: 24/14", "turn.play-impossible", 1, id="no checker there"),
        pytest.param(" 1) 31: ????   64: 24/14", "turn.play-untold", 1, id="not told"),
        pytest.param(" 1) 31: 8/5 6/5\n 2) 31: 24/20", "turn.order", 2, id="twice running"),
        pytest.param(" 1) 33: 8/5(2) 6/3(2)", "turn.opening", 1, id="opening double"),
        pytest.param(" 1) 31: 8/5 6/5    Takes", "turn.cube", 2, id="take of nothing"),
        pytest.param(" 1) 31: 8/5 6/5    Doubles => 8", "turn.cube", 2, id="one to eight"),
        pytest.param(" 1) 31: 8/5 6/5    Doubles => 2\n 2) 64: 24/14", "turn.cube", 3, id="double not answered"),
        pytest.param(" 1) 31: 8/5 6/5   64: 24/14\n; not followed from 1.0 s to 2.0 s, camera lost", "turn.gap", 2, id="gap"),
        pytest.param(" 1) 31: 8/5 6/5\n; corrected, first told as 24/20", "turn.superseded", 1, id="superseded"),
    ],
)
def test_problems_are_reported_with_their_turn(lines: str, kind: str, turn: int) -> None:
    found = [finding for finding in played(lines).findings if finding.odd == kind]
    assert [(finding.game, finding.turn) for finding in found] == [(1, turn)]
    assert found[0].line is not None


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        pytest.param(" 1) 31: 8/5 6/5   Doubles => 2\n 2) Drops     Wins 2 points", "for a pass with the cube at 1", id="pass"),
        pytest.param(" 1) 31: 8/5 6/5   Resigns\n    Wins 5 points", "5 points are told with the cube at 1", id="points"),
        pytest.param(" 1) 31: 8/5 6/5\n    Wins 1 point", "not over", id="cut"),
    ],
)
def test_results_that_do_not_fit(lines: str, words: str) -> None:
    assert words in next(finding.text for finding in played(lines).findings if finding.odd == "game.result")


def test_a_result_that_fits_is_not_odd() -> None:
    assert [str(f.odd) for f in played(" 1) 31: 8/5 6/5   Doubles => 2\n 2) Drops     Wins 1 point").findings] == []


def test_the_position_is_unknown_from_a_play_that_was_not_told_until_one_is_set_up() -> None:
    note = "; position set up, B on roll, GNU position ID 4HPwATDgc/ABMA"
    first, second, third, fourth, fifth = played(f" 1) 31: 8/5 6/5   64: ????\n 2) 52: 13/8 13/11\n{note}\n 3)            31: 8/5 6/5").games[0]
    assert first.legal is True and second.before.rows is not None and second.after.rows is None
    assert (third.unknown_since, third.legal, ids_of(third.before).xgid) == (2, None, None)
    assert isinstance(fourth.action, SetUp) and fifth.unknown_since is None and fifth.legal is True


def test_an_illegal_play_stands_and_the_game_goes_on_from_it() -> None:
    first, second = played(" 1) 31: 8/5 6/4   64: 24/14").games[0]
    assert first.legal is False and first.reasons == ("move.wrong-distance",)
    assert first.after.rows is not None and first.after.rows.A[4] == 1
    assert second.legal is True


def test_both_colours_on_a_point_have_no_ids_but_the_game_goes_on() -> None:
    first, second = played(" 1) 51: 24/19 24/23   64: 24/14").games[0]
    assert first.legal is False
    assert ids_of(first.after).xgid is None
    assert second.after.rows is not None


def test_what_the_table_was_unsure_of_stays_unsure() -> None:
    def legal(told: Told | None, notes: tuple[str, ...] = ()) -> bool | None:
        turn = Turn(player=A, dice=(3, 1), notation="8/5 6/5", told=told, notes=notes)
        return replay(Match(games=(Game(actions=(turn,)),))).games[0][0].legal

    assert legal(None) is True
    assert legal(Told(1.0, legal=True)) is True
    assert legal(Told(1.0, legal=True, status=Status.UNCERTAIN)) is None
    assert legal(Told(1.0, legal=False, reasons=("move.illegal",))) is False
    assert legal(None, ("uncertain, A played 8/5 6/5 with 3-1 at 1.0 s",)) is None


def test_ids_before_and_after() -> None:
    moments = played(" 1) 31: 8/5 6/5   Doubles => 2\n 2)  Takes        62: 24/18 13/11", (1, 2)).games[0]
    before, after = ids_of(moments[0].before), ids_of(moments[0].after)
    assert before.xgid == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:1:2:0:5:10"
    assert (before.gnu_position_id, after.xgid) == ("4HPwATDgc/ABMA", "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:1:2:0:5:10")
    assert ids_of(moments[1].after).xgid == "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:D:1:2:0:5:10"
    assert ids_of(moments[2].after).xgid == "XGID=-b---BD-B---eE---c-e----B-:1:1:-1:00:1:2:0:5:10"


def test_the_crawford_game() -> None:
    match = read_mat(
        " 3 point match\n Game 1\n A : 2    B : 0\n 1) 31: 8/5 6/5   Doubles => 2\n 2) Drops    Wins 1 point\n Game 2\n A : 2   B : 1\n 1) 31: 8/5 6/5\n"
    ).match
    first, second = replay(match).games
    assert first[0].before.is_crawford and not second[0].before.is_crawford
    assert any("Crawford" in finding.text for finding in replay(match).findings)


def test_a_moment_that_is_not_there() -> None:
    with pytest.raises(InputError, match="no game 2"):
        played(" 1) 31: 8/5 6/5").moment(2, 1)
    with pytest.raises(InputError, match="no turn 9"):
        played(" 1) 31: 8/5 6/5").moment(1, 9)


def test_an_unknown_variation_has_no_positions() -> None:
    result = replay(read_mat('; [Variation "Upside down"]\n' + HEAD.format(0, 0) + " 1) 31: 8/5 6/5").match)
    assert result.games[0][0].before.rows is None
    assert "game.start" in [str(finding.odd) for finding in result.findings]


def test_a_set_up_that_cannot_be_told_leaves_the_position_unknown() -> None:
    result = played(" 1) 31: 8/5 6/5\n; position set up, B on roll, which cannot be told here\n 2)             64: 24/14")
    assert [moment.unknown_since for moment in result.games[0]] == [None, None, 2]
    assert "turn.position-set" in [str(finding.odd) for finding in result.findings]
