"""The referee: holds the events of a match against a rule profile and raises flags. Pure: same events and inputs, same flags.

It reads each event once, in order, and answers with the flags raised and changed by it, to be appended after it. Only events that
are sure and say False (`valid`, `legal`) raise a flag; what could not be told never does. A flag's `t` is that of the event it is
about: the roll, the end of the turn, the set-up. Where a turn's end was not seen, the play's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from monitor.errors import InputError
from monitor.game import events as table
from monitor.game.events import FlagChanged, FlagRaised, Player, PlayMade, RollSeen, SetupSeen, Status, TableEvent
from monitor.officiating.assess import RollVerdict, assess_roll
from monitor.officiating.catalogue import CATALOGUE, PLAY_PARENT, ROLL_REASONS
from monitor.officiating.course import Course, Trigger, closing_of
from monitor.officiating.flags import FlagBook
from monitor.officiating.inputs import InputBook, InputKind, OfficialInput
from monitor.officiating.profile import Profile
from monitor.officiating.words import misplaced_players, play_text, roll_text, setup_text

_SAME_T_S = 0.001
"""Times nearer than this are the same event's: events are written with four decimals."""


@dataclass(slots=True)
class _Turn:
    """A turn's play in the present match. before_t: a frame of the position it started from. closed: when and how its window closed."""

    play: PlayMade
    roll: RollSeen | None
    before_t: float | None
    ended_t: float | None = None
    is_settled: bool = False
    closed: tuple[str, float, str] | None = None


class Referee:
    """A match's referee. match_id: stands in every flag's id, so that ids are unique wherever it is. clock: a game clock is used."""

    def __init__(self, profile: Profile, match_id: str, *, clock: bool = False) -> None:
        self.profile = profile
        self.match_id = match_id
        self.clock = clock
        self._book = FlagBook()
        self._course = Course()
        self._is_game_over = False
        self._turns: list[_Turn] = []
        self._turn: _Turn | None = None
        """The turn whose play waits to be judged or whose window may be open."""
        self._roll: dict[Player, RollSeen] = {}
        self._setup: SetupSeen | None = None
        self._rest_t: float | None = None
        """A frame of the latest position at rest."""
        self._inputs = InputBook()

    # ------------------------------------------------------------ what others ask

    def has_left_permission(self, player: Player) -> bool:
        """May this player roll left of the bar now? Told by an official; expires with the game (CNB 4.1.4.1)."""
        return self._inputs.has_left_permission(player)

    def assess(self, seen: Sequence[table.DieSeen], player: Player) -> RollVerdict:
        """The verdict on a roll of that player, with the permissions known now: what a tracker is given to ask."""
        return assess_roll(self.profile, seen, left_permission=self.has_left_permission(player))

    @property
    def rolls(self) -> int:
        """Rolls made in the present game (`rules.md` 4.4)."""
        return self._course.rolls

    # ------------------------------------------------------------ events

    def observe(self, event: TableEvent) -> list[TableEvent]:
        """Takes note of one event and returns the flags raised and changed by it. Flags and flag changes themselves say nothing new."""
        match event:
            case SetupSeen():
                return self._observe_setup(event)
            case RollSeen():
                return self._observe_roll(event)
            case PlayMade():
                return self._observe_play(event)
            case table.TurnEnded():
                return self._observe_turn_end(event)
            case table.CubeAction(action="double"):
                out = self._settle(self._turn, None) if self._turn and self._turn.play.player is not event.player else []
                return out + self._close([self._trigger("cube_offer", event.t, event.player)])
            case table.GameEnded():
                out = self._settle(self._turn, None)
                self._is_game_over = True
                self._inputs.end_game()
                return out + self._close([self._trigger("game_end", event.t, None)])
            case table.Gap():
                self._forget_unjudged()
                return []
            case _:
                return []

    def _observe_setup(self, event: SetupSeen) -> list[TableEvent]:
        if self._course.rolls and not self._is_game_over and (event.differs or event.starts_mid_game):
            return []  # some way into a game a position is not a set-up
        out = self._begin_game(event.t) if self._is_game_over or self._course.rolls else []
        self._rest_t = event.evidence[-1] if event.evidence else event.t
        if event.status is not Status.SURE:
            return out
        is_changed = self._setup is None or self._setup.position != event.position
        self._setup = event
        if not is_changed:
            return out
        for flag in self._book:
            if flag.is_open and flag.raised.rule == "setup.error":
                out += self._book.live(flag, "corrected", event.t, "the set-up was changed")
        if event.differs > 0 and not event.starts_mid_game:
            wrong = misplaced_players(event.position) if event.position is not None else ()
            player = wrong[0] if len(wrong) == 1 else None
            out += self._raise("setup.error", ("setup.error",), event, event.t, player, setup_text(event), {"before": self._rest_t})
        return out

    def _observe_roll(self, event: RollSeen) -> list[TableEvent]:
        out: list[TableEvent] = []
        if event.opening and (self._is_game_over or self._course.rolls):
            out += self._begin_game(event.t)
        if self._turn is not None and event.player is not self._turn.play.player:
            out += self._settle(self._turn, None)
        out += self._note_reroll(event)
        number = self._course.roll(event)
        triggers = [self._trigger("any_roll", event.t, event.player, number)] if number is not None else []
        if number is not None and event.valid is True:
            triggers.insert(0, self._trigger("valid_roll", event.t, event.player, number))
        out += self._close(triggers)
        if event.player is not None:
            self._roll[event.player] = event
        # how a die lies is one thing, what it shows another: a tilted die's face is often the one that cannot be read;
        # where neither can, they may be no dice at all
        is_told = event.status is Status.SURE or event.dice.count(None) == 1
        if is_told and event.valid is False:
            reasons = event.reasons or ((event.reason,) if event.reason else ())
            known = tuple(reason for reason in ROLL_REASONS if reason in reasons)
            if known:
                frames = _frames(self._rest_t, event.evidence[0] if event.evidence else event.t, event.evidence[-1] if len(event.evidence) > 1 else None)
                out += self._raise(known[0], known, event, event.t, event.player, roll_text(event, known), frames)
        return out

    def _observe_play(self, event: PlayMade) -> list[TableEvent]:
        if event.replaces is not None:
            for turn in reversed(self._turns):
                if abs(turn.play.t - event.replaces) < _SAME_T_S:
                    return self._replace(turn, event)
        out = self._settle(self._turn, None) if self._turn is not None and self._turn.play.player is not event.player else []
        turn = _Turn(event, self._roll.get(event.player), self._rest_t)
        self._turns.append(turn)
        self._turn = turn
        self._rest_t = _last_t(event)
        return out

    def _observe_turn_end(self, event: table.TurnEnded) -> list[TableEvent]:
        out: list[TableEvent] = []
        if self._turn is not None and self._turn.play.player is event.player:
            out += self._settle(self._turn, event.t)
        number = self._course.turn_end(event.player)
        return out + self._close([self._trigger("turn_end", event.t, event.player, number)])

    def _begin_game(self, t: float) -> list[TableEvent]:
        out = self._settle(self._turn, None)
        out += self._close([self._trigger("next_game", t, None)])
        if not self._is_game_over:
            self._inputs.end_game()  # what was told since a seen end is meant for the new game
        self._course = Course()
        self._is_game_over = False
        self._turn = None
        self._roll.clear()
        self._setup = None
        return out

    # ------------------------------------------------------------ plays

    def _settle(self, turn: _Turn | None, ended_t: float | None) -> list[TableEvent]:
        """A turn is over: its play is judged, once. ended_t None: over because something later happened; its end was not seen."""
        if turn is None or turn.is_settled:
            return []
        turn.is_settled = True
        turn.ended_t = ended_t if ended_t is not None else turn.ended_t if turn.ended_t is not None else turn.play.t
        play = turn.play
        if play.status is not Status.SURE or play.legal is not False:
            return []
        rule = self._play_rule(play.reasons)
        roll_t = None if turn.roll is None else turn.roll.t
        frames = _frames(turn.before_t, roll_t, _last_t(play))
        out = self._raise(rule, play.reasons or (rule,), play, turn.ended_t, play.player, play_text(play, play.reasons), frames, play_t=play.t)
        if turn.closed is not None:
            state, t, why = turn.closed
            for flag in self._book:
                if flag.is_open and flag.play_t == play.t:
                    out += self._book.live(flag, state, t, why)
        return out

    def _play_rule(self, reasons: tuple[str, ...]) -> str:
        """The most specific id when exactly one fits, otherwise the parent."""
        named = {reason for reason in reasons if reason != PLAY_PARENT}
        only = named.pop() if len(named) == 1 else PLAY_PARENT
        return only if only in CATALOGUE and CATALOGUE[only].family == "play" else PLAY_PARENT

    def _replace(self, turn: _Turn, event: PlayMade) -> list[TableEvent]:
        """A play takes the place of another: played again at the table, or read again. What was flagged about the old one is corrected."""
        out: list[TableEvent] = []
        if event.legal is not None and event.status is Status.SURE:
            why = "a legal play took its place" if event.legal else "another play took its place and is judged anew"
            for flag in self._book:
                if flag.play_t == turn.play.t and (flag.closing is None or flag.closing.state != "corrected"):
                    out += self._book.live(flag, "corrected", event.t, why)
        was_settled = turn.is_settled
        turn.play = event
        turn.is_settled = False
        if turn is self._turn:
            self._rest_t = _last_t(event)
            if turn.closed is not None:
                out += self._settle(turn, None)
        elif was_settled:
            out += self._settle(turn, None)
        return out

    def _forget_unjudged(self) -> None:
        """A stretch was lost: a play whose turn's end was not seen may have been changed since, and is not judged."""
        if self._turn is not None and not self._turn.is_settled and self._turn.ended_t is None:
            self._turn.is_settled = True
        self._rest_t = None

    # ------------------------------------------------------------ rolls

    def _note_reroll(self, event: RollSeen) -> list[TableEvent]:
        """The same player rolls again: an invalid roll of his turn has been put right."""
        out: list[TableEvent] = []
        for flag in self._book:
            if not flag.is_open or flag.family != "roll":
                continue
            roller = flag.raised.player
            if roller is None or event.player is None or roller is event.player:
                why = "the dice were rolled again"
                if self.profile.rolls.reroll_needs_assent:
                    why += "; the opponent's assent was noted" if self._inputs.has_assent(roller, flag.raised.t) else "; no assent of the opponent was noted"
                out += self._book.live(flag, "corrected", event.t, why)
        return out

    # ------------------------------------------------------------ windows and flags

    def _trigger(self, on: str, t: float, player: Player | None, number: int | None = None) -> Trigger:
        return Trigger(on, t, player, number, self._course.opener)

    def _close(self, triggers: Iterable[Trigger]) -> list[TableEvent]:
        """Closes every open window that one of the triggers closes."""
        triggers = tuple(triggers)
        out: list[TableEvent] = []
        if not triggers:
            return out
        for flag in self._book:
            hit = closing_of(self.profile.rules[flag.raised.rule].window, triggers, flag.raised.player, clock=self.clock) if flag.is_open else None
            if hit is not None:
                out += self._book.live(flag, hit[0].state, hit[1].t, hit[0].why)
        if self._turn is not None and self._turn.is_settled and self._turn.closed is None:
            hit = closing_of(self.profile.rules[PLAY_PARENT].window, triggers, self._turn.play.player, clock=self.clock)
            if hit is not None:
                self._turn.closed = (hit[0].state, hit[1].t, hit[0].why)
        return out

    def _raise(
        self,
        rule_id: str,
        reasons: tuple[str, ...],
        about: TableEvent,
        t: float,
        player: Player | None,
        text: str,
        frames: dict[str, float],
        *,
        play_t: float | None = None,
    ) -> list[TableEvent]:
        rule = self.profile.rules[rule_id]
        family = CATALOGUE[rule_id].family
        remedy = rule.remedy_clock if self.clock and rule.remedy_clock else rule.remedy
        nth = self._book.offences(family, player) + 1
        steps = [step for step in rule.repeat if step.nth <= nth]
        if steps:
            remedy += f" {max(steps, key=lambda step: step.nth).text}"
        flag = FlagRaised(
            t=t,
            confidence=about.confidence,
            evidence=tuple(sorted(set(frames.values()))),
            id=f"{self.match_id}-f{len(self._book) + 1}",
            rule=rule_id,
            reasons=reasons,
            player=player,
            article=self.profile.article(rule_id),
            profile=self.profile.name,
            flag_class=rule.flag_class,
            window={"opens": t, "closes_on": rule.window.text, "closed": None},
            remedy=remedy,
            text=text,
            frames=frames,
        )
        self._book.add(flag, family, play_t)
        return [flag]

    # ------------------------------------------------------------ officials

    def tell(self, told: OfficialInput) -> list[TableEvent]:
        """Takes note of an official's input and returns the flags changed by it.

        Raises InputError, and changes nothing, for an input that cannot be used: an unknown flag or input to undo, no player, no reason.
        """
        if told.what is InputKind.UNDO:
            return self._book.undo_decision(self._inputs.take_back(told.undoes), told.t, told.by)
        key = self._inputs.key(told)
        change: list[TableEvent] = []
        if told.what in (InputKind.PERMISSION_LEFT, InputKind.PERMISSION_ENDED):
            if told.player is None:
                raise InputError("Say which player may roll on the left.")
            if not self.profile.rolls.left_permission:
                raise InputError(f"The rules of {self.profile.title} know no permission to roll on the left.")
        elif told.what in (InputKind.FLAG_CONFIRM, InputKind.FLAG_DISMISS):
            flag = self._book.get(told.id)
            if told.what is InputKind.FLAG_DISMISS and not told.why.strip():
                raise InputError("Give a reason for dismissing the flag: it is kept with it.")
            state = "confirmed" if told.what is InputKind.FLAG_CONFIRM else "dismissed"
            change = self._book.decide(key, flag, FlagChanged(t=told.t, id=flag.raised.id, state=state, by=told.by, why=told.why))
        self._inputs.add(key, told)
        return change


def _last_t(event: TableEvent) -> float:
    return event.evidence[-1] if event.evidence else event.t


def _frames(before: float | None, dice: float | None, after: float | None) -> dict[str, float]:
    """Times of the frames by role, without what is not known."""
    roles = {"before": before, "dice": dice, "after": after}
    return {role: t for role, t in roles.items() if t is not None}
