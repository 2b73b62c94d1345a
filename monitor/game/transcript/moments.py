"""XGID and GNU IDs of any moment of a match. The bottom player of an XGID and player 0 of a GNU match ID is player A."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.ids import MatchState, Xgid, gnu_match_id, gnu_position_id, xgid
from monitor.game.position import rows_to_position
from monitor.game.transcript.replay import TableState


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of one moment; None where the position is unknown or the id has no room for it (both colours on a point, 16 checkers)."""

    xgid: str | None
    gnu_position_id: str | None
    gnu_match_id: str | None


def ids_of(state: TableState) -> Ids:
    """The ids of a state. While a double waits for its answer the doubler stays on roll; the XGID's dice are D, the match ID's decision is the other's."""
    on_roll = state.on_roll or Player.A
    return Ids(_or_none(lambda: _xgid(state, on_roll)), _or_none(lambda: _position_id(state, on_roll)), _or_none(lambda: _match_id(state, on_roll)))


def _or_none(make: Callable[[], str | None]) -> str | None:
    try:
        return make()
    except InputError:
        return None


def _roll(state: TableState) -> tuple[int, int] | None:
    match state.dice:
        case (int(first), int(second)) if not state.is_doubled:
            return first, second
    return None


def _xgid(state: TableState, on_roll: Player) -> str | None:
    if state.rows is None:
        return None
    roll = _roll(state)
    dice = "D" if state.is_doubled else "00" if roll is None else f"{roll[0]}{roll[1]}"
    sign = {None: 0, Player.A: 1, Player.B: -1}
    crawford = int(state.is_crawford) if state.length else int(state.is_jacoby)
    return xgid(
        Xgid(
            bottom=state.rows.A, top=state.rows.B, cube=state.cube, cube_owner=sign[state.cube_owner], turn=sign[on_roll], dice=dice,
            scores=state.score, crawford=crawford, length=state.length,
        )
    )  # fmt: skip


def _position_id(state: TableState, on_roll: Player) -> str | None:
    if state.rows is None:
        return None
    return gnu_position_id(rows_to_position(state.rows, on_roll))


def _match_id(state: TableState, on_roll: Player) -> str:
    number = {Player.A: 0, Player.B: 1}
    to_act = on_roll.opponent if state.is_doubled else on_roll
    return gnu_match_id(
        MatchState(
            cube=state.cube, cube_owner=None if state.cube_owner is None else number[state.cube_owner], on_roll=number[on_roll],
            is_crawford=state.is_crawford, state=2 if state.is_over else 1, decision=number[to_act], is_doubled=state.is_doubled,
            dice=_roll(state) or (0, 0), length=state.length, scores=state.score, is_jacoby=state.is_jacoby,
        )
    )  # fmt: skip
