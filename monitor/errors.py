"""The one tree of errors. Each says what happened and what to do next, in plain words."""

from __future__ import annotations

LONGEST_QUOTE = 80
"""Characters of what was given that an error quotes."""


def quoted(given: object) -> str:
    """What was given, in quotes; the middle of something long is left out, so that an error can be read."""
    text = str(given)
    return f'"{text}"' if len(text) <= LONGEST_QUOTE else f'"{text[: LONGEST_QUOTE - 20]} ... {text[-15:]}"'


class MonitorError(Exception):
    """Base of every error this product raises on purpose; its text may be shown to a person as it is."""


class InputError(MonitorError):
    """A value, file or form that cannot be used as given (exit status 3 where it is an input file)."""


class SourceError(InputError):
    """A picture, video, camera or stream cannot be opened or read."""


class CameraError(MonitorError):
    """A camera or the system around it failed (exit status 4)."""


class CalibrationError(MonitorError):
    """No board, or a fit of the board that must not be trusted; the text says why."""


class ModelError(MonitorError):
    """A model file is missing, damaged or not the one its hash promises."""


class LogError(MonitorError):
    """The event log cannot be written or does not verify."""
