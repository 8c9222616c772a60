"""``python -m opponents``: a line of JSON in, a line of JSON out, until the input ends (docs/opponents.md)."""

import os
import sys

from opponents.conversation import answer

_NICENESS = 19
"""Touches, lights and phones go first."""


def main() -> None:
    """Answer requests one after the other."""
    os.nice(_NICENESS)
    for line in sys.stdin.buffer:
        sys.stdout.write(answer(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
