"""The command line: `python -m monitor COMMAND`, installed as `table-monitor`.

Exit statuses (`formats.md` section 2): 0 done, 1 checked and not in order, 2 wrong use, 3 some input could not be read, 4 camera or system.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from monitor import __version__
from monitor.errors import CalibrationError, CameraError, InputError, LogError, ModelError, MonitorError

DONE, NOT_IN_ORDER, WRONG_USE, UNREADABLE, SYSTEM = 0, 1, 2, 3, 4

COMMANDS = {
    "demo": "two rendered matches through the real pipeline, with the dashboard",
    "watch": "watch a table live: a camera, a stream, or a file as if it were one",
    "show": "open the dashboard over a session that was watched",
    "analyze": "analyse a recorded video: transcript and irregularities",
    "read": "read the position in pictures",
    "transcript": "read a match record, say what is odd, convert it",
    "judge": "is this play legal, and if not, why?",
    "rules": "what the rulebooks say, side by side",
    "calibrate": "find the board and save the table",
    "evaluate": "measure the reader on pictures or videos with known truth",
    "verify": "check an event log",
    "doctor": "what is installed, which cameras answer, how fast it is here",
}


class LazyGroup(click.Group):
    """Imports a command's module only when it is used, so that `--help` and `judge` need no video library."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"monitor.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="table-monitor")
def cli() -> None:
    """Watches a backgammon table and shows an official what is not in order. It never rules; it shows, cites and keeps."""


def status_of(error: MonitorError) -> int:
    """The exit status that an error means."""
    if isinstance(error, CameraError | ModelError):
        return SYSTEM
    if isinstance(error, InputError | CalibrationError | LogError):
        return UNREADABLE
    return SYSTEM


def _about(error: Exception) -> str:
    """The file that an error is about."""
    name = getattr(error, "filename", None)
    return f": {name}" if name else ""


def main(arguments: list[str] | None = None) -> None:
    """Runs a command; errors are one sentence on standard error."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """The same, answering with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")  # a console of few letters shows "?" instead of failing
    try:
        result = cli.main(args=arguments, prog_name="table-monitor", standalone_mode=False)
    except click.exceptions.Exit as end:
        return int(end.exit_code)
    except click.ClickException as error:
        error.show()
        return WRONG_USE
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads the output any more, and that is no failure
        return DONE
    except MonitorError as error:
        click.echo(f"Error: {error}", err=True)
        return status_of(error)
    except (OSError, UnicodeError) as error:  # a disk, a name, a permission that nobody thought of
        click.echo(f"Error: {getattr(error, 'strerror', None) or error}{_about(error)}.", err=True)
        return UNREADABLE
    return int(result) if isinstance(result, int) else DONE
