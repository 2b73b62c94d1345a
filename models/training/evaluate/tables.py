"""Rates with their 95 % interval, and plain tables that print as text, Markdown or JSON. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


def wilson(ok: int, n: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval of a rate, (low, high) in 0..1; (0, 1) when nothing was measured (E. B. Wilson, 1927).

    Raises ValueError when `ok` is not within 0..n.
    """
    if not 0 <= ok <= n:
        raise ValueError(f"{ok} of {n} is not a rate")
    if n == 0:
        return 0.0, 1.0
    p = ok / n
    centre = p + z * z / (2 * n)
    spread = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass(frozen=True, slots=True)
class Rate:
    """`ok` of `n`. Prints with its n and its 95 % Wilson interval; a rate without n says nothing."""

    ok: int
    n: int

    @classmethod
    def of(cls, outcomes: Iterable[bool]) -> Self:
        seen = list(outcomes)
        return cls(sum(seen), len(seen))

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.ok + other.ok, self.n + other.n)

    @property
    def share(self) -> float | None:
        """ok / n, None when n is 0."""
        return self.ok / self.n if self.n else None

    @property
    def fraction(self) -> str:
        return f"{self.ok}/{self.n}" if self.n else "-"

    @property
    def percent(self) -> str:
        return f"{100 * self.ok / self.n:.1f} %" if self.n else "-"

    @property
    def interval(self) -> str:
        if not self.n:
            return "-"
        low, high = wilson(self.ok, self.n)
        return f"{100 * low:.1f}-{100 * high:.1f} %"

    @property
    def cells(self) -> tuple[str, str, str]:
        """The three columns in which every rate is shown: count, per cent, interval."""
        return self.fraction, self.percent, self.interval

    def __str__(self) -> str:
        return f"{self.fraction} ({self.percent}, {self.interval})" if self.n else "-"


RATE_HEADER = ("n", "rate", "95 % interval")


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of text cells. note: what a reader must know to read it rightly."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self, level: int = 3) -> str:
        """GitHub-flavoured Markdown; a bar in a cell is escaped."""
        lines = [f"{'#' * level} {self.title}", ""] if self.title else []
        lines.append(_markdown_row(self.header))
        lines.append("|" + "|".join(" --- " for _ in self.header) + "|")
        lines += [_markdown_row(row) for row in self.rows]
        if self.note:
            lines += ["", self.note]
        return "\n".join(lines) + "\n"

    def text(self) -> str:
        """The table for a terminal, columns aligned."""
        grid = [self.header, *self.rows]
        widths = [max(len(row[i]) if i < len(row) else 0 for row in grid) for i in range(len(self.header))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in grid]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join([self.title, lines[0], rule, *lines[1:], *([self.note] if self.note else [])]) + "\n"

    def to_json(self) -> dict[str, Any]:
        return {"title": self.title, "header": list(self.header), "rows": [list(r) for r in self.rows], "note": self.note}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        return cls(body["title"], tuple(body["header"]), tuple(tuple(r) for r in body["rows"]), body.get("note", ""))


def rate_table(title: str, rates: Sequence[tuple[str, Rate]], note: str = "", *, first: str = "what") -> Table:
    """One rate a row; a rate nothing was measured for is left out, so that no empty promise stands in the card."""
    return Table(title, (first, *RATE_HEADER), tuple((name, *rate.cells) for name, rate in rates if rate.n), note)


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(str(c).replace("|", "\\|").replace("\n", " ") for c in cells) + " |"
