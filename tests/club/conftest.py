"""A mosquitto for each test, and boards without the rest of the program."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mosquitto_broker import PAGE, Mosquitto

from club.member import Member
from club.transport.messages import Status


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """Set up, but not started."""
    directory = tmp_path / "broker"
    directory.mkdir()
    broker = Mosquitto(directory)
    yield broker
    broker.stop()


@pytest.fixture
def new_member(mosquitto: Mosquitto) -> Iterator[Callable[..., Member]]:
    """Make a started board at the broker, with a password that it has there."""
    with ExitStack() as opened:

        def make(board: str, name: str, password: str = "secret") -> Member:
            member = Member(mosquitto.broker(board, password), "pawnlight", Status(board, name, True, "1.2.3"))
            member.start()
            opened.callback(member.stop, 5.0)
            return member

        yield make


@pytest.fixture
def page() -> str:
    """docs/club.md."""
    return PAGE
