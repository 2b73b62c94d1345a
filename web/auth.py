"""Who may see what: roles, one-time sign-in codes, a limit on failures, and revocable sign-ins.

There is no default password. The station prints a random code on its own console; whoever can read that console, or was handed the
code by the director, signs in with it once. What the browser keeps is a random token of 256 bits in a cookie that scripts cannot read;
the server keeps only its SHA-256, so a copied state file opens nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from monitor.record.private import make_file

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters that are not mistaken for one another when read from a console."""
CODE_LENGTH = 10
CODE_LIFETIME_S = 600.0
NEW_CODE_PAUSE_S = 20.0
FAILURES_ALLOWED = 10
FAILURE_WINDOW_S = 300.0
IDLE_LIMIT_S = 30 * 60.0
ABSOLUTE_LIMIT_S = 12 * 3600.0
TOUCH_EVERY_S = 60.0


class Role(IntEnum):
    """What a signed-in person may do; a higher role may do all that a lower one may.

    OBSERVER is whoever signs in with the station's code. In a session without an appointment he may do no more than a RECORDER (rules.md 2.0):
    follow the record, with all flags sealed until the session has ended.
    """

    PUBLIC = 0
    RECORDER = 1
    OBSERVER = 2
    DIRECTOR = 3
    ADMINISTRATOR = 4


class LoginCodes:
    """The one code that is good now: single use, ten minutes. `announce` gets each new code as text (the station prints it)."""

    def __init__(
        self, announce: Callable[[str], None], first: str | None = None, *, lifetime_s: float = CODE_LIFETIME_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._announce = announce
        self._lifetime_s = lifetime_s
        self._clock = clock
        self._lock = threading.Lock()
        self._code: str | None = _normal(first) if first else None
        self._made_at = clock()
        self._asked_at = -NEW_CODE_PAUSE_S + clock()

    def issue(self) -> str:
        """Make a new code, void the old one and announce it."""
        raw = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        with self._lock:
            self._code, self._made_at = raw, self._clock()
        shown = f"{raw[:5]}-{raw[5:]}"
        self._announce(shown)
        return shown

    def ask_new(self) -> bool:
        """A new code at a person's wish; False when one was asked for a moment ago (the console must not be flooded)."""
        with self._lock:
            if self._clock() - self._asked_at < NEW_CODE_PAUSE_S:
                return False
            self._asked_at = self._clock()
        self.issue()
        return True

    def redeem(self, given: str) -> bool:
        """True once for the current code; compared in constant time; gone afterwards."""
        with self._lock:
            code, is_live = self._code, self._clock() - self._made_at < self._lifetime_s
            is_same = hmac.compare_digest(_normal(given).encode(), (code or "-" * CODE_LENGTH).encode())
            if code is None or not is_live or not is_same:
                return False
            self._code = None
            return True

    @property
    def is_live(self) -> bool:
        """Is there a code that would still be taken?"""
        with self._lock:
            return self._code is not None and self._clock() - self._made_at < self._lifetime_s


def _normal(code: str) -> str:
    """A code as compared: upper case, without the hyphens and spaces people type."""
    return "".join(code.upper().split()).replace("-", "")


class FailureLimiter:
    """Counts failures per key (an address) over a sliding window; other keys are never locked out by one."""

    def __init__(self, allowed: int = FAILURES_ALLOWED, window_s: float = FAILURE_WINDOW_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowed, self._window_s, self._clock = allowed, window_s, clock
        self._lock = threading.Lock()
        self._failures: dict[str, deque[float]] = {}

    def wait_s(self, key: str) -> float:
        """Seconds until this key may try again; 0 when it may now."""
        with self._lock:
            times = self._recent(key)
            return 0.0 if len(times) < self._allowed else max(0.0, times[0] + self._window_s - self._clock())

    def record(self, key: str) -> None:
        """Note one failure."""
        with self._lock:
            if len(self._failures) > 10_000:  # forget the longest known rather than grow without bound
                self._failures.pop(next(iter(self._failures)))
            self._recent(key).append(self._clock())

    def _recent(self, key: str) -> deque[float]:
        times = self._failures.setdefault(key, deque(maxlen=self._allowed))
        while times and times[0] <= self._clock() - self._window_s:
            times.popleft()
        return times


@dataclass(frozen=True, slots=True)
class SignIn:
    """One person signed in: display name, role, and when (seconds of the epoch)."""

    name: str
    role: Role
    since: float


class SignIns:
    """Sign-ins kept by token hash in a small SQLite file, so that they outlive a restart of the web process."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        make_file(path)
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=5.0)
        # losing the last sign-ins in a power cut means signing in again; waiting for the disk at each request would be worse
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute("CREATE TABLE IF NOT EXISTS sign_in (token_sha256 TEXT PRIMARY KEY, name TEXT, role INTEGER, since REAL, seen REAL)")
        self._db.execute("CREATE TABLE IF NOT EXISTS used_code (code_sha256 TEXT PRIMARY KEY)")

    def create(self, name: str, role: Role) -> str:
        """A new sign-in; returns the token for the cookie."""
        token, now = secrets.token_urlsafe(32), self._clock()
        with self._lock:
            self._db.execute("DELETE FROM sign_in WHERE seen < ? OR since < ?", (now - IDLE_LIMIT_S, now - ABSOLUTE_LIMIT_S))
            self._db.execute("INSERT INTO sign_in VALUES (?, ?, ?, ?, ?)", (_sha256(token), name, int(role), now, now))
        return token

    def find(self, token: str | None) -> SignIn | None:
        """The sign-in of a token, or None when there is none, it was idle too long, too old, or revoked."""
        if not token or len(token) > 200:
            return None
        now, key = self._clock(), _sha256(token)
        with self._lock:
            row = self._db.execute("SELECT name, role, since, seen FROM sign_in WHERE token_sha256 = ?", (key,)).fetchone()
            if row is None or now - row[3] > IDLE_LIMIT_S or now - row[2] > ABSOLUTE_LIMIT_S:
                return None
            if now - row[3] > TOUCH_EVERY_S:
                self._db.execute("UPDATE sign_in SET seen = ? WHERE token_sha256 = ?", (now, key))
        return SignIn(row[0], Role(row[1]), row[2])

    def burn(self, code: str) -> None:
        """Remember that a code was used: a web process started again is handed the code it was first started with."""
        with self._lock:
            self._db.execute("INSERT OR IGNORE INTO used_code VALUES (?)", (_sha256(_normal(code)),))

    def is_burnt(self, code: str) -> bool:
        """Was this code used before?"""
        with self._lock:
            return self._db.execute("SELECT 1 FROM used_code WHERE code_sha256 = ?", (_sha256(_normal(code)),)).fetchone() is not None

    def revoke(self, token: str) -> None:
        """End one sign-in; its open streams end within seconds."""
        with self._lock:
            self._db.execute("DELETE FROM sign_in WHERE token_sha256 = ?", (_sha256(token),))

    def revoke_all(self) -> None:
        """End every sign-in."""
        with self._lock:
            self._db.execute("DELETE FROM sign_in")


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
