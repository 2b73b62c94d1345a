"""Every kind of input the whole way: form -> check -> inbox -> writer -> OfficialInput -> referee -> log -> page, and back by its undo."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from monitor.game.events import Player
from monitor.officiating import InputKind
from tests.officiating.scripted import roll
from tests.web.conftest import CODE, SAME, TEMPLATES, post, signed_in
from tests.web.refereed import RefereedTable
from web.app import create_app
from web.auth import Role
from web.input_words import clock_time
from web.view import MatchView

A, B = Player.A, Player.B
FLAG = "m1-f1"
Begin = Callable[[Path], RefereedTable]


def quiet(folder: Path) -> RefereedTable:
    return RefereedTable(folder).begin()


def illegal(folder: Path) -> RefereedTable:
    return RefereedTable(folder).begin().illegal()


def illegal_dbgf(folder: Path) -> RefereedTable:
    return RefereedTable(folder, "dbgf").begin().illegal()


def early(folder: Path) -> RefereedTable:
    return RefereedTable(folder).begin().early_roll()


def cocked(folder: Path) -> RefereedTable:
    return RefereedTable(folder).begin().cocked()


def clocked(folder: Path) -> RefereedTable:
    return RefereedTable(folder, clock=True).begin()


def lifted(folder: Path) -> RefereedTable:
    return RefereedTable(folder, clock=True).begin().early_lift()


@dataclass
class Case:
    """begin: the table. form: what is sent. told: fields of the OfficialInput. words: of the list's row. state: of the last flag change, if any."""

    begin: Begin
    form: dict[str, str]
    told: dict[str, Any]
    words: str
    state: str = ""
    first: tuple[dict[str, str], ...] = ()
    role: Role = Role.OBSERVER
    detail: dict[str, Any] = field(default_factory=dict)


APPOINT = {"what": "appointed"}
CASES = {
    "permission_left": Case(quiet, {"what": "permission_left", "player": "A"}, {"player": A}, "Left permission given · Anna Rossi"),
    "permission_ended": Case(quiet, {"what": "permission_ended", "player": "A"}, {"player": A}, "Left permission ended · Anna Rossi",
                             first=({"what": "permission_left", "player": "A"},)),
    "reroll_assent": Case(cocked, {"what": "reroll_assent", "player": "A"}, {"player": A}, "Assent to a re-roll · Anna Rossi"),
    "notice": Case(quiet, {"what": "notice", "player": "B"}, {"player": B, "id": None}, "Notice given · Bo Jensen"),
    "notice-right": Case(quiet, {"what": "notice", "player": "B", "id": "right"}, {"player": B, "id": "right"}, "rolls on the right again"),
    "cube_words": Case(quiet, {"what": "cube_words", "player": "A", "why": "said “double?” and took it back"},
                       {"player": A, "why": "said “double?” and took it back"}, "Words about the cube · Anna Rossi: said"),
    "claim": Case(illegal, {"what": "claim", "id": FLAG, "player": "B"}, {"player": B, "id": FLAG}, "Claim · Bo Jensen · Moved backwards", "claimed"),
    "claim-one": Case(lifted, {"what": "claim", "id": FLAG}, {"player": A, "id": FLAG}, "Claim · Anna Rossi · Dice taken up early", "claimed"),
    "accepted": Case(illegal_dbgf, {"what": "accepted", "id": FLAG}, {"player": B, "id": FLAG}, "Accepted by the opponent · Bo Jensen", "accepted"),
    "demanded": Case(early, {"what": "demanded", "id": FLAG}, {"player": A, "id": FLAG}, "Demanded by the opponent · Anna Rossi · Rolled early", "demanded"),
    "agreed": Case(illegal, {"what": "agreed", "id": FLAG}, {"id": FLAG}, "Facts agreed · Moved backwards", "agreed"),
    "agreed-left": Case(lifted, {"what": "agreed", "id": FLAG, "left_s": "3:30"}, {"id": FLAG}, "3:30 left", "corrected", detail={"left_s": 210.0}),
    "disputed": Case(illegal, {"what": "disputed", "id": FLAG, "why": "he says 6/4"}, {"id": FLAG, "why": "he says 6/4"}, "Facts disputed · Moved", "disputed"),
    "disputed-table": Case(quiet, {"what": "disputed"}, {"id": None}, "Facts disputed · the whole table"),
    "announced": Case(illegal, {"what": "announced", "id": FLAG}, {"id": FLAG}, "Announced to the players · Moved backwards", "announced",
                      first=(APPOINT,), role=Role.DIRECTOR),
    "press": Case(clocked, {"what": "press", "player": "A"}, {"player": A}, "Clock pressed · Anna Rossi"),
    "pause": Case(clocked, {"what": "pause"}, {"player": None}, "Clock stopped"),
    "score": Case(quiet, {"what": "score", "A": "4", "B": "6", "length": "7", "crawford": "yes"}, {"player": None}, "Score told · 4–6 to 7 · Crawford game",
                  detail={"A": 4, "B": 6, "length": 7, "crawford": True}),
    "note": Case(quiet, {"what": "note", "id": "time.late", "player": "B", "minutes": "7", "why": "train"},
                 {"player": B, "id": "time.late", "why": "train"}, "Noted by an official · Bo Jensen · Late · Minutes 7: train", detail={"minutes": 7}),
    "note-named": Case(clocked, {"what": "note", "id": "clock.flag", "player": "B", "named_by": "A", "is_win_certain": "yes"},
                       {"player": B, "id": "clock.flag"}, "named by Anna Rossi", detail={"is_win_certain": True, "named_by": "A"}),
    "flag_confirm": Case(illegal, {"what": "flag_confirm", "id": FLAG}, {"id": FLAG}, "Flag confirmed · Moved backwards", "confirmed"),
    "flag_dismiss": Case(illegal, {"what": "flag_dismiss", "id": FLAG, "why": "misread"}, {"id": FLAG, "why": "misread"}, "Flag dismissed", "dismissed"),
    "referred": Case(illegal, {"what": "referred", "id": FLAG}, {"id": FLAG}, "Referred to the director · Moved backwards", "referred"),
    "ruling": Case(illegal, {"what": "ruling", "id": FLAG, "state": "accepted", "why": "seen too late"}, {"id": FLAG, "why": "seen too late"},
                   "Director's ruling · Moved backwards · stands: seen too late", "accepted", role=Role.DIRECTOR, detail={"state": "accepted"}),
    "ruling-table": Case(illegal, {"what": "ruling", "why": "B rolls", "table": "ready", "player": "B"}, {"id": None, "player": B},
                         "Director's ruling · Bo Jensen · player to roll or double: B rolls", role=Role.DIRECTOR, detail={"table": "ready"},
                         first=({"what": "disputed"},)),
    "appointed": Case(quiet, {"what": "appointed", "why": "Olga", "may_announce": "yes"}, {"why": "Olga"}, "Observer appointed · may announce",
                      role=Role.DIRECTOR, detail={"may_announce": True}),
    "appointment_ended": Case(quiet, {"what": "appointment_ended"}, {}, "Appointment ended", first=(APPOINT,), role=Role.DIRECTOR),
}  # fmt: skip


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[Begin], tuple[RefereedTable, Flask]]]:
    made: list[RefereedTable] = []

    def begin(how: Begin) -> tuple[RefereedTable, Flask]:
        made.append(how(tmp_path / "table-1"))
        app = create_app(tmp_path / "table-1", login_code=CODE)
        app.jinja_env.bytecode_cache = TEMPLATES
        return made[-1], app

    yield begin
    for table in made:
        table.close()


def send(table: RefereedTable, client: FlaskClient, form: dict[str, str]) -> int:
    """Send a form; what the writer made of it: the number of its entry in the log."""
    answer = post(client, "/s/table-1/inputs", **form)
    assert answer.status_code == 202, answer.get_json()
    table.take()
    state = client.get(f"/api/sessions/table-1/inputs/{answer.get_json()['id']}").get_json()
    assert state["state"] == "recorded", state
    return int(state["seq"])


def view_of(app: Flask) -> MatchView:
    session = app.extensions["monitor"].sessions.find("table-1")
    with session.tail.view() as view:
        found: MatchView = view
    return found


def test_there_is_a_case_for_every_kind() -> None:
    assert {case.form["what"] for case in CASES.values()} == set(InputKind) - {InputKind.UNDO}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_each_input_reaches_the_referee_is_listed_in_words_and_can_be_undone(case: Case, start: Any) -> None:
    table, app = start(case.begin)
    client = signed_in(app, case.role)
    for form in case.first:
        send(table, client, form)
    flags_before = set(view_of(app).flags)
    seq = send(table, client, case.form)
    told = table.told[-1]
    assert (told.what, told.by, told.seq) == (case.form["what"], "Olga", seq)
    assert {name: getattr(told, name) for name in case.told} == case.told
    assert dict(told.detail or {}) == case.detail
    view = view_of(app)
    changes = [change for flag in view.flags.values() for change in flag.changes if change.seq > seq]
    assert (changes[-1].state if changes else "") == case.state
    shown = html.unescape(client.get("/s/table-1/panels").get_json()["panels"]["inputs"])
    assert case.words in shown
    raised = set(view.flags) - flags_before
    undo = send(table, client, {"what": "undo", "seq": str(seq)})
    after = view_of(app)
    assert next(r for r in after.inputs.rows if r.seq == seq).undone_by == undo
    assert all(after.flags[flag_id].decision == "dismissed" for flag_id in raised), "what it raised went with it"
    for flag_id in set(after.flags) - raised:
        assert after.flags[flag_id].decision == "raised" and after.flags[flag_id].is_open
    again = post(client, "/s/table-1/inputs", what="undo", seq=str(seq))
    assert again.status_code == 400 and "undone already" in again.get_json()["error"]


def test_an_undone_note_takes_what_was_told_about_its_flag_along(start: Any) -> None:
    table, app = start(quiet)
    client = signed_in(app)
    note = send(table, client, {"what": "note", "id": "time.slow-play", "player": "A"})
    send(table, client, {"what": "claim", "id": FLAG, "player": "B"})
    send(table, client, {"what": "flag_dismiss", "id": FLAG, "why": "he was not slow"})
    undo = send(table, client, {"what": "undo", "seq": str(note)})
    assert [r.undone_by for r in view_of(app).inputs.rows] == [undo, undo, undo, None]
    assert "nothing to undo" in post(client, "/s/table-1/inputs", what="undo").get_json()["error"]


def test_a_note_that_rested_on_an_undone_input_is_gone_with_it(start: Any) -> None:
    table, app = start(lambda folder: RefereedTable(folder, length=None).begin())
    client = signed_in(app)
    score = send(table, client, {"what": "score", "A": "1", "B": "2", "length": "5"})
    send(table, client, {"what": "note", "id": "time.late", "player": "A", "minutes": "7"})
    undo = send(table, client, {"what": "undo", "seq": str(score)})
    assert [r.undone_by for r in view_of(app).inputs.rows] == [undo, undo, None], "nobody is left with an input that cannot be undone"


def test_presses_do_not_push_other_inputs_out_of_the_list(start: Any) -> None:
    table, app = start(clocked)
    client = signed_in(app)
    send(table, client, {"what": "notice", "player": "A"})
    for player in "ABABABAB":
        send(table, client, {"what": "press", "player": player})
    shown = view_of(app).inputs.latest(6, 24)
    assert [row.what for row in shown] == ["press"] * 6 + ["notice"]


def test_what_was_undone_about_a_flag_is_marked_and_may_be_told_again(start: Any) -> None:
    table, app = start(illegal)
    client = signed_in(app)
    send(table, client, {"what": "claim", "id": FLAG, "player": "B"})
    panels = client.get("/s/table-1/panels").get_json()["panels"]
    assert "CLAIMED" in panels["flags"] and 'value="claim"' not in panels["flags"]
    send(table, client, {"what": "undo"})
    panels = client.get("/s/table-1/panels").get_json()["panels"]
    assert "CLAIMED" not in panels["flags"] and "(undone)" in panels["flags"]
    send(table, client, {"what": "claim", "id": FLAG, "player": "B"})


def test_a_referral_taken_back_leaves_the_decision_as_it_was(start: Any) -> None:
    table, app = start(illegal)
    client = signed_in(app)
    send(table, client, {"what": "flag_confirm", "id": FLAG})
    send(table, client, {"what": "referred", "id": FLAG})
    assert view_of(app).flags[FLAG].decision == "referred"
    send(table, client, {"what": "undo"})
    assert view_of(app).flags[FLAG].decision == "confirmed" and view_of(app).flags[FLAG].is_open


def test_the_clock_shows_who_pressed_and_when_but_never_a_fallen_flag(start: Any) -> None:
    table, app = start(clocked)
    client = signed_in(app)
    assert "ANNA ROSSI" in (shown := client.get("/s/table-1/panels").get_json()["panels"]["inputs"]) and "CLOCK RUNS" in shown
    for _ in range(200):  # twenty minutes: more than a clock has
        table.t += 6
    send(table, client, {"what": "press", "player": "A"})
    panels = client.get("/s/table-1/panels").get_json()["panels"]
    assert f"since {clock_time(view_of(app).inputs.rows[-1].t)}" in panels["inputs"]
    assert "BO JENSEN" in panels["inputs"] and not any(f.rule.startswith("clock.") for f in view_of(app).flags.values())
    send(table, client, {"what": "pause"})
    assert "CLOCK STOPPED" in client.get("/s/table-1/panels").get_json()["panels"]["inputs"]


def test_scripts_send_presses_as_json(start: Any) -> None:
    table, app = start(clocked)
    client = signed_in(app, name="clock link")
    answer = client.post("/api/sessions/table-1/inputs", json={"what": "press", "player": "A"}, headers=SAME)
    assert answer.status_code == 202
    client.post("/api/sessions/table-1/inputs", json={"what": "score", "detail": {"A": 1, "B": 2, "length": 5, "crawford": False}}, headers=SAME)
    table.take()
    assert [(t.what, t.by, t.detail) for t in table.told] == [
        ("press", "clock link", None), ("score", "clock link", {"A": 1, "B": 2, "length": 5, "crawford": False}),
    ]  # fmt: skip
    for bad in ([], {"what": "press"}, {"what": "score", "detail": [1]}, {"detail": {"what": "press", "by": "x"}}, {"what": {"a": 1}}):
        refused = client.post("/api/sessions/table-1/inputs", json=bad, headers=SAME)
        assert refused.status_code == 400 and refused.get_json()["error"], bad


def test_a_key_hit_twice_counts_once(start: Any) -> None:
    table, app = start(clocked)
    client = signed_in(app)
    answers = [post(client, "/s/table-1/inputs", what="press", player=player).status_code for player in "AABA"]
    assert answers == [202, 400, 202, 400], "what waits to be recorded is not told again"
    table.take()
    assert [told.player for told in table.told] == [A, B]


def test_a_press_that_another_official_told_already_is_refused_until_the_player_was_on_turn_again(start: Any) -> None:
    table, app = start(clocked)
    client, other = signed_in(app), signed_in(app, name="clock link")
    send(table, client, {"what": "press", "player": "A"})
    refused = post(other, "/s/table-1/inputs", what="press", player="A")
    assert refused.status_code == 400 and "Anna Rossi" in refused.get_json()["error"] and "recorded already" in refused.get_json()["error"]
    as_json = other.post("/api/sessions/table-1/inputs", json={"what": "press", "player": "A"}, headers=SAME)
    assert as_json.status_code == 400 and as_json.get_json()["error"] == refused.get_json()["error"]
    table.see(roll(table.next(), B, (5, 3)))
    assert post(other, "/s/table-1/inputs", what="press", player="A").status_code == 400, "late as well"
    table.plays(B).ends(B)
    table.see(roll(table.next(), A, (6, 2)))
    send(table, other, {"what": "press", "player": "A"})
    assert [row.player for row in view_of(app).inputs.standing("press")] == ["B", "A", "B", "A"]


def test_a_stopped_clock_is_stopped_once_and_started_by_either(start: Any) -> None:
    table, app = start(clocked)
    client = signed_in(app)
    send(table, client, {"what": "press", "player": "A"})
    send(table, client, {"what": "pause"})
    assert "stopped already" in post(client, "/s/table-1/inputs", what="pause").get_json()["error"]
    send(table, client, {"what": "press", "player": "A"})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"what": "flag_confirm", "id": FLAG}, {"what": "flag_dismiss", "id": FLAG, "why": "misread"}),
        ({"what": "flag_confirm", "id": FLAG}, {"what": "flag_confirm", "id": FLAG}),
        ({"what": "claim", "id": FLAG, "player": "B"}, {"what": "claim", "id": FLAG, "player": "B"}),
        ({"what": "agreed", "id": FLAG}, {"what": "disputed", "id": FLAG}),
        ({"what": "score", "A": "3", "B": "4"}, {"what": "score", "A": "4", "B": "4"}),
        ({"what": "permission_left", "player": "A"}, {"what": "permission_ended", "player": "A"}),
        ({"what": "notice", "player": "A"}, {"what": "notice", "player": "A"}),
        ({"what": "note", "id": "time.slow-play", "player": "A"}, {"what": "note", "id": "time.slow-play", "player": "A"}),
    ],
    ids=lambda form: form["what"],
)
def test_one_matter_is_told_once_before_it_is_recorded(first: dict[str, str], second: dict[str, str], start: Any) -> None:
    table, app = start(illegal)
    answers = [post(signed_in(app, name=name), "/s/table-1/inputs", **form) for name, form in (("Olga", first), ("Kim", second))]
    assert [answer.status_code for answer in answers] == [202, 400]
    assert "not recorded yet" in answers[1].get_json()["error"]
    table.take()
    assert [told.by for told in table.told] == ["Olga"]


def test_the_same_of_another_player_or_flag_does_not_wait(start: Any) -> None:
    _, app = start(illegal)
    client = signed_in(app)
    for form in ({"what": "permission_left", "player": "A"}, {"what": "permission_left", "player": "B"}, {"what": "notice", "player": "A"}):
        assert post(client, "/s/table-1/inputs", **form).status_code == 202


DIRECTORS: dict[str, tuple[Any, dict[str, str]]] = {
    "a score": (quiet, {"what": "score", "A": "4", "B": "5"}),
    "a dispute of the table": (quiet, {"what": "disputed"}),
    "a dispute of a flag": (illegal, {"what": "disputed", "id": FLAG}),
    "a dismissal": (illegal, {"what": "flag_dismiss", "id": FLAG, "why": "he saw it himself"}),
    "a confirmation": (illegal, {"what": "flag_confirm", "id": FLAG}),
    "a permission": (quiet, {"what": "permission_left", "player": "A"}),
    "a note": (quiet, {"what": "note", "id": "time.slow-play", "player": "A"}),
    "an appointment": (quiet, {"what": "appointed"}),
    "a ruling": (illegal, {"what": "ruling", "id": FLAG, "state": "corrected", "why": "played again"}),
}


@pytest.mark.parametrize(("begin", "form"), DIRECTORS.values(), ids=DIRECTORS.keys())
def test_what_the_director_told_only_the_director_takes_back(begin: Any, form: dict[str, str], start: Any) -> None:
    table, app = start(begin)
    observer, director = signed_in(app), signed_in(app, Role.DIRECTOR, "Dana")
    seq = send(table, director, form)
    for undo in ({"what": "undo", "seq": str(seq)}, {"what": "undo"}):
        assert post(observer, "/s/table-1/inputs", **undo).status_code == 400
        assert observer.post("/api/sessions/table-1/inputs", json=undo, headers=SAME).status_code == 400
    assert f'value="{seq}"' not in observer.get("/s/table-1/panels").get_json()["panels"]["inputs"]
    # the referee, who reads what is in the inbox, has the last word
    command = app.extensions["monitor"].sessions.find("table-1").put("input", {"what": "undo", "by": "Olga", "seq": seq})
    table.take()
    state = observer.get(f"/api/sessions/table-1/inputs/{command}").get_json()
    assert state["state"] == "refused" and "director" in state["error"]
    send(table, director, {"what": "undo", "seq": str(seq)})


def test_what_the_director_dealt_with_is_not_taken_away_below_him(start: Any) -> None:
    table, app = start(quiet)
    observer, director = signed_in(app), signed_in(app, Role.DIRECTOR, "Dana")
    note = send(table, observer, {"what": "note", "id": "time.slow-play", "player": "A"})
    send(table, director, {"what": "ruling", "id": FLAG, "state": "accepted", "why": "a warning"})
    assert "only the director" in post(observer, "/s/table-1/inputs", what="undo", seq=str(note)).get_json()["error"]
    command = app.extensions["monitor"].sessions.find("table-1").put("input", {"what": "undo", "by": "Olga", "seq": note})
    table.take()
    assert observer.get(f"/api/sessions/table-1/inputs/{command}").get_json()["state"] == "refused"
    assert view_of(app).flags[FLAG].decision == "ruled"


@pytest.mark.parametrize("decided", [{"what": "flag_dismiss", "why": "he saw it himself"}, {"what": "flag_confirm"}], ids=lambda form: form["what"])
def test_an_observer_does_not_decide_otherwise_than_the_director(decided: dict[str, str], start: Any) -> None:
    table, app = start(illegal)
    observer, director = signed_in(app), signed_in(app, Role.DIRECTOR, "Dana")
    first = send(table, director, {**decided, "id": FLAG})
    for otherwise in ({"what": "flag_confirm", "id": FLAG}, {"what": "flag_dismiss", "id": FLAG, "why": "misread"}):
        assert "only the director decides" in post(observer, "/s/table-1/inputs", **otherwise).get_json()["error"]
        command = app.extensions["monitor"].sessions.find("table-1").put("input", {**otherwise, "by": "Olga"})
        table.take()
        assert "director" in observer.get(f"/api/sessions/table-1/inputs/{command}").get_json()["error"]
    send(table, director, {"what": "undo", "seq": str(first)})
    send(table, observer, {"what": "flag_confirm", "id": FLAG})


@pytest.mark.parametrize("state", ["corrected", "accepted", "expired"])
@pytest.mark.parametrize("before", [(), ("flag_confirm",), ("flag_dismiss",), ("referred",)], ids=" ".join)
def test_a_flag_that_was_ruled_on_is_not_new(state: str, before: tuple[str, ...], start: Any) -> None:
    table, app = start(illegal)
    client = signed_in(app, Role.DIRECTOR, "Dana")
    for what in before:
        send(table, client, {"what": what, "id": FLAG, "why": "as it seemed"})
    was = view_of(app).flags[FLAG].decision
    ruling = send(table, client, {"what": "ruling", "id": FLAG, "state": state, "why": "played again"})
    flag = view_of(app).flags[FLAG]
    assert (flag.decision, flag.outcome, flag.needs_decision) == ("ruled", state, False)
    shown = client.get("/s/table-1/panels").get_json()["panels"]["flags"]
    assert "RULED" in shown and ">NEW<" not in shown and "is-raised" not in shown
    counted = client.get("/api/sessions/table-1/status").get_json()["counts"]
    assert (counted["new"], counted["ruled"]) == (0, 1)
    evidence = client.get(f"/s/table-1/flags/{FLAG}/").get_data(as_text=True)
    assert "RULED" in evidence and "NEW" not in evidence
    send(table, client, {"what": "undo", "seq": str(ruling)})
    assert view_of(app).flags[FLAG].decision == was


def test_nothing_is_told_after_the_end(start: Any) -> None:
    table, app = start(illegal)
    client = signed_in(app, Role.DIRECTOR)
    send(table, client, {"what": "claim", "id": FLAG, "player": "B"})
    late = post(client, "/s/table-1/inputs", what="notice", player="A").get_json()["id"]
    table.writer.end({"reason": "stopped"}, table.t)
    assert client.get(f"/api/sessions/table-1/inputs/{late}").get_json()["state"] == "refused", "what came too late has its answer"
    for form in ({"what": "notice", "player": "A"}, {"what": "flag_confirm", "id": FLAG}, {"what": "undo"}, {"what": "appointed"}):
        for answer in (post(client, "/s/table-1/inputs", **form), client.post("/api/sessions/table-1/inputs", json=form, headers=SAME)):
            assert answer.status_code == 400 and answer.get_json()["error"] == "The session has ended: nothing more can be told."
    panels = client.get("/s/table-1/panels").get_json()["panels"]
    assert "data-input" not in panels["flags"] + panels["inputs"], "and nothing offers to"
    assert f"/flags/{FLAG}/" in panels["flags"], "the evidence can still be opened"


def test_what_the_referee_refuses_comes_back_in_words(start: Any) -> None:
    table, app = start(lambda folder: RefereedTable(folder, length=None).begin())
    client = signed_in(app)
    sent = post(client, "/s/table-1/inputs", what="note", id="time.late", player="A", minutes="7").get_json()
    table.take()
    state = client.get(f"/api/sessions/table-1/inputs/{sent['id']}").get_json()
    assert state["state"] == "refused" and "length of the match" in state["error"]
