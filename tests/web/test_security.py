"""Every route, every role, every response (reliability.md 32-34, 38, 40)."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import CODE, SAME, make_app, post, signed_in
from tests.web.fake_session import FakeSession
from web.auth import Role
from web.security import clean, required_role

VALUES = {"name": "table-1", "flag_id": "f1", "sha256": "0" * 64, "command_id": "1", "filename": "base.css"}
ROLES = {
    "static": Role.PUBLIC, "pages_login.login": Role.PUBLIC, "pages_login.sign_in": Role.PUBLIC, "pages_login.new_code": Role.PUBLIC,
    "pages_login.sign_out": Role.PUBLIC, "pages_login.director_code": Role.PUBLIC, "language.choose": Role.PUBLIC, "api.get_health": Role.PUBLIC,
    "pages.index": Role.RECORDER, "pages.monitor": Role.RECORDER, "pages.panels": Role.RECORDER, "pages.evidence": Role.RECORDER, "pages.board": Role.RECORDER,
    "pages.live": Role.RECORDER, "pages.live_picture": Role.RECORDER, "pages.still": Role.RECORDER, "pages.stream": Role.RECORDER,
    "api.status": Role.RECORDER, "api.session_status": Role.RECORDER, "api.entries": Role.RECORDER,
    "pages.put_input": Role.OBSERVER, "api.put_input": Role.OBSERVER, "api.input_state": Role.OBSERVER, "api.judge": Role.OBSERVER,
}  # fmt: skip
"""What each route is for, written down once more, so that a route that is opened wider by mistake fails here."""


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """(endpoint, method, path) of every route."""
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: VALUES[m.group(1)], rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule.endpoint, method, path


def ask(client: FlaskClient, method: str, path: str) -> Any:
    headers = {"Accept": "application/json", **(SAME if method != "GET" else {})}
    return client.open(path, method=method, headers=headers, buffered=not path.endswith("events"))


def test_every_route_declares_the_role_that_it_should(app: Flask) -> None:
    assert {rule.endpoint: required_role(app, rule.endpoint) for rule in app.url_map.iter_rules()} == ROLES


def test_a_route_that_declares_no_role_is_refused(app: Flask) -> None:
    app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    for role in (Role.RECORDER, Role.ADMINISTRATOR):
        answer = signed_in(app, role).get("/forgotten")
        assert answer.status_code == 403 and b"secret" not in answer.data


@pytest.mark.parametrize("role", [None, *[r for r in Role if r is not Role.PUBLIC]])
def test_each_route_and_role(app: Flask, role: Role | None) -> None:
    for endpoint, method, path in list(routes(app)):
        client = app.test_client() if role is None else signed_in(app, role)
        answer = ask(client, method, path)
        needed = ROLES[endpoint]
        if role is None and needed > Role.PUBLIC:
            assert answer.status_code == 401, (endpoint, method)
        elif role is not None and role < needed:
            assert answer.status_code == 403, (endpoint, method)
        elif role is not Role.RECORDER or endpoint not in ("pages.evidence", "pages.still", "pages.live_picture"):  # sealed
            assert answer.status_code not in (401, 403) or endpoint in ("pages_login.sign_in", "pages_login.sign_out"), (endpoint, method, role)
        answer.close()


def test_headers_on_every_response(app: Flask, client: FlaskClient) -> None:
    answers = [ask(c, method, path) for c in (client, app.test_client()) for _, method, path in routes(app)]
    answers += [client.get("/nowhere"), client.get("/", headers={"Host": "evil.example"}), client.post("/s/table-1/inputs", data={})]
    assert {400, 401, 403, 404, 200} <= {a.status_code for a in answers}
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe-inline" not in policy or answer.mimetype == "image/svg+xml"
        if answer.mimetype != "image/svg+xml":
            for part in ("default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self'"):
                assert part in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "Cache-Control" in answer.headers and "Cross-Origin-Opener-Policy" in answer.headers
        answer.close()


def test_pages_have_no_inline_script_or_style(app: Flask, client: FlaskClient) -> None:
    for path in ("/login", "/s/table-1/", "/s/table-1/flags/f2/", "/nowhere"):
        html = (client if path != "/login" else app.test_client()).get(path).get_data(as_text=True)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", html), path
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", html), path


FOREIGN = [
    {}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Origin": "https://localhost"},
    {"Origin": "http://localhost:81"}, {"Origin": "http://localhost.evil.example"}, {"Origin": "http://localhost@evil.example"}, {"Origin": "localhost"},
    {"Origin": "//["},
    {"Origin": "http://localhost/"}, {"Origin": ""}, {"Sec-Fetch-Site": ""}, {"Sec-Fetch-Site": "SAME-ORIGIN "},
]  # fmt: skip


def test_unsafe_methods_from_elsewhere_are_refused_and_change_nothing(session: FakeSession, app: Flask, client: FlaskClient) -> None:
    unsafe = [(method, path) for _, method, path in routes(app) if method != "GET"]
    assert len(unsafe) >= 5
    for headers in FOREIGN:
        for method, path in unsafe:
            answer = client.open(path, method=method, headers=headers, data={"what": "permission_left", "player": "A", "code": CODE})
            assert answer.status_code == 403, (path, headers)
    assert session.inbox.pending() == []
    assert client.get("/s/table-1/").status_code == 200, "still signed in"
    assert app.extensions["monitor"].codes.is_live, "the code is not used up"


def test_our_own_pages_may_send(client: FlaskClient) -> None:
    for what, headers in (("permission_left", SAME), ("notice", {"Sec-Fetch-Site": "same-origin"}), ("reroll_assent", {"Origin": "http://localhost"})):
        assert client.post("/s/table-1/inputs", data={"what": what, "player": "A"}, headers=headers).status_code == 303


def test_no_get_changes_anything(session: FakeSession, app: Flask, client: FlaskClient) -> None:
    last = session.log.last_seq
    for _, method, path in routes(app):
        if method == "GET":
            client.get(path + "?what=permission_left&player=A&code=" + CODE, buffered=not path.endswith("events")).close()
    app.test_client().get("/login?code=" + CODE)
    assert session.log.last_seq == last and session.inbox.pending() == [] and app.extensions["monitor"].codes.is_live


def test_only_trusted_hosts_are_served(client: FlaskClient) -> None:
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:80"):
        assert client.get("/api/health", headers={"Host": host}).status_code == 400, host
    for host in ("localhost", "127.0.0.1:8080", "127.0.0.1"):
        assert client.get("/api/health", headers={"Host": host}).status_code == 200, host


def test_a_named_host_can_be_trusted(session: FakeSession) -> None:
    assert make_app(session, trusted_hosts=["table-7.club.example"]).test_client().get("/login", headers={"Host": "table-7.club.example"}).status_code == 200


def test_errors_show_nothing_of_the_inside(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("web.pages.render_panels", fail)
    answer = client.get("/s/table-1/")
    text = answer.get_data(as_text=True)
    assert answer.status_code == 500 and "secret" not in text and "Traceback" not in text and ".py" not in text
    number = re.search(r"incident ([0-9a-f]{8})", text)
    assert number and number.group(1) in caplog.text, "the log has the incident"


def test_what_people_type_cannot_forge_a_log_line(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "web.security"):
        post(app.test_client(), "/login", code="WRONG", name="x\r\n2026 signed-in name='director'\x1b[2J")
        post(app.test_client(), "/login", code=CODE, name="Olga")
    lines = [r.getMessage() for r in caplog.records if r.name == "web.security"]
    assert [line.split()[0] for line in lines] == ["sign-in-failed", "signed-in"]
    assert not any(c in line for line in lines for c in "\r\n\x1b") and CODE not in caplog.text


@pytest.mark.parametrize(("given", "expected"), [("a\r\nb", "a  b"), ("a\x00\x1b[1mb", "a[1mb"),
    ("  x  ", "x"), ("é✓", "é✓"), ("\u202eevil", "evil"), ("y" * 99, "y" * 10)])  # fmt: skip
def test_clean(given: str, expected: str) -> None:
    assert clean(given, 10) == expected
