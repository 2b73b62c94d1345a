"""What a session keeps of people is for its owner alone, whatever the umask (POSIX)."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from monitor.record.inbox import Inbox
from monitor.record.log import EventLog
from monitor.record.private import make_file, make_folder
from monitor.record.recorder import SegmentRecorder
from monitor.record.stills import StillStore
from web.auth import SignIns

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX rights")

PICTURE = np.full((120, 160, 3), 90, np.uint8)


@pytest.fixture(params=[0o000, 0o022], ids=["umask 000", "umask 022"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody may look into."""
    before = os.umask(request.param)
    tmp_path.chmod(0o755)
    yield tmp_path
    os.umask(before)


def log(folder: Path) -> None:
    with EventLog.create(folder / "log.sqlite") as made:
        made.append("frames", {}, t=0.0, t_wall=datetime.now(UTC))
        check(folder)  # with the files that SQLite has beside it while it is written
    with EventLog.open(folder / "log.sqlite"):
        pass


def inbox(folder: Path) -> None:
    with Inbox(folder / "inbox.sqlite") as made:
        made.put("web", "input", {})
        check(folder)


def stills(folder: Path) -> None:
    StillStore(folder / "evidence").put(PICTURE)


def video(folder: Path) -> None:
    recorder = SegmentRecorder(folder / "video")
    recorder.write(PICTURE, 0.0)
    recorder.close()


def sign_ins(folder: Path) -> None:
    SignIns(folder / "web.sqlite")


def check(folder: Path) -> None:
    made = list(folder.rglob("*"))
    assert made
    for path in made:
        assert oct(stat.S_IMODE(path.stat().st_mode)) == (oct(0o700) if path.is_dir() else oct(0o600)), path.name


@pytest.mark.parametrize("write", [log, inbox, stills, video, sign_ins], ids=lambda write: write.__name__)
def test_what_is_written_is_for_its_owner_alone(write: Callable[[Path], None], folder: Path) -> None:
    write(folder)
    check(folder)


def test_what_was_there_is_left_as_it_is(folder: Path) -> None:
    there = folder / "there"
    there.mkdir()
    (there / "log.sqlite").write_bytes(b"kept")
    before = [(path.stat().st_mode, path.stat().st_mtime_ns) for path in (there, there / "log.sqlite")]
    make_folder(there)
    make_file(there / "log.sqlite")
    assert [(path.stat().st_mode, path.stat().st_mtime_ns) for path in (there, there / "log.sqlite")] == before
    assert (there / "log.sqlite").read_bytes() == b"kept"
    make_folder(folder / "sessions" / "new")
    assert stat.S_IMODE((folder / "sessions").stat().st_mode) & 0o055 == 0o055, "the folder of all sessions is as any"
