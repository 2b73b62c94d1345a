"""Reasons beyond the 47 scenarios, the play seen, the nearest plays, and that verdicts hold for whatever is put before them."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.errors import InputError
from monitor.game import Position, judge, judge_play, legal_plays
from monitor.game.ids import parse_xgid
from monitor.game.judge import play_as_written
from monitor.game.notation import format_play
from monitor.game.position import START_ROW


def position_of(board: str) -> Position:
    return parse_xgid(f"XGID={board}:0:0:1:00:0:0:0:7:10").position


def changed(row: tuple[int, ...], *changes: tuple[int, int]) -> list[int]:
    """The row with (point, difference) applied."""
    counts = list(row)
    for point, difference in changes:
        counts[point] += difference
    return counts


START = "-b----E-C---eE---c-e----B-"
HOP = "-----aE-C---eE---d-d----B-"
"""A blot on the mover's 5 point."""
BY_NOTATION = [
    ("both dice left unplayed", START, (3, 1), "no play", ("move.must-use-both",)),
    ("double left unplayed", START, (3, 3), "no play", ("move.must-use-max",)),
    ("the only playable die left unplayed", "-GG---------d-d----dAc----", (6, 2), "no play", ("move.must-use-max",)),
    ("a double played twice only", START, (3, 3), "24/21 24/21", ("move.must-use-max",)),
    ("three dice's worth in one hop", START, (5, 3), "13/2", ("move.wrong-distance",)),
    ("three dice's worth with two checkers", START, (6, 2), "24/16 13/11", ("move.wrong-distance",)),
    ("five checkers with a double", START, (2, 2), "13/11(3) 6/4(2)", ("move.too-many-checkers",)),
    ("too many checkers and one of them on a held point", START, (2, 1), "24/19 8/7 6/5", ("move.blocked-landing", "move.too-many-checkers")),
    ("two on the bar, one enters and goes on with the other die", "-b----E-C---eE---c-e-----B", (4, 3), "bar/18", ("move.bar-priority",)),
    ("entered on a held point", "-b----E-C---eE---c-e----AA", (6, 4), "bar/19 24/20", ("move.blocked-landing",)),
    ("borne off straight from the outer board", "-CC-CCB-A----------edcc---", (6, 1), "8/off", ("move.bearoff-not-home",)),
    ("a die too low, the other exact", "-A---B-------------edcc---", (4, 1), "5/off 1/off", ("move.bearoff-too-low",)),
    ("one die too far, which another pairing would call backwards", START, (6, 2), "24/16 6/5", ("move.wrong-distance",)),
    ("the same with one step short", START, (5, 1), "8/2 24/22", ("move.wrong-distance",)),
    ("one borne off with its own number and the other die forgotten", "----CCC------------edcc---", (6, 4), "6/off", ("move.must-use-both",)),
    ("one borne off with a higher number and the other die forgotten", "--BC-A-------------edcc---", (6, 4), "5/off", ("move.must-use-both",)),
    ("a checker put back from off", "--B---A------------edcc---", (5, 1), "off/6 6/1", ("checker.borne-off-on-board",)),
    ("backwards by a number nobody rolled", START, (6, 2), "8/12", ("move.blocked-landing", "move.backwards")),
    ("double with the third landing held", "-GGb--------e----cAe------", (5, 5), "18/3", ("move.blocked-landing",)),
    ("double hop over a held point", START, (5, 5), "24/14", ("move.intermediate-blocked",)),
    ("a double cut short over a blot that was left", HOP, (3, 3), "8/2", ("move.must-use-max", "checker.hit-not-on-bar")),
    ("the same with another checker", HOP, (3, 3), "13/10 8/2", ("move.must-use-max", "checker.hit-not-on-bar")),
    ("the same borne off from outside", "--C-aCB-A----------eccc---", (4, 4), "8/off", ("move.must-use-max", "checker.hit-not-on-bar")),
    ("the same borne off from a point that is too high for one die", "---a-BB------------edcb---", (3, 3), "6/off",
     ("move.must-use-max", "checker.hit-not-on-bar")),
    ("a double cut short with a distance of its own beside a blot", HOP, (3, 3), "8/1", ("move.wrong-distance",)),
    ("one checker with the sum through held points and one too far", START, (4, 1), "24/19", ("move.blocked-landing",)),
]  # fmt: skip


@pytest.mark.parametrize(("board", "roll", "text", "reasons"), [row[1:] for row in BY_NOTATION], ids=[row[0] for row in BY_NOTATION])
def test_reasons(board: str, roll: tuple[int, int], text: str, reasons: tuple[str, ...]) -> None:
    verdict = judge_play(position_of(board), roll, text)
    assert not verdict.is_legal
    assert verdict.reasons == reasons
    assert verdict.rule == (reasons[0] if len(reasons) == 1 else "move.illegal")


def hit_on_5() -> tuple[Position, Position]:
    """A position with a blot on the mover's 5 point, and the legal 8/5* 6/5 from it with 3-1."""
    position = position_of("-----aE-C---eE---d-e----B-")
    played = judge_play(position, (3, 1), "8/5* 6/5").play
    assert played is not None
    return position, played.after


BY_POSITION = [
    ("hit checker left where it was", [(25, -1), (20, 1)], ("checker.hit-not-on-bar",)),
    ("hit checker in the hand", [(25, -1)], ("checker.hit-not-on-bar",)),
    ("hit checker among those borne off", [(25, -1), (0, 1)], ("checker.hit-not-on-bar",)),
    ("hit checker put elsewhere", [(25, -1), (3, 1)], ("checker.hit-not-on-bar",)),
    ("hit checker put elsewhere and another shifted", [(25, -1), (3, 1), (8, -1), (9, 1)], ("move.opponent-checker-moved", "checker.hit-not-on-bar")),
    ("hit checker in the hand and another taken away", [(25, -1), (8, -1)], ("checker.hit-not-on-bar", "checker.count-mismatch")),
    ("another checker shifted", [(8, -1), (9, 1)], ("move.opponent-checker-moved",)),
    ("another checker put on the bar", [(8, -1), (25, 1)], ("move.opponent-checker-moved",)),
    ("another checker taken away", [(8, -1)], ("checker.count-mismatch",)),
    ("one checker too many", [(9, 1)], ("checker.count-mismatch",)),
    ("one taken away, one shifted", [(8, -2), (9, 1)], ("move.opponent-checker-moved", "checker.count-mismatch")),
]


@pytest.mark.parametrize(("changes", "reasons"), [row[1:] for row in BY_POSITION], ids=[row[0] for row in BY_POSITION])
def test_reasons_that_lie_with_the_opponents_checkers(changes: list[tuple[int, int]], reasons: tuple[str, ...]) -> None:
    position, after = hit_on_5()
    verdict = judge(position, (3, 1), Position.from_rows(after.on_roll, changed(after.opponent, *changes)))
    assert verdict.reasons == reasons
    assert verdict.play is not None
    assert verdict.play.after.on_roll == after.on_roll


def test_a_hit_is_written_only_when_the_blot_left_its_point() -> None:
    position, after = hit_on_5()
    left = judge(position, (3, 1), Position.from_rows(after.on_roll, changed(after.opponent, (25, -1), (20, 1))))
    in_hand = judge(position, (3, 1), Position.from_rows(after.on_roll, changed(after.opponent, (25, -1))))
    assert left.play is not None and format_play(left.play) == "8/5 6/5"
    assert in_hand.play is not None and format_play(in_hand.play) == "8/5* 6/5"
    assert [format_play(play) for play in left.nearest] == ["8/5* 6/5"]


def test_own_checker_missing_is_a_count_and_no_play() -> None:
    verdict = judge(Position.start(), (3, 1), Position.from_rows(changed(START_ROW, (8, -1), (6, -1), (5, 1)), START_ROW))
    assert verdict.reasons == ("checker.count-mismatch",)
    assert verdict.play is None
    assert not verdict.is_legal


TWO_BLOTS = position_of("-----aEaC--aeE---d-c----B-")
"""Blots on the mover's 11, 7 and 5 points."""


@pytest.mark.parametrize(
    ("roll", "play", "changes", "reasons"),
    [
        ((6, 1), "13/7* 6/5*", [(25, -1)], ("checker.hit-not-on-bar",)),
        ((6, 1), "13/7* 6/5*", [(25, -1), (20, 1)], ("checker.hit-not-on-bar",)),
        ((6, 1), "13/7* 6/5*", [(25, -2), (20, 1), (3, 1)], ("checker.hit-not-on-bar",)),
        ((6, 1), "13/7* 6/5*", [(25, -2), (3, 1), (2, 1)], ("checker.hit-not-on-bar",)),
        ((2, 2), "13/11*/9/7*/5*", [(25, -2), (0, 1)], ("checker.hit-not-on-bar",)),
    ],
)  # fmt: skip
def test_several_blots_hit_are_one_fault_wherever_they_are(roll: tuple[int, int], play: str, changes: list[tuple[int, int]], reasons: tuple[str, ...]) -> None:
    played = judge_play(TWO_BLOTS, roll, play)
    assert played.is_legal and played.play is not None
    after = played.play.after
    assert judge(TWO_BLOTS, roll, Position.from_rows(after.on_roll, changed(after.opponent, *changes))).reasons == reasons


def test_two_checkers_swapped_between_the_players() -> None:
    mine = changed(START_ROW, (24, -1), (19, 1))
    theirs = changed(START_ROW, (6, -1), (1, 1))
    verdict = judge(Position.start(), (6, 5), Position.from_rows(mine, theirs))
    assert "move.opponent-checker-moved" in verdict.reasons
    assert verdict.rule == "move.illegal"


def test_what_was_pushed_off_a_held_point_is_part_of_that_fault() -> None:
    mine, theirs = changed(START_ROW, (24, -1), (19, 1), (8, -1), (5, 1)), changed(START_ROW, (6, -5), (25, 5))
    assert judge(Position.start(), (5, 3), Position.from_rows(mine, theirs)).reasons == ("move.blocked-landing",)


def test_wrong_distance_over_a_blot_that_was_picked_up() -> None:
    position = position_of("-----aE-C---eE---d-e----B-")
    after = Position.from_rows(changed(position.on_roll, (8, -1), (2, 1)), changed(position.opponent, (20, -1), (25, 1)))
    assert judge(position, (3, 1), after).reasons == ("move.wrong-distance",)


UNDONE = frozenset({"move.must-use-both", "move.must-use-larger", "move.must-use-max", "checker.hit-not-on-bar"})
"""Reasons of a turn in which every step was right and something was left undone."""


@settings(max_examples=50)
@given(st.deferred(lambda: POSITIONS), st.integers(1, 6), st.integers(1, 3), st.randoms(use_true_random=False))
def test_a_double_cut_short_is_no_other_fault(position: Position, die: int, played: int, rng: random.Random) -> None:
    """Whether or not the checkers that were hit are on the bar: no distance is wrong, and no place."""
    play = rng.choice(legal_plays(position, (die, die)))
    short = play_as_written(position, play.steps[:played]).after
    for after in (short, Position(short.on_roll, position.opponent)):
        reasons = judge(position, (die, die), after).reasons
        is_short = len(play.steps) > played
        assert set(reasons) <= UNDONE
        assert ("move.must-use-max" in reasons) is is_short
        assert ("checker.hit-not-on-bar" in reasons) is (after != short)


def test_nearest_plays_are_near_and_legal() -> None:
    verdict = judge_play(Position.start(), (3, 1), "8/4 6/5")
    assert format_play(verdict.nearest[0]) == "8/5 6/5"
    assert set(verdict.nearest) <= set(legal_plays(Position.start(), (3, 1)))
    assert len(verdict.nearest) <= 3


def test_a_written_play_is_told_as_written() -> None:
    verdict = judge_play(Position.start(), (3, 1), "8/4 6/5")
    assert verdict.play is not None and format_play(verdict.play) == "8/4 6/5"


@pytest.mark.parametrize("text", ["no play", "13/10/13", "13/10 10/13", "24/23 8/7 23/24 7/8"])
def test_checkers_that_come_back_are_no_play(text: str) -> None:
    verdict = judge_play(Position.start(), (3, 1), text)
    assert verdict == judge_play(Position.start(), (3, 1), "no play")
    assert verdict.reasons == ("move.must-use-both",) and verdict.play is not None and verdict.play.steps == ()
    closed_out = position_of("------E-D---bE-----cbbbbbA")
    assert judge_play(closed_out, (6, 4), "13/9/13").is_legal, "the position is that of a dance"


@pytest.mark.parametrize(("text", "names"), [("23/20", "on point 23"), ("bar/22", "on the bar"), ("off/3", "borne off"), ("24/21(3)", "on point 24")])
def test_a_play_from_an_empty_place_is_refused(text: str, names: str) -> None:
    with pytest.raises(InputError, match=names):
        judge_play(Position.start(), (3, 1), text)


def test_a_position_that_cannot_arise_is_played_on_from() -> None:
    # both colours on the mover's 5 point: two of the opponent's beside one of the mover's
    position = Position.from_rows(changed(START_ROW, (6, -1), (5, 1)), changed(START_ROW, (24, -2), (20, 2)))
    assert judge_play(position, (3, 1), "8/5 6/5").reasons == ("move.blocked-landing",)
    assert judge_play(position, (3, 1), "5/4 24/21").is_legal


DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))


@cache
def games() -> tuple[Position, ...]:
    """The positions of three random games."""
    rng = random.Random(7)
    positions = []
    for _ in range(3):
        position = Position.start()
        while position.outcome is None:
            positions.append(position)
            position = rng.choice(legal_plays(position, (rng.randint(1, 6), rng.randint(1, 6)))).after.flipped
    return tuple(positions)


POSITIONS = st.integers(0, 10**4).map(lambda index: games()[index % len(games())])


@settings(max_examples=25)
@given(POSITIONS, DICE, st.randoms(use_true_random=False))
def test_every_legal_play_is_judged_legal(position: Position, roll: tuple[int, int], rng: random.Random) -> None:
    plays = legal_plays(position, roll)
    for play in rng.sample(plays, min(5, len(plays))):
        verdict = judge(position, roll, play.after)
        assert verdict.is_legal and verdict.play == play
        assert judge_play(position, roll, format_play(play)).play == play


@settings(max_examples=25)
@given(POSITIONS, DICE, DICE)
def test_a_play_of_another_roll_is_legal_or_has_a_reason(position: Position, roll: tuple[int, int], other: tuple[int, int]) -> None:
    legal = {play.after for play in legal_plays(position, roll)}
    for play in legal_plays(position, other)[:5]:
        verdict = judge(position, roll, play.after)
        assert verdict.is_legal == (play.after in legal)
        assert verdict.is_legal or (verdict.reasons and "move.illegal" not in verdict.reasons)
        assert verdict.play is not None and verdict.play.after == play.after


Moved = list[tuple[bool, int, int]]
"""(is the opponent's, from, to) of checkers moved anyhow."""
MOVED: st.SearchStrategy[Moved] = st.lists(st.tuples(st.booleans(), st.integers(0, 25), st.integers(0, 25)), min_size=1, max_size=5)


def disordered(position: Position, moved: Moved) -> Position:
    """The position after these moves, those from an empty place left out."""
    rows = [list(position.on_roll), list(position.opponent)]
    for is_theirs, source, target in moved:
        if rows[is_theirs][source]:
            rows[is_theirs][source] -= 1
            rows[is_theirs][target] += 1
    return Position.from_rows(*rows)


@settings(max_examples=25)
@given(POSITIONS, DICE, MOVED)
def test_any_disorder_gets_a_verdict(position: Position, roll: tuple[int, int], moved: Moved) -> None:
    after = disordered(position, moved)
    verdict = judge(position, roll, after)
    assert verdict.is_legal == (after in {play.after for play in legal_plays(position, roll)})
    assert bool(verdict.reasons) != verdict.is_legal
    assert verdict.nearest
