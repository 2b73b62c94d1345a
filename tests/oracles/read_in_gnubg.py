"""Runs inside GNU Backgammon (`gnubg -p`), whose own Python has its `gnubg` module and nothing of ours.

Imports each .mat file that the JSON list in MONITOR_GNUBG_FILES names and writes what was read to MONITOR_GNUBG_ANSWER.
"""

import json
import os
from pathlib import Path

import gnubg  # pyright: ignore

for setting in ("automatic game off", "confirm new off", "confirm save off", "display off"):
    gnubg.command(f"set {setting}")
answers = []
for path in json.loads(os.environ["MONITOR_GNUBG_FILES"]):
    gnubg.command(f'import mat "{path}"')
    games = gnubg.match(0)["games"]
    ends = []
    gnubg.command("first game")
    for _ in games:
        gnubg.command("next 10000")  # stops at the end of the game
        ends.append(gnubg.positionid())
        gnubg.command("next game")
    answers.append({"games": games, "ends": ends})
Path(os.environ["MONITOR_GNUBG_ANSWER"]).write_text(json.dumps(answers), encoding="utf-8")
