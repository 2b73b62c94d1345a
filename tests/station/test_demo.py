"""The demonstration: the score follows the truth, and the reader gets nothing but the video."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from monitor.commands.demo import read_truth, score_text
from monitor.errors import InputError
from monitor.station.analysis import analyse
from monitor.station.config import TableOptions
from monitor.station.demo import CLIP_NAMES, DemoClip, bundled_clips
from monitor.vision.source import VideoFileSource

MAX_BYTES = 6_000_000
WANTED_RULES = {"roll.cocked", "roll.left-of-bar", "setup.error"}


def test_missing_clips_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is missing"):
        bundled_clips(tmp_path)


def turns(text: str, name: str) -> tuple[int, int]:
    """(exact, true) of a clip's line in the table."""
    words = next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()
    return int(words[1]), int(words[3])


def made_up(folder: Path, name: str, shift: int) -> tuple[DemoClip, dict[str, Any]]:
    """A clip's truth of three turns, and a result that says the same."""
    events: list[dict[str, Any]] = []
    for number in range(3):
        row = [0] * 26
        row[6 + shift + number], row[13] = 5, 10
        rows = {"A": row, "B": row}
        player = "AB"[number % 2]
        t = 10.0 * number
        events += [
            {"t": t, "kind": "roll", "player": player, "dice": [3 + shift, 1], "valid": True, "reason": None},
            {"t": t + 4, "kind": "play", "player": player, "notation": "x", "position": rows, "legal": True},
            {"t": t + 6, "kind": "turn_end", "player": player},
        ]
    truth = folder / f"{name}.truth.json"
    truth.write_text(json.dumps({"video": f"{name}.mp4", "table": {}, "events": events}), "utf-8")
    return DemoClip(name, folder / f"{name}.mp4", truth), {"events": events, "frames": {"seen": 100, "dropped": 2}}


def test_the_score_collapses_when_the_truths_are_swapped(tmp_path: Path) -> None:
    (clean, clean_result), (other, other_result) = made_up(tmp_path, "clean", 0), made_up(tmp_path, "violations", 2)
    right = score_text([clean, other], [clean_result, other_result])
    assert turns(right, "clean") == (3, 3) and turns(right, "violations") == (3, 3)
    assert "2 of 100" in right
    swapped = [DemoClip("clean", clean.video, other.truth), DemoClip("violations", other.video, clean.truth)]
    wrong = score_text(swapped, [clean_result, other_result])
    assert turns(wrong, "clean")[0] == 0 and turns(wrong, "violations")[0] == 0


class TestBundledClips:
    def test_are_small_h264_that_browsers_play(self) -> None:
        for clip in bundled_clips():
            assert clip.video.stat().st_size <= MAX_BYTES
            source = VideoFileSource(clip.video)
            context = source._stream.codec_context
            assert (context.name, context.pix_fmt) == ("h264", "yuv420p")
            source.close()

    def test_show_what_they_are_there_to_show(self) -> None:
        clean, violations = bundled_clips()
        assert not [e for e in read_truth(clean.truth)["events"] if e["kind"] == "flag"]
        rules = {e["rule"] for e in read_truth(violations.truth)["events"] if e["kind"] == "flag"}
        assert rules >= WANTED_RULES
        assert [r for r in rules if r.startswith(("move.", "checker."))]

    @pytest.mark.slow
    def test_the_score_of_a_real_reading_collapses_when_the_truths_are_swapped(self) -> None:
        clips = bundled_clips()
        results = [analyse(clip.video, TableOptions()) for clip in clips]
        right = score_text(clips, results)
        swapped = [DemoClip(clips[0].name, clips[0].video, clips[1].truth), DemoClip(clips[1].name, clips[1].video, clips[0].truth)]
        wrong = score_text(swapped, results)
        exact = sum(turns(right, name)[0] for name in CLIP_NAMES)
        assert exact > 0
        assert sum(turns(wrong, name)[0] for name in CLIP_NAMES) <= exact / 4
