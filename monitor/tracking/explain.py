"""Explaining a turn: every legal play, the catalogue of violations, and whatever the picture says, side by side.

The verdict is one of three (`perception.md` 5.7). ILLEGAL needs a clear margin over every legal play under every plausible reading
of the dice; LEGAL needs a legal play that is as good as anything and apart from the next; everything else is UNCERTAIN.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from monitor.game import judge, legal_plays
from monitor.game.events import Player, Rows
from monitor.game.notation import format_play
from monitor.game.plays import Play
from monitor.game.position import Position, position_to_rows, rows_to_position
from monitor.tracking import thresholds as T
from monitor.tracking.evidence import Fused
from monitor.tracking.layout import Cells, Layout, color_index
from monitor.tracking.picture import Reading, best_reading, conservation, corrected, score_all, with_totals
from monitor.tracking.sums import Penalty
from monitor.tracking.violations import violations

Dice = tuple[int, int]
CHECK_DICE = "dice.check"
"""Reason of an uncertain play: illegal as the dice were read, legal under another reading of them."""


class Verdict(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True)
class Turn:
    """What is known when a turn is to be explained. dice: ((a, b), probability), likeliest first. before_seen: evidence then.

    is_read: False when a die could not be read. What hides one face (glare, blur) spoils the other's reading as well, so a play is called illegal then
    only if it is so whatever was rolled.
    """

    player: Player
    before: Rows
    dice: tuple[tuple[Dice, float], ...]
    before_seen: Fused | None
    layout: Layout
    is_read: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """position: the final position. margin: nats by which the verdict leads (negative when it does not).

    is_unmoved: no checker of either side has moved as far as can be seen. changed: cells that differ from before.
    told: the dice where one could not be read and this play, which is legal with them, tells which they were, with their probability.
    """

    verdict: Verdict
    position: Rows
    notation: str | None
    reasons: tuple[str, ...]
    nearest: tuple[str, ...]
    alternatives: tuple[str, ...]
    dice: Dice
    margin: float
    confidence: float
    is_unmoved: bool
    can_move: bool
    changed: tuple[int, ...]
    told: tuple[Dice, float] | None = None


@dataclass(frozen=True, slots=True)
class _Lawful:
    """The legal plays under one reading of the dice, with their scores."""

    dice: Dice
    log_p: float
    plays: list[Play]
    scores: NDArray[np.float64]

    @property
    def best(self) -> float:
        return float(self.scores.max()) + self.log_p


def explain(turn: Turn, after: Fused) -> Explanation:
    """Explain the position seen in `after` as the end of the turn."""
    layout, player = turn.layout, turn.player
    known = layout.to_cells(turn.before)
    scores = corrected(after.scores, turn.before_seen, known)
    start = rows_to_position(turn.before, player)
    top_p = turn.dice[0][1]
    readings = [(dice, p) for dice, p in turn.dice if p >= T.ALTERNATIVE_DICE * top_p][:12]
    lawful = []
    penalties = _penalties(known, player, [])
    for dice, p in readings:
        plays = legal_plays(start, dice)
        arrays = layout.to_cells_many(player, np.array([play.after.rows for play in plays], np.int16))
        if dice == turn.dice[0][0]:
            penalties = _penalties(known, player, [int(a[:, color_index(player)].sum()) for a in arrays])
        lawful.append(_Lawful(dice, float(np.log(p / top_p)), plays, score_all(scores, arrays, _free(penalties, player))))
    read = lawful[0]
    best = max(lawful, key=lambda x: x.best)
    seen = best_reading(scores, penalties)
    unmoved = float(score_all(scores, known[None], penalties)[0])
    is_unmoved = unmoved >= seen.score - 0.5
    can_move = any(play.steps for play in read.plays)
    gap = seen.score - best.best
    build = _Builder(turn, known, start, seen, is_unmoved, can_move)
    # the violation named by the rules is preferred to an arbitrary position of about the same score
    if gap <= T.LEGAL_MARGIN:
        chosen = read if read.best >= best.best - T.PLAY_APART else best
        return _lawful(build, chosen, read, unmoved, gap, None if turn.is_read else _told_dice(turn, lawful, seen.score))
    return _unlawful(build, lawful, scores, after, penalties, gap)


def _told_dice(turn: Turn, lawful: list[_Lawful], seen: float) -> float | None:
    """How probable the dice as they were likeliest read are beside a play that is legal with them; None where that does not tell them.

    seen: score of the best reading of all, which an unlawful play with any dice would have.
    """
    dice = turn.dice[0][0]
    both_ways = {dice, dice[::-1]}
    weight = {x.dice: float(np.exp(x.best - seen) + T.UNLAWFUL_SHARE * np.exp(x.log_p)) for x in lawful}
    p = sum(w for d, w in weight.items() if d in both_ways) / sum(weight.values())
    shown = sum(p for d, p in turn.dice if d in both_ways)
    return p if p >= T.TOLD_SURE and shown >= T.TOLD_LEAST else None


def _lawful(build: _Builder, chosen: _Lawful, read: _Lawful, unmoved: float, gap: float, told: float | None) -> Explanation:
    order = np.argsort(-chosen.scores, kind="stable")
    play = chosen.plays[int(order[0])]
    top = float(chosen.scores[order[0]])
    second = float(chosen.scores[order[1]]) if len(order) > 1 else -np.inf
    apart = top - second
    others = tuple(format_play(chosen.plays[int(i)]) for i in order[1:4] if chosen.scores[i] > top - 3 * T.PLAY_APART)
    is_seen = not play.steps or top - unmoved >= T.PLAY_APART
    position = position_to_rows(play.after, build.turn.player)
    # where the faces rather show dice with which the play is not legal, they are to be checked, and nothing is told (`rules.md` D23)
    sure = apart >= T.PLAY_APART and is_seen and chosen is read
    reasons = (CHECK_DICE,) if chosen is not read else ()
    confidence = 1.0 / (1.0 + float(np.exp(-min(apart, T.LEGAL_MARGIN - gap + T.PLAY_APART, 20.0))))
    verdict = Verdict.LEGAL if sure else Verdict.UNCERTAIN
    result = build.result(verdict, position, format_play(play), reasons, (), others, chosen.dice, min(apart, T.LEGAL_MARGIN - gap), confidence)
    return replace(result, told=(read.dice, told) if sure and told is not None else None)


def _unlawful(build: _Builder, lawful: list[_Lawful], scores: NDArray[np.float64], after: Fused, penalties: tuple[Penalty, Penalty], gap: float) -> Explanation:
    turn, read = build.turn, lawful[0]
    cells, position = _best_violation(build, scores, penalties, read.dice)
    best = max(lawful, key=lambda x: x.best)
    nearest_play = best.plays[int(best.scores.argmax())]
    nearest_cells = turn.layout.to_cells(position_to_rows(nearest_play.after, turn.player))
    differing = np.flatnonzero((cells != nearest_cells).any(axis=1))
    is_balanced = _is_balanced(turn, position, read.plays)
    needed = T.ILLEGAL_MARGIN if is_balanced else T.UNBALANCED_MARGIN
    is_settled = bool(after.is_settled[differing].all())
    # an alternative reading of the dice must not make it legal, however unlikely beyond ALTERNATIVE_DICE it is
    closest_other = max((float(x.scores.max()) for x in lawful[1:]), default=-np.inf)
    if not turn.is_read and gap >= needed:
        closest_other = max(closest_other, _best_of_all_rolls(build, scores, penalties))
    makes_legal = closest_other >= build.seen.score - needed
    was_read = not _misread_before(turn, build.known)[differing].any()
    verdict = Verdict.ILLEGAL if gap >= needed and is_settled and was_read and not makes_legal else Verdict.UNCERTAIN
    judgement = judge(build.start, read.dice, rows_to_position(position, turn.player))
    reasons = tuple(str(r) for r in judgement.reasons)
    nearest = tuple(_text(p) for p in judgement.nearest)[:3]
    notation = format_play(judgement.play) if judgement.play is not None else None
    if judgement.is_legal:  # the cells are those of a legal play with other counts off: nothing to hold against it
        return build.result(Verdict.UNCERTAIN, position, notation, (), nearest, (), read.dice, gap - needed, 0.5)
    if verdict is Verdict.UNCERTAIN:
        others = tuple(format_play(best.plays[int(i)]) for i in np.argsort(-best.scores, kind="stable")[:3])
        is_against_dice = build.seen.score - float(read.scores.max()) >= needed  # unlawful only as the dice were read
        reasons = (CHECK_DICE,) if makes_legal and is_against_dice else reasons
        if not is_balanced and gap < needed:
            # a checker does not vanish on the word of one cell that is not sure of it: the game goes on from the likeliest legal play
            return build.result(
                verdict, position_to_rows(nearest_play.after, turn.player), format_play(nearest_play), reasons, nearest, others, best.dice, gap - needed, 0.5
            )
        return build.result(verdict, position, notation, reasons, nearest, others, read.dice, gap - needed, 0.5)
    confidence = 1.0 / (1.0 + float(np.exp(-min(gap - needed + 1.0, 20.0))))
    return build.result(verdict, position, notation, reasons, nearest, (), read.dice, gap - needed, confidence)


def _is_balanced(turn: Turn, position: Rows, plays: list[Play]) -> bool:
    """Whether as many checkers stand on the board as before, or as after one of the legal plays. One that seems to have been borne off against the rules
    is gone on the word of one cell, as any other that is missing."""
    mover, other = turn.player, turn.player.opponent
    on_board = {sum(turn.before.of(mover)[1:]), *(sum(play.after.rows[0][1:]) for play in plays)}
    return sum(position.of(mover)[1:]) in on_board and sum(position.of(other)[1:]) == sum(turn.before.of(other)[1:])


def _best_of_all_rolls(build: _Builder, scores: NDArray[np.float64], penalties: tuple[Penalty, Penalty]) -> float:
    """Score of the best legal play of any roll."""
    turn, best = build.turn, -np.inf
    free = _free(penalties, turn.player)
    for a in range(1, 7):
        for b in range(1, a + 1):
            positions = np.array([play.after.rows for play in legal_plays(build.start, (a, b))], np.int16)
            best = max(best, float(score_all(scores, turn.layout.to_cells_many(turn.player, positions), free).max()))
    return best


def _misread_before(turn: Turn, known: Cells) -> NDArray[np.bool_]:
    """(25,) cells that read otherwise than they were known to be when the turn began: nobody is accused on the word of such a cell."""
    if turn.before_seen is None:
        return np.zeros(len(known), bool)
    scores = turn.before_seen.scores
    kept = np.take_along_axis(scores, with_totals(known)[:, :, None], axis=2)[:, :, 0]
    return np.asarray((scores.max(axis=2) - kept > T.MISREAD_BEFORE).any(axis=1))


def _best_violation(build: _Builder, scores: NDArray[np.float64], penalties: tuple[Penalty, Penalty], dice: Dice) -> tuple[Cells, Rows]:
    """The catalogue's best position, or the picture's own when that is clearly better; as cells and as rows."""
    turn = build.turn
    positions = violations(build.start, dice)
    if len(positions):
        arrays = turn.layout.to_cells_many(turn.player, positions)
        values = score_all(scores, arrays, penalties)
        best = int(values.argmax())
        if float(values[best]) + T.CATALOGUE_BONUS >= build.seen.score:
            mine, theirs = (tuple(int(n) for n in row) for row in positions[best])
            return arrays[best], Rows(mine, theirs) if turn.player is Player.A else Rows(theirs, mine)
    return build.seen.cells, rows_seen(turn.layout, turn.before, build.seen.cells, turn.player)


def _penalties(known: Cells, player: Player, allowed_sums: list[int]) -> tuple[Penalty, Penalty]:
    out = []
    for c in (0, 1):
        allowed = frozenset(allowed_sums) if c == color_index(player) else frozenset[int]()
        out.append(conservation(int(known[:, c].sum()), allowed))
    return out[0], out[1]


def _free(penalties: tuple[Penalty, Penalty], player: Player) -> tuple[Penalty, Penalty]:
    """For legal plays, which conserve by themselves: nothing is charged for the mover's checkers borne off."""
    zero = np.zeros_like(penalties[0])
    return (zero, penalties[1]) if player is Player.A else (penalties[0], zero)


def _text(play: str | Play) -> str:
    return play if isinstance(play, str) else format_play(play)


@dataclass(frozen=True, slots=True)
class _Builder:
    turn: Turn
    known: Cells
    start: Position
    seen: Reading
    is_unmoved: bool
    can_move: bool

    def result(
        self, verdict: Verdict, position: Rows, notation: str | None, reasons: tuple[str, ...], nearest: tuple[str, ...],
        alternatives: tuple[str, ...], dice: Dice, margin: float, confidence: float,
    ) -> Explanation:  # fmt: skip
        changed = tuple(int(i) for i in np.flatnonzero((self.turn.layout.to_cells(position) != self.known).any(axis=1)))
        return Explanation(verdict, position, notation, reasons, nearest, alternatives, dice, margin, confidence, self.is_unmoved, self.can_move, changed)


def rows_seen(layout: Layout, before: Rows, cells: Cells, mover: Player | None) -> Rows:
    """Rows for a position as seen, deciding what became of checkers that are no longer on the board.

    The mover's checkers missing from the home board count as borne off, early or not; any other checker missing is simply gone, so that
    its row sums to less than before. A checker too many came back from those borne off, if there are any.
    """
    off = [before.A[0], before.B[0]]
    rows = layout.to_rows(cells, (0, 0))
    for player in Player:
        c = color_index(player)
        was, now = before.of(player), rows.of(player)
        missing = sum(was[1:]) - sum(now[1:])
        home_loss = sum(max(0, was[p] - now[p]) for p in range(1, 7))
        arrived = sum(max(0, now[p] - was[p]) for p in range(1, 7))
        if missing > 0 and player is mover and (home_loss >= missing or (sum(was[7:]) - sum(now[7:]) <= arrived + missing and not any(now[7:]))):
            off[c] += missing
        elif missing < 0:
            off[c] = max(0, off[c] + missing)
    return layout.to_rows(cells, (off[0], off[1]))
