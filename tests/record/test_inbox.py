"""Commands are kept until they are answered, and count once."""

import random
import threading

import pytest

from monitor.errors import InputError, LogError
from monitor.record.inbox import CommandState, Inbox
from monitor.record.log import EventLog, LogReader
from tests.record.filling import WALL
from tests.record.killing import run_and_kill


@pytest.fixture
def inbox(tmp_path):
    with Inbox(tmp_path / "inbox.sqlite") as inbox:
        yield inbox


def test_commands_wait_in_order_until_answered(inbox):
    first = inbox.put("web", "input", {"what": "permission_left", "player": "A"})
    second = inbox.put("capture", "camera_lost", {"why": "unplugged"})
    assert [(c.id, c.source, c.kind, dict(c.body)) for c in inbox.pending()] == [
        (first, "web", "input", {"what": "permission_left", "player": "A"}),
        (second, "capture", "camera_lost", {"why": "unplugged"}),
    ]
    assert [c.id for c in inbox.pending(limit=1)] == [first]
    assert inbox.state(first) == CommandState("sent")
    inbox.answer(first, seq=17)
    assert inbox.state(first) == CommandState("recorded", seq=17)
    inbox.answer(second, error="There is no flag 'x'.")
    assert inbox.state(str(second)) == CommandState("refused", error="There is no flag 'x'.")
    assert inbox.pending() == []


def test_first_answer_stays(inbox):
    command = inbox.put("web", "input", {})
    inbox.answer(command, seq=3)
    inbox.answer(command, error="late")
    assert inbox.state(command) == CommandState("recorded", seq=3)


def test_wrong_answers_are_refused(inbox):
    command = inbox.put("web", "input", {})
    with pytest.raises(InputError):
        inbox.answer(command)
    with pytest.raises(InputError):
        inbox.answer(command, seq=1, error="both")
    with pytest.raises(InputError, match="no command 99"):
        inbox.answer(99, seq=1)
    assert inbox.state(command) == CommandState("sent")


@pytest.mark.parametrize("command_id", [0, -1, 99, "99", "x", "1; DROP TABLE command", str(2**70)])
def test_unknown_command_has_no_state(inbox, command_id):
    assert inbox.state(command_id) is None


def test_body_that_json_cannot_express_is_refused(inbox):
    with pytest.raises(LogError):
        inbox.put("web", "input", {"x": float("nan")})
    assert inbox.pending() == []


def test_another_process_or_thread_sees_commands_and_answers(tmp_path, inbox):
    with Inbox(tmp_path / "inbox.sqlite") as other:
        ids = []
        threads = [threading.Thread(target=lambda: ids.extend(inbox.put("web", "input", {}) for _ in range(10))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(ids) == [c.id for c in other.pending()]
        other.answer(ids[0], seq=5)
        assert inbox.state(ids[0]) == CommandState("recorded", seq=5)


def test_command_committed_before_a_crash_is_answered_not_repeated(tmp_path, inbox):
    committed, refused, waiting = (inbox.put("web", "input", {"n": n}) for n in range(3))
    inbox.answer(refused, error="no")
    with EventLog.create(tmp_path / "log.sqlite") as log:
        log.append("roll", {}, t=1, t_wall=WALL)
        log.append("input", {"inbox": committed, "what": "permission_left"}, t=1, t_wall=WALL)
        with LogReader(log.path) as reader:
            assert inbox.settle(reader) == 1
            assert inbox.settle(reader) == 0
    assert inbox.state(committed) == CommandState("recorded", seq=2)
    assert [c.id for c in inbox.pending()] == [waiting]


@pytest.mark.reliability
def test_killed_sender_loses_no_acknowledged_command(tmp_path):
    rng = random.Random(5)
    path = tmp_path / "inbox.sqlite"
    acknowledged: list[int] = []
    for _ in range(4):
        acknowledged += [int(line) for line in run_and_kill("inbox", path, rng)]
    with Inbox(path) as inbox:
        waiting = [c.id for c in inbox.pending(10**6)]
    assert set(acknowledged) <= set(waiting)
    assert len(waiting) == len(set(waiting))
