"""Judging set-ups: the checkers and the cube at the start of a game (`rules.md` 2.4, C1, C19)."""

from __future__ import annotations

from monitor.game.events import CubeSeen, SetupSeen, Status, TableEvent
from monitor.officiating.bench import Bench, Finding
from monitor.officiating.profile import Circumstance
from monitor.officiating.words import matter_text, misplaced_players, setup_text

_CHECKERS = 15


class SetupJudge:
    """Set-ups of one match."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._setup: SetupSeen | None = None

    def begin_game(self) -> None:
        self._setup = None

    def observe(self, event: SetupSeen) -> list[TableEvent]:
        """A position before the game's first roll."""
        bench = self._bench
        bench.rest_t = event.evidence[-1] if event.evidence else event.t
        if event.status is not Status.SURE:
            return []
        is_changed = self._setup is None or self._setup.position != event.position
        self._setup = event
        if not is_changed:
            return []
        bench.position = event.position
        out: list[TableEvent] = []
        for flag in bench.book:
            if flag.is_open and flag.raised.rule in ("setup.error", "setup.extra-checker"):
                out += bench.book.live(flag, "corrected", event.t, "the set-up was changed")
        if event.differs > 0 and not event.starts_mid_game:
            wrong = misplaced_players(event.position) if event.position is not None else ()
            player = wrong[0] if len(wrong) == 1 else None
            too_many = [p for p in wrong if event.position is not None and sum(event.position.of(p)) > _CHECKERS]
            rule = "setup.extra-checker" if too_many and bench.is_watched("setup.extra-checker") else "setup.error"
            frames = {"before": bench.rest_t}
            out += bench.find(Finding(rule, event.t, player, setup_text(event), confidence=event.confidence, frames=frames))
        return out

    def observe_cube(self, event: CubeSeen) -> list[TableEvent]:
        """The cube at rest. Where it must be and what it must show is checked as long as nobody has doubled in this game."""
        bench = self._bench
        match = bench.match
        if event.status is not Status.SURE or match.cube != 1 or match.is_game_over:
            return []
        wrong: dict[str, Circumstance | None] = {}
        if match.is_crawford:
            if event.place != "off":
                wrong["cube.present-in-crawford"] = None
        elif event.place == "off":
            wrong["cube.absent-post-crawford" if match.is_post_crawford else "cube.missing"] = None
        else:
            if event.place != "middle":
                wrong["cube.not-centred"] = None
            if event.value is not None and event.value not in bench.profile.cube.start_faces:
                wrong["cube.wrong-face"] = "face_one" if event.value == 1 else None
        out: list[TableEvent] = []
        for flag in bench.book:
            if flag.is_open and flag.raised.rule in _CUBE_AT_START and flag.raised.rule not in wrong:
                out += bench.book.live(flag, "corrected", event.t, "the cube was put right")
        for rule, case in wrong.items():
            if bench.book.latest(rule) is None:
                shown = f"it shows {event.value}" if event.value is not None else ""
                out += bench.find(Finding(rule, event.t, None, matter_text(rule, None, shown), frames={"before": event.t}, case=case))
        return out


_CUBE_AT_START = ("cube.present-in-crawford", "cube.absent-post-crawford", "cube.missing", "cube.not-centred", "cube.wrong-face")
