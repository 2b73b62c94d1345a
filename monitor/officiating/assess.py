"""Is a roll valid? The verdict on dice at rest, by the profile's rule on rolls (CNB 4.1.4.1 and its like)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monitor.game.events import DieSeen, Support
from monitor.officiating.catalogue import ROLL_REASONS
from monitor.officiating.profile import Profile


@dataclass(frozen=True, slots=True)
class RollVerdict:
    """valid: True, False, or None when it could not be told. reason: the first of `reasons`, in the order of `ROLL_REASONS`."""

    valid: bool | None
    reason: str | None
    reasons: tuple[str, ...]


def assess_roll(profile: Profile, seen: Sequence[DieSeen], *, left_permission: bool, box: str | None = None, has_left_board: bool = False) -> RollVerdict:
    """The verdict on the dice of one roll, each with `half` as its own roller sees it.

    seen: both dice of a turn, or the one or two dice of an opening roll; the caller answers for their number.
    left_permission: the opponent has allowed this roller to roll left of the bar; both dice must then lie on one and the same side.
    box: the half in which a baffle box stands, as the roller sees it; permissions say nothing then (CNB 4.1.4.2).
    has_left_board: a die of this roll left the board and came back (BIBA 4.2).
    A reason that holds for sure makes the roll invalid, whatever else could not be told; otherwise anything untold (a die of
    unknown flatness, a die on the board whose side is unknown, no die at all) gives valid None. So does what the profile does not know.
    """
    found: set[str] = set()
    is_untold = not seen
    for die in seen:
        found |= _faults_of_die(profile, die)
        is_untold |= die.is_flat is None or (die.on is Support.BOARD and die.half is None)
        is_untold |= die.on is Support.CHECKER and profile.rolls.dice_on_checkers == "unknown"
    side = _fault_of_sides(profile, {die.half for die in seen if die.half is not None}, left_permission, box)
    if side is not None:
        found.add(side)
    if has_left_board and profile.rolls.off_board_returned == "invalid":
        found.add("roll.off-board-returned")
    is_untold |= has_left_board and profile.rolls.off_board_returned == "unknown"
    reasons = tuple(reason for reason in ROLL_REASONS if reason in found)
    if reasons:
        return RollVerdict(False, reasons[0], reasons)
    return RollVerdict(None if is_untold else True, None, ())


def _fault_of_sides(profile: Profile, sides: set[str], left_permission: bool, box: str | None) -> str | None:
    """What is wrong with where the dice lie, seen from the roller's chair; None for nothing, and where the profile does not know."""
    zone = profile.rolls.zone if box is None else profile.rolls.baffle_zone
    if zone == "unknown":
        return None
    if zone == "box_half":
        return "roll.baffle-wrong-half" if sides - {box} else None
    may_roll_left = box is None and left_permission and profile.rolls.left_permission
    if zone == "same_side" or may_roll_left:
        return "roll.split-sides" if sides == {"left", "right"} else None
    return "roll.left-of-bar" if "left" in sides else None


def _faults_of_die(profile: Profile, die: DieSeen) -> set[str]:
    """What is wrong with one die by itself.

    A tilted die at the bar or the rim leans on it: cocked. A die that is not known to be tilted there lies on it, and so off the playing surface.
    """
    faults = set()
    if die.is_flat is False:
        faults.add("roll.cocked")
    if die.on is Support.OFF or (die.on in (Support.BAR, Support.RIM) and die.is_flat is not False):
        faults.add("roll.off-board")
    if die.on is Support.CHECKER and profile.rolls.dice_on_checkers == "invalid":
        faults.add("roll.on-checker")
    return faults
