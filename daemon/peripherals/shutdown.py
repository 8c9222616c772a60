"""Shutting down the computer under the board.

The service itself may not do that. It makes a file, for which systemd waits (``pawnlight-off.path``), and systemd does
it.
"""

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from daemon.boards.board import RealBoard, Surface
from daemon.peripherals.symbols import POWER, SymbolLighting, drawn
from daemon.runtime.queue import LeaveBoard, Orders, UseBoard, nothing
from daemon.storage.writer import Writer
from engine.core.messages import Message, message
from table.messages.refusal import Refused

log = logging.getLogger(__name__)

STORE_S: Final = 5.0
"""The time that the disk may take for what was played last."""
SIGN_S: Final = 4.0
"""The time that the sign stands at least: enough to see it and to take the hands away."""
END_S: Final = 30.0
"""The time that systemd may take to end this program."""
TOLD_S: Final = 10.0
"""The time for which phones show that it failed."""

GOING_OFF = message(
    "The computer under the board is being switched off. Everything is stored, and the game goes on when it is "
    "switched on again. Pull the plug when the computer's own green light stays dark, or half a minute after the board "
    "went dark."
)
FAILED = message(
    "The computer was not switched off, and play goes on. journalctl -u pawnlight-off says why; sudo poweroff works "
    "too."
)
NOT_HERE = message(
    "The computer cannot be switched off from here, because Pawnlight does not run as its service. Shut it down as you "
    "usually do, with sudo poweroff for example."
)
NOT_STORED = message("Not everything is on disk yet, so nothing was switched off. Wait a moment, then try again.")

Rest = Callable[[float], bool]
"""A function that sleeps for so many seconds; ``True`` at once, if the program ends."""


def request_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file that asks systemd to shut down, in the directory that the unit gives its service
    (systemd.exec(5)); ``None``: this is not a service."""
    directory = environment.get("RUNTIME_DIRECTORY")
    return Path(directory) / "power-off" if directory else None


class Power:
    """The shutdown of the computer. :meth:`check` may be called from any thread."""

    def __init__(
        self, real: RealBoard | None, orders: Orders, writer: Writer, warn: Callable[[Message | None], None],
        request: Path | None,
    ) -> None:
        """:param warn: tells phones. :param request: see :func:`request_file`."""
        self._real = real
        self._orders = orders
        self._writer = writer
        self._warn = warn
        self._request = request

    @property
    def possible(self) -> bool:
        """True if the computer can be shut down from here."""
        return self._request is not None

    def check(self) -> None:
        """Store what was played.

        :raises Refused: that does not work, or the computer cannot be switched off from here.
        """
        if self._request is None:
            raise Refused(NOT_HERE)
        if not self._writer.wait_idle(STORE_S):
            raise Refused(NOT_STORED, 503)

    def switch_off(self, rest: Rest) -> None:
        """Store, show the sign, and have the computer shut down. Returns as the program ends, or when that failed."""
        try:
            self.check()
        except Refused as refused:
            log.warning("%s", refused.reason)
            return
        surface = self._show_sign()
        self._warn(GOING_OFF)
        if rest(SIGN_S) or self._ask(rest):
            return
        log.error("nobody switched the computer off: see journalctl -u pawnlight-off")
        if surface is not None:
            self._orders.post(LeaveBoard(surface))
        self._warn(FAILED)
        rest(TOLD_S)
        self._warn(None)

    def _show_sign(self) -> Surface | None:
        if self._real is None:
            return None
        whole = self._real.cut(self._real.board)
        surface = replace(whole, lighting=SymbolLighting(whole.lighting, drawn(POWER, whole.board)))
        self._orders.ask(UseBoard(surface, nothing, over_game=True))
        return surface

    def _ask(self, rest: Rest) -> bool:
        """Ask systemd to shut down. True if it worked: then this program is ended."""
        assert self._request is not None
        self._writer.wait_idle(STORE_S)  # requests of phones meanwhile
        try:
            self._request.touch()
            return rest(END_S)
        except OSError as error:
            log.warning("%s cannot be made: %s", self._request, error)
            return False
        finally:
            self._request.unlink(missing_ok=True)
