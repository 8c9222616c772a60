"""Which phone holds which seat of the game on the table."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from daemon.disk import in_words
from daemon.store import Store
from engine.messages import message
from engine.pieces import Seat
from webpanel.desk import Refused


class KeptClaims:
    """See :class:`webpanel.desk.Claims`. Remembered in memory, as every look at the table asks; kept in the store."""

    def __init__(self, store: Store, changed: Callable[[], None] = lambda: None) -> None:
        """:param changed: called after a seat was taken or freed, for the phones to be told."""
        self._store = store
        self._changed = changed
        self._lock = threading.Lock()
        self._key = ""
        self._holders: dict[Seat, str] = {}

    @contextmanager
    def turned_to(self, key: str, holders: Mapping[Seat, str]) -> Iterator[None]:
        """While another game is being put on the table, and from then on; unless that fails."""
        with self._lock:
            before = self._key, self._holders
            self._key, self._holders = key, dict(holders)
        try:
            yield
        except BaseException:
            with self._lock:
                self._key, self._holders = before
            raise

    def holders(self) -> Mapping[Seat, str]:
        """Seat → token of the phone that holds it."""
        with self._lock:
            return dict(self._holders)

    def claim(self, seat: Seat, phone: str) -> None:
        """Give a free seat to a phone.

        :raises Refused: another phone holds it, or there is no game.
        """
        with self._lock:
            if not self._key:
                raise Refused(message("There is no game on the table. Start one or continue one first."))
            if self._holders.get(seat, phone) != phone:
                raise Refused(message("Another phone holds that seat. Let it leave first, or free it with the PIN."))
            with in_words():
                self._store.claim(self._key, seat, phone)
            self._holders[seat] = phone
        self._changed()

    def free(self, seat: Seat) -> None:
        """Free a seat."""
        with self._lock:
            with in_words():
                self._store.free(self._key, seat)
            self._holders.pop(seat, None)
        self._changed()
