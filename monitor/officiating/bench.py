"""What all judges of one match share: the profile, the state of the table, the book of flags; and how a flag is raised and closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from monitor.game.events import FlagRaised, Player, RollSeen, Rows, TableEvent
from monitor.game.plays import legal_plays
from monitor.game.position import checked_roll, rows_to_position
from monitor.officiating.automaton import Automaton
from monitor.officiating.catalogue import CATALOGUE
from monitor.officiating.course import Course, Trigger, closing_of
from monitor.officiating.flag_ids import FlagIds
from monitor.officiating.flags import FlagBook
from monitor.officiating.inputs import InputBook
from monitor.officiating.match_state import MatchState
from monitor.officiating.profile import Circumstance, Profile


@dataclass(frozen=True, slots=True)
class Finding:
    """What a judge found. t: of the event it is about. told: an official says so. case: a special circumstance of the profile's rule.

    confidence: of the event. frames: times by role. values: what `{name}` in the profile's texts stands for. play_t: t of the play it is about.
    """

    rule: str
    t: float
    player: Player | None
    text: str
    reasons: tuple[str, ...] = ()
    confidence: float = 1.0
    frames: Mapping[str, float] = field(default_factory=dict)
    told: bool = False
    case: Circumstance | None = None
    play_t: float | None = None
    remedy_note: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


class Bench:
    """One match. ids: of its flags, kept when the match is gone through again. unwatched: beginnings of rule ids
    for which the source of the events cannot be relied on; they are raised only when told. box: the half of the board, as each player
    sees it, in which the baffle box stands."""

    def __init__(self, profile: Profile, *, clock: bool, match: MatchState, ids: FlagIds, unwatched: tuple[str, ...], box: Mapping[Player, str]) -> None:
        self.profile = profile
        self.clock = clock
        self.match = match
        self.ids = ids
        self.unwatched = unwatched
        self.box = box
        self.book = FlagBook()
        self.course = Course()
        self.table = Automaton()
        self.inputs = InputBook()
        self.roll: dict[Player, RollSeen] = {}
        """The latest roll of each player in the present game."""
        self.position: Rows | None = None
        """The latest position that was sure, None after a stretch that was not followed."""
        self.rest_t: float | None = None
        """A frame of the latest position at rest."""
        self.triggers: list[Trigger] = []
        """Everything in the match so far that closes windows, in order."""
        self.game_t = float("-inf")
        """When the present game began; before everything for the first one that is watched."""
        self.superseded: list[tuple[TableEvent, str]] = []
        """Events that do not count any more, and why: replaced plays, annulled rolls, cancelled doubles. Nothing is deleted."""

    def is_watched(self, rule_id: str) -> bool:
        """Can events of this source raise the rule?"""
        return not rule_id.startswith(self.unwatched)

    def trigger(self, on: str, t: float, player: Player | None, number: int | None = None) -> Trigger:
        return Trigger(on, t, player, number, self.course.opener)

    def close(self, triggers: Iterable[Trigger]) -> list[TableEvent]:
        """Closes every open window that one of the triggers closes. What was claimed in time stays open until it is decided."""
        triggers = tuple(triggers)
        self.triggers += triggers
        out: list[TableEvent] = []
        for flag in self.book if triggers else ():
            if not flag.is_open or flag.is_claimed:
                continue
            hit = closing_of(self.profile.rules[flag.raised.rule].window, triggers, flag.raised.player, clock=self.clock)
            if hit is not None:
                out += self.book.live(flag, hit[0].state, hit[1].t, hit[0].why)
        return out

    def find(self, finding: Finding) -> list[TableEvent]:
        """Raises the flag, unless the profile has no such rule, or the source cannot show it."""
        rule = self.profile.rules[finding.rule]
        entry = CATALOGUE[finding.rule]
        if not rule.applies or (not finding.told and (entry.known_by == "told" or not self.is_watched(finding.rule))):
            return []
        circumstance = finding.case or (None if finding.told else "seen")
        case = rule.in_case(circumstance)
        nth = self.book.offences(entry.counted_as, finding.player, agreed_only=rule.counts == "accepted") + 1
        remedy = case.remedy or (rule.remedy_clock if self.clock and rule.remedy_clock else rule.remedy)
        for name, value in finding.values.items():
            remedy = remedy.replace(f"{{{name}}}", value)
        remedy = " ".join(part for part in (remedy, rule.ladder_step(nth), finding.remedy_note) if part)
        raised = FlagRaised(
            t=finding.t,
            confidence=finding.confidence,
            evidence=tuple(sorted(set(finding.frames.values()))),
            id=self._id_of(finding),
            rule=finding.rule,
            reasons=finding.reasons or (finding.rule,),
            player=finding.player,
            article=self.profile.article(finding.rule, circumstance),
            profile=self.profile.name,
            flag_class=case.flag_class or rule.flag_class,
            window={"opens": finding.t, "closes_on": rule.window.text, "closed": None},
            remedy=remedy,
            text=finding.text,
            frames=dict(finding.frames),
        )
        flag = self.book.add(raised, entry.counted_as, finding.play_t)
        return [raised, *(self.book.live(flag, case.ends, finding.t, remedy) if case.ends else [])]

    def _id_of(self, finding: Finding) -> str:
        alike = sum((f.raised.rule, f.raised.t, f.raised.player) == (finding.rule, finding.t, finding.player) for f in self.book)
        return self.ids.of((finding.rule, finding.t, finding.player, alike))

    def is_forced(self, player: Player, before: Rows | None) -> bool:
        """Had this player exactly one legal final position, a dance included? False where the position or his roll is not known."""
        roll = self.roll.get(player)
        if before is None or roll is None or roll.valid is not True or len(roll.dice) != 2 or None in roll.dice:
            return False
        return len(legal_plays(rows_to_position(before, player), checked_roll(roll.dice))) == 1


def last_t(event: TableEvent) -> float:
    """The latest frame that shows an event."""
    return event.evidence[-1] if event.evidence else event.t


def frames_by_role(before: float | None = None, dice: float | None = None, after: float | None = None) -> dict[str, float]:
    """Times of the frames by role, without what is not known."""
    roles = {"before": before, "dice": dice, "after": after}
    return {role: t for role, t in roles.items() if t is not None}
