"""Ages of the live picture, and who finds which session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from web.sessions import STALE_AFTER_S, Session, Sessions


class Clocks:
    def __init__(self) -> None:
        self.monotonic, self.wall = 100.0, 1_000_000.0

    def run(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def table(tmp_path: Path, clocks: Clocks) -> Session:
    (tmp_path / "live").mkdir()
    return Session(tmp_path, monotonic=lambda: clocks.monotonic, wall=lambda: clocks.wall)


def write(table: Session, wall: float, content: str = "x") -> None:
    table.live_file().write_text(content)
    os.utime(table.live_file(), (wall, wall))


def test_there_is_no_picture_at_first(table: Session) -> None:
    live = table.live()
    assert live.age_s is None and live.is_stale


def test_a_picture_ages_until_the_next(table: Session, clocks: Clocks) -> None:
    write(table, clocks.wall)
    assert table.live().age_s == pytest.approx(0)
    clocks.run(1.5)
    assert table.live().age_s == pytest.approx(1.5) and not table.live().is_stale
    clocks.run(1.0)
    assert table.live().age_s == pytest.approx(2.5) and table.live().is_stale
    write(table, clocks.wall, "next")
    assert table.live().age_s == pytest.approx(0) and not table.live().is_stale


def test_an_old_picture_is_old_from_the_first_look(table: Session, clocks: Clocks) -> None:
    write(table, clocks.wall - 3600)
    assert table.live().age_s == pytest.approx(3600)


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0, -1_000_000.0])
def test_a_jump_of_the_wall_clock_neither_fakes_nor_hides_a_lost_signal(table: Session, clocks: Clocks, jump_s: float) -> None:
    write(table, clocks.wall)
    table.live()
    clocks.wall += jump_s
    for index in range(3):  # pictures keep coming
        clocks.run(0.2)
        write(table, clocks.wall, f"after the jump {index}")
        age_s = table.live().age_s
        assert age_s is not None and age_s <= 0.2
    clocks.run(STALE_AFTER_S + 0.1)  # and then they stop
    assert table.live().is_stale


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b"null"])
def test_half_a_reading_is_no_reading(table: Session, clocks: Clocks, content: bytes) -> None:
    write(table, clocks.wall)
    (table.path / "live" / "latest.json").write_bytes(content)
    assert table.live().reading == {}


def test_a_folder_may_become_a_session_or_hold_some(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path)
    assert [s.path for s in sessions.all()] == [tmp_path]
    for name in ("a", "b", "no log", ".hidden"):
        (tmp_path / name).mkdir()
    for name in ("a", "b", ".hidden"):
        (tmp_path / name / "log.sqlite").touch()
    assert {s.name for s in sessions.all()} == {"a", "b"}
    assert sessions.find("a") is sessions.find("a") is not None
    assert sessions.find("..") is None and sessions.find("") is None and sessions.find("no log") is None
    (tmp_path / "log.sqlite").touch()
    assert [s.path for s in sessions.all()] == [tmp_path]
