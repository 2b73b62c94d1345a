"""Hand-made truth and answers for the tests of scoring."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

START_TOP = ["B5", "0", "0", "0", "A3", "0", "A5", "0", "0", "0", "0", "B2"]
START_BOTTOM = ["A5", "0", "0", "0", "B3", "0", "B5", "0", "0", "0", "0", "A2"]


def still(**changes: Any) -> dict[str, Any]:
    """A start position with one die of each kind and a cube; `changes` replace keys."""
    body = {
        "width": 1280, "height": 720, "corners": [[100, 100], [1180, 100], [1180, 620], [100, 620]], "rotated": 0,
        "top": list(START_TOP), "bottom": list(START_BOTTOM), "bar": {"A": 0, "B": 0}, "off": {"A": 0, "B": 0},
        "dice": [
            {"value": 3, "xy": [700, 360], "flat": True, "on": "board", "tilt_deg": 0, "size_px": 22},
            {"value": 5, "xy": [800, 360], "flat": False, "on": "checker", "tilt_deg": 25, "size_px": 22},
        ],
        "cube": {"value": 64, "xy": [640, 360]}, "hand": False, "hidden_cells": [], "uncertain": [],
    }  # fmt: skip
    body.update(copy.deepcopy(changes))
    return body


def reading(**changes: Any) -> dict[str, Any]:
    return {"ok": True, "image": "x.jpg", "error": None, **still(), "confidence": 1.0, **copy.deepcopy(changes)}


def swapped(row: list[str]) -> list[str]:
    return [c.translate(str.maketrans("AB", "BA")) for c in row]


def with_cell(row: list[str], index: int, text: str) -> list[str]:
    return [text if i == index else c for i, c in enumerate(row)]


SWAPPED = {"top": swapped(START_TOP), "bottom": swapped(START_BOTTOM)}
TURNED = {"top": START_BOTTOM[::-1], "bottom": START_TOP[::-1]}
ONE_OFF = {"top": with_cell(START_TOP, 0, "B4")}
UNEVEN = {"top": with_cell(START_TOP, 1, "A1")}
UNEVEN_TURNED = {**TURNED, "bottom": with_cell(TURNED["bottom"], 10, "A1")}


def write_stills(folder: Path, count: int = 3) -> Path:
    folder.mkdir(parents=True)
    for i in range(count):
        cv2.imwrite(str(folder / f"s{i}.jpg"), np.full((72, 128, 3), 40 * i, np.uint8))
        (folder / f"s{i}.json").write_text(json.dumps(still(look=f"look{i % 2}")))
    return folder


START_ROW = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]


def played(**moves: int) -> list[int]:
    new = list(START_ROW)
    for point, count in moves.items():
        new[int(point[1:])] = count
    return new


OPENED = {"A": played(p8=2, p6=4, p5=1, p3=1), "B": START_ROW}
ANSWERED = {"A": OPENED["A"], "B": played(p24=1, p18=1, p13=4, p11=1)}


def clip_truth() -> list[dict[str, Any]]:
    """A legal opening, a cocked roll thrown again, and an illegal play that is flagged."""
    return [
        {"t": 1.0, "kind": "setup", "position": {"A": START_ROW, "B": START_ROW}},
        {"t": 4.0, "kind": "roll", "player": "A", "dice": [5, 1], "valid": True, "reason": None, "opening": True},
        {"t": 9.0, "kind": "play", "player": "A", "notation": "8/3 6/5", "position": OPENED, "legal": True},
        {"t": 10.0, "kind": "turn_end", "player": "A"},
        {"t": 14.0, "kind": "roll", "player": "B", "dice": [6, 2], "valid": False, "reason": "roll.cocked"},
        {"t": 14.0, "kind": "flag", "rule": "roll.cocked", "player": "B"},
        {"t": 19.0, "kind": "roll", "player": "B", "dice": [6, 3], "valid": True, "reason": None},
        {"t": 24.0, "kind": "play", "player": "B", "notation": "24/18 13/11", "position": ANSWERED, "legal": False},
        {"t": 25.0, "kind": "turn_end", "player": "B"},
        {"t": 25.0, "kind": "flag", "rule": "move.wrong-distance", "player": "B"},
    ]


def report_of(events: list[dict[str, Any]], shift_s: float = 0.3) -> list[dict[str, Any]]:
    return [{**e, "t": e["t"] + shift_s, "status": "sure", "confidence": 0.9} for e in copy.deepcopy(events)]


def changed(index: int, **keys: Any) -> list[dict[str, Any]]:
    events = report_of(clip_truth())
    events[index].update(keys)
    return events


def without(*indices: int) -> list[dict[str, Any]]:
    return [e for i, e in enumerate(report_of(clip_truth())) if i not in indices]


def plus(**event: Any) -> list[dict[str, Any]]:
    return [*report_of(clip_truth()), {"status": "sure", **event}]
