"""The live chain as it runs at a table: the station's own processes, and a reader of the dashboard's real event stream."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import Missing, need

SESSION = "benchmark"
SIGN_IN_LIMIT_S = 60.0


@dataclass(slots=True)
class LiveRun:
    """arrivals: (wall time in s of the epoch, entry) of everything the event stream sent. failure: why the station gave up, if it did."""

    arrivals: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    failure: str | None = None

    def entries(self, kind: str) -> list[dict[str, Any]]:
        return [e for _, e in self.arrivals if e["kind"] == kind]

    @property
    def counts(self) -> dict[str, Any]:
        """The last count of frames in the log."""
        found = self.entries("frames")
        return dict(found[-1]["body"]) if found else {}


def run_live(source: str, folder: Path, *, limit_s: float, during: Callable[[], object] | None = None, give_up_s: float = 15.0) -> LiveRun:
    """Watches `source` (a file at its own pace, or a stream) to its end or for `limit_s`; returns what the event stream sent.

    during: runs in a thread from the moment the event stream is open. Raises Missing when a part is not there.
    """
    for name in ("monitor.station.station", "monitor.vision.reader", "web.app", "waitress"):
        need(name)
    from monitor.station.config import StationOptions, WebOptions
    from monitor.station.station import Station

    run = LiveRun()
    session = folder / SESSION
    session.mkdir(parents=True)
    with Station(folder) as station:
        address = station.start_web(WebOptions(port=0))
        port = urllib.parse.urlsplit(address.url).port or 80
        cookie = sign_in(port, address.code)
        station.begin(session, StationOptions(source=source, is_paced=True, observer="the benchmark", give_up_s=give_up_s))
        threading.Thread(target=listen, args=(port, cookie, run), daemon=True).start()
        if during:
            threading.Thread(target=during, daemon=True).start()
        until = time.monotonic() + limit_s
        run.failure = station.run(lambda: time.monotonic() > until or bool(run.entries("session_ended")))
        time.sleep(1.0)  # the last entries are on their way
    return run


def listen(port: int, cookie: str, run: LiveRun) -> None:
    """Reads the event stream like a browser, reconnecting and resuming as one does, and notes when each entry arrived."""
    last = 0
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            headers = {"Cookie": cookie, "Accept": "text/event-stream", "Last-Event-ID": str(last)}
            connection.request("GET", f"/s/{SESSION}/events", headers=headers)
            response = connection.getresponse()
            while response.status == 200 and (line := response.readline()):
                if line.startswith(b"data: "):
                    run.arrivals.append((time.time(), json.loads(line[6:])))
                    last = run.arrivals[-1][1]["seq"]
                    if run.arrivals[-1][1]["kind"] == "session_ended":
                        return
            time.sleep(0.1)
        except ConnectionRefusedError:
            return  # the station is gone
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        finally:
            connection.close()


def sign_in(port: int, code: str) -> str:
    """The cookie of a new sign-in. Raises Missing when the dashboard does not take the station's own code."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SIGN_IN_LIMIT_S)
    body = urllib.parse.urlencode({"code": code, "name": "benchmark"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
    connection.request("POST", "/login", body, headers)
    response = connection.getresponse()
    response.read()
    cookie = response.getheader("Set-Cookie")
    if response.status != 303 or not cookie:
        raise Missing(f"the dashboard refused the sign-in (status {response.status})")
    return cookie.partition(";")[0]
