"""What is written is read back as it was: .mat to the letter, SGF in all that a game is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.mat_writer import format_mat
from monitor.game.transcript.model import Match, SetUp, Turn
from monitor.game.transcript.replay import replay
from monitor.game.transcript.sgf_reader import read_sgf
from monitor.game.transcript.sgf_writer import format_sgf
from monitor.game.transcript.wording import plain, superseded_in
from tests.game.transcript.cases import cases
from tests.game.transcript.generated import made_match

MATCHES = cases(60, 1000)


def played(match: Match) -> list[Any]:
    """Everything that a game is: who did what, where the checkers then stood, the cube, the verdicts, the comments, the results."""
    games = []
    for game, moments in zip(match.games, replay(match).games, strict=True):
        told = [(type(m.action), m.action.player, getattr(m.action, "dice", ()), m.after.rows, m.after.cube, m.after.cube_owner, m.legal) for m in moments]
        comments = [game.notes, *(m.action.notes for m in moments), game.closing_notes]
        # a .mat file does not tell which play of a line a gap follows, so comments are compared in their order only
        corrected = [superseded_in(m.action.notes) for m in moments]
        games.append((game.score, told, [plain(note) for notes in comments for note in notes], corrected, game.result))
    return [match.names, match.length, dict(match.headers), games]


def test_mat_to_state_to_mat_is_the_same_to_the_letter() -> None:
    kinds: set[type] = set()
    illegal = 0
    for seed in range(MATCHES):
        match = made_match(seed)
        written = format_mat(match)
        read = read_mat(written)
        assert format_mat(read.match) == written, f"seed {seed}"
        assert played(read.match) == played(match), f"seed {seed}"
        kinds |= {type(action) for game in match.games for action in game.actions}
        illegal += sum(moment.legal is False for game in replay(match).games for moment in game)
    # the generator does make what the format has to carry
    assert SetUp in kinds and Turn in kinds and len(kinds) == 4
    assert illegal > MATCHES // 10


def test_a_tidy_match_has_nothing_odd_about_it() -> None:
    for seed in range(MATCHES // 3):
        match = made_match(seed, is_tidy=True)
        read = read_mat(format_mat(match))
        assert read.findings == (), f"seed {seed}"
        odd = {str(finding.odd) for finding in replay(read.match).findings}
        # the generator doubles in Crawford games, opens with doubles and breaks games off
        assert odd <= {"turn.cube", "turn.opening", "game.result-missing", "game.result"}, f"seed {seed}"


def test_sgf_carries_the_whole_match() -> None:
    for seed in range(MATCHES // 2):
        match = made_match(seed)
        written = format_sgf(match, replay(match))
        read = read_sgf(written).match
        assert format_sgf(read, replay(read)) == written, f"seed {seed}"
        assert played(read) == played(match), f"seed {seed}"


def test_every_line_of_plays_reaches_the_right_column() -> None:
    """A line that ended before it made gnubg take the right play of the line before for that of this line too."""
    for seed in range(20):
        lines = [line for line in format_mat(made_match(seed)).splitlines() if re.match(r" *\d+\) ", line)]
        assert lines and min(map(len, lines)) >= 33, f"seed {seed}"


def test_a_mark_that_is_lost_is_noticed() -> None:
    """The comparison itself can fail: a match without its comments is not the same."""
    match = next(match for seed in range(100) if "illegal" in format_mat(match := made_match(seed)))
    bare = "\n".join(line for line in format_mat(match).splitlines() if not line.startswith("; illegal")) + "\n"
    assert played(read_mat(bare).match) != played(match)


def test_another_program_reads_the_same_final_positions() -> None:
    try:
        from gvformat.game_reconstructor import reconstruct_decisions
        from gvformat.mat_parser import parse_mat_file
    except ImportError:
        pytest.skip("needs gammonview: pip install -r requirements-oracles.txt")
    compared = 0
    for seed in range(cases(30, 300)):
        match = made_match(seed, is_tidy=True)
        theirs = parse_mat_file(format_mat(match))
        for game, moments in zip(theirs["games"], replay(match).games, strict=True):
            turns = [moment for moment in moments if isinstance(moment.action, Turn)]
            if any("*/" in (moment.action.notation or "") for moment in turns if isinstance(moment.action, Turn)):
                continue  # the other program does not know a hit on the way
            decisions = reconstruct_decisions(game, theirs["match_length"], theirs["player1"], theirs["player2"])["decisions"]
            board = [decision for decision in decisions if decision["kind"] == "checker"][-1]["board_played"]
            rows = turns[-1].after.rows
            assert rows is not None
            player = turns[-1].action.player
            mine, other = rows.of(player), rows.of(player.opponent)
            # their board: the mover's numbering, own checkers positive, 0 the opponent's bar (positive), 25 the mover's bar
            assert [board[25], *board[1:25]] == [mine[25], *(mine[p] - other[25 - p] for p in range(1, 25))], f"seed {seed}"
            assert board[0] == other[25], f"seed {seed}"
            compared += 1
    assert compared > 10
