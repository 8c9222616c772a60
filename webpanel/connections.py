"""Connections: what waitress reads from them, who may have how many, and when they are closed.

One phone must not keep the others out. So an address has its share of connections and threads; where it wants more, its
own oldest ones and its own requests wait or go, nobody else's. Phones in a house have an address each.
"""

import math
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]
from waitress.utilities import BadRequest, ServerNotImplemented  # type: ignore[import-untyped]

STREAM: Final = "/events"
STREAMS_PER_ADDRESS: Final = 24
"""Event streams of one address; whoever wants more is refused."""
CONNECTIONS_PER_ADDRESS: Final = 64
"""A browser opens about six; several phones may share an address behind a router."""
REQUESTS_PER_ADDRESS: Final = 2
"""Requests of one address that are dealt with at a time, beside its streams; the others wait."""
FREE_S: Final = 0.5
"""All share one interpreter. So an address that has lately cost more processor time than this, while others are there,
rests after each request."""
FADES_S: Final = 5.0
"""How quickly that is forgotten: a tenth of the interpreter's time may be had without a rest, and pages in a hurry."""
REST: Final = 8
"""The rest, in times of what the request took; longer where more of its kind are dealt with at a time."""
LONGEST_REST_S: Final = 1.0
OPENING_S: Final = 0.02
"""Of what an event stream has cost, so much counts as its opening. The rest is spread over as long as it was open."""
FORGOTTEN_S: Final = 0.001
"""What an address has cost if nobody need remember it."""
IDLE_S: Final = 60
"""How long a connection may be silent between requests."""
REQUEST_S: Final = 30
"""How long a request may take to arrive, from its first byte to its last."""
CLEANUP_S: Final = 5
"""How often connections that are too old are looked for."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads a request. What cannot be read is always a bad request, and never waited for."""

    path = ""
    """Where it leads, once that is read."""

    def received(self, data: bytes) -> int:
        """See waitress. Returns how many bytes were taken."""
        try:
            taken = int(super().received(data))
        except ValueError:  # half an IPv6 address, a length of thousands of digits
            self.error, self.completed, taken = BadRequest("The request cannot be read."), True, len(data)
        if isinstance(self.error, ServerNotImplemented):
            self.error = BadRequest(self.error.body)
        if self.completed:  # else a "100 Continue" would be sent, and the body waited for, that nobody is going to send
            self.expect_continue = False
        return taken


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection. ``share``: the address, and whether the request that is being dealt with is an event stream."""

    parser_class = Parser
    share: tuple[str, bool]
    reading_since_s: float | None = None
    """When the first byte came of a request whose last has not come."""

    @property
    def address(self) -> str:
        """Who is at the other end."""
        return str(self.addr[0])

    def received(self, data: bytes) -> bool:
        """See waitress."""
        done = bool(super().received(data))
        if self.request is None:
            self.reading_since_s = None
        elif self.reading_since_s is None:
            self.reading_since_s = time.monotonic()
        return done

    def service(self) -> None:
        """Deal with a request, in a thread of the dispatcher."""
        share, began_s = self.share, time.thread_time()
        try:
            super().service()
        finally:
            self.server.task_dispatcher.finished(share, time.thread_time() - began_s)

    def is_late(self, now_s: float) -> bool:
        """Whether a request has been arriving for too long."""
        return not self.requests and self.reading_since_s is not None and now_s - self.reading_since_s > REQUEST_S


class Costs:
    """The processor time that each address has cost lately: what is longer ago counts less."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._costs_s: dict[str, tuple[float, float]] = {}

    def add(self, address: str, worked_s: float) -> float:
        """Count a request; returns what this address has cost, in seconds. Who cost next to nothing is forgotten."""
        now_s = self._clock()
        faded = {each: self._faded(each, now_s) for each in (*self._costs_s, address)}
        faded[address] += worked_s
        self._costs_s = {each: (cost_s, now_s) for each, cost_s in faded.items() if cost_s > FORGOTTEN_S}
        return faded[address]

    def _faded(self, address: str, now_s: float) -> float:
        cost_s, at_s = self._costs_s.get(address, (0.0, now_s))
        return cost_s * math.exp((at_s - now_s) / FADES_S)


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that deal with requests; no address has more than its share of them at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._sharing = threading.Lock()
        self._busy: Counter[tuple[str, bool]] = Counter()
        self._waiting: defaultdict[tuple[str, bool], deque[Channel]] = defaultdict(deque)
        self._costs = Costs()

    def add_task(self, channel: Channel) -> None:
        """Have the first request of a connection dealt with, as soon as its address has a thread to spare."""
        share = channel.share = channel.address, channel.requests[0].path == STREAM
        with self._sharing:
            if self._busy[share] >= _most(share):
                self._waiting[share].append(channel)
                return
            self._busy[share] += 1
        super().add_task(channel)

    def finished(self, share: tuple[str, bool], worked_s: float) -> None:
        """A request was dealt with: the next of its address may have the thread."""
        if share[1]:
            worked_s = min(worked_s, OPENING_S)
        if self._has_to_rest(share[0], worked_s):
            time.sleep(min(REST * worked_s * _most(share) / REQUESTS_PER_ADDRESS, LONGEST_REST_S))
        with self._sharing:
            waiting = self._waiting.get(share)
            following = waiting.popleft() if waiting else None
            if not waiting:
                self._waiting.pop(share, None)
            if following is None:
                self._busy[share] -= 1
                if not self._busy[share]:
                    del self._busy[share]
        if following is not None:
            super().add_task(following)

    def _has_to_rest(self, address: str, worked_s: float) -> bool:
        """Count what a request has cost; whether that is too much for an address beside others."""
        with self._sharing:
            cost_s = self._costs.add(address, worked_s)
            return cost_s > FREE_S and any(each != address for each, _ in self._busy)


def _most(share: tuple[str, bool]) -> int:
    """How many requests are dealt with at a time, of an address, and of one kind."""
    # Two streams more than there may be get a thread: they are told that they are too many.
    return STREAMS_PER_ADDRESS + 2 if share[1] else REQUESTS_PER_ADDRESS


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Takes connections. All methods run in the thread that waits for the sockets."""

    channel_class = Channel
    active_channels: dict[int, Channel]

    def handle_accept(self) -> None:
        """Take a connection; the longest idle one goes where they are too many."""
        super().handle_accept()
        open_now = [channel for channel in self.active_channels.values() if not channel.will_close]
        per_address = Counter(channel.address for channel in open_now)
        for address, count in per_address.most_common(1):
            if count > CONNECTIONS_PER_ADDRESS or len(open_now) >= self.adj.connection_limit // 2:
                _hang_up_idlest(channel for channel in open_now if channel.address == address)

    def maintenance(self, now: float) -> None:
        """Close what is idle, and requests that arrive too slowly. Called every :data:`CLEANUP_S` seconds."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_late(time.monotonic()):
                channel.will_close = True


def _hang_up_idlest(channels: Iterable[Any]) -> None:
    """Close the connection that has been silent for longest. One whose request is being dealt with is not idle."""
    idle = [channel for channel in channels if not channel.requests]
    if idle:
        min(idle, key=lambda channel: channel.last_activity).will_close = True
