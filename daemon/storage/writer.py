"""The thread that puts entries on disk, in the order they were emitted, and acknowledges each.

Nothing else waits for the disk. When it fails, the writer keeps trying with growing pauses; nothing is dropped.
"""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from daemon.base.thread import Worker
from daemon.storage.file.disk_errors import explain
from daemon.storage.games.rows import Entry
from daemon.storage.store import Store
from engine.core.messages import Message
from engine.core.pieces import Seat
from table.messages.effects import Keep, KeepComputers, KeepName, KeepSolved, KeepTimes, StoreGame
from table.messages.events import ActionStored, StoredState, StoreFailed, StoreWorks

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 5.0


@dataclass(frozen=True, slots=True)
class Job:
    """An entry to append. ``game_number``: a number of the caller's that comes back with the answer."""

    entry: Entry
    game_number: int


@dataclass(frozen=True, slots=True)
class PutOnTable:
    """A note of which game is on the table; empty: none."""

    key: str


@dataclass(frozen=True, slots=True)
class KeepState:
    """A note of the persisted state besides the actions of the game on the table."""

    state: StoredState


@dataclass(frozen=True, slots=True)
class KeepHolder:
    """A note of which phone holds a seat of a game; ``None``: it is free."""

    key: str
    seat: Seat
    phone: str | None


@dataclass(frozen=True, slots=True)
class DeleteUnplayed:
    """A note that a game left the table before its first move: it is deleted."""

    key: str


Note = PutOnTable | KeepState | KeepHolder | DeleteUnplayed | Keep
"""A note that the writer stores without an answer."""

Acknowledgement = ActionStored | StoreFailed | StoreWorks

Report = Callable[[Job | Note, Acknowledgement], None]


class Writer(Worker):
    """A thread that appends entries to the store. All methods may be called from any thread."""

    def __init__(self, store: Store, report: Report) -> None:
        """:param report: called in the writer's thread with every answer."""
        super().__init__("writer")
        self._store = store
        self._report = report
        self._jobs: deque[Job | Note] = deque()
        self._failure: Message | None = None

    @property
    def failure(self) -> Message | None:
        """The reason why storing does not work at the moment, as a sentence with the remedy; ``None``: it works."""
        return self._failure

    def put(self, job: Job | Note) -> None:
        """Queue an entry or a note. Returns at once.

        Of notes about the persisted state only the latest counts: each touch changes it, and a slow disk would not
        catch up.
        """
        with self._changed:
            being_written = self._jobs[0] if self._jobs else None
            latest = self._jobs[-1] if self._jobs else None
            if isinstance(job, KeepState) and isinstance(latest, KeepState) and latest is not being_written:
                self._jobs.pop()
            self._jobs.append(job)
            self._changed.notify_all()

    def wait_idle(self, timeout_s: float) -> bool:
        """Wait until everything queued is on disk; ``False`` if it takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._jobs, timeout_s)

    def stop(self, timeout_s: float) -> bool:
        """Write what is queued, once more if the disk fails, and end. ``False`` if it takes longer."""
        ended = super().stop(timeout_s)
        if self._jobs:
            log.error("%d entries could not be stored before the end", len(self._jobs))
        return ended

    def _run(self) -> None:
        while (job := self._next()) is not None:
            if not self._keep(job):
                return
            with self._changed:
                self._jobs.popleft()
                self._changed.notify_all()

    def _next(self) -> Job | Note | None:
        """Wait for the oldest job; ``None`` once all are done and the program ends."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._stopping)
            return self._jobs[0] if self._jobs else None

    def _keep(self, job: Job | Note) -> bool:
        """Try until a job is on disk; ``False``: the program ends and it is not."""
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                self._write(job)
                self._works(job)
                return True
            except Exception as error:  # whatever it is: the entry must not be lost, and the thread must go on
                self._failed(job, error)
            if self._rest(pause_s):
                return self._last_try(job)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _last_try(self, job: Job | Note) -> bool:
        try:
            self._write(job)
            return True
        except Exception:
            log.exception("storing failed to the end")
            return False

    def _write(self, job: Job | Note) -> None:
        match job:
            case PutOnTable(key):
                self._store.set_on_table(key)
            case KeepState(state):
                self._store.keep_state(state)
            case KeepHolder(key, seat, phone):
                self._store.set_holder(key, seat, phone)
            case DeleteUnplayed(key):
                with suppress(KeyError):  # somebody was quicker
                    self._store.delete(key)
            case KeepComputers(key, computers):
                self._store.set_computers(key, computers)
            case KeepName(key, afar, players):
                self._store.set_name(key, afar, players)
            case KeepTimes(key, times):
                self._store.set_times(key, times)
            case KeepSolved(learner, game_id, lesson):
                self._store.keep_solved(learner, game_id, lesson)
            case Job(entry):
                self._store.append(entry)
                self._report(job, ActionStored(_number(entry)))

    def _failed(self, job: Job | Note, error: Exception) -> None:
        reason = explain(error)
        if reason != self._failure:
            log.warning("storing failed: %s", error.__cause__ or error)
            self._failure = reason
            self._report(job, StoreFailed(reason))

    def _works(self, job: Job | Note) -> None:
        if self._failure is not None:
            self._failure = None
            self._report(job, StoreWorks())


def _number(entry: Entry) -> int:
    """Return the number by which the table knows the entry."""
    return 0 if isinstance(entry, StoreGame) else entry.entry
