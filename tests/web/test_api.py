"""JSON endpoints."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from monitor.game.position import START_ROW
from tests.web.conftest import SAME
from tests.web.fake_session import FakeSession

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
                                "confirmed": 0, "dismissed": 0}  # fmt: skip


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


ASK = {"on_roll": START, "opponent": START, "roll": [6, 4], "play": "24/18 13/9"}
BAD: list[Any] = [
    "", "{", "null", "[]", "1", "\"x\"", b"\xff\xfe", {}, {"on_roll": []}, {"on_roll": START, "opponent": START}, ASK | {"roll": [7, 1]},
    ASK | {"after": {}}, "[" * 5000,
    ASK | {"on_roll": [99] * 26}, ASK | {"on_roll": ["a"] * 26}, ASK | {"roll": ["6", None]}, ASK | {"play": 5},
    ASK | {"play": "\x00"}, ASK | {"play": "24/18/" * 999},
    {"on_roll": START, "opponent": START, "roll": [6, 4], "after": {"on_roll": START}},
]  # fmt: skip


def test_bad_requests_are_told_so_and_never_fail_inside(client: FlaskClient) -> None:
    for body in BAD:
        answer = judge(client, body)
        assert answer.status_code == 400, body
        assert answer.get_json()["error"]


def test_errors_of_the_api_are_json(client: FlaskClient) -> None:
    for path, status in (("/api/nowhere", 404), ("/api/sessions/other/status", 404), ("/api/judge", 405)):
        answer = client.get(path)
        assert answer.status_code == status and answer.get_json()["status"] == status
