"""The firmware files of a tile, and copying them: to a running tile, to one whose flashing was interrupted, and to one
with nothing but MicroPython.

A running tile is asked to restart and to stay in its service window, where Ctrl-C leads to MicroPython's prompt. An
older firmware that cannot be asked has to be unplugged and plugged in again. While files are copied the tile has no
``main.py``; it comes last, so that after an interruption the tile waits at the prompt for the next attempt.
"""

import contextlib
import hashlib
import os
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import serial
from mpremote.transport import TransportError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

from engine.core.messages import Message, message
from firmware_bridge import messages
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.errors import FlashFailed
from firmware_bridge.port import PORT_ERRORS

_HERE = Path(__file__).parent
_SHARED = ("__init__.py", "messages.py", "codec.py")
_OWN = (
    "__init__.py", "looks.py", "painter.py", "pins.py", "reeds.py", "rings.py", "service.py", "tile.py", "uplink.py",
    "wiring.py",
)  # fmt: skip
MAIN = "main.py"
WIRING = "firmware_bridge/firmware/wiring.py"
"""The builder's own file: a tile keeps its own, and no version depends on it."""
SERVICE_FILE = "service"
"""The file with which ``service.py`` marks the next start."""
VERSION_FILE = "firmware_bridge/firmware/version.py"

PATIENCE_S = 120.0
"""The time that a tile may take to be plugged in and to answer."""
START_S = 20.0
"""The time that it may take to run afterwards."""
KNOCK_S = 0.2
ASK_S = 1.0
_ANSWER_S = 10.0
"""The time for which the prompt may be silent, or accept no input."""
_STEP_S = 60.0
"""The time that any single request may take."""
_CHUNK = 1024
_KNOCK = b"\0\r\x03\x02"
"""Ends an unfinished line, stops a program, and leaves every other mode of MicroPython's prompt. No part of it is a
frame."""
_PROMPT = b">>> "
_RESET = "import machine\nmachine.reset()"

Tell = Callable[[Message], None]


class Prompt(SerialTransport):  # type: ignore[misc]
    """MicroPython's prompt by mpremote, with time limits: mpremote would write for ever to a tile that accepts nothing,
    and read for ever from one that has meanwhile started its program."""

    def __init__(self, port: str) -> None:
        super().__init__(port, timeout=_ANSWER_S)
        self.serial.write_timeout = _ANSWER_S

    def read_until(self, _: int, ending: bytes, **how: object) -> bytes:
        """Read as mpremote does, whatever the arguments, but end after a time limit, silent or not."""
        heard, end_s = b"", time.monotonic() + _STEP_S
        while not heard.endswith(ending) and time.monotonic() < end_s and (more := self.serial.read(1)):
            heard += more
        return heard


# --- the files ---------------------------------------------------------------------------------------------------


def firmware_files() -> dict[str, bytes]:
    """Return the contents of the microcontroller's file system: path → bytes. The wiring is the usual one."""
    files = {name: path.read_bytes() for name, path in _sources().items()}
    return files | {VERSION_FILE: f"FIRMWARE = 0x{firmware_version():08x}\n".encode()}


def _sources() -> dict[str, Path]:
    sources = {MAIN: _HERE / "firmware" / MAIN}
    sources |= {f"firmware_bridge/{name}": _HERE / name for name in _SHARED}
    sources |= {f"firmware_bridge/firmware/{name}": _HERE / "firmware" / name for name in _OWN}
    return sources


@cache
def firmware_version() -> int:
    """Return a hash (32 bits) of all files but the wiring."""
    digest = hashlib.sha256()
    for name, path in sorted(_sources().items()):
        if name != WIRING:
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return int.from_bytes(digest.digest()[:4])


# --- flashing ----------------------------------------------------------------------------------------------------


def flash(
    port: str, tell: Tell, wiring: bytes | None = None, patience_s: float = PATIENCE_S,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> None:  # fmt: skip
    """Give the tile at ``port`` this program's firmware, whatever it runs now, and wait until it runs.

    ``tell`` is called with a sentence at every step. ``wiring``: the contents of a ``wiring.py`` to put there.

    :raises FlashFailed: with the reason and the remedy. The tile can be flashed again.
    """
    Flashing(port, tell, is_cancelled).flash(wiring, patience_s)


class Flashing:
    """One attempt at flashing. See :func:`flash`."""

    def __init__(self, port: str, tell: Tell, is_cancelled: Callable[[], bool]) -> None:
        self._port = port
        self._tell = tell
        self._is_cancelled = is_cancelled
        self._told: Message | None = None

    def flash(self, wiring: bytes | None, patience_s: float) -> None:
        """Flash the tile."""
        self._enter(time.monotonic() + patience_s)
        try:
            with self._prompt() as board:
                self._copy(board, wiring)
        except (TransportError, *PORT_ERRORS, struct.error) as error:
            raise FlashFailed(message(
                "the tile at {port} did not take its files ({error}): look at the cable, and flash it again",
                port=self._port, error=str(error) or type(error).__name__,
            )) from error
        self._say(message("The tile starts."))
        self._await_start(time.monotonic() + START_S)
        self._say(message("The tile has this program's firmware."))

    def _say(self, sentence: Message) -> None:
        if sentence != self._told:
            self._told = sentence
            self._tell(sentence)

    def _check(self, deadline: float, failure: Message) -> None:
        if self._is_cancelled():
            raise FlashFailed(message("it was stopped halfway"))
        if time.monotonic() > deadline:
            raise FlashFailed(failure)

    # --- getting in ----------------------------------------------------------------------------------------------

    def _enter(self, deadline: float) -> None:
        """Restart the tile and wait until MicroPython's prompt answers: there no watchdog of the firmware runs any
        more."""
        failure = message(
            "no tile answers at {port}: look at the cable and at the port's name, and whether MicroPython is on the "
            "Pico", port=self._port
        )
        fresh = False
        while True:
            self._check(deadline, failure)
            try:
                with self._opened() as port:
                    self._knock(port, deadline, failure)
                    if fresh:
                        return
                    self._reset(port)
                fresh = True
            except FileNotFoundError:
                self._say(message("Plug the tile in at {port}.", port=self._port))
                fresh = True  # it will start fresh when it is powered up
            except PORT_ERRORS:
                fresh = True  # the port vanished: that is what a restart looks like from here
            time.sleep(KNOCK_S)

    def _opened(self) -> serial.Serial:
        """Open the port.

        :raises PORT_ERRORS: it is not there at the moment.
        """
        if not os.path.exists(self._port):
            raise FileNotFoundError(self._port)
        try:
            return serial.Serial(self._port, timeout=KNOCK_S, write_timeout=ASK_S, exclusive=True)
        except serial.SerialException as error:
            if error.errno == 13:
                raise FlashFailed(message(
                    "{port} may not be opened: use sudo, or join the group dialout", port=self._port
                )) from error
            if "exclusively lock" in str(error):
                raise FlashFailed(message(
                    "another program uses {port}: stop the service first (sudo systemctl stop pawnlight)",
                    port=self._port,
                )) from error
            raise

    def _knock(self, port: serial.Serial, deadline: float, failure: Message) -> None:
        """Send Ctrl-C until the prompt answers. A running tile is asked to let us in."""
        decoder, heard = Decoder(), b""
        asked_s, since_s = 0.0, time.monotonic()
        while not heard.endswith(_PROMPT):
            self._check(deadline, failure)
            port.write(_KNOCK)
            data = port.read(max(1, port.in_waiting))
            time.sleep(KNOCK_S / 4)
            data += port.read(port.in_waiting)
            heard = (heard + data)[-80:]
            runs = any(payload[0] == messages.ALIVE for payload in decoder.feed(data))
            if runs and time.monotonic() - asked_s > ASK_S:
                asked_s = time.monotonic()
                port.write(b"\0" + encode(messages.pack(messages.SERVICE, messages.SERVICE_WORD)))
                self._say(self._request(asked_s - since_s))

    def _request(self, waited_s: float) -> Message:
        if waited_s < 4 * ASK_S:
            return message("The tile is being asked to let us in.")
        return message("Its firmware is too old to be asked. Unplug the tile at {port}, and plug it in again.",
                       port=self._port)  # fmt: skip

    def _reset(self, port: serial.Serial) -> None:
        port.write(b"\r\x01" + _RESET.encode() + b"\x04")
        port.flush()
        time.sleep(KNOCK_S)

    # --- copying -------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _prompt(self) -> Iterator[Prompt]:
        board = Prompt(os.path.realpath(self._port))
        try:
            board.enter_raw_repl(soft_reset=False)
            yield board
        finally:
            with contextlib.suppress(*PORT_ERRORS):  # a port that is gone cannot even be closed in order
                board.close()
            board.serial.close()

    def _copy(self, board: Prompt, wiring: bytes | None) -> None:
        files = firmware_files()
        keeps = wiring is None and board.fs_exists(WIRING)
        if wiring is not None:
            files[WIRING] = wiring
        elif keeps:
            del files[WIRING]
        main = files.pop(MAIN)
        for name in (MAIN, SERVICE_FILE):
            if board.fs_exists(name):
                board.fs_rmfile(name)
        for folder in ("firmware_bridge", "firmware_bridge/firmware"):
            if not board.fs_exists(folder):
                board.fs_mkdir(folder)
        self._write(board, files)
        board.fs_writefile("main.new", main, _CHUNK)
        board.exec(f"import os\nos.rename('main.new', '{MAIN}')")
        with contextlib.suppress(TransportError, *PORT_ERRORS):  # it takes the port with it
            board.exec_raw_no_follow(_RESET)

    def _write(self, board: Prompt, files: Mapping[str, bytes]) -> None:
        for number, (name, contents) in enumerate(files.items(), 1):
            if self._is_cancelled():
                raise FlashFailed(message("it was stopped halfway"))
            self._say(message("Copying file {number} of {all}.", number=number, all=len(files)))
            wanted = hashlib.sha256(contents).digest()
            if board.fs_exists(name) and board.fs_hashfile(name, "sha256") == wanted:
                continue
            board.fs_writefile(name, contents, _CHUNK)
            if board.fs_hashfile(name, "sha256") != wanted:
                raise OSError(f"{name} differs after it was copied")

    # --- afterwards ----------------------------------------------------------------------------------------------

    def _await_start(self, deadline: float) -> None:
        failure = message(
            "the files are on the tile at {port}, but it does not start: look at its wiring.py", port=self._port
        )
        while True:
            self._check(deadline, failure)
            with contextlib.suppress(*PORT_ERRORS), self._opened() as port:
                if self._is_heard(port, deadline, failure):
                    return
            time.sleep(KNOCK_S)

    def _is_heard(self, port: serial.Serial, deadline: float, failure: Message) -> bool:
        decoder = Decoder()
        while True:
            self._check(deadline, failure)
            for payload in decoder.feed(port.read(max(1, port.in_waiting))):
                if payload[0] == messages.ALIVE and messages.foreign_version(payload) is None:
                    return True
