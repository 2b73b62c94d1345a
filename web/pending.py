"""Inputs that were sent and are not recorded yet: what would tell the same matter again has to wait for the first.

Two officials may press the same key, or decide about one flag differently, before the writer has taken what the first one sent. Both
would be recorded and the later would hold without anybody having seen the earlier.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from monitor.officiating.inputs import InputKind

_ONE_MATTER = (
    {InputKind.FLAG_CONFIRM, InputKind.FLAG_DISMISS, InputKind.RULING},
    {InputKind.ACCEPTED, InputKind.DEMANDED},
    {InputKind.AGREED, InputKind.DISPUTED},
    {InputKind.PERMISSION_LEFT, InputKind.PERMISSION_ENDED},
    {InputKind.APPOINTED, InputKind.APPOINTMENT_ENDED},
)
"""Kinds that answer one question in different ways."""
_BY_PLAYER = frozenset({
    InputKind.PERMISSION_LEFT, InputKind.PERMISSION_ENDED, InputKind.REROLL_ASSENT, InputKind.NOTICE, InputKind.CUBE_WORDS, InputKind.CLAIM,
    InputKind.PRESS, InputKind.NOTE,
})  # fmt: skip
"""Kinds of which one may be told of each player."""


def is_pending(body: Mapping[str, Any], waiting: Iterable[Mapping[str, Any]]) -> bool:
    """Is the same matter waiting to be recorded? The same kind, or another answer to the same question, about the same flag, player or input."""
    return _matter(body) in map(_matter, waiting)


def _matter(body: Mapping[str, Any]) -> tuple[object, ...]:
    what = str(body.get("what", ""))
    question = next((min(kinds) for kinds in _ONE_MATTER if what in kinds), what)
    player = body.get("player") if what in _BY_PLAYER else None
    return question, body.get("id"), player, body.get("seq")
