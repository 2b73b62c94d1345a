"""Texts that the referee writes into the log in English, whole or with values filled in, so that they can be found in the catalogues again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from monitor.officiating import load_profile, profile_names
from web.languages import N_

COMPUTED = (
    # lateness, breaks and settings of a clock (monitor.officiating.notes)
    N_("The penalty is not known here."),
    N_("%(points)s penalty point: the match is lost."), N_("%(points)s penalty points: the match is lost."),
    N_("%(points)s penalty point; the match is played."), N_("%(points)s penalty points; the match is played."),
    N_("How many a match of this length has is not stated."),
    N_("%(allowed)s in a match of %(length)s points; taken so far: %(taken)s."),
    N_("That is %(minutes)s minutes more for the opponent."),
    N_("That is %(minutes)s minutes each."), N_("That is %(minutes)s minutes each and %(seconds)s s a turn."),
    # a fallen flag (monitor.officiating.timekeeping)
    N_("What follows is not known here."),
    N_("That is: nobody knows whose time ran out first: the rest is played without a clock."),
    N_("That is: player %(player)s wins the match whatever is rolled, and so wins it."),
    N_("That is: player %(player)s loses the match."),
    N_("That is: player %(player)s gets %(points)s point and has won the match; the game is not finished."),
    N_("That is: player %(player)s gets %(points)s points and has won the match; the game is not finished."),
    N_("That is: player %(player)s gets %(points)s point, both get %(minutes)s minutes, and the game goes on; it stays the Crawford game or not, as it was."),
    N_("That is: player %(player)s gets %(points)s points, both get %(minutes)s minutes, and the game goes on; it stays the Crawford game or not, as it was."),
    # dice taken up early (the same)
    N_("a warning"),
    N_("a further offence after the time was reduced: it may lose the match; the director decides"),
    N_("less than %(seconds)s s are left: the offender's time is set to %(time)s; what a further offence means is for the director"),
    N_("%(seconds)s s run on the offender's clock; then he begins"),
    N_("%(seconds)s s run on the offender's clock; %(time)s are left; then he begins"),
    N_("%(seconds)s s run on the offender's clock, and his time runs out: call the director"),
    N_("the %(delay)s s delay and then %(seconds)s s run on the offender's clock; then he begins"),
    N_("the %(delay)s s delay and then %(seconds)s s run on the offender's clock; %(time)s are left; then he begins"),
    N_("the %(delay)s s delay and then %(seconds)s s run on the offender's clock, and his time runs out: call the director"),
    # what became of a flag (monitor.officiating.desk)
    N_("the opponent lets it stand"), N_("the opponent accepts it"), N_("passed to the director"), N_("agreed; what follows is for the director"),
)  # fmt: skip
"""What follows from numbers, and what people did about a flag; behind a remedy, or by itself."""
_BRACES, _NAMED = re.compile(r"\{(\w+)\}"), re.compile(r"%\((\w+)\)s")
_VALUE = r"(?P<\1>[\\w.:-]+(?: and [\\w.:-]+)?)"


def profile_texts() -> Iterator[str]:
    """Of every bundled profile what its rules say: windows, remedies, ladders and why a window closed."""
    for name in profile_names():
        for rule in load_profile(name).rules.values():
            if rule.applies:
                texts = [rule.window.text, rule.remedy, rule.remedy_clock, *(step.text for step in rule.repeat)]
                texts += [*(case.remedy for case in rule.cases.values()), *(closing.why for closing in rule.window.closes)]
                yield from (text for text in texts if text)


def find_pattern(text: str) -> tuple[str, dict[str, str]] | None:
    """(the message, its values) of a text with values filled in; None when it is none of these."""
    for pattern, message in _patterns():
        if found := pattern.fullmatch(text):
            return message, found.groupdict()
    return None


def filled(message: str, values: dict[str, str]) -> str:
    """A message with its values, in either way of naming them."""
    return _BRACES.sub(lambda name: values[name[1]], _NAMED.sub(lambda name: values[name[1]], message))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    messages = [*(m for m in COMPUTED if _NAMED.search(m)), *sorted({t for t in profile_texts() if _BRACES.search(t)})]
    return tuple((re.compile(_as_pattern(message)), message) for message in messages)


def _as_pattern(message: str) -> str:
    escaped = re.escape(message)
    for name in (r"%\\\((\w+)\\\)s", r"\\\{(\w+)\\\}"):
        escaped = re.sub(name, _VALUE, escaped)
    return escaped
