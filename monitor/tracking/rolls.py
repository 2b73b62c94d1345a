"""Who rolled: turn order, the side of the board, and the colour of the dice, weighed against each other.

Left and right are the roller's, so the far player's right is the left half of the picture. Without a clock each player has an own
pair (its colour is learnt from rolls that are certain); with a clock one pair is shared and its colour says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from monitor.game.events import DieSeen, Player, Support
from monitor.tracking import thresholds as T
from monitor.tracking.dice import DieTrack
from monitor.tracking.layout import Layout

Lab = tuple[float, float, float]


@dataclass(slots=True)
class DiceColors:
    """The mean CIELAB colour of each player's dice, learnt from rolls whose roller was certain."""

    _sums: dict[Player, Lab] = field(default_factory=dict)
    _n: dict[Player, int] = field(default_factory=dict)

    def learn(self, player: Player, dice: list[DieTrack]) -> None:
        for die in dice:
            total = self._sums.get(player, (0.0, 0.0, 0.0))
            self._sums[player] = (total[0] + die.color[0], total[1] + die.color[1], total[2] + die.color[2])
            self._n[player] = self._n.get(player, 0) + 1

    def odds(self, dice: list[DieTrack]) -> float:
        """Log odds that the dice are A's rather than B's; 0 while the two pairs cannot be told apart."""
        if any(self._n.get(p, 0) < 1 for p in Player):
            return 0.0
        means = {p: np.asarray(self._sums[p]) / self._n[p] for p in Player}
        apart = float(np.linalg.norm(means[Player.A] - means[Player.B]))
        if apart < T.COLOR_APART or not dice:
            return 0.0
        d = [(_apart(x.color, means[Player.B]) - _apart(x.color, means[Player.A])) / apart for x in dice]
        if min(d) < 0 < max(d):  # one of each: says nothing
            return 0.0
        return T.ODDS_COLOR * float(np.clip(np.mean(d) * 1.5, -1.0, 1.0))


def _apart(color: Lab, mean: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(mean - np.asarray(color)))


def side_odds(dice: list[DieTrack], layout: Layout, left_allowed: frozenset[Player], has_baffle: bool) -> float:
    """Log odds for A from the half in which both dice lie; 0 when they lie apart or the half says nothing."""
    on_board = [d for d in dice if -0.02 <= d.u <= 1.02]
    if has_baffle or left_allowed or not on_board:
        return 0.0
    halves = {layout.half(Player.A, d.u) for d in on_board}
    if len(halves) != 1:
        return 0.0
    return T.ODDS_SIDE if halves == {"right"} else -T.ODDS_SIDE


def seen_pair(dice: list[DieTrack], layout: Layout, roller: Player) -> tuple[DieSeen, ...]:
    return tuple(d.seen(layout, roller) for d in dice)


def opening_owners(dice: list[DieTrack], layout: Layout) -> tuple[Player, Player] | None:
    """Whose die is which at the opening roll: each in its own roller's right half; None when both lie in one half."""
    halves = [layout.half(layout.near, d.u) for d in dice]
    if halves == ["right", "left"]:
        return layout.near, layout.near.opponent
    if halves == ["left", "right"]:
        return layout.near.opponent, layout.near
    return None


def is_off(die: DieTrack) -> bool:
    """Beside the playing area."""
    return not (-0.02 <= die.u <= 1.02 and -0.03 <= die.v <= 1.03)


__all__ = ["DiceColors", "Support", "is_off", "opening_owners", "seen_pair", "side_odds"]
