"""Made-up matches for the tests: random legal play, and everything that a real record may hold beside it."""

from __future__ import annotations

import random

from monitor.game import Position, legal_plays
from monitor.game.events import Player, Rows
from monitor.game.notation import format_play
from monitor.game.position import position_to_rows, rows_to_position
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, Game, GameResult, Match, Resignation, SetUp, Turn

NAMES = ("Ann", "Bo Li", "Plàyer", "x", "O'Neill-2", "A", "名前", "Ann 3")


def made_match(seed: int, *, is_tidy: bool = False) -> Match:
    """A match of a few games. is_tidy: only legal plays that are all told, and no comments."""
    rng = random.Random(seed)
    length = rng.choice((0, 1, 3, 5, 7, 25))
    first, second = rng.sample(NAMES, 2)
    headers = {"Event": f"Made up {seed}", "Site": "nowhere"} if rng.random() < 0.5 else {}
    score, games = [0, 0], []
    for _ in range(rng.randint(1, 4)):
        game = _game(rng, (score[0], score[1]), is_tidy)
        games.append(game)
        if game.result and game.result.points:
            score[0 if game.result.winner is Player.A else 1] += game.result.points
        if length and max(score) >= length:
            break
    notes = ("a comment before the games",) if not is_tidy and rng.random() < 0.2 else ()
    return Match(names=(first, second), length=length, headers=headers, games=tuple(games), notes=notes)


def _game(rng: random.Random, score: tuple[int, int], is_tidy: bool) -> Game:
    actions: list[Action] = []
    rows: Rows | None = position_to_rows(Position.start(), Player.A)
    player, cube, owner = rng.choice(list(Player)), 1, None
    notes = ("2 checkers away from the start position at 0.0 s",) if not is_tidy and rng.random() < 0.1 else ()
    for number in range(rng.choice((3, 12, 40, 120))):
        if number and owner is not player.opponent and cube < 8 and rng.random() < 0.03:
            actions.append(CubeTurn(player=player, move=CubeMove.DOUBLE, value=cube * 2))
            if rng.random() < 0.3:
                actions.append(CubeTurn(player=player.opponent, move=CubeMove.PASS))
                return Game(score, tuple(actions), GameResult(player, cube), notes)
            actions.append(CubeTurn(player=player.opponent, move=CubeMove.TAKE))
            cube, owner = cube * 2, player.opponent
        if rows is None and rng.random() < 0.5:
            rows = position_to_rows(Position.start(), Player.A)
            actions.append(SetUp(player=player, position=rows, cube=cube, cube_owner=owner))
        turn, rows = _turn(rng, player, rows, is_tidy)
        actions.append(turn)
        outcome = None if rows is None else rows_to_position(rows, player).outcome
        if outcome is not None:
            return Game(score, tuple(actions), GameResult(player, cube * outcome.result.multiplier), notes)
        player = player.opponent
    if rng.random() < 0.5:
        return Game(score, (*actions, Resignation(player=player)), GameResult(player.opponent, cube * rng.choice((1, 2))), notes)
    return Game(score, tuple(actions), GameResult(player, None) if rng.random() < 0.3 else None, notes)


def _turn(rng: random.Random, player: Player, rows: Rows | None, is_tidy: bool) -> tuple[Turn, Rows | None]:
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    position = rows_to_position(rows, player) if rows else Position.start()
    play = rng.choice(legal_plays(position, dice))
    text, after = format_play(play), play.after
    told: tuple[int | None, ...] = dice
    notes: list[str] = []
    chance = 1.0 if is_tidy else rng.random()
    if chance < 0.02:
        return Turn(player=player, dice=dice, notes=(f"{player} rolled {dice[0]}-{dice[1]} at 3.0 s, not read",)), None
    if chance < 0.04:
        told = ()
    elif chance < 0.06:
        notes = ["not followed from 40.0 s to 55.5 s, camera lost"]
    elif chance < 0.08:
        notes = ["corrected, first told as 24/23 13/11"]
    elif chance < 0.10:
        made = _illegal(rng, player, position)
        if made is not None:
            text, after = made
            notes = [f"illegal, stands as played, {player} played {text} with {dice[0]}-{dice[1]} at 13.0 s, move.wrong-distance"]
    elif chance < 0.11:
        notes = [f"uncertain, {player} played {text} with {dice[0]}-{dice[1]} at 14.0 s, or 8/5", "a second comment"]
    return Turn(player=player, dice=told, notation=text, notes=tuple(notes)), position_to_rows(after, player) if rows else None


def _illegal(rng: random.Random, player: Player, position: Position) -> tuple[str, Position] | None:
    """One checker moved by seven points at once, which no roll of two dice moves in one step, to a free point."""
    free = [p for p in range(8, 25) if position.on_roll[p] and not position.opponent[25 - (p - 7)]]
    if not free:
        return None
    source = rng.choice(free)
    mine = list(position.on_roll)
    mine[source] -= 1
    mine[source - 7] += 1
    return format_play([(source, source - 7, False)]), Position(tuple(mine), position.opponent)
