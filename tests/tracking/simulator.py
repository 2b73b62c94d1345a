"""A scripted table: turns written down become noisy observations and the true events, without pictures.

The error model is that of a reader: probabilities spread over neighbouring counts, frames misread now and then, tall stacks hard to
count, cells hidden by hands, dice that jitter, flicker and vanish for a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from monitor.game import legal_plays
from monitor.game.events import DieSeen, Player, Rows, Support
from monitor.game.position import position_to_rows, rows_to_position
from monitor.tracking import TableSettings, Tracker
from monitor.tracking.layout import BAR_CELL, START, Layout
from monitor.tracking.observation import CubeReading, DieReading, Observation

SIZE = 0.022
COLORS = {Player.A: (85.0, 2.0, 4.0), Player.B: (40.0, 45.0, 25.0)}


@dataclass(frozen=True)
class Verdict:
    valid: bool | None
    reason: str | None
    reasons: tuple[str, ...]


def assess(seen: Sequence[DieSeen], player: Player, left: frozenset[Player] = frozenset()) -> Verdict:
    """The roll rules of the cnb profile, as far as these tests need them (formats.md section 3)."""
    reasons = []
    if any(d.on is Support.OFF for d in seen):
        reasons.append("roll.off-board")
    if any(d.on is Support.CHECKER for d in seen):
        reasons.append("roll.on-checker")
    if any(d.is_flat is False and d.on is Support.BOARD for d in seen):
        reasons.append("roll.cocked")
    if player not in left and any(d.half == "left" for d in seen):
        reasons.append("roll.left-of-bar")
    if not reasons and any(d.is_flat is None for d in seen):
        return Verdict(None, None, ())
    return Verdict(not reasons, reasons[0] if reasons else None, tuple(reasons))


@dataclass(frozen=True)
class Noise:
    """sharp: probability given to the right count; spread: random softening; misread: share of frames that prefer a neighbour;
    tall: share of stacks above five whose reading leans to a neighbour for as long as they stand; die_*: the same for dice."""

    sharp: float = 0.97
    spread: float = 0.0
    misread: float = 0.0
    tall: float = 0.0
    die_miss: float = 0.0
    die_misread: float = 0.0
    jitter: float = 0.02
    false_die: float = 0.0
    flat_noise: float = 0.0


CLEAN = Noise()
NOISY = Noise(sharp=0.85, spread=0.1, misread=0.04, tall=0.15, die_miss=0.05, die_misread=0.06, jitter=0.06, false_die=0.01, flat_noise=0.08)


@dataclass
class Die:
    u: float
    v: float
    value: int
    owner: Player
    flat: float = 1.0
    on: Support = Support.BOARD


@dataclass
class Table:
    """Records `frames` and `truth` as the script goes. hz: observations a second."""

    layout: Layout = field(default_factory=lambda: Layout(Player.A, "right"))
    noise: Noise = CLEAN
    seed: int = 0
    hz: float = 8.0
    shared_dice: bool = False
    rows: Rows = START

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.t = 0.0
        self.seq = 0
        self.frames: list[Observation] = []
        self.truth: list[dict[str, Any]] = []
        self.cells = self.layout.to_cells(self.rows)
        self.dice: list[Die] = []
        self.cube: CubeReading | None = None
        self.hidden = np.zeros(25, bool)
        self.hands: tuple[tuple[float, float, float, float], ...] = ()
        self.lean: dict[tuple[int, int, int], int] = {}
        self.recolor: dict[int, int] = {}
        self.trusted = True
        self.dropped = False

    # --- time ---
    def wait(self, seconds: float, *, still: bool = True) -> None:
        for _ in range(max(1, round(seconds * self.hz))):
            self.frame(still=still)

    def frame(self, *, still: bool = True) -> None:
        if not self.dropped:
            self.frames.append(self._observe(still and not self.hands))
        self.t += 1.0 / self.hz
        self.seq += 1

    def _observe(self, still: bool) -> Observation:
        grid = self._counts_p()
        for cell in self.recolor:
            grid[cell] = grid[cell][::-1].copy()
        totals = np.stack([np.convolve(a, b)[:16] for a, b in grid])
        return Observation(
            t=round(self.t, 4), seq=self.seq, points=grid[:24], bar=grid[24], totals=totals.astype(np.float32),
            is_hidden=self.hidden[:24].copy(), is_bar_hidden=bool(self.hidden[24]), dice=tuple(d for die in self.dice for d in self._die(die)) + self._ghost(),
            cube=self.cube, motion=0.0 if still else 0.1, is_still=still, has_hand=bool(self.hands), hands=self.hands, is_geometry_trusted=self.trusted,
        )  # fmt: skip

    def _counts_p(self) -> np.ndarray:
        """(25, 2, 16) what the reader says about every cell in this frame."""
        n, rng = self.noise, self.rng
        read = self.cells.astype(int).ravel()
        soft = n.sharp - n.spread * rng.random(50)
        if n.tall:
            for i in np.flatnonzero(read > 5):
                key = (int(i), 0, int(read[i]))
                if key not in self.lean:
                    self.lean[key] = int(rng.choice((-1, 1))) if rng.random() < n.tall else 0
                if self.lean[key]:
                    read[i] += self.lean[key] if rng.random() < 0.6 else 0
                    soft[i] = 0.55
                else:
                    soft[i] = min(soft[i], 0.7)
        if n.misread:
            wrong = rng.random(50) < n.misread
            read[wrong] = np.maximum(0, read[wrong] + rng.choice((-1, 1), int(wrong.sum())))
        p = np.repeat((1 - soft)[:, None] * 0.1 / 15, 16, axis=1)
        rows = np.arange(50)
        p[rows, np.clip(read, 0, 15)] += soft
        for near in (read - 1, read + 1):
            ok = (near >= 0) & (near < 16)
            p[rows[ok], near[ok]] += (1 - soft[ok]) * 0.45
        return (p / p.sum(axis=1, keepdims=True)).astype(np.float32).reshape(25, 2, 16)

    def _die(self, die: Die) -> tuple[DieReading, ...]:
        n, rng = self.noise, self.rng
        if rng.random() < n.die_miss or any(u0 <= die.u <= u1 and v0 <= die.v <= v1 for u0, v0, u1, v1 in self.hands):
            return ()
        value = int(rng.integers(1, 7)) if rng.random() < n.die_misread else die.value
        p = [0.003] * 6  # as sharp as the reader is on rendered clips: the second face at 0.0018 in the middle of 56 dice
        p[value - 1] = 0.98
        flat = float(np.clip(die.flat + rng.normal() * n.flat_noise, 0.0, 1.0))
        j = n.jitter * SIZE
        color = tuple(c + float(rng.normal()) for c in COLORS[Player.A if self.shared_dice else die.owner])
        return (DieReading(die.u + rng.normal() * j, die.v + rng.normal() * j, 0.9, tuple(p), flat, die.on, 0.95, SIZE, color),)

    def _ghost(self) -> tuple[DieReading, ...]:
        if self.rng.random() >= self.noise.false_die:
            return ()
        return (DieReading(float(self.rng.random()), float(self.rng.random()), 0.5, (0.16,) * 6, 0.5),)

    # --- hands ---
    def hand(self, seconds: float, cells: Sequence[int], box: tuple[float, float, float, float] | None = None) -> None:
        """A hand over these cells (and over dice within box)."""
        self.hidden[list(cells)] = True
        self.hands = (box or (2.0, 2.0, 2.1, 2.1),)
        self.wait(seconds, still=False)
        self.hidden[:] = False
        self.hands = ()

    # --- play ---
    def setup(self, rows: Rows = START, seconds: float = 1.5) -> None:
        self.set_rows(rows)
        self.truth.append({"t": self.t, "kind": "setup", "rows": rows})
        self.wait(seconds)

    def set_rows(self, rows: Rows) -> None:
        self.rows = rows
        self.cells = self.layout.to_cells(rows)

    def place(self, player: Player, half: str = "right") -> tuple[float, float]:
        is_right = (half == "right") == (player is self.layout.near)
        u = self.rng.uniform(0.58, 0.95) if is_right else self.rng.uniform(0.05, 0.42)
        return float(u), float(self.rng.uniform(0.42, 0.58))

    def roll(
        self, player: Player, values: Sequence[int], *, halves: Sequence[str] = ("right", "right"), flat: Sequence[float] = (1.0, 1.0),
        on: Sequence[Support] = (Support.BOARD, Support.BOARD), valid: bool = True, replace: bool = True, owners: Sequence[Player] = (),
        opening: bool = False, winner: Player | None = None,
    ) -> None:  # fmt: skip
        """A throw: dice tumble for half a second, then rest. The pair before it must have been lifted."""
        old = [] if replace else list(self.dice)
        self.hand(0.4, [], None)
        whose = tuple(owners) or (player, player)
        dice: list[Die] = []
        for i, value in enumerate(values):
            while True:
                u, v = self.place(whose[i], halves[i])
                if all(abs(u - d.u) + abs(v - d.v) > 3 * SIZE for d in (*dice, *old)):
                    break
            dice.append(Die(u, v, value, whose[i], flat[i], on[i]))
        for k in range(3):
            self.dice = [*old, *(Die(d.u - 0.15 + 0.05 * k, d.v + 0.06, int(self.rng.integers(1, 7)), d.owner) for d in dice)]
            self.frame(still=False)
        self.dice = [*old, *dice]
        self.truth.append({"t": self.t, "kind": "roll", "player": winner if opening else player, "dice": tuple(values), "valid": valid, "opening": opening})
        self.wait(1.2)

    def opening(self, values: tuple[int, int]) -> Player | None:
        """near's die, far's die; the winner, or None after a tie."""
        near, far = self.layout.near, self.layout.near.opponent
        winner = None if values[0] == values[1] else near if values[0] > values[1] else far
        self.roll(near, values, owners=(near, far), opening=True, winner=winner)
        return winner

    def move_to(self, rows: Rows, seconds: float = 0.6) -> None:
        """Bring the checkers where `rows` says, one changed cell after the other, with a hand over each."""
        target = self.layout.to_cells(rows)
        changed = [int(c) for c in np.flatnonzero((target != self.cells).any(axis=1))]
        self.rng.shuffle(changed)
        for cell in changed:
            near_by = [c for c in (cell - 1, cell, cell + 1) if 0 <= c < 24] if cell != BAR_CELL else [BAR_CELL]
            self.hidden[near_by] = True
            self.hands = ((2.0, 2.0, 2.1, 2.1),)
            self.wait(seconds / 2, still=False)
            self.cells = self.cells.copy()
            self.cells[cell] = target[cell]
            self.frame(still=False)
            self.hidden[:] = False
        self.hands = ()
        self.rows = rows
        self.wait(0.4)

    def lift(self, n: int = 2, *, after: float = 1.4) -> None:
        """A hand over the dice, then n of them are gone."""
        self.hands = tuple((d.u - 0.04, d.v - 0.04, d.u + 0.04, d.v + 0.04) for d in self.dice[-2:])
        self.wait(0.3, still=False)
        self.dice = self.dice[: len(self.dice) - n]
        self.wait(0.2, still=False)
        self.hands = ()
        self.wait(after)

    def turn(self, player: Player, values: Sequence[int], after: Rows, *, legal: bool = True, valid: bool = True, roll: bool = True, **kwargs: Any) -> None:
        """A whole turn ending in `after`."""
        if roll:
            self.roll(player, values, valid=valid, **kwargs)
        if after != self.rows:
            self.move_to(after)
        self.truth.append({"t": self.t - 0.4, "kind": "play", "player": player, "position": after, "legal": legal})
        self.truth.append({"t": self.t + 0.3, "kind": "turn_end", "player": player})
        self.lift()

    def after(self, player: Player, values: Sequence[int], index: int | None = None) -> Rows:
        """The rows after a legal play of this roll, a random one unless `index` is given."""
        plays = legal_plays(rows_to_position(self.rows, player), values)
        i = int(self.rng.integers(len(plays))) if index is None else index % len(plays)
        return position_to_rows(plays[i].after, player)

    def random_game(self, max_turns: int = 200) -> int:
        """A whole game of random legal plays; the number of turns."""
        self.setup()
        winner = None
        while winner is None:
            values = (int(self.rng.integers(1, 7)), int(self.rng.integers(1, 7)))
            winner = self.opening(values)
            if winner is None:
                self.lift()
        player, roll = winner, tuple(sorted(values, reverse=True))
        for n in range(max_turns):
            self.turn(player, roll, self.after(player, roll), roll=n > 0)
            if not any(self.rows.of(player)[1:]):
                return n + 1
            player = player.opponent
            roll = (int(self.rng.integers(1, 7)), int(self.rng.integers(1, 7)))
        return max_turns


def edit(rows: Rows, *moves: tuple[Player, int, int | None]) -> Rows:
    """Move checkers from point to point in their player's own numbering (25 bar, 0 off, None away from the table), whatever the rules."""
    row = {p: list(rows.of(p)) for p in Player}
    for player, source, target in moves:
        assert row[player][source] > 0, (player, source)
        row[player][source] -= 1
        if target is not None:
            row[player][target] += 1
    return Rows(tuple(row[Player.A]), tuple(row[Player.B]))


def rows_of(mover: Player, mine: dict[int, int], theirs: dict[int, int]) -> Rows:
    """Rows from point: count of each side, the rest borne off."""
    row = {}
    for player, points in ((mover, mine), (mover.opponent, theirs)):
        row[player] = tuple(15 - sum(points.values()) if p == 0 else points.get(p, 0) for p in range(26))
    return Rows(row[Player.A], row[Player.B])


def run(frames: Sequence[Observation], table: TableSettings | None = None) -> list[Any]:
    tracker = Tracker(table or TableSettings(), assess)
    out = [event for frame in frames for event in tracker.feed(frame)]
    return out + tracker.finish()


def of_kind(events: Sequence[Any], kind: str) -> list[Any]:
    return [e for e in events if e.kind == kind]


def score(truth: Sequence[dict[str, Any]], events: Sequence[Any]) -> dict[str, int]:
    """Turns and rolls exact, as the outside scorer counts them; extra plays; plays called illegal that were legal."""
    plays, rolls = of_kind(events, "play"), of_kind(events, "roll")
    used: set[int] = set()
    result = {"turns": 0, "exact": 0, "rolls": 0, "rolls_exact": 0, "unsure": sum(p.legal is None for p in plays), "false_illegal": 0}
    roll_ok = False
    taken: set[int] = set()
    for e in truth:
        if e["kind"] == "roll":
            result["rolls"] += 1
            match = next((i for i, r in enumerate(rolls) if i not in taken and abs(r.t - e["t"]) <= 2 and r.player is e["player"] and r.valid == e["valid"]
                          and (not e["valid"] or sorted(r.dice, key=str) == sorted(e["dice"], key=str))), None)  # fmt: skip
            roll_ok = match is not None
            taken |= set() if match is None else {match}
            result["rolls_exact"] += roll_ok
        elif e["kind"] == "play":
            result["turns"] += 1
            match = next((i for i, p in enumerate(plays) if i not in used and -2.5 <= p.t - e["t"] <= 4 and p.position == e["position"]
                          and p.player is e["player"] and p.legal == e["legal"]), None)  # fmt: skip
            used |= set() if match is None else {match}
            result["exact"] += roll_ok and match is not None
            near = [p for p in plays if abs(p.t - e["t"]) <= 4 and p.player is e["player"]]
            result["false_illegal"] += e["legal"] and any(p.legal is False for p in near)
    result["extra"] = len(plays) - len(used)
    return result
