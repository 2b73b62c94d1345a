"""Clocks, lateness and breaks: what the profile's numbers give. Everything is offered in words; nothing is applied to a score or a clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.officiating.profile import Profile


def clock_minutes(profile: Profile, needs: tuple[int, int]) -> int | None:
    """Minutes on each player's clock when the players still need so many points; halves are rounded up (CNB 3.5.5, 3.5.6, DBgF §3.5.6).

    None where the profile does not say. Raises InputError for needs that are none.
    """
    if min(needs) < 1:
        raise InputError("Each player needs at least one point: give the score and the length of a match that is not over.")
    base, per_point = profile.clock.minutes_base, profile.clock.minutes_per_point
    if not profile.clock.available or isinstance(base, str) or isinstance(per_point, str):
        return None
    return int(base + per_point * sum(needs) + 0.5)


def time_words(seconds: float) -> str:
    """ "3:30" """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


@dataclass(frozen=True, slots=True)
class LiftPenalty:
    """What taking up the dice early costs. seconds: run on the offender's clock, after the delay where that is included; 0 is a warning.

    set_to_s: his time is set to this instead. left_s: what he has then, None where not known. is_for_director: what follows is not
    settled by the rules alone (time used up, or a further offence after the reduction, G11).
    """

    seconds: float
    delay_s: float
    set_to_s: float | None
    left_s: float | None
    is_for_director: bool
    text: str


def lift_penalty(profile: Profile, nth: int, left_s: float | None, *, was_reduced: bool = False) -> LiftPenalty | None:
    """The penalty for a player's nth accepted claim of this kind in the match (CNB 4.1.5.2, DBgF §4.1.5.2); None where the profile has none.

    left_s: time on the offender's clock, None when not told. was_reduced: his time had been set to the low value before.
    """
    steps = [step for step in profile.early_lift.steps if step.nth <= nth]
    if not steps:
        return None
    seconds = max(steps, key=lambda step: step.nth).seconds
    if not seconds:
        return LiftPenalty(0, 0, None, left_s, False, "a warning")
    if was_reduced:
        return LiftPenalty(0, 0, None, left_s, True, "a further offence after the time was reduced: it may lose the match; the director decides")
    low, set_to = profile.early_lift.low_time_s, profile.early_lift.low_time_set_s
    if not isinstance(low, str) and not isinstance(set_to, str) and left_s is not None and left_s < low:
        text = f"less than {low:g} s are left: the offender's time is set to {time_words(set_to)}; what a further offence means is for the director"
        return LiftPenalty(0, 0, set_to, set_to, True, text)
    delay = profile.clock.delay_s if profile.early_lift.delay_included is True and not isinstance(profile.clock.delay_s, str) else 0.0
    runs = f"the {delay:g} s delay and then {seconds:g} s" if delay else f"{seconds:g} s"
    if left_s is not None and left_s <= seconds:
        return LiftPenalty(seconds, delay, None, 0.0, True, f"{runs} run on the offender's clock, and his time runs out: call the director")
    left = None if left_s is None else left_s - seconds
    after = "" if left is None else f"; {time_words(left)} are left"
    return LiftPenalty(seconds, delay, None, left, False, f"{runs} run on the offender's clock{after}; then he begins")


@dataclass(frozen=True, slots=True)
class FlagFall:
    """What a fallen flag means. winner: of the match, None when it goes on or the director decides. points: for the opponent.

    minutes_each: added to both clocks. without_clock: the rest is played without one.
    """

    winner: Player | None
    points: int
    minutes_each: int
    without_clock: bool
    text: str


def flag_fall(
    profile: Profile,
    fallen: Player | None,
    *,
    nth: int = 1,
    score: Mapping[Player, int] | None = None,
    length: int | None = None,
    is_win_certain: bool = False,
) -> FlagFall | None:
    """What the profile says of a player's nth fallen flag (CNB 4.3.3, DBgF §4.3.3); None where it does not say.

    fallen None: both, in an unknown order. is_win_certain: the player wins the match whatever is rolled.
    """
    if not profile.clock.available or profile.clock.flag == "unknown":
        return None
    if fallen is None:
        return FlagFall(None, 0, 0, True, "nobody knows whose time ran out first: the rest is played without a clock")
    if is_win_certain:
        return FlagFall(fallen, 0, 0, False, f"player {fallen} wins the match whatever is rolled, and so wins it")
    if profile.clock.flag == "match_lost":
        return FlagFall(fallen.opponent, 0, 0, False, f"player {fallen} loses the match")
    points = profile.clock.flag_first_points if nth <= 1 else profile.clock.flag_later_points
    gets = f"player {fallen.opponent} gets {points} point{'s' * (points != 1)}"
    if score is not None and length is not None and score[fallen.opponent] + points >= length:
        return FlagFall(fallen.opponent, points, 0, False, f"{gets} and has won the match; the game is not finished")
    minutes = profile.clock.flag_minutes_each
    return FlagFall(None, points, minutes, False, f"{gets}, both get {minutes} minutes, and the game goes on; it stays the Crawford game or not, as it was")


@dataclass(frozen=True, slots=True)
class Lateness:
    """points: penalty points so far. is_forfeit: the match is lost."""

    points: int
    is_forfeit: bool


def lateness(profile: Profile, minutes: float, length: int) -> Lateness | None:
    """Penalty points for being late, and whether the match is lost (CNB 2.2.4, DBgF §2.2.4, BIBA 2.1-2.3); None where the profile does not say."""
    first, step, forfeit = profile.time.late_first_min, profile.time.late_step_min, profile.time.late_forfeit
    if isinstance(first, str) or isinstance(step, str) or forfeit == "unknown" or not step:
        return None
    points = 0 if minutes < first else 1 + int((minutes - first) // step)
    is_forfeit = points * 2 > length if forfeit == "more_than_half" else points * 2 >= length
    return Lateness(points, is_forfeit and points > 0)


def breaks_allowed(profile: Profile, length: int) -> int | None:
    """How many breaks a match of that length has (CNB 2.2.2, DBgF §2.2.2, BIBA 2.2); None where the profile does not say (G17)."""
    for step in profile.time.breaks:
        if step.up_to is None or length <= step.up_to:
            return step.count if isinstance(step.count, int) else None
    return None
