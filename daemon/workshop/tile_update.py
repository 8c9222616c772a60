"""The update of a tile's firmware from the panel, while the program runs."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from daemon.boards.tile_board import TiledBoard
from engine.core.messages import Message, message
from firmware_bridge.errors import FlashFailed
from webpanel.ports.workshop_port import Work

log = logging.getLogger(__name__)

BEGUN: Final = message("The tile's port is being freed.")

Flash = Callable[[str, Callable[[Message], None], Callable[[], bool]], None]


def flash_tile(port: str, tell: Callable[[Message], None], is_cancelled: Callable[[], bool]) -> None:
    """Do what ``pawnlight flash PORT`` does."""
    from firmware_bridge.flash import flash  # takes mpremote with it, which few need

    flash(port, tell, is_cancelled=is_cancelled)


class RenewTask:
    """The update of one tile's firmware, in a thread of its own. The board's link lets go of its port meanwhile.

    All methods may be called from any thread. The last sentence stays to be read.
    """

    name = "renew"

    def __init__(self, board: TiledBoard, port: str, flash: Flash = flash_tile) -> None:
        self._board = board
        self._port = port
        self._flash = flash
        self._told = BEGUN
        self._steps = (0, 0)
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"renewal {port}", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """True while the update runs."""
        return self._thread.is_alive()

    def stop(self, patience_s: float) -> None:
        """Interrupt the update, if it runs: the tile then waits at MicroPython's prompt for another attempt."""
        self._cancelled.set()
        self._thread.join(patience_s)

    def say(self, answer: str) -> None:
        """Do nothing: there are no questions."""

    def work(self, now_s: float) -> Work:
        """See :meth:`daemon.workshop.tasks.Task.work`."""
        done, of = self._steps
        facts = ((message("Tile"), message("{text}", text=self._port)),)
        return Work(self.name, self._told, None, (), done, of, (), facts, {}, 0, 0)

    def _run(self) -> None:
        try:
            with self._board.tiles.lent(self._port):
                self._flash(self._port, self._tell, self._cancelled.is_set)
        except FlashFailed as error:
            log.warning("the tile at %s was not given its firmware: %s", self._port, error)
            self._tell(message("The tile was not given its firmware: {reason}.", reason=error.reason))

    def _tell(self, sentence: Message) -> None:
        values = dict(sentence.values)
        if "number" in values:
            self._steps = int(str(values["number"])), int(str(values["all"]))
        self._told = sentence
