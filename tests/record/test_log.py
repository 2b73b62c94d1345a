"""The event log: what it keeps, what it refuses, and that a killed writer loses nothing it has acknowledged."""

import hashlib
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from monitor.errors import LogError
from monitor.record.chain import canonical, entry_hash
from monitor.record.log import EventLog, LogReader
from monitor.record.verify import verify
from tests.record.filling import WALL, fill
from tests.record.killing import ROOT, run_and_kill


def test_entries_come_back_as_they_were_put(path):
    body = {"kind": "roll", "dice": [5, None], "text": 'A "cocked" die, ½ – 骰子', "deep": {"b": [1.5, True], "a": {}}, "t": 4.1}
    with EventLog.create(path) as log:
        first = log.append("roll", body, t=4.1, t_wall=WALL)
        second = log.append("turn_end", {"player": "B"}, t=7, t_wall=WALL)
    with LogReader(path) as reader:
        assert reader.tail() == [first, second]
        assert reader.tail(1) == [second]
        assert reader.tail(0, limit=1) == [first]
        assert reader.find(["turn_end"]) == [second]
        assert reader.get(2) == second
        assert reader.last_seq == 2
        with pytest.raises(LogError):
            reader.get(3)
    assert (first.seq, first.t, first.kind, first.body) == (1, 4.1, "roll", body)
    assert first.t_wall == "2026-03-01T12:00:00.250000Z"
    assert second.prev_hash == first.hash


def test_hash_is_the_documented_one(path):
    """SHA-256 over the RFC 8785 form of the entry without its hash: what an independent verifier computes."""
    with EventLog.create(path) as log:
        entry = log.append("flag", {"z": 1, "a": "é\u2028", "n": 1e-7}, t=1e21, t_wall=WALL)
    fields = {"seq": entry.seq, "t": entry.t, "t_wall": entry.t_wall, "kind": entry.kind, "body": entry.body, "prev_hash": entry.prev_hash}
    assert hashlib.sha256(rfc8785.dumps(fields)).hexdigest() == entry.hash


@given(
    st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 10**7).map(lambda ms: ms / 1000)),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=4), st.one_of(st.none(), st.booleans(), st.floats(-1e6, 1e6)), max_size=3),
)
def test_hash_agrees_with_the_general_form_for_any_content(t, kind, body):
    fields = {"seq": 3, "t": t, "t_wall": "2026-03-01T12:00:00.250000Z", "kind": kind, "body": body, "prev_hash": "0" * 64}
    own = entry_hash(3, t, fields["t_wall"], kind, canonical(body), fields["prev_hash"])
    assert own == hashlib.sha256(rfc8785.dumps(fields)).hexdigest()


def test_first_entry_is_bound_to_its_own_log(tmp_path):
    heads = set()
    for name in ("a", "b"):
        with EventLog.create(tmp_path / name) as log:
            heads.add(log.head)
    assert len(heads) == 2


def test_reopened_log_goes_on(path):
    with EventLog.create(path) as log:
        fill(log, 3)
    with EventLog.open(path) as log:
        assert log.last_seq == 3
        assert log.append("roll", {}, t=9, t_wall=WALL).seq == 4
    assert verify(path).entries == 4


def test_reader_sees_entries_while_the_writer_is_open(path):
    with EventLog.create(path) as log, LogReader(path) as reader:
        assert (reader.last_seq, reader.tail()) == (0, [])
        entry = log.append("roll", {}, t=1, t_wall=WALL)
        assert reader.tail() == [entry]


def test_closed_log_is_one_file_that_can_be_copied(path, tmp_path):
    with EventLog.create(path) as log:
        fill(log, 50)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(path.read_bytes())
    assert verify(copy).entries == 50


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = '{}' WHERE seq = 2",
        "UPDATE entry SET seq = 9 WHERE seq = 2",
        "DELETE FROM entry WHERE seq = 3",
        "DELETE FROM entry",
        "REPLACE INTO entry SELECT * FROM entry WHERE seq = 2",
        "INSERT OR REPLACE INTO entry SELECT 2, t, t_wall, kind, '{}', prev_hash, hash FROM entry WHERE seq = 2",
        "INSERT INTO entry SELECT 7, t, t_wall, kind, body, prev_hash, hash FROM entry WHERE seq = 2",
        "INSERT INTO entry SELECT 0, t, t_wall, kind, body, prev_hash, hash FROM entry WHERE seq = 2",
        "UPDATE header SET body = '{}'",
        "DELETE FROM header",
        "INSERT INTO header VALUES ('{}')",
    ],
)
def test_database_itself_refuses_changes(path, statement):
    with EventLog.create(path) as log:
        fill(log, 3)
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(statement)
    assert verify(path).is_intact


@pytest.mark.parametrize("body", [{"x": float("nan")}, {"x": {1, 2}}, {"x": datetime.now(UTC)}, {1: "x"}, {"x": 2**60}, {"x": "\ud800"}], ids=str)
def test_body_that_json_cannot_express_is_refused_and_leaves_nothing(path, body):
    with EventLog.create(path) as log:
        with pytest.raises(LogError):
            log.append_all([("roll", {}, 1.0, WALL), ("roll", body, 1.0, WALL)])
        assert log.last_seq == 0
        assert log.append("roll", {}, t=1, t_wall=WALL).seq == 1
    assert verify(path).entries == 1


def test_times_must_be_times(path):
    with EventLog.create(path) as log:
        with pytest.raises(LogError, match="not a time"):
            log.append("roll", {}, t=float("inf"), t_wall=WALL)
        with pytest.raises(LogError, match="time zone"):
            log.append("roll", {}, t=1, t_wall=WALL.replace(tzinfo=None))
        assert log.append("roll", {}, t=1, t_wall=WALL.astimezone(timezone(timedelta(hours=2)))).t_wall == "2026-03-01T12:00:00.250000Z"


def test_second_writer_in_the_same_process_is_refused(path):
    with EventLog.create(path):
        for make in (EventLog.open, EventLog.create):
            with pytest.raises(LogError, match="one writer"):
                make(path)
    EventLog.open(path).close()


def test_second_writer_in_another_process_is_refused(path):
    code = f"from pathlib import Path; from monitor.record.log import EventLog; EventLog.open(Path({str(path)!r}))"
    with EventLog.create(path) as log:
        other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert other.returncode != 0
        assert "is being written by another process" in other.stderr
        log.append("roll", {}, t=1, t_wall=WALL)
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60).returncode == 0


def test_missing_existing_and_foreign_files(path, tmp_path):
    with pytest.raises(LogError, match="no event log"):
        EventLog.open(path)
    with pytest.raises(LogError, match="no event log"):
        LogReader(path)
    EventLog.create(path).close()
    with pytest.raises(LogError, match="exists already"):
        EventLog.create(path)
    text = tmp_path / "text.sqlite"
    text.write_text("not a database, but long enough to look like something " * 20)
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as db:
        db.execute("CREATE TABLE t (x)")
    for name in ("text.sqlite", "other.sqlite"):
        for make in (EventLog.open, EventLog.create, LogReader):
            with pytest.raises(LogError):
                make(tmp_path / name)


def test_log_left_empty_by_a_writer_killed_while_creating_it_can_be_created(path):
    path.touch()
    with EventLog.create(path) as log:
        assert log.last_seq == 0


def test_open_refuses_to_go_on_after_a_damaged_last_entry(path):
    with EventLog.create(path) as log:
        fill(log, 3)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET body = '{}' WHERE seq = 3")
        db.commit()
    with pytest.raises(LogError, match=r"last entry \(3\)"):
        EventLog.open(path)


def test_threads_of_the_writer_make_one_chain(path):
    with EventLog.create(path) as log:
        threads = [threading.Thread(target=fill, args=(log, 20)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert verify(path).entries == 80


def test_full_disk_loses_nothing_committed_and_recovers(path):
    """The database's own size limit stands in for the disk's."""
    with EventLog.create(path) as log:
        fill(log, 5)
        pages = log._db.execute("PRAGMA page_count").fetchone()[0]
        log._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(LogError, match="Free space"):
            for i in range(100):
                log.append("roll", {"padding": "x" * 900}, t=i, t_wall=WALL)
        kept = log.last_seq
        log._db.execute("PRAGMA max_page_count = 100000")
        assert log.append("roll", {}, t=1, t_wall=WALL).seq == kept + 1
    assert verify(path).entries == kept + 1


@pytest.mark.reliability
def test_killed_writer_loses_no_acknowledged_entry(path):
    rng = random.Random(7)
    acknowledged = 0
    for _ in range(10):
        lines = run_and_kill("log", path, rng)
        assert int(lines[0]) > acknowledged
        acknowledged = int(lines[-1])
        report = verify(path)
        assert report.is_intact, report.text
        assert report.entries >= acknowledged
        acknowledged = report.entries
    with LogReader(path) as reader:
        assert [entry.body["n"] for entry in reader.tail(0, 10**6)] == list(range(1, acknowledged + 1))
