"""The rule ids (`rules.md` section 2), with what each means in plain words and how it can come to be known. Which of them hold, with
which article, window and remedy, is not here but in a profile (`profiles/*.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PLAY_PARENT = "move.illegal"
"""The id used when several reasons fit a play, or none of the named ones (`rules.md` section 1, engine contract)."""

ROLL_REASONS = (
    "roll.off-board", "roll.off-board-returned", "roll.on-checker", "roll.cocked", "roll.baffle-wrong-half", "roll.split-sides", "roll.left-of-bar",
)  # fmt: skip
"""Reasons of an invalid roll; of several that hold the first in this order is the roll's reason (`formats.md` section 3)."""

Known = Literal["seen", "inferred", "told"]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One rule id.

    title: a few words for a heading. says: a clause for the end of a sentence ("... : a checker moved backwards").
    family: "roll", "play" or "setup" for what is judged from the events themselves, otherwise the first word of the id.
    known_by: what it takes to raise it (`rules.md` 3.2): seen by a camera, inferred from timing and tracking, or told by a person.
    What is "told" is never raised from a picture. parent: the id that may stand for this one.
    """

    id: str
    title: str
    says: str
    family: str
    known_by: Known = "seen"
    parent: str | None = None

    @property
    def counted_as(self) -> str:
        """The group within which one player's repeated offences are counted: all invalid rolls, all illegal plays, else the rule itself."""
        return self.family if self.family in ("roll", "play") else self.id


def _play(rule_id: str, title: str, says: str) -> CatalogueEntry:
    return CatalogueEntry(rule_id, title, says, "play", parent=None if rule_id == PLAY_PARENT else PLAY_PARENT)


def _roll(rule_id: str, title: str, says: str) -> CatalogueEntry:
    return CatalogueEntry(rule_id, title, says, "roll")


def _seen(rule_id: str, title: str, says: str) -> CatalogueEntry:
    return CatalogueEntry(rule_id, title, says, _word(rule_id))


def _inferred(rule_id: str, title: str, says: str) -> CatalogueEntry:
    return CatalogueEntry(rule_id, title, says, _word(rule_id), "inferred")


def _told(rule_id: str, title: str, says: str) -> CatalogueEntry:
    return CatalogueEntry(rule_id, title, says, _word(rule_id), "told")


def _word(rule_id: str) -> str:
    """The family of what is not judged from events alone. Rolls that are irregular without being invalid are not counted among those."""
    word = rule_id.partition(".")[0]
    return {"roll": "throw", "move": "checker"}.get(word, word)


CATALOGUE: dict[str, CatalogueEntry] = {
    entry.id: entry
    for entry in (
        # invalid rolls
        _roll("roll.off-board", "Die off the board", "lies off the playing surface"),
        _roll("roll.off-board-returned", "Die left the board", "left the board and came back"),
        _roll("roll.on-checker", "Die on a checker", "lies on a checker, not on the board"),
        _roll("roll.cocked", "Cocked die", "does not lie flat"),
        _roll("roll.baffle-wrong-half", "Die beyond the baffle box's half", "does not lie in the half where the baffle box stands"),
        _roll("roll.split-sides", "Dice on both sides", "the dice lie on both sides of the bar; even with a left permission both must lie on one"),
        _roll("roll.left-of-bar", "Die left of the bar", "lies left of the bar as the roller sees it, and no permission to roll there is known"),
        _roll("roll.on-floor", "Die on the floor", "fell to the floor"),
        # how it was rolled, and when
        _inferred("roll.side-switch-without-notice", "Back to the right without notice", "rolled on the right again although no notice was given"),
        _inferred("roll.bad-technique", "Not properly rolled", "the dice were not shaken and rolled as the rules ask"),
        _inferred("roll.not-simultaneous", "Dice not rolled together", "the second die left the cup after the first had touched the board"),
        _seen("roll.single-die-reroll", "One die rolled again", "only one die was taken up after an invalid roll; both must be rolled again"),
        _inferred("roll.reroll-without-assent", "Rolled again without assent", "the dice were rolled again before the opponent had agreed"),
        _inferred("roll.premature", "Rolled early", "rolled before the opponent's turn had ended"),
        _inferred("roll.premature-lifted", "Early roll taken up", "rolled before the opponent's turn had ended, and took the dice up"),
        _inferred("roll.out-of-turn", "Rolled out of turn", "rolled although it was not his turn"),
        _seen("roll.opening-tie", "Opening dice tied", "equal opening dice decide nothing; both roll again"),
        _seen("roll.opening-wrong-pair", "Opening roll not played", "rolled a new pair instead of playing the two opening dice"),
        _seen("dice.touched-on-board", "Die shifted", "shifted a die that lay on the board"),
        _seen("dice.value-changed", "Die turned", "a die that lay on the board shows another number and was not rolled"),
        _seen("dice.mix", "Dice mixed", "all four dice are rolled and picked before a game"),
        _told("dice.randomness", "Dice used for something else", "the dice were used for something other than random numbers"),
        # end of a turn
        _seen("turn.end", "End of a turn", "the turn has ended"),
        _seen("turn.move-changed-after-end", "Play changed after the turn", "changed the play after the turn had ended"),
        _inferred("turn.dice-lifted-early", "Dice taken up early", "took the dice up before the opponent had pressed the clock"),
        _inferred("turn.dice-lifted-with-press", "Dice taken up with the press", "pressed the clock and took the dice up, which belong to the opponent then"),
        _told("turn.no-press-when-blocked", "Clock not pressed", "did not press the clock although the opponent cannot move"),
        _told("turn.move-changed-after-transcription", "Play changed while being copied", "changed the play after somebody had begun to copy the position"),
        # plays
        _play(PLAY_PARENT, "Illegal play", "no legal play with this roll ends in this position"),
        _play("move.blocked-landing", "Landing on a held point", "a checker landed on a point that the opponent holds"),
        _play("move.intermediate-blocked", "Way blocked", "one checker played both dice, but every point on its way is held by the opponent"),
        _play("move.wrong-distance", "Wrong distance", "a checker moved a distance that the dice do not give"),
        _play("move.backwards", "Moved backwards", "a checker moved backwards"),
        _play("move.must-use-both", "Both dice must be played", "only one die was played, and both could have been"),
        _play("move.must-use-larger", "Larger die must be played", "either die could be played but not both, and the smaller was played"),
        _play("move.must-use-max", "More of a double must be played", "fewer steps of the double were played than could have been"),
        _play("move.too-many-checkers", "Too many steps", "more steps were played than the dice give"),
        _play("move.bearoff-not-home", "Borne off too early", "a checker was borne off while another was outside the home board or on the bar"),
        _play("move.bearoff-too-low", "Borne off with too low a die", "a checker was borne off with a number lower than its point"),
        _play("move.bearoff-higher-behind", "Borne off with a checker behind", "a checker was borne off with a higher number while another stood behind it"),
        _play("move.opponent-checker-moved", "Opponent's checker moved", "a checker of the opponent was moved"),
        _play("move.bar-priority", "Checker left on the bar", "another checker moved while one on the bar could not or did not enter first"),
        _play("checker.hit-not-on-bar", "Hit checker not on the bar", "a hit checker was not put on the bar"),
        _play("checker.borne-off-on-board", "Borne-off checker back on the board", "a checker that had been borne off came back onto the board"),
        _play("checker.count-mismatch", "Number of checkers changed", "the number of a player's checkers on the board, the bar and borne off does not add up"),
        _seen("checker.left-bar-early", "Hit checker left the bar", "a hit checker left the bar without entering"),
        _inferred("move.unclear", "Play not clear", "moved the checkers back and forth so that the play was hard to follow"),
        _inferred("checker.two-hands", "Two hands", "moved checkers with both hands"),
        _inferred("checker.touched-out-of-turn", "Checker touched out of turn", "touched a checker in the opponent's turn"),
        # set-up
        CatalogueEntry("setup.error", "Wrong set-up", "the game was not set up in the start position", "setup"),
        _seen("setup.official", "Wrong set-up stands", "the wrong set-up has become the position of the game"),
        _seen("setup.extra-checker", "Too many checkers", "a player has more than fifteen checkers"),
        # cube
        _seen("cube.not-centred", "Cube not in the middle", "the cube does not stand in the middle at the start of the game"),
        _seen("cube.missing", "Cube missing", "the cube is not on the table"),
        _seen("cube.wrong-face", "Cube shows the wrong face", "the cube does not show a face with which a game starts"),
        _seen("cube.present-in-crawford", "Cube in the Crawford game", "the cube is on the board in the Crawford game"),
        _seen("cube.absent-post-crawford", "Cube not put back", "the Crawford game is over and the cube has not been put back"),
        _seen("cube.crawford", "Double in the Crawford game", "the cube was used in the Crawford game"),
        _seen("cube.not-owner", "Double not allowed", "doubled although the cube was not his, or it was not his turn"),
        _seen("cube.after-roll", "Double after the roll", "doubled after rolling"),
        _seen("cube.after-invalid-roll", "Double after an invalid roll", "doubled after a roll that did not count"),
        _inferred("cube.premature", "Doubled early", "doubled before the opponent's turn had ended"),
        _seen("cube.wrong-value", "Cube turned to a wrong value", "turned the cube to a value that is not the next one"),
        _inferred("cube.ambiguous-gesture", "A double, or not?", "touched the cube or spoke of it in a way that may be a cube action"),
        _seen("cube.take-placement", "Cube not on the taker's side", "the cube was taken and not put on the taker's side"),
        _told("cube.press-missing", "Clock not pressed after a cube action", "did not press the clock after a cube action"),
        _seen("cube.beaver", "Beaver", "redoubled at once and kept the cube"),
        _told("cube.automatic", "Automatic double", "the cube was turned because the opening dice were equal"),
        # clock
        _told("clock.setting", "Clock setting", "the clock is not set as the rules say"),
        _told("clock.mid-match", "Clock brought into a running match", "the clock is not set as the rules say for a match in progress"),
        _told("clock.position", "Clock's place", "the clock stands on the wrong side"),
        _told("clock.wrong-hand", "Pressed with the wrong hand", "pressed the clock with the hand that does not move the checkers"),
        _told("clock.illegal-stop", "Clock stopped without reason", "stopped the clock for none of the permitted reasons"),
        _told("clock.break-times", "Times not noted", "left the table without the clock's times having been noted"),
        _told("clock.game-over-dispute", "Game wrongly claimed over", "stopped the clock and claimed wrongly that the game was over"),
        _told("clock.flag", "Time run out", "the time has run out"),
        _told("clock.both-flags", "Both times run out", "both times have run out and nobody knows whose was first"),
        _told("clock.mode", "Clock refused or misused", "did not use the clock as ordered"),
        _told("clock.faulty", "Clock faulty", "the clock does not work"),
        # time
        _told("time.late", "Late", "was not present and playing at the set time"),
        _told("time.late-forfeit", "Too late", "is so late that the match is lost"),
        _told("time.break-count", "Breaks", "asked for a break beyond those allowed"),
        _told("time.break-mid-game", "Break during a game", "left the table during a game"),
        _told("time.break-overrun", "Break too long", "came back late from a break"),
        _told("time.absence", "Absent", "left the playing area without the director's permission"),
        _told("time.slow-play", "Slow play", "plays too slowly"),
        # score and result
        _told("score.compare", "Compare the scores", "the players compare their scores before each game"),
        _told("score.mismatch", "Scores differ", "the players' scores differ"),
        _told("score.crawford-not-announced", "Crawford game not announced", "the Crawford game was not announced"),
        _told("score.wrong-length", "Wrong match length", "the match was played to another length than set"),
        _told("score.result-report", "Result not reported", "the result was not reported, or wrongly"),
        _told("result.concession", "Concession", "gave up the game"),
        _told("result.concession-early", "Gave up too early", "gave up while the game could still turn"),
        _seen("result.single", "Single game", "the loser has borne off a checker"),
        _seen("result.gammon", "Gammon", "the loser has borne off no checker"),
        _seen("result.backgammon", "Backgammon", "the loser has borne off no checker and has one on the bar or in the winner's home board"),
        _told("result.settlement", "Result agreed", "the players agreed on a result"),
        # equipment, conduct, disputes
        _told("equipment.board-size", "Board size", "the board is not of an accepted size"),
        _seen("equipment.spare-dice-cubes", "Spare dice or cube", "a die or cube that is not in use lies on the board"),
        _told("equipment.cups", "Cups", "a proper cup was asked for"),
        _told("equipment.precision-dice", "Precision dice", "precision dice were asked for"),
        _told("equipment.dice-count", "Number of dice", "the number of dice in use is not as the rules say"),
        _told("equipment.change", "Equipment changed", "equipment was changed"),
        _told("equipment.baffle-mode", "Baffle box", "a baffle box was asked for, ordered or refused"),
        _told("conduct.spectator", "Spectator", "a spectator spoke about the game"),
        _told("conduct.language", "Language", "a language was spoken that the rules do not name"),
        _told("conduct.recording", "Recording", "the match is recorded; somebody must have authorised it"),
        _told("conduct.aids", "Aids", "an aid was used that the rules do not allow"),
        _inferred("dispute.scene-changed", "Table changed during a dispute", "something on the table was changed while the director was awaited"),
        _told("dispute.appeal", "Appeal", "a ruling was appealed"),
    )
}  # fmt: skip
