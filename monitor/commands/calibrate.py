"""`calibrate SOURCE`: finds the board and saves the table."""

from __future__ import annotations

from pathlib import Path

import click

from monitor.commands.options import check_output, with_table_options
from monitor.game.events import Player
from monitor.station.config import TableOptions, table_file_text, write_whole


@click.command("calibrate")
@click.argument("source")
@click.option("--out", type=click.Path(path_type=Path), help="File for the table (default: NAME.table.toml, or table.toml for a camera).")
@click.option("--preview", type=click.Path(path_type=Path), help="Picture with what was found (default: beside the table file).")
@click.option("--near", type=click.Choice(["A", "B"]), help="Who sits at the bottom edge of the picture; A has the lighter checkers.")
@click.option("--near-home", type=click.Choice(["left", "right"]), help="The side of that player's home board.")
@with_table_options
def command(source: str, out: Path | None, preview: Path | None, near: str | None, near_home: str | None, table: TableOptions) -> int:
    """Find the board in SOURCE (a camera's number, a video, a picture) and save it for --table.

    Set up the start position first: it tells who sits where and which way home is. Where the board is not found, give --corners.
    """
    from monitor.station.calibration_run import calibrate, default_file

    told = {k: v for k, v in (("near", Player(near) if near else None), ("near_home", near_home)) if v is not None}
    file = out or default_file(source)
    picture = preview or file.with_suffix(".jpg")
    if preview is None and picture.absolute() in (file.absolute(), Path(source).absolute()):
        picture = file.with_name(file.stem + ".preview.jpg")
    for path in (file, picture):
        check_output(path, Path(source))
    found = calibrate(source, table.model_copy(update=told))
    remark = f"Table of {Path(source).name if '/' in source else source}, saved by calibrate; look at {picture.name} to see whether it fits."
    write_whole(picture, found.preview, is_private=False)
    write_whole(file, table_file_text(found.options, remark).encode(), is_private=False)
    click.echo(f"Board found (confidence {found.fit.confidence:.2f}, residual {100 * found.fit.residual:.1f} % of its width).")
    if found.options.near and found.options.near_home:
        click.echo(f"{'Light (A)' if found.options.near is Player.A else 'Dark (B)'} sits at the bottom edge, with home on the {found.options.near_home}.")
    else:
        click.echo("Who sits where is not told: no start position was seen. Give --near and --near-home, or calibrate again with it set up.")
    click.echo(f"Saved {file}; look at {picture}.")
    return 0
