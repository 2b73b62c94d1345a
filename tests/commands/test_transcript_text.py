"""The match as a person reads it: a flag is listed with what became of it."""

from __future__ import annotations

from typing import Any

import pytest

from monitor.commands.transcript_text import transcript_lines

TABLE = {"profile": "cnb", "match_length": 7, "score": [0, 0], "near": "A", "near_home": "right", "names": None}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((), ""), (("confirmed",), "[confirmed]"), (("claimed", "corrected"), "[corrected]"), (("corrected", "noted"), "[corrected]"),
        (("announced", "agreed"), ""), (("dismissed", "raised"), "[raised]"),
    ],
)  # fmt: skip
def test_a_flag_is_listed_with_what_became_of_it(changes: tuple[str, ...], said: str) -> None:
    flag: dict[str, Any] = {"kind": "flag", "t": 9.0, "id": "f1", "rule": "roll.cocked", "player": "A", "article": "CNB 4.1.4.1", "text": "A die leans."}
    changed = [{"kind": "flag_changed", "t": 10.0, "id": "f1", "state": state} for state in changes]
    [line] = [line for line in transcript_lines({"video": "a.mp4", "table": TABLE, "events": [flag, *changed]}) if "roll.cocked" in line]
    assert line.endswith("A die leans." + (f" {said}" if said else ""))
