"""Why a play is illegal: the rule ids of rules.md 2.3, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Reason(StrEnum):
    """A rule id. `ILLEGAL` is the parent, reported when several reasons fit, or none."""

    BAR_PRIORITY = "move.bar-priority"
    BLOCKED_LANDING = "move.blocked-landing"
    INTERMEDIATE_BLOCKED = "move.intermediate-blocked"
    WRONG_DISTANCE = "move.wrong-distance"
    BACKWARDS = "move.backwards"
    MUST_USE_BOTH = "move.must-use-both"
    MUST_USE_LARGER = "move.must-use-larger"
    MUST_USE_MAX = "move.must-use-max"
    TOO_MANY_CHECKERS = "move.too-many-checkers"
    BEAROFF_NOT_HOME = "move.bearoff-not-home"
    BEAROFF_TOO_LOW = "move.bearoff-too-low"
    BEAROFF_HIGHER_BEHIND = "move.bearoff-higher-behind"
    OPPONENT_CHECKER_MOVED = "move.opponent-checker-moved"
    HIT_NOT_ON_BAR = "checker.hit-not-on-bar"
    BORNE_OFF_ON_BOARD = "checker.borne-off-on-board"
    COUNT_MISMATCH = "checker.count-mismatch"
    ILLEGAL = "move.illegal"


def in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons once each, in the order of the catalogue."""
    found = set(reasons)
    return tuple(reason for reason in Reason if reason in found)
