"""The standard streams, which the process's parent may have closed, or may close meanwhile."""

import os
import sys
from contextlib import suppress
from typing import IO, Any


def open_closed() -> None:
    """Redirect closed streams to the null device."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+"))


def lead_nowhere(stream: IO[Any]) -> None:
    """Redirect a stream to which nothing can be written to the null device; its buffered output is dropped."""
    with suppress(OSError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def flush() -> None:
    """Flush buffered output, as far as anybody accepts it: a closed terminal does not."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
