"""A value created on first use, to keep start-up fast."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Lazy(Generic[T]):
    """A value that is created at the first call and returned by all later ones. Safe to use from any thread."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.made: T | None = None
        """``None``: there was no call yet."""

    def __call__(self) -> T:
        with self._lock:
            if self.made is None:
                self.made = self._make()
            return self.made
