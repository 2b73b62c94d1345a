"""What an official sends: checked, put into the inbox, shown as not recorded until the log has it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import post, signed_in
from tests.web.fake_session import FakeSession, FakeWriter

INPUTS = "/s/table-1/inputs"


def panels(client: FlaskClient) -> dict[str, str]:
    found: dict[str, str] = client.get("/s/table-1/panels").get_json()["panels"]
    return found


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({"what": "permission_left", "player": "B"}, {"what": "permission_left", "player": "B"}),
        ({"what": "permission_ended", "player": "A"}, {"what": "permission_ended", "player": "A"}),
        ({"what": "reroll_assent", "player": "B"}, {"what": "reroll_assent", "player": "B"}),
        ({"what": "flag_confirm", "id": "f1"}, {"what": "flag_confirm", "id": "f1"}),
        ({"what": "flag_dismiss", "id": "f2", "why": " lies\r\nflat "}, {"what": "flag_dismiss", "id": "f2", "why": "lies  flat"}),
    ],
)
def test_inputs_reach_the_inbox_and_only_the_inbox(session: FakeSession, client: FlaskClient, form: dict[str, str], expected: dict[str, str]) -> None:
    last = session.log.last_seq
    answer = post(client, INPUTS, **form)
    assert answer.status_code == 202
    [command] = session.inbox.pending()
    assert (command.source, command.kind, command.body) == ("web", "input", {**expected, "by": "Olga"})
    assert answer.get_json()["id"] == command.id
    assert session.log.last_seq == last


BAD_FORMS = [
    {}, {"what": ""}, {"what": "flag"}, {"what": "session_ended"}, {"what": "permission_left"}, {"what": "permission_left", "player": "C"},
    {"what": "permission_left", "player": "A' OR 1"}, {"what": "flag_confirm"},
    {"what": "flag_confirm", "id": "nobody"}, {"what": "flag_confirm", "id": "../f1"},
    {"what": "flag_dismiss", "id": "f1"}, {"what": "flag_dismiss", "id": "f1", "why": ""}, {"what": "flag_dismiss", "id": "f1", "why": "  \n "},
    {"what": "flag_dismiss", "id": "f1", "why": "no"}, {"what": "flag_dismiss", "id": "f1", "why": "x" * 401},
    {"what": "flag_dismiss", "id": "nobody", "why": "a reason"},
    {"what": "undo"}, {"what": "undo", "seq": "1"}, {"what": "undo", "seq": "-1"}, {"what": "undo", "seq": "1e9"}, {"what": "undo", "seq": "9" * 40},
    {"what": "undo", "seq": "٣"}, {"what": "\x00"}, {"what": "x" * 10_000},
]  # fmt: skip


def test_bad_forms_are_told_what_is_missing_and_leave_nothing(session: FakeSession, client: FlaskClient) -> None:
    for form in BAD_FORMS:
        answer = post(client, INPUTS, **form)
        assert answer.status_code == 400, form
        assert len(answer.get_json()["error"]) > 15
    assert session.inbox.pending() == []


def test_a_dismissal_without_a_reason_says_so(client: FlaskClient) -> None:
    assert "reason" in post(client, INPUTS, what="flag_dismiss", id="f1").get_json()["error"]


def test_too_much_is_refused(session: FakeSession, client: FlaskClient) -> None:
    assert post(client, INPUTS, what="flag_dismiss", id="f1", why="x" * 200_000).status_code == 413
    assert session.inbox.pending() == []


def test_from_sent_to_recorded_to_undone(session: FakeSession, client: FlaskClient) -> None:
    sent = post(client, INPUTS, what="flag_dismiss", id="f2", why="the play was read wrongly").get_json()
    state = f"/api/sessions/table-1/inputs/{sent['id']}"
    assert client.get(state).get_json()["state"] == "sent"
    before = panels(client)
    assert "sent, not yet recorded" in before["inputs"] and "DISMISSED" not in before["flags"]
    writer = FakeWriter(session)
    writer.commit()
    recorded = client.get(state).get_json()
    assert recorded["state"] == "recorded" and recorded["seq"] > 0
    after = panels(client)
    assert "sent, not yet recorded" not in after["inputs"] and f"#{recorded['seq']}" in after["inputs"]
    assert "DISMISSED" in after["flags"] and "the play was read wrongly" in after["flags"]
    assert post(client, INPUTS, what="undo").status_code == 202
    assert session.inbox.pending()[0].body["seq"] == recorded["seq"]
    writer.commit()
    undone = panels(client)
    assert "DISMISSED" not in undone["flags"] and "undone by" in undone["inputs"]
    assert post(client, INPUTS, what="undo", seq=str(recorded["seq"])).status_code == 400, "undone once already"


def test_a_refused_input_says_why(session: FakeSession, client: FlaskClient) -> None:
    sent = post(client, INPUTS, what="permission_left", player="A").get_json()
    session.inbox.answer(sent["id"], error="The session has ended.")
    state = client.get(f"/api/sessions/table-1/inputs/{sent['id']}").get_json()
    assert (state["state"], state["error"]) == ("refused", "The session has ended.")


def test_unknown_inputs_are_not_found(client: FlaskClient) -> None:
    for command_id in ("999", "abc", "-1", "1;drop"):
        assert client.get(f"/api/sessions/table-1/inputs/{command_id}").status_code == 404


def test_without_scripts_a_form_leads_back_to_the_page(client: FlaskClient) -> None:
    answer = client.post(INPUTS, data={"what": "permission_left", "player": "A"}, headers={"Origin": "http://localhost", "Accept": "text/html"})
    assert answer.status_code == 303 and answer.location == "/s/table-1/"


def test_the_decision_bears_the_name_of_who_signed_in(session: FakeSession, app) -> None:
    post(signed_in(app, name="Kim"), INPUTS, what="permission_left", player="A", by="director")
    assert session.inbox.pending()[0].body["by"] == "Kim"
