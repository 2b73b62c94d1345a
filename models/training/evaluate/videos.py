"""`evaluate videos`: analyses every clip that has truth as anybody else would, scores it, and makes the tables of the model card."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av

from models.training.evaluate.cases import SHEETS_DIR, ClipCase, find_clips, prepare_sheet_dir
from models.training.evaluate.report import Report, model_hashes, today
from models.training.evaluate.sheet import write_clip_sheet
from models.training.evaluate.tables import Rate
from models.training.evaluate.video_scoring import ClipScore, score_clip
from models.training.evaluate.video_tables import clip_headline, clip_tables
from monitor.errors import CalibrationError, InputError, MonitorError

Analyse = Callable[[Path, Mapping[str, Any]], Mapping[str, Any]]
"""(clip, what the camera cannot see: profile, match_length, allow_left, clock, baffle) -> the analysis, `formats.md` section 3."""
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class VideosResult:
    report: Report
    scores: tuple[ClipScore, ...]
    analyses: tuple[Mapping[str, Any], ...]
    sheet: Path | None

    @property
    def turns(self) -> Rate:
        return Rate(sum(s.turns[0] for s in self.scores), sum(s.turns[1] for s in self.scores))

    @property
    def flags(self) -> Rate:
        found = [s.found.get("flag", (0, 0)) for s in self.scores]
        return Rate(sum(f[0] for f in found), sum(f[1] for f in found))

    @property
    def false_flags(self) -> int:
        return sum(s.false_flags for s in self.scores)

    def meets(self, min_turns: float | None = None, max_false: int | None = None) -> bool:
        """min_turns: share (0..1) of turns exact. max_false: false flags in all; asking for it asks for every staged flag too."""
        if min_turns is not None and (self.turns.share or 0.0) < min_turns:
            return False
        return max_false is None or (self.false_flags <= max_false and self.flags.ok == self.flags.n)


def evaluate_videos(
    path: Path,
    *,
    profile: str | None = None,
    out_dir: Path | None = None,
    only: str = "",
    analyse: Analyse | None = None,
    progress: Progress | None = None,
) -> VideosResult:
    """Analyses each NAME.mp4 of `path` under a random name in an empty folder, and scores it against NAME.truth.json.

    profile: overrules the truth's own. analyse: what analyses a clip, `python -m monitor analyze` unless given. From the truth's table only
    what no camera can see is passed on. A clip that cannot be analysed counts with all its events missed.
    """
    cases = find_clips(path, only=only)
    name = path.resolve().name.lower()
    key = f"videos-{''.join(c if c.isalnum() else '-' for c in name)}" + (f"-{only}" if only else "")
    out = prepare_sheet_dir(out_dir or Path.cwd() / SHEETS_DIR / key, path)
    run = analyse or analyse_by_command
    scores, analyses = [], []
    for done, case in enumerate(cases):
        score, analysis = _score_one(run, case, profile)
        scores.append(score)
        analyses.append(analysis)
        (out / f"{case.name}.analysis.json").write_text(json.dumps(analysis, indent=1) + "\n", encoding="utf-8")
        if progress:
            progress(done + 1, len(cases), case.name)
    sheet = write_clip_sheet(out, scores)
    shown = str(path.resolve().relative_to(Path.cwd())) if path.resolve().is_relative_to(Path.cwd()) else path.name
    report = Report(
        "videos", key, f"Clips: {path.resolve().name}", f"python -m monitor evaluate videos {shown}{f' --only {only}' if only else ''}",
        clip_headline(scores), clip_tables(scores), _notes(cases, scores), model_hashes(), today(),
    )  # fmt: skip
    return VideosResult(report, tuple(scores), tuple(analyses), sheet)


def told_options(truth: Mapping[str, Any], profile: str | None = None) -> dict[str, Any]:
    """What the analysis is told: only what a camera cannot see. Seats, home side and the events themselves stay with the scorer."""
    table = truth.get("table") or {}
    told = {
        "profile": profile or table.get("profile"), "match_length": table.get("match_length"), "allow_left": table.get("allow_left"),
        "clock": table.get("clock"), "baffle": table.get("baffle"),
    }  # fmt: skip
    return {k: v for k, v in told.items() if v not in (None, False, "")}


def command_options(told: Mapping[str, Any]) -> list[str]:
    """The same as options of `python -m monitor analyze`."""
    options: list[str] = []
    for key, option in (("profile", "--profile"), ("match_length", "--length"), ("baffle", "--baffle")):
        if told.get(key) and not isinstance(told[key], bool):
            options += [option, str(told[key])]
    players = told.get("allow_left") or ()
    for player in [players] if isinstance(players, str) else players:
        options += ["--allow-left", str(player)]
    return options + (["--clock"] if told.get("clock") else [])


def analyse_by_command(clip: Path, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Runs `python -m monitor analyze` as anybody would.

    Raises InputError with its last line when it gives no result, and MonitorError when no clip could give one (wrong use, or the system).
    """
    out = clip.with_suffix(".json")
    command = [sys.executable, "-m", "monitor", "analyze", str(clip), "--json", str(out), *command_options(told)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not out.exists():
        said = (done.stderr or done.stdout).strip().splitlines()
        why = f"The analysis gave no result (exit status {done.returncode}): {said[-1] if said else 'it said nothing'}"
        raise MonitorError(why) if done.returncode in (2, 4) else InputError(why)
    try:
        body: Mapping[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    finally:
        out.unlink()
    return body


def _score_one(run: Analyse, case: ClipCase, profile: str | None) -> tuple[ClipScore, Mapping[str, Any]]:
    error = ""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="clip-") as folder:
        neutral = Path(folder) / f"{secrets.token_hex(8)}.mp4"
        shutil.copyfile(case.clip, neutral)
        duration_s = clip_duration_s(neutral)
        start = time.monotonic()
        try:
            analysis = run(neutral, told_options(case.truth, profile))
        except (InputError, CalibrationError) as problem:
            analysis, error = {"events": []}, str(problem)
        took_s = time.monotonic() - start
    score = score_clip(case.name, case.truth["events"], analysis.get("events") or [], case.contrasts)
    score.wall_s, score.duration_s, score.error = took_s, duration_s, error
    return score, analysis


def clip_duration_s(clip: Path) -> float:
    """Length of a clip on its own timeline. Raises InputError for what is no video."""
    try:
        with av.open(str(clip)) as container:
            if container.duration is not None:
                return float(container.duration) / 1_000_000
            stream = container.streams.video[0]
            return float(stream.duration * stream.time_base) if stream.duration and stream.time_base else 0.0
    except (av.FFmpegError, IndexError) as error:
        raise InputError(f"{clip.name} cannot be read as a video: {error}") from error


def _look_name(look: Any) -> str:
    return f"{look.get('board')} with {look.get('checkers')} checkers" if isinstance(look, dict) else str(look)


def _notes(cases: Sequence[ClipCase], scores: Sequence[ClipScore]) -> tuple[str, ...]:
    total_s, wall_s = sum(s.duration_s for s in scores), sum(s.wall_s for s in scores)
    failed = [f"{s.name}: {s.error}" for s in scores if s.error]
    looks = sorted({_look_name(c.truth["look"]) for c in cases if c.truth.get("look")})
    factor = f"{total_s / wall_s if wall_s else 0:.2f} x real time, start of the program included"
    notes = [f"{len(scores)} clips, {total_s / 60:.1f} minutes of video, analysed in {wall_s / 60:.1f} minutes ({factor})."]
    if looks:
        notes.append(f"Looks: {', '.join(looks)}.")
    return (*notes, *(f"Not analysed: {f}" for f in failed))
