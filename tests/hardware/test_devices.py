"""The check of a device file leaves nothing behind, whatever the device is."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOK = """
import os, sys
from pathlib import Path
from engine.core.messages import message
from hardware.platform import hindrance
from hardware.driver_info import Need

print(hindrance(Need(sys.argv[1], message("plug it in"), "dialout")), flush=True)
try:
    os.close(os.open("/dev/tty", os.O_RDWR))
    print("has a terminal", flush=True)
except OSError:
    print("no terminal of its own", flush=True)
sys.stdin.read()
print("goes on", flush=True)
"""


def test_a_service_that_looks_at_a_serial_port_survives_its_unplugging() -> None:
    """The leader of a session gets the first terminal that it opens as its own, and SIGHUP when that goes away."""
    cable, port = os.openpty()
    command = [sys.executable, "-c", LOOK, os.ttyname(port)]
    with subprocess.Popen(
        command, cwd=ROOT, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as service:
        assert service.stdin is not None and service.stdout is not None
        os.close(port)
        said = [service.stdout.readline().strip() for _ in range(2)]
        os.close(cable)
        service.stdin.close()
        said.append(service.stdout.read().strip())
    assert (said, service.returncode) == (["None", "no terminal of its own", "goes on"], 0)
