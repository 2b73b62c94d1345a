"""What every request passes and every response carries: declared roles, same-origin writes, headers, errors without inside views.

Deny by default: a view without `@allow(...)` is answered 403, and a test enumerates the routes to find one.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from monitor.errors import InputError, MonitorError
from web.auth import Role, SignIn
from web.error_words import error_words
from web.saying import say
from web.state import dashboard

log = logging.getLogger("web.security")

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
CSP = "; ".join([
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'", "connect-src 'self'", "manifest-src 'self'",
    "form-action 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'",
])  # fmt: skip
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # not "no-referrer": browsers then send `Origin: null` with forms, which the same-origin check rightly refuses
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
}
View = TypeVar("View", bound=Callable[..., Any])
_ROLES: dict[Callable[..., Any], Role] = {}
"""What `allow` declared for each view."""


def allow(role: Role) -> Callable[[View], View]:
    """Declare the lowest role that may call a view."""

    def mark(view: View) -> View:
        _ROLES[view] = role
        return view

    return mark


def required_role(app: Flask, endpoint: str) -> Role | None:
    """The role a route was declared with, or None when it was forgotten."""
    return _ROLES.get(app.view_functions[endpoint])


def sign_in() -> SignIn:
    """Who is asking. Only inside a view that requires a role above PUBLIC."""
    found: SignIn = g.sign_in
    return found


def cookie_name() -> str:
    """The cookie of a sign-in, named by the port of the address that was asked for, such as `monitor-8765`.

    Browsers keep cookies by host, whatever the port: without it the dashboards of two stations on one machine would sign each other out.
    `__Host-` binds a cookie to this host alone, but browsers take it over TLS only.
    """
    port = request.host.rpartition(":")[2]
    if not (port.isascii() and port.isdigit()):  # none is written for the scheme's own
        port = "443" if request.scheme == "https" else "80"
    return f"__Host-monitor-{port}" if dashboard().is_tls else f"monitor-{port}"


def session_token() -> str | None:
    """The token the browser sent, if any."""
    return request.cookies.get(cookie_name())


def note(event: str, **facts: object) -> None:
    """One line in the security log; control characters in what people typed cannot forge a second line."""
    words = " ".join(f"{k}={clean(str(v), 120)!r}" for k, v in facts.items())
    log.info("%s address=%s %s", event, request.remote_addr, words)


def clean(text: str, limit: int) -> str:
    """Text without control characters (line breaks become spaces), at most `limit` characters."""
    return "".join(" " if c in "\r\n\t" else c for c in text if c.isprintable() or c in "\r\n\t").strip()[:limit]


def is_same_origin() -> bool:
    """Does an unsafe request come from one of our own pages? At least one of the two headers must say so, and neither may deny it."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is None and origin is None:
        return False
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == request.scheme and parts.netloc == request.host and not parts.path and not parts.query


def wants_json() -> bool:
    """Is the answer read by a script rather than a person?"""
    return request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json"


def init_app(app: Flask) -> None:
    """Hang the checks on an app."""
    app.before_request(_admit)
    app.after_request(_seal)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(MonitorError, _monitor_error)
    app.register_error_handler(Exception, _last_resort)


def _admit() -> BaseResponse | None:
    if request.endpoint is None:
        # Flask checks trusted hosts while routing; a bad host or an unknown path is raised after this
        return None
    role = required_role(dashboard().app, request.endpoint)
    if role is None:
        log.error("route %s declares no role: refused", request.endpoint)
        abort(403)
    if request.method in UNSAFE and not is_same_origin():
        note("cross-origin-refused", path=request.path, site=request.headers.get("Sec-Fetch-Site", ""), origin=request.headers.get("Origin", ""))
        abort(403, say("This request did not come from a page of this dashboard. Open the dashboard itself and try again."))
    g.sign_in = dashboard().sign_ins.find(session_token())
    if role is Role.PUBLIC:
        return None
    if g.sign_in is None:
        if wants_json() or request.method in UNSAFE or request.accept_mimetypes.best == "text/event-stream":
            abort(401, say("Sign in first."))
        return redirect(url_for("pages_login.login"), 303)
    if g.sign_in.role < role:
        note("role-refused", path=request.path, name=g.sign_in.name, role=g.sign_in.role.name)
        abort(403, say("Your sign-in does not include this. Ask the tournament director."))
    return None


def _seal(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    if dashboard().is_tls:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response


def _http_error(error: HTTPException) -> BaseResponse:
    if error.response is not None:  # an abort that already carries its answer
        return make_response(error.response)
    status = error.code or 500
    if isinstance(error, SecurityError):  # a host name that is not ours: no link of ours could be built for it
        return Response(say("This address is not served here."), 400, mimetype="text/plain")
    return _error(status, *error_words(error), retry_after=getattr(error, "retry_after", None))


def _monitor_error(error: MonitorError) -> BaseResponse:
    return _error(400 if isinstance(error, InputError) else 503, say("That did not work"), str(error))


def _last_resort(error: Exception) -> BaseResponse:
    number = secrets.token_hex(4)
    log.error("incident %s at %s", number, clean(request.path, 200), exc_info=error)
    text = say(
        "The dashboard could not answer. The recording and the log are not affected. Tell whoever looks after the station: incident %(number)s.", number=number
    )
    return _error(500, say("Something went wrong"), text)


def _error(status: int, title: str, text: str, retry_after: object = None) -> BaseResponse:
    if wants_json():
        response = make_response(jsonify(error=text, status=status), status)
    else:
        response = make_response(render_template("error.html", status=status, title=title, text=text), status)
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response
