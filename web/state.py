"""What one running dashboard holds: its sessions, sign-ins, codes and streams. Kept on the Flask app, not in module globals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Flask, current_app

from web.auth import FailureLimiter, LoginCodes, SignIns
from web.sessions import Sessions
from web.slots import Slots


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The parts of one dashboard. codes, director_codes: for signing in as an observer and as the director. is_tls: served over TLS."""

    app: Flask
    sessions: Sessions
    codes: LoginCodes
    limiter: FailureLimiter
    sign_ins: SignIns
    streams: Slots
    is_tls: bool
    director_codes: LoginCodes


def dashboard() -> Dashboard:
    """The dashboard of the app that is answering."""
    return cast(Dashboard, current_app.extensions["monitor"])
