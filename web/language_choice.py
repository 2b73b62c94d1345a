"""Which language a reader gets: the one chosen on the dashboard, else what the browser asks for, else English."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, redirect, request
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response

from web import saying
from web.auth import Role
from web.languages import DEFAULT, DOMAIN, FOLDER, LANGUAGES
from web.security import allow
from web.state import dashboard

blueprint = Blueprint("language", __name__)
COOKIE = "language"
KEPT_S = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Give the pages their languages."""
    Babel(app, default_locale=DEFAULT, default_domain=DOMAIN, default_translation_directories=str(FOLDER), locale_selector=chosen)
    app.jinja_env.globals.update(LANGUAGES=LANGUAGES, language=language)
    app.jinja_env.filters.update(said=saying.said, in_parts=saying.in_parts)


def chosen() -> str:
    """The code of the reader's language. What a cookie holds that is no language of ours is ignored."""
    kept = request.cookies.get(COOKIE, "")
    if kept in LANGUAGES:
        return kept
    # by the first part alone: `da-DK, en` asks for Danish, which an exact match with `en` would hide
    asked = [tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality > 0]
    return next((code for code in asked if code in LANGUAGES), DEFAULT)


def language() -> str:
    """The code of the language in which this page is written."""
    return str(get_locale() or DEFAULT)


@blueprint.post("/language")
@allow(Role.PUBLIC)
def choose() -> Response:
    """Keep the choice in this browser, and go back to the page it was made on."""
    code = request.form.get("language", "")
    if code not in LANGUAGES:
        abort(400, saying.say("Choose one of the languages of this dashboard: %(names)s.", names=", ".join(LANGUAGES.values())))
    response = redirect(_own_page(request.form.get("back", "")), 303)
    response.set_cookie(COOKIE, code, max_age=KEPT_S, httponly=True, samesite="Strict", secure=dashboard().is_tls, path="/")
    return response


def _own_page(path: str) -> str:
    """The path if it is one of this dashboard's, else its first page: a form may not send anybody elsewhere."""
    is_own = path.startswith("/") and not path.startswith("//") and path.isprintable() and "\\" not in path
    return path if is_own else "/"
