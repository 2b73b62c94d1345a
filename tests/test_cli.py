"""The command line as a person meets it: exit statuses and one clear sentence for each kind of bad input, nothing half-written."""

from __future__ import annotations

import errno
import io
import json
import shutil
import socket
import struct
import subprocess
import sys
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from monitor.cli import COMMANDS, DONE, NOT_IN_ORDER, SYSTEM, UNREADABLE, WRONG_USE, run
from monitor.record.log import EventLog
from monitor.station import analysis
from tests.station.scripted import ScriptedReader, fit, opening_game
from web.server import main as web_server

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`analyze` with a scripted reader in place of the board finder and the models."""
    original = analysis.analyse

    def analyse(video: Path, table: Any, progress: Any = None, **more: Any) -> dict[str, Any]:
        seams: dict[str, Any] = {"make_reader": lambda _: ScriptedReader(opening_game(illegal=True)), "find": lambda images, options: fit()}
        return original(video, table, progress, **{**more, **seams})

    monkeypatch.setattr(analysis, "analyse", analyse)


def one_sentence(text: str) -> bool:
    lines = [line for line in text.strip().splitlines() if line]
    return len(lines) == 1 and lines[0].startswith("Error: ") and lines[0].endswith(".") and "Traceback" not in text


class TestHelp:
    def test_lists_every_command(self, capsys: Capture) -> None:
        assert run(["--help"]) == DONE
        shown = capsys.readouterr().out
        assert all(name in shown for name in COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_has_help(self, name: str, capsys: Capture) -> None:
        assert run([name, "--help"]) == DONE
        assert "Usage" in capsys.readouterr().out


class TestBadInput:
    @pytest.mark.parametrize("content", [None, b"", b"a text, not a video\n" * 50], ids=["missing", "empty", "text"])
    def test_analyze(self, tmp_path: Path, capsys: Capture, content: bytes | None) -> None:
        video = tmp_path / "match.mp4"
        if content is not None:
            video.write_bytes(content)
        assert run(["analyze", str(video), "--json", str(tmp_path / "out.json")]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)
        assert not (tmp_path / "out.json").exists()

    def test_watch_a_camera_that_does_not_exist(self, tmp_path: Path, capfd: Capture) -> None:
        assert run(["watch", "77", "--session", str(tmp_path / "s"), "--no-web"]) == SYSTEM
        assert not (tmp_path / "s").exists(), "nothing was seen, so no session is left"
        said = capfd.readouterr().err
        assert one_sentence(said), said
        assert "camera 77" in said

    def test_a_taken_port_leaves_nothing_behind(self, make_clip: Any, tmp_path: Path, capfd: Capture) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            assert run(["watch", str(make_clip(frames=10)), "--session", str(tmp_path / "s"), "--port", port]) == SYSTEM
            said = capfd.readouterr().err
            assert one_sentence(said) and f"127.0.0.1:{port}" in said and "--port" in said
            assert web_server(["--session", str(tmp_path / "s"), "--port", port]) == SYSTEM
            assert web_server(["--session", str(tmp_path / "s"), "--host", "192.0.2.1"]) == SYSTEM
        assert not list(tmp_path.iterdir()), "so that the same may be tried again"

    def test_a_dashboard_that_does_not_start_leaves_no_session(self, monkeypatch: pytest.MonkeyPatch, make_clip: Any, tmp_path: Path, capfd: Capture) -> None:
        """Whatever took the port after it was tried."""
        monkeypatch.setattr("monitor.commands.watch.require_address", lambda *_: None)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            clip = str(make_clip(frames=300, rate=10))
            assert run(["watch", clip, "--session", str(tmp_path / "s"), "--port", str(taken.getsockname()[1])]) == SYSTEM
        assert "--port" in capfd.readouterr().err and not (tmp_path / "s").exists()

    def test_watch_a_file_that_does_not_exist(self, tmp_path: Path, capsys: Capture) -> None:
        assert run(["watch", str(tmp_path / "none.mp4"), "--session", str(tmp_path / "s")]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)
        assert not (tmp_path / "s").exists()

    @pytest.mark.parametrize(
        ("corners", "says"),
        [
            ("0,0,500,0,500,90,0,90", "outside the picture, which is 160x120 pixels"),
            ("10,10,150,110,150,10,10,110", "do not go round the board"),
            ("0,0,1,0,1,1,0,1", "less than a hundredth"),
        ],
    )
    def test_every_command_refuses_corners_that_are_no_board(self, corners: str, says: str, make_clip: Any, tmp_path: Path, capsys: Capture) -> None:
        clip, session = make_clip(frames=10), tmp_path / "s"
        table = tmp_path / "told.toml"
        pairs = [float(c) for c in corners.split(",")]
        table.write_text(f"corners = {[pairs[i : i + 2] for i in range(0, 8, 2)]}\n", "utf-8")
        for told in (["--corners", corners], ["--table", str(table)]):
            for command in (["analyze", str(clip)], ["watch", str(clip), "--session", str(session), "--no-web"], ["calibrate", str(clip)]):
                assert run([*command, *told]) == UNREADABLE, command
                said = capsys.readouterr().err
                assert one_sentence(said) and says in said, command
        assert not session.exists()

    def test_corners_outside_the_picture(self, tmp_path: Path, capsys: Capture) -> None:
        picture = tmp_path / "board.png"
        cv2.imwrite(str(picture), np.full((100, 200, 3), 90, np.uint8))
        assert run(["calibrate", str(picture), "--corners", "0,0,500,0,500,90,0,90", "--out", str(tmp_path / "t.toml")]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)
        assert [p.name for p in tmp_path.iterdir()] == ["board.png"]

    @pytest.mark.parametrize(
        "arguments",
        [
            ["analyze"],
            ["analyze", "a.mp4", "--corners", "1,2,3"],
            ["analyze", "a.mp4", "--score", "three"],
            ["analyze", "a.mp4", "--names", "Ann"],
            ["analyze", "a.mp4", "--baffle", "middle"],
            ["analyze", "a.mp4", "--start", "10", "--end", "5"],
            ["watch", "0", "--size", "big"],
            ["watch", "0", "--observer", "Olga", "--record-only"],
            ["watch", "0", "--observer", " "],
            ["watch", "0", "--observer", "x" * 61],
            ["watch", "0", "--observer", "Olga\x1b[2J"],
            ["judge"],
            ["nonsense"],
            ["verify", "x", "--checkpoint", "5"],
        ],
        ids=" ".join,
    )
    def test_wrong_use(self, arguments: Sequence[str], capsys: Capture) -> None:
        assert run(list(arguments)) == WRONG_USE
        assert "Error" in capsys.readouterr().err

    def test_an_unknown_profile_is_named(self, capsys: Capture) -> None:
        assert run(["analyze", "a.mp4", "--profile", "nobody"]) == UNREADABLE
        assert "nobody" in capsys.readouterr().err

    def test_no_output_folder_is_noticed_before_the_work(self, make_clip: Any, tmp_path: Path, capsys: Capture) -> None:
        assert run(["analyze", str(make_clip(frames=3)), "--json", str(tmp_path / "nowhere" / "out.json")]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)

    def test_an_output_that_cannot_be_is_noticed_before_the_work(self, make_clip: Any, tmp_path: Path, capsys: Capture) -> None:
        video = make_clip(frames=3)
        before = video.read_bytes()
        for option, out in (("--json", tmp_path), ("--json", video), ("--mat", video)):
            assert run(["analyze", str(video), option, str(out)]) == UNREADABLE
            assert one_sentence(capsys.readouterr().err)
        assert video.read_bytes() == before

    def test_a_start_after_the_end_says_so(self, make_clip: Any, capsys: Capture) -> None:
        assert run(["analyze", str(make_clip(frames=10)), "--start", "99"]) == UNREADABLE
        assert "no pictures from 99.0 s on" in capsys.readouterr().err

    def test_a_full_disk_is_one_sentence(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
        def full(*_: Any, **__: Any) -> None:
            raise OSError(errno.ENOSPC, "No space left on device", "log.sqlite")

        make_log(tmp_path)
        monkeypatch.setattr("monitor.commands.verify.verify_log", full)
        assert run(["verify", str(tmp_path)]) == UNREADABLE
        assert capsys.readouterr().err == "Error: No space left on device: log.sqlite.\n"

    def test_two_overlays_of_one_name(self, tmp_path: Path, capsys: Capture) -> None:
        assert run(["read", "a/p.png", "b/p.png", "--overlay", str(tmp_path / "ov")]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err) and not (tmp_path / "ov").exists()

    def test_calibrate_never_overwrites_its_picture(self, tmp_path: Path, capsys: Capture) -> None:
        picture = tmp_path / "board.jpg"
        cv2.imwrite(str(picture), np.full((300, 400, 3), 90, np.uint8))
        before = picture.read_bytes()
        corners = ["--corners", "20,20,380,20,380,280,20,280"]
        assert run(["calibrate", str(picture), "--out", str(picture), *corners]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)
        assert run(["calibrate", str(picture), "--out", str(tmp_path / "board.toml"), *corners]) == DONE
        assert picture.read_bytes() == before and (tmp_path / "board.preview.jpg").exists()

    def test_corners_of_a_board_of_one_pixel(self, tmp_path: Path, capsys: Capture) -> None:
        picture = tmp_path / "board.png"
        cv2.imwrite(str(picture), np.full((300, 400, 3), 90, np.uint8))
        assert run(["read", str(picture), "--corners", "0,0,1,0,1,1,0,1"]) == UNREADABLE
        assert "too near together" in capsys.readouterr().err

    @pytest.mark.parametrize("name", ["x" * 300 + ".png", "bomb.png"])
    def test_pictures_that_the_system_refuses(self, tmp_path: Path, capsys: Capture, name: str) -> None:
        if name == "bomb.png":
            rows = zlib.compress(b"\0" * (1 + 40000) * 10)
            head = struct.pack(">IIBBBBB", 40000, 40000, 8, 0, 0, 0, 0)
            parts = [(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")]
            body = b"".join(struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
            (tmp_path / name).write_bytes(b"\x89PNG\r\n\x1a\n" + body)
        assert run(["read", str(tmp_path / name)]) == UNREADABLE
        said = capsys.readouterr()
        assert "Traceback" not in said.err and len(said.err.strip().splitlines()) == 1

    def test_a_demonstration_kept_where_a_file_or_a_session_is(self, tmp_path: Path, capsys: Capture) -> None:
        (tmp_path / "file").write_bytes(b"")
        assert run(["demo", "--keep", str(tmp_path / "file"), "--no-browser"]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)


@pytest.mark.usefixtures("scripted")
class TestAnalyze:
    def test_shows_a_transcript_and_writes_the_result(self, make_clip: Any, tmp_path: Path, capsys: Capture) -> None:
        out, mat = tmp_path / "out.json", tmp_path / "out.mat"
        video = make_clip(frames=65, rate=5)
        assert run(["analyze", str(video), "--json", str(out), "--mat", str(mat), "--length", "7", "--names", "Ann,Bob"]) == DONE
        shown = capsys.readouterr().out
        assert "A  31: 8/6 8/5  ILLEGAL (move.wrong-distance)" in shown
        assert "Irregularities: 1" in shown and "Ann" in shown
        result = json.loads(out.read_text("utf-8"))
        assert result["table"]["names"] == {"A": "Ann", "B": "Bob"}
        assert [e["kind"] for e in result["events"]] == ["setup", "roll", "play", "turn_end", "flag"]
        assert " 7 point match" in mat.read_text("utf-8")
        assert json.loads((tmp_path / "out.mat.json").read_text("utf-8"))[0]["legal"] is False

    def test_a_name_that_is_no_text(self, make_clip: Any, tmp_path: Path) -> None:
        video = tmp_path / ("bad\udcff name.mp4" if sys.platform == "linux" else "bad name.mp4")
        shutil.copy(make_clip(frames=65, rate=5), video)
        assert run(["analyze", str(video), "--json", str(tmp_path / "out.json")]) == DONE
        result = json.loads((tmp_path / "out.json").read_text("utf-8"))
        assert result["video"].startswith("bad") and any(e["kind"] == "flag" for e in result["events"])

    def test_a_cut_video_is_told_as_such(self, make_clip: Any, tmp_path: Path, capsys: Capture) -> None:
        data = make_clip(frames=65, rate=5, options={"movflags": "faststart"}).read_bytes()
        cut = tmp_path / "cut.mp4"
        cut.write_bytes(data[: int(len(data) * 0.6)])
        assert run(["analyze", str(cut), "--json", str(tmp_path / "out.json")]) == UNREADABLE
        said = capsys.readouterr()
        assert one_sentence(said.err)
        assert "INCOMPLETE" in said.out
        assert json.loads((tmp_path / "out.json").read_text("utf-8"))["partial"]


class TestJudge:
    START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    UNROLLED = START.replace(":31:", ":00:")

    def test_a_legal_play(self, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.START, "--play", "8/5 6/5"]) == DONE
        assert capsys.readouterr().out.startswith("LEGAL: 8/5 6/5")

    def test_an_illegal_play(self, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.UNROLLED, "--roll", "6-4", "--play", "8/5 6/5"]) == NOT_IN_ORDER
        assert capsys.readouterr().out.startswith("ILLEGAL")

    def test_says_what_was_wrong(self, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.UNROLLED, "--roll", "64", "--play", "13/7"]) == NOT_IN_ORDER
        assert capsys.readouterr().out.splitlines() == [
            "ILLEGAL: move.must-use-both (14 legal plays)",
            "6 and 4 were rolled; 13/7 was played. 24/20 could have been played too, so both dice must be played.",
            "Nearest legal plays: 24/20 13/7; 13/9 13/7; 13/7 8/4.",
        ]

    def test_several_reasons_are_a_list(self, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.UNROLLED, "--roll", "62", "--play", "8/12"]) == NOT_IN_ORDER
        lines = capsys.readouterr().out.splitlines()
        assert lines[1].endswith("More than one thing fits what is seen.")
        assert [line[:2] for line in lines[2:4]] == ["- ", "- "]

    @pytest.mark.parametrize(("language", "words"), [("it", "ILLEGALE: move.must-use-both"), ("da", "ULOVLIGT: move.must-use-both"), ("en", "ILLEGAL:")])
    def test_speaks_the_rulebooks_languages(self, language: str, words: str, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.UNROLLED, "--roll", "64", "--play", "13/7", "--lang", language, "--profile", "cnb"]) == NOT_IN_ORDER
        assert capsys.readouterr().out.startswith(words)

    @pytest.mark.parametrize("after", ["4HPwATCwZ/ABMA", "sGfwATDgc/ABMA", "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10"])
    def test_takes_the_position_after(self, after: str, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.START, "--after", after]) == DONE
        assert capsys.readouterr().out.startswith("LEGAL: 8/5 6/5")

    def test_says_what_a_profile_offers(self, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.UNROLLED, "--roll", "64", "--play", "13/7", "--profile", "dbgf"]) == NOT_IN_ORDER
        shown = capsys.readouterr().out
        assert "dbgf: move.must-use-both (Both dice must be played)  [DBgF §4.2.3.1" in shown
        assert "\n  Class: OPTION\n  Window: " in shown and "\n  Remedy: " in shown

    def test_a_legal_play_has_no_remedy(self, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.START, "--play", "8/5 6/5", "--profile", "cnb"]) == DONE
        assert "Remedy" not in capsys.readouterr().out

    def test_draws_what_was_wrong(self, tmp_path: Path, capsys: Capture) -> None:
        picture = tmp_path / "wrong.svg"
        top = self.UNROLLED.replace(":0:0:1:00:", ":0:0:-1:00:")
        for xgid in (self.UNROLLED, top):
            assert run(["judge", "--xgid", xgid, "--roll", "53", "--play", "24/19 8/5", "--svg", str(picture)]) == NOT_IN_ORDER
            assert 'class="mark-wrong"' in picture.read_text("utf-8")

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["--play", "8/5", "--after", "4HPwATDgc/ABMA"], WRONG_USE),
            (["--after", "nonsense"], UNREADABLE),
            (["--play", "8/5", "--lang", "fr"], WRONG_USE),
            (["--play", "8/5", "--profile", "nobody"], UNREADABLE),
            (["--play", "8/5", "--svg", "picture.png"], UNREADABLE),
            (["--play", "8/5", "--svg", "nowhere/picture.svg"], UNREADABLE),
            (["--play", "8/5", "--roll", "71"], UNREADABLE),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else "",
    )
    def test_what_cannot_be_judged(self, arguments: list[str], status: int, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.START, *arguments]) == status
        said = capsys.readouterr()
        assert said.out == "" and ("Usage" in said.err or (said.err.startswith("Error: ") and said.err.count("\n") == 1))

    @pytest.mark.parametrize("roll", ["31", "13", "3-1", "1 3"])
    def test_a_roll_that_agrees_with_the_xgid_may_be_given_too(self, roll: str, capsys: Capture) -> None:
        assert run(["judge", "--xgid", self.START, "--roll", roll, "--play", "8/5 6/5"]) == DONE
        assert capsys.readouterr().out.startswith("LEGAL")

    @pytest.mark.parametrize("asked", [["--play", "13/7"], ["--after", "4HPwATCwZ/ABMA"]])
    def test_a_roll_that_contradicts_the_xgid_is_refused(self, asked: list[str], tmp_path: Path, capsys: Capture) -> None:
        picture = tmp_path / "wrong.svg"
        assert run(["judge", "--xgid", self.START, "--roll", "64", *asked, "--svg", str(picture)]) == UNREADABLE
        said = capsys.readouterr()
        assert said.out == "" and "3-1" in said.err and "6-4" in said.err and said.err.count("\n") == 1
        assert not picture.exists()

    @pytest.mark.parametrize(
        "extra",
        [["--svg", "x.svg"], ["--lang", "it"], ["--lang", "en"], ["--profile", "cnb"], ["--xgid", START], ["--roll", "31"], ["--play", "8/5"]],
        ids=" ".join,
    )
    def test_json_takes_no_other_option(self, extra: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("{}\n"))
        assert run(["judge", "--json", *extra]) == WRONG_USE
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.rstrip().endswith(f"Error: --json takes everything from its lines and answers in JSON alone; leave out {extra[0]}.")

    def test_json_lines(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        row = [{24: 2, 13: 5, 8: 3, 6: 5}.get(p, 0) for p in range(26)]
        request = {"on_roll": row, "opponent": row, "roll": [3, 1], "play": "8/5 6/5"}
        monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(request) + "\nnot json\n"))
        assert run(["judge", "--json"]) == UNREADABLE
        first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
        assert first["legal"] is True and first["play"] == "8/5 6/5"
        assert "error" in second


class TestVerify:
    def test_an_intact_log(self, tmp_path: Path, capsys: Capture) -> None:
        make_log(tmp_path)
        assert run(["verify", str(tmp_path)]) == DONE
        said = capsys.readouterr().out
        assert "intact" in said
        head = said.split()[-1]
        assert run(["verify", str(tmp_path), "--checkpoint", head]) == DONE

    def test_a_changed_log_is_not_in_order(self, tmp_path: Path, capsys: Capture) -> None:
        log = make_log(tmp_path)
        data = log.read_bytes()
        assert b"confess" in data
        log.write_bytes(data.replace(b"confess", b"confuse"))
        assert run(["verify", str(tmp_path)]) == NOT_IN_ORDER
        assert "NOT INTACT" in capsys.readouterr().out

    def test_a_missing_still_is_not_in_order(self, tmp_path: Path, capsys: Capture) -> None:
        make_log(tmp_path, still="0" * 64)
        assert run(["verify", str(tmp_path)]) == NOT_IN_ORDER
        assert "NOT INTACT" in capsys.readouterr().out

    def test_no_log_there(self, tmp_path: Path, capsys: Capture) -> None:
        assert run(["verify", str(tmp_path)]) == UNREADABLE
        assert one_sentence(capsys.readouterr().err)


def make_log(folder: Path, still: str | None = None) -> Path:

    path = folder / "log.sqlite"
    with EventLog.create(path) as log:
        log.append("session_started", {"source": "confess"}, t=0.0, t_wall=datetime.now(UTC))
        if still:
            log.append("still", {"sha256": still}, t=1.0, t_wall=datetime.now(UTC))
    return path


def test_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "monitor", "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == DONE
    assert "table-monitor" in done.stdout
