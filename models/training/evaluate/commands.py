"""The evaluation as commands: print the tables, keep the report for the model card, answer with an exit status (`formats.md` section 2)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from models.training.evaluate.card import stale_reports, write_card
from models.training.evaluate.report import MODELS_DIR, REPORTS_DIR, load_reports
from models.training.evaluate.stills import Reader, evaluate_stills
from models.training.evaluate.videos import Analyse, evaluate_videos

Write = Callable[[str], object]

OK, BELOW_TARGET = 0, 1


def stills(
    path: Path, *, is_corners_given: bool = False, out_dir: Path | None = None, limit: int = 0, match: str = "", min_exact: float | None = None,
    reader: Reader | None = None, write: Write = print,
) -> int:  # fmt: skip
    """`evaluate stills`. 0, or 1 when fewer than `min_exact` (0..1) of the positions are exact. Raises MonitorError."""
    result = evaluate_stills(path, is_corners_given=is_corners_given, reader=reader, out_dir=out_dir, limit=limit, match=match, progress=_progress("pictures"))
    saved = result.report.save(Path.cwd() / REPORTS_DIR)
    write(result.report.text())
    write(f"Report: {saved}\nMisses: {result.sheet or 'none'}")
    write(f"positions exact {result.exact}")
    return OK if result.meets(min_exact) else BELOW_TARGET


def videos(
    path: Path, *, profile: str | None = None, out_dir: Path | None = None, only: str = "", min_turns: float | None = None, max_false: int | None = None,
    analyse: Analyse | None = None, write: Write = print,
) -> int:  # fmt: skip
    """`evaluate videos`. 0, or 1 when fewer than `min_turns` (0..1) of the turns are exact, there are more than `max_false` false flags, or
    (where `max_false` is given) a staged flag was missed. Raises MonitorError.
    """
    result = evaluate_videos(path, profile=profile, out_dir=out_dir, only=only, analyse=analyse, progress=_progress("clips"))
    saved = result.report.save(Path.cwd() / REPORTS_DIR)
    for score in result.scores:
        if score.misses or score.error:
            write(f"{score.name}: {score.error}" if score.error else f"{score.name}:")
            for miss in score.misses:
                write(f"   {miss.t:8.2f} s  {miss.what} {miss.kind}: {miss.text}")
    write(result.report.text())
    write(f"Report: {saved}\nMisses: {result.sheet or 'none'}")
    write(f"turns exact {result.turns}, flags found {result.flags}, false flags {result.false_flags}")
    return OK if result.meets(min_turns, max_false) else BELOW_TARGET


def card(*, reports_dir: Path | None = None, card_path: Path | None = None, readme_path: Path | None = None, write: Write = print) -> int:
    """`card`: writes the saved reports into the model card and the README. 1 when a report was measured with other weights. Raises MonitorError."""
    reports = load_reports(reports_dir or Path.cwd() / REPORTS_DIR)
    changed = write_card(reports, card_path or MODELS_DIR / "MODEL_CARD.md", readme_path or MODELS_DIR.parent / "README.md")
    for path in changed:
        write(f"wrote {path}")
    stale = stale_reports(reports)
    for report in stale:
        write(f"{report.key} was measured with other weights; run `{report.command}` again")
    return BELOW_TARGET if stale else OK


def _progress(noun: str) -> Callable[[int, int, str], None] | None:
    """A running count on a terminal, nothing otherwise."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int, name: str) -> None:
        print(f"\r{done}/{total} {noun} {name[-50:]:50}", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return show
