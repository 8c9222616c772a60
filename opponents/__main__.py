"""``python -m opponents``: a line of JSON in, a line of JSON out, until the input ends (docs/opponents.md)."""

import os
import signal
import sys

from opponents.conversation import answer
from opponents.outside import Engines

_NICENESS = 19
"""Touches, lights and phones go first."""


def main() -> None:
    """Answer requests one after the other, until nobody asks or listens any more, or Ctrl+C."""
    os.nice(_NICENESS)
    engines = Engines()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        for line in sys.stdin.buffer:
            sys.stdout.write(answer(line, engines) + "\n")
            sys.stdout.flush()
    except BrokenPipeError:  # what was not written would be tried again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        engines.close()


if __name__ == "__main__":
    main()
