"""A session's table events out of its log, in the shape that `analyze` gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from monitor.game.events import KINDS
from monitor.record.log import LogReader


def session_result(session: Path) -> dict[str, Any]:
    """The committed events of a session as a result of `formats.md` section 3. Raises LogError without a log."""
    events: list[dict[str, Any]] = []
    table: dict[str, Any] = {}
    source, counts, why = "", {}, None
    after = 0
    with LogReader(session / "log.sqlite") as reader:
        while entries := reader.tail(after):
            after = entries[-1].seq
            for entry in entries:
                body = dict(entry.body)
                if entry.kind in KINDS:
                    events.append(body)
                elif entry.kind == "session_started":
                    table, source = dict(body.get("table") or {}), str(body.get("source"))
                elif entry.kind == "frames":
                    counts = body
                elif entry.kind == "session_ended" and not body.get("board_found"):
                    why = "no board was found"
    for event in events:
        if event["kind"] == "setup":
            table["near"], table["near_home"] = table.get("near") or event.get("near"), table.get("near_home") or event.get("near_home")
    events.sort(key=lambda e: float(e["t"]))
    return {"video": source, "table": table, "events": events, "partial": why, "notes": [], "frames": counts}
