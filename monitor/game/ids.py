"""Position and match ids that other backgammon programs read: GNU position ID, GNU match ID, XGID. Formats.md section 4.

Each has a format function and a parse twin. All ids leave out the checkers borne off; parsing fills them up to 15 a side.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

from monitor.errors import InputError, quoted
from monitor.game.position import BAR, Position, Row

_SIDE = 15
_MONEY_LENGTH = 0


@dataclass(frozen=True, slots=True)
class MatchState:
    """What a GNU match ID holds. Players are 0 and 1, as gnubg numbers them.

    cube: the cube's value. cube_owner: None when centred. on_roll: the player who is to roll or to play. decision: the
    player who has to decide (the other one when a double has to be answered). state: 0 no game, 1 playing, 2 over,
    3 resigned, 4 dropped. resigned: 0 none, 1 single, 2 gammon, 3 backgammon. dice: (0, 0) before the roll. length: 0 for
    money play.
    """

    cube: int = 1
    cube_owner: int | None = None
    on_roll: int = 0
    is_crawford: bool = False
    state: int = 1
    decision: int = 0
    is_doubled: bool = False
    resigned: int = 0
    dice: tuple[int, int] = (0, 0)
    length: int = _MONEY_LENGTH
    scores: tuple[int, int] = (0, 0)
    is_jacoby: bool = True


@dataclass(frozen=True, slots=True)
class Xgid:
    """What an XGID holds. The bottom player's checkers are the capital letters; the board does not turn with the turn.

    bottom, top: each player's row in that player's own numbering. cube: its value. cube_owner and turn: 1 the bottom player,
    -1 the top player (cube_owner 0: centred). dice: "00" before the roll, two digits, or D, B, R for a cube action pending.
    scores: (bottom, top). crawford: 1 in the Crawford game; in money play 1 for Jacoby, 2 for beavers, 3 for both.
    length: 0 for money play. max_cube: log2 of the highest cube.
    """

    bottom: Row
    top: Row
    cube: int = 1
    cube_owner: int = 0
    turn: int = 1
    dice: str = "00"
    scores: tuple[int, int] = (0, 0)
    crawford: int = 0
    length: int = _MONEY_LENGTH
    max_cube: int = 10

    @property
    def position(self) -> Position:
        """The position seen by the player whose turn it is."""
        return Position(self.bottom, self.top) if self.turn == 1 else Position(self.top, self.bottom)

    @property
    def roll(self) -> tuple[int, int] | None:
        """The dice, or None when nothing is rolled."""
        if re.fullmatch("[1-6][1-6]", self.dice):
            return int(self.dice[0]), int(self.dice[1])
        return None


def gnu_position_id(position: Position) -> str:
    """The 14-character position ID. Raises InputError when a side has more than 15 checkers in play: it has no room for them."""
    bits = ""
    for row in (position.opponent, position.on_roll):
        if sum(row[1:]) > _SIDE:
            raise InputError(f"a GNU position ID has room for 15 checkers a side, not {sum(row[1:])}")
        bits += "".join("1" * count + "0" for count in row[1:])
    return _encode(_number(bits), 10)


def parse_gnu_position_id(text: str) -> Position:
    """The position of a position ID. Raises InputError that says what is wrong with the text."""
    number = _decode(text, 14, 10, "GNU position ID", "4HPwATDgc/ABMA")
    bits = bin(number)[:1:-1].ljust(80, "0")
    # one field per point and the bar: as many ones as checkers, closed by a zero
    fields = [len(field) for field in bits.split("0")]
    if len(fields) < 50:
        raise InputError(f"{quoted(text)} is no GNU position ID: it describes {len(fields)} places instead of 50")
    opponent, on_roll = fields[:25], fields[25:50]
    if any(fields[50:]):
        raise InputError(f"{quoted(text)} is no GNU position ID: bits are set behind the last place")
    return Position(_filled(on_roll, "the player on roll"), _filled(opponent, "the opponent"))


def gnu_match_id(match: MatchState) -> str:
    """The 12-character match ID. Raises InputError when a value does not fit its field."""
    owner = 3 if match.cube_owner is None else match.cube_owner
    number = 0
    for name, (start, width), value in (
        ("cube", _CUBE, _log2(match.cube)),
        ("cube_owner", _OWNER, owner),
        ("on_roll", _ON_ROLL, match.on_roll),
        ("is_crawford", _CRAWFORD, int(match.is_crawford)),
        ("state", _STATE, match.state),
        ("decision", _DECISION, match.decision),
        ("is_doubled", _DOUBLED, int(match.is_doubled)),
        ("resigned", _RESIGNED, match.resigned),
        ("dice", _DIE1, match.dice[0]),
        ("dice", _DIE2, match.dice[1]),
        ("length", _LENGTH, match.length),
        ("scores", _SCORE0, match.scores[0]),
        ("scores", _SCORE1, match.scores[1]),
        ("is_jacoby", _NO_JACOBY, int(not match.is_jacoby)),
    ):
        if not 0 <= value < 1 << width:
            raise InputError(f"{name} {value} does not fit a GNU match ID, which holds 0 to {(1 << width) - 1} there")
        number |= value << start
    return _encode(number, 9)


def parse_gnu_match_id(text: str) -> MatchState:
    """The match state of a match ID. Raises InputError that says what is wrong with the text."""
    number = _decode(text, 12, 9, "GNU match ID", "cAkAAAAAAAAA")

    def field(place: tuple[int, int]) -> int:
        return number >> place[0] & (1 << place[1]) - 1

    owner, dice = field(_OWNER), (field(_DIE1), field(_DIE2))
    if owner == 2 or max(dice) > 6:
        raise InputError(f"{quoted(text)} is no GNU match ID: cube owner {owner}, dice {dice[0]} and {dice[1]}")
    return MatchState(
        cube=1 << field(_CUBE), cube_owner=None if owner == 3 else owner, on_roll=field(_ON_ROLL), is_crawford=bool(field(_CRAWFORD)),
        state=field(_STATE), decision=field(_DECISION), is_doubled=bool(field(_DOUBLED)), resigned=field(_RESIGNED), dice=dice,
        length=field(_LENGTH), scores=(field(_SCORE0), field(_SCORE1)), is_jacoby=not field(_NO_JACOBY),
    )  # fmt: skip


def xgid(state: Xgid) -> str:
    """The XGID with its prefix. Raises InputError where it cannot be written: both colours on a point, more than 15 on one."""
    places = []
    for place in range(26):
        # the bars lie at the ends: 0 is the top player's, 25 the bottom player's
        bottom = state.bottom[place] if place > 0 else 0
        top = state.top[25 - place] if place < BAR else 0
        if bottom and top:
            raise InputError(f"an XGID cannot tell of both colours on one point, as on the bottom player's {place}")
        if max(bottom, top) > _SIDE:
            raise InputError(f"an XGID has no letter for {max(bottom, top)} checkers on one point")
        places.append(chr(ord("A") + bottom - 1) if bottom else chr(ord("a") + top - 1) if top else "-")
    fields = (_log2(state.cube), state.cube_owner, state.turn, state.dice, *state.scores, state.crawford, state.length, state.max_cube)
    return "XGID=" + ":".join(("".join(places), *(str(value) for value in fields)))


def parse_xgid(text: str) -> Xgid:
    """What an XGID says; the prefix may be missing. Raises InputError that names the field that cannot be read."""
    fields = text.strip().removeprefix("XGID=").split(":")
    if len(fields) != 10:
        raise InputError(f"{quoted(text)} is no XGID: it has {len(fields)} fields between colons instead of 10")
    if not re.fullmatch("[-A-Pa-p]{26}", fields[0]):
        raise InputError(f'{quoted(fields[0])} is no XGID board: 26 places, each "-", A to P or a to p')
    if not re.fullmatch("00|[1-6][1-6]|[DBR]", fields[4]):
        raise InputError(f"{quoted(fields[4])} are no dice of an XGID: 00, two digits from 1 to 6, or D, B, R")
    try:
        cube, owner, turn, score_bottom, score_top, crawford, length, max_cube = (int(fields[i]) for i in (1, 2, 3, 5, 6, 7, 8, 9))
    except ValueError:
        raise InputError(f"{quoted(text)} is no XGID: the fields behind the board are whole numbers") from None
    if owner not in (-1, 0, 1) or turn not in (-1, 1) or not 0 <= cube < 16:
        raise InputError(f"{quoted(text)} is no XGID: cube {fields[1][:9]}, owner {fields[2][:9]}, turn {fields[3][:9]}")
    bottom, top = [0] * 25, [0] * 25
    for place, letter in enumerate(fields[0]):
        if letter.isupper():
            if place == 0:
                raise InputError(f"{quoted(text)} has the bottom player on the top player's bar")
            bottom[place - 1] = ord(letter) - ord("A") + 1
        elif letter.islower():
            if place == BAR:
                raise InputError(f"{quoted(text)} has the top player on the bottom player's bar")
            top[24 - place] = ord(letter) - ord("a") + 1
    return Xgid(
        bottom=_filled(bottom, "the bottom player"), top=_filled(top, "the top player"), cube=1 << cube, cube_owner=owner, turn=turn,
        dice=fields[4], scores=(score_bottom, score_top), crawford=crawford, length=length, max_cube=max_cube,
    )  # fmt: skip


# first bit and width of each field of a GNU match ID
_CUBE, _OWNER, _ON_ROLL, _CRAWFORD, _STATE, _DECISION, _DOUBLED = (0, 4), (4, 2), (6, 1), (7, 1), (8, 3), (11, 1), (12, 1)
_RESIGNED, _DIE1, _DIE2, _LENGTH, _SCORE0, _SCORE1, _NO_JACOBY = (13, 2), (15, 3), (18, 3), (21, 15), (36, 15), (51, 15), (66, 1)


def _log2(cube: int) -> int:
    if cube < 1 or cube & (cube - 1):
        raise InputError(f"a cube shows a power of two, not {cube}")
    return cube.bit_length() - 1


def _number(bits: str) -> int:
    """The number whose bits, least significant first, are these."""
    return int(bits[::-1], 2)


def _filled(points: list[int], who: str) -> Row:
    """A whole row from the points and the bar: what is missing from 15 is borne off."""
    in_play = sum(points)
    if in_play > _SIDE:
        raise InputError(f"{who} would have {in_play} checkers; at most 15 can be described by an id")
    return (_SIDE - in_play, *points)


def _encode(number: int, n_bytes: int) -> str:
    return base64.b64encode(number.to_bytes(n_bytes, "little")).decode("ascii").rstrip("=")


def _decode(text: str, length: int, n_bytes: int, name: str, example: str) -> int:
    word = text.strip()
    if len(word) != length:
        raise InputError(f"{quoted(text)} is no {name}: it has {len(word)} characters instead of {length}, like {example}")
    if not re.fullmatch("[A-Za-z0-9+/]*", word, re.ASCII):
        raise InputError(f"{quoted(text)} is no {name}: only letters, digits, + and / may be in it, like {example}")
    data = base64.b64decode(word + "=" * (-len(word) % 4))
    number = int.from_bytes(data, "little")
    if _encode(number, n_bytes) != word:
        raise InputError(f"{quoted(text)} is no {name}: its last character holds bits that belong to nothing")
    return number
