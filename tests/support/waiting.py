"""Waiting in tests: for a state that has a name, never for a time that seems long enough."""

import time
from collections.abc import Callable
from typing import TypeVar

Seen = TypeVar("Seen")

PATIENCE_S = 180.0
"""The longest that anything may take before a test gives up: on a busy machine, on one that halts for a minute."""


def wait_for(look: Callable[[], Seen], what: str | Callable[[], str], pause_s: float = 0.01) -> Seen:
    """Return the result of ``look`` once it is true. ``what`` is waited for: words for whoever reads of its failure, or
    what makes them then.

    :raises AssertionError: if it has not come within :data:`PATIENCE_S`
    """
    deadline_s = time.monotonic() + PATIENCE_S
    while not (seen := look()):
        assert time.monotonic() < deadline_s, f"never {what if isinstance(what, str) else what()}"
        time.sleep(pause_s)
    return seen
