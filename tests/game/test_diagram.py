from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from monitor.errors import InputError
from monitor.game import Position
from monitor.game.diagram import description, svg
from monitor.game.events import Player, Rows
from monitor.game.position import position_to_rows

START = position_to_rows(Position.start(), Player.A)
SVG = "{http://www.w3.org/2000/svg}"
CHECKERS = {"#f7f3ea": Player.A, "#2f3440": Player.B}


def drawn(rows: Rows = START, near: Player = Player.A, near_home: str = "right", **more: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg(rows, near, near_home, **more))


def checkers(picture: ElementTree.Element, player: Player) -> list[tuple[float, float]]:
    """Places of a player's checkers on the board and the bar, in shares of the picture."""
    width, height = (float(part) for part in picture.attrib["viewBox"].split()[2:])
    circles = [circle for circle in picture.iter(f"{SVG}circle") if CHECKERS.get(circle.attrib["fill"]) is player and float(circle.attrib["r"]) > 10]
    return [(float(circle.attrib["cx"]) / width, float(circle.attrib["cy"]) / height) for circle in circles]


def texts(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def rows_with(**places: dict[int, int]) -> Rows:
    counts = {player: [0] * 26 for player in Player}
    for player, where in places.items():
        for place, count in where.items():
            counts[Player(player)][place] = count
    return Rows(tuple(counts[Player.A]), tuple(counts[Player.B]))


def test_thirty_checkers_and_twenty_four_numbers() -> None:
    picture = drawn()
    assert len(checkers(picture, Player.A)) == len(checkers(picture, Player.B)) == 15
    assert sorted(texts(picture), key=int) == [str(point) for point in range(1, 25)]


def test_a_title_and_a_description_come_first_for_a_screen_reader() -> None:
    picture = drawn(dice=(5, 3))
    assert picture.attrib["role"] == "img"
    title, told = list(picture)[:2]
    assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text == "Backgammon board seen by A: A 167 pips, B 167 pips, A rolled 5-3"
    assert told.text == description(START)
    assert "A: 2 on 24, 5 on 13, 3 on 8, 5 on 6, 0 off, 167 pips" in description(START)


CORNERS = [
    (Player.A, "right", Player.A, "bottom right"),
    (Player.A, "left", Player.A, "bottom left"),
    (Player.B, "right", Player.A, "top right"),
    (Player.B, "left", Player.A, "top left"),
    (Player.B, "left", Player.B, "bottom left"),
]


@pytest.mark.parametrize(("near", "near_home", "player", "corner"), CORNERS, ids=[f"{near}-{home}-{player}" for near, home, player, _ in CORNERS])
def test_the_ace_point_lies_on_the_right_side(near: Player, near_home: str, player: Player, corner: str) -> None:
    ((x, y),) = checkers(drawn(rows_with(**{player.value: {1: 1}}), near, near_home), player)
    assert ("bottom" if y > 0.5 else "top") + (" right" if x > 0.5 else " left") == corner


def test_a_high_stack_is_drawn_as_five_with_its_number() -> None:
    picture = drawn(rows_with(A={6: 9}))
    assert len(checkers(picture, Player.A)) == 5
    assert "9" in [text for text in texts(picture)[24:]]


def test_both_colours_on_one_point_are_both_shown() -> None:
    picture = drawn(rows_with(A={5: 1}, B={20: 1}))
    ((ax, ay),) = checkers(picture, Player.A)
    ((bx, by),) = checkers(picture, Player.B)
    assert ax == bx and ay != by


def test_bar_and_off() -> None:
    picture = drawn(rows_with(A={25: 2, 0: 13}, B={0: 15}))
    assert len(checkers(picture, Player.A)) == 2
    assert {"13 off", "15 off"} <= set(texts(picture))


@pytest.mark.parametrize(("on_roll", "side"), [(Player.A, "right"), (Player.B, "left")])
def test_dice_lie_in_the_right_half_of_the_player_on_roll(on_roll: Player, side: str) -> None:
    picture = drawn(rows_with(), dice=(6, None), on_roll=on_roll)
    assert "?" in texts(picture)
    pips = [float(circle.attrib["cx"]) / float(picture.attrib["viewBox"].split()[2]) for circle in picture.iter(f"{SVG}circle")]
    assert len(pips) == 6
    assert all((x > 0.5) == (side == "right") for x in pips)


def test_highlighted_places_add_marks() -> None:
    plain, marked = svg(START, Player.A, "right"), svg(START, Player.A, "right", highlight=(8, (Player.B, 17), 0, 25))
    assert marked.count("#1c7ed6") - plain.count("#1c7ed6") == 2 + 2 + 1 + 1
    # the far player's 17 is the near player's 8: the same place is marked
    assert svg(START, Player.A, "right", highlight=(8,)) == svg(START, Player.A, "right", highlight=((Player.B, 17),))


def test_no_script_style_or_foreign_address() -> None:
    text = svg(START, Player.A, "right", dice=(6, 1), cube=2, title='<"A" & B>')
    assert re.search(r"<script|style=|<style|href|on\w+=", text) is None
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert drawn(title='<"A" & B>').findtext(f"{SVG}title") == '<"A" & B>'


@pytest.mark.parametrize(
    ("arguments", "says"),
    [({"near_home": "up"}, "near_home"), ({"dice": (7,)}, "a die shows 1 to 6"), ({"highlight": (26,)}, "place 26"), ({"rows": Rows((0,), (0,))}, "26 counts")],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        drawn(**arguments)
