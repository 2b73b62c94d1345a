"""What the cube shows after each cube action (rules.md C19; beavers, which only money play knows, C18)."""

from __future__ import annotations

from monitor.game.transcript.model import Action, CubeMove, CubeTurn


def offered_value(last: Action | None, cube: int) -> int:
    """What the cube would show if the action before, a double, were taken: as told, else twice what it shows."""
    return last.value if isinstance(last, CubeTurn) and last.move is CubeMove.DOUBLE and last.value else cube * 2


def cube_after(action: CubeTurn, last: Action | None, cube: int) -> int:
    """What the cube shows behind an action, as told, else as it should. last: the action before it; cube: what the cube showed before.

    A double counts once it is answered. Who takes a beaver takes the cube as it lies; who passes it loses what was at stake before it.
    """
    is_beavered = answers_beaver(action, last)
    match action.move:
        case CubeMove.TAKE:
            return cube if is_beavered else offered_value(last, cube)
        case CubeMove.BEAVER:
            return action.value or 2 * (cube if is_beavered else offered_value(last, cube))
        case CubeMove.PASS:
            return cube // 2 if is_beavered else cube
        case _:
            return cube


def answers_beaver(action: Action, last: Action | None) -> bool:
    """The action before it is a beaver of the other player."""
    return isinstance(last, CubeTurn) and last.move is CubeMove.BEAVER and last.player is not action.player
