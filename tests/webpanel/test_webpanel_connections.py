"""What is read from connections, and that one phone's do not keep the others out. Over real ones, on loopback.

127.0.0.1 and 127.0.0.2 are two phones: they are two addresses of this machine.
"""

import logging
import math
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from waiting import wait_for
from watched_desk import WatchedDesk

from webpanel import connections
from webpanel.app import create_app
from webpanel.connections import CONNECTIONS_PER_ADDRESS
from webpanel.rights import RIGHTS, Right
from webpanel.serve import HEADER_BYTES, TOO_MANY_BYTES, Serving, start

ONE, OTHER = "127.0.0.1", "127.0.0.2"
LOOK = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE_S = 5.0


class Slow:
    """A page that takes until :attr:`go_on` is set, and counts who is in it."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.inside = 0

    def page(self) -> str:
        self.inside += 1
        self.go_on.wait(30)
        return "done"


class Resting:
    """The time, and how long somebody rested. Nobody really does."""

    def __init__(self, rests: list[float]) -> None:
        self.sleep = rests.append

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    yield made
    made.go_on.set()


@pytest.fixture
def serving(desk: WatchedDesk, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """The desk's panel on a real port, with a slow page."""
    app = create_app(desk)
    app.add_url_rule("/slow", view_func=slow.page)
    monkeypatch.setattr("webpanel.rights.RIGHTS", {**RIGHTS, "GET /slow": Right.LOOK})
    made = start(app, ONE, 0, stream_limit=4)
    yield made
    slow.go_on.set()
    made.close()


def line(serving: Serving, address: str = ONE) -> socket.socket:
    return socket.create_connection((ONE, serving.port), PATIENCE_S, source_address=(address, 0))


def status(connection: socket.socket) -> int:
    """The status of the next answer; 0: the connection was closed."""
    head = b""
    while not head.endswith(b"\r\n"):
        more = connection.recv(1)
        if not more:
            return 0
        head += more
    return int(head.split()[1])


def ask(serving: Serving, request: bytes, address: str = ONE) -> int:
    with closing(line(serving, address)) as connection:
        connection.sendall(request)
        return status(connection)


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def look_often(serving: Serving) -> None:
    """Have connections that are too old looked for all the time."""
    serving._server.adj.cleanup_interval = serving._server.next_channel_cleanup = 0


# --- what is read ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [b"", b"Content-Length: 0\r\n"], ids=["no length", "length 0"])
@pytest.mark.parametrize("method", [b"GET", b"POST"])
def test_an_expected_continue_without_a_body_is_answered_at_once(serving: Serving, method: bytes, more: bytes) -> None:
    """RFC 9110, 10.1.1: a server that receives it in a request without content ignores it."""
    request = method + b" /api/games HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n" + more + b"\r\n"
    assert ask(serving, request) in (200, 415)


def test_an_expected_continue_with_a_body_is_said_and_then_answered(serving: Serving) -> None:
    with closing(line(serving)) as connection:
        connection.sendall(b"POST /api/owner HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                           b"Content-Type: application/json\r\nContent-Length: 16\r\n\r\n")
        assert status(connection) == 100
        connection.recv(2)
        connection.sendall(b'{"pin":"424242"}')
        assert status(connection) == 200


def test_an_expected_continue_for_too_much_is_refused_at_once(serving: Serving) -> None:
    length = str(TOO_MANY_BYTES + 1).encode()
    request = b"POST /api/owner HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: " + length
    assert ask(serving, request + b"\r\n\r\n") == 413


UNREADABLE = {
    "half an address": b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no address": b"GET http://[x]/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a length of many digits": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a negative length": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "an encoding nobody knows": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
    "two encodings": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "a chunk without size": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n",
    "a chunk of negative size": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    "a bare line feed": b"GET / HTTP/1.1\nHost: localhost\r\n\r\n",
    "no method": b"\x00\x01\x02 / HTTP/1.1\r\n\r\n",
    "a small method": b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "an empty host": b"GET / HTTP/1.1\r\nHost: \r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    "half a host": b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    "a host that is no address": b"GET / HTTP/1.1\r\nHost: [1.2:3]\r\n\r\n",
    "a host with a path": b"GET / HTTP/1.1\r\nHost: localhost/\r\n\r\n",
    "a host with a user": b"GET / HTTP/1.1\r\nHost: a@localhost\r\n\r\n",
    "a host of letters that are none": b"GET / HTTP/1.1\r\nHost: l\xc3\xb6calhost\r\n\r\n",
    "a host with a wrong port": b"GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n",
}


@pytest.mark.parametrize("request_", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_a_bad_request_and_nothing_worse(serving: Serving, request_: bytes) -> None:
    assert ask(serving, request_) == 400
    assert ask(serving, LOOK) == 200


def test_a_head_that_is_too_long_is_refused(serving: Serving) -> None:
    assert ask(serving, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * HEADER_BYTES + b"\r\n\r\n") == 431


# --- who may have how many ---------------------------------------------------------------------------------------


def test_idle_connections_of_one_phone_keep_nobody_waiting(serving: Serving) -> None:
    with ExitStack() as opened:
        idle = [opened.enter_context(closing(line(serving))) for _ in range(460)]
        for address in (OTHER, ONE):
            began_s = time.monotonic()
            assert ask(serving, LOOK, address) == 200
            assert time.monotonic() - began_s < 10, "it was a minute when idle connections kept their place"
        wait_for(lambda: sum(not is_closed(each) for each in idle) <= CONNECTIONS_PER_ADDRESS, "the oldest are closed")
        assert not is_closed(idle[-1])


def test_another_phone_keeps_its_connection_while_one_opens_hundreds(serving: Serving) -> None:
    with ExitStack() as opened, closing(line(serving, OTHER)) as kept:
        kept.sendall(LOOK)
        assert status(kept) == 200
        for _ in range(460):
            opened.enter_context(closing(line(serving)))
        assert ask(serving, LOOK) == 200
        while kept.recv(65536)[-2:] != b"}\n":
            pass
        kept.sendall(LOOK)
        assert status(kept) == 200


def test_a_connection_that_says_nothing_is_closed(serving: Serving) -> None:
    with closing(line(serving)) as connection:
        serving._server.adj.channel_timeout = 0
        look_often(serving)
        wait_for(lambda: is_closed(connection), "an idle connection is closed")


def test_a_request_that_takes_for_ever_to_arrive_is_given_up(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.2)
    look_often(serving)
    with closing(line(serving)) as connection:
        connection.sendall(b"POST /api/owner HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
        with pytest.raises(OSError):
            for _ in range(1000):
                connection.sendall(b"x")
                time.sleep(0.01)


@pytest.mark.parametrize("others", [True, False])
@pytest.mark.parametrize("free_s", [0.0, 60.0], ids=["cost much", "cost little"])
def test_an_address_that_has_cost_much_rests_while_others_are_there(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, free_s: float, others: bool
) -> None:
    rests: list[float] = []
    dispatcher = serving._server.task_dispatcher
    monkeypatch.setattr(connections, "time", Resting(rests))
    monkeypatch.setattr(connections, "FREE_S", free_s)
    with ExitStack() as opened:
        if others:
            watching = opened.enter_context(closing(line(serving, OTHER)))
            watching.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert status(watching) == 200
        lines = [opened.enter_context(closing(line(serving))) for _ in range(6)]
        for each in lines:
            each.sendall(LOOK)
        assert [status(each) for each in lines] == [200] * 6
        wait_for(lambda: (ONE, False) not in dispatcher._busy, "all are dealt with")
    assert len(rests) == (6 if others and not free_s else 0), rests
    assert all(0 < rest <= connections.LONGEST_REST_S for rest in rests)


def test_an_address_that_opens_streams_all_the_time_rests_longer_and_none_for_what_a_stream_cost_in_an_evening(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    dispatcher = serving._server.task_dispatcher
    monkeypatch.setattr(connections, "time", Resting(rests))
    monkeypatch.setattr(connections, "FREE_S", 0.15)
    with closing(line(serving, OTHER)) as watching:
        watching.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert status(watching) == 200
        for worked_s in (3600.0, *[0.002] * 100):
            dispatcher._busy[ONE, True] += 1
            dispatcher.finished((ONE, True), worked_s)
    assert (ONE, True) not in dispatcher._busy
    assert 20 < len(rests) < 100 and rests[0] == pytest.approx(0.002 * 8 * 13)


def test_what_an_address_has_cost_adds_up_and_fades() -> None:
    now_s = 0.0
    costs = connections.Costs(lambda: now_s)
    assert [costs.add(ONE, 0.1), costs.add(ONE, 0.1), costs.add(OTHER, 0.1)] == [0.1, 0.2, 0.1]
    now_s = connections.FADES_S
    assert costs.add(ONE, 0.0) == pytest.approx(0.2 / math.e)
    now_s = 100 * connections.FADES_S
    assert costs.add(OTHER, 0.1) == pytest.approx(0.1)
    assert set(costs._costs_s) == {OTHER}, "who has cost next to nothing is forgotten"


@pytest.mark.parametrize("clients", [ONE, OTHER])
def test_slow_requests_of_one_phone_leave_threads_to_the_others(
    serving: Serving, slow: Slow, clients: str
) -> None:
    with ExitStack() as opened:
        lines = [opened.enter_context(closing(line(serving, clients))) for _ in range(40)]
        for each in lines:
            each.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(lambda: slow.inside >= connections.REQUESTS_PER_ADDRESS, "slow requests are under way")
        assert ask(serving, LOOK, OTHER if clients == ONE else ONE) == 200
        assert slow.inside == connections.REQUESTS_PER_ADDRESS
        slow.go_on.set()
        assert [status(each) for each in lines] == [200] * 40, "and each of them gets its answer"


def test_phones_that_close_their_pages_are_no_news(serving: Serving, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    log = logging.getLogger("waitress")
    log.info("Client disconnected while serving /events?story=1")
    log.info("Client disconnected while serving /scores")
    assert [record.getMessage() for record in caplog.records] == ["Client disconnected while serving /scores"]
