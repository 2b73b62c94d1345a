"""What people told the station: the official's inputs as committed to the log, which of them were undone, and what holds now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from monitor.officiating.authority import Authority
from monitor.officiating.inputs import DIRECTOR, DIRECTOR_ONLY

CLOCK_KINDS = ("press", "pause")


@dataclass(slots=True)
class InputRow:
    """One committed input. undone_by: seq of the undo, or None."""

    seq: int
    t: float
    t_wall: str
    what: str
    by: str
    body: Mapping[str, Any]
    undone_by: int | None = None

    @property
    def player(self) -> str | None:
        player = self.body.get("player")
        return str(player) if player else None

    @property
    def stands(self) -> bool:
        return self.undone_by is None and self.what != "undo"

    @property
    def is_directors(self) -> bool:
        """Did the director tell it?"""
        return self.body.get("role") == DIRECTOR or self.what in DIRECTOR_ONLY

    @property
    def detail(self) -> Mapping[str, Any]:
        return self.body.get("detail") or {}


@dataclass(frozen=True, slots=True)
class Appointment:
    """Whether an observer is appointed, and what he may announce. observer: who it is, "" when nobody is or it was not told."""

    authority: Authority
    observer: str = ""


@dataclass(frozen=True, slots=True)
class ScoreTold:
    """The score as told last, at the start or since (games that ended after it are not counted in). points: of A and B, None when not told."""

    points: tuple[int, int] | None = None
    length: int | None = None
    is_crawford: bool | None = None
    row: InputRow | None = None


@dataclass(slots=True)
class Inputs:
    """All inputs of a session in order, and what follows from those that stand."""

    rows: list[InputRow] = field(default_factory=list)
    _game_started_at: int = 0
    _by_kind: dict[str, list[InputRow]] = field(default_factory=dict)
    _by_id: dict[str, list[InputRow]] = field(default_factory=dict)
    """Of a flag, or of a rule noted."""

    def take(self, seq: int, t: float, t_wall: str, body: Mapping[str, Any]) -> None:
        """One committed `input` entry."""
        row = InputRow(seq, t, t_wall, str(body.get("what", "")), str(body.get("by") or ""), body)
        self.rows.append(row)
        self._by_kind.setdefault(row.what, []).append(row)
        if body.get("id"):
            self._by_id.setdefault(str(body["id"]), []).append(row)
        if row.what == "undo":
            target = next((r for r in self.rows if r.seq == body.get("seq")), None)
            if target is not None and target is not row:
                target.undone_by = seq

    def standing(self, *kinds: str) -> Iterator[InputRow]:
        """The inputs of these kinds that stand, oldest first."""
        rows = (row for kind in kinds for row in self._by_kind.get(kind, ()) if row.stands)
        return iter(sorted(rows, key=lambda row: row.seq))

    def about(self, flag_id: str) -> list[InputRow]:
        """What was told about a flag and stands, oldest first."""
        return [row for row in self._by_id.get(flag_id, ()) if row.stands]

    def told_about(self, flag_id: str) -> frozenset[str]:
        """The kinds of what was told about a flag and stands."""
        return frozenset(row.what for row in self.about(flag_id))

    def latest(self, presses: int, others: int) -> list[InputRow]:
        """The latest inputs, latest first: so many of the clock, and so many others, which presses would else push out."""
        of_clock = [r for kind in CLOCK_KINDS for r in self._by_kind.get(kind, ())[-presses:]]
        shown = sorted(of_clock, key=lambda r: r.seq)[-presses:] + [r for r in self.rows if r.what not in CLOCK_KINDS][-others:]
        return sorted(shown, key=lambda r: -r.seq)

    def drop(self, flag_id: str, by: int) -> None:
        """What was told about a flag that is no more: it went with the input that was undone (entry `by`)."""
        for row in self.about(flag_id):
            row.undone_by = by

    def appointment(self, info: Mapping[str, Any]) -> Appointment:
        """The appointment as it is now (`rules.md` 2.0): stated when the session was started, or entered since. info: the body of the session's start."""
        observer = str(info.get("observer") or "")
        authority = Authority(is_appointed=bool(observer))
        for row in self.standing("appointed", "appointment_ended"):
            authority = authority.after(row.what, row.detail)
            observer = str(row.body.get("why") or "") if authority.is_appointed else ""
        return Appointment(authority, observer)

    def dispute(self) -> InputRow | None:
        """The dispute that the table waits in, None when nothing is disputed or the director has ruled since."""
        last = None
        for row in self.standing("disputed", "ruling"):
            last = row if row.what == "disputed" else None
        return last

    def clock(self) -> InputRow | None:
        """The last press or stop of the clock that stands."""
        return next(reversed(list(self.standing(*CLOCK_KINDS))), None)

    def score(self, info: Mapping[str, Any]) -> ScoreTold:
        """The score told last. info: the body of the session's start."""
        table = info.get("table") or {}
        points = tuple(table.get("score") or ())
        told = ScoreTold((points[0], points[1]) if len(points) == 2 else None, table.get("match_length"), table.get("crawford"))
        for row in self.standing("score"):
            d = row.detail
            told = ScoreTold((d.get("A", 0), d.get("B", 0)), d.get("length", told.length), d.get("crawford"), row)
        return told

    def end_game(self) -> None:
        """A permission to roll left ends with the game (rules.md 2.1, `roll.left-of-bar`)."""
        self._game_started_at = len(self.rows)

    def has_left_permission(self, player: str) -> bool:
        """Does this player hold a permission to roll left of the bar now?"""
        has = False
        for row in self.rows[self._game_started_at :]:
            if row.player != player or not row.stands:
                continue
            if row.what in ("permission_left", "permission_ended"):
                has = row.what == "permission_left"
            elif row.what == "notice" and row.body.get("id") == "right":  # he rolls on the right again
                has = False
        return has
