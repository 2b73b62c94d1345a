"""The marked diagram: what is wrong has a shape and a colour, what was due another, and each names its step."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from monitor.errors import InputError
from monitor.game import judge_play
from monitor.game.diagram import svg
from monitor.game.diagram_marks import Mark, MarkKind
from monitor.game.events import Player, Rows
from monitor.game.explained_diagram import explained_svg, legend
from monitor.game.position import START_ROW
from monitor.game.wording import account_of
from tests.game.test_judge import START, position_of

SVG = "{http://www.w3.org/2000/svg}"
TURNS = [
    ("one step was due", START, (6, 4), "13/7", {"played": 1, "due": 1}, ["as played: 13/7", "could have been played too: 24/20"]),
    ("a held point and its checkers", START, (5, 3), "24/19 8/5", {"played": 1, "wrong": 2}, ["wrong: 24/19", "as played: 8/5"]),
    ("a checker left on the bar", "-b----E-C---eE---c-e-----B", (2, 2), "bar/23 13/11 13/11 6/4", {"played": 1, "wrong": 4}, ["wrong: 13/11", "wrong: 6/4"]),
    ("two steps were due", START, (3, 3), "24/21(2)", {"played": 2, "due": 2}, ["could have been played too: 21/18"]),
    ("one behind", "---C-B-------------edcc---", (6, 4), "5/off 3/off", {"played": 1, "wrong": 2}, ["wrong: 3/off"]),
    ("a hit checker", "----a-EbC---eE---b-e----B-", (4, 1), "8/3", {"played": 1, "wrong": 1}, ["as played: 8/3"]),
    ("nothing played", START, (3, 1), "no play", {"due": 2}, ["of a play that was possible: 24/21", "of a play that was possible: 21/20"]),
    ("the only play not made", "-GG---------d-d----dAc----", (6, 2), "no play", {"due": 1}, ["of a play that was possible: 20/18"]),
    ("a double not played", START, (3, 3), "no play", {"due": 4}, ["of a play that was possible: 24/21"]),
    ("the smaller die", "-GG----d----d------dAc----", (6, 2), "20/18", {"played": 1, "due": 1}, ["of a play that was possible: 20/14"]),
    ("one die that spoils the other", "-GF----c-A--c------eAd----", (6, 2), "20/14", {"played": 1, "due": 2}, ["of a play that was possible: 9/3"]),
    ("nothing played and nothing possible", "------E-D---bE-----cbbbbbA", (6, 4), "no play", {}, []),
    ("a legal play", START, (3, 1), "8/5 6/5", {"played": 2}, ["as played: 8/5"]),
]  # fmt: skip


def drawn(board: str, roll: tuple[int, int], play: str, mover: Player = Player.A, near: Player = Player.A) -> ET.Element:
    position = position_of(board)
    judgement = judge_play(position, roll, play)
    assert judgement.play is not None
    account = account_of(position, roll, judgement.play.after, judgement)
    return ET.fromstring(explained_svg(position, roll, judgement, account, mover, near, "right"))


@pytest.mark.parametrize("near", Player)
@pytest.mark.parametrize("mover", Player)
@pytest.mark.parametrize(("board", "roll", "play", "kinds", "titles"), [row[1:] for row in TURNS], ids=[row[0] for row in TURNS])
def test_marks(board: str, roll: tuple[int, int], play: str, kinds: dict[str, int], titles: list[str], mover: Player, near: Player) -> None:
    picture = drawn(board, roll, play, mover, near)
    groups = [group for group in picture.iter(f"{SVG}g") if (group.get("class") or "").startswith("mark-")]
    assert Counter((group.get("class") or "").removeprefix("mark-") for group in groups) == kinds
    said = [title.text for group in groups for title in group.findall(f"{SVG}title")]
    assert set(titles) <= set(said)


def test_no_mark_is_told_by_colour_alone() -> None:
    shapes = {}
    for kind in MarkKind:
        text = svg(Rows(START_ROW, START_ROW), Player.A, "right", marks=[Mark(Player.A, 13, 7, kind)])
        group = text[text.index('<g class="mark-') :]
        shapes[kind] = re.sub(r'"[^"]*"', "", re.sub(r'stroke-dasharray="[^"]*"', "dashed", group))
    assert len(set(shapes.values())) == len(MarkKind)


def test_the_title_is_the_account_and_the_marks_are_explained() -> None:
    picture = drawn(START, (6, 4), "13/7")
    assert (picture.findtext(f"{SVG}title") or "").startswith("6 and 4 were rolled; 13/7 was played.")
    assert picture.findtext(f"{SVG}desc") == legend()


@pytest.mark.parametrize("near", Player)
def test_a_step_ends_where_the_next_checker_would_lie(near: Player) -> None:
    """Seen from either side the arrow lies on the points that the near player's numbers name."""
    text = svg(Rows(START_ROW, START_ROW), near, "right", marks=[Mark(near, 24, 20, MarkKind.PLAYED)])
    [start] = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="5.5"', text)
    group = text[text.index('<g class="mark-played"') :]
    tip = re.findall(r'points="([\d.]+),([\d.]+)', group)[0]
    assert float(start[0]) - float(tip[0]) == pytest.approx(4 * 46, abs=0.2), "four points of one half"
    assert float(start[1]) > float(tip[1]), "from the second checker to an empty point of the far edge"


@pytest.mark.parametrize("place", [-1, 26])
def test_a_place_that_there_is_not(place: int) -> None:
    with pytest.raises(InputError, match="cannot be marked"):
        svg(Rows(START_ROW, START_ROW), Player.A, "right", marks=[Mark(Player.A, place, None, MarkKind.WRONG)])
