"""Working folders for the tests of training and measuring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.training.evaluate_cases import (
    clip_truth,
)


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, so that sheets and reports go nowhere else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MONITOR_REFERENCE", raising=False)
    return tmp_path


@pytest.fixture
def clips(workplace: Path, make_clip: Any) -> Path:
    folder = workplace / "clips"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.mp4").write_bytes(make_clip(frames=10).read_bytes())
        body = {"video": f"{name}.mp4", "table": {"profile": "cnb", "allow_left": "B"}, "events": clip_truth()}
        (folder / f"{name}.truth.json").write_text(json.dumps(body))
    (folder / "no_truth.mp4").write_bytes(b"")
    return folder
