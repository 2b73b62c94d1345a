"""What is installed, which cameras answer, how fast the detector runs here: the facts, without judging more than "in order" or not."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.files import FOLDER, promised
from monitor import __version__
from monitor.errors import MonitorError

NEEDED = ("av", "click", "cryptography", "flask", "numpy", "onnxruntime", "opencv-python", "psutil", "pydantic", "rfc8785", "rich", "waitress")
OPTIONAL = {
    "ultralytics": "training", "torch": "training", "openvino": "a faster detector on Intel machines",
    "gammonview": "comparing tests", "bgsage": "comparing tests",
}  # fmt: skip
CAMERAS_TRIED = 6
LEAST_FREE_BYTES = 2_000_000_000
RUNS = 15


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. is_right: True, False, or None for a fact that is neither."""

    what: str
    text: str
    is_right: bool | None = None


def examine(*, has_cameras: bool = True) -> Iterator[Finding]:
    """Every finding, the quick ones first."""
    where = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield Finding("version", f"table-monitor {__version__}, {where}", sys.version_info >= (3, 11))
    yield from _packages()
    yield from _models()
    yield from _disk()
    browser = next((found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := shutil.which(name))), None)
    yield Finding("browser tests", f"chromium: {browser}" if browser else "no chromium (needed only by the browser tests)")
    yield from _speed()
    if has_cameras:
        yield from _cameras()


def _packages() -> Iterator[Finding]:
    missing = [name for name in NEEDED if _version(name) is None]
    have = ", ".join(f"{name} {_version(name)}" for name in NEEDED if name not in missing)
    yield Finding("packages", have if not missing else f"missing: {', '.join(missing)}; install them with: pip install -r requirements-table.txt", not missing)
    if _version("opencv-python") and _version("opencv-python-headless"):
        yield Finding("packages", "opencv-python and opencv-python-headless are both installed and overwrite each other; uninstall the headless one", False)
    yield Finding("optional", "; ".join(f"{name} {_version(name) or 'not installed'} ({why})" for name, why in OPTIONAL.items()))


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _models() -> Iterator[Finding]:
    names = promised()
    if not names:
        yield Finding("models", "no model files are listed; reinstall the product", False)
    for name, digest in names.items():
        path = FOLDER / name
        if not path.exists():
            yield Finding("model", f"{name} is missing; reinstall the product", False)
            continue
        is_right = hashlib.sha256(path.read_bytes()).hexdigest() == digest
        yield Finding("model", f"{name} {digest[:12]}, {path.stat().st_size / 1e6:.1f} MB" if is_right else f"{name} is not what its hash promises", is_right)


def _disk() -> Iterator[Finding]:
    free = shutil.disk_usage(Path.cwd()).free
    hours = free / (3600 * 400_000)  # about 3 Mbit/s of recorded video
    yield Finding("disk", f"{free / 1e9:.0f} GB free here, about {hours:.0f} hours of recorded match", free > LEAST_FREE_BYTES)


def _speed() -> Iterator[Finding]:
    try:
        from calibration.geometry import CANVAS_H, CANVAS_W
        from monitor.vision.detector import OnnxDetector

        detector = OnnxDetector()
        canvas = np.random.default_rng(1).integers(0, 255, (CANVAS_H, CANVAS_W, 3), np.uint8)
        detector.detect(canvas)
        times = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            detector.detect(canvas)
            times.append(1000 * (time.perf_counter() - begun))
    except MonitorError as error:
        yield Finding("detector", str(error), False)
        return
    yield Finding("detector", f"{statistics.median(times):.0f} ms a picture (median of {RUNS}, slowest {max(times):.0f} ms)")


def _cameras() -> Iterator[Finding]:
    from monitor.errors import CameraError
    from monitor.vision.source import CameraSource

    if sys.platform == "linux" and not list(Path("/dev").glob("video*")):
        yield Finding("cameras", "no camera is connected")
        return
    found = 0
    for index in range(CAMERAS_TRIED):
        try:
            source = CameraSource(index)
        except CameraError:
            continue
        try:
            frame = next(iter(source))
            yield Finding("camera", f"{index} answers: {frame.image.shape[1]}x{frame.image.shape[0]}", True)
            found += 1
        except (CameraError, StopIteration):
            yield Finding("camera", f"{index} opens but gives no picture", False)
        finally:
            source.close()
    if not found:
        yield Finding("cameras", f"none of the numbers 0 to {CAMERAS_TRIED - 1} answers")
