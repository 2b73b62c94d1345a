"""Set-up: scenarios of the rules reference, section 5.4. How a scenario is written stands in `scenarios.expect`."""

from monitor.game.events import Rows
from tests.officiating.scenarios.expect import ex, scenario
from tests.officiating.scripted import START, row, setup
from tests.officiating.story import Story

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
