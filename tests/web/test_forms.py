"""Each kind's form: what makes a body, what is refused, and who may say what (`rules.md` 2.0)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from monitor.errors import InputError
from monitor.officiating import InputKind, OfficialInput
from monitor.record.chain import LogEntry
from web.auth import Role
from web.flag_acts import acts_for
from web.forms import DIRECTOR_ONLY, PARSERS, RULING_STATES, parse_input
from web.rulebook import note_rules
from web.view import MatchView

TABLE = {"clock": True, "match_length": 7, "score": [3, 4]}


def view_of(*inputs: dict[str, Any], profile: str = "cnb", table: dict[str, Any] = TABLE, **flags: tuple[str, str, str | None]) -> MatchView:
    """A view of a session with flags by id (rule, class, player) and then inputs, which are numbered on from there."""
    view = MatchView()
    entries: list[tuple[str, dict[str, Any]]] = [("session_started", {"profile": profile, "table": table})]
    for flag_id, (rule, flag_class, player) in flags.items():
        window = {"opens": 1.0, "closes_on": "later", "closed": None}
        entries.append(("flag", {"id": flag_id, "rule": rule, "class": flag_class, "player": player, "window": window}))
    entries += [("input", {"by": "Olga", **body}) for body in inputs]
    for seq, (kind, body) in enumerate(entries, 1):
        view.apply(LogEntry(seq, float(seq), "2026-03-14T09:30:00Z", kind, body, "", ""))
    return view


ONE_OF_EACH = {
    "must": ("move.illegal", "MUST", "A"), "option": ("roll.premature", "OPTION", "B"), "reroll": ("roll.cocked", "REROLL", "A"),
    "claim": ("turn.dice-lifted-early", "CLAIM", "B"), "dir": ("time.slow-play", "DIR", "A"), "info": ("checker.two-hands", "INFO", "A"),
    "fallen": ("clock.flag", "DIR", "A"), "strange": ("dice.check", "", None),
}  # fmt: skip
FREE = {"what": "appointed"}
"""An appointment without more."""


def view() -> MatchView:
    return view_of({"what": "appointed", "detail": {"may_announce": True}}, **ONE_OF_EACH)


GOOD = {
    "permission_left": {"player": "A"}, "permission_ended": {"player": "B"}, "reroll_assent": {"player": "A"}, "notice": {"player": "A", "id": "right"},
    "cube_words": {"player": "B", "why": "said take"}, "claim": {"id": "must", "player": "B"}, "accepted": {"id": "option"},
    "demanded": {"id": "option", "player": "A"}, "agreed": {"id": "claim", "left_s": "12.5"}, "disputed": {"id": "dir"}, "announced": {"id": "must"},
    "press": {"player": "B"}, "pause": {"player": "A", "why": "a die fell"}, "score": {"A": "6", "B": "0", "length": "7", "crawford": "yes"},
    "note": {"id": "time.break-count", "taken": "1", "player": "A"}, "flag_confirm": {"id": "info"}, "flag_dismiss": {"id": "info", "why": "own hand"},
    "referred": {"id": "reroll"}, "ruling": {"id": "must", "state": "corrected", "why": "played again"}, "appointed": {"may_announce": "no"},
    "appointment_ended": {}, "undo": {},
}  # fmt: skip


def test_every_kind_has_a_parser_and_a_good_form() -> None:
    assert set(PARSERS) == set(InputKind) == set(GOOD)


@pytest.mark.parametrize(("what", "form"), GOOD.items(), ids=GOOD.keys())
def test_good_forms_are_what_the_referee_reads(what: str, form: dict[str, str]) -> None:
    body = parse_input({"what": what, **form}, view(), "Olga", Role.DIRECTOR)
    told = OfficialInput.from_json(body, t=1.0)
    assert (told.what, told.by) == (what, "Olga")
    assert told.to_json() == body, "nothing is sent that an input does not hold"


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"what": "reroll_assent"}, "which player"),
        ({"what": "notice", "player": "A", "id": "left"}, "shifting dice"),
        ({"what": "notice", "id": "right"}, "which player"),
        ({"what": "cube_words", "player": "A"}, "what the player said"),
        ({"what": "cube_words", "player": "A", "why": "\n \t"}, "what the player said"),
        ({"what": "cube_words", "player": "A", "why": "x" * 401}, "under 400"),
        ({"what": "cube_words", "why": "said double"}, "which player"),
        ({"what": "press"}, "which player"),
        ({"what": "pause", "player": "both"}, "which player"),
        ({"what": "claim", "id": "nobody", "player": "A"}, "no such flag"),
        ({"what": "claim", "id": "must"}, "which player"),
        ({"what": "claim", "id": "claim", "player": "B"}, "player A alone"),
        ({"what": "claim", "id": "option", "player": "A"}, "does not belong"),
        ({"what": "accepted", "id": "must"}, "does not belong"),
        ({"what": "accepted", "id": "option", "player": "B"}, "player A alone"),
        ({"what": "demanded", "id": "reroll"}, "does not belong"),
        ({"what": "agreed", "id": "info"}, "does not belong"),
        ({"what": "agreed", "id": "claim", "left_s": "soon"}, "3:30"),
        ({"what": "agreed", "id": "claim", "left_s": "3:75"}, "3:30"),
        ({"what": "announced", "id": "info"}, "does not belong"),
        ({"what": "announced", "id": "claim"}, "does not belong"),
        ({"what": "announced", "id": "fallen"}, "only the players and the director"),
        ({"what": "disputed", "id": "nobody"}, "no such flag"),
        ({"what": "referred"}, "no such flag"),
        ({"what": "claim", "id": "strange", "player": "A"}, "does not belong"),
        ({"what": "score", "A": "3"}, "points of player B"),
        ({"what": "score", "A": "-1", "B": "0"}, "points of player A"),
        ({"what": "score", "A": "3.5", "B": "0"}, "points of player A"),
        ({"what": "score", "A": "٣", "B": "0"}, "points of player A"),
        ({"what": "score", "A": "100", "B": "0"}, "points of player A"),
        ({"what": "score", "A": "1", "B": "0", "length": "0"}, "length of the match"),
        ({"what": "score", "A": "7", "B": "7"}, "cannot have won"),
        ({"what": "score", "A": "99", "B": "0"}, "Nobody has more than 7 points"),
        ({"what": "score", "A": "0", "B": "8"}, "Nobody has more than 7 points"),
        ({"what": "score", "A": "6", "B": "2", "length": "5"}, "Nobody has more than 5 points"),
        ({"what": "score", "A": "6", "B": "6", "crawford": "yes"}, "not both"),
        ({"what": "score", "A": "6", "B": "7", "crawford": "yes"}, "exactly one point"),
        ({"what": "score", "A": "3", "B": "3", "crawford": "yes"}, "exactly one point"),
        ({"what": "score", "A": "3", "B": "3", "crawford": "perhaps"}, "yes or no"),
        ({"what": "note"}, "from the list"),
        ({"what": "note", "id": "no.such"}, "from the list"),
        ({"what": "note", "id": "dice.mix"}, "from the list"),
        ({"what": "note", "id": "time.late", "minutes": "7"}, "which player"),
        ({"what": "note", "id": "time.break-count", "taken": "1"}, "which player"),
        ({"what": "note", "id": "time.late", "player": "A"}, "the minutes"),
        ({"what": "note", "id": "time.late", "player": "A", "minutes": "601"}, "the minutes"),
        ({"what": "note", "id": "time.break-count", "player": "A", "taken": "many"}, "how many breaks"),
        ({"what": "note", "id": "clock.flag"}, "which player"),
        ({"what": "note", "id": "clock.flag", "player": "A"}, "may not bring this up"),
        ({"what": "note", "id": "clock.flag", "player": "A", "named_by": "a spectator"}, "may not bring this up"),
        ({"what": "note", "id": "turn.dice-lifted-early", "player": "A", "named_by": "A"}, "say who did, player B"),
        ({"what": "undo", "seq": "1"}, "not an input"),
    ],
)
def test_refusals_say_what_to_do(form: dict[str, str], says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        parse_input(form, view(), "Olga")
    assert len(str(refused.value)) > 15 and str(refused.value).endswith(".")


# ---------------------------------------------------------------- who may say what


@pytest.mark.parametrize("what", sorted(DIRECTOR_ONLY))
def test_what_only_the_director_decides(what: str) -> None:
    form = {"what": what, **GOOD[what]}
    with pytest.raises(InputError, match="tournament director"):
        parse_input(form, view(), "Olga", Role.OBSERVER)
    parse_input(form, view(), "Dana", Role.DIRECTOR)


def test_an_observer_cannot_take_back_what_the_director_entered() -> None:
    told = view_of({"what": "permission_left", "player": "A"}, FREE)
    with pytest.raises(InputError, match="only the director can take it back"):
        parse_input({"what": "undo", "seq": "3"}, told, "Olga")
    assert parse_input({"what": "undo"}, told, "Olga")["seq"] == 2, "his own last one"
    assert parse_input({"what": "undo"}, told, "Dana", Role.DIRECTOR)["seq"] == 3


@pytest.mark.parametrize(
    ("profile", "flag", "appointed", "is_allowed"),
    [
        ("cnb", "must", None, False),
        ("cnb", "must", {}, True),
        ("cnb", "must", {"may_announce": False}, False),
        ("cnb", "option", {}, True),
        ("dbgf", "option", {}, False),
        ("dbgf", "option", {"may_announce": True}, True),
        ("biba", "option", {}, False),
        ("dbgf", "reroll", {}, True),
        ("cnb", "fallen", {"may_announce": True}, False),
        ("cnb", "claim", {"may_announce": True}, False),
    ],
)
def test_announcing_needs_an_appointment_and_a_rule_that_allows_it(profile: str, flag: str, appointed: dict[str, bool] | None, is_allowed: bool) -> None:
    inputs = [] if appointed is None else [{"what": "appointed", "detail": appointed}]
    told = view_of(*inputs, profile=profile, **ONE_OF_EACH)
    if is_allowed:
        assert parse_input({"what": "announced", "id": flag}, told, "Olga")["id"] == flag
    else:
        with pytest.raises(InputError):
            parse_input({"what": "announced", "id": flag}, told, "Olga")
    assert ("announced" in [act.what for act in acts_for(told.flags[flag], told, Role.OBSERVER)]) is is_allowed, "the button says the same"


def test_an_appointment_that_ended_or_was_undone_holds_no_more() -> None:
    for more in ({"what": "appointment_ended"}, {"what": "undo", "seq": 10}):
        told = view_of(FREE, more, **ONE_OF_EACH)
        assert told.inputs.rows[0].seq == 10
        with pytest.raises(InputError, match="Nobody is appointed"):
            parse_input({"what": "announced", "id": "must"}, told, "Olga")


def test_a_director_may_note_what_an_observer_may_only_pass_on() -> None:
    body = parse_input({"what": "note", "id": "clock.flag", "player": "A"}, view(), "Dana", Role.DIRECTOR)
    assert "detail" not in body


def test_no_clock_no_presses() -> None:
    for what in ("press", "pause"):
        with pytest.raises(InputError, match="without a clock"):
            parse_input({"what": what, "player": "A"}, view_of(table={}), "Olga")


def test_no_clock_no_notes_about_one() -> None:
    told = view_of(table={})
    with pytest.raises(InputError, match="without a clock"):
        parse_input({"what": "note", "id": "clock.flag", "player": "A"}, told, "Dana", Role.DIRECTOR)
    listed = [{rule for group in note_rules(shown) for rule in group} for shown in (told, view())]
    assert ["clock.flag" in rules for rules in listed] == [False, True]
    assert "clock.mode" in listed[0]


@pytest.mark.parametrize("state", ["", "stands", "gone"])
def test_what_a_refused_ruling_offers_is_taken(state: str) -> None:
    form = {"what": "ruling", "id": "must", "why": "seen", "state": state}
    with pytest.raises(InputError, match="what becomes of it") as refused:
        parse_input(form, view(), "Dana", Role.DIRECTOR)
    offered = re.findall(r"\w+", re.sub(r"\(.*?\)| or ", " ", str(refused.value).partition(":")[2]))
    assert sorted(offered) == sorted(RULING_STATES)
    for word in offered:
        assert parse_input({**form, "state": word}, view(), "Dana", Role.DIRECTOR)["detail"] == {"state": word}


def test_rules_without_a_left_permission_say_so() -> None:
    with pytest.raises(InputError, match="no permission to roll on the left"):
        parse_input({"what": "permission_left", "player": "A"}, view_of(profile="biba"), "Olga")


def test_a_profile_that_cannot_be_read_here_leaves_the_check_to_the_referee() -> None:
    told = view_of(FREE, profile="gone.toml", **ONE_OF_EACH)
    assert parse_input({"what": "announced", "id": "must"}, told, "Olga")["id"] == "must"
    with pytest.raises(InputError, match="from the list"):
        parse_input({"what": "note", "id": "time.slow-play"}, told, "Olga")


# ---------------------------------------------------------------- what makes sense on a flag

FOR_OBSERVER = {
    "must": ["announced", "claim", "agreed", "disputed", "referred"],
    "option": ["accepted", "demanded", "announced", "agreed", "disputed", "referred"],
    "reroll": ["announced", "claim", "agreed", "disputed", "referred"],
    "claim": ["claim", "agreed", "disputed", "referred"],
    "dir": ["announced", "claim", "disputed", "referred"],
    "fallen": ["claim", "disputed", "referred"],
    "info": ["disputed", "referred"],
    "strange": ["disputed", "referred"],
}


@pytest.mark.parametrize(("flag", "acts"), FOR_OBSERVER.items(), ids=FOR_OBSERVER.keys())
def test_acts_by_class(flag: str, acts: list[str]) -> None:
    told = view()
    assert [act.what for act in acts_for(told.flags[flag], told, Role.OBSERVER)] == acts
    assert [act.what for act in acts_for(told.flags[flag], told, Role.DIRECTOR)] == [*acts, "ruling"]


@pytest.mark.parametrize(("state", "by", "says"), [
    ("dismissed", "Olga", "take the dismissal back"), ("referred", "Olga", "director has this flag"), ("accepted", "referee", "window of this flag is closed"),
    ("expired", "referee", "window of this flag is closed"),
])  # fmt: skip
def test_a_flag_that_is_over_is_the_directors(state: str, by: str, says: str) -> None:
    told = view()
    told.apply(LogEntry(50, 50.0, "2026-03-14T09:30:00Z", "flag_changed", {"id": "must", "state": state, "by": by}, "", ""))
    with pytest.raises(InputError, match=says):
        parse_input({"what": "agreed", "id": "must"}, told, "Olga")
    assert [act.what for act in acts_for(told.flags["must"], told, Role.OBSERVER)] == []
    assert parse_input({"what": "ruling", "id": "must", "state": "accepted", "why": "stands"}, told, "Dana", Role.DIRECTOR)["id"] == "must"


def test_nothing_is_told_twice() -> None:
    told = view_of({"what": "agreed", "id": "must"}, **ONE_OF_EACH)
    with pytest.raises(InputError, match="told already"):
        parse_input({"what": "agreed", "id": "must"}, told, "Olga")


@pytest.mark.parametrize(
    "told",
    [{"what": "ruling", "id": "must", "why": "stands", "detail": {"state": "accepted"}}, {"what": "referred", "id": "must"}],
    ids=["ruled", "referred"],
)
@pytest.mark.parametrize("what", ["flag_confirm", "flag_dismiss"])
def test_what_the_director_has_or_has_ruled_on_only_he_decides(told: dict[str, Any], what: str) -> None:
    view = view_of(told, **ONE_OF_EACH)
    form = {"what": what, "id": "must", "why": "seen otherwise"}
    with pytest.raises(InputError, match="director"):
        parse_input(form, view, "Olga", Role.OBSERVER)
    assert parse_input(form, view, "Dana", Role.DIRECTOR)["id"] == "must"
    assert parse_input({**form, "id": "info"}, view, "Olga", Role.OBSERVER)["id"] == "info"
