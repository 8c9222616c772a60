"""Reeds and rings that are opened as soon as they can be: a part that is missing, unpowered or disabled in the system
is tried again for ever, and meanwhile reports what is wrong with it."""

import logging
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from engine.core.messages import message
from hardware.errors import BoardLost, PartUnusable
from hardware.ports import Reeds, Rings

log = logging.getLogger(__name__)

RETRY_S: Final = 2.0
"""The pause before a part is opened again: searching for a library in vain is expensive on a small computer."""

P = TypeVar("P", bound=Reeds | Rings)


class _Patient(Generic[P]):
    """A part of the board that may not be there yet. It is opened at once, if it can be."""

    def __init__(self, open_it: Callable[[], P], count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = count
        self._open = open_it
        self._clock = clock
        self._part: P | None = None
        self._trouble: PartUnusable | None = None
        self._retry_s = 0.0
        self._closed = False
        try:
            self._opened()
        except BoardLost as error:
            log.warning("a part of the board cannot be used yet: %s", error)

    def _opened(self) -> P:
        """Return the opened part.

        :raises BoardLost: it cannot be used yet; the reason is the driver's. Or it was closed.
        """
        if self._closed:
            raise BoardLost(message("the board is no longer in use"))
        if self._part is None:
            self._part = self._try_to_open()
        return self._part

    def _try_to_open(self) -> P:
        if self._trouble is None or self._clock() >= self._retry_s:
            try:
                return self._open()
            except PartUnusable as error:
                self._trouble = error
                self._retry_s = self._clock() + RETRY_S
        raise BoardLost(self._trouble.reason) from self._trouble

    def close(self) -> None:
        """Let go of the part; may be called twice."""
        self._closed = True
        part, self._part = self._part, None
        if part is not None:
            part.close()


class PatientReeds(_Patient[Reeds]):
    """Reeds that may not be there yet; see :class:`hardware.ports.Reeds`. While they cannot be opened they count as
    lost."""

    def read(self) -> int:
        """Scan the reeds.

        :raises BoardLost: they do not answer, cannot be opened yet, or were closed.
        """
        return self._opened().read()


class PatientRings(_Patient[Rings]):
    """Rings that may not be there yet; see :class:`hardware.ports.Rings`. While they cannot be opened they count as
    lost."""

    def show(self, pixels: bytes) -> None:
        """Show a frame.

        :raises BoardLost: they do not answer, cannot be opened yet, or were closed.
        """
        self._opened().show(pixels)
