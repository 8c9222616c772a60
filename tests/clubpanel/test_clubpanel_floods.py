"""Clients that ask the panel of a club for more than their share are refused, and all others are still served."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from waiting import PATIENCE_S, wait_for

from club.transport.link import Broker
from clubpanel.app import LONGEST_FORM, create_app
from clubpanel.results.database import opened
from clubpanel.web.wall import STREAMS, WatchedClub
from webpanel.limits.rate_limits import PIN_PER_PHONE
from webpanel.serve import start
from webpanel.server.event_streams import STREAMS_PER_ADDRESS

Ask = Callable[..., HTTPResponse]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Ask the panel for a page over a connection of its own, from an address."""
    database = opened("", tmp_path)
    wall = WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "", "246810")
    serving = start(create_app(wall), "127.0.0.1", 0, STREAMS)
    with ExitStack() as connections:
        connections.callback(database.dispose)
        connections.callback(serving.close)
        connections.callback(wall.changes.close)

        def ask(page: str, address: str = "127.0.0.1", form: bytes | None = None) -> HTTPResponse:
            phone = HTTPConnection("127.0.0.1", serving.port, timeout=PATIENCE_S, source_address=(address, 0))
            connections.enter_context(closing(phone))
            headers = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
            phone.request("GET" if form is None else "POST", page, form, headers)
            return connections.enter_context(closing(phone.getresponse()))

        yield ask


def test_no_address_takes_all_streams(ask: Ask) -> None:
    statuses = [ask("/events").status for _ in range(STREAMS_PER_ADDRESS + 10)]
    assert statuses == [200] * STREAMS_PER_ADDRESS + [429] * 10
    assert ask("/").status == 200, "its pages are still shown"
    assert ask("/events", "127.0.0.2").status == 200


def test_when_all_streams_are_taken_whoever_has_most_loses_one_to_a_newcomer(ask: Ask) -> None:
    several = STREAMS // STREAMS_PER_ADDRESS + 1
    taken = [ask("/events", f"127.0.0.{2 + number % several}") for number in range(STREAMS)]
    assert {each.status for each in taken} == {200}
    assert ask("/events", "127.0.1.1").status == 200
    assert ask("/results", "127.0.1.1").status == 200, "streams leave threads for pages"
    wait_for(lambda: not taken[0].readline() or None, "the end of the oldest stream")


def test_the_pin_is_not_guessed_by_asking_often(ask: Ask) -> None:
    most, _within_s = PIN_PER_PHONE
    statuses = [ask("/organiser", form=b"pin=1111&name=Eve").status for _ in range(most + 5)]
    assert statuses == [403] * most + [429] * 5
    assert ask("/organiser", "127.0.0.2", b"pin=246810&name=Ada").status == 303


def test_a_form_that_is_too_long_is_refused(ask: Ask) -> None:
    assert ask("/organiser", form=b"name=" + b"x" * LONGEST_FORM).status == 413
    assert ask("/").status == 200
