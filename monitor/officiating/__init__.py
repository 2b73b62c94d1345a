"""Officiating: a tournament's rules as data, and the referee that holds table events against them. Pure: no input or output beyond
reading profiles, no clock, no thread. It never rules; it shows, cites and says what the profile offers."""

from monitor.officiating.assess import RollVerdict, assess_roll
from monitor.officiating.authority import Authority
from monitor.officiating.automaton import Automaton, Signal, State
from monitor.officiating.catalogue import CATALOGUE, PLAY_PARENT, ROLL_REASONS, CatalogueEntry
from monitor.officiating.flags import FlagView, current_flags
from monitor.officiating.incidents import Fact
from monitor.officiating.inputs import InputKind, OfficialInput
from monitor.officiating.match_state import MatchFacts, MatchState
from monitor.officiating.profile import Closing, Profile, Rule, Window
from monitor.officiating.profile_text import load_profile, parse_profile, profile_names
from monitor.officiating.referee import Referee

__all__ = [
    "CATALOGUE",
    "PLAY_PARENT",
    "ROLL_REASONS",
    "Authority",
    "Automaton",
    "CatalogueEntry",
    "Closing",
    "Fact",
    "FlagView",
    "InputKind",
    "MatchFacts",
    "MatchState",
    "OfficialInput",
    "Profile",
    "Referee",
    "RollVerdict",
    "Rule",
    "Signal",
    "State",
    "Window",
    "assess_roll",
    "current_flags",
    "load_profile",
    "parse_profile",
    "profile_names",
]
