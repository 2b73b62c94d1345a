"""Pages and pictures."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from pathlib import Path

from flask.testing import FlaskClient

from monitor.game.events import Player
from tests.web.conftest import SAME, make_app, signed_in
from tests.web.fake_session import FakeSession
from web.auth import Role

PAYLOADS = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "</textarea><script>alert(1)</script>", "{{7*7}}", "${7*7}",
    "javascript:alert(1)", "<a href=javascript:alert(1)>x</a>", "&lt;script&gt;", "\u202e</b><b onmouseover=alert(1)>",
]  # fmt: skip


class Strange(HTMLParser):
    """Finds what only an injected text could have brought into a page."""

    def found_in(self, page: str) -> list[str]:
        self.found: list[str] = []
        self.feed(page)
        return self.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        has_handler = any(name.startswith("on") for name in values)
        runs_address = any("javascript:" in (values.get(name) or "") for name in ("href", "src", "action"))
        ours = {"script": "/static/", "img": "/"}.get(tag, "")
        is_foreign = bool(ours) and not str(values.get("src", "/" if tag == "img" else "")).startswith(ours)
        if has_handler or runs_address or is_foreign:
            self.found.append(f"{tag} {attrs}")


def test_strange_markup_is_found() -> None:
    for payload in PAYLOADS[:4]:
        assert Strange().found_in("<p>" + payload), payload


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def test_the_monitor_page_shows_what_is_recorded(client: FlaskClient) -> None:
    text = text_of(client.get("/s/table-1/").get_data(as_text=True))
    for words in ("Anna Rossi v Bo Jensen", "LEGAL", "ILLEGAL", "UNCERTAIN",
                  "VOID ROLL", "NOT FOLLOWED", "Doubles to 2", "Takes", "Cocked die", "roll.cocked", "CNB 4.1.4.1",
                  "move.illegal", "CNB 4.2.3.1, 4.2.3.2", "WINDOW OPEN", "CORRECTED", "both dice are rolled again",
                  "must be put right", "Remedy", "nearest legal"):  # fmt: skip
        assert words in text, words


def test_every_sign_has_a_shape_a_word_and_a_tone(client: FlaskClient) -> None:
    page = client.get("/s/table-1/").get_data(as_text=True)
    signs = re.findall(r'<span class="sign (tone-\w+)[^"]*">(.*?)</span></span>', page, re.S)
    assert len(signs) > 8
    shapes: dict[str, set[str]] = {}
    for tone, inside in signs:
        shape = re.search(r'<svg class="mark".*?>(.*?)</svg>', inside, re.S)
        word = text_of(inside).strip()
        assert shape and word and tone
        shapes.setdefault(shape.group(1).strip(), set()).add(word)
    verdicts = [next(s for s, words in shapes.items() if verdict in words) for verdict in ("LEGAL", "ILLEGAL", "UNCERTAIN")]
    assert len(set(verdicts)) == 3, "three verdicts, three shapes"


def test_a_flag_has_its_three_stills(session: FakeSession, client: FlaskClient) -> None:
    panel = client.get("/s/table-1/panels").get_json()["panels"]["flags"]
    illegal = panel.split("<article")[1]
    names = re.findall(r"/stills/([0-9a-f]{64})\.jpg\" alt", illegal)
    assert len(names) == 3 and len(set(names)) == 3
    for name in names:
        answer = client.get(f"/s/table-1/stills/{name}.jpg")
        assert answer.status_code == 200 and answer.mimetype == "image/jpeg" and answer.data == session.stills.get(name)
        assert "immutable" in answer.headers["Cache-Control"] and "private" in answer.headers["Cache-Control"] and answer.headers["Content-Disposition"]


def test_the_evidence_page(client: FlaskClient) -> None:
    page = client.get("/s/table-1/flags/f2/").get_data(as_text=True)
    text = text_of(page)
    for words in ("Illegal play", "Anna Rossi", "CNB 4.2.3.1, 4.2.3.2", "confidence 0.96", "Before", "Dice at rest", "After", "SHA-256", "Position before",
                  "raised by the software", "6-5", "Nearest legal", "not signed", "What was wrong", "6 and 5 were rolled"):  # fmt: skip
        assert words in text, words
    assert page.count("/stills/") == 3 and page.count("board.svg?line=") == 3
    for link in re.findall(r'src="(/s/[^"]+)"', page):
        assert client.get(html.unescape(link)).status_code == 200, link


def test_evidence_of_a_roll_shows_no_play(client: FlaskClient) -> None:
    page = client.get("/s/table-1/flags/f1/").get_data(as_text=True)
    assert "Position before" not in page and "corrected at the table" in page and "no such frame" in page


def test_what_is_not_there_is_not_found(client: FlaskClient) -> None:
    for path in ("/s/other/", "/s/table-1/flags/nobody/", "/s/..%2ftable-1/", "/s/table-1%00/", "/s/table-1/board.svg?line=999999", "/s/%2e%2e/"):
        assert client.get(path).status_code == 404, path


TRAVERSALS = [
    "../log", "..%2flog", "%2e%2e/web", "....//log", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "..%5clog", "/etc/passwd", "%00" * 64, "log.sqlite", "0" * 64,
]  # fmt: skip


def test_no_path_leads_out_of_the_evidence_folder(session: FakeSession, client: FlaskClient) -> None:
    (session.directory / ("0" * 63 + "x.jpg")).write_bytes(b"secret")
    for name in TRAVERSALS:
        for path in (f"/s/table-1/stills/{name}.jpg", f"/s/table-1/stills/{name}", f"/static/{name}", f"/static/../{name}"):
            answer = client.get(path)
            assert answer.status_code in (404, 308) and b"secret" not in answer.data, path


def test_names_and_reasons_cannot_carry_markup(tmp_path: Path) -> None:
    for index, payload in enumerate(PAYLOADS):
        made = FakeSession(tmp_path / f"s{index}", names=(payload, payload))
        made.setup()
        made.roll(Player.A, (3, 1))
        made.gap(2.0, payload)
        flag = made.flag("roll." + payload, Player.A, {}, closes_on=payload, text=payload, article=payload, flag_class=payload, remedy=payload)
        made.change(flag, "dismissed", payload, payload)
        made.put("input", {"what": payload, "by": payload, "player": "A", "why": payload})
        made.end(payload)
        client = signed_in(make_app(made), name=payload)
        for path in (f"/s/s{index}/", f"/s/s{index}/flags/{flag}/", f"/s/s{index}/board.svg"):
            page = client.get(path).get_data(as_text=True)
            assert Strange().found_in(page) == [], path
            assert "49" not in text_of(page).split(), "templates in data are not run"
        assert payload in html.unescape(html.unescape(client.get(f"/s/s{index}/").get_data(as_text=True))) or "&" in payload, "shown as it was given"
        made.close()


def test_the_board(client: FlaskClient) -> None:
    answer = client.get("/s/table-1/board.svg")
    assert answer.mimetype == "image/svg+xml" and answer.get_data(as_text=True).startswith("<svg")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    page = client.get("/s/table-1/").get_data(as_text=True)
    assert re.search(r'alt="Board as recorded\. Anna Rossi: .*13-point', page), "a screen reader is told the position"


def test_the_live_picture_has_an_etag_and_an_age(session: FakeSession, client: FlaskClient) -> None:
    first = client.get("/s/table-1/live.jpg")
    assert first.status_code == 200 and first.data[:2] == b"\xff\xd8" and int(first.headers["Frame-Age-Ms"]) >= 0
    assert client.get("/s/table-1/live.jpg", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    session.live("another")
    assert client.get("/s/table-1/live.jpg", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    body = client.get("/s/table-1/live.json").get_json()
    assert body["mark"] in client.get("/s/table-1/live.jpg").headers["ETag"] and [d["value"] for d in body["reading"]["dice"]] == [3, 3]


def test_before_the_station_has_written_anything(tmp_path: Path) -> None:
    from web.app import create_app

    app = create_app(tmp_path / "new", login_code="x")
    assert signed_in(app).get("/s/new/live.jpg").status_code == 403, "not until it is known that an observer is appointed"
    client = signed_in(app, Role.DIRECTOR)
    assert client.get("/s/new/live.jpg").status_code == 404
    nothing = {"mark": "", "age_ms": None, "is_stale": True, "has_ended": False, "is_camera_lost": False, "is_sealed": False, "newer": None, "reading": {}}
    assert client.get("/s/new/live.json").get_json() == nothing
    assert "Looking for the board" in client.get("/s/new/").get_data(as_text=True)
    assert client.get("/s/new/board.svg").status_code == 404


def test_a_damaged_log_is_said_in_words(session: FakeSession, client: FlaskClient, tmp_path: Path) -> None:
    from web.app import create_app

    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "log.sqlite").write_bytes(b"not a database at all" * 100)
    import os

    os.utime(folder / "log.sqlite", (1e9, 1e9))
    app = create_app(folder, login_code="x")
    assert app.test_client().get("/login").status_code == 200, "whoever would look into it must get in"
    answer = signed_in(app).get("/s/bad/")
    assert answer.status_code == 503 and "cannot be read" in text_of(answer.get_data(as_text=True))


def test_the_summary_appears_when_the_session_has_ended(session: FakeSession, client: FlaskClient) -> None:
    assert "Session ended" not in client.get("/s/table-1/").get_data(as_text=True)
    session.end("end of the video")
    text = text_of(client.get("/s/table-1/panels").get_json()["panels"]["banner"])
    assert "Session ended" in text and "end of the video" in text and "Turns" in text


def test_a_folder_of_sessions_is_listed_latest_first(tmp_path: Path) -> None:
    import os

    for index, name in enumerate(("table-1", "table-2")):
        made = FakeSession(tmp_path / name)
        made.setup()
        made.close()
        os.utime(tmp_path / name / "log.sqlite", (1e9 + index, 1e9 + index))
    from web.app import create_app

    client = signed_in(create_app(tmp_path, login_code="x"))
    page = client.get("/").get_data(as_text=True)
    assert page.index("/s/table-2/") < page.index("/s/table-1/")
    assert client.get("/s/table-1/").status_code == 200 and client.get("/s/table-3/").status_code == 404
    assert [s["name"] for s in client.get("/api/status").get_json()["sessions"]] == ["table-2", "table-1"]


def test_record_only_seals_what_could_be_a_hint_until_the_end(session: FakeSession) -> None:
    session.end_appointment()
    client = signed_in(make_app(session))
    page = text_of(client.get("/s/table-1/").get_data(as_text=True))
    for word in ("ILLEGAL", "Cocked", "Illegal play", "VOID ROLL", "nearest legal", "does not count", "f1"):
        assert word not in page, word
    assert "Sealed" in page and "SEALED" in page and "to play" not in page.split("SEALED")[0].split("Turns")[0]
    session.inbox.put("web", "input", {"what": "flag_dismiss", "id": "f1", "why": "a secret reason", "by": "Dana"})
    assert "secret" not in client.get("/s/table-1/panels").get_json()["panels"]["inputs"], "nor what waits to be recorded"
    assert client.get("/s/table-1/flags/f1/").status_code == 403
    still = next(iter(session.stills.names()))
    assert client.get(f"/s/table-1/stills/{still}.jpg").status_code == 403
    live = client.get("/s/table-1/live.json").get_json()
    assert live["reading"] == {} and live["mark"] == "" and live["is_sealed"]
    assert client.get("/s/table-1/live.jpg").status_code == 403, "what was read is drawn into it"
    events = client.get("/api/sessions/table-1/events").get_json()["events"]
    assert [e["seq"] for e in events] == list(range(1, len(events) + 1)), "no gap where something was left out"
    assert len(events) < session.log.last_seq
    for event in events:
        assert event["kind"] not in ("flag", "flag_changed", "still", "input") and "hash" not in event
        assert not {"legal", "reasons", "nearest", "alternatives", "valid", "reason", "why"} & set(event["body"])
    assert set(client.get("/api/status").get_json()["sessions"][0]["counts"]) == {"turns"}
    for form in ({"what": "flag_confirm", "id": "f1"}, {"what": "notice", "player": "A"}, {"what": "undo"}):
        answer = client.post("/s/table-1/inputs", data=form, headers=SAME)
        assert answer.status_code == 403, "telling needs an appointment"
    session.end()
    assert "Illegal play" in text_of(client.get("/s/table-1/panels").get_json()["panels"]["flags"])
    assert client.get("/s/table-1/flags/f1/").status_code == 200 and client.get("/s/table-1/live.jpg").status_code == 200


def test_a_page_of_an_ended_session_is_told_where_the_newer_one_is(tmp_path: Path) -> None:
    import os

    from web.app import create_app

    for index, name in enumerate(("match-1", "match-2")):
        made = FakeSession(tmp_path / name)
        made.setup()
        if index == 0:
            made.end("end of the video")
        made.close()
        os.utime(tmp_path / name / "log.sqlite", (1e9 + index, 1e9 + index))
    client = signed_in(create_app(tmp_path, login_code="x"))
    assert client.get("/s/match-1/live.json").get_json()["newer"] == "/s/match-2/"
    assert client.get("/s/match-2/live.json").get_json()["newer"] is None
