"""JSON for scripts on the same station; every answer is what the pages show, and no more than the reader's role allows."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from web.auth import Role
from web.judging import judged
from web.language_choice import language
from web.pages import get_session, require_unsealed, send_input
from web.panels import counts
from web.saying import say
from web.sealing import SEALED_PHASES, entry_json, is_sealed, sealed_json, shown_dice
from web.security import allow, sign_in
from web.sessions import Session
from web.state import dashboard

blueprint = Blueprint("api", __name__, url_prefix="/api")
PAGE = 500


@blueprint.get("/health")
@allow(Role.PUBLIC)
def get_health() -> Response:
    """Is the dashboard answering? Says nothing about any session."""
    return jsonify(ok=True, version=_version())


@blueprint.get("/status")
@allow(Role.RECORDER)
def status() -> Response:
    """Every session in short; the latest first."""
    return jsonify(sessions=[_status(s) for s in dashboard().sessions.all()], streams={"open": dashboard().streams.taken, "limit": dashboard().streams.limit})


@blueprint.get("/sessions/<name>/status")
@allow(Role.RECORDER)
def session_status(name: str) -> Response:
    """One session in short."""
    return jsonify(_status(get_session(name)))


@blueprint.get("/sessions/<name>/events")
@allow(Role.RECORDER)
def entries(name: str) -> Response:
    """Up to 500 committed entries after `?after=SEQ`, and whether there are more."""
    session = get_session(name)
    after, limit = request.args.get("after", 0, type=int), request.args.get("limit", PAGE, type=int)
    if after < 0 or not 1 <= limit <= PAGE:
        abort(400, say("`after` is a number from 0, `limit` one from 1 to %(most)d.", most=PAGE))
    with session.tail.view() as view:
        sealed, last = is_sealed(sign_in().role, view), view.seq
    if sealed:
        last = session.tail.number_of(last)
        told = [sealed_json(entry, number) for number, entry in session.tail.after_number(after, limit)]
    else:
        told = [entry_json(entry) for entry in session.tail.after(after, limit)]
    shown = [entry for entry in told if entry is not None]
    return jsonify(events=shown, last_seq=last, has_more=bool(shown) and shown[-1]["seq"] < last)


@blueprint.get("/sessions/<name>/inputs/<command_id>")
@allow(Role.OBSERVER)
def input_state(name: str, command_id: str) -> Response:
    """Where an input stands: sent, recorded (with `seq`) or refused (with `error`)."""
    session = get_session(name)
    require_unsealed(session)
    state = session.inbox_state(command_id)
    if state is None:
        abort(404, say("There is no such input."))
    return jsonify(id=command_id, state=state.state, seq=state.seq, error=state.error)


@blueprint.post("/sessions/<name>/inputs")
@allow(Role.OBSERVER)
def put_input(name: str) -> tuple[Response, int]:
    """An official's input as one JSON object: `what`, and beside it `player`, `id`, `why`, `seq`, `detail` as that kind needs them.

    For whatever is faster than a page, such as a clock that sends its presses. The same checks as a form; the name is the sign-in's.
    """
    session, body = get_session(name), _json_object(say("Send one JSON object: what, and what belongs to that kind, such as player."))
    detail = body.get("detail") or {}
    if not isinstance(detail, dict):
        abort(400, say("`detail` is an object, such as the points of A and of B."))
    command_id, what = send_input(session, {**detail, **body})
    return jsonify(id=command_id, state="sent", what=what), 202


@blueprint.post("/judge")
@allow(Role.OBSERVER)
def judge() -> Response:
    """Judge one play: the shape of `python -m monitor judge --json` (formats.md section 5), with the command's options as fields. Stores nothing."""
    require_unsealed(get_session(None))  # a verdict is a hint, whatever it is asked about
    body = _json_object(say("Send one JSON object: xgid (or on_roll and opponent), roll, and after or play."))
    return jsonify(judged(body, language()))


def _json_object(missing: str) -> dict[str, Any]:
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets nested deeper than the parser goes
        body = None
    if not isinstance(body, dict):
        abort(400, missing)
    return body


def _status(session: Session) -> dict[str, Any]:
    picture = session.live()
    with session.tail.view() as view:
        sealed = is_sealed(sign_in().role, view)
        totals = counts(view)
        seq, t = view.seq, view.t
        if sealed:
            totals = {"turns": totals["turns"]}
            seq = session.tail.number_of(seq)
            t = max((entry.t for _, entry in session.tail.after_number(seq - 1, 1)), default=0.0)
        return {
            "name": session.name, "seq": seq, "t": t, "has_ended": view.ended is not None, "is_sealed": sealed,
            "phase": SEALED_PHASES.get(view.phase, view.phase) if sealed else view.phase, "on_roll": view.on_roll, "dice": list(shown_dice(view, sealed)),
            "position": view.position, "counts": totals, "is_camera_lost": view.is_camera_lost,
            "live": {"age_ms": None if picture.age_s is None else round(picture.age_s * 1000), "is_stale": picture.is_stale},
        }  # fmt: skip


def _version() -> str:
    try:
        return version("table-monitor")
    except PackageNotFoundError:
        return "not installed"
