"""Writes the measured tables into the model card and their short form into the README, between generated markers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from models.training.evaluate.report import Report, model_hashes
from monitor.errors import InputError

BEGIN = "<!-- measured:begin (written by `python -m models.training.evaluate card`; changes between the markers are lost) -->"
END = "<!-- measured:end -->"


def replace_between_markers(text: str, body: str, where: str, begin: str = BEGIN, end: str = END) -> str:
    """`text` with everything between its two markers replaced. Raises InputError unless each marker stands there exactly once, in order.

    Of the first marker only what stands before its bracket has to be there; it is written anew as `begin` has it.
    """
    prefix = begin.partition(" (")[0]
    lines = text.splitlines()
    begins = [i for i, line in enumerate(lines) if line.strip().startswith(prefix)]
    ends = [i for i, line in enumerate(lines) if line.strip() == end]
    if len(begins) != 1 or len(ends) != 1 or begins[0] > ends[0]:
        raise InputError(f"{where} needs one line that begins with {prefix} and one line {end} after it, to say where the measured tables go.")
    return "\n".join([*lines[: begins[0]], begin, "", body.strip(), "", *lines[ends[0] :]]) + "\n"


def card_body(reports: Sequence[Report]) -> str:
    """All tables of all reports, for the model card."""
    return "\n".join(report.markdown() for report in reports)


def readme_body(reports: Sequence[Report]) -> str:
    """The headline of each report, for the README; speed has too many columns for it and stays in the model card."""
    parts = []
    for report in reports:
        if report.kind == "speed":
            continue
        parts.append(f"**{report.title}** (`{report.command}`)\n")
        parts.append(_untitled(report).strip() + "\n")
    return "\n".join(parts)


def write_card(reports: Sequence[Report], card: Path, readme: Path | None) -> list[Path]:
    """Writes both files and returns those that changed. Nothing is written when either lacks its markers (InputError)."""
    if not reports:
        raise InputError("No saved report. Run `python -m models.training.evaluate stills DIR` or `videos DIR` first.")
    wanted = [(card, card_body(reports))] + ([(readme, readme_body(reports))] if readme else [])
    new = []
    for path, body in wanted:
        if not path.is_file():
            raise InputError(f"{path} is not there; write it first, with the lines {BEGIN} and {END} where the tables belong.")
        old = path.read_text(encoding="utf-8")
        text = replace_between_markers(old, body, str(path))
        if text != old:
            new.append((path, text))
    for path, text in new:
        path.write_text(text, encoding="utf-8")
    return [path for path, _ in new]


def stale_reports(reports: Sequence[Report]) -> list[Report]:
    """Reports that were measured with other weights than those that lie beside the card now."""
    now = model_hashes()
    return [r for r in reports if dict(r.models) != now]


def _untitled(report: Report) -> str:
    table = report.headline
    return type(table)("", table.header, table.rows, table.note).markdown()
