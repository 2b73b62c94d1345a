"""A tiny server that plays a clip as a camera on the network does (MJPEG over HTTP), and that can be cut and resumed."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import av
import cv2

BOUNDARY = "frame"


class ClipServer:
    """Serves `clip` at its own pace from the first connection on, going on with the clock while nobody watches, as a camera would.

    is_endless: begins again at the clip's end. cut(): drops every connection and refuses new ones until resume(). sent: frames handed to a connection.
    has_begun: somebody has connected.
    """

    def __init__(self, clip: Path, *, size: tuple[int, int] | None = None, quality: int = 85, is_endless: bool = False) -> None:
        self._is_endless = is_endless
        self._pictures = list(_encode(clip, size, quality))
        self.duration_s = self._pictures[-1][0]
        self._is_cut = threading.Event()
        self.has_begun = threading.Event()
        self._connections: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._begun: float | None = None
        self.sent = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer._serve(self)

            def log_message(self, format: str, *args: Any) -> None:
                """Quiet: the benchmark prints tables only."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/table.mjpeg"

    def __enter__(self) -> ClipServer:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.cut()
        self._server.shutdown()
        self._server.server_close()

    def cut(self) -> None:
        """The cable is pulled."""
        self._is_cut.set()
        with self._lock:
            for connection in self._connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    def resume(self) -> None:
        """The cable is back."""
        self._is_cut.clear()

    def _from_now(self) -> Iterator[tuple[float, bytes]]:
        """The clip's pictures with the monotonic time at which each is due."""
        if self._begun is None:
            self._begun = time.monotonic()
            self.has_begun.set()
        rounds = itertools.count(max(0, int((time.monotonic() - self._begun) // self.duration_s))) if self._is_endless else [0]
        for number in rounds:
            for t, data in self._pictures:
                yield self._begun + number * self.duration_s + t, data

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        if self._is_cut.is_set():
            handler.send_error(503)
            return
        with self._lock:
            self._connections.add(handler.connection)
        try:
            handler.send_response(200)
            handler.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
            handler.end_headers()
            for t, data in self._from_now():
                wait_s = t - time.monotonic()
                if wait_s < -0.2:
                    continue  # what was not watched is gone
                time.sleep(max(0.0, wait_s))
                if self._is_cut.is_set():
                    return
                handler.wfile.write(f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data + b"\r\n")
                self.sent += 1
        except OSError:
            return
        finally:
            with self._lock:
                self._connections.discard(handler.connection)


def _encode(clip: Path, size: tuple[int, int] | None, quality: int) -> Iterator[tuple[float, bytes]]:
    with av.open(str(clip)) as container:
        for frame in container.decode(video=0):
            image = frame.reformat(*(size or (frame.width, frame.height)), format="bgr24").to_ndarray()
            yield float(frame.time or 0.0), cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
