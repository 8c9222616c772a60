"""The workshop on the panel: a task in place of a game, on the scanner's and the lamps' threads."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from zlib import crc32

from daemon.boards.board import BoardPicture, RealBoard, Surface, WiredBoard, board_silent
from daemon.boards.factory import map_file, usual_map
from daemon.boards.tile_board import TiledBoard
from daemon.config.schema import Config
from daemon.runtime.queue import LeaveBoard, Orders, UseBoard
from daemon.workshop.checks.health import board_facts
from daemon.workshop.simulated_bench import PracticeBoard
from daemon.workshop.tasks import Bench, CheckTask, Task, TiledBench, WiredBench, wires_of
from daemon.workshop.tile_update import RenewTask
from daemon.workshop.trial.task import TOO_SMALL, TrialTask, is_large_enough
from daemon.workshop.wire_task import WireTask, wire_task
from engine.core.messages import message
from hardware.board_map import BoardMap, save
from hardware.errors import BoardLost
from table.messages.events import Sensed
from table.messages.refusal import QUESTION_ANSWERED, Refused
from webpanel.ports.workshop_port import Practice, Work

log = logging.getLogger(__name__)

PAINT_S = 0.05
"""The interval at which a task lights the board anew; equal frames are not sent."""

NO_FAULTS = message("Faults can be tried only where no board is wired up.")
TILES_KNOW = message("Tiles know their own wiring. Where they lie is written in the builder's configuration.")
NO_TILE = message("No tile of this board has that port.")
RENEWING = message("A tile is being given its firmware. Wait until that has ended.")
OTHER_TASK = message("Something else has begun here in the meantime; nothing was changed. Look at it, then try again.")
NOTHING_OPEN = message("That has ended in the meantime. Start it again.")
NOT_KEPT = message("The board map cannot be written: check that the disk has room and the data directory is writable.")


def _new_id() -> str:
    """Return an id that no task has had, whenever the program was started."""
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A task under way, and the board that it scans and lights. ``ended``: set by the table's thread, once somebody
    else needs the board. That thread touches nothing else here: whoever opens a task holds the lock, and waits for
    it."""

    task: Task
    surface: Surface
    ended: threading.Event = field(default_factory=threading.Event)
    id: str = field(default_factory=_new_id)


END_S = 5.0
"""The time that the update of a tile may take to stop."""


class BenchWorkshop:
    """The workshop of the panel; see :class:`webpanel.ports.workshop_port.Workshop`."""

    def __init__(
        self, config: Config, real: RealBoard | None, orders: Orders, debounce_s: Callable[[], float],
        changing: threading.Lock, clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:param changing: see :class:`daemon.services.game_service.Games`."""
        self._config = config
        self._practice = PracticeBoard(usual_map(config)) if real is None else None
        self._real = self._practice.wired if self._practice else real
        self._orders = orders
        self._debounce_s = debounce_s
        self._clock = clock
        self._changing = changing
        self._lock = threading.Lock()
        self._answering = threading.Lock()
        self._asked = 0
        """Rises with each answer: the same may be asked again in the same words."""
        self._begun: _Begun | None = None
        self._renewal: RenewTask | None = None
        self._renewal_id = ""

    def open(self, task: str, port: str = "", instead: str | None = None) -> None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.open`."""
        with self._lock:
            if self._renewal is not None and self._renewal.busy:
                raise Refused(RENEWING)
            if task == "renew":  # which ends none
                self._renewal, self._renewal_id = self._renew(port), _new_id()
                return
            self._refuse_other(instead)
            self._renewal = None
            made = self._make(task)
            begun = _Begun(made, task_surface(made, self._real))
            before, self._begun = self._begun, begun
            refusal = self._orders.ask(UseBoard(begun.surface, begun.ended.set))
            if refusal is not None:
                self._begun = before
                raise Refused(refusal)
            log.info("the workshop begins: %s", task)

    def say(self, answer: str, question: str | None = None) -> None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.say`. ``question`` is left out where no page shows it."""
        with self._answering:
            begun = self._under_way
            if begun is None:
                raise Refused(NOTHING_OPEN)
            if question not in (None, self._asking(begun).question):
                raise Refused(QUESTION_ANSWERED)
            self._asked += 1
            try:
                begun.task.say(answer)
            except OSError as error:
                log.warning("the board map cannot be written: %s", error)
                raise Refused(NOT_KEPT, 503) from error

    def _asking(self, begun: _Begun) -> Work:
        """Return what a task shows; what its switches feel may lead on without any answer."""
        work = begun.task.work(self._clock())
        told = work.task, work.done, work.sentence, work.hint, work.choices
        return replace(work, id=begun.id, question=f"{begun.id}:{self._asked}:{crc32(repr(told).encode())}")

    def _refuse_other(self, named: str | None) -> None:
        """:raises Refused: another task is under way than is named."""
        work = self.work()
        if named is not None and work is not None and work.id != named:
            raise Refused(OTHER_TASK)

    def close(self, task: str | None = None) -> None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.close`."""
        with self._lock:
            self._refuse_other(task)
            if self._renewal is not None:
                self._renewal.stop(END_S)
                if not self._renewal.busy:
                    self._renewal = None
                return
            begun = self._under_way
            if begun is not None:
                self._begun = None
                self._orders.post(LeaveBoard(begun.surface))

    def stop(self) -> None:
        """Interrupt the update of a tile: the program ends."""
        if self._renewal is not None:
            self._renewal.stop(END_S)

    @property
    def _under_way(self) -> _Begun | None:
        begun = self._begun
        return None if begun is None or begun.ended.is_set() else begun

    def work(self) -> Work | None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.work`."""
        begun, renewal = self._under_way, self._renewal
        if renewal is not None:
            return replace(renewal.work(self._clock()), id=self._renewal_id)
        return None if begun is None else self._asking(begun)

    def practice(self) -> Practice | None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.practice`."""
        return None if self._practice is None else self._practice.seen()

    def draw(self, path: Sequence[str]) -> None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.draw`."""
        if self._under_way is None:
            raise Refused(NOTHING_OPEN)
        self._on_practice().draw(path)

    def set_fault(self, name: str, is_on: bool) -> None:
        """See :meth:`webpanel.ports.workshop_port.Workshop.set_fault`."""
        self._on_practice().set_fault(name, is_on)

    def _on_practice(self) -> PracticeBoard:
        if self._practice is None:
            raise Refused(NO_FAULTS)
        return self._practice

    def _renew(self, port: str) -> RenewTask:
        if not isinstance(self._real, TiledBoard) or port not in self._real.ports:
            raise Refused(NO_TILE)
        log.info("the tile at %s is given its firmware", port)
        return RenewTask(self._real, port)

    def _make(self, task: str) -> Task:
        real, practice = self._real, self._practice
        if practice is not None:
            practice.clear()
        if isinstance(real, WiredBoard):
            if task == "wire" and practice is not None:
                return WireTask(real, wires_of(self._config, real), practice.keep, practice.notes, practice.kept)
            if task == "wire":
                return wire_task(self._config, real, self._keep)
            wires = wires_of(self._config, real)
            if task == "trial":
                return practice.try_nine() if practice is not None else _trial(WiredBench(real, wires))
            return CheckTask(WiredBench(real, wires), self._debounce_s, self._clock, board_facts(self._config))
        assert isinstance(real, TiledBoard), "there are no other boards"
        if task == "wire":
            raise Refused(TILES_KNOW)
        if task == "trial":
            return _trial(TiledBench(real, self._config.rings.supply_a))
        return CheckTask(TiledBench(real, self._config.rings.supply_a), self._debounce_s, self._clock)

    def _keep(self, learnt: BoardMap) -> None:
        with self._changing:  # a backup that is being restored has a board map, too: the one stored last stays
            save(learnt, map_file(self._config))
            if isinstance(self._real, WiredBoard):
                self._real.board_map = learnt


def _trial(bench: Bench) -> Task:
    if not is_large_enough(bench.board):
        raise Refused(TOO_SMALL)
    return TrialTask(bench)


def task_surface(task: Task, real: RealBoard | None) -> Surface:
    """Make a board that a task scans and lights."""
    assert real is not None, "a task has a board"
    return Surface(real.board, lambda: TaskSensor(task), TaskLighting(task))


class TaskSensor:
    """A sensor that lets a task read the board; no touch reaches the table. See :class:`daemon.boards.board.Sensor`."""

    def __init__(self, task: Task) -> None:
        self.wait: Callable[[float], bool] | None = None
        self.wake: Callable[[], None] | None = None
        self._task = task

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """See :meth:`daemon.boards.board.Sensor.feel`."""
        try:
            self._task.feel(now_s)
        except BoardLost as error:
            raise board_silent(error) from error
        return ()

    def due_s(self, debounce_s: float) -> float | None:
        """See :meth:`daemon.boards.board.Sensor.due_s`. Always at once: bounces are measured."""
        return 0.0


class TaskLighting:
    """A lighting that lets a task light the board. See :class:`daemon.boards.board.Lighting`."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """See :meth:`daemon.boards.board.Lighting.light`."""
        self._task.paint(now_s)
        return 0.0, now_s + PAINT_S

    def darken(self) -> None:
        """See :meth:`daemon.boards.board.Lighting.darken`. Nothing to do: the next board begins with a frame of its
        own."""
