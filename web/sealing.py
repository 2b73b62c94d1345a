"""Record-only mode (rules.md 2.0): without an appointed observer, what could be a hint to a player stays sealed until the session has ended.

The entry itself stays in its place, so that numbering and the hash chain can still be followed; only what it says is withheld.
"""

from __future__ import annotations

from typing import Any

from web.auth import Role
from web.view import MatchView

SEALED_KINDS = frozenset({"flag", "flag_changed", "still", "input"})
SEALED_KEYS = {"play": ("legal", "reasons", "nearest", "alternatives"), "roll": ("valid", "reason", "reasons", "seen"), "setup": ("differs",)}


def is_sealed(role: Role, view: MatchView) -> bool:
    """Are flags and verdicts withheld from this role now?"""
    return role < Role.OBSERVER and view.ended is None


def seal_entry(entry: dict[str, Any], sealed: bool) -> dict[str, Any]:
    """An entry as this reader may see it."""
    if not sealed:
        return entry
    kind = entry["kind"]
    if kind in SEALED_KINDS:
        return {**entry, "body": {"sealed": True}}
    hidden = SEALED_KEYS.get(kind, ())
    return {**entry, "body": {k: v for k, v in entry["body"].items() if k not in hidden}}
