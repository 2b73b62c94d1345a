"""`watch SOURCE`: a table live, with the dashboard, until Ctrl-C or the source's end; at a terminal the dashboard then stays until Ctrl-C."""

from __future__ import annotations

import contextlib
import shutil
import signal
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import click

from monitor.commands.dashboard import announce, say, stay
from monitor.commands.options import with_table_options
from monitor.errors import CameraError, InputError, LogError
from monitor.record.log import LogReader
from monitor.record.private import make_folder
from monitor.station.board import corners_told
from monitor.station.config import MOST_NAME, StationOptions, TableOptions, WebOptions
from monitor.station.station import Address, Station
from monitor.vision.source import VideoFileSource, is_live, source_name
from web.server import require_address

RECORD_ONLY = "Nobody is appointed as observer (--observer NAME), so the match is only recorded: flags stay sealed until it ends or the director asks."


@click.command("watch")
@click.argument("source")
@click.option("--session", type=click.Path(path_type=Path), help="Folder for the session (default: sessions/DATE-TIME).")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Port of the dashboard on this machine; 0: any free one.")
@click.option("--observer", metavar="NAME", help="Who the director has appointed to observe this match: only then are live flags shown on the dashboard.")
@click.option("--record-only", is_flag=True, help="Nobody is appointed: flags stay sealed until the session has ended or the director asks (the default).")
@click.option("--no-web", is_flag=True, help="No dashboard; the log alone.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the dashboard.")
@click.option("--record/--no-record", default=None, help="Keep the pictures as video (default: for a camera or stream).")
@click.option("--size", default="1280x720", show_default=True, metavar="WxH", help="Picture size to ask a camera for.")
@click.option("--rate", default=30, show_default=True, type=click.IntRange(1, 120), help="Pictures a second to ask a camera for.")
@with_table_options
def command(
    source: str, session: Path | None, port: int, observer: str | None, record_only: bool, no_web: bool, no_browser: bool, record: bool | None,
    size: str, rate: int, table: TableOptions,
) -> int:  # fmt: skip
    """Watch a table live. SOURCE: a camera's number (0), its device, a stream's address, or a video file, played at its own pace.

    Live flags are for the appointed observer or the director only (CNB, DBgF and BIBA 1.6-1.7). The director appoints, of himself or at a
    player's request (CNB and DBgF 1.3.3, BIBA 2.5): state it with --observer, or he enters it on the dashboard, with a code of his own, at
    any time. Without an appointment the match is only recorded.

    Ctrl-C ends the session, as the source's own end does; at a terminal the dashboard then stays, for looking at the flags, until Ctrl-C.
    `show` opens it again.
    """
    observer = _appointed(observer, record_only)
    if not is_live(source):
        _check_file(source, table)
    width, height = _size(size)
    folder = session or Path("sessions") / datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    if (folder / "log.sqlite").exists():
        raise InputError(f"{folder} holds a session already; name another folder with --session.")
    web = None if no_web else WebOptions(port=port)
    if web is not None:
        require_address(web.host, web.port)
    is_ours = not folder.exists()
    options = StationOptions(source=source, table=table, observer=observer, is_recording=is_live(source) if record is None else record,
                             width=width, height=height, rate_hz=rate)  # fmt: skip
    stopped: list[int] = []
    address: Address | None = None
    failure: str | None = None
    is_useless = False
    _on_terminate(stopped)
    try:
        with Station(_made(folder)) as station:
            station.begin(folder, options)
            say(f"Watching {source_name(source)}; session {folder}. Ctrl-C ends it.")
            say(f"Observer appointed: {observer}." if observer else RECORD_ONLY)
            with contextlib.suppress(KeyboardInterrupt):
                if web is not None:
                    station.wait_for_log(folder)
                    try:
                        address = station.start_web(web)
                    except CameraError as error:
                        failure = str(error)
                    else:
                        announce(address, no_browser)
                failure = failure or station.run(lambda: bool(stopped))
            station.supervisor.stop("vision", "capture")
            is_useless = failure is not None and (_saw_nothing(folder) or (web is not None and address is None))
            if address is not None and not is_useless:
                say(f"The session has ended{f': {failure}' if failure else '.'}")
                stay(station, address, lambda: bool(stopped))
    except KeyboardInterrupt:
        failure = None
    if is_useless and is_ours:
        shutil.rmtree(folder, ignore_errors=True)  # a camera that never answered, or a dashboard that did not start, leaves no session behind
    else:
        say(f"Ended. Look at it again with: python -m monitor show {folder}; check its log with: python -m monitor verify {folder}")
    if failure:
        raise CameraError(failure)
    return 0


def _check_file(source: str, table: TableOptions) -> None:
    """Says at once what is wrong with a video file, or with the corners told for it. Raises SourceError or CalibrationError."""
    video = VideoFileSource(source)
    try:
        if table.corners is not None:
            height, width = next(iter(video)).image.shape[:2]  # turned as its tag says
            corners_told(table, width, height)
    finally:
        video.close()


def _saw_nothing(folder: Path) -> bool:
    """Whether a session's log says that not one picture came."""
    try:
        with LogReader(folder / "log.sqlite") as log:
            counts = log.find(["frames"])
    except (LogError, OSError):
        return False
    return bool(counts) and counts[-1].body["seen"] == 0


def _on_terminate(stopped: list[int]) -> None:
    """A polite request to end (SIGTERM) ends the session as Ctrl-C does."""

    def note(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    with contextlib.suppress(ValueError):  # only the main thread may set it; elsewhere it stays as it is
        signal.signal(signal.SIGTERM, note)


def _made(folder: Path) -> Path:
    try:
        make_folder(folder)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {error.strerror or error}.") from error
    return folder


def _appointed(observer: str | None, is_record_only: bool) -> str | None:
    """The observer's name as it is kept. Raises UsageError for one that says nothing, or together with --record-only."""
    if observer is None:
        return None
    if is_record_only:
        raise click.UsageError("--observer and --record-only: an observer is appointed, or nobody is.")
    name = " ".join(observer.split())
    if not name.isprintable() or not 0 < len(name) <= MOST_NAME:
        raise click.UsageError(f"--observer: give the name of who is appointed, in up to {MOST_NAME} characters.")
    return name


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit() and 160 <= int(width) <= 7680 and 120 <= int(height) <= 4320):
        raise click.UsageError(f"--size: {text!r} is not a size such as 1280x720.")
    return int(width), int(height)
