"""The ids of a match's flags. A flag is the same flag when the match is gone through again, whatever else was raised meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Self

from monitor.game.events import Player

FlagKey = tuple[str, float, Player | None, int]
"""What makes a flag the same flag: rule, time, player, and which of several alike."""


@dataclass(slots=True)
class FlagIds:
    """Ids as they were given. match_id: what each begins with. gone: ids of flags told of that are not there any more.

    What is raised anew with the key of one that is gone is another flag. While the match is gone through again nothing is gone yet.
    """

    match_id: str
    gone: Collection[str] = frozenset()
    _by_key: dict[FlagKey, str] = field(default_factory=dict)
    _given: int = 0

    def copy(self) -> Self:
        """The same ids to go through the match with, so that a trial that comes to nothing gives none away."""
        return replace(self, gone=frozenset(), _by_key=dict(self._by_key))

    def of(self, key: FlagKey) -> str:
        """The id of the flag with this key."""
        known = self._by_key.get(key)
        if known is None or known in self.gone:
            self._given += 1
            known = self._by_key[key] = f"{self.match_id}-f{self._given}"
        return known
