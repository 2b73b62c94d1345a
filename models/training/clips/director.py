"""The director: plays a script on the physical table, tells the film what to show, and writes down what is true.

The truth has the shape of `formats.md` section 3. Whether a play is legal is computed by `monitor.game`, then held against what
the script intends: a script that stages something else than it says does not run.
"""

from __future__ import annotations

import random
from typing import Any

from models.training.clips.acts import Rest as Pause
from models.training.clips.acts import perform
from models.training.clips.board import Board, checkers
from models.training.clips.film import Film
from models.training.clips.places import DicePlacer
from models.training.clips.script import NO_PLAY, Script, Turn
from models.training.clips.stage import Rest
from models.training.clips.table import BAR, OFF, Seats, Table
from models.training.scenes.spec import DieSpec
from monitor.errors import InputError
from monitor.game import Judgement, Position, judge
from monitor.game.events import Player, Rows
from monitor.game.notation import format_play

SETUP_S, REST_S, GAP_S, INVALID_S = 2.6, 1.15, 0.95, 1.6
"""Rests: set-up before the first roll; last checker to lifting the dice; dice away before the next roll; invalid roll before it is lifted."""


class Director:
    """Directs one script onto one film."""

    def __init__(self, script: Script, board: Board, film: Film) -> None:
        self.script, self.board, self.film = script, board, film
        self.seats = Seats(script.near, script.near_home)
        self.table = Table.start(self.seats, script.setup)
        if script.position:
            self.table = Table.from_rows(self.seats, Rows(script.position[Player.A], script.position[Player.B]))
        self.events: list[dict[str, Any]] = []
        self.thrown: list[tuple[float, tuple[DieSpec, ...]]] = []
        """When the dice of each roll came to rest (s), and how they lie."""

    def run(self) -> dict[str, Any]:
        """Films the whole script; returns the truth."""
        self._setup()
        for number, turn in enumerate(self.script.turns):
            try:
                self._turn(number, turn)
            except InputError as error:
                raise InputError(f"script {self.script.name}, turn {number + 1}: {error}") from error
        self.film.hold(0.6)
        script = self.script
        table = {"near": str(script.near), "near_home": script.near_home, "clock": False, "baffle": False, "profile": "cnb", "match_length": None}
        if script.allow_left:
            table["allow_left"] = script.allow_left
        staged = [turn.note for turn in script.turns if turn.note]
        return {
            "video": f"{script.name}.mp4", "duration": self.film.t, "table": table, "group": script.group,
            "look": {"board": script.look, "checkers": script.checkers, "light": script.light, "dice": list(script.dice_design)},
            "staged": staged, "events": self.events,
        }  # fmt: skip

    # -- parts of a clip ---------------------------------------------------------------------------------------------

    def _rest(self, dice: tuple[DieSpec, ...] = ()) -> Rest:
        return Rest(tuple(sorted(checkers(self.table, self.board, self.script.seed).items())), dice)

    def _setup(self) -> None:
        if self.script.late_setup:  # the last checker is still being put down when the film begins
            player = self.script.near
            self.table.move(player, self.seats.place(player, 6), ("beside", 0 if player is Player.A else 1))
            self.film.set(self._rest())
            self.film.hold(0.25)
            self._acts(player, "beside/6", (), visits=False)
        self.film.set(self._rest())
        t = self.film.t
        self._note(t, "setup", position=_body(self.table.rows()))
        wrong = [player for player in Player if self.script.setup.get(player)]
        if wrong:
            self._note(t, "flag", rule="setup.error", reasons=["setup.error"], player=str(wrong[0]) if len(wrong) == 1 else None)
        self.film.hold(SETUP_S)

    def _turn(self, number: int, turn: Turn) -> None:
        before = self.table.rows()
        owners = self._owners(turn)
        dice, t = self._throw(number, turn, owners)
        self.thrown.append((t, tuple(dice)))
        invalid = self._invalid_reason(turn)
        if invalid != turn.invalid:
            raise InputError(f"the dice lie so that the roll is {invalid or 'valid'}, the script says {turn.invalid or 'valid'}")
        player = turn.by
        self._note(
            t, "roll", player=None if player is None else str(player), dice=list(turn.roll), valid=not invalid, reason=invalid or None, opening=turn.opening
        )
        if invalid:
            self._note(t, "flag", rule=invalid, reasons=[invalid], player=str(player))
        if not turn.play:
            self.film.hold(INVALID_S)
            self._lift(dice, owners)
            self.film.hold(GAP_S)
            return
        if player is None:
            raise InputError("a tied opening roll cannot be played")
        self.film.hold(turn.think_s)
        if turn.hover:
            self.film.hover(not self.seats.is_near(player), 0.5, 0.5, 0.4)
            self.film.hold(0.5)
        last = t
        acts = turn.acts or ("" if turn.play == NO_PLAY else turn.play)
        if acts:
            last = self._acts(player, acts, tuple(dice), visits=turn.visits)
            self.film.hold(REST_S)
        else:
            self.film.hold(0.4)
        judgement = self._judge(player, turn, before)
        after = self.table.rows()
        legal = judgement.is_legal
        text = format_play(judgement.play) if legal and judgement.play is not None else turn.play
        self._note(last, "play", player=str(player), notation=text, position=_body(after), legal=legal, reasons=list(judgement.reasons))
        ended = self._lift(dice, owners)
        self._note(ended, "turn_end", player=str(player))
        if not legal:
            reasons = list(judgement.reasons)
            self._note(ended, "flag", rule=reasons[0] if len(reasons) == 1 else "move.illegal", reasons=reasons, player=str(player))
        self._game_end(ended, player)
        self.film.hold(GAP_S)

    def _owners(self, turn: Turn) -> tuple[Player, Player]:
        """Who throws each die."""
        if not turn.opening:
            if turn.by is None:
                raise InputError("who rolls?")
            return turn.by, turn.by
        first = turn.by or Player.A
        return first, first.opponent

    def _throw(self, number: int, turn: Turn, owners: tuple[Player, Player]) -> tuple[list[DieSpec], float]:
        clean = self._rest()
        dice = self._placed(number, turn, owners, clean)
        if not turn.opening:
            return dice, self.film.throw(self.seats.is_near(owners[0]), clean, clean.with_dice(*dice), dice)
        order = (0, 1) if (self.script.seed + number) % 2 else (1, 0)
        both = clean.with_dice(*dice)
        one = clean.with_dice(dice[order[0]])
        self.film.throw(self.seats.is_near(owners[order[0]]), clean, one, [dice[order[0]]])
        self.film.hold(0.5)
        return dice, self.film.throw(self.seats.is_near(owners[order[1]]), one, both, [dice[order[1]]])

    def _placed(self, number: int, turn: Turn, owners: tuple[Player, Player], clean: Rest) -> list[DieSpec]:
        """The dice at their staged places; the staged one finds its place before the flat one takes it."""
        error: InputError | None = None
        for attempt in range(6):
            rng = random.Random(f"{self.script.seed}:{number}:{attempt}")
            placer = DicePlacer(self.board, [c for _, c in clean.checkers], rng)
            placed: dict[int, DieSpec] = {}
            try:
                for i in sorted((0, 1), key=lambda i: turn.places[i] == "flat"):
                    owner = owners[i]
                    side = self.seats.half(owner, "right")
                    placed[i] = placer.place(turn.places[i], turn.roll[i], side, self.seats.is_near(owner), 0 if owner is Player.A else 1)
            except InputError as failed:
                error = failed
                continue
            return [placed[0], placed[1]]
        raise error or InputError("no place for the dice")

    def _acts(self, player: Player, acts: str, dice: tuple[DieSpec, ...], *, visits: bool) -> float:
        """The hand's work of one turn; returns the time of the first frame of its last position."""
        is_near = self.seats.is_near(player)
        last = self.film.t
        steps = perform(self.table, player, acts)
        for i, act in enumerate(steps):
            if isinstance(act, Pause):
                self.film.away(is_near)
                self.film.hold(act.seconds)
                continue
            before = self._rest(dice)
            identity = self.table.move(act.color, act.source, act.target)
            after = self._rest(dice)
            last = self.film.carry(is_near, before, after, dict(before.checkers)[identity], dict(after.checkers)[identity])
            if visits and i + 1 < len(steps):
                self.film.away(is_near)
                self.film.hold(0.5)
        self.film.away(is_near)
        return last

    def _lift(self, dice: list[DieSpec], owners: tuple[Player, Player]) -> float:
        clean = self._rest()
        if owners[0] is owners[1]:
            return self.film.lift(self.seats.is_near(owners[0]), clean.with_dice(*dice), clean, dice)
        one = clean.with_dice(dice[1])
        first = self.film.lift(self.seats.is_near(owners[0]), clean.with_dice(*dice), one, [dice[0]])
        self.film.lift(self.seats.is_near(owners[1]), one, clean, [dice[1]])
        return first

    # -- what is true ------------------------------------------------------------------------------------------------

    def _invalid_reason(self, turn: Turn) -> str:
        """The first reason that holds, from where the dice lie; "" for a valid roll."""
        kinds = [("left" if p.startswith("left") else "cocked" if p.startswith("cocked") else p) for p in turn.places]
        if "on-checker" in kinds:
            return "roll.on-checker"
        if "cocked" in kinds:
            return "roll.cocked"
        lefts = kinds.count("left")
        if lefts and turn.by is not None and self.script.allow_left == str(turn.by):
            return "roll.split-sides" if lefts == 1 else ""
        return "roll.left-of-bar" if lefts else ""

    def _judge(self, player: Player, turn: Turn, before: Rows) -> Judgement:
        after, other = self.table.rows(), player.opponent
        judgement = judge(Position.from_rows(before.of(player), before.of(other)), turn.roll, Position.from_rows(after.of(player), after.of(other)))
        if judgement.is_legal != turn.legal:
            raise InputError(
                f"{turn.play} with {turn.roll} is {'legal' if judgement.is_legal else 'illegal'} ({', '.join(judgement.reasons)}), the script says otherwise"
            )
        if turn.reasons and not set(turn.reasons) & set(judgement.reasons):
            raise InputError(f"{turn.play} is named {', '.join(judgement.reasons)}; the script expects {', '.join(turn.reasons)}")
        return judgement

    def _game_end(self, t: float, player: Player) -> None:
        rows = self.table.rows()
        mine, theirs = rows.of(player), rows.of(player.opponent)
        if sum(mine) and mine[OFF] == sum(mine):
            late = theirs[BAR] or any(theirs[19:25])
            self._note(t, "game_end", winner=str(player), points=1 if theirs[OFF] else 3 if late else 2)

    def _note(self, t: float, kind: str, **body: Any) -> None:
        self.events.append({"t": round(t, 3), "kind": kind, **body})


def _body(rows: Rows) -> dict[str, list[int]]:
    return {"A": list(rows.A), "B": list(rows.B)}
