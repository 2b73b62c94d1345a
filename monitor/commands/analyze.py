"""`analyze VIDEO`: a recorded match into a transcript and a list of irregularities."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from monitor.commands.options import SecondsType, check_output, with_table_options
from monitor.commands.progress import VideoProgress
from monitor.commands.transcript_text import transcript_lines
from monitor.game.events import from_json
from monitor.game.transcript import marked_plays, write_mat
from monitor.station.config import TableOptions, write_whole

PARTIAL = 3


@click.command("analyze")
@click.argument("video", type=click.Path(path_type=Path))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the whole result here ('-': to the screen, in place of the transcript).")
@click.option("--mat", "mat_file", type=click.Path(path_type=Path), help="Write the match as .mat, which backgammon programs read.")
@click.option("--start", "start_s", type=SecondsType(), help="Begin there in the video (seconds, M:SS or H:MM:SS).")
@click.option("--end", "end_s", type=SecondsType(), help="End there.")
@with_table_options
def command(video: Path, json_file: Path | None, mat_file: Path | None, start_s: float | None, end_s: float | None, table: TableOptions) -> int:
    """Analyse a recorded VIDEO: its turns, rolls and irregularities.

    The board is found automatically; if it is not, give its corners with --corners or a table saved by `calibrate`.
    """
    from monitor.station.analysis import analyse

    if start_s is not None and end_s is not None and end_s <= start_s:
        raise click.UsageError("--end must come after --start.")
    for out in (json_file, mat_file):
        if out is not None and str(out) != "-":
            check_output(out, video)
    with VideoProgress(f"Analysing {video.name}") as progress:
        result = analyse(video, table, progress, start_s=start_s, end_s=end_s)
    text = json.dumps(result, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    click.echo(text if str(json_file) == "-" else "\n".join(transcript_lines(result)))
    if json_file is not None and str(json_file) != "-":
        write_whole(json_file, text.encode(), is_private=False)
    if mat_file is not None:
        _write_mat(mat_file, result, table)
    if result["partial"]:
        click.echo(f"Error: {video.name} could only be read in part: {result['partial']}.", err=True)
        return PARTIAL
    return 0


def _write_mat(path: Path, result: Mapping[str, Any], table: TableOptions) -> None:
    """The transcript, and beside it what a reader of it must not take as it stands: NAME.mat.json (`formats.md` section 4)."""
    events = [from_json(event) for event in result["events"]]
    score = table.score or (0, 0)
    text = write_mat(events, names=table.names or ("A", "B"), length=table.match_length, score=score, headers={"Source": str(result["video"])})
    write_whole(path, text.encode(), is_private=False)
    write_whole(path.with_name(path.name + ".json"), (json.dumps(marked_plays(events, score), ensure_ascii=False, indent=1) + "\n").encode(), is_private=False)
