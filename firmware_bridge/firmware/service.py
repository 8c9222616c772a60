"""The way into the service window of a running tile: it restarts and waits there longer than usual."""

import os

_ASKED_FOR = "service"
"""The name of a file: it outlives the restart on every chip."""


def ask() -> None:
    """Make the next start one for service."""
    open(_ASKED_FOR, "w").close()


def was_asked_for() -> bool:
    """True if this start is for service; the one after it is not."""
    try:
        os.remove(_ASKED_FOR)
    except OSError:
        return False
    return True
