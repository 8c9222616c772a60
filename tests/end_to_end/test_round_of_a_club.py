"""An evening of a club: an organiser pairs a round on one phone, players begin it at their boards with a tap, and the
next round appears there. Programs, broker and panel are whole; names are typed once."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from between_boards import Home, two_homes
from chromium import by_name
from mosquitto_broker import Mosquitto
from playwright.sync_api import Browser, Page, expect
from table_process import ask_until
from waiting import PATIENCE_S, wait_for

from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.web.wall import STREAMS, WatchedClub
from daemon.system.calendar import utc_now
from webpanel.serve import start

expect.set_options(timeout=PATIENCE_S * 1000)
PIN = "246810"
NAMES = ["Ada", "Bo", "Zoë O'Neill", "김 & Söhne"]


class Watched(Home):
    """A board that lets itself be watched."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        with (self.data / "config.toml").open("a") as file:
            file.write("watched = true\n")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Mosquitto, tuple[Watched, Watched]]]:
    with two_homes(tmp_path, ["club"], kind=Watched) as found:
        yield found


@contextmanager
def panel(mosquitto: Mosquitto, directory: Path) -> Iterator[str]:
    """The panel of the club, as `pawnlight club` runs it; the address."""
    database = opened("", directory)
    wall = WatchedClub(mosquitto.broker("club", "open sesame"), "pawnlight", database, utc_now, PIN)
    serving = start(create_app(wall), "127.0.0.1", 0, STREAMS)
    wall.watcher.start()
    try:
        wait_for(lambda: sum(each.status.online for each in wall.watcher.boards()) == 2, "both boards at the panel")
        yield by_name(f"http://127.0.0.1:{serving.port}")
    finally:
        wall.watcher.stop(PATIENCE_S)
        wall.changes.close()
        serving.close()
        database.dispose()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[[str], Page]]:
    with ExitStack() as opened_:

        def make(address: str) -> Page:
            context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844}, locale="en-GB")
            context.set_default_timeout(PATIENCE_S * 1000)
            opened_.callback(context.close)
            return context.new_page()

        yield make


def organise(page: Page) -> None:
    page.goto("/tournaments")
    page.locator("input[name=name]").fill("Eve")
    page.locator("input[name=pin]").fill(PIN)
    page.locator("form[action='/organiser'] button").click()
    page.locator("form[action='/tournaments'] input[name=name]").fill("Autumn cup")
    page.locator("select[name=game]").select_option("pawn-advance")
    page.locator("[data-of-game=pawn-advance] summary").click()
    page.locator("[name='pawn-advance.rounds']").fill("5")
    page.locator("select[name=clock]").select_option("600")
    page.locator("select[name=system]").select_option("swiss")
    page.locator("input[name=rounds]").fill("2")
    page.get_by_role("button", name="Begin the tournament").click()
    page.locator("textarea[name=players]").fill("\n".join(NAMES))
    page.get_by_role("button", name="Add these players").click()


def tap(phone: Page, home: Home) -> dict[str, Any]:
    """Begin the only game that the page of a board offers; it, as the table has it then."""
    offered = phone.locator(".paired button.primary")
    expect(offered).to_have_count(1)
    words = offered.inner_text()
    offered.click()
    scene: dict[str, Any] = ask_until(
        lambda: (scene := home.scene)["status"] == "play" and scene["winners"] is None and scene,
        lambda: f"a game on the table; {home.scene['status']} {phone.locator('body').inner_text()}")
    players = scene["players"]
    assert words.endswith(f"{players['white']} (White) – {players['black']}"), words
    assert set(players.values()) <= set(NAMES) and scene["options"]["rounds"] == 5
    assert set(home.get("/api/table")["clocks"]) == {"white", "black"}
    return scene


def test_an_organiser_pairs_and_the_boards_begin_with_a_tap_round_after_round(
    evening: tuple[Mosquitto, tuple[Watched, Watched]], tmp_path: Path, new_page: Callable[[str], Page]
) -> None:
    mosquitto, homes = evening
    with panel(mosquitto, tmp_path) as address:
        eve = new_page(address)
        organise(eve)
        eve.get_by_role("button", name="Pair round 1").click()
        phones = [new_page(by_name(home.process.address)) for home in homes]
        for phone in phones:
            phone.goto("/")  # from now on the page follows by itself
        met = [set(tap(phone, home)["players"].values()) for phone, home in zip(phones, homes, strict=True)]
        assert met[0] | met[1] == set(NAMES)
        for home in homes:
            home.process.post("/api/resign", seat="black")
        expect(eve.locator(".score", has_text="1 : 0")).to_have_count(2)
        eve.get_by_role("button", name="Pair round 2").click()
        for phone in phones:
            expect(phone.locator(".paired")).to_contain_text("Round 2")  # below the game that has ended
        wanted = phones[0].locator(".paired button.primary").inner_text()
    mosquitto.stop()  # whatever ends, the round stays
    homes[0].kill()
    mosquitto.start()
    homes[0].start()
    with panel(mosquitto, tmp_path) as address:
        phones[0] = new_page(by_name(homes[0].process.address))
        phones[0].goto("/new")
        expect(phones[0].locator(".paired button.primary")).to_have_text(wanted)
        for phone, home in zip(phones, homes, strict=True):
            tap(phone, home)
        for home in homes:
            home.process.post("/api/resign", seat="white")
        guest = new_page(address)
        guest.goto("/tournaments/1")
        expect(guest.locator("#live h2").first).to_have_text("Round 2")
        expect(guest.locator(".score", has_text="0 : 1")).to_have_count(2)
        for phone in phones:
            expect(phone.locator(".paired")).to_have_count(0)
