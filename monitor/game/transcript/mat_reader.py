"""Reads .mat files, and the .txt files of the same layout that many programs and sites write.

The layout is by columns, but no two programs agree where the columns are, and long plays push the right one aside. So the
cells of a line are told by what they begin with (dice and a colon, or a word for the cube or the end), and the gap before a
cell that stands alone tells its column. Every line that cannot be read is a finding, and its text is kept as a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.notation import NO_PLAY
from monitor.game.transcript.daily_gammon import parse_board
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.model import PLAYERS, Action, CubeMove, CubeTurn, GameResult, Match, Resignation, SetUp, Turn
from monitor.game.transcript.reading import MAX_LINE, Findings, GameDraft, Reading
from monitor.game.transcript.wording import LENGTH, NOT_TOLD, UNREAD, parse_set_up_note, parse_won_note, speaks_of, spelt

_HEADER = re.compile(r";\s*\[([^\"\[\]]{1,80})\"(.*)\"\s*\]")
_LENGTH = re.compile(r"\s*([0-9]{1,6})[\s-]+points?\s+match\b", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*", re.IGNORECASE)
_ROW = re.compile(r"\s*([0-9]{1,6})\s*\)")
_ROW_INSIDE = re.compile(r"(?<=\s)([0-9]{1,6})\)(?=\s)")
_SCORE_END = re.compile(r":\s*([0-9]{1,6})$")
_SCORE_LEFT = re.compile(r":\s*([0-9]{1,6})(?=\s\s)|:\s*([0-9]{1,6})(?=\s)")
_ILLEGAL = re.compile(r"Illegal play\s{0,4}\([^)]*\)?", re.IGNORECASE)
_RIGHT_GAP, _RIGHT_COLUMN = 8, 16
"""Blanks behind the row number, or before a lone result, from which a cell is taken to stand in the right column."""

_CELL = re.compile(
    r"(?<!\S)(?:"
    r"(?P<dice>[0-9?][0-9?])(?::|(?=\s)|$)"
    r"|(?P<double>re-?doubles?|doubles?)\b(?:\s*(?:=>?|to)\s*(?P<cube>[0-9]{1,6}|\?)?)?"
    r"|(?P<take>takes?|accepts?)\b|(?P<pass>drops?|pass(?:es)?|rejects?|declines?)\b|(?P<beaver>beavers?)\b(?:\s*(?:=>?|to)\s*(?P<raised>[0-9]{1,6}))?"
    r"|(?P<wins>wins?)\b(?:\s+(?P<points>[0-9]{1,6})(?:\s+points?)?)?(?:\s+and\s+the\s+match)?"
    r"|(?P<loses>loss(?:es)?|loses?)\b(?:\s+(?P<lost>[0-9]{1,6})(?:\s+points?)?)?"
    r"|(?P<resigns>resigns?|concedes?|forfeits?)\b"
    r"|(?P<unknown>\?{3,6})(?=\s|$)"
    r")",
    re.IGNORECASE,
)


class _Cell(NamedTuple):
    """One cell: its start in the line, what it begins with, and what follows up to the next."""

    start: int
    head: re.Match[str]
    rest: str

    @property
    def is_result(self) -> bool:
        return bool(self.head["wins"] or self.head["loses"])


def read_mat(text: str) -> Reading:
    """The match of a .mat file. Raises InputError when there is no match in it: neither a length nor a game."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        reader.read_line(number, line.rstrip())
    return reader.finish()


@dataclass(slots=True)
class _Reader:
    findings: Findings = field(default_factory=Findings)
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    names: tuple[str, str] | None = None
    games: list[GameDraft] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    """Comments since the last row, which belong to its actions."""
    row: list[int] = field(default_factory=list)
    """Where the actions of the last row are in their game."""
    last_row_number: int = 0
    loser: Player | None = None
    """Who is said to have lost the game under way."""
    awaits_score: bool = False

    @property
    def game(self) -> GameDraft | None:
        return self.games[-1] if self.games else None

    @property
    def turn(self) -> int | None:
        return len(self.game.actions) or None if self.game else None

    def odd(self, odd: Odd, text: str, line: int | None, player: Player | None = None) -> None:
        self.findings.add(odd, text, line, len(self.games) or None, self.turn, player)

    def read_line(self, number: int, line: str) -> None:
        if len(line) > MAX_LINE:
            self.odd(Odd.LINE_TOO_LONG, f"the line has {len(line)} characters; what lies beyond {MAX_LINE} was left out", number)
            line = line[:MAX_LINE]
        stripped = line.lstrip()
        if not stripped:
            return
        if stripped.startswith(";"):
            self._comment(number, stripped)
        elif self.awaits_score and self._score(number, line):
            self.awaits_score = False
        elif found := _LENGTH.match(line):
            self._length(number, int(found[1]))
        elif found := _GAME.fullmatch(line):
            self._begin_game(number, int(found[1]))
        elif found := _ROW.match(line):
            again = _ROW_INSIDE.search(line, found.end())
            self._row(number, int(found[1]), line[: again.start()] if again else line, found.end())
            if again:
                self.odd(Odd.ROW_NUMBER, f"row {again[1]} begins in the middle of the line", number)
                self.last_row_number = int(again[1]) - 1
                self._row(number, int(again[1]), line, again.end())
        elif self.game and self._lone_result(number, line):
            pass
        else:
            self._unread(number, stripped)

    def finish(self) -> Reading:
        self._flush()
        if self.length is None and not self.games:
            raise InputError('there is no match in it: no line such as "7 point match" and no game')
        if self.length is None:
            self.findings.add(Odd.LENGTH_MISSING, 'no line such as "7 point match" tells how long the match is')
        elif self.length == 0 and self.headers.get(LENGTH) == NOT_TOLD:
            self.length = None
            self.findings.add(Odd.LENGTH_MISSING, "the record says that the length of the match was not told; its 0 is no money play")
            del self.headers[LENGTH]
        names = self.names or (self._header_name(1) or "A", self._header_name(2) or "B")
        self._check_header_names(names)
        match = Match(names, self.length, self.headers, tuple(game.finished(names) for game in self.games), tuple(self.notes))
        return Reading("a .mat match record", match, self.findings.all())

    def _header_name(self, number: int) -> str | None:
        return next((value for key, value in self.headers.items() if key.casefold() == f"player {number}"), None)

    def _check_header_names(self, names: tuple[str, str]) -> None:
        """Headers that only repeat the names of the columns are dropped; others are kept, and said to be odd."""
        told = (self._header_name(1) or names[0], self._header_name(2) or names[1])
        repeated = {("player 1", names[0]), ("player 2", names[1])}
        self.headers = {key: value for key, value in self.headers.items() if (key.casefold(), value) not in repeated}
        if _same(told[0], names[1]) and _same(told[1], names[0]) and not _same(names[0], names[1]):
            self.findings.add(Odd.HEADER_NAMES, f"the header calls {told[0]} player 1, who stands in the right column")
        elif not (_same(told[0], names[0]) and _same(told[1], names[1])):
            self.findings.add(Odd.HEADER_NAMES, f"the header's players are {told[0]} and {told[1]}, the columns' {names[0]} and {names[1]}")

    def _comment(self, number: int, line: str) -> None:
        found = _HEADER.fullmatch(line)
        if found and not self.games:
            key, value = found[1].strip(), " ".join(found[2].split())
            if key and self.headers.setdefault(key, value) != value:
                self.notes.append(f"{key} {value}")
            return
        text = " ".join(line.lstrip("; ").split())
        if not text:
            return
        if self.game is None:
            self.notes.append(text)
        elif self.game.result is not None:
            self.game.closing_notes.append(text)
        elif (set_up := parse_set_up_note(text, number)) is not None:
            self._flush()
            self.game.actions.append(set_up)
            self.row = [len(self.game.actions) - 1]
        elif (winner := parse_won_note(text)) is not None:
            self._flush()
            self.game.result = GameResult(winner, None, number)
        else:
            self.comments.append(text)

    def _flush(self) -> None:
        """Gives the comments that followed the last row to its actions, those that speak of the left player, and before, to the left one."""
        game, comments = self.game, self.comments
        self.comments = []
        if game is None or not comments:
            return
        if not self.row:
            game.notes += comments
            return
        first, last = game.actions[self.row[0]], game.actions[self.row[-1]]
        split = 0
        if first is not last:
            split = max((index for index, note in enumerate(comments, 1) if speaks_of(note) is first.player), default=0)
        for index, notes in ((self.row[0], comments[:split]), (self.row[-1], comments[split:])):
            if notes:
                game.actions[index] = _with_notes(game.actions[index], notes)

    def _length(self, number: int, length: int) -> None:
        if self.length is not None:
            self.odd(Odd.LENGTH_TWICE, f"the length of the match is told again, as {length}; the first, {self.length}, is kept", number)
            return
        self.length = length

    def _begin_game(self, line: int, number: int) -> None:
        self._flush()
        if number != len(self.games) + 1:
            self.odd(Odd.GAME_HEAD, f"this is game {len(self.games) + 1} of the record, headed Game {number}", line)
        self.games.append(GameDraft(number, line))
        self.row, self.last_row_number, self.awaits_score, self.loser = [], 0, True, None

    def _score(self, number: int, line: str) -> bool:
        """Takes a line of names and scores; False for another line."""
        game = self.games[-1]
        end = _SCORE_END.search(line)
        head = line[: end.start()] if end else ""
        left = next((m for m in _SCORE_LEFT.finditer(head) if m[1]), None) or _SCORE_LEFT.search(head)
        if end is None or left is None or _ROW.match(line):
            return False
        names = (" ".join(head[: left.start()].split()), " ".join(head[left.end() :].split()))
        names = (names[0] or "A", names[1] or "B")
        game.names, game.score = names, (int(left[1] or left[2]), int(end[1]))
        if self.names is None:
            self.names = names
        before = self.games[-2].names if len(self.games) > 1 else None
        if before is not None and before != names:
            self.odd(Odd.NAMES_CHANGE, f"the players are {names[0]} and {names[1]} from here on, {before[0]} and {before[1]} before", number)
        return True

    def _row(self, number: int, row_number: int, line: str, start: int) -> None:
        if self.awaits_score:
            self.odd(Odd.GAME_HEAD, "the game has no line of names and scores", number)
            self.awaits_score = False
        cells, junk = _cells(line, start)
        if self.game is None:
            self._begin_game(number, 1)
            self.awaits_score = False
            self.odd(Odd.GAME_HEAD, 'there is no line "Game 1" before the first play', number)
        if junk:
            self._unread(number, junk)
        if cells and row_number != self.last_row_number + 1:
            self.odd(Odd.ROW_NUMBER, f"row {row_number} follows row {self.last_row_number}", number)
        self.last_row_number = row_number
        if not cells:
            return
        self._flush()
        self.row = []
        is_right = len(cells) == 1 and cells[0].start - start >= _RIGHT_GAP
        for index, cell in enumerate(cells):
            self._cell(number, cell, PLAYERS[min(1, index + is_right)], is_extra=index > 1)

    def _lone_result(self, number: int, line: str) -> bool:
        cells, junk = _cells(line, 0)
        if junk or not cells or not all(cell.is_result for cell in cells):
            return False
        self._flush()
        if len(cells) == 1 and cells[0].head["loses"]:
            self.odd(Odd.WORDING, f'"{line.strip()}" stands alone, so its column does not tell who lost', number)
            self.comments.append(" ".join(line.split()))
            return True
        is_right = len(cells) == 1 and cells[0].start >= _RIGHT_COLUMN
        for index, cell in enumerate(cells[:2]):
            self._result(number, cell, PLAYERS[index + (is_right and index == 0)])
        return True

    def _cell(self, number: int, cell: _Cell, player: Player, is_extra: bool) -> None:
        assert self.game is not None
        if cell.is_result:
            self._result(number, cell, player)
            return
        if is_extra:
            self._unread(number, cell.head[0] + cell.rest)
            return
        self.game.actions.append(self._action(number, cell, player))
        self.row.append(len(self.game.actions) - 1)
        self._check(number, cell, self.game.actions[-1])

    def _check(self, number: int, cell: _Cell, action: Action) -> None:
        head = cell.head
        if isinstance(action, Turn) and not action.dice:
            self.odd(Odd.DICE, f'"{(head["dice"] or "no dice")}" is not a roll', number, action.player)
        elif isinstance(action, Turn) and not head[0].endswith(":"):
            self.odd(Odd.WORDING, f'the roll "{head[0]}" has no colon', number, action.player)
        if head["double"] and not head["cube"]:
            self.odd(Odd.CUBE, "a double is told without the cube's new value", number, action.player)
        if not isinstance(action, Turn | SetUp) and cell.rest:
            self._unread(number, cell.rest)

    def _action(self, number: int, cell: _Cell, player: Player) -> Action:
        head = cell.head
        if head["double"]:
            value = head["cube"]
            return CubeTurn(player=player, move=CubeMove.DOUBLE, value=int(value) if value and value != "?" else None, line=number)
        if head["take"] or head["pass"] or head["beaver"]:
            move = CubeMove.TAKE if head["take"] else CubeMove.PASS if head["pass"] else CubeMove.BEAVER
            return CubeTurn(player=player, move=move, value=int(head["raised"]) if head["raised"] else None, line=number)
        if head["resigns"]:
            return Resignation(player=player, word=head["resigns"].capitalize(), line=number)
        dice = _dice(head["dice"])
        if head["unknown"]:
            return Turn(player=player, line=number)
        if _ILLEGAL.match(cell.rest):
            return SetUp(player=player, position=parse_board(cell.rest), text=cell.rest, dice=dice, line=number)
        if not cell.rest and not head[0].endswith(":"):
            # a dance has its colon; here the record was cut behind the roll
            return Turn(player=player, dice=dice, line=number)
        return self._turn(number, cell.rest, player, dice)

    def _turn(self, number: int, play: str, player: Player, dice: tuple[int | None, ...]) -> Turn:
        if not play:
            return Turn(player=player, dice=dice, notation=NO_PLAY, line=number)
        if re.fullmatch(r"\?{3,6}", play):
            return Turn(player=player, dice=dice, line=number)
        try:
            return Turn(player=player, dice=dice, notation=spelt(play), line=number)
        except InputError as error:
            self.odd(Odd.PLAY_UNREADABLE, str(error), number, player)
            return Turn(player=player, dice=dice, notes=(f"{UNREAD}{play}",), line=number)

    def _result(self, number: int, cell: _Cell, player: Player) -> None:
        assert self.game is not None
        head, game = cell.head, self.game
        if head["loses"]:
            self.odd(Odd.WORDING, f'"{head[0].strip()}" is told beside the win', number, player)
            self.loser = player
            if game.result is None:
                game.result = GameResult(player.opponent, int(head["lost"]) if head["lost"] else None, number)
            return
        if self.loser is player:
            # beside a loss in the player's own column a lone win stands anywhere
            player = player.opponent
        last = game.actions[-1] if game.actions else None
        gave_up = isinstance(last, Resignation) or (isinstance(last, CubeTurn) and last.move is CubeMove.PASS)
        if gave_up and last is not None and last.player is player:
            self.odd(Odd.COLUMN, f"{player} gave the game up and has the win in their column; it is taken as {player.opponent}'s", number, player)
            player = player.opponent
        told = GameResult(player, int(head["points"]) if head["points"] else None, number)
        if game.result is not None and game.result != told:
            self.odd(Odd.RESULT, "the game's result is told again, and otherwise", number, player)
        game.result = told
        if cell.rest:
            self._unread(number, cell.rest)

    def _unread(self, number: int, text: str) -> None:
        shown = " ".join(text.split())
        self.odd(Odd.LINE_UNREAD, f'"{shown[:80]}" is not understood', number)
        if self.game is None:
            self.notes.append(f"{UNREAD}{shown}")
        elif self.game.result is not None:
            self.game.closing_notes.append(f"{UNREAD}{shown}")
        else:
            self.comments.append(f"{UNREAD}{shown}")


def _cells(line: str, start: int) -> tuple[list[_Cell], str]:
    """The cells of a line from `start` on, and what stands before the first of them."""
    boards = [found.span() for found in _ILLEGAL.finditer(line, start)]
    heads = [head for head in _CELL.finditer(line, start) if not any(a <= head.start() < b for a, b in boards)]
    # dice alone, then a play that was not told: one cell
    merged: list[re.Match[str]] = []
    for head in heads:
        if head["unknown"] and merged and merged[-1]["dice"] and not line[merged[-1].end() : head.start()].strip():
            continue
        merged.append(head)
    if not merged:
        return [], line[start:].strip()
    ends = [*(head.start() for head in merged[1:]), len(line)]
    cells = [_Cell(head.start(), head, line[head.end() : end].strip()) for head, end in zip(merged, ends, strict=True)]
    return cells, line[start : merged[0].start()].strip()


def _dice(text: str | None) -> tuple[int | None, ...]:
    """Both dice, or () unless both are from 1 to 6."""
    if text and re.fullmatch("[1-6][1-6]", text):
        return int(text[0]), int(text[1])
    return ()


def _with_notes(action: Action, notes: list[str]) -> Action:
    return replace(action, notes=(*action.notes, *notes))


def _same(first: str | None, second: str | None) -> bool:
    """The same name but for case, blanks and marks."""
    return _bare(first) == _bare(second)


def _bare(name: str | None) -> str:
    return "".join(character for character in (name or "").casefold() if character.isalnum())
