"""Judging rolls: those that do not count, those made again, too early, or with the wrong dice (`rules.md` 2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monitor.game.events import DieSeen, Incident, Player, PlayMade, RollSeen, Rows, Status, TableEvent
from monitor.officiating.assess import RollVerdict, assess_roll
from monitor.officiating.automaton import Signal, State
from monitor.officiating.bench import Bench, Finding, frames_by_role
from monitor.officiating.catalogue import ROLL_REASONS
from monitor.officiating.course import Trigger
from monitor.officiating.flags import Flag
from monitor.officiating.profile import Circumstance
from monitor.officiating.words import dice_words, matter_text, roll_text

ASSENT_TAKES_S = 1.5
"""Dice rolled again sooner than this after they came to rest: nobody can have seen them, objected and been agreed with."""


@dataclass(slots=True)
class _Early:
    """A roll made before the opponent's turn had ended. is_annulled: it does not count. is_counted: that turn has ended, and it does."""

    roll: RollSeen
    is_annulled: bool = False
    is_counted: bool = False


EARLY_ROLLS = ("roll.premature", "roll.out-of-turn", "roll.premature-lifted")


class RollJudge:
    """Rolls of one match."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._has_left_board: set[Player] = set()
        self._one_die_up: set[Player] = set()
        self._early: _Early | None = None
        self._opening: RollSeen | None = None
        self._second_pair: RollSeen | None = None

    def begin_game(self) -> None:
        self._has_left_board.clear()
        self._one_die_up.clear()
        self._early = self._opening = self._second_pair = None

    def assess(self, seen: Sequence[DieSeen], player: Player) -> RollVerdict:
        """The verdict on a roll of that player, with what is known now."""
        bench = self._bench
        return assess_roll(
            bench.profile,
            seen,
            left_permission=bench.inputs.has_left_permission(player),
            box=bench.box.get(player),
            has_left_board=player in self._has_left_board,
        )

    # ------------------------------------------------------------ rolls

    def is_early(self, event: RollSeen) -> bool:
        """Is this a roll before the opponent's turn has ended? Only where that was seen; a turn's end that was missed is more likely."""
        return event.early and event.player is not None and not event.opening and self._bench.is_watched("roll.premature")

    def observe(self, event: RollSeen) -> tuple[list[TableEvent], list[Trigger]]:
        """A roll in the roller's own turn. Returns the flags, and what it triggers."""
        bench = self._bench
        out = self._note_reroll(event)
        number = bench.course.roll(event)
        triggers = [bench.trigger("any_roll", event.t, event.player, number)] if number is not None else []
        if number is not None and event.valid is True:
            triggers.insert(0, bench.trigger("valid_roll", event.t, event.player, number))
        out += bench.close(triggers)
        self._follow(event)
        if event.player is not None:
            out += self._check_pair(event, event.player)
            bench.roll[event.player] = event
            self._has_left_board.discard(event.player)
        return out + self._find_invalid(event) + self._find_switch(event), triggers

    def tell_better(self, event: RollSeen) -> None:
        """What was rolled, told by the play that was made with it: nothing has happened at the table, so no window opens or closes."""
        before = None if event.player is None else self._bench.roll.get(event.player)
        if event.player is not None and before is not None and before.t == event.replaces:
            self._bench.roll[event.player] = event

    def observe_early(self, event: RollSeen, before: Rows | None) -> list[TableEvent]:
        """A roll in the opponent's turn (CNB 4.1.5.1, DBgF §4.1.5.1, BIBA 4.6). before: the position from which the opponent plays."""
        bench = self._bench
        player = event.player
        assert player is not None
        frames = frames_by_role(bench.rest_t, event.t)
        if event.valid is False:
            out = self._note_reroll(event) + self._find_invalid(event)
            if bench.profile.premature.lifted == "restored":
                out += bench.find(Finding("roll.premature-lifted", event.t, player, matter_text("roll.premature", player), frames=frames, case="cocked"))
            return out
        out = self._note_reroll(event)
        self._early = _Early(event)
        is_forced = bench.is_forced(player.opponent, before)
        rolled = f"rolled {dice_words(event.dice)}" if event.dice else ""
        text = matter_text("roll.premature", player, rolled, "The opponent's play was completely forced." if is_forced else "")
        rule = "roll.premature" if bench.table.state is State.MOVING else "roll.out-of-turn"
        return out + bench.find(Finding(rule, event.t, player, text, confidence=event.confidence, frames=frames, case="forced" if is_forced else None))

    def count_early(self, ended: Player) -> list[TableEvent]:
        """The opponent's turn has ended: the early roll, if it was left to stand, is the roller's roll now (G9)."""
        early = self._early
        if early is None or early.is_annulled or early.is_counted or early.roll.player is ended:
            return []
        bench, roll, player = self._bench, early.roll, early.roll.player
        assert player is not None
        early.is_counted = True
        number = bench.course.roll(roll)
        bench.roll[player] = roll
        return bench.close([bench.trigger(on, roll.t, player, number) for on in ("valid_roll", "any_roll")])

    def take_up_early(self, ended: Player) -> None:
        """After the opponent's turn end has been followed: the early roller is moving."""
        early = self._early
        if early is not None and early.is_counted and early.roll.player is not ended:
            self._bench.table.take(Signal.VALID_ROLL, early.roll.player)

    def play_early(self, player: Player, t: float) -> list[TableEvent]:
        """The early roller touches a checker: what the opponent played before stands then (G9)."""
        early = self._early
        if early is None or not early.is_counted or early.roll.player is not player:
            return []
        self._early = None
        return self._bench.close([self._bench.trigger("early_roll_played", t, player)])

    def annul_early(self, flag: Flag) -> None:
        """The opponent demands a new roll: this one does not count, and is kept as such."""
        if self._early is not None and self._early.roll.player is flag.raised.player:
            self._early.is_annulled = True
            self._bench.superseded.append((self._early.roll, f"annulled at the opponent's demand ({flag.raised.id})"))

    def lift_early(self, event: Incident) -> list[TableEvent]:
        """The early roller takes his dice up again before the opponent's turn has ended (BIBA 4.6)."""
        early, bench = self._early, self._bench
        if early is None or early.is_counted or early.is_annulled or early.roll.player is not event.player:
            return []
        read = [value for value in early.roll.dice if value is not None]
        cases: tuple[Circumstance, ...] = ("none_read", "one_read", "both_read")
        case = cases[min(len(read), 2)]
        if bench.profile.premature.lifted == "restored" and case != "both_read":
            early.is_annulled = True
            bench.superseded.append((early.roll, "taken up before the opponent's turn had ended"))
        out: list[TableEvent] = []
        if bench.profile.premature.lifted == "restored":  # what becomes of the roll is now the matter of the other rule
            for flag in bench.book:
                if flag.is_open and flag.raised.rule == "roll.premature" and flag.raised.t == early.roll.t:
                    out += bench.book.live(flag, "corrected", event.t, "the dice were taken up: they are restored as far as they were seen")
        text = matter_text("roll.premature-lifted", event.player, f"read: {dice_words(early.roll.dice)}")
        values = {"values": " and ".join(str(value) for value in read)}
        frames = frames_by_role(dice=early.roll.t, after=event.t)
        return out + bench.find(Finding("roll.premature-lifted", event.t, event.player, text, frames=frames, case=case, values=values))

    # ------------------------------------------------------------ what becomes known beside the roll itself

    def die_returned(self, event: Incident) -> list[TableEvent]:
        """A die left the board and came back: told to the verdict on this roll; a flag of its own where the roll stays valid (G8)."""
        if event.player is not None:
            self._has_left_board.add(event.player)
        if self._bench.profile.rolls.off_board_returned == "invalid":
            return []
        return self._bench.find(Finding("roll.off-board-returned", event.t, event.player, matter_text("roll.off-board-returned", event.player)))

    def dice_up(self, player: Player, n: int) -> None:
        """Dice are taken up after a roll that did not count."""
        latest = self._bench.roll.get(player)
        if latest is None or latest.valid is not False:
            return
        if n == 1 and player not in self._one_die_up:
            self._one_die_up.add(player)
        else:
            self._one_die_up.discard(player)

    def end_turn(self, player: Player, play: PlayMade | None, t: float) -> list[TableEvent]:
        """The opener's first turn has ended: did he play the opening dice, or a new pair (`rules.md` C2)?"""
        opening, second = self._opening, self._second_pair
        self._opening = self._second_pair = None
        if opening is None or second is None or opening.player is not player or play is None or sorted(map(str, play.dice)) != sorted(map(str, second.dice)):
            return []
        text = matter_text(
            "roll.opening-wrong-pair", player, f"the opening dice were {dice_words(opening.dice)}, rolled and played were {dice_words(second.dice)}"
        )
        return self._bench.find(Finding("roll.opening-wrong-pair", t, player, text, frames=frames_by_role(opening.t, second.t, play.t)))

    # ------------------------------------------------------------ parts

    def _follow(self, event: RollSeen) -> None:
        table = self._bench.table
        if event.opening and event.player is None and event.valid is not False:
            table.take(Signal.TIE)
        elif event.player is not None and event.valid is False:
            table.take(Signal.INVALID_ROLL, event.player)
        elif event.player is not None:  # also one that could not be told: dice lie on the board
            table.take(Signal.VALID_ROLL, event.player)

    def _check_pair(self, event: RollSeen, player: Player) -> list[TableEvent]:
        """Only one die rolled again after an invalid roll; a second pair in place of the opening dice."""
        out: list[TableEvent] = []
        before = self._bench.roll.get(player)
        if player in self._one_die_up:
            self._one_die_up.discard(player)
            frames = frames_by_role(None if before is None else before.t, event.t)
            out = self._bench.find(Finding("roll.single-die-reroll", event.t, player, matter_text("roll.single-die-reroll", player), frames=frames))
        is_sure = event.valid is True and event.status is Status.SURE
        if event.opening and is_sure:
            self._opening, self._second_pair = event, None
        elif not event.opening and self._opening is not None and player is self._opening.player and is_sure:
            self._second_pair = event
        elif player is not (self._opening.player if self._opening else None):
            self._opening = self._second_pair = None
        return out

    def _find_invalid(self, event: RollSeen) -> list[TableEvent]:
        # how a die lies is one thing, what it shows another: a tilted die's face is often the one that cannot be read;
        # where neither can, they may be no dice at all
        is_told = event.status is Status.SURE or event.dice.count(None) == 1
        if not is_told or event.valid is not False:
            return []
        reasons = event.reasons or ((event.reason,) if event.reason else ())
        known = tuple(reason for reason in ROLL_REASONS if reason in reasons)
        if not known:
            return []
        after = event.evidence[-1] if len(event.evidence) > 1 else None
        frames = frames_by_role(self._bench.rest_t, event.evidence[0] if event.evidence else event.t, after)
        text = roll_text(event, known)
        return self._bench.find(Finding(known[0], event.t, event.player, text, reasons=known, confidence=event.confidence, frames=frames))

    def _find_switch(self, event: RollSeen) -> list[TableEvent]:
        """With a left permission he rolls on the right again, and gave no notice (CNB 4.1.4.1)."""
        player, bench = event.player, self._bench
        if player is None or event.valid is not True or not bench.inputs.has_left_permission(player) or bench.box.get(player) is not None:
            return []
        if not event.seen or any(die.half != "right" for die in event.seen):
            return []
        text = matter_text("roll.side-switch-without-notice", player)
        return bench.find(Finding("roll.side-switch-without-notice", event.t, player, text, frames=frames_by_role(bench.rest_t, event.t)))

    def _note_reroll(self, event: RollSeen) -> list[TableEvent]:
        """The same player rolls again: an invalid roll of his turn, or one annulled at the opponent's demand, has been put right."""
        out: list[TableEvent] = []
        bench = self._bench
        needs_assent = bench.profile.rolls.reroll_needs_assent is True
        for flag in bench.book:
            roller = flag.raised.player
            is_his = roller is None or event.player is None or roller is event.player
            if not flag.is_open or not is_his:
                continue
            if flag.counted_as == "roll" and flag.raised.flag_class != "INFO":
                why = "the dice were rolled again"
                has_assent = bench.inputs.has_assent(roller, flag.raised.t)
                if needs_assent:
                    why += "; the opponent's assent was noted" if has_assent else "; no assent of the opponent was noted"
                out += bench.book.live(flag, "corrected", event.t, why)
                if needs_assent and not has_assent and event.t - flag.raised.t < ASSENT_TAKES_S:
                    frames: Mapping[str, Any] = {"before": (flag.raised.frames or {}).get("dice", flag.raised.t), "dice": event.t}
                    text = matter_text("roll.reroll-without-assent", roller, f"the first roll is in {flag.raised.id}")
                    out += bench.find(Finding("roll.reroll-without-assent", event.t, roller, text, frames=frames))
            elif _is_rerolled_by_rule(flag):
                out += bench.book.live(flag, "corrected", event.t, "the dice were rolled again")
        return out


def _is_rerolled_by_rule(flag: Flag) -> bool:
    """Is an early roll to be made again: at the opponent's demand, or because the rule says so (BIBA 4.6)?"""
    return (flag.is_claimed and flag.raised.rule in EARLY_ROLLS) or (flag.raised.rule == "roll.premature-lifted" and flag.raised.flag_class == "REROLL")
