"""Where the log goes: to standard error, and the latest lines to the panel."""

import logging
import sys
from collections import deque

from engine.texts import repaired_lines

KEPT = 200
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LatestLines(logging.Handler):
    """Keeps the latest lines of the log. May be used from any thread."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT))
        self._kept: deque[str] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line (a traceback is one too)."""
        self._kept.append(repaired_lines(self.format(record)))

    def lines(self) -> tuple[str, ...]:
        """The kept lines, the latest last."""
        self.acquire()
        try:
            return tuple(self._kept)
        finally:
            self.release()


def set_up(debug: bool) -> LatestLines:
    """Log to standard error from ``WARNING`` on, or everything; and keep the latest lines."""
    to_terminal = logging.StreamHandler(sys.stderr)
    to_terminal.setFormatter(logging.Formatter(FORMAT))
    to_terminal.setLevel(logging.DEBUG if debug else logging.WARNING)
    lines = LatestLines()
    root = logging.getLogger()
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    root.addHandler(to_terminal)
    root.addHandler(lines)
    return lines
