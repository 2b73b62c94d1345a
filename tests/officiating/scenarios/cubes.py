"""The cube: scenarios of the rules reference, section 5.5. How a scenario is written stands in `scenarios.expect`."""

from monitor.officiating import Fact, InputKind, MatchFacts, State
from tests.officiating.scenarios.expect import ex, scenario
from tests.officiating.scripted import setup
from tests.officiating.story import Story


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
