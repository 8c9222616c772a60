"""A memory card with a cache of its own, as a device of a virtual machine: what was written is safe once it was
flushed, and a power cut takes any part of the rest.

It speaks the NBD protocol (https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md), as far as qemu does.
"""

import random
import socket
import struct
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SECTOR = 512
GREETING = struct.Struct(">8s8sH")
OPTION = struct.Struct(">8sII")
OPTION_REPLY = struct.Struct(">QIII")
REQUEST = struct.Struct(">IHHQQI")
REPLY = struct.Struct(">IIQ")
GO, ACK, INFO, UNSUPPORTED = 7, 1, 3, 0x80000001
READ, WRITE, DISCONNECT, FLUSH = range(4)
NOT_SUPPORTED = 95
FEATURES = 1 | 4 | 8
"""There are flags; it flushes; it writes through its cache when told to (FUA)."""
WRITE_THROUGH = 1


class Gone(Exception):
    """The machine closed the line."""


@dataclass(frozen=True, slots=True)
class Write:
    """A write of a machine; ``through``: it was safe at once."""

    offset: int
    content: bytes
    through: bool


@dataclass(frozen=True, slots=True)
class Flush:
    """All that was written before is safe."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that somebody outside knew at that moment."""

    known: object


class Sectors:
    """A file of sectors, and those in front of it that are not safe yet."""

    def __init__(self, image: Path) -> None:
        self._file = image.open("r+b", buffering=0)
        self._cache: dict[int, tuple[int, bytes]] = {}
        """Sector → number of its last write, and what was written."""
        self._writes = 0

    def read(self, offset: int, length: int) -> bytes:
        self._file.seek(offset)
        content = bytearray(self._file.read(length))
        if self._cache:
            for at in range(0, length, SECTOR):
                written = self._cache.get((offset + at) // SECTOR)
                if written is not None:
                    content[at : at + SECTOR] = written[1]
        return bytes(content)

    def take(self, event: Write | Flush) -> None:
        """Apply a write or a flush of the machine."""
        if isinstance(event, Flush):
            self._flush()
            return
        self._writes += 1
        for at in range(0, len(event.content), SECTOR):
            sector, piece = (event.offset + at) // SECTOR, event.content[at : at + SECTOR]
            if event.through:
                self._cache.pop(sector, None)
            else:
                self._cache[sector] = (self._writes, piece)
        if event.through:
            self._store(event.offset, event.content)

    def cut(self, chance: random.Random) -> tuple[int, int]:
        """The power is gone: how many writes were not safe, and how many of them are lost. Each is kept, lost, or torn
        at some sector, in whatever order they came."""
        numbers = sorted({number for number, _ in self._cache.values()})
        share = chance.choice((0.0, 0.5, 1.0))
        ends = {number: chance.choice((0.0, chance.random())) for number in numbers if chance.random() >= share}
        for number, end in ends.items():
            sectors = sorted(sector for sector, (written, _) in self._cache.items() if written == number)
            for sector in sectors[int(len(sectors) * end) :]:
                del self._cache[sector]
        self._flush()
        return len(numbers), len(ends)

    def copy_cut(self, image: Path, to: Path, chance: random.Random) -> tuple[int, int]:
        """The same on a copy; here nothing changes."""
        subprocess.run(["cp", "--sparse=always", str(image), str(to)], check=True)
        copied = Sectors(to)
        copied._cache = dict(self._cache)
        told = copied.cut(chance)
        copied.close()
        return told

    def close(self) -> None:
        self._file.close()

    def _flush(self) -> None:
        for sector, (_, piece) in self._cache.items():
            self._store(sector * SECTOR, piece)
        self._cache.clear()

    def _store(self, offset: int, content: bytes) -> None:
        self._file.seek(offset)
        self._file.write(content)


class Card:
    """A card in a machine.

    :param image: its sectors; the size must be whole sectors.
    :param door: path of the socket where a machine finds it.
    """

    def __init__(self, image: Path, door: Path) -> None:
        self._size = image.stat().st_size
        self._sectors = Sectors(image)
        self.events: list[Write | Flush | Note] | None = None
        """The events so far, if somebody wants to know."""
        door.unlink(missing_ok=True)
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(door))
        self._door.listen(1)
        self._thread: threading.Thread | None = None

    def insert(self) -> None:
        """Wait for a machine, in a thread of its own, and serve it until its power is cut."""
        self._thread = threading.Thread(target=self._serve, name="card")
        self._thread.start()

    def cut(self, chance: random.Random) -> tuple[int, int]:
        """The machine has lost its power. See :meth:`Sectors.cut`."""
        self.wait()
        return self._sectors.cut(chance)

    def note(self, known: object) -> None:
        """Remember when somebody outside knew this."""
        if self.events is not None:
            self.events.append(Note(known))

    def wait(self) -> None:
        """Wait until the machine has closed the line."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        self._door.close()
        self._sectors.close()

    # --- the line ------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        line, _ = self._door.accept()
        with line, suppress(Gone, ConnectionError):
            self._greet(line)
            while self._answer(line):
                pass

    def _greet(self, line: socket.socket) -> None:
        line.sendall(GREETING.pack(b"NBDMAGIC", b"IHAVEOPT", 3))
        _take(line, 4)
        while True:
            _, option, length = OPTION.unpack(_take(line, OPTION.size))
            _take(line, length)
            if option == GO:
                _reply(line, option, INFO, struct.pack(">HQH", 0, self._size, FEATURES))
                _reply(line, option, ACK)
                return
            _reply(line, option, UNSUPPORTED)

    def _answer(self, line: socket.socket) -> bool:
        _, flags, kind, handle, offset, length = REQUEST.unpack(_take(line, REQUEST.size))
        if kind == DISCONNECT:
            return False
        error, content = 0, b""
        if kind == READ:
            content = self._sectors.read(offset, length)
        elif kind == WRITE:
            self._did(Write(offset, _take(line, length), bool(flags & WRITE_THROUGH)))
        elif kind == FLUSH:
            self._did(Flush())
        else:
            error = NOT_SUPPORTED
        line.sendall(REPLY.pack(0x67446698, error, handle) + content)
        return True

    def _did(self, event: Write | Flush) -> None:
        if self.events is not None:
            self.events.append(event)
        self._sectors.take(event)


def _take(line: socket.socket, length: int) -> bytes:
    content = bytearray()
    while len(content) < length:
        if not (more := line.recv(length - len(content))):
            raise Gone
        content += more
    return bytes(content)


def _reply(line: socket.socket, option: int, kind: int, content: bytes = b"") -> None:
    line.sendall(OPTION_REPLY.pack(0x3E889045565A9, option, kind, len(content)) + content)
