"""What an official tells the referee, because no camera can see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from monitor.errors import InputError
from monitor.game.events import Player


class InputKind(StrEnum):
    """The kinds of input. PERMISSION_*: the player may (no longer) roll left of the bar. REROLL_ASSENT: the opponent of `player` agreed to a new roll."""

    PERMISSION_LEFT = "permission_left"
    PERMISSION_ENDED = "permission_ended"
    REROLL_ASSENT = "reroll_assent"
    FLAG_CONFIRM = "flag_confirm"
    FLAG_DISMISS = "flag_dismiss"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class OfficialInput:
    """One input.

    what: see `InputKind`. by: who gave it (a login name). t: seconds on the source's timeline at which it was given.
    player: the roller, for permissions and assents. id: the flag, for flag inputs. why: the reason, obligatory for a dismissal.
    seq: the event log's number of this input. undoes: for an undo, the `seq` of the input it takes back; None takes back the latest.
    """

    what: InputKind
    by: str
    t: float
    player: Player | None = None
    id: str | None = None
    why: str = ""
    seq: int | None = None
    undoes: int | None = None

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
        return body

    @classmethod
    def from_json(cls, body: Mapping[str, Any], *, t: float, seq: int | None = None) -> Self:
        """The input that `to_json` wrote. Raises InputError for a kind, player or number that does not exist; further keys are ignored."""
        try:
            player = None if body.get("player") is None else Player(body["player"])
            undoes = None if body.get("seq") is None else int(body["seq"])
            return cls(InputKind(body["what"]), str(body["by"]), t, player, body.get("id"), str(body.get("why") or ""), seq, undoes)
        except (KeyError, ValueError, TypeError) as error:
            raise InputError(
                f"This input cannot be used: {error}. It needs `what` (one of {', '.join(InputKind)}), `by`, and what belongs to that kind."
            ) from error


class InputBook:
    """The inputs that stand, in the order told. Permissions and assents expire with the game (CNB 4.1.4.1)."""

    def __init__(self) -> None:
        self._inputs: dict[int, OfficialInput] = {}
        self._in_game: list[OfficialInput] = []

    def key(self, told: OfficialInput) -> int:
        """The number under which an input is kept: its own, or the next. Raises InputError when that number was told already."""
        key = told.seq if told.seq is not None else max(self._inputs, default=0) + 1
        if key in self._inputs:
            raise InputError(f"Input {key} was told already.")
        return key

    def add(self, key: int, told: OfficialInput) -> None:
        self._inputs[key] = told
        self._in_game.append(told)

    def take_back(self, key: int | None) -> int:
        """Forgets an input (None: the latest that stands) and returns its number. Raises InputError when there is none."""
        found = key if key is not None else max(self._inputs, default=None)
        if found is None or found not in self._inputs:
            raise InputError("There is no such input to take back; perhaps it was taken back already.")
        told = self._inputs.pop(found)
        self._in_game = [other for other in self._in_game if other is not told]
        return found

    def end_game(self) -> None:
        self._in_game.clear()

    def has_left_permission(self, player: Player) -> bool:
        kinds = (InputKind.PERMISSION_LEFT, InputKind.PERMISSION_ENDED)
        told = [i.what for i in self._in_game if i.player is player and i.what in kinds]
        return bool(told) and told[-1] is InputKind.PERMISSION_LEFT

    def has_assent(self, roller: Player | None, since: float) -> bool:
        """Has the opponent's assent to a new roll been told since then? An unnamed roller is either."""
        return any(i.what is InputKind.REROLL_ASSENT and i.t >= since and (None in (i.player, roller) or i.player is roller) for i in self._in_game)
