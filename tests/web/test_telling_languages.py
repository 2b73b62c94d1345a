"""What people tell, in every language: dialogs, keys, refusals and what may be said aloud, with nothing of it left in English."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import COOKIE
from tests.web.refereed import RefereedTable
from web.app import create_app
from web.auth import Role
from web.languages import DEFAULT, LANGUAGES, translations_of
from web.translating import strings_of, texts_in_use

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
HOME = "/s/table-1/"
INPUTS = f"{HOME}inputs"
WITHOUT_END = frozenset({"input", "img", "br", "link", "meta"})


class Shown(HTMLParser):
    """Texts and spoken attributes of a page, without keys and what it marks as being in a language of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._left_out: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_left_out = tag == "kbd" or (given.get("lang") in LANGUAGES and tag != "html") or (bool(self._left_out) and self._left_out[-1])
        if tag not in WITHOUT_END:
            self._left_out.append(is_left_out)
        if not is_left_out:
            self.texts += [given[name] or "" for name in ("title", "aria-label", "placeholder", "alt") if name in given]

    def handle_endtag(self, tag: str) -> None:
        if self._left_out and tag not in WITHOUT_END:
            self._left_out.pop()

    def handle_data(self, data: str) -> None:
        if not (self._left_out and self._left_out[-1]):
            self.texts.append(data)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RefereedTable]:
    made = RefereedTable(tmp_path / "table-1", clock=True).begin().illegal()
    yield made
    made.close()


@pytest.fixture
def app(table: RefereedTable, tmp_path: Path) -> Flask:
    return create_app(tmp_path / "table-1", login_code="ABCDE23456")


def signed_in(app: Flask, role: Role, language: str) -> FlaskClient:
    client = app.test_client()
    client.set_cookie(COOKIE, app.extensions["monitor"].sign_ins.create("Olga", role))
    client.set_cookie("language", language)
    return client


def flag_of(app: Flask) -> str:
    with app.extensions["monitor"].sessions.find("table-1").tail.view() as view:
        return next(iter(view.flags))


def send(client: FlaskClient, **form: str) -> tuple[int, str]:
    answer = client.post(INPUTS, data=form, headers={"Origin": "http://localhost", "Accept": "application/json"})
    return answer.status_code, answer.get_json().get("error", "")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("role", [Role.OBSERVER, Role.DIRECTOR])
def test_no_text_of_the_catalogue_is_left_in_english(app: Flask, table: RefereedTable, language: str, role: Role) -> None:
    client, flag = signed_in(app, Role.DIRECTOR, language), flag_of(app)
    for told in (
        {"what": "appointed", "may_announce": "yes"},
        {"what": "score", "A": "6", "B": "4", "crawford": "yes"},
        {"what": "pause"},
        {"what": "press", "player": "A"},
        {"what": "notice", "player": "A", "id": "right"},
        {"what": "note", "id": "time.late", "player": "B", "minutes": "7"},
        {"what": "claim", "id": flag, "player": "B"},
        {"what": "agreed", "id": flag, "left_s": "3:30"},
        {"what": "announced", "id": flag},
        {"what": "disputed"},
        {"what": "disputed", "id": flag},
    ):
        assert send(client, **told) == (202, ""), told
        table.take()
    page = Shown()
    page.feed(signed_in(app, role, language).get(HOME).get_data(as_text=True))
    translate = translations_of(language).gettext
    english = {text for message in texts_in_use() if message.id for text in strings_of(message.id) if translate(text) != text}
    assert [text.strip() for text in page.texts if text.strip() in english] == []
    assert translate("The facts are disputed") in page.texts and translate("permission to roll left: given or ended") in page.texts


@pytest.mark.parametrize("language", OTHERS)
def test_refusals_are_told_in_the_readers_language(app: Flask, table: RefereedTable, language: str) -> None:
    client, translate = signed_in(app, Role.OBSERVER, language), translations_of(language).gettext
    assert send(client, what="appointed") == (
        400, translate("This is for the tournament director to decide: he signs in with a director's code and enters it.")
    )  # fmt: skip
    assert send(client, what="score", A="x", B="1")[1] == translate("%(what)s: a whole number from %(least)d to %(most)d.") % {
        "what": translate("Give the points of player %(letter)s") % {"letter": "A"}, "least": 0, "most": 99
    }  # fmt: skip
    director = signed_in(app, Role.DIRECTOR, language)
    assert send(director, what="appointment_ended")[0] == 202
    table.take()
    assert send(client, what="score", A="1", B="1") == (
        403,
        translate("No observer is appointed for this match, so it is only recorded. Ask the director to appoint you."),
    )
    assert send(director, what="announced", id=flag_of(app))[1] == translate(
        "Nobody is appointed for this match, so it is only recorded: nothing may be said to the players. Ask the director to appoint you."
    )


@pytest.mark.parametrize(("language", "advice"), [("it", "Riservato: non dire nulla."), ("da", "Fortroligt: sig intet.")])
def test_what_may_be_said_aloud_is_told_with_its_window(app: Flask, table: RefereedTable, language: str, advice: str) -> None:
    director = signed_in(app, Role.DIRECTOR, language)
    assert send(director, what="appointed", may_announce="no")[0] == 202
    table.take()
    page = director.get(HOME).get_data(as_text=True)
    assert advice in page and "Private" not in page
