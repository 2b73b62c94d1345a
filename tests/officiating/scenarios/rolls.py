"""Rolls: scenarios of the rules reference, section 5.2. How a scenario is written stands in `scenarios.expect`."""

from monitor.game.ids import parse_xgid
from monitor.game.position import position_to_rows
from monitor.officiating import Fact, InputKind, State
from tests.officiating.scenarios.expect import UNCERTAIN, ex, scenario
from tests.officiating.scripted import START, setup
from tests.officiating.story import COCKED, LEFT, ON_CHECKER, RIGHT, SPLIT, Story


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
