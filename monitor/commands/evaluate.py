"""`evaluate stills DIR` and `evaluate videos DIR`: the measured tables."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("evaluate")
def command() -> None:
    """Measure the reader on pictures or videos with known truth, and print the tables of the model card."""


@command.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--corners-given", is_flag=True, help="Hand the labelled corners to the reader.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the sheet of misses.")
@click.option("--limit", default=0, help="Only the first so many.")
@click.option("--match", default="", help="Only pictures whose name begins so.")
@click.option("--min-exact", type=click.FloatRange(0, 1), help="Exit status 1 when a smaller share of the positions is exact.")
def stills(path: Path, corners_given: bool, out: Path | None, limit: int, match: str, min_exact: float | None) -> int:
    """Pictures with truth beside them (NAME.json), or a labels.json."""
    from models.training.evaluate import commands

    return int(commands.stills(path, is_corners_given=corners_given, out_dir=out, limit=limit, match=match, min_exact=min_exact, write=click.echo))


@command.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the sheet of misses.")
@click.option("--only", default="", help="Only the clip of this name.")
@click.option("--profile", help="Rules to use in place of those in the truth.")
@click.option("--min-turns", type=click.FloatRange(0, 1), help="Exit status 1 when a smaller share of the turns is exact.")
@click.option("--max-false", type=click.IntRange(0), help="Exit status 1 when there are more false flags, or a staged flag was missed.")
def videos(path: Path, out: Path | None, only: str, profile: str | None, min_turns: float | None, max_false: int | None) -> int:
    """Videos with truth beside them (NAME.mp4 and NAME.truth.json)."""
    from models.training.evaluate import commands

    return int(commands.videos(path, profile=profile, out_dir=out, only=only, min_turns=min_turns, max_false=max_false, write=click.echo))
