"""Watches a backgammon table through a camera or a recorded video and shows an appointed official what is not in order."""

__version__ = "0.1.0"
