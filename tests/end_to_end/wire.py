"""A wire between a phone and the program that keeps every byte the phone is sent."""

import re
import socket
import threading
from contextlib import suppress
from typing import Self

from waiting import PATIENCE_S

CHUNK = re.compile(rb"\r\n[0-9a-fA-F]+\r\n")


class Wire:
    """Listens on a port of its own and hands everything on. Use it as a context: leaving cuts it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lock = threading.Lock()
        self._heard: list[bytes] = []
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._start(self._welcome)
        return self

    def __exit__(self, *exception: object) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        with self._lock:
            ends = list(self._ends)
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for end in ends:
            end.close()

    def _start(self, work: object, *given: object) -> None:
        thread = threading.Thread(target=work, args=given, name="wire")  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._door.accept()
                table = socket.create_connection(("127.0.0.1", self._port))
                with self._lock:
                    self._ends += [phone, table]
                self._start(self._pump, phone, table, False)
                self._start(self._pump, table, phone, True)

    def _pump(self, source: socket.socket, target: socket.socket, keep: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if keep:
                    with self._lock:
                        self._heard.append(data)
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mark(self) -> int:
        """Return the number of bytes heard so far."""
        with self._lock:
            return len(self._heard)

    def since(self, mark: int) -> str:
        """All that the phone was sent after a mark, of all connections, as one text."""
        with self._lock:
            heard = b"".join(self._heard[mark:])
        return CHUNK.sub(b"", heard).decode("utf-8", "replace")
