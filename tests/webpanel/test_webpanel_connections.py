"""Reading from connections, and the quotas by which one phone does not keep the others out. Over real ones, on
loopback.

127.0.0.1 and 127.0.0.2 are two phones: they are two addresses of this machine.
"""

import json
import logging
import math
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest
from waiting import PATIENCE_S, wait_for
from waitress.channel import ClientDisconnected  # type: ignore[import-untyped]
from watched_desk import WatchedDesk

from daemon.app.program import STREAMS
from table.messages.new_game import NewGame
from webpanel import serve
from webpanel.access.permissions import RIGHTS, Right
from webpanel.app import create_app
from webpanel.serve import HEADER_BYTES, TOO_MANY_BYTES, Serving, start
from webpanel.server import connections
from webpanel.server.connections import CONNECTIONS_PER_ADDRESS

ONE, OTHER = "127.0.0.1", "127.0.0.2"
LOOK = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
LISTEN = b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
LONG = 300_000


class Slow:
    """A page that takes until :attr:`go_on` is set, and counts who is in it."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.inside = 0

    def page(self) -> str:
        self.inside += 1
        self.go_on.wait(PATIENCE_S)
        return "done"


class Rests:
    """The pauses that were to be made. Nobody really makes one."""

    def __init__(self) -> None:
        self.told_s: list[float] = []
        self.wait = self.told_s.append

    def set(self) -> None:
        pass


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
    app.add_url_rule("/long", view_func=lambda: iter([b"x" * 1000] * (LONG // 1000)))
    rights = {**RIGHTS, "GET /slow": Right.LOOK, "GET /long": Right.LOOK}
    monkeypatch.setattr("webpanel.access.permissions.RIGHTS", rights)
    made = start(app, ONE, 0, stream_limit=4)
    yield made
    slow.go_on.set()
    made.close()


@pytest.fixture
def _nothing_fades(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember the use of an address, however long this machine takes from one request to the next."""
    monkeypatch.setattr(connections, "FADES_S", math.inf)
    monkeypatch.setattr(connections, "FORGOTTEN_S", 0.0)


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


CHUNKED = b"Transfer-Encoding: chunked\r\n"
TWICE_MEASURED = {
    "length first": b"HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n" + CHUNKED,
    "length last": b"HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED + b"Content-Length: 5\r\n",
    "length 0": b"HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED + b"Content-Length: 0\r\n",
    "HTTP/1.0": b"HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n" + CHUNKED,
    "HTTP/1.0 with a length":
        b"HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Length: 5\r\n" + CHUNKED,
}


@pytest.mark.parametrize("head", TWICE_MEASURED.values(), ids=TWICE_MEASURED)
def test_a_request_that_others_may_measure_otherwise_is_the_last_on_its_connection(
    serving: Serving, head: bytes
) -> None:
    """RFC 9112, 6.1 and 6.3: what follows may be a request to us and a body to the proxy in front of us, or the other
    way round."""
    with closing(line(serving)) as connection:
        connection.sendall(b"POST /api/owner " + head + b"\r\n0\r\n\r\n" + LOOK)
        answered = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answered.count(b"HTTP/1.") == 1
    assert b"connection: close" in answered.partition(b"\r\n\r\n")[0].lower()


def test_a_chunked_request_alone_keeps_its_connection(serving: Serving) -> None:
    with closing(line(serving)) as connection:
        connection.sendall(b"POST /api/owner HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED + b"\r\n0\r\n\r\n")
        assert status(connection) == 415


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
        connection.sendall(b"POST /api/owner HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n")
        with pytest.raises(OSError):
            wait_for(lambda: connection.sendall(b"x"), "given up")


@pytest.mark.usefixtures("_nothing_fades")
@pytest.mark.parametrize("others", [True, False])
@pytest.mark.parametrize("free_s", [0.0, 60.0], ids=["cost much", "cost little"])
def test_an_address_that_has_cost_much_rests_while_others_are_there(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, free_s: float, others: bool
) -> None:
    dispatcher, rests = serving._server.task_dispatcher, Rests()
    monkeypatch.setattr(dispatcher, "_ending", rests)
    monkeypatch.setattr(connections, "FREE_S", free_s)
    with ExitStack() as opened:
        if others:
            watching = opened.enter_context(closing(line(serving, OTHER)))
            watching.sendall(LISTEN)
            assert status(watching) == 200
            wait_for(lambda: not dispatcher._busy, "it is open")
        lines = [opened.enter_context(closing(line(serving))) for _ in range(6)]
        for each in lines:
            each.sendall(LOOK)
        assert [status(each) for each in lines] == [200] * 6
        wait_for(lambda: ONE not in dispatcher._busy, "all are dealt with")
    assert len(rests.told_s) == (6 if others and not free_s else 0), rests.told_s
    assert all(0 < rest_s <= connections.LONGEST_REST_S for rest_s in rests.told_s)


@pytest.mark.usefixtures("_nothing_fades")
def test_closing_does_not_wait_for_those_who_rest(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "FINISH_S", 30.0)
    monkeypatch.setattr(connections, "FREE_S", 0.0)
    monkeypatch.setattr(connections, "REST", 1_000_000)
    monkeypatch.setattr(connections, "LONGEST_REST_S", 60.0)
    assert [ask(serving, LOOK, address) for address in (OTHER, ONE)] == [200, 200]
    serving.close()
    assert not serving._server.task_dispatcher.threads


def test_phones_that_ask_while_the_panel_closes_are_hung_up_and_are_no_news(
    serving: Serving, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    dispatcher = serving._server.task_dispatcher
    with closing(line(serving)) as asked, closing(line(serving, OTHER)) as asks:
        asked.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(lambda: slow.inside, "the page is being made")
        dispatcher.shutdown(timeout=0)  # closing has begun
        asks.sendall(LOOK)
        wait_for(lambda: dispatcher.queue, "the request has come")
        serving.close()
        wait_for(lambda: is_closed(asked) and is_closed(asks), "both are hung up")
    assert caplog.messages == []


@pytest.mark.usefixtures("_nothing_fades")
def test_streams_are_opened_as_requests_are_dealt_with_and_keep_nothing_from_them_then(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = Rests()
    monkeypatch.setattr(serving._server.task_dispatcher, "_ending", rests)
    monkeypatch.setattr(connections, "FREE_S", 0.0)
    with ExitStack() as opened:
        for address in (OTHER, ONE, ONE, ONE):
            listening = opened.enter_context(closing(line(serving, address)))
            listening.sendall(LISTEN)
            assert status(listening) == 200
            wait_for(lambda: not serving._server.task_dispatcher._busy, "it is open")
        assert len(rests.told_s) == 3, "one for each that the second opened beside others"
        assert ask(serving, LOOK) == 200


def test_a_stream_that_nobody_listens_to_any_more_ends_at_once(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webpanel.api.live.HEARTBEAT_S", 600.0)
    streams = serving._panel.streams
    with closing(line(serving)) as listening:
        listening.sendall(LISTEN)
        assert status(listening) == 200
        wait_for(lambda: not serving._server.task_dispatcher._busy, "it is open")
        listening.sendall(LOOK * 100)
        assert len(streams._open) == 1, "what else is said meanwhile is not listened to"
    wait_for(lambda: not streams._open, "the stream has ended")


def test_who_asks_for_the_head_of_a_stream_alone_has_none_open(serving: Serving) -> None:
    with closing(line(serving)) as connection:
        connection.sendall(LISTEN.replace(b"GET", b"HEAD"))
        assert status(connection) == 200
        wait_for(lambda: not serving._panel.streams._open, "no stream is open")


def gone(channel: object, data: bytes) -> int:
    raise ClientDisconnected


def test_who_does_not_wait_to_hear_that_a_request_cannot_be_read_is_no_fault(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections.Channel, "write_soon", gone)
    with closing(line(serving)) as connection:
        connection.sendall(UNREADABLE["half an address"] + UNREADABLE["no method"])
        wait_for(lambda: is_closed(connection), "it is hung up")
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_the_loop_waits_while_a_thread_sends_and_then_sends_what_that_left(serving: Serving, slow: Slow) -> None:
    with closing(line(serving)) as connection:
        wait_for(lambda: serving._server.active_channels, "a connection")
        (channel,) = serving._server.active_channels.values()
        serving._server.trigger.pull_trigger(slow.page)
        wait_for(lambda: slow.inside, "the loop stands still: else it sends at any moment")
        with ThreadPoolExecutor(1) as elsewhere, channel.outbuf_lock:
            channel.outbufs[-1].append(b"x")
            channel.total_outbufs_len += 1
            assert not elsewhere.submit(channel.writable).result()
        assert channel.writable()
        slow.go_on.set()
        channel.write_soon(b"y")
        assert connection.recv(2, socket.MSG_WAITALL) == b"xy"


def test_a_long_answer_reaches_a_phone_that_reads_slowly(serving: Serving) -> None:
    """The system takes little of it at a time, as over a weak Wi-Fi, from the program and for the phone."""
    serving._server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # what it accepts has that too
    with closing(line(serving)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        read = 0
        while more := connection.recv(3000):
            read += len(more)
        assert read > LONG


def test_what_an_address_has_cost_adds_up_and_fades() -> None:
    now_s = 0.0
    costs = connections.Costs(lambda: now_s)
    for address in (ONE, ONE, OTHER):
        costs.add(address, 0.1)
    assert (costs.lately_s(ONE), costs.lately_s(OTHER)) == (0.2, 0.1)
    now_s = connections.FADES_S
    assert costs.lately_s(ONE) == pytest.approx(0.2 / math.e)
    now_s = 100 * connections.FADES_S
    costs.add(OTHER, 0.1)
    assert costs.lately_s(OTHER) == pytest.approx(0.1)
    assert costs.addresses == {OTHER}, "who has cost next to nothing is forgotten"


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


def visit(serving: Serving, phone: int, visits: int) -> Counter[int]:
    """The statuses that a phone gets which opens the board with its stream, goes to the scores, and back, as quickly as
    it can, and whose player mistypes the PIN once."""
    headers, statuses = {"Cookie": f"pawnlight_phone=phone-of-the-family-{phone}"}, Counter[int]()
    with closing(HTTPConnection(ONE, serving.port, timeout=PATIENCE_S)) as pages:

        def get(method: str, path: str, *rest: object) -> None:
            pages.request(method, path, *rest, headers={**headers, "Content-Type": "application/json"})
            answer = pages.getresponse()
            answer.read()
            statuses[answer.status] += 1

        for _ in range(visits):
            for path in ("/", "/static/js/board/grid.js", "/static/css/board.css"):
                get("GET", path)
            with closing(HTTPConnection(ONE, serving.port, timeout=PATIENCE_S)) as stream:
                stream.request("GET", "/events?story=1", headers=headers)
                listening = stream.getresponse()
                statuses[listening.status] += 1
                assert listening.readline()
            get("GET", "/scores")
        get("POST", "/api/owner", json.dumps({"pin": "000000"}))
    return statuses


def test_five_phones_of_a_family_behind_one_address_are_never_told_that_it_is_too_much(desk: WatchedDesk) -> None:
    """Behind a router of their own they share an address, and with that all its limits."""
    desk.start(NewGame("pawn-advance", {}, {}, True))
    family, visits = 5, 3
    with closing(start(create_app(desk), ONE, 0, STREAMS)) as serving, ThreadPoolExecutor(family) as phones:
        told = sum(phones.map(lambda phone: visit(serving, phone, visits), range(family)), Counter[int]())
    assert told == {200: family * visits * 5, 403: family}


def test_phones_that_close_their_pages_are_no_news(serving: Serving, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    log = logging.getLogger("waitress")
    log.info("Client disconnected while serving /events?story=1")
    log.info("Client disconnected while serving /scores")
    assert [record.getMessage() for record in caplog.records] == ["Client disconnected while serving /scores"]
