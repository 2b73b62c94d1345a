"""A session directory as the station writes it, made without a camera: a real log, a real inbox, drawn pictures.

Also runs by itself, to look at the dashboard: `python -m tests.web.fake_session DIR [--slow]`.
"""

from __future__ import annotations

import copy
import json
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from monitor.game import Position, judge, legal_plays
from monitor.game.events import CubeAction, FlagChanged, FlagRaised, Gap, Player, PlayMade, RollSeen, Rows, SetupSeen, Status, TableEvent, TurnEnded
from monitor.game.notation import format_play
from monitor.game.position import START_ROW, position_to_rows, rows_to_position
from monitor.record.chain import LogEntry
from monitor.record.inbox import Inbox
from monitor.record.log import EventLog
from monitor.record.stills import StillStore

START = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
WIDTH, HEIGHT = 960, 540


class FakeSession:
    """Writes one session. t: seconds on its own timeline, moved on by what happens."""

    def __init__(self, directory: Path, *, names: Sequence[str] = ("Anna Rossi", "Bo Jensen"), observer: str | None = "Olga") -> None:
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self.log = EventLog.create(directory / "log.sqlite")
        self.stills = StillStore(directory / "evidence")
        self.inbox = Inbox(directory / "inbox.sqlite")
        self.t = 1.0
        self.rows = Rows(START_ROW, START_ROW)
        self.dice: tuple[int | None, ...] = ()
        self.flags = 0
        table = {"near": "A", "near_home": "right", "names": dict(zip("AB", names, strict=True))}
        self.put("session_started", {"table": table, "source": "fake", "profile": "cnb", "model_sha256": "0" * 64, "version": "0", "observer": observer})
        self.put("board_found", {"corners": [[100, 60], [860, 60], [860, 480], [100, 480]]})

    def copy_to(self, directory: Path) -> FakeSession:
        """This session as another, to write on there; far quicker than playing it again. This one must be closed."""
        shutil.copytree(self.directory, directory)
        other = copy.copy(self)
        other.directory = directory
        other.log, other.inbox = EventLog.open(directory / "log.sqlite"), Inbox(directory / "inbox.sqlite")
        other.stills = StillStore(directory / "evidence")
        return other

    def put(self, kind: str, body: Mapping[str, Any]) -> LogEntry:
        return self.log.append(kind, body, t=self.t, t_wall=START + timedelta(seconds=self.t))

    def event(self, event: TableEvent) -> LogEntry:
        body = event.to_json()
        return self.put(event.kind, body)

    def still(self, role: str, note: str = "") -> float:
        """Store a drawn still of the table as it is; returns its time."""
        image = draw_table(self.rows, self.dice, note)
        name = self.stills.put(image)
        self.put("still", {"role": role, "t": self.t, "sha256": name, "width": WIDTH, "height": HEIGHT})
        return self.t

    def setup(self) -> None:
        self.t += 1.0
        self.event(SetupSeen(t=self.t, position=self.rows, near=Player.A, near_home="right"))

    def roll(self, player: Player, dice: tuple[int | None, int | None], *, reason: str | None = None, opening: bool = False) -> LogEntry:
        self.t += 4.0
        self.dice = dice
        reasons = (reason,) if reason else ()
        return self.event(RollSeen(t=self.t, player=player, dice=dice, valid=reason is None, reason=reason, reasons=reasons, opening=opening))

    def play(self, player: Player, dice: tuple[int, int], index: int = 0) -> LogEntry:
        """A legal play, the index-th of those there are."""
        position = rows_to_position(self.rows, player)
        plays = legal_plays(position, dice)
        play = plays[index % len(plays)]
        return self._play(player, dice, play.after, format_play(play) or "no play", True)

    def illegal_play(self, player: Player, dice: tuple[int, int], notation: str, moves: Sequence[tuple[int, int]]) -> LogEntry:
        """Checkers put down where the roll does not take them; judged as it is."""
        position = rows_to_position(self.rows, player)
        mine = list(position.on_roll)
        for source, target in moves:
            mine[source] -= 1
            mine[target] += 1
        after = Position.from_rows(mine, position.opponent)
        judgement = judge(position, dice, after)
        assert not judgement.is_legal
        nearest = tuple(format_play(play) for play in judgement.nearest[:2])
        return self._play(player, dice, after, notation, False, reasons=tuple(str(r) for r in judgement.reasons), nearest=nearest)

    def _play(self, player: Player, dice: tuple[int, int], after: Position, notation: str, legal: bool, **more: Any) -> LogEntry:
        self.t += 5.0
        before, self.rows = self.rows, position_to_rows(after, player)
        return self.event(PlayMade(t=self.t, player=player, notation=notation, position=self.rows, before=before, dice=dice, legal=legal, **more))

    def uncertain_play(self, player: Player, alternatives: tuple[str, ...]) -> LogEntry:
        self.t += 5.0
        unsure = Status.UNCERTAIN
        return self.event(PlayMade(t=self.t, player=player, status=unsure, position=self.rows, before=self.rows, dice=self.dice, alternatives=alternatives))

    def turn_end(self, player: Player) -> None:
        self.t += 0.8
        self.dice = ()
        self.event(TurnEnded(t=self.t, player=player))

    def gap(self, seconds: float, why: str) -> None:
        start = self.t
        self.t += seconds
        self.event(Gap(t=start, until=self.t, why=why))

    def cube(self, player: Player, action: str, value: int | None = None) -> None:
        self.t += 3.0
        self.event(CubeAction(t=self.t, player=player, action=action, value=value))

    def flag(self, rule: str, player: Player, frames: Mapping[str, float], *, closes_on: str, reasons: tuple[str, ...] = (), **more: Any) -> str:
        """more: text, article, flag_class, remedy."""
        self.flags += 1
        flag_id = f"f{self.flags}"
        window = {"opens": self.t, "closes_on": closes_on, "closed": None}
        self.event(FlagRaised(t=self.t, id=flag_id, rule=rule, reasons=reasons or (rule,), player=player, profile="cnb", confidence=0.96, window=window,
                              frames=frames, **more))  # fmt: skip
        return flag_id

    def change(self, flag_id: str, state: str, by: str = "", why: str = "") -> LogEntry:
        return self.event(FlagChanged(t=self.t, id=flag_id, state=state, by=by, why=why))

    def end(self, reason: str = "end of the video") -> None:
        self.t += 1.0
        self.put("session_ended", {"reason": reason})

    def live(self, note: str = "") -> None:
        """Replace the live picture and the provisional reading, as the station does."""
        folder = self.directory / "live"
        folder.mkdir(exist_ok=True)
        dice = [{"u": 0.7, "v": 0.5, "value": value, "flat_p": 0.99, "is_resting": True} for value in self.dice]
        is_done, data = cv2.imencode(".jpg", draw_table(self.rows, self.dice, note or "live"))
        assert is_done
        for name, content in (("latest.jpg", data.tobytes()), ("latest.json", json.dumps({"t": self.t, "note": None, "dice": dice}).encode())):
            partial = folder / (name + ".partial")
            partial.write_bytes(content)
            partial.replace(folder / name)

    def end_appointment(self) -> None:
        """The director ends the observer's appointment: from here on the session is only recorded."""
        self.put("input", {"what": "appointment_ended", "by": "Dana", "role": "director"})

    def close(self) -> None:
        self.log.close()
        self.inbox.close()


class FakeWriter:
    """Commits what the inbox holds, as the station's writer would, until stopped."""

    def __init__(self, session: FakeSession, every_s: float = 0.05) -> None:
        self._session, self._every_s = session, every_s
        self._stop = threading.Event()
        self._undoes: dict[int, tuple[str, str]] = {}
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> FakeWriter:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(self._every_s):
            self.commit()

    def commit(self) -> None:
        """Answer all that waits."""
        for command in self._session.inbox.pending():
            body = command.body
            entry = self._session.put(command.kind, {**body, "inbox": command.id})
            self._session.inbox.answer(command.id, seq=entry.seq)
            state = {"flag_confirm": "confirmed", "flag_dismiss": "dismissed"}.get(body["what"])
            if state:
                self._undoes[entry.seq] = (body["id"], "raised")
                self._session.change(body["id"], state, body["by"], body.get("why", ""))
            elif body["what"] == "undo" and body["seq"] in self._undoes:
                flag_id, earlier = self._undoes[body["seq"]]
                self._session.change(flag_id, earlier, body["by"])


def play_match(session: FakeSession) -> None:
    """A short scripted stretch: legal turns, a cocked roll, an illegal play that stands, a gap, an uncertain turn."""
    a, b = Player.A, Player.B
    session.setup()
    session.roll(a, (3, 1), opening=True)
    session.play(a, (3, 1), 3)
    session.turn_end(a)
    session.roll(b, (6, 4))
    session.play(b, (6, 4), 2)
    session.turn_end(b)
    session.roll(a, (5, 2))
    session.play(a, (5, 2), 4)
    session.turn_end(a)
    before = session.still("before")
    session.roll(b, (4, 2), reason="roll.cocked")
    dice = session.still("dice", "cocked")
    first = session.flag("roll.cocked", b, {"before": before, "dice": dice}, text="Dark rolled 4-2: the 4 does not lie flat.",
                         article="CNB 4.1.4.1", flag_class="REROLL",
                         remedy="Both dice are rolled again, after the opponent has agreed (4.1.4.1). The roller may not double before his next turn (4.4.2).",
                         closes_on="until the roller's turn ends; once he has played and nobody objected, the roll stands")  # fmt: skip
    session.roll(b, (4, 2))
    session.play(b, (4, 2), 1)
    session.turn_end(b)
    session.change(first, "corrected")
    session.cube(a, "double", 2)
    session.cube(b, "take", 2)
    session.gap(6.0, "a hand covered the board")
    before = session.still("before")
    session.roll(a, (6, 5))
    dice = session.still("dice")
    source = max(p for p in range(25) if session.rows.A[p])
    session.illegal_play(a, (6, 5), f"{source}/{source - 6} 8/2", [(source, source - 6), (8, 2)])
    after = session.still("after")
    session.turn_end(a)
    session.flag("move.illegal", a, {"before": before, "dice": dice, "after": after},
                 text="Light played a 6 twice with 6-5: no legal play with this roll ends in this position.",
                 article="CNB 4.2.3.1, 4.2.3.2", flag_class="MUST", remedy="Show the opponent. The dice are put back as rolled and the play is made again.",
                 closes_on="until the opponent begins his turn: his valid roll or his cube offer", reasons=("move.wrong-distance",))  # fmt: skip
    session.roll(b, (3, 3))
    session.uncertain_play(b, ("13/10(2) 6/3(2)", "24/21(2) 13/10(2)"))


@cache
def played() -> FakeSession:
    """The scripted stretch, played once a run; closed, to be copied."""
    made = FakeSession(Path(tempfile.mkdtemp()) / "table-1")
    play_match(made)
    made.live()
    made.close()
    return made


def draw_table(rows: Rows, dice: Sequence[int | None] = (), note: str = "") -> NDArray[np.uint8]:
    """A board seen from above, plain but recognisable, (540, 960, 3) BGR."""
    rng = np.random.default_rng(7)
    image = np.full((HEIGHT, WIDTH, 3), (46, 58, 66), np.uint8)
    cv2.rectangle(image, (90, 40), (870, 500), (38, 62, 96), -1)
    cv2.rectangle(image, (110, 60), (850, 480), (96, 128, 92), -1)
    cv2.rectangle(image, (462, 60), (498, 480), (38, 62, 96), -1)
    width = 352 / 6
    for cell in range(24):
        column = cell % 12
        left = int(110 + (column + 0.0) * width + (36 if column > 5 else 0))
        base, tip = (60, 220) if cell < 12 else (480, 320)
        colour = (150, 190, 205) if (column + cell // 12) % 2 else (52, 70, 120)
        cv2.fillPoly(image, [np.array([(left + 3, base), (left + int(width) - 3, base), (left + int(width / 2), tip)])], colour, cv2.LINE_AA)
        near, far = (12 - column, 13 + column) if cell >= 12 else (13 + column, 12 - column)
        for row, point, fill in ((rows.A, near, (214, 228, 236)), (rows.B, far, (40, 40, 44))):
            for index in range(row[point]):
                y = base + (1 if cell < 12 else -1) * (22 + 40 * index)
                cv2.circle(image, (left + int(width / 2), y), 20, fill, -1, cv2.LINE_AA)
                cv2.circle(image, (left + int(width / 2), y), 20, (20, 26, 30), 1, cv2.LINE_AA)
                cv2.circle(image, (left + int(width / 2), y), 13, tuple(int(c * 0.86) for c in fill), 1, cv2.LINE_AA)
    for index, value in enumerate(dice):
        x, y = 640 + 52 * index, 262
        cv2.rectangle(image, (x, y), (x + 28, y + 28), (240, 244, 246), -1)
        cv2.putText(image, "?" if value is None else str(value), (x + 7, y + 22), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2, cv2.LINE_AA)
    if note:
        cv2.putText(image, note, (120, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (220, 228, 232), 1, cv2.LINE_AA)
    noise = rng.integers(-5, 6, image.shape, dtype=np.int16)
    return np.clip(image.astype(np.int16) + noise, 0, 255).astype(np.uint8)


def main() -> None:
    import sys

    session = FakeSession(Path(sys.argv[1]))
    play_match(session)
    with FakeWriter(session):
        while True:
            session.live()
            time.sleep(0.25)


if __name__ == "__main__":
    main()
