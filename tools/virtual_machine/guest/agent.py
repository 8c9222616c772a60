"""The experimenter's hand in the virtual machine: runs commands, and puts pieces on reeds."""

import subprocess
import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from xmlrpc.server import SimpleXMLRPCServer

LINES = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")


def run(command: list[str]) -> tuple[int, str]:
    """A command to its end: its status, and what it said."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def flip(line: int, closed: bool) -> bool:
    """Close or open a reed."""
    (LINES / f"sim_gpio{line}" / "pull").write_text("pull-up" if closed else "pull-down", "ascii")
    return True


class Server(ThreadingMixIn, SimpleXMLRPCServer):
    """Many at once: an installation takes long."""


with Server((sys.argv[1], int(sys.argv[2])), logRequests=False) as server:
    server.register_function(run)  # type: ignore[arg-type]
    server.register_function(flip)  # type: ignore[arg-type]
    server.serve_forever()
