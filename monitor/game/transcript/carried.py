"""What a converted record does not carry. What was written is read back, as it is and without its comments, and held against the match.

Other programs pass over comments: what stands there alone is lost to them, and what their reading puts in its place is said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from monitor.errors import InputError
from monitor.game.notation import parse_play
from monitor.game.transcript.findings import Finding, Odd
from monitor.game.transcript.mat_reader import read_mat
from monitor.game.transcript.model import Action, CubeMove, CubeTurn, Game, Match, Resignation, SetUp, Turn
from monitor.game.transcript.replay import Moment, Replay, replay
from monitor.game.transcript.sgf_reader import read_sgf
from monitor.game.transcript.sidecar import sidecar_of, with_sidecar
from monitor.game.transcript.text_writer import match_length, result_words
from monitor.game.transcript.wording import shown_dice

_SGF_PROPERTY = re.compile(r"([A-Z]{1,10})((?:\s*\[(?:\\.|[^\\\]])*\])+)", re.DOTALL)

Differences = dict[int, str]
"""By turn, from 1, how another reading tells it."""


def not_carried(match: Match, played: Replay, form: str, text: str, *, has_sidecar: bool = False) -> tuple[Finding, ...]:
    """What `text`, the match converted to form ("mat" or "sgf"), does not carry, or only in comments. played: the match, played through.

    has_sidecar: a sidecar is written beside it, and what that tells is carried. Empty for a form that has room for everything.
    """
    if form not in _READERS:
        return ()
    read, without_comments = _READERS[form]
    whole = _read(read, text)
    if has_sidecar:
        whole = with_sidecar(whole, sidecar_of(match, played))
    bare = _read(read, without_comments(text))
    whole_played, bare_played = replay(whole), replay(bare)
    aside = "a comment or the sidecar" if has_sidecar else "a comment"
    found = list(_compared([_of_match(one) for one in (match, whole, bare)], aside))
    for number, game in enumerate(match.games, 1):
        others = [_game(other, number - 1) for other in (whole, bare)]
        told = [_of_game(one, within) for one, within in ((game, match), *zip(others, (whole, bare), strict=True))]
        found += _compared(told, aside, game.line, number)
        lost, in_comment = (_differences(played, other, number) for other in (whole_played, bare_played))
        for turn in sorted({*lost, *in_comment}):
            action = game.actions[turn - 1]
            odd = Odd.NOT_CARRIED if turn in lost else Odd.IN_COMMENT
            becomes = lost.get(turn) or in_comment[turn]
            found.append(Finding(odd, _sentence(odd, _said(action), becomes, aside), action.line, number, turn, action.player))
    return tuple(found)


def _sentence(odd: Odd, told: str, becomes: str, aside: str) -> str:
    if odd is Odd.NOT_CARRIED:
        return f"{told} is not carried: the file has {becomes}"
    return f"{told} is told in {aside} only: other programs read {becomes}"


def _read(read: Callable[[str], Match], text: str) -> Match:
    try:
        return read(text)
    except InputError:  # nothing is left without the comments
        return Match()


def _read_mat(text: str) -> Match:
    return read_mat(text).match


def _read_sgf(text: str) -> Match:
    return read_sgf(text).match


def _mat_without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith(";"))


def _sgf_without_comments(text: str) -> str:
    return _SGF_PROPERTY.sub(lambda found: "" if found[1] == "C" else found[0], text)


_READERS: Mapping[str, tuple[Callable[[str], Match], Callable[[str], str]]] = {
    "mat": (_read_mat, _mat_without_comments), "sgf": (_read_sgf, _sgf_without_comments),
}  # fmt: skip


# ---------------------------------------------------------------- the match and its games


def _of_match(match: Match) -> dict[str, str]:
    return {"the length of the match": match_length(match), "the players' names": f"{match.names[0]} and {match.names[1]}"}


def _of_game(game: Game, match: Match) -> dict[str, str]:
    names = game.names or match.names
    score = f"{game.score[0]}-{game.score[1]}"
    return {"the score before the game": score, "the players' names": f"{names[0]} and {names[1]}", "the result": result_words(game.result)}


def _game(match: Match, index: int) -> Game:
    return match.games[index] if index < len(match.games) else Game()


def _compared(told: Sequence[Mapping[str, str]], aside: str, line: int | None = None, game: int | None = None) -> Iterator[Finding]:
    """told: of the match itself, of what was written, and of that without comments."""
    for name, value in told[0].items():
        whole, bare = told[1][name], told[2][name]
        if value != whole:
            yield Finding(Odd.NOT_CARRIED, _sentence(Odd.NOT_CARRIED, f"{name} ({value})", f'"{whole}"', aside), line, game)
        elif value != bare:
            yield Finding(Odd.IN_COMMENT, _sentence(Odd.IN_COMMENT, f"{name} ({value})", f'"{bare}"', aside), line, game)


# ---------------------------------------------------------------- actions


def _differences(played: Replay, other: Replay, number: int) -> Differences:
    """The turns of a game that another reading of it tells otherwise or not at all."""
    mine = played.games[number - 1]
    theirs = other.games[number - 1] if number <= len(other.games) else ()
    matcher = SequenceMatcher(None, [_facts(moment) for moment in mine], [_facts(moment) for moment in theirs], autojunk=False)
    found: Differences = {}
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag in ("equal", "insert"):
            continue
        for index in range(first, last):
            at = start + index - first
            found[index + 1] = _said(theirs[at].action) if tag == "replace" and at < end else "nothing"
    return found


def _facts(moment: Moment) -> Hashable:
    """What an action tells, however it is spelt."""
    action = moment.action
    match action:
        case Turn():
            return "play", action.player, action.dice, None if action.notation is None else _moved(action.notation)
        case CubeTurn(move=CubeMove.DOUBLE):
            return "cube", action.player, action.move, action.value
        case CubeTurn(move=CubeMove.BEAVER):
            return "cube", action.player, action.move, moment.after.cube
        case CubeTurn():
            return "cube", action.player, action.move
        case SetUp():
            return "set up", action.player, action.position, action.dice, action.cube, action.cube_owner
    return type(action).__name__, action.player


def _moved(notation: str) -> Hashable:
    """Where checkers are missing and where there are more, by which plays are the same however their steps are told."""
    changes: Counter[int] = Counter()
    try:
        steps = parse_play(notation)
    except InputError:
        return notation
    for source, target, _ in steps:
        changes[source] -= 1
        changes[target] += 1
    return frozenset((place, change) for place, change in changes.items() if change)


def _said(action: Action) -> str:
    """An action in words, the player's name in front."""
    match action:
        case Turn():
            return f"{action.player}'s {shown_dice(action.dice) or '??'}: {action.notation or 'a play that is not told'}"
        case CubeTurn(move=CubeMove.DOUBLE, value=None):
            return f"{action.player}'s double without its value"
        case CubeTurn():
            return f"{action.player}'s {action.move}{f' to {action.value}' if action.value is not None else ''}"
        case SetUp():
            return f"the position that is set up with {action.player} on roll"
        case Resignation():
            return f"{action.player}'s resignation"
    return f"{action.player}'s action"
