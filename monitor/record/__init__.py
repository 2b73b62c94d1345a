"""Keeping what happened. Knows plain data only.

`log` the event log, `verify` its check, `inbox` the commands for its one writer, `stills` the evidence pictures, `recorder` the video.
Nothing is imported here: a reader of the log should not have to load a video library.
"""
