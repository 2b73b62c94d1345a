"""What a conversion does not carry is said, with its line and turn; what it carries is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from monitor.cli import DONE, run
from monitor.game.events import Player
from monitor.game.transcript.carried import not_carried
from monitor.game.transcript.findings import Finding, Odd
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.mat_writer import format_mat
from monitor.game.transcript.model import CubeTurn, Game, GameResult, Match, Resignation, SetUp, Turn
from monitor.game.transcript.replay import replay
from monitor.game.transcript.sgf_reader import read_sgf
from monitor.game.transcript.sgf_writer import format_sgf
from tests.game.transcript.cases import cases
from tests.game.transcript.generated import made_match

A, B = Player.A, Player.B
HEAD = " {} point match\n\n Game 1\n Ann : 0                          Bo : 0\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n"


def record(rows: str, length: int = 0) -> Match:
    return read_mat(HEAD.format(length) + rows).match


def written(match: Match, form: str) -> str:
    return format_mat(match) if form == "mat" else format_sgf(match, replay(match))


def lost(match: Match, form: str, *, has_sidecar: bool = False) -> list[tuple[Odd, int | None, int | None, str]]:
    found = not_carried(match, replay(match), form, written(match, form), has_sidecar=has_sidecar)
    return [(finding.odd, finding.line, finding.turn, finding.text) for finding in found]


def one_game(*actions: Turn | CubeTurn | SetUp | Resignation, result: GameResult | None = None, **more: object) -> Match:
    return Match(**{"names": ("Ann", "Bo"), "length": 5, "games": (Game(actions=actions, result=result),), **more})


WRONG_CUBE = record("  2)  Doubles => 8                Takes\n", 7)
NO_VALUE = record("  2)  Doubles                     Takes\n", 7)
HALF_READ = one_game(Turn(player=A, dice=(5, None), notation="13/8"))
PLAYED = Turn(player=A, dice=(3, 1), notation="8/5 6/5")
COMMENT, NOT = Odd.IN_COMMENT, Odd.NOT_CARRIED
LOST = {
    # name: (match, form, sidecar, what is said)
    "a cube that was turned too far": (WRONG_CUBE, "sgf", False, [
        (COMMENT, 6, 3, "A's double to 8 is told in a comment only: other programs read A's double to 2")]),
    "the same where the value has its place": (WRONG_CUBE, "mat", False, []),
    "a double without its value": (NO_VALUE, "sgf", False, [
        (COMMENT, 6, 3, "A's double without its value is told in a comment only: other programs read A's double to 2")]),
    "the same where that can be told": (NO_VALUE, "mat", False, []),
    "a length that nobody told": (one_game(PLAYED, length=None), "mat", False, [
        (COMMENT, None, None, 'the length of the match (length not told) is told in a comment only: other programs read "money play"')]),
    "the same where it can be left out": (one_game(PLAYED, length=None), "sgf", False, []),
    "money play": (one_game(PLAYED, length=0), "mat", False, []),
    "a die of two": (HALF_READ, "mat", False, [(NOT, None, 1, "A's 5?: 13/8 is not carried: the file has A's ??: 13/8")]),
    "the same with what the sidecar tells": (HALF_READ, "mat", True, [
        (COMMENT, None, 1, "A's 5?: 13/8 is told in a comment or the sidecar only: other programs read A's ??: 13/8")]),
    "a position": (one_game(SetUp(player=B, position=replay(one_game(PLAYED)).moment(1, 1).after.rows), PLAYED), "mat", False, [
        (COMMENT, None, 1, "the position that is set up with B on roll is told in a comment only: other programs read nothing")]),
    "a name with brackets": (one_game(PLAYED, names=("Ann (IT)", "Bo")), "mat", False, [
        (NOT, None, None, 'the players\' names (Ann (IT) and Bo) is not carried: the file has "Ann IT and Bo"'),
        (NOT, None, None, 'the players\' names (Ann (IT) and Bo) is not carried: the file has "Ann IT and Bo"')]),
    "a result without points": (one_game(PLAYED, result=GameResult(A)), "mat", False, [
        (COMMENT, None, None, 'the result (A wins, points not told) is told in a comment only: other programs read "the end of this game is not told"')]),
    "the same in SGF": (one_game(PLAYED, result=GameResult(A)), "sgf", False, []),
    "a resignation without a result": (one_game(PLAYED, Resignation(player=B)), "sgf", False, []),
    "a resignation": (one_game(PLAYED, Resignation(player=B), result=GameResult(A, 1)), "sgf", False, []),
    "one by who won": (one_game(PLAYED, Resignation(player=A), result=GameResult(A, 1)), "sgf", False, [
        (NOT, None, 2, "A's resignation is not carried: the file has B's resignation")]),
}  # fmt: skip


@pytest.mark.parametrize(("match", "form", "has_sidecar", "said"), LOST.values(), ids=LOST.keys())
def test_what_is_lost_is_said(match: Match, form: str, has_sidecar: bool, said: list[tuple[Odd, int | None, int | None, str]]) -> None:
    assert lost(match, form, has_sidecar=has_sidecar) == said


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_nothing_of_an_ordinary_match_is_lost(form: str) -> None:
    """Beside comments there are only those turns for which the file has no words: without dice, or set up."""
    for seed in range(cases(15, 200)):
        match = made_match(seed)
        found = not_carried(match, replay(match), form, written(match, form))
        assert {finding.odd for finding in found} <= {COMMENT}, f"seed {seed}"
        tidy = made_match(seed, is_tidy=True)
        results = [finding for finding in not_carried(tidy, replay(tidy), form, written(tidy, form)) if "the result" not in finding.text]
        assert results == [], f"seed {seed}"


def test_a_form_with_room_for_everything_loses_nothing() -> None:
    assert not_carried(WRONG_CUBE, replay(WRONG_CUBE), "json", "{}") == ()


@pytest.mark.parametrize("form", ["mat", "sgf"])
@pytest.mark.parametrize(
    "match", [WRONG_CUBE, NO_VALUE, one_game(PLAYED, length=None), one_game(PLAYED, Resignation(player=B))], ids=["cube", "value", "length", "resigns"]
)
def test_what_is_told_in_comments_is_read_again(match: Match, form: str) -> None:
    again = read_mat(format_mat(match)).match if form == "mat" else read_sgf(format_sgf(match, replay(match))).match
    assert again.length == match.length
    assert dict(again.headers) == dict(match.headers)
    told = [[(type(m.action), getattr(m.action, "value", None), m.after.cube, m.after.cube_owner) for m in replay(one).games[0]] for one in (again, match)]
    assert told[0] == told[1]


def test_a_length_that_was_not_told_is_no_money_play() -> None:
    reading = read_mat(format_mat(one_game(PLAYED, length=None)))
    assert reading.match.length is None
    assert [str(finding.odd) for finding in reading.findings] == ["file.length-missing"]
    seven = read_mat(format_mat(one_game(PLAYED, length=None)).replace(" 0 point", " 7 point"))
    assert seven.match.length == 7, "a length that is told is told"


# ---------------------------------------------------------------- beavers

BEAVERS = {
    # name: (rows, match length, what is odd about the cube, the cube at the end and its owner)
    "left to the doubler": ("  2)  Doubles => 2                Beavers\n  3) 42: 8/4 6/4\n", 0, [], (4, B)),
    "with its value": ("  2)  Doubles => 2                Beavers => 4\n  3) 42: 8/4 6/4\n", 0, [], (4, B)),
    "taken": ("  2)  Doubles => 2                Beavers => 4\n  3)  Takes\n  4) 42: 8/4 6/4\n", 0, [], (4, B)),
    "passed": ("  2)  Doubles => 2                Beavers => 4\n  3)  Drops                       Wins 2 points\n", 0, [], (2, B)),
    "beavered in turn": ("  2)  Doubles => 2                Beavers => 4\n  3)  Beavers => 8                Takes\n", 0, [], (8, A)),
    "and doubled later": (
        "  2)  Doubles => 2                Beavers => 4\n  3) 42: 8/4 6/4                  Doubles => 8\n  4)  Takes\n", 0, [], (8, A)),
    "with another value": ("  2)  Doubles => 2                Beavers => 6\n", 0, ["a beaver takes the cube to 6, which should be 4"], (6, B)),
    "of nothing": ("  2) 42: 8/4 6/4                  Beavers\n", 0, ["B answers a double that was not offered"], (4, B)),
    "of one's own double": ("  2)  Doubles => 2\n  3)  Beavers\n", 0, ["A answers a double that was not offered"], (4, A)),
    "in a match": ("  2)  Doubles => 2                Beavers => 4\n", 7, ["B beavers, which only money play knows"], (4, B)),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "length", "odd", "cube"), BEAVERS.values(), ids=BEAVERS.keys())
def test_beavers(rows: str, length: int, odd: list[str], cube: tuple[int, Player | None]) -> None:
    match = record(rows, length)
    for told in (match, read_mat(format_mat(match)).match, read_sgf(format_sgf(match, replay(match))).match):
        played = replay(told)
        assert [finding.text for finding in played.findings if finding.odd in (Odd.CUBE, Odd.ORDER, Odd.RESULT)] == odd
        assert (played.ends[0].cube, played.ends[0].cube_owner) == cube


@pytest.mark.parametrize("form", ["--mat", "--sgf", "--text", "--json"])
def test_the_command_says_what_is_lost_and_nothing_else(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.mat"
    path.write_text(HEAD.format(7) + "  2)  Doubles => 8                Takes\n", "utf-8")
    assert run(["transcript", str(path), form]) == DONE
    said = capsys.readouterr().err
    sentence = f"{path}: line 6, game 1, turn 3: A's double to 8 is told in a comment only: other programs read A's double to 2  [file.in-comment]\n"
    assert said.startswith(sentence) is (form == "--sgf") and ("in-comment" in said) is (form == "--sgf")
    assert "lists what is odd" in said


def test_a_finding_names_its_place() -> None:
    [finding] = not_carried(WRONG_CUBE, replay(WRONG_CUBE), "sgf", written(WRONG_CUBE, "sgf"))
    assert isinstance(finding, Finding) and finding.place == "line 6, game 1, turn 3" and finding.player is A
