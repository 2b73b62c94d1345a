"""Signing in and out, as a browser sees it (reliability.md 34-36)."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import CODE, COOKIE, SAME, make_app, post
from tests.web.fake_session import FakeSession
from web.auth import FAILURES_ALLOWED, Role


def test_pages_lead_to_the_sign_in(app: Flask) -> None:
    answer = app.test_client().get("/s/table-1/", headers={"Accept": "text/html"})
    assert answer.status_code == 303 and answer.location == "/login"


def test_a_good_code_gives_a_strict_cookie_once(app: Flask) -> None:
    client = app.test_client()
    answer = post(client, "/login", code=CODE.lower(), name="Olga")
    assert answer.status_code == 303
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=") and "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie and "Domain" not in cookie
    assert client.get("/s/table-1/").status_code == 200
    assert post(app.test_client(), "/login", code=CODE).status_code == 403


def test_a_used_code_stays_used_when_the_process_is_started_again_with_it(session: FakeSession) -> None:
    assert post(make_app(session).test_client(), "/login", code=CODE).status_code == 303
    again = make_app(session)
    assert not again.extensions["monitor"].codes.is_live
    assert post(again.test_client(), "/login", code=CODE.replace("-", "").lower()).status_code == 403


def test_under_tls_the_cookie_is_bound_to_the_host(session: FakeSession) -> None:
    client = make_app(session, is_tls=True).test_client()
    answer = client.post("/login", data={"code": CODE}, headers={"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"}, base_url="https://localhost")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-monitor-443=") and "Secure" in cookie
    assert "max-age" in answer.headers["Strict-Transport-Security"]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("http://localhost:8765", "monitor-8765"),
        ("http://127.0.0.1:8766", "monitor-8766"),
        ("http://localhost", "monitor-80"),
        ("http://localhost:80", "monitor-80"),
        ("https://localhost", "__Host-monitor-443"),
        ("https://localhost:8443", "__Host-monitor-8443"),
    ],
)
def test_the_cookie_is_named_by_the_port(address: str, name: str, session: FakeSession) -> None:
    client = make_app(session, is_tls=address.startswith("https")).test_client()
    answer = client.post("/login", data={"code": CODE}, headers={"Origin": address.removesuffix(":80")}, base_url=address)
    assert answer.headers["Set-Cookie"].startswith(f"{name}=")
    assert client.get("/s/table-1/", base_url=address).status_code == 200
    gone = client.post("/logout", headers={"Origin": address.removesuffix(":80")}, base_url=address)
    assert gone.headers["Set-Cookie"].startswith(f"{name}=;")
    assert client.get("/api/status", base_url=address).status_code == 401


def test_two_stations_on_one_machine_do_not_sign_each_other_out(session: FakeSession, tmp_path: Path) -> None:
    """A browser keeps cookies by host: what one dashboard sets, the other is sent."""
    apps = {port: make_app(session, state_dir=tmp_path / port) for port in ("8765", "8766")}
    jar: dict[str, str] = {}

    def ask(port: str, path: str, method: str = "GET", **data: str) -> int:
        address = f"http://localhost:{port}"
        cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
        headers = {"Cookie": cookies, "Origin": address, "Accept": "application/json"}
        answer = apps[port].test_client(use_cookies=False).open(path, method=method, data=data or None, headers=headers, base_url=address)
        for text in answer.headers.getlist("Set-Cookie"):
            name, _, value = text.partition(";")[0].partition("=")
            jar[name] = value
        return answer.status_code

    for port in apps:
        assert ask(port, "/login", "POST", code=CODE) == 303
    assert [ask(port, "/api/status") for port in apps] == [200, 200]
    assert ask("8765", "/logout", "POST") == 303
    assert [ask(port, "/api/status") for port in apps] == [401, 200]


def test_the_link_with_a_code_fills_in_and_uses_nothing_up(app: Flask) -> None:
    html = app.test_client().get("/login?code=" + CODE).get_data(as_text=True)
    assert f'value="{CODE}"' in html and "data-has-code" in html
    assert post(app.test_client(), "/login", code=CODE).status_code == 303


def test_a_link_cannot_carry_markup(app: Flask) -> None:
    html = app.test_client().get('/login?code="><script>alert(1)</script>').get_data(as_text=True)
    assert "<script>alert" not in html


def test_wrong_codes_are_limited(app: Flask) -> None:
    client = app.test_client()
    for _ in range(FAILURES_ALLOWED):
        assert post(client, "/login", code="WRONG").status_code == 403
    answer = post(client, "/login", code=CODE)
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
    other = client.post("/login", data={"code": CODE}, headers=SAME, environ_base={"REMOTE_ADDR": "127.0.0.2"})
    assert other.status_code == 303, "another address is not locked out"


def test_a_new_code_goes_to_the_console_only(session: FakeSession, capsys) -> None:
    app = make_app(session)
    client = app.test_client()
    answer = post(client, "/login/new-code")
    printed = capsys.readouterr().err
    code = printed.split("code: ")[1].split()[0]
    assert answer.status_code == 200 and code not in answer.get_data(as_text=True)
    assert post(client, "/login/new-code").status_code == 429
    assert post(client, "/login", code=CODE).status_code == 403, "the old one is void"
    assert post(client, "/login", code=code).status_code == 303


def test_without_a_given_code_one_is_printed(session: FakeSession, capsys) -> None:
    from web.app import create_app

    app = create_app(session.directory)
    code = capsys.readouterr().err.split("code: ")[1].split()[0]
    assert post(app.test_client(), "/login", code=code).status_code == 303


def test_signing_in_again_ends_the_earlier_sign_in(app: Flask) -> None:
    client = app.test_client()
    post(client, "/login", code=CODE)
    first = client.get_cookie(COOKIE)
    app.extensions["monitor"].codes.issue()
    assert first is not None
    code = app.extensions["monitor"].codes._code
    post(client, "/login", code=code)
    second = client.get_cookie(COOKIE)
    assert second is not None and second.value != first.value
    assert app.extensions["monitor"].sign_ins.find(first.value) is None


def test_sign_out_ends_it(app: Flask) -> None:
    client = app.test_client()
    post(client, "/login", code=CODE)
    token = client.get_cookie(COOKIE)
    assert token is not None
    assert post(client, "/logout").status_code == 303
    client.set_cookie(COOKIE, token.value)
    assert client.get("/api/status").status_code == 401


def test_the_stations_code_makes_an_observer_of_whoever_is_appointed_alone(session: FakeSession) -> None:
    app = make_app(session)
    client = app.test_client()
    assert "Sign in as appointed observer" in client.get("/login").get_data(as_text=True)
    session.end_appointment()
    assert "Sign in (record only)" in client.get("/login").get_data(as_text=True)
    post(client, "/login", code=CODE)
    assert post(client, "/s/table-1/inputs", what="permission_left", player="A").status_code == 403
    session.put("input", {"what": "appointed", "by": "Dana", "role": "director"})
    assert post(client, "/s/table-1/inputs", what="permission_left", player="A").status_code == 202
    session.end_appointment()
    session.end()
    page = app.test_client().get("/login").get_data(as_text=True)
    assert "record only" not in page and "Sign in as appointed" not in page, "after the end nothing is sealed, and nobody observes"


def test_a_directors_code_is_printed_when_asked_for_and_makes_a_director(app: Flask, capsys) -> None:
    client = app.test_client()
    answer = post(client, "/login/director-code")
    printed = capsys.readouterr().err
    code = printed.partition("code: ")[2].split()[0]
    assert answer.status_code == 200 and "DIRECTOR" in printed and code not in answer.get_data(as_text=True)
    assert post(client, "/login/director-code").status_code == 429, "the console is not flooded"
    assert post(client, "/login", code=code, name="Dana").status_code == 303
    assert app.extensions["monitor"].sign_ins.find(client.get_cookie(COOKIE).value).role is Role.DIRECTOR
    assert post(app.test_client(), "/login", code=code).status_code == 403, "once"
    assert app.extensions["monitor"].codes.is_live, "the observer's code is another"


def test_an_observers_code_makes_no_director(app: Flask) -> None:
    client = app.test_client()
    assert post(client, "/login", code=CODE, name="").status_code == 303
    found = app.extensions["monitor"].sign_ins.find(client.get_cookie(COOKIE).value)
    assert (found.role, found.name) == (Role.OBSERVER, "observer")
    assert post(client, "/s/table-1/inputs", what="appointed").status_code == 400
