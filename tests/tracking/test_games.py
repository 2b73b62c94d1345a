"""Whole games of random legal plays, clean and noisy, both seats and both home sides; determinism and the recorded form."""

from __future__ import annotations

import json

import pytest

from monitor.game.events import Player, from_json
from monitor.tracking import Observation, TableSettings, Tracker
from tests.tracking.simulator import CLEAN, NOISY, Layout, Noise, Table, assess, of_kind, run, score

SEATS = [(near, side) for near in Player for side in ("right", "left")]
HARD = Noise(sharp=0.7, spread=0.2, misread=0.08, tall=0.25, die_miss=0.12, die_misread=0.15, jitter=0.08, false_die=0.03, flat_noise=0.12)


@pytest.mark.parametrize(("seat", "turns"), [(SEATS[0], 70), (SEATS[1], 12), (SEATS[2], 12), (SEATS[3], 12)])
def test_clean_game_is_exact(seat: tuple[Player, str], turns: int) -> None:
    table = Table(Layout(*seat), CLEAN, seed=11)
    n = table.random_game(turns)
    result = score(table.truth, run(table.frames))
    assert result["turns"] == result["exact"] == n
    assert result["rolls_exact"] == result["rolls"]
    assert result["extra"] == result["unsure"] == 0


@pytest.mark.parametrize(("seat", "seed"), [(SEATS[0], 21), (SEATS[1], 22), (SEATS[2], 23), (SEATS[3], 24)])
def test_noisy_game(seat: tuple[Player, str], seed: int) -> None:
    """Four games under the ordinary error model: nearly every turn exact and nothing lawful called illegal."""
    table = Table(Layout(*seat), NOISY, seed=seed)
    table.random_game(25)
    result = score(table.truth, run(table.frames))
    assert result["false_illegal"] == 0
    assert result["exact"] >= result["turns"] - 1, result


def test_hard_game_is_honest() -> None:
    """Readings far worse than the reader's: turns may be lost, but nothing lawful is called illegal with certainty."""
    table = Table(Layout(Player.B, "left"), HARD, seed=31)
    table.random_game(30)
    result = score(table.truth, run(table.frames))
    assert result["false_illegal"] == 0, result
    assert result["exact"] >= 0.8 * result["turns"], result


def test_same_observations_same_bytes() -> None:
    """Replayed from its recorded form, twice: byte for byte the same events (reliability 31)."""
    table = Table(Layout(Player.A, "left"), NOISY, seed=5)
    table.random_game(6)
    recorded = [json.dumps(f.to_json()) for f in table.frames]
    bodies = []
    for _ in range(2):
        tracker = Tracker(TableSettings(), assess)
        events = [e for line in recorded for e in tracker.feed(Observation.from_json(json.loads(line)))] + tracker.finish()
        bodies.append(json.dumps([e.to_json() for e in events]))
    assert bodies[0] == bodies[1]
    assert len(of_kind([from_json(b) for b in json.loads(bodies[0])], "play")) == 6


def test_motion_only_frames_between() -> None:
    """Frames on which the detector was not run only tell motion and time; the result is the same."""
    table = Table(Layout(Player.B, "right"), CLEAN, seed=6)
    table.random_game(6)
    frames = []
    for f in table.frames:
        uniform = (f.points * 0 + 1 / 16, f.bar * 0 + 1 / 16)
        frames.append(f)
        frames.append(Observation(t=f.t + 0.05, seq=f.seq, points=uniform[0], bar=uniform[1], is_still=f.is_still, is_full=False))
    assert [e.to_json() for e in run(frames)] == [e.to_json() for e in run(table.frames)]


def test_snapshot_is_plain_data() -> None:
    table = Table()
    table.setup()
    table.opening((4, 2))
    tracker = Tracker(TableSettings(), assess)
    assert json.dumps(tracker.snapshot())
    for f in table.frames:
        tracker.feed(f)
    snapshot = tracker.snapshot()
    assert snapshot["phase"] == "moving" and snapshot["on_roll"] == "A" and snapshot["roll"] == [4, 2]
    assert json.loads(json.dumps(snapshot))["reading"]["A"][13] == 5
