"""A thread of the program's own, which waits for news and ends when it is told to."""

import threading


class Worker:
    """Runs ``_run`` in a thread, from :meth:`start` until that returns.

    What other threads hand over to it is guarded by ``_changed``, and told by notifying it. When ``_stopping`` is true,
    ``_run`` is to return.
    """

    def __init__(self, name: str) -> None:
        """:param name: of the thread, as the page of the architecture lists it."""
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout_s: float) -> bool:
        """End. ``False`` if it takes longer."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        raise NotImplementedError

    def _rest(self, duration_s: float) -> bool:
        """Wait this long, unless the end comes first: ``True``."""
        with self._changed:
            return self._changed.wait_for(lambda: self._stopping, duration_s)
