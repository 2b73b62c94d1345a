"""What may happen at a table beside rolling and playing: facts as a camera, a clock or a person tells them, and the rules they touch.

A fact accuses nobody. Whether it is against a rule hangs on whose turn it is, and on the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from monitor.game.events import Incident, Status, TableEvent
from monitor.officiating.automaton import Signal, State
from monitor.officiating.bench import Bench, Finding, frames_by_role
from monitor.officiating.clock_judge import ClockJudge
from monitor.officiating.profile import Circumstance
from monitor.officiating.roll_judge import RollJudge
from monitor.officiating.words import matter_text


class Fact(StrEnum):
    """The facts, with what `detail` holds.

    RELEASED the dice left the hand. DICE_UP dice were taken up ({"n": 1 or 2}). DIE_RETURNED a die left the board and came back.
    DIE_ON_FLOOR. LATE_DIE the second die left the cup after the first had touched the board. BAD_TECHNIQUE. DIE_SHIFTED a die was moved by
    hand ({"from": value, "to": value}, null where not read). CHECKER_TOUCHED, CHECKER_MOVED. TWO_HANDS. SHUFFLING for long, to and fro.
    PLAY_CHANGED after the turn's end ({"dice_up": 1 or 2}). CHECKER_LEFT_BAR, CHECKER_RETURNED (from off the board), HIT_NOT_ON_BAR.
    CUBE_TOUCHED and not used. CUBE_BESIDE taken and not put on the taker's side. DIE_SPARE a die or cube not in use lies on the board.
    FOUR_DICE lie on the board. SCENE_CHANGED something was changed.
    """

    RELEASED = "released"
    DICE_UP = "dice_up"
    DIE_RETURNED = "die_returned"
    DIE_ON_FLOOR = "die_on_floor"
    LATE_DIE = "late_die"
    BAD_TECHNIQUE = "bad_technique"
    DIE_SHIFTED = "die_shifted"
    CHECKER_TOUCHED = "checker_touched"
    CHECKER_MOVED = "checker_moved"
    TWO_HANDS = "two_hands"
    SHUFFLING = "shuffling"
    PLAY_CHANGED = "play_changed"
    CHECKER_LEFT_BAR = "checker_left_bar"
    CHECKER_RETURNED = "checker_returned"
    HIT_NOT_ON_BAR = "hit_not_on_bar"
    CUBE_TOUCHED = "cube_touched"
    CUBE_BESIDE = "cube_beside"
    DIE_SPARE = "die_spare"
    FOUR_DICE = "four_dice"
    SCENE_CHANGED = "scene_changed"


_PLAIN: Mapping[Fact, tuple[str, Circumstance | None]] = {
    Fact.DIE_ON_FLOOR: ("roll.on-floor", None),
    Fact.LATE_DIE: ("roll.not-simultaneous", None),
    Fact.BAD_TECHNIQUE: ("roll.bad-technique", None),
    Fact.TWO_HANDS: ("checker.two-hands", None),
    Fact.SHUFFLING: ("move.unclear", None),
    Fact.CHECKER_LEFT_BAR: ("checker.left-bar-early", None),
    Fact.CHECKER_RETURNED: ("checker.borne-off-on-board", "apart"),
    Fact.HIT_NOT_ON_BAR: ("checker.hit-not-on-bar", "apart"),
    Fact.CUBE_TOUCHED: ("cube.ambiguous-gesture", None),
    Fact.CUBE_BESIDE: ("cube.take-placement", None),
    Fact.DIE_SPARE: ("equipment.spare-dice-cubes", None),
}
"""Facts that touch one rule whenever they happen, with the circumstance of the rule."""
_FACTS = frozenset(str(fact) for fact in Fact)
_CHANGES_THE_SCENE = frozenset(Fact) - {Fact.FOUR_DICE, Fact.SHUFFLING, Fact.TWO_HANDS}


@dataclass(slots=True)
class IncidentJudge:
    """Incidents of one match."""

    bench: Bench
    rolls: RollJudge
    clock: ClockJudge

    def observe(self, event: Incident) -> list[TableEvent]:
        """What follows from a fact. One that is not sure, or that nobody knows, says nothing."""
        if event.status is not Status.SURE or event.fact not in _FACTS:
            return []
        fact = Fact(event.fact)
        if self.bench.table.state is State.DISPUTE:
            is_new = self.bench.table.is_scene_kept_at(event.t) and self.bench.book.latest("dispute.scene-changed") is None
            return self._find("dispute.scene-changed", event, what=event.fact.replace("_", " ")) if is_new and fact in _CHANGES_THE_SCENE else []
        if fact is Fact.DIE_ON_FLOOR and event.player is not None:
            self.bench.table.take(Signal.INVALID_ROLL, event.player)
        if fact in _PLAIN:
            rule, case = _PLAIN[fact]
            return self._find(rule, event, case=case)
        handlers: Mapping[Fact, Callable[[Incident], list[TableEvent]]] = {
            Fact.RELEASED: self._released,
            Fact.DICE_UP: self._dice_up,
            Fact.DIE_RETURNED: self.rolls.die_returned,
            Fact.DIE_SHIFTED: self._die_shifted,
            Fact.CHECKER_TOUCHED: self._checker,
            Fact.CHECKER_MOVED: self._checker,
            Fact.PLAY_CHANGED: self._play_changed,
        }
        return handlers[fact](event) if fact in handlers else []

    def _released(self, event: Incident) -> list[TableEvent]:
        if self.bench.table.is_ready(event.player):
            self.bench.table.take(Signal.RELEASE, event.player)
        return []

    def _dice_up(self, event: Incident) -> list[TableEvent]:
        player = event.player
        if player is None:
            return []
        lifted = self.rolls.lift_early(event)
        if lifted:
            return lifted
        self.rolls.dice_up(player, int(_of(event, "n") or 2))
        return self.clock.dice_up(event, player)

    def _die_shifted(self, event: Incident) -> list[TableEvent]:
        before, after = _of(event, "from"), _of(event, "to")
        if before is not None and after is not None and before != after:
            return self._find("dice.value-changed", event, what=f"{before} before, {after} now")
        if event.player is not None and self.bench.inputs.has_notice(event.player, 0.0):
            return []
        return self._find("dice.touched-on-board", event)

    def _checker(self, event: Incident) -> list[TableEvent]:
        """A checker was touched or moved. In his own turn a player may; the early roller ends the window of the play before (G9)."""
        player = event.player
        if player is None:
            return []
        out = self.rolls.play_early(player, event.t)
        if not self.bench.table.is_moving(player.opponent) and not self.bench.table.is_ready(player.opponent):
            return out
        is_only_touched = event.fact == Fact.CHECKER_TOUCHED
        return out + self._find("checker.touched-out-of-turn", event, case="touched" if is_only_touched else None)

    def _play_changed(self, event: Incident) -> list[TableEvent]:
        """A play was changed after its turn's end. Where the play is fixed only with both dice taken up, that is no violation yet (G10)."""
        dice_up = int(_of(event, "dice_up") or 2)
        is_fixed = dice_up >= self.bench.profile.turn.frozen_after
        return self._find("turn.move-changed-after-end", event, case=None if is_fixed else "one_die_lifted")

    def _find(self, rule: str, event: Incident, *, case: Circumstance | None = None, what: str = "") -> list[TableEvent]:
        text = matter_text(rule, event.player, what)
        frames = frames_by_role(self.bench.rest_t, after=event.t)
        return self.bench.find(Finding(rule, event.t, event.player, text, confidence=event.confidence, frames=frames, case=case))


def _of(event: Incident, name: str) -> Any:
    return (event.detail or {}).get(name)
