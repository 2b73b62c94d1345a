"""Every kind of tampering is found and the entry named; what cannot be known is not claimed."""

import random
import shutil
import sqlite3
from contextlib import closing

import pytest

from monitor.errors import LogError
from monitor.record.chain import SCHEMA, canonical, entry_hash
from monitor.record.log import COLUMNS, EventLog
from monitor.record.verify import verify
from tests.record.filling import WALL, fill

N = 40


@pytest.fixture
def log(path):
    with EventLog.create(path) as log:
        fill(log, N)
    return path


def rows_of(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"SELECT {COLUMNS} FROM entry ORDER BY seq").fetchall()


def tamper(path, *statements):
    """What somebody with the file and SQLite can do: lift the triggers, change, and put them back."""
    with closing(sqlite3.connect(path)) as db:
        for name in SCHEMA:
            db.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            db.execute(*statement) if isinstance(statement, tuple) else db.execute(statement)
        for sql in SCHEMA.values():
            if sql.startswith("CREATE TRIGGER"):
                db.execute(sql)
        db.commit()


def test_whole_log(log):
    report = verify(log)
    assert report.is_intact
    assert (report.entries, report.first_bad_seq, report.problem) == (N, None, None)
    assert report.head == rows_of(log)[-1][6]
    assert f"complete up to entry {N} as far as the file shows" in report.text


def test_empty_log(path):
    with EventLog.create(path) as log:
        head = log.head
    report = verify(path)
    assert (report.is_intact, report.entries) == (True, 0)
    assert (0, report.head) == head


CHANGED = {
    "a body": ("UPDATE entry SET body = replace(body, '[5,3]', '[6,3]') WHERE seq = 17", 17),
    "white space in a body": ("UPDATE entry SET body = body || ' ' WHERE seq = 17", 17),
    "a time": ("UPDATE entry SET t = t + 0.0001 WHERE seq = 17", 17),
    "a wall time": ("UPDATE entry SET t_wall = '2026-03-01T12:00:00.000000Z' WHERE seq = 17", 17),
    "a kind": ("UPDATE entry SET kind = 'play' WHERE seq = 17", 17),
    "a hash": ("UPDATE entry SET hash = prev_hash WHERE seq = 17", 17),
    "a deleted entry": ("DELETE FROM entry WHERE seq = 17", 17),
    "the first entry deleted": ("DELETE FROM entry WHERE seq = 1", 1),
    "a number": (f"UPDATE entry SET seq = {N + 1} WHERE seq = 17", 17),
}


@pytest.mark.parametrize(("statement", "seq"), CHANGED.values(), ids=CHANGED.keys())
def test_change_is_found_and_named(log, statement, seq):
    tamper(log, statement)
    report = verify(log)
    assert not report.is_intact
    assert report.first_bad_seq == seq
    assert report.entries == seq - 1
    assert f"First bad entry: {seq}" in report.text
    assert "complete" not in report.text


def test_deleted_entry_with_the_rest_moved_up_is_found(log):
    tamper(log, "DELETE FROM entry WHERE seq = 17", "UPDATE entry SET seq = seq - 1000 WHERE seq > 17", "UPDATE entry SET seq = seq + 999 WHERE seq < 0")
    assert verify(log).first_bad_seq == 17


def test_reordered_entries_are_found(log):
    tamper(log, "UPDATE entry SET seq = -1 WHERE seq = 17", "UPDATE entry SET seq = 17 WHERE seq = 18", "UPDATE entry SET seq = 18 WHERE seq = -1")
    assert verify(log).first_bad_seq == 17


def test_duplicated_entry_is_found(log):
    row = rows_of(log)[16]
    tamper(log, ("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (N + 1, *row[1:])))
    assert verify(log).first_bad_seq == N + 1


def test_rewritten_entry_with_its_own_hash_made_to_fit_is_found_at_the_next(log):
    row = list(rows_of(log)[16])
    row[4] = canonical({"forged": True})
    row[6] = entry_hash(*row[:6])
    tamper(log, ("UPDATE entry SET body = ?, hash = ? WHERE seq = 17", (row[4], row[6])))
    assert verify(log).first_bad_seq == 18


def test_entries_of_another_log_are_found(log, tmp_path):
    with EventLog.create(tmp_path / "other.sqlite") as other:
        fill(other, N)
    tamper(log, "DELETE FROM entry", *(("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", row) for row in rows_of(tmp_path / "other.sqlite")))
    assert verify(log).first_bad_seq == 1


def test_lifted_trigger_and_changed_header_are_found(log, tmp_path):
    copy = shutil.copy(log, tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(log)) as db:
        db.execute("DROP TRIGGER entry_no_delete")
    report = verify(log)
    assert (report.is_intact, report.first_bad_seq) == (False, None)
    assert "entry_no_delete" in report.text
    tamper(copy, "UPDATE header SET body = replace(body, '2', '3')")
    assert verify(copy).first_bad_seq == 1


def test_cut_tail_is_described_honestly_and_found_with_a_checkpoint(log):
    last, earlier = rows_of(log)[-1], rows_of(log)[29]
    tamper(log, "DELETE FROM entry WHERE seq > 30")
    report = verify(log)
    assert report.is_intact
    assert report.text.count("complete") == 1
    assert "complete up to entry 30 as far as the file shows" in report.text
    assert "would leave no trace" in report.text
    cut = verify(log, checkpoint=(N, last[6]))
    assert (cut.is_intact, cut.first_bad_seq, cut.entries) == (False, 31, 30)
    good = verify(log, checkpoint=(30, earlier[6]))
    assert good.is_intact
    assert "complete up to checkpoint 30" in good.text


def test_rewritten_log_is_found_with_a_checkpoint(log):
    known = rows_of(log)[19][6]
    before = None
    statements = []
    for seq, t, wall, kind, _, prev, _ in rows_of(log):
        before = before or prev
        body = canonical({"forged": seq})
        own = entry_hash(seq, t, wall, kind, body, before)
        statements.append(("UPDATE entry SET body = ?, prev_hash = ?, hash = ? WHERE seq = ?", (body, before, own, seq)))
        before = own
    tamper(log, *statements)
    assert verify(log).is_intact, "a whole chain made anew is in order by itself"
    assert not verify(log, checkpoint=(20, known)).is_intact


def test_any_flipped_bit_is_found_or_has_changed_nothing_that_was_written(log, tmp_path):
    rng = random.Random(11)
    whole = log.read_bytes()
    before = rows_of(log)
    copy = tmp_path / "flipped.sqlite"
    found = 0
    flips = [(rng.randrange(len(whole)), rng.randrange(8)) for _ in range(120)]
    body = whole.index(b'{"dice":[5,3]')
    flips += [(body + offset, rng.randrange(8)) for offset in range(24)]
    for at, bit in flips:
        data = bytearray(whole)
        data[at] ^= 1 << bit
        copy.write_bytes(data)
        report = verify(copy)
        if report.is_intact:
            assert rows_of(copy) == before
            assert not body <= at < body + 24
        else:
            found += 1
            assert report.problem
    assert found > 50


def test_truncated_and_foreign_files(log, tmp_path):
    whole = log.read_bytes()
    for share in (0.0, 0.1, 0.5, 0.9):
        part = tmp_path / "part.sqlite"
        part.write_bytes(whole[: int(len(whole) * share)])
        assert not verify(part).is_intact
    text = tmp_path / "text.sqlite"
    text.write_text("no database " * 100)
    assert not verify(text).is_intact
    with pytest.raises(LogError, match="no event log"):
        verify(tmp_path / "nothing.sqlite")


def test_verifying_changes_nothing(log, tmp_path):
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    verify(log)
    after = {p.name: p.read_bytes() for p in tmp_path.iterdir() if not p.name.endswith(("-shm", "-wal"))}
    assert after == {name: data for name, data in before.items() if not name.endswith(("-shm", "-wal"))}


def test_log_can_be_verified_while_it_is_written(path):
    with EventLog.create(path) as log:
        fill(log, 5)
        assert verify(path).entries == 5
        log.append("roll", {}, t=9, t_wall=WALL)
        assert verify(path).entries == 6
