"""The workshop on the panel: a task in place of a game, on the scanner's and the lamps' threads."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from daemon.boards import map_file, needs_of
from daemon.config import Config
from daemon.surface import BoardPicture, RealBoard, Surface, WiredBoard, unfelt
from daemon.tiled import TiledBoard
from daemon.workshop.tasks import CheckTask, Task, TiledBench, WiredBench, WireTask, wires_of
from engine.messages import message
from hardware.board_map import BoardMap, save
from hardware.errors import BoardLost
from table.refused import Refused
from table.words.events import Sensed
from table.words.lights import Overlay
from table.words.settings import Settings
from webpanel.desk import Work

log = logging.getLogger(__name__)

PAINT_S = 0.05
"""How often a task lights the board anew; equal frames are not sent."""

NO_BOARD = message("There is only the screen board: nothing is wired up.")
NOT_FREE = message("Park the game on the table first: the whole board is needed.")
TILES_KNOW = message("Tiles know their own wiring. Where they lie is written in the builder's configuration.")
NOTHING_OPEN = message("That has ended in the meantime. Start it again.")
NOT_KEPT = message("The board map cannot be written: check that the disk has room and the data directory is writable.")


class Stage(Protocol):
    """What the workshop needs of the program."""

    def watch(self, surface: Surface) -> None:
        """Feel and light this board from now on."""

    def free(self) -> bool:
        """Whether no game is on the table."""

    def leave(self) -> None:
        """Go back to how it was."""


class BenchWorkshop:
    """See :class:`webpanel.desk.Workshop`."""

    def __init__(
        self, config: Config, real: RealBoard | None, stage: Stage, debounce_s: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config = config
        self._real = real
        self._stage = stage
        self._debounce_s = debounce_s
        self._clock = clock
        self._lock = threading.Lock()
        self._task: Task | None = None

    @property
    def is_open(self) -> bool:
        """Whether a task is under way."""
        return self._task is not None

    def open(self, task: str) -> None:
        """See :meth:`webpanel.desk.Workshop.open`."""
        with self._lock:
            if not self._stage.free():
                raise Refused(NOT_FREE)
            made = self._make(task)
            self._task = made
            board = made.work(self._clock())
            log.info("the workshop begins: %s (%sx%s)", task, board.files, board.ranks)
            self._stage.watch(task_surface(made, self._real))

    def say(self, answer: str) -> None:
        """See :meth:`webpanel.desk.Workshop.say`."""
        task = self._task
        if task is None:
            raise Refused(NOTHING_OPEN)
        try:
            task.say(answer)
        except OSError as error:
            log.warning("the board map cannot be written: %s", error)
            raise Refused(NOT_KEPT, 503) from error

    def close(self) -> None:
        """See :meth:`webpanel.desk.Workshop.close`."""
        with self._lock:
            if self._task is not None:
                self._task = None
                self._stage.leave()

    def drop(self) -> None:
        """A game begins: the task ends. From the loop's thread."""
        self._task = None

    def work(self) -> Work | None:
        """See :meth:`webpanel.desk.Workshop.work`."""
        task = self._task
        return None if task is None else task.work(self._clock())

    def _make(self, task: str) -> Task:
        real = self._real
        if isinstance(real, WiredBoard):
            wires = wires_of(self._config, real)
            if task == "wire":
                return WireTask(real, wires, self._keep)
            needed = needs_of(self._config)
            return CheckTask(WiredBench(real, wires), self._debounce_s, self._clock, needed)
        if isinstance(real, TiledBoard):
            if task == "wire":
                raise Refused(TILES_KNOW)
            return CheckTask(TiledBench(real, self._config.rings.supply_a), self._debounce_s, self._clock)
        raise Refused(NO_BOARD)

    def _keep(self, learnt: BoardMap) -> None:
        save(learnt, map_file(self._config))
        if isinstance(self._real, WiredBoard):
            self._real.board_map = learnt


def task_surface(task: Task, real: RealBoard | None) -> Surface:
    """A board as a task feels and lights it."""
    assert real is not None, "a task has a board"
    return Surface(real.board, lambda: TaskSensor(task), TaskLighting(task))


def task_picture(surface: Surface) -> BoardPicture:
    """What the lamps are given for a task: it paints by itself."""
    return BoardPicture(surface, {}, Overlay.NONE, None, Settings())


class TaskSensor:
    """Lets a task read the board; no touch reaches the table. See :class:`daemon.surface.Sensor`."""

    def __init__(self, task: Task) -> None:
        self.wait: Callable[[float], bool] | None = None
        self._task = task

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """See :meth:`daemon.surface.Sensor.feel`."""
        try:
            self._task.feel(now_s)
        except BoardLost as error:
            raise unfelt(error) from error
        return ()

    def due_s(self, debounce_s: float) -> float | None:
        """See :meth:`daemon.surface.Sensor.due_s`. Always at once: bounces are measured."""
        return 0.0


class TaskLighting:
    """Lets a task light the board. See :class:`daemon.surface.Lighting`."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """See :meth:`daemon.surface.Lighting.light`."""
        self._task.paint(now_s)
        return 0.0, now_s + PAINT_S

    def darken(self) -> None:
        """See :meth:`daemon.surface.Lighting.darken`. The next board begins with a frame of its own."""
