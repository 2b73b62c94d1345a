"""Reads the match in GNU Backgammon's text export, with or without analysis. The player named first is player A.

Diagrams, equities and statistics are no part of a match record and are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.notation import NO_PLAY
from monitor.game.transcript.cube_value import cube_after
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.model import CubeMove, CubeTurn, GameResult, Match, Resignation, Turn
from monitor.game.transcript.reading import MAX_LINE, Findings, GameDraft, Reading
from monitor.game.transcript.wording import UNREAD, spelt

_SCORE = re.compile(
    r"The score \(after ([0-9]{1,4}) games?\) is: (.{1,80}) ([0-9]{1,6}), (.{1,80}) ([0-9]{1,6}) \((?:match to ([0-9]{1,6}) points?|(money session)).*\)\s*"
)
_MOVE = re.compile(r"Move number ([0-9]{1,6}):\s+(.{1,80}?) (?:to play ([1-6])([1-6])|on roll.*|doubles to ([0-9]{1,6}))\s*")
_DONE = re.compile(
    r"\* (.{1,80}?) (?:(?P<moves>moves) (?P<play>.{1,80})|(?P<dance>cannot move)|(?P<cube>doubles|accepts|rejects)|(?P<resigns>resigns.{0,40}))\s*"
)
_WINS = re.compile(r"(.{1,80}) wins ([0-9]{1,6}) points?\s*")
_INFO = re.compile(r"(Date|Event|Round|Place|Annotator|Comments): (.{1,400})")
_INFO_KEYS = {"Date": "EventDate"}
_CUBE = {"doubles": CubeMove.DOUBLE, "accepts": CubeMove.TAKE, "rejects": CubeMove.PASS}


def is_gnubg_text(text: str) -> bool:
    """The export begins with the score, and each move has a heading."""
    return "The score (after" in text[:2000] and "Move number" in text


def read_gnubg_text(text: str) -> Reading:
    """The match of the export. Raises InputError when no score line can be read."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        reader.read_line(number, line[:MAX_LINE])
    if reader.names is None:
        raise InputError('there is no line such as "The score (after 0 games) is: Ann 0, Bob 0 (match to 7 points)" in it')
    match = Match(reader.names, reader.length, reader.headers, tuple(game.finished(reader.names) for game in reader.games))
    reader.findings.add(Odd.ANALYSIS_LEFT_OUT, "diagrams and analysis are no part of a match record and were left out")
    return Reading("GNU Backgammon's text export", match, reader.findings.all())


@dataclass(slots=True)
class _Reader:
    findings: Findings = field(default_factory=Findings)
    names: tuple[str, str] | None = None
    length: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    games: list[GameDraft] = field(default_factory=list)
    dice: tuple[int | None, ...] = ()
    cube: int = 1

    def read_line(self, number: int, line: str) -> None:
        if found := _SCORE.fullmatch(line):
            self._begin(number, found)
        elif (found := _INFO.match(line)) and self.games and not self.games[-1].actions:
            self._info(found[1], found[2])
        elif line.startswith("Move number"):
            heading = _MOVE.fullmatch(line)
            self.dice = (int(heading[3]), int(heading[4])) if heading and heading[3] else ()
            self._doubled_to(heading[5] if heading else None)
        elif (found := _DONE.fullmatch(line)) and self.games:
            self._done(number, found)
        elif (found := _WINS.fullmatch(line)) and self.games and (player := self._player(found[1])):
            self.games[-1].result = GameResult(player, int(found[2]), number)

    def _begin(self, number: int, found: re.Match[str]) -> None:
        names = (" ".join(found[2].split()) or "A", " ".join(found[4].split()) or "B")
        length = int(found[6] or 0)
        if self.names is None:
            self.names, self.length = names, length
        elif names != self.names:
            self.findings.add(Odd.NAMES_CHANGE, f"the players are {names[0]} and {names[1]} here, {self.names[0]} and {self.names[1]} first", number)
        self.games.append(GameDraft(len(self.games) + 1, number, (int(found[3]), int(found[5])), names))
        if int(found[1]) != len(self.games) - 1:
            text = f"this is game {len(self.games)} of the record, played after {found[1]} games"
            self.findings.add(Odd.GAME_HEAD, text, number, len(self.games))
        self.dice, self.cube = (), 1

    def _info(self, key: str, value: str) -> None:
        told = re.fullmatch(r"\[([^\"\[\]]{1,80}) \"(.*)\"\]", value.strip())
        if told:
            self.headers.setdefault(told[1], told[2])
        else:
            self.headers.setdefault(_INFO_KEYS.get(key, key), " ".join(value.split()))

    def _player(self, name: str) -> Player | None:
        names = self.games[-1].names or ("", "")
        return {names[0]: Player.A, names[1]: Player.B}.get(" ".join(name.split()))

    def _doubled_to(self, value: str | None) -> None:
        """The heading of the answer tells what the cube was turned to."""
        actions = self.games[-1].actions if self.games else []
        last = actions[-1] if actions else None
        if value and isinstance(last, CubeTurn) and last.move is CubeMove.DOUBLE:
            actions[-1] = replace(last, value=int(value))

    def _done(self, number: int, found: re.Match[str]) -> None:
        game, player = self.games[-1], self._player(found[1])
        if player is None:
            self.findings.add(Odd.LINE_UNREAD, f'"{found[1]}" is neither of the players', number, game.number)
            return
        if found["resigns"]:
            game.actions.append(Resignation(player=player, line=number))
        elif found["cube"]:
            move = _CUBE[found["cube"]]
            action = CubeTurn(player=player, move=move, value=self.cube * 2 if move is CubeMove.DOUBLE else None, line=number)
            self.cube = cube_after(action, game.actions[-1] if game.actions else None, self.cube)
            game.actions.append(action)
        else:
            game.actions.append(self._turn(number, found["play"], player))

    def _turn(self, number: int, play: str | None, player: Player) -> Turn:
        if play is None:
            return Turn(player=player, dice=self.dice, notation=NO_PLAY, line=number)
        try:
            return Turn(player=player, dice=self.dice, notation=spelt(play), line=number)
        except InputError as error:
            self.findings.add(Odd.PLAY_UNREADABLE, str(error), number, len(self.games), len(self.games[-1].actions) + 1, player)
            return Turn(player=player, dice=self.dice, notes=(f"{UNREAD}{' '.join(play.split())}",), line=number)
