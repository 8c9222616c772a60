"""A browser for these tests, phones in it, the program they look at, and a place for pictures of what they show."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import by_name
from playwright.sync_api import Browser, Playwright

sys.path.insert(0, str(Path(__file__).parent))

from phone import Phone  # noqa: E402  (found by the line above)
from table_process import QUICK, TableProcess  # noqa: E402

SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
"""The smallest phone that the panel is made for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", metavar="DIR", type=Path, help="keep pictures of the panel at every stage here")


@pytest.fixture
def process(tmp_path: Path) -> Iterator[TableProcess]:
    """The program on an empty data directory, with short settle times."""
    with TableProcess(tmp_path / "data") as process:
        process.configure(**QUICK)
        yield process


@pytest.fixture
def phone(
    browser: Browser, playwright: Playwright, process: TableProcess, request: pytest.FixtureRequest, full: bool
) -> Iterator[Callable[..., Phone]]:
    """Makes phones: ``phone()``, ``phone(small=True)``, ``phone(turned=True)``, ``phone(address=a_wire)``.

    What any of their pages complains about fails the test at its end. Without ``--full`` a pixel of theirs is one of
    CSS: to paint seven times as many takes a sixth of all work in a whole game.
    """
    pictures: Path | None = request.config.getoption("--screenshots", default=None)
    fine = full or pictures is not None
    phones: list[Phone] = []

    def make(
        name: str = "phone", small: bool = False, turned: bool = False, address: str = process.address
    ) -> Phone:
        profile = SMALL if small else playwright.devices["Pixel 5 landscape" if turned else "Pixel 5"]
        scale = profile["device_scale_factor"] if fine else 1
        context = browser.new_context(
            **{**profile, "device_scale_factor": scale}, base_url=by_name(address), reduced_motion="no-preference")
        phones.append(Phone(context, pictures, f"{request.node.name.split('[')[0][5:]}-{name}"))
        return phones[-1]

    yield make
    for each in phones:
        each.close()
    assert not [complaint for each in phones for complaint in each.complaints]
