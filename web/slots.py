"""A bounded number of places, for streams that each hold a thread."""

from __future__ import annotations

import threading


class Slots:
    """At most `limit` taken at once."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._lock = threading.Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        return self._taken

    def take(self) -> bool:
        """True when a place was free and is now taken."""
        with self._lock:
            if self._taken >= self.limit:
                return False
            self._taken += 1
            return True

    def free(self) -> None:
        """Give a place back."""
        with self._lock:
            self._taken -= 1
