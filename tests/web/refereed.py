"""A session whose inputs go the whole way: the station's own writer takes them from the inbox, a referee judges them, the log holds what follows.

Also runs by itself, to look at the dashboard: `python -m tests.web.refereed DIR`.
"""

from __future__ import annotations

import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from monitor.game.events import Incident, Player, PlayMade, Rows, TableEvent
from monitor.game.position import START_ROW
from monitor.officiating import Authority, Fact, InputKind, MatchFacts, OfficialInput, Referee, load_profile
from monitor.station.config import TableOptions
from monitor.station.pipeline import Pipeline
from monitor.station.writer import SessionWriter
from tests.officiating.scripted import die, end, game_end, play, roll, setup

A, B = Player.A, Player.B
START = Rows(START_ROW, START_ROW)


class RefereedTable:
    """One session with a referee and a writer, without a camera. Each event takes two seconds."""

    def __init__(self, directory: Path, profile: str = "cnb", *, clock: bool = False, length: int | None = 7, observer: str | None = "Olga") -> None:
        options = TableOptions(profile=profile, clock=clock, match_length=length, score=(3, 4), names=("Anna Rossi", "Bo Jensen"))
        self.writer = SessionWriter(directory)
        self.referee = Referee(load_profile(profile), "m1", clock=clock, match=MatchFacts(length, (3, 4)), authority=Authority(observer is not None))
        self.t = 0.0
        self.told: list[OfficialInput] = []
        table = {**options.to_json(), "near": "A", "near_home": "right"}
        self.writer.commit("session_started", {"table": table, "source": "fake", "profile": profile, "version": "0", "names": table["names"],
                                               "observer": observer}, 0.0)  # fmt: skip
        self.writer.commit("board_found", {"corners": []}, 0.0)

    def see(self, *events: TableEvent) -> RefereedTable:
        for event in events:
            self.t = event.t
            self.writer.commit_events([event, *self.referee.observe(event)], self.t, datetime.now(UTC))
        return self

    def next(self, after: float = 2.0) -> float:
        return round(self.t + after, 2)

    def tell(self, told: OfficialInput) -> list[TableEvent]:
        """What the writer asks of a pipeline."""
        changes = self.referee.tell(told)
        self.told.append(told)
        return changes

    def take(self) -> None:
        """The writer's round."""
        self.t = self.next(0.5)
        self.writer.take_inbox(cast(Pipeline, self), self.t)

    def close(self) -> None:
        self.writer.close()

    # ------------------------------------------------------------ what happens

    def begin(self) -> RefereedTable:
        """A game set up, its opening roll made, played and ended by B; A is to roll."""
        self.see(setup(self.next(), START), roll(self.next(), B, (3, 1), opening=True))
        return self.plays(B).ends(B)

    def plays(self, player: Player, legal: bool = True, *reasons: str) -> RefereedTable:
        more: dict[str, Any] = {"position": START, "before": START}
        return self.see(cast(PlayMade, play(self.next(), player, legal, *reasons, **more)))

    def ends(self, player: Player) -> RefereedTable:
        if not self.referee.clock:
            return self.see(end(self.next(), player))
        self.t = self.next()
        seq = self.writer.log.last_seq + 1
        told = OfficialInput(InputKind.PRESS, "clock", self.t, player=player, seq=seq)
        changes = self.referee.tell(told)
        self.writer.commit("input", told.to_json(), self.t)
        self.writer.commit_events(changes, self.t, datetime.now(UTC))
        return self

    def illegal(self) -> RefereedTable:
        """An illegal play of A, whose turn has ended."""
        return self.see(roll(self.next(), A, (3, 1))).plays(A, False, "move.backwards").ends(A)

    def cocked(self, player: Player = A) -> RefereedTable:
        seen = (die(4, flat=False), die(2))
        verdict = self.referee.assess(seen, player)
        return self.see(roll(self.next(), player, (4, 2), valid=verdict.valid, reason=verdict.reason, reasons=verdict.reasons, seen=seen))

    def early_roll(self) -> RefereedTable:
        """B rolls while A has yet to end his turn."""
        return self.see(roll(self.next(), A, (3, 1)), roll(self.next(), B, (6, 5), early=True))

    def early_lift(self) -> RefereedTable:
        """B takes the dice up before A has pressed."""
        self.see(roll(self.next(), A, (3, 1))).plays(A)
        self.see(Incident(self.next(), fact=str(Fact.DICE_UP), player=B))
        return self.see(Incident(self.next(), fact=str(Fact.FOUR_DICE), player=None))  # time goes on

    def wins(self, player: Player) -> RefereedTable:
        return self.see(game_end(self.next(), player))


def main() -> None:
    """A match with a clock in which much goes wrong, for looking at."""
    table = RefereedTable(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "cnb", clock=len(sys.argv) > 3)
    table.begin()
    if table.referee.clock:
        table.early_lift()
    else:
        table.cocked()
        table.early_roll()
    table.illegal()
    stop = threading.Event()
    while not stop.is_set():
        table.take()
        time.sleep(0.2)


if __name__ == "__main__":
    main()
