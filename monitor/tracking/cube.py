"""The doubling cube, as far as it can be read with confidence: value and zone at rest, doubles taken or passed.

Nothing is guessed: an action is reported only when both the old and the new place and face were read well at rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from monitor.game.events import CubeAction, Player, TableEvent
from monitor.tracking import thresholds as T
from monitor.tracking.layout import Layout
from monitor.tracking.observation import Observation

CENTRE, OFFERED = "centre", "offered"


@dataclass(slots=True)
class _Rest:
    u: float
    v: float
    first: float
    last: float
    n: int
    values: dict[int, float]

    @property
    def face(self) -> int | None:
        return max(self.values, key=lambda k: (self.values[k], -k)) if self.values else None


class CubeTracker:
    """value: the cube's value in play, None until it was seen at rest. owner: None while centred."""

    def __init__(self) -> None:
        self.value: int | None = None
        self.owner: Player | None = None
        self._rest: _Rest | None = None
        self._offer: tuple[Player, int] | None = None
        self._home: tuple[float, float] | None = None
        """Where the cube lay when its value in play was seen."""

    def begin_game(self) -> None:
        self.value, self.owner, self._offer, self._home = None, None, None, None

    def update(self, obs: Observation, on_roll: Player | None, layout: Layout | None) -> list[TableEvent]:
        """on_roll: who could double now (before his roll), None while nobody can."""
        if not obs.is_full or obs.cube is None or obs.cube.confidence < T.CUBE_CONFIDENCE or layout is None:
            return []
        c = obs.cube
        rest = self._rest
        if rest is None or abs(rest.u - c.u) > 0.02 or abs(rest.v - c.v) > 0.02:
            self._rest = rest = _Rest(c.u, c.v, obs.t, obs.t, 0, {})
        rest.last, rest.n = obs.t, rest.n + 1
        if c.value is not None:
            rest.values[c.value] = rest.values.get(c.value, 0.0) + c.confidence
        if rest.n < 4 or rest.last - rest.first < T.CUBE_REST_S or rest.face is None:
            return []
        return self._settled(rest, on_roll, layout)

    def _settled(self, rest: _Rest, on_roll: Player | None, layout: Layout) -> list[TableEvent]:
        face, zone = rest.face, self._zone(rest, layout)
        assert face is not None
        if self.value is None:
            self._home = rest.u, rest.v
            if zone == CENTRE and face in (1, 64):
                self.value = 1
            elif isinstance(zone, Player):
                self.value, self.owner = face, zone
            return []
        expected = 2 * self.value
        if face != expected or (self._offer is None and not self._has_moved(rest)):
            return []  # who doubles turns the cube and moves it over; another face at the same place is a misread one
        out: list[TableEvent] = []
        if self._offer is None and on_roll is not None and zone != on_roll and self.owner in (None, on_roll):
            self._offer = (on_roll, expected)
            out.append(CubeAction(rest.first, 0.8, player=on_roll, action="double", value=expected))
        if self._offer is not None and zone is self._offer[0].opponent:
            taker = self._offer[0].opponent
            out.append(CubeAction(rest.first, 0.8, player=taker, action="take", value=expected))
            self.value, self.owner, self._offer, self._home = expected, taker, None, (rest.u, rest.v)
        return out

    def _has_moved(self, rest: _Rest) -> bool:
        return self._home is None or max(abs(rest.u - self._home[0]), abs(rest.v - self._home[1])) > T.CUBE_MOVED

    def _zone(self, rest: _Rest, layout: Layout) -> Player | str:
        """The near or far player's edge, the middle beside or on the bar, or the playing area (offered)."""
        if rest.v > 1.0 - T.CUBE_CENTRE_V / 2:
            return layout.near
        if rest.v < T.CUBE_CENTRE_V / 2:
            return layout.near.opponent
        is_middle = abs(rest.v - 0.5) < T.CUBE_CENTRE_V and (rest.u < 0.0 or rest.u > 1.0 or abs(rest.u - 0.5) < 0.05)
        return CENTRE if is_middle else OFFERED
