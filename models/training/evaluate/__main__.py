"""`python -m models.training.evaluate`: stills, videos, card."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from models.training.evaluate import commands
from monitor.errors import InputError, MonitorError


@click.group()
def main() -> None:
    """Measure the reader on labelled pictures and clips, and write the model card."""


@main.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--corners-given", is_flag=True, help="Hand the labelled corners to the reader instead of letting it find the board.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the sheet of misses.")
@click.option("--limit", type=int, default=0, help="Only so many pictures, spread evenly.")
@click.option("--match", default="", help="Only pictures whose name begins so.")
@click.option("--min-exact", type=click.FloatRange(0, 1), help="Exit status 1 below this share of exact positions.")
def stills(path: Path, corners_given: bool, out: Path | None, limit: int, match: str, min_exact: float | None) -> None:
    """PATH is a folder of NAME.jpg with NAME.json, or a labels.json."""
    sys.exit(commands.stills(path, is_corners_given=corners_given, out_dir=out, limit=limit, match=match, min_exact=min_exact))


@main.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the list of misses and the analyses.")
@click.option("--only", default="", help="Only the clip of this name.")
@click.option("--profile", help="Rule profile; that of the truth unless given.")
@click.option("--min-turns", type=click.FloatRange(0, 1), help="Exit status 1 below this share of exact turns.")
@click.option("--max-false", type=click.IntRange(0), help="Exit status 1 above so many false flags, or when a staged flag was missed.")
def videos(path: Path, out: Path | None, only: str, profile: str | None, min_turns: float | None, max_false: int | None) -> None:
    """PATH is a folder of NAME.mp4 with NAME.truth.json."""
    sys.exit(commands.videos(path, profile=profile, out_dir=out, only=only, min_turns=min_turns, max_false=max_false))


@main.command()
@click.option("--reports", type=click.Path(path_type=Path), help="Folder of saved reports (data/reports).")
def card(reports: Path | None) -> None:
    """Write the saved reports into models/MODEL_CARD.md and README.md."""
    sys.exit(commands.card(reports_dir=reports))


if __name__ == "__main__":
    try:
        main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        sys.exit(130)
    except InputError as error:
        click.echo(str(error), err=True)
        sys.exit(3)
    except MonitorError as error:
        click.echo(str(error), err=True)
        sys.exit(4)
