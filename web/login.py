"""Signing in and out."""

from __future__ import annotations

import math
from contextlib import nullcontext

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from monitor.errors import LogError
from web.auth import ABSOLUTE_LIMIT_S, Role
from web.forms import NAME_LIMIT
from web.saying import say
from web.sealing import is_sealed
from web.security import allow, clean, cookie_name, note, session_token
from web.state import dashboard
from web.view import MatchView

blueprint = Blueprint("pages_login", __name__)


@blueprint.get("/login", endpoint="login")
@allow(Role.PUBLIC)
def login_page() -> Response | str:
    """The form. A code in the address is only filled in; nothing is used up until the form is sent."""
    if dashboard().sign_ins.find(session_token()) is not None:
        return redirect(url_for("pages.index"), 303)
    return _form(code=clean(request.args.get("code", ""), 40))


@blueprint.post("/login", endpoint="sign_in")
@allow(Role.PUBLIC)
def sign_in() -> Response:
    """Take a code, give a cookie."""
    board, address = dashboard(), request.remote_addr or "?"
    if (wait_s := board.limiter.wait_s(address)) > 0:
        note("sign-in-limited")
        raise TooManyRequests(say("Too many wrong codes from here. Wait a few minutes, then try again."), retry_after=math.ceil(wait_s))
    name = clean(request.form.get("name", ""), NAME_LIMIT)
    code = request.form.get("code", "")[:64]
    role = _granted(code)
    if role is None:
        board.limiter.record(address)
        note("sign-in-failed", name=name)
        return make_response(_form(error=say("This code is not good: mistyped, used already, or older than ten minutes."), name=name), 403)
    board.sign_ins.burn(code)
    if (old := session_token()) is not None:
        board.sign_ins.revoke(old)
    name = name or role.name.lower()
    token = board.sign_ins.create(name, role)
    note("signed-in", name=name, role=role.name)
    response = redirect(url_for("pages.index"), 303)
    response.set_cookie(cookie_name(), token, max_age=int(ABSOLUTE_LIMIT_S), httponly=True, samesite="Strict", secure=board.is_tls, path="/")
    return response


@blueprint.post("/login/new-code", endpoint="new_code")
@allow(Role.PUBLIC)
def new_code() -> Response:
    """Print a new code on the station's console; the answer never holds it."""
    if not dashboard().codes.ask_new():
        raise TooManyRequests(say("A new code was printed a moment ago. Look at the station's console."), retry_after=20)
    note("new-code-asked")
    return make_response(_form(note=say("A new code was printed on the station's console. The old one no longer works.")))


@blueprint.post("/login/director-code", endpoint="director_code")
@allow(Role.PUBLIC)
def director_code() -> Response:
    """Print a director's code on the station's console; the answer never holds it."""
    if not dashboard().director_codes.ask_new():
        raise TooManyRequests(say("A director's code was printed a moment ago. Look at the station's console."), retry_after=20)
    note("director-code-asked")
    return make_response(_form(note=say("A director's code was printed on the station's console. It is for the tournament director alone.")))


def _granted(code: str) -> Role | None:
    """What a code grants, which is used up by asking; None when it is not good."""
    if dashboard().codes.redeem(code):
        return Role.OBSERVER
    return Role.DIRECTOR if dashboard().director_codes.redeem(code) else None


@blueprint.post("/logout", endpoint="sign_out")
@allow(Role.PUBLIC)
def sign_out() -> Response:
    """End this sign-in everywhere it is open."""
    token = session_token()
    if token is None:
        abort(401, say("You are not signed in."))
    dashboard().sign_ins.revoke(token)
    note("signed-out")
    response = redirect(url_for("pages_login.login"), 303)
    response.delete_cookie(cookie_name(), path="/", httponly=True, samesite="Strict", secure=dashboard().is_tls)
    return response


def _form(*, code: str = "", error: str = "", note: str = "", name: str = "") -> str:
    return render_template("login.html", code=code, error=error, note=note, name=name, **_appointed())


def _appointed() -> dict[str, bool]:
    """What signing in is for, in the latest session: as the observer who is appointed, or to follow what is only recorded."""
    latest = dashboard().sessions.find(None)
    try:
        with nullcontext(MatchView()) if latest is None else latest.tail.view() as view:
            return {"is_appointed": view.inputs.appointment(view.info).authority.is_appointed, "is_sealed": is_sealed(Role.OBSERVER, view)}
    except LogError:  # said on the session's own page
        return {"is_appointed": False, "is_sealed": False}
