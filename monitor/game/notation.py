"""Plays as players write them: `8/5 6/5`, `bar/22*/18`, `6/off(2)`, `no play`. Twin functions, formats.md section 4.

Steps come by origin descending; the hops of one checker collapse (`13/7`) except where it hit on the way (`8/5*/3`);
equal entries are counted in brackets; a dance is "no play". Points are in the mover's own numbering.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from monitor.errors import InputError, quoted
from monitor.game.plays import Play, Step
from monitor.game.position import BAR, OFF

NO_PLAY = "no play"
_DANCES = {"", NO_PLAY, "no move", "cannot move", "dance", "dances", "(no play)", "(no checker moved)"}
_ENTRY = re.compile(r"(?P<points>[a-z0-9*]+(?:/[a-z0-9*]+)+)(?:\((?P<times>[1-4])\))?", re.ASCII)
_POINT = re.compile(r"(?P<point>bar|off|[0-9]{1,2})(?P<hit>\*?)", re.ASCII)

_Hop = tuple[int, bool]


def format_play(play: Play | Iterable[Step]) -> str:
    """The play's notation; steps in any order will do as long as each checker's hops can be found.

    Of several checkers that could have made a later hop the one from furthest back is taken: the notation tells the final
    position, not who touched what.
    """
    steps = play.steps if isinstance(play, Play) else play
    chains: list[list[_Hop]] = []
    for source, target, is_hit in sorted(steps, key=lambda step: (-step[0], -step[1], not step[2])):
        for chain in chains:
            if chain[-1][0] == source and source not in (OFF, BAR) and len(chain) > 1:
                chain.append((target, is_hit))
                break
        else:
            chains.append([(source, False), (target, is_hit)])
    entries: dict[tuple[int, ...], tuple[list[_Hop], int]] = {}
    for chain in chains:
        is_back = chain[0][0] == chain[-1][0]  # without its hops this would read as a move to where it stood
        shown = [chain[0], *(hop for hop in chain[1:-1] if hop[1] or is_back), chain[-1]]
        key = tuple(point for point, _ in shown)
        # of two checkers to one point only the first hits, and the entry shows that it was hit: 8/5*(2)
        first, times = entries.get(key, (shown, 0))
        merged = [(point, was_hit or is_hit) for (point, was_hit), (_, is_hit) in zip(first, shown, strict=True)]
        entries[key] = (merged, times + 1)
    if not entries:
        return NO_PLAY
    ordered = sorted(entries.items(), key=lambda item: [-point for point in item[0]])
    return " ".join(_entry(hops) + (f"({times})" if times > 1 else "") for _, (hops, times) in ordered)


def parse_play(text: str) -> tuple[Step, ...]:
    """The steps that the notation names, in the mover's numbering: ((from, to, is_hit), ...), to = 0 for off.

    A collapsed entry stays one step (`13/7` is (13, 7, False)), because only a roll can tell its hops. Of `8/5*(2)` the
    first step hits. Takes `bar`, `Bar` or 25, `off`, `Off` or 0, and the usual words for a dance. A play is judged by the
    position it reaches, so a missing `*` is no fault here. Raises InputError that quotes the entry that cannot be read, or moves nothing.
    """
    words = text.strip().casefold()
    if words in _DANCES:
        return ()
    steps: list[Step] = []
    for word in words.split():
        entry = _ENTRY.fullmatch(word)
        if entry is None:
            raise InputError(f"cannot read {quoted(word)} in the play {quoted(text.strip())}; entries look like 8/5, bar/22*, 6/off(2)")
        hops = [_hop(part, word) for part in entry["points"].split("/")]
        if hops[0][1]:
            raise InputError(f"{quoted(word)} marks a hit on the point the checker comes from; the * belongs behind the point it lands on")
        still = next((first for (first, _), (second, _) in pairwise(hops) if first == second), None)
        if still is not None:
            place = _named(still)
            raise InputError(f"{quoted(word)} has a move from {place} to {place}, which moves no checker; leave it out, or write {quoted(NO_PLAY)} for a dance")
        for time in range(int(entry["times"] or 1)):
            for (source, _), (target, is_hit) in pairwise(hops):
                steps.append((source, target, is_hit and time == 0))
    return tuple(steps)


def _hop(part: str, word: str) -> _Hop:
    match = _POINT.fullmatch(part)
    if match is None:
        raise InputError(f"{quoted(part)} in {quoted(word)} is no point; points are 1 to 24, bar and off")
    named = {"bar": BAR, "off": OFF}.get(match["point"])
    point = int(match["point"]) if named is None else named
    if point > BAR:
        raise InputError(f"{quoted(part)} in {quoted(word)} is no point; points are 1 to 24, bar and off")
    return point, bool(match["hit"])


def _entry(hops: list[_Hop]) -> str:
    return "/".join(_named(point) + ("*" if is_hit else "") for point, is_hit in hops)


def _named(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
