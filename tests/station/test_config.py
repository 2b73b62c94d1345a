"""Options and saved tables: what is refused names the field, and what is saved comes back."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.station.config import TableOptions, table_file_text, table_options, write_whole

CORNERS = ((10.0, 20.0), (600.0, 22.5), (610.0, 400.0), (5.0, 410.0))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"profile": "nobody"}, "profile"),
        ({"match_length": 0}, "match_length"),
        ({"match_length": 5, "score": (5, 0)}, "score"),
        ({"match_length": 7, "score": (6, 6), "is_crawford": True}, "Crawford"),
        ({"match_length": 7, "score": (3, 4), "is_crawford": True}, "Crawford"),
        ({"baffle": "middle"}, "baffle"),
        ({"profile": "biba", "clock": True}, r"biba\+clock"),
        ({"profile": "biba", "allow_left": ("A",)}, "allow_left"),
        ({"colour": "red"}, "colour"),
        ({"corners": ((1, 2), (3, 4))}, "corners"),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_refusals_name_the_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError, match=field):
        table_options(values)


def test_a_profile_of_ones_own_is_told_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nbase = "biba+clock"\ntitle = "ours"\nedition = "2026"\n', "utf-8")
    options = table_options({"profile": str(path), "clock": True})
    assert options.to_json()["profile"] == "own"


def test_a_saved_table_comes_back(tmp_path: Path) -> None:
    options = TableOptions(
        corners=CORNERS, bar=(0.47, 0.53), rotated=90, near=Player.B, near_home="left", picture_size=(640, 480), names=('Ann "A"', "Bo\\b"), clock=True
    )
    path = tmp_path / "table.toml"
    path.write_text(table_file_text(options, "a remark"), "utf-8")
    assert table_options({}, path) == options


def test_options_given_win_over_the_saved_table(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(table_file_text(TableOptions(match_length=5, near=Player.A, corners=CORNERS, bar=(0.4, 0.5), picture_size=(640, 480))), "utf-8")
    assert table_options({"match_length": 9, "baffle": None}, path).match_length == 9
    by_hand = table_options({"corners": tuple((x + 1, y) for x, y in CORNERS)}, path)
    assert (by_hand.bar, by_hand.picture_size, by_hand.near) == (None, None, Player.A), "what was measured with the saved corners goes with them"


@pytest.mark.parametrize(
    ("text", "said"), [(None, "no table file"), ("profile = ", "cannot be read"), ("wrong = 1", "wrong")], ids=["missing", "broken", "unknown"]
)
def test_a_bad_table_file_is_one_sentence(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "table.toml"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=said):
        table_options({}, path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX rights")
@pytest.mark.parametrize(("is_private", "mode"), [(True, 0o600), (False, 0o644)])
def test_what_belongs_to_a_session_is_for_its_owner_alone(is_private: bool, mode: int, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.touch(mode=0o666)
    write_whole(path, b"first", is_private=is_private)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "nowhere" / "out.json", b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]
