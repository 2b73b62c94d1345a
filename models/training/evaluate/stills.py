"""`evaluate stills`: reads every labelled picture as anybody else would, scores it, and makes the tables of the model card."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.training.evaluate.cases import SHEETS_DIR, StillCase, find_stills, prepare_sheet_dir
from models.training.evaluate.report import Report, model_hashes, today
from models.training.evaluate.scoring import StillScore, score_still
from models.training.evaluate.sheet import write_still_sheet
from models.training.evaluate.still_tables import headline, still_tables
from models.training.evaluate.tables import Rate
from monitor.errors import CalibrationError, InputError

Corners = Sequence[Sequence[float]]
Reader = Callable[[Path, Corners | None], Mapping[str, Any]]
"""(picture, corners in its pixels or None to find the board) -> the reading, `formats.md` section 2."""
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class StillsResult:
    """scores, readings and seconds in the order of cases. sheet: the page of misses, None without misses."""

    report: Report
    cases: tuple[StillCase, ...]
    scores: tuple[StillScore, ...]
    readings: tuple[Mapping[str, Any], ...]
    seconds: tuple[float, ...]
    sheet: Path | None

    @property
    def exact(self) -> Rate:
        return Rate.of(s.is_exact for s in self.scores)

    def meets(self, min_exact: float | None) -> bool:
        """Are at least `min_exact` (0..1) of the positions exact? Always, when no share is asked for."""
        return min_exact is None or (self.exact.share or 0.0) >= min_exact


def evaluate_stills(
    path: Path,
    *,
    is_corners_given: bool = False,
    reader: Reader | None = None,
    out_dir: Path | None = None,
    limit: int = 0,
    match: str = "",
    progress: Progress | None = None,
) -> StillsResult:
    """Reads and scores the labelled pictures of `path` (a folder of NAME.jpg with NAME.json, or a labels.json).

    is_corners_given: hand the labelled corners to the reader; pictures whose corners are cut off are then left out. reader: what reads a
    picture, `monitor.vision.still.read_picture` unless given. Each picture is read under a random name from an empty folder, so that neither
    its name nor its truth can help. out_dir: where the sheet of misses goes (default: a folder under data/sheets).
    Raises InputError when nothing can be scored, or when a sheet with reference photographs would be committed.
    """
    cases = find_stills(path, limit=limit, match=match)
    left_out = [c.name for c in cases if is_corners_given and not c.truth.get("corners")]
    cases = [c for c in cases if c.name not in left_out]
    if not cases:
        raise InputError(f"No picture under {path} has its corners labelled; leave out --corners-given.")
    key = f"stills-{_slug(path)}-{'corners-given' if is_corners_given else 'board-found'}"
    out = prepare_sheet_dir(out_dir or Path.cwd() / SHEETS_DIR / key, path)
    read = reader or _default_reader()
    scores, readings, seconds = [], [], []
    with tempfile.TemporaryDirectory(prefix="stills-") as folder:
        for done, case in enumerate(cases):
            reading, took_s = _read_neutral(read, case, Path(folder), is_corners_given)
            scores.append(score_still(case.name, case.truth, reading, case.labels))
            readings.append(reading)
            seconds.append(took_s)
            if progress:
                progress(done + 1, len(cases), case.name)
    sheet = write_still_sheet(out, cases, scores, readings)
    report = _report(key, path, is_corners_given, limit, match, scores, seconds, left_out)
    return StillsResult(report, tuple(cases), tuple(scores), tuple(readings), tuple(seconds), sheet)


def _default_reader() -> Reader:
    try:
        from monitor.vision.still import read_picture
    except ImportError as error:
        raise InputError(f"The picture reader (monitor.vision.still) is not installed or cannot be loaded: {error}") from error
    return lambda picture, corners: read_picture(picture, corners=corners)


def _read_neutral(read: Reader, case: StillCase, folder: Path, is_corners_given: bool) -> tuple[Mapping[str, Any], float]:
    """One picture's reading and the seconds it took; a picture that is refused with a reason counts as not read."""
    neutral = folder / f"{secrets.token_hex(8)}{case.picture.suffix.lower()}"
    shutil.copyfile(case.picture, neutral)
    start = time.monotonic()
    try:
        reading: Mapping[str, Any] = read(neutral, case.truth["corners"] if is_corners_given else None)
    except (InputError, CalibrationError) as error:
        reading = {"ok": False, "error": str(error)}
    finally:
        neutral.unlink()
    return reading, time.monotonic() - start


def _slug(path: Path) -> str:
    """A folder's own name for file names: stills-heldout, or real for .../real/labels.json."""
    stem = path.resolve().parent.name if path.is_file() else path.resolve().name
    return "".join(c if c.isalnum() else "-" for c in stem.lower()).strip("-") or "pictures"


def _report(
    key: str, path: Path, is_corners_given: bool, limit: int, match: str, scores: Sequence[StillScore], seconds: Sequence[float], left_out: Sequence[str]
) -> Report:
    how = "corners given" if is_corners_given else "board found automatically"
    shown = _shown_path(path)
    options = "".join([" --corners-given" if is_corners_given else "", f" --limit {limit}" if limit else "", f" --match {match}" if match else ""])
    notes = [f"{len(scores)} pictures, {how}; median {sorted(seconds)[len(seconds) // 2]:.2f} s a picture."]
    if left_out:
        notes.append(f"Left out because their corners are not labelled: {len(left_out)}.")
    return Report(
        "stills", key, f"Stills: {_slug(path)}, {how}", f"python -m monitor evaluate stills {shown}{options}", headline(scores), still_tables(scores),
        tuple(notes), model_hashes(), today(),
    )  # fmt: skip


def _shown_path(path: Path) -> str:
    """The path as a command elsewhere would name it: relative where it lies below the working folder, else its last two parts."""
    resolved = path.resolve()
    if resolved.is_relative_to(Path.cwd()):
        return str(resolved.relative_to(Path.cwd()))
    return "../" + "/".join(resolved.parts[-2:])
