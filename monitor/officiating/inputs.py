"""What an official tells the referee, because no camera can see it. An input can be taken back by an undo, the director's by him alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from monitor.errors import InputError
from monitor.game.events import Player


class InputKind(StrEnum):
    """The kinds of input, by what they need beside `what` and `by`.

    - PERMISSION_*, `player`: he may (no longer) roll left of the bar. REROLL_ASSENT, `player`: his opponent agreed to a new roll.
      NOTICE, `player`: he gave notice, of shifting dice, or with `id` "right" of rolling on the right again: the permission ends then.
    - CUBE_WORDS, `player`: he spoke of doubling, taking or passing in a way that may count.
    - CLAIM, `id`, `player`: he raises a point. ACCEPTED, DEMANDED, `id`: the opponent's choice where he has one. AGREED, `id`: both
      agree on the facts. DISPUTED, perhaps `id`: they do not, and everything is left as it is. ANNOUNCED, `id`: the official said it aloud.
    - PRESS, `player`: he pressed the clock. PAUSE, perhaps `player`: the clock was stopped.
    - SCORE, `detail` {"A": points, "B": points} and perhaps {"length": points, "crawford": bool}.
    - NOTE, `id` a rule, perhaps `player` and `detail`: something only people know of; see `monitor.officiating.notes`.
    - FLAG_CONFIRM, FLAG_DISMISS, `id`. REFERRED, `id`: passed to the director. RULING, `id`, `why`, `detail` {"state": what becomes of the flag}.
    - APPOINTED, perhaps `detail` {"may_announce": bool}; APPOINTMENT_ENDED: who may say something here (`rules.md` 2.0).
    - UNDO, perhaps `undoes`.
    """

    PERMISSION_LEFT = "permission_left"
    PERMISSION_ENDED = "permission_ended"
    REROLL_ASSENT = "reroll_assent"
    NOTICE = "notice"
    CUBE_WORDS = "cube_words"
    CLAIM = "claim"
    ACCEPTED = "accepted"
    DEMANDED = "demanded"
    AGREED = "agreed"
    DISPUTED = "disputed"
    ANNOUNCED = "announced"
    PRESS = "press"
    PAUSE = "pause"
    SCORE = "score"
    NOTE = "note"
    FLAG_CONFIRM = "flag_confirm"
    FLAG_DISMISS = "flag_dismiss"
    REFERRED = "referred"
    RULING = "ruling"
    APPOINTED = "appointed"
    APPOINTMENT_ENDED = "appointment_ended"
    UNDO = "undo"


NOTICE_OF_RIGHT = "right"
DIRECTOR = "director"
"""The `role` of an input that the director gave; one of anybody else names none."""
DIRECTOR_ONLY = frozenset({InputKind.APPOINTED, InputKind.APPOINTMENT_ENDED, InputKind.RULING})
"""What only the director decides (CNB 1.3.3 and the like; `observer_may_announce` is his setting, G3)."""


@dataclass(frozen=True, slots=True)
class OfficialInput:
    """One input.

    what: see `InputKind`. by: who gave it (a login name). t: seconds on the source's timeline at which it was given.
    player: whom it is about. id: the flag, or the rule for a note. why: the reason, obligatory for a dismissal and a ruling.
    seq: the event log's number of this input. undoes: for an undo, the `seq` of the input it takes back; None takes back the latest.
    detail: what belongs to that kind, as plain data. is_director: he gave it as the director; nobody else takes it back (`rules.md` 2.0).
    """

    what: InputKind
    by: str
    t: float
    player: Player | None = None
    id: str | None = None
    why: str = ""
    seq: int | None = None
    undoes: int | None = None
    detail: Mapping[str, Any] | None = None
    is_director: bool = False

    def to_json(self) -> dict[str, Any]:
        """The body of an `input` entry of the event log (without t and seq, which the entry itself carries)."""
        body: dict[str, Any] = {"what": str(self.what), "by": self.by}
        if self.player is not None:
            body["player"] = str(self.player)
        if self.id is not None:
            body["id"] = self.id
        if self.why:
            body["why"] = self.why
        if self.undoes is not None:
            body["seq"] = self.undoes
        if self.detail:
            body["detail"] = dict(self.detail)
        if self.is_director:
            body["role"] = DIRECTOR
        return body

    @classmethod
    def from_json(cls, body: Mapping[str, Any], *, t: float, seq: int | None = None) -> Self:
        """The input that `to_json` wrote. Raises InputError for a kind, player or number that does not exist; further keys are ignored."""
        try:
            player = None if body.get("player") is None else Player(body["player"])
            undoes = None if body.get("seq") is None else int(body["seq"])
            detail = None if body.get("detail") is None else dict(body["detail"])
            why, is_director = str(body.get("why") or ""), body.get("role") == DIRECTOR
            return cls(InputKind(body["what"]), str(body["by"]), t, player, body.get("id"), why, seq, undoes, detail, is_director)
        except (KeyError, ValueError, TypeError) as error:
            raise InputError(
                f"This input cannot be used: {error}. It needs `what` (one of {', '.join(InputKind)}), `by`, and what belongs to that kind."
            ) from error

    def number(self, name: str) -> float | None:
        """A number of `detail`, None when it is not there. Raises InputError when it is none."""
        given = (self.detail or {}).get(name)
        if given is None:
            return None
        if isinstance(given, bool) or not isinstance(given, int | float):
            raise InputError(f"{name} must be a number, not {given!r}.")
        return float(given)


class InputBook:
    """What the inputs of the present game say. Permissions and assents expire with the game (CNB 4.1.4.1)."""

    def __init__(self) -> None:
        self._in_game: list[OfficialInput] = []

    def add(self, told: OfficialInput) -> None:
        self._in_game.append(told)

    def end_game(self) -> None:
        self._in_game.clear()

    def has_left_permission(self, player: Player) -> bool:
        kinds = (InputKind.PERMISSION_LEFT, InputKind.PERMISSION_ENDED)
        told = [i.what for i in self._in_game if i.player is player and (i.what in kinds or (i.what is InputKind.NOTICE and i.id == NOTICE_OF_RIGHT))]
        return bool(told) and told[-1] is InputKind.PERMISSION_LEFT

    def has_assent(self, roller: Player | None, since: float) -> bool:
        """Has the opponent's assent to a new roll been told since then? An unnamed roller is either."""
        return any(i.what is InputKind.REROLL_ASSENT and i.t >= since and (None in (i.player, roller) or i.player is roller) for i in self._in_game)

    def has_notice(self, player: Player, since: float) -> bool:
        """Has this player given notice since then?"""
        return any(i.what is InputKind.NOTICE and i.t >= since and i.player is player for i in self._in_game)
