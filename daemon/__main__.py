"""``python -m daemon`` is the command ``pawnlight``."""

import atexit
import os
from typing import NoReturn


def main() -> NoReturn:
    """Run the command, and end the process at once: Python's own clean-up would take longer than all the rest."""
    try:
        from daemon.cli import main as command
        from daemon.system import standard_streams  # that takes long enough for somebody to press Ctrl+C
    except KeyboardInterrupt:
        os._exit(1)
    standard_streams.open_closed()
    code = command()
    atexit._run_exitfuncs()  # libraries let go of their devices
    standard_streams.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
