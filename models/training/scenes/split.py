"""Which look, checker design, die, cube, light and table top belongs to train, validation or heldout (`split.json`); each to exactly one. Pure Python."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

SPLITS = ("train", "validation", "heldout")
KINDS = ("looks", "checkers", "dice", "cubes", "lights", "tables")
PATH = Path(__file__).with_name("split.json")


@lru_cache(maxsize=1)
def load() -> dict[str, dict[str, list[str]]]:
    """{kind: {split: [names]}}, in the file's order (the order is part of what a seed means: append, never insert)."""
    data: dict[str, dict[str, list[str]]] = json.loads(PATH.read_text(encoding="utf-8"))
    return data


def names(kind: str, split: str) -> list[str]:
    return load()[kind][split]
