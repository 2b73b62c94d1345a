"""Verdicts on dice at rest."""

import itertools

import pytest

from monitor.game.events import Support
from monitor.officiating import ROLL_REASONS, assess_roll
from tests.officiating.scripted import CNB, die

GOOD = die(2)
CASES = {
    # name: (dice, left permission, valid, reasons)
    "both flat on the right": ((GOOD, die(6)), False, True, ()),
    "value unread but flat": ((GOOD, die(None)), False, True, ()),
    "one die of an opening roll": ((GOOD,), False, True, ()),
    "cocked": ((GOOD, die(flat=False)), False, False, ("roll.cocked",)),
    "flatness not told": ((GOOD, die(flat=None)), False, None, ()),
    "flatness not told, the other cocked": ((die(flat=None), die(flat=False)), False, False, ("roll.cocked",)),
    "flatness not told, the other left": ((die(flat=None), die(half="left")), False, False, ("roll.left-of-bar",)),
    "on a checker": ((GOOD, die(on=Support.CHECKER)), False, False, ("roll.on-checker",)),
    "on a checker, flatness not told": ((GOOD, die(on=Support.CHECKER, flat=None)), False, False, ("roll.on-checker",)),
    "tilted on a checker": ((GOOD, die(on=Support.CHECKER, flat=False)), False, False, ("roll.on-checker", "roll.cocked")),
    "off the board": ((GOOD, die(on=Support.OFF, half=None)), False, False, ("roll.off-board",)),
    "flat on the rim": ((GOOD, die(on=Support.RIM)), False, False, ("roll.off-board",)),
    "flat on the bar": ((GOOD, die(on=Support.BAR, half=None)), False, False, ("roll.off-board",)),
    "leaning on the rim": ((GOOD, die(on=Support.RIM, flat=False)), False, False, ("roll.cocked",)),
    "left without permission": ((die(half="left"), die(half="left")), False, False, ("roll.left-of-bar",)),
    "one left without permission": ((GOOD, die(half="left")), False, False, ("roll.left-of-bar",)),
    "left with permission": ((die(half="left"), die(half="left")), True, True, ()),
    "right with permission": ((GOOD, GOOD), True, True, ()),
    "split with permission": ((GOOD, die(half="left")), True, False, ("roll.split-sides",)),
    "side not told": ((GOOD, die(half=None)), False, None, ()),
    "nothing seen": ((), False, None, ()),
    "everything at once": ((die(on=Support.OFF, flat=False, half=None), die(on=Support.CHECKER, flat=False, half="left")), False, False,
                           ("roll.off-board", "roll.on-checker", "roll.cocked", "roll.left-of-bar")),
}  # fmt: skip


@pytest.mark.parametrize(("dice", "permission", "valid", "reasons"), CASES.values(), ids=CASES.keys())
def test_verdict(dice, permission, valid, reasons):
    verdict = assess_roll(CNB, dice, left_permission=permission)
    assert (verdict.valid, verdict.reasons) == (valid, reasons)
    assert verdict.reason == (reasons[0] if reasons else None)
    assert assess_roll(CNB, dice[::-1], left_permission=permission) == verdict


def test_reason_is_first_of_the_documented_order_for_every_combination():
    kinds = [die(flat=f, on=o, half=h) for f in (True, False, None) for o in Support for h in ("left", "right", None)]
    for pair in itertools.combinations_with_replacement(kinds, 2):
        for permission in (True, False):
            verdict = assess_roll(CNB, pair, left_permission=permission)
            assert list(verdict.reasons) == sorted(verdict.reasons, key=ROLL_REASONS.index)
            assert (verdict.valid is False) == bool(verdict.reasons)
            assert permission or "roll.split-sides" not in verdict.reasons
            assert not (permission and "roll.left-of-bar" in verdict.reasons)


def test_a_profile_may_allow_dice_on_checkers_and_know_no_permission():
    rolls = CNB.rolls.model_copy(update={"dice_on_checkers": "valid", "left_permission": False})
    other = CNB.model_copy(update={"rolls": rolls})
    assert assess_roll(other, (GOOD, die(on=Support.CHECKER)), left_permission=False).valid is True
    assert assess_roll(other, (die(half="left"), GOOD), left_permission=True).reasons == ("roll.left-of-bar",)
