"""The scenarios of the rules reference, section 5.2 to 5.6, for each of the rulebooks' columns and from both seats. Ids are the reference's own.

A scenario is a function that tells a story; beside it stands, for each column, what must come of it: the flags as "rule CLASS" and the
changes as "rule: state", in order, and words that the last flag's remedy (or a change's reason) must hold, or must not ("!word").
Columns: C cnb, D dbgf, B biba; a column that is not there is one for which the reference says nothing ("-").
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from monitor.game.events import Player, Rows, Status
from monitor.game.ids import parse_xgid
from monitor.game.position import position_to_rows
from monitor.officiating import Fact, InputKind, MatchFacts, State
from tests.officiating.scripted import START, row, setup
from tests.officiating.story import COCKED, LEFT, ON_CHECKER, RIGHT, SPLIT, Story, replay

COLUMNS = {"C": "cnb", "D": "dbgf", "B": "biba"}
Tell = Callable[[str, Player], Story]
UNCERTAIN = Status.UNCERTAIN


@dataclass(frozen=True)
class Expect:
    """lines: all flags and changes. says: words of the last remedy. why: words of the changes' reasons. article: of the first flag."""

    lines: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    article: str = ""


def ex(*lines: str, says: str | tuple[str, ...] = (), why: str | tuple[str, ...] = (), article: str = "") -> Expect:
    return Expect(lines, (says,) if isinstance(says, str) else says, (why,) if isinstance(why, str) else why, article)


SCENARIOS: dict[str, tuple[Tell, dict[str, Expect]]] = {}


def scenario(name: str, **columns: Expect) -> Callable[[Tell], Tell]:
    """Registers a story. CDB, CD and the like name several columns at once."""

    def register(tell: Tell) -> Tell:
        expected = {column: expect for names, expect in columns.items() for column in names}
        SCENARIOS[name] = (tell, expected)
        return tell

    return register


def cases() -> Iterator[object]:
    for name, (tell, expected) in SCENARIOS.items():
        for column, expect in expected.items():
            for seat in Player:
                yield pytest.param(tell, COLUMNS[column], seat, expect, id=f"{name}-{COLUMNS[column]}-{seat}")


# ---------------------------------------------------------------- 5.2 rolls


@scenario(
    "R01",
    C=ex("roll.cocked REROLL", says=("Both dice are rolled again", "after the opponent has agreed"), article="CNB 4.1.4.1"),
    D=ex("roll.cocked REROLL", says=("Both dice are rolled again", "!agreed"), article="DBgF §4.1.4.1"),
    B=ex("roll.cocked REROLL", says=("Both dice are rolled again", "!agreed"), article="BIBA 4.2"),
)
def cocked(profile, seat):
    story = Story(profile, seat).begin()
    story.throws(story.a, *COCKED)
    return story


@scenario(
    "R02",
    C=ex("roll.left-of-bar REROLL", says="after the opponent has agreed"),
    DB=ex("roll.left-of-bar REROLL", says=("Both dice are rolled again", "!agreed")),
)
def left(profile, seat):
    story = Story(profile, seat).begin()
    story.throws(story.a, *LEFT)
    return story


@scenario("R03", CD=ex(), B=ex("roll.left-of-bar REROLL", says="no permission"))
def left_permitted(profile, seat):
    story = Story(profile, seat).begin()
    assert story.refuses(InputKind.PERMISSION_LEFT, player=story.a) == (profile == "biba")
    assert story.throws(story.a, *LEFT).valid is (profile != "biba")
    return story


# The reference says "same" for BIBA. A permission does not exist there (BIBA 4.1, 4.2), so what is wrong is the die on the left.
@scenario("R04", CD=ex("roll.split-sides REROLL"), B=ex("roll.left-of-bar REROLL"))
def split(profile, seat):
    story = Story(profile, seat).begin()
    story.refuses(InputKind.PERMISSION_LEFT, player=story.a)
    story.throws(story.a, *SPLIT)
    return story


@scenario("R05", CD=ex("roll.side-switch-without-notice INFO"), B=ex())
def right_again(profile, seat):
    story = Story(profile, seat).begin()
    story.refuses(InputKind.PERMISSION_LEFT, player=story.a)
    assert story.throws(story.a, *RIGHT).valid is True
    return story


@scenario("R05 twin, notice given", CD=ex())
def right_again_with_notice(profile, seat):
    story = Story(profile, seat).begin().tells(InputKind.PERMISSION_LEFT, player=seat).tells(InputKind.NOTICE, player=seat, id="right")
    story.throws(story.a, *RIGHT)
    return story


@scenario("R06", CDB=ex("roll.left-of-bar REROLL"))
def permission_expired(profile, seat):
    story = Story(profile, seat).begin()
    story.refuses(InputKind.PERMISSION_LEFT, player=story.a)
    story.turn(story.a).wins(story.a).begin()
    story.throws(story.a, *LEFT)
    return story


@scenario("R07", CDB=ex("roll.on-checker REROLL"))
def on_checker(profile, seat):
    story = Story(profile, seat).begin()
    story.throws(story.a, *ON_CHECKER)
    return story


@scenario("R08", CD=ex("roll.off-board-returned INFO"), B=ex("roll.off-board-returned REROLL", says="both dice are rolled again", article="BIBA 4.2"))
def came_back(profile, seat):
    story = Story(profile, seat).begin()
    story.fact(Fact.DIE_RETURNED, story.a)
    assert story.throws(story.a, *RIGHT).valid is (profile != "biba")
    return story


@scenario(
    "R09",
    C=ex("roll.on-floor REROLL", says=("clock may be stopped", "4.3.2.3", "Both dice are rolled again")),
    D=ex("roll.on-floor REROLL", says=("clock may be stopped", "4.3.2.3", "Both dice are rolled again")),
    B=ex("roll.on-floor REROLL", says="Both dice are rolled again"),
)
def on_floor(profile, seat):
    story = Story(profile, seat, clock=profile != "biba").begin()
    return story.fact(Fact.DIE_ON_FLOOR, story.a)


@scenario("R10", CDB=ex())
def beside_the_box(profile, seat):
    story = Story(profile, seat, box="left").begin()
    assert story.throws(story.a, *LEFT).valid is True
    return story


@scenario(
    "R11",
    C=ex("roll.baffle-wrong-half REROLL", says="after the opponent has agreed", article="CNB 4.1.4.2"),
    D=ex("roll.baffle-wrong-half REROLL", says=("Both dice are rolled again", "!agreed")),
    B=ex("roll.baffle-wrong-half REROLL", says="by default"),
)
def beyond_the_box_half(profile, seat):
    story = Story(profile, seat, box="left").begin()
    story.throws(story.a, *SPLIT)
    return story


@scenario("R12", CDB=ex("roll.cocked REROLL", "roll.cocked: corrected", "roll.single-die-reroll REROLL", says="oth dice"))
def one_die_again(profile, seat):
    story = Story(profile, seat).begin()
    story.throws(story.a, *COCKED)
    story.fact(Fact.DICE_UP, story.a, n=1)
    story.throws(story.a, *RIGHT)
    return story


@scenario("R12 twin, both dice", CDB=ex("roll.cocked REROLL", "roll.cocked: corrected"))
def both_dice_again(profile, seat):
    story = Story(profile, seat).begin()
    story.throws(story.a, *COCKED)
    story.fact(Fact.DICE_UP, story.a, n=1).fact(Fact.DICE_UP, story.a, n=1, after=0.5)
    story.throws(story.a, *RIGHT)
    return story


@scenario(
    "R13",
    C=ex("roll.cocked REROLL", "roll.cocked: corrected", "roll.reroll-without-assent DIR", says="pictures of the first roll"),
    DB=ex("roll.cocked REROLL", "roll.cocked: corrected"),
)
def no_assent(profile, seat):
    story = Story(profile, seat).begin()
    first = story.throws(story.a, *COCKED)
    story.throws(story.a, *RIGHT, after=1.0)
    if profile == "cnb":
        assert story.last.frames["before"] == first.t
    return story


@scenario("R14", C=ex("roll.not-simultaneous INFO", "roll.not-simultaneous REROLL"), D=ex(), B=ex("roll.not-simultaneous INFO", "roll.not-simultaneous INFO"))
def one_after_the_other(profile, seat):
    """The camera gives it for information only; players or the observer may confirm it."""
    story = Story(profile, seat).begin()
    story.fact(Fact.LATE_DIE, story.a)
    assert story.refuses(InputKind.NOTE, id="roll.not-simultaneous", player=story.a) == (profile == "dbgf")
    return story


@scenario(
    "R15",
    C=ex("roll.cocked REROLL", "cube.after-invalid-roll MUST", says=("cancelled", "4.4.2")),
    D=ex("roll.cocked REROLL", "cube.after-invalid-roll MUST", says=("cancelled", "4.4.2")),
    B=ex("roll.cocked REROLL", "cube.after-invalid-roll MUST", says=("cancelled", "5.4")),
)
def cube_after_cocked(profile, seat):
    story = Story(profile, seat).begin()
    story.throws(story.a, *COCKED)
    story.cube(story.a, value=2)
    assert (story.referee.state, story.referee.on_roll, story.referee.match.cube) == (State.READY, story.a, 1)
    return story


def early_roll(profile, seat, dice=(6, 2), before=START, mine=(5, 4), **more):
    """A has rolled and is moving; B rolls."""
    story = Story(profile, seat).begin(position=before)
    story.rolls(story.a, mine)
    return story.rolls(story.b, dice, early=True, **more)


@scenario(
    "R16",
    C=ex("roll.premature OPTION", "roll.premature: demanded", "roll.premature: corrected", says="finishes his turn knowing it", article="CNB 4.1.5.1"),
    D=ex("roll.premature OPTION", "roll.premature: demanded", "roll.premature: corrected", says="only if the opponent demands it", article="DBgF §4.1.5.1"),
    B=ex("roll.premature OPTION", "roll.premature: demanded", "roll.premature: corrected", says="stands or is made again", article="BIBA 4.6"),
)
def rolled_early(profile, seat):
    story = early_roll(profile, seat)
    assert story.refuses(InputKind.DEMANDED, id=story.id("roll.premature"), player=story.b), "the choice is not the early roller's"
    story.tells(InputKind.DEMANDED, id=story.id("roll.premature"), player=story.a)
    assert [event.dice for event, _ in story.referee.superseded] == [(6, 2)]
    story.plays(story.a).ends(story.a)
    assert (story.referee.rolls, story.referee.on_roll, story.referee.state) == (2, story.b, State.READY), "an annulled roll is not counted"
    story.rolls(story.b)
    assert story.referee.rolls == 3
    return story


@scenario("R16 twin, left to stand", CDB=ex("roll.premature OPTION", "roll.premature: accepted"))
def early_roll_stands(profile, seat):
    story = early_roll(profile, seat).plays(seat).ends(seat)
    assert (story.referee.rolls, story.referee.on_roll, story.referee.state) == (3, story.b, State.MOVING)
    return story.plays(story.b).ends(story.b)


@scenario("R16 twin, the turn's end was missed", CDB=ex())
def roll_after_a_missed_end(profile, seat):
    story = Story(profile, seat).begin()
    return story.rolls(story.a, (5, 4)).plays(story.a).rolls(story.b)


FORCED = "-GG----d----d------dAc----"
"""L10: with 6-2 only 20/14 can be played."""


def rows_of(board, mover):
    return position_to_rows(parse_xgid(f"XGID={board}:0:0:1:00:0:0:0:7:10").position, mover)


@scenario(
    "R17",
    CD=ex("roll.premature OPTION", "roll.premature: demanded"),
    B=ex("roll.premature INFO", "roll.premature: accepted", says=("forced", "both stand"), article="BIBA 4.6"),
)
def rolled_early_forced(profile, seat):
    story = early_roll(profile, seat, before=rows_of(FORCED, seat), mine=(6, 2))
    assert "forced" in story.last.text
    assert story.refuses(InputKind.DEMANDED, id=story.id("roll.premature"), player=story.a) == (profile == "biba")
    return story


@scenario(
    "R18",
    C=ex("roll.premature OPTION", "roll.premature-lifted OPTION", says="opponent decides"),
    D=ex("roll.premature OPTION", "roll.premature-lifted OPTION", says="may demand"),
    B=ex("roll.premature OPTION", "roll.premature: corrected", "roll.premature-lifted REROLL", says="No number was seen"),
)
def early_and_snatched(profile, seat):
    story = early_roll(profile, seat, dice=(None, None), valid=None, status=UNCERTAIN)
    return story.fact(Fact.DICE_UP, story.b, n=2)


@scenario("R19", B=ex("roll.premature OPTION", "roll.premature: corrected", "roll.premature-lifted REROLL", says=("showing 4 is kept", "other is rolled")))
def early_one_read(profile, seat):
    story = early_roll(profile, seat, dice=(4, None), valid=None, status=UNCERTAIN)
    return story.fact(Fact.DICE_UP, story.b, n=2)


@scenario(
    "R20",
    B=ex(
        "roll.premature OPTION", "roll.premature: corrected", "roll.premature-lifted OPTION", "roll.premature-lifted: accepted", says="put back showing 6 and 2"
    ),
)
def early_both_read(profile, seat):
    story = early_roll(profile, seat).fact(Fact.DICE_UP, seat.opponent, n=2)
    story.tells(InputKind.ACCEPTED, id=story.id("roll.premature-lifted"), player=story.a)
    return story


@scenario(
    "R21",
    B=ex(
        "roll.cocked REROLL", "roll.premature-lifted REROLL",
        "roll.cocked: corrected", "roll.premature-lifted: corrected", "roll.premature OPTION",
    ),
)  # fmt: skip
def early_cocked(profile, seat):
    story = Story(profile, seat).begin()
    story.rolls(story.a, (5, 4))
    story.throws(story.b, *COCKED, early=True)
    assert "that is the early roll" in story.last.remedy
    return story.rolls(story.b, (6, 2), early=True)


@scenario("R22", CDB=ex())
def opening_tie(profile, seat):
    story = Story(profile, seat)
    story.see(setup(1.0))
    story.rolls(None, (5, 5), opening=True).rolls(None, (2, 2), opening=True)
    assert (story.referee.rolls, story.referee.match.cube, story.referee.state) == (0, 1, State.OPENING)
    story.rolls(story.a, (6, 5), opening=True)
    assert story.referee.rolls == 1
    return story


@scenario("R23", CDB=ex("roll.opening-wrong-pair MUST", says="plays the two dice of that roll"))
def opening_wrong_pair(profile, seat):
    story = Story(profile, seat)
    story.see(setup(1.0))
    story.rolls(story.a, (6, 2), opening=True).rolls(story.a, (4, 4)).plays(story.a, dice=(4, 4)).ends(story.a)
    assert "6-2" in story.last.text
    assert "4-4" in story.last.text
    return story


@scenario("R23 twin, the opening dice played", CDB=ex())
def opening_pair_played(profile, seat):
    story = Story(profile, seat)
    story.see(setup(1.0))
    return story.rolls(story.a, (6, 2), opening=True).rolls(story.a, (4, 4)).plays(story.a, dice=(6, 2)).ends(story.a)


@scenario("R24", CDB=ex())
def dice_mix(profile, seat):
    story = Story(profile, seat).begin()
    return story.wins(story.a).fact(Fact.FOUR_DICE)


@scenario("R25", C=ex("dice.touched-on-board INFO"), D=ex("dice.touched-on-board INFO"), B=ex("dice.touched-on-board INFO", article="BIBA 4.5"))
def die_shifted(profile, seat):
    story = Story(profile, seat).begin().rolls(seat, (5, 2))
    return story.fact(Fact.DIE_SHIFTED, story.a, **{"from": 5, "to": 5})


@scenario("R26", CDB=ex("dice.value-changed DIR"))
def die_turned(profile, seat):
    story = Story(profile, seat).begin().rolls(seat, (3, 2))
    return story.fact(Fact.DIE_SHIFTED, story.a, **{"from": 3, "to": 5})


# ---------------------------------------------------------------- 5.3 disputes over moves

ILLEGAL = {"C": "move.must-use-larger MUST", "D": "move.must-use-larger OPTION", "B": "move.must-use-larger OPTION"}
STANDS = "move.must-use-larger: accepted"


def larger_ignored(profile, seat, **more):
    """L10: with 6-2 either die could be played but not both, and A played the 2."""
    story = Story(profile, seat, **more).begin()
    story.rolls(story.a, (6, 2)).plays(story.a, False, "move.must-use-larger", notation="20/18", dice=(6, 2), nearest=("20/14",))
    return story.ends(story.a)


@scenario(
    "D01",
    C=ex(ILLEGAL["C"], "move.must-use-larger: announced", "move.must-use-larger: corrected", says="dice are put back", article="CNB 4.2.3.1, 4.2.3.2"),
    D=ex(ILLEGAL["D"], "move.must-use-larger: demanded", "move.must-use-larger: corrected", says="may accept", article="DBgF §4.2.3.1, 4.2.3.2"),
    B=ex(ILLEGAL["B"], "move.must-use-larger: demanded", "move.must-use-larger: corrected", says="whole roll", article="BIBA 4.8"),
)
def seen_in_time(profile, seat):
    story = larger_ignored(profile, seat)
    assert "Nearest legal: 20/14" in story.last.text
    is_silent = story.refuses(InputKind.ANNOUNCED, id=story.last.id)
    assert is_silent == (profile != "cnb"), "CNB 4.2.3.1 names the observer; elsewhere the choice is the opponent's (G3)"
    assert story.refuses(InputKind.ACCEPTED, id=story.last.id, player=story.a)
    if is_silent:
        story.tells(InputKind.DEMANDED, id=story.last.id, player=story.b)
    replay(story, story.a, notation="20/14")
    return story.ends(story.a)


@scenario("D02", C=ex(ILLEGAL["C"], STANDS), D=ex(ILLEGAL["D"], STANDS), B=ex(ILLEGAL["B"], STANDS, why="condoned"))
def opponent_has_rolled(profile, seat):
    story = larger_ignored(profile, seat)
    return story.rolls(story.b)


@scenario(
    "D03",
    C=ex(ILLEGAL["C"], "roll.cocked REROLL"),
    D=ex(ILLEGAL["D"], "roll.cocked REROLL"),
    B=ex(ILLEGAL["B"], STANDS, "roll.cocked REROLL", why="director decides"),
)
def opponent_rolled_cocked(profile, seat):
    story = larger_ignored(profile, seat)
    story.throws(story.b, *COCKED)
    window = story.flags[0].window["closes_on"]
    assert "director decides" in window
    return story


@scenario(
    "D04",
    C=ex(ILLEGAL["C"], STANDS),
    D=ex(ILLEGAL["D"], STANDS, why="director decides"),
    B=ex(ILLEGAL["B"], STANDS, why="condoned"),
)
def opponent_doubled(profile, seat):
    story = larger_ignored(profile, seat)
    return story.cube(story.b, value=2)


@scenario("D05", C=ex(ILLEGAL["C"]), D=ex(ILLEGAL["D"], STANDS, why="director decides"))
def opponent_doubled_with_a_clock(profile, seat):
    story = larger_ignored(profile, seat, clock=True)
    return story.cube(story.b, value=2)


@scenario("D06", C=ex(ILLEGAL["C"]), D=ex(ILLEGAL["D"]))
def dice_taken_up_after_the_press(profile, seat):
    story = larger_ignored(profile, seat, clock=True)
    return story.fact(Fact.DICE_UP, story.b, n=2)


CLAIMED = ("move.must-use-larger: claimed", "move.must-use-larger: agreed", "move.must-use-larger: corrected")


@scenario("D07", C=ex(ILLEGAL["C"], *CLAIMED, says="once its 12 s delay has run out"), D=ex(ILLEGAL["D"], *CLAIMED, says=("plays at once", "!12 s")))
def claimed_with_a_clock(profile, seat):
    story = larger_ignored(profile, seat, clock=True)
    story.tells(InputKind.PAUSE, player=story.b).tells(InputKind.CLAIM, id=story.last.id, player=story.b).tells(InputKind.AGREED, id=story.last.id)
    assert (story.referee.state, story.referee.on_roll) == (State.MOVING, story.a), "his turn again"
    replay(story, story.a, notation="20/14")
    story.ends(story.a)
    assert (story.referee.state, story.referee.on_roll) == (State.READY, story.b)
    return story


CLAIM = "move.must-use-larger: claimed"


@scenario("D08", C=ex(ILLEGAL["C"], CLAIM), D=ex(ILLEGAL["D"], CLAIM, STANDS), B=ex(ILLEGAL["B"], CLAIM, STANDS))
def offender_notices(profile, seat):
    """He may say so; where the opponent has the choice he keeps it."""
    story = larger_ignored(profile, seat).tells(InputKind.CLAIM, id="m1-f1", player=seat)
    assert story.refuses(InputKind.ACCEPTED, id=story.last.id, player=story.a)
    assert story.refuses(InputKind.ACCEPTED, id=story.last.id, player=story.b) == (profile == "cnb")
    return story


@scenario(
    "D09",
    C=ex(ILLEGAL["C"], "conduct.spectator INFO", CLAIM, says="may still claim"),
    D=ex(ILLEGAL["D"], "conduct.spectator INFO", CLAIM, says="may still claim"),
    B=ex(ILLEGAL["B"], "conduct.spectator INFO", CLAIM, says="may still claim"),
)
def spectator(profile, seat):
    story = larger_ignored(profile, seat)
    flag = story.last.id
    return story.notes("conduct.spectator", why="said that the 6 must be played").tells(InputKind.CLAIM, id=flag, player=story.b)


def illegal_plays(profile, seat, n):
    story = Story(profile, seat).begin()
    for number in range(n):
        story.rolls(story.a).plays(story.a, False, "move.backwards").ends(story.a)
        if number < n - 1:
            story.turn(story.b)
    return story


def of_class(letter, n):
    word = "MUST" if letter == "C" else "OPTION"
    return [line for _ in range(n - 1) for line in (f"move.backwards {word}", "move.backwards: accepted")] + [f"move.backwards {word}"]


@scenario(
    "D10",
    C=ex(*of_class("C", 2), says=("may warn", "4.2.3.4", "!penalty points")),
    DB=ex(*of_class("D", 2), says=("!warn", "!penalty")),
)
def second_illegal(profile, seat):
    return illegal_plays(profile, seat, 2)


@scenario("D11", C=ex(*of_class("C", 3), says="penalty points are possible"), DB=ex(*of_class("D", 3), says=("!warn", "!penalty")))
def third_illegal(profile, seat):
    return illegal_plays(profile, seat, 3)


BLOCKED = "move.blocked-landing"


@scenario(
    "D12",
    C=ex(f"{BLOCKED} MUST", f"{BLOCKED}: agreed", f"{BLOCKED}: corrected"),
    D=ex(f"{BLOCKED} OPTION", f"{BLOCKED}: demanded", f"{BLOCKED}: corrected"),
    B=ex(f"{BLOCKED} OPTION", f"{BLOCKED}: demanded", f"{BLOCKED}: corrected", says="whole roll anew, not only the illegal part"),
)
def whole_roll_anew(profile, seat):
    """The legal part is played differently as well: whatever is legal corrects (G24)."""
    story = Story(profile, seat).begin()
    story.rolls(story.a, (5, 5)).plays(story.a, False, BLOCKED, notation="13/8 24/19", dice=(5, 5)).ends(story.a)
    story.tells(InputKind.AGREED if profile == "cnb" else InputKind.DEMANDED, id=story.last.id, player=story.b)
    replay(story, story.a, notation="6/1(2) 13/8(2)")
    return story.ends(story.a)


@scenario("D13", CDB=ex())
def moved_and_moved_again(profile, seat):
    story = Story(profile, seat).begin().rolls(seat)
    story.plays(seat, False, "move.wrong-distance")
    replay(story, seat)
    return story.ends(seat)


@scenario("D13 long shuffling", C=ex("move.unclear INFO"))
def shuffled(profile, seat):
    return Story(profile, seat).begin().rolls(seat).fact(Fact.SHUFFLING, seat).plays(seat).ends(seat)


@scenario("D14", CDB=ex())
def trial_checker_left(profile, seat):
    """What counts is the position at rest at the turn's end: a trial checker that stays there was played."""
    return Story(profile, seat).begin().rolls(seat).plays(seat, position=START, evidence=(12.0, 13.0)).ends(seat)


@scenario(
    "D15",
    CD=ex("turn.move-changed-after-end MUST", says="cannot be changed"),
    B=ex("turn.move-changed-after-end INFO", says="fixed only with both"),
)
def changed_between_the_dice(profile, seat):
    return Story(profile, seat).begin().turn(seat).fact(Fact.PLAY_CHANGED, seat, dice_up=1)


@scenario("D15 twin, both dice up", CDB=ex("turn.move-changed-after-end MUST"))
def changed_after_both(profile, seat):
    return Story(profile, seat).begin().turn(seat).fact(Fact.PLAY_CHANGED, seat, dice_up=2)


@scenario("D16", CDB=ex("checker.touched-out-of-turn MUST", says="restored"))
def moved_out_of_turn(profile, seat):
    return Story(profile, seat).begin().rolls(seat).fact(Fact.CHECKER_MOVED, seat.opponent)


@scenario("D16 twin, his own turn", CDB=ex())
def moved_in_turn(profile, seat):
    return Story(profile, seat).begin().rolls(seat).fact(Fact.CHECKER_MOVED, seat).fact(Fact.CHECKER_TOUCHED, seat)


@scenario("D17", CD=ex("checker.touched-out-of-turn MUST"), B=ex("checker.touched-out-of-turn INFO", says="Only moving"))
def touched_out_of_turn(profile, seat):
    return Story(profile, seat).begin().rolls(seat).fact(Fact.CHECKER_TOUCHED, seat.opponent)


@scenario("D18", CDB=ex("checker.two-hands INFO"))
def both_hands(profile, seat):
    return Story(profile, seat).begin().rolls(seat).fact(Fact.TWO_HANDS, seat)


HIT, BAR = "checker.hit-not-on-bar", "move.bar-priority"


@scenario(
    "D19",
    C=ex(f"{HIT} MUST", f"{HIT}: accepted", f"{BAR} MUST"),
    D=ex(f"{HIT} OPTION", f"{HIT}: accepted", f"{BAR} OPTION"),
    B=ex(f"{HIT} OPTION", f"{HIT}: accepted", f"{BAR} OPTION"),
)
def hit_checker_beside_the_board(profile, seat):
    story = Story(profile, seat).begin()
    story.rolls(story.a).plays(story.a, False, HIT).ends(story.a).rolls(story.b).plays(story.b, False, BAR).ends(story.b)
    assert all(len(flag.text) > 40 for flag in story.flags), "both are explained"
    assert ("redress" in story.flags[0].remedy) == (profile == "biba")
    return story


RETURNED = "checker.borne-off-on-board MUST"


@scenario("D20", CD=ex(RETURNED, says=("off the board again", "!redress")), B=ex(RETURNED, says="redress is possible", article="BIBA 4.4"))
def borne_off_comes_back(profile, seat):
    return Story(profile, seat).begin().turn(seat).turn(seat.opponent).fact(Fact.CHECKER_RETURNED, seat)


@scenario("D21", C=ex(ILLEGAL["C"], STANDS, "move.backwards MUST"), DB=ex(ILLEGAL["D"], STANDS, "move.backwards OPTION"))
def two_in_succession(profile, seat):
    story = larger_ignored(profile, seat)
    return story.rolls(story.b).plays(story.b, False, "move.backwards").ends(story.b)


DISPUTED = "move.must-use-larger: disputed"


@scenario(
    "D22",
    C=ex(ILLEGAL["C"], DISPUTED, "dispute.scene-changed DIR", says="left untouched"),
    D=ex(ILLEGAL["D"], DISPUTED, "dispute.scene-changed DIR", says="left untouched"),
    B=ex(ILLEGAL["B"], DISPUTED, "dispute.scene-changed DIR", says="presumption against him"),
)
def scene_changed(profile, seat):
    story = larger_ignored(profile, seat)
    story.tells(InputKind.DISPUTED, id=story.last.id).fact(Fact.DICE_UP, story.b, n=1)
    assert story.referee.state is State.DISPUTE
    return story


@scenario("D23", CDB=ex())
def dice_in_doubt(profile, seat):
    story = Story(profile, seat).begin()
    return story.rolls(story.a, (6, 2), status=UNCERTAIN).plays(story.a, None, status=UNCERTAIN, alternatives=("dice.check",)).ends(story.a).rolls(story.b)


# ---------------------------------------------------------------- 5.4 set-up

WRONG = Rows(row(p8=4, p6=4), row())
SETUP = "setup.error MUST"
OFFICIAL = "setup.error: accepted"


def wrong_setup(profile, seat, rolls, position=WRONG):
    """A set-up that is wrong, then so many rolls; A opens. The turn of the last roll is still open."""
    story = Story(profile, seat)
    story.see(setup(1.0, position, 1))
    for number in range(1, rolls + 1):
        player = story.a if number % 2 else story.b
        story.rolls(player, opening=number == 1)
        if number < rolls:
            story.plays(player).ends(player)
    assert story.referee.rolls == rolls
    return story


@scenario("S01", CDB=ex(SETUP, "setup.error: corrected"))
def before_roll_1(profile, seat):
    story = wrong_setup(profile, seat, 0)
    story.see(setup(story.next(), START))
    return story.rolls(seat, opening=True)


@scenario("S02", CDB=ex(SETUP, says="orrect"))
def after_roll_2(profile, seat):
    return wrong_setup(profile, seat, 2)


@scenario("S03", CD=ex(SETUP, OFFICIAL), B=ex(SETUP, article="BIBA 4.7"))
def after_roll_3(profile, seat):
    return wrong_setup(profile, seat, 3)


@scenario("S04", CD=ex(SETUP, OFFICIAL), B=ex(SETUP))
def after_roll_4(profile, seat):
    return wrong_setup(profile, seat, 4)


@scenario("S05", CD=ex(SETUP, OFFICIAL), B=ex(SETUP, OFFICIAL, why="fifth roll"))
def roll_5_on_the_board(profile, seat):
    return wrong_setup(profile, seat, 5)


@scenario("S06", CDB=ex(SETUP, OFFICIAL))
def fourteen_checkers(profile, seat):
    return wrong_setup(profile, seat, 20, Rows(row(p6=4), row()))


@scenario("S07", CDB=ex())
def mirrored(profile, seat):
    story = Story(profile, seat)
    for home in ("left", "right"):
        event = setup(story.next())
        story.see(type(event)(t=event.t, position=START, near=seat, near_home=home))
    return story


@scenario("S08", CD=ex(SETUP, OFFICIAL), B=ex(SETUP))
def opener_dances_on_roll_3(profile, seat):
    story = wrong_setup(profile, seat, 3).plays(seat, notation="no play").ends(seat)
    story.rolls(story.b)
    assert story.referee.rolls == 4, "a roll that cannot be played counts"
    return story


@scenario("S09", CD=ex(SETUP, OFFICIAL, why="director decides"), B=ex(SETUP))
def opener_doubles_before_roll_3(profile, seat):
    story = wrong_setup(profile, seat, 2).plays(seat.opponent).ends(seat.opponent)
    return story.cube(story.a, value=2)


@scenario("S10", CDB=ex(SETUP))
def three_ties(profile, seat):
    story = wrong_setup(profile, seat, 0)
    for _ in range(3):
        story.rolls(None, (4, 4), opening=True)
    assert story.referee.rolls == 0
    return story


# ---------------------------------------------------------------- 5.5 cube


def game_begins(profile, seat, **more):
    story = Story(profile, seat, **more)
    story.see(setup(1.0))
    return story


@scenario("Q01", CDB=ex("cube.not-centred MUST", "cube.wrong-face MUST"))
def cube_on_a_side(profile, seat):
    return game_begins(profile, seat).shows_cube(str(seat), 2)


@scenario("Q02", CD=ex(), B=ex("cube.wrong-face INFO", article="BIBA 5.2"))
def cube_shows_1(profile, seat):
    return game_begins(profile, seat).shows_cube("middle", 1)


@scenario("Q02 twin, 64", CDB=ex())
def cube_shows_64(profile, seat):
    return game_begins(profile, seat).shows_cube("middle", 64)


@scenario("Q03", C=ex("cube.missing MUST", says="as soon as it is noticed"), D=ex("cube.missing MUST"), B=ex("cube.missing MUST", says="weigh heavily"))
def cube_missing(profile, seat):
    story = Story(profile, seat).begin()
    for player in (story.a, story.b, story.a, story.b):
        story.turn(player)
    return story.rolls(story.a).shows_cube("off", None)


MATCH_POINT = MatchFacts(7, (6, 2))


@scenario("Q04", CDB=ex("cube.present-in-crawford MUST"))
def cube_in_crawford(profile, seat):
    return game_begins(profile, seat, match=MATCH_POINT).shows_cube("middle", 64)


@scenario("Q04 twin, the cube is away", CDB=ex())
def no_cube_in_crawford(profile, seat):
    return game_begins(profile, seat, match=MATCH_POINT).shows_cube("off", None)


def crawford_double(profile, seat):
    story = Story(profile, seat, match=MATCH_POINT).begin(opener=seat)
    return story.cube(story.b, value=2).cube(story.a, "take")


@scenario(
    "Q05",
    C=ex("cube.crawford MUST", says="the game goes on at 1", article="CNB 4.4.4"),
    D=ex("cube.crawford MUST", says="cancelled", article="DBgF §4.4.4"),
    B=ex("cube.crawford MUST", says="not recognised", article="BIBA 5.5"),
)
def doubled_in_crawford(profile, seat):
    return crawford_double(profile, seat)


def crawford_game(profile, seat, points=2):
    """A game at match point in which the cube was used unseen."""
    return Story(profile, seat, match=MATCH_POINT).begin(opener=seat).wins(seat.opponent, points)


@scenario(
    "Q06",
    C=ex("cube.crawford MUST", says="score is corrected"),
    D=ex("cube.crawford DIR", says=("by default the score is corrected", "director decides")),
    B=ex("cube.crawford DIR", says=("by default the score is corrected", "director decides")),
)
def crawford_seen_after_the_game(profile, seat):
    return crawford_game(profile, seat).notes("cube.crawford", seat.opponent)


@scenario(
    "Q06 flagged during the game",
    C=ex("cube.crawford MUST", "cube.crawford: noted", why="score is corrected"),
    DB=ex("cube.crawford MUST", "cube.crawford: noted", why="director"),
)
def crawford_open_at_the_end(profile, seat):
    return crawford_double(profile, seat).wins(seat.opponent, 2)


@scenario("Q07", C=ex("cube.crawford INFO", says="stands"), DB=ex("cube.crawford DIR", says="no limit is stated"))
def crawford_seen_in_the_next_game(profile, seat):
    return crawford_game(profile, seat).begin().notes("cube.crawford", seat.opponent, earlier_game=True)


@scenario(
    "Q07 flagged during the game",
    C=ex("cube.crawford MUST", "cube.crawford: noted", "cube.crawford: accepted"),
    DB=ex("cube.crawford MUST", "cube.crawford: noted", "cube.crawford: referred"),
)
def crawford_open_in_the_next_game(profile, seat):
    story = crawford_double(profile, seat).wins(seat.opponent, 2)
    story.see(setup(story.next()))
    return story


@scenario("Q08", C=ex("cube.crawford MUST", says="match is resumed"), DB=ex("cube.crawford DIR", says="director decides"))
def crawford_ended_the_match(profile, seat):
    story = Story(profile, seat, match=MATCH_POINT).begin(opener=seat).wins(seat, 2)
    assert story.referee.match.is_match_over
    return story.notes("cube.crawford", seat.opponent)


@scenario("Q09", CDB=ex())
def post_crawford_double(profile, seat):
    story = Story(profile, seat, match=MATCH_POINT).begin(opener=seat).wins(seat.opponent)
    assert story.referee.match.is_crawford
    story.begin(opener=seat)
    assert (story.referee.match.is_crawford, story.referee.match.score[seat.opponent]) == (False, 3)
    return story.cube(story.b, value=2)


# The reference names no id: C21 says that the opener has no turn of his own before rolling, which is what cube.not-owner is about.
@scenario("Q10", CD=ex("cube.not-owner MUST", says="cancelled"), B=ex("cube.not-owner MUST", says=("cancelled", "5.5")))
def double_before_the_opening_roll(profile, seat):
    story = Story(profile, seat, match=MATCH_POINT).begin(opener=seat).wins(seat.opponent)
    story.see(setup(story.next()))
    return story.cube(story.a, value=2)


def cube_at_2(profile, seat):
    """A owns the cube at 2 and is to roll."""
    story = Story(profile, seat).begin(opener=seat)
    story.cube(story.b, value=2).cube(story.a, "take")
    story.turn(story.b)
    assert (story.referee.match.cube, story.referee.match.cube_owner) == (2, story.a)
    return story


@scenario(
    "Q11", C=ex("cube.wrong-value MUST", says=("stands", "4.4.6")), D=ex("cube.wrong-value MUST", says="stands"), B=ex("cube.wrong-value MUST", says="5.4")
)
def redoubled_to_8(profile, seat):
    story = cube_at_2(profile, seat).cube(seat, value=8)
    assert "should show 4" in story.last.text
    story.cube(story.b, "take")
    assert (story.referee.match.cube, story.referee.match.cube_owner) == (4, story.b)
    return story


@scenario("Q12", CDB=ex("cube.not-owner MUST", says="cancelled"))
def not_the_owner(profile, seat):
    story = cube_at_2(profile, seat).turn(seat)
    return story.cube(story.b, value=4)


@scenario("Q13", CDB=ex("cube.after-roll MUST", "cube.after-roll: corrected", says="cancelled"))
def double_after_the_roll(profile, seat):
    story = Story(profile, seat).begin().rolls(seat).cube(seat, value=2).plays(seat).ends(seat).rolls(seat.opponent)
    assert story.referee.match.cube == 1
    return story


@scenario(
    "Q14",
    CD=ex("cube.premature INFO", "cube.premature: accepted", says=("valid", "4.4.5")),
    B=ex("cube.premature DIR", "cube.premature: accepted", says=("standing offer", "director")),
)
def doubled_early(profile, seat):
    story = Story(profile, seat).begin().rolls(seat).cube(seat.opponent, value=2, early=True)
    assert story.referee.state is State.MOVING
    story.plays(story.a).ends(story.a)
    assert (story.referee.state, story.referee.on_roll) == (State.OFFERED, story.b)
    return story


@scenario(
    "Q15",
    CD=ex("cube.ambiguous-gesture DIR", says="may count"),
    B=ex("cube.ambiguous-gesture DIR", says=("deemed cube actions", "always when made early")),
)
def cube_touched(profile, seat):
    return Story(profile, seat).begin().rolls(seat).fact(Fact.CUBE_TOUCHED, seat.opponent)


@scenario("Q15 words", CDB=ex("cube.ambiguous-gesture DIR"))
def cube_words(profile, seat):
    return Story(profile, seat).begin().rolls(seat).tells(InputKind.CUBE_WORDS, player=seat.opponent, why="said: I double")


@scenario("Q16", CDB=ex("cube.take-placement INFO"))
def cube_left_in_the_middle(profile, seat):
    return Story(profile, seat).begin().cube(seat, value=2).cube(seat.opponent, "take").fact(Fact.CUBE_BESIDE, seat.opponent)


@scenario("Q17", C=ex("cube.press-missing INFO"), D=ex())
def taker_does_not_press(profile, seat):
    story = Story(profile, seat, clock=True).begin().cube(seat, value=2).tells(InputKind.PRESS, player=seat)
    return story.cube(story.b, "take").rolls(story.a)


@scenario("Q17 twin, the taker presses", CD=ex())
def taker_presses(profile, seat):
    story = Story(profile, seat, clock=True).begin().cube(seat, value=2).tells(InputKind.PRESS, player=seat)
    return story.cube(story.b, "take").tells(InputKind.PRESS, player=story.b).rolls(story.a)


@scenario("Q18", C=ex("cube.beaver MUST", says="cancelled"), D=ex("cube.beaver MUST", says="cancelled"), B=ex("cube.beaver MUST", article="BIBA 5.3"))
def beaver(profile, seat):
    return Story(profile, seat).begin().cube(seat, value=2).cube(seat.opponent, "take").cube(seat.opponent, value=4)


@scenario("Q19", CDB=ex())
def passed_at_4(profile, seat):
    story = cube_at_2(profile, seat).cube(seat, value=4).cube(seat.opponent, "take").turn(seat)
    story.cube(story.b, value=8).cube(story.a, "pass")
    assert story.referee.match.points_for() == 4, "the value before the offer"
    assert story.referee.state is State.GAME_END
    return story


@scenario("Q20", CDB=ex())
def gammon_at_2(profile, seat):
    story = cube_at_2(profile, seat)
    assert story.referee.match.points_for(2) == 4
    return story


# ---------------------------------------------------------------- 5.6 clock, time, score

EARLY = "turn.dice-lifted-early"
PAID = (f"{EARLY} CLAIM", f"{EARLY}: claimed", f"{EARLY}: corrected")


def early_lift(story, left_s=None):
    """B takes the dice up 1 s before A presses; A claims by pausing the clock, and B agrees."""
    story.rolls(story.a).plays(story.a).fact(Fact.DICE_UP, story.b, n=2)
    story.tells(InputKind.PAUSE, player=story.a)
    story.tells(InputKind.CLAIM, id=story.id(EARLY), player=story.a)
    detail = None if left_s is None else {"left_s": left_s}
    story.tells(InputKind.AGREED, id=story.id(EARLY), detail=detail)
    return story


def early_lifts(profile, seat, *left_s):
    story = Story(profile, seat, clock=True).begin()
    for number, left in enumerate(left_s):
        early_lift(story, left)
        if number < len(left_s) - 1:
            story.tells(InputKind.PRESS, player=story.b).tells(InputKind.PRESS, player=story.a)
            story.turn(story.b)
    return story


@scenario("T01", C=ex(*PAID, says="a warning", why="a warning", article="CNB 4.1.5.2"), D=ex(*PAID, says="From the first offence", why="30 s run"))
def first_early_lift(profile, seat):
    return early_lifts(profile, seat, 300)


@scenario(
    "T02",
    C=ex(*PAID, *PAID, says="12 s delay and 30 s", why="12 s delay and then 30 s run on the offender's clock; 3:30 are left"),
    D=ex(*PAID, *PAID, why="30 s run on the offender's clock; 3:30 are left"),
)
def second_early_lift(profile, seat):
    story = early_lifts(profile, seat, 300, 240)
    assert story.referee.state is State.PENALTY
    story.tells(InputKind.PRESS, player=story.b).tells(InputKind.PRESS, player=story.a)
    assert (story.referee.state, story.referee.on_roll) == (State.READY, story.b)
    return story


@scenario(
    "T03",
    C=ex(*PAID, *PAID, *PAID, why=("set to 0:01", "may lose the match; the director decides")),
    D=ex(*PAID, *PAID, *PAID, why="his time runs out: call the director"),
)
def low_time(profile, seat):
    return early_lifts(profile, seat, 300, 20, 1)


@scenario("T04", CD=ex(f"{EARLY} CLAIM", f"{EARLY}: expired", why="without a claim"))
def not_claimed(profile, seat):
    story = Story(profile, seat, clock=True).begin().rolls(seat).plays(seat).fact(Fact.DICE_UP, seat.opponent, n=2)
    return story.tells(InputKind.PRESS, player=story.a).rolls(story.b)


@scenario("T04 twin, in the same moment", CD=ex())
def lifted_with_the_press(profile, seat):
    story = Story(profile, seat, clock=True).begin().rolls(seat).plays(seat).fact(Fact.DICE_UP, seat.opponent, n=2)
    return story.tells(InputKind.PRESS, player=story.a, after=0.2).rolls(story.b)


@scenario("T05", CD=ex("turn.dice-lifted-with-press CLAIM", says=("may stop the clock", "No time penalty")))
def pressed_and_lifted(profile, seat):
    return Story(profile, seat, clock=True).begin().turn(seat).fact(Fact.DICE_UP, seat, n=2, after=0.3)


@scenario("T06", CD=ex("turn.no-press-when-blocked INFO"))
def not_pressed(profile, seat):
    return Story(profile, seat, clock=True).begin().notes("turn.no-press-when-blocked", seat)


def clock_at(profile, seat, length, score, rule="clock.mid-match"):
    return Story(profile, seat, clock=True, match=MatchFacts(length, score)).notes(rule)


@scenario("T07", C=ex("clock.setting INFO", says="22 minutes each and 12 s a turn"), D=ex("clock.setting INFO", says="65 minutes each."))
def eleven_points(profile, seat):
    return clock_at(profile, seat, 11, (0, 0), "clock.setting")


@scenario("T08", C=ex("clock.mid-match INFO", says="14 minutes each"), D=ex("clock.mid-match INFO", says="45 minutes each"))
def needs_8_and_6(profile, seat):
    return clock_at(profile, seat, 11, (3, 5))


@scenario("T09", C=ex("clock.mid-match INFO", says="3 minutes each"), D=ex("clock.mid-match INFO", says="18 minutes each"))
def needs_1_and_2(profile, seat):
    return clock_at(profile, seat, 7, (6, 5))


def fallen(profile, seat, score, **detail):
    return Story(profile, seat, clock=True, match=MatchFacts(7, score)).begin().notes("clock.flag", seat, **detail)


@scenario("T10", C=ex("clock.flag DIR", says="loses the match"), D=ex("clock.flag DIR", says=("gets 2 points, both get 5 minutes", "game goes on")))
def flag_falls(profile, seat):
    return fallen(profile, seat, (3, 4))


@scenario("T11", C=ex("clock.flag DIR", says="loses the match"), D=ex("clock.flag DIR", says=("has won the match", "not finished")))
def flag_ends_the_match(profile, seat):
    return fallen(profile, seat, (5, 5))


@scenario("T12", D=ex("clock.flag DIR", "clock.flag DIR", says="gets 1 point,"))
def flag_falls_again(profile, seat):
    story = fallen(profile, seat, (2, 2))
    return story.notes("clock.flag", seat)


@scenario("T13", D=ex("clock.flag DIR"))
def crawford_status_stays(profile, seat):
    story = fallen(profile, seat, (3, 4))
    story.tells(InputKind.SCORE, detail={str(story.a): 3, str(story.b): 6})
    story.cube(story.a, value=2).tells(InputKind.PRESS, player=story.a).cube(story.b, "take")
    story.turn(story.a).wins(story.a, 2)
    story.see(setup(story.next()))
    assert story.referee.match.is_crawford, "the next game is"
    return story


@scenario("T14", CD=ex("clock.flag DIR", says="wins the match whatever is rolled, and so wins it"))
def certain_win(profile, seat):
    return fallen(profile, seat, (6, 4), is_win_certain=True)


@scenario("T15", CD=ex("clock.both-flags DIR", says=("without a clock", "recording may show")))
def both_flags(profile, seat):
    return Story(profile, seat, clock=True, match=MatchFacts(7, (3, 3))).begin().notes("clock.both-flags")


@scenario(
    "T16",
    C=ex("clock.game-over-dispute DIR", says=("gets 2 minutes", "2 minutes more")),
    D=ex("clock.game-over-dispute DIR", says=("gets 5 minutes", "5 minutes more")),
)
def game_was_not_over(profile, seat):
    return Story(profile, seat, clock=True).begin().notes("clock.game-over-dispute", seat)


@scenario("T17", CD=ex("clock.wrong-hand INFO"))
def wrong_hand(profile, seat):
    return Story(profile, seat, clock=True).begin().notes("clock.wrong-hand", seat)


def late(profile, seat, length, minutes):
    return Story(profile, seat, match=MatchFacts(length, (0, 0))).notes("time.late", seat, minutes=minutes)


@scenario("T18", CDB=ex("time.late DIR", says="3 penalty points"))
def late_17(profile, seat):
    return late(profile, seat, 7, 17)


@scenario("T19", CB=ex("time.late DIR", says=("4 penalty points", "is played")), D=ex("time.late-forfeit DIR", says="match is lost"))
def late_20_of_8(profile, seat):
    return late(profile, seat, 8, 20)


@scenario("T20", CD=ex("time.late-forfeit DIR", says="match is lost"), B=ex("time.late-forfeit DIR", says="forfeited"))
def late_20_of_7(profile, seat):
    return late(profile, seat, 7, 20)


@scenario("T21", CD=ex("time.break-count DIR", says=("No further break", "2 in a match")), B=ex("time.break-count INFO", says=("is allowed", "same time")))
def third_break(profile, seat):
    return Story(profile, seat, match=MatchFacts(11, (2, 2))).notes("time.break-count", seat, taken=2)


@scenario("T22", CD=ex("time.break-mid-game DIR", says="only after a game has ended"), B=ex("time.break-mid-game DIR", says="do not say"))
def break_in_a_game(profile, seat):
    return Story(profile, seat).begin().notes("time.break-mid-game", seat)


@scenario(
    "T23",
    C=ex("score.mismatch DIR", says="trailing player's sheet"),
    D=ex("score.mismatch DIR", says="director decides"),
    B=ex("score.mismatch DIR", says="at a disadvantage"),
)
def sheets_differ(profile, seat):
    return Story(profile, seat).begin().wins(seat).notes("score.mismatch", why="3-2 and 3-3")


@scenario("T24", C=ex("score.wrong-length DIR", says=("is valid", "warned")), DB=ex("score.wrong-length DIR", says="director decides"))
def wrong_length(profile, seat):
    return Story(profile, seat, match=MatchFacts(7, (8, 6))).notes("score.wrong-length", why="played to 9")


@scenario(
    "T25",
    CD=ex("result.concession-early DIR", "result.concession-early DIR", says="without contact"),
    B=ex("result.concession-early DIR", "result.concession-early INFO", says="outcome is certain"),
)
def gave_up_early(profile, seat):
    """Given up a gammon with contact, and once more where it was certain."""
    return Story(profile, seat).begin().notes("result.concession-early", seat).notes("result.concession-early", seat, is_certain=True)


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize(("tell", "profile", "seat", "expect"), list(cases()))
def test_scenario(tell, profile, seat, expect):
    story = tell(profile, seat)
    assert story.lines == list(expect.lines)
    remedy = story.last.remedy if story.flags else ""
    for word in expect.says:
        assert (word.removeprefix("!") in remedy) is (not word.startswith("!")), f"{word!r} in {remedy!r}"
    for word in expect.why:
        assert word in story.whys
    if expect.article:
        assert story.flags[0].article.startswith(expect.article)


@pytest.mark.parametrize(("letter", "n"), [("R", 26), ("D", 23), ("S", 10), ("Q", 20), ("T", 25)])
def test_every_scenario_of_the_reference_is_here(letter, n):
    assert {f"{letter}{number:02}" for number in range(1, n + 1)} <= set(SCENARIOS)
