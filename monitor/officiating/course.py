"""The course of one game as far as windows depend on it: who opened, and how many rolls were made (`rules.md` 4.4, roll counter)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from monitor.game.events import Player, RollSeen
from monitor.officiating.profile import Closing, Window


@dataclass(slots=True)
class Course:
    """The roll counter of a game. The decisive opening roll is 1; ties and invalid rolls do not count; a dance does.

    A roll whose validity could not be told, or that was invalid and stood, counts when its turn ends. The opener has the odd
    numbers: where a stretch was not seen, a count of the wrong parity is raised by one, so that it is a lower bound.
    """

    rolls: int = 0
    opener: Player | None = None
    _counted: Player | None = None
    """Whose present turn has its roll counted."""
    _ended: Player | None = None
    """Who ended the latest turn."""
    _opening: Player | None = None
    """Who has an opening roll before him that does not count yet."""

    def roll(self, event: RollSeen) -> int | None:
        """Takes note of a roll. Returns the number that it has, or would have if it were valid; None for a tie or an unknown roller."""
        player = event.player
        if player is None:
            return None
        if self._counted is player:
            return self.rolls
        if event.valid is not True:
            self._opening = player if event.opening else None
            return self._next(player, is_opening=event.opening)
        self._count(player, is_opening=event.opening)
        return self.rolls

    def coming(self, player: Player) -> int:
        """The number of the roll that this player is making."""
        return self.rolls if self._counted is player else self._next(player, is_opening=False)

    def turn_end(self, player: Player) -> int:
        """Takes note of a turn's end. Returns the number of that turn's roll."""
        if self._counted is not player and self._ended is not player:
            self._count(player, is_opening=self._opening is player)
        self._counted, self._ended = None, player
        return self.rolls

    def _count(self, player: Player, *, is_opening: bool) -> None:
        if is_opening:
            self.opener = player
        self.rolls = self._next(player, is_opening=is_opening)
        self._counted, self._ended, self._opening = player, None, None

    def _next(self, player: Player, *, is_opening: bool) -> int:
        if is_opening:
            return 1
        number = self.rolls + 1
        is_opener = player is self.opener
        return number + 1 if self.opener is not None and is_opener != (number % 2 == 1) else number


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that may close windows. on: as in `Closing`. number: the number of the roll it is or belongs to. opener: of this game."""

    on: str
    t: float
    player: Player | None = None
    number: int | None = None
    opener: Player | None = None


def closing_of(window: Window, triggers: Iterable[Trigger], offender: Player | None, *, clock: bool) -> tuple[Closing, Trigger] | None:
    """The first closing condition of the window that one of the triggers meets, with that trigger; None while it stays open.

    An unknown offender (a die of the opening roll) is anybody.
    """
    triggers = tuple(triggers)
    for closing in window.closes:
        if closing.clock is not None and closing.clock is not clock:
            continue
        for trigger in triggers:
            if trigger.on == closing.on and _is_by(closing.by, trigger, offender) and (closing.number is None or (trigger.number or 0) >= closing.number):
                return closing, trigger
    return None


def _is_by(by: str, trigger: Trigger, offender: Player | None) -> bool:
    if by == "anyone":
        return True
    if trigger.player is None:
        return False
    if by == "opener":
        return trigger.player is trigger.opener
    if offender is None:
        return True
    return trigger.player is (offender if by == "offender" else offender.opponent)
