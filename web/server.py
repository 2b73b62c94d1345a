"""Serving the dashboard, inside another process or as one of its own: `python -m web.server --session DIR`.

Waitress gives each open stream a thread, so there are always more threads than streams. What a stream needs to know of its connection
(is anything still unsent, is the browser gone) is handed to the app as `monitor.outlet`; only this module knows the server's own types.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from monitor.errors import MonitorError
from web.app import MAX_STREAMS, create_app
from web.state import Dashboard
from web.stream import SHARE_BYTES, Outlet

SPARE_THREADS = 8
SEND_BUFFER_BYTES = 64 * 1024
"""The kernel's share per connection: small, so that a reader that does not read is noticed early."""
LOOPBACK = ("127.0.0.1", "localhost")


@dataclass(frozen=True, slots=True)
class Served:
    """A running server. url: its address. close: stop it and wait for its thread."""

    url: str
    host: str
    port: int
    close: Callable[[], None]


class OutletMiddleware:
    """Puts the connection's state under `monitor.outlet`; without waitress's own channel the app falls back to none."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        is_gone = environ.get("waitress.client_disconnected")
        channel: Any = getattr(is_gone, "__self__", None)
        if is_gone is not None and hasattr(channel, "total_outbufs_len"):
            environ["monitor.outlet"] = Outlet(lambda: int(channel.total_outbufs_len), is_gone)
        return self._app(environ, start_response)


def serve(app: Flask, host: str = "127.0.0.1", port: int = 0, *, is_exposed: bool = False) -> Served:
    """Serve in a thread of its own and return at once; port 0 takes a free one.

    Raises MonitorError when the port is taken, or when `host` is not this machine alone and `is_exposed` was not said.
    """
    host = require_address(host, port, is_exposed=is_exposed)
    streams = dashboard_of(app).streams.limit
    sockets: dict[int, Any] = {}
    try:
        server = create_server(
            OutletMiddleware(app), sockets, asyncore_use_poll=True, host=host, port=port, threads=streams + SPARE_THREADS,
            connection_limit=streams * 4 + 200, channel_timeout=60, ident="",
            channel_request_lookahead=1, outbuf_high_watermark=2 * SHARE_BYTES, max_request_body_size=256 * 1024, clear_untrusted_proxy_headers=True,
        )  # fmt: skip
    except OSError as error:
        raise _unusable(host, port, error) from error
    # not among the keywords that waitress takes, but read by it for each accepted connection
    server.adj.socket_options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1), (socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)]
    bound = int(server.effective_port)
    thread = threading.Thread(target=_run, args=(server,), name="dashboard", daemon=True)
    thread.start()

    def close() -> None:
        wasyncore.dispatcher.close(server)  # the listening socket alone; the trigger is still needed by threads at work
        for channel in list(server.active_channels.values()):
            channel.handle_close()  # open streams see it within a second
        server.task_dispatcher.shutdown(timeout=5)
        sockets.clear()
        thread.join(timeout=5)
        server.trigger.close()

    return Served(f"http://{host}:{bound}", host, bound, close)


def require_address(host: str, port: int, *, is_exposed: bool = False) -> str:
    """The address to listen on, tried out: for whoever would write something before it serves.

    Raises MonitorError when the port is taken, or when `host` is not this machine alone and `is_exposed` was not said.
    """
    if host not in LOOPBACK and not is_exposed:
        raise MonitorError(f"The dashboard shows the camera and private flags, so it stays on this machine. To serve on {host} all the same, add --expose.")
    host = "127.0.0.1" if host == "localhost" else host  # one address, one socket
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind) as tried:
            if sys.platform != "win32":  # as the server does: connections of a dashboard that just ended do not hold the port
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        raise _unusable(host, port, error) from error
    return host


def _unusable(host: str, port: int, error: OSError) -> MonitorError:
    return MonitorError(f"The dashboard cannot use {host}:{port}: {error.strerror or error}. Choose another with --port (0 takes a free one).")


def _run(server: Any) -> None:
    try:
        server.run()
    except OSError as error:  # the listening socket was closed by `close`
        logging.getLogger("web.server").debug("server loop ended: %s", error)


def dashboard_of(app: Flask) -> Dashboard:
    """The dashboard behind an app."""
    found: Dashboard = app.extensions["monitor"]
    return found


def wait_for_end(served: Served, announce: Callable[[], None]) -> None:
    """Serves until interrupted (Ctrl-C) or asked to end (SIGTERM). For the main thread, which alone may take signals.

    announce: says where the dashboard is; who reads that may ask for the end at once.
    """
    # a shell that starts this in the background has SIGINT ignored: it must end on request all the same
    for request in (signal.SIGINT, signal.SIGTERM):
        signal.signal(request, signal.default_int_handler)
    try:
        announce()
        threading.Event().wait()
    except KeyboardInterrupt:
        served.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until interrupted. Exit status: 0 done, 2 wrong use, 4 the address cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m web.server", description="Serve the dashboard of one session directory, or of a folder of them.")
    parser.add_argument("--session", required=True, type=Path, help="session directory, or the folder that holds them")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--expose", action="store_true", help="allow a host other than this machine (no TLS here: put a TLS proxy in front)")
    parser.add_argument("--max-streams", type=int, default=MAX_STREAMS, help="pages that may be open at once")
    parser.add_argument("--trusted-host", action="append", default=[], help="a host name, besides loopback, under which browsers may ask")
    args = parser.parse_args(argv)
    logging.Formatter.converter = time.gmtime
    logging.basicConfig(level=logging.INFO, format="%(asctime)sZ %(levelname)s %(name)s %(message)s", datefmt="%Y-%m-%dT%H:%M:%S")
    try:
        require_address(args.host, args.port, is_exposed=args.expose)  # before anything is written beside the sessions
        app = create_app(args.session, max_streams=args.max_streams, trusted_hosts=args.trusted_host,
                         login_code=os.environ.pop("MONITOR_LOGIN_CODE", None))  # fmt: skip
        served = serve(app, args.host, args.port, is_exposed=args.expose)
    except MonitorError as error:
        print(error, file=sys.stderr)
        return 4
    wait_for_end(served, lambda: print(f"Dashboard: {served.url}", flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
