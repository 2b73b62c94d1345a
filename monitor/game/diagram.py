"""A board diagram as an SVG text: quiet, readable on a phone and a projector, no script, no style sheet, no font file.

The near player sits at the bottom edge and has the numbers printed on the rims. Only presentation attributes are used,
so the picture can stand in a page whose content security policy forbids inline styles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from monitor.errors import InputError
from monitor.game.diagram_marks import Mark, drawn
from monitor.game.events import Player, Rows
from monitor.game.position import BAR, OFF, ROW_LENGTH, Row, pip_count

Highlight = int | tuple[Player, int]
"""A place to mark: in the near player's numbering, or (player, place) in that player's own (0 off, 1-24, 25 bar)."""

_POINT, _BAR_W, _TRAY_W, _RIM, _DEPTH, _GAP = 46, 46, 50, 26, 208, 54
_RADIUS = 21
_FRAME, _FELT, _DARK_POINT, _LIGHT_POINT, _LINE = "#4a3526", "#e9e0cf", "#a5553f", "#cdb791", "#2d2119"
_CHECKER = {Player.A: ("#f7f3ea", "#7d766a", "#2d2119"), Player.B: ("#2f3440", "#0d0f14", "#f7f3ea")}
_MARK, _NUMBER, _TRAY_EDGE = "#1c7ed6", "#efe6d6", "#a09a8e"
_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}

_BOARD_W = 12 * _POINT + _BAR_W
_HEIGHT = 2 * _RIM + 2 * _DEPTH + _GAP
WIDTH = _BOARD_W + 2 * _TRAY_W + 4 * 8
"""Width of the picture in its own units; the height is `_HEIGHT`, and the text scales to any size."""


def svg(
    rows: Rows, near: Player, near_home: str, *, dice: Sequence[int | None] = (), highlight: Iterable[Highlight] = (),
    on_roll: Player | None = None, cube: int | None = None, title: str | None = None, marks: Iterable[Mark] = (), desc: str | None = None,
) -> str:  # fmt: skip
    """The board as a picture, with a title and a description that a screen reader can tell.

    rows: both colours' checkers in their own numbering; more than five on a place are drawn as five with a number, both
    colours on one point over each other. near: who sits at the bottom; near_home: "right" or "left", the side of that
    player's home board. dice: values in order, None for one that could not be read; they lie in the right half of the player
    on roll (near unless given). highlight: places to mark. cube: the value shown, at the middle of the bar; None draws none.
    marks: steps and places drawn over the checkers. title, desc: instead of the texts for a screen reader made here, in English.
    Raises InputError for a row, side, die or place that cannot be drawn.
    """
    if near_home not in ("left", "right"):
        raise InputError(f'near_home is "left" or "right", not {near_home!r}')
    if any(len(rows.of(player)) != ROW_LENGTH for player in Player):
        raise InputError("a board diagram needs 26 counts for each player: borne off, points 1 to 24, bar")
    board = _Board(rows, near, is_home_right=near_home == "right")
    text = title or _title(rows, near, dice, on_roll or near)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_HEIGHT}" role="img" class="board-diagram">',
        f"<title>{escape(text)}</title>",
        f"<desc>{escape(description(rows) if desc is None else desc)}</desc>",
        *board.ground(),
        *(part for place in highlight for part in board.mark(place)),
        *(part for place in range(1, 25) for part in board.point(place)),
        *board.bar(),
        *board.trays(),
        *board.dice(dice, on_roll or near),
        *([] if cube is None else board.cube(cube)),
        *drawn(marks, board.count, board.seat),
        "</svg>",
    ]
    return "".join(parts)


def description(rows: Rows) -> str:
    """The checkers of both players in words, point by point in each player's own numbering."""
    return ". ".join(f"{player}: {_places(rows.of(player))}, {pip_count(rows.of(player))} pips" for player in Player)


def _places(row: Row) -> str:
    places = [f"{row[place]} on {'the bar' if place == BAR else place}" for place in range(BAR, 0, -1) if row[place]]
    return ", ".join([*places, f"{row[OFF]} off"])


def _title(rows: Rows, near: Player, dice: Sequence[int | None], on_roll: Player) -> str:
    shown = f", {on_roll} rolled {'-'.join('?' if die is None else str(die) for die in dice)}" if dice else ""
    pips = {player: pip_count(rows.of(player)) for player in Player}
    return f"Backgammon board seen by {near}: {near} {pips[near]} pips, {near.opponent} {pips[near.opponent]} pips{shown}"


class _Board:
    """Places in the picture. Points are in the near player's numbering; x to the right, y down."""

    def __init__(self, rows: Rows, near: Player, *, is_home_right: bool) -> None:
        self.rows, self.near, self.is_home_right = rows, near, is_home_right
        self.left = _TRAY_W + 16
        self.top, self.bottom = _RIM, _HEIGHT - _RIM
        self.middle = _HEIGHT / 2
        self.bar_x = self.left + 6 * _POINT + _BAR_W / 2

    def ground(self) -> list[str]:
        half = 6 * _POINT
        parts = [_rect(0, 0, WIDTH, _HEIGHT, _FRAME, rx=10)]
        for felt_x in (self.left, self.left + half + _BAR_W):
            parts.append(_rect(felt_x, self.top, half, self.bottom - self.top, _FELT))
        for tray_x in (8, WIDTH - 8 - _TRAY_W):
            for y in (self.top, self.middle + _GAP / 4):
                parts.append(_rect(tray_x, y, _TRAY_W, self.middle - _GAP / 4 - self.top, "#3a291d", rx=4))
        for place in range(1, 25):
            x, base, direction = self.place(place)
            tip = base + direction * _DEPTH
            fill = _DARK_POINT if place % 2 else _LIGHT_POINT
            left, right = x - _POINT / 2 + 1, x + _POINT / 2 - 1
            parts.append(f'<polygon points="{left:g},{base:g} {right:g},{base:g} {x:g},{tip:g}" fill="{fill}"/>')
            y = base - direction * _RIM / 2 + 4.5
            parts.append(_text(x, y, str(place), 13, _NUMBER))
        return parts

    def place(self, point: int) -> tuple[float, float, int]:
        """(x of the middle, y of the base, +1 when checkers stack downwards or -1) of a point."""
        column = point - 1 if point <= 12 else 24 - point
        if self.is_home_right:
            column = 11 - column
        x = self.left + column * _POINT + _POINT / 2 + (_BAR_W if column > 5 else 0)
        return (x, self.bottom, -1) if point <= 12 else (x, self.top, 1)

    def count(self, player: Player, place: int) -> int:
        """A player's checkers on a place in that player's own numbering. Raises InputError for a place that there is not."""
        _check_place(place)
        return self.rows.of(player)[place]

    def seat(self, player: Player, place: int, index: int) -> tuple[float, float]:
        """The middle of a player's checker number `index` from the base of a place, 0 the first, as `point`, `bar` and `trays` draw it.

        place is in that player's own numbering.
        """
        if place == BAR:
            direction = -1 if player is self.near else 1
            return self.bar_x, self.middle + direction * 48 + direction * min(index, 2) * (2 * _RADIUS - 1)
        if place == OFF:
            y = self.bottom - 12 * (index + 1) + 5 if player is self.near else self.top + 12 * index + 7
            return self.tray_x + _TRAY_W / 2, y
        x, base, direction = self.place(place if player is self.near else 25 - place)
        return x, base + direction * (_RADIUS + 1 + min(index, 4) * (2 * _RADIUS - 1))

    def mark(self, highlight: Highlight) -> list[str]:
        player, place = (self.near, highlight) if isinstance(highlight, int) else highlight
        _check_place(place)
        if place in (OFF, BAR):
            is_bottom = (player is self.near) == (place == OFF)
            y = self.middle + _GAP / 4 if is_bottom else self.top
            x, width = (self.bar_x - _BAR_W / 2 + 2, _BAR_W - 4) if place == BAR else (self.tray_x, _TRAY_W)
            return [_rect(x, y, width, self.middle - _GAP / 4 - self.top, _MARK, rx=4, opacity=0.45)]
        x, base, direction = self.place(place if player is self.near else 25 - place)
        y = base if direction > 0 else base - _DEPTH - 6
        return [
            _rect(x - _POINT / 2, y, _POINT, _DEPTH + 6, _MARK, opacity=0.22),
            _rect(x - _POINT / 2, base if direction > 0 else base - 5, _POINT, 5, _MARK),
        ]

    @property
    def tray_x(self) -> float:
        """Both players bear off on the side of their homes, which face each other."""
        return WIDTH - 8 - _TRAY_W if self.is_home_right else 8

    def point(self, place: int) -> list[str]:
        x, base, direction = self.place(place)
        counts = {self.near: self.rows.of(self.near)[place], self.near.opponent: self.rows.of(self.near.opponent)[25 - place]}
        return _stack(x, base + direction * (_RADIUS + 1), direction, counts)

    def bar(self) -> list[str]:
        """Hit checkers wait towards the edge they will enter at."""
        parts = [_rect(self.bar_x - 1, self.top, 2, self.bottom - self.top, _LINE)]
        near, far = self.near, self.near.opponent
        parts += _stack(self.bar_x, self.middle - 48, -1, {near: self.rows.of(near)[BAR]}, most=3)
        return parts + _stack(self.bar_x, self.middle + 48, 1, {far: self.rows.of(far)[BAR]}, most=3)

    def trays(self) -> list[str]:
        parts = []
        for player in Player:
            count = self.rows.of(player)[OFF]
            fill = _CHECKER[player][0]
            is_near = player is self.near
            for index in range(count):
                y = self.bottom - 12 * (index + 1) if is_near else self.top + 12 * index + 2
                parts.append(_rect(self.tray_x + 4, y, _TRAY_W - 8, 10, fill, rx=3, stroke=_TRAY_EDGE))
            if count:
                y = self.bottom + 17 if is_near else self.top - 9
                parts.append(_text(self.tray_x + _TRAY_W / 2, y, f"{count} off", 12, _NUMBER))
        return parts

    def dice(self, values: Sequence[int | None], on_roll: Player) -> list[str]:
        """Dice in the right half of the player who rolled: the picture's right for near, its left for far."""
        half = self.left + 6 * _POINT + _BAR_W if on_roll is self.near else self.left
        fill, edge, ink = _CHECKER[on_roll]
        parts = []
        for index, value in enumerate(values):
            x = half + 3 * _POINT + (index - (len(values) - 1) / 2) * 46
            parts.append(_rect(x - 17, self.middle - 17, 34, 34, fill, rx=7, stroke=edge))
            if value is None:
                parts.append(_text(x, self.middle + 7, "?", 20, ink))
                continue
            if value not in _PIPS:
                raise InputError(f"a die shows 1 to 6, not {value}")
            for pip in _PIPS[value]:
                cx, cy = x + (pip % 3 - 1) * 9, self.middle + (pip // 3 - 1) * 9
                parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="3.2" fill="{ink}"/>')
        return parts

    def cube(self, value: int) -> list[str]:
        size = 15 if value < 100 else 12
        return [
            _rect(self.bar_x - 16, self.middle - 16, 32, 32, "#f7f3ea", rx=5, stroke=_LINE),
            _text(self.bar_x, self.middle + 5.5, str(value), size, _LINE),
        ]


def _check_place(place: int) -> None:
    if not OFF <= place <= BAR:
        raise InputError(f"place {place} cannot be marked; places are 0 (off), 1 to 24 and 25 (bar)")


def _stack(x: float, y: float, direction: int, counts: dict[Player, int], most: int = 5) -> list[str]:
    """Checkers from the base outwards; a stack higher than `most` is drawn so high, with its number on the last one.

    Two colours on one point (a hit checker not lifted) share the room, each with its own number when it is cut short.
    """
    present = [(player, count) for player, count in counts.items() if count]
    if len(present) == 2:
        most = 3
    parts = []
    for player, count in present:
        fill, edge, ink = _CHECKER[player]
        for index in range(min(count, most)):
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS - 1}" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
            if index < most - 1 or count <= most:
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS - 8}" fill="none" stroke="{edge}" stroke-opacity="0.35"/>')
            else:
                parts.append(_text(x, y + 6, str(count), 17, ink))
            y += direction * (2 * _RADIUS - 1)
    return parts


def _rect(x: float, y: float, width: float, height: float, fill: str, *, rx: int = 0, stroke: str = "", opacity: float = 1) -> str:
    extra = (f' rx="{rx}"' if rx else "") + (f' stroke="{stroke}"' if stroke else "") + (f' fill-opacity="{opacity:g}"' if opacity < 1 else "")
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{extra}/>'


def _text(x: float, y: float, text: str, size: int, fill: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="system-ui, sans-serif" font-size="{size}" font-weight="600" '
        f'text-anchor="middle" fill="{fill}">{escape(text)}</text>'
    )
