"""What the log says now, for a page: a fold over log entries, in order. No I/O, no clock; a page shows nothing that is not in here.

A `MatchView` is fed every entry once (`apply`). Unknown kinds and missing keys are ignored, so that an older page reads a newer log.
Decision and window of a flag are two things: an observer may confirm a flag whose window has long closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monitor.officiating.flags import ACTS, OPEN, REFEREE, TAKEN_BACK
from monitor.record.chain import LogEntry
from web.inputs import InputRow, Inputs
from web.languages import N_
from web.phrases import phrase, phrase_n

WINDOW_STATES = frozenset({"corrected", "accepted", "expired"})
BY_DIRECTOR = frozenset({"referred", "ruled"})
"""Decisions on a flag that leave nothing to an observer."""
RAISING = frozenset({"note", "cube_words"})
"""Inputs that raise a flag by themselves: undone, they take it along."""
SAME_FRAME_S = 0.05
FEW_FRAMES, MANY_DROPPED = 60, 0.25
"""Pictures before which nothing is said of those dropped, and the share of them from which it is."""
ROLES = ("before", "dice", "after")
COLOUR_NAMES = {"A": N_("Light"), "B": N_("Dark")}
NOT_TOLD = N_("Not told")


@dataclass(slots=True)
class Line:
    """One row of the turn list. kind: turn, roll (void), cube, gap, game_end, setup. verdict: a key of `wording.VERDICTS`, or "".

    hint, doubt: more words, withheld in record-only mode; doubt is of the roll. before, after: the positions around a turn's play.
    bare: what stands in place of the text in record-only mode, where it says too much. rolled: the dice seen last, whether they counted or not.
    """

    seq: int
    t: float
    kind: str
    player: str | None = None
    number: int | None = None
    dice: tuple[int | None, ...] = ()
    text: str = ""
    hint: str = ""
    doubt: str = ""
    verdict: str = ""
    reasons: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    play_t: float | None = None
    is_replaced: bool = False
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    bare: str = ""
    rolled: tuple[int | None, ...] = ()


def gap_text(span: str, why: str) -> str:
    """How long nothing was followed ("" for to the end), and why, in the station's words."""
    return f"{span}: {why}" if span else phrase("From here on: %(why)s", why=why)


@dataclass(slots=True)
class Change:
    """One step in a flag's life. told: the input that it followed from, None for what the table brought."""

    seq: int
    state: str
    by: str
    why: str
    t: float
    t_wall: str
    told: InputRow | None = None

    @property
    def is_undone(self) -> bool:
        """Something done about the flag that was taken back; a decision that was is told by a change of its own."""
        return self.state in ACTS and self.told is not None and self.told.undone_by is not None


@dataclass(slots=True)
class Flag:
    """A flag as it stands. decision: raised, confirmed, dismissed, referred, ruled (by the director). outcome: "" while the window is open."""

    seq: int
    hash: str
    t: float
    t_wall: str
    body: Mapping[str, Any]
    decision: str = "raised"
    outcome: str = ""
    closed_t: float | None = None
    changes: list[Change] = field(default_factory=list)
    line: Line | None = None
    position: Mapping[str, Any] | None = None
    told: InputRow | None = None
    """The note or the like that raised it, None for what was seen."""
    decided_by: InputRow | None = None
    """The input with which an official confirmed or dismissed it last."""
    before_director: str = "raised"
    """The decision before the director had it or ruled on it."""

    @property
    def id(self) -> str:
        return str(self.body.get("id") or self.seq)

    @property
    def rule(self) -> str:
        return str(self.body.get("rule", ""))

    @property
    def is_open(self) -> bool:
        return not self.outcome and (self.body.get("window") or {}).get("closed") is None

    @property
    def needs_decision(self) -> bool:
        return self.decision == "raised"


@dataclass(slots=True)
class MatchView:
    """Everything a page needs, as of `seq`."""

    seq: int = 0
    t: float = 0.0
    info: dict[str, Any] = field(default_factory=dict)
    started_wall: str = ""
    position: Mapping[str, Any] | None = None
    near: str = "A"
    near_home: str = "right"
    starts_mid_game: bool = False
    on_roll: str | None = None
    dice: tuple[int | None, ...] = ()
    phase: str = "waiting"
    lines: list[Line] = field(default_factory=list)
    flags: dict[str, Flag] = field(default_factory=dict)
    inputs: Inputs = field(default_factory=Inputs)
    stills: list[Mapping[str, Any]] = field(default_factory=list)
    cube_value: int | None = None
    cube_owner: str | None = None
    is_camera_lost: bool = False
    is_board_found: bool = False
    frames: Mapping[str, Any] = field(default_factory=dict)
    open_gap: bool = False
    ended: dict[str, Any] | None = None
    _turns: int = 0
    _followed: InputRow | None = None
    _follows: int = 0
    """The last entry that followed from that input."""

    def apply(self, entry: LogEntry) -> None:
        """Take one log entry (`seq, t, t_wall, kind, body, hash`); entries already taken are ignored."""
        if entry.seq <= self.seq:
            return
        self.seq = entry.seq
        if self._follows == entry.seq - 1 and entry.kind in ("flag", "flag_changed", "still"):
            self._follows = entry.seq
        self.t = max(self.t, float(entry.t or 0.0))
        handler = getattr(self, f"_on_{entry.kind}", None)
        if handler is not None:
            handler(entry, entry.body)

    @property
    def is_too_slow(self) -> bool:
        """Whether so many pictures came too fast to be read that turns may have been missed."""
        seen, dropped = int(self.frames.get("seen", 0)), int(self.frames.get("dropped", 0))
        return seen >= FEW_FRAMES and dropped > MANY_DROPPED * seen

    @property
    def open_flags(self) -> list[Flag]:
        """Flags nobody has decided on, oldest first."""
        return [f for f in self.flags.values() if f.needs_decision]

    def player_name(self, player: str | None) -> str:
        """The name given for a player, or what is always true: the colour of the checkers."""
        names = self.info.get("names") or (self.info.get("table") or {}).get("names") or {}
        if isinstance(names, list | tuple):
            names = dict(zip("AB", names, strict=False))
        return str(names.get(player) or COLOUR_NAMES.get(player or "", NOT_TOLD))

    def still_of(self, flag: Flag, role: str) -> Mapping[str, Any] | None:
        """The stored still that shows one moment of a flag, matched by the time of its frame (and role where several share it)."""
        named = (flag.body.get("stills") or {}).get(role)
        t = (flag.body.get("frames") or {}).get(role)
        if named:
            return next((s for s in self.stills if s.get("sha256") == named), {"sha256": named, "role": role, "t": t})
        if t is None:
            return None
        near = [s for s in self.stills if abs(float(s.get("t", -1e9)) - t) <= SAME_FRAME_S]
        near.sort(key=lambda s: (s.get("role") != role, abs(float(s["t"]) - t)))
        return near[0] if near else None

    def last_void_roll(self) -> Line | None:
        """The void roll that waits for a re-roll, if the last thing on the board was one."""
        for line in reversed(self.lines):
            if line.kind == "roll" and line.verdict != "unplayed":
                return line
            if line.kind in ("roll", "turn"):
                return None
        return None

    def has_acted(self, player: str, after: int) -> bool:
        """Has this player rolled or doubled since that entry, or has it been lost sight of whether he has?"""
        return any(line.seq > after and (line.player == player or line.kind in ("gap", "setup", "game_end")) for line in reversed(self.lines))

    def roles_of(self, flag: Flag) -> tuple[str, ...]:
        """The moments that show a flag: before, dice at rest and after, but only the board itself for a set-up."""
        frames = flag.body.get("frames") or {}
        return tuple(r for r in ROLES if r in frames) if flag.rule.startswith("setup.") and frames else ROLES

    # one handler per entry kind -------------------------------------------------------------------------------------------------

    def _on_session_started(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.info = dict(body)
        self.started_wall = entry.t_wall
        table = body.get("table") or {}
        self.near, self.near_home = str(table.get("near") or self.near), str(table.get("near_home") or self.near_home)

    def _on_session_ended(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.ended = {**body, "t": entry.t, "t_wall": entry.t_wall}

    def _on_setup(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.position = body.get("position") or self.position
        self.near, self.near_home = str(body.get("near") or self.near), str(body.get("near_home") or self.near_home)
        self.starts_mid_game = bool(body.get("starts_mid_game"))
        self.is_board_found = True
        self.on_roll, self.dice, self.phase = None, (), "opening"
        self._leave_unplayed()
        differs = int(body.get("differs") or 0)
        text = N_("Starts in mid-game") if self.starts_mid_game else N_("Starting position")
        hint = phrase_n("%(number)d checker out of place", "%(number)d checkers out of place", differs) if differs and not self.starts_mid_game else ""
        self._add(entry, Line(entry.seq, entry.t, "setup", text=text, hint=hint))

    def _leave_unplayed(self) -> None:
        """What comes next shows that the last roll was taken up again with nothing played: it is no turn."""
        last = next((x for x in reversed(self.lines) if x.kind == "turn"), None)
        if last is not None and last.verdict == "open":
            last.kind, last.verdict, last.number = "roll", "unplayed", None
            last.text = N_("Rolled, nothing played")
            self._turns -= 1

    def _on_roll(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        if body.get("replaces") is not None:
            self._tell_roll_better(body)
            return
        self._leave_unplayed()
        player, dice = body.get("player"), tuple(body.get("dice") or ())
        valid = body.get("valid")
        self.dice = dice
        if player is None:
            self.phase = "opening"
            line = Line(entry.seq, entry.t, "roll", dice=dice, text=N_("Opening roll"), reasons=tuple(body.get("reasons") or ()))
            line.verdict, line.hint = ("void", N_("does not count")) if valid is False else ("", N_("tied, to be rolled again"))
            self._add(entry, line)
            return
        self.on_roll = player
        if valid is False:
            self.phase = "void"
            reasons = tuple(body.get("reasons") or ()) or ((body["reason"],) if body.get("reason") else ())
            self._add(entry, Line(entry.seq, entry.t, "roll", player, dice=dice, text=N_("Roll"), hint=N_("does not count"), verdict="void", reasons=reasons))
            return
        self.phase = "playing"
        self._turns += 1
        line = Line(entry.seq, entry.t, "turn", player, self._turns, dice, verdict="open", text=N_("Opening roll") if body.get("opening") else "")
        if valid is None or body.get("status") == "uncertain":
            line.doubt = N_("the roll is not certain")
        self._add(entry, line)

    def _tell_roll_better(self, body: Mapping[str, Any]) -> None:
        """A roll that could not be read alone, told by the play that follows. The dice as first read stay those of the board, and of a sealed list."""
        line = next((x for x in reversed(self.lines) if x.kind == "turn"), None)
        if line is not None and line.verdict == "open" and line.player == body.get("player"):
            line.rolled, line.dice = line.dice, tuple(body.get("dice") or line.dice)
            line.doubt = N_("the dice are told by the play")

    def _on_play(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        player = body.get("player")
        replaced = body.get("replaces")
        if replaced is not None:
            for old in self.lines:
                if old.play_t is not None and abs(old.play_t - replaced) < SAME_FRAME_S:
                    old.is_replaced = True
        line = next((x for x in reversed(self.lines) if x.kind == "turn"), None)
        if line is None or line.player != player or line.verdict != "open":
            self._turns += replaced is None
            line = Line(entry.seq, entry.t, "turn", player, self._turns, tuple(body.get("dice") or ()))
            self._add(entry, line)
        legal = body.get("legal")
        line.verdict = "legal" if legal is True else "illegal" if legal is False else "uncertain"
        line.text = body.get("notation") or (N_("play not read") if legal is None else N_("no notation"))
        line.dice = tuple(body.get("dice") or line.dice)
        line.rolled = self.dice
        line.play_t = float(body.get("t", entry.t))
        line.reasons, line.nearest = tuple(body.get("reasons") or ()), tuple(body.get("nearest") or ())
        line.alternatives = tuple(body.get("alternatives") or ())
        line.before, line.after = body.get("before") or self.position, body.get("position")
        self.position = body.get("position") or self.position
        self.on_roll, self.phase = player, "played"

    def _on_turn_end(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.on_roll = {"A": "B", "B": "A"}.get(str(body.get("player")), self.on_roll)
        self.dice, self.phase = (), "to_roll"

    def _on_cube(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        player, action, value = body.get("player"), body.get("action"), body.get("value")
        if action == "double":
            self.phase, self.on_roll = "doubled", player
            text = phrase("Doubles to %(value)s", value=value) if value else N_("Doubles")
        elif action == "take":
            self.phase, self.cube_owner, self.cube_value = "to_roll", player, value or self.cube_value
            self.on_roll = {"A": "B", "B": "A"}.get(str(player), self.on_roll)
            text = N_("Takes")
        else:
            self.phase, text = "over", N_("Passes")
        self._add(entry, Line(entry.seq, entry.t, "cube", player, text=text))

    def _on_game_end(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        points = body.get("points")
        self.phase, self.on_roll, self.dice = "over", body.get("winner"), ()
        self.inputs.end_game()
        text = phrase_n("Wins %(number)d point", "Wins %(number)d points", int(points)) if points else N_("Wins the game")
        self._add(entry, Line(entry.seq, entry.t, "game_end", body.get("winner"), text=text))

    def _on_gap(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.ended = None  # only a station that was started again goes on after an end
        until, why = body.get("until"), str(body.get("why") or "")
        self.open_gap = until is None
        span = "" if until is None else f"{max(0.0, until - float(body.get('t', entry.t))):.0f} s"
        length = N_("From here on") if until is None else span
        self._add(entry, Line(entry.seq, entry.t, "gap", text=gap_text(span, why) if why else length, bare=length, verdict="gap"))

    def _on_flag(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        flag = Flag(entry.seq, entry.hash, float(body.get("t", entry.t)), entry.t_wall, body)
        window = body.get("window") or {}
        flag.closed_t = window.get("closed")
        wanted = ("roll", "turn") if flag.rule.startswith("roll.") else ("setup",) if flag.rule.startswith("setup.") else ("turn",)
        player = body.get("player")
        flag.line = next((x for x in reversed(self.lines) if x.kind in wanted and (player is None or x.player in (player, None))), None)
        flag.position = self.position
        flag.told = self._told(entry)
        self.flags[flag.id] = flag

    def _told(self, entry: LogEntry) -> InputRow | None:
        """The input that an entry follows from: the writer commits it right before, with nothing but such entries between."""
        return self._followed if self._followed is not None and self._follows == entry.seq else None

    def _on_flag_changed(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        flag = self.flags.get(str(body.get("id")))
        if flag is None:
            return
        state = str(body.get("state"))
        told = self._told(entry)
        change = Change(entry.seq, state, str(body.get("by") or ""), str(body.get("why") or ""), float(entry.t or 0.0), entry.t_wall, told)
        flag.changes.append(change)
        if state in WINDOW_STATES:
            flag.outcome, flag.closed_t = state, float(body.get("t", entry.t))
            if told is not None and told.what == "ruling":
                self._pass_to_director(flag, "ruled")
            elif flag.decision == "ruled":  # the ruling was taken back, and what had closed the window before it stands again
                flag.decision = flag.before_director
        elif state == OPEN:
            flag.outcome, flag.closed_t = "", None
            if body.get("by") != REFEREE:  # a dismissal was taken back
                flag.decision, flag.decided_by = state, told
            elif flag.decision in BY_DIRECTOR:  # what had closed it was
                flag.decision = flag.before_director
        elif state == "referred":
            flag.outcome = ""
            self._pass_to_director(flag, state)
        elif state not in ACTS:
            flag.decision, flag.decided_by = state, told
        if state == "dismissed" and change.why == TAKEN_BACK:
            by = told.seq if told is not None else entry.seq
            self.inputs.drop(flag.id, by)
            if flag.told is not None and flag.told.what in RAISING and flag.told.stands:
                flag.told.undone_by = by

    @staticmethod
    def _pass_to_director(flag: Flag, decision: str) -> None:
        flag.before_director = flag.before_director if flag.decision in BY_DIRECTOR else flag.decision
        flag.decision = decision

    def _on_still(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.stills.append(body)

    def _on_input(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.inputs.take(entry.seq, entry.t, entry.t_wall, body)
        self._followed, self._follows = self.inputs.rows[-1], entry.seq
        for flag in self.flags.values():
            if flag.told is not None and flag.told.what in RAISING and flag.told.undone_by == entry.seq:
                self.inputs.drop(flag.id, entry.seq)

    def _on_camera_lost(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.is_camera_lost = True

    def _on_camera_back(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.is_camera_lost = False

    def _on_board_found(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.is_board_found = True

    def _on_frames(self, entry: LogEntry, body: Mapping[str, Any]) -> None:
        self.frames = body

    def _add(self, entry: LogEntry, line: Line) -> None:
        if self.open_gap and line.kind != "gap":
            self.open_gap = False
        self.lines.append(line)
