"""Short hands for table events, so that a test reads like what happened at the table."""

from __future__ import annotations

from monitor.game.events import (
    CubeAction,
    DieSeen,
    FlagChanged,
    FlagRaised,
    GameEnded,
    Player,
    PlayMade,
    RollSeen,
    Rows,
    SetupSeen,
    Status,
    Support,
    TableEvent,
    TurnEnded,
)
from monitor.officiating import InputKind, OfficialInput, Referee, load_profile

A, B = Player.A, Player.B
SURE, UNCERTAIN = Status.SURE, Status.UNCERTAIN
CNB = load_profile("cnb")


def row(**changes: int) -> tuple[int, ...]:
    """The start row with some places changed: row(p8=4, p6=4)."""
    counts = [0] * 26
    for place, count in {24: 2, 13: 5, 8: 3, 6: 5}.items():
        counts[place] = count
    for name, count in changes.items():
        counts[int(name[1:])] = count
    return tuple(counts)


START = Rows(row(), row())


def die(value: int | None = 5, *, flat: bool | None = True, on: Support = Support.BOARD, half: str | None = "right") -> DieSeen:
    return DieSeen(u=0.7, v=0.5, value=value, is_flat=flat, on=on, half=half, value_confidence=0.99, flat_confidence=0.99)


def setup(t: float = 0.0, position: Rows = START, differs: int = 0, *, mid: bool = False, status: Status = SURE) -> SetupSeen:
    return SetupSeen(t=t, status=status, position=position, differs=differs, starts_mid_game=mid)


def roll(t: float, player: Player | None, dice: tuple[int | None, ...] = (3, 1), **more: object) -> RollSeen:
    """A valid roll unless said otherwise."""
    return RollSeen(**{"t": t, "player": player, "dice": dice, "valid": True, **more})


def assessed(referee: Referee, t: float, player: Player, *seen: DieSeen, status: Status | None = None) -> RollSeen:
    """A roll with the verdict that the referee gives on its dice now, as a tracker would emit it."""
    verdict = referee.assess(seen, player)
    status = status or (UNCERTAIN if verdict.valid is None else SURE)
    dice = tuple(d.value for d in seen)
    return RollSeen(t=t, player=player, dice=dice, valid=verdict.valid, reason=verdict.reason, reasons=verdict.reasons, seen=tuple(seen), status=status)


def play(t: float, player: Player, legal: bool | None = True, *reasons: str, **more: object) -> PlayMade:
    fields = {"t": t, "player": player, "notation": "8/4 6/5", "dice": (3, 1), "legal": legal, "reasons": reasons, "nearest": ("8/5 6/5",)}
    return PlayMade(**{**fields, **more})


def end(t: float, player: Player) -> TurnEnded:
    return TurnEnded(t=t, player=player)


def double(t: float, player: Player) -> CubeAction:
    return CubeAction(t=t, player=player, action="double", value=2)


def game_end(t: float, winner: Player = A) -> GameEnded:
    return GameEnded(t=t, winner=winner, points=1)


def tell(what: InputKind, t: float = 0.0, **more: object) -> OfficialInput:
    return OfficialInput(**{"what": what, "by": "observer", "t": t, **more})


def run(referee: Referee, *events: TableEvent | OfficialInput) -> list[TableEvent]:
    """Everything the referee answers."""
    out: list[TableEvent] = []
    for event in events:
        out += referee.tell(event) if isinstance(event, OfficialInput) else referee.observe(event)
    return out


def flags(out: list[TableEvent]) -> list[FlagRaised]:
    return [event for event in out if isinstance(event, FlagRaised)]


def rules(out: list[TableEvent]) -> list[str]:
    return [flag.rule for flag in flags(out)]


def changes(out: list[TableEvent]) -> list[tuple[float, str, str]]:
    """(t, flag number, state) of every change."""
    return [(event.t, event.id.rpartition("-")[2], event.state) for event in out if isinstance(event, FlagChanged)]
