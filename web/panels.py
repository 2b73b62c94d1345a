"""The parts of the monitor page, rendered on the server: the first page holds them, and the page's script swaps those that changed.

One place renders, so what a page shows after an event is what it would show after a reload.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from flask import Flask, render_template

from monitor.game.explained_diagram import legend
from monitor.record.inbox import Command
from web import wording
from web.auth import Role
from web.board import board_words
from web.explaining import account_of_flag
from web.saying import said, say, words
from web.sealing import is_sealed
from web.sessions import Session
from web.view import COLOUR_NAMES, NOT_TOLD, Flag, Line, MatchView

NAMES = ("status", "board", "turns", "flags", "inputs", "banner")


def init_app(app: Flask) -> None:
    """Give the templates their words."""
    app.jinja_env.globals.update(
        VERDICTS=wording.VERDICTS, DECISIONS=wording.DECISIONS, WINDOWS=wording.WINDOWS, CLASSES=wording.CLASSES, INPUTS=wording.INPUTS, STATES=wording.STATES,
        STATUSES=wording.STATUSES, script_words=wording.script_words, marks_legend=lambda: legend(words()),
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
    """(seq the panels are as of, HTML by panel name)."""
    pending = session.pending()
    with session.tail.view() as view:
        context = panel_context(session, view, role, pending)
        return view.seq, {name: render_template(f"panel_{name}.html", **context) for name in NAMES}


def panel_context(session: Session, view: MatchView, role: Role, pending: Sequence[Command]) -> dict[str, Any]:
    """What the panel templates may use."""
    sealed = is_sealed(role, view)
    flags = [] if sealed else sorted(view.flags.values(), key=lambda f: -f.seq)
    return {
        "session": session, "view": view, "sealed": sealed, "flags": flags, "pending": [p for p in pending if p.kind == "input"],
        "mine": [] if sealed else list(reversed(view.inputs.rows[-6:])), "undoable": None if sealed else view.inputs.last_undoable(),
        "can_decide": role >= Role.OBSERVER, "has_left": {p: view.inputs.has_left_permission(p) for p in "AB"}, "void_roll": view.last_void_roll(),
        "phase": phase_words(view, sealed), "board_words": board_words(view), "counts": counts(view), "verdict_of": lambda line: verdict_of(line, sealed),
        "window_of": window_of, "stills_of": lambda flag: {name: view.still_of(flag, name) for name in view.roles_of(flag)},
        "name_of": lambda player: name_words(view, player), "account_of": account_of_flag, "label_of": lambda flag, name: wording.role_label(flag.rule, name),
    }  # fmt: skip


def verdict_of(line: Line, sealed: bool) -> wording.Sign | None:
    """The sign beside a row of the turn list."""
    if not line.verdict:
        return None
    return wording.VERDICTS["sealed" if sealed and line.verdict not in ("open",) and line.kind != "gap" else line.verdict]


def window_of(flag: Flag) -> wording.Sign:
    """The sign of a flag's window."""
    if flag.outcome:
        return wording.WINDOWS[flag.outcome]
    return wording.WINDOWS["open" if flag.is_open else "closed"]


def name_words(view: MatchView, player: str | None) -> str:
    """A player's name as given, or in words."""
    name = view.player_name(player)
    return said(name) if name in (*COLOUR_NAMES.values(), NOT_TOLD) else name


def phase_words(view: MatchView, sealed: bool) -> str:
    """What is going on, in one short sentence."""
    name = name_words(view, view.on_roll)
    dice = "-".join("?" if d is None else str(d) for d in view.dice)
    match view.phase:
        case "waiting":
            return say("Board found, waiting for the starting position") if view.is_board_found else say("Looking for the board")
        case "opening":
            return say("Waiting for the opening roll")
        case "to_roll":
            return say("%(name)s to roll or double", name=name)
        case "void":
            if sealed:
                return say("%(name)s rolled %(dice)s", name=name, dice=dice)
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
        "confirmed": sum(f.decision == "confirmed" for f in view.flags.values()), "dismissed": sum(f.decision == "dismissed" for f in view.flags.values()),
    }  # fmt: skip
