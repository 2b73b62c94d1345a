from __future__ import annotations

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.transcript.model import CubeMove, CubeTurn, Game, GameResult, Match, Resignation, SetUp, Turn
from monitor.game.transcript.replay import replay
from monitor.game.transcript.sgf_reader import read_sgf
from monitor.game.transcript.sgf_writer import format_sgf

A, B = Player.A, Player.B
HEAD = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]"


def game(nodes: str) -> Game:
    return read_sgf(f"{HEAD}{nodes})").match.games[0]


def test_plays_have_their_hits_and_each_player_s_own_numbers() -> None:
    turns = game(";W[31hefe];B[66agaglrlr];W[21xw];B[44]").actions
    assert [(turn.player, turn.notation) for turn in turns if isinstance(turn, Turn)] == [
        (A, "8/5 6/5"), (B, "24/18(2) 13/7(2)"), (A, "24/23"), (B, "no play"),
    ]  # fmt: skip
    hit = game(";W[43mjmi];B[63agaj]").actions[1]
    assert isinstance(hit, Turn) and hit.notation == "24/18 24/15*"


def test_cube_and_result() -> None:
    told = game(";W[double];B[take];B[double];W[drop]")
    assert told.actions == (
        CubeTurn(player=A, move=CubeMove.DOUBLE, value=2), CubeTurn(player=B, move=CubeMove.TAKE),
        CubeTurn(player=B, move=CubeMove.DOUBLE, value=4), CubeTurn(player=A, move=CubeMove.PASS),
    )  # fmt: skip
    resigned = read_sgf(HEAD + "RE[W+2R];W[31hefe])").match.games[0]
    assert resigned.result == GameResult(A, 2)
    assert resigned.actions[-1] == Resignation(player=B)


def test_set_up() -> None:
    (set_up,) = game(";PL[wHiTe]DI[53];CV[2];CP[b];AE[a:x]AB[l][q][q]AW[a][a][f][y]").actions
    assert isinstance(set_up, SetUp) and set_up.position is not None
    assert (set_up.player, set_up.dice, set_up.cube, set_up.cube_owner) == (A, (5, 3), 2, B)
    assert list(set_up.position.A) == [11, 2, 0, 0, 0, 0, 1] + [0] * 18 + [1]
    assert set_up.position.B[13] == 1 and set_up.position.B[8] == 2 and set_up.position.B[0] == 12


def test_a_set_up_may_change_only_some_points() -> None:
    (set_up,) = game(";AE[f]AW[e][e]").actions
    assert isinstance(set_up, SetUp) and set_up.position is not None
    assert set_up.position.A[5] == 2 and set_up.position.A[6] == 0 and set_up.position.A[13] == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;FF[4]GM[1]PB[x])", "of Go, not of backgammon"),
        ("(;GM[3])", "of chess"),
        ("(;GM[42])", "game GM.42."),
        ("(;FF[4]PB[x];B[aa])", "does not say what game"),
        ("no tree", "no SGF game tree"),
    ],
)
def test_other_games_are_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_sgf(text)


@pytest.mark.parametrize(
    ("nodes", "kind"),
    [
        (";W[31hef]", "turn.play-unreadable"),
        (";W[91hefe]", "turn.play-unreadable"),
        (";W[31hhfe]", "turn.play-unreadable"),
        (";W[31hefe](;B[44])(;B[33];W[11])", "file.variation-left-out"),
        (";W[31hefe]A[0][x]", "file.analysis-left-out"),
        (";W[31hefe]QQ[1]", "file.property-unread"),
        (";W[31hefe] junk ;B[44]", "file.line-unread"),
        ("(;W[31hefe]", "file.unclosed"),
    ],
)
def test_what_is_odd_is_said(nodes: str, kind: str) -> None:
    assert kind in [str(finding.odd) for finding in read_sgf(f"{HEAD}{nodes})").findings]


def test_the_main_line_is_read_and_no_variation() -> None:
    turns = game(";W[31hefe](;B[44](;W[21fdfe])(;W[21]))(;B[33])").actions
    assert [turn.dice for turn in turns if isinstance(turn, Turn)] == [(3, 1), (4, 4), (2, 1)]


def test_deep_nesting_is_no_trouble() -> None:
    reading = read_sgf(HEAD + "(;C[x]" * 20_000)
    assert len(reading.match.games) == 1


def test_an_illegal_play_is_written_as_it_was_played_and_marked() -> None:
    note = "illegal, stands as played, A played 13/6 with 3-1 at 1.0 s, move.wrong-distance"
    match = Match(length=3, games=(Game(actions=(Turn(player=A, dice=(3, 1), notation="13/6", notes=(note,)),)),))
    text = format_sgf(match, replay(match))
    assert f";W[31mf]C[{note}]" in text


def test_a_play_that_was_not_told_is_no_dance() -> None:
    match = Match(length=3, games=(Game(actions=(Turn(player=A, dice=(3, 1)), Turn(player=B, dice=(6, 6), notation="no play"))),))
    text = format_sgf(match, replay(match))
    assert ";PL[W]DI[31]C[play not told]" in text and ";B[66]" in text
    assert read_sgf(text).match.games[0].actions == match.games[0].actions


def test_both_names_of_the_cube_s_owner_are_written() -> None:
    (set_up,) = game(";PL[W]CV[4]CO[b]AE[a:y]AW[a]").actions
    match = Match(length=3, games=(Game(actions=(set_up,)),))
    assert "CV[4]CO[b]CP[b]" in format_sgf(match, replay(match))


def test_a_value_that_is_not_closed_ends_the_reading_at_once() -> None:
    reading = read_sgf(f"{HEAD};W[31hefe]" + ";W[" * 300_000)
    assert len(reading.match.games[0].actions) == 1
    assert "a value is not closed" in " ".join(finding.text for finding in reading.findings)
