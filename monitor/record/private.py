"""Files and folders that hold what was seen and said of people: on POSIX systems for their owner alone, whatever the umask. Elsewhere, and in a
folder that was there before, the rights of the folder decide."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FILE, FOLDER = 0o600, 0o700


def make_folder(path: Path) -> None:
    """Makes a folder for its owner alone, if it is not there. Those above it are made as any. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Makes an empty file for its owner alone, if it is not there; one that is there is not touched, and not even opened.

    For databases: SQLite gives the files beside one the rights of the database itself. What refuses here refuses it too, and it says why.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))


def opener(path: str, flags: int) -> int:
    """For `open(..., opener=...)`: a new file is for its owner alone."""
    return os.open(path, flags, FILE)
