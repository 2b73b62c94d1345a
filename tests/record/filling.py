"""Entries to fill a log with."""

from datetime import UTC, datetime, timedelta

from monitor.record.log import EventLog

WALL = datetime(2026, 3, 1, 12, 0, 0, 250_000, UTC)


def fill(log: EventLog, n: int) -> None:
    for i in range(n):
        log.append("roll", {"n": i, "dice": [5, 3], "player": "A"}, t=i / 3, t_wall=WALL + timedelta(seconds=i))
