"""The standard streams, which whoever started the process may have closed, or may close meanwhile."""

import os
import sys
from contextlib import suppress
from typing import IO, Any


def open_closed() -> None:
    """Have those that are closed lead nowhere."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+"))


def lead_nowhere(stream: IO[Any]) -> None:
    """Have a stream to which nothing can be written lead nowhere; what still waits in it is dropped."""
    with suppress(OSError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def flush() -> None:
    """Let go of what waits to be printed, as far as anybody takes it: a closed terminal does not."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
