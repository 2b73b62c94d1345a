"""Kinds of file by their content, and encodings."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.model import CubeMove, CubeTurn, GameResult, SetUp, Turn
from monitor.game.transcript.moments import ids_of
from monitor.game.transcript.reader import read_record
from monitor.game.transcript.replay import replay
from monitor.game.transcript.wording import gaps_in, superseded_in

CORPUS = Path(__file__).parent / "corpus"
A, B = Player.A, Player.B
MAT = " 5 point match\r\n\r\n Game 1\r\n Zoë : 0                          Bo : 0\r\n  1) 31: 8/5 6/5\r\n"


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("tidy.mat", "a .mat match record"), ("latin.mat", "a .mat match record"), ("tidy.sgf", "an SGF record of backgammon"),
        ("odd.sgf", "an SGF record of backgammon"), ("gnubg.txt", "GNU Backgammon's text export"), ("analysis.json", "an analysis of a video"),
        ("xg_position.txt", "a position exported by eXtreme Gammon"), ("blitz_position.txt", "a position exported by BGBlitz"),
    ],
)  # fmt: skip
def test_the_kind_is_told_by_the_content(name: str, form: str) -> None:
    assert read_record((CORPUS / name).read_bytes()).form == form


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"RGMH\x01\x00\x00\x00", "eXtreme Gammon file"),
        (b"PK\x03\x04....", "zip archive"),
        (b"%PDF-1.7", "PDF"),
        (b"\x89PNG\r\n", "picture"),
        (b"\x00\x00\x00\x20ftypisom", "video"),
        (b"SQLite format 3\x00", "database"),
        (b'{ "format":"BGF", "version":"1.0"}\n\x00\x01', "BGBlitz file"),
        (b"\x00\x01\x02\x03" * 20, "binary file"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b'[Event "x"]\n1. e4 e5', "chess"),
        (b"(;GM[1]FF[4];B[aa])", "of Go"),
        (b"dear diary", "no match record that is known here"),
        (b'{"a": 1}', "JSON, but no match record"),
        (b"{nonsense", "no JSON that can be read"),
        (b"{" * 100_000, "no JSON that can be read"),
    ],
)
def test_what_is_no_match_record_is_refused_by_name(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read_record(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("label", "language"),
    [("Dopplerwürfel: 1", "German"), ("Videau: 1", "French"), ("キューブ: 1", "Japanese"), ("kocka: 1", "another language")],
)
def test_a_position_in_another_language_is_refused_by_its_name(label: str, language: str) -> None:
    text = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:1:2:0:7:10\n\nX:Ann   O:Bo\n{label}\n"
    with pytest.raises(InputError, match=f"in {language}; export it in English"):
        read_record(text.encode())


@pytest.mark.parametrize(
    ("codec", "is_odd"), [("utf-8", False), ("utf-8-sig", False), ("cp1252", True), ("latin-1", True), ("utf-16", True)],
)  # fmt: skip
def test_encodings(codec: str, is_odd: bool) -> None:
    reading = read_record(MAT.encode(codec))
    assert reading.match.names == ("Zoë", "Bo")
    assert [str(finding.odd) for finding in reading.findings] == (["file.encoding"] if is_odd else [])


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8, codecs.BOM_UTF8 * 2])
@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "utf-16"])
def test_a_mark_in_front_is_no_part_of_the_first_line(codec: str, mark: bytes) -> None:
    data = mark + MAT.encode(codec) if codec != "utf-16" else MAT.encode(codec)[:2] * (1 + len(mark) // 3) + MAT.encode(codec)[2:]
    reading = read_record(data)
    assert (reading.match.length, reading.match.names) == (5, ("Zoë", "Bo"))
    assert [str(finding.odd) for finding in reading.findings] == ([] if codec == "utf-8" else ["file.encoding"])


@pytest.mark.parametrize("codec", ["cp1251", "utf-8"])
def test_a_mark_before_an_sgf_file(codec: str) -> None:
    text = f"(;FF[4]GM[6]CA[{'windows-1251' if codec == 'cp1251' else 'UTF-8'}]MI[length:5]PW[Бай]PB[Bo];W[31hefe])"
    assert read_record(codecs.BOM_UTF8 + text.encode(codec)).match.names == ("Бай", "Bo")


def test_sgf_tells_its_encoding() -> None:
    text = "(;FF[4]GM[6]CA[windows-1251]MI[length:5]PW[Бай]PB[Bo];W[31hefe])"
    assert read_record(text.encode("cp1251")).match.names == ("Бай", "Bo")


def test_a_position() -> None:
    reading = read_record((CORPUS / "xg_position.txt").read_bytes())
    (set_up,) = reading.match.games[0].actions
    assert isinstance(set_up, SetUp) and (set_up.player, set_up.dice, set_up.cube) == (A, (3, 1), 1)
    assert (reading.match.names, reading.match.length, reading.match.games[0].score) == (("Ann", "Bo"), 7, (1, 2))
    assert reading.findings == () and replay(reading.match).findings == ()
    assert ids_of(replay(reading.match).ends[0]).xgid == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:1:2:0:7:10"


def test_a_bare_xgid() -> None:
    reading = read_record(b"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:0:0:3:0:10\n")
    assert reading.form == "an XGID"
    end = replay(reading.match).ends[0]
    assert (end.cube, end.cube_owner, end.on_roll, end.is_jacoby) == (2, B, B, True)


def test_what_a_position_s_text_says_otherwise_is_odd() -> None:
    texts = [finding.text for finding in read_record((CORPUS / "blitz_position.txt").read_bytes()).findings]
    assert len(texts) == 1 and "X 100, O 167" in texts[0]
    data = (CORPUS / "blitz_position.txt").read_bytes().replace(b"4HPwATDgc/ABMA", b"4HPwATDgc/ABKA")
    assert any("position ID" in finding.text for finding in read_record(data).findings)


def test_gnubg_text() -> None:
    reading = read_record((CORPUS / "gnubg.txt").read_bytes())
    assert reading.match.names == ("Ann", "Bo Li")
    assert dict(reading.match.headers) == {"EventDate": "01/02/2026", "ClockType": "None"}
    (game,) = reading.match.games
    assert game.actions == (
        Turn(player=A, dice=(3, 1), notation="8/5 6/5"), CubeTurn(player=B, move=CubeMove.DOUBLE, value=2), CubeTurn(player=A, move=CubeMove.TAKE),
        Turn(player=B, dice=(6, 6), notation="no play"),
    )  # fmt: skip
    assert game.result == GameResult(A, 2)


def test_an_analysis() -> None:
    reading = read_record((CORPUS / "analysis.json").read_bytes())
    first, second = reading.match.games[0].actions
    assert isinstance(second, Turn) and second.notation == "24/18 13/9"
    assert superseded_in(second.notes) == ("24/23 13/8",) and gaps_in(second.notes)
    assert first.notes == () and reading.match.games[0].result == GameResult(B, 2)


@pytest.mark.parametrize("dice", [[7, 1], [0, 3], [3], [3, 1, 1], [3.5, 1], [True, 2], ["3", "1"], "31", None, {"a": 1}], ids=str)
def test_what_is_no_roll_is_taken_as_not_told(dice: object) -> None:
    body = {"table": {}, "events": [{"kind": "play", "t": 1.0, "player": "A", "notation": "8/5 6/5", "dice": dice}]}
    reading = read_record(json.dumps(body).encode())
    (turn,) = reading.match.games[0].actions
    assert isinstance(turn, Turn) and turn.dice == () and turn.notation == "8/5 6/5"
    assert [finding.odd for finding in reading.findings] == [Odd.DICE]
    assert replay(reading.match).games


@pytest.mark.parametrize(
    ("name", "value"),
    [("t", "late"), ("t", True), ("notation", 31), ("reasons", [1]), ("position", {"A": [1, 2], "B": []}), ("before", {"A": [15] * 26, "B": [0] * 26}),
     ("legal", "yes"), ("replaces", [1])],
    ids=str,
)  # fmt: skip
def test_an_event_with_something_of_another_kind_is_refused(name: str, value: object) -> None:
    body = {"table": {}, "events": [{"kind": "play", "t": 1.0, "player": "A", "notation": "8/5 6/5", "dice": [3, 1], name: value}]}
    with pytest.raises(InputError, match=f"event 1 cannot be read: its {name} is"):
        read_record(json.dumps(body).encode())


def test_a_play_of_nobody_is_refused() -> None:
    body = {"table": {}, "events": [{"kind": "play", "t": 1.0, "player": None, "notation": "8/5 6/5"}]}
    with pytest.raises(InputError, match="which player"):
        read_record(json.dumps(body).encode())


def test_an_event_that_cannot_be_read_is_refused() -> None:
    body = {"table": {}, "events": [{"kind": "play", "nonsense": 1}]}
    with pytest.raises(InputError, match="event 1 cannot be read"):
        read_record(json.dumps(body).encode())
