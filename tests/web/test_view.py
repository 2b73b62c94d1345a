"""The fold from log entries to what a page shows."""

from __future__ import annotations

from typing import Any

import pytest

from monitor.record.chain import LogEntry
from web.auth import Role
from web.panels import counts, verdict_of
from web.undoing import find_last_undoable
from web.view import MatchView

ROWS = {"A": [0] * 24 + [2, 0], "B": [0] * 24 + [2, 0]}
AFTER = {"A": [0] * 23 + [1, 1, 0], "B": [0] * 24 + [2, 0]}


def fold(*steps: tuple[str, dict[str, Any]]) -> MatchView:
    """Entries numbered from 1, one a second; the body's t is the entry's unless given."""
    view = MatchView()
    for seq, (kind, body) in enumerate(steps, 1):
        view.apply(LogEntry(seq, float(seq), "2026-03-14T09:30:00Z", kind, {"t": float(seq), **body}, "", f"hash{seq}"))
    return view


SETUP = ("setup", {"position": ROWS, "near": "B", "near_home": "left"})
ROLL = ("roll", {"player": "A", "dice": [3, 1], "valid": True})
VOID = ("roll", {"player": "B", "dice": [4, 2], "valid": False, "reason": "roll.cocked", "reasons": ["roll.cocked"]})
PLAY = ("play", {"player": "A", "notation": "24/23", "position": AFTER, "before": ROWS, "legal": True})
DOUBLE = ("cube", {"player": "B", "action": "double", "value": 2})
END = ("turn_end", {"player": "A"})


@pytest.mark.parametrize(
    ("steps", "phase", "on_roll", "dice"),
    [
        ([], "waiting", None, ()),
        ([SETUP], "opening", None, ()),
        ([SETUP, ("roll", {"player": None, "dice": [4, 4], "valid": True})], "opening", None, (4, 4)),
        ([SETUP, ROLL], "playing", "A", (3, 1)),
        ([SETUP, ROLL, PLAY], "played", "A", (3, 1)),
        ([SETUP, ROLL, PLAY, END], "to_roll", "B", ()),
        ([SETUP, ROLL, PLAY, END, VOID], "void", "B", (4, 2)),
        ([SETUP, ROLL, PLAY, END, DOUBLE], "doubled", "B", ()),
        ([SETUP, ROLL, PLAY, END, DOUBLE, ("cube", {"player": "A", "action": "take", "value": 2})], "to_roll", "B", ()),
        ([SETUP, ROLL, PLAY, END, DOUBLE, ("cube", {"player": "A", "action": "pass"})], "over", "B", ()),
        ([SETUP, ROLL, PLAY, ("game_end", {"winner": "A", "points": 2})], "over", "A", ()),
    ],
)
def test_phases(steps: list[tuple[str, dict[str, Any]]], phase: str, on_roll: str | None, dice: tuple[int, ...]) -> None:
    view = fold(*steps)
    assert (view.phase, view.on_roll, view.dice) == (phase, on_roll, dice)


def test_seats_come_from_the_setup() -> None:
    assert (fold(SETUP).near, fold(SETUP).near_home) == ("B", "left")


@pytest.mark.parametrize(("legal", "verdict"), [(True, "legal"), (False, "illegal"), (None, "uncertain")])
def test_verdicts(legal: bool | None, verdict: str) -> None:
    line = fold(SETUP, ROLL, ("play", {"player": "A", "notation": None, "legal": legal, "position": AFTER})).lines[-1]
    assert line.verdict == verdict and line.dice == (3, 1) and line.before == ROWS and line.after == AFTER


def test_a_void_roll_is_no_turn_and_the_next_roll_is() -> None:
    view = fold(SETUP, ROLL, PLAY, END, VOID, ("roll", {"player": "B", "dice": [4, 2], "valid": True}))
    assert [(x.kind, x.number, x.verdict) for x in view.lines] == [("setup", None, ""), ("turn", 1, "legal"), ("roll", None, "void"), ("turn", 2, "open")]
    assert view.last_void_roll() is None
    assert fold(SETUP, ROLL, PLAY, END, VOID).last_void_roll().player == "B"


def test_a_roll_told_by_its_play_is_the_same_turn() -> None:
    unread = ("roll", {"player": "A", "dice": [3, None], "valid": None})
    told = ("roll", {"player": "A", "dice": [3, 1], "valid": True, "replaces": 2.0})
    view = fold(SETUP, unread, told, PLAY)
    turns = [x for x in view.lines if x.kind == "turn"]
    assert [(x.number, x.dice, x.rolled, x.doubt) for x in turns] == [(1, (3, 1), (3, None), "the dice are told by the play")]
    assert view.dice == (3, None), "the board goes on showing what was read of it"


def test_a_replaced_play_stays_and_is_marked() -> None:
    view = fold(SETUP, ROLL, PLAY, END, ("play", {"player": "A", "notation": "24/20", "legal": True, "position": AFTER, "replaces": 3.0}))
    assert [(x.text, x.is_replaced) for x in view.lines if x.kind == "turn"] == [("24/23", True), ("24/20", False)]


def test_a_play_whose_roll_was_not_seen_is_a_turn_of_its_own() -> None:
    view = fold(SETUP, ROLL, PLAY, END, ("play", {"player": "B", "notation": "24/18", "legal": None, "dice": [None, None], "position": AFTER}))
    assert [x.number for x in view.lines if x.kind == "turn"] == [1, 2]


OPEN = {"opens": 5.0, "closes_on": "x", "closed": None}
FLAG = ("flag", {"id": "f1", "rule": "move.illegal", "player": "A", "window": OPEN, "frames": {"before": 1.0, "after": 3.0}})


@pytest.mark.parametrize(
    ("states", "decision", "outcome", "is_open"),
    [
        ([], "raised", "", True), (["confirmed"], "confirmed", "", True), (["accepted"], "raised", "accepted", False),
        (["confirmed", "accepted"], "confirmed", "accepted", False), (["dismissed", "raised"], "raised", "", True),
        (["corrected"], "raised", "corrected", False), (["accepted", "dismissed", "raised"], "raised", "", True),
        (["referred", "expired"], "referred", "expired", False),
    ],
)  # fmt: skip
def test_decision_and_window_are_two_things(states: list[str], decision: str, outcome: str, is_open: bool) -> None:
    view = fold(SETUP, ROLL, PLAY, END, FLAG, *[("flag_changed", {"id": "f1", "state": s, "by": "Olga", "why": "w"}) for s in states])
    flag = view.flags["f1"]
    assert (flag.decision, flag.outcome, flag.is_open) == (decision, outcome, is_open)
    assert [c.state for c in flag.changes] == states
    assert flag.line is not None and flag.line.text == "24/23" and flag.hash == "hash5"


def test_a_flag_whose_window_closed_before_it_was_raised_is_closed() -> None:
    body = {**FLAG[1], "window": {"opens": 1.0, "closed": 2.0}}
    flag = fold(("flag", body)).flags["f1"]
    assert not flag.is_open and flag.closed_t == 2.0


def test_stills_are_found_by_time_and_role_also_when_they_come_later() -> None:
    stills = [("still", {"t": t, "role": role, "sha256": name}) for t, role, name in ((1.0, "before", "a"), (3.0, "dice", "b"), (3.0, "after", "c"))]
    view = fold(SETUP, FLAG, *stills)
    flag = view.flags["f1"]
    found = {role: view.still_of(flag, role) for role in ("before", "dice", "after")}
    assert found["before"]["sha256"] == "a" and found["dice"] is None and found["after"]["sha256"] == "c"


def test_changes_of_unknown_flags_and_unknown_kinds_are_ignored() -> None:
    view = fold(("flag_changed", {"id": "nobody", "state": "confirmed"}), ("something_new", {"x": 1}), SETUP)
    assert view.seq == 3 and view.phase == "opening"


def test_an_entry_counts_once() -> None:
    view = fold(SETUP, ROLL)
    view.apply(LogEntry(2, 2.0, "", "roll", dict(ROLL[1]), "", ""))
    assert len([x for x in view.lines if x.kind == "turn"]) == 1


def told(what: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "input", {"what": what, "by": "Olga", **more}


@pytest.mark.parametrize(
    ("steps", "has"),
    [
        ([], False), ([told("permission_left", player="A")], True), ([told("permission_left", player="B")], False),
        ([told("permission_left", player="A"), told("permission_ended", player="A")], False),
        ([told("permission_left", player="A"), told("undo", seq=1)], False),
        ([told("permission_left", player="A"), told("permission_ended", player="A"), told("undo", seq=2)], True),
        ([told("permission_left", player="A"), ("game_end", {"winner": "B", "points": 1})], False),
        ([told("permission_left", player="A"), ("game_end", {"winner": "B", "points": 1}), told("permission_left", player="A")], True),
    ],
)  # fmt: skip
def test_left_permission(steps: list[tuple[str, dict[str, Any]]], has: bool) -> None:
    assert fold(*steps).inputs.has_left_permission("A") is has


def test_the_last_undoable_input_skips_undone_ones_and_undos() -> None:
    view = fold(told("permission_left", player="A"), told("flag_confirm", id="f1"), told("undo", seq=2))
    last = find_last_undoable(view, Role.OBSERVER)
    assert last is not None and last.seq == 1
    assert find_last_undoable(fold(told("permission_left", player="A"), told("undo", seq=1)), Role.OBSERVER) is None


@pytest.mark.parametrize(
    ("info", "name"),
    [({}, "Light"), ({"table": {"names": {"A": "Anna"}}}, "Anna"), ({"names": ["Anna", "Bo"]}, "Anna"), ({"table": {"names": None}}, "Light")],
)
def test_names(info: dict[str, Any], name: str) -> None:
    assert fold(("session_started", info)).player_name("A") == name


def test_camera_gap_and_end() -> None:
    view = fold(SETUP, ("camera_lost", {}))
    assert view.is_camera_lost
    view = fold(SETUP, ("camera_lost", {}), ("camera_back", {}), ("gap", {"until": None, "why": "hand"}))
    assert not view.is_camera_lost and view.open_gap
    view = fold(SETUP, ("gap", {"until": None, "why": "hand"}), ROLL, ("session_ended", {"reason": "stopped"}))
    assert not view.open_gap and view.ended is not None and view.ended["reason"] == "stopped"


def test_a_roll_taken_up_unplayed_is_no_turn() -> None:
    """Dice lifted and thrown again, for whatever reason: the first roll does not stay "to play", and the numbers go on."""
    again = ("roll", {"player": "A", "dice": [6, 5], "valid": True})
    view = fold(SETUP, ROLL, again, PLAY, END)
    first, second = [x for x in view.lines if x.kind in ("roll", "turn")]
    assert (first.kind, first.verdict, first.number, first.dice) == ("roll", "unplayed", None, (3, 1))
    assert (second.kind, second.verdict, second.number) == ("turn", "legal", 1)
    assert view.last_void_roll() is None
    assert counts(view)["turns"] == 1 and counts(view)["void"] == 0
    assert verdict_of(first, False) is not None and verdict_of(first, True) is not None


def test_a_setup_flag_shows_the_setup_alone_and_a_roll_flag_three_moments() -> None:
    setup_flag = ("flag", {"id": "s1", "rule": "setup.error", "t": 1.0, "frames": {"before": 1.0}})
    view = fold(SETUP, setup_flag, FLAG)
    assert view.roles_of(view.flags["s1"]) == ("before",)
    assert view.roles_of(view.flags["f1"]) == ("before", "dice", "after")


@pytest.mark.parametrize(("more", "doubt"), [({}, ""), ({"valid": None}, "the roll is not certain"), ({"status": "uncertain"}, "the roll is not certain")])
def test_a_roll_in_doubt_is_shown_as_such_whatever_the_play(more: dict[str, Any], doubt: str) -> None:
    line = fold(SETUP, ("roll", {**ROLL[1], "status": "sure", **more}), PLAY).lines[-1]
    assert (line.doubt, line.verdict) == (doubt, "legal")


@pytest.mark.parametrize(("seen", "dropped", "is_slow"), [(20, 19, False), (1000, 20, False), (1000, 260, True)])
def test_a_reader_that_cannot_keep_up_is_told(seen: int, dropped: int, is_slow: bool) -> None:
    assert fold(("frames", {"seen": seen, "processed": seen - dropped, "dropped": dropped})).is_too_slow is is_slow
    assert fold().is_too_slow is False
