"""``python -m daemon`` is the command ``pawnlight``."""

import sys

from daemon.cli import main

if __name__ == "__main__":
    sys.exit(main())
