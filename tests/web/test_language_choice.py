"""Which language a reader gets, how it is chosen and kept, and that pages are in it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from monitor.game import Position, judge, legal_plays
from monitor.game.events import Player
from monitor.game.position import START_ROW
from monitor.game.wording import ENGLISH, account_of
from monitor.officiating import load_profile
from tests.web.conftest import SAME, make_app, post, signed_in
from tests.web.fake_session import FakeSession
from web import saying
from web.auth import Role
from web.board import board_words
from web.languages import LANGUAGES, translations_of
from web.phrases import Phrase, phrase, phrase_n
from web.view import MatchView
from web.wording import REFEREE_SAYS

WORDS = {
    "en": ("ILLEGAL", "Cocked die", "has played, dice not lifted yet"),
    "it": ("ILLEGALE", "Dado inclinato", "ha giocato, dadi non ancora ripresi"),
    "da": ("ULOVLIGT", "Skæv terning", "terningerne er ikke taget op endnu"),
}


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("asked", "kept", "language"),
    [
        ("", None, "en"),
        ("it", None, "it"),
        ("da-DK,da;q=0.9,en;q=0.8", None, "da"),
        ("fr,de;q=0.9", None, "en"),
        ("da-DK,en;q=0.5", None, "da"),
        ("fr;q=0.9,it-CH;q=0.4,da;q=0", None, "it"),
        ("fr,it;q=0.5,en;q=0.3", None, "it"),
        ("it", "da", "da"),
        ("da", "en", "en"),
        ("it", "xx", "it"),
        ("it", "../../etc", "it"),
    ],
)
def test_the_language_of_a_page(app: Flask, asked: str, kept: str | None, language: str) -> None:
    client = app.test_client()
    if kept is not None:
        client.set_cookie("language", kept)
    assert language_of(client.get("/login", headers={"Accept-Language": asked}).get_data(as_text=True)) == language


def test_a_choice_is_kept_in_this_browser(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "it", "back": "/s/table-1/"}, headers=SAME)
    assert (answer.status_code, answer.location) == (303, "/s/table-1/")
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("language=it", "HttpOnly", "SameSite=Strict", "Path=/"))
    assert language_of(client.get("/s/table-1/", headers={"Accept-Language": "da"}).get_data(as_text=True)) == "it"


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "/\\evil.example/", "", "evil", "/\r\nSet-Cookie: x"])
def test_a_choice_sends_nobody_elsewhere(client: FlaskClient, back: str) -> None:
    assert client.post("/language", data={"language": "da", "back": back}, headers=SAME).location == "/"


def test_a_language_that_there_is_not(client: FlaskClient) -> None:
    answer = post(client, "/language", language="xx")
    assert answer.status_code == 400 and "English, Italiano, Dansk" in answer.get_json()["error"]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_in_the_language(session: FakeSession, client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    page = client.get("/s/table-1/").get_data(as_text=True)
    assert language_of(page) == language
    assert f'<option value="{language}" lang="{language}" selected>' in page
    for words in WORDS[language]:
        assert words in page, words
    panels = client.get("/s/table-1/panels").get_json()["panels"]
    assert WORDS[language][0] in panels["turns"] and WORDS[language][1] in panels["flags"]
    for path in ("/s/table-1/flags/f1/", "/s/table-1/flags/f2/", "/nowhere"):
        assert language_of(client.get(path).get_data(as_text=True)) == language


@pytest.mark.parametrize(("language", "words"), [("it", "Per respingere serve un motivo"), ("da", "En afvisning kræver")])
def test_refusals_are_in_the_language(client: FlaskClient, language: str, words: str) -> None:
    client.set_cookie("language", language)
    answer = post(client, "/s/table-1/inputs", what="flag_dismiss", id="f1", why="")
    assert answer.status_code == 400 and words.casefold() in answer.get_json()["error"].casefold()


@pytest.mark.parametrize("language", ["it", "da"])
def test_the_explanation_of_an_illegal_play(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    words = translations_of(language)
    for page in (client.get("/s/table-1/flags/f2/").get_data(as_text=True), client.get("/s/table-1/panels").get_json()["panels"]["flags"]):
        assert (words.gettext("%(first)d and %(second)d were rolled") % {"first": 6, "second": 5}) in page
        assert 'lang="en">Light played a 6 twice' in page, "what the log holds is shown as it is, marked as English"
    drawing = client.get(re.findall(r'src="([^"]*at=wrong[^"]*)"', page)[0].replace("&amp;", "&"))
    assert drawing.status_code == 200 and (words.gettext("wrong: %(step)s").split(":")[0] + ":") in drawing.get_data(as_text=True)


def test_a_marked_diagram_is_sealed_as_its_verdict_is(session: FakeSession) -> None:
    session.end_appointment()
    app = make_app(session)
    client, director = signed_in(app), signed_in(app, Role.DIRECTOR)
    page = director.get("/s/table-1/flags/f2/").get_data(as_text=True)
    path = re.findall(r'src="([^"]*at=wrong[^"]*)"', page)[0].replace("&amp;", "&")
    assert director.get(path).status_code == 200
    assert client.get(path).status_code == 403
    legal = re.sub(r"line=\d+", "line=1", path)
    assert director.get(legal).status_code == 404


PLACES = [
    ("it", [(8, -1), (25, 1)], "è stata tolta dal punto 17 e si trova sul bar."),
    ("it", [(8, -1), (0, 1)], "è stata tolta dal punto 17 e si trova tra le pedine portate fuori."),
    ("it", [(0, -1), (9, 1)], "è stata tolta da quelle portate fuori e si trova sul punto 16."),
    ("it", [(25, -1), (9, 1)], "è stata tolta dal bar e si trova sul punto 16."),
    ("da", [(8, -1), (25, 1)], "den blev taget fra felt 17 og står på baren."),
    ("da", [(0, -1), (9, 1)], "den blev taget fra de brikker, der er båret af og står på felt 16."),
]


@pytest.mark.parametrize(("language", "changes", "text"), PLACES)
def test_places_have_their_prepositions(language: str, changes: list[tuple[int, int]], text: str) -> None:
    before = Position.from_rows(START_ROW, [1, *START_ROW[1:8], 1, *START_ROW[9:25], 1])
    [after] = [play.after for play in legal_plays(before, (3, 1)) if play.after.on_roll == (0,) * 5 + (2, 4, 0, 2) + START_ROW[9:]]
    row = list(after.opponent)
    for place, change in changes:
        row[place] += change
    seen = Position.from_rows(after.on_roll, row)
    assert text in account_of(before, (3, 1), seen, judge(before, (3, 1), seen), translations_of(language)).text


def test_the_board_in_words_is_in_the_language_chosen(client: FlaskClient) -> None:
    client.set_cookie("language", "it")
    view = MatchView(position={"A": [0] * 25 + [2], "B": [15] + [0] * 25})
    with client.application.test_request_context("/", headers={"Cookie": "language=it"}):
        assert board_words(view) == "Chiaro: bar 2; Scuro: fuori 15"


FAULTS: list[tuple[str, str, dict[str, str], int]] = [
    ("GET", "/no/such/page", {}, 404), ("GET", "/s/no-such-session/", {}, 404), ("GET", "/s/table-1/flags/nobody/", {}, 404),
    ("GET", "/static/nothing.css", {}, 404), ("PUT", "/s/table-1/", {}, 405), ("POST", "/s/table-1/inputs", {"what": "x" * 200_000}, 413),
    ("POST", "/s/table-1/inputs", {"what": "nonsense"}, 400), ("POST", "/language", {"language": "xx"}, 400),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "form", "status"), FAULTS, ids=[f"{method} {path}" for method, path, *_ in FAULTS])
def test_error_pages_are_in_the_language_chosen(method: str, path: str, form: dict[str, str], status: int, client: FlaskClient) -> None:
    pages = {}
    for language in LANGUAGES:
        client.set_cookie("language", language)
        answer = client.open(path, method=method, data=form or None, headers=SAME)
        assert answer.status_code == status
        page = answer.get_data(as_text=True)
        assert language_of(page) == language
        title, text = re.findall(r"<h1>(.*?)</h1>", page)[0], re.findall(r"<p>([^<]+)</p>", page)[0]
        pages[language] = (title, text)
        as_json = client.open(path, method=method, data=form or None, headers={**SAME, "Accept": "application/json"}).get_json()
        assert html.unescape(text) == as_json["error"]
    for one, other in (("en", "it"), ("en", "da"), ("it", "da")):
        assert pages[one][0] != pages[other][0] and pages[one][1] != pages[other][1]


def test_a_refusal_and_an_accident_are_in_the_language_chosen(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(app, Role.RECORDER)
    client.set_cookie("language", "it")
    assert "Non consentito" in client.post("/s/table-1/inputs", data={"what": "notice", "player": "A"}, headers=SAME).get_data(as_text=True)
    assert client.get("/api/health", headers={"Host": "evil.example", "Accept-Language": "it"}).get_data(as_text=True) == "Questo indirizzo non è servito qui."
    monkeypatch.setattr("web.pages.render_panels", lambda *_: 1 / 0)
    app.testing = False
    assert "Qualcosa è andato storto" in client.get("/s/table-1/").get_data(as_text=True)


def test_scripts_speak_the_language(client: FlaskClient) -> None:
    client.set_cookie("language", "da")
    page = client.get("/s/table-1/").get_data(as_text=True)
    found = re.search(r'data-words="([^"]+)"', page)
    assert found and "Venter".upper() in found[1].upper() and "%(seconds)s" in found[1]


PHRASES = [
    (phrase("Doubles to %(value)s", value=4), "Doubles to 4", "Raddoppia a 4"),
    (phrase_n("Wins %(number)d point", "Wins %(number)d points", 1), "Wins 1 point", "Vince 1 punto"),
    (phrase_n("Wins %(number)d point", "Wins %(number)d points", 6), "Wins 6 points", "Vince 6 punti"),
    (phrase("From here on: %(why)s", why=phrase("Doubles to %(value)s", value=2)), "From here on: Doubles to 2", "Da qui in poi: Raddoppia a 2"),
]


@pytest.mark.parametrize(("text", "english", "italian"), PHRASES, ids=[str(row[0]) for row in PHRASES])
def test_phrases(text: Phrase, english: str, italian: str) -> None:
    assert text == english
    assert text.within(ENGLISH) == english
    assert text.within(translations_of("it")) == italian


REMEDY = load_profile("cnb").rules["move.illegal"].remedy
STEP = load_profile("cnb").rules["move.illegal"].repeat[0].text
LOGGED = [
    ("en", REMEDY, "en", REMEDY),
    ("it", REMEDY, "it", "Vista prima che l'avversario abbia tirato, va corretta"),
    ("it", f"{REMEDY} {STEP}", "it", "Ripetuto dallo stesso giocatore: il direttore può ammonirlo (4.2.3.4)."),
    ("da", f"{REMEDY} {STEP}", "da", "Gentaget af samme spiller: turneringslederen kan advare ham (4.2.3.4)."),
    ("da", f"{REMEDY} Ask Olga.", "en", "Ask Olga."),
    ("it", "", "it", ""),
]


@pytest.mark.parametrize(("language", "text", "told_in", "words"), LOGGED)
def test_what_the_log_holds_is_told_where_all_of_it_can_be(app: Flask, language: str, text: str, told_in: str, words: str) -> None:
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        found, code = saying.in_parts(text)
    assert code == told_in and words in found


def test_a_flags_remedy_and_window_are_in_the_language(session: FakeSession, client: FlaskClient) -> None:
    client.set_cookie("language", "it")
    flags = client.get("/s/table-1/panels").get_json()["panels"]["flags"]
    remedy = translations_of("it").gettext(load_profile("cnb").rules["roll.cocked"].window.text)
    assert remedy not in flags, "a window that has closed is not told"
    session.flag(
        "roll.cocked", Player.B, {}, text="A die does not lie flat.", closes_on=load_profile("cnb").rules["roll.cocked"].window.text, remedy=f"{REMEDY} {STEP}"
    )
    flags = client.get("/s/table-1/panels").get_json()["panels"]["flags"]
    assert remedy in html.unescape(flags) and "il direttore può ammonirlo" in flags


def test_the_referees_own_words_are_those_that_it_writes() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(saying.__file__).parent.parent.glob("monitor/officiating/*.py"))
    for text in REFEREE_SAYS:
        for part in text.split("; "):
            assert f'"{part}"' in source or f'"; {part}"' in source, text
