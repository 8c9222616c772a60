"""Measure how long the table's thread keeps others waiting while a parked game of many actions returns to the table.

A beat every few milliseconds: an order that does nothing, and how late it is taken; the next one is given only then. On
a busy machine that says more of the machine than of the program, so it is told too how long the table's thread
computes for any one order.
"""

import gc
import json
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from daemon.app.program import Program
from daemon.config.schema import Config, PanelConfig
from daemon.runtime.queue import Order
from daemon.runtime.table_thread import TableLoop
from daemon.storage.store import Store
from engine.records.game_record import Record, begin, replay, write_record
from engine.registry import find_game
from measuring.long_game import OPTIONS, long_game
from measuring.metronome import BEAT_S
from measuring.process import helper
from table.messages.events import TimePassed

TARGET_S = 0.05


class Beats:
    """Orders that do nothing, given again and again, and how late the table's thread took each."""

    def __init__(self, program: Program) -> None:
        self.late_s: list[float] = []
        self.busy_s: list[float] = []
        self._program = program
        self._beat: TimePassed | None = None
        self._given_s = 0.0
        self._taken, self._stop = threading.Event(), threading.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Give orders meanwhile."""
        real = TableLoop._take

        def take(loop: TableLoop, order: Order) -> None:
            if order.wish is self._beat:
                self.late_s.append(time.monotonic() - self._given_s)
                self._taken.set()
            started_s = time.thread_time()
            real(loop, order)
            self.busy_s.append(time.thread_time() - started_s)

        TableLoop._take = take  # type: ignore[method-assign, assignment]
        giving = threading.Thread(target=self._give)
        giving.start()
        try:
            yield
        finally:
            self._stop.set()
            giving.join()
            TableLoop._take = real  # type: ignore[method-assign]

    def _give(self) -> None:
        while not self._stop.wait(BEAT_S):
            self._taken.clear()
            self._beat, self._given_s = TimePassed(), time.monotonic()
            self._program.orders.post(self._beat)
            self._taken.wait()


def measure(length: int, times: int) -> tuple[list[float], list[float], list[float]]:
    """Return how late orders were taken while a game of so many actions was resumed so often, how long the table's
    thread computed for each, and how late the machine woke a process that only sleeps, in seconds."""
    game = find_game("pawn-advance")
    record = write_record(Record(replay(begin(game, game.read_options(OPTIONS)), long_game(length, random.Random(1)))))
    with tempfile.TemporaryDirectory() as directory:
        store = Store(Path(directory))
        program = Program(replace(Config(), panel=PanelConfig("127.0.0.1", 0), data_dir=Path(directory)), store)
        with program:
            keys = [program.desk.shelf.import_record(record) for _ in range(times)]
            metronome, beats = helper("measuring/metronome.py"), Beats(program)
            gc.collect()
            gc.freeze()  # as the program does once it has started
            with beats.running():
                for key in keys:
                    program.desk.resume(key)
            late_s = json.loads(metronome.communicate("stop\n")[0])
        store.close()
    return beats.late_s, beats.busy_s, late_s
