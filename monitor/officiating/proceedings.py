"""One match from its first event: which judge hears what, and in which order. The order is part of the rules: a window that an event
closes is closed before what that event opens."""

from __future__ import annotations

from monitor.errors import InputError
from monitor.game import events as table
from monitor.game.events import CubeAction, Incident, Player, PlayMade, RollSeen, Rows, SetupSeen, Status, TableEvent
from monitor.officiating.authority import Authority
from monitor.officiating.automaton import Signal, State
from monitor.officiating.bench import Bench, Finding
from monitor.officiating.clock_judge import ClockJudge
from monitor.officiating.course import Trigger
from monitor.officiating.cube_judge import CubeJudge
from monitor.officiating.desk import Desk
from monitor.officiating.incidents import Fact, IncidentJudge
from monitor.officiating.inputs import InputKind, OfficialInput
from monitor.officiating.late_notes import find_closing
from monitor.officiating.notes import find_noted
from monitor.officiating.play_judge import PlayJudge
from monitor.officiating.roll_judge import RollJudge
from monitor.officiating.score import require_score
from monitor.officiating.setup_judge import SetupJudge
from monitor.officiating.words import matter_text


class Proceedings:
    """A match as events and inputs have left it. It only goes forward; taking an input back is `Referee`'s."""

    def __init__(self, bench: Bench, authority: Authority) -> None:
        self.bench = bench
        self.rolls = RollJudge(bench)
        self.plays = PlayJudge(bench)
        self.setups = SetupJudge(bench)
        self.cube = CubeJudge(bench)
        self.clock = ClockJudge(bench)
        self.incidents = IncidentJudge(bench, self.rolls, self.clock)
        self.desk = Desk(bench, self.rolls, self.clock, authority)

    # ------------------------------------------------------------ events

    def observe(self, event: TableEvent) -> list[TableEvent]:
        """Takes note of one event and returns the flags raised and changed by it."""
        if isinstance(event, table.FlagRaised | table.FlagChanged):
            return []
        if isinstance(event, RollSeen) and event.replaces is not None:
            self.rolls.tell_better(event)
            return []
        return self.clock.pass_time(event.t) + self._watch_scene(event) + self._observe(event)

    def _watch_scene(self, event: TableEvent) -> list[TableEvent]:
        """While the director is awaited nothing may be touched: rolling, playing, taking dice up and the cube are changes as well (CNB 5.1)."""
        bench = self.bench
        if not bench.table.is_scene_kept_at(event.t) or not isinstance(event, RollSeen | PlayMade | table.TurnEnded | CubeAction):
            return []
        if event.status is not Status.SURE or bench.book.latest("dispute.scene-changed") is not None:
            return []
        what = {"turn_end": "dice taken up", "roll": "rolled", "play": "checkers moved", "cube": "the cube"}[event.kind]
        return bench.find(Finding("dispute.scene-changed", event.t, event.player, matter_text("dispute.scene-changed", event.player, what)))

    def _observe_incident(self, event: Incident) -> list[TableEvent]:
        """A fact; the release of the dice is the moment in which a player rolls, before anybody can tell whether the roll is valid (BIBA 4.8)."""
        bench, player = self.bench, event.player
        out = self.incidents.observe(event)
        if event.fact == Fact.RELEASED and player is not None and bench.table.state is State.ROLLING and bench.table.on_roll is player:
            out += self._close([bench.trigger("any_roll", event.t, player, bench.course.coming(player))])
        return out

    def _observe(self, event: TableEvent) -> list[TableEvent]:
        if isinstance(event, RollSeen | PlayMade | CubeAction):
            self.clock.take_turn(event.player, event.t)
        elif isinstance(event, table.Gap | table.GameEnded | SetupSeen):
            self.clock.take_turn(None, event.t)
        match event:
            case SetupSeen():
                return self._observe_setup(event)
            case RollSeen():
                return self._observe_roll(event)
            case PlayMade():
                out = self.rolls.play_early(event.player, event.t) if event.replaces is None else []
                out += self.plays.observe(event)
                self.bench.position = event.position if event.status is Status.SURE else None
                return out
            case table.TurnEnded():
                return self._end_turn(event.player, event.t)
            case CubeAction():
                return self._observe_cube(event)
            case table.CubeSeen():
                return self.setups.observe_cube(event)
            case table.GameEnded():
                return self._end_game(event)
            case Incident():
                return self._observe_incident(event)
            case table.Gap():
                self.plays.forget_unjudged()
                self.bench.position = None
                return []
            case _:
                return []

    def _observe_setup(self, event: SetupSeen) -> list[TableEvent]:
        bench = self.bench
        is_over = bench.match.is_game_over
        if bench.course.rolls and not is_over and (event.differs or event.starts_mid_game):
            return []  # some way into a game a position is not a set-up
        out = self._begin_game(event.t) if is_over or bench.course.rolls else []
        bench.table.take(Signal.SETUP)
        return out + self.setups.observe(event)

    def _observe_roll(self, event: RollSeen) -> list[TableEvent]:
        bench = self.bench
        out: list[TableEvent] = []
        if event.opening and (bench.match.is_game_over or bench.course.rolls):
            out += self._begin_game(event.t)
        player = event.player
        if player is not None and self.rolls.is_early(event) and not bench.table.is_moving(player) and not bench.table.is_ready(player):
            return out + self.rolls.observe_early(event, self._before(player.opponent)) + self.clock.roll_early(player, event.t)
        out += self.clock.roll(event.t)
        if self.plays.turn is not None and player is not self.plays.turn.play.player:
            out += self.plays.settle(None)
        out += self.cube.roll(player, event.t)
        found, triggers = self.rolls.observe(event)
        self.plays.close(triggers)
        return out + found

    def _before(self, mover: Player) -> Rows | None:
        """The position from which the turn of this player, which goes on, started."""
        turn = self.plays.turn
        if turn is not None and turn.play.player is mover and not turn.is_settled:
            return turn.play.before
        return self.bench.position

    def _end_turn(self, player: Player, t: float) -> list[TableEvent]:
        """A turn has ended: by the dice, or with a clock by the press."""
        bench = self.bench
        turn = self.plays.turn
        play = turn.play if turn is not None and turn.play.player is player else None
        number = bench.course.turn_end(player)
        out = self.rolls.count_early(player)  # it is on the table already, so it closes nothing that the turn's end opens (G9)
        if play is not None:
            out += self.plays.settle(t)
        out += self.rolls.end_turn(player, play, t)
        if not bench.table.is_moving(player.opponent):  # told a second time, when the opponent has rolled already
            bench.table.take(Signal.TURN_END, player)
        self.rolls.take_up_early(player)
        self.cube.end_turn(player)
        return out + self._close([bench.trigger("turn_end", t, player, number)])

    def _observe_cube(self, event: CubeAction) -> list[TableEvent]:
        bench = self.bench
        player = event.player
        if event.action == "take":
            return self.clock.cube(player, "take") + self.cube.take(event)
        if event.action != "double":
            return self.clock.cube(player, "pass") + self.cube.drop(event)
        if self.cube.is_early(event) and not bench.table.is_moving(player) and not bench.table.is_ready(player):
            return self.cube.double(event)[0]
        out = self.plays.settle(None) if self.plays.turn is not None and self.plays.turn.play.player is not player else []
        found, is_action = self.cube.double(event)
        if is_action:
            out += self._close([bench.trigger("cube_offer", event.t, player)]) + self.clock.cube(player, "double")
        return out + found

    def _end_game(self, event: table.GameEnded) -> list[TableEvent]:
        bench = self.bench
        out = self.plays.settle(None)
        bench.match.end_game(event.winner, event.points)
        bench.inputs.end_game()
        bench.table.take(Signal.GAME_END)
        return out + self._close([bench.trigger("game_end", event.t, None)]) + self.cube.end_game(event.t)

    def _begin_game(self, t: float) -> list[TableEvent]:
        bench = self.bench
        out = self.plays.settle(None)
        out += self._close([bench.trigger("next_game", t, None)])
        if not bench.match.is_game_over:
            bench.inputs.end_game()  # what was told since a seen end is meant for the new game
            bench.match.score = None  # how the last game ended was not seen
        bench.match.begin_game()
        bench.game_t = t
        bench.course = type(bench.course)()
        bench.roll.clear()
        bench.table.take(Signal.SETUP)
        for judge in (self.rolls, self.plays, self.setups, self.cube, self.clock):
            judge.begin_game()
        return out

    def _close(self, triggers: list[Trigger]) -> list[TableEvent]:
        out = self.bench.close(triggers)
        self.plays.close(triggers)
        return out

    # ------------------------------------------------------------ officials

    def tell(self, told: OfficialInput) -> list[TableEvent]:
        """Takes note of an input. Raises InputError, and changes nothing, for one that cannot be used."""
        bench = self.bench
        match told.what:
            case InputKind.PERMISSION_LEFT | InputKind.PERMISSION_ENDED:
                if told.player is None:
                    raise InputError("Say which player may roll on the left.")
                if not bench.profile.rolls.left_permission:
                    raise InputError(f"The rules of {bench.profile.title} know no permission to roll on the left.")
            case InputKind.PRESS | InputKind.NOTICE | InputKind.CUBE_WORDS if told.player is None:
                raise InputError("Say which player it was.")
            case InputKind.PRESS if not bench.clock:
                raise InputError("This match is played without a clock.")
            case InputKind.PRESS if told.player is not None:
                self.clock.require_new(told.player)
            case InputKind.SCORE:
                return self._tell_score(told)
            case _:
                pass
        out = self.clock.pass_time(told.t) if told.what not in (InputKind.PRESS, InputKind.FLAG_CONFIRM, InputKind.FLAG_DISMISS) else []
        out += self._follow(told)
        bench.inputs.add(told)
        return out

    def _follow(self, told: OfficialInput) -> list[TableEvent]:
        bench = self.bench
        if told.what is InputKind.PAUSE:
            self.clock.take_turn(None, told.t)  # whoever starts it again presses anew
        if told.what is InputKind.PRESS and told.player is not None:
            out = self.clock.press(told.player, told.t)
            return out + (self._end_turn(told.player, told.t) if bench.table.is_moving(told.player) else [])
        if told.what is InputKind.CUBE_WORDS and told.player is not None:
            text = matter_text("cube.ambiguous-gesture", told.player, told.why)
            return bench.find(Finding("cube.ambiguous-gesture", told.t, told.player, text, told=True))
        if told.what is InputKind.NOTE:
            return self._close_late(find_noted(bench, told, self.cube.crawford_case()), told)
        return self.desk.tell(told)

    def _close_late(self, found: list[TableEvent], told: OfficialInput) -> list[TableEvent]:
        """What a note found, and that it stands already where its window had closed before it was told."""
        out = list(found)
        for raised in found:
            flag = self.bench.book.find(raised.id) if isinstance(raised, table.FlagRaised) else None
            hit = None if flag is None or not flag.is_open else find_closing(self.bench, self.plays, flag.raised.rule, told.player)
            if flag is not None and hit is not None:
                out += self.bench.book.live(flag, hit[0].state, told.t, hit[0].why)
        return out

    def _tell_score(self, told: OfficialInput) -> list[TableEvent]:
        scores = [told.number(player) for player in Player]
        if None in scores:
            raise InputError('Give both players\' points, as {"A": 3, "B": 4}.')
        given, crawford = told.number("length"), (told.detail or {}).get("crawford")
        length = None if given is None else int(given)
        points = [int(score or 0) for score in scores]
        require_score(points, self.bench.match.length if length is None else length, crawford)
        self.bench.match.tell_score(dict(zip(Player, points, strict=True)), length, crawford)
        return []
