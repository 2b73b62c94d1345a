"""The legality scenarios L01 to L47 (section 5.1 of the rules reference) through the referee: what is illegal, by what name and article, and
whose choice it is in each column; and that nothing legal is flagged. The positions are those of the legality engine's own test."""

import pytest

from monitor.game import Position, Reason, judge, judge_play
from monitor.game.events import Player
from monitor.game.notation import format_play
from monitor.game.position import position_to_rows
from tests.game.test_judge_scenarios import SCENARIOS, position_of
from tests.officiating.story import Story

PLAIN = {"cnb": "CNB 4.2.3.1", "dbgf": "DBgF §4.2.3.1", "biba": "BIBA 4.8"}
BAR = {"cnb": "CNB 4.2.1", "dbgf": "DBgF §4.2.1", "biba": "BIBA 4.3"}
HIT = {"cnb": "CNB 4.2.2", "dbgf": "DBgF §4.2.2", "biba": "BIBA 4.4"}
CLASS = {"cnb": "MUST", "dbgf": "OPTION", "biba": "OPTION"}


def seen_play(story, position, roll, verdict):
    """The opponent leaves this position; A rolls, plays as judged, and ends his turn."""
    rows = position_to_rows(position, story.a)
    story.begin(position=rows).rolls(story.a, roll)
    play = verdict.play
    after = None if play is None else position_to_rows(play.after, story.a)
    reasons = tuple(str(reason) for reason in verdict.reasons)
    nearest = tuple(format_play(p) for p in verdict.nearest)
    notation = None if play is None else format_play(play)
    story.plays(story.a, verdict.is_legal, *reasons, notation=notation, dice=roll, before=rows, position=after, nearest=nearest)
    return story.ends(story.a)


@pytest.mark.parametrize("seat", Player)
@pytest.mark.parametrize("profile", PLAIN)
@pytest.mark.parametrize(("board", "dice", "text", "expected"), [row[1:5] for row in SCENARIOS], ids=[row[0] for row in SCENARIOS])
def test_legality(profile, seat, board, dice, text, expected):
    position, roll = position_of(board), (int(dice[0]), int(dice[1]))
    story = seen_play(Story(profile, seat), position, roll, judge_play(position, roll, text))
    if not expected or expected.startswith("result."):
        assert story.lines == []
        return
    assert story.lines == [f"{expected} {CLASS[profile]}"]
    article = {"move.bar-priority": BAR, "checker.hit-not-on-bar": HIT}.get(expected, PLAIN)[profile]
    assert story.last.article.startswith(article)
    assert PLAIN[profile].split()[-1].removeprefix("§") in story.last.article
    assert story.last.player is seat


@pytest.mark.parametrize("profile", PLAIN)
def test_L47_variant_an_opposing_checker_shifts_along(profile):
    position = position_of("-b----E-C---eE---c-e----B-")
    legal = judge_play(position, (3, 1), "8/5 6/5").play.after
    theirs = list(legal.opponent)
    theirs[25 - 17] -= 1
    theirs[25 - 18] += 1
    verdict = judge(position, (3, 1), Position(legal.on_roll, tuple(theirs)))
    assert verdict.reasons == (Reason.OPPONENT_CHECKER_MOVED,)
    story = seen_play(Story(profile), position, (3, 1), verdict)
    assert story.lines == [f"move.opponent-checker-moved {CLASS[profile]}"]


def test_all_47_are_here():
    assert [row[0] for row in SCENARIOS] == [f"L{number:02}" for number in range(1, 48)]
