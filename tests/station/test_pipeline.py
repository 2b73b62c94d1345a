"""The chain from observations to flags, and what a table's options change in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from monitor.errors import InputError
from monitor.game.events import CubeAction, FlagChanged, FlagRaised, Player, PlayMade, RollSeen, TableEvent
from monitor.officiating import InputKind, OfficialInput
from monitor.record.chain import LogEntry
from monitor.station.config import TableOptions
from monitor.station.pipeline import Pipeline
from monitor.vision.frame import Frame
from tests.station.scripted import RED, START, ScriptedReader, die, moved, opening_game


def run(script: Sequence[Any], options: TableOptions | None = None, until_s: float = 13.0, pipeline: Pipeline | None = None) -> list[TableEvent]:
    chain = pipeline or Pipeline(ScriptedReader(script), options or TableOptions(), "match")
    out: list[TableEvent] = []
    for number in range(round(until_s * 5)):
        out += chain.step(Frame(number, number / 5, datetime.now(UTC), np.zeros((12, 16, 3), np.uint8), "scripted"))
    return out + chain.finish()


def test_a_legal_turn_raises_nothing() -> None:
    events = run(opening_game())
    assert [e.kind for e in events] == ["setup", "roll", "play", "turn_end"]
    assert isinstance(events[2], PlayMade)
    assert (events[2].notation, events[2].legal) == ("8/5 6/5", True)


def test_an_illegal_turn_is_flagged_after_its_end() -> None:
    events = run(opening_game(illegal=True))
    flags = [e for e in events if isinstance(e, FlagRaised)]
    assert [f.rule for f in flags] == ["move.wrong-distance"]
    assert set(flags[0].frames or {}) == {"before", "dice", "after"}
    assert events.index(flags[0]) > [e.kind for e in events].index("turn_end")


def _left_roll() -> list[Any]:
    """After A's opening turn B rolls on the near player's right, which is left of the bar from B's chair."""
    after = moved(START, (8, 5), (6, 5))
    return [*opening_game(), (11.0, after, START, (die(0.7, 0.5, 6, color=RED), die(0.8, 0.45, 2, color=RED)))]


class TestLeftOfTheBar:
    def test_is_flagged_without_a_permission(self) -> None:
        assert "roll.left-of-bar" in {e.rule for e in run(_left_roll()) if isinstance(e, FlagRaised)}

    def test_the_look_alike_beside_a_baffle_box_is_not(self) -> None:
        events = run(_left_roll(), TableOptions(baffle="left"))
        assert not [e for e in events if isinstance(e, FlagRaised)]
        assert [e.valid for e in events if isinstance(e, RollSeen)] == [True, True]

    def test_a_permission_told_at_the_start_reaches_the_referee(self) -> None:
        chain = Pipeline(ScriptedReader(_left_roll()), TableOptions(allow_left=(Player.A,)), "match")
        assert chain.referee.has_left_permission(Player.A)
        assert not chain.referee.has_left_permission(Player.B)


@pytest.mark.parametrize(
    ("profile", "flag_class", "article"), [("cnb", "MUST", "CNB 4.2.3.1"), ("dbgf", "OPTION", "DBgF §4.2.3.1"), ("biba", "OPTION", "BIBA 4.8")]
)
def test_a_flag_is_as_the_profile_has_it(profile: str, flag_class: str, article: str) -> None:
    (flag,) = [e for e in run(opening_game(illegal=True), TableOptions(profile=profile)) if isinstance(e, FlagRaised)]
    assert (flag.profile, flag.flag_class) == (profile, flag_class)
    assert flag.article.startswith(article)


def test_the_cube_is_not_judged_by_what_is_read_of_it_but_may_be_noted() -> None:
    chain = Pipeline(ScriptedReader(opening_game()), TableOptions(match_length=7, score=(6, 2)), "match")
    assert chain.referee.match.is_crawford
    assert chain.referee.observe(CubeAction(1.0, player=Player.A, value=2)) == []
    noted = chain.tell(OfficialInput(InputKind.NOTE, "observer", 2.0, Player.A, "cube.crawford"))
    assert [e.rule for e in noted if isinstance(e, FlagRaised)] == ["cube.crawford"]


def test_an_official_dismisses_a_flag_and_an_unknown_one_is_refused() -> None:
    chain = Pipeline(ScriptedReader(opening_game(illegal=True)), TableOptions(), "match")
    flag = next(e for e in run((), pipeline=chain) if isinstance(e, FlagRaised))
    changes = chain.tell(OfficialInput(InputKind.FLAG_DISMISS, "observer", 14.0, id=flag.id, why="a spectator's hand"))
    assert [(c.state, c.by) for c in changes if isinstance(c, FlagChanged)] == [("dismissed", "observer")]
    with pytest.raises(InputError):
        chain.tell(OfficialInput(InputKind.FLAG_CONFIRM, "observer", 15.0, id="nothing"))


def test_the_table_says_what_was_seen_and_leaves_null_what_was_neither() -> None:
    chain = Pipeline(ScriptedReader(opening_game()), TableOptions(match_length=7), "match")
    assert chain.table_json()["near"] is None
    run((), pipeline=chain)
    table = chain.table_json()
    assert (table["near"], table["near_home"], table["match_length"], table["score"], table["names"]) == ("A", "right", 7, None, None)


def test_replays_are_the_same_to_the_byte() -> None:
    assert [e.to_json() for e in run(opening_game(illegal=True))] == [e.to_json() for e in run(opening_game(illegal=True))]


def _entries(events: Sequence[TableEvent]) -> list[LogEntry]:
    return [LogEntry(i + 1, e.t, "", e.kind, e.to_json(), "", "") for i, e in enumerate(events)]


class TestTakenUpAgain:
    """The reading process died in the middle of a match and was started again."""

    def _second_turn(self, *, illegal: bool) -> list[Any]:
        """The game goes on at 14 s: B rolls 6-2 on its right and plays 24/18 13/11, or wrongly 24/18 13/10."""
        a = moved(START, (8, 5), (8, 6)) if illegal else moved(START, (8, 5), (6, 5))
        b = moved(START, (24, 18), (13, 11))
        pair = (die(0.2, 0.5, 6, color=RED), die(0.3, 0.45, 2, color=RED))
        return [(0.0, a, START, ()), (3.0, a, START, pair), (6.0, a, b, pair), (9.0, a, b, ())]

    def _resumed(self, *, illegal: bool) -> tuple[list[TableEvent], list[TableEvent]]:
        before = run(opening_game(illegal=illegal))
        chain = Pipeline(ScriptedReader(self._second_turn(illegal=illegal)), TableOptions(), "match")
        chain.resume(_entries(before))
        return before, run((), pipeline=chain)

    def test_the_game_goes_on_from_the_last_position(self) -> None:
        _, after = self._resumed(illegal=False)
        assert [e.kind for e in after] == ["roll", "play", "turn_end"]
        assert isinstance(after[1], PlayMade)
        assert (after[1].player, after[1].notation, after[1].legal) == (Player.B, "24/18 13/11", True)

    def test_an_open_flag_closes_as_if_nothing_had_happened(self) -> None:
        before, after = self._resumed(illegal=True)
        raised = next(e for e in before if isinstance(e, FlagRaised))
        closed = [e for e in after if isinstance(e, FlagChanged)]
        assert [(c.id, c.state) for c in closed] == [(raised.id, "accepted")]
        assert not [e for e in after if isinstance(e, FlagRaised)]

    def test_what_was_told_stands(self) -> None:
        chain = Pipeline(ScriptedReader(self._second_turn(illegal=False)), TableOptions(), "match")
        told = OfficialInput(InputKind.PERMISSION_LEFT, "observer", 2.0, player=Player.B)
        entries = [*_entries(run(opening_game())), LogEntry(99, 12.0, "", "input", told.to_json(), "", "")]
        chain.resume(entries)
        assert chain.referee.has_left_permission(Player.B) and Player.B in chain.tracker.left_allowed

    def test_before_the_first_play_it_begins_at_the_set_up(self) -> None:
        first = run(opening_game(), until_s=2.0)
        chain = Pipeline(ScriptedReader(opening_game()), TableOptions(), "match")
        chain.resume(_entries(first))
        assert [e.kind for e in run((), pipeline=chain)] == ["setup", "roll", "play", "turn_end"]
