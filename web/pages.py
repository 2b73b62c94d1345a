"""The pages a person looks at, and the pictures in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request, send_file, url_for
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response as BaseResponse

from web.auth import Role
from web.board import board_svg, row_words
from web.explaining import marked_svg
from web.forms import parse_input
from web.panels import panel_context, render_panels
from web.saying import say
from web.sealing import is_sealed, shown_dice
from web.security import allow, note, session_token, sign_in, wants_json
from web.sessions import Session
from web.state import dashboard
from web.stream import NO_OUTLET, events, parse_after
from web.view import Line, MatchView

blueprint = Blueprint("pages", __name__)

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For a diagram opened by itself: it may style itself, and run nothing."""


def get_session(name: str | None) -> Session:
    """The session of that name, or 404."""
    found = dashboard().sessions.find(name)
    if found is None:
        abort(404, say("There is no such session here."))
    return found


@blueprint.get("/")
@allow(Role.RECORDER)
def index() -> BaseResponse | str:
    """The only session's monitor page, or the list."""
    every = dashboard().sessions.all()
    if len(every) == 1:
        return redirect(url_for("pages.monitor", name=every[0].name), 303)
    return render_template("sessions.html", sessions=every, who=sign_in())


@blueprint.get("/s/<name>/")
@allow(Role.RECORDER)
def monitor(name: str) -> str:
    """The main page."""
    session = get_session(name)
    seq, panels = render_panels(session, sign_in().role)
    with session.tail.view() as view:
        context = panel_context(session, view, sign_in().role, [])
        return render_template("monitor.html", panels=panels, who=sign_in(), **{**context, "seq": seq})


@blueprint.get("/s/<name>/panels")
@allow(Role.RECORDER)
def panels(name: str) -> Response:
    """The page's parts as they are now."""
    seq, html = render_panels(get_session(name), sign_in().role)
    return jsonify(seq=seq, panels=html)


@blueprint.get("/s/<name>/flags/<flag_id>/")
@allow(Role.RECORDER)
def evidence(name: str, flag_id: str) -> str:
    """One flag with all that shows it, made to be printed."""
    session = get_session(name)
    with session.tail.view() as view:
        if is_sealed(sign_in().role, view):
            abort(403, say("Flags are sealed until the session has ended: no observer is appointed (record-only mode)."))
        flag = view.flags.get(flag_id)
        if flag is None:
            abort(404, say("There is no such flag in this session."))
        return render_template("evidence.html", flag=flag, who=sign_in(), row_words=row_words, **panel_context(session, view, sign_in().role, []))


@blueprint.get("/s/<name>/board.svg")
@allow(Role.RECORDER)
def board(name: str) -> BaseResponse:
    """The committed position, or with `line` and `at` the one before or after a row of the turn list; `wrong` marks what was illegal in its play."""
    session = get_session(name)
    line_seq, at = request.args.get("line", type=int), request.args.get("at", "after")
    with session.tail.view() as view:
        if at == "wrong":
            return _svg_response(_wrong_svg(view, line_seq))
        if line_seq is not None and is_sealed(sign_in().role, view):
            abort(403, say("Flags are sealed until the session has ended: no observer is appointed (record-only mode)."))
        dice = shown_dice(view, is_sealed(sign_in().role, view))
        position, on_roll, cube = view.position, view.on_roll, view.cube_value
        if line_seq is not None:
            line: Line | None = next((x for x in view.lines if x.seq == line_seq), None)
            position, dice = (None, ()) if line is None else ((line.before, line.dice) if at == "before" else (line.after, ()))
            on_roll, cube = None if line is None else line.player, None
        if position is None:
            abort(404, say("No position is recorded yet."))
        drawing = board_svg(position, view.near, view.near_home, dice, on_roll, cube)
    return _svg_response(drawing)


def _wrong_svg(view: MatchView, line_seq: int | None) -> str:
    """A play of the turn list with what was wrong marked, sealed as its verdict is."""
    if is_sealed(sign_in().role, view):
        abort(403, say("Flags are sealed until the session has ended: no observer is appointed (record-only mode)."))
    line = next((x for x in view.lines if x.seq == line_seq), None)
    drawing = None if line is None else marked_svg(line, view.near, view.near_home)
    if drawing is None:
        abort(404, say("There is no illegal play here that can be drawn."))
    return drawing


def _svg_response(drawing: str) -> Response:
    response = make_response(drawing)
    response.headers.update({"Content-Type": "image/svg+xml; charset=utf-8", "Content-Security-Policy": SVG_POLICY})
    return response


@blueprint.get("/s/<name>/live.json")
@allow(Role.RECORDER)
def live(name: str) -> Response:
    """Age of the live picture, after the end where a newer session is, and for officials the provisional reading."""
    session = get_session(name)
    picture = session.live()
    with session.tail.view() as view:
        sealed, ended, lost = is_sealed(sign_in().role, view), view.ended is not None, view.is_camera_lost
    return jsonify(
        mark="" if sealed else picture.mark, is_sealed=sealed, age_ms=None if picture.age_s is None else round(picture.age_s * 1000),
        is_stale=picture.is_stale, has_ended=ended, is_camera_lost=lost, newer=newer_than(session) if ended else None,
        reading={} if sealed else picture.reading,
    )  # fmt: skip


def newer_than(session: Session) -> str | None:
    """Where the latest session is, when that is another one: a page left open must not look as if nothing went on."""
    latest = dashboard().sessions.find(None)
    return None if latest is None or latest.name == session.name else url_for("pages.monitor", name=latest.name)


@blueprint.get("/s/<name>/live.jpg")
@allow(Role.RECORDER)
def live_picture(name: str) -> BaseResponse:
    """The latest picture, with an ETag; 304 when the browser has it. Never waits for a frame. Sealed with the flags: what was read is drawn into it."""
    session = get_session(name)
    with session.tail.view() as view:
        if is_sealed(sign_in().role, view):
            abort(403, say("Stills are sealed until the session has ended: no observer is appointed (record-only mode)."))
    picture = session.live()
    try:
        data = session.live_file().read_bytes()
    except OSError:
        abort(404, say("There is no picture yet."))
    response = make_response(data)
    response.headers.update({"Content-Type": "image/jpeg", "Cache-Control": "private, no-cache", "Content-Disposition": 'inline; filename="live.jpg"',
                             "Frame-Age-Ms": str(round((picture.age_s or 0.0) * 1000))})  # fmt: skip
    response.set_etag(picture.mark)
    return response.make_conditional(request)


@blueprint.get("/s/<name>/stills/<sha256>.jpg")
@allow(Role.RECORDER)
def still(name: str, sha256: str) -> BaseResponse:
    """A still, as it was stored."""
    session = get_session(name)
    with session.tail.view() as view:
        if is_sealed(sign_in().role, view):
            abort(403, say("Stills are sealed until the session has ended: no observer is appointed (record-only mode)."))
    path = session.still(sha256)
    if path is None:
        abort(404, say("This still is not in the evidence folder."))
    response = send_file(path.resolve(), mimetype="image/jpeg", download_name=f"{sha256[:16]}.jpg", conditional=True, max_age=31536000)
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    response.headers["Content-Disposition"] = f'inline; filename="{sha256[:16]}.jpg"'
    return response


@blueprint.post("/s/<name>/inputs")
@allow(Role.OBSERVER)
def put_input(name: str) -> BaseResponse:
    """An official's input, put into the inbox. It counts once the log has it."""
    command_id, what = send_input(get_session(name), request.form)
    if wants_json():
        return make_response(jsonify(id=command_id, state="sent", what=what), 202)
    return redirect(url_for("pages.monitor", name=name), 303)


def require_unsealed(session: Session) -> None:
    """Answers 403 while the session is sealed to whoever asks: without an appointment he is no official of it, and only follows the record."""
    with session.tail.view() as view:
        if is_sealed(sign_in().role, view):
            abort(403, say("No observer is appointed for this match, so it is only recorded. Ask the director to appoint you."))


def send_input(session: Session, form: Mapping[str, Any]) -> tuple[int, str]:
    """An official's input, checked, into the inbox: (the command's id, its kind).

    Raises InputError for one that cannot be used. Those that wait are read before the log, so that what is recorded meanwhile is found there.
    """
    require_unsealed(session)
    with session.telling:
        waiting = [command.body for command in session.pending() if command.kind == "input"]
        with session.tail.view() as view:
            body = parse_input(form, view, sign_in().name, sign_in().role, waiting)
        command_id = session.put("input", body)
    note("input", name=sign_in().name, what=body["what"], id=command_id)
    return command_id, str(body["what"])


@blueprint.get("/events")
@blueprint.get("/s/<name>/events")
@allow(Role.RECORDER)
def stream(name: str | None = None) -> Response:
    """Committed entries as they come (server-sent events); `/events` follows the latest session."""
    session, board_state, token, role = get_session(name), dashboard(), session_token(), sign_in().role
    slots, sign_ins = board_state.streams, board_state.sign_ins
    after = parse_after(request.headers.get("Last-Event-ID"), request.args.get("after"))
    with session.tail.view() as view:
        if is_sealed(role, view):
            after = session.tail.seq_of(after)
    if not slots.take():
        raise ServiceUnavailable(say("Too many pages are open on this station. Close some, or wait a moment."), retry_after=5)

    body = events(
        session.tail.wait, after, number_of=session.tail.number_of, is_allowed=lambda: sign_ins.find(token) is not None,
        is_sealed=lambda: session.tail.is_sealed(role), outlet=request.environ.get("monitor.outlet", NO_OUTLET),
    )  # fmt: skip
    response = Response(body, mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.call_on_close(slots.free)
    return response
