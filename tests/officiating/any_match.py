"""Matches of any kind: games that go their way more often than not, with anything in between, and officials who say anything about it.

A match is told number by number: each number decides what comes next, knowing where the referee is, so that turns do end, flags do get
raised, and inputs do meet flags. A match that fails a test is shortened by putting 0, which is nothing at all, for numbers that it can do without.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from monitor.errors import InputError
from monitor.game.events import (
    CubeAction,
    CubeSeen,
    FlagRaised,
    GameEnded,
    Gap,
    Incident,
    Player,
    PlayMade,
    RollSeen,
    Rows,
    SetupSeen,
    Status,
    TableEvent,
    TurnEnded,
    from_json,
)  # fmt: skip
from monitor.officiating import Authority, Fact, InputKind, MatchFacts, OfficialInput, Profile, Referee, State
from monitor.officiating.catalogue import CATALOGUE
from monitor.officiating.flags import LIVES
from tests.officiating.scripted import START, die, row


@dataclass
class Told:
    """One entry of the log, as plain data, and what the referee answered."""

    kind: str
    body: Mapping[str, Any]
    t: float
    seq: int
    answer: list[TableEvent] = field(default_factory=list)


@dataclass
class Course:
    """A match gone through: the referee, the log of what was taken, and the inputs that were refused, with the reason."""

    referee: Referee
    log: list[Told] = field(default_factory=list)
    refused: list[tuple[OfficialInput, str]] = field(default_factory=list)

    @property
    def out(self) -> list[TableEvent]:
        return [event for told in self.log for event in told.answer]

    def times_of(self, kind: str) -> list[float]:
        return [told.t for told in self.log if told.kind == kind]


def numbers_of(seed: int) -> list[int]:
    """The numbers of a match, all of them different from one seed to the next."""
    rng = random.Random(seed)
    return [rng.randrange(1, 2**32) for _ in range(rng.randint(30, 100))]


def shortened(numbers: list[int], is_failing: Callable[[list[int]], bool]) -> list[int]:
    """The same match with as little in it as still fails."""
    for index in reversed(range(len(numbers))):
        without = [*numbers[:index], 0, *numbers[index + 1 :]]
        if numbers[index] and is_failing(without):
            return shortened(without, is_failing)
    return numbers


def new_course(profile: Profile, clock: bool) -> Course:
    return Course(Referee(profile, "m", clock=clock, match=MatchFacts(5, (2, 3)), authority=Authority(True)))


def go_through(profile: Profile, clock: bool, numbers: Sequence[int]) -> Course:
    """Tells the match that the numbers stand for. Inputs that are refused do not come into the log, as in the product."""
    course = new_course(profile, clock)
    t = 0.0
    for seq, number in enumerate(numbers, 1):
        if not number:
            continue
        rng = random.Random(number)
        t = round(t + rng.choice((0.0, 0.2, 1.0, 1.0, 1.0, 3.0)), 3)
        what = _next(rng, course)
        if isinstance(what, OfficialInput):
            late = rng.choice((0.0, 0.0, 0.0, 2.0))
            _tell(course, replace(what, t=max(0.0, round(t - late, 3)), seq=seq))
        else:
            event = from_json({**what.to_json(), "t": t})
            course.log.append(Told(event.kind, event.to_json(), t, seq, course.referee.observe(event)))
    return course


def replay(profile: Profile, clock: bool, log: Sequence[Told]) -> Course:
    """The log read again by a new referee, as after a restart."""
    course = new_course(profile, clock)
    for told in log:
        if told.kind == "input":
            answer = course.referee.tell(OfficialInput.from_json(told.body, t=told.t, seq=told.seq))
        else:
            answer = course.referee.observe(from_json(told.body))
        course.log.append(replace(told, answer=answer))
    return course


def _tell(course: Course, told: OfficialInput) -> None:
    try:
        answer = course.referee.tell(told)
    except InputError as error:
        course.refused.append((told, str(error)))
        return
    course.log.append(Told("input", told.to_json(), told.t, told.seq or 0, answer))


# ---------------------------------------------------------------- what comes next


def _next(rng: random.Random, course: Course) -> TableEvent | OfficialInput:
    chance = rng.random()
    if chance < 0.5:
        return _as_expected(rng, course.referee)
    if chance < 0.65:
        return _hasty(rng, course.referee)
    if chance < 0.75:
        return rng.choice(_EVENTS)(rng, course)
    return rng.choice(_INPUTS)(rng, course)


def _as_expected(rng: random.Random, referee: Referee) -> TableEvent | OfficialInput:
    """What the state of the table lets expect."""
    player = referee.on_roll or rng.choice(tuple(Player))
    match referee.state:
        case State.SETUP | State.GAME_END:
            return SetupSeen(0.0, position=rng.choice(_POSITIONS), differs=rng.choice((0, 0, 1)))
        case State.OPENING:
            return _roll(rng, player, opening=True)
        case State.READY | State.ROLLING:
            return _roll(rng, player)
        case State.OFFERED:
            return CubeAction(0.0, player=player.opponent, action=rng.choice(("take", "take", "pass")), value=2 * referee.match.cube)
        case State.DISPUTE:
            return OfficialInput(InputKind.RULING, "dir", 0.0, why="so", is_director=True)
        case State.PENALTY:
            return _press(rng.choice(tuple(Player)))
        case State.MOVING if rng.random() < 0.5:
            return _play(rng, player)
        case _:
            return _press(player) if referee.clock else TurnEnded(0.0, player=player)


def _hasty(rng: random.Random, referee: Referee) -> TableEvent:
    """What the player does who is not on turn, or whoever doubles."""
    player = (referee.on_roll or rng.choice(tuple(Player))).opponent
    return rng.choice((
        lambda: replace(_roll(rng, player), early=True),
        lambda: CubeAction(0.0, player=player, value=2 * referee.match.cube, early=True),
        lambda: CubeAction(0.0, player=player.opponent, value=rng.choice((None, 2, 4))),
        lambda: Incident(0.0, fact=str(Fact.DICE_UP), player=rng.choice(tuple(Player)), detail={"n": rng.choice((1, 2))}),
    ))()  # fmt: skip


_POSITIONS = (START, START, Rows(row(p8=4, p6=4), row()), Rows(row(p8=4), row()), None)
_STATUSES = (Status.SURE, Status.SURE, Status.SURE, Status.SURE, Status.UNCERTAIN)


def _roll(rng: random.Random, player: Player | None, *, opening: bool = False) -> RollSeen:
    valid = rng.choice((True, True, True, True, False, None))
    reason = rng.choice(("roll.cocked", "roll.on-checker", "roll.left-of-bar")) if valid is False else None
    dice = tuple(rng.choice((1, 2, 3, 4, 5, 6, None)) for _ in range(2))
    if opening and rng.random() < 0.1:
        player = None
    half = rng.choice(("right", "right", "left"))
    return RollSeen(
        0.0, status=rng.choice(_STATUSES), player=player, dice=dice, valid=valid, reason=reason, reasons=(reason,) if reason else (), opening=opening,
        seen=tuple(die(value, half=half) for value in dice),
    )  # fmt: skip


def _play(rng: random.Random, player: Player, replaces: float | None = None) -> PlayMade:
    legal = rng.choice((True, True, False, False, None))
    reasons = rng.choice((("move.backwards",), ("checker.hit-not-on-bar", "move.backwards"), ("move.must-use-both",))) if legal is False else ()
    return PlayMade(
        0.0, status=rng.choice(_STATUSES), player=player, position=rng.choice(_POSITIONS), before=rng.choice(_POSITIONS), legal=legal, reasons=reasons,
        dice=rng.choice(((3, 1), (6, 2))), replaces=replaces,
    )  # fmt: skip


def _replacing(rng: random.Random, course: Course) -> PlayMade:
    before = course.times_of("play")
    return _play(rng, rng.choice(tuple(Player)), rng.choice(before[-4:]) if before else None)


def _player(rng: random.Random) -> Player:
    return rng.choice(tuple(Player))


_EVENTS: tuple[Callable[[random.Random, Course], TableEvent], ...] = (
    lambda rng, course: _roll(rng, rng.choice((*Player, None)), opening=rng.random() < 0.3),
    lambda rng, course: _play(rng, _player(rng)),
    _replacing,
    lambda rng, course: SetupSeen(0.0, position=rng.choice(_POSITIONS), differs=rng.randint(0, 3), starts_mid_game=rng.random() < 0.3),
    lambda rng, course: TurnEnded(0.0, player=_player(rng)),
    lambda rng, course: CubeAction(0.0, player=_player(rng), action=rng.choice(("double", "take", "pass")), value=rng.choice((None, 2, 4))),
    lambda rng, course: CubeSeen(0.0, place=rng.choice(("middle", "A", "off")), value=rng.choice((None, 1, 2, 64))),
    lambda rng, course: GameEnded(0.0, winner=_player(rng), points=rng.choice((None, 1, 1, 2))),
    lambda rng, course: Gap(0.0, until=1.0),
    lambda rng, course: Incident(0.0, fact=rng.choice((*map(str, Fact), "sneezed")), player=rng.choice((*Player, None)),
                                 detail=rng.choice((None, {"n": 1}, {"from": 3, "to": 5}, {"dice_up": 1}))),
)  # fmt: skip

_NOT_ABOUT_FLAGS = "permission_left permission_ended reroll_assent notice cube_words press pause score note appointed appointment_ended undo"
_ABOUT_FLAGS = tuple(kind for kind in InputKind if kind not in _NOT_ABOUT_FLAGS.split())
_OTHERS = tuple(kind for kind in InputKind if kind not in (*_ABOUT_FLAGS, InputKind.UNDO, InputKind.NOTE))
_DETAILS: Mapping[InputKind, tuple[dict[str, Any] | None, ...]] = {
    InputKind.RULING: (*({"state": state, "table": "ready"} for state in sorted(LIVES | {"dismissed"})), {"state": "lost"}, {"table": "lunch"}, None),
    InputKind.AGREED: ({"left_s": 20}, {"left_s": 200}, {"left_s": "twenty"}, None),
    InputKind.SCORE: ({"A": 3, "B": 4, "length": 5}, {"A": 1, "B": 0}, {"A": 3}),
    InputKind.NOTE: ({"minutes": 6, "taken": 1}, {"minutes": 6, "taken": 1}, {"minutes": "six"}),
    InputKind.APPOINTED: ({"may_announce": True}, None),
}


def _press(player: Player) -> OfficialInput:
    return OfficialInput(InputKind.PRESS, "clock", 0.0, player)


def _input(rng: random.Random, kind: InputKind, about: str | None) -> OfficialInput:
    is_director = rng.random() < 0.3
    why, detail = rng.choice(("so", "so", "so", "")), rng.choice(_DETAILS.get(kind, (None,)))
    return OfficialInput(kind, "dir" if is_director else "ann", 0.0, rng.choice((*Player, *Player, None)), about, why, detail=detail, is_director=is_director)


def _about_a_flag(rng: random.Random, course: Course) -> OfficialInput:
    """About one of the latest flags, open ones first, and a choice where there is one; sometimes about a flag that is not there."""
    told = [event.id for event in course.out if isinstance(event, FlagRaised)][-4:]
    standing = [flag.raised for flag in course.referee._now.bench.book if flag.is_open]
    options = [flag.id for flag in standing if flag.flag_class == "OPTION"]
    if options and rng.random() < 0.5:
        return _input(rng, rng.choice((InputKind.ACCEPTED, InputKind.DEMANDED, InputKind.CLAIM)), rng.choice(options))
    some = ([flag.id for flag in standing] or told or [None]) if rng.random() < 0.8 else [*told, None, "no-such-flag"]
    return _input(rng, rng.choice(_ABOUT_FLAGS), rng.choice(some))


def _undo(rng: random.Random, course: Course) -> OfficialInput:
    standing = [told.seq for told in course.log if told.kind == "input" and told.body["what"] != "undo"]
    undoes = rng.choice(standing[-6:]) if standing and rng.random() < 0.8 else None
    return replace(_input(rng, InputKind.UNDO, None), undoes=undoes, why="")


_INPUTS: tuple[Callable[[random.Random, Course], OfficialInput], ...] = (
    _about_a_flag,
    _about_a_flag,
    _about_a_flag,
    lambda rng, course: _input(rng, InputKind.NOTE, rng.choice((*CATALOGUE, "time.travel"))),
    lambda rng, course: _input(rng, rng.choice(_OTHERS), rng.choice((None, "right"))),
    _undo,
)
