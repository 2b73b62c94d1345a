"""Table events gathered into a match.

Rolls that were not valid, ties of the opening roll, stretches that could not be followed and positions taken up in mid-game
become comments; a play that replaces an earlier one takes its place, and a comment says what was told first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from monitor.errors import InputError
from monitor.game.events import CubeAction, GameEnded, Gap, Player, PlayMade, RollSeen, Rows, SetupSeen, Status, TableEvent
from monitor.game.position import START_ROW
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, Game, GameResult, Match, SetUp, Told, Turn
from monitor.game.transcript.wording import GAP, ILLEGAL, SUPERSEDED, UNCERTAIN, UNREAD, spelt

_START = Rows(START_ROW, START_ROW)


def match_of(
    events: Iterable[TableEvent], *, names: tuple[str, str] = ("A", "B"), length: int | None = None, score: tuple[int, int] = (0, 0),
    headers: Mapping[str, str] | None = None, seqs: Mapping[float, int] | None = None,
) -> Match:  # fmt: skip
    """The match that the events tell of.

    names: of A and B. length: points it is played to, None when not told. score: points of A and B before the first game.
    seqs: the log's sequence number of a play by its t. Raises InputError for a length, score or cube action that is none.
    """
    if (length or 0) < 0 or min(score) < 0:
        raise InputError(f"a match has a length and scores of 0 or more, not {length} and {score[0]}-{score[1]}")
    return Match(names=names, length=length, headers=dict(headers or {}), games=games_of(events, score, seqs))


def games_of(events: Iterable[TableEvent], score: tuple[int, int] = (0, 0), seqs: Mapping[float, int] | None = None) -> tuple[Game, ...]:
    """The games that the events tell of, in order; score: points of A and B before the first."""
    points = list(score)
    games: list[_Game] = []
    waiting: list[str] = []
    """Notes between two games: they belong to the next one, if it comes."""
    known: Rows | None = _START
    for event in events:
        if isinstance(event, SetupSeen) and games and not games[-1].is_over:
            games[-1].note("the end of this game was not seen")
            games[-1].is_over = True
        if isinstance(event, SetupSeen):
            known = event.position or _START
        if isinstance(event, RollSeen | PlayMade | CubeAction) and (not games or games[-1].is_over):
            games.append(_Game((points[0], points[1]), notes=waiting, seqs=seqs or {}, rows=known))
            waiting, known = [], _START
            if games[-1].rows not in (None, _START):
                games[-1].starts_elsewhere = True
        game = games[-1] if games and not games[-1].is_over else None
        if isinstance(event, SetupSeen | Gap):
            note = _setup_note(event) if isinstance(event, SetupSeen) else _gap_note(event)
            if game:
                game.note(note)
            elif note:
                waiting.append(note)
        elif game:
            game.add(event)
            if isinstance(event, GameEnded):
                points[0 if event.winner is Player.A else 1] += event.points or 0
    for note in waiting if games else ():
        games[-1].note(note)
    return tuple(game.finished for game in games)


@dataclass(slots=True)
class _Game:
    """A game that is being gathered. rows: where the checkers stand as far as the events tell."""

    score: tuple[int, int]
    notes: list[str]
    seqs: Mapping[float, int]
    rows: Rows | None
    starts_elsewhere: bool = False
    actions: list[Action] = field(default_factory=list)
    result: GameResult | None = None
    is_over: bool = False

    @property
    def finished(self) -> Game:
        return Game(self.score, tuple(self.actions), self.result, tuple(self.notes))

    def note(self, text: str | None) -> None:
        if text and self.actions:
            self.actions[-1] = replace(self.actions[-1], notes=(*self.actions[-1].notes, text))
        elif text:
            self.notes.append(text)

    def add(self, event: TableEvent) -> None:
        match event:
            case RollSeen():
                self._roll(event)
            case PlayMade():
                self._play(event)
            case CubeAction():
                self._cube(event)
            case GameEnded():
                self.result, self.is_over = GameResult(event.winner, event.points), True

    def _roll(self, event: RollSeen) -> None:
        shown = _dashed(event.dice)
        if event.replaces is not None:
            self._tell_better(event, shown)
            return
        if event.player is None:
            self.note(f"opening roll {shown} at {event.t:.1f} s, nobody begins")
        elif event.valid is False:
            self.note(f"{event.player} rolled {shown} at {event.t:.1f} s, not valid, {event.reason or 'no reason given'}")
        else:
            notes = (f"{event.player} rolled {shown} at {event.t:.1f} s, not read",) if None in event.dice else ()
            self.actions.append(Turn(player=event.player, dice=event.dice, notes=notes))

    def _tell_better(self, event: RollSeen, shown: str) -> None:
        """A roll that the play tells where the picture alone did not: its turn carries these dice, and a comment says how they are known."""
        last = self.actions[-1] if self.actions else None
        if isinstance(last, Turn) and last.player is event.player and last.told is None:
            self.actions[-1] = replace(last, dice=event.dice, notes=(*last.notes, f"{event.player} rolled {shown}, told by the play"))

    def _play(self, event: PlayMade) -> None:
        told = Told(event.t, event.legal, tuple(event.reasons), event.status, tuple(event.alternatives), self.seqs.get(event.t))
        index = self._index_of(event)
        first = self.actions[index] if index is not None else Turn(player=event.player)
        assert isinstance(first, Turn)
        notes = first.notes
        if event.replaces is not None and index is not None:
            kept = (note for note in notes if not note.startswith((ILLEGAL, UNCERTAIN)))
            notes = (*kept, f"{SUPERSEDED}{first.notation or 'something not told'}")
        dice = event.dice or first.dice
        notation, unread = _spelt(event.notation)
        turn = replace(first, dice=dice, notation=notation, notes=(*notes, *unread, *_play_notes(event, dice)), told=told)
        is_taken_up = self._is_elsewhere(event) and (event.replaces is None or index is None)
        if index is None:
            index = len(self.actions)
            self.actions.append(turn)
        self.actions[index] = turn
        if is_taken_up and event.before is not None:
            self.actions.insert(index, SetUp(player=event.player, position=event.before))
        self.rows, self.starts_elsewhere = event.position, False

    def _is_elsewhere(self, event: PlayMade) -> bool:
        """The play began from another position than the one that the events before it left."""
        if event.before is None:
            return False
        if self.starts_elsewhere:
            return True
        if self.rows is None:
            return any(isinstance(action, Turn) and action.notation is None for action in self.actions)
        return event.before != self.rows

    def _index_of(self, event: PlayMade) -> int | None:
        """Where the turn is that this play belongs to or corrects; None when it has to be added."""
        turns = [(index, action) for index, action in enumerate(self.actions) if isinstance(action, Turn) and action.player is event.player]
        if event.replaces is not None:
            return next((index for index, turn in turns if turn.told is not None and turn.told.t == event.replaces), None)
        if turns and turns[-1][0] == len(self.actions) - 1 and turns[-1][1].told is None:
            return turns[-1][0]
        return None

    def _cube(self, event: CubeAction) -> None:
        if event.action not in ("double", "take", "pass"):
            raise InputError(f'a cube action is double, take or pass, not "{event.action}"')
        move = CubeMove(event.action)
        self.actions.append(CubeTurn(player=event.player, move=move, value=event.value if move is CubeMove.DOUBLE else None))


def _spelt(notation: str | None) -> tuple[str | None, tuple[str, ...]]:
    """The play as transcripts spell it; one that cannot be read is not told, and a comment keeps its words, as for a file's."""
    if notation is None:
        return None, ()
    try:
        return spelt(notation), ()
    except InputError:
        return None, (f"{UNREAD}{notation}",)


def _play_notes(event: PlayMade, dice: tuple[int | None, ...]) -> tuple[str, ...]:
    played = f"{event.player} played {event.notation or 'something not told'} with {_dashed(dice) or 'dice not seen'} at {event.t:.1f} s"
    if event.legal is False:
        return (f"{ILLEGAL}{played}, {', '.join(event.reasons) or 'move.illegal'}",)
    if event.legal is None or event.status is Status.UNCERTAIN:
        others = f", or {', or '.join(event.alternatives)}" if event.alternatives else ""
        return (f"{UNCERTAIN}{played}{others}",)
    return ()


def _gap_note(event: Gap) -> str:
    until = "the end" if event.until is None else f"{event.until:.1f} s"
    return f"{GAP}{event.t:.1f} s to {until}, {event.why or 'no reason given'}"


def _setup_note(event: SetupSeen) -> str | None:
    if event.starts_mid_game:
        return f"taken up in mid-game at {event.t:.1f} s, not from the start position"
    if event.differs:
        return f"{event.differs} checkers away from the start position at {event.t:.1f} s"
    return None


def _dashed(dice: tuple[int | None, ...]) -> str:
    return "-".join("?" if die is None else str(die) for die in dice)
