"""Connections: how waitress reads requests from them, how many an address may have, and when they are closed.

One phone must not keep the others out. So each address has a quota of connections and threads; exceeding it closes or
delays only its own. Phones in a house have an address each.
"""

import math
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, Final

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher, WSGITask  # type: ignore[import-untyped]
from waitress.utilities import BadRequest, ServerNotImplemented  # type: ignore[import-untyped]

CONNECTION: Final = "pawnlight.connection"
"""The key of a request's environment that holds its connection."""
CONNECTIONS_PER_ADDRESS: Final = 64
"""A browser opens about six; several phones may share an address behind a router."""
REQUESTS_PER_ADDRESS: Final = 2
"""The requests of one address that are handled at a time, besides its open streams; the others wait."""
FREE_S: Final = 0.5
"""All share one interpreter. So an address that has lately used more processor time than this, while others are there,
has one request handled at a time, with a pause after each."""
FADES_S: Final = 5.0
"""The time in which use of the processor fades: a tenth of its time may be used without a pause, and pages in a
hurry."""
REST: Final = 8
"""The pause, as a multiple of the time that the request took."""
LONGEST_REST_S: Final = 1.0
FORGOTTEN_S: Final = 0.001
"""The use of the processor below which an address is forgotten."""
IDLE_S: Final = 60
"""The time for which a connection may be idle between requests."""
REQUEST_S: Final = 30
"""The time that a request may take to arrive, from its first byte to its last."""
CLEANUP_S: Final = 5
"""The interval at which connections that are too old are looked for."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A parser of requests. A malformed one is always answered as a bad request, and never waited for."""

    path = ""
    """The path of the request; empty until it is read, because waitress logs it even of malformed requests."""

    def received(self, data: bytes) -> int:
        """Take in bytes and return how many were taken; see waitress."""
        try:
            taken = int(super().received(data))
        except ValueError:  # half an IPv6 address, a length of thousands of digits
            self.error, self.completed, taken = BadRequest("The request cannot be read."), True, len(data)
        if isinstance(self.error, ServerNotImplemented):
            self.error = BadRequest(self.error.body)
        if self.completed:  # else "100 Continue" would be sent, and a body awaited that nobody is going to send
            self.expect_continue = False
        return taken


    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head; see waitress. A request whose length is given twice, or in a way that its version does not
        know, is the last on its connection: a proxy in front of us may have measured it otherwise (RFC 9112, 6.1 and
        6.3)."""
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or self.chunked and "CONTENT_LENGTH" in self.headers:
            self.headers["CONNECTION"] = "close"


class Request(WSGITask):  # type: ignore[misc]
    """A request that is being handled."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with the connection; see waitress."""
        return {**super().get_environment(), CONNECTION: self.channel}


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    parser_class = Parser
    task_class = Request
    reading_since_s: float | None = None
    """The time of the first byte of a request that has not arrived whole."""
    _began_s = 0.0
    _hung_up: Callable[[], None] | None = None
    """The function to call when a phone with an event stream hangs up."""
    _streams = False
    """True while the event stream is open."""

    @property
    def address(self) -> str:
        """The address of the client."""
        return str(self.addr[0])

    def readable(self) -> bool:
        """True if the socket is to be read; see waitress, which would otherwise notice only at the next event that
        nobody listens to a stream any more."""
        return self._hung_up is not None and not self.will_close or bool(super().readable())

    def writable(self) -> bool:
        """True if the socket is to be written to; see waitress, whose loop would otherwise spin while a thread sends,
        and take the interpreter from that thread."""
        return self.will_close or self._nobody_sends() and bool(super().writable())

    def _nobody_sends(self) -> bool:
        free: bool = self.outbuf_lock.acquire(False)
        if free:
            self.outbuf_lock.release()
        return free

    def write_soon(self, data: Any) -> int:
        """Write; see waitress. The rest is left to its loop."""
        written = int(super().write_soon(data))
        if self.total_outbufs_len:
            self.server.pull_trigger()
        return written

    def received(self, data: bytes) -> bool:
        """Take in bytes; see waitress."""
        if self._hung_up is not None:  # after a stream the connection is closed, so no further request is answered
            return False
        done = bool(super().received(data))
        if self.request is None:
            self.reading_since_s = None
        elif self.reading_since_s is None:
            self.reading_since_s = time.monotonic()
        return done

    def service(self) -> None:
        """Handle a request, in a thread of the dispatcher."""
        self._began_s = time.thread_time()
        try:
            super().service()
        finally:
            if not self._streams:
                self._hung_up = None
                self._finish()

    def when_hung_up(self, call: Callable[[], None]) -> None:
        """Note that the current request is for an event stream. ``call``: called as soon as the phone no longer
        listens, from any thread; it must return at once."""
        self._hung_up = call
        self.server.pull_trigger()  # so that the loop watches the connection
        if not self.connected:
            call()

    def opened(self) -> None:
        """Note that the event stream is open: from now on it has its thread for itself."""
        self._streams = True
        self._finish()

    def handle_close(self) -> None:
        """Close the connection; see waitress."""
        super().handle_close()
        call = self._hung_up
        if call is not None:
            call()

    def _finish(self) -> None:
        self.server.task_dispatcher.finished(self.address, time.thread_time() - self._began_s)

    def is_late(self, now_s: float) -> bool:
        """True if a request has been arriving for too long."""
        return not self.requests and self.reading_since_s is not None and now_s - self.reading_since_s > REQUEST_S


class Costs:
    """The processor time that each address has used lately; older use counts less."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._costs_s: dict[str, tuple[float, float]] = {}

    def add(self, address: str, worked_s: float) -> None:
        """Count a request. Addresses with next to no use are forgotten."""
        now_s = self._clock()
        faded = {each: self.lately_s(each) for each in (*self._costs_s, address)}
        faded[address] += worked_s
        self._costs_s = {each: (cost_s, now_s) for each, cost_s in faded.items() if cost_s > FORGOTTEN_S}

    def lately_s(self, address: str) -> float:
        """Return the processor time that this address has used lately, in seconds."""
        cost_s, at_s = self._costs_s.get(address, (0.0, 0.0))
        return cost_s * math.exp((at_s - self._clock()) / FADES_S)

    @property
    def addresses(self) -> Set[str]:
        """The addresses with any use."""
        return self._costs_s.keys()


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that handle requests; no address has more than its quota of them at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._sharing = threading.Lock()
        self._busy: Counter[str] = Counter()
        self._waiting: defaultdict[str, deque[Channel]] = defaultdict(deque)
        self._costs = Costs()
        self._ending = threading.Event()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads, and all pauses; see waitress."""
        self._ending.set()
        return bool(super().shutdown(cancel_pending, timeout))

    def add_task(self, channel: Channel) -> None:
        """Have the first request of a connection handled, as soon as its address has a thread to spare."""
        with self._sharing:
            self._waiting[channel.address].append(channel)
        self._begin(channel.address)

    def finished(self, address: str, worked_s: float) -> None:
        """Note that a request was handled: the next of its address may begin, after a pause if it has to."""
        with self._sharing:
            self._costs.add(address, worked_s)
            has_to_rest = self._costs_others(address)
        if has_to_rest:
            self._ending.wait(min(REST * worked_s, LONGEST_REST_S))
        with self._sharing:
            self._busy[address] -= 1
            if not self._busy[address]:
                del self._busy[address]
        self._begin(address)

    def _begin(self, address: str) -> None:
        """Begin as many of the waiting requests as the address may have."""
        with self._sharing:
            waiting, most = self._waiting[address], 1 if self._costs_others(address) else REQUESTS_PER_ADDRESS
            beginning = [waiting.popleft() for _ in range(min(len(waiting), most - self._busy[address]))]
            if beginning:
                self._busy[address] += len(beginning)
            if not waiting:
                del self._waiting[address]
        for channel in beginning:
            super().add_task(channel)

    def _costs_others(self, address: str) -> bool:
        """True if an address has lately used too much processor time while others are there."""
        return self._costs.lately_s(address) > FREE_S and len(self._costs.addresses | self._busy.keys()) > 1


class Server(TcpWSGIServer):  # type: ignore[misc]
    """The listening server. All methods run in the thread that waits for the sockets."""

    channel_class = Channel
    active_channels: dict[int, Channel]

    def fix_addr(self, addr: Any) -> Any:
        """Return an address; see waitress. IPv4 clients of a panel that listens to both have their usual form."""
        return (addr[0].removeprefix("::ffff:"), *addr[1:])

    def handle_accept(self) -> None:
        """Accept a connection; if there are too many, close the longest idle one."""
        super().handle_accept()
        if len(self.active_channels) <= CONNECTIONS_PER_ADDRESS:
            return
        open_now = [channel for channel in self.active_channels.values() if not channel.will_close]
        per_address = Counter(channel.address for channel in open_now)
        for address, count in per_address.most_common(1):
            if count > CONNECTIONS_PER_ADDRESS or len(open_now) >= self.adj.connection_limit // 2:
                _hang_up_idlest(channel for channel in open_now if channel.address == address)

    def maintenance(self, now: float) -> None:
        """Close idle connections, and those whose requests arrive too slowly. Called every :data:`CLEANUP_S`
        seconds."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_late(time.monotonic()):
                channel.will_close = True


def connection_of(environment: Mapping[str, Any]) -> Channel | None:
    """Return the connection of a request. One that a test makes up has none."""
    found: Channel | None = environment.get(CONNECTION)
    return found


def _hang_up_idlest(channels: Iterable[Any]) -> None:
    """Close the connection that has been idle for longest. One whose request is being handled is not idle."""
    idle = [channel for channel in channels if not channel.requests]
    if idle:
        min(idle, key=lambda channel: channel.last_activity).will_close = True
