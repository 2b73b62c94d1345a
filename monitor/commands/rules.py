"""`rules`: what the rulebooks say, side by side, and with which article."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from monitor.errors import InputError
from monitor.officiating import CATALOGUE, Profile, Rule, load_profile, profile_names

_KNOWN = {"seen": "seen by the camera", "inferred": "inferred from timing and tracking", "told": "told by a person"}


@click.command("rules")
@click.argument("rule", required=False)
@click.option("--profile", "profiles", multiple=True, help="A profile by name, or your own file ending in .toml; may be repeated. Default: all bundled ones.")
@click.option("--derive", type=click.Path(path_type=Path), help="Write a file of your own that starts from the (one) profile given.")
def command(rule: str | None, profiles: tuple[str, ...], derive: Path | None) -> int:
    """Print a rule: its article, window and remedy in each profile. Without RULE: the rules and settings of the profiles."""
    if derive is not None:
        return _derive(profiles, derive)
    chosen = [load_profile(name) for name in profiles or profile_names()]
    if rule is None:
        lines = _list_rules(chosen)
    elif rule in CATALOGUE:
        lines = _print_rule(rule, chosen)
    else:
        lines = _print_family(rule, chosen)
    for line in lines:
        click.echo(line)
    return 0


def _print_family(name: str, profiles: Sequence[Profile]) -> Iterator[str]:
    """A setting, or everything whose id begins like this. Raises UsageError that names what is near for anything else."""
    settings = [setting for setting in profiles[0].parameters() if setting == name or setting.startswith(f"{name}.")]
    family = [rule_id for rule_id in CATALOGUE if rule_id.startswith(f"{name}.")]
    if not family and not settings:
        near = difflib.get_close_matches(name, [*CATALOGUE, *profiles[0].parameters()], n=3, cutoff=0.4)
        raise click.UsageError(f"There is no rule or setting {name!r}." + (f" Did you mean {', '.join(near)}?" if near else " `rules` lists them."))
    shown = (line for rule_id in family for line in (*_print_rule(rule_id, profiles), ""))
    return itertools.chain(shown, _print_settings(profiles, settings))


def _list_rules(profiles: Sequence[Profile]) -> Iterator[str]:
    """All rules with their class in each profile, then all settings."""
    for profile in profiles:
        beyond = " Not one of the rulebooks this program was made from." if profile.is_beyond_rulebooks else ""
        yield f"{profile.name}: {profile.title}, {profile.edition}.{beyond}"
    width = max(len(rule_id) for rule_id in CATALOGUE)
    yield ""
    yield f"{'rule':{width}}  " + "  ".join(f"{profile.name:10}" for profile in profiles).rstrip()
    for rule_id in CATALOGUE:
        classes = [profile.rules[rule_id].flag_class if profile.rules[rule_id].applies else "-" for profile in profiles]
        yield f"{rule_id:{width}}  " + "  ".join(f"{word:10}" for word in classes).rstrip()
    yield ""
    yield from _print_settings(profiles, list(profiles[0].parameters()))


def _print_settings(profiles: Sequence[Profile], names: Sequence[str]) -> Iterator[str]:
    tables = [profile.parameters() for profile in profiles]
    for name in names:
        values = [table[name] for table in tables if name in table]
        is_same = len({repr(value) for value, _ in values}) == 1
        yield f"{name}" + ("" if is_same or len(values) == 1 else "   (differs)")
        for profile, table in zip(profiles, tables, strict=True):
            if name in table:
                yield f"  {profile.name:10}  {_value_words(table[name][0])}  [{table[name][1]}]"


def _print_rule(rule_id: str, profiles: Sequence[Profile]) -> Iterator[str]:
    """One rule in every profile, then what differs."""
    entry = CATALOGUE[rule_id]
    yield f"{rule_id}: {entry.title}"
    yield f"  {entry.says[0].upper()}{entry.says[1:]}. Raised when {_KNOWN[entry.known_by]}."
    for profile in profiles:
        rule = profile.rules[rule_id]
        yield f"{profile.name}  [{profile.article(rule_id)}; {profile.edition}]"
        for name, text in _parts(rule):
            yield f"    {name}: {text}"
    if len(profiles) > 1:
        rules = [dict(_parts(profile.rules[rule_id])) for profile in profiles]
        names = list(dict.fromkeys(name for parts in rules for name in parts))
        differs = [name for name in names if len({parts.get(name) for parts in rules}) > 1]
        yield "differs: " + (", ".join(differs) if differs else "nothing but the articles")


def _parts(rule: Rule) -> Iterator[tuple[str, str]]:
    """A rule in named parts, as shown and compared."""
    yield "class", rule.flag_class if rule.applies else "none: not a rule here"
    yield "window", rule.window.text
    yield "who", ", ".join(rule.who)
    if rule.needs:
        yield "needs", ", ".join(rule.needs)
    yield "remedy", rule.remedy
    if rule.remedy_clock:
        yield "remedy with a clock", rule.remedy_clock
    for step in rule.repeat:
        yield f"from the {step.nth}. time", step.text
    for name, case in rule.cases.items():
        yield f"if {name.replace('_', ' ')}", " ".join(part for part in (case.flag_class, case.remedy, f"({case.ends} at once)" if case.ends else None) if part)


def _value_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_value_words(part) for part in value) or "none"
    if hasattr(value, "model_dump"):
        return " ".join(f"{name} {part}" for name, part in value.model_dump().items() if part is not None)
    return str(value).replace("_", " ") if isinstance(value, str) and " " not in value else str(value)


def _derive(profiles: Sequence[str], path: Path) -> int:
    """Writes the beginnings of a director's own profile. Raises InputError where there is something already, or no one profile to start from."""
    if len(profiles) != 1 or profiles[0] not in profile_names():
        raise InputError(f"Say which one profile yours starts from: --profile {'|'.join(profile_names())}.")
    if path.suffix != ".toml":
        raise InputError(f"The name of a profile's file ends in .toml, unlike {path}.")
    if path.exists():
        raise InputError(f"{path} exists already and is left as it is. Choose another name.")
    base = load_profile(profiles[0])
    path.write_text(_DERIVED.format(name=base.name, title=base.title, edition=base.edition), encoding="utf-8")
    load_profile(str(path))
    click.echo(f"{path} starts from {base.name}. Change what differs, look at it with `rules --profile {path}`, and use it with --profile {path}.")
    return 0


_DERIVED = """# Everything that is not said here is as in the profile {name}. Delete the # before what is to be different, and change it.
name = "own"
base = "{name}"
title = "{title}, with the director's changes"
edition = "{edition}; changed"

# A setting needs its value and where it comes from: an article, "silent", or a source named below.
[sources.director]
text = "decision of the director for this event"
certainty = "high"

# [authority]
# observer_may_announce = {{ value = true, article = "@director" }}

# [rolls]
# dice_on_checkers = {{ value = "valid", article = "@director" }}

# [rules."turn.dice-lifted-early"]
# class = "INFO"
# remedy = "Only noted at this event."
"""
