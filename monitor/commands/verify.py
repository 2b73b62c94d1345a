"""`verify`: is an event log as it was written, and are the stills that it names there?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from monitor.errors import InputError, LogError
from monitor.record.log import LogReader
from monitor.record.stills import StillStore
from monitor.record.verify import verify as verify_log

NOT_IN_ORDER = 1


class CheckpointType(click.ParamType[Any]):
    """SEQ:HASH of an entry known from elsewhere."""

    name = "SEQ:HASH"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        match = re.fullmatch(r"(\d+):([0-9a-fA-F]{64})", str(value))
        if not match:
            self.fail("a checkpoint is an entry's number, a colon, and its hash of 64 digits", param, ctx)
        return int(match[1]), match[2].lower()


@click.command("verify")
@click.argument("path", type=click.Path(path_type=Path), metavar="SESSION")
@click.option("--checkpoint", type=CheckpointType(), help="An entry known from elsewhere; shows whether the end of the log was cut.")
def command(path: Path, checkpoint: tuple[int, str] | None) -> int:
    """Check the event log of a SESSION folder (or a log file), and the stills that it names."""
    log = path / "log.sqlite" if path.is_dir() else path
    if not log.is_file():
        raise InputError(f"There is no event log at {path}.")
    report = verify_log(log, checkpoint=checkpoint)
    click.echo(report.text)
    if not report.is_intact:
        return NOT_IN_ORDER
    faults = _still_faults(log)
    for fault in faults:
        click.echo(fault)
    if not faults:
        click.echo(f"Note this elsewhere, and give it with --checkpoint later, to show that nothing was cut off the end: {_head(log)}")
    return NOT_IN_ORDER if faults else 0


def _head(log: Path) -> str:
    """SEQ:HASH of the last entry."""
    with LogReader(log) as reader:
        last = reader.get(reader.last_seq)
    return f"{last.seq}:{last.hash}"


def _still_faults(log: Path) -> list[str]:
    """A sentence for each still that the log names and that is missing or changed."""
    faults: list[str] = []
    after = count = 0
    folder = log.parent / "evidence"
    with LogReader(log) as reader:
        while entries := reader.find(["still"], after):
            after = entries[-1].seq
            for entry in entries:
                count += 1
                try:
                    if not folder.is_dir():
                        raise LogError("The folder of stills is missing.")
                    StillStore(folder).get(str(entry.body.get("sha256", "")))
                except (LogError, InputError) as error:
                    faults.append(f"NOT INTACT. Entry {entry.seq}: {error}")
    if not faults:
        click.echo(f"{count} stills: all there and unchanged.")
    return faults
