"""What officials tell: each input is used, refused in words, and can be taken back; and who may say what aloud."""

import pytest

from monitor.errors import InputError
from monitor.game.events import FlagChanged, Gap, Incident, Player, Status
from monitor.officiating import CATALOGUE, Authority, Fact, InputKind, MatchFacts, OfficialInput, Referee, State, current_flags, load_profile, profile_names
from monitor.officiating.bench import Finding
from monitor.officiating.notes import NEED_CLOCK, NEED_PLAYER, notable
from tests.officiating.scripted import CNB, play, tell
from tests.officiating.story import COCKED, LEFT, RIGHT, SPLIT, Story

A, B = Player.A, Player.B


def illegal(profile="cnb", **more):
    story = Story(profile, **more).begin()
    return story.rolls(A).plays(A, False, "move.backwards").ends(A)


# ---------------------------------------------------------------- taking back

UNDOABLE = {
    # name: (a story up to the input, the input, lines that it brought, lines that its undoing brings)
    "claim": (illegal, (InputKind.CLAIM, {"id": "m1-f1", "player": B}), ["move.backwards: claimed"], []),
    "referred": (illegal, (InputKind.REFERRED, {"id": "m1-f1"}), ["move.backwards: referred"], ["move.backwards: raised"]),
    "ruling": (illegal, (InputKind.RULING, {"id": "m1-f1", "why": "stands"}), ["move.backwards: corrected"], ["move.backwards: raised"]),
    "announced": (illegal, (InputKind.ANNOUNCED, {"id": "m1-f1"}), ["move.backwards: announced"], []),
    "accepted": (lambda: illegal("dbgf"), (InputKind.ACCEPTED, {"id": "m1-f1", "player": B}), ["move.backwards: accepted"], ["move.backwards: raised"]),
    "demanded": (lambda: illegal("dbgf"), (InputKind.DEMANDED, {"id": "m1-f1", "player": B}), ["move.backwards: demanded"], []),
    "note": (lambda: Story("cnb").begin(), (InputKind.NOTE, {"id": "time.slow-play", "player": A}), ["time.slow-play DIR"], ["time.slow-play: dismissed"]),
    "words": (lambda: Story("cnb").begin(), (InputKind.CUBE_WORDS, {"player": A}), ["cube.ambiguous-gesture DIR"], ["cube.ambiguous-gesture: dismissed"]),
}  # fmt: skip


@pytest.mark.parametrize(("story", "told", "brought", "undone"), UNDOABLE.values(), ids=UNDOABLE.keys())
def test_taking_back(story, told, brought, undone):
    story = story()
    before = story.lines
    kind, more = told
    story.tells(kind, **more)
    assert story.lines == before + brought
    story.tells(InputKind.UNDO, by="director")
    assert story.lines == before + brought + undone
    with pytest.raises(InputError, match="no such input"):
        story.tells(InputKind.UNDO)


def test_a_press_taken_back_takes_the_flag_back_that_the_turns_end_raised():
    story = Story("cnb", clock=True).begin().rolls(A).plays(A, False, "move.backwards")
    story.tells(InputKind.PRESS, player=A, seq=20)
    assert story.lines == ["move.backwards MUST"]
    story.tells(InputKind.UNDO, undoes=20)
    assert story.lines == ["move.backwards MUST", "move.backwards: dismissed"]
    assert story.referee.state is State.MOVING
    flag = current_flags(story.out)["m1-f1"]
    assert flag.state == "dismissed"
    story.tells(InputKind.PRESS, player=A)
    assert [flag.id for flag in story.flags] == ["m1-f1", "m1-f2"], "another end, another flag"


def test_taking_back_a_claim_lets_the_window_have_closed():
    """The window would have closed with the roll, had nobody claimed."""
    story = illegal("dbgf").tells(InputKind.CLAIM, id="m1-f1", player=B, seq=7).rolls(B)
    assert story.lines[-1] == "move.backwards: claimed", "what was claimed in time does not close"
    closing = story.t
    story.tells(InputKind.UNDO, undoes=7)
    assert story.lines[-1] == "move.backwards: accepted"
    assert story.out[-1].t == closing


def test_an_early_roll_that_was_annulled_counts_again():
    story = Story("dbgf").begin().rolls(A).rolls(B, early=True)
    story.tells(InputKind.DEMANDED, id="m1-f1", player=A, seq=3)
    assert len(story.referee.superseded) == 1
    story.tells(InputKind.UNDO, undoes=3).plays(A).ends(A)
    assert story.referee.superseded == ()
    assert (story.referee.state, story.referee.on_roll, story.referee.rolls) == (State.MOVING, B, 3)


def test_inputs_that_rested_on_an_undone_one_are_gone_with_it():
    story = Story("cnb", match=MatchFacts(7, (0, 0))).begin()
    story.tells(InputKind.NOTE, id="time.late", player=A, detail={"minutes": 6}, seq=5)
    story.tells(InputKind.REFERRED, id=story.last.id, seq=6)
    story.tells(InputKind.UNDO, undoes=5)
    assert story.refuses(InputKind.UNDO, undoes=6)
    assert story.lines == ["time.late DIR", "time.late: referred", "time.late: dismissed"]


def test_a_match_gone_through_again_says_the_same():
    """Undoing something that changed nothing changes nothing."""
    story = illegal().tells(InputKind.NOTICE, player=B, seq=9)
    story.throws(B, *COCKED)
    before = story.lines
    story.tells(InputKind.UNDO, undoes=9)
    assert story.lines == before


# ---------------------------------------------------------------- refusals

REFUSED = {
    # name: (profile, input, words of the refusal)
    "no flag": ("cnb", tell(InputKind.CLAIM, 20.0, id="x", player=B), "no flag"),
    "no player": ("cnb", tell(InputKind.CLAIM, 20.0, id="m1-f1"), "which player"),
    "nobody may choose": ("cnb", tell(InputKind.ACCEPTED, 20.0, id="m1-f1", player=B), "Nobody may choose"),
    "the offender chooses": ("dbgf", tell(InputKind.ACCEPTED, 20.0, id="m1-f1", player=A), "opponent's"),
    "a press without a clock": ("cnb", tell(InputKind.PRESS, 20.0, player=A), "without a clock"),
    "whose press": ("cnb", tell(InputKind.PRESS, 20.0), "which player"),
    "a note of no rule": ("cnb", tell(InputKind.NOTE, 20.0, id="time.travel"), "no rule"),
    "a note of a rule that is none here": ("dbgf", tell(InputKind.NOTE, 20.0, id="roll.not-simultaneous", player=A), "know no rule"),
    "lateness without minutes": ("cnb", tell(InputKind.NOTE, 20.0, id="time.late", player=A), "Give the minutes"),
    "lateness without a length": ("cnb", tell(InputKind.NOTE, 20.0, id="time.late", player=A, detail={"minutes": 5}), "length of the match"),
    "minutes in words": ("cnb", tell(InputKind.NOTE, 20.0, id="time.late", player=A, detail={"minutes": "many"}), "must be a number"),
    "a fallen flag without a clock": ("cnb", tell(InputKind.NOTE, 20.0, id="clock.flag", player=A), "without a clock"),
    "a break of nobody": ("cnb", tell(InputKind.NOTE, 20.0, id="time.break-count", detail={"taken": 1}), "which player"),
    "lateness of nobody": ("cnb", tell(InputKind.NOTE, 20.0, id="time.late", detail={"minutes": 6}), "which player"),
    "an illegal play of nobody": ("cnb", tell(InputKind.NOTE, 20.0, id="move.illegal"), "which player"),
    "an early roll of nobody": ("dbgf", tell(InputKind.NOTE, 20.0, id="roll.premature"), "which player"),
    "a ruling without words": ("cnb", tell(InputKind.RULING, 20.0, id="m1-f1"), "what the director decided"),
    "a ruling to nowhere": ("cnb", tell(InputKind.RULING, 20.0, id="m1-f1", why="x", detail={"state": "gone"}), "what becomes of it"),
    "a ruling to no state": ("cnb", tell(InputKind.RULING, 20.0, id="m1-f1", why="x", detail={"table": "lunch"}), "no state"),
    "a score beyond the match": ("cnb", tell(InputKind.SCORE, 20.0, detail={"A": 99, "B": 0, "length": 7}), "more than 7"),
    "Crawford where both need one point": ("cnb", tell(InputKind.SCORE, 20.0, detail={"A": 6, "B": 6, "length": 7, "crawford": True}), "not both"),
    "half a score": ("cnb", tell(InputKind.SCORE, 20.0, detail={"A": 3}), "both players"),
}  # fmt: skip


@pytest.mark.parametrize(("profile", "told", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_in_words_and_nothing_changed(profile, told, words):
    story = illegal(profile)
    before = (story.lines, story.referee.state, story.referee.on_roll)
    with pytest.raises(InputError, match=words):
        story.referee.tell(told)
    assert (story.lines, story.referee.state, story.referee.on_roll) == before
    with pytest.raises(InputError, match="no such input"):
        story.referee.tell(tell(InputKind.UNDO, 21.0))


def test_rules_about_a_clock_are_noted_with_one_alone():
    """Of the clock only that it is refused, or brought into a running match, can be said of a match without one (`rules.md` 2.6)."""
    about = {rule for rule in CATALOGUE if rule.startswith("clock.") or "dice-lifted" in rule or "press" in rule}
    without = {rule for rule in about if not Story("cnb").refuses(InputKind.NOTE, id=rule, player=A)}
    assert without == {"clock.mode", "clock.mid-match"}
    listed = {rule for group in notable(CNB, clock=False) for rule in group}
    assert listed & about == without and about - without == NEED_CLOCK
    assert not any(Story("cnb", clock=True).refuses(InputKind.NOTE, id=rule, player=A) for rule in about)


@pytest.mark.parametrize("rule", sorted(NEED_PLAYER))
def test_a_note_that_needs_a_player_is_refused_without(rule):
    detail = {"minutes": 6, "taken": 1}
    for player in (None, A):
        story = Story("cnb", clock=True, match=MatchFacts(7, (0, 0))).begin()
        assert story.refuses(InputKind.NOTE, id=rule, player=player, detail=detail) is (player is None)


def played(profile="cnb", **more):
    """A's play, which nothing was said against, and his turn's end."""
    return Story(profile, **more).begin().turn(A)


LATE_NOTES = {
    # name: (the story up to the note, rule, player, what becomes of it at once)
    "before the roll": (lambda: played(), "move.illegal", A, None),
    "after the roll": (lambda: played().rolls(B), "move.illegal", A, "accepted"),
    "after it, of a reason": (lambda: played().rolls(B), "move.backwards", A, "accepted"),
    "after it, where the opponent could have chosen": (lambda: played("dbgf").rolls(B), "move.illegal", A, "accepted"),
    "after the roll, of who rolled": (lambda: played().rolls(B), "move.illegal", B, None),
    "after a cocked roll": (lambda: cocked(played()), "move.illegal", A, None),
    "after a cocked roll, where it is a roll": (lambda: cocked(played("biba")), "move.illegal", A, "accepted"),
    "after a cube offer": (lambda: played().cube(B, value=2), "move.illegal", A, "accepted"),
    "after a cube offer with a clock": (lambda: played(clock=True).cube(B, value=2), "move.illegal", A, None),
    "a turn later": (lambda: played().turn(B), "move.illegal", A, "accepted"),
    "in the player's next turn": (lambda: played().turn(B).rolls(A), "move.illegal", A, None),
    "in the next game": (lambda: played().wins(A).begin(), "move.illegal", A, "accepted"),
    "of a turn whose end was not seen": (lambda: Story("cnb").begin().rolls(A).plays(A).rolls(B), "move.illegal", A, "accepted"),
    "of a player who has not played": (lambda: Story("cnb"), "move.illegal", A, None),
    "a set-up at the second roll": (lambda: played(), "setup.error", None, None),
    "a set-up at the third": (lambda: played().rolls(B), "setup.error", None, "accepted"),
    "a set-up at the third, where five may be": (lambda: played("biba").rolls(B), "setup.error", None, None),
    "a set-up at the fifth": (lambda: played("biba").turn(B).turn(A).rolls(B), "setup.error", None, "accepted"),
    "a set-up of the next game": (lambda: played().turn(B).wins(A).begin(), "setup.error", None, None),
    "a set-up between games": (lambda: played().turn(B).wins(A), "setup.error", None, None),
    "a roll of the turn": (lambda: Story("cnb").begin().rolls(A), "roll.cocked", A, None),
    "a roll of a turn that is over": (lambda: played(), "roll.cocked", A, "expired"),
    "a roll that is to come": (lambda: played().turn(B), "roll.cocked", A, None),
}


def cocked(story):
    story.throws(B, *COCKED)
    return story


@pytest.mark.parametrize(("story", "rule", "player", "becomes"), LATE_NOTES.values(), ids=LATE_NOTES.keys())
def test_a_note_of_what_stands_already_opens_nothing(story, rule, player, becomes):
    story = story()
    story.notes(rule, player)
    view = current_flags(story.out)[story.last.id]
    assert (story.last.rule, view.life) == (rule, becomes or "raised")
    if becomes:
        assert view.closed == story.t and view.why in [closing.why for closing in story.profile.rules[rule].window.closes]
        assert story.refuses(InputKind.CLAIM, id=story.last.id, player=B)
    story.tells(InputKind.UNDO)
    assert current_flags(story.out)[story.last.id].decision == "dismissed"


def test_what_is_closed_is_closed():
    story = illegal().rolls(B)
    with pytest.raises(InputError, match="over since"):
        story.tells(InputKind.CLAIM, id="m1-f1", player=B)


def test_only_the_affected_player_claims_an_early_lift():
    story = Story("cnb", clock=True).begin().rolls(A).fact(Fact.DICE_UP, B, n=2)
    story.see(Gap(story.next()))
    assert story.lines == ["turn.dice-lifted-early CLAIM"]
    with pytest.raises(InputError, match="Only the opponent of player B"):
        story.tells(InputKind.CLAIM, id="m1-f1", player=B)


def test_detail_round_trips_through_the_log():
    told = OfficialInput(InputKind.NOTE, "x", 3.0, A, "time.late", detail={"minutes": 6})
    assert OfficialInput.from_json(told.to_json(), t=3.0) == told


# ---------------------------------------------------------------- rulings


def test_the_director_takes_up_what_is_closed_and_orders_the_table():
    story = illegal().rolls(B)
    assert story.lines[-1] == "move.backwards: accepted"
    story.tells(InputKind.DISPUTED).tells(InputKind.RULING, id="m1-f1", why="played again", player=A, detail={"state": "corrected", "table": "moving"})
    assert story.lines[-1] == "move.backwards: corrected"
    assert (story.referee.state, story.referee.on_roll) == (State.MOVING, A)
    change = story.out[-1]
    assert isinstance(change, FlagChanged)
    assert (change.by, change.why) == ("observer", "played again")


# ---------------------------------------------------------------- authority

ANNOUNCING = {
    # name: (profile, what the director set, may an illegal play be announced, and a wrong set-up)
    "cnb": ("cnb", None, True, True),
    "dbgf": ("dbgf", None, False, True),
    "biba": ("biba", None, False, True),
    "dbgf, allowed by the director": ("dbgf", True, True, True),
    "cnb, forbidden by the director": ("cnb", False, False, False),
    "usbgf": ("usbgf", None, True, True),
}


@pytest.mark.parametrize(("name", "allowed", "may_illegal", "may_setup"), ANNOUNCING.values(), ids=ANNOUNCING.keys())
def test_who_may_announce(name, allowed, may_illegal, may_setup):
    profile = load_profile(name)
    referee = Referee(profile, "m1", authority=Authority(True, allowed))
    flags = []
    for rule in ("move.illegal", "setup.error"):
        flags += referee.tell(OfficialInput(InputKind.NOTE, "x", 1.0, A, rule))
    illegal_play, setup = flags
    for flag, may in ((illegal_play, may_illegal), (setup, may_setup)):
        assert referee.authority.can_announce(flag, profile) is may
        assert ("Private" in referee.advice(flag)) is not may


REFUSALS = {
    # name: (profile, clock, what the director set, the rule, why it may not be said aloud)
    "an option": ("dbgf", False, None, "move.illegal", r"\(DBgF .*\): the choice is the opponent's\. The director may allow it for this match\.$"),
    "an option that the director forbade": ("dbgf", False, False, "move.illegal", "^The director has not allowed .* only he can change that"),
    "what the rules allow, forbidden": ("cnb", False, False, "move.illegal", "^The director has not allowed"),
    "a set-up, forbidden": ("dbgf", False, False, "setup.error", "^The director has not allowed"),
    "a claim": ("cnb", True, None, "turn.dice-lifted-early", r"\(CNB .*\): only the affected player may raise it\.$"),
    "a claim, allowed or not": ("cnb", True, True, "turn.dice-lifted-early", "only the affected player"),
    "a claim, forbidden besides": ("cnb", True, False, "turn.dice-lifted-early", "only the affected player"),
    "a fallen flag": ("cnb", True, True, "clock.flag", r"\(CNB .*\): only the players and the director may raise it\.$"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "clock", "allowed", "rule", "why"), REFUSALS.values(), ids=REFUSALS.keys())
def test_a_refusal_to_announce_names_what_forbids_it(name, clock, allowed, rule, why):
    referee = Referee(load_profile(name), "m1", clock=clock, authority=Authority(True, allowed))
    (flag,) = referee.tell(OfficialInput(InputKind.NOTE, "x", 1.0, A, rule))
    with pytest.raises(InputError, match=why):
        referee.tell(OfficialInput(InputKind.ANNOUNCED, "x", 2.0, id=flag.id))


def test_without_an_appointment_it_only_records():
    story = illegal(appointed=False)
    assert story.referee.is_sealed()
    assert not story.referee.is_sealed(is_director_asking=True)
    assert "sealed" in story.referee.advice(story.last)
    with pytest.raises(InputError, match="only recorded"):
        story.tells(InputKind.ANNOUNCED, id="m1-f1")
    story.tells(InputKind.APPOINTED, by="director").tells(InputKind.ANNOUNCED, id="m1-f1")
    assert story.lines[-1] == "move.backwards: announced"
    assert not story.referee.is_sealed()
    story.tells(InputKind.APPOINTMENT_ENDED)
    assert story.referee.is_sealed()


def test_flags_are_unsealed_when_the_match_is_over():
    story = Story("cnb", appointed=False, match=MatchFacts(1, (0, 0))).begin()
    assert story.referee.is_sealed()
    story.wins(A)
    assert not story.referee.is_sealed()


def test_a_claim_is_never_announced_for_a_player():
    story = Story("cnb", clock=True).begin().rolls(A).fact(Fact.DICE_UP, B, n=2)
    story.see(Gap(story.next()))
    with pytest.raises(InputError, match="only the affected player"):
        story.tells(InputKind.ANNOUNCED, id="m1-f1")


def test_a_fallen_flag_is_for_players_and_the_director():
    """CNB 4.3.3: only they may say so, whatever the observer is allowed else."""
    referee = Referee(CNB, "m1", clock=True, authority=Authority(True, True))
    (flag,) = referee.tell(OfficialInput(InputKind.NOTE, "x", 1.0, A, "clock.flag"))
    assert not referee.authority.can_announce(flag, CNB)


# ---------------------------------------------------------------- sources that cannot be relied on


def test_what_the_source_cannot_show_is_raised_only_when_told():
    referee = Referee(CNB, "m1", unwatched=("cube.",))
    story = Story("cnb")
    story.referee = referee
    story.begin().rolls(A).cube(A, value=2)
    assert story.lines == []
    story.tells(InputKind.NOTE, id="cube.after-roll", player=A)
    assert story.lines == ["cube.after-roll MUST"]


def test_a_clock_with_rules_that_know_none_is_refused():
    with pytest.raises(InputError, match=r"biba\+clock"):
        Referee(load_profile("biba"), "m1", clock=True)
    Referee(load_profile("biba+clock"), "m1", clock=True)


def test_incidents_that_are_unsure_or_unknown_say_nothing():
    story = Story("cnb").begin().rolls(A)
    story.see(Incident(story.next(), fact="two_hands", player=A, status=Status.UNCERTAIN))
    story.see(Incident(story.next(), fact="sneezed", player=A))
    assert story.lines == []


@pytest.mark.parametrize("name", profile_names())
def test_a_match_without_fault_raises_nothing_under_any_profile(name):
    story = Story("cnb", match=MatchFacts(5, (0, 0)))
    story.referee = Referee(load_profile(name), "m1", match=MatchFacts(5, (0, 0)))
    story.begin()
    for player in (A, B) * 3:
        story.throws(player, *RIGHT)
        story.plays(player).ends(player)
    story.cube(A, value=2).cube(B, "take").turn(A).turn(B).wins(A, 2).begin().turn(A)
    assert story.lines == []


@pytest.mark.parametrize("name", ["usbgf", "wbgf"])
def test_what_a_profile_does_not_know_is_raised_for_the_director(name):
    story = Story("cnb")
    story.referee = Referee(load_profile(name), "m1")
    story.begin().throws(A, *COCKED)
    assert story.lines == ["roll.cocked DIR"]
    assert "call the director" in story.last.remedy


def test_a_roll_on_the_left_is_as_each_profile_has_it():
    """Right of the bar; the same side as rolled; not known."""
    verdicts = {name: Referee(load_profile(name), "m1").assess(LEFT, A).reasons for name in ("cnb", "usbgf", "wbgf")}
    assert verdicts == {"cnb": ("roll.left-of-bar",), "usbgf": (), "wbgf": ()}
    assert Referee(load_profile("usbgf"), "m1").assess(SPLIT, A).reasons == ("roll.split-sides",)


def test_with_a_clock_an_early_roll_is_two_matters():
    """G28: the dice were taken up early, and a roll was made early."""
    story = Story("cnb", clock=True).begin().rolls(A).rolls(B, early=True)
    assert story.lines == ["roll.premature OPTION", "turn.dice-lifted-early CLAIM"]


@pytest.mark.parametrize(("profile", "is_closed"), [("cnb", False), ("dbgf", False), ("biba", True)])
def test_the_release_of_the_dice_closes_where_any_roll_does(profile, is_closed):
    story = illegal(profile).fact(Fact.RELEASED, B)
    assert (story.lines[-1] == "move.backwards: accepted") is is_closed
    assert story.referee.state is State.ROLLING


def test_an_early_rolls_window_is_closed_by_playing_it():
    """G9: the play before it can be contested until the early roller plays."""
    story = Story("cnb").begin().rolls(A).rolls(B, early=True).plays(A, False, "move.backwards").ends(A)
    assert story.lines == ["roll.premature OPTION", "move.backwards MUST", "roll.premature: accepted"]
    story.fact(Fact.CHECKER_TOUCHED, B)
    assert story.lines[-1] == "move.backwards: accepted"


def test_what_happened_before_a_dispute_and_is_told_after_it_changed_nothing():
    """A play is logged seconds after it was made: a dispute told in between accused its player of touching the table."""
    story = illegal().tells(InputKind.DISPUTED, id="m1-f1")
    before, lines = story.t - 0.5, len(story.lines)
    story.see(Incident(before, fact=str(Fact.CHECKER_MOVED), player=B))
    story.see(play(before, B))
    assert len(story.lines) == lines and story.referee.state is State.DISPUTE
    story.fact(Fact.CHECKER_MOVED, B)
    assert story.lines[-1] == "dispute.scene-changed DIR"


def test_a_dispute_lasts_until_a_ruling_and_every_change_is_told_once():
    story = illegal().tells(InputKind.DISPUTED, id="m1-f1")
    story.ends(B).fact(Fact.CHECKER_MOVED, B)
    assert story.lines[-1] == "dispute.scene-changed DIR"
    assert story.lines.count("dispute.scene-changed DIR") == 1
    assert story.referee.state is State.DISPUTE
    story.tells(InputKind.RULING, id="m1-f1", why="the play stands", detail={"state": "accepted", "table": "ready"}, player=B)
    assert (story.referee.state, story.referee.on_roll) == (State.READY, B)


def test_taking_a_dismissal_back_moves_later_flags_up_the_ladder():
    story = illegal().tells(InputKind.FLAG_DISMISS, id="m1-f1", why="misread", seq=4).turn(B)
    story.rolls(A).plays(A, False, "move.backwards").ends(A)
    assert "may warn" not in story.last.remedy
    story.tells(InputKind.UNDO, undoes=4)
    noted = [event for event in story.out if isinstance(event, FlagChanged) and event.state == "noted"]
    assert [(event.id, "may warn" in event.why) for event in noted] == [("m1-f2", True)]


def test_what_only_people_know_is_never_raised_from_a_picture():
    told = {rule for rule, entry in CATALOGUE.items() if entry.known_by == "told"}
    bench = Referee(CNB, "m1", clock=True)._now.bench
    for rule in told:
        assert bench.find(Finding(rule, 1.0, A, "x")) == [], rule
        is_rule = CNB.rules[rule].applies
        assert bool(bench.find(Finding(rule, 1.0, A, "x", told=True))) is is_rule, rule


def test_the_same_press_told_twice_is_refused():
    story = Story("cnb", clock=True).begin().rolls(A)
    story.tells(InputKind.PRESS, player=A)
    assert story.refuses(InputKind.PRESS, player=A)
    story.referee.observe(play(story.t - 2.5, A, True))  # told when the turn is over, and made before the press
    assert story.refuses(InputKind.PRESS, player=A)
    story.rolls(B)
    assert story.refuses(InputKind.PRESS, player=A), "late as well"
    story.plays(B).ends(B).rolls(A).ends(A)


@pytest.mark.parametrize("between", ["pause", "game", "gap"])
def test_a_press_counts_anew_when_it_is_not_known_who_was_on_turn(between):
    story = Story("cnb", clock=True).begin().rolls(A).plays(A).ends(A)
    assert story.refuses(InputKind.PRESS, player=A)
    if between == "pause":
        story.tells(InputKind.PAUSE)
    elif between == "game":
        story.wins(A)
    else:
        story.see(Gap(t=story.next(), why="hidden"))
    story.tells(InputKind.PRESS, player=A)


# ---------------------------------------------------------------- a refusal changes nothing, and what is told is what is known


def test_a_refused_undo_uses_up_no_flag_numbers():
    """A restart reads the log without what was refused: the numbers of later flags must come out the same."""
    story = Story("cnb").begin().tells(InputKind.DISPUTED, seq=1).tells(InputKind.RULING, why="go on", is_director=True, seq=2).rolls(A)
    assert story.refuses(InputKind.UNDO, undoes=2), "without the ruling the roll would be a change of the scene"
    story.cube(A, value=2)
    assert [flag.id for flag in story.flags] == ["m1-f1"]


def test_a_refused_input_does_not_swallow_what_became_known_with_it():
    """Dice taken up early become a matter as time goes on, also when it goes on with an input that cannot be used."""
    story = Story("cnb", clock=True).begin().rolls(A).plays(A).fact(Fact.DICE_UP, B, n=2)
    assert story.refuses(InputKind.CLAIM, id="no such flag", player=A)
    assert story.lines == []
    story.tells(InputKind.PAUSE)
    assert story.lines == ["turn.dice-lifted-early CLAIM"]


def test_an_agreement_that_is_refused_claims_nothing():
    story = Story("cnb", clock=True).begin().rolls(A).plays(A).fact(Fact.DICE_UP, B, n=2).tells(InputKind.PAUSE)
    assert story.refuses(InputKind.AGREED, id=story.last.id, detail={"left_s": "twenty"})
    story.tells(InputKind.PRESS, player=A).rolls(B)
    assert story.lines[-1] == "turn.dice-lifted-early: expired", "nobody had claimed"


def test_early_dice_noted_of_nobody_are_refused():
    story = Story("cnb", clock=True).begin()
    with pytest.raises(InputError, match="which player"):
        story.notes("turn.dice-lifted-early")
    story.notes("turn.dice-lifted-early", A).tells(InputKind.AGREED, id="m1-f1")
    assert story.lines[-1] == "turn.dice-lifted-early: corrected"


def test_what_became_of_a_dismissed_flag_is_told_when_it_is_confirmed():
    story = illegal("dbgf").tells(InputKind.FLAG_DISMISS, id="m1-f1", why="not seen").rolls(B)
    assert story.lines[-1] == "move.backwards: dismissed", "its window has closed meanwhile, which is nobody's business"
    story.tells(InputKind.FLAG_CONFIRM, id="m1-f1")
    assert story.lines[-2:] == ["move.backwards: confirmed", "move.backwards: accepted"]
    assert current_flags(story.out)["m1-f1"].life == "accepted"


def test_a_confirmation_taken_back_leaves_a_ruling_in_force():
    story = illegal().tells(InputKind.FLAG_DISMISS, id="m1-f1", why="not seen").tells(InputKind.RULING, id="m1-f1", why="stands", detail={"state": "accepted"})
    story.tells(InputKind.FLAG_CONFIRM, id="m1-f1").tells(InputKind.UNDO)
    view = current_flags(story.out)["m1-f1"]
    assert (view.life, view.decision) == ("accepted", "")


def test_a_flag_that_is_there_again_is_not_raised_twice():
    """Without the ruling the roll changed the scene; without the dispute either it is what it was at first."""
    story = Story("cnb").begin().rolls(A).tells(InputKind.DISPUTED, seq=1).tells(InputKind.RULING, why="go on", seq=2).rolls(B, early=True)
    assert story.lines == ["roll.premature OPTION"]
    story.tells(InputKind.UNDO, undoes=2).tells(InputKind.UNDO, undoes=1)
    assert [flag.rule for flag in story.flags].count("roll.premature") == 1
    view = current_flags(story.out)[story.id("roll.premature")]
    assert (view.life, view.decision) == ("raised", "")


def test_the_same_press_told_again_is_another_flag():
    story = Story("cnb", clock=True).begin().rolls(A).plays(A, False, "move.backwards")
    story.tells(InputKind.PRESS, player=A).tells(InputKind.UNDO, after=0.0).tells(InputKind.PRESS, player=A, after=0.0)
    assert [flag.id for flag in story.flags] == ["m1-f1", "m1-f2"]
