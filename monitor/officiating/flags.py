"""Flags and their lives. Two things are kept apart: the life of a flag (raised, then corrected, accepted or expired: what became of
the matter at the table) and the official's decision on it (none, confirmed or dismissed). Either may change without the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from monitor.errors import InputError
from monitor.game.events import FlagChanged, FlagRaised, Player, TableEvent

REFEREE = "referee"
"""Who made a change that followed from the events at the table."""
OPEN = "raised"


@dataclass(frozen=True, slots=True)
class FlagView:
    """A flag as it stands after some events, for readers. closed: t at which its window closed. decision: "", "confirmed" or "dismissed"."""

    flag: FlagRaised
    life: str = OPEN
    closed: float | None = None
    decision: str = ""
    decided_by: str = ""
    why: str = ""

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
    if event.state in ("confirmed", "dismissed"):
        return FlagView(view.flag, view.life, view.closed, event.state, event.by, event.why)
    if event.by == REFEREE:
        return FlagView(view.flag, event.state, None if event.state == OPEN else event.t, view.decision, view.decided_by, event.why)
    return FlagView(view.flag, OPEN, None, "", event.by, event.why)


@dataclass(slots=True)
class Flag:
    """A flag in the referee's hands. family: of the catalogue. play_t: t of the play it is about, None for others."""

    raised: FlagRaised
    family: str
    play_t: float | None = None
    closing: FlagChanged | None = None
    """The change that ended its open life; None while it is open."""
    decisions: list[tuple[int, FlagChanged]] = field(default_factory=list)
    """Standing decisions of officials, oldest first, each with the key of its input."""

    @property
    def is_open(self) -> bool:
        return self.closing is None

    @property
    def is_dismissed(self) -> bool:
        return bool(self.decisions) and self.decisions[-1][1].state == "dismissed"


class FlagBook:
    """All flags of a match, in the order raised."""

    def __init__(self) -> None:
        self._flags: dict[str, Flag] = {}

    def __iter__(self) -> Iterator[Flag]:
        return iter(tuple(self._flags.values()))

    def __len__(self) -> int:
        return len(self._flags)

    def add(self, raised: FlagRaised, family: str, play_t: float | None = None) -> None:
        self._flags[raised.id] = Flag(raised, family, play_t)

    def get(self, flag_id: str | None) -> Flag:
        """The flag of that id. Raises InputError when there is none."""
        if flag_id is None or flag_id not in self._flags:
            raise InputError(f"There is no flag {flag_id!r}. Reload the list of flags and choose again.")
        return self._flags[flag_id]

    def offences(self, family: str, player: Player | None) -> int:
        """How many matters of this family stand against a player in the match; dismissed flags do not count."""
        return sum(flag.family == family and flag.raised.player is player is not None and not flag.is_dismissed for flag in self)

    def live(self, flag: Flag, state: str, t: float, why: str) -> list[TableEvent]:
        """A flag's life goes on. For a dismissed flag the change is kept, and told only when the dismissal is taken back."""
        flag.closing = FlagChanged(t=t, id=flag.raised.id, state=state, by=REFEREE, why=why)
        return [] if flag.is_dismissed else [flag.closing]

    def decide(self, key: int, flag: Flag, change: FlagChanged) -> list[TableEvent]:
        """An official confirms or dismisses."""
        flag.decisions.append((key, change))
        return [change]

    def undo_decision(self, key: int, t: float, by: str) -> list[TableEvent]:
        """Takes the decision of that input back: the one before it stands again, or none, and the flag's life is told anew."""
        for flag in self:
            keys = [k for k, _ in flag.decisions]
            if key not in keys:
                continue
            was_latest = keys[-1] == key
            flag.decisions = [(k, change) for k, change in flag.decisions if k != key]
            if not was_latest:
                return []
            restored = FlagChanged(t=t, id=flag.raised.id, state=OPEN, by=by, why="undone")
            if flag.decisions:
                earlier = flag.decisions[-1][1]
                restored = FlagChanged(t=t, id=flag.raised.id, state=earlier.state, by=earlier.by, why=earlier.why)
            return [restored] if flag.closing is None or flag.is_dismissed else [restored, flag.closing]
        return []
