"""One clip's events against its truth, by the rules of `formats.md` section 3. Pure: plain data in, plain data out.

A true event matches at most one reported event of the same kind and content within 1.5 s. The values of an invalid roll are not
compared. What was reported as uncertain is neither found nor exact. Reported events that match nothing are errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from models.training.legible import CLEAR_PIPS

Event = Mapping[str, Any]

TOLERANCE_S = 1.5
"""How far apart a true and a reported event may lie."""

SCORED_KINDS = ("setup", "roll", "play", "turn_end", "cube", "flag", "game_end")
VERDICTS = ("LEGAL", "ILLEGAL", "UNCERTAIN")
NOT_REPORTED = "none"

_PARENT = "move.illegal"
_CHILDREN = frozenset(
    "move." + name
    for name in (
        "wrong-distance", "blocked-landing", "intermediate-blocked", "backwards", "must-use-both", "must-use-larger", "must-use-max",
        "too-many-checkers", "bearoff-not-home", "bearoff-too-low", "bearoff-higher-behind", "opponent-checker-moved", "bar-priority",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Miss:
    """Something wrong, for the list of misses. what: missed, extra, uncertain or turn."""

    t: float
    what: str
    kind: str
    text: str


@dataclass(slots=True)
class ClipScore:
    """One clip. found[kind]: (found, true). extra[kind]: reported events that match nothing. uncertain[kind]: answered, but unsure.

    turns: (exact, true), turns the truth itself calls uncertain left out. verdicts[(true, reported)]: plays; the reported side also
    has "none" (no play reported), the true side "none" (a play reported that was never made).
    reasons: (right, true invalid rolls found). false_flags leaves out flags of class INFO; unsure_false_flags are those of them that
    were reported as uncertain. flags_by_rule[rule]: (found, true). gaps: stretches reported as lost. by_sight[what, can]: (exact, true)
    valid rolls ("roll") and turns ("turn") by whether the pips of all their dice can be seen, where that was measured.
    """

    name: str
    turns: tuple[int, int] = (0, 0)
    found: dict[str, tuple[int, int]] = field(default_factory=dict)
    extra: dict[str, int] = field(default_factory=dict)
    uncertain: dict[str, int] = field(default_factory=dict)
    verdicts: dict[tuple[str, str], int] = field(default_factory=dict)
    reasons: tuple[int, int] = (0, 0)
    false_flags: int = 0
    unsure_false_flags: int = 0
    flags_by_rule: dict[str, tuple[int, int]] = field(default_factory=dict)
    gaps: int = 0
    by_sight: dict[tuple[str, bool], tuple[int, int]] = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)
    wall_s: float = 0.0
    duration_s: float = 0.0
    error: str = ""


def same_rule(one: str | None, other: str | None) -> bool:
    """The same rule id, or `move.illegal` beside one of its sub-reasons (a scorer accepts parent or child)."""
    if one == other:
        return one is not None
    return (one == _PARENT and other in _CHILDREN) or (other == _PARENT and one in _CHILDREN)


def score_clip(name: str, truth: Sequence[Event], reported: Sequence[Event], contrasts: Sequence[Mapping[str, Any]] = ()) -> ClipScore:
    """Scores the `events` of `python -m monitor analyze` against those of NAME.truth.json. contrasts: the `rolls` of NAME.legible.json, if it is there."""
    score = ClipScore(name)
    kinds = [k for k in SCORED_KINDS if k != "turn_end" or any(e["kind"] == k for e in truth)]
    match: dict[int, int] = {}
    for kind in kinds:
        match.update(_match(truth, reported, kind))
    unsure = _match_unsure(truth, reported, kinds, match)
    for kind in kinds:
        _count_kind(score, kind, truth, reported, match, unsure)
    _count_verdicts(score, truth, reported, match, unsure)
    _count_turns(score, truth, reported, kinds, match, unsure, _in_sight(truth, contrasts))
    invalid = [i for i, e in enumerate(truth) if e["kind"] == "roll" and e.get("valid") is False and i in match]
    score.reasons = (sum(reported[match[i]].get("reason") == truth[i].get("reason") for i in invalid), len(invalid))
    score.gaps = sum(e.get("kind") == "gap" for e in reported)
    score.misses.sort(key=lambda m: m.t)
    return score


# --- content -------------------------------------------------------------------------------------------------------------------------


def same_content(true: Event, said: Event) -> bool:
    """Do two events of one kind say the same? Times and certainty are compared elsewhere."""
    return _CONTENT[true["kind"]](true, said)


def _same_setup(true: Event, said: Event) -> bool:
    return _rows(true) is not None and _rows(true) == _rows(said)


def _same_roll(true: Event, said: Event) -> bool:
    if true.get("player") != said.get("player") or true.get("valid") != said.get("valid"):
        return False
    return true.get("valid") is False or _values(true) == _values(said)


def _same_play(true: Event, said: Event) -> bool:
    return true.get("player") == said.get("player") and true.get("legal") == said.get("legal") and _same_setup(true, said)


def _same_player(true: Event, said: Event) -> bool:
    return true.get("player") == said.get("player")


def _same_cube(true: Event, said: Event) -> bool:
    return _same_player(true, said) and true.get("action") == said.get("action") and (true.get("value") is None or true.get("value") == said.get("value"))


def _same_flag(true: Event, said: Event) -> bool:
    """One of the reported ids must stand for one of the true ids; the player counts wherever the truth names one for a rule about a player."""
    if true.get("player") is not None and not str(true.get("rule")).startswith("setup.") and not _same_player(true, said):
        return False
    return any(same_rule(a, b) for a in (true.get("rule"), *(true.get("reasons") or ())) for b in (said.get("rule"), *(said.get("reasons") or ())))


def _same_end(true: Event, said: Event) -> bool:
    return true.get("winner") == said.get("winner") and (true.get("points") is None or true.get("points") == said.get("points"))


_CONTENT: Mapping[str, Callable[[Event, Event], bool]] = {
    "setup": _same_setup, "roll": _same_roll, "play": _same_play, "turn_end": _same_player, "cube": _same_cube, "flag": _same_flag, "game_end": _same_end,
}  # fmt: skip


def _rows(event: Event) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
    position = event.get("position")
    return None if not position else (tuple(position["A"]), tuple(position["B"]))


def _values(event: Event) -> list[int]:
    return sorted(v or 0 for v in event.get("dice") or ())


def _is_unsure(event: Event) -> bool:
    return event.get("status") == "uncertain"


# --- matching ------------------------------------------------------------------------------------------------------------------------


def _match(truth: Sequence[Event], reported: Sequence[Event], kind: str) -> dict[int, int]:
    """True event -> sure reported event of the same content, nearest in time first."""
    return _pair(truth, reported, kind, lambda i, j: not _is_unsure(reported[j]) and not _is_unsure(truth[i]) and same_content(truth[i], reported[j]))


def _match_unsure(truth: Sequence[Event], reported: Sequence[Event], kinds: Sequence[str], match: Mapping[int, int]) -> dict[int, int]:
    """Unfound true event -> reported event that is about it and says it is unsure. A flag must still name the rule."""
    taken = set(match.values())
    pairs: dict[int, int] = {}
    for kind in kinds:

        def fits(i: int, j: int, kind: str = kind) -> bool:
            if i in match or j in taken or not _is_unsure(reported[j]):
                return False
            return same_content(truth[i], reported[j]) if kind == "flag" else truth[i].get("player") == reported[j].get("player") or kind == "roll"

        pairs.update(_pair(truth, reported, kind, fits))
    return pairs


def _pair(truth: Sequence[Event], reported: Sequence[Event], kind: str, fits: Callable[[int, int], bool]) -> dict[int, int]:
    ours = [i for i, e in enumerate(truth) if e["kind"] == kind]
    theirs = [j for j, e in enumerate(reported) if e.get("kind") == kind]
    close = sorted((abs(truth[i]["t"] - reported[j]["t"]), i, j) for i in ours for j in theirs if abs(truth[i]["t"] - reported[j]["t"]) <= TOLERANCE_S + 1e-6)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in close:
        if i not in pairs and j not in taken and fits(i, j):
            pairs[i] = j
            taken.add(j)
    return pairs


# --- counting ------------------------------------------------------------------------------------------------------------------------


def _count_kind(score: ClipScore, kind: str, truth: Sequence[Event], reported: Sequence[Event], match: Mapping[int, int], unsure: Mapping[int, int]) -> None:
    ours = [i for i, e in enumerate(truth) if e["kind"] == kind and not _is_unsure(e)]
    score.found[kind] = (sum(i in match for i in ours), len(ours))
    score.uncertain[kind] = sum(truth[i]["kind"] == kind for i in unsure)
    claimed = set(match.values()) | set(unsure.values())
    left = [e for j, e in enumerate(reported) if e.get("kind") == kind and j not in claimed and e.get("class") != "INFO"]
    score.extra[kind] = len(left)
    for i in ours:
        if i not in match:
            near = [describe(e) for e in reported if e.get("kind") == kind and abs(e["t"] - truth[i]["t"]) <= 2 * TOLERANCE_S]
            what = "uncertain" if i in unsure else "missed"
            score.misses.append(Miss(truth[i]["t"], what, kind, f"{describe(truth[i])}; reported: {' | '.join(near) or 'nothing'}"))
    score.misses += [Miss(e["t"], "extra", kind, describe(e)) for e in left]
    if kind == "flag":
        score.false_flags, score.unsure_false_flags = len(left), sum(_is_unsure(e) for e in left)
        for i in ours:
            rule = str(truth[i].get("rule"))
            ok, n = score.flags_by_rule.get(rule, (0, 0))
            score.flags_by_rule[rule] = (ok + (i in match), n + 1)


def verdict(event: Event) -> str:
    """LEGAL, ILLEGAL or UNCERTAIN, of a true or a reported play."""
    if _is_unsure(event) or event.get("legal") is None:
        return "UNCERTAIN"
    return "LEGAL" if event["legal"] else "ILLEGAL"


def _count_verdicts(score: ClipScore, truth: Sequence[Event], reported: Sequence[Event], match: Mapping[int, int], unsure: Mapping[int, int]) -> None:
    """Each true play against the reported play about it: the matched one, else the nearest unclaimed one of the same player."""
    claimed = {**unsure, **match}
    taken = set(claimed.values())
    claimed |= _pair(truth, reported, "play", lambda i, j: i not in claimed and j not in taken and truth[i].get("player") == reported[j].get("player"))
    for i, e in enumerate(truth):
        if e["kind"] == "play":
            key = (verdict(e), verdict(reported[claimed[i]]) if i in claimed else NOT_REPORTED)
            score.verdicts[key] = score.verdicts.get(key, 0) + 1
    seen = set(claimed.values())
    for j, e in enumerate(reported):
        if e.get("kind") == "play" and j not in seen:
            key = (NOT_REPORTED, verdict(e))
            score.verdicts[key] = score.verdicts.get(key, 0) + 1


def _count_turns(
    score: ClipScore,
    truth: Sequence[Event],
    reported: Sequence[Event],
    kinds: Sequence[str],
    match: Mapping[int, int],
    unsure: Mapping[int, int],
    in_sight: Mapping[int, bool],
) -> None:
    """A turn: all true events from the previous turn's end to its own. Exact: its rolls and its play found, nothing extra within it."""
    claimed = set(match.values()) | set(unsure.values())
    extra_t = [e["t"] for j, e in enumerate(reported) if e.get("kind") in kinds and j not in claimed and e.get("class") != "INFO"]
    exact = n = 0
    for events, start, end in _turns(truth):
        plays = [i for i in events if truth[i]["kind"] == "play"]
        if not plays or any(_is_unsure(truth[i]) for i in events if truth[i]["kind"] in ("roll", "play")):
            continue
        n += 1
        is_found = all(i in match for i in events if truth[i]["kind"] in ("roll", "play"))
        is_exact = is_found and not any(start < t <= end for t in extra_t)
        exact += is_exact
        rolls = [i for i in events if i in in_sight]
        if rolls:
            _add(score.by_sight, ("turn", all(in_sight[i] for i in rolls)), is_exact)
    for i, can_be_seen in in_sight.items():
        _add(score.by_sight, ("roll", can_be_seen), i in match)
    score.turns = (exact, n)


def _in_sight(truth: Sequence[Event], contrasts: Sequence[Mapping[str, Any]]) -> dict[int, bool]:
    """True valid rolls, by index, whose contrast was measured: can the pips of all their dice be seen?"""
    seen: dict[int, bool] = {}
    for i, e in enumerate(truth):
        if e["kind"] == "roll" and e.get("valid"):
            measured = [c["contrast"] for c in contrasts if abs(c["t"] - e["t"]) < 0.01]
            if measured and all(c is not None for c in measured[0]):
                seen[i] = min(measured[0]) >= CLEAR_PIPS
    return seen


def _add(counts: dict[tuple[str, bool], tuple[int, int]], key: tuple[str, bool], is_exact: bool) -> None:
    ok, n = counts.get(key, (0, 0))
    counts[key] = (ok + is_exact, n + 1)


def _turns(truth: Sequence[Event]) -> list[tuple[list[int], float, float]]:
    """Turns as (indices of true events, from, until), times in s. Extra events between two turns go to the nearer one."""
    opening = ("setup", "cube", "roll")
    order = sorted(range(len(truth)), key=lambda i: (float(truth[i]["t"]), truth[i]["kind"] not in opening))
    groups: list[list[int]] = [[]]
    for i in order:
        if truth[i]["kind"] in opening and any(truth[k]["kind"] == "play" for k in groups[-1]):
            groups.append([])
        groups[-1].append(i)
    turns = []
    start = float("-inf")
    for group, after in zip(groups, [*groups[1:], None], strict=True):
        end = float("inf") if after is None else (max(truth[i]["t"] for i in group) + min(truth[i]["t"] for i in after)) / 2
        turns.append((group, start, end))
        start = end
    return turns


def describe(event: Event) -> str:
    """An event in a few words, for the list of misses."""
    kind = event.get("kind")
    words: list[str] = [f"{event.get('t', 0):.2f} s", str(kind), str(event.get("player") or event.get("winner") or "")]
    if kind == "roll":
        valid = event.get("valid")
        words.append("-".join(str(v or "?") for v in event.get("dice") or ()))
        words.append("unclear" if valid is None else "valid" if valid else f"invalid {event.get('reason') or ''}")
    elif kind == "play":
        words += [str(event.get("notation") or "?"), verdict(event)]
    elif kind == "flag":
        words += [str(event.get("rule")), *[str(r) for r in event.get("reasons") or ()]]
    elif kind == "cube":
        words += [str(event.get("action")), str(event.get("value") or "")]
    if _is_unsure(event):
        words.append("(uncertain)")
    return " ".join(w.strip() for w in words if w.strip())
