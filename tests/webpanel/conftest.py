"""A panel for every test: over a small desk, spoken to without a network, or served and opened in a browser."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parent))

from browser import PLAYERS, Phone, served  # noqa: E402
from fake_desk import FakeDesk, random_game  # noqa: E402

from webpanel.app import create_app  # noqa: E402


@pytest.fixture
def desk() -> Iterator[FakeDesk]:
    """A desk whose table is free."""
    made = FakeDesk()
    yield made
    made.close()


@pytest.fixture
def app(desk: FakeDesk) -> Flask:
    """The panel of the desk."""
    return create_app(desk)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone."""
    return app.test_client()


@pytest.fixture
def another(app: Flask) -> Callable[[], FlaskClient]:
    """Another phone, as many as one likes."""
    return app.test_client


# --- browsers ----------------------------------------------------------------------------------------------------


@pytest.fixture
def address(desk: FakeDesk) -> Iterator[str]:
    """The address of the desk's panel on a real port, in real time."""
    with served(desk) as found:
        yield found


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Phone]:
    """A phone with the panel; its page may not fail or load anything from outside."""
    made = Phone(browser, address)
    yield made
    made.close()
    assert made.faults == []


@pytest.fixture
def game(desk: FakeDesk, phone: Phone) -> Phone:
    """A phone that looks at a game of Pawn Advance Chess."""
    desk.start("pawn-advance", {"rounds": 2}, PLAYERS, True)
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    return phone


@pytest.fixture
def shelf(desk: FakeDesk) -> FakeDesk:
    """A desk with something on every page."""
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=PLAYERS, key="done", rounds=3)
    desk.finish(*random_game("pawn-advance", 4, 10), players=PLAYERS, key="parked")
    return desk
