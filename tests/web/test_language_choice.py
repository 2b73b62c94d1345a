"""Which language a reader gets, how it is chosen and kept, and that pages are in it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from monitor.game.events import Player
from monitor.game.wording import ENGLISH
from monitor.officiating import load_profile
from tests.web.conftest import SAME, make_app, post, signed_in
from tests.web.fake_session import FakeSession
from web import saying
from web.auth import Role
from web.languages import LANGUAGES, translations_of
from web.phrases import Phrase, phrase, phrase_n
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
    app = make_app(session, role=Role.RECORDER)
    client, observer = signed_in(app, Role.RECORDER), signed_in(app)
    page = observer.get("/s/table-1/flags/f2/").get_data(as_text=True)
    path = re.findall(r'src="([^"]*at=wrong[^"]*)"', page)[0].replace("&amp;", "&")
    assert observer.get(path).status_code == 200
    assert client.get(path).status_code == 403
    legal = re.sub(r"line=\d+", "line=1", path)
    assert observer.get(legal).status_code == 404


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
