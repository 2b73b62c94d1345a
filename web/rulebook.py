"""The rules that a session is officiated by, for pages and forms: its profile, whether a clock is used, and which acts a flag's class allows."""

from __future__ import annotations

from functools import lru_cache

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.officiating.notes import notable
from monitor.officiating.profile import Profile, Rule
from monitor.officiating.profile_text import load_profile
from web.view import MatchView


def profile_of(view: MatchView) -> Profile | None:
    """The session's profile; None when it names none, or one that cannot be read here. The referee then still checks what is sent."""
    name = view.info.get("profile") or (view.info.get("table") or {}).get("profile")
    return _load(str(name)) if name else None


@lru_cache(maxsize=16)
def _load(name: str) -> Profile | None:
    try:
        return load_profile(name)
    except InputError:
        return None


def has_clock(view: MatchView) -> bool:
    """Is this match played with a clock?"""
    return bool((view.info.get("table") or {}).get("clock"))


def rule_of(view: MatchView, rule_id: str) -> Rule | None:
    """A rule as this session's profile has it."""
    profile = profile_of(view)
    return None if profile is None else profile.rules.get(rule_id)


def note_rules(view: MatchView) -> tuple[list[str], list[str]]:
    """Rules that an official may note: (known to people only, others)."""
    profile = profile_of(view)
    return ([], []) if profile is None else _notable(profile, has_clock(view))


@lru_cache(maxsize=16)
def _notable(profile: Profile, clock: bool) -> tuple[list[str], list[str]]:
    return notable(profile, clock=clock)


def raisers(view: MatchView, rule_id: str, player: str | None) -> tuple[str, ...]:
    """The players who may raise a point against `player` (`rules.md` 2.0): both, or his opponent alone."""
    rule = rule_of(view, rule_id)
    if player is None or rule is None or "players" in rule.who or not {"opponent", "affected"} & set(rule.who):
        return ("A", "B")
    return (str(Player(player).opponent),)


def namers(view: MatchView, rule_id: str, player: str | None) -> tuple[str, ...] | None:
    """Who must have named a point that an observer may not bring up himself, such as a fallen flag; None where he may."""
    rule = rule_of(view, rule_id)
    if rule is None or "observer" in rule.who:
        return None
    players = raisers(view, rule_id, player) if {"players", "opponent", "affected"} & set(rule.who) else ()
    return (*players, *(("director",) if "director" in rule.who else ()))
