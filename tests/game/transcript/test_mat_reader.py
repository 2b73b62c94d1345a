"""Lines as other programs write them, all made up: what is read, and what is said to be odd."""

from __future__ import annotations

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, GameResult, Resignation, SetUp, Turn
from monitor.game.transcript.reading import Reading

A, B = Player.A, Player.B
HEAD = " 5 point match\n\n Game 1\n Ann : 0                          Bo : 0\n"


def read(lines: str) -> Reading:
    return read_mat(HEAD + lines)


def actions(lines: str) -> tuple[Action, ...]:
    return read(lines).match.games[0].actions


def odd(lines: str) -> list[str]:
    return [str(finding.odd) for finding in read(lines).findings]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("  1) 31: 8/5 6/5    64: 24/18 13/9", [(A, (3, 1), "8/5 6/5"), (B, (6, 4), "24/18 13/9")], id="two columns"),
        pytest.param("  1)                   31: 8/5 6/5", [(B, (3, 1), "8/5 6/5")], id="right column alone"),
        pytest.param("  1) 31: 8/5 6/5", [(A, (3, 1), "8/5 6/5")], id="left column alone"),
        pytest.param("1) 11: 25/24 23/22 13/12 13/12 61: 13/7 8/7", [(A, (1, 1), "bar/24 23/22 13/12 13/12"), (B, (6, 1), "13/7 8/7")], id="one blank between"),
        pytest.param(" 1) 62: Bar/23* 6/Off   53: 25/20 3/0", [(A, (6, 2), "bar/23* 6/off"), (B, (5, 3), "bar/20 3/off")], id="bar and off"),
        pytest.param(" 1) 66: Cannot Move   53:", [(A, (6, 6), "no play"), (B, (5, 3), "no play")], id="dances"),
        pytest.param(" 1) 66: ????   00: ????", [(A, (6, 6), None), (B, (), None)], id="not told"),
        pytest.param(" 1) ????      53: 8/3 6/3", [(A, (), None), (B, (5, 3), "8/3 6/3")], id="not even rolled"),
        pytest.param(" 15) 64", [(A, (6, 4), None)], id="cut behind the roll"),
        pytest.param(" 1) 22: 6/4(2) 8/6(2)   22: 8/5*/3", [(A, (2, 2), "6/4(2) 8/6(2)"), (B, (2, 2), "8/5*/3")], id="counts and hits on the way"),
    ],
)
def test_turns(lines: str, expected: list[tuple[Player, tuple[int, ...], str | None]]) -> None:
    found = actions(lines)
    assert [(turn.player, turn.dice, turn.notation) for turn in found if isinstance(turn, Turn)] == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(" 1)  Doubles => 2      Takes", [(A, CubeMove.DOUBLE, 2), (B, CubeMove.TAKE, None)], id="usual"),
        pytest.param(" 1) Doubles => 16     Drops  ", [(A, CubeMove.DOUBLE, 16), (B, CubeMove.PASS, None)], id="two digits are no dice"),
        pytest.param(" 1) Redoubles to 4    Passes", [(A, CubeMove.DOUBLE, 4), (B, CubeMove.PASS, None)], id="other words"),
        pytest.param(" 1) Doubles => 2    Beavers", [(A, CubeMove.DOUBLE, 2), (B, CubeMove.BEAVER, None)], id="beaver"),
    ],
)
def test_cube(lines: str, expected: list[tuple[Player, CubeMove, int | None]]) -> None:
    assert [(action.player, action.move, action.value) for action in actions(lines) if isinstance(action, CubeTurn)] == expected


@pytest.mark.parametrize(
    ("lines", "result"),
    [
        pytest.param("      Wins 2 points", GameResult(A, 2), id="left"),
        pytest.param("                                 Wins 1 point and the match", GameResult(B, 1), id="right"),
        pytest.param(" 1) 31: ????          Wins 4 point", GameResult(B, 4), id="in the right cell"),
        pytest.param("  3)  Wins 1 point                 ", GameResult(A, 1), id="in the left cell"),
        pytest.param(" 1) Losses 3 point                                 Wins 3 point", GameResult(B, 3), id="losses and wins"),
        pytest.param(" 1) 31: 8/5 6/5   Losses 2 point\n      Wins 2 point", GameResult(A, 2), id="losses, then a lone win"),
        pytest.param(" 1) 31: 8/5 6/5   Resigns\n   Wins 2 points", GameResult(A, 2), id="resigned"),
        pytest.param("; B won, points not told", GameResult(B, None), id="our own words"),
    ],
)
def test_results(lines: str, result: GameResult) -> None:
    assert read(lines).match.games[0].result == result


def test_a_win_in_the_column_of_the_one_who_passed_is_the_other_s() -> None:
    lines = " 1)  Doubles => 2      Drops\n                                 Wins 1 point"
    assert read(lines).match.games[0].result == GameResult(A, 1)
    assert odd(lines) == ["file.column"]


def test_resigning_is_an_action_of_its_own() -> None:
    assert actions(" 1) 31: 8/5 6/5   Concedes")[1] == Resignation(player=B, word="Concedes")


@pytest.mark.parametrize(
    ("lines", "kind", "line"),
    [
        pytest.param(" 1) 31: 8/5 6/5\n 9) 31: 8/5 6/5", "file.row-number", 6, id="row number"),
        pytest.param(" 1) 31: 8/5 6/5\nsomething else", "file.line-unread", 6, id="a line of nothing"),
        pytest.param(" 1) 31: 8/5 six/5", "turn.play-unreadable", 5, id="a play that is none"),
        pytest.param(" 1) 71: 8/5", "turn.dice", 5, id="dice that are none"),
        pytest.param(" 1) 64", "file.wording", 5, id="no colon"),
        pytest.param(" 1) Doubles", "turn.cube", 5, id="double to nothing"),
        pytest.param(" 1) 31: 8/5 6/5\n 7 point match", "file.length-twice", 6, id="two lengths"),
        pytest.param(" Game 3\n A : 0    B : 0", "file.game-head", 5, id="a game left out"),
        pytest.param(" Game 2\n Anne : 0    Bo : 0", "file.names-change", 6, id="another name"),
        pytest.param(" 1) 31: 8/5 " + "x" * 3000, "file.line-too-long", 5, id="a line too long"),
        pytest.param(" 1) 31: 8/5 6/5      2) 64: 24/14", "file.row-number", 5, id="two rows in a line"),
    ],
)
def test_problems_are_reported_with_their_line(lines: str, kind: str, line: int) -> None:
    found = [finding for finding in read(lines).findings if finding.odd == kind]
    assert found and found[0].line == line


def test_what_cannot_be_read_is_kept_as_a_comment() -> None:
    assert actions(" 1) 31: 8/5 six/5")[0].notes == ("not understood, 8/5 six/5",)
    assert actions(" 1) 31: 8/5 6/5\nsomething : else")[0].notes == ("not understood, something : else",)


def test_header_names() -> None:
    def findings(first: str, second: str) -> list[str]:
        return [f.text for f in read_mat(f'; [Player 1 "{first}"]\n; [Player 2 "{second}"]\n{HEAD}').findings]

    assert findings("Ann", "Bo") == findings("A nn", "bo") == []
    assert "right column" in findings("Bo", "Ann")[0]
    assert "the columns' Ann and Bo" in findings("Cleo", "Dan")[0]
    assert dict(read_mat(f'; [Player 1 "Ann"]\n; [Player 2 "Dan"]\n{HEAD}').match.headers) == {"Player 2": "Dan"}


def test_comments_go_to_the_play_they_speak_of() -> None:
    first, second = actions(" 1) 31: 8/5 6/5   64: 24/14\n; A rolled 3-1 at 1.0 s, not read\n; B rolled 6-4 at 2.0 s, not read\n; and more")
    assert first.notes == ("A rolled 3-1 at 1.0 s, not read",)
    assert second.notes == ("B rolled 6-4 at 2.0 s, not read", "and more")


def test_a_board_behind_illegal_play_is_a_position_where_it_is_clear() -> None:
    board = "1;0;1;0;0;B C;A;0;0;0;1;0;{};6;1;"
    clear = board.format("0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0")
    unclear = board.format("0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;3;1;0")
    first, second = actions(f" 1) 12: Illegal play ({clear}) 61: 13/7 8/7")
    assert isinstance(first, SetUp) and first.position is not None
    assert first.position.A == first.position.B and first.position.A[23] == 2
    assert second == Turn(player=B, dice=(6, 1), notation="13/7 8/7")
    (set_up,) = actions(f" 1) 12: Illegal play ({unclear})")
    assert isinstance(set_up, SetUp) and set_up.position is None and "B C" in set_up.text


@pytest.mark.parametrize("text", ["", "nothing at all", "; only a comment\n\n", "Wins 2 points"])
def test_no_match_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no match in it"):
        read_mat(text)


def test_a_match_without_its_head_is_read() -> None:
    reading = read_mat(" 1) 31: 8/5 6/5   64: 24/14\n")
    assert len(reading.match.games[0].actions) == 2
    assert reading.match.length is None
    assert {str(finding.odd) for finding in reading.findings} == {"file.game-head", "file.length-missing"}
