"""Rule profiles: one federation's rules as data, read from `profiles/*.toml` and validated. Nothing of a profile is in code."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from monitor.errors import InputError
from monitor.officiating.catalogue import CATALOGUE

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Article = Annotated[str, StringConstraints(pattern=r"^[0-9]+(\.[0-9]+)*$")]
Need = Literal["dice", "flatness", "sides", "permission", "position", "turn-end", "setup", "assent"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Closing(_Data):
    """One way a window closes: the event, whose it must be, and what the flag then becomes.

    on: valid_roll, any_roll, cube_offer, turn_end, game_end (of this game), next_game (its set-up or opening roll).
    by: offender (the flag's player), opponent (of the offender), opener (who won the opening roll), anyone.
    number: only from this roll of the game on, the opening roll being 1 (`rules.md` 4.4). clock: only with, or only without, a clock.
    """

    on: Literal["valid_roll", "any_roll", "cube_offer", "turn_end", "game_end", "next_game"]
    by: Literal["offender", "opponent", "opener", "anyone"] = "anyone"
    number: Annotated[int, Field(ge=1)] | None = None
    clock: bool | None = None
    state: Literal["accepted", "expired"]
    why: Text


class Window(_Data):
    """How long a point can be raised: the event that opens it, the closing condition in words and as data (the first that fits closes)."""

    opens: Literal["roll", "turn_end", "setup"]
    text: Text
    closes: Annotated[tuple[Closing, ...], Field(min_length=1)]


class Repeat(_Data):
    """A step of the ladder for repeated offences of one player in one match: applies from the `nth` offence on."""

    nth: Annotated[int, Field(ge=2)]
    text: Text


class Rule(_Data):
    """One rule of a profile.

    articles: numbers in the rulebook. flag_class: who must or may do what (`rules.md` section 2). needs: what must be known before it can be raised.
    remedy: what the rule offers, in words; remedy_clock: the same where a clock is used and it differs.
    """

    articles: Annotated[tuple[Article, ...], Field(min_length=1)]
    flag_class: Literal["MUST", "OPTION", "REROLL", "CLAIM", "DIR", "INFO"] = Field(alias="class")
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]
    window: Window
    remedy: Text
    remedy_clock: Text | None = None
    repeat: tuple[Repeat, ...] = ()


class RollRules(_Data):
    """Where and how dice must come to rest."""

    zone: Literal["right"]
    left_permission: bool
    dice_on_checkers: Literal["invalid", "valid"]
    reroll_needs_assent: bool


class Authority(_Data):
    """Who may say what aloud (`rules.md` 2.0, G3)."""

    observer_may_announce: bool


class Profile(_Data):
    """A federation's rules. cite: what stands before an article number ("CNB ", "DBgF §"). edition: shown with every flag (G25)."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
    title: Text
    cite: Annotated[str, StringConstraints(min_length=1)]
    edition: Text
    authority: Authority
    rolls: RollRules
    rules: dict[str, Rule]

    @model_validator(mode="after")
    def _has_every_rule(self) -> Profile:
        unknown = sorted(set(self.rules) - set(CATALOGUE))
        missing = sorted(set(CATALOGUE) - set(self.rules))
        if unknown:
            raise ValueError(f"unknown rule ids: {', '.join(unknown)}")
        if missing:
            raise ValueError(f"rules are missing: {', '.join(missing)}")
        return self

    def article(self, rule_id: str) -> str:
        """The articles of a rule as cited, such as "CNB 4.2.3.1, 4.2.3.2"."""
        return self.cite + ", ".join(self.rules[rule_id].articles)

    def __hash__(self) -> int:
        return hash((self.name, self.edition))


def profile_names() -> tuple[str, ...]:
    """Names of the bundled profiles."""
    folder = resources.files("monitor.officiating") / "profiles"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_profile(name: str) -> Profile:
    """The bundled profile of that name. Raises InputError when there is none or its file is wrong."""
    if name not in profile_names():
        raise InputError(f"There is no rule profile named {name!r}. Use one of: {', '.join(profile_names())}.")
    text = (resources.files("monitor.officiating") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
    return parse_profile(text, source=f"{name}.toml")


def parse_profile(text: str, *, source: str = "profile") -> Profile:
    """A profile from the text of a TOML file. Raises InputError that names the line and the field, for every fault found.

    A rule may say `like = "other.rule"`: what it does not say itself is then taken from that rule.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source} is not valid TOML: {error}. Correct that line.") from error
    rules = raw.get("rules")
    if isinstance(rules, dict):
        raw["rules"] = {rule_id: _inherit(rules, rule_id, text, source) for rule_id in rules}
    try:
        return Profile.model_validate(raw)
    except ValidationError as error:
        faults = [f"{_place(text, fault['loc'])}: {fault['msg']}" for fault in error.errors()]
        raise InputError(f"{source} is not a valid rule profile. " + "; ".join(faults) + ".") from error


def _inherit(rules: Mapping[str, Any], rule_id: str, text: str, source: str) -> Any:
    """The rule with everything that `like` supplies; `like` may not be chained, so that one look-up shows the whole rule."""
    rule = rules[rule_id]
    if not isinstance(rule, dict) or "like" not in rule:
        return rule
    model = rules.get(rule["like"]) if isinstance(rule["like"], str) else None
    if not isinstance(model, dict) or "like" in model:
        raise InputError(f"{source}, {_place(text, ('rules', rule_id, 'like'))}: {rule['like']!r} is not a rule of this file that is written out in full.")
    return {**model, **{key: value for key, value in rule.items() if key != "like"}}


def _place(text: str, loc: tuple[int | str, ...]) -> str:
    """A field's name and, as far as it can be found, its line in the file."""
    field = ".".join(str(part) for part in loc) or "the file"
    keys = [str(part) for part in loc if not isinstance(part, int)]
    table: list[str] = []
    best: int | None = None
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*(.+?)\s*\]+\s*(#.*)?$", line):
            table = _split_keys(header[1])
            path = table
        elif assignment := re.match(r"\s*([A-Za-z0-9_\-\".]+)\s*=", line):
            path = table + _split_keys(assignment[1])
        else:
            continue
        if path == keys[: len(path)] and len(path) > depth:
            best, depth = number, len(path)
    return f"line {best}, field {field}" if best is not None else f"field {field}"


def _split_keys(dotted: str) -> list[str]:
    """The parts of a dotted TOML key, quotes removed."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([A-Za-z0-9_\-]+)', dotted)]
