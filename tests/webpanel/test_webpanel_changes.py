"""Changes fold, clients are few, closing is at once; the same over real connections."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_for
from watched_desk import WatchedDesk

from daemon.app.program import STREAMS
from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.access.context import EXTENSION
from webpanel.app import create_app
from webpanel.limits.banned_phones import token_of
from webpanel.ports.change_hub import Changes
from webpanel.serve import Serving, start
from webpanel.server.event_streams import STREAMS_PER_ADDRESS, STREAMS_PER_PHONE


def test_changes_that_are_not_read_fold_into_one() -> None:
    hub = Changes()
    with hub.subscribe() as client:
        for _ in range(1000):
            hub.publish()
        told = client.changes(heartbeat_s=0.01)
        assert [next(told), next(told)] == [True, False]


def test_without_changes_there_is_a_heartbeat() -> None:
    hub = Changes()
    with hub.subscribe() as client:
        assert next(client.changes(heartbeat_s=0.01)) is False


def test_a_change_before_the_first_look_is_not_lost() -> None:
    hub = Changes()
    with hub.subscribe() as client:
        hub.publish()
        assert next(client.changes(heartbeat_s=5)) is True


class _ChangesAfterWaiting(threading.Event):
    """A change comes each time that it was waited for one in vain, before whoever waited goes on."""

    def wait(self, timeout: float | None = None) -> bool:
        found = super().wait(0)
        self.set()
        return found


def test_a_change_at_the_moment_of_a_heartbeat_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as changes_come:
        changes_come.setattr(threading, "Event", _ChangesAfterWaiting)
        client = Changes().subscribe()
    with client:
        told = client.changes(heartbeat_s=2)
        assert [next(told), next(told)] == [False, True]


def test_closing_ends_every_client_at_once() -> None:
    hub = Changes()
    client = hub.subscribe()
    told: list[bool] = []
    reader = threading.Thread(target=lambda: told.extend(client.changes(heartbeat_s=60)))
    reader.start()
    hub.close()
    reader.join(PATIENCE_S)
    assert not reader.is_alive() and told == []


def test_too_many_clients_are_refused_until_one_leaves() -> None:
    hub = Changes(limit=2)
    first, second = hub.subscribe(), hub.subscribe()
    with pytest.raises(Refused) as refusal:
        hub.subscribe()
    assert refusal.value.status == 503
    first.close()
    hub.subscribe().close()
    second.close()


def test_a_closed_hub_takes_nobody() -> None:
    hub = Changes()
    hub.close()
    with pytest.raises(Refused):
        hub.subscribe()


# --- over real connections ---------------------------------------------------------------------------------------


class Listener:
    """A phone that listens to /events."""

    def __init__(self, port: int, token: str = "", address: str = "127.0.0.1") -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S, source_address=(address, 0))
        cookie = f"Cookie: pawnlight_phone={token}\r\n" * bool(token)
        self.line.sendall(f"GET /events HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode())
        self.file = self.line.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def snapshot(self) -> dict[str, dict[str, object]]:
        for line in self.file:
            if line.startswith(b"data: {"):
                found: dict[str, dict[str, object]] = json.loads(line[6:])
                return found
        raise EOFError("the stream ended")

    def ends(self) -> bool:
        return not self.file.read().endswith(b"\n\n{")

    def close(self) -> None:
        self.file.close()
        self.line.close()


@pytest.fixture
def served(desk: WatchedDesk) -> Iterator[Serving]:
    """The desk's panel on a real port."""
    serving = start(create_app(desk), "127.0.0.1", 0, stream_limit=8)
    yield serving
    serving.close()


def test_a_stream_begins_with_the_table_and_tells_every_change(desk: WatchedDesk, served: Serving) -> None:
    phone = Listener(served.port)
    assert phone.snapshot()["scene"]["status"] == "empty"
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    while phone.snapshot()["scene"]["status"] != "play":
        pass
    phone.close()


def test_closing_does_not_wait_for_streams_that_are_open(
    desk: WatchedDesk, served: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webpanel.api.live.HEARTBEAT_S", 60.0)
    phones = [Listener(served.port) for _ in range(4)]
    for phone in phones:
        phone.snapshot()
    began = time.monotonic()
    served.close()
    assert time.monotonic() - began < 30
    for phone in phones:
        assert phone.ends()
        phone.close()


def test_an_onlooker_too_many_is_shown_the_table_and_told_to_ask_again(desk: WatchedDesk, served: Serving) -> None:
    with ExitStack() as opened:
        for number in range(STREAMS):
            opened.enter_context(desk.subscribe(f"phone {number}"))
        one_more = opened.enter_context(closing(Listener(served.port)))
        assert one_more.snapshot()["scene"]["status"] == "empty"
        assert farewell(one_more)["again"], "it asks every few seconds"


@pytest.mark.parametrize("is_owner", [False, True])
def test_players_and_the_owner_get_a_stream_at_the_cost_of_the_newest_onlooker(
    desk: WatchedDesk, is_owner: bool
) -> None:
    app = create_app(desk)
    serving, cookie = start(app, "127.0.0.1", 0, STREAMS), "p" * 32
    token = token_of(cookie)
    with ExitStack() as opened:
        opened.callback(serving.close)
        onlookers = [
            opened.enter_context(closing(Listener(serving.port, address=f"127.0.1.{number}")))
            for number in range(STREAMS)
        ]
        if is_owner:
            app.extensions[EXTENSION].owners.admit(token)
        else:
            desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
            desk.take_seat(Seat.WHITE, token)
        for newest in (onlookers[-1], onlookers[-2]):  # as it comes, and as it is loaded anew
            player = opened.enter_context(closing(Listener(serving.port, cookie, "127.0.2.1")))
            player.snapshot()
            assert farewell(newest)["again"]
        stranger = opened.enter_context(closing(Listener(serving.port, address="127.0.2.2")))
        assert farewell(stranger)["again"]
        assert app.extensions[EXTENSION].streams.has(token)


def test_one_page_too_many_of_a_phone_takes_the_place_of_its_oldest(desk: WatchedDesk, served: Serving) -> None:
    token = "a" * 32
    with ExitStack() as opened:
        mine = [opened.enter_context(closing(Listener(served.port, token))) for _ in range(STREAMS_PER_PHONE)]
        assert [phone.status for phone in mine] == [200] * STREAMS_PER_PHONE
        newest = opened.enter_context(closing(Listener(served.port, token)))
        newest.snapshot()
        told = farewell(mine[0])
        assert not told["again"] and "newer pages of this phone" in told["why"]
        assert opened.enter_context(closing(Listener(served.port, "b" * 32))).status == 200


def test_a_phone_that_quickly_leaves_the_board_and_comes_back_is_always_told(
    desk: WatchedDesk, served: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webpanel.api.live.HEARTBEAT_S", 600.0)
    with ExitStack() as others:
        for _ in range(STREAMS_PER_PHONE - 1):
            others.enter_context(closing(Listener(served.port, "a" * 32)))
        for _ in range(20):
            with closing(Listener(served.port, "a" * 32)) as board:
                assert board.status == 200
                board.snapshot()


def test_addresses_cannot_take_all_streams_by_forgetting_their_cookies(desk: WatchedDesk) -> None:
    """One has its share; if several take all, whoever comes with fewer is given one of whoever has most."""
    serving = start(create_app(desk), "127.0.0.1", 0, stream_limit=32)
    with ExitStack() as opened:
        opened.callback(serving.close)
        oldest = opened.enter_context(closing(Listener(serving.port)))
        for _ in range(39):
            opened.enter_context(closing(Listener(serving.port)))
        with closing(Listener(serving.port)) as one_more:
            assert farewell(one_more)["again"]
        for _ in range(32 - STREAMS_PER_ADDRESS):
            assert opened.enter_context(closing(Listener(serving.port, address="127.0.0.2"))).status == 200
        assert oldest.file.readline()
        assert opened.enter_context(closing(Listener(serving.port, address="127.0.0.3"))).status == 200
        wait_for(lambda: not oldest.file.readline(), "the oldest stream of the first address has ended")


def farewell(phone: Listener) -> Any:
    """Return the farewell of a stream."""
    for line in phone.file:
        if line.strip() == b"event: farewell":
            return json.loads(phone.file.readline().removeprefix(b"data: "))
    raise AssertionError("it ended without a word")


def test_a_port_in_use_is_an_os_error(desk: WatchedDesk, served: Serving) -> None:
    with pytest.raises(OSError, match="in use"):
        start(create_app(desk), "127.0.0.1", served.port, stream_limit=1)
