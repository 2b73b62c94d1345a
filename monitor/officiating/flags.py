"""Flags and their lives. Three things are kept apart: the life of a flag (raised, then corrected, accepted, expired or referred: what
became of the matter at the table), the official's decision on it (none, confirmed or dismissed), and what people did about it
(announced, claimed, demanded ...). Each may change without the others."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace

from monitor.errors import InputError
from monitor.game.events import FlagChanged, FlagRaised, Player, TableEvent

REFEREE = "referee"
"""Who made a change that followed from the events at the table."""
OPEN = "raised"
LIVES = frozenset({"corrected", "accepted", "expired", "referred"})
"""States that end a flag's open life."""
DECISIONS = frozenset({"confirmed", "dismissed"})
ACTS = frozenset({"announced", "claimed", "demanded", "agreed", "disputed", "noted"})
"""What people did about a flag, which ends nothing by itself."""

TAKEN_BACK = "what it rested on was taken back"
"""Why a flag is dismissed that is not there without an input that was undone."""
STANDS_AGAIN = "what it rests on stands again"
"""Why such a flag is open again when another input is undone."""


@dataclass(frozen=True, slots=True)
class FlagView:
    """A flag as it stands after some events, for readers. closed: t at which its window closed. decision: "", "confirmed" or "dismissed".

    acts: what people did about it, oldest first.
    """

    flag: FlagRaised
    life: str = OPEN
    closed: float | None = None
    decision: str = ""
    decided_by: str = ""
    why: str = ""
    acts: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """One word for a list: the dismissal if there is one, else the life, else the confirmation."""
        if self.decision == "dismissed" or (self.decision and self.life == OPEN):
            return self.decision
        return self.life


def current_flags(events: Iterable[TableEvent]) -> dict[str, FlagView]:
    """Every flag by id, in the order raised, as the events (in their order) leave it. Changes of unknown flags are ignored."""
    views: dict[str, FlagView] = {}
    for event in events:
        if isinstance(event, FlagRaised):
            views[event.id] = FlagView(event)
        elif isinstance(event, FlagChanged) and event.id in views:
            views[event.id] = _changed(views[event.id], event)
    return views


def _changed(view: FlagView, event: FlagChanged) -> FlagView:
    if event.state in DECISIONS:
        return replace(view, decision=event.state, decided_by=event.by, why=event.why)
    if event.state in ACTS:
        return replace(view, acts=(*view.acts, event.state), why=event.why or view.why)
    if event.state in LIVES:
        return replace(view, life=event.state, closed=event.t, why=event.why)
    if event.by == REFEREE:
        return replace(view, life=OPEN, closed=None, why=event.why)
    return FlagView(view.flag, decided_by=event.by, why=event.why, acts=view.acts)


@dataclass(slots=True)
class Flag:
    """A flag in the referee's hands. counted_as: of the catalogue. play_t: t of the play it is about, None for others.

    is_claimed: a claim or demand was made in time, so that no window closes it any more. is_agreed: the facts were accepted.
    is_directors: the director made the latest decision.
    """

    raised: FlagRaised
    counted_as: str
    play_t: float | None = None
    closing: FlagChanged | None = None
    """The change that ended its open life; None while it is open."""
    decision: FlagChanged | None = None
    """The official's latest decision."""
    acts: list[FlagChanged] = field(default_factory=list)
    is_claimed: bool = False
    is_agreed: bool = False
    is_directors: bool = False
    told_closing: FlagChanged | None = None
    """The end that readers know of: what becomes of a flag while it is dismissed is not told."""

    @property
    def is_open(self) -> bool:
        return self.closing is None

    @property
    def is_dismissed(self) -> bool:
        return self.decision is not None and self.decision.state == "dismissed"


class FlagBook:
    """All flags of a match, in the order raised."""

    def __init__(self) -> None:
        self._flags: dict[str, Flag] = {}

    def __iter__(self) -> Iterator[Flag]:
        return iter(tuple(self._flags.values()))

    def __len__(self) -> int:
        return len(self._flags)

    def add(self, raised: FlagRaised, counted_as: str, play_t: float | None = None) -> Flag:
        self._flags[raised.id] = Flag(raised, counted_as, play_t)
        return self._flags[raised.id]

    def find(self, flag_id: str) -> Flag | None:
        return self._flags.get(flag_id)

    def get(self, flag_id: str | None) -> Flag:
        """The flag of that id. Raises InputError when there is none."""
        if flag_id is None or flag_id not in self._flags:
            raise InputError(f"There is no flag {flag_id!r}. Reload the list of flags and choose again.")
        return self._flags[flag_id]

    def latest(self, rule: str, *, is_open: bool = True) -> Flag | None:
        """The latest flag of that rule, open ones only unless said otherwise."""
        return next((flag for flag in reversed(tuple(self)) if flag.raised.rule == rule and (flag.is_open or not is_open)), None)

    def offences(self, counted_as: str, player: Player | None, *, agreed_only: bool = False) -> int:
        """How many matters counted together stand against a player in the match; dismissed flags do not count."""
        return sum(
            flag.counted_as == counted_as and flag.raised.player is player is not None and not flag.is_dismissed and (flag.is_agreed or not agreed_only)
            for flag in self
        )

    def live(self, flag: Flag, state: str, t: float, why: str, by: str = REFEREE) -> list[TableEvent]:
        """A flag's life goes on. For a dismissed flag the change is kept, and told only when the dismissal is taken back."""
        flag.closing = FlagChanged(t=t, id=flag.raised.id, state=state, by=by, why=why)
        return [] if flag.is_dismissed else _told_anew(flag, t)

    def decide(self, flag: Flag, change: FlagChanged) -> list[TableEvent]:
        """An official confirms or dismisses, or takes a dismissal back. With a confirmation it is told what became of the flag meanwhile."""
        flag.decision = change
        if change.state == OPEN:
            flag.told_closing = None
        return [change, *(_told_anew(flag, change.t) if change.state == "confirmed" else [])]

    def note(self, flag: Flag, change: FlagChanged) -> list[TableEvent]:
        """Somebody did something about a flag that ends nothing."""
        flag.acts.append(change)
        return [change]


def differences(old: FlagBook, new: FlagBook, t: float, by: str, raised: Container[str] = ()) -> list[TableEvent]:
    """What has to be told so that readers of everything told for `old` see `new`: an input was taken back at t by that person.

    Flags that are not there any more are dismissed by him; nothing is deleted. raised: ids of all flags told of so far; one that was
    gone and is there again is open again, not raised a second time.
    """
    out: list[TableEvent] = []
    for flag in old:
        now = new.find(flag.raised.id)
        if now is None:
            if not flag.is_dismissed:
                out.append(FlagChanged(t=t, id=flag.raised.id, state="dismissed", by=by, why=TAKEN_BACK))
            continue
        if now.raised.remedy != flag.raised.remedy:  # a step of the ladder up or down
            out.append(FlagChanged(t=t, id=flag.raised.id, state="noted", by=REFEREE, why=now.raised.remedy))
        now.told_closing = flag.told_closing
        if now.decision != flag.decision:
            restored = FlagChanged(t=t, id=flag.raised.id, state=OPEN, by=by, why="undone")
            out.append(restored if now.decision is None else replace(now.decision, t=t))
            if now.decision is None or now.decision.state == OPEN:
                now.told_closing = None
        out += [] if now.is_dismissed else _told_anew(now, t)
    for flag in new:
        if old.find(flag.raised.id) is None:
            again = FlagChanged(t=t, id=flag.raised.id, state=OPEN, by=by, why=STANDS_AGAIN)
            flag.told_closing = None
            out += [again if flag.raised.id in raised else flag.raised, *_told_anew(flag, t)]
    return out


def _told_anew(flag: Flag, t: float) -> list[TableEvent]:
    """The end of the flag, or at t that it has none after all, where readers know otherwise. They take what a person raised again for open."""
    if flag.closing == flag.told_closing:
        return []
    flag.told_closing = flag.closing
    return [flag.closing or FlagChanged(t=t, id=flag.raised.id, state=OPEN, by=REFEREE, why="what had closed it was taken back")]
