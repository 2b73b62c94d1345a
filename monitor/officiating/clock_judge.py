"""Judging what hangs on the clock: presses, dice taken up too early, the penalty that a claim brings (`rules.md` 2.2, 2.6, 4.3).

A camera does not see a press; it is told, or comes from the clock itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from monitor.errors import InputError
from monitor.game.events import Incident, Player, TableEvent
from monitor.officiating.automaton import Signal, State
from monitor.officiating.bench import Bench, Finding, frames_by_role
from monitor.officiating.flags import Flag
from monitor.officiating.timekeeping import LiftPenalty, lift_penalty
from monitor.officiating.words import matter_text

SAME_MOMENT_S = 0.3
"""Dice taken up and the clock pressed within this of each other are the same moment (`rules.md` 3.2)."""


@dataclass(frozen=True, slots=True)
class _Lift:
    player: Player
    t: float


class ClockJudge:
    """The clock of one match. has_presses: presses are told in this match, so that a missing one means something."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self.has_presses = False
        self._lift: _Lift | None = None
        """The opponent took the dice up; whether before the press shows a moment later."""
        self._pressed: _Lift | None = None
        """Who pressed last."""
        self._waits: Player | None = None
        """Who pressed last and has not been on turn since: another press of his would be the same one told twice."""
        self._must_press: Player | None = None
        """Who has doubled or taken and not pressed."""
        self._penalised: Player | None = None
        self._reduced: set[Player] = set()

    def begin_game(self) -> None:
        self._lift = self._pressed = self._waits = self._must_press = self._penalised = None

    def take_turn(self, player: Player | None, t: float) -> None:
        """That player rolled, played or turned the cube at t, which may be told after a later press; None where it is not known who did."""
        if player is None or (player is self._waits and self._pressed is not None and t > self._pressed.t):
            self._waits = None

    def require_new(self, player: Player) -> None:
        """Raises InputError for a press of a player whose press is known and who has not been on turn since."""
        if player is self._waits and self._pressed is not None:
            raise InputError(f"The press of player {player} is recorded already, at {self._pressed.t:g} s, and he has not been on turn since.")

    def pass_time(self, t: float) -> list[TableEvent]:
        """Time has gone on: dice taken up before the press have become a matter."""
        lift = self._lift
        if lift is None or t - lift.t <= SAME_MOMENT_S:
            return []
        self._lift = None
        return self._find_early_lift(lift)

    def dice_up(self, event: Incident, player: Player) -> list[TableEvent]:
        """Dice were taken up by that player, with a clock in use."""
        bench, table = self._bench, self._bench.table
        if not bench.clock:
            return []
        if table.is_moving(player.opponent):
            self._lift = _Lift(player, event.t)
            return []
        has_pressed = self._pressed is not None and self._pressed.player is player
        if has_pressed and (table.is_ready(player.opponent) or table.state is State.PENALTY):
            text = matter_text("turn.dice-lifted-with-press", player)
            return bench.find(Finding("turn.dice-lifted-with-press", event.t, player, text, frames=frames_by_role(after=event.t)))
        return []

    def roll_early(self, player: Player, t: float) -> list[TableEvent]:
        """An early roll with a clock means that the dice were taken up early as well; the remedies are independent (G28)."""
        if not self._bench.clock or not self._bench.table.is_moving(player.opponent):
            return []
        self._lift = None
        early = self._bench.book.latest("turn.dice-lifted-early")
        is_known = early is not None and early.raised.player is player
        return [] if is_known else self._find_early_lift(_Lift(player, t), "Rolled as well: that is a matter of its own.")

    def press(self, player: Player, t: float) -> list[TableEvent]:
        """He has pressed. What the press ends is followed elsewhere."""
        self.has_presses = True
        if self._lift is not None and abs(t - self._lift.t) <= SAME_MOMENT_S:
            self._lift = None
        if self._must_press is player:
            self._must_press = None
        table = self._bench.table
        if table.state is State.PENALTY and self._penalised is not None and player is self._penalised.opponent:
            table.take(Signal.PRESS)  # both have pressed: the penalised player begins
            table.on_roll, self._penalised = self._penalised, None
        self._pressed, self._waits = _Lift(player, t), player
        return self.pass_time(t)

    def cube(self, player: Player, action: str) -> list[TableEvent]:
        """A cube action: the doubler presses, and the taker where the profile says so (CNB 4.4.3)."""
        if not self._bench.clock or action == "pass":
            self._must_press = None
            return []
        is_due = action == "double" or self._bench.profile.cube.taker_presses is True
        missing = self._missing_press(self._must_press) if action == "take" else []
        self._must_press = player if is_due else None
        return missing

    def roll(self, t: float) -> list[TableEvent]:
        """Dice were rolled: whoever should have pressed after a cube action has not."""
        out = [*self._missing_press(self._must_press, t), *self.pass_time(t)]
        self._must_press = None
        return out

    def accept(self, flag: Flag, left_s: float | None, t: float) -> str | None:
        """Both agree that the dice were taken up early: the penalty in words, None where the profile has none."""
        player, bench = flag.raised.player, self._bench
        assert player is not None
        nth = bench.book.offences(flag.counted_as, player, agreed_only=True)
        penalty = lift_penalty(bench.profile, nth, left_s, was_reduced=player in self._reduced)
        if penalty is None:
            return None
        if penalty.set_to_s is not None:
            self._reduced.add(player)
        self._run(penalty, player)
        return penalty.text

    def _run(self, penalty: LiftPenalty, player: Player) -> None:
        if penalty.seconds:
            self._penalised = player
            self._bench.table.take(Signal.PENALTY, player)

    def _missing_press(self, player: Player | None, t: float | None = None) -> list[TableEvent]:
        if player is None or not self.has_presses:
            return []
        when = t if t is not None else self._bench.rest_t or 0.0
        return self._bench.find(Finding("cube.press-missing", when, player, matter_text("cube.press-missing", player), told=True))

    def _find_early_lift(self, lift: _Lift, more: str = "") -> list[TableEvent]:
        text = matter_text("turn.dice-lifted-early", lift.player, after=more)
        return self._bench.find(Finding("turn.dice-lifted-early", lift.t, lift.player, text, frames=frames_by_role(self._bench.rest_t, after=lift.t)))
