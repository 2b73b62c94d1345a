"""Backgammon itself: positions, plays, judging, notation, position ids, diagrams, transcripts. Knows nothing else.

The names below are the ones that outside tools use (formats.md section 5).
"""

from monitor.game.judge import Judgement, judge, judge_play
from monitor.game.plays import Play, Step, legal_plays
from monitor.game.position import Position, Result, Roll
from monitor.game.reasons import Reason

__all__ = ["Judgement", "Play", "Position", "Reason", "Result", "Roll", "Step", "judge", "judge_play", "legal_plays"]
