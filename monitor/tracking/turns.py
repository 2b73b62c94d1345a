"""The phases of a turn: moving until a die leaves the board, then judging the final position (`rules.md` 4.2 S4 and S5)."""

from __future__ import annotations

from dataclasses import replace

from monitor.game.events import GameEnded, Gap, Player, PlayMade, RollSeen, Status, TableEvent, TurnEnded
from monitor.game.position import rows_to_position
from monitor.tracking import thresholds as T
from monitor.tracking.core import Core
from monitor.tracking.dice import DieTrack
from monitor.tracking.evidence import Fused
from monitor.tracking.explain import Dice, Explanation, Turn, Verdict, explain
from monitor.tracking.layout import color_index
from monitor.tracking.observation import Observation
from monitor.tracking.pairs import Pair
from monitor.tracking.start import is_all_settled
from monitor.tracking.state import Phase, RollState, TurnRecord

LOST_TURN = "the turn could not be followed; the position is taken from the picture"


class TurnPhases(Core):
    """MOVING and ENDING."""

    def step_moving(self, obs: Observation, out: list[TableEvent]) -> bool:
        roll = self._the_roll()
        if not obs.is_full:
            return False
        self._note_borne_off(obs, roll)
        if self._gives_way(roll, obs):
            return True
        gone = [d for d in roll.dice if d.id in self.gone]
        if not gone:
            return False
        others = [d for d in roll.dice if d.id not in self.gone]
        left_at = min(self.gone[d.id] for d in gone)
        is_winners_left = len(others) == 1 and (others[0] is roll.dice[0] or not roll.is_player_sure)
        if roll.is_opening and is_winners_left and self.pairs.find(obs.t) is None:
            return False  # the loser took his own die back; the winner's still lies there
        if others:
            waits = self._shifted(roll, gone[0], left_at, obs)
            if waits is not None:
                return waits
            if obs.has_hand and obs.t - left_at < T.LIFTED_ONE_HAND_S:
                return False
        self.t_end = left_at
        self.phase = Phase.ENDING
        return True

    def step_ending(self, obs: Observation, out: list[TableEvent]) -> bool:
        """Judge as soon as the picture allows, at the latest when the next roll lies at rest."""
        roll = self._the_roll()
        if self._put_back(roll):
            return True
        self._retire_roll(roll)
        pair = self.pairs.find(obs.t)
        if pair is None and (not obs.is_full or obs.t < max(self.next_check, self.t_end + T.LEGAL_SETTLE_S)):
            return False
        self.next_check = obs.t + T.EXPLAIN_EVERY_S
        if pair is not None and abs(pair.t - self.t_end) < T.JUMP_S:  # frames are missing
            roll.has_jumped = roll.has_blind = True
        turn, seen, ex = self._explain(roll, pair)
        if ex.is_unmoved or self._is_rolled_again(roll, ex, pair):
            decided = self._unmoved(roll, ex, pair, out, obs)
            if decided is not None:
                return decided
        elif not self._is_ripe(roll, ex, obs, pair is not None):
            return False
        self._report(turn, seen, ex, out)
        return True

    def conclude(self, out: list[TableEvent]) -> None:
        """The stream ends after a turn's end: judge on what there is, unless nothing moved and nothing tells why."""
        roll = self._the_roll()
        turn, seen, ex = self._explain(roll, None)
        is_told = is_all_settled(seen) and (ex.can_move or roll.valid is False)
        if not (ex.is_unmoved and is_told):
            self._report(turn, seen, ex, out)

    def _explain(self, roll: RollState, pair: Pair | None) -> tuple[Turn, Fused, Explanation]:
        assert self.layout is not None
        turn = roll.turn(self.layout)
        seen = roll.final_seen or (self.evidence.fused if pair is None else self.evidence.at(self.look_back(roll, pair)))
        ex = explain(turn, seen)
        if not roll.is_player_sure and ex.verdict is not Verdict.LEGAL:
            other = roll.turn(self.layout, roll.player.opponent)
            ex_other = explain(other, seen)
            if ex_other.verdict is Verdict.LEGAL and not ex_other.is_unmoved:
                roll.player = other.player
                return other, seen, ex_other
            ex = replace(ex, verdict=Verdict.UNCERTAIN)  # who moved is not known, so neither is what was unlawful
        return turn, seen, ex

    def look_back(self, roll: RollState, pair: Pair) -> float:
        """When to look at the position that the next roll found: as it came to rest, or a little later where frames are missing."""
        return pair.t + T.JUMP_LOOK_S if roll.has_jumped else max(pair.t, self.t_end)

    def _the_roll(self) -> RollState:
        assert self.roll is not None
        return self.roll

    def _gives_way(self, roll: RollState, obs: Observation) -> bool:
        """Neither of the roll's dice could ever be read, and beside them two others that can came to rest: those are the roll.

        Grain, veins and emblems look like dice without a face; two real dice that cannot be read are lifted before the next roll is made.
        """
        if any(d.value is not None or d.id in self.gone for d in roll.dice) or roll.fixed:
            return False
        pair = self.pairs.find(obs.t, is_opening=roll.is_opening)
        if pair is None or len(pair.dice) < 2 or any(d.value is None for d in pair.dice):
            return False
        self.roll = None
        self.expected = None if roll.is_opening else roll.player
        self.phase = Phase.OPENING if roll.is_opening else Phase.READY
        return True

    def _shifted(self, roll: RollState, die: DieTrack, left_at: float, obs: Observation) -> bool | None:
        """Has the missing die of a pair only been moved for room? None: no; otherwise what the phase step should answer."""
        fresh = [d for d in self.pairs.fresh() if d not in roll.dice and left_at - 0.3 <= d.first <= left_at + T.SHIFT_S]
        if len(fresh) != 1:
            return None
        new = fresh[0]
        if not new.is_resting:
            return False if obs.t - left_at < T.SHIFT_S + T.REST_S else None
        if roll.valid is False:  # one die of an invalid roll thrown again: the next roll is made of both
            return None
        roll.fixed[new.id] = die.value_p()
        if new.value is not None and new.value != die.value:  # turned while it was moved: both faces stay possible
            roll.fixed[new.id] = tuple(0.6 * a + 0.4 * b for a, b in zip(die.value_p(), new.value_p(), strict=True))
        roll.dice = [new if d is die else d for d in roll.dice]
        return False

    def _put_back(self, roll: RollState) -> bool:
        """One die of the pair was taken up and laid back beside the other, same face: the turn goes on."""
        others = [d for d in roll.dice if d.id not in self.gone and d in self.dice.tracks]
        fresh = [d for d in self.pairs.fresh() if d not in roll.dice and d.first >= self.t_end - 0.3]
        if len(others) != 1 or len(fresh) != 1 or not fresh[0].is_resting or roll.valid is False:
            return False
        lifted = next(d for d in roll.dice if d.id in self.gone)
        if fresh[0].value is None or fresh[0].value != lifted.value or fresh[0].first - self.t_end > T.PUT_BACK_S:
            return False
        roll.fixed[fresh[0].id] = lifted.value_p()
        roll.dice = [fresh[0] if d is lifted else d for d in roll.dice]
        self.pairs.revive(roll.dice)
        self.phase = Phase.MOVING
        return True

    def _retire_roll(self, roll: RollState) -> None:
        self.pairs.retire(roll.dice, roll.t - 0.05)

    def _is_rolled_again(self, roll: RollState, ex: Explanation, pair: Pair | None) -> bool:
        """The player of a roll that does not count rolls again: what looks moved against the rules is a trick of the light, as nothing was to be moved."""
        if roll.valid is not False or ex.verdict is Verdict.LEGAL or pair is None:
            return False
        return self.odds_by_dice(pair.dice) * (1 if roll.player is Player.A else -1) > 0

    def _unmoved(self, roll: RollState, ex: Explanation, pair: Pair | None, out: list[TableEvent], obs: Observation) -> bool | None:
        """Dice lifted with nothing moved: a dance, an (agreed) re-roll, or a skipped move. None: report the play."""
        is_settled = is_all_settled(self.evidence.fused)
        if pair is None and not is_settled and obs.t < self.t_end + T.JUDGE_AT_LATEST_S:
            return False
        if roll.valid is False:
            return self._again(roll, maybe_dance=not ex.can_move)
        if not ex.can_move:  # a dance
            return None
        if pair is not None:
            odds = self.odds_by_dice(pair.dice) * (1 if roll.player is Player.A else -1)
            is_same_player = odds > 0 or (roll.valid is None and odds == 0)
            return self._again(roll, maybe_dance=False) if is_same_player else None
        if not is_settled:  # what moved may lie hidden, and the play is uncertain
            return None
        roll.was_unmoved = True
        return False if obs.t < self.t_end + T.UNMOVED_AT_LATEST_S else self._again(roll, maybe_dance=False)

    def _again(self, roll: RollState, *, maybe_dance: bool) -> bool:
        if roll.is_opening:  # both throw again
            self.expected, self.roll = None, None
            self.phase = Phase.OPENING
            return True
        self.expected = roll.player
        self.is_reroll = True
        self.maybe_dance = maybe_dance
        self.phase = Phase.READY
        return True

    def _is_ripe(self, roll: RollState, ex: Explanation, obs: Observation, has_pair: bool) -> bool:
        if has_pair:
            return True
        if roll.was_unmoved and any(d.id not in self.gone for d in roll.dice):
            return False  # one die was taken up before anything was played: he is still at it
        waited = obs.t - self.t_end
        if ex.verdict is Verdict.UNCERTAIN or (roll.valid is False and ex.verdict is Verdict.ILLEGAL):  # who rolls next will tell
            return waited >= T.JUDGE_AT_LATEST_S
        is_settled = all(bool(self.evidence.fused.is_settled[c]) for c in ex.changed)
        if ex.verdict is Verdict.LEGAL:
            return is_settled
        return is_settled and waited >= T.ILLEGAL_SETTLE_S and (not obs.has_hand or waited >= 3 * T.ILLEGAL_SETTLE_S)

    def _note_borne_off(self, obs: Observation, roll: RollState) -> None:
        """The last checker is off: keep what is seen now, because the board may be cleared before the dice are lifted."""
        if roll.final_seen is not None or self.layout is None or not obs.is_still or obs.has_hand:
            return
        row = roll.before.of(roll.player)
        if sum(row[1:]) > 4 or self.evidence.fused.best()[:, color_index(roll.player)].any() or not self.evidence.fused.is_settled.all():
            return
        ex = explain(roll.turn(self.layout), self.evidence.fused)
        if ex.verdict is Verdict.LEGAL and not any(ex.position.of(roll.player)[1:]):
            roll.final_seen = self.evidence.fused

    def _report(self, turn: Turn, seen: Fused, ex: Explanation, out: list[TableEvent]) -> None:
        """Emit the play and the turn's end; go on from the position seen."""
        roll = self._the_roll()
        is_lost = (roll.has_blind or not roll.is_before_sure) and ex.verdict is Verdict.ILLEGAL
        # nothing moved: no play was due if the roll was invalid, and what moved may lie hidden
        may_be_right = ex.is_unmoved and (roll.valid is not True or not is_all_settled(seen))
        verdict = Verdict.UNCERTAIN if is_lost or (may_be_right and ex.verdict is Verdict.ILLEGAL) else ex.verdict
        times = [float(seen.since[c]) for c in ex.changed]
        t_play = min(max([roll.t, *times]), self.t_end)  # of a dance the final position stands since the roll
        if verdict is Verdict.LEGAL and ex.told is not None:
            self._tell_dice(roll, ex.told, out)
        event = self.play_event(turn, ex, verdict, t_play, seen.t)
        out.append(event)
        out.append(TurnEnded(self.t_end, event.confidence, event.status, (self.t_end,), roll.player))
        if is_lost:
            start = self.blind[0] if self.blind is not None else self.t_end
            out.append(Gap(start, 0.8, Status.SURE, (), until=max(start, self.t_end), why=LOST_TURN))
        self.last = TurnRecord(roll, ex, turn, t_play, self.t_end)
        self.commit(ex.position, seen)
        self.is_unsure = verdict is Verdict.UNCERTAIN
        self._retire_roll(roll)
        self.roll = None
        self.expected = roll.player.opponent
        self.phase = Phase.READY
        self._end_game(roll.player, out)

    def _tell_dice(self, roll: RollState, told: tuple[Dice, float], out: list[TableEvent]) -> None:
        """The roll once more, with the die that could not be read alone as the play tells it; nothing that only this would hold against anybody."""
        assert self.layout is not None
        values, p = told
        if roll.is_opening or len(roll.dice) != 2:
            return
        seen = tuple(die.seen(self.layout, roll.player, value) for die, value in zip(roll.dice, values, strict=True))
        if self.assess(seen, roll.player).valid is not True:
            return
        roll.told = values
        evidence = (round(roll.before_t, 4), roll.t)
        out.append(RollSeen(roll.t, round(p, 4), Status.SURE, evidence, roll.player, values, True, seen=seen, replaces=roll.t))

    def play_event(self, turn: Turn, ex: Explanation, verdict: Verdict, t_play: float, t_after: float) -> PlayMade:
        roll_t = self.roll.t if self.roll is not None else t_play
        before_t = turn.before_seen.t if turn.before_seen is not None else roll_t
        legal = {Verdict.LEGAL: True, Verdict.ILLEGAL: False, Verdict.UNCERTAIN: None}[verdict]
        dice: tuple[int | None, ...] = self.roll.values() if self.roll is not None else ex.dice
        return PlayMade(
            t_play, round(ex.confidence, 4), Status.UNCERTAIN if legal is None else Status.SURE, (before_t, roll_t, t_after),
            turn.player, ex.notation, ex.position, turn.before, dice, legal, ex.reasons, ex.nearest, ex.alternatives,
            self.roll.replaces if self.roll is not None else None,
        )  # fmt: skip

    def _end_game(self, mover: Player, out: list[TableEvent]) -> None:
        assert self.position is not None
        outcome = rows_to_position(self.position, mover).outcome
        if outcome is None or self.is_unsure:
            return
        winner = mover if outcome.is_won_by_on_roll else mover.opponent
        points = None if self.cube.value is None else outcome.result.multiplier * self.cube.value
        out.append(GameEnded(self.t_end, 0.95, Status.SURE, (self.t_end,), winner, points))
        self.await_setup()

    def await_setup(self) -> None:
        """Between games nothing is a roll or a play until a set-up stands."""
        self.phase = Phase.SETUP
        self.expected, self.roll, self.last = None, None, None
        self.reported_setup = None
        self.is_reroll = self.maybe_dance = self.may_have_played = False
        self.pairs.retire(list(self.dice.tracks), self.t)
        self.next_check = self.t + 1.0
