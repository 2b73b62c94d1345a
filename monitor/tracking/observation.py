"""What vision tells tracking about one frame. Plain numpy, no picture, no vendor type; can be saved and replayed.

Frame of reference: the *turned* picture, in which the points run up and down. Cells are numbered as in `formats.md`:
0-11 the top row from left to right, 12-23 the bottom row from left to right. Places (u, v) are in the playing area,
0..1 from left to right and from top to bottom. Colour index 0 is A (lighter checkers), 1 is B (darker).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from monitor.game.events import Support

MAX_COUNT = 16
"""Counts 0..15 are told apart; index 15 means fifteen or more."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die in one frame.

    value_p: (6,) probability of the faces 1..6 (sums to at most 1; the rest is "cannot tell").
    flat_p: probability that the die lies flat on a level surface.
    on: what it seems to stand on; on_p the probability of that.
    size: edge length as a share of the playing area's width. color: mean CIELAB, to tell the players' dice apart.
    """

    u: float
    v: float
    confidence: float
    value_p: tuple[float, ...]
    flat_p: float
    on: Support = Support.BOARD
    on_p: float = 1.0
    size: float = 0.02
    color: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class CubeReading:
    """The doubling cube: the face up (2, 4 ... 64, None when unread) and its place."""

    u: float
    v: float
    value: int | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame's evidence.

    t: seconds, the source's presentation time. seq: the frame's number.
    points: (24, 2, 16) float32 probability of (colour, count) per cell, each [cell, colour] row summing to 1.
    bar: (2, 16) the same for the bar. totals: (25, 16) probability of the count whatever the colours (the bar last), or None.
    off: (2, 16) or None where trays are not in view; a weak hint only.
    is_hidden: (24,) bool, cells that a hand, arm or cup covers: nothing there is evidence. is_bar_hidden: the same for the bar.
    motion: share of the playing area that changed since the previous frame, 0..1. is_still: nothing moved for this frame.
    has_hand: a hand or arm reaches over the playing area. hands: (n, 4) boxes u0 v0 u1 v1.
    covered: (n, 2) places u v of dice that cannot be seen any more and yet have not been taken up: the ground there is not bare.
    is_geometry_trusted: False while the camera or board moved and no new fit is accepted; nothing is evidence then.
    is_full: False for a frame on which only motion was computed (detector not run): all probabilities are then uniform.
    """

    t: float
    seq: int
    points: NDArray[np.float32]
    bar: NDArray[np.float32]
    totals: NDArray[np.float32] | None = None
    off: NDArray[np.float32] | None = None
    is_hidden: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(24, bool))
    is_bar_hidden: bool = False
    dice: tuple[DieReading, ...] = ()
    cube: CubeReading | None = None
    motion: float = 0.0
    is_still: bool = True
    has_hand: bool = False
    hands: tuple[tuple[float, float, float, float], ...] = ()
    covered: tuple[tuple[float, float], ...] = ()
    is_geometry_trusted: bool = True
    is_full: bool = True

    def __post_init__(self) -> None:
        if self.points.shape != (24, 2, MAX_COUNT) or self.bar.shape != (2, MAX_COUNT):
            raise ValueError(f"points must be (24, 2, {MAX_COUNT}) and bar (2, {MAX_COUNT}), got {self.points.shape}, {self.bar.shape}")

    def to_json(self) -> dict[str, Any]:
        """Plain data, probabilities rounded to four places, for a recording that `from_json` replays."""
        return {
            "t": round(self.t, 4), "seq": self.seq,
            "points": np.round(self.points, 4).tolist(), "bar": np.round(self.bar, 4).tolist(),
            "totals": None if self.totals is None else np.round(self.totals, 4).tolist(),
            "off": None if self.off is None else np.round(self.off, 4).tolist(),
            "is_hidden": [int(i) for i in np.flatnonzero(self.is_hidden)], "is_bar_hidden": self.is_bar_hidden,
            "dice": [
                {"u": d.u, "v": d.v, "confidence": d.confidence, "value_p": list(d.value_p), "flat_p": d.flat_p, "on": str(d.on), "on_p": d.on_p,
                 "size": d.size, "color": list(d.color)}
                for d in self.dice
            ],
            "cube": None if self.cube is None else {"u": self.cube.u, "v": self.cube.v, "value": self.cube.value, "confidence": self.cube.confidence},
            "motion": round(self.motion, 5), "is_still": self.is_still, "has_hand": self.has_hand, "hands": [list(h) for h in self.hands],
            "covered": [[round(u, 4), round(v, 4)] for u, v in self.covered],
            "is_geometry_trusted": self.is_geometry_trusted, "is_full": self.is_full,
        }  # fmt: skip

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> Self:
        """The observation that `to_json` wrote."""
        hidden = np.zeros(24, bool)
        hidden[body["is_hidden"]] = True
        return cls(
            t=body["t"], seq=body["seq"], points=np.asarray(body["points"], np.float32), bar=np.asarray(body["bar"], np.float32),
            totals=None if body.get("totals") is None else np.asarray(body["totals"], np.float32),
            off=None if body["off"] is None else np.asarray(body["off"], np.float32), is_hidden=hidden, is_bar_hidden=body["is_bar_hidden"],
            dice=tuple(DieReading(**{**d, "on": Support(d["on"]), "value_p": tuple(d["value_p"]), "color": tuple(d["color"])}) for d in body["dice"]),
            cube=None if body["cube"] is None else CubeReading(**body["cube"]), motion=body["motion"], is_still=body["is_still"],
            has_hand=body["has_hand"], hands=tuple(tuple(h) for h in body["hands"]),
            covered=tuple((u, v) for u, v in body.get("covered", ())), is_geometry_trusted=body["is_geometry_trusted"], is_full=body["is_full"],
        )  # fmt: skip
