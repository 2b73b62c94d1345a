"""Which resting dice are a new roll: those that came to rest since the last turn ended, two of them."""

from __future__ import annotations

from dataclasses import dataclass

from monitor.tracking import thresholds as T
from monitor.tracking.dice import DiceTracker, DieTrack
from monitor.tracking.rolls import is_off


@dataclass(frozen=True, slots=True)
class Pair:
    """One or two dice at rest. t: s, the first frame with all of them at rest."""

    dice: tuple[DieTrack, ...]

    @property
    def t(self) -> float:
        return max(d.first for d in self.dice)


class PairFinder:
    """Tells fresh dice from those left over (the last roll's, a parked pair, a die the other player has not picked up)."""

    def __init__(self, dice: DiceTracker) -> None:
        self._dice = dice
        self._old: set[int] = set()

    def retire(self, dice: list[DieTrack], before: float) -> None:
        """These dice, and all that rested before the given time, belong to the past."""
        self._old |= {d.id for d in dice} | {d.id for d in self._dice.tracks if d.first < before}

    def revive(self, dice: list[DieTrack]) -> None:
        self._old -= {d.id for d in dice}

    def forget(self, die: DieTrack) -> None:
        self._old.discard(die.id)

    def fresh(self) -> list[DieTrack]:
        return [d for d in self._dice.tracks if d.id not in self._old and not d.was_lying]

    def leftover(self) -> list[DieTrack]:
        return [d for d in self._dice.tracks if d.id in self._old and d.is_resting]

    def find(self, t: float, *, is_opening: bool = False, needs_values: bool = True) -> Pair | None:
        """The two dice of a new roll at time t, once no third one is still settling and both can be read or have been waited for.

        needs_values: False when only that they lie there matters, not what they show.
        """
        fresh = self.fresh()
        resting = sorted((d for d in fresh if d.is_resting), key=lambda d: (-d.first, d.id))
        on_board = [d for d in resting if not is_off(d)]
        read = [d for d in on_board if d.value is not None]
        if len(on_board) > 2 and len(read) == 2:
            on_board = read  # a shadow or a vein beside a die shows no face
        if len(on_board) == 2:
            pair = Pair(tuple(sorted(on_board, key=lambda d: d.id)))
        elif len(on_board) > 2:
            newest, second, third = on_board[:3]
            if third.first > second.first - 2.0 and (is_opening or t - newest.first < T.REST_S + T.DIE_SETTLING_S):
                return None
            pair = Pair((second, newest))
        elif len(on_board) == 1 and any(is_off(d) for d in resting):
            pair = Pair((on_board[0], next(d for d in resting if is_off(d))))
            if t - pair.t < T.REST_S + T.DIE_SETTLING_S:
                return None
        else:
            return None
        if not is_opening and pair.t - min(d.first for d in pair.dice) > T.THROWN_TOGETHER_S:
            return None
        waited = t - pair.t - T.REST_S
        is_third_settling = any(d not in pair.dice and not d.is_resting and d.unseen_since is None for d in fresh)
        if is_third_settling and waited < T.DIE_SETTLING_S:
            return None
        if is_opening and any(d.unseen_since is not None for d in pair.dice):
            return None  # dice mixed before a game are being gathered up
        is_read = not needs_values or all(d.value is not None and not T.COCKED_SURE < d.flat_p < T.FLAT_SURE for d in pair.dice)
        is_leaving = any(d.unseen_since is not None and t - d.unseen_since >= T.LEAVING_S for d in pair.dice)
        return pair if is_read or is_leaving or waited >= T.READ_PATIENCE_S else None

    def find_single(self, t: float) -> DieTrack | None:
        """A lone fresh die that has rested so long that its twin must be out of view. One that shows no face may be none: it is no roll."""
        fresh = [d for d in self.fresh() if d.is_resting and not is_off(d)]
        others = [d for d in self.fresh() if d not in fresh]
        if len(fresh) == 1 and not others and fresh[0].value is not None and t - fresh[0].first >= T.SINGLE_DIE_S:
            return fresh[0]
        return None
