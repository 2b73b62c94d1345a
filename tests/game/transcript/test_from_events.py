from __future__ import annotations

import pytest

from monitor.errors import InputError
from monitor.game.events import CubeAction, GameEnded, Gap, Player, PlayMade, RollSeen, SetupSeen, Status, TableEvent, TurnEnded
from monitor.game.transcript import games_of, marked_plays, write_mat
from monitor.game.transcript.model import Turn

A, B = Player.A, Player.B


def turn(t: float, player: Player, dice: tuple[int, int], notation: str, **more: object) -> list[TableEvent]:
    play = PlayMade(t=t + 1, player=player, notation=notation, dice=dice, **{"legal": True, **more})
    return [RollSeen(t=t, player=player, dice=dice, valid=True), play, TurnEnded(t=t + 2, player=player)]


MATCH: list[TableEvent] = [
    SetupSeen(t=0),
    RollSeen(t=0.5, player=None, dice=(3, 3), valid=True, opening=True),
    *turn(1, B, (5, 3), "8/3 6/3"),
    RollSeen(t=10, player=A, dice=(6, 2), valid=False, reason="roll.cocked"),
    *turn(12, A, (5, 3), "24/19 8/5", legal=False, reasons=("move.blocked-landing",)),
    *turn(20, B, (6, 6), "no play"),
    CubeAction(t=30, player=A, action="double", value=2),
    CubeAction(t=31, player=B, action="take", value=2),
    *turn(32, A, (5, 5), "bar/20(2) 13/8*/3 13/3"),
    Gap(t=40, until=55.5, why="camera lost: cable (USB)"),
    RollSeen(t=60, player=B, dice=(6, None)),
    PlayMade(t=61, player=B, status=Status.UNCERTAIN, alternatives=("8/2 6/5", "24/18")),
    GameEnded(t=70, winner=B, points=2),
    SetupSeen(t=80),
    *turn(81, A, (3, 1), "8/5 6/5"),
    CubeAction(t=90, player=B, action="double", value=2),
    CubeAction(t=91, player=A, action="pass", value=2),
    GameEnded(t=92, winner=B, points=1),
    SetupSeen(t=100),
]

WRITTEN = f"""\
; [Site "table 1"]
; [Player 1 "Anna X"]
; [Player 2 "Bo"]

 3 point match

 Game 1
 Anna X : 0                       Bo : 0
; opening roll 3-3 at 0.5 s, nobody begins
  1)                             53: 8/3 6/3
; A rolled 6-2 at 10.0 s, not valid, roll.cocked
  2) 53: 24/19 8/5               66:
; illegal, stands as played, A played 24/19 8/5 with 5-3 at 13.0 s, move.blocked-landing
  3)  Doubles => 2                Takes
  4) 55: bar/20(2) 13/8*/3 13/3  00: ????
; not followed from 40.0 s to 55.5 s, camera lost cable USB
; B rolled 6-? at 60.0 s, not read
; uncertain, B played something not told with 6-? at 61.0 s, or 8/2 6/5, or 24/18
                                 Wins 2 points

 Game 2
 Anna X : 0                       Bo : 2
  1) 31: 8/5 6/5                  Doubles => 2
{"  2)  Drops":<33}
                                 Wins 1 point and the match
"""


def test_a_match() -> None:
    assert write_mat(MATCH, names=("Anna: X", "Bo"), length=3, headers={"Site": "table 1"}) == WRITTEN


def test_another_program_reads_the_plays_as_they_were_played() -> None:
    try:
        from gvformat.mat_parser import parse_mat_file
    except ImportError:
        pytest.skip("needs gammonview: pip install -r requirements-oracles.txt")
    read = parse_mat_file(write_mat(MATCH, names=("Anna", "Bo"), length=3))
    assert (read["match_length"], read["player1"], read["player2"]) == (3, "Anna", "Bo")
    assert [(game["score1_start"], game["score2_start"]) for game in read["games"]] == [(0, 0), (0, 2)]
    assert read["games"][0]["player_actions"] == [
        ("Bo", "53: 8/3 6/3"), ("Anna", "53: 24/19 8/5"), ("Bo", "66:"), ("Anna", "Doubles => 2"), ("Bo", "Takes"),
        ("Anna", "55: bar/20(2) 13/8*/3 13/3"), ("Bo", "00: ????"), ("Bo", "Wins 2 points"),
    ]  # fmt: skip
    assert read["games"][1]["player_actions"][-1] == ("Bo", "Wins 1 point and the match")


def test_comments_in_a_game_hold_nothing_that_a_reader_would_take_for_a_play() -> None:
    for line in write_mat(MATCH).splitlines():
        if line.startswith("; ") and not line.startswith("; ["):
            assert not any(mark in line for mark in (":", ")", "  ", "Game "))


def test_marked_plays_are_the_illegal_and_the_untold() -> None:
    illegal, untold = marked_plays(MATCH)
    assert illegal == {
        "game": 1, "line": 2, "player": "A", "t": 13, "dice": [5, 3], "notation": "24/19 8/5", "legal": False,
        "reasons": ["move.blocked-landing"], "status": "sure",
    }  # fmt: skip
    assert (untold["line"], untold["dice"], untold["notation"], untold["legal"], untold["status"]) == (4, [6, None], None, None, "uncertain")


def test_a_corrected_play_takes_the_place_of_the_first() -> None:
    events = [
        *turn(1, A, (3, 1), "8/4 6/5", legal=False, reasons=("move.wrong-distance",)),
        PlayMade(t=9, player=A, notation="8/5 6/5", legal=True, replaces=2),
    ]
    text = write_mat(events)
    assert f"{'  1) 31: 8/5 6/5':<33}\n; corrected, first told as 8/4 6/5\n" in text
    assert "illegal" not in text
    assert marked_plays(events) == []


def test_a_roll_told_by_its_play_has_its_dice_and_says_how() -> None:
    events = [
        RollSeen(t=1, player=A, dice=(6, None)),
        RollSeen(t=1, player=A, dice=(6, 5), valid=True, replaces=1),
        PlayMade(t=2, player=A, notation="24/13", dice=(6, 5), legal=True),
        TurnEnded(t=3, player=A),
    ]
    text = write_mat(events)
    assert "  1) 65: 24/13" in text and "; A rolled 6-5, told by the play" in text
    assert [len(game.actions) for game in games_of(events)] == [1]


def test_a_roll_without_its_play_is_no_dance() -> None:
    assert "  1) 31: ????" in write_mat([RollSeen(t=1, player=A, dice=(3, 1), valid=True)])


def test_a_new_set_up_ends_a_game_whose_end_was_not_seen() -> None:
    games = games_of([*turn(1, A, (3, 1), "8/5 6/5"), SetupSeen(t=50), *turn(51, B, (4, 2), "8/4 6/4")])
    assert [len(game.actions) for game in games] == [1, 1]
    assert "the end of this game was not seen" in games[0].actions[-1].notes


def test_set_ups_that_are_not_the_start_are_noted() -> None:
    text = write_mat([SetupSeen(t=0, differs=9, starts_mid_game=True), *turn(1, A, (3, 1), "8/5 6/5")])
    assert "; taken up in mid-game at 0.0 s" in text
    assert "; 1 checkers" not in text
    assert "2 checkers away from the start position" in write_mat([SetupSeen(t=0, differs=2), *turn(1, A, (3, 1), "8/5 6/5")])


def test_scores_carry_on_and_money_games_have_no_length() -> None:
    events = [*turn(1, A, (3, 1), "8/5 6/5"), GameEnded(t=9, winner=A, points=None), *turn(11, A, (3, 1), "8/5 6/5"), GameEnded(t=19, winner=A, points=4)]
    text = write_mat(events, score=(2, 1))
    assert " 0 point match" in text
    assert "; A won, points not told" in text
    assert text.count(" A : 2") == 2
    assert "      Wins 4 points\n" in text


def test_nothing_seen_is_an_empty_transcript() -> None:
    assert write_mat([SetupSeen(t=0)], length=5).strip().endswith("5 point match")


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(InputError, match="needs a name"):
        write_mat([], names=(" : ", "B"))
    with pytest.raises(InputError, match="scores of 0 or more"):
        write_mat([], score=(-1, 0))
    with pytest.raises(InputError, match="double, take or pass"):
        write_mat([CubeAction(t=1, player=A, action="beaver")])


def test_a_play_that_cannot_be_read_is_a_comment_and_not_a_play() -> None:
    (game,) = games_of(turn(1, A, (3, 1), "8 5 6 5"))
    (action,) = game.actions
    assert isinstance(action, Turn)
    assert (action.notation, action.notes) == (None, ("not understood, 8 5 6 5",))


def test_a_play_is_spelt_as_in_a_file() -> None:
    (game,) = games_of(turn(1, A, (6, 2), "25/23 6/0"))
    (action,) = game.actions
    assert isinstance(action, Turn) and action.notation == "bar/23 6/off"
