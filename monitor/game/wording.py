"""An illegal play in words that a person understands: what was rolled and played, what was wrong, what would have been legal.

The words come from a translator that is passed in (`gettext.NullTranslations` of the standard library and everything that
follows it), so that nothing here knows a language or where texts are kept. Sentences hold named placeholders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Protocol

from monitor.game.faults import Fault, find_faults
from monitor.game.judge import Judgement
from monitor.game.notation import format_play
from monitor.game.plays import Play, Step
from monitor.game.position import BAR, OFF, Position, Roll, checked_roll
from monitor.game.reasons import Reason


class Words(Protocol):
    """A translator: the text in another language, or the text itself."""

    def gettext(self, message: str, /) -> str:
        """The text for a message."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The text for so many."""


ENGLISH: Words = NullTranslations()
"""The language that the texts are written in."""


@dataclass(frozen=True, slots=True)
class Account:
    """A judged turn in words.

    played: what was rolled and what was played. wrong: one sentence for each reason, none for a legal play. legal: the legal
    plays nearest to it, or how many there are. faults: what the sentences are about, in their order.
    """

    played: str
    wrong: tuple[str, ...]
    legal: str
    faults: tuple[Fault, ...]
    lead: str = ""
    """What stands before several sentences, "" before one."""

    @property
    def why(self) -> str:
        """What was wrong, in running text."""
        return " ".join(part for part in (self.lead, *self.wrong) if part)

    @property
    def text(self) -> str:
        """All of it, in running text."""
        return " ".join(part for part in (self.played, self.why, self.legal) if part)


def account_of(position: Position, roll: Sequence[int], after: Position, judgement: Judgement, words: Words = ENGLISH) -> Account:
    """The turn from `position` with `roll` to `after`, as judged, in words. Points are in the mover's numbering.

    Raises InputError for a roll that is none.
    """
    dice = checked_roll(roll)
    played = _played(dice, judgement, words)
    if judgement.is_legal:
        many = words.ngettext("That is legal, and the only legal play.", "That is legal, one of %(number)d legal plays.", judgement.legal_count)
        return Account(played, (), many % {"number": judgement.legal_count}, ())
    faults = find_faults(position, dice, after, judgement)
    telling = _Telling(dice, judgement, words)
    wrong = tuple(telling.sentence(fault) for fault in faults)
    lead = words.gettext("More than one thing fits what is seen.") if len(wrong) > 1 else ""
    return Account(played, wrong, _nearest(judgement, words), faults, lead)


def play_words(play: Play | Iterable[Step], words: Words) -> str:
    """A play in notation, with words for a dance."""
    steps = play.steps if isinstance(play, Play) else tuple(play)
    return format_play(steps) if steps else words.gettext("no play")


def _played(roll: Roll, judgement: Judgement, words: Words) -> str:
    play = judgement.play
    if roll[0] == roll[1]:
        rolled = words.gettext("Double %(die)d was rolled") % {"die": roll[0]}
    else:
        rolled = words.gettext("%(first)d and %(second)d were rolled") % {"first": roll[0], "second": roll[1]}
    if play is None:
        return words.gettext("%(rolled)s; what was played cannot be told.") % {"rolled": rolled}
    if not play.steps:
        return words.gettext("%(rolled)s; no checker was played.") % {"rolled": rolled}
    return words.gettext("%(rolled)s; %(play)s was played.") % {"rolled": rolled, "play": format_play(play)}


def _nearest(judgement: Judgement, words: Words) -> str:
    nearest = judgement.nearest
    if len(nearest) == 1 and not nearest[0].steps:
        return words.gettext("There was no legal play: the turn was lost.")
    if judgement.legal_count == 1:
        return words.gettext("The only legal play: %(plays)s.") % {"plays": format_play(nearest[0])}
    shown = "; ".join(format_play(play) for play in nearest)
    return words.ngettext("Nearest legal play: %(plays)s.", "Nearest legal plays: %(plays)s.", len(nearest)) % {"plays": shown}


@dataclass(frozen=True, slots=True)
class _Telling:
    """One sentence for each reason. A reason that no step of the play told can show has a sentence that points at nothing."""

    roll: Roll
    judgement: Judgement
    words: Words

    def sentence(self, fault: Fault) -> str:
        return _SENTENCES[fault.reason](self, fault)

    def bar_priority(self, fault: Fault) -> str:
        if not fault.steps:
            return self.words.gettext("A checker on the bar must enter before any other checker moves.")
        waiting = fault.counts[0] if fault.counts else 1
        text = self.words.ngettext(
            "A checker was on the bar and had to enter first, before %(steps)s.",
            "%(number)d checkers were on the bar and all of them had to enter first, before %(steps)s.",
            max(waiting, 1),
        )
        return text % {"steps": self._steps(fault), "number": waiting}

    def blocked_landing(self, fault: Fault) -> str:
        if not fault.steps:
            return self.words.gettext("A checker landed on a point that the opponent holds with two or more checkers.")
        text = self.words.ngettext(
            "%(steps)s: the opponent holds point %(points)s with two or more checkers, and no checker may land there.",
            "%(steps)s: the opponent holds the points %(points)s with two or more checkers, and no checker may land there.",
            len(fault.places),
        )
        return text % {"steps": self._steps(fault), "points": self._places(fault.places)}

    def intermediate_blocked(self, fault: Fault) -> str:
        if not fault.places:
            return self.words.gettext("One checker played more than one die, and the opponent holds every point where it could stop on its way.")
        text = self.words.ngettext(
            "%(steps)s: this takes more than one die, and on its way the checker must stop on point %(points)s, which the opponent holds.",
            "%(steps)s: this takes more than one die, and the opponent holds every point where the checker could stop on its way: %(points)s.",
            len(fault.places),
        )
        return text % {"steps": self._steps(fault), "points": self._places(fault.places)}

    def wrong_distance(self, fault: Fault) -> str:
        if not fault.steps:
            return self.words.gettext("A checker moved a distance that the dice do not give.")
        if len(fault.steps) > 1:
            return self.words.gettext("The distances of %(steps)s cannot all be made with these dice.") % {"steps": self._steps(fault)}
        [(source, target, _)] = fault.steps
        text = self.words.ngettext(
            "%(steps)s is a distance of %(pips)d pip, which the dice do not give there.",
            "%(steps)s is a distance of %(pips)d pips, which the dice do not give there.",
            source - target,
        )
        return text % {"steps": self._steps(fault), "pips": source - target}

    def backwards(self, fault: Fault) -> str:
        if not fault.steps:
            return self.words.gettext("A checker moved backwards; checkers only move forward.")
        return self.words.gettext("Backwards: %(steps)s; checkers only move forward.") % {"steps": self._steps(fault)}

    def borne_off_on_board(self, fault: Fault) -> str:
        text = self.words.ngettext(
            "A checker that had been borne off came back onto the board; it stays off to the end of the game.",
            "%(number)d checkers that had been borne off came back onto the board; they stay off to the end of the game.",
            max(1, len(fault.steps)),
        )
        return text % {"number": len(fault.steps)}

    def must_use_both(self, fault: Fault) -> str:
        example = play_words(fault.instead, self.words)
        if fault.due:
            return self.words.gettext("%(due)s could have been played too, so both dice must be played.") % {"due": play_words(fault.due, self.words)}
        if not self._has_played:
            return self.words.gettext("Both dice can be played, for example %(example)s, so both must be.") % {"example": example}
        return self.words.gettext("This leaves no way to play the other die, but %(example)s plays both, and both must be played when they can be.") % {
            "example": example
        }

    def must_use_larger(self, fault: Fault) -> str:
        text = self.words.gettext("Either die could be played but not both; then the larger, %(larger)d, must be played: %(example)s.")
        return text % {"larger": max(self.roll), "example": play_words(fault.instead, self.words)}

    def must_use_max(self, fault: Fault) -> str:
        _, due = fault.counts or (0, 0)
        if fault.due:
            text = self.words.ngettext(
                "%(due)s could have been played too: this roll allows %(number)d step, and as much of it as possible must be played.",
                "%(due)s could have been played too: this roll allows %(number)d steps, and as much of it as possible must be played.",
                due,
            )
            return text % {"due": play_words(fault.due, self.words), "number": due}
        if not self._has_played:
            text = self.words.ngettext(
                "One step could be played, %(example)s, so it must be.",
                "%(number)d steps could be played, for example %(example)s, and as much of the roll as possible must be played.",
                due,
            )
            return text % {"number": due, "example": play_words(fault.instead, self.words)}
        text = self.words.ngettext(
            "Another play, such as %(example)s, makes %(number)d step of this roll, and as much of it as possible must be played.",
            "Another play, such as %(example)s, makes %(number)d steps of this roll, and as much of it as possible must be played.",
            due,
        )
        return text % {"number": due, "example": play_words(fault.instead, self.words)}

    def too_many_checkers(self, fault: Fault) -> str:
        moved, given = fault.counts or (0, 0)
        text = self.words.gettext("%(moved)d checkers were moved, and this roll gives only %(given)d steps.")
        return text % {"moved": moved, "given": given}

    def bearoff_not_home(self, fault: Fault) -> str:
        if not fault.steps or not fault.places:
            return self.words.gettext("A checker was borne off while another was outside the home board or on the bar.")
        text = self.words.gettext("%(steps)s: no checker may be borne off while one is outside the home board or on the bar (here: %(places)s).")
        return text % {"steps": self._steps(fault), "places": self._places(fault.places)}

    def bearoff_too_low(self, fault: Fault) -> str:
        if not fault.steps:
            return self.words.gettext("A checker was borne off with a number lower than its point.")
        text = self.words.gettext("%(steps)s: this needs a %(point)d or a higher number, which the dice do not give there.")
        return text % {"steps": self._steps(fault), "point": max(fault.places)}

    def bearoff_higher_behind(self, fault: Fault) -> str:
        if not fault.steps or not fault.places:
            return self.words.gettext("A checker was borne off with a number higher than its point while another stood behind it.")
        text = self.words.ngettext(
            "%(steps)s: a higher number was used while a checker stood behind, on point %(points)s; the one furthest back goes off first.",
            "%(steps)s: a higher number was used while checkers stood behind, on the points %(points)s; the one furthest back goes off first.",
            len(fault.places),
        )
        return text % {"steps": self._steps(fault), "points": self._places(fault.places)}

    def opponent_checker_moved(self, fault: Fault) -> str:
        if not fault.places or not fault.targets:
            return self.words.gettext("A checker of the opponent was moved that was not hit.")
        text = self.words.ngettext(
            "A checker of the opponent was moved that was not hit: it was taken %(source)s and stands %(target)s.",
            "%(number)d checkers of the opponent were moved that were not hit: they were taken %(source)s and stand %(target)s.",
            fault.moved,
        )
        return text % {"number": fault.moved, "source": self._from(fault.places), "target": self._at(fault.targets)}

    def hit_not_on_bar(self, fault: Fault) -> str:
        if not fault.places:
            return self.words.gettext("A checker that was hit was not put on the bar.")
        if fault.counts is None:
            return self.words.gettext("A checker hit on its way, %(points)s, was not put on the bar.") % {"points": self._either(fault.places)}
        unlifted, hit = fault.counts
        values = {"number": unlifted, "points": self._at(fault.places)}
        if unlifted == hit:
            text = self.words.ngettext(
                "The checker hit %(points)s was not put on the bar.", "The %(number)d checkers hit %(points)s were not put on the bar.", unlifted
            )
        else:
            text = self.words.ngettext(
                "%(number)d of the checkers hit %(points)s was not put on the bar.",
                "%(number)d of the checkers hit %(points)s were not put on the bar.",
                unlifted,
            )
        if not fault.targets:
            return text % values
        now = self.words.ngettext("It stands %(target)s.", "They stand %(target)s.", len(fault.targets)) % {"target": self._at(dict.fromkeys(fault.targets))}
        return f"{text % values} {now}"

    def count_mismatch(self, fault: Fault) -> str:
        mine, theirs = fault.counts, fault.opponent_counts
        parts = []
        if mine is not None:
            text = self.words.ngettext(
                "The player had %(before)d checker before the play and has %(now)d after it.",
                "The player had %(before)d checkers before the play and has %(now)d after it.",
                mine[0],
            )
            parts.append(text % {"before": mine[0], "now": mine[1]})
        if theirs is not None:
            text = self.words.ngettext(
                "The opponent had %(before)d checker before the play and has %(now)d after it.",
                "The opponent had %(before)d checkers before the play and has %(now)d after it.",
                theirs[0],
            )
            parts.append(text % {"before": theirs[0], "now": theirs[1]})
        return " ".join(parts)

    def unexplained(self, fault: Fault) -> str:
        return self.words.gettext("What is seen fits no play that is legal with this roll, and nothing known explains how it came about.")

    @property
    def _has_played(self) -> bool:
        return self.judgement.play is not None and bool(self.judgement.play.steps)

    def _steps(self, fault: Fault) -> str:
        """The offending steps, equal ones counted as in a play: bar/22(2)."""
        equal: dict[tuple[int, int], list[Step]] = {}
        for step in fault.steps:
            equal.setdefault(step[:2], []).append(step)
        return self._listed([format_play(steps) for steps in equal.values()])

    def _places(self, places: Iterable[int]) -> str:
        return self._listed([self.words.gettext("the bar") if place == BAR else str(place) for place in places])

    def _at(self, places: Iterable[int]) -> str:
        """Places with their prepositions, which some languages join with the article."""
        return self._listed(self._each_at(places))

    def _from(self, places: Iterable[int]) -> str:
        named = {BAR: self.words.gettext("from the bar"), OFF: self.words.gettext("from the tray")}
        return self._listed([named.get(place) or self.words.gettext("from %(point)d") % {"point": place} for place in places])

    def _either(self, places: Iterable[int]) -> str:
        *others, last = self._each_at(places)
        for other in reversed(others):
            last = self.words.gettext("%(one)s or %(other)s") % {"one": other, "other": last}
        return last

    def _each_at(self, places: Iterable[int]) -> list[str]:
        named = {BAR: self.words.gettext("on the bar"), OFF: self.words.gettext("in the tray")}
        return [named.get(place) or self.words.gettext("on %(point)d") % {"point": place} for place in places]

    def _listed(self, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self.words.gettext("%(some)s and %(last)s") % {"some": ", ".join(parts[:-1]), "last": parts[-1]}


_SENTENCES: dict[Reason, Callable[[_Telling, Fault], str]] = {
    Reason.BAR_PRIORITY: _Telling.bar_priority,
    Reason.BLOCKED_LANDING: _Telling.blocked_landing,
    Reason.INTERMEDIATE_BLOCKED: _Telling.intermediate_blocked,
    Reason.WRONG_DISTANCE: _Telling.wrong_distance,
    Reason.BACKWARDS: _Telling.backwards,
    Reason.MUST_USE_BOTH: _Telling.must_use_both,
    Reason.MUST_USE_LARGER: _Telling.must_use_larger,
    Reason.MUST_USE_MAX: _Telling.must_use_max,
    Reason.TOO_MANY_CHECKERS: _Telling.too_many_checkers,
    Reason.BEAROFF_NOT_HOME: _Telling.bearoff_not_home,
    Reason.BEAROFF_TOO_LOW: _Telling.bearoff_too_low,
    Reason.BEAROFF_HIGHER_BEHIND: _Telling.bearoff_higher_behind,
    Reason.OPPONENT_CHECKER_MOVED: _Telling.opponent_checker_moved,
    Reason.HIT_NOT_ON_BAR: _Telling.hit_not_on_bar,
    Reason.BORNE_OFF_ON_BOARD: _Telling.borne_off_on_board,
    Reason.COUNT_MISMATCH: _Telling.count_mismatch,
    Reason.ILLEGAL: _Telling.unexplained,
}
