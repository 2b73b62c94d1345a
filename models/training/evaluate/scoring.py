"""One picture's reading against its truth, by the rules of `formats.md` section 1. Pure: plain data in, plain data out.

Cells are numbered 0-11 along the top row from left to right and 12-23 along the bottom row, in the truth's turned picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Cell = tuple[tuple[str, int], ...]
"""What stands on a point: () empty, (("A", 2),), or (("B", 1), ("A", 1)) for both colours, the upper first."""

_OTHER = {"A": "B", "B": "A"}
MATCH_RADIUS_PX = 60.0
"""How far from the labelled place a reported die or cube may lie, in a picture 1280 pixels wide; wider pictures scale it."""


def parse_cell(text: Any) -> Cell | None:
    """A cell as `formats.md` writes it: "0", "A2", "B1+A1". None for anything else, which then equals no truth."""
    parts = str(text).strip().replace(" ", "").split("+")
    if parts == ["0"]:
        return ()
    found: list[tuple[str, int]] = []
    for part in parts:
        if part[:1] not in _OTHER or not part[1:].isdigit():
            return None
        if int(part[1:]):
            found.append((part[0], int(part[1:])))
    return tuple(found)


def cell_text(cell: Cell | None) -> str:
    """The cell as `formats.md` writes it, "?" for None."""
    return "?" if cell is None else "+".join(f"{color}{count}" for color, count in cell) or "0"


def cell_name(index: int) -> str:
    """The name that a reading's `uncertain` list uses: top[3], bottom[0]."""
    return f"top[{index}]" if index < 12 else f"bottom[{index - 12}]"


@dataclass(frozen=True, slots=True)
class PointScore:
    """One point that the truth does not call hidden. is_marked: the reading lists it as uncertain."""

    cell: int
    truth: Cell | None
    read: Cell | None
    is_marked: bool
    is_undecidable: bool

    @property
    def is_right(self) -> bool:
        return self.truth is not None and self.truth == self.read


@dataclass(frozen=True, slots=True)
class CountScore:
    """The bar or the borne-off checkers of one colour. read None: not told."""

    color: str
    truth: int
    read: int | None
    is_marked: bool

    @property
    def is_right(self) -> bool:
        return self.truth == self.read


@dataclass(frozen=True, slots=True)
class DieScore:
    """One labelled die and the reported die matched to it (is_found False: none).

    size_px: edge length in the picture, None when not labelled. tilt_deg: 0 flat, None when not labelled.
    """

    is_found: bool
    truth_value: int | None
    read_value: int | None
    truth_flat: bool | None
    read_flat: bool | None
    truth_on: str | None
    read_on: str | None
    tilt_deg: float | None
    size_px: float | None
    is_marked: bool


@dataclass(frozen=True, slots=True)
class CubeScore:
    """The cube. truth_value/read_value None: no number to read, or none read."""

    is_present: bool
    is_found: bool
    is_reported: bool
    truth_value: int | None
    read_value: int | None
    is_marked: bool


@dataclass(frozen=True, slots=True)
class StillScore:
    """Everything scored on one picture. labels: what the tables group by (look, folder, elevation, hand)."""

    name: str
    labels: Mapping[str, str]
    is_found: bool
    error: str
    points: tuple[PointScore, ...]
    bar: tuple[CountScore, ...]
    off: tuple[CountScore, ...]
    dice: tuple[DieScore, ...]
    extra_dice: int
    cube: CubeScore
    is_swapped: bool
    is_turned: bool
    is_marked: bool
    """The reading lists something of the position (a point, the bar, colours, the turn) as uncertain, or refuses the picture."""

    @property
    def is_exact(self) -> bool:
        """All points that can be decided, and the bar."""
        return self.is_found and all(p.is_right for p in self.points if not p.is_undecidable) and all(c.is_right for c in self.bar)

    @property
    def is_exact_throughout(self) -> bool:
        """The same with the undecidable points counted as well, as the outside scorer does."""
        return self.is_exact and all(p.is_right for p in self.points)


def score_still(name: str, truth: Mapping[str, Any], reading: Mapping[str, Any] | None, labels: Mapping[str, str] | None = None) -> StillScore:
    """Scores `reading` (the shape of `formats.md` section 2, None for no answer at all) against `truth` (section 1).

    A and B swapped throughout counts as right only where the labeller's `uncertain` names the colours or the reading lists
    "colors"; a reading turned by 180 degrees as a whole only where the reading lists "rotated".
    """
    wanted = _cells(truth)
    hidden = {int(i) for i in truth.get("hidden_cells") or ()}
    undecidable = {_cell_index(i) for i in truth.get("undecidable") or ()} - hidden
    kept = [i for i in range(24) if i not in hidden]
    is_found = bool(reading and reading.get("ok", True) and reading.get("top") and reading.get("bottom"))
    said: Mapping[str, Any] = reading if reading is not None and is_found else {}
    marks = frozenset(str(x) for x in said.get("uncertain") or ())
    variant = _best_variant(wanted, kept, said, marks, _may_swap(truth, marks)) if is_found else _Variant((None,) * 24, (False,) * 24, False, False)
    points = tuple(PointScore(i, wanted[i], variant.cells[i], variant.marked[i], i in undecidable) for i in kept)
    dice, extra = _score_dice(truth, said, marks)
    return StillScore(
        name=name, labels=dict(labels or {}), is_found=is_found, error="" if is_found else str((reading or {}).get("error") or "no answer"),
        points=points, bar=_score_counts(truth, said, "bar", marks, variant.is_swapped), off=_score_counts(truth, said, "off", marks, variant.is_swapped),
        dice=dice, extra_dice=extra, cube=_score_cube(truth, said, marks), is_swapped=variant.is_swapped, is_turned=variant.is_turned,
        is_marked=not is_found or any(m.startswith(("top[", "bottom[", "bar")) or m in ("colors", "rotated") for m in marks),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Variant:
    cells: tuple[Cell | None, ...]
    marked: tuple[bool, ...]
    is_swapped: bool
    is_turned: bool


def _cells(body: Mapping[str, Any]) -> tuple[Cell | None, ...]:
    row = [parse_cell(c) for c in list(body["top"]) + list(body["bottom"])]
    return tuple(row) if len(row) == 24 else (None,) * 24


def _cell_index(value: Any) -> int:
    """0-23 from a number or from a name such as top[3]."""
    text = str(value)
    if "[" not in text:
        return int(text)
    row, column = text.rstrip("]").split("[")
    return int(column) + (12 if row == "bottom" else 0)


def _may_swap(truth: Mapping[str, Any], marks: frozenset[str]) -> bool:
    return "colors" in marks or any("colors" in str(x) or "colours" in str(x) for x in truth.get("uncertain") or ())


def _best_variant(wanted: Sequence[Cell | None], kept: Sequence[int], said: Mapping[str, Any], marks: frozenset[str], may_swap: bool) -> _Variant:
    """The reading as given, or one of the excused variants where that agrees on more points."""
    cells = _cells(said)
    marked = tuple(cell_name(i) in marks for i in range(24))
    variants = [_Variant(cells, marked, False, False)]
    if "rotated" in marks:
        variants.append(_Variant(cells[::-1], marked[::-1], False, True))
    if may_swap:
        variants += [_Variant(tuple(_swapped(c) for c in v.cells), v.marked, True, v.is_turned) for v in list(variants)]
    return max(variants, key=lambda v: sum(wanted[i] is not None and wanted[i] == v.cells[i] for i in kept))


def _swapped(cell: Cell | None) -> Cell | None:
    return None if cell is None else tuple((_OTHER[color], count) for color, count in cell)


def _score_counts(truth: Mapping[str, Any], said: Mapping[str, Any], key: str, marks: frozenset[str], is_swapped: bool) -> tuple[CountScore, ...]:
    wanted, read = truth.get(key) or {}, said.get(key) or {}
    scores = []
    for color in "AB":
        if wanted.get(color) is None:
            continue
        theirs = _OTHER[color] if is_swapped else color
        value = read.get(theirs)
        scores.append(CountScore(color, int(wanted[color]), None if value is None else int(value), f"{key}.{theirs}" in marks))
    return tuple(scores)


def _score_dice(truth: Mapping[str, Any], said: Mapping[str, Any], marks: frozenset[str]) -> tuple[tuple[DieScore, ...], int]:
    """The labelled dice with the nearest reported ones (nearest pairs first), and the number of reported dice that are none."""
    wanted = [d for d in truth.get("dice") or () if d.get("readable", True)]
    unscored = [d for d in truth.get("dice") or () if not d.get("readable", True)]
    read = [d for d in said.get("dice") or () if d.get("xy")]
    radius = _radius(truth)
    pairs = sorted((math.dist(w["xy"], r["xy"]), i, j) for i, w in enumerate(wanted) for j, r in enumerate(read))
    match: dict[int, int] = {}
    for distance, i, j in pairs:
        if distance <= radius and i not in match and j not in match.values():
            match[i] = j
    scores = []
    for i, w in enumerate(wanted):
        r = read[match[i]] if i in match else None
        index = None if r is None else list(said["dice"]).index(r)
        scores.append(DieScore(
            is_found=r is not None, truth_value=w.get("value"), read_value=None if r is None else r.get("value"),
            truth_flat=w.get("flat"), read_flat=None if r is None else r.get("flat"), truth_on=w.get("on"), read_on=None if r is None else r.get("on"),
            tilt_deg=w.get("tilt_deg"), size_px=die_size_px(w), is_marked=index is not None and f"dice[{index}]" in marks,
        ))  # fmt: skip
    left = [r for j, r in enumerate(read) if j not in match.values()]
    return tuple(scores), sum(all(math.dist(r["xy"], u["xy"]) > radius for u in unscored) for r in left)


def die_size_px(die: Mapping[str, Any]) -> float | None:
    """Edge length of a labelled die in pixels: `size_px`, or the smaller side of its `box` (x0, y0, x1, y1)."""
    if die.get("size_px") is not None:
        return float(die["size_px"])
    box = die.get("box") or die.get("box_px")
    return None if not box else float(min(box[2] - box[0], box[3] - box[1]))


def _score_cube(truth: Mapping[str, Any], said: Mapping[str, Any], marks: frozenset[str]) -> CubeScore:
    wanted, read = truth.get("cube"), said.get("cube")
    is_near = bool(wanted and read and read.get("xy") and math.dist(wanted["xy"], read["xy"]) <= _radius(truth))
    return CubeScore(
        is_present=bool(wanted), is_found=is_near, is_reported=bool(read), truth_value=(wanted or {}).get("value"),
        read_value=(read or {}).get("value") if is_near else None, is_marked="cube" in marks,
    )  # fmt: skip


def _radius(truth: Mapping[str, Any]) -> float:
    return MATCH_RADIUS_PX * max(1.0, (truth.get("width") or 1280) / 1280)
