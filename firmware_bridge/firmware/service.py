"""The way into the service window of a tile that runs: it starts anew and waits there longer than usual."""

import os

_ASKED_FOR = "service"
"""A file: it outlives the restart on every chip."""


def ask() -> None:
    """The next start is for service."""
    open(_ASKED_FOR, "w").close()


def was_asked_for() -> bool:
    """Whether this start is for service; the one after it is not."""
    try:
        os.remove(_ASKED_FOR)
    except OSError:
        return False
    return True
