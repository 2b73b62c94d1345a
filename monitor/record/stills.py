"""Evidence stills: JPEG files named by the SHA-256 of their content, so that the log's entry vouches for the picture."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from monitor.errors import InputError, LogError
from monitor.record.private import make_folder, opener

QUALITY = 92
_NAME = re.compile(r"[0-9a-f]{64}")
_PARTIAL = ".partial"


class StillStore:
    """The stills of a session, in one folder. A file is there whole or not at all; nothing is ever replaced or deleted."""

    def __init__(self, directory: Path) -> None:
        self.directory = Path(directory)
        make_folder(self.directory)

    def put(self, image_bgr: NDArray[np.uint8]) -> str:
        """Keeps a picture ((h, w, 3) BGR) as JPEG and returns its name, the SHA-256 of the file. The same picture gives the same name."""
        if image_bgr.ndim != 3 or image_bgr.shape[2] != 3 or image_bgr.dtype != np.uint8 or not image_bgr.size:
            raise InputError(f"A still is a colour picture of bytes, not {image_bgr.dtype} {image_bgr.shape}.")
        is_done, encoded = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not is_done:
            raise LogError("The picture could not be written as JPEG.")
        data = encoded.tobytes()
        name = hashlib.sha256(data).hexdigest()
        path = self.path(name)
        if not path.exists():
            try:
                _write_whole(path, data)
            except OSError as error:
                raise LogError(f"The still could not be kept: {error}. Free space on the disk or check its permissions.") from error
        return name

    def path(self, name: str) -> Path:
        """Where a still of that name is, or would be. Raises InputError for what is no name of a still."""
        if not _NAME.fullmatch(name):
            raise InputError(f"{name!r} is not the name of a still.")
        return self.directory / f"{name}.jpg"

    def get(self, name: str) -> bytes:
        """The file's content. Raises LogError when it is missing, or is not what its name says."""
        path = self.path(name)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise LogError(f"The still {name} is missing: {error}.") from error
        if hashlib.sha256(data).hexdigest() != name:
            raise LogError(f"The still {name} is not what its name says: it was changed.")
        return data

    def names(self) -> list[str]:
        """Names of all stills, sorted."""
        return sorted(path.stem for path in self.directory.glob("*.jpg") if _NAME.fullmatch(path.stem))

    def remove_partial(self) -> int:
        """Removes what writers killed half-way left behind. Only for the one writer, at its start. Returns how many."""
        partial = list(self.directory.glob(f"*{_PARTIAL}"))
        for path in partial:
            path.unlink(missing_ok=True)
        return len(partial)


def _write_whole(path: Path, data: bytes) -> None:
    """Writes beside, flushes to the disk, then renames: the name never stands for half a file."""
    partial = path.with_name(f"{path.name}.{os.getpid()}{_PARTIAL}")
    try:
        with open(partial, "wb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
