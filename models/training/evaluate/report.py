"""A measured report: its tables, what they were measured on and with, and the command that measures them again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from models.training.evaluate.cases import keep_out_of_git
from models.training.evaluate.tables import Table
from monitor.errors import InputError

MODELS_DIR = Path(__file__).resolve().parents[2]
REPORTS_DIR = Path("data/reports")
"""Where reports are kept for the model card to be written from."""


@dataclass(frozen=True, slots=True)
class Report:
    """kind: stills or videos. key: names the report among others in the model card. headline: the rates that the README shows.

    command: measures it again. models: file name -> first 12 hex digits of the SHA-256 of the weights that were there.
    """

    kind: str
    key: str
    title: str
    command: str
    headline: Table
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()
    models: Mapping[str, str] = field(default_factory=dict)
    measured: str = ""

    def markdown(self) -> str:
        """The whole report as a section of the model card."""
        weights = ", ".join(f"{name} `{digest}`" for name, digest in sorted(self.models.items())) or "none found"
        lines = [f"### {self.title}", "", f"Measured {self.measured} with `{self.command}`. Weights (SHA-256): {weights}.", ""]
        for note in self.notes:
            lines += [note, ""]
        return "\n".join(lines) + "\n" + "\n".join(t.markdown(4) for t in (self.headline, *self.tables))

    def text(self) -> str:
        return "\n".join([self.title, "", *self.notes, *(t.text() for t in (*self.tables, self.headline))])

    def save(self, directory: Path) -> Path:
        keep_out_of_git(directory)
        path = directory / f"{self.key}.json"
        path.write_text(json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return path

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind, "key": self.key, "title": self.title, "command": self.command, "headline": self.headline.to_json(),
            "tables": [t.to_json() for t in self.tables], "notes": list(self.notes), "models": dict(self.models), "measured": self.measured,
        }  # fmt: skip

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        return cls(
            body["kind"], body["key"], body["title"], body["command"], Table.from_json(body["headline"]),
            tuple(Table.from_json(t) for t in body["tables"]), tuple(body["notes"]), dict(body["models"]), body["measured"],
        )  # fmt: skip


def load_reports(directory: Path) -> list[Report]:
    """All saved reports in order of key. Raises InputError for one that cannot be read."""
    reports = []
    for path in sorted(directory.glob("*.json")):
        try:
            reports.append(Report.from_json(json.loads(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path} is not a saved report ({error!r}). Delete it and run the evaluation again.") from error
    return reports


def model_hashes() -> dict[str, str]:
    """The weights beside the model card, by name, with the first 12 digits of their SHA-256."""
    weights = [p for p in sorted(MODELS_DIR.rglob("*.onnx")) if "training" not in p.relative_to(MODELS_DIR).parts]
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest()[:12] for p in weights}


def today() -> str:
    """The date in UTC, as a label."""
    return datetime.now(UTC).date().isoformat()
