"""What the referee writes of a rule, with numbers filled in or a step of a ladder behind it, is found again in every language."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import InputError
from monitor.game.events import FlagChanged, FlagRaised, Incident, Player
from monitor.officiating import Fact, InputKind, MatchFacts, OfficialInput, Referee, load_profile, profile_names
from monitor.officiating.notes import notable
from monitor.officiating.timekeeping import flag_fall, lift_penalty
from tests.web.conftest import CODE, signed_in
from tests.web.refereed import RefereedTable
from tests.web.test_every_input import send
from web import saying
from web.app import create_app
from web.languages import LANGUAGES, translations_of
from web.told_texts import COMPUTED, find_pattern, profile_texts

OTHERS = [language for language in LANGUAGES if language != "en"]
DETAILS: list[dict[str, Any]] = [
    {"minutes": 4, "taken": 0}, {"minutes": 6, "taken": 1}, {"minutes": 12, "taken": 2}, {"minutes": 45, "taken": 9},
    {"minutes": 6, "taken": 0, "is_win_certain": True, "is_certain": True, "earlier_game": True},
]  # fmt: skip


def is_told(text: str, language: str) -> bool:
    return bool(saying._parts(text, translations_of(language)))


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_a_profile_says_is_told(language: str) -> None:
    assert [text for text in set(profile_texts()) | set(COMPUTED) if translations_of(language).gettext(text) == text] == []


@pytest.mark.parametrize("name", profile_names())
def test_the_remedy_of_every_rule_that_can_be_noted(name: str) -> None:
    profile = load_profile(name)
    remedies: set[str] = set()
    for has_clock, length, detail in product((False, True), (7, 11, 25), DETAILS):
        if has_clock and not profile.clock.available:
            continue
        referee = Referee(profile, "m1", clock=has_clock, match=MatchFacts(length, (3, length - 2)))
        for rule in (rule for group in notable(profile) for rule in group):
            for _ in range(3):  # a ladder's steps
                try:
                    told = referee.tell(OfficialInput(InputKind.NOTE, "Olga", 5.0, player=Player.A, id=rule, detail=detail))
                except InputError:
                    continue
                remedies |= {event.remedy for event in told if isinstance(event, FlagRaised)}
                remedies |= {event.why for event in told if isinstance(event, FlagChanged)}
    assert len(remedies) > 5
    assert [text for language in OTHERS for text in sorted(remedies) if text and not is_told(text, language)] == []


@pytest.mark.parametrize("name", profile_names())
def test_penalties_and_fallen_flags(name: str) -> None:
    profile = load_profile(name)
    texts = set()
    for nth, left_s, was_reduced in product((1, 2, 3), (None, 5.0, 20.0, 30.0, 240.0), (False, True)):
        if penalty := lift_penalty(profile, nth, left_s, was_reduced=was_reduced):
            texts.add(penalty.text)
    for fallen, nth, score, certain in product((None, Player.A), (1, 2), (None, {Player.A: 3, Player.B: 4}, {Player.A: 5, Player.B: 6}), (False, True)):
        if fall := flag_fall(profile, fallen, nth=nth, score=score, length=7, is_win_certain=certain):
            texts.add(f"That is: {fall.text}.")
    assert [text for language in OTHERS for text in sorted(texts) if not is_told(text, language)] == []


VALUES = [
    ("2 penalty points; the match is played.", "it", "2 punti di penalità; l'incontro si gioca."),
    ("2 in a match of 11 points; taken so far: 1.", "da", "2 i en kamp til 11 point; holdt indtil nu: 1."),
    ("One number was seen: the die showing 5 is kept and the other is rolled (4.6).", "it",
     "Si è visto un numero: il dado che mostra 5 resta e si tira l'altro (4.6)."),
    ("Both numbers were seen: the dice are put back showing 5 and 3; then the opponent chooses whether the roll stands (4.6).", "da",
     "Begge tal blev set: terningerne lægges tilbage med 5 og 3; derefter vælger modstanderen, om slaget gælder (4.6)."),
    ("the 12 s delay and then 30 s run on the offender's clock; 3:30 are left; then he begins", "it",
     "il ritardo di 12 s e poi 30 s corrono sull'orologio di chi ha sbagliato; restano 3:30; poi inizia"),
    ("The same penalty points as for being late (2.2.4). 1 penalty point; the match is played.", "it",
     "Gli stessi punti di penalità che per il ritardo (2.2.4). 1 punto di penalità; l'incontro si gioca."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "language", "told"), VALUES)
def test_values_keep_their_places(text: str, language: str, told: str) -> None:
    assert " ".join(saying._parts(text, translations_of(language))) == told


@pytest.mark.parametrize("text", ["2 points", "whatever; the match is played.", "That is 5 apples each.", "a warning to all"])
def test_what_the_referee_does_not_write_is_no_pattern(text: str) -> None:
    assert find_pattern(text) is None
    assert not is_told(text, "it")


@pytest.mark.parametrize(("language", "late", "lifted"), [
    ("it", "Un punto di penalità dopo 5 minuti e uno in più ogni 5 minuti successivi (2.2.4). 1 punto di penalità; l&#39;incontro si gioca.",
     "un&#39;ammonizione"),
    ("da", "Ét strafpoint efter 5 minutter og ét mere for hver 5 minutter derefter (2.2.4). 1 strafpoint; kampen spilles.", "en advarsel"),
])  # fmt: skip
def test_a_told_rule_on_the_page(language: str, late: str, lifted: str, tmp_path: Path) -> None:
    table = RefereedTable(tmp_path / "table-1", clock=True).begin().early_lift()
    client = signed_in(create_app(tmp_path / "table-1", login_code=CODE))
    send(table, client, {"what": "note", "id": "time.late", "player": "A", "minutes": "7"})
    table.see(Incident(table.next(), fact=str(Fact.FOUR_DICE), player=None))
    send(table, client, {"what": "agreed", "id": "m1-f1"})
    client.set_cookie("language", language)
    flags = client.get("/s/table-1/panels").get_json()["panels"]["flags"]
    assert late in flags and lifted in flags and "penalty point" not in flags and "a warning" not in flags
    assert "“" not in client.get("/s/table-1/flags/m1-f1/").get_data(as_text=True), "what the rules give is no quotation of who told it"
    table.close()
