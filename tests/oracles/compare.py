"""`python -m tests.oracles.compare`: our legal plays against two independent move generators, with a table by kind of case.

Ends with status 1 when any case differs or not all were compared; the first of them are printed, to be settled by the rules and not by a majority.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.progress import track

from models.training.evaluate.tables import Table
from monitor.game import Position, legal_plays
from monitor.game.ids import gnu_position_id
from monitor.game.plays import Play
from tests.oracles.generators import NAMES, MoveGenerator, load_generator
from tests.oracles.random_cases import KINDS, Case, kinds_of, random_cases

CASES = 100_000
SEED = 20260902
"""Not that of the ordinary test, so that these are other cases."""
SHOWN = 5
PLAIN_EVERY_S = 15.0


class Comparison:
    """What has been compared so far. differing: by generator, the cases in which it found other final positions."""

    def __init__(self, names: Sequence[str]) -> None:
        self.differing: dict[str, list[Case]] = {name: [] for name in names}
        self._cases: Counter[str] = Counter()
        self._differences: Counter[tuple[str, str]] = Counter()

    def add(self, case: Case, plays: Sequence[Play], answers: Mapping[str, set[Position]]) -> None:
        """One case: our plays, and the final positions that each generator found. A position listed twice by us counts as a difference."""
        kinds = [*kinds_of(case, plays), "all"]
        self._cases.update(kinds)
        positions = {play.after for play in plays}
        for name, answer in answers.items():
            if positions != answer or len(positions) != len(plays):
                self.differing[name].append(case)
                self._differences.update((kind, name) for kind in kinds)

    def table(self) -> Table:
        """A row a kind of case; a case is of several kinds, so the rows do not add up to the last."""
        names = list(self.differing)
        seen = [kind for kind in (*KINDS, "all") if self._cases[kind]]
        rows = tuple((kind, str(self._cases[kind]), *(str(self._differences[kind, name]) for name in names)) for kind in seen)
        return Table("Legal plays", ("kind of case", "cases", *(f"differences from {name}" for name in names)), rows, "A case is of several kinds.")


def compare(cases: Iterable[Case], generators: Sequence[MoveGenerator], found: Comparison | None = None) -> Comparison:
    """Every case through our generator and through each of the others. found: what the answer is added to, for a caller who may be interrupted."""
    found = found or Comparison([generator.name for generator in generators])
    for case in cases:
        found.add(case, legal_plays(*case), {generator.name: generator(*case) for generator in generators})
    return found


def with_progress(cases: Iterable[Case], total: int, title: str) -> Iterator[Case]:
    """The same cases, with a bar on a terminal and a plain line now and then otherwise, on standard error."""
    console = Console(file=sys.stderr)
    if console.is_terminal:
        yield from track(cases, title, total=total, console=console, transient=True)
        return
    said_at = begun = time.monotonic()
    for number, case in enumerate(cases):
        now = time.monotonic()
        if now - said_at >= PLAIN_EVERY_S:
            said_at = now
            print(f"{title}: {number} of {total} cases ({100 * number / total:.0f} %) after {now - begun:.0f} s", file=sys.stderr, flush=True)
        yield case


def main(arguments: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="python -m tests.oracles.compare", description=(__doc__ or "").splitlines()[0])
    p.add_argument("--cases", type=int, default=CASES)
    p.add_argument("--seed", type=int, default=SEED)
    options = p.parse_args(arguments)
    try:
        generators = [load_generator(name) for name in NAMES]
    except ImportError as missing:
        print(missing, file=sys.stderr)
        return 3
    found, is_whole = Comparison(NAMES), True
    try:
        compare(with_progress(random_cases(options.cases, options.seed), options.cases, "Comparing"), generators, found)
    except KeyboardInterrupt:
        is_whole = False
    print(found.table().text())
    for name, cases in found.differing.items():
        for position, roll in cases[:SHOWN]:
            print(f"{name} differs: GNU position {gnu_position_id(position)}, roll {roll[0]}{roll[1]}, {position}")
    if not is_whole:
        print("Interrupted: these are not all cases.")
    return 0 if is_whole and not any(found.differing.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
