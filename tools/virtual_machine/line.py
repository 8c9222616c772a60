"""Lines to the virtual machine that notice when it has no power any more: nobody is left then to close them."""

import socket
from http.client import HTTPConnection
from xmlrpc.client import Transport

ADDRESS = "10.0.2.15"
"""The machine's; script/virtual-pi makes the network."""
DIAL_S = 3.0
SILENCE_S = 10
"""After so long without a sign of its kernel, asked every second, the machine is gone."""


class Line(HTTPConnection):
    """To one of its ports. ``patience_s``: for an answer, while it is on."""

    def __init__(self, port: int, patience_s: float = 900.0) -> None:
        super().__init__(ADDRESS, port, timeout=DIAL_S)
        self._patience_s = patience_s

    def connect(self) -> None:
        super().connect()
        self.sock.settimeout(self._patience_s)
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (
            (socket.TCP_KEEPIDLE, 1),
            (socket.TCP_KEEPINTVL, 1),
            (socket.TCP_KEEPCNT, SILENCE_S),
            (socket.TCP_USER_TIMEOUT, 1000 * SILENCE_S),
        ):
            self.sock.setsockopt(socket.IPPROTO_TCP, option, value)


class Wire(Transport):
    """For remote calls."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port

    def make_connection(self, host: object) -> HTTPConnection:
        return Line(self._port)
