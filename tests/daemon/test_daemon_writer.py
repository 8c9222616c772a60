"""The writer: everything in order, on disk before it says so, and nothing lost while the disk fails."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from logging import LogRecord
from pathlib import Path

import pytest
from waiting import PATIENCE_S

import daemon.storage.writer
from daemon.storage.file.disk_errors import FULL, explain
from daemon.storage.games.rows import Entry
from daemon.storage.store import Store
from daemon.storage.writer import Acknowledgement, DeleteUnplayed, Job, KeepState, Note, PutOnTable, Writer
from table.messages.effects import StoreAction, StoreGame
from table.messages.events import ActionStored, StoredState, StoreFailed, StoreWorks
from table.messages.new_game import NewGame

GAME = StoreGame("k1", NewGame("pawn-advance", {}, {}, True))


class FailingStore(Store):
    """Refuses to append as long as ``failure`` is set."""

    failure: Exception | None = None

    def append(self, entry: Entry) -> None:
        if self.failure is not None:
            raise self.failure
        super().append(entry)


class Desk:
    """A writer and what it reported."""

    def __init__(self, directory: Path) -> None:
        self.store = FailingStore(directory)
        self.answers: list[tuple[int | None, Acknowledgement]] = []
        self.answered = threading.Condition()
        self.writer = Writer(self.store, self.report)
        self.writer.start()

    def report(self, job: Job | Note, answer: Acknowledgement) -> None:
        with self.answered:
            self.answers.append((job.game_number if isinstance(job, Job) else None, answer))
            self.answered.notify_all()

    def wait_for(self, count: int) -> None:
        with self.answered:
            assert self.answered.wait_for(lambda: len(self.answers) >= count, PATIENCE_S)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.store.failure = None
    assert desk.writer.stop(PATIENCE_S)
    desk.store.close()


def test_entries_are_stored_in_order_and_answered_with_the_callers_numbers(desk: Desk) -> None:
    desk.writer.put(Job(GAME, 7))
    for entry in range(1, 6):
        desk.writer.put(Job(StoreAction("k1", entry, f"a{entry}"), 7))
    assert desk.writer.wait_idle(PATIENCE_S)
    assert desk.store.game("k1").actions == ("a1", "a2", "a3", "a4", "a5")
    assert desk.answers == [(7, ActionStored(entry)) for entry in range(6)]


def test_an_entry_is_on_disk_when_it_is_answered(desk: Desk) -> None:
    desk.writer.put(Job(GAME, 1))
    desk.writer.put(Job(StoreAction("k1", 1, "a2a3"), 1))
    desk.wait_for(2)
    assert desk.store.game("k1").actions == ("a2a3",)


def test_a_game_to_be_deleted_that_is_gone_already_holds_nothing_up(desk: Desk) -> None:
    desk.writer.put(Job(GAME, 7))
    desk.writer.put(DeleteUnplayed("k1"))
    desk.writer.put(DeleteUnplayed("k1"))
    desk.writer.put(PutOnTable("k2"))
    assert desk.writer.wait_idle(PATIENCE_S)
    assert (desk.store.games(), desk.store.on_table()) == ((), "k2")
    assert desk.answers == [(7, ActionStored(0))]


def test_what_cannot_be_stored_is_reported_once_and_stored_later(desk: Desk) -> None:
    desk.writer.put(Job(GAME, 1))
    desk.wait_for(1)
    desk.store.failure = _error(sqlite3.SQLITE_FULL)
    desk.writer.put(Job(StoreAction("k1", 1, "a2a3"), 1))
    desk.writer.put(Job(StoreAction("k1", 2, "b2b3"), 1))
    desk.wait_for(2)
    assert desk.answers[-1] == (1, StoreFailed(FULL))
    assert desk.writer.failure == FULL
    assert not desk.writer.wait_idle(0)
    desk.store.failure = None
    assert desk.writer.wait_idle(PATIENCE_S)
    assert desk.store.game("k1").actions == ("a2a3", "b2b3")
    assert [answer for _, answer in desk.answers[2:]] == [ActionStored(1), StoreWorks(), ActionStored(2)]
    assert desk.writer.failure is None


def test_even_an_unforeseen_failure_loses_nothing(desk: Desk) -> None:
    desk.store.failure = RuntimeError("a bug")
    desk.writer.put(Job(GAME, 1))
    desk.wait_for(1)
    desk.store.failure = None
    desk.wait_for(3)
    assert [answer for _, answer in desk.answers[1:]] == [ActionStored(0), StoreWorks()]


def test_a_note_that_cannot_be_kept_is_reported_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody would hear why nothing behind it is stored."""
    full = threading.Event()
    full.set()
    keep = desk.store.set_on_table

    def set_on_table(key: str) -> None:
        if full.is_set():
            raise _error(sqlite3.SQLITE_FULL)
        keep(key)

    monkeypatch.setattr(desk.store, "set_on_table", set_on_table)
    desk.writer.put(PutOnTable(""))
    desk.writer.put(Job(GAME, 1))
    desk.wait_for(1)
    full.clear()
    desk.wait_for(3)
    assert desk.answers == [(None, StoreFailed(FULL)), (None, StoreWorks()), (1, ActionStored(0))]


def test_what_is_queued_is_stored_before_the_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.writer.put(Job(GAME, 1))
    for entry in range(1, 20):
        desk.writer.put(Job(StoreAction("k1", entry, f"a{entry}"), 1))
    desk.writer.put(PutOnTable(""))
    assert desk.writer.stop(PATIENCE_S)
    assert len(desk.store.game("k1").actions) == 19
    assert desk.store.on_table() == ""
    desk.store.close()


def test_an_end_while_the_disk_fails_says_what_is_lost(tmp_path: Path, logged_errors: list[LogRecord]) -> None:
    desk = Desk(tmp_path)
    desk.store.failure = _error(sqlite3.SQLITE_IOERR)
    desk.writer.put(Job(GAME, 1))
    desk.wait_for(1)
    assert desk.writer.stop(PATIENCE_S)
    assert "1 entries could not be stored" in logged_errors[-1].getMessage()
    desk.store.close()


def test_a_disk_that_works_again_at_the_end_has_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes room and switches off at once loses nothing: one more try is made before the end."""
    monkeypatch.setattr(daemon.storage.writer, "FIRST_PAUSE_S", 60.0)
    desk = Desk(tmp_path)
    desk.store.failure = _error(sqlite3.SQLITE_FULL)
    desk.writer.put(Job(GAME, 1))
    desk.writer.put(Job(StoreAction("k1", 1, "a2a3"), 1))
    desk.wait_for(1)
    desk.store.failure = None
    assert desk.writer.stop(PATIENCE_S)
    assert desk.store.game("k1").actions == ("a2a3",)
    desk.store.close()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_FULL, "Free some space"),
        (sqlite3.SQLITE_READONLY, "Make it writable"),
        (sqlite3.SQLITE_CANTOPEN, "Make it writable"),
        (sqlite3.SQLITE_IOERR | 4 << 8, "Check the disk or card"),
        (sqlite3.SQLITE_CORRUPT, "games file is damaged"),
    ],
)
def test_failures_are_explained_with_the_remedy(code: int, said: str) -> None:
    assert said in str(explain(_error(code)))


def _error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("something")
    error.sqlite_errorcode = code
    return error


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from daemon.storage.store import Store
from daemon.storage.writer import Job, Writer
from table.messages.effects import StoreAction, StoreGame
from table.messages.new_game import NewGame
from table.messages.events import ActionStored
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
answers = []
store = Store(Path(sys.argv[1]))
writer = Writer(store, lambda job, answer: answers.append(answer))
writer.start()
writer.put(Job(StoreGame("k1", NewGame("pawn-advance", {}, {}, True)), 1))
assert writer.wait_idle(100)
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
for entry in range(1, 201):
    writer.put(Job(StoreAction("k1", entry, f"a{entry}"), 1))
while not writer.failure:
    assert not writer.wait_idle(0.01), "the limit did not bite"
confirmed = max(answer.entry for answer in answers if isinstance(answer, ActionStored))
assert confirmed < 200
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
assert writer.wait_idle(100)
assert [a.entry for a in answers if isinstance(a, ActionStored)] == list(range(201))
assert store.game("k1").actions == tuple(f"a{n}" for n in range(1, 201))
assert writer.failure is None
assert writer.stop(100)
store.close()
print("nothing lost")
"""


def test_a_disk_without_room_loses_nothing(tmp_path: Path) -> None:
    program = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.stdout == "nothing lost\n", done.stderr


def test_of_what_lasts_beside_a_game_a_slow_disk_keeps_the_latest_and_everything_in_order(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, go_on, kept = threading.Event(), threading.Event(), list[object]()
    set_on_table, keep_state = desk.store.set_on_table, desk.store.keep_state

    def slow(key: str) -> None:
        writing.set()
        assert go_on.wait(PATIENCE_S)
        kept.append(key)
        set_on_table(key)

    monkeypatch.setattr(desk.store, "set_on_table", slow)
    monkeypatch.setattr(
        desk.store, "keep_state", lambda standing: (kept.append(standing.told), keep_state(standing))
    )
    desk.writer.put(PutOnTable("first"))
    assert writing.wait(PATIENCE_S)
    for note in (1, 2, 3, "second", 4, 5):
        desk.writer.put(PutOnTable(note) if isinstance(note, str) else KeepState(StoredState(told=note)))
    go_on.set()
    assert desk.writer.wait_idle(PATIENCE_S)
    assert kept == ["first", 3, "second", 5]
    assert desk.store.state() == StoredState(told=5)


def test_what_is_being_written_is_not_replaced(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    writing, go_on, kept = threading.Event(), threading.Event(), list[int]()

    def slow(standing: StoredState) -> None:
        writing.set()
        assert go_on.wait(PATIENCE_S)
        kept.append(standing.told)

    monkeypatch.setattr(desk.store, "keep_state", slow)
    desk.writer.put(KeepState(StoredState(told=1)))
    assert writing.wait(PATIENCE_S)
    desk.writer.put(KeepState(StoredState(told=2)))
    go_on.set()
    assert desk.writer.wait_idle(PATIENCE_S)
    assert kept == [1, 2]
