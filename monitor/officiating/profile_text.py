"""Reading rule profiles: TOML text to `Profile`. A file may say only what it changes of another (`base`), share windows and patterns."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from monitor.errors import InputError
from monitor.officiating.catalogue import CATALOGUE
from monitor.officiating.profile import Profile
from monitor.officiating.settings import SECTIONS

_REST = "*"
"""The rule that stands for every id of the catalogue that a file does not name."""


def profile_names() -> tuple[str, ...]:
    """Names of the bundled profiles."""
    folder = resources.files("monitor.officiating") / "profiles"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_profile(name: str) -> Profile:
    """The bundled profile of that name, or a director's own from a file whose name ends in `.toml`.

    Raises InputError when there is none or its file is wrong.
    """
    if name in profile_names():
        return _bundled_profile(name)
    if name.endswith(".toml"):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise InputError(f"The rule profile {name} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
        return parse_profile(text, source=Path(name).name)
    raise InputError(f"There is no rule profile named {name!r}. Use one of: {', '.join(profile_names())}; or the name of your own file, ending in .toml.")


def parse_profile(text: str, *, source: str = "profile") -> Profile:
    """A profile from the text of a TOML file. Raises InputError that names the line and the field, for every fault found.

    - `base = "biba"`: everything that the file does not say is taken from that bundled profile, table by table.
    - `window = "name"` of a rule: the window `[windows.name]`.
    - `like = "name"` of a rule: what it does not say itself is taken from that rule, or from `[patterns.name]`.
    - `[rules."*"]`: stands for every rule id that is not named.
    """
    raw, texts = _with_base(_parsed(text, source), text, source)
    bare = [f"{section}.{field}" for section in SECTIONS for field in _uncited(raw.get(section))]
    if bare:
        faults = [f"{_place(texts, tuple(name.split('.')))}: write it as {{ value = ..., article = ... }}" for name in bare]
        raise InputError(f"{source} is not a valid rule profile. A value needs its article. " + "; ".join(faults) + ".")
    windows, patterns = raw.pop("windows", {}), raw.pop("patterns", {})
    rules = raw.get("rules")
    if isinstance(rules, dict):
        rest = rules.pop(_REST, None)
        if rest is not None:
            rules = {**{rule_id: rest for rule_id in CATALOGUE}, **rules}
        models = {**patterns, **rules}
        raw["rules"] = {rule_id: _resolved(rule, rule_id, models, windows, texts) for rule_id, rule in rules.items()}
    try:
        profile = Profile.model_validate(raw)
    except ValidationError as error:
        faults = [f"{_place(texts, _as_written(fault['loc'], rules, patterns))}: {fault['msg']}" for fault in error.errors()]
        raise InputError(f"{source} is not a valid rule profile. " + "; ".join(dict.fromkeys(faults)) + ".") from error
    contradictions = [f"{_place(texts, (section, field))}: {why}" for section, field, why in profile.contradictions()]
    if contradictions:
        raise InputError(f"{source} is not a valid rule profile. " + "; ".join(contradictions) + ".")
    return profile


def _uncited(section: Any) -> list[str]:
    """The fields of a section of settings that are not written with their article."""
    fields = section.items() if isinstance(section, dict) else ()
    return [name for name, given in fields if not isinstance(given, dict) or set(given) != {"value", "article"}]


_Texts = list[tuple[str, str]]
"""(file's name, its text), the file itself first, then what it is based on."""


@functools.cache
def _bundled_profile(name: str) -> Profile:
    """Read once: it is frozen, and does not change while the program runs."""
    return parse_profile(_bundled_text(name), source=f"{name}.toml")


def _bundled_text(name: str) -> str:
    return (resources.files("monitor.officiating") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")


def _parsed(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source} is not valid TOML: {error}. Correct that line.") from error


def _with_base(raw: dict[str, Any], text: str, source: str) -> tuple[dict[str, Any], _Texts]:
    """The file laid over the profile that it is based on, and the texts of both."""
    texts = [(source, text)]
    base = raw.get("base")
    if base is None:
        return raw, texts
    if base not in profile_names():
        raise InputError(f"{source}, {_place(texts, ('base',))}: there is no profile {base!r} to start from. Use one of: {', '.join(profile_names())}.")
    below, below_texts = _with_base(_parsed(_bundled_text(base), f"{base}.toml"), _bundled_text(base), f"{base}.toml")
    return _laid_over(below, raw), texts + below_texts


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; a list, a value with its citation and anything else is replaced as a whole."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        is_both_tables = isinstance(old, dict) and isinstance(value, dict) and "value" not in value
        # a rule that is now like another takes everything from that one
        merged[key] = _laid_over(old, value) if isinstance(old, dict) and is_both_tables and "like" not in value else value
    return merged


def _resolved(rule: Any, rule_id: str, models: Mapping[str, Any], windows: Mapping[str, Any], texts: _Texts) -> Any:
    """The rule with everything that `like` and `window` supply; `like` may not be chained, so that one look-up shows the whole rule."""
    if not isinstance(rule, dict):
        return rule
    if "like" in rule:
        model = models.get(rule["like"]) if isinstance(rule["like"], str) else None
        if not isinstance(model, dict) or "like" in model:
            place = _place(texts, ("rules", rule_id, "like"))
            raise InputError(f"{texts[0][0]}, {place}: {rule['like']!r} is no rule or pattern of this file that is written out in full.")
        rule = {**model, **{key: value for key, value in rule.items() if key != "like"}}
    if isinstance(rule.get("window"), str):
        if rule["window"] not in windows:
            raise InputError(f"{texts[0][0]}, {_place(texts, ('rules', rule_id, 'window'))}: there is no [windows.{rule['window']}] in this file.")
        rule = {**rule, "window": windows[rule["window"]]}
    return rule


def _as_written(loc: tuple[int | str, ...], rules: Any, patterns: Mapping[str, Any]) -> tuple[int | str, ...]:
    """Where a faulty field is written: what a rule took over stands at the pattern, rule or window that it names."""
    if len(loc) < 3 or loc[0] != "rules" or not isinstance(rules, dict):
        return loc
    rule_id, field = str(loc[1]), loc[2]
    where: tuple[int | str, ...] = ("rules", rule_id) if rule_id in rules else ("rules", _REST)
    rule = rules.get(rule_id)
    if isinstance(rule, dict) and field not in rule and "like" in rule:
        where = ("patterns", rule["like"]) if rule["like"] in patterns else ("rules", rule["like"])
        rule = patterns.get(rule["like"], rules.get(rule["like"]))
    if field == "window" and isinstance(rule, dict) and isinstance(rule.get("window"), str):
        return ("windows", rule["window"], *loc[3:])
    return (*where, *loc[2:])


def _place(texts: _Texts, loc: tuple[int | str, ...]) -> str:
    """A field's name and, as far as it can be found, its line in the file, or in the file that it is based on."""
    field = ".".join(str(part) for part in loc) or "the file"
    keys = [str(part) for part in loc if not isinstance(part, int)]
    best: tuple[int, int, str] | None = None
    for index, (name, text) in enumerate(texts):
        found = _line_of(text, keys)
        if found is not None and (best is None or found[1] > best[1]):
            best = (found[0], found[1], f" of {name}" if index else "")
    return f"line {best[0]}{best[2]}, field {field}" if best is not None else f"field {field}"


def _line_of(text: str, keys: list[str]) -> tuple[int, int] | None:
    """(line, how many of the keys it names) of the line that names most of them."""
    table: list[str] = []
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*(.+?)\s*\]+\s*(#.*)?$", line):
            table = _split_keys(header[1])
            path = table
        elif assignment := re.match(r"\s*([A-Za-z0-9_\-\".]+)\s*=", line):
            path = table + _split_keys(assignment[1])
        else:
            continue
        if path == keys[: len(path)] and (best is None or len(path) > best[1]):
            best = (number, len(path))
    return best


def _split_keys(dotted: str) -> list[str]:
    """The parts of a dotted TOML key, quotes removed."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([A-Za-z0-9_\-]+)', dotted)]
