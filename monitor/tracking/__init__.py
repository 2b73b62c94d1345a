"""Observations to table events: the tracker and what it is told."""

from monitor.tracking.observation import CubeReading, DieReading, Observation
from monitor.tracking.settings import AssessRoll, RollVerdict, TableSettings
from monitor.tracking.tracker import Tracker

__all__ = ["AssessRoll", "CubeReading", "DieReading", "Observation", "RollVerdict", "TableSettings", "Tracker"]
