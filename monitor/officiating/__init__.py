"""Officiating: a tournament's rules as data, and the referee that holds table events against them. Pure: no input or output beyond
reading the bundled profiles, no clock, no thread. It never rules; it shows, cites and says what the profile offers."""

from monitor.officiating.assess import RollVerdict, assess_roll
from monitor.officiating.catalogue import CATALOGUE, PLAY_PARENT, ROLL_REASONS, CatalogueEntry
from monitor.officiating.flags import FlagView, current_flags
from monitor.officiating.inputs import InputKind, OfficialInput
from monitor.officiating.profile import Closing, Profile, Rule, Window, load_profile, parse_profile, profile_names
from monitor.officiating.referee import Referee

__all__ = [
    "CATALOGUE",
    "PLAY_PARENT",
    "ROLL_REASONS",
    "CatalogueEntry",
    "Closing",
    "FlagView",
    "InputKind",
    "OfficialInput",
    "Profile",
    "Referee",
    "RollVerdict",
    "Rule",
    "Window",
    "assess_roll",
    "current_flags",
    "load_profile",
    "parse_profile",
    "profile_names",
]
