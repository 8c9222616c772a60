"""Which phone holds which seat of the game on the table."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from daemon.storage.disk import in_words
from daemon.storage.store import Store
from engine.messages import message
from engine.pieces import Seat
from table.refused import Refused


class KeptClaims:
    """See :class:`webpanel.desk.Claims`. Kept in the store, and remembered: every look at the table asks for the
    holders, and does not wait for a disk that is busy with a claim."""

    def __init__(self, store: Store, changed: Callable[[], None] = lambda: None) -> None:
        """:param changed: called after a seat was taken or freed, for the phones to be told."""
        self._store = store
        self._changed = changed
        self._changing = threading.Lock()
        self._key = ""
        self._holders: Mapping[Seat, str] = {}  # replaced as a whole

    @contextmanager
    def turned_to(self, key: str, holders: Mapping[Seat, str]) -> Iterator[None]:
        """While another game is being put on the table, and from then on; unless that fails."""
        with self._changing:
            before = self._key, self._holders
            self._key, self._holders = key, holders
        try:
            yield
        except BaseException:
            with self._changing:
                self._key, self._holders = before
            raise

    def holders(self) -> Mapping[Seat, str]:
        """Seat → token of the phone that holds it."""
        return self._holders

    def claim(self, seat: Seat, phone: str) -> None:
        """Give a free seat to a phone.

        :raises Refused: another phone holds it, or there is no game.
        """
        with self._changing:
            if not self._key:
                raise Refused(message("There is no game on the table. Start one or continue one first."))
            if self._holders.get(seat, phone) != phone:
                raise Refused(message("Another phone holds that seat. Let it leave first, or free it with the PIN."))
            with in_words():
                self._store.claim(self._key, seat, phone)
            self._holders = {**self._holders, seat: phone}
        self._changed()

    def free(self, seat: Seat) -> None:
        """Free a seat."""
        with self._changing:
            with in_words():
                self._store.free(self._key, seat)
            self._holders = {each: phone for each, phone in self._holders.items() if each is not seat}
        self._changed()
