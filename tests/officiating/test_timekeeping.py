"""Clocks, lateness and breaks: what the profiles' numbers give, and None where a profile does not say."""

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.officiating import load_profile
from monitor.officiating.timekeeping import breaks_allowed, clock_minutes, flag_fall, lateness, lift_penalty

P = {name: load_profile(name) for name in ("cnb", "dbgf", "biba", "biba+clock", "usbgf", "wbgf")}


@pytest.mark.parametrize(
    ("profile", "needs", "minutes"),
    [
        ("cnb", (11, 11), 22), ("cnb", (8, 6), 14), ("dbgf", (11, 11), 65), ("dbgf", (8, 6), 45), ("dbgf", (1, 2), 18),
        ("biba", (7, 7), None), ("biba+clock", (7, 7), 14), ("biba+clock", (5, 6), 11), ("wbgf", (7, 7), None),
    ],
)  # fmt: skip
def test_minutes(profile, needs, minutes):
    assert clock_minutes(P[profile], needs) == minutes
    assert clock_minutes(P[profile], needs[::-1]) == minutes


def test_nobody_needs_no_points():
    with pytest.raises(InputError, match="at least one point"):
        clock_minutes(P["cnb"], (0, 3))


LATE = {
    # (profile, length): {minutes: (points, match lost)}
    ("cnb", 7): {4.9: (0, False), 5: (1, False), 9.9: (1, False), 17: (3, False), 19.9: (3, False), 20: (4, True)},
    ("cnb", 8): {20: (4, False), 25: (5, True)},
    ("dbgf", 8): {19: (3, False), 20: (4, True)},
    ("dbgf", 7): {15: (3, False), 20: (4, True)},
    ("biba", 11): {25: (5, False), 30: (6, True)},
}


@pytest.mark.parametrize(("case", "expected"), LATE.items(), ids=[f"{p}-{n}" for p, n in LATE])
def test_lateness(case, expected):
    profile, length = case
    for minutes, (points, is_forfeit) in expected.items():
        found = lateness(P[profile], minutes, length)
        assert (found.points, found.is_forfeit) == (points, is_forfeit), minutes


def test_what_is_not_known_is_none():
    assert lateness(P["wbgf"], 20, 7) is None
    assert breaks_allowed(P["usbgf"], 7) is None
    assert lift_penalty(P["biba"], 1, 100) is None
    assert flag_fall(P["biba"], Player.A) is None
    assert flag_fall(P["wbgf"], Player.A) is None


@pytest.mark.parametrize(
    ("profile", "length", "count"),
    [
        ("cnb", 9, 1), ("cnb", 10, 1), ("cnb", 11, 2), ("cnb", 13, 2), ("cnb", 14, 2), ("cnb", 15, 3), ("cnb", 19, 3), ("cnb", 21, 4),
        ("dbgf", 7, 1), ("dbgf", 21, 4), ("biba", 11, 3), ("biba", 9, None), ("biba", 13, None),
    ],
)  # fmt: skip
def test_breaks(profile, length, count):
    assert breaks_allowed(P[profile], length) == count


@pytest.mark.parametrize(
    ("profile", "nth", "left_s", "was_reduced", "seconds", "delay", "left", "is_for_director"),
    [
        ("cnb", 1, 300, False, 0, 0, 300, False),
        ("cnb", 2, 240, False, 30, 12, 210, False),
        ("cnb", 2, None, False, 30, 12, None, False),
        ("cnb", 5, 30, False, 30, 12, 0, True),
        ("cnb", 2, 29, False, 0, 0, 1, True),
        ("cnb", 3, 200, True, 0, 0, 200, True),
        ("dbgf", 1, 240, False, 30, 0, 210, False),
        ("dbgf", 4, 20, False, 30, 0, 0, True),
    ],
)
def test_early_lift(profile, nth, left_s, was_reduced, seconds, delay, left, is_for_director):
    penalty = lift_penalty(P[profile], nth, left_s, was_reduced=was_reduced)
    assert (penalty.seconds, penalty.delay_s, penalty.left_s, penalty.is_for_director) == (seconds, delay, left, is_for_director)


def test_flag_falls():
    a = Player.A
    assert flag_fall(P["cnb"], a).winner is a.opponent
    assert flag_fall(P["cnb"], a, is_win_certain=True).winner is a
    assert flag_fall(P["cnb"], None).without_clock
    first = flag_fall(P["dbgf"], a, score={a: 3, a.opponent: 4}, length=7)
    assert (first.winner, first.points, first.minutes_each) == (None, 2, 5)
    later = flag_fall(P["dbgf"], a, nth=2, score={a: 3, a.opponent: 5}, length=7)
    assert (later.winner, later.points, later.minutes_each) == (None, 1, 5)
    last = flag_fall(P["dbgf"], a, score={a: 5, a.opponent: 5}, length=7)
    assert (last.winner, last.points, last.minutes_each) == (a.opponent, 2, 0)
