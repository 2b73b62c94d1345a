"""Flags as readers of the log see them after all their changes."""

from monitor.game.events import FlagChanged
from monitor.officiating import InputKind, Referee, current_flags
from tests.officiating.scripted import CNB, A, B, end, play, roll, run, setup, tell


def test_views_follow_life_and_decision():
    referee = Referee(CNB, "m1")
    log = run(referee, setup(0.0), roll(1.0, A, opening=True), play(2.0, A, False, "move.backwards"), end(3.0, A))
    view = current_flags(log)["m1-f1"]
    assert (view.state, view.life, view.closed, view.decision) == ("raised", "raised", None, "")
    log += run(referee, tell(InputKind.FLAG_CONFIRM, 4.0, id="m1-f1"))
    assert current_flags(log)["m1-f1"].state == "confirmed"
    log += run(referee, roll(5.0, B))
    view = current_flags(log)["m1-f1"]
    assert (view.state, view.life, view.closed, view.decision, view.decided_by) == ("accepted", "accepted", 5.0, "confirmed", "observer")
    log += run(referee, tell(InputKind.FLAG_DISMISS, 6.0, id="m1-f1", why="misread"))
    assert (current_flags(log)["m1-f1"].state, current_flags(log)["m1-f1"].why) == ("dismissed", "misread")
    log += run(referee, tell(InputKind.UNDO, 7.0), tell(InputKind.UNDO, 8.0))
    view = current_flags(log)["m1-f1"]
    assert (view.state, view.life, view.closed, view.decision) == ("accepted", "accepted", 5.0, "")


def test_changes_of_unknown_flags_are_ignored():
    assert current_flags([FlagChanged(t=1.0, id="x", state="accepted")]) == {}
