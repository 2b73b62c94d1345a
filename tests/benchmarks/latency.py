"""How long after a rule's own dwell an event is on the dashboard. Pure.

The dwell is that of the rules (`rules.md` 3.2), not a constant of the tracker: dice must lie still for 0.5 s, and a turn has ended when a
die has been gone for 0.7 s. An entry carries the source's time of the frame that completed it (`t`) and that frame's wall time (`t_wall`),
and its event's own time (`body.t`); a paced file runs at the speed of the wall clock, so the wall time of any moment follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from models.training.evaluate.tables import Table
from tests.benchmarks.measure import percentile

DICE_STILL_S = 0.5
DIE_GONE_S = 0.7
KINDS = ("roll", "play", "turn_end", "flag")


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from the completed dwell, and from the first frame of the event itself, to the arrival at the browser's end."""

    kind: str
    from_dwell_s: float
    from_first_s: float


def latencies(arrivals: Sequence[tuple[float, Mapping[str, Any]]]) -> list[Latency]:
    """arrivals: (wall time of arrival in s of the epoch, entry as the dashboard sends it), in order."""
    turn_ends = [e["body"] for _, e in arrivals if e["kind"] == "turn_end"]
    found = []
    for arrived, entry in arrivals:
        body, kind = entry["body"], entry["kind"]
        begun = dwell_begins(kind, body, turn_ends)
        if begun is None:
            continue
        first_t, dwell_s = begun
        frame_wall = datetime.fromisoformat(str(entry["t_wall"]).replace("Z", "+00:00")).timestamp()
        since_first = arrived - frame_wall + (float(entry["t"]) - first_t)
        found.append(Latency(kind, since_first - dwell_s, since_first))
    return found


def dwell_begins(kind: str, body: Mapping[str, Any], turn_ends: Sequence[Mapping[str, Any]]) -> tuple[float, float] | None:
    """(source time at which the dwell begins, its length), None for an event whose rule has none. A play's dwell is that of its turn's end."""
    t = float(body["t"]) if "t" in body else None
    if t is None or kind not in KINDS:
        return None
    if kind == "roll" or (kind == "flag" and str(body.get("rule")).startswith("roll.")):
        return t, DICE_STILL_S
    if kind == "turn_end" or (kind == "flag" and not str(body.get("rule")).startswith("setup.")):
        return t, DIE_GONE_S
    if kind == "play":
        ends = [float(e["t"]) for e in turn_ends if e.get("player") == body.get("player") and float(e["t"]) >= t]
        return (min(ends), DIE_GONE_S) if ends else None
    return None


def latency_table(found: Sequence[Latency], note: str) -> Table:
    """Milliseconds by kind of event."""
    rows = []
    for kind in (*KINDS, "all"):
        group = [x for x in found if kind in ("all", x.kind)]
        if group:
            dwell, first = [1000 * x.from_dwell_s for x in group], [1000 * x.from_first_s for x in group]
            rows.append((kind, str(len(group)), *(f"{percentile(v, s):.0f}" for v, s in ((dwell, 0.5), (dwell, 0.95), (first, 0.5), (first, 0.95)))))
    header = ("event", "n", "from dwell p50 ms", "from dwell p95 ms", "from first rest p50 ms", "from first rest p95 ms")
    return Table("From dwell complete to the dashboard", header, tuple(rows), note)
