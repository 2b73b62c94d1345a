"""What only people know of, noted by an official: lateness, breaks, fallen flags, scores and the like (`rules.md` 2.6 to 2.8, 3.2).

The flag says what the profile's numbers give. Nothing is applied to a score or a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from monitor.errors import InputError
from monitor.game.events import Player, TableEvent
from monitor.officiating.automaton import State
from monitor.officiating.bench import Bench, Finding
from monitor.officiating.catalogue import CATALOGUE
from monitor.officiating.inputs import OfficialInput
from monitor.officiating.profile import Circumstance, Profile
from monitor.officiating.timekeeping import breaks_allowed, clock_minutes, flag_fall, lateness
from monitor.officiating.words import matter_text


@dataclass(frozen=True, slots=True)
class NoteField:
    """One thing that a note of some rules has in its detail. kind: a whole number from 0, which must be told, or a yes that may be."""

    name: str
    kind: Literal["number", "yes"]


NOTE_FIELDS: Mapping[str, tuple[NoteField, ...]] = {
    "time.late": (NoteField("minutes", "number"),),
    "time.late-forfeit": (NoteField("minutes", "number"),),
    "time.break-overrun": (NoteField("minutes", "number"),),
    "time.break-count": (NoteField("taken", "number"),),
    "clock.flag": (NoteField("is_win_certain", "yes"),),
    "cube.crawford": (NoteField("earlier_game", "yes"),),
    "result.concession-early": (NoteField("is_certain", "yes"),),
}
"""What `find_noted` reads from a note's detail, by rule; nothing for the others."""
NEED_PLAYER = frozenset({
    "time.late", "time.late-forfeit", "time.break-count", "time.break-mid-game", "time.break-overrun", "time.absence", "time.slow-play",
    "clock.flag", "clock.game-over-dispute", "clock.illegal-stop", "clock.wrong-hand", "turn.dice-lifted-early", "turn.dice-lifted-with-press",
    "roll.premature", "roll.premature-lifted", "roll.out-of-turn", "result.concession", "result.concession-early",
    *(entry.id for entry in CATALOGUE.values() if entry.family == "play"),
})  # fmt: skip
"""Rules whose note must say which player it is about: what follows, who may choose or claim, and what closes the window, hang on that."""
NEED_CLOCK = frozenset({
    "clock.setting", "clock.position", "clock.wrong-hand", "clock.illegal-stop", "clock.break-times", "clock.game-over-dispute", "clock.flag",
    "clock.both-flags", "clock.faulty", "cube.press-missing", "turn.dice-lifted-early", "turn.dice-lifted-with-press", "turn.no-press-when-blocked",
})  # fmt: skip
"""Rules about a clock that is in use. That one is refused, or brought into a running match, can be noted without."""


def notable(profile: Profile, *, clock: bool = True) -> tuple[list[str], list[str]]:
    """The rules that may be noted under a profile, in a match with or without a clock: (those that only people know of, those that a camera
    may see or infer as well)."""
    known = [entry for entry in CATALOGUE.values() if profile.rules[entry.id].applies and (clock or entry.id not in NEED_CLOCK)]
    return [e.id for e in known if e.known_by == "told"], [e.id for e in known if e.known_by != "told"]


def find_noted(bench: Bench, told: OfficialInput, crawford_case: Circumstance | None) -> list[TableEvent]:
    """The flag that a note raises.

    told.id: the rule. told.detail: see NOTE_FIELDS ("taken": breaks taken already). crawford_case: which case of the Crawford rule holds now.
    Raises InputError for a rule that does not exist or needs a clock, and for numbers or a player that are missing.
    """
    rule = told.id or ""
    if rule not in CATALOGUE:
        raise InputError(f"There is no rule {rule!r}. Choose one of the list.")
    if not bench.profile.rules[rule].applies:
        raise InputError(f"{bench.profile.title} know no rule {rule}: {bench.profile.rules[rule].remedy}")
    if rule in NEED_CLOCK and not bench.clock:
        raise InputError("This match is played without a clock.")
    if rule in NEED_PLAYER and told.player is None:
        raise InputError("Say which player it is about.")
    case: Circumstance | None = None
    note = ""
    detail = told.detail or {}
    match rule:
        case "time.late" | "time.break-overrun" | "time.late-forfeit":
            rule, note = _late(bench, told, rule)
        case "time.break-count":
            case, note = _break(bench, told)
        case "clock.flag" | "clock.both-flags":
            note = _flag_fall(bench, told, None if rule == "clock.both-flags" else told.player)
        case "clock.setting" | "clock.mid-match":
            note = _clock(bench)
        case "clock.game-over-dispute":
            minutes = bench.profile.clock.game_over_minutes
            note = "" if isinstance(minutes, str) else f"That is {minutes} minutes more for the opponent."
        case "cube.crawford":
            case = "next_game" if detail.get("earlier_game") else crawford_case
        case "result.concession-early":
            case = "allowed" if detail.get("is_certain") else None
        case "setup.extra-checker":
            case = "late" if bench.course.rolls and bench.table.state is not State.OPENING else None
        case _:
            pass
    text = matter_text(rule, told.player, told.why.strip())
    return bench.find(Finding(rule, told.t, told.player, text, told=True, case=case, remedy_note=note))


def _needed(told: OfficialInput, name: str, what: str) -> float:
    given = told.number(name)
    if given is None or given < 0:
        raise InputError(f"Give {what}.")
    return given


def _length(bench: Bench) -> int:
    if bench.match.length is None:
        raise InputError("Tell the length of the match first: this hangs on it.")
    return bench.match.length


def _late(bench: Bench, told: OfficialInput, rule: str) -> tuple[str, str]:
    found = lateness(bench.profile, _needed(told, "minutes", "the minutes"), _length(bench))
    if found is None:
        return rule, "The penalty is not known here."
    if found.is_forfeit:
        return "time.late-forfeit", f"{_points(found.points)}: the match is lost."
    return ("time.late" if rule == "time.late-forfeit" else rule), f"{_points(found.points)}; the match is played."


def _points(n: int) -> str:
    return f"{n} penalty point{'s' * (n != 1)}"


def _break(bench: Bench, told: OfficialInput) -> tuple[Circumstance | None, str]:
    allowed = breaks_allowed(bench.profile, _length(bench))
    taken = int(_needed(told, "taken", "how many breaks were taken already"))
    if allowed is None:
        return None, "How many a match of this length has is not stated."
    return ("allowed" if taken < allowed else None), f"{allowed} in a match of {bench.match.length} points; taken so far: {taken}."


def _flag_fall(bench: Bench, told: OfficialInput, fallen: Player | None) -> str:
    nth = bench.book.offences("clock.flag", fallen) + 1
    is_certain = bool((told.detail or {}).get("is_win_certain"))
    fall = flag_fall(bench.profile, fallen, nth=nth, score=bench.match.score, length=bench.match.length, is_win_certain=is_certain)
    return "What follows is not known here." if fall is None else f"That is: {fall.text}."


def _clock(bench: Bench) -> str:
    match = bench.match
    if match.length is None or match.score is None:
        return ""
    needs = [match.length - match.score[player] for player in Player]
    minutes = clock_minutes(bench.profile, (needs[0], needs[1]))
    delay = bench.profile.clock.delay_s
    if minutes is None:
        return ""
    return f"That is {minutes} minutes each" + (f" and {delay:g} s a turn." if not isinstance(delay, str) and delay else ".")
