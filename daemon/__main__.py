"""``python -m daemon`` is the command ``pawnlight``."""

import atexit
import os
import sys
from typing import NoReturn

from daemon.cli import main as command


def main() -> NoReturn:
    """Run the command, and end the process at once: taking Python apart would take longer than all the rest."""
    _open_closed_streams()
    code = command()
    atexit._run_exitfuncs()  # libraries let go of their devices
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _open_closed_streams() -> None:
    """Standard streams that whoever started the process has closed lead nowhere."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+"))


if __name__ == "__main__":
    main()
