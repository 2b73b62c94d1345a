"""`demo`: two rendered matches through the real pipeline, with the dashboard; at the end what was found against the truth."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from monitor.commands.dashboard import announce, say, stay
from monitor.errors import CameraError, InputError
from monitor.station.config import TableOptions, WebOptions
from monitor.station.demo import DemoClip, bundled_clips, play_clip
from monitor.station.station import Address, Station


@click.command("demo")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Port of the dashboard on this machine; 0: any free one.")
@click.option("--keep", type=click.Path(path_type=Path), help="Keep the sessions in this folder.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the dashboard.")
def command(port: int, keep: Path | None, no_browser: bool) -> int:
    """Show two bundled RENDERED matches running through the real pipeline: one clean, one with irregularities.

    The reader gets only the pictures, at the pace of a camera, under a random name; the truth is opened afterwards, to score it.
    """
    clips = bundled_clips()
    if keep is not None and keep.exists() and not keep.is_dir():
        raise InputError(f"{keep} is a file; --keep takes a folder.")
    folder = keep or Path(tempfile.mkdtemp(prefix="table-monitor-demo-"))
    say("Two rendered match clips (not filmed) play through the real pipeline, paced like a camera. This takes as long as they last.")
    results: list[Mapping[str, Any]] = []
    try:
        with Station(folder) as station:
            address = None
            for number, clip in enumerate(clips, 1):
                say(f"Match {number} of {len(clips)} ...")

                def show(session: Path) -> None:
                    nonlocal address
                    if address is None:
                        address = start_dashboard(station, port)
                        announce(address, no_browser)

                results.append(play_clip(station, clip.video, number, table_told(clip), show))
            click.echo(score_text(clips, results))
            if address is not None:
                stay(station, address)
    except KeyboardInterrupt:
        say("Stopped.")
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            say(f"The sessions are kept in {folder}.")
    return 0


def table_told(clip: DemoClip) -> TableOptions:
    """What an official would tell: the rules in force. Nothing of the clip's own events."""
    return TableOptions(profile="cnb")


def score_text(clips: Sequence[DemoClip], results: Sequence[Mapping[str, Any]]) -> str:
    """What was found against the truth, as text; the truth is read here and not before."""
    from models.training.evaluate.video_scoring import ClipScore, score_clip

    scores: list[ClipScore] = []
    head = f"{'match':<18}{'turns exact':>13}{'rolls':>9}{'flags found':>13}{'false flags':>13}{'frames dropped':>18}"
    lines = ["", "Found against the truth (rendered clips)", head]
    for clip, result in zip(clips, results, strict=True):
        score = score_clip(clip.name, read_truth(clip.truth)["events"], result["events"])
        scores.append(score)
        frames = result.get("frames") or {}
        dropped = f"{frames.get('dropped', 0)} of {frames.get('seen', 0)}"
        cells = (_of(score.turns), _of(score.found.get("roll", (0, 0))), _of(score.found.get("flag", (0, 0))), str(score.false_flags))
        lines.append(f"{clip.name:<18}{cells[0]:>13}{cells[1]:>9}{cells[2]:>13}{cells[3]:>13}{dropped:>18}")
        if result.get("partial"):
            lines.append(f"  {result['partial']}")
    lines.append("")
    for clip, score in zip(clips, scores, strict=True):
        for rule, (found, true) in sorted(score.flags_by_rule.items()):
            lines.append(f"  {clip.name}: {rule:<22} found {found} of {true}")
        lines += [f"  {clip.name}: {miss.t:6.1f} s  {miss.what} {miss.kind}: {miss.text}" for miss in score.misses]
    return "\n".join(lines)


def read_truth(path: Path) -> dict[str, Any]:
    """A clip's truth. Raises InputError."""
    try:
        body: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path.name} cannot be read: {error}.") from error
    return body


def start_dashboard(station: Station, port: int) -> Address:
    """The dashboard at this port, or at any free one when it is taken."""
    try:
        return station.start_web(WebOptions(port=port))
    except CameraError:
        return station.start_web(WebOptions(port=0))


def _of(pair: tuple[int, int]) -> str:
    return f"{pair[0]} of {pair[1]}"
