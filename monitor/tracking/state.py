"""What a tracker remembers: the phase of play, the roll on the table, the last turn, and stretches it could not see."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from monitor.game.events import DieSeen, Player, Rows
from monitor.tracking import thresholds as T
from monitor.tracking.dice import DieTrack, pair_probabilities
from monitor.tracking.evidence import Fused
from monitor.tracking.explain import Dice, Explanation, Turn
from monitor.tracking.layout import Layout
from monitor.tracking.observation import Observation


class Phase(StrEnum):
    """States of `rules.md` 4.2 as far as a camera tells them apart."""

    SETUP = "setup"
    OPENING = "opening"
    READY = "ready"
    MOVING = "moving"
    ENDING = "ending"


@dataclass(slots=True)
class RollState:
    """The roll being played. dice: one or two tracks (one when the other could not be seen). before: the position it is played from.

    fixed: the fused values of both dice, kept when a track is exchanged for the same die shifted elsewhere. replaces: the time of
    the play that a replay of this roll corrects. has_blind: a stretch in it could not be seen.
    is_player_sure: False when it is not clear who rolled; the play then decides. is_before_sure: False when the position it is played
    from could not be told. has_jumped: frames are missing at its end.
    was_unmoved: no checker had been moved when the first die was lifted. told: the values that the play told, where one could not be read.
    """

    player: Player
    dice: list[DieTrack]
    t: float
    valid: bool | None
    before: Rows
    before_seen: Fused
    before_t: float
    seen: tuple[DieSeen, ...] = ()
    is_opening: bool = False
    fixed: dict[int, tuple[float, ...]] = field(default_factory=dict)
    replaces: float | None = None
    has_blind: bool = False
    is_player_sure: bool = True
    is_before_sure: bool = True
    has_jumped: bool = False
    was_unmoved: bool = False
    final_seen: Fused | None = None
    told: Dice | None = None

    def probabilities(self) -> tuple[tuple[Dice, float], ...]:
        """((values), probability) of the readings of the dice, likeliest first; a die turned by a touch counts as both faces."""
        faces = [self.fixed.get(d.id, d.value_p()) for d in self.dice]
        for i, die in enumerate(self.dice):
            if die.turned is not None:
                mixed = [0.6 * p for p in faces[i]]
                mixed[die.turned - 1] += 0.4
                faces[i] = tuple(mixed)
        while len(faces) < 2:
            faces.append((1 / 6,) * 6)
        return tuple(pair_probabilities(faces[0], faces[1]))

    def values(self) -> tuple[int | None, ...]:
        """The dice as read, or as the play told them; None for one that is not sure or was not seen."""
        if self.told is not None:
            return self.told
        out: list[int | None] = []
        for die in self.dice:
            p = self.fixed.get(die.id, die.value_p())
            out.append(int(np.argmax(p)) + 1 if max(p) >= T.VALUE_SURE else None)
        return (*out, None) if len(out) == 1 else tuple(out)

    def turn(self, layout: Layout, player: Player | None = None) -> Turn:
        return Turn(player or self.player, self.before, self.probabilities(), self.before_seen, layout, None not in self.values())


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """The last turn as reported, for a correction before the next roll."""

    roll: RollState
    explanation: Explanation
    turn: Turn
    t_play: float
    t_end: float


class Sight:
    """Notices stretches in which nothing could be seen: no trusted geometry, no frames, or nearly everything covered."""

    def __init__(self) -> None:
        self._last_t: float | None = None
        self._since: float | None = None
        self._covered_since: float | None = None
        self.is_blind = False

    def update(self, obs: Observation) -> tuple[float, float] | None:
        """The (start, end) of a blind stretch of at least BLIND_S that ends with this frame, or None."""
        last, self._last_t = self._last_t, obs.t
        if not obs.is_geometry_trusted:
            self._since = self._since if self._since is not None else obs.t
            self.is_blind = True
            return None
        start, end = self._since, obs.t
        self._since, self.is_blind = None, False
        if start is None and last is not None and obs.t - last >= T.BLIND_S:
            start = last
        if start is None and obs.is_full:
            start = self._covered(obs)
        return (start, end) if start is not None and end - start >= T.BLIND_S else None

    def _covered(self, obs: Observation) -> float | None:
        if np.count_nonzero(obs.is_hidden) >= 15:
            self._covered_since = self._covered_since if self._covered_since is not None else obs.t
            return None
        start, self._covered_since = self._covered_since, None
        return start

    @property
    def since(self) -> float | None:
        return self._since
