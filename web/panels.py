"""The parts of the monitor page, rendered on the server: the first page holds them, and the page's script swaps those that changed.

One place renders, so what a page shows after an event is what it would show after a reload.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, render_template

from monitor.game.explained_diagram import legend
from monitor.officiating.notes import NEED_PLAYER, NOTE_FIELDS
from monitor.record.inbox import Command
from web import input_words, wording
from web.auth import Role
from web.board import board_words
from web.explaining import account_of_flag
from web.flag_acts import acts_for, advice
from web.inputs import Appointment, InputRow, ScoreTold
from web.rulebook import has_clock, namers, note_rules, profile_of
from web.saying import say, words
from web.sealing import SEALED_PHASES, is_sealed, shown_dice, shown_lines
from web.sessions import Session
from web.undoing import find_last_undoable, undo_refusal
from web.view import Flag, Line, MatchView
from web.wording import name_words

NAMES = ("status", "board", "turns", "flags", "inputs", "banner")
SHOWN_INPUTS = (6, 24)
"""Presses of the clock, and other inputs."""


@dataclass(frozen=True, slots=True)
class Told:
    """What holds now of what was told, beside flags. clock: one is used. left_known: the rulebook knows a permission to roll left."""

    clock: bool
    left_known: bool
    last_press: InputRow | None
    clock_sign: wording.Sign
    appointment: Appointment
    appointment_sign: wording.Sign
    dispute: InputRow | None
    score: ScoreTold

    @classmethod
    def of(cls, view: MatchView) -> Told:
        profile, inputs = profile_of(view), view.inputs
        press, appointment = inputs.clock(), inputs.appointment(view.info)
        return cls(
            has_clock(view), profile is None or profile.rolls.left_permission is True, press, input_words.clock_sign(view, press), appointment,
            input_words.appointment_sign(appointment), inputs.dispute(), inputs.score(view.info),
        )  # fmt: skip

    @property
    def score_fields(self) -> dict[str, Any]:
        """The score as the form's fields, to begin with."""
        points = self.score.points or ("", "")
        return {"A": points[0], "B": points[1], "length": self.score.length or "", "crawford": ""}


def init_app(app: Flask) -> None:
    """Give the templates their words."""
    app.jinja_env.globals.update(
        VERDICTS=wording.VERDICTS, DECISIONS=wording.DECISIONS, WINDOWS=wording.WINDOWS, CLASSES=wording.CLASSES, INPUTS=wording.INPUTS, STATES=wording.STATES,
        STATUSES=wording.STATUSES, script_words=wording.script_words, marks_legend=lambda: legend(words()),
        ACT_BUTTONS=input_words.ACT_BUTTONS, RULED=input_words.RULED, TABLE_STATES=input_words.TABLE_STATES, NOTE_FIELD_WORDS=input_words.NOTE_FIELD_WORDS,
        KEYS=input_words.KEYS, NEED_PLAYER=NEED_PLAYER, announcing_words=input_words.announcing_words, clock_time=input_words.clock_time,
        rule_title=wording.rule_title, rule_says=wording.rule_says, closes_on=wording.closes_on,
    )  # fmt: skip
    app.jinja_env.filters.update(mmss=wording.mmss, clock=utc_clock, capitalised=wording.capitalised)


def utc_clock(t_wall: str) -> str:
    """A wall time of the log (ISO 8601, UTC) to the second, for a label."""
    try:
        return dt.datetime.fromisoformat(t_wall).astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except ValueError:
        return t_wall


def render_panels(session: Session, role: Role) -> tuple[int, dict[str, str]]:
    """(number of the entry that the panels are as of, HTML by panel name)."""
    pending = session.pending()
    with session.tail.view() as view:
        context = panel_context(session, view, role, pending)
        return context["seq"], {name: render_template(f"panel_{name}.html", **context) for name in NAMES}


def panel_context(session: Session, view: MatchView, role: Role, pending: Sequence[Command]) -> dict[str, Any]:
    """What the panel templates may use."""
    sealed = is_sealed(role, view)
    flags = [] if sealed else sorted(view.flags.values(), key=lambda f: -f.seq)
    return {
        "session": session, "view": view, "sealed": sealed, "seq": session.tail.number_of(view.seq) if sealed else view.seq, "flags": flags,
        "lines": shown_lines(view, sealed), "dice": shown_dice(view, sealed), "pending": [p for p in pending if p.kind == "input" and not sealed],
        "mine": [] if sealed else view.inputs.latest(*SHOWN_INPUTS),
        "undoable": None if sealed else find_last_undoable(view, role),
        "can_undo": lambda row: role >= Role.OBSERVER and not undo_refusal(row, view, role),
        "is_director": role >= Role.DIRECTOR, "told": Told.of(view), "told_words": lambda what, body: input_words.told_words(view, what, body),
        "acts_of": lambda flag: acts_for(flag, view, role), "act_signs_of": lambda flag: act_signs_of(flag, view),
        "advice_of": lambda flag: advice_of(flag, view),
        "notable": note_rules(view), "fields_of": lambda rule: [f.name for f in NOTE_FIELDS.get(rule, ())],
        "namers_of": lambda rule: None if role >= Role.DIRECTOR else namers(view, rule, None),
        "can_decide": role >= Role.OBSERVER and view.ended is None and not sealed,
        "has_left": {p: view.inputs.has_left_permission(p) for p in "AB"}, "void_roll": view.last_void_roll(),
        "phase": phase_words(view, sealed), "board_words": board_words(view), "counts": counts(view), "verdict_of": lambda line: verdict_of(line, sealed),
        "window_of": window_of, "stills_of": lambda flag: {name: view.still_of(flag, name) for name in view.roles_of(flag)},
        "name_of": lambda player: name_words(view, player), "account_of": account_of_flag, "label_of": lambda flag, name: wording.role_label(flag.rule, name),
    }  # fmt: skip


def verdict_of(line: Line, sealed: bool) -> wording.Sign | None:
    """The sign beside a row of the turn list."""
    if not line.verdict:
        return None
    return wording.VERDICTS["sealed" if sealed and line.verdict not in ("open",) and line.kind != "gap" else line.verdict]


def act_signs_of(flag: Flag, view: MatchView) -> list[wording.Sign]:
    """What people did about a flag and what stands of it, in the order told."""
    done = dict.fromkeys(r.what for r in view.inputs.about(flag.id) if not (r.what == "ruling" and flag.decision == "ruled"))  # the flag says so itself
    return [input_words.ACT_SIGNS[what] for what in done if what in input_words.ACT_SIGNS]


def advice_of(flag: Flag, view: MatchView) -> wording.Sign | None:
    """What may be said to the players about an open flag, None where there is nothing to say (`rules.md` 2.0)."""
    if not flag.is_open or flag.decision in ("dismissed", "referred") or not (found := advice(flag, view)):
        return None
    may_say, text = found
    return wording.Sign(text, "speech", "good") if may_say else wording.Sign(text, "lock", "calm")


def window_of(flag: Flag) -> wording.Sign:
    """The sign of a flag's window."""
    if flag.outcome:
        return wording.WINDOWS[flag.outcome]
    return wording.WINDOWS["open" if flag.is_open else "closed"]


def phase_words(view: MatchView, sealed: bool) -> str:
    """What is going on, in one short sentence."""
    name = name_words(view, view.on_roll)
    dice = "-".join("?" if d is None else str(d) for d in view.dice)
    match SEALED_PHASES.get(view.phase, view.phase) if sealed else view.phase:
        case "waiting":
            return say("Board found, waiting for the starting position") if view.is_board_found else say("Looking for the board")
        case "opening":
            return say("Waiting for the opening roll")
        case "to_roll":
            return say("%(name)s to roll or double", name=name)
        case "void":
            return say("%(name)s rolled %(dice)s: the roll does not count", name=name, dice=dice)
        case "playing":
            return say("%(name)s to play %(dice)s", name=name, dice=dice)
        case "played":
            return say("%(name)s has played, dice not lifted yet", name=name)
        case "doubled":
            return say("%(name)s doubles, the opponent decides", name=name)
        case _:
            return say("Game over")


def counts(view: MatchView) -> dict[str, int]:
    """Totals for the status line and the summary."""
    turns = [x for x in view.lines if x.kind == "turn" and not x.is_replaced and x.verdict != "open"]
    return {
        "turns": len(turns), "legal": sum(x.verdict == "legal" for x in turns), "illegal": sum(x.verdict == "illegal" for x in turns),
        "uncertain": sum(x.verdict == "uncertain" for x in turns), "void": sum(x.kind == "roll" and x.verdict == "void" for x in view.lines),
        "gaps": sum(x.kind == "gap" for x in view.lines), "flags": len(view.flags), "new": len(view.open_flags),
        "ruled": sum(f.decision == "ruled" for f in view.flags.values()), "referred": sum(f.decision == "referred" for f in view.flags.values()),
        "confirmed": sum(f.decision == "confirmed" for f in view.flags.values()), "dismissed": sum(f.decision == "dismissed" for f in view.flags.values()),
    }  # fmt: skip
