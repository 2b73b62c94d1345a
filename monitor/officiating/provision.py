"""What a profile says about a play that was found illegal: the rule a flag would carry, its article, window and remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from monitor.game.wording import ENGLISH, Words
from monitor.officiating.play_judge import rule_of
from monitor.officiating.profile import FlagClass, Profile


@dataclass(frozen=True, slots=True)
class Provision:
    """What a flag of this rule would say. is_rule: False where the federation has no such rule, and nothing is raised.

    window, remedy, remedy_clock, repeat: as the profile says it. remedy_clock: "" where a clock makes no difference.
    repeat: what comes with the repeated offence, one sentence a step.
    """

    profile: str
    edition: str
    rule: str
    is_rule: bool
    article: str
    flag_class: FlagClass
    window: str
    remedy: str
    remedy_clock: str = ""
    repeat: tuple[str, ...] = ()


def provision_for(profile: Profile, reasons: Iterable[str], words: Words = ENGLISH) -> Provision:
    """What the profile says about an illegal play with these reasons (rule ids of `rules.md` 2.3), seen at the table.

    A director's own texts are told as they are written, whatever the language.
    """
    rule_id = rule_of(tuple(str(reason) for reason in reasons))
    rule = profile.rules[rule_id]
    case = rule.in_case("seen")
    return Provision(
        profile=profile.name,
        edition=profile.edition,
        rule=rule_id,
        is_rule=rule.applies,
        article=profile.article(rule_id, "seen"),
        flag_class=case.flag_class or rule.flag_class,
        window=words.gettext(rule.window.text),
        remedy=words.gettext(case.remedy or rule.remedy),
        remedy_clock=words.gettext(rule.remedy_clock) if rule.remedy_clock and not case.remedy else "",
        repeat=tuple(words.gettext(step.text) for step in rule.repeat),
    )
