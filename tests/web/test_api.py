"""JSON endpoints."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from monitor.game.position import START_ROW
from tests.web.conftest import SAME, signed_in
from tests.web.fake_session import FakeSession
from web.auth import Role

START = list(START_ROW)


def judge(client: FlaskClient, body: object) -> Any:
    return client.post("/api/judge", data=body if isinstance(body, str | bytes) else json.dumps(body), headers=SAME, content_type="application/json")


def test_health_says_nothing_of_sessions(app) -> None:
    answer = app.test_client().get("/api/health")
    assert answer.status_code == 200 and set(answer.get_json()) == {"ok", "version"}


def test_status(session: FakeSession, client: FlaskClient) -> None:
    [status] = client.get("/api/status").get_json()["sessions"]
    assert status == client.get("/api/sessions/table-1/status").get_json() | {"live": status["live"]}
    assert (status["name"], status["seq"], status["has_ended"], status["phase"]) == ("table-1", session.log.last_seq, False, "played")
    assert status["counts"] == {"turns": 6, "legal": 4, "illegal": 1, "uncertain": 1, "void": 1, "gaps": 1, "flags": 2, "new": 2,
                                "confirmed": 0, "dismissed": 0, "referred": 0, "ruled": 0}  # fmt: skip


def test_events_in_pages(session: FakeSession, client: FlaskClient) -> None:
    last, after, seen = session.log.last_seq, 0, []
    while True:
        page = client.get(f"/api/sessions/table-1/events?after={after}&limit=7").get_json()
        seen += [e["seq"] for e in page["events"]]
        assert page["last_seq"] == last and len(page["events"]) <= 7
        if not page["has_more"]:
            break
        after = seen[-1]
    assert seen == list(range(1, last + 1))


@pytest.mark.parametrize("query", ["after=-1", "limit=0", "limit=501", "limit=-3"])
def test_bad_ranges(client: FlaskClient, query: str) -> None:
    assert client.get(f"/api/sessions/table-1/events?{query}").status_code == 400


@pytest.mark.parametrize(("play", "is_legal"), [("24/18 13/9", True), ("24/14", True), ("24/23 13/9", False)])
def test_judge(client: FlaskClient, play: str, is_legal: bool) -> None:
    answer = judge(client, ASK | {"play": play})
    assert answer.status_code == 200 and answer.get_json()["legal"] is is_legal
    assert set(answer.get_json()) == {"legal", "reasons", "play", "legal_plays", "nearest"}


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:7:10"
FIVE = {"legal", "reasons", "play", "legal_plays", "nearest"}


@pytest.mark.parametrize(
    ("more", "keys"),
    [
        ({"lang": "it"}, {"explanation"}),
        ({"svg": True}, {"explanation", "svg"}),
        ({"svg": False}, {"explanation"}),
        ({"profile": "dbgf"}, {"explanation", "provision"}),
        ({"profile": "cnb", "svg": True, "lang": "da"}, {"explanation", "provision", "svg"}),
    ],
    ids=str,
)
def test_judge_explains(client: FlaskClient, more: dict[str, Any], keys: set[str]) -> None:
    rows = {"on_roll": START, "opponent": START, "roll": [6, 4], "play": "13/7"}
    for body in (rows, {"xgid": XGID, "play": "13/7"}, {"xgid": XGID, "roll": "6-4", "play": "13/7"}, {"xgid": XGID, "roll": [4, 6], "play": "13/7"}):
        answer = judge(client, body | more).get_json()
        assert set(answer) == FIVE | keys and answer["reasons"] == ["move.must-use-both"]
        assert set(answer["explanation"]) == {"lang", "played", "wrong", "legal", "text"}


def test_judge_explains_in_the_language_asked_for_or_chosen(client: FlaskClient) -> None:
    body = {"xgid": XGID, "play": "13/7"}
    assert judge(client, body).get_json()["explanation"]["text"].startswith("6 and 4 were rolled; 13/7 was played. 24/20 could have been played too")
    assert judge(client, body | {"lang": "da"}).get_json()["explanation"]["text"].startswith("Der blev slået 6 og 4; 13/7 blev spillet.")
    client.set_cookie("language", "it")
    assert judge(client, body).get_json()["explanation"]["lang"] == "it"


def test_judge_takes_the_position_after_and_says_what_a_profile_offers(client: FlaskClient) -> None:
    answer = judge(client, {"xgid": XGID.replace(":64:", ":00:"), "roll": "31", "after": "4HPwATCwZ/ABMA", "profile": "cnb"}).get_json()
    assert answer["legal"] is True and answer["play"] == "8/5 6/5" and answer["provision"] is None
    provision = judge(client, {"xgid": XGID, "play": "13/7", "profile": "cnb"}).get_json()["provision"]
    assert (provision["rule"], provision["article"], provision["flag_class"]) == ("move.must-use-both", "CNB 4.2.3.1, 4.2.3.2", "MUST")
    assert provision["window"] and provision["remedy"] and provision["remedy_clock"]


def test_judge_is_for_officials(app, session: FakeSession) -> None:
    assert judge(app.test_client(), {"xgid": XGID, "play": "13/7"}).status_code == 401
    assert judge(signed_in(app, Role.RECORDER), {"xgid": XGID, "play": "13/7"}).status_code == 403
    session.end_appointment()
    assert judge(signed_in(app), {"xgid": XGID, "play": "13/7"}).status_code == 403, "nobody is an official of a match that is only recorded"
    assert judge(signed_in(app, Role.DIRECTOR), {"xgid": XGID, "play": "13/7"}).status_code == 200


ASK = {"on_roll": START, "opponent": START, "roll": [6, 4], "play": "24/18 13/9"}
BAD: list[Any] = [
    "", "{", "null", "[]", "1", "\"x\"", b"\xff\xfe", {}, {"on_roll": []}, {"on_roll": START, "opponent": START}, ASK | {"roll": [7, 1]},
    ASK | {"after": {}}, "[" * 5000,
    ASK | {"on_roll": [99] * 26}, ASK | {"on_roll": ["a"] * 26}, ASK | {"roll": ["6", None]}, ASK | {"play": 5},
    ASK | {"play": "\x00"}, ASK | {"play": "24/18/" * 999},
    {"on_roll": START, "opponent": START, "roll": [6, 4], "after": {"on_roll": START}},
    {"xgid": 5, "play": "13/7"}, {"xgid": "nonsense", "play": "13/7"}, {"xgid": XGID}, {"xgid": XGID, "play": "13/7", "after": "4HPwATDgc/ABMA"},
    {"xgid": XGID, "after": "nonsense"}, {"xgid": XGID, "after": {"on_roll": START}}, {"xgid": XGID, "play": "13/7", "roll": {}},
    {"xgid": XGID, "play": "13/7", "roll": [6]}, {"xgid": XGID, "play": "13/7", "roll": "77"},
    {"xgid": XGID, "play": "13/7", "roll": "31"}, {"xgid": XGID, "play": "13/7", "roll": [3, 1]}, {"xgid": XGID, "on_roll": START, "play": "13/7"},
    ASK | {"lang": "fr"}, ASK | {"lang": 5}, ASK | {"profile": "nobody"}, ASK | {"profile": "../own.toml"}, ASK | {"svg": "yes"},
]  # fmt: skip


def test_bad_requests_are_told_so_and_never_fail_inside(client: FlaskClient) -> None:
    for body in BAD:
        answer = judge(client, body)
        assert answer.status_code == 400, body
        assert answer.get_json()["error"] and "\n" not in answer.get_json()["error"]


def test_errors_of_the_api_are_json(client: FlaskClient) -> None:
    for path, status in (("/api/nowhere", 404), ("/api/sessions/other/status", 404), ("/api/judge", 405)):
        answer = client.get(path)
        assert answer.status_code == status and answer.get_json()["status"] == status
