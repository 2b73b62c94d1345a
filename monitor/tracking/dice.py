"""Following dice: readings of single frames become dice at rest, lifted or shifted.

A die is known by its place. It rests once it has stayed within 0.3 of its size for half a second; it is lifted once it has been
absent for 0.7 s where no hand hides its place. Its value is the summed evidence of the whole rest, its flatness the median.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median

import numpy as np

from monitor.game.events import DieSeen, Player, Support
from monitor.tracking import thresholds as T
from monitor.tracking.layout import Layout
from monitor.tracking.observation import DieReading, Observation

MAX_SAMPLES = 80


@dataclass(slots=True)
class DieTrack:
    """One die as followed so far.

    first: s, start of its rest at this place. unseen_since, absent_since: s, since when it was not seen, and since when its place was
    in view without it. was_lying: it was there when watching began, and has not moved since: a die nobody was seen to throw, or an emblem.
    kept: (log values, n) when a hand last covered it. turned: the face that it showed after a hand had covered
    it, when that is another one than before; its value stays that of the throw.
    """

    id: int
    u: float
    v: float
    size: float
    first: float
    last: float
    n: int = 0
    n_values: int = 0
    log_value: list[float] = field(default_factory=lambda: [0.0] * 6)
    flats: list[float] = field(default_factory=list)
    support: dict[Support, float] = field(default_factory=dict)
    color: tuple[float, float, float] = (0.0, 0.0, 0.0)
    recent: list[int] = field(default_factory=list)
    unseen_since: float | None = None
    absent_since: float | None = None
    absent_n: int = 0
    is_nudged: bool = False
    was_lying: bool = False
    kept: tuple[tuple[float, ...], int] | None = None
    turned: int | None = None

    @property
    def is_resting(self) -> bool:
        return self.n >= T.REST_FRAMES and self.last - self.first >= T.REST_S - 1e-6

    def distance(self, u: float, v: float) -> float:
        """Distance in die sizes."""
        return float(np.hypot(u - self.u, (v - self.v) * T.ASPECT) / max(self.size, 1e-4))

    def value_p(self) -> tuple[float, ...]:
        """(6,) probability of the faces, fused over the rest."""
        if not self.n_values:
            return (1 / 6,) * 6
        logs = np.asarray(self.log_value) / self.n_values * min(self.n_values, T.DIE_N_EFFECTIVE)
        p = np.exp(logs - logs.max())
        return tuple(float(x) for x in p / p.sum())

    @property
    def value(self) -> int | None:
        p = self.value_p()
        return int(np.argmax(p)) + 1 if max(p) >= T.VALUE_SURE else None

    @property
    def flat_p(self) -> float:
        return float(median(self.flats)) if self.flats else 0.5

    def add(self, r: DieReading, t: float) -> None:
        k = min(self.n, 20)
        self.u, self.v = (self.u * k + r.u) / (k + 1), (self.v * k + r.v) / (k + 1)
        self.size = (self.size * k + r.size) / (k + 1)
        (la, aa, ba), (lb, ab, bb) = self.color, r.color
        self.color = ((la * k + lb) / (k + 1), (aa * k + ab) / (k + 1), (ba * k + bb) / (k + 1))
        if self.turned is None:
            rest = max(0.0, 1.0 - sum(r.value_p)) / 6
            for i, p in enumerate(r.value_p):
                self.log_value[i] += float(np.log(max(p + rest, T.FACE_FLOOR)))
            self.n_values += 1
        if len(self.flats) < MAX_SAMPLES:
            self.flats.append(r.flat_p)
        self.support[r.on] = self.support.get(r.on, 0.0) + r.on_p
        self.support[Support.BOARD] = self.support.get(Support.BOARD, 0.0) + (1.0 - r.on_p if r.on is not Support.BOARD else 0.0)
        if max(r.value_p) > 0.5:
            self.recent = [*self.recent[-4:], int(np.argmax(r.value_p)) + 1]
            self._note_turned()
        self.n += 1
        self.last = t
        self.unseen_since = self.absent_since = None
        self.absent_n = 0

    def restart(self, r: DieReading, t: float) -> None:
        """The die moved on: its rest begins anew at the new place."""
        self.u, self.v, self.size, self.first = r.u, r.v, r.size, t
        self.n, self.n_values, self.log_value, self.flats, self.support, self.recent = 0, 0, [0.0] * 6, [], {}, []
        self.kept = self.turned = None
        self.was_lying = False
        self.add(r, t)

    def cover(self) -> None:
        """A hand is over the die: what it shows afterwards may be another face."""
        if self.kept is None and self.is_resting:
            self.kept = (tuple(self.log_value), self.n_values)
            self.recent = []

    def _note_turned(self) -> None:
        """After a hand covered it, five clear readings in a row of another face: the die was turned, not thrown."""
        if self.kept is None or self.turned is not None or len(self.recent) < 5 or len(set(self.recent)) > 1:
            return
        thrown = int(np.argmax(self.kept[0])) + 1
        if self.recent[0] != thrown:
            self.turned = self.recent[0]
            self.log_value, self.n_values = list(self.kept[0]), self.kept[1]
        else:
            self.kept = None

    def seen(self, layout: Layout, roller: Player, told: int | None = None) -> DieSeen:
        """This die as officiating sees it, left and right from the roller's chair. told: its value where the picture alone does not tell it."""
        on, share = self._support()
        value = told or self.value
        p = self.flat_p
        is_flat = True if p >= T.FLAT_SURE else False if self._is_cocked(p) else None
        if not (-0.02 <= self.u <= 1.02 and -0.03 <= self.v <= 1.03) and on is Support.BOARD:
            on = Support.OFF
        if on is not Support.BOARD and share < T.SUPPORT_SURE:
            on, is_flat = Support.BOARD, None
        # what shows no face may be no die: where it lies is held against nobody
        half = None if on in (Support.BAR, Support.OFF, Support.RIM) or value is None else layout.half(roller, self.u)
        flat_confidence = p if is_flat is True else 1.0 - p if is_flat is False else max(p, 1.0 - p)
        return DieSeen(round(self.u, 4), round(self.v, 4), value, is_flat, on, half, round(max(self.value_p()), 4), round(flat_confidence, 4))

    def _is_cocked(self, flat_p: float) -> bool:
        face = max(self.value_p())
        return any(flat_p <= at_most and face >= clear for at_most, clear in T.COCKED)

    def _support(self) -> tuple[Support, float]:
        total = sum(self.support.values())
        if total <= 0:
            return Support.BOARD, 1.0
        best = max(self.support, key=lambda s: (self.support[s], s is Support.BOARD))
        not_board = 1.0 - self.support.get(Support.BOARD, 0.0) / total
        # what stands between "board" and something else is a doubt, reported as such
        if best is Support.BOARD and not_board > 1.0 - T.SUPPORT_SURE:
            best = max((s for s in self.support if s is not Support.BOARD), key=lambda s: self.support[s])
        return best, self.support[best] / total


@dataclass(frozen=True, slots=True)
class Lifted:
    """A die that left. t: s, the frame in which it left."""

    track: DieTrack
    t: float


class DiceTracker:
    """All dice in view. `tracks` are those present (or hidden by a hand); `update` returns the ones found lifted.

    has_changed: a die appeared in the last frame.
    """

    def __init__(self) -> None:
        self.tracks: list[DieTrack] = []
        self._next_id = 1
        self.has_changed = False
        self._began: float | None = None

    def update(self, obs: Observation) -> list[Lifted]:
        self.has_changed = False
        if not obs.is_full:
            return []
        if self._began is None:
            self._began = obs.t
        readings = [d for d in obs.dice if d.confidence >= T.DIE_CONFIDENCE]
        pairs = sorted(
            ((track.distance(r.u, r.v), i, j) for i, track in enumerate(self.tracks) for j, r in enumerate(readings)),
        )
        used_tracks: set[int] = set()
        used_readings: set[int] = set()
        for distance, i, j in pairs:
            if distance > T.DIE_NUDGED or i in used_tracks or j in used_readings:
                continue
            used_tracks.add(i)
            used_readings.add(j)
            self._continue(self.tracks[i], readings[j], distance, obs.t)
        lifted = []
        for i, track in enumerate(list(self.tracks)):
            if i not in used_tracks:
                left = self._missing(track, obs)
                if left is not None:
                    lifted.append(left)
        for j, r in enumerate(readings):
            if j not in used_readings:
                track = DieTrack(self._next_id, r.u, r.v, r.size, obs.t, obs.t, was_lying=obs.t - self._began <= T.LYING_S)
                track.add(r, obs.t)
                self._next_id += 1
                self.has_changed = True
                self.tracks.append(track)
        return lifted

    def resting(self) -> list[DieTrack]:
        return [t for t in self.tracks if t.is_resting]

    def _continue(self, track: DieTrack, r: DieReading, distance: float, t: float) -> None:
        if distance <= T.DIE_SAME_PLACE:
            track.add(r, t)
        elif track.is_resting:  # nudged in place: the same die, the same throw
            track.is_nudged = True
            track.u, track.v = r.u, r.v
            track.add(r, t)
        else:
            track.restart(r, t)

    def _missing(self, track: DieTrack, obs: Observation) -> Lifted | None:
        if track.unseen_since is None:
            track.unseen_since = obs.t
        if _is_covered(track, obs):
            track.cover()
            return None
        if track.absent_since is None:
            track.absent_since = obs.t
        track.absent_n += 1
        absent = obs.t - track.absent_since
        if not track.is_resting and absent > 0.3:
            self.tracks.remove(track)
            return None
        if absent >= T.LIFTED_S - 1e-6 and track.absent_n >= 2:
            self.tracks.remove(track)
            was_brief = track.absent_since - track.unseen_since <= 1.5
            return Lifted(track, track.unseen_since if was_brief else track.absent_since)
        return None


def _is_covered(track: DieTrack, obs: Observation) -> bool:
    """Does a hand hide the die's place, or anything else that is not the bare ground?"""
    if any(track.distance(u, v) <= T.DIE_NUDGED for u, v in obs.covered):
        return True
    m = track.size
    if any(u0 - m <= track.u <= u1 + m and v0 - m <= track.v <= v1 + m for u0, v0, u1, v1 in obs.hands):
        return True
    if not obs.has_hand and not obs.is_hidden.any():
        return False
    if 0.46 < track.u < 0.54:
        return obs.is_bar_hidden
    if 0.0 <= track.u <= 1.0 and 0.0 <= track.v <= 1.0:
        column = min(11, int((track.u / 0.46 if track.u < 0.5 else (track.u - 0.54) / 0.46 + 1.0) * 6))
        if 0.42 < track.v < 0.58:
            return bool(obs.is_hidden[column] and obs.is_hidden[12 + column])
        return bool(obs.is_hidden[column + (0 if track.v < 0.5 else 12)])
    return False


def pair_probabilities(a: tuple[float, ...], b: tuple[float, ...]) -> list[tuple[tuple[int, int], float]]:
    """((values), probability) of all 36 readings of two dice, likeliest first."""
    out = [((i + 1, j + 1), a[i] * b[j]) for i in range(6) for j in range(6)]
    return sorted(out, key=lambda x: (-x[1], x[0]))
