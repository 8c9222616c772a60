"""Two things at once, in the worst order: the second begins while the first is in the middle, and goes on until it is
done or has to wait. No test depends on how fast threads are.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from waiting import wait_for


class ToldLock:
    """A lock that tells when somebody has to wait for it. ``again``: whoever holds it may take it once more."""

    def __init__(self, again: bool = False) -> None:
        self._lock = threading.RLock() if again else threading.Lock()
        self.awaited = threading.Event()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            self.awaited.set()
            self._lock.acquire()

    def __exit__(self, *exception: object) -> None:
        self._lock.release()


@contextmanager
def meanwhile(
    owner: object, name: str, second: Callable[[], object], waits: Callable[[], bool], after: bool = False
) -> Iterator[None]:
    """In the context, do something else in another thread when this method is first called: before it begins or, with
    ``after``, between its end and its return. ``waits``: true if the second has to wait for the first. Both are done
    when the context ends.
    """
    real: Callable[..., Any] = getattr(owner, name)
    thread, begun = threading.Thread(target=second, name="meanwhile"), threading.Event()

    def interrupted(*given: Any, **named: Any) -> Any:
        if begun.is_set():
            return real(*given, **named)
        begun.set()
        done = real(*given, **named) if after else None
        thread.start()
        wait_for(lambda: waits() or not thread.is_alive(), "that the second is done or waits for the first")
        return done if after else real(*given, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(owner, name, interrupted)
        yield
        assert begun.is_set(), f"{name} was never called"
        thread.join()
