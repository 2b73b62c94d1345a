"""The referee: holds the events of a match against a rule profile and raises flags. Pure: same events and inputs, same flags.

It reads each event once, in order, and answers with the flags raised and changed by it, to be appended after it. Only events that
are sure and say False (`valid`, `legal`) raise a flag; what could not be told never does. A flag's `t` is that of the event it is
about: the roll, the end of the turn, the set-up. Where a turn's end was not seen, the play's own.

An input that is taken back is left out, and the match gone through again from its start: whatever followed from it is told as undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from monitor.errors import InputError
from monitor.game.events import DieSeen, FlagRaised, Player, TableEvent
from monitor.officiating.assess import RollVerdict
from monitor.officiating.authority import Authority
from monitor.officiating.automaton import State
from monitor.officiating.bench import Bench
from monitor.officiating.flag_ids import FlagIds
from monitor.officiating.flags import differences
from monitor.officiating.inputs import InputKind, OfficialInput
from monitor.officiating.match_state import MatchFacts, MatchState
from monitor.officiating.proceedings import Proceedings
from monitor.officiating.profile import Profile


class Referee:
    """A match's referee.

    match_id: stands in every flag's id, so that ids are unique wherever it is. clock: a game clock is used. match: what is told of it.
    authority: who may say what at its start. unwatched: beginnings of rule ids that the source of the events cannot be relied on for;
    they are raised only when an official tells so. box: where the baffle box stands, as each player sees it ("left", "right").
    Raises InputError for a clock with a profile that knows none (G1).
    """

    def __init__(
        self,
        profile: Profile,
        match_id: str,
        *,
        clock: bool = False,
        match: MatchFacts | None = None,
        authority: Authority | None = None,
        unwatched: Sequence[str] = (),
        box: Mapping[Player, str] | None = None,
    ) -> None:
        if clock and not profile.clock.available:
            raise InputError(
                f"{profile.title}: these rules hold no clock procedure. Play without a clock, or choose a profile with one, such as {profile.name}+clock."
            )
        self.profile = profile
        self.match_id = match_id
        self.clock = clock
        self._facts = match
        self._authority = authority or Authority()
        self._unwatched = tuple(unwatched)
        self._box = dict(box or {})
        self._ids = FlagIds(match_id)
        self._history: list[TableEvent | tuple[int, OfficialInput]] = []
        self._keys: set[int] = set()
        self._raised: set[str] = set()
        """Ids of all flags told of, also of those that are not there any more."""
        self._go_on_with(self._fresh())

    def _fresh(self) -> Proceedings:
        match, ids = MatchState.of(self._facts), self._ids.copy()
        bench = Bench(self.profile, clock=self.clock, match=match, ids=ids, unwatched=self._unwatched, box=self._box)
        return Proceedings(bench, self._authority)

    def _go_on_with(self, now: Proceedings) -> None:
        """The match gone through again is the match from here on."""
        self._now, self._ids = now, now.bench.ids
        self._ids.gone = self._raised - {flag.raised.id for flag in now.bench.book}

    # ------------------------------------------------------------ what others ask

    def has_left_permission(self, player: Player) -> bool:
        """May this player roll left of the bar now? Told by an official; expires with the game (CNB 4.1.4.1)."""
        return self._now.bench.inputs.has_left_permission(player)

    def assess(self, seen: Sequence[DieSeen], player: Player) -> RollVerdict:
        """The verdict on a roll of that player, with the permissions known now: what a tracker is given to ask."""
        return self._now.rolls.assess(seen, player)

    @property
    def rolls(self) -> int:
        """Rolls made in the present game (`rules.md` 4.4)."""
        return self._now.bench.course.rolls

    @property
    def state(self) -> State:
        """Where the table is (`rules.md` 4.2)."""
        return self._now.bench.table.state

    @property
    def on_roll(self) -> Player | None:
        """Whose turn it is, None when not known or between games."""
        return self._now.bench.table.on_roll

    @property
    def match(self) -> MatchState:
        """Score, cube and Crawford game, as far as told and seen."""
        return self._now.bench.match

    @property
    def superseded(self) -> tuple[tuple[TableEvent, str], ...]:
        """Events that do not count any more, and why. Nothing is deleted."""
        return tuple(self._now.bench.superseded)

    @property
    def authority(self) -> Authority:
        """Who may say what now (`rules.md` 2.0)."""
        return self._now.desk.authority

    def is_sealed(self, *, is_director_asking: bool = False) -> bool:
        """Record-only mode: are flags to be kept from everybody now?"""
        return self.authority.is_sealed(is_match_over=self.match.is_match_over, is_director_asking=is_director_asking)

    def advice(self, flag: FlagRaised) -> str:
        """What the observer may do with a flag, in words."""
        return self.authority.advice(flag, self.profile)

    # ------------------------------------------------------------ what is told

    def observe(self, event: TableEvent) -> list[TableEvent]:
        """Takes note of one event and returns the flags raised and changed by it. Flags and flag changes themselves say nothing new."""
        self._history.append(event)
        return self._telling(self._now.observe(event))

    def tell(self, told: OfficialInput) -> list[TableEvent]:
        """Takes note of an official's input and returns the flags raised and changed by it.

        Raises InputError, and changes nothing, for an input that cannot be used: an unknown flag or input to undo, no player, no reason.
        """
        if told.what is InputKind.UNDO:
            return self._telling(self._take_back(told))
        key = told.seq if told.seq is not None else max(self._keys, default=0) + 1
        if key in self._keys:
            raise InputError(f"Input {key} was told already.")
        ids, ends = self._ids.copy(), {flag.raised.id: flag.told_closing for flag in self._now.bench.book}
        try:
            out = self._now.tell(told)
        except InputError:
            # it may have been half followed when that was found out; the log does not hold it, and so neither may what comes after
            self._ids = ids
            self._go_on_with(self._again()[0])
            for flag in self._now.bench.book:
                flag.told_closing = ends[flag.raised.id]
            raise
        self._keys.add(key)
        self._history.append((key, told))
        return self._telling(out)

    def _telling(self, out: list[TableEvent]) -> list[TableEvent]:
        self._raised.update(event.id for event in out if isinstance(event, FlagRaised))
        return out

    def _take_back(self, told: OfficialInput) -> list[TableEvent]:
        """Leaves an input out (undoes None: the latest that stands), and whatever can no longer be said without it.

        What the director told is his: neither it nor what it rests on is taken back by anybody else.
        """
        key = told.undoes if told.undoes is not None else max(self._keys, default=None)
        if key is None or key not in self._keys:
            raise InputError("There is no such input to take back; perhaps it was taken back already.")
        now, kept, gone = self._again(without=key)
        if not told.is_director and any(entry.is_director for entry in gone):
            raise InputError("The director told that, or something that rests on it: only the director takes it back.")
        before = self._now.bench.book
        self._go_on_with(now)
        self._history = kept
        self._keys = {entry[0] for entry in kept if isinstance(entry, tuple)}
        return differences(before, now.bench.book, told.t, told.by, self._raised)

    def _again(self, without: int | None = None) -> tuple[Proceedings, list[TableEvent | tuple[int, OfficialInput]], list[OfficialInput]]:
        """The match gone through again, perhaps without an input: (how it stands, what it was gone through with, the inputs that went)."""
        now = self._fresh()
        kept: list[TableEvent | tuple[int, OfficialInput]] = []
        gone: list[OfficialInput] = []
        for entry in self._history:
            if not isinstance(entry, tuple):
                now.observe(entry)
            elif entry[0] == without:
                gone.append(entry[1])
                continue
            else:
                try:
                    now.tell(entry[1])
                except InputError:  # it was about what that input had raised
                    gone.append(entry[1])
                    continue
            kept.append(entry)
        return now, kept, gone
