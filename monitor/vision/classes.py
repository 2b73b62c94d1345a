"""The detector's classes, in the order of its outputs. "hand" stands for anything that hides the board: hand, arm, cup."""

CLASSES = ("checker", "die", "cube", "hand")
CHECKER, DIE, CUBE, HAND = range(4)
