"""The tables of `evaluate videos`. Pure: scores in, tables out."""

from __future__ import annotations

from collections.abc import Sequence

from models.training.evaluate.tables import Rate, Table, rate_table
from models.training.evaluate.video_scoring import NOT_REPORTED, SCORED_KINDS, VERDICTS, ClipScore
from models.training.legible import CLEAR_PIPS

_NAMES = {
    "setup": "start positions", "roll": "rolls exact", "play": "plays exact (position, legality, player)", "turn_end": "turn ends",
    "cube": "cube actions", "flag": "flags found", "game_end": "game ends",
}  # fmt: skip


def clip_headline(scores: Sequence[ClipScore]) -> Table:
    """The handful of figures that stands in the README."""
    base = rate_table("In short", [("turns exact", _turns(scores)), ("rolls exact", _found(scores, "roll")), ("flags found", _found(scores, "flag"))])
    hours = sum(s.duration_s for s in scores) / 3600
    false = sum(s.false_flags for s in scores)
    extra = (("false flags", f"{false} in {hours * 60:.1f} min", "", ""), ("plays that match nothing", str(_extra(scores, "play")), "", ""))
    return Table(base.title, base.header, base.rows + extra)


def clip_tables(scores: Sequence[ClipScore]) -> tuple[Table, ...]:
    """Every table, empty ones left out."""
    tables = [_clip_table(scores), _kind_table(scores), verdict_table(scores), _rule_table(scores), _sight_table(scores), _miss_table(scores)]
    return tuple(t for t in tables if t.rows)


def verdict_table(scores: Sequence[ClipScore]) -> Table:
    """Truth against report over LEGAL, ILLEGAL, UNCERTAIN, with what was not reported and what was never played beside it."""
    total: dict[tuple[str, str], int] = {}
    for score in scores:
        for key, count in score.verdicts.items():
            total[key] = total.get(key, 0) + count
    rows = tuple(
        (name if name != NOT_REPORTED else "no such play", *(str(total.get((name, said), 0)) for said in (*VERDICTS, NOT_REPORTED)))
        for name in (*VERDICTS, NOT_REPORTED)
    )
    return Table("Verdicts on plays", ("truth \\ reported", *VERDICTS, "not reported"), rows)


def _clip_table(scores: Sequence[ClipScore]) -> Table:
    rows = [_clip_row(s.name, [s]) for s in scores]
    if len(scores) > 1:
        rows.append(_clip_row("total", scores))
    events = ("turns exact", "rolls exact", "flags found", "false flags", "of them unsure", "plays unmatched", "plays unsure", "gaps")
    return Table("By clip", ("clip", *events, "video s", "took s", "x real time"), tuple(rows))


def _clip_row(name: str, scores: Sequence[ClipScore]) -> tuple[str, ...]:
    video_s, wall_s = sum(s.duration_s for s in scores), sum(s.wall_s for s in scores)
    return (
        name, _turns(scores).fraction, _found(scores, "roll").fraction, _found(scores, "flag").fraction, str(sum(s.false_flags for s in scores)),
        str(sum(s.unsure_false_flags for s in scores)), str(_extra(scores, "play")), str(sum(s.uncertain.get("play", 0) for s in scores)),
        str(sum(s.gaps for s in scores)), f"{video_s:.0f}", f"{wall_s:.0f}", f"{video_s / wall_s:.2f}" if wall_s else "-",
    )  # fmt: skip


def _kind_table(scores: Sequence[ClipScore]) -> Table:
    rows = []
    for kind in SCORED_KINDS:
        rate = _found(scores, kind)
        if rate.n or _extra(scores, kind):
            rows.append((_NAMES[kind], *rate.cells, str(sum(s.uncertain.get(kind, 0) for s in scores)), str(_extra(scores, kind))))
    reasons = Rate(sum(s.reasons[0] for s in scores), sum(s.reasons[1] for s in scores))
    if reasons.n:
        rows.append(("reason of an invalid roll that was found", *reasons.cells, "-", "-"))
    turns = _turns(scores)
    rows.append(("turns exact", *turns.cells, "-", "-"))
    return Table(
        "Events", ("what", "n", "rate", "95 % interval", "reported unsure", "reported without a match"), tuple(rows),
        "Within 1.5 s and with the same content; unsure is neither found nor exact.",
    )  # fmt: skip


def _rule_table(scores: Sequence[ClipScore]) -> Table:
    rules: dict[str, Rate] = {}
    for score in scores:
        for rule, (ok, n) in score.flags_by_rule.items():
            rules[rule] = rules.get(rule, Rate(0, 0)) + Rate(ok, n)
    return rate_table("Flags by rule", sorted(rules.items()), first="rule")


def _sight_table(scores: Sequence[ClipScore]) -> Table:
    """Valid rolls and turns apart by whether anybody could have read the dice."""
    rows = []
    for what in ("roll", "turn"):
        for can, words in ((True, "dice that can be read"), (False, "a die that shows no number")):
            pairs = [s.by_sight.get((what, can), (0, 0)) for s in scores]
            rows.append((f"{what}s with {words}", Rate(sum(p[0] for p in pairs), sum(p[1] for p in pairs))))
    note = f"A polished die can mirror the lamp; one can be read when its faintest pip is set off by {CLEAR_PIPS:g} CIELAB units or more."
    return rate_table("Valid rolls and turns by what the film shows", rows, note)


def _miss_table(scores: Sequence[ClipScore]) -> Table:
    counts: dict[tuple[str, str], int] = {}
    for score in scores:
        for miss in score.misses:
            counts[miss.kind, miss.what] = counts.get((miss.kind, miss.what), 0) + 1
    rows = tuple((kind, what, str(n)) for (kind, what), n in sorted(counts.items(), key=lambda item: -item[1]))
    return Table("Misses", ("kind", "what", "count"), rows)


def _turns(scores: Sequence[ClipScore]) -> Rate:
    return Rate(sum(s.turns[0] for s in scores), sum(s.turns[1] for s in scores))


def _found(scores: Sequence[ClipScore], kind: str) -> Rate:
    pairs = [s.found.get(kind, (0, 0)) for s in scores]
    return Rate(sum(p[0] for p in pairs), sum(p[1] for p in pairs))


def _extra(scores: Sequence[ClipScore], kind: str) -> int:
    return sum(s.extra.get(kind, 0) for s in scores)
