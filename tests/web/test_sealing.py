"""Record-only mode: whatever a reader without an appointment can ask for is the same whether something was found or not (rules.md 2.0)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from monitor.game.events import KINDS, Gap, Incident, Player, PlayMade, RollSeen, Rows
from monitor.game.position import START_ROW
from monitor.officiating import Authority, OfficialInput, Referee, load_profile
from tests.web.conftest import make_app, signed_in
from tests.web.fake_session import FakeSession
from web.auth import Role
from web.sealing import OPEN

A, B = Player.A, Player.B
START = Rows(START_ROW, START_ROW)
SEALED = {"flag", "flag_changed", "incident", "cube_seen"}
"""Table events of which a sealed reader knows nothing."""


def test_of_every_kind_of_event_it_is_decided_whether_it_is_open() -> None:
    assert set(KINDS) == {kind for kind in OPEN if kind in KINDS} | SEALED
    assert not SEALED & set(OPEN)


def opened(session: FakeSession) -> None:
    session.setup()
    session.roll(A, (3, 1), opening=True)
    play(session, A, (3, 1))


def play(session: FakeSession, player: Player, dice: tuple[int, ...], legal: bool | None = True, **more: Any) -> None:
    session.t += 5.0
    session.event(PlayMade(t=session.t, player=player, notation="8/5 6/5", position=START, before=START, dice=dice, legal=legal, **more))


def in_order(session: FakeSession, stop: int) -> None:
    """A roll and a play in order, up to one of their entries."""
    opened(session)
    steps: list[Callable[[], object]] = [
        lambda: session.turn_end(A), lambda: session.roll(B, (6, 2)), lambda: play(session, B, (6, 2)), lambda: session.turn_end(B),
        lambda: session.roll(A, (5, 4)),
    ]  # fmt: skip
    for step in steps[:stop]:
        step()


def out_of_order(session: FakeSession, stop: int) -> None:
    """The same with all that can be wrong about it: a void roll that is played all the same, an illegal play, flags, stills, inputs, incidents."""
    opened(session)

    def roll() -> None:
        session.roll(B, (6, 2), reason="roll.cocked")
        session.put("still", {"role": "dice", "t": session.t, "sha256": "0" * 64, "width": 1, "height": 1})
        session.flag("roll.cocked", B, {}, closes_on="later")

    def played() -> None:
        play(session, B, (), False, reasons=("move.backwards",), nearest=("24/18 13/11",))

    def ended() -> None:
        session.turn_end(B)
        session.change(session.flag("move.backwards", B, {}, closes_on="later"), "confirmed", "Dana")
        session.put("input", {"what": "notice", "player": "A", "by": "Dana"})
        session.event(Incident(t=session.t, fact="hit_not_on_bar", player=B))

    def rolled() -> None:
        session.t += 4.0
        session.event(RollSeen(t=session.t, player=A, dice=(5, 4), valid=False, reason="roll.left-of-bar", reasons=("roll.left-of-bar",), early=True))

    steps: list[Callable[[], object]] = [lambda: session.turn_end(A), roll, played, ended, rolled]
    for step in steps[:stop]:
        step()


def answers(client: FlaskClient) -> dict[str, Any]:
    """Everything that a sealed reader may ask for."""
    found: dict[str, Any] = {"page": client.get("/s/table-1/").get_data(as_text=True), "panels": client.get("/s/table-1/panels").get_json()}
    found["events"] = client.get("/api/sessions/table-1/events").get_json()
    found["few"] = client.get("/api/sessions/table-1/events?after=3&limit=2").get_json()
    found["status"] = client.get("/api/sessions/table-1/status").get_json() | {"live": None}
    found["stream"] = stream(client, len(found["events"]["events"]))
    for path in ("live.json", "live.jpg", "board.svg", "board.svg?line=12", "board.svg?line=7&at=wrong", "flags/f1/", "stills/" + "0" * 64 + ".jpg"):
        found[path] = client.get("/s/table-1/" + path).get_data(as_text=True)
    return found


def stream(client: FlaskClient, count: int, after: int = 0) -> list[bytes]:
    """The retry line and the first entries of the stream after an entry; by itself it goes on for ever."""
    answer = client.get(f"/s/table-1/events?after={after}", buffered=False)
    taken = list(islice(answer.response, count + 1))
    answer.close()
    return taken


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[Callable[[int], tuple[FlaskClient, FlaskClient]]]:
    made: list[FakeSession] = []

    def both(stop: int) -> tuple[FlaskClient, FlaskClient]:
        clients = []
        for name, story in (("good", in_order), ("bad", out_of_order)):
            session = FakeSession(tmp_path / name / "table-1", observer=None)
            made.append(session)
            story(session, stop)
            clients.append(signed_in(make_app(session)))
        return clients[0], clients[1]

    yield both
    for session in made:
        session.close()


@pytest.mark.parametrize("stop", range(6), ids=["played", "turn over", "rolled", "played on it", "turn over again", "rolled again"])
def test_nothing_shows_whether_something_was_found(stop: int, twins: Callable[[int], tuple[FlaskClient, FlaskClient]]) -> None:
    good, bad = (answers(client) for client in twins(stop))
    for what in good:
        assert bad[what] == good[what], what
    text = json.dumps(bad, default=str)
    for word in ("flag_changed", "cocked", "backwards", "hash", "ILLEGAL", "VOID", "does not count", "NOT PLAYED"):
        assert word not in text, word


def test_a_roll_told_by_its_play_is_as_if_it_had_not_been_told(tmp_path: Path) -> None:
    """It is told only where the play is legal."""
    found = []
    for is_told in (False, True):
        session = FakeSession(tmp_path / str(is_told) / "table-1", observer=None)
        opened(session)
        session.turn_end(A)
        t = session.t
        session.event(RollSeen(t=t, player=B, dice=(6, None)))
        if is_told:
            session.event(RollSeen(t=t, player=B, dice=(6, 2), valid=True, replaces=t))
        play(session, B, (6, 2) if is_told else (6, None), legal=True if is_told else None)
        found.append(answers(signed_in(make_app(session))))
        session.close()
    assert found[0] == found[1]


@pytest.mark.parametrize("dice", [(3, 1), (4, 4)], ids=["void", "tied"])
def test_an_opening_roll_that_decides_nothing_is_as_if_it_had_not_been_read(dice: tuple[int, int], tmp_path: Path) -> None:
    found = []
    for is_rolled in (False, True):
        session = FakeSession(tmp_path / str(is_rolled) / "table-1", observer=None)
        session.setup()
        if is_rolled:
            valid = dice[0] == dice[1]
            session.event(RollSeen(t=session.t, dice=dice, valid=valid, reason=None if valid else "roll.cocked", opening=True))
        found.append(answers(signed_in(make_app(session))))
        session.close()
    assert found[0] == found[1]


def test_pages_of_entries_go_to_the_end(twins: Callable[[int], tuple[FlaskClient, FlaskClient]]) -> None:
    _, client = twins(5)
    seen, after = [], 0
    while True:
        page = client.get(f"/api/sessions/table-1/events?after={after}&limit=2").get_json()
        seen += [entry["seq"] for entry in page["events"]]
        if not page["has_more"]:
            break
        after = seen[-1]
    assert seen == list(range(1, page["last_seq"] + 1))


def test_a_stream_is_taken_up_where_it_was_left(twins: Callable[[int], tuple[FlaskClient, FlaskClient]]) -> None:
    _, client = twins(5)
    assert stream(client, 2, after=7)[1:] == stream(client, 9)[8:10]


def test_why_a_stretch_was_not_followed_is_sealed(tmp_path: Path) -> None:
    session = FakeSession(tmp_path / "table-1", observer=None)
    opened(session)
    session.event(Gap(t=session.t, until=session.t + 3, why="what is seen fits no legal play"))
    client = signed_in(make_app(session))
    assert "no legal play" not in json.dumps(answers(client), default=str)
    assert "NOT FOLLOWED" in client.get("/s/table-1/panels").get_json()["panels"]["turns"]
    assert "no legal play" in signed_in(make_app(session), Role.DIRECTOR).get("/s/table-1/panels").get_json()["panels"]["turns"]
    session.close()


def test_no_hash_is_streamed_while_sealed_and_all_are_to_officials(twins: Callable[[int], tuple[FlaskClient, FlaskClient]]) -> None:
    _, client = twins(5)
    assert all(b"hash" not in chunk for chunk in stream(client, 5))
    director = signed_in(client.application, Role.DIRECTOR)
    assert all(b'"hash"' in chunk for chunk in stream(director, 5)[1:])


SEALS: dict[str, tuple[str | None, list[dict[str, Any]], bool, dict[Role, bool]]] = {
    # name: (appointed at the start, what was entered since, has it ended, is it sealed to each)
    "nobody appointed": (None, [], False, {Role.RECORDER: True, Role.OBSERVER: True, Role.DIRECTOR: False}),
    "appointed at the start": ("Olga", [], False, {Role.RECORDER: True, Role.OBSERVER: False, Role.DIRECTOR: False}),
    "appointed since": (None, [{"what": "appointed"}], False, {Role.OBSERVER: False}),
    "ended": ("Olga", [{"what": "appointment_ended"}], False, {Role.OBSERVER: True, Role.DIRECTOR: False}),
    "ended and appointed again": ("Olga", [{"what": "appointment_ended"}, {"what": "appointed", "why": "Kim"}], False, {Role.OBSERVER: False}),
    "an appointment taken back": (None, [{"what": "appointed"}, {"what": "undo", "seq": 3}], False, {Role.OBSERVER: True}),
    "an end taken back": ("Olga", [{"what": "appointment_ended"}, {"what": "undo", "seq": 3}], False, {Role.OBSERVER: False}),
    "session over": (None, [], True, {Role.RECORDER: False, Role.OBSERVER: False, Role.DIRECTOR: False}),
}


@pytest.mark.parametrize(("observer", "entered", "has_ended", "sealed"), SEALS.values(), ids=SEALS.keys())
def test_who_is_sealed_is_the_referees_authority(
    observer: str | None, entered: list[dict[str, Any]], has_ended: bool, sealed: dict[Role, bool], tmp_path: Path
) -> None:
    """The pages, the stream and the referee, who read the same log, must be of one mind (rules.md 2.0)."""
    session = FakeSession(tmp_path / "table-1", observer=observer)
    referee = Referee(load_profile("cnb"), "m1", authority=Authority(observer is not None))
    for body in entered:
        entry = session.put("input", {"by": "Dana", "role": "director", **body})
        referee.tell(OfficialInput.from_json(entry.body, t=entry.t, seq=entry.seq))
    session.flag("roll.cocked", A, {}, closes_on="later")
    if has_ended:
        session.end()
    for role, is_sealed in sealed.items():
        client = signed_in(make_app(session), role)
        assert client.get("/api/sessions/table-1/status").get_json()["is_sealed"] is is_sealed, role
        assert client.get("/s/table-1/flags/f1/").status_code == (403 if is_sealed else 200), role
        last = session.log.last_seq
        told = stream(client, 2 if is_sealed else last)
        assert any(b'"kind":"flag"' in chunk for chunk in told) is not is_sealed, role
        if not has_ended and role >= Role.OBSERVER:
            assert referee.is_sealed(is_director_asking=role is Role.DIRECTOR) is is_sealed, role
    session.close()


def test_nothing_is_told_of_an_input_to_whom_the_session_is_sealed(tmp_path: Path) -> None:
    session = FakeSession(tmp_path / "table-1", observer=None)
    command = session.inbox.put("web", "input", {"what": "notice", "player": "A", "by": "Dana"})
    app = make_app(session)
    path = f"/api/sessions/table-1/inputs/{command}"
    assert signed_in(app).get(path).status_code == 403
    assert signed_in(app, Role.DIRECTOR).get(path).get_json()["state"] == "sent"
    session.close()
