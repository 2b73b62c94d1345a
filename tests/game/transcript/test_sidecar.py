from __future__ import annotations

import json

import pytest

from monitor.errors import InputError
from monitor.game.events import Gap, Player, PlayMade, RollSeen, Rows, SetupSeen, Status, TableEvent
from monitor.game.position import START_ROW
from monitor.game.transcript import format_mat, match_of
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.model import SetUp, Turn
from monitor.game.transcript.replay import replay
from monitor.game.transcript.sidecar import marked_plays, sidecar_of, with_sidecar

A, B = Player.A, Player.B
EVENTS: list[TableEvent] = [
    RollSeen(t=1, player=A, dice=(3, 1), valid=True),
    PlayMade(t=2, player=A, notation="8/5 6/4", dice=(3, 1), legal=False, reasons=("move.wrong-distance",)),
    PlayMade(t=4, player=B, notation="24/23 13/9", dice=(6, 4), legal=False, reasons=("move.wrong-distance",)),
    PlayMade(t=5, player=B, notation="24/14", dice=(6, 4), legal=True, replaces=4),
    RollSeen(t=6, player=A, dice=(5, None)),
    PlayMade(t=7, player=A, status=Status.UNCERTAIN, alternatives=("13/8",)),
]


def test_marks_what_must_not_be_taken_as_it_stands() -> None:
    match = match_of(EVENTS, seqs={2: 17, 5: 21})
    illegal, corrected, untold = sidecar_of(match, replay(match))
    assert (illegal["line"], illegal["player"], illegal["t"], illegal["seq"], illegal["legal"]) == (1, "A", 2, 17, False)
    assert illegal["reasons"] == ["move.wrong-distance"]
    assert (corrected["superseded"], corrected["legal"], corrected["seq"]) == (["24/23 13/9"], True, 21)
    assert (untold["notation"], untold["dice"], untold["status"]) == (None, [5, None], "uncertain")


def test_a_transcript_with_its_sidecar_is_what_it_was() -> None:
    match = match_of(EVENTS, seqs={2: 17})
    marks = json.loads(json.dumps(sidecar_of(match, replay(match))))
    read = with_sidecar(read_mat(format_mat(match)).match, marks)
    assert sidecar_of(read, replay(read)) == marks
    last = read.games[0].actions[-1]
    assert isinstance(last, Turn) and last.dice == (5, None)


def test_the_sidecar_of_analyze_is_read_too() -> None:
    read = with_sidecar(read_mat(format_mat(match_of(EVENTS))).match, marked_plays(EVENTS))
    assert [mark["t"] for mark in sidecar_of(read, replay(read))] == [2, None, 7]


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ({"game": 1}, "not one of this product"),
        ({"game": 3, "line": 1, "player": "A", "t": 1, "dice": [], "legal": None, "reasons": [], "status": "sure"}, "belongs to another file"),
        ({"game": 1, "line": 1, "player": "A", "t": 1, "dice": [], "legal": None, "reasons": [], "status": "nonsense"}, "not one of this product"),
    ],
)
def test_a_sidecar_that_does_not_fit_is_refused(mark: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        with_sidecar(match_of(EVENTS), [mark])


def test_a_position_taken_up_behind_a_gap_is_set_up() -> None:
    moved = Rows((0, 2, *START_ROW[2:24], 0, 0), START_ROW)
    after = Rows(moved.A, (*START_ROW[:24], 1, 0))
    events: list[TableEvent] = [
        SetupSeen(t=0, position=Rows(START_ROW, START_ROW)),
        PlayMade(t=2, player=A, notation="8/5 6/5", dice=(3, 1), legal=True, before=Rows(START_ROW, START_ROW), position=Rows(START_ROW, START_ROW)),
        Gap(t=3, until=9, why="camera lost"),
        RollSeen(t=10, player=B, dice=(2, 1), valid=True),
        PlayMade(t=11, player=B, notation="24/23", dice=(2, 1), legal=True, before=moved, position=after),
    ]
    first, set_up, last = match_of(events).games[0].actions
    assert isinstance(set_up, SetUp) and set_up.position == moved and set_up.player is B
    assert isinstance(last, Turn) and last.notation == "24/23" and first.notes
    assert "; position set up, B on roll, GNU position ID" in format_mat(match_of(events))
