"""Shared fixtures, and the closing line that counts skips by reason."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fixed")

_MILLISECOND = Fraction(1, 1000)
_skips: Counter[str] = Counter()


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of reference photographs and match records."""
    folder = os.environ.get("MONITOR_REFERENCE")
    if not folder:
        pytest.skip("needs the reference data: set MONITOR_REFERENCE to its folder")
    return Path(folder)


ClipMaker = Callable[..., Path]


@pytest.fixture(scope="session")
def make_clip(tmp_path_factory: pytest.TempPathFactory) -> ClipMaker:
    """Writes a small video of plain grey pictures whose brightness counts up, so that a frame can be told from its neighbours.

    times_s: presentation times (default: frames at rate). Every frame has a white block in its top left corner, to see rotations.
    """

    def make(
        name: str = "clip.mp4", *, frames: int = 30, rate: int = 30, size: tuple[int, int] = (160, 120), codec: str = "libx264", pix_fmt: str = "yuv420p",
        times_s: Sequence[float] | None = None, options: dict[str, str] | None = None,
    ) -> Path:  # fmt: skip
        path = tmp_path_factory.mktemp("clip") / name
        with av.open(str(path), "w", options=options or {}) as container:
            stream: Any = container.add_stream(codec, rate=rate)
            stream.width, stream.height, stream.pix_fmt = *size, pix_fmt
            stream.codec_context.time_base = stream.time_base = _MILLISECOND
            stream.codec_context.gop_size = 10
            for index in range(frames):
                image = np.full((size[1], size[0], 3), 20 + index * 200 // max(1, frames), np.uint8)
                image[: size[1] // 4, : size[0] // 4] = 255
                frame = av.VideoFrame.from_ndarray(image, format="bgr24")
                frame.time_base = _MILLISECOND
                frame.pts = round(1000 * (times_s[index] if times_s else index / rate))
                container.mux(stream.encode(frame))
            container.mux(stream.encode())
        return path

    return make


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        where = report.longrepr
        reason = where[2] if isinstance(where, tuple) else str(where)
        _skips[reason.removeprefix("Skipped: ")] += 1


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple):
        _skips[report.longrepr[2].removeprefix("Skipped: ")] += 1


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A continuous-integration run installs everything, so a skip there is a failure."""
    if _skips and os.environ.get("CI") == "true" and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True)
def pytest_unconfigure(config: pytest.Config) -> Iterator[None]:
    yield
    if hasattr(config, "workerinput") or config.option.collectonly:
        return
    if not _skips:
        print("skipped: none")
        return
    listed = "; ".join(f"{count} x {reason}" for reason, count in _skips.most_common())
    is_failing = os.environ.get("CI") == "true"
    print(f"skipped: {sum(_skips.values())} ({listed}){' - in CI a skip is a failure' if is_failing else ''}")
