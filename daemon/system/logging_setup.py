"""Logging: to standard error, and the latest lines to the panel."""

import logging
import os
import sys
import threading
from collections import deque
from queue import SimpleQueue

from engine.core.text_rules import repaired_lines

KEPT = 200
WAITING = 2000
"""The most lines that wait for a terminal that accepts none; later ones are on the panel alone."""
END_S = 1.0
"""The time that the terminal may take for the last lines."""
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LatestLines(logging.Handler):
    """A memory of the latest lines of the log. May be used from any thread."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT))
        self._kept: deque[str] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line (a traceback is one too)."""
        self._kept.append(repaired_lines(self.format(record)))

    def lines(self) -> tuple[str, ...]:
        """Return the kept lines, the latest last."""
        self.acquire()
        try:
            return tuple(self._kept)
        finally:
            self.release()


class Printer(logging.Handler):
    """A handler that prints lines in a thread of its own. Otherwise a terminal that is paused (Ctrl+S), or a pipe that
    nobody reads, would stop every thread that logs."""

    def __init__(self, descriptor: int, level: int) -> None:
        """:param descriptor: of a file that is open for writing. It is written to as it is: Python's own streams have a
        lock, which a thread that hangs would keep at the program's end.
        """
        super().__init__(level)
        self.setFormatter(logging.Formatter(FORMAT))
        self._descriptor = descriptor
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line for printing. Returns at once."""
        if self._lines.qsize() < WAITING:
            self._lines.put(f"{self.format(record)}\n".encode(errors="backslashreplace"))

    def close(self) -> None:
        """Print waiting lines, if that is possible soon. Called by :mod:`logging` at the program's end."""
        self._lines.put(None)
        self._thread.join(END_S)
        super().close()

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:  # the terminal is gone
                return


def set_up(debug: bool) -> LatestLines:
    """Log to standard error from ``WARNING`` on, or everything; and keep the latest lines."""
    lines = LatestLines()
    root = logging.getLogger()
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    root.addHandler(Printer(sys.stderr.fileno(), logging.DEBUG if debug else logging.WARNING))
    root.addHandler(lines)
    return lines
