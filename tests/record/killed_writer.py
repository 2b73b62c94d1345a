"""Processes that a test kills: each acknowledges on its standard output, one line at a time, what it has been promised is kept.

usage: killed_writer.py log|inbox|stills PATH
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from monitor.record.inbox import Inbox
from monitor.record.log import EventLog


def acknowledge(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main() -> None:
    kind, path = sys.argv[1], Path(sys.argv[2])
    if kind == "log":
        with EventLog.open(path) if path.exists() else EventLog.create(path) as log:
            while True:
                n = log.last_seq + 1
                entries = log.append_all([("roll", {"n": n + i, "padding": "x" * (n * 37 % 900)}, float(n + i), datetime.now(UTC)) for i in range(1 + n % 3)])
                acknowledge(entries[-1].seq)
    elif kind == "inbox":
        with Inbox(path) as inbox:
            while True:
                acknowledge(inbox.put("web", "input", {"what": "permission_left"}))
    else:
        import numpy as np  # only here, so that the others start fast

        from monitor.record.stills import StillStore

        store = StillStore(path)
        rng = np.random.default_rng()
        while True:
            acknowledge(store.put(rng.integers(0, 255, (60, 80, 3), np.uint8)))


main()
