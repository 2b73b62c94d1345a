"""The benchmarks' own parts that can be wrong without anybody noticing: percentiles, latency arithmetic, the stream that is cut."""

from __future__ import annotations

import argparse
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from monitor.vision.source import StreamSource
from tests.benchmarks import plays, speed
from tests.benchmarks.latency import latencies, latency_table
from tests.benchmarks.live import SESSION, LiveRun, listen, sign_in
from tests.benchmarks.measure import Missing, find_clip, need, percentile
from tests.benchmarks.stream import ClipServer


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3.0], 0.5, 3.0), ([1, 2, 3, 4], 0.5, 2), ([1, 2, 3], 0.5, 2), (list(range(1, 101)), 0.95, 95), ([1, 2], 0.95, 2), ([2, 1], 0.0, 1)],
)
def test_percentile_is_nearest_rank(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def test_no_values_have_no_percentile() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


WALL = "2026-01-01T00:00:10+00:00"
WALL_S = 1767225610.0


def entry(kind: str, frame_t: float, event_t: float | None, **body: Any) -> dict[str, Any]:
    """An entry whose completing frame was captured at WALL."""
    return {"kind": kind, "t": frame_t, "t_wall": WALL, "body": {"t": event_t, **body} if event_t is not None else body}


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param([entry("roll", 4.6, 4.0)], [("roll", 0.3, 0.8)], id="roll: half a second still"),
        pytest.param([entry("flag", 4.6, 4.0, rule="roll.cocked")], [("flag", 0.3, 0.8)], id="flag on a roll"),
        pytest.param([entry("turn_end", 9.9, 9.0, player="A")], [("turn_end", 0.4, 1.1)], id="turn end: a die gone for 0.7 s"),
        pytest.param(
            [entry("play", 10.0, 8.0, player="A"), entry("turn_end", 10.0, 9.0, player="A"), entry("turn_end", 20.0, 19.0, player="A")],
            [("play", 0.5, 1.2), ("turn_end", 0.5, 1.2), ("turn_end", 0.5, 1.2)], id="a play waits for its own turn's end",
        ),
        pytest.param([entry("play", 10.0, 8.0, player="A"), entry("turn_end", 10.0, 9.0, player="B")], [("turn_end", 0.5, 1.2)], id="not for the other's"),
        pytest.param([entry("flag", 10.0, 9.0, rule="move.illegal")], [("flag", 0.5, 1.2)], id="flag on a play"),
        pytest.param([entry("flag", 3.0, 1.0, rule="setup.error"), entry("board_found", 1.0, None), entry("frames", 1.0, None)], [], id="no dwell of its own"),
    ],
)  # fmt: skip
def test_latencies(entries: list[dict[str, Any]], expected: list[tuple[str, float, float]]) -> None:
    found = latencies([(WALL_S + 0.2, e) for e in entries])
    assert [(x.kind, pytest.approx(x.from_dwell_s, abs=1e-6), pytest.approx(x.from_first_s, abs=1e-6)) for x in found] == expected


def test_latency_table_has_a_row_a_kind() -> None:
    table = latency_table(latencies([(WALL_S + 0.2, entry("roll", 4.6, 4.0)), (WALL_S + 0.3, entry("roll", 4.6, 4.0))]), "")
    assert [row[:4] for row in table.rows] == [("roll", "2", "300", "400"), ("all", "2", "300", "400")]


def test_a_cut_stream_comes_back(make_clip: Any) -> None:
    """Frames flow, stop while the cable is pulled, and flow again; the source names the gap."""
    clip = make_clip(frames=80, rate=20)
    with ClipServer(clip, is_endless=True) as server:
        lost: list[str] = []
        back: list[float] = []
        source = StreamSource(server.url, timeout_s=5.0, give_up_s=30.0, on_lost=lambda why, t: lost.append(why), on_back=back.append)
        before = after = 0
        is_cut = False
        begun = time.monotonic()
        for _ in source:
            if back:
                after += 1
            else:
                before += 1
            if before >= 10 and not is_cut:
                is_cut = True
                server.cut()
                server.resume()
            if after >= 5 or time.monotonic() - begun > 60:
                break
        source.close()
    assert before >= 10
    assert after >= 5
    assert len(lost) == len(back) == 1


def test_a_missing_part_is_said_and_the_rest_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(options: argparse.Namespace) -> Any:
        return need("monitor.no_such_part")

    monkeypatch.setattr(speed, "BENCHES", {"absent": absent, "there": lambda options: latency_table([], "")})
    written: list[str] = []
    tables = speed.run_all(argparse.Namespace(only=None), written.append)
    assert "monitor.no_such_part cannot be imported" in tables[0].rows[0][0]
    assert tables[1].title == "From dwell complete to the dashboard"
    assert len(written) == 2


def test_a_clip_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="there is no clip"):
        find_clip(tmp_path / "gone.mp4")


def test_the_listener_hears_the_real_event_stream(tmp_path: Path) -> None:
    """Sign-in, stream and arithmetic against the real dashboard and a real log, without a camera."""
    waitress = pytest.importorskip("waitress", reason="needs waitress: make setup")
    from monitor.record.log import EventLog
    from web.app import create_app

    session = tmp_path / SESSION
    session.mkdir()
    server: Any = waitress.create_server(create_app(tmp_path, login_code="ABCDE23456"), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    run = LiveRun()
    with EventLog.create(session / "log.sqlite") as log:
        log.append("session_started", {"source": "benchmark", "observer": "the benchmark"}, t=0.0, t_wall=datetime.now(UTC))
        cookie = sign_in(server.effective_port, "ABCDE-23456")
        listener = threading.Thread(target=listen, args=(server.effective_port, cookie, run), daemon=True)
        listener.start()
        _until(lambda: bool(run.arrivals))
        log.append("roll", {"t": 4.0, "kind": "roll"}, t=4.5, t_wall=datetime.now(UTC))
        _until(lambda: len(run.arrivals) > 1)
        log.append("session_ended", {"reason": "done"}, t=5.0, t_wall=datetime.now(UTC))
        listener.join(60)
    server.close()
    assert [e["kind"] for _, e in run.arrivals] == ["session_started", "roll", "session_ended"]
    (found,) = latencies(run.arrivals)
    assert found.kind == "roll"
    assert found.from_first_s == pytest.approx(found.from_dwell_s + 0.5)
    assert found.from_dwell_s > 0


def test_a_wrong_code_is_said(tmp_path: Path) -> None:
    waitress = pytest.importorskip("waitress", reason="needs waitress: make setup")
    from web.app import create_app

    server: Any = waitress.create_server(create_app(tmp_path, login_code="ABCDE23456"), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    with pytest.raises(Missing, match="refused the sign-in"):
        sign_in(server.effective_port, "WRONG-WRONG")
    server.close()


def _until(is_there: Any, limit_s: float = 60.0) -> None:
    end = time.monotonic() + limit_s
    while not is_there():
        assert time.monotonic() < end, "nothing arrived"
        time.sleep(0.01)


def test_generators_take_turns_and_keep_their_best_round() -> None:
    asked: list[str] = []
    calls = {name: lambda number, name=name: asked.append(f"{name}{number}") for name in "ab"}
    taken = plays.seconds_of(calls, {"a": [(1,), (2,)], "b": [(1,)]}, rounds=2, first=1)
    assert asked == ["b1", "a1", "a2", "a1", "a2", "b1"]
    assert set(taken) == {"a", "b"} and all(0 <= seconds < 60 for seconds in taken.values())


def test_speed_of_legal_plays_is_told_by_kind_of_roll_and_beside_ours() -> None:
    taken = {"two dice": {plays.OURS: (0.002, 20), "bgsage": (0.001, 20)}, "double": {plays.OURS: (0.004, 10), "bgsage": (0.002, 10)}}
    table = plays.speed_table(taken, "")
    assert [cell.partition(":")[0] for cell in table.header[2::2]] == ["all (30)", "two dice (20)", "double (10)"]
    assert table.rows == ((plays.OURS, "Python", "200", "1.00", "100", "1.00", "400", "1.00"), ("bgsage", "C++", "100", "0.50", "50", "0.50", "200", "0.50"))
