"""The tables of `evaluate stills`. Pure: scores in, tables out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.training.evaluate.scoring import DieScore, StillScore
from models.training.evaluate.tables import Rate, Table, rate_table

SIZES_PX = ((20.0, "below 20 px"), (30.0, "20-30 px"), (45.0, "30-45 px"), (float("inf"), "45 px and more"))
COCKED_DEG = 12.0
"""From this tilt on a die counts as cocked in the target; 3 to 12 degrees should come out uncertain."""
UNLABELLED = "not labelled"
RATE_COLUMNS = ("right", "rate", "95 % interval")


def size_bucket(size_px: float | None) -> str:
    return UNLABELLED if size_px is None else next(name for top, name in SIZES_PX if size_px < top)


def tilt_bucket(tilt_deg: float | None) -> str:
    """The tilt of a die that is not flat, as the tables group it."""
    if tilt_deg is None:
        return UNLABELLED
    return "12 degrees and more" if tilt_deg >= COCKED_DEG else "3-12 degrees" if tilt_deg >= 3.0 else "below 3 degrees"


def headline(scores: Sequence[StillScore]) -> Table:
    """The handful of rates that stands in the README."""
    dice = _dice(scores)
    rates = [
        ("board found", Rate.of(s.is_found for s in scores)),
        ("position exact", Rate.of(s.is_exact for s in scores)),
        ("point exact", _points(scores)),
        ("die value (flat dice)", Rate.of(d.read_value == d.truth_value for d in dice if _has_value(d))),
        ("cocked die told (tilt 12 degrees and more, or tilt not labelled)", _cocked([d for d in dice if _is_cocked(d)])),
        ("flat die called cocked", Rate.of(d.read_flat is False and not d.is_marked for d in dice if d.truth_flat is True and d.is_found)),
        ("cube value", Rate.of(s.cube.read_value == s.cube.truth_value for s in scores if s.cube.truth_value)),
        ("wrong position marked uncertain", Rate.of(s.is_marked for s in scores if not s.is_exact)),
    ]
    return rate_table("In short", rates)


def still_tables(scores: Sequence[StillScore]) -> tuple[Table, ...]:
    """Every table, empty ones left out."""
    parts = (_position_table, _group_table, _dice_table, _cocked_table, _support_table, _cube_table, _marking_table)
    return tuple(t for part in parts if (t := part(scores)).rows)


def _position_table(scores: Sequence[StillScore]) -> Table:
    found = [s for s in scores if s.is_found]
    undecidable = [p for s in scores for p in s.points if p.is_undecidable]
    off = [c for s in scores if s.is_found for c in s.off]
    bar = [c for s in scores for c in s.bar]
    with_undecidable = [s for s in found if any(p.is_undecidable for p in s.points)]
    rates = [
        ("board found", Rate.of(s.is_found for s in scores)),
        ("position exact (points and bar)", Rate.of(s.is_exact for s in scores)),
        ("position exact, of boards found", Rate.of(s.is_exact for s in found)),
        ("position exact, undecidable points counted too", Rate.of(s.is_exact_throughout for s in scores) if with_undecidable else Rate(0, 0)),
        ("point exact (colour and count)", _points(scores)),
        ("point exact, of boards found", _points(found)),
        ("occupied point exact", Rate.of(p.is_right for s in scores for p in s.points if not p.is_undecidable and p.truth)),
        ("empty point read as empty", Rate.of(p.is_right for s in scores for p in s.points if not p.is_undecidable and p.truth == ())),
        ("bar exact, a colour", Rate.of(c.is_right for c in bar)),
        ("bar exact, a colour that has checkers there", Rate.of(c.is_right for c in bar if c.truth)),
        ("borne off told, a colour", Rate.of(c.read is not None for c in off)),
        ("borne off exact, a colour (own column)", Rate.of(c.is_right for c in off)),
        ("borne off exact, a colour that has some", Rate.of(c.is_right for c in off if c.truth)),
        ("undecidable point answered uncertain (right)", Rate.of(p.is_marked for p in undecidable)),
        ("picture uncertain on exactly its undecidable points", Rate.of(all(p.is_marked == p.is_undecidable for p in s.points) for s in with_undecidable)),
    ]
    notes = [f"Colours swapped and excused: {sum(s.is_swapped for s in found)}; turned by 180 degrees and excused: {sum(s.is_turned for s in found)}."]
    return rate_table("Position", rates, " ".join(notes))


def _group_table(scores: Sequence[StillScore]) -> Table:
    """Exact positions, points and dice by folder, look, camera elevation and hand in view."""
    rows: list[tuple[str, ...]] = []
    for label in ("folder", "look", "checkers", "elevation", "hand"):
        groups: dict[str, list[StillScore]] = {}
        for s in scores:
            if label in s.labels:
                groups.setdefault(s.labels[label], []).append(s)
        if len(groups) < 2 and label != "look":
            continue
        for name, group in sorted(groups.items()):
            exact = Rate.of(s.is_exact for s in group)
            dice = Rate.of(d.read_value == d.truth_value for d in _dice(group) if _has_value(d))
            found = Rate.of(s.is_found for s in group)
            values = f"{dice.fraction} {dice.percent}" if dice.n else "-"
            rows.append((label, name, found.fraction, *exact.cells, _points(group).percent, values))
    return Table("By kind of picture", ("by", "value", "board found", "position exact", "rate", "95 % interval", "point exact", "die value"), tuple(rows))


def _dice_table(scores: Sequence[StillScore]) -> Table:
    dice = [d for d in _dice(scores) if _has_value(d)]
    rows = []
    for bucket in [*(name for _, name in SIZES_PX), UNLABELLED, "all"]:
        group = [d for d in dice if bucket in ("all", size_bucket(d.size_px))]
        right = Rate.of(d.read_value == d.truth_value for d in group)
        if not right.n:
            continue
        wrong = [d for d in group if d.is_found and d.read_value not in (None, d.truth_value)]
        unread = sum(d.is_found and d.read_value is None for d in group)
        rows.append((bucket, *right.cells, str(len(wrong)), str(sum(d.is_marked for d in wrong)), str(unread), str(sum(not d.is_found for d in group))))
    extra = sum(s.extra_dice for s in scores)
    return Table(
        "Die value (flat dice)", ("die size", *RATE_COLUMNS, "wrong", "of them marked", "not told", "die not found"), tuple(rows),
        f"Reported dice that are none: {extra} in {len(scores)} pictures.",
    )  # fmt: skip


def _cocked_table(scores: Sequence[StillScore]) -> Table:
    rows: list[tuple[str, ...]] = []

    def add(by: str, value: str, dice: Sequence[DieScore]) -> None:
        rate = _cocked(dice)
        if rate.n:
            unsure = sum(_is_unsure_flat(d) for d in dice)
            rows.append((by, value, *rate.cells, str(unsure), str(sum(not d.is_found for d in dice))))

    tilted = [d for d in _dice(scores) if d.truth_flat is False]
    for bucket in ("12 degrees and more", "3-12 degrees", "below 3 degrees", UNLABELLED):
        add("cocked told: tilt", bucket, [d for d in tilted if tilt_bucket(d.tilt_deg) == bucket])
    for name, group in _by_label(scores, "elevation"):
        add("cocked told: camera elevation", name, [d for d in _dice(group) if _is_cocked(d)])
    for _, bucket in SIZES_PX:
        add("cocked told: die size", bucket, [d for d in tilted if _is_cocked(d) and size_bucket(d.size_px) == bucket])
    for on in ("board", "checker", "bar", "rim", "off"):
        add("cocked told: leans on", on, [d for d in tilted if _is_cocked(d) and d.truth_on == on])

    def add_false(by: str, value: str, dice: Sequence[DieScore]) -> None:
        flat = [d for d in dice if d.truth_flat is True and d.is_found]
        rate = Rate.of(d.read_flat is False and not d.is_marked for d in flat)
        if rate.n:
            rows.append((by, value, *rate.cells, str(sum(_is_unsure_flat(d) for d in flat)), "-"))

    add_false("flat called cocked", "all", _dice(scores))
    for name, group in _by_label(scores, "elevation"):
        add_false("flat called cocked: camera elevation", name, _dice(group))
    return Table(
        "Cocked dice", ("what", "value", *RATE_COLUMNS, "uncertain", "die not found"), tuple(rows),
        "Uncertain is neither told nor false; between 3 and 12 degrees it is the right answer.",
    )  # fmt: skip


def _support_table(scores: Sequence[StillScore]) -> Table:
    dice = [d for d in _dice(scores) if d.truth_on is not None and d.is_found and d.read_on is not None]
    rates = [(f"on {on} told", Rate.of(d.read_on == on for d in dice if d.truth_on == on)) for on in ("checker", "board", "bar", "rim", "off")]
    rates.append(("not on a checker, called on a checker", Rate.of(d.read_on == "checker" for d in dice if d.truth_on != "checker")))
    return rate_table("What the die stands on", rates)


def _cube_table(scores: Sequence[StillScore]) -> Table:
    cubes = [s.cube for s in scores]
    return rate_table("Cube", [
        ("cube found", Rate.of(c.is_found for c in cubes if c.is_present)),
        ("cube value", Rate.of(c.read_value == c.truth_value for c in cubes if c.truth_value)),
        ("no cube, cube reported", Rate.of(c.is_reported for c in cubes if not c.is_present)),
    ])  # fmt: skip


def _marking_table(scores: Sequence[StillScore]) -> Table:
    dice = [d for d in _dice(scores) if _has_value(d) and d.is_found]
    decided = [p for s in scores if s.is_found for p in s.points if not p.is_undecidable]
    return rate_table("Marking as uncertain", [
        ("wrong position marked (a refused picture counts as marked)", Rate.of(s.is_marked for s in scores if not s.is_exact)),
        ("wrong position marked, of boards found", Rate.of(s.is_marked for s in scores if s.is_found and not s.is_exact)),
        ("right position marked", Rate.of(s.is_marked for s in scores if s.is_exact)),
        ("wrong point marked", Rate.of(p.is_marked for p in decided if not p.is_right)),
        ("right point marked", Rate.of(p.is_marked for p in decided if p.is_right)),
        ("wrong or missing die value marked or not told", Rate.of(d.is_marked or d.read_value is None for d in dice if d.read_value != d.truth_value)),
        ("right die value marked", Rate.of(d.is_marked for d in dice if d.read_value == d.truth_value)),
    ])  # fmt: skip


def _points(scores: Iterable[StillScore]) -> Rate:
    return Rate.of(p.is_right for s in scores for p in s.points if not p.is_undecidable)


def _dice(scores: Iterable[StillScore]) -> list[DieScore]:
    return [d for s in scores for d in s.dice]


def _has_value(die: DieScore) -> bool:
    """Is the die's value scored? Not that of a die that is not flat."""
    return die.truth_value is not None and die.truth_flat is not False


def _is_cocked(die: DieScore) -> bool:
    return die.truth_flat is False and (die.tilt_deg is None or die.tilt_deg >= COCKED_DEG)


def _is_unsure_flat(die: DieScore) -> bool:
    return die.is_found and (die.read_flat is None or die.is_marked)


def _cocked(dice: Sequence[DieScore]) -> Rate:
    """Cocked dice that were found, called not flat, and not called uncertain."""
    return Rate.of(d.is_found and d.read_flat is False and not d.is_marked for d in dice)


def _by_label(scores: Sequence[StillScore], label: str) -> list[tuple[str, list[StillScore]]]:
    groups: dict[str, list[StillScore]] = {}
    for s in scores:
        if label in s.labels:
            groups.setdefault(s.labels[label], []).append(s)
    return sorted(groups.items())
