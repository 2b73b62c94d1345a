"""`python -m tests.benchmarks.speed`: how fast the product is on this machine, as tables. Nothing is asserted; machines are noisy.

What a part needs and does not find is said in place of its table, and the other parts run all the same.
"""

from __future__ import annotations

import argparse
import inspect
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from models.training.evaluate.report import REPORTS_DIR, Report, model_hashes, today
from models.training.evaluate.tables import Table
from monitor.errors import MonitorError
from tests.benchmarks.latency import latencies, latency_table
from tests.benchmarks.live import run_live
from tests.benchmarks.machine import machine
from tests.benchmarks.measure import ROOT, Missing, clip_facts, find_clip, frames_at, need, percentile, time_calls
from tests.benchmarks.stream import ClipServer

SIZE = (1280, 720)
THREADS = 2


def bench_models(options: argparse.Namespace) -> Table:
    """Milliseconds of each shipped network alone, on noise, batch 1 (the time does not depend on the picture)."""
    runtime = need("onnxruntime")
    files = sorted((ROOT / "models").glob("*.onnx"))
    if not files:
        raise Missing("no weights in models/*.onnx")
    rows = []
    for file in files:
        settings = runtime.SessionOptions()
        settings.intra_op_num_threads, settings.inter_op_num_threads = options.threads, 1
        session = runtime.InferenceSession(str(file), settings, providers=["CPUExecutionProvider"])
        feed = {i.name: _noise(i.shape, i.type) for i in session.get_inputs()}
        taken = time_calls(lambda session=session, feed=feed: session.run(None, feed), seconds=options.seconds)
        shape = " ".join("x".join(str(d) for d in v.shape) for v in feed.values())
        rows.append((file.name, shape, f"{file.stat().st_size / 1e6:.1f}", str(len(taken)), *_p50_p95(taken)))
    note = f"onnxruntime {runtime.__version__}, {options.threads} threads."
    return Table("Networks alone", ("network", "input", "MB", "calls", "p50 ms", "p95 ms"), tuple(rows), note)


def _p50_p95(taken_ms: Sequence[float]) -> tuple[str, str]:
    return f"{percentile(taken_ms, 0.5):.1f}", f"{percentile(taken_ms, 0.95):.1f}"


def bench_decode(options: argparse.Namespace) -> Table:
    """How fast the clip can merely be decoded."""
    clip = find_clip(options.clip)
    rate, frames, facts = decode_rate(clip)
    size, own = f"{facts['width']}x{facts['height']}", facts["rate"]
    row = (clip.name, size, f"{own:.0f}", str(frames), f"{rate:.0f}", f"{rate / own:.1f}" if own else "-")
    return Table("Decoding alone", ("clip", "size", "frames/s of the clip", "frames", "decoded frames/s", "x real time"), (row,))


def decode_rate(clip: Path) -> tuple[float, int, dict[str, Any]]:
    """(frames a second, frames, facts) of decoding to BGR through the product's own source."""
    source_module = need("monitor.vision.source")
    start, frames = time.perf_counter(), 0
    source = source_module.open_source(str(clip))
    for _ in source:
        frames += 1
    return frames / (time.perf_counter() - start), frames, clip_facts(clip)


def bench_pipeline(options: argparse.Namespace) -> Table:
    """Frames a second from a decoded 1280x720 picture to events, one thread of control, with and without motion gating."""
    for name in ("monitor.vision.reader", "monitor.station.pipeline", "calibration"):
        need(name)
    from monitor.station.board import fit_board
    from monitor.station.config import TableOptions
    from monitor.vision.reader import BoardReader

    clip = find_clip(options.clip)
    pictures = frames_at(clip, SIZE, options.clip_seconds)
    table = TableOptions()
    start = time.perf_counter()
    fit = fit_board([p for _, p in pictures[:: max(1, len(pictures) // 10)]][:10], table)
    found_s = time.perf_counter() - start
    switch = _gating_switch(BoardReader)
    rows = []
    for name, arguments in (("with motion gating", {switch: True} if switch else {}), *([("without motion gating", {switch: False})] if switch else [])):
        rows.append((name, *_pipeline_row(pictures, BoardReader(fit, **arguments), table)))
    note = f"{clip.name} scaled to {SIZE[0]}x{SIZE[1]}, {len(pictures)} frames; decoding not included; the board was found in {found_s:.2f} s."
    if not switch:
        note += " Missing: BoardReader has no option that turns motion gating off, so only its own way was measured."
    return Table("Whole pipeline", ("how", "frames", "of them fully read", "with a hand", "frames/s", "p50 ms", "p95 ms", "events"), tuple(rows), note)


def _pipeline_row(pictures: Sequence[tuple[float, Any]], reader: Any, table: Any) -> tuple[str, ...]:
    from datetime import UTC, datetime

    from monitor.station.pipeline import Pipeline
    from monitor.vision.frame import Frame

    pipeline = Pipeline(reader, table, "benchmark")
    taken, full, hands, events = [], 0, 0, 0
    for seq, (t, image) in enumerate(pictures):
        frame = Frame(seq, t, datetime.now(UTC), image, "benchmark")
        start = time.perf_counter()
        events += len(pipeline.step(frame))
        taken.append(1000 * (time.perf_counter() - start))
        observation = pipeline.observation
        full += observation is not None and observation.is_full
        hands += observation is not None and observation.has_hand
    rate = 1000 * len(taken) / sum(taken)
    return (str(len(taken)), str(full), str(hands), f"{rate:.1f}", *_p50_p95(taken), str(events))


def _gating_switch(reader: Any) -> str | None:
    """The reader's option for motion gating, by its name."""
    return next((name for name in inspect.signature(reader).parameters if "gat" in name), None)


def bench_analysis(options: argparse.Namespace) -> Table:
    """The whole analysis of a file against merely decoding it (target: at least 60 % of that speed)."""
    need("monitor.vision.reader")
    analysis = need("monitor.station.analysis")
    from monitor.station.config import TableOptions

    clip = find_clip(options.clip)
    start = time.perf_counter()
    result = analysis.analyse(clip, TableOptions(), end_s=options.clip_seconds)
    took_s = time.perf_counter() - start
    frames, length_s = result["analysis"]["frames"], result["analysis"]["duration_s"]
    decode, _, facts = decode_rate(clip)
    size, rate = f"{facts['width']}x{facts['height']}", frames / took_s
    row = (clip.name, size, f"{rate:.1f}", f"{decode:.0f}", f"{100 * rate / decode:.0f} %", f"{length_s / took_s:.2f}")
    return Table("Analysis of a recorded file", ("clip", "size", "analysed frames/s", "decoded frames/s", "of decoding speed", "x real time"), (row,))


def bench_latency(options: argparse.Namespace) -> Table:
    """A file at a camera's pace through capture, vision, log and web; arrival at the end of a real event stream."""
    clip = find_clip(options.clip)
    with tempfile.TemporaryDirectory(prefix="live-", ignore_cleanup_errors=True) as folder:
        run = run_live(str(clip), Path(folder), limit_s=clip_facts(clip)["duration_s"] + 60)
    found = latencies(run.arrivals)
    if not found:
        why = run.failure or f"{len(run.arrivals)} entries arrived"
        raise Missing(f"the live run over {clip.name} gave no roll, play or flag to measure ({why})")
    note = f"{clip.name} at its own pace; frames {run.counts}. Times begin when the frame was decoded, which counts up to one frame too much."
    return latency_table(found, note)


def bench_stream(options: argparse.Namespace) -> Table:
    """The clip as MJPEG over HTTP through the whole live chain, cut in the middle and resumed."""
    clip = find_clip(options.clip)
    need("monitor.vision.reader")
    cut_at, cut_for = options.cut_at, options.cut_for
    with tempfile.TemporaryDirectory(prefix="stream-", ignore_cleanup_errors=True) as folder, ClipServer(clip, size=SIZE) as server:

        def pull_the_cable() -> None:
            server.has_begun.wait(60)
            time.sleep(cut_at)
            server.cut()
            time.sleep(cut_for)
            server.resume()

        run = run_live(server.url, Path(folder), limit_s=server.duration_s + 60, during=pull_the_cable)
    if not run.arrivals:
        raise Missing(f"the live run gave nothing: {run.failure or 'no entry arrived'}")
    lost, back, counts = run.entries("camera_lost"), run.entries("camera_back"), run.counts
    kinds = {kind: len(run.entries(kind)) for kind in ("roll", "play", "turn_end", "flag", "gap")}
    after = [e for e in run.entries("roll") + run.entries("play") if back and e["t"] > back[0]["t"]]
    rows = (
        ("cut after / for", f"{cut_at:.0f} s / {cut_for:.0f} s"),
        ("losses in the log", "; ".join(f"t {e['t']:.1f} s: {e['body'].get('why', '')}" for e in lost) or "none"),
        ("returns in the log", "; ".join(f"t {e['t']:.1f} s" for e in back) or "none"),
        ("frames sent / seen / read / dropped", f"{server.sent} / {counts.get('seen', '-')} / {counts.get('processed', '-')} / {counts.get('dropped', '-')}"),
        ("events", ", ".join(f"{kind} {n}" for kind, n in kinds.items())),
        ("rolls and plays after the return", str(len(after))),
        ("ended with", str((run.entries("session_ended") or [{"body": {"reason": "still running"}}])[-1]["body"].get("reason"))),
    )
    return Table("HTTP stream, cut and resumed", ("what", "value"), rows, f"{clip.name} as MJPEG at its own pace.")


BENCHES: dict[str, Callable[[argparse.Namespace], Table]] = {
    "models": bench_models, "decode": bench_decode, "pipeline": bench_pipeline, "analysis": bench_analysis, "latency": bench_latency, "stream": bench_stream,
}  # fmt: skip


def run_all(options: argparse.Namespace, write: Callable[[str], object] = print) -> list[Table]:
    """Runs the chosen benches; a part that is missing becomes a table that says so."""
    tables = []
    for name in options.only or BENCHES:
        bench = BENCHES[name]
        try:
            table = bench(options)
        except (Missing, MonitorError) as missing:
            table = Table(name, ("missing",), ((str(missing),),))
        tables.append(table)
        write(table.text())
    return tables


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m tests.benchmarks.speed", description=(__doc__ or "").splitlines()[0])
    p.add_argument("--clip", type=Path, help="a clip with hands moving (default: the largest rendered clip in the repository)")
    p.add_argument("--only", action="append", choices=list(BENCHES), help="only this part; may be repeated")
    p.add_argument("--seconds", type=float, default=3.0, help="seconds a network is timed")
    p.add_argument("--clip-seconds", type=float, default=30.0, help="seconds of the clip used for the pipeline")
    p.add_argument("--threads", type=int, default=THREADS)
    p.add_argument("--cut-at", type=float, default=12.0)
    p.add_argument("--cut-for", type=float, default=4.0)
    p.add_argument("--save", action="store_true", help="keep the tables for the model card")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    where = machine()
    print(where + "\n")
    tables = run_all(options)
    if options.save:
        headline = Table("In short", ("what", "value"), tuple((t.title, " / ".join(t.rows[0])) for t in tables if t.rows))
        report = Report("speed", "speed", "Speed", "python -m tests.benchmarks.speed --save", headline, tuple(tables), (where,), model_hashes(), today())
        print(f"Report: {report.save(Path.cwd() / REPORTS_DIR)}")
    return 0


def _noise(shape: Sequence[Any], kind: str) -> Any:
    """Random input of a network's shape; a free dimension becomes 1."""
    fixed = [d if isinstance(d, int) and d > 0 else 1 for d in shape]
    values = np.random.default_rng(0).random(fixed)
    return (values * 255).astype(np.uint8) if "uint8" in kind else values.astype(np.float16 if "float16" in kind else np.float32)


if __name__ == "__main__":
    raise SystemExit(main())
