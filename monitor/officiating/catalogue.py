"""The rule ids that the referee raises, with what each means in plain words. Which of them hold, with which article, window and
remedy, is not here but in a profile (`profiles/*.toml`)."""

from __future__ import annotations

from dataclasses import dataclass

PLAY_PARENT = "move.illegal"
"""The id used when several reasons fit a play, or none of the named ones (`rules.md` section 1, engine contract)."""

ROLL_REASONS = ("roll.off-board", "roll.on-checker", "roll.cocked", "roll.split-sides", "roll.left-of-bar")
"""Reasons of an invalid roll; of several that hold the first in this order is the roll's reason (`formats.md` section 3)."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One rule id.

    title: a few words for a heading. says: a clause for the end of a sentence ("... : a checker moved backwards").
    family: "roll", "play" or "setup"; repeated offences are counted per family. parent: the id that may stand for this one.
    """

    id: str
    title: str
    says: str
    family: str
    parent: str | None = None


def _entry(rule_id: str, title: str, says: str, family: str = "play") -> CatalogueEntry:
    parent = PLAY_PARENT if family == "play" and rule_id != PLAY_PARENT else None
    return CatalogueEntry(rule_id, title, says, family, parent)


CATALOGUE: dict[str, CatalogueEntry] = {
    entry.id: entry
    for entry in (
        _entry("roll.off-board", "Die off the board", "lies off the playing surface", "roll"),
        _entry("roll.on-checker", "Die on a checker", "lies on a checker, not on the board", "roll"),
        _entry("roll.cocked", "Cocked die", "does not lie flat", "roll"),
        _entry("roll.split-sides", "Dice on both sides", "the dice lie on both sides of the bar; even with a left permission both must lie on one", "roll"),
        _entry("roll.left-of-bar", "Die left of the bar", "lies left of the bar as the roller sees it, and no permission to roll there is known", "roll"),
        _entry(PLAY_PARENT, "Illegal play", "no legal play with this roll ends in this position"),
        _entry("move.blocked-landing", "Landing on a held point", "a checker landed on a point that the opponent holds"),
        _entry("move.intermediate-blocked", "Way blocked", "one checker played both dice, but every point on its way is held by the opponent"),
        _entry("move.wrong-distance", "Wrong distance", "a checker moved a distance that the dice do not give"),
        _entry("move.backwards", "Moved backwards", "a checker moved backwards"),
        _entry("move.must-use-both", "Both dice must be played", "only one die was played, and both could have been"),
        _entry("move.must-use-larger", "Larger die must be played", "either die could be played but not both, and the smaller was played"),
        _entry("move.must-use-max", "More of a double must be played", "fewer steps of the double were played than could have been"),
        _entry("move.too-many-checkers", "Too many steps", "more steps were played than the dice give"),
        _entry("move.bearoff-not-home", "Borne off too early", "a checker was borne off while another was outside the home board or on the bar"),
        _entry("move.bearoff-too-low", "Borne off with too low a die", "a checker was borne off with a number lower than its point"),
        _entry("move.bearoff-higher-behind", "Borne off with a checker behind", "a checker was borne off with a higher number while another stood behind it"),
        _entry("move.opponent-checker-moved", "Opponent's checker moved", "a checker of the opponent was moved"),
        _entry("move.bar-priority", "Checker left on the bar", "another checker moved while one on the bar could not or did not enter first"),
        _entry("checker.hit-not-on-bar", "Hit checker not on the bar", "a hit checker was not put on the bar"),
        _entry("checker.borne-off-on-board", "Borne-off checker back on the board", "a checker that had been borne off came back onto the board"),
        _entry("checker.count-mismatch", "Number of checkers changed", "the number of a player's checkers on the board, the bar and borne off does not add up"),
        _entry("setup.error", "Wrong set-up", "the game was not set up in the start position", "setup"),
    )
}  # fmt: skip
