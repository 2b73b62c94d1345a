"""Clock, time and score: scenarios of the rules reference, section 5.6. How a scenario is written stands in `scenarios.expect`."""

from monitor.officiating import Fact, InputKind, MatchFacts, State
from tests.officiating.scenarios.expect import ex, scenario
from tests.officiating.scripted import setup
from tests.officiating.story import Story

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
