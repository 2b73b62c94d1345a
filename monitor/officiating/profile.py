"""Rule profiles: one federation's rules as data (`profiles/*.toml`). Nothing of a profile is in code. Reading them: `profile_text`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from monitor.officiating.catalogue import CATALOGUE, PLAY_PARENT
from monitor.officiating.citation import Citation, Source, Text, cited
from monitor.officiating.settings import (
    SECTIONS,
    AppealRules,
    AuthorityRules,
    ClockRules,
    CubeRules,
    Data,
    EarlyLiftRules,
    PrematureRules,
    RollRules,
    ScoreRules,
    TimeRules,
    TurnRules,
)  # fmt: skip

FlagClass = Literal["MUST", "OPTION", "REROLL", "CLAIM", "DIR", "INFO"]
FlagState = Literal["accepted", "expired", "corrected", "referred"]
Need = Literal[
    "dice",
    "flatness",
    "sides",
    "permission",
    "position",
    "turn-end",
    "setup",
    "assent",
    "notice",
    "clock",
    "press",
    "cube",
    "score",
    "words",
    "hands",
    "people",
]
Who = Literal["players", "opponent", "affected", "observer", "director"]
Circumstance = Literal[
    "seen", "touched", "one_die_lifted", "forced", "none_read", "one_read", "both_read", "cocked", "face_one",
    "game_over", "match_over", "next_game", "allowed", "late", "apart",
]  # fmt: skip


class Closing(Data):
    """One way a window closes: the event, whose it must be, and what the flag then becomes.

    on: valid_roll, any_roll, cube_offer, turn_end, game_end (of this game), next_game (its set-up or opening roll), early_roll_played
    (the early roller has played on).
    by: offender (the flag's player), opponent (of the offender), opener (who won the opening roll), anyone.
    number: only from this roll of the game on, the opening roll being 1 (`rules.md` 4.4). clock: only with, or only without, a clock.
    """

    on: Literal["valid_roll", "any_roll", "cube_offer", "turn_end", "game_end", "next_game", "early_roll_played"]
    by: Literal["offender", "opponent", "opener", "anyone"] = "anyone"
    number: Annotated[int, Field(ge=1)] | None = None
    clock: bool | None = None
    state: FlagState
    why: Text


class Window(Data):
    """How long a point can be raised: the event that opens it, the closing condition in words and as data (the first that fits closes).

    Without any closing it stays open until a person decides.
    """

    opens: Literal["roll", "turn_end", "setup", "incident", "told"]
    text: Text
    closes: tuple[Closing, ...]


class Repeat(Data):
    """A step of the ladder for repeated offences of one player in one match: applies from the `nth` offence on."""

    nth: Annotated[int, Field(ge=2)]
    text: Text


class Case(Data):
    """What is different in a special circumstance. ends: the flag is closed as soon as it is raised, because nothing is left to choose."""

    flag_class: FlagClass | None = Field(default=None, alias="class")
    remedy: Text | None = None
    articles: tuple[Citation, ...] = ()
    ends: FlagState | None = None


class Rule(Data):
    """One rule of a profile.

    articles: where it stands. applies: False when this federation has no such rule; it is then never raised.
    flag_class: who must or may do what (`rules.md` section 2). needs: what must be known before it can be raised. who: may raise it (`rules.md` 2.0).
    remedy: what the rule offers, in words; remedy_clock: the same where a clock is used and it differs.
    repeat: the ladder; counts: what is counted, offences raised or claims that were accepted. cases: special circumstances.
    """

    articles: Annotated[tuple[Citation, ...], Field(min_length=1)]
    applies: bool = True
    flag_class: FlagClass = Field(alias="class")
    needs: tuple[Need, ...] = ()
    who: Annotated[tuple[Who, ...], Field(min_length=1)] = ("players", "observer", "director")
    window: Window
    remedy: Text
    remedy_clock: Text | None = None
    repeat: tuple[Repeat, ...] = ()
    counts: Literal["raised", "accepted"] = "raised"
    cases: dict[Circumstance, Case] = Field(default_factory=dict, alias="case")

    def in_case(self, circumstance: Circumstance | None) -> Case:
        """What is different then; an empty case where nothing is."""
        return self.cases.get(circumstance, Case()) if circumstance else Case()

    def ladder_step(self, nth: int) -> str:
        """The step of the ladder that applies to a player's nth offence, "" for none."""
        steps = [step for step in self.repeat if step.nth <= nth]
        return max(steps, key=lambda step: step.nth).text if steps else ""


class Profile(Data):
    """A federation's rules. cite: what stands before an article number ("CNB ", "DBgF §"). edition: shown with every flag (G25).

    base: the profile that this one was derived from, "" for none. is_beyond_rulebooks: taken from other sources than the four rulebooks.
    """

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9+-]*$")]
    title: Text
    cite: Annotated[str, StringConstraints(min_length=1)]
    edition: Text
    base: str = ""
    is_beyond_rulebooks: bool = False
    sources: dict[str, Source] = Field(default_factory=dict)
    authority: AuthorityRules
    rolls: RollRules
    premature: PrematureRules
    turn: TurnRules
    cube: CubeRules
    early_lift: EarlyLiftRules
    clock: ClockRules
    time: TimeRules
    score: ScoreRules
    appeal: AppealRules
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

    @model_validator(mode="after")
    def _names_its_sources(self) -> Profile:
        for where, citation in self._citations():
            if citation.startswith("@") and citation[1:] not in self.sources:
                raise ValueError(f"{where} cites the source {citation}, which is not in this profile's [sources]")
        return self

    def _citations(self) -> Iterator[tuple[str, str]]:
        for rule_id, rule in self.rules.items():
            for citation in (*rule.articles, *(c for case in rule.cases.values() for c in case.articles)):
                yield f"rules.{rule_id}", citation
        for section in SECTIONS:
            for field, citation in getattr(self, section).citations.items():
                yield f"{section}.{field}", citation

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        """(section, field, what a rule says otherwise) wherever a setting and a rule of the profile do not say the same.

        A rule's class and cases are what the referee follows; a setting that is changed alone would promise what does not happen.
        """
        premature, lifted, out_of_turn = (self.rules[r] for r in ("roll.premature", "roll.premature-lifted", "checker.touched-out-of-turn"))
        concession = self.rules["result.concession-early"]
        for section, field, is_set, is_said, rule in (
            ("premature", "roll", self.premature.roll == "opponent_option", premature.flag_class == "OPTION", "the class OPTION of roll.premature"),
            ("premature", "forced_play", self.premature.forced_play == "stands", "forced" in premature.cases, "the case `forced` of roll.premature"),
            ("premature", "lifted", self.premature.lifted == "restored", "one_read" in lifted.cases, "the case `one_read` of roll.premature-lifted"),
            ("turn", "out_of_turn", self.turn.out_of_turn == "move", "touched" in out_of_turn.cases, "the case `touched` of checker.touched-out-of-turn"),
            ("score", "concession", self.score.concession == "certain", "allowed" in concession.cases, "the case `allowed` of result.concession-early"),
        ):
            if is_set != is_said:
                yield section, field, f"this does not agree with the rules, where {rule} is {'there' if is_said else 'missing'}: change both"

    def article(self, rule_id: str, circumstance: Circumstance | None = None) -> str:
        """The articles of a rule as cited, such as "CNB 4.2.3.1, 4.2.3.2"."""
        rule = self.rules[rule_id]
        return cited(rule.in_case(circumstance).articles or rule.articles, self.cite, self.sources)

    def article_of(self, section: str, field: str) -> str:
        """Where a setting comes from, as cited."""
        return cited([getattr(self, section).citations[field]], self.cite, self.sources)

    def parameters(self) -> dict[str, tuple[Any, str]]:
        """Every setting by its dotted name as (value, citation), with what the windows of the rules say about the same matters."""
        found: dict[str, tuple[Any, str]] = {"edition": (self.edition, self.title)}
        illegal = self.rules[PLAY_PARENT]
        closings = [c.on + (" with a clock" if c.clock else " without a clock" if c.clock is False else "") for c in illegal.window.closes]
        setup = self.rules["setup.error"]
        closing_roll = next((c.number for c in setup.window.closes if c.number is not None), "unknown")
        found["illegal_move.mode"] = ({"MUST": "must_correct", "OPTION": "opponent_option"}.get(illegal.flag_class, "unknown"), self.article(PLAY_PARENT))
        found["illegal_move.closes_on"] = (tuple(dict.fromkeys(closings)) or "unknown", self.article(PLAY_PARENT))
        found["setup.closes_at_roll"] = (closing_roll, self.article("setup.error"))
        found["setup.cube_counts"] = (any(c.on == "cube_offer" for c in setup.window.closes), self.article("setup.error"))
        found["crawford.undo_window"] = (self.rules["cube.crawford"].window.text, self.article("cube.crawford"))
        for section in SECTIONS:
            settings = getattr(self, section)
            found |= {f"{section}.{field}": (getattr(settings, field), self.article_of(section, field)) for field in settings.citations}
        return found

    def __hash__(self) -> int:
        return hash((self.name, self.edition))
