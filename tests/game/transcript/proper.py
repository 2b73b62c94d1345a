"""Made-up matches by the rules of a tournament: what another program reads without a complaint.

`generated.py` makes whatever a record may hold; here every opening, cube and score is one that a match can have.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from monitor.game import Position, legal_plays
from monitor.game.events import Player
from monitor.game.notation import format_play
from monitor.game.position import Result, Roll
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, Game, GameResult, Match, Resignation, Turn

LENGTHS = (1, 3, 5, 7)
MOST_GAMES = 3
"""Of money play, which has no length that ends it."""


@dataclass(frozen=True, slots=True)
class Endings:
    """How the games of a match ended; for a test that wants to have seen them all."""

    passes: int
    resignations: int
    borne_off: int
    crawford_games: int


def proper_match(seed: int, *, length: int | None = None) -> Match:
    """A whole match between two players who play anything legal. length: points, 0 for money play; None for one of LENGTHS."""
    rng = random.Random(seed)
    length = rng.choice(LENGTHS) if length is None else length
    score, games, is_crawford_over = [0, 0], list[Game](), False
    while max(score) < length if length else len(games) < MOST_GAMES:
        is_crawford = length > 0 and not is_crawford_over and max(score) == length - 1
        game = _game(rng, (score[0], score[1]), is_cube_dead=is_crawford)
        is_crawford_over |= is_crawford
        games.append(game)
        assert game.result is not None and game.result.points is not None
        score[0 if game.result.winner is Player.A else 1] += game.result.points
    return Match(names=("Ann", "Bo Li"), length=length, headers={"Event": f"Made up {seed}"}, games=tuple(games), notes=())


def endings_of(match: Match) -> Endings:
    """Counted over the games of one match."""
    last = [game.actions[-1] for game in match.games]
    crawford = int(any(match.length and match.length > 1 and max(game.score) == match.length - 1 for game in match.games))
    return Endings(
        sum(isinstance(action, CubeTurn) for action in last), sum(isinstance(action, Resignation) for action in last),
        sum(isinstance(action, Turn) for action in last), crawford,
    )  # fmt: skip


def _game(rng: random.Random, score: tuple[int, int], *, is_cube_dead: bool) -> Game:
    actions: list[Action] = []
    position, cube, owner = Position.start(), 1, None
    roll = _opening_roll(rng)
    player = Player.A if roll[0] > roll[1] else Player.B
    while True:
        if actions:
            if rng.random() < 0.004:
                worth = rng.choice((Result.SINGLE, Result.SINGLE, Result.GAMMON))
                return _ended(score, [*actions, Resignation(player=player)], player.opponent, cube * worth.multiplier)
            if not is_cube_dead and owner is not player.opponent and cube < 64 and rng.random() < 0.03:
                actions.append(CubeTurn(player=player, move=CubeMove.DOUBLE, value=cube * 2))
                if rng.random() < 0.25:
                    return _ended(score, [*actions, CubeTurn(player=player.opponent, move=CubeMove.PASS)], player, cube)
                actions.append(CubeTurn(player=player.opponent, move=CubeMove.TAKE))
                cube, owner = cube * 2, player.opponent
            roll = rng.randint(1, 6), rng.randint(1, 6)
        play = rng.choice(legal_plays(position, roll))
        actions.append(Turn(player=player, dice=roll, notation=format_play(play)))
        if outcome := play.after.outcome:
            return _ended(score, actions, player, cube * outcome.result.multiplier)
        position, player = play.after.flipped, player.opponent


def _ended(score: tuple[int, int], actions: list[Action], winner: Player, points: int) -> Game:
    return Game(score, tuple(actions), GameResult(winner, points))


def _opening_roll(rng: random.Random) -> Roll:
    """The die of A, the die of B; the higher one begins."""
    first, second = rng.sample(range(1, 7), 2)
    return first, second
