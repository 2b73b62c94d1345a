"""A match played through on a board: what was on the table before and after each action, and what is odd about the game told.

An illegal play is made as it was written and stays; the picture of the table goes on from it. After a play that was not told
or cannot be made the position is unknown until the record sets one up or the next game begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from monitor.errors import InputError
from monitor.game.events import Player, Rows, Status
from monitor.game.judge import judge, play_as_written
from monitor.game.notation import parse_play
from monitor.game.plays import Step
from monitor.game.position import START_ROW, Outcome, Position, Result, Row, position_to_rows, rows_to_position
from monitor.game.reasons import Reason
from monitor.game.transcript.cube_value import answers_beaver, cube_after, offered_value
from monitor.game.transcript.findings import Finding, Odd
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, Game, Match, Resignation, SetUp, Turn
from monitor.game.transcript.wording import gaps_in, superseded_in, verdict_in

_NACKGAMMON_ROW: Row = tuple({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}.get(point, 0) for point in range(26))
_STARTS: dict[str, Row] = {"backgammon": START_ROW, "": START_ROW, "nackgammon": _NACKGAMMON_ROW}


@dataclass(frozen=True, slots=True)
class TableState:
    """The table at one moment. rows: None while the position is unknown. on_roll: who has to act, or has thrown dice.

    dice: () before the roll. cube_owner: None when centred. is_doubled: on_roll has doubled and waits for the answer; cube
    is then still the value before. is_over: the game has ended.
    """

    rows: Rows | None
    on_roll: Player | None
    dice: tuple[int | None, ...] = ()
    cube: int = 1
    cube_owner: Player | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    is_crawford: bool = False
    is_jacoby: bool = False
    is_doubled: bool = False
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """One action with the table before and after it. game, turn: from 1.

    legal: the verdict on a play, None where there is none or it cannot be told. reasons: rule ids of an illegal play.
    steps: the play as made, None when not told or not possible; of a legal play one step a die.
    unknown_since: the turn of this game since which the position is not known before this action, None when it is known.
    """

    game: int
    turn: int
    action: Action
    before: TableState
    after: TableState
    legal: bool | None = None
    reasons: tuple[str, ...] = ()
    steps: tuple[Step, ...] | None = None
    unknown_since: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A match played through. games: the moments of each game, in order. ends: the state that each game ended in."""

    games: tuple[tuple[Moment, ...], ...]
    ends: tuple[TableState, ...]
    findings: tuple[Finding, ...]

    def moment(self, game: int, turn: int) -> Moment:
        """The moment of this game and turn, both from 1. Raises InputError that says what there is."""
        if not 1 <= game <= len(self.games):
            raise InputError(f"there is no game {game}; the record has {len(self.games)}")
        moments = self.games[game - 1]
        if not 1 <= turn <= len(moments):
            raise InputError(f"there is no turn {turn} in game {game}; it has {len(moments)}")
        return moments[turn - 1]


def replay(match: Match) -> Replay:
    """Plays the match through. Never raises: what cannot be played is a finding, and the rest is played on."""
    games: list[tuple[Moment, ...]] = []
    ends: list[TableState] = []
    findings: list[Finding] = []
    start = _STARTS.get((match.header("Variation") or "").casefold())
    had_crawford = False
    for number, game in enumerate(match.games, 1):
        is_crawford = match.has_crawford_rule and not had_crawford and max(game.score) == (match.length or 0) - 1
        had_crawford |= is_crawford
        table = _Table(match, game, number, start, is_crawford)
        table.play()
        games.append(tuple(table.moments))
        ends.append(table.state)
        findings += table.findings
        findings += _score_findings(match, number)
    if start is None:
        findings.insert(0, Finding(Odd.START, f'the variation "{match.header("Variation")}" has a start that is not known here, so no position is told'))
    return Replay(tuple(games), tuple(ends), tuple(findings))


@dataclass(slots=True)
class _Table:
    """One game under way."""

    match: Match
    game: Game
    number: int
    start: Row | None
    is_crawford: bool
    state: TableState = field(init=False)
    moments: list[Moment] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unknown_since: int | None = None
    last_player: Player | None = None
    awaits: Player | None = None
    """Who has to answer a double."""

    def __post_init__(self) -> None:
        rows = None if self.start is None else Rows(self.start, self.start)
        self.state = TableState(
            rows, None, score=self.game.score, length=self.match.length or 0, is_crawford=self.is_crawford, is_jacoby=self.match.has_jacoby_rule,
        )  # fmt: skip
        self.unknown_since = 1 if rows is None else None

    def play(self) -> None:
        for turn, action in enumerate(self.game.actions, 1):
            self._notes_say(action, turn)
            if self.state.is_over and isinstance(action, Turn | CubeTurn):
                self._odd(Odd.AFTER_END, "told after the end of the game", action, turn)
            match action:
                case Turn():
                    self._turn(action, turn)
                case CubeTurn():
                    self._cube(action, turn)
                case SetUp():
                    self._set_up(action, turn)
                case _:
                    self._add(action, turn, replace(self.state, on_roll=action.player), replace(self.state, is_over=True))
        self._check_end()

    @property
    def _is_position_only(self) -> bool:
        """The record is of one position and no game: that nothing leads there or follows is not odd."""
        return len(self.match.games) == 1 and all(isinstance(action, SetUp) for action in self.game.actions)

    def _odd(self, odd: Odd, text: str, action: Action | None, turn: int | None) -> None:
        line = action.line if action else self.game.line
        self.findings.append(Finding(odd, text, line, self.number, turn, action.player if action else None))

    def _add(
        self, action: Action, turn: int, before: TableState, after: TableState, legal: bool | None = None, reasons: tuple[str, ...] = (),
        steps: tuple[Step, ...] | None = None,
    ) -> None:  # fmt: skip
        self.moments.append(Moment(self.number, turn, action, before, after, legal, reasons, steps, self.unknown_since))
        self.state = after

    def _notes_say(self, action: Action, turn: int) -> None:
        for note in gaps_in(action.notes):
            self._odd(Odd.GAP, f"a stretch was {note}", action, turn)
        for play in superseded_in(action.notes):
            self._odd(Odd.SUPERSEDED, f"{action.player}'s play was first told as {play} and then corrected", action, turn)

    def _turn(self, action: Turn, turn: int) -> None:
        if self.awaits is not None:
            self._odd(Odd.CUBE, f"{action.player} plays while {self.awaits} has not answered the double", action, turn)
            self.awaits = None
        elif self.last_player is action.player:
            self._odd(Odd.ORDER, f"{action.player} plays twice running", action, turn)
        is_opening = self.last_player is None and self.state.rows is not None and not any(isinstance(m.action, SetUp) for m in self.moments)
        if is_opening and action.roll and action.roll[0] == action.roll[1]:
            self._odd(Odd.OPENING, f"the game opens with the double {action.roll[0]}-{action.roll[1]}", action, turn)
        self.last_player = action.player
        before = replace(self.state, on_roll=action.player, dice=action.dice, is_doubled=False)
        after = replace(before, on_roll=action.player.opponent, dice=())
        if before.rows is None:
            self._add(action, turn, before, after)
        elif action.notation is None:
            self._untold(action, turn, before, after)
        else:
            self._played(action, turn, before, after, before.rows, action.notation)

    def _untold(self, action: Turn, turn: int, before: TableState, after: TableState) -> None:
        if self._is_given_up(action, turn):
            self._odd(Odd.PLAY_UNTOLD, f"{action.player}'s last play is not told; the game was given up there", action, turn)
            self._add(action, turn, before, replace(after, is_over=True))
            return
        self._odd(Odd.PLAY_UNTOLD, f"{action.player}'s play is not told; the position is unknown from here", action, turn)
        self._lose(action, turn, before, after)

    def _is_given_up(self, action: Turn, turn: int) -> bool:
        """The last action but for a resignation, of a game that the other player won: many programs write a resignation so."""
        result = self.game.result
        is_last = not any(isinstance(later, Turn | CubeTurn) for later in self.game.actions[turn:])
        return is_last and result is not None and result.winner is not action.player

    def _lose(self, action: Action, turn: int, before: TableState, after: TableState) -> None:
        self._add(action, turn, before, replace(after, rows=None))
        self.unknown_since = turn

    def _played(self, action: Turn, turn: int, before: TableState, after: TableState, rows: Rows, notation: str) -> None:
        position = rows_to_position(rows, action.player)
        try:
            written = play_as_written(position, parse_play(notation))
        except InputError as error:
            self._odd(Odd.PLAY_IMPOSSIBLE, f"{notation} cannot be made: {error}; the position is unknown from here", action, turn)
            self._lose(action, turn, before, after)
            return
        legal, reasons, steps = self._verdict(action, turn, position, written.after, written.steps, notation)
        outcome = written.after.outcome
        after = replace(after, rows=position_to_rows(written.after, action.player), is_over=outcome is not None)
        self._add(action, turn, before, after, legal=legal, reasons=reasons, steps=steps)

    def _verdict(
        self, action: Turn, turn: int, position: Position, after: Position, steps: tuple[Step, ...], notation: str
    ) -> tuple[bool | None, tuple[str, ...], tuple[Step, ...]]:
        told = _told_verdict(action)
        if told is not None and told[0] is None:
            self._odd(Odd.PLAY_UNCERTAIN, f"{action.player}'s play, told as {notation}, is uncertain", action, turn)
            return None, (), steps
        if action.roll is None:
            self._odd(Odd.DICE, f"{notation} is told without its dice, so it cannot be judged", action, turn)
            return None, (), steps
        judgement = judge(position, action.roll, after)
        if not steps and not judgement.is_legal and self._is_given_up(action, turn):
            self._odd(Odd.PLAY_UNTOLD, f"{action.player}'s last play is left blank; the game was given up there", action, turn)
            return None, (), steps
        if judgement.is_legal and judgement.play is not None and told is None:
            return True, (), judgement.play.steps
        reasons = told[1] if told is not None and told[1] else tuple(str(reason) for reason in judgement.reasons) or (str(Reason.ILLEGAL),)
        dice = f"{action.roll[0]}-{action.roll[1]}"
        self._odd(Odd.PLAY_ILLEGAL, f"{action.player} played {notation} with {dice}, which is illegal ({', '.join(reasons)}) and stood", action, turn)
        return False, reasons, steps

    def _cube(self, action: CubeTurn, turn: int) -> None:
        before = replace(self.state, on_roll=action.player, dice=())
        match action.move:
            case CubeMove.DOUBLE:
                self._double(action, turn, before)
            case _ if answers_beaver(action, self._last):
                self._answer_beaver(action, turn, before)
            case _:
                self._answer(action, turn, before)

    @property
    def _last(self) -> Action | None:
        return self.moments[-1].action if self.moments else None

    def _answer(self, action: CubeTurn, turn: int, before: TableState) -> None:
        self._check_answer(action, turn)
        cube = cube_after(action, self._last, before.cube)
        doubled = replace(before, on_roll=action.player.opponent, is_doubled=True)
        if action.move is CubeMove.PASS:
            after = replace(doubled, is_doubled=False, is_over=True)
        else:  # the doubler rolls next
            after = replace(doubled, cube=cube, cube_owner=action.player, is_doubled=False)
            self.last_player = action.player
        if action.move is CubeMove.BEAVER:
            self._check_beaver(action, turn, 2 * offered_value(self._last, before.cube))
        self._add(action, turn, doubled, after)
        self.awaits = None

    def _answer_beaver(self, action: CubeTurn, turn: int, before: TableState) -> None:
        """The doubler takes the beaver, which many records leave out, passes it or beavers in turn."""
        after = replace(before, cube=cube_after(action, self._last, before.cube))
        if action.move is CubeMove.BEAVER:
            self._check_beaver(action, turn, 2 * before.cube)
            after = replace(after, cube_owner=action.player)
        elif action.move is CubeMove.PASS:
            after = replace(after, is_over=True)
        self._add(action, turn, before, after)

    def _check_beaver(self, action: CubeTurn, turn: int, due: int) -> None:
        if self.match.length:
            self._odd(Odd.CUBE, f"{action.player} beavers, which only money play knows", action, turn)
        if action.value not in (None, due):
            self._odd(Odd.CUBE, f"a beaver takes the cube to {action.value}, which should be {due}", action, turn)

    def _double(self, action: CubeTurn, turn: int, before: TableState) -> None:
        if before.cube_owner is action.player.opponent:
            self._odd(Odd.CUBE, f"{action.player} doubles with the cube on the other side", action, turn)
        if before.is_crawford:
            self._odd(Odd.CUBE, f"{action.player} doubles in the Crawford game", action, turn)
        if action.value not in (None, before.cube * 2):
            self._odd(Odd.CUBE, f"the cube goes from {before.cube} to {action.value}", action, turn)
        if self.last_player is action.player:
            self._odd(Odd.ORDER, f"{action.player} doubles after a play of their own", action, turn)
        self.awaits = action.player.opponent
        self._add(action, turn, before, replace(before, is_doubled=True))

    def _check_answer(self, action: CubeTurn, turn: int) -> None:
        if self.awaits is not action.player:
            self._odd(Odd.CUBE, f"{action.player} answers a double that was not offered", action, turn)

    def _set_up(self, action: SetUp, turn: int) -> None:
        if action.position is None:
            self._odd(Odd.POSITION_SET, "the record sets up a position that it does not tell clearly; the position is unknown from here", action, turn)
            self._lose(action, turn, self.state, replace(self.state, on_roll=action.player))
            return
        if not self._is_position_only:
            self._odd(Odd.POSITION_SET, "the record sets up a position here", action, turn)
        after = replace(self.state, rows=action.position, on_roll=action.player, dice=action.dice, is_doubled=False)
        if action.cube is not None:
            after = replace(after, cube=action.cube, cube_owner=action.cube_owner)
        self._add(action, turn, self.state, after)
        self.unknown_since = None
        self.last_player = None

    def _check_end(self) -> None:
        for note in gaps_in(self.game.notes):
            self._odd(Odd.GAP, f"a stretch was {note}", None, None)
        result = self.game.result
        if not self.game.actions and result is None:
            self._odd(Odd.GAME_EMPTY, "the game is empty", None, None)
        elif result is None and not self._is_position_only:
            self._odd(Odd.RESULT_MISSING, "the end of this game is not told", self.game.actions[-1], len(self.game.actions))
        elif result is not None and (problem := _result_problem(self.state, self.moments, result.winner, result.points)):
            self.findings.append(Finding(Odd.RESULT, problem, result.line or self.game.line, self.number, player=result.winner))


def _told_verdict(turn: Turn) -> tuple[bool | None, tuple[str, ...]] | None:
    """What the table said of the play when it saw it: (False, reasons) or (None, ()) for uncertain; None when it said nothing against it."""
    if turn.told is None:
        return verdict_in(turn.notes)
    if turn.told.legal is None or turn.told.status is Status.UNCERTAIN:
        return None, ()
    return None if turn.told.legal else (False, turn.told.reasons)


def _result_problem(state: TableState, moments: list[Moment], winner: Player, points: int | None) -> str | None:
    """What does not fit between a result and the game played before it, or None."""
    last = moments[-1].action if moments else None
    outcome = _outcome(state.rows)
    if outcome is not None:
        won, result = outcome
        if won is not winner:
            return f"{winner} is said to win, but {won} has borne off all checkers"
        due = state.cube * (1 if state.is_jacoby and state.cube_owner is None else result.multiplier)
        if points is not None and points != due:
            return f"{points} points are told for a {result} with the cube at {state.cube}, which is worth {due}"
        return None
    if isinstance(last, CubeTurn) and last.move is CubeMove.PASS:
        if points not in (None, state.cube):
            return f"{points} points are told for a pass with the cube at {state.cube}"
        return None if last.player is not winner else f"{winner} is said to win, but passed the double"
    if points is not None and points not in (state.cube, state.cube * 2, state.cube * 3):
        return f"{points} points are told with the cube at {state.cube}"
    if isinstance(last, Resignation):
        return None if last.player is not winner else f"{winner} is said to win, but gave up the game"
    if state.rows is not None and not state.is_over:
        return f"{winner} is said to win, but the game told is not over; it was given up or the record is cut"
    return None


def _outcome(rows: Rows | None) -> tuple[Player, Result] | None:
    if rows is None:
        return None
    outcome: Outcome | None = rows_to_position(rows, Player.A).outcome
    return None if outcome is None else (Player.A if outcome.is_won_by_on_roll else Player.B, outcome.result)


def _score_findings(match: Match, number: int) -> Iterator[Finding]:
    """Whether the score before this game is that of the game before and its result."""
    game = match.games[number - 1]
    if number == 1:
        is_position_only = len(match.games) == 1 and all(isinstance(action, SetUp) for action in game.actions)
        if any(game.score) and not is_position_only:
            yield Finding(Odd.SCORE, f"the record begins at {game.score[0]}-{game.score[1]}", game.line, number)
        return
    last = match.games[number - 2]
    if last.result is None or last.result.points is None:
        return
    due = [*last.score]
    due[0 if last.result.winner is Player.A else 1] += last.result.points
    if game.score != tuple(due):
        text = f"the score is told as {game.score[0]}-{game.score[1]}; after the game before it is {due[0]}-{due[1]}"
        yield Finding(Odd.SCORE, text, game.line, number)
