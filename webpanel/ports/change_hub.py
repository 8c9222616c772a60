"""Notification of many clients about changes, without ever waiting for one of them.

The notification says only *that* something changed: changes that come faster than a client reads them fold into one, so
a slow phone costs one flag, and everybody who reads gets the newest scene.
"""

import threading
from collections.abc import Callable, Iterator
from types import TracebackType

from engine.core.messages import message
from table.messages.refusal import Refused


class Change:
    """One client's view of the changes. Made by :meth:`Changes.subscribe`."""

    def __init__(self, hub: "Changes", ended: Callable[[], None]) -> None:
        self._hub, self._ended = hub, ended
        self._woken = threading.Event()
        self._closed = False

    def changes(self, heartbeat_s: float) -> Iterator[bool]:
        """Yield ``True`` when something changed since the last ``True``, ``False`` when nothing did for
        ``heartbeat_s``. Ends when the client is closed, or the program stops."""
        while True:
            changed = self._woken.wait(heartbeat_s)
            if changed:  # a change may come right after this; it is left for the next time
                self._woken.clear()
            if self._closed:
                return
            yield changed

    def wake(self) -> None:
        """Note that something changed."""
        self._woken.set()

    def close(self) -> None:
        """End :meth:`changes` at once. May be called from any thread, more than once."""
        self._closed = True
        if self._hub.forget(self):
            self._ended()
        self._woken.set()

    def __enter__(self) -> "Change":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Changes:
    """The clients that want to know about changes, at most ``limit``. Safe to use from any thread."""

    def __init__(self, limit: int = 32) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._clients: set[Change] = set()
        self._closed = False
        self._others: tuple[Callable[[], None], ...] = ()

    def call(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` at every change. It must return at once."""
        self._others = (*self._others, tell)

    def subscribe(self, ended: Callable[[], None] = lambda: None) -> Change:
        """Add a client. ``ended``: called once it is closed, from any thread.

        :raises Refused: there are ``limit`` already, or the program stops (status 503).
        """
        with self._lock:
            if self._closed or len(self._clients) >= self._limit:
                raise Refused(message("Too many screens are watching: close one of them and try again."), 503)
            client = Change(self, ended)
            self._clients.add(client)
            return client

    def publish(self) -> None:
        """Notify all clients. Returns at once."""
        with self._lock:
            for client in self._clients:
                client.wake()
        for tell in self._others:
            tell()

    def forget(self, client: Change) -> bool:
        """Remove a client; ``False``: it was removed before."""
        with self._lock:
            known = client in self._clients
            self._clients.discard(client)
            return known

    def close(self) -> None:
        """End every client's :meth:`Change.changes`, and accept no more."""
        with self._lock:
            self._closed = True
            clients = tuple(self._clients)
        for client in clients:
            client.close()
