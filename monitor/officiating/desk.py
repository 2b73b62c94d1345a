"""What officials and players do about flags: announce, claim, choose, agree, dispute, rule (`rules.md` 2.0, 4.2, 4.3)."""

from __future__ import annotations

from dataclasses import replace

from monitor.errors import InputError
from monitor.game.events import FlagChanged, Player, TableEvent
from monitor.officiating.authority import Authority
from monitor.officiating.automaton import Signal, State
from monitor.officiating.bench import Bench
from monitor.officiating.catalogue import CATALOGUE
from monitor.officiating.clock_judge import ClockJudge
from monitor.officiating.flags import LIVES, OPEN, Flag
from monitor.officiating.inputs import InputKind, OfficialInput
from monitor.officiating.roll_judge import EARLY_ROLLS, RollJudge


class Desk:
    """The desk of one match. authority: who may say what."""

    def __init__(self, bench: Bench, rolls: RollJudge, clock: ClockJudge, authority: Authority) -> None:
        self._bench = bench
        self._rolls = rolls
        self._clock = clock
        self.authority = authority

    def tell(self, told: OfficialInput) -> list[TableEvent]:
        """What follows from an input about a flag. Raises InputError, and changes nothing, for one that cannot be used."""
        match told.what:
            case InputKind.FLAG_CONFIRM | InputKind.FLAG_DISMISS:
                return self._decide(told)
            case InputKind.ANNOUNCED:
                flag = self._open(told)
                self.authority.require_announcing(flag.raised, self._bench.profile)
                return self._note(flag, told, "announced")
            case InputKind.CLAIM:
                return self._claim(told)
            case InputKind.ACCEPTED | InputKind.DEMANDED:
                return self._choose(told)
            case InputKind.AGREED:
                return self._agree(told)
            case InputKind.DISPUTED:
                return self._dispute(told)
            case InputKind.REFERRED:
                return self._bench.book.live(self._open(told), "referred", told.t, told.why or "passed to the director", told.by)
            case InputKind.RULING:
                return self._rule(told)
            case InputKind.APPOINTED | InputKind.APPOINTMENT_ENDED:
                self.authority = self.authority.after(told.what, told.detail)
                return []
            case _:
                return []

    def _open(self, told: OfficialInput) -> Flag:
        flag = self._bench.book.get(told.id)
        if flag.closing is not None:
            raise InputError(f"That is over since {flag.closing.t:g} s: {flag.closing.why}. Only the director can take it up again.")
        return flag

    def _note(self, flag: Flag, told: OfficialInput, state: str, why: str = "") -> list[TableEvent]:
        return self._bench.book.note(flag, FlagChanged(t=told.t, id=flag.raised.id, state=state, by=told.by, why=why or told.why))

    def _decide(self, told: OfficialInput) -> list[TableEvent]:
        flag = self._bench.book.get(told.id)
        if told.what is InputKind.FLAG_DISMISS and not told.why.strip():
            raise InputError("Give a reason for dismissing the flag: it is kept with it.")
        if flag.is_directors and not told.is_director:
            raise InputError("The director decided on this flag: only the director decides otherwise.")
        flag.is_directors = told.is_director
        state = "confirmed" if told.what is InputKind.FLAG_CONFIRM else "dismissed"
        return self._bench.book.decide(flag, FlagChanged(t=told.t, id=flag.raised.id, state=state, by=told.by, why=told.why))

    def _claim(self, told: OfficialInput) -> list[TableEvent]:
        """A player raises the point. In time, it stays open until it is decided (CNB 4.1.5.2, 4.2.3)."""
        flag = self._open(told)
        if told.player is None:
            raise InputError("Say which player claims.")
        self._require_affected(flag, told.player)
        flag.is_claimed = True
        return self._note(flag, told, "claimed")

    def _require_affected(self, flag: Flag, player: Player) -> None:
        who = self._bench.profile.rules[flag.raised.rule].who
        if "players" not in who and ("opponent" in who or "affected" in who) and flag.raised.player is player:
            article = self._bench.profile.article(flag.raised.rule)
            raise InputError(f"Only the opponent of player {player} may raise this ({article}).")

    def _choose(self, told: OfficialInput) -> list[TableEvent]:
        """The opponent accepts, or demands what the rule offers him (DBgF §4.2.3.1, BIBA 4.8, CNB 4.1.5.1)."""
        flag = self._open(told)
        if flag.raised.flag_class != "OPTION":
            article = self._bench.profile.article(flag.raised.rule)
            raise InputError(f"Nobody may choose here ({article}): {flag.raised.remedy}")
        if told.player is not None and told.player is flag.raised.player:
            raise InputError("The choice is the opponent's.")
        if told.what is InputKind.ACCEPTED:
            why = "the opponent lets it stand" if flag.raised.rule in EARLY_ROLLS else "the opponent accepts it"
            return self._bench.book.live(flag, "accepted", told.t, why, told.by)
        flag.is_claimed = True
        if flag.raised.rule in EARLY_ROLLS:
            self._rolls.annul_early(flag)
        return self._note(flag, told, "demanded")

    def _agree(self, told: OfficialInput) -> list[TableEvent]:
        """Both agree on the facts: what the rule gives follows (CNB 4.2.3.2, 4.2.3.3, 4.1.5.2)."""
        flag = self._open(told)
        flag.is_claimed = flag.is_agreed = True
        if flag.raised.rule == "turn.dice-lifted-early":
            penalty = self._clock.accept(flag, told.number("left_s"), told.t)
            return self._bench.book.live(flag, "corrected", told.t, penalty or "agreed; what follows is for the director", told.by)
        if CATALOGUE[flag.raised.rule].family == "play" and flag.raised.player is not None:
            self._bench.table.take(Signal.PLAY_AGAIN, flag.raised.player)
        return self._note(flag, told, "agreed", flag.raised.remedy)

    def _dispute(self, told: OfficialInput) -> list[TableEvent]:
        """The facts are disputed: everything is left as it is until the director comes (CNB 5.1, DBgF §5.1, BIBA 6.1)."""
        flag = self._open(told) if told.id is not None else None
        if self._bench.table.state is not State.DISPUTE:
            self._bench.table.disputed_at = told.t
        self._bench.table.take(Signal.DISPUTE)
        if flag is None:
            return []
        flag.is_claimed = True
        return self._note(flag, told, "disputed")

    def _rule(self, told: OfficialInput) -> list[TableEvent]:
        """The director has decided, of a flag or of the whole table."""
        if not told.why.strip():
            raise InputError("Write down in a few words what the director decided.")
        state = str((told.detail or {}).get("state", "corrected"))
        flag = self._bench.book.get(told.id) if told.id is not None else None
        if state not in LIVES | {"dismissed"}:
            raise InputError(f"Say what becomes of it: {', '.join(sorted(LIVES | {'dismissed'}))}.")
        self._bench.table.take(Signal.RULING, ordered=self._ordered(told))
        if flag is None:
            return []
        change = FlagChanged(t=told.t, id=flag.raised.id, state=state, by=told.by, why=told.why)
        flag.is_directors = told.is_director
        if state == "dismissed":
            return self._bench.book.decide(flag, change)
        # a dismissal by somebody else does not keep a ruling from being told
        restored = self._bench.book.decide(flag, replace(change, state=OPEN)) if flag.is_dismissed else []
        return restored + self._bench.book.live(flag, state, told.t, told.why, told.by)

    def _ordered(self, told: OfficialInput) -> State | None:
        ordered = (told.detail or {}).get("table")
        if ordered is not None and ordered not in tuple(State):
            raise InputError(f"{ordered!r} is no state of the table. Use one of: {', '.join(State)}.")
        if told.player is not None:
            self._bench.table.on_roll = told.player
        return None if ordered is None else State(ordered)
