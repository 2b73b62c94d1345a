"""Writes tests/data/perft.json: how many final positions each of the 21 rolls allows in 30 positions.

    python tests/game/make_perft.py > tests/data/perft.json

The counts come from an enumerator of its own, written as plainly as the rules read and sharing no code with the product:
all orders of the dice, every sequence, the longest kept, then the larger die, then distinct final positions. It is slow.
`depth2`, for a few, is the sum of the opponent's final positions over all 21 rolls after every final position of every
one of the mover's 21 rolls.
"""

from __future__ import annotations

import json
import sys

Row = tuple[int, ...]

# one XGID board a position, capitals on roll; what is missing from 15 is borne off
POSITIONS = {
    "start": "-b----E-C---eE---c-e----B-",
    "after 31 and 62": "-b---BD-B---eD---c-d--a-B-",
    "lover's leap": "-b----E-C---dF---d-e----A-",
    "blitz, two on the bar": "b-BBBBB-----cCb--bbb---b--",
    "two on the bar, open home": "-b----E-C---eE---c-e-----B",
    "two on the bar, four points held": "-b----E-C---bE----bbbbc--B",
    "three on the bar": "-----bE-B---dD---b-d--b--C",
    "closed out": "------E-D---bE-----cbbbbbA",
    "prime against prime": "-b-BBBBB----a-c-bbbbaA---B",
    "ace point game": "-BBACCB------------bdfcB--",
    "back game": "-BBa-CBC--ac--bbb-c-BA----",
    "holding game": "---BBBB-C---bA---bcdb-B---",
    "mutual holding": "-a-BB-CaB---dC---cb-b-B---",
    "long race": "--BBBCCB-A-----bbbccba----",
    "short race": "-BCDC-B-A-------abbcdb----",
    "bear-off, all home": "-ABCCCC------------edcc---",
    "bear-off, gaps": "-C--D-B------------edcc---",
    "bear-off, last two": "-A---A-------------edcc---",
    "bear-off, one checker": "-----A-------------edcc---",
    "bear-off against the bar": "aBBCCCB------------dccca--",
    "bear-off with contact": "-bBCCCB-B----------eec----",
    "bear-off, hit": "-bBCCCC------------eec---A",
    "either die, never both": "-GG----d----d------dAc----",
    "only the smaller die": "-GG---------d-d----dAc----",
    "entering the wrong way": "-GF---d--A--c-----dd-----A",
    "larger die second": "-GG------d--d--A---d-c----",
    "exactly two fives": "-GGb--------e----cAe------",
    "no six anywhere": "-DDE--------b-----cbbbbbB-",
    "blots everywhere": "-aAaAaAaAaAaAaAaAaAaAaAaA-",
    "stacked": "-O----------------------o-",
}
DEEP = ("start", "two on the bar, open home", "bear-off, gaps", "either die, never both", "prime against prime")
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def read(board: str) -> tuple[Row, Row]:
    """Rows of both players, 26 counts each in their own numbering (0 off, 25 bar)."""
    mine, theirs = [0] * 26, [0] * 26
    for place, letter in enumerate(board):
        if letter.isupper():
            mine[place] = ord(letter) - 64
        elif letter.islower():
            theirs[25 - place] = ord(letter) - 96
    mine[0], theirs[0] = 15 - sum(mine), 15 - sum(theirs)
    return tuple(mine), tuple(theirs)


def one_step(mine: Row, theirs: Row, die: int) -> list[tuple[Row, Row]]:
    """All positions that one die can reach."""
    reached = []
    for point in range(1, 26):
        if not mine[point] or (mine[25] and point != 25):
            continue
        target = point - die
        if target >= 1:
            if theirs[25 - target] > 1:
                continue
        else:
            if sum(mine[7:26]):
                continue
            if target < 0 and sum(mine[point + 1 : 26]):
                continue
            target = 0
        new_mine, new_theirs = list(mine), list(theirs)
        new_mine[point] -= 1
        new_mine[target] += 1
        if target and theirs[25 - target] == 1:
            new_theirs[25 - target] = 0
            new_theirs[25] += 1
        reached.append((tuple(new_mine), tuple(new_theirs)))
    return reached


def finals(mine: Row, theirs: Row, roll: tuple[int, int]) -> set[tuple[Row, Row]]:
    """All final positions of a roll, the unmoved position alone for a dance."""
    by_first_die: dict[int, dict[int, set[tuple[Row, Row]]]] = {}
    orders = [(roll[0],) * 4] if roll[0] == roll[1] else [roll, roll[::-1]]
    for order in orders:
        level = {(mine, theirs)}
        for used, die in enumerate(order, 1):
            level = {reached for position in level for reached in one_step(*position, die)}
            by_first_die.setdefault(used, {}).setdefault(order[0], set()).update(level)
    for used in sorted(by_first_die, reverse=True):
        reached = {position for positions in by_first_die[used].values() for position in positions}
        if reached:
            is_larger_due = used == 1 and roll[0] != roll[1] and by_first_die[1][max(roll)]
            return by_first_die[1][max(roll)] if is_larger_due else reached
    return {(mine, theirs)}


def depth2(mine: Row, theirs: Row) -> int:
    reached = [position for roll in ROLLS for position in finals(mine, theirs, roll)]
    return sum(len(finals(after_theirs, after_mine, reply)) for after_mine, after_theirs in reached for reply in ROLLS)


def main() -> None:
    entries = []
    for name, board in POSITIONS.items():
        mine, theirs = read(board)
        assert min(mine[0], theirs[0]) >= 0, f"{name}: more than 15 checkers"
        counts = {f"{roll[0]}{roll[1]}": len(finals(mine, theirs, roll)) for roll in ROLLS}
        entry = {"name": name, "on_roll": list(mine), "opponent": list(theirs), "counts": counts}
        if name in DEEP:
            entry["depth2"] = depth2(mine, theirs)
        entries.append(entry)
    lines = ",\n".join(" " + json.dumps(entry) for entry in entries)
    sys.stdout.write(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
