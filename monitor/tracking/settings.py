"""What a tracker is told about its table, and the shape of the roll verdict it asks officiating for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from monitor.game.events import DieSeen, Player


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What cannot be seen, as it was told; None where it was not told.

    near: who sits at the bottom edge of the turned picture. near_home: the side of that player's home, "left" or "right".
    Both are learnt from the start position when None. baffle: the picture half ("left"/"right") where a baffle box stands, or None.
    left_permissions: players who may roll on the left of the bar from the start of watching (CNB 4.1.4.1).
    """

    near: Player | None = None
    near_home: str | None = None
    clock: bool = False
    baffle: str | None = None
    profile: str = "cnb"
    match_length: int | None = None
    left_permissions: frozenset[Player] = frozenset()


class RollVerdict(Protocol):
    """Officiating's answer about one roll: valid (None: cannot be told), the first reason that holds, and all of them."""

    @property
    def valid(self) -> bool | None: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def reasons(self) -> tuple[str, ...]: ...


AssessRoll = Callable[[Sequence[DieSeen], Player], RollVerdict]
