"""Whatever is seen and told, in whatever order: nothing breaks, nothing is deleted, windows close once, and the log read again gives the same."""

from collections import Counter

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from monitor.game.events import FlagChanged, FlagRaised, TableEvent, from_json
from monitor.officiating import CATALOGUE, InputKind, Profile, current_flags, load_profile, profile_names
from monitor.officiating.flags import LIVES, OPEN, REFEREE
from tests.officiating.any_match import Course, Told, go_through, numbers_of, replay, shortened

EXAMPLES = 60
"""Matches of each profile."""


def require_sound_lives(log: list[Told]) -> None:
    """Each flag is raised once; its window closes once, unless the director rules on it, its play is replaced or an input taken back
    (which of a dismissed flag is told when it is confirmed after all)."""
    is_open: dict[str, bool] = {}
    for entry in log:
        may_close_again = LIVES if entry.body.get("what") in ("undo", "ruling", "flag_confirm") else {"corrected"} if entry.body.get("replaces") else set()
        for event in entry.answer:
            if isinstance(event, FlagRaised):
                assert event.id not in is_open, f"{event.id} is raised twice"
                assert event.rule in CATALOGUE
                is_open[event.id] = True
            elif isinstance(event, FlagChanged):
                assert event.id in is_open, f"{event.id} was never raised"
                if event.state in LIVES:
                    assert is_open[event.id] or event.state in may_close_again, f"{event.id} closes again: {event}"
                    is_open[event.id] = False
                elif event.state == OPEN:
                    assert not is_open[event.id] or event.by != REFEREE, f"{event.id} is opened and was open"
                    is_open[event.id] = True
            else:
                raise AssertionError(f"the referee answers with flags and their changes, not {event}")


def require_nothing_deleted(course: Course) -> None:
    """Every flag told can be seen; what does not count any more is kept with a reason; a flag that rested on an undone input is dismissed."""
    views = current_flags(course.out)
    raised = {event.id for event in course.out if isinstance(event, FlagRaised)}
    assert set(views) == raised
    in_book = {flag.raised.id: flag for flag in course.referee._now.bench.book}
    assert set(in_book) <= raised
    assert all(views[gone].decision == "dismissed" for gone in raised - set(in_book))
    # what readers make of everything told is what the referee knows
    for flag_id, flag in in_book.items():
        assert (views[flag_id].decision == "dismissed") == flag.is_dismissed
        if not flag.is_dismissed:
            assert views[flag_id].life == ("raised" if flag.closing is None else flag.closing.state)
    seen = [entry.body for entry in course.log if entry.kind != "input"]
    assert all(event.to_json() in seen and why for event, why in course.referee.superseded)


def require_all(profile: Profile, clock: bool, numbers: list[int]) -> Course:
    """Every property of one match."""
    course = go_through(profile, clock, numbers)
    again = replay(profile, clock, course.log)
    # what was refused is not in the log: it must have changed nothing
    assert [entry.answer for entry in again.log] == [entry.answer for entry in course.log]
    assert (again.referee.state, again.referee.on_roll, again.referee.rolls) == (course.referee.state, course.referee.on_roll, course.referee.rolls)
    assert again.referee.match == course.referee.match
    assert again.referee.superseded == course.referee.superseded
    assert [from_json(event.to_json()).to_json() for event in course.out] == [event.to_json() for event in course.out]
    assert all(5 < len(why) < 500 for _, why in course.refused)
    require_sound_lives(course.log)
    require_nothing_deleted(course)
    return course


def fails(profile: Profile, clock: bool, numbers: list[int]) -> bool:
    try:
        require_all(profile, clock, numbers)
    except Exception:  # noqa: BLE001 whatever it is, it is to be found in less
        return True
    return False


@pytest.mark.parametrize("name", profile_names())
def test_nothing_breaks_and_the_log_tells_the_state(name):
    profile = load_profile(name)
    seen: Counter[str] = Counter()

    @settings(max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
    @given(seed=st.integers(0, 2**32), clock=st.booleans())
    def check(seed, clock):
        clock, numbers = clock and profile.clock.available, numbers_of(seed)
        try:
            count(require_all(profile, clock, numbers), seen)
        except Exception:
            numbers = shortened(numbers, lambda some: fails(profile, clock, some))
            print(f"{name}, clock {clock}: {numbers}")
            require_all(profile, clock, numbers)
            raise

    check()
    require_not_vacuous(seen, profile)


def count(course: Course, seen: Counter[str]) -> None:
    """What this match had in it."""
    seen["refused"] += len(course.refused)
    for entry in course.log:
        if entry.kind == "input":
            seen[f"input {entry.body['what']}"] += 1
            seen["undo with consequences"] += entry.body["what"] == "undo" and bool(entry.answer)
        for event in entry.answer:
            seen[f"raised {event.rule}" if isinstance(event, FlagRaised) else f"{event.state} by {'referee' if event.by == REFEREE else 'people'}"] += 1
    seen[f"state {course.referee.state}"] += 1
    seen["superseded"] += len(course.referee.superseded)


def require_not_vacuous(seen: Counter[str], profile: Profile) -> None:
    """The matches had in them what the properties are about."""
    kinds = {f"input {kind}" for kind in InputKind if kind is not InputKind.PRESS or profile.clock.available}
    if not profile.rolls.left_permission:
        kinds -= {"input permission_left", "input permission_ended"}
    if not any(rule.applies and rule.flag_class == "OPTION" for rule in profile.rules.values()):
        kinds -= {"input accepted", "input demanded"}
    assert kinds - set(seen) == set(), f"no input was taken of {kinds - set(seen)}"
    assert sum(key.startswith("raised ") for key in seen) > 20, seen
    assert sum(seen[f"{state} by referee"] for state in LIVES) > 50, seen
    for what in ("corrected by referee", "raised by referee", "dismissed by people", "undo with consequences", "superseded", "refused"):
        assert seen[what] > 0, what
    assert sum(key.startswith("state ") for key in seen) >= 5, seen


def entry(*answer: TableEvent, **body) -> Told:
    return Told("event", body, 1.0, 1, list(answer))


RAISED = FlagRaised(1.0, id="m-f1", rule="move.illegal")
CLOSED = FlagChanged(2.0, id="m-f1", state="accepted", by=REFEREE)
WRONG = {
    "raised twice": [entry(RAISED), entry(RAISED)],
    "never raised": [entry(CLOSED)],
    "closes again": [entry(RAISED), entry(CLOSED), entry(CLOSED)],
    "was open": [entry(RAISED), entry(FlagChanged(2.0, id="m-f1", state=OPEN, by=REFEREE))],
}


@pytest.mark.parametrize("what", WRONG)
def test_the_properties_can_fail(what):
    with pytest.raises(AssertionError, match=what):
        require_sound_lives(WRONG[what])
    require_sound_lives([entry(RAISED), entry(CLOSED), entry(CLOSED, what="ruling")])
