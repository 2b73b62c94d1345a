"""Reads SGF files of backgammon (FF[4]GM[6]), as gnubg, Gibbon and the product itself write them: one game tree for each game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from monitor.errors import InputError
from monitor.game.events import Player, Rows
from monitor.game.judge import play_as_written
from monitor.game.notation import format_play
from monitor.game.plays import Step
from monitor.game.position import START_ROW, position_to_rows, rows_to_position
from monitor.game.transcript.cube_value import cube_after
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, GameResult, Match, Resignation, SetUp, Turn
from monitor.game.transcript.reading import Findings, GameDraft, Reading
from monitor.game.transcript.sgf_tree import Node, Tree, parse_trees
from monitor.game.transcript.sgf_words import HEADERS, LEFT_OUT, parse_points, parse_sgf_play, rows_of_points
from monitor.game.transcript.sgf_words import PLAYERS as COLOURS
from monitor.game.transcript.wording import UNREAD, parse_cube_note, spelt

NOT_TOLD = "play not told"
OF_MATCH = "of the match, "
AS_TOLD = "as told, "
WITHOUT_DICE = "dice not told, played "
HEADER_LINE = re.compile(r'\[([^"\[\]]{1,80}) "(.*)"\]')
_GAMES = {
    "1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "5": "Nine Men's Morris", "7": "Chinese chess", "8": "Shogi", "9": "Lines of Action",
    "11": "Hex", "18": "Amazons", "19": "Octi", "20": "Gess",
}  # fmt: skip
_CUBE_WORDS = {
    "double": CubeMove.DOUBLE, "redouble": CubeMove.DOUBLE, "take": CubeMove.TAKE, "accept": CubeMove.TAKE, "drop": CubeMove.PASS,
    "pass": CubeMove.PASS, "reject": CubeMove.PASS, "beaver": CubeMove.BEAVER,
}  # fmt: skip
_RESULT = re.compile(r"([WB])\+([0-9]{1,6})?\s*(R(?:esign(?:ed)?)?)?(?![a-z]).*", re.IGNORECASE | re.DOTALL)
_RESIGN = re.compile("resigns?(?::[0-9]{1,3})?")
_SET_UP = frozenset({"AB", "AW", "AE", "PL", "DI", "CV", "CO", "CP"})
_ROOT = frozenset({"GM", "MI", "PW", "PB", "RE", "RU", *HEADERS})


def read_sgf(text: str) -> Reading:
    """The match of an SGF file. Raises InputError for a file without a game tree, and by name for one of another game."""
    findings = Findings()
    trees = parse_trees(text, findings)
    _check_game(trees)
    reader = _Reader(findings)
    for tree in trees:
        reader.read_tree(tree)
    return reader.finish()


def _check_game(trees: Sequence[Tree]) -> None:
    if not trees:
        raise InputError("there is no node in its SGF game tree; nothing can be read from it")
    told = next((value for node in trees[0].nodes if (value := node.value("GM")) is not None), None)
    if told is None and not any(node.value("MI") for node in trees[0].nodes):
        raise InputError("this SGF file does not say what game it is of; one of backgammon says GM[6]")
    if told is not None and told.strip() != "6":
        raise InputError(f"this SGF file is of {_GAMES.get(told.strip(), f'game GM[{told.strip()[:10]}]')}, not of backgammon, which is GM[6]")


@dataclass(slots=True)
class _Pending:
    """A set-up that is being told, over one node or several."""

    line: int
    player: Player = Player.A
    dice: tuple[int | None, ...] = ()
    cube: int | None = None
    owner: Player | None = None
    rows: Rows | None = None
    is_position_told: bool = False
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reader:
    findings: Findings
    names: tuple[str, str] | None = None
    length: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    games: list[GameDraft] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    rows: Rows | None = None
    cube: int = 1
    pending: _Pending | None = None
    comments: list[str] = field(default_factory=list)
    """Comments of nodes without an action since the last one."""

    def odd(self, odd: Odd, text: str, line: int | None, player: Player | None = None) -> None:
        game = self.games[-1] if self.games else None
        self.findings.add(odd, text, line, len(self.games) or None, len(game.actions) or None if game else None, player)

    def finish(self) -> Reading:
        if self.left_out:
            listed = ", ".join(f"{name} x{count}" for name, count in sorted(self.left_out.items()))
            self.findings.add(Odd.ANALYSIS_LEFT_OUT, f"analysis and layout of other programs is no part of a match and was left out: {listed}")
        if self.length is None:
            self.findings.add(Odd.LENGTH_MISSING, "no MI property tells how long the match is")
        names = self.names or ("White", "Black")
        match = Match(names, self.length, self.headers, tuple(game.finished(names) for game in self.games), tuple(self.notes))
        return Reading("an SGF record of backgammon", match, self.findings.all())

    def read_tree(self, tree: Tree) -> None:
        game = GameDraft(len(self.games) + 1, tree.nodes[0].line)
        self.games.append(game)
        self.rows, self.cube, self.pending, self.comments = Rows(START_ROW, START_ROW), 1, None, []
        result: str | None = None
        for number, node in enumerate(tree.nodes):
            self._root(node)
            result = node.value("RE") or result
            self._node(node, is_root=number == 0)
            self._rules(node)
            self._count_left_out(node)
        self._flush_set_up()
        if tree.left_out:
            self.odd(Odd.VARIATION_LEFT_OUT, f"{tree.left_out} nodes of variations are not part of the match and were left out", game.line)
        if result is not None:
            self._result(result, tree.nodes[0].line)
        game.closing_notes += self.comments

    def _root(self, node: Node) -> None:
        game, properties = self.games[-1], node.properties
        for value in properties.get("MI", ()):
            self._match_info(node, value)
        if "PW" in properties or "PB" in properties:
            game.names = (_line(node.value("PW")) or "White", _line(node.value("PB")) or "Black")
            if self.names is None:
                self.names = game.names
            elif self.names != game.names:
                text = f"the players are {game.names[0]} and {game.names[1]} in this game, {self.names[0]} and {self.names[1]} in the first"
                self.odd(Odd.NAMES_CHANGE, text, node.line)
        for name, values in properties.items():
            if name in HEADERS:
                self.headers.setdefault(HEADERS[name], _line(values[0]))
        if (owner := node.value("CP")) is not None and not _is_owner(owner):
            # in the game info of other games CP is the copyright
            self.headers.setdefault("Copyright", _line(owner))

    def _rules(self, node: Node) -> None:
        rules = " ".join(node.properties.get("RU", ()))
        if "Jacoby" in rules and "jacoby" not in {key.casefold() for key in self.headers}:
            self.headers["Jacoby"] = "On"
        if "MI" in node.properties and "Crawford" not in rules and (self.length or 0) > 1 and "crawford" not in {key.casefold() for key in self.headers}:
            self.headers["Crawford"] = "Off"

    def _match_info(self, node: Node, value: str) -> None:
        game = self.games[-1]
        found = re.fullmatch(r"\s*([a-z]{1,10})\s*:\s*([0-9]{1,6})\s*", value.casefold())
        if found is None:
            self.odd(Odd.PROPERTY_UNREAD, f"MI[{value[:40]}] is not understood", node.line)
            return
        number = int(found[2])
        match found[1]:
            case "length":
                if self.length not in (None, number):
                    self.odd(Odd.LENGTH_TWICE, f"the length of the match is told as {number} here; the first, {self.length}, is kept", node.line)
                self.length = number if self.length is None else self.length
            case "ws":
                game.score = (number, game.score[1])
            case "bs":
                game.score = (game.score[0], number)
            case "game":
                if number != game.number - 1:
                    self.odd(Odd.GAME_HEAD, f"this is game {game.number} of the record, headed game {number + 1}", node.line)

    def _count_left_out(self, node: Node) -> None:
        for name, values in node.properties.items():
            if name in LEFT_OUT:
                if name not in ("AP", "CA", "FF", "ST"):
                    self.left_out[name] = self.left_out.get(name, 0) + 1
            elif name not in _ROOT and name not in _SET_UP and name not in ("W", "B", "C"):
                self.odd(Odd.PROPERTY_UNREAD, f"the property {name}[{values[0][:40]}] is not known and was left out", node.line)

    def _node(self, node: Node, *, is_root: bool) -> None:
        lines = [" ".join(line.split()) for value in node.properties.get("C", ()) for line in value.splitlines()]
        notes = [line for line in lines if line]
        if is_root:
            notes = [note for note in notes if not self._is_of_match(note)]
        if notes and (notes[0] == NOT_TOLD or notes[0].startswith(WITHOUT_DICE)):
            self._untold(node, notes[0], tuple(notes[1:]))
            return
        if self._is_set_up(node):
            self._set_up(node, tuple(notes))
            notes = []
        moves = [(COLOURS[name], value) for name in ("W", "B") for value in node.properties.get(name, ())]
        if moves:
            self._flush_set_up()
        for index, (player, value) in enumerate(moves):
            if (action := self._action(node, player, value, tuple(notes) if index == 0 else ())) is not None:
                self._add(action)
                notes = []
        if len(moves) > 1:
            self.odd(Odd.PROPERTY_UNREAD, f"one node tells {len(moves)} actions; they are taken in turn", node.line)
        if notes and not moves:
            if is_root:
                self.games[-1].notes += notes
            else:
                self._flush_set_up()
                self.comments += notes

    @staticmethod
    def _is_set_up(node: Node) -> bool:
        owner = node.value("CP")
        told = _SET_UP & node.properties.keys()
        return bool(told - {"CP"}) or (owner is not None and _is_owner(owner))

    def _add(self, action: Action) -> None:
        game = self.games[-1]
        if self.comments:
            if game.actions:
                game.actions[-1] = replace(game.actions[-1], notes=(*game.actions[-1].notes, *self.comments))
            else:
                game.notes += self.comments
            self.comments = []
        game.actions.append(action)

    def _is_of_match(self, note: str) -> bool:
        """A line of the root's comment that belongs to the whole match: a header or a comment."""
        if note.startswith(OF_MATCH):
            self.notes.append(note.removeprefix(OF_MATCH))
            return True
        found = HEADER_LINE.fullmatch(note)
        if found is not None:
            self.headers.setdefault(found[1], found[2])
        return found is not None

    def _action(self, node: Node, player: Player, value: str, notes: tuple[str, ...]) -> Action | None:
        word = value.strip().casefold()
        last = self.games[-1].actions[-1] if self.games[-1].actions else None
        if word in ("accept", "reject") and isinstance(last, Resignation):
            self.comments += [f"{player} {word}s the resignation", *notes]
            return None
        if word in _CUBE_WORDS:
            return self._cube_turn(node, player, _CUBE_WORDS[word], notes)
        if _RESIGN.fullmatch(word):
            return Resignation(player=player, notes=notes, line=node.line)
        told = parse_sgf_play(value, player)
        if told is None:
            self.odd(Odd.PLAY_UNREADABLE, f'"{value[:40]}" is no play such as 31hefe', node.line, player)
            self.rows = None
            return Turn(player=player, notes=(f"{UNREAD}{_line(value)}", *notes), line=node.line)
        dice, steps = told
        return Turn(player=player, dice=dice, notation=self._notation(player, steps), notes=notes, line=node.line)

    def _cube_turn(self, node: Node, player: Player, move: CubeMove, notes: tuple[str, ...]) -> CubeTurn:
        """A double goes to twice what the cube shows, unless a comment has told otherwise."""
        told = next((found for note in notes if (found := parse_cube_note(note)) is not None), None)
        value = told[0] if told is not None else self.cube * 2 if move is CubeMove.DOUBLE else None
        others = tuple(note for note in notes if parse_cube_note(note) is None)
        action = CubeTurn(player=player, move=move, value=value, notes=others, line=node.line)
        self.cube = cube_after(action, self.games[-1].actions[-1] if self.games[-1].actions else None, self.cube)
        return action

    def _notation(self, player: Player, steps: tuple[Step, ...]) -> str:
        """The play in notation, with the hits that the position shows as far as it is known."""
        if self.rows is None:
            return format_play(steps)
        try:
            play = play_as_written(rows_to_position(self.rows, player), steps)
        except InputError:
            self.rows = None
            return format_play(steps)
        self.rows = position_to_rows(play.after, player)
        return format_play(play)

    def _untold(self, node: Node, first: str, notes: tuple[str, ...]) -> None:
        self._flush_set_up()
        player, dice = _player(node.value("PL")) or Player.A, _dice(node.value("DI"))
        notation = None
        if first.startswith(WITHOUT_DICE):
            try:
                notation = spelt(first.removeprefix(WITHOUT_DICE))
            except InputError as error:
                self.odd(Odd.PLAY_UNREADABLE, str(error), node.line, player)
                notes = (f"{UNREAD}{first}", *notes)
        self._add(Turn(player=player, dice=dice, notation=notation, notes=notes, line=node.line))
        rows = self._told_rows(node) if "AE" in node.properties else None
        self.rows = rows[0] if rows else None

    def _set_up(self, node: Node, notes: tuple[str, ...]) -> None:
        if self.pending is None:
            self.pending = _Pending(node.line, rows=self.rows)
        pending = self.pending
        pending.notes += notes
        pending.player = _player(node.value("PL")) or pending.player
        pending.dice = _dice(node.value("DI")) or pending.dice
        if (cube := node.value("CV")) is not None:
            if re.fullmatch("[0-9]{1,5}", cube.strip()) and int(cube) > 0:
                pending.cube = int(cube)
            else:
                self.odd(Odd.PROPERTY_UNREAD, f"CV[{cube[:20]}] is no value of a cube", node.line)
        owner = next((value for name in ("CP", "CO") if (value := node.value(name)) and _is_owner(value)), None)
        if owner is not None:
            pending.owner = _player(owner)
            pending.cube = pending.cube or 1
        if {"AB", "AW", "AE"} & node.properties.keys():
            pending.is_position_told = True
            told = self._told_rows(node)
            pending.rows = told[0] if told else None
            if told is None:
                self.odd(Odd.PROPERTY_UNREAD, "the position that is set up cannot be read: a point that is none, or more than 15 checkers", node.line)

    def _told_rows(self, node: Node) -> tuple[Rows] | None:
        """The position that AE, AB and AW make of the one before; None when they cannot be read."""
        empty, black, white = (parse_points(node.properties.get(name, ())) for name in ("AE", "AB", "AW"))
        if empty is None or black is None or white is None:
            return None
        whole = set(range(1, 25)) <= set(empty) or (not empty and black and white)
        before = self.pending.rows if self.pending else self.rows
        if not whole and before is not None:
            white = [p for p in range(1, 26) if p not in empty for _ in range(before.A[p])] + white
            black = [25 if p == 25 else 25 - p for p in range(1, 26) if (p if p == 25 else 25 - p) not in empty for _ in range(before.B[p])] + black
        elif not whole:
            return None
        rows = rows_of_points(white, black)
        return None if rows is None else (rows,)

    def _flush_set_up(self) -> None:
        pending = self.pending
        if pending is None:
            return
        self.pending = None
        self.rows, self.cube = pending.rows, pending.cube or self.cube
        text = next((note.removeprefix(AS_TOLD) for note in pending.notes if note.startswith(AS_TOLD)), "")
        self._add(
            SetUp(
                player=pending.player, position=pending.rows, dice=pending.dice, cube=pending.cube, cube_owner=pending.owner, text=text,
                notes=tuple(note for note in pending.notes if not note.startswith(AS_TOLD)), line=pending.line,
            )
        )  # fmt: skip

    def _result(self, value: str, line: int) -> None:
        game = self.games[-1]
        found = _RESULT.fullmatch(value.strip())
        if found is None:
            self.odd(Odd.PROPERTY_UNREAD, f"RE[{value[:40]}] is no result such as W+2", line)
            return
        winner = COLOURS[found[1].upper()]
        last = game.actions[-1] if game.actions else None
        if found[3] and not isinstance(last, Resignation):
            game.actions.append(Resignation(player=winner.opponent, line=line))
        game.result = GameResult(winner, int(found[2]) if found[2] else None, line)


def _player(text: str | None) -> Player | None:
    return COLOURS.get((text or "").strip()[:1].upper())


def _is_owner(text: str) -> bool:
    return text.strip().casefold() in ("w", "b", "c", "n", "white", "black", "centered", "centred", "none", "")


def _dice(text: str | None) -> tuple[int | None, ...]:
    return (int(text[0]), int(text[1])) if text and re.fullmatch("[1-6][1-6]", text) else ()


def _line(text: str | None) -> str:
    return " ".join((text or "").split())
