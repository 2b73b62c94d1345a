"""Table events: the facts that pass from tracking to officiating, the event log, and every reader of it.

Each event is one frozen dataclass; `to_json` gives the shape of `formats.md` section 3 and `from_json` reads it back.
Times `t` are seconds on the source's own timeline (presentation time stamps). Players are checker colours:
A the lighter, B the darker. Rows of 26 counts are in that player's own numbering (0 off, 1-24 points, 25 bar).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self


class Player(StrEnum):
    """A player, named by checker colour: A has the lighter checkers, B the darker."""

    A = "A"
    B = "B"

    @property
    def opponent(self) -> Player:
        return Player.B if self is Player.A else Player.A


class Status(StrEnum):
    """How far an event may be relied on."""

    SURE = "sure"
    UNCERTAIN = "uncertain"


class Support(StrEnum):
    """What a resting die stands on."""

    BOARD = "board"
    CHECKER = "checker"
    BAR = "bar"
    RIM = "rim"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Rows:
    """Both players' checkers: two rows of 26 counts, each in that player's own numbering."""

    A: tuple[int, ...]
    B: tuple[int, ...]

    def of(self, player: Player) -> tuple[int, ...]:
        return self.A if player is Player.A else self.B

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        return cls(tuple(body["A"]), tuple(body["B"]))


@dataclass(frozen=True, slots=True)
class DieSeen:
    """One die at rest, fused over its rest.

    u, v: place in the playing area of the turned picture, 0..1 from left to right and top to bottom (outside when beyond it).
    half: the half of the board seen from the roller's chair ("right" or "left" of the bar); None on the bar or off the board.
    value: 1..6, or None when it could not be told.
    is_flat: True, False, or None when it could not be told.
    """

    u: float
    v: float
    value: int | None
    is_flat: bool | None
    on: Support
    half: str | None
    value_confidence: float
    flat_confidence: float


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What every event carries. evidence: times (s) of the frames that show it."""

    kind: ClassVar[str] = ""
    t: float
    confidence: float = 1.0
    status: Status = Status.SURE
    evidence: tuple[float, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The event as plain data, keys as in `formats.md` section 3."""
        return {"kind": self.kind, **_plain(asdict(self))}


@dataclass(frozen=True, slots=True)
class SetupSeen(TableEvent):
    """A position at the start of watching. differs: checkers away from the nearest start position.

    starts_mid_game: further than six checkers away from any start position; nothing is flagged then.
    near: who sits at the bottom edge of the turned picture; near_home: the side of that player's home ("left"/"right").
    """

    kind: ClassVar[str] = "setup"
    position: Rows | None = None
    differs: int = 0
    starts_mid_game: bool = False
    near: Player | None = None
    near_home: str | None = None


@dataclass(frozen=True, slots=True)
class RollSeen(TableEvent):
    """Dice at rest. player None: a tied opening roll. valid/reason are the officiating's verdict on `seen`.

    dice: values in order (winner's die first for the opening roll), None for one that could not be read.
    early: the opponent's turn had not ended, and that was seen (his dice lay there, or he had not pressed), not merely missed.
    replaces: t of the roll that this one tells better: a die that could not be read alone, told by the play that was made with it.
    """

    kind: ClassVar[str] = "roll"
    player: Player | None = None
    dice: tuple[int | None, ...] = ()
    valid: bool | None = None
    reason: str | None = None
    reasons: tuple[str, ...] = ()
    opening: bool = False
    seen: tuple[DieSeen, ...] = ()
    early: bool = False
    replaces: float | None = None


@dataclass(frozen=True, slots=True)
class PlayMade(TableEvent):
    """A turn's play, judged by its final position at the end of the turn. t: first frame of the final position.

    legal: True, False, or None (could not be told, status uncertain). alternatives: other readings worth offering.
    before: the position the turn started from. replaces: t of the play that this one corrects.
    """

    kind: ClassVar[str] = "play"
    player: Player = Player.A
    notation: str | None = None
    position: Rows | None = None
    before: Rows | None = None
    dice: tuple[int | None, ...] = ()
    legal: bool | None = None
    reasons: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    replaces: float | None = None


@dataclass(frozen=True, slots=True)
class TurnEnded(TableEvent):
    """A die of the mover's pair left the board (or the clock was pressed)."""

    kind: ClassVar[str] = "turn_end"
    player: Player = Player.A


@dataclass(frozen=True, slots=True)
class CubeAction(TableEvent):
    """A doubling cube action. action: double, take or pass. value: what the cube shows then. early: as of a roll."""

    kind: ClassVar[str] = "cube"
    player: Player = Player.A
    action: str = "double"
    value: int | None = None
    early: bool = False


@dataclass(frozen=True, slots=True)
class CubeSeen(TableEvent):
    """Where the cube stands and what it shows, at rest. place: "middle", "A" or "B" (that player's side), "off" (not on the board)."""

    kind: ClassVar[str] = "cube_seen"
    place: str = "middle"
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Incident(TableEvent):
    """Something that was done at the table beside rolling, playing and the cube. fact: a word of `monitor.officiating.incidents`.

    detail: what belongs to that fact, as plain data. Whether it is against a rule is not said here.
    """

    kind: ClassVar[str] = "incident"
    fact: str = ""
    player: Player | None = None
    detail: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class GameEnded(TableEvent):
    """The last checker was borne off, or a double was passed. points: cube included; None when the cube is not known."""

    kind: ClassVar[str] = "game_end"
    winner: Player = Player.A
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Gap(TableEvent):
    """A stretch that could not be followed, from t until `until` (None: still open)."""

    kind: ClassVar[str] = "gap"
    until: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class FlagRaised(TableEvent):
    """An irregularity. t is that of the event it is about. rule: most specific id when one fits, else the parent.

    window: {"opens": t, "closes_on": text, "closed": t or None}. frames: evidence stills by role (before, dice, after).
    remedy: what the profile offers, in words. id is unique within a session.
    """

    kind: ClassVar[str] = "flag"
    id: str = ""
    rule: str = ""
    reasons: tuple[str, ...] = ()
    player: Player | None = None
    article: str = ""
    profile: str = ""
    flag_class: str = ""
    window: Mapping[str, Any] | None = None
    remedy: str = ""
    text: str = ""
    frames: Mapping[str, float] | None = None

    def to_json(self) -> dict[str, Any]:
        body = TableEvent.to_json(self)
        body["class"] = body.pop("flag_class")
        return body


@dataclass(frozen=True, slots=True)
class FlagChanged(TableEvent):
    """A flag's life: state is corrected, accepted, expired, dismissed, referred, confirmed or raised (undone).

    Or what people did about it, which changes neither its life nor the decision: announced, claimed, demanded, agreed, disputed, noted.
    """

    kind: ClassVar[str] = "flag_changed"
    id: str = ""
    state: str = ""
    by: str = ""
    why: str = ""


KINDS: dict[str, type[TableEvent]] = {
    c.kind: c for c in (SetupSeen, RollSeen, PlayMade, TurnEnded, CubeAction, CubeSeen, GameEnded, Gap, Incident, FlagRaised, FlagChanged)
}


def from_json(body: Mapping[str, Any]) -> TableEvent:
    """The event that `to_json` wrote.

    Raises KeyError for an unknown kind, TypeError for unknown fields.
    """
    fields: dict[str, Any] = dict(body)
    cls = KINDS[fields.pop("kind")]
    if "class" in fields:
        fields["flag_class"] = fields.pop("class")
    for name in ("player", "near", "winner"):
        if fields.get(name) is not None and name in fields:
            fields[name] = Player(fields[name])
    for name in ("position", "before"):
        if fields.get(name) is not None:
            fields[name] = Rows.from_json(fields[name])
    if "status" in fields:
        fields["status"] = Status(fields["status"])
    if fields.get("seen"):
        fields["seen"] = tuple(DieSeen(**{**d, "on": Support(d["on"])}) for d in fields["seen"])
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()}
    return cls(**values)


def _plain(value: Any) -> Any:
    """Plain JSON data: enums as text, tuples as lists, floats rounded to a tenth of a millisecond or probability."""
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value
