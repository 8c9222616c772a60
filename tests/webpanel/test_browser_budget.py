"""The page of the table costs a phone few requests and few bytes: counted at the browser's network, not timed.

``script/bench page`` measures the time that a slow phone needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser import PLAYERS, Phone
from flask import Flask
from playwright.sync_api import Browser
from watched_desk import WatchedDesk

from table.messages.new_game import NewGame
from webpanel.server.static_files import StaticFiles

COLD_REQUESTS, COLD_BYTES = 10, 80_000
"""A first visit: the page, its scripts, styles and drawings, and what its scripts ask for."""
WARM_REQUESTS, WARM_BYTES = 2, 8_000
"""A later visit: the page, and what its scripts ask for. The event stream is not counted."""


@dataclass
class Traffic:
    """The bytes that a browser got over its line, by address, with heads. Event streams, and those that its
    cache had, are left out."""

    received: dict[str, int] = field(default_factory=dict)
    _asked: dict[str, str] = field(default_factory=dict)

    def listen(self, line: Any) -> None:
        line.on("Network.responseReceived", self._on_answer)
        line.on("Network.requestServedFromCache", lambda told: self._asked.pop(told["requestId"], None))
        line.on("Network.requestWillBeSent", self._on_request)
        line.on("Network.loadingFinished", self._on_end)
        line.send("Network.enable")

    def _on_request(self, told: Any) -> None:
        if told["type"] != "EventSource":
            self._asked[told["requestId"]] = told["request"]["url"]

    def _on_answer(self, told: Any) -> None:
        if told["response"]["fromDiskCache"]:
            self._asked.pop(told["requestId"], None)

    def _on_end(self, told: Any) -> None:
        if told["requestId"] in self._asked:
            address = urlsplit(self._asked.pop(told["requestId"]))
            self.received[f"{told['requestId']} {address.path}"] = int(told["encodedDataLength"])

    @property
    def total(self) -> int:
        """All bytes."""
        return sum(self.received.values())


@pytest.fixture
def visitor(desk: WatchedDesk, browser: Browser, address: str) -> Iterator[Phone]:
    """A phone that has never been here, while a game is on."""
    desk.start(NewGame("pawn-advance", {"rounds": 2}, PLAYERS, True))
    phone = Phone(browser, address)
    yield phone
    phone.close()
    assert phone.faults == []


def visit(phone: Phone) -> Traffic:
    """Open the table in a new tab, and wait until it is there."""
    phone.page = phone.context.new_page()
    traffic = Traffic()
    traffic.listen(phone.context.new_cdp_session(phone.page))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.page.close()
    return traffic


def test_a_page_of_the_table_stays_within_its_budget(visitor: Phone) -> None:
    cold, warm = visit(visitor), visit(visitor)
    assert len(cold.received) <= COLD_REQUESTS and cold.total <= COLD_BYTES, (cold.total, cold.received)
    assert len(warm.received) <= WARM_REQUESTS and warm.total <= WARM_BYTES, (warm.total, warm.received)
    assert len(cold.received) > 5 > len(warm.received) > 0, "it counts"


OTHER = "0123456789abcdef"


@pytest.fixture
def other_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages name another version than the panel's."""
    teach = StaticFiles.teach

    def taught(files: StaticFiles, app: Flask) -> None:
        teach(files, app)
        app.jinja_env.globals["static_version"] = OTHER

    monkeypatch.setattr(StaticFiles, "teach", taught)


def test_a_page_of_another_version_starts_with_the_present_files(other_version: None, visitor: Phone) -> None:
    """It was sent just before an update, or the panel was set back to an older version."""
    loaded = [each.partition(" ")[2] for each in visit(visitor).received]
    named = [each for each in loaded if each.startswith("/static/")]
    assert len(named) > 5 and all(each.startswith(f"/static/{OTHER}/") for each in named)
