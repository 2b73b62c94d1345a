"""What the commands with a dashboard share: saying where it is, opening a browser on it, and keeping it open at a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import webbrowser
from collections.abc import Callable

import click

from monitor.station.station import Address, Station
from monitor.station.supervisor import ProcessState


def say(text: str) -> None:
    """A line on the console, with the time of day."""
    click.echo(f"{time.strftime('%H:%M:%S')}  {text}")


def is_at_terminal() -> bool:
    """Does a person sit at this console?"""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def announce(address: Address, is_only_printed: bool) -> None:
    """Prints where the dashboard is, with its code, and opens it where somebody sits at a screen."""
    say(f"Dashboard: {address.url}   sign-in code: {address.code} (good once, for ten minutes)")
    if not is_only_printed:
        open_browser(address.url)


def open_browser(url: str) -> None:
    """Opens a page where somebody sits at a screen; does nothing anywhere else."""
    has_screen = sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if has_screen and is_at_terminal():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)


def stay(station: Station, address: Address, should_stop: Callable[[], bool] = lambda: False) -> None:
    """Keeps the dashboard open when there is nothing more to watch: at a terminal until Ctrl-C, elsewhere not at all."""
    if not is_at_terminal() or should_stop():
        return
    web = station.supervisor.children["web"]
    say(f"The dashboard stays at {address.url} until Ctrl-C.")
    with contextlib.suppress(KeyboardInterrupt):
        station.supervisor.wait(lambda: should_stop() or web.state is not ProcessState.RUNNING)
