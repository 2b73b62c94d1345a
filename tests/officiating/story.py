"""A match told step by step, for one profile and one seat, and what the referee makes of it in lines that can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monitor.errors import InputError
from monitor.game.events import CubeAction, CubeSeen, FlagChanged, FlagRaised, Incident, Player, PlayMade, RollSeen, Rows, Support, TableEvent
from monitor.officiating import Authority, Fact, InputKind, MatchFacts, OfficialInput, Referee, load_profile
from tests.officiating.scripted import START, die, end, game_end, play, roll, setup

PROFILES = {name: load_profile(name) for name in ("cnb", "dbgf", "biba")}
LEFT = (die(4, half="left"), die(2, half="left"))
RIGHT = (die(4), die(2))
SPLIT = (die(4, half="left"), die(2))
COCKED = (die(4, flat=False), die(2))
ON_CHECKER = (die(4, on=Support.CHECKER), die(2))


class Story:
    """a: the player whom a scenario calls A, b: the other. Each step takes 3 s unless `at` says when it happens."""

    def __init__(self, profile: str, seat: Player = Player.A, *, clock: bool = False, appointed: bool = True, match: MatchFacts | None = None, box: Any = None):
        self.profile = PROFILES[profile]
        self.a, self.b = seat, seat.opponent
        if match is not None and match.score is not None and seat is Player.B:
            match = MatchFacts(match.length, match.score[::-1], match.is_crawford)  # scenarios give A's points first
        halves = None if box is None else {self.a: box, self.b: {"left": "right", "right": "left"}[box]}
        self.referee = Referee(self.profile, "m1", clock=clock, match=match, authority=Authority(appointed), box=halves)
        self.t = self.played_at = 0.0
        self.out: list[TableEvent] = []

    # ------------------------------------------------------------ what happens

    def see(self, event: TableEvent) -> list[TableEvent]:
        self.t = event.t
        new = self.referee.observe(event)
        self.out += new
        return new

    def next(self, after: float = 3.0) -> float:
        return round(self.t + after, 3)

    def begin(self, opener: Player | None = None, position: Rows = START, dice: tuple[int, int] = (3, 1)) -> Story:
        """A game set up well, its opening roll made, played and ended by the opener (the opponent of A unless given); A is to roll."""
        who = opener or self.b
        self.see(setup(self.next()))
        self.see(roll(self.next(), who, dice, opening=True))
        return self.plays(who, position=position).ends(who)

    def rolls(self, player: Player, dice: tuple[int | None, ...] = (3, 1), *, after: float = 3.0, **more: Any) -> Story:
        self.see(roll(self.next(after), player, dice, **more))
        return self

    def throws(self, player: Player, *dice: Any, after: float = 3.0, **more: Any) -> RollSeen:
        """Dice at rest with the verdict that the referee gives on them."""
        verdict = self.referee.assess(dice, player)
        values = tuple(d.value for d in dice)
        event = roll(self.next(after), player, values, valid=verdict.valid, reason=verdict.reason, reasons=verdict.reasons, seen=tuple(dice), **more)
        self.see(event)
        return event

    def plays(self, player: Player, legal: bool | None = True, *reasons: str, **more: Any) -> Story:
        self.played_at = self.next()
        self.see(play(self.next(), player, legal, *reasons, **more))
        return self

    def ends(self, player: Player) -> Story:
        """A die is taken up; with a clock the press."""
        if self.referee.clock:
            return self.tells(InputKind.PRESS, player=player)
        self.see(end(self.next(), player))
        return self

    def turn(self, player: Player, **more: Any) -> Story:
        return self.rolls(player).plays(player, **more).ends(player)

    def fact(self, fact: Fact, player: Player | None = None, after: float = 3.0, **detail: Any) -> Story:
        self.see(Incident(self.next(after), fact=str(fact), player=player, detail=detail or None))
        return self

    def cube(self, player: Player, action: str = "double", value: int | None = None, **more: Any) -> Story:
        self.see(CubeAction(self.next(), player=player, action=action, value=value, **more))
        return self

    def shows_cube(self, place: str, value: int | None) -> Story:
        self.see(CubeSeen(self.next(), place=place, value=value))
        return self

    def wins(self, player: Player, points: int = 1) -> Story:
        self.see(game_end(self.next(), player) if points == 1 else type(game_end(0.0))(t=self.next(), winner=player, points=points))
        return self

    def tells(self, what: InputKind, *, after: float = 1.0, by: str = "observer", **more: Any) -> Story:
        self.t = self.next(after)
        detail: Mapping[str, Any] | None = more.pop("detail", None)
        self.out += self.referee.tell(OfficialInput(what, by, self.t, detail=detail, **more))
        return self

    def notes(self, rule: str, player: Player | None = None, why: str = "", **detail: Any) -> Story:
        return self.tells(InputKind.NOTE, id=rule, player=player, why=why, detail=detail or None)

    def refuses(self, what: InputKind, **more: Any) -> bool:
        """Is this input refused?"""
        try:
            self.tells(what, **more)
        except InputError:
            return True
        return False

    # ------------------------------------------------------------ what came of it

    @property
    def flags(self) -> list[FlagRaised]:
        return [event for event in self.out if isinstance(event, FlagRaised)]

    @property
    def last(self) -> FlagRaised:
        return self.flags[-1]

    def id(self, rule: str) -> str:
        return next(flag.id for flag in reversed(self.flags) if flag.rule == rule)

    @property
    def lines(self) -> list[str]:
        """ "rule CLASS" of each flag and "rule: state" of each change, in the order told."""
        rule_of = {flag.id: flag.rule for flag in self.flags}
        return [
            f"{e.rule} {e.flag_class}" if isinstance(e, FlagRaised) else f"{rule_of[e.id]}: {e.state}"
            for e in self.out
            if isinstance(e, FlagRaised | FlagChanged)
        ]

    @property
    def whys(self) -> str:
        """The reasons given for all changes."""
        return " | ".join(event.why for event in self.out if isinstance(event, FlagChanged))


def replay(story: Story, player: Player, **more: Any) -> PlayMade:
    """The latest play is made anew, legally."""
    event = play(story.next(), player, True, replaces=story.played_at, **more)
    story.see(event)
    return event
