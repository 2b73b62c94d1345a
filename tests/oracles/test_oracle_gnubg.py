"""GNU Backgammon reads our .mat files as they were meant: every game, score and result, every position to the last."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.game.ids import gnu_position_id
from monitor.game.position import rows_to_position
from monitor.game.transcript.mat_writer import format_mat
from monitor.game.transcript.model import CubeMove, CubeTurn, Game, Match, SetUp, Turn
from monitor.game.transcript.moments import ids_of
from monitor.game.transcript.reader import read_record
from monitor.game.transcript.replay import Moment, replay
from tests.game.transcript.proper import endings_of, proper_match
from tests.oracles.gnubg_program import PROGRAM, SKIP, GnubgGame, read_with_gnubg

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=SKIP)

MATCHES = 50


def games_of(match: Match) -> list[GnubgGame]:
    """What gnubg should tell of each game."""
    told = []
    for game, moments in zip(match.games, replay(match).games, strict=True):
        boards = [str(ids_of(moment.before).gnu_position_id) for moment in moments if _tells_a_board(moment)]
        assert game.result is not None
        told.append(GnubgGame(game.score, [Player.A, Player.B].index(game.result.winner), game.result.points, tuple(boards), _end(moments)))
    return told


def _tells_a_board(moment: Moment) -> bool:
    action = moment.action
    return isinstance(action, Turn) or (isinstance(action, CubeTurn) and action.move is CubeMove.DOUBLE)


def _end(moments: Sequence[Moment]) -> str:
    """The last position's ID as the player sees it whose turn it is then, whoever ended the game."""
    on_roll = next(moment.action.player for moment in reversed(moments) if isinstance(moment.action, Turn)).opponent
    rows = moments[-1].after.rows
    assert rows is not None
    return gnu_position_id(rows_to_position(rows, on_roll))


def written(matches: list[Match], folder: Path) -> list[Path]:
    files = [folder / f"{number}.mat" for number in range(len(matches))]
    for file, match in zip(files, matches, strict=True):
        file.write_text(format_mat(match), encoding="utf-8")
    return files


def test_made_up_matches_are_read_as_they_were_played(tmp_path: Path) -> None:
    matches = [proper_match(seed) for seed in range(MATCHES)] + [proper_match(seed, length=0) for seed in range(5)]
    reading = read_with_gnubg(written(matches, tmp_path), tmp_path)
    assert reading.warnings == ()
    for number, (match, games) in enumerate(zip(matches, reading.files, strict=True)):
        assert list(games) == games_of(match), f"match {number}"
    # the generator does make what has to be carried; gnubg takes a left player's pass or resignation only from a line as long as the others
    assert sum(_ends_left(game) for match in matches for game in match.games) > 10
    endings = [endings_of(match) for match in matches]
    assert min(sum(e.passes for e in endings), sum(e.resignations for e in endings), sum(e.borne_off for e in endings)) > 15
    assert sum(e.crawford_games for e in endings) > 10


def _ends_left(game: Game) -> bool:
    return game.actions[-1].player is Player.A and not isinstance(game.actions[-1], Turn)


@pytest.mark.slow
def test_records_of_other_programs_are_read_from_our_export_as_they_were(reference: Path, tmp_path: Path) -> None:
    """Every record with whole games and legal plays alone: what gnubg repairs or refuses in the others is not ours to settle."""
    matches = {}
    for path in sorted((reference / "matches").rglob("*")):
        try:
            match = read_record(path.read_bytes()).match if path.suffix in (".mat", ".txt", ".sgf") else None
        except InputError:
            continue
        if match is not None and _is_whole_and_legal(match):
            matches[f"{path.parent.name}/{path.name}"] = match
    reading = read_with_gnubg(written(list(matches.values()), tmp_path), tmp_path)
    for (name, match), games in zip(matches.items(), reading.files, strict=True):
        assert [(game.boards, game.end) for game in games] == [(game.boards, game.end) for game in games_of(match)], name
    assert len(matches) > 50


def _is_whole_and_legal(match: Match) -> bool:
    moments = [moment for game in replay(match).games for moment in game]
    is_whole = all(game.result is not None and game.actions for game in match.games) and bool(match.games)
    return is_whole and not any(isinstance(moment.action, SetUp) or (isinstance(moment.action, Turn) and not moment.legal) for moment in moments)
