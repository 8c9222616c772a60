"""The owner renews a tile's firmware on a phone: a real MicroPython behind a serial line, a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Phone, unlock
from flask.testing import FlaskClient
from playwright.sync_api import expect
from waiting import wait_for
from watched_desk import PIN, WatchedDesk

from daemon.config.schema import TileConfig
from firmware_bridge.simulated import SimulatedTile

OFFER = "Renew the tile's firmware"


@pytest.fixture
def tile(tmp_path: Path) -> Iterator[SimulatedTile]:
    """A tile that speaks another version."""
    folder = tmp_path / "tile"
    folder.mkdir()
    made = SimulatedTile(folder)
    shared = folder / "firmware_bridge/messages.py"
    shared.write_text(shared.read_text().replace("MAX_EVENTS = 32", "MAX_EVENTS = 31"))
    made.plug()
    made.power_on()
    yield made
    made.close()


@pytest.fixture
def desk(tmp_path: Path, tile: SimulatedTile) -> Iterator[WatchedDesk]:
    """A desk with a board of one tile."""
    with WatchedDesk(tmp_path, driver="tiles", tiles=(TileConfig(tile.port),)) as made:
        wait_for(lambda: any("speaks version" in str(part.trouble) for part in made.parts()), "the version told")
        yield made


def test_it_is_offered_to_the_owner_alone(desk: WatchedDesk, tile: SimulatedTile, client: FlaskClient) -> None:
    assert "data-renew" not in client.get("/hardware").text
    assert client.post("/api/workshop", json={"task": "renew", "port": tile.port}).status_code == 403
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert f'data-renew="{tile.port}"' in client.get("/hardware").text
    refused = client.post("/api/workshop", json={"task": "renew", "port": "/dev/ttyS0"})
    assert (refused.status_code, refused.json) == (409, {"error": "No tile of this board has that port."})
    assert client.post("/api/workshop", json={"task": "renew"}).status_code == 409


def test_the_owner_taps_the_offer_sees_how_far_it_is_and_the_tile_answers(desk: WatchedDesk, phone: Phone) -> None:
    unlock(phone)
    phone.open("/hardware")
    phone.page.tap(f"text={OFFER}")
    phone.page.wait_for_url("**/workshop")
    expect(phone.page.locator("#progress")).to_have_text(re.compile(r"\d+ of \d+"))
    assert not phone.overflows()
    found = Axe().run(phone.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}).response
    assert found["violations"] == []
    expect(phone.page.locator("#sentence")).to_have_text("The tile has this program's firmware.")
    wait_for(lambda: not any("tile" in str(part.trouble) for part in desk.parts()), "the tile answers")
    phone.page.tap("#end")
    phone.waits_for("#begin:not([hidden])")
    phone.open("/hardware")
    expect(phone.page.locator(f"text={OFFER}")).to_have_count(0)
