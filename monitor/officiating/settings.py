"""The settings of a rule profile: values on which verdicts, remedies and penalties depend, each with where it comes from.

In a profile's file a value is written with its citation, `zone = { value = "right", article = "4.1.4.1" }`; here it is the plain
value, and `citations` holds the rest. "unknown" is a value like others: what hangs on it is for the director.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from monitor.officiating.citation import Citation, Text

Unknown = Literal["unknown"]
Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]


class Data(BaseModel):
    """What every part of a profile is: frozen, and without fields that nobody reads."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Settings(Data):
    """A section of settings. citations: by field, where its value comes from."""

    citations: dict[str, Citation] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _split(cls, raw: Any) -> Any:
        """Values from their citations. A value without one is an error, so that no number enters without its article."""
        if not isinstance(raw, dict) or "citations" in raw:
            return raw
        plain: dict[str, Any] = {}
        citations: dict[str, Any] = {}
        for name, given in raw.items():
            if not isinstance(given, dict) or set(given) != {"value", "article"}:
                raise ValueError(f"{name} must be written as {name} = {{ value = ..., article = ... }}")
            plain[name], citations[name] = given["value"], given["article"]
        return {**plain, "citations": citations}


class AuthorityRules(Settings):
    """Who may say what aloud (`rules.md` 2.0). observer_may_announce: the default of the match's setting, which the director may change (G3)."""

    observer_may_announce: bool


class RollRules(Settings):
    """Where and how dice must come to rest.

    zone: right of the bar as the roller sees it, or whichever side both dice lie on. baffle_zone: the same beside a baffle box.
    left_permission: the opponent can permit the left. off_board_returned: a die that left the board and came back.
    """

    zone: Literal["right", "same_side"] | Unknown
    baffle_zone: Literal["box_half", "right"] | Unknown
    left_permission: bool
    dice_on_checkers: Literal["invalid", "valid"] | Unknown
    off_board_returned: Literal["invalid", "valid"] | Unknown
    reroll_needs_assent: bool | Unknown


class PrematureRules(Settings):
    """A roll before the opponent's turn has ended.

    roll: the opponent chooses, or it stands. forced_play: whether he still chooses when his own play was completely forced.
    lifted: what becomes of dice taken up again: the opponent chooses, or they are restored as far as they were read (BIBA 4.6).
    """

    roll: Literal["opponent_option", "stands"] | Unknown
    forced_play: Literal["opponent_option", "stands"] | Unknown
    lifted: Literal["opponent_option", "restored"] | Unknown


class TurnRules(Settings):
    """How a turn ends. frozen_after: with how many dice taken up the play cannot be changed any more (G10)."""

    end_of_turn: Literal["dice_lift"] | Unknown
    end_of_turn_clock: Literal["press"] | Unknown
    frozen_after: Annotated[int, Field(ge=1, le=2)]
    out_of_turn: Literal["touch", "move"] | Unknown


class CubeRules(Settings):
    """start_faces: what the cube may show at the start. taker_presses: with a clock the taker presses it too."""

    start_faces: tuple[int, ...]
    taker_presses: bool | Unknown


class LiftStep(Data):
    """A step of the ladder for dice taken up early: from the `nth` claim that was accepted on, that many seconds run on the offender's clock."""

    nth: Annotated[int, Field(ge=1)]
    seconds: Seconds


class EarlyLiftRules(Settings):
    """Dice taken up before the opponent pressed. steps: empty when there is no rule. delay_included: the clock's delay runs before the seconds.

    low_time_s: with less on the clock than this the time is set to low_time_set_s instead, and a further offence may lose the match (G11);
    "none" without such a rule.
    """

    steps: tuple[LiftStep, ...]
    delay_included: bool | Unknown
    low_time_s: Seconds | Literal["none"]
    low_time_set_s: Seconds | Literal["none"]


class ClockRules(Settings):
    """minutes_base, minutes_per_point: time for each player is base + per_point x (points A needs + points B needs), halves rounded up.

    available: the profile knows a clock at all (G1). delay_s: per turn, not cumulative; delay_mode "none" for a plain countdown (G20).
    flag: what a fallen flag means; the points and minutes are used with "points". game_over_minutes: for the opponent of a wrong claim.
    """

    available: bool
    minutes_base: Seconds | Unknown
    minutes_per_point: Seconds | Unknown
    delay_s: Seconds | Unknown
    delay_mode: Literal["bronstein", "simple", "none"] | Unknown
    flag: Literal["match_lost", "points"] | Unknown
    flag_first_points: Count
    flag_later_points: Count
    flag_minutes_each: Count
    game_over_minutes: Count | Unknown


class BreakStep(Data):
    """Up to this match length (points), that many breaks; up_to null: any longer match."""

    up_to: Annotated[int, Field(ge=1)] | None = None
    count: Count | Unknown


class TimeRules(Settings):
    """late_first_min: minutes until the first penalty point; late_step_min: for each further one. late_forfeit: compared with half the match length (G19).

    breaks: first step that fits; empty when the rulebook names no lengths. mid_game_break: refused, or not stated.
    """

    late_first_min: Seconds | Unknown
    late_step_min: Seconds | Unknown
    late_forfeit: Literal["more_than_half", "half"] | Unknown
    breaks: tuple[BreakStep, ...]
    break_minutes: Count | Unknown
    mid_game_break: Literal["refused"] | Unknown


class ScoreRules(Settings):
    """authority: whose score counts when they differ. concession: when a game may be given up."""

    authority: Literal["trailing_sheet", "director", "proper_sheet"] | Unknown
    concession: Literal["no_contact", "certain"] | Unknown


class AppealRules(Settings):
    """members: of the committee; majority: what it needs to overturn a ruling."""

    members: tuple[int, ...]
    majority: Literal["simple", "unanimous"] | Unknown


SECTIONS: dict[str, type[Settings]] = {
    "authority": AuthorityRules,
    "rolls": RollRules,
    "premature": PrematureRules,
    "turn": TurnRules,
    "cube": CubeRules,
    "early_lift": EarlyLiftRules,
    "clock": ClockRules,
    "time": TimeRules,
    "score": ScoreRules,
    "appeal": AppealRules,
}
"""The sections of a profile by their names in its file."""
__all__ = [
    "SECTIONS", "AppealRules", "AuthorityRules", "BreakStep", "ClockRules", "CubeRules", "Data", "EarlyLiftRules", "LiftStep", "PrematureRules", "RollRules",
    "ScoreRules", "Settings", "Text", "TimeRules", "TurnRules",
]  # fmt: skip
