"""GNU Backgammon as a reader of .mat files: what it says it has read, game by game."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("read_in_gnubg.py")
# Debian puts games where not every PATH looks
PROGRAM = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
SKIP = "needs GNU Backgammon: apt-get install -y gnubg"
TIMEOUT_S = 300.0
ANSWER = "answer.json"


@dataclass(frozen=True, slots=True)
class GnubgGame:
    """score: of the left and the right player before it. winner: 0 left, 1 right, None when it was not ended.

    boards: the position ID before each action but takes and passes, in order. end: that of the player to act when it ended.
    """

    score: tuple[int, int]
    winner: int | None
    points: int | None
    boards: tuple[str, ...]
    end: str


@dataclass(frozen=True, slots=True)
class GnubgReading:
    """The games of each file, in order, and every line in which gnubg warned of something."""

    files: tuple[tuple[GnubgGame, ...], ...]
    warnings: tuple[str, ...]


def read_with_gnubg(files: Sequence[Path], folder: Path) -> GnubgReading:
    """Imports the files in one run. folder: for its answer and its own settings. Raises CalledProcessError when gnubg fails."""
    # what it warns of with nothing to read is its own installation: Debian leaves the building of its bear-off databases to a question
    own = Counter(_warnings(_run([], folder)))
    warnings = Counter(_warnings(_run(files, folder))) - own
    told = json.loads((folder / ANSWER).read_text(encoding="utf-8"))
    return GnubgReading(tuple(tuple(map(_game, file["games"], file["ends"])) for file in told), tuple(warnings.elements()))


def _run(files: Sequence[Path], folder: Path) -> str:
    assert PROGRAM is not None
    environment = {
        **os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8",
        "MONITOR_GNUBG_FILES": json.dumps([str(path) for path in files]), "MONITOR_GNUBG_ANSWER": str(folder / ANSWER),
    }  # fmt: skip
    command = [PROGRAM, "--tty", "--quiet", "--no-rc", "--python", str(SCRIPT)]
    done = subprocess.run(
        command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=True
    )
    return done.stdout.decode("utf-8", "replace")


def _warnings(said: str) -> list[str]:
    return [line for line in said.splitlines() if "WARNING" in line or "Traceback" in line]


def _game(told: dict[str, Any], end: str) -> GnubgGame:
    # in gnubg's words the left player of a .mat file is X
    info, side = told["info"], {"X": 0, "O": 1}
    boards = tuple(action["board"] for action in told["game"] if "board" in action)
    return GnubgGame((info["score-X"], info["score-O"]), side.get(info.get("winner")), info.get("points-won"), boards, end)
