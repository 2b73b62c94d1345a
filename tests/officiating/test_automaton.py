"""The turn automaton: what leads where, whose turn it is then, and what was not expected."""

import pytest

from monitor.game.events import Player
from monitor.officiating import Automaton, Signal, State
from monitor.officiating.automaton import TRANSITIONS

A, B = Player.A, Player.B

COURSES = {
    # name: (signals in order with their players, state at the end, on roll, cube locked)
    "a turn": ([("setup", None), ("valid_roll", A), ("turn_end", A)], State.READY, B, False),
    "ties": ([("setup", None), ("tie", None), ("tie", None)], State.OPENING, None, False),
    "an invalid roll locks the cube": ([("setup", None), ("valid_roll", A), ("turn_end", A), ("invalid_roll", B)], State.READY, B, True),
    "until the next turn": (
        [("setup", None), ("valid_roll", A), ("turn_end", A), ("invalid_roll", B), ("valid_roll", B), ("turn_end", B), ("valid_roll", A), ("turn_end", A)],
        State.READY, B, False,
    ),
    "released, and at rest": ([("setup", None), ("valid_roll", A), ("turn_end", A), ("release", B), ("valid_roll", B)], State.MOVING, B, False),
    "double and take": ([("setup", None), ("valid_roll", A), ("turn_end", A), ("double", B), ("take", A)], State.READY, B, True),
    "double and pass": ([("setup", None), ("valid_roll", A), ("turn_end", A), ("double", B), ("pass", A)], State.GAME_END, None, False),
    "an illegal play made anew": ([("setup", None), ("valid_roll", A), ("turn_end", A), ("play_again", A)], State.MOVING, A, False),
    "a new game": ([("setup", None), ("valid_roll", A), ("game_end", None), ("setup", None)], State.OPENING, None, False),
    "the next game's set-up was missed": ([("setup", None), ("valid_roll", A), ("game_end", None), ("valid_roll", B)], State.MOVING, B, False),
    "a dispute and a ruling": ([("setup", None), ("valid_roll", A), ("dispute", None), ("dispute", None), ("ruling", None)], State.MOVING, A, False),
}  # fmt: skip


@pytest.mark.parametrize(("signals", "state", "on_roll", "is_locked"), COURSES.values(), ids=COURSES.keys())
def test_every_step_is_expected(signals, state, on_roll, is_locked):
    table = Automaton()
    assert all(table.take(Signal(signal), player) for signal, player in signals)
    assert (table.state, table.on_roll, table.is_cube_locked) == (state, on_roll, is_locked)


def test_what_was_seen_outranks_what_was_expected():
    table = Automaton(State.MOVING, A)
    assert not table.take(Signal.VALID_ROLL, B), "A's turn end was missed"
    assert (table.state, table.on_roll) == (State.MOVING, B)
    assert not table.take(Signal.PRESS)
    assert table.state is State.MOVING, "a press by itself shows nothing"


def test_a_ruling_goes_where_the_director_says():
    table = Automaton(State.MOVING, A)
    table.take(Signal.DISPUTE)
    assert table.take(Signal.RULING, ordered=State.READY)
    assert table.state is State.READY
    assert not table.take(Signal.RULING), "nothing was disputed"
    assert table.state is State.READY


def test_every_state_has_its_transitions_and_every_state_can_be_reached():
    assert set(TRANSITIONS) == set(State)
    reached = {target for leads in TRANSITIONS.values() for target in leads.values()}
    assert reached | {State.SETUP, State.DISPUTE} == set(State)


@pytest.mark.parametrize("player", Player)
def test_whose_turn(player):
    assert Automaton(State.MOVING, player).is_moving(player)
    assert not Automaton(State.MOVING, player).is_moving(player.opponent)
    assert not Automaton(State.READY, player).is_moving(player)
    assert Automaton(State.READY, player).is_ready(player)
    assert not Automaton(State.READY, None).is_ready(None)


def test_a_dispute_is_left_by_a_ruling_or_by_playing_on():
    table = Automaton(State.MOVING, A)
    table.take(Signal.DISPUTE)
    table.take(Signal.TURN_END, A)
    assert (table.state, table.on_roll) == (State.DISPUTE, B)
    table.take(Signal.RULING)
    assert table.state is State.READY, "where the table is by now"
    table.take(Signal.DISPUTE)
    table.take(Signal.VALID_ROLL, B)
    assert (table.state, table.on_roll) == (State.MOVING, B)
