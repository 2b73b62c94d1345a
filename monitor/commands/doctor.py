"""`doctor`: what is installed, which cameras answer, how fast it is here."""

from __future__ import annotations

import click

NOT_IN_ORDER = 1
MARKS = {True: "ok", False: "NOT IN ORDER", None: ""}


@click.command("doctor")
@click.option("--no-cameras", is_flag=True, help="Do not try cameras.")
def command(no_cameras: bool) -> int:
    """Say what is installed, which cameras answer, and how fast the detector runs here."""
    from monitor.station.doctor import examine

    is_in_order = True
    for finding in examine(has_cameras=not no_cameras):
        is_in_order &= finding.is_right is not False
        click.echo(f"{finding.what:<14} {MARKS[finding.is_right]:<13} {finding.text}")
    return 0 if is_in_order else NOT_IN_ORDER
