"""Which inputs may be taken back, and by whom: for the buttons on the page and, in the same words, for what is sent.

An undo is an input as any other: it stays in the log with what it takes back, and is not itself undone. What the director told is
the director's alone to take back (`rules.md` 2.0), and so is what he built on.
"""

from __future__ import annotations

from web.auth import Role
from web.inputs import InputRow
from web.saying import say
from web.view import RAISING, MatchView


def undo_refusal(row: InputRow, view: MatchView, role: Role) -> str:
    """Why this person may not take an input back now; "" when he may."""
    if view.ended is not None:
        return say("The session has ended: nothing more can be told.")
    if row.what == "undo":
        return say("That entry is not an input that can be undone.")
    if row.undone_by is not None:
        return say("That input is undone already.")
    if role < Role.DIRECTOR and (row.is_directors or _is_built_on_by_the_director(row, view)):
        return say("The director entered that, or something that rests on it: only the director can take it back.")
    return ""


def find_last_undoable(view: MatchView, role: Role) -> InputRow | None:
    """The latest input that this person may take back."""
    return next((row for row in reversed(view.inputs.rows) if not undo_refusal(row, view, role)), None)


def _is_built_on_by_the_director(row: InputRow, view: MatchView) -> bool:
    """A note or the like whose flag the director has dealt with: without it that would be gone too."""
    raised = [flag for flag in view.flags.values() if flag.told is row] if row.what in RAISING else []
    return any(other.is_directors for flag in raised for other in view.inputs.about(flag.id))
