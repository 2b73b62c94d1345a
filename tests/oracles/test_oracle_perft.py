"""The frozen counts of tests/data/perft.json against independent move generators: the product has no part in this."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from monitor.game import Position
from tests.oracles.generators import NAMES, MoveGenerator, load_generator

PERFT: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def generator(name: str) -> MoveGenerator:
    try:
        return load_generator(name)
    except ImportError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("name", NAMES)
def test_every_position_and_roll_has_the_count_that_the_file_tells(name: str) -> None:
    find = generator(name)
    for entry in PERFT:
        position = Position.from_rows(entry["on_roll"], entry["opponent"])
        assert {f"{high}{low}": len(find(position, (high, low))) for high, low in ROLLS} == entry["counts"], entry["name"]


@pytest.mark.slow
def test_two_turns_deep_too() -> None:
    find = generator("bgsage")
    deep = [entry for entry in PERFT if "depth2" in entry]
    for entry in deep:
        position = Position.from_rows(entry["on_roll"], entry["opponent"])
        after = [reached.flipped for roll in ROLLS for reached in find(position, roll)]
        assert sum(len(find(reached, roll)) for reached in after for roll in ROLLS) == entry["depth2"], entry["name"]
    assert len(deep) >= 4
