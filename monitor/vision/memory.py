"""What a video's reader remembers of its table from picture to picture, apart from its colours."""

from __future__ import annotations

from dataclasses import dataclass, field

from calibration.geometry import BoardFit
from monitor.vision.background import Background
from monitor.vision.bare_bar import BareBar
from monitor.vision.ground import Ground


@dataclass(frozen=True, slots=True)
class Memory:
    """background: what the board looked like before; ground: the same in the picture's own pixels; bar: the bar without checkers."""

    ground: Ground
    bar: BareBar
    background: Background = field(default_factory=Background)

    @staticmethod
    def of(fit: BoardFit) -> Memory:
        """Nothing yet, of the board of this fit."""
        return Memory(Ground(fit), BareBar(fit))
