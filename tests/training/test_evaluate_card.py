"""The commands, the reports and the model card."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.training.evaluate import card as card_module
from models.training.evaluate import commands
from models.training.evaluate.report import Report, load_reports
from models.training.evaluate.tables import Table
from models.training.evaluate.video_scoring import ClipScore
from monitor.errors import InputError
from tests.training.evaluate_cases import (
    ONE_OFF,
    clip_truth,
    reading,
    report_of,
    without,
    write_stills,
)


def test_commands_answer_with_an_exit_status(workplace: Path, clips: Path) -> None:
    written: list[str] = []
    pictures = write_stills(workplace / "pictures")
    assert commands.stills(pictures, reader=lambda p, c: reading(), min_exact=1.0, write=written.append) == 0
    assert commands.stills(pictures, reader=lambda p, c: reading(**ONE_OFF), min_exact=0.1, write=written.append) == 1
    assert commands.videos(clips, analyse=lambda c, o: {"events": report_of(clip_truth())}, min_turns=1.0, max_false=0, write=written.append) == 0
    assert commands.videos(clips, analyse=lambda c, o: {"events": without(9)}, max_false=0, write=written.append) == 1
    assert any("move.wrong-distance" in line for line in written)
    assert "positions exact 3/3 (100.0 %, 43.9-100.0 %)" in written
    assert [r.kind for r in load_reports(workplace / "data/reports")] == ["stills", "videos"]


def report(key: str, models: dict[str, str] | None = None) -> Report:
    headline_table, table = Table("In short", ("what",), (("1/1",),)), Table("All", ("x",), (("5",),))
    return Report("stills", key, f"Stills: {key}", "command", headline_table, (table,), (), models or {}, "2026-01-01")


MARKED = f"# Top\n\n{card_module.BEGIN}\nold\n{card_module.END}\nbelow\n"


def test_the_card_changes_only_what_is_between_the_markers(workplace: Path) -> None:
    card, readme = workplace / "MODEL_CARD.md", workplace / "README.md"
    card.write_text(MARKED)
    readme.write_text(MARKED)
    assert card_module.write_card([report("a"), report("b")], card, readme) == [card, readme]
    text = card.read_text()
    assert text.startswith("# Top\n\n")
    assert text.endswith("below\n")
    assert "old" not in text
    assert "Stills: a" in text
    assert "#### All" in text
    assert "#### All" not in readme.read_text()
    assert "1/1" in readme.read_text()
    assert card_module.write_card([report("a"), report("b")], card, readme) == []


@pytest.mark.parametrize("text", ["no markers\n", f"{card_module.END}\n{card_module.BEGIN}\n", MARKED + MARKED], ids=["none", "turned round", "twice"])
def test_a_card_without_its_markers_is_left_alone(workplace: Path, text: str) -> None:
    card, readme = workplace / "MODEL_CARD.md", workplace / "README.md"
    card.write_text(MARKED)
    readme.write_text(text)
    with pytest.raises(InputError, match=r"README\.md needs one line"):
        card_module.write_card([report("a")], card, readme)
    assert card.read_text() == MARKED


def test_reports_of_other_weights_are_named(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_module, "model_hashes", lambda: {"detector.onnx": "abc"})
    stale = card_module.stale_reports([report("a", {"detector.onnx": "abc"}), report("b", {"detector.onnx": "def"})])
    assert [r.key for r in stale] == ["b"]


def test_a_damaged_report_is_named(workplace: Path) -> None:
    (workplace / "bad.json").write_text("{}")
    with pytest.raises(InputError, match=r"bad\.json is not a saved report"):
        load_reports(workplace)


def test_an_empty_clip_score_is_all_zero() -> None:
    assert ClipScore("x").turns == (0, 0)
