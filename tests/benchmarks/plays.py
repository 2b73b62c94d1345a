"""`python -m tests.benchmarks.plays`: microseconds that a case of legal plays takes, beside two independent move generators.

All answer the same cases in one run. They take turns every few cases, in changing order, and each keeps the best of several
rounds by the time of this process, so that other work on the machine favours none. Each is asked by its own call, its
arguments made before the clock runs. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from models.training.evaluate.card import replace_between_markers
from models.training.evaluate.report import today
from models.training.evaluate.tables import Table
from monitor.game import legal_plays
from tests.benchmarks.machine import machine
from tests.benchmarks.measure import ROOT, Missing
from tests.oracles.compare import with_progress
from tests.oracles.generators import NAMES, load_generator
from tests.oracles.random_cases import Case, random_cases

CASES = 20_000
SEED = 20260903
BATCH = 50
ROUNDS = 3
OURS = "monitor.game"
MADE_OF = {OURS: "Python", "gvformat": "Python", "bgsage": "C++"}
BEGIN = "<!-- plays:begin (written by `python -m tests.benchmarks.plays --save`; changes between the markers are lost) -->"
END = "<!-- plays:end -->"
Calls = Mapping[str, Callable[..., Any]]
Arguments = Mapping[str, Sequence[tuple[Any, ...]]]


def seconds_of(calls: Calls, arguments: Arguments, rounds: int, first: int = 0) -> dict[str, float]:
    """Seconds that each call takes for all of its arguments: the best of the rounds, in which they take turns. first: who begins, by number."""
    names = list(calls)
    best = dict.fromkeys(names, math.inf)
    for number in range(rounds):
        turn = (first + number) % len(names)
        for name in names[turn:] + names[:turn]:
            call, asked = calls[name], arguments[name]
            start = time.process_time()
            for argument in asked:
                call(*argument)
            best[name] = min(best[name], time.process_time() - start)
    return best


def measure(cases: Iterator[Case], rounds: int) -> dict[str, dict[str, tuple[float, int]]]:
    """By kind of roll and name: (seconds, cases). Raises Missing when a generator is not installed."""
    try:
        others = [load_generator(name) for name in NAMES]
    except ImportError as missing:
        raise Missing(str(missing)) from missing
    calls = {OURS: legal_plays, **{other.name: other.ask for other in others}}
    taken = {kind: dict.fromkeys(calls, (0.0, 0)) for kind in ("two dice", "double")}
    waiting: dict[str, list[Case]] = {kind: [] for kind in taken}
    batches = 0

    def flush(kind: str) -> None:
        nonlocal batches
        batch = waiting[kind]
        asked: Arguments = {OURS: batch, **{other.name: [other.arguments(*case) for case in batch] for other in others}}
        for name, seconds in seconds_of(calls, asked, rounds, batches).items():
            total, count = taken[kind][name]
            taken[kind][name] = total + seconds, count + len(batch)
        batches += 1
        batch.clear()

    for case in cases:
        kind = "double" if case[1][0] == case[1][1] else "two dice"
        waiting[kind].append(case)
        if len(waiting[kind]) == BATCH:
            flush(kind)
    for kind, left in waiting.items():
        if left:
            flush(kind)
    return taken


def speed_table(taken: Mapping[str, Mapping[str, tuple[float, int]]], note: str) -> Table:
    """A row a generator: microseconds a case and how many times ours that is, for all cases and by kind of roll."""
    kinds = {"all": list(taken), **{kind: [kind] for kind in taken if taken[kind][OURS][1]}}
    header = ["generator", "made of"]
    for kind, parts in kinds.items():
        header += [f"{kind} ({sum(taken[part][OURS][1] for part in parts)}): us a case", "x ours"]
    rows = []
    for name in taken["double"]:
        cells = [name, MADE_OF[name]]
        for parts in kinds.values():
            seconds, ours = (sum(taken[part][who][0] for part in parts) for who in (name, OURS))
            cells += [f"{1e6 * seconds / sum(taken[part][name][1] for part in parts):.0f}", f"{seconds / ours:.2f}" if ours else "-"]
        rows.append(tuple(cells))
    return Table("Legal plays", tuple(header), tuple(rows), note)


def main(arguments: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="python -m tests.benchmarks.plays", description=(__doc__ or "").splitlines()[0])
    p.add_argument("--cases", type=int, default=CASES)
    p.add_argument("--rounds", type=int, default=ROUNDS)
    p.add_argument("--save", action="store_true", help="put the table into README.md")
    options = p.parse_args(arguments)
    where = machine()
    cases = random_cases(options.cases, SEED)
    try:
        taken = measure(with_progress(cases, options.cases, "Measuring"), options.rounds)
    except Missing as missing:
        print(missing)
        return 3
    note = f"{today()}, {where}; time of the process, best of {options.rounds} rounds for every {BATCH} cases, taking turns."
    table = speed_table(taken, note)
    print(table.text())
    if options.save:
        readme = ROOT / "README.md"
        body = Table("", table.header, table.rows, table.note).markdown()
        readme.write_text(replace_between_markers(readme.read_text(encoding="utf-8"), body, "README.md", BEGIN, END), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
