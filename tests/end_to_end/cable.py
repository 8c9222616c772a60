"""A cable between a board and the broker, with all that cables and networks do: one thread for as long as it lies."""

import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator

from waiting import PATIENCE_S, wait_for

PUBLISH, PUBACK, AGAIN = 3, 4, 0x08
"""MQTT 5, 2.1.2 and 3.3.1.1: types of packets, and the flag that one was sent before."""


class Cable:
    """``down``: nobody is let in. ``late_s``: how long each packet is held up. ``lost``: packets vanish, and nobody is
    told. ``doubled``: each message comes twice."""

    def __init__(self, target: int) -> None:
        self._target = target
        self.down = self.lost = self.doubled = False
        self.late_s = 0.0
        self.passed = 0
        """The number of packets."""
        self.read: list[bytes] = []
        """The messages that the board has read, as it acknowledged them."""
        self._unread: dict[bytes, bytes] = {}
        """Message by its number, until then."""
        self.met: Counter[str] = Counter()
        """The number of faults of each kind that packets and connections have met."""
        self._other_end: dict[socket.socket, socket.socket] = {}
        self._rest: dict[socket.socket, bytearray] = {}
        self._cut = self._cut_within = self._ended = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._thread = threading.Thread(target=self._run, name="cable")
        self._thread.start()

    def cut(self) -> None:
        """Whatever is on the way is lost."""
        self._cut = True
        wait_for(lambda: not self._cut, "a cable that is cut")

    def cut_within_next(self) -> None:
        """Of the next packet only the first half arrives."""
        self._cut_within = True

    def mend(self) -> None:
        """All is well from now on; a cable that lost packets is drawn and put in again, as TCP would do it."""
        lost, self.down, self.late_s, self.lost, self.doubled = self.lost, False, 0.0, False, False
        self._cut_within = False
        if lost:
            self.cut()

    def close(self) -> None:
        self._ended = True
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        with self._door:
            while not self._ended:
                readable, _, _ = select.select([self._door, *self._other_end], [], [], 0.02)
                for end in readable:
                    if end is self._door:
                        self._welcome()
                    elif end in self._other_end:
                        self._carry(end)
                if self._cut:
                    self.met["cut"] += bool(self._other_end)
                    self._let_go(*self._other_end)
                    self._cut = False
            self._let_go(*self._other_end)

    def _welcome(self) -> None:
        board, _ = self._door.accept()
        try:
            broker = None if self.down else socket.create_connection(("127.0.0.1", self._target))
        except OSError:  # the broker is off
            broker = None
        if broker is None:
            self.met["partition"] += self.down
            board.close()
            return
        self._other_end |= {board: broker, broker: board}
        self._rest |= {board: bytearray(), broker: bytearray()}

    def _carry(self, end: socket.socket) -> None:
        try:
            data = end.recv(4096)
            self._rest[end] += data
            for packet in packets(self._rest[end]):
                self._pass_on(packet, self._other_end[end])
            if data:
                return
        except (OSError, KeyError):  # one end is gone, or was cut: the other one is let go of, too
            pass
        self._let_go(*([end, self._other_end[end]] if end in self._other_end else []))

    def _pass_on(self, packet: bytes, to: socket.socket) -> None:
        if self.lost:
            self.met["lost"] += 1
            return
        self.met["late"] += self.late_s > 0
        time.sleep(self.late_s)
        if self._cut_within:
            self._cut_within = False
            self.met["within"] += 1
            to.sendall(packet[: len(packet) // 2])
            raise OSError("the cable was cut")
        self._note(packet, to.getpeername()[1] == self._target)
        to.sendall(packet)
        self.passed += 1
        if self.doubled and packet[0] >> 4 == PUBLISH:
            self.met["doubled"] += 1
            to.sendall(bytes([packet[0] | AGAIN]) + packet[1:])

    def _note(self, packet: bytes, is_from_board: bool) -> None:
        """Note a packet on its way to the board, or one that the board has read."""
        kind = packet[0] >> 4
        if kind == PUBLISH and not is_from_board:
            self._unread[number(packet)] = packet
        elif kind == PUBACK and is_from_board and packet[2:4] in self._unread:
            self.read.append(self._unread.pop(packet[2:4]))

    def _let_go(self, *ends: socket.socket) -> None:
        for end in ends:
            end.close()
            self._other_end.pop(end, None)
            self._rest.pop(end, None)


def packets(stream: bytearray) -> Iterator[bytes]:
    """The whole packets at the beginning of a stream, which are taken out of it (MQTT 5, 1.5.5 and 2.1)."""
    while len(stream) > 1:
        length, at = 0, 1
        while at < len(stream) and stream[at] & 0x80 and at < 4:
            length += (stream[at] & 0x7F) << 7 * (at - 1)
            at += 1
        if at >= len(stream):
            return
        length += (stream[at] & 0x7F) << 7 * (at - 1)
        if len(stream) < at + 1 + length:
            return
        packet = bytes(stream[: at + 1 + length])
        del stream[: at + 1 + length]
        yield packet


def number(packet: bytes) -> bytes:
    """Of a message that is to be acknowledged: it stands behind the packet's length and topic (MQTT 5, 3.3)."""
    topic = next(at for at in range(1, 5) if not packet[at] & 0x80) + 1
    end = topic + 2 + int.from_bytes(packet[topic : topic + 2])
    return packet[end : end + 2]
