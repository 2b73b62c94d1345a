"""Disputes over moves: scenarios of the rules reference, section 5.3. How a scenario is written stands in `scenarios.expect`."""

from monitor.officiating import Fact, InputKind, State
from tests.officiating.scenarios.expect import UNCERTAIN, ex, scenario
from tests.officiating.scripted import START
from tests.officiating.story import COCKED, Story, replay

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
    assert "cube offer" in story.last.window["closes_on"] and "director decides" in story.last.window["closes_on"]
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
