"""`show FOLDER`: the dashboard over sessions that were watched, until Ctrl-C."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from monitor.commands.dashboard import open_browser, say
from monitor.errors import InputError


@click.command("show")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Port of the dashboard on this machine; 0: any free one.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the dashboard.")
def command(folder: Path, port: int, no_browser: bool) -> int:
    """Open the dashboard over a session that was watched, or over a FOLDER of sessions, until Ctrl-C.

    For officials afterwards: the turns, the flags with their evidence, and what was decided. Sessions are read, not written. One that has
    not ended stays sealed as its appointment says.
    """
    from web.app import create_app
    from web.server import serve, wait_for_end

    if not folder.is_dir() or not (any(folder.glob("log.sqlite")) or any(folder.glob("*/log.sqlite"))):
        raise InputError(f"There is no session in {folder}; name the folder that `watch` wrote, or the one that holds such folders.")
    with tempfile.TemporaryDirectory(prefix="table-monitor-show-") as state:  # sign-ins are no part of a session
        served = serve(create_app(folder, state_dir=state), port=port)

        def announce() -> None:
            say(f"Dashboard: {served.url}/   Ctrl-C ends it.")
            if not no_browser:
                open_browser(f"{served.url}/")

        wait_for_end(served, announce)
    return 0
