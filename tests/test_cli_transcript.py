"""`transcript` as a person meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from monitor.cli import DONE, UNREADABLE, WRONG_USE, run
from monitor.game.transcript.mat_reader import read_mat

CORPUS = Path(__file__).parent / "game" / "transcript" / "corpus"
TIDY, MARKED = str(CORPUS / "tidy.mat"), str(CORPUS / "marked.mat")
Capture = pytest.CaptureFixture[str]


def test_a_tidy_record_has_nothing_odd(capsys: Capture) -> None:
    assert run(["transcript", str(CORPUS / "xg_position.txt")]) == DONE
    assert "Nothing odd was found." in capsys.readouterr().out


def test_what_is_odd_is_said_with_line_and_turn(capsys: Capture) -> None:
    assert run(["transcript", MARKED]) == DONE
    said = capsys.readouterr().out
    assert "Ann (A) against Bo (B), 5 point match, 1 game" in said
    assert "line 10, game 1, turn 1: A played 8/5 6/5 with 3-1, which is illegal (move.wrong-distance) and stood" in said


@pytest.mark.parametrize("form", ["--mat", "--sgf", "--text", "--json"])
def test_converts_to_the_screen(form: str, capsys: Capture) -> None:
    assert run(["transcript", MARKED, form]) == DONE
    shown = capsys.readouterr()
    assert "move.wrong-distance" in shown.out
    assert "lists what is odd" in shown.err


def test_json_tells_ids_for_every_moment(capsys: Capture) -> None:
    assert run(["transcript", TIDY, "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    first = told["games"][0]["turns"][0]
    assert first["before"]["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:3:10"
    assert first["after"]["gnu_position_id"] and first["after"]["gnu_match_id"]
    assert (first["player"], first["line"], first["legal"], first["unknown_since"]) == ("B", 9, True, None)


def test_a_file_is_written_with_its_sidecar_and_both_are_read_again(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out.mat"
    assert run(["transcript", MARKED, "--mat", "-o", str(out)]) == DONE
    marks = json.loads((tmp_path / "out.mat.json").read_text("utf-8"))
    assert [(mark["line"], mark["player"], mark["legal"]) for mark in marks] == [(1, "A", False), (2, "A", None), (2, "B", None), (3, "A", True)]
    assert [mark["unknown_since"] for mark in marks] == [None, None, 3, None]
    marks[0]["seq"], marks[0]["t"] = 77, 13.0
    (tmp_path / "out.mat.json").write_text(json.dumps(marks), "utf-8")
    capsys.readouterr()
    assert run(["transcript", str(out), "--json"]) == DONE
    again = json.loads(capsys.readouterr().out)["marked"]
    assert again[0]["seq"] == 77
    assert read_mat(out.read_text("utf-8")).match.names == ("Ann", "Bo")


def test_a_sidecar_of_another_file_is_left_aside_and_said(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "copy.mat"
    out.write_bytes(Path(TIDY).read_bytes())
    (tmp_path / "copy.mat.json").write_text('[{"game": 9}]', "utf-8")
    assert run(["transcript", str(out)]) == DONE
    assert "the sidecar copy.mat.json was left aside" in capsys.readouterr().out


WAYS = [["--json"], ["--mat"], ["--sgf"], ["--text"], ["--at", "1.2"], ["--table"]]


@pytest.mark.parametrize(("one", "other"), [pytest.param(a, b, id=f"{a[0]} {b[0]}") for a in WAYS for b in WAYS if a is not b])
def test_two_ways_of_answering_are_refused(one: list[str], other: list[str], tmp_path: Path, capsys: Capture) -> None:
    for extra in ([], ["-o", str(tmp_path / "out")]):
        assert run(["transcript", TIDY, *one, *other, *extra]) == WRONG_USE
        said = capsys.readouterr()
        assert said.out == "" and said.err.rstrip().endswith("Error: Give one of --json, --mat, --sgf, --text, --at and --table.")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", ["--mat", "--json"])
def test_the_same_format_twice_is_no_contradiction(form: str, capsys: Capture) -> None:
    assert run(["transcript", TIDY, form, form]) == DONE
    assert capsys.readouterr().out


def test_one_moment(capsys: Capture) -> None:
    assert run(["transcript", TIDY, "--at", "1.2"]) == DONE
    said = capsys.readouterr().out
    assert "before: A on roll" in said and "after: B on roll" in said and "XGID=" in said
    assert run(["transcript", TIDY, "--at", "1.99"]) == UNREADABLE
    assert run(["transcript", TIDY, "--at", "second"]) == WRONG_USE


def test_a_table_of_a_folder(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "match.mat").write_bytes(Path(MARKED).read_bytes())
    (tmp_path / "binary.xg").write_bytes(b"RGMH\x01\x00")
    assert run(["transcript", str(tmp_path)]) == UNREADABLE
    said = capsys.readouterr().out
    assert "| a .mat match record | 1 | 7 |" in said and "turn.play-illegal x1" in said
    assert "1 read, 1 refused" in said
    assert "binary.xg is an eXtreme Gammon file" in said


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["no/such/file.mat"], UNREADABLE),
        ([TIDY, "--mat", "--sgf", "--table"], WRONG_USE),
        ([TIDY, "-o", "x.mat"], WRONG_USE),
        ([TIDY, MARKED, "--sgf"], WRONG_USE),
        ([TIDY, "--mat", "-o", TIDY], UNREADABLE),
        ([], WRONG_USE),
    ],
)
def test_wrong_use_and_bad_files(arguments: list[str], status: int, capsys: Capture) -> None:
    assert run(["transcript", *arguments]) == status
    said = capsys.readouterr().err.strip()
    assert said and "Traceback" not in said


def test_a_file_of_another_kind_is_refused_in_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "match.xg"
    path.write_bytes(b"RGMH\x01\x00")
    assert run(["transcript", str(path)]) == UNREADABLE
    said = capsys.readouterr().err.strip()
    assert said.startswith("Error: ") and said.endswith(".") and "\n" not in said and "eXtreme Gammon" in said
