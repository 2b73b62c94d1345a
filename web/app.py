"""The dashboard as a Flask application."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response, send_from_directory

from monitor.record.private import make_folder
from web import api, language_choice, login, pages, panels, security
from web.auth import FailureLimiter, LoginCodes, Role, SignIns
from web.sessions import Sessions
from web.slots import Slots
from web.state import Dashboard

STATIC = Path(__file__).parent / "static"
MAX_STREAMS = 32
MAX_BODY_BYTES = 64 * 1024


def create_app(
    sessions: Path | str,
    *,
    login_code: str | None = None,
    state_dir: Path | str | None = None,
    max_streams: int = MAX_STREAMS,
    trusted_hosts: Sequence[str] = (),
    is_tls: bool = False,
) -> Flask:
    """An app over one session directory, or over a folder of them.

    login_code: the first single-use code, for a caller that shows it in its own way; without it one is made and printed.
    state_dir: where sign-ins are kept over a restart (default: beside the sessions). trusted_hosts: names besides loopback.
    """
    path = Path(sessions)
    make_folder(path)
    kept = Path(state_dir) if state_dir is not None else path
    make_folder(kept)
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES, MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES, MAX_FORM_PARTS=50,
        TRUSTED_HOSTS=["127.0.0.1", "localhost", *trusted_hosts],
    )  # fmt: skip
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    sign_ins = SignIns(kept / "web.sqlite")
    codes = LoginCodes(announce_code, None if login_code is None or sign_ins.is_burnt(login_code) else login_code)
    app.extensions["monitor"] = Dashboard(app, Sessions(path), codes, FailureLimiter(), sign_ins, Slots(max_streams), is_tls,
                                          LoginCodes(announce_director_code))  # fmt: skip
    security.init_app(app)
    language_choice.init_app(app)
    panels.init_app(app)
    app.add_url_rule("/static/<path:filename>", "static", static_file)
    for part in (login, language_choice, pages, api):
        app.register_blueprint(part.blueprint)
    if login_code is None:
        codes.issue()
    return app


@security.allow(Role.PUBLIC)
def static_file(filename: str) -> Response:
    """A style sheet, a script or the icon."""
    return send_from_directory(STATIC, filename, max_age=3600)


def announce_code(code: str) -> None:
    """Print a sign-in code where only the station's keeper reads it."""
    print(f"\n  Dashboard sign-in code: {code}   (good once, until {time.strftime('%H:%M', time.localtime(time.time() + 600))})\n", file=sys.stderr, flush=True)


def announce_director_code(code: str) -> None:
    """Print a director's code: it decides about appointments and rulings, so it is made only when asked for."""
    print(f"\n  DIRECTOR'S sign-in code: {code}   (for the tournament director alone; good once, for ten minutes)\n", file=sys.stderr, flush=True)
