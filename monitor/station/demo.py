"""The demonstration: the bundled rendered clips, played as a camera would give them, through the same processes as a live table."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monitor.errors import InputError
from monitor.record.private import make_folder
from monitor.station.config import StationOptions, TableOptions
from monitor.station.session_events import session_result
from monitor.station.station import Station

CLIP_FOLDER = Path(__file__).parent / "demo_clips"
CLIP_NAMES = ("demo_clean", "demo_violations")
OBSERVER = "Demonstration"
"""Nobody plays, so nobody can be helped: whoever looks on is as appointed."""
REMARK = "Rendered match, not filmed: a demonstration."


@dataclass(frozen=True, slots=True)
class DemoClip:
    """One bundled clip and the file that says what happens in it, which only the scorer opens, afterwards."""

    name: str
    video: Path
    truth: Path


def bundled_clips(folder: Path = CLIP_FOLDER) -> list[DemoClip]:
    """The clips that ship with the product. Raises InputError when they are missing."""
    clips = [DemoClip(name, folder / f"{name}.mp4", folder / f"{name}.truth.json") for name in CLIP_NAMES]
    for clip in clips:
        for path in (clip.video, clip.truth):
            if not path.is_file():
                raise InputError(f"The demonstration's file {path.name} is missing; reinstall the product.")
    return clips


def play_clip(station: Station, video: Path, number: int, table: TableOptions, before_run: Callable[[Path], None] | None = None) -> dict[str, Any]:
    """Plays one clip into a session of its own and returns what was committed. The clip is handed over under a random name.

    before_run: called with the session directory once its log exists (the dashboard needs one to show).
    """
    hidden = station.folder / "clips"
    make_folder(hidden)
    neutral = hidden / f"{secrets.token_hex(8)}.mp4"
    shutil.copyfile(video, neutral)
    session = station.folder / f"rendered-match-{number}"
    if (session / "log.sqlite").exists():
        raise InputError(f"{session} holds a session already; name another folder with --keep.")
    station.begin(session, StationOptions(source=str(neutral), is_paced=True, table=table, observer=OBSERVER, remark=REMARK))
    station.wait_for_log(session)
    if before_run:
        before_run(session)
    failure = station.run()
    if not (session / "log.sqlite").exists():
        return {"video": neutral.name, "table": table.to_json(), "events": [], "partial": failure, "notes": [], "frames": {}}
    result = session_result(session)
    return {**result, "partial": failure or result["partial"]}
