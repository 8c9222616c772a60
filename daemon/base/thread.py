"""A thread of the program, which waits for work and ends when it is asked to."""

import threading


class Worker:
    """A thread that runs ``_run``, from :meth:`start` until that returns.

    Whatever other threads hand over to it is guarded by the condition ``_changed``, and announced by notifying it. When
    ``_stopping`` is true, ``_run`` is to return.
    """

    def __init__(self, name: str) -> None:
        """:param name: of the thread, as the page of the architecture lists it."""
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, timeout_s: float) -> bool:
        """End the thread. ``False`` if it takes longer."""
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
