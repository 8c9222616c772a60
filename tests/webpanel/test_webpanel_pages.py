"""Every page answers, in both languages, and loads nothing from outside."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from waiting import wait_for
from watched_desk import PIN, WatchedDesk

from engine.core.messages import message
from engine.core.pieces import Seat
from hardware.lights.light_table import TABLE
from table.messages.new_game import NewGame
from table.messages.settings import PALETTES, Settings
from webpanel.app import create_app, static_files
from webpanel.ports.device_port import Part, SquareWiring

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
PAGES = [
    "/", "/new", "/new/pawn-advance", "/new/pawns-revenge", "/continue", "/scores", "/seats", "/settings", "/hardware",
    "/about", "/rules", "/rules/pawn-advance", "/import", "/guides", "/guides/builders",
    "/guides/play.md",
]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_answers(desk: WatchedDesk, client: FlaskClient, address: str, language: str) -> None:
    desk.save_settings(Settings(language=language))
    answer = client.get(address)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    assert re.search(r"<title>[^<]+ · Pawnlight</title>", page)


@pytest.mark.parametrize("address", PAGES)
def test_no_page_loads_or_runs_anything_that_is_not_a_file_of_the_panel(client: FlaskClient, address: str) -> None:
    page = client.get(address).get_data(as_text=True)
    assert not re.search(r'(src|href)="(https?:)?//', page)
    assert not re.search(r" on\w+=|<style|style=", page)
    assert not re.findall(r"<script(?! type=\"application/json\")(?![^>]* src=)", page)


def test_everything_a_page_names_is_there(client: FlaskClient) -> None:
    pages = [client.get(address).text for address in PAGES]
    named = {name for page in pages for name in re.findall(r'(?:src|href)="(/static/[^"#]+)', page)}
    own = f"/static/{static_files().version}"
    assert {f"{own}/bundles/panel.css", f"{own}/bundles/pages/common.js", f"{own}/icons.svg"} <= named
    assert [name for name in sorted(named) if client.get(name, buffered=True).status_code != 200] == []


def test_the_start_page_becomes_the_board_when_a_game_is_on(desk: WatchedDesk, client: FlaskClient) -> None:
    assert "The table is free" in client.get("/").text
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    assert 'id="board"' in client.get("/").text


def test_last_results_are_on_the_start_page(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(key="one", players=PLAYERS, winners=(Seat.BLACK,), termination="resignation")
    page = client.get("/").text
    assert "Won by Ben" in page and "(by resignation)" in page


def test_a_board_that_is_too_small_is_named_and_the_screen_offered(wired: WatchedDesk) -> None:
    page = create_app(wired).test_client().get("/new/chess-two").text
    assert "The physical board has 8×8 squares, too few for this game" in page
    assert re.search(r'value="wood"\s+disabled', page) and 'value="screen" checked' in page


def test_a_first_game_is_played_on_the_board_that_is_there(wired: WatchedDesk) -> None:
    client = create_app(wired).test_client()
    assert 'value="wood" checked' in client.get("/new/pawn").text
    wired.keep("last", game_id="pawn", screen=True)
    assert 'value="wood" checked' in client.get("/new/pawn").text
    assert 'value="screen" checked' in client.get("/new/pawn?last=1").text, "as last time"


def test_an_unknown_game_is_not_here(client: FlaskClient) -> None:
    for address in ("/new/go", "/rules/go"):
        answer = client.get(address)
        assert answer.status_code == 404 and "There is no game called go here." in answer.text


def test_qr_codes_carry_the_address_with_the_ip(client: FlaskClient, desk: WatchedDesk) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    assert "<svg" in client.get("/qr.svg").text and client.get("/seat/white/qr.svg").mimetype == "image/svg+xml"
    assert "http://192.168.1.20:8080/seat/white" in client.get("/seats").text.replace("<wbr>", "")


# --- seats and owner ---------------------------------------------------------------------------------------------


def test_a_seats_link_takes_the_seat_for_one_phone(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    assert 'data-claim="white"' in client.get("/seat/white").text
    assert client.put("/api/seats/white").status_code == 200
    assert client.get("/seat/white").headers["Location"] == "/"
    other = another()
    assert "Another phone holds this seat" in other.get("/seat/white").text
    assert other.put("/api/seats/white").status_code == 409


def test_a_seat_is_freed_by_its_phone_or_the_owner(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    other = another()
    other.put("/api/seats/white")
    assert client.delete("/api/seats/white").status_code == 403
    client.post("/api/owner", json={"pin": PIN})
    assert client.delete("/api/seats/white").status_code == 200
    other.put("/api/seats/black")
    assert other.delete("/api/seats/black").status_code == 200
    assert desk.holders == {}


def test_without_a_game_there_are_no_seats(client: FlaskClient) -> None:
    assert client.get("/seat/white").status_code == 404
    assert "so there are no seats" in client.get("/seats").text.replace("<wbr>", "")


def test_settings_open_with_the_pin_alone(desk: WatchedDesk, client: FlaskClient) -> None:
    assert 'data-setting="brightness"' not in client.get("/settings").text
    assert client.patch("/api/settings", json={"brightness": 5}).status_code == 403
    refused = client.post("/api/owner", json={"pin": "000000"})
    assert refused.status_code == 403 and "pawnlight pin" in refused.get_json()["error"]
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert 'data-setting="brightness"' in client.get("/settings").text
    desk.lines.handle(logging.makeLogRecord({"msg": "the table is ready"}))
    assert "ready" in client.get("/hardware").text
    client.delete("/api/owner")
    assert "ready" not in client.get("/hardware").text


def test_every_palette_that_lights_have_can_be_chosen(client: FlaskClient) -> None:
    client.post("/api/owner", json={"pin": PIN})
    offered = re.findall(r'data-setting="palette" value="([^"]+)"', client.get("/settings").text)
    assert tuple(offered) == PALETTES == tuple(TABLE["palettes"])


def test_the_hardware_page_puts_the_remedy_beside_what_is_wrong(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights = Part(message("Lights"), message("answers"))
    monkeypatch.setattr(desk, "parts", lambda: (lights,))
    assert "No problems found" in client.get("/hardware").text
    chip = Part(message("Chip {name}", name="0x21"), message("16 pins"), message("check the jumpers"))
    monkeypatch.setattr(desk, "parts", lambda: (lights, chip))
    page = client.get("/hardware").text.replace("<wbr>", "")
    wrong = re.findall(r'<div class="wrong">.*?</div>', page, re.DOTALL)
    assert len(wrong) == 1 and "Chip 0x21" in wrong[0]
    assert wrong[0].index("check the jumpers") < wrong[0].index("16 pins"), "what it is stays to be read"
    assert page.index("Chip 0x21") < page.index("<dt>Lights"), "what is wrong comes first"
    assert page.index("Chip 0x21") < page.index("/workshop") < page.index("<summary") < page.index("<dt>Lights")
    assert "needs your attention" in page and 'href="/guides/build/trouble.md"' in page


def test_the_hardware_page_tells_how_the_squares_are_wired(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wires = [
        [SquareWiring("a2", 2, 36), SquareWiring("b2", 3, None)],
        [SquareWiring("a1", 0, 0), SquareWiring("b1", None, 12)],
    ]
    monkeypatch.setattr(desk, "parts", lambda: (Part(message("Board map"), message("answers"), wires=wires),))
    rows = re.findall(r'<th scope="row">(\d)</th>(.*?)</tr>', client.get("/hardware").text)
    assert [(rank, re.findall(r"<td>(.*?)</td>", cells)) for rank, cells in rows] == [
        ("2", ["2<br>36", "3<br>–"]), ("1", ["0<br>0", "–<br>12"]),
    ]  # fmt: skip


def test_only_the_owner_switches_off_and_is_told_where_that_is_impossible(
    desk: WatchedDesk, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.post("/api/power-off").status_code == 403
    assert "Switch the computer off" not in client.get("/settings").text
    client.post("/api/owner", json={"pin": PIN})
    assert not desk.switched_off
    begun = client.post("/api/power-off")
    assert (begun.status_code, begun.get_json()) == (202, {"begun": True})
    wait_for(lambda: desk.switched_off, "that phones are told")
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    (tmp_path / "no service").mkdir()
    with WatchedDesk(tmp_path / "no service") as other:
        owner = create_app(other).test_client()
        owner.post("/api/owner", json={"pin": PIN})
        refused = owner.post("/api/power-off")
    assert refused.status_code == 409 and "cannot be switched off from here" in refused.get_json()["error"]


def test_wherever_the_pin_is_wanted_a_link_leads_to_where_it_is_entered(
    desk: WatchedDesk, client: FlaskClient
) -> None:
    desk.finish(key="somebodys")
    for page in ("/backups", "/hardware", "/update", "/workshop", "/deleted"):
        assert 'href="/settings#pin"' in client.get(page).text, page
    for method, address in (("PATCH", "/api/settings"), ("GET", "/api/phones"), ("DELETE", "/api/games/somebodys")):
        refused = client.open(address, method=method, json={"brightness": 1})
        assert refused.status_code == 403 and "PIN" in refused.get_json()["error"]
        assert refused.headers["Link"] == '</settings#pin>; rel="help"'
    assert 'id="pin"' in client.get("/settings").text
    client.post("/api/owner", json={"pin": PIN})
    for page in ("/backups", "/hardware", "/update", "/workshop", "/deleted"):
        assert 'href="/settings#pin"' not in client.get(page).text, page


def test_the_pin_cannot_be_guessed_quickly(client: FlaskClient) -> None:
    answers = [client.post("/api/owner", json={"pin": "1"}).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]


def test_an_owner_changes_some_settings_and_keeps_the_others(desk: WatchedDesk, client: FlaskClient) -> None:
    client.post("/api/owner", json={"pin": PIN})
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    before = desk.settings()
    dim = client.patch("/api/settings", json={"brightness": 10, "motion": False}).get_json()["estimate_a"]
    answer = client.patch("/api/settings", json={"brightness": 100, "palette": "colour-blind"})
    assert 0 < 2 * dim < answer.get_json()["estimate_a"] == round(desk.device().estimate_a, 3)
    after = desk.settings()
    assert (after.brightness, after.palette, after.motion) == (100, "colour-blind", False)
    assert after.settle_ms == before.settle_ms


@pytest.mark.parametrize(
    "change",
    [{"brightness": 0}, {"brightness": 101}, {"settle_ms": 99}, {"debounce_ms": 201}, {"palette": "pink"},
     {"motion": 1}, {"language": "xx"}, {"sound": True}],
)
def test_a_setting_out_of_range_is_refused(desk: WatchedDesk, client: FlaskClient, change: dict[str, object]) -> None:
    client.post("/api/owner", json={"pin": PIN})
    before = desk.settings()
    answer = client.patch("/api/settings", json=change)
    assert answer.status_code == 400 and next(iter(change)) in answer.get_json()["error"]
    assert desk.settings() == before


def test_each_phone_keeps_its_appearance(client: FlaskClient, another: Callable[[], FlaskClient]) -> None:
    assert 'data-theme="system"' in client.get("/").text
    assert 'media="(prefers-color-scheme: light)"' in client.get("/").text
    assert client.post("/appearance", data={"theme": "light"}).status_code == 303
    assert f'href="/static/{static_files().version}/css/light.css">' in client.get("/").text
    assert client.post("/appearance", data={"theme": "dark", "board": "wood", "pieces": "bold"}).status_code == 303
    assert 'data-theme="dark" data-board="wood" data-pieces="bold"' in client.get("/").text
    assert "light.css" not in client.get("/").text
    client.post("/appearance", data={"board": "glass", "pieces": "../icons"})
    assert 'data-theme="dark" data-board="wood" data-pieces="bold"' in client.get("/").text, "no such looks"
    assert 'data-theme="system" data-board="slate" data-pieces="modern"' in another().get("/").text


def test_the_panel_is_installed_with_icons_of_every_size_and_for_every_mask(client: FlaskClient) -> None:
    icons = client.get("/manifest.webmanifest").get_json()["icons"]
    kinds = {(each["sizes"], each.get("purpose", "any")) for each in icons}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= kinds
    for each in icons:
        answer = client.get(each["src"])
        assert answer.status_code == 200 and answer.mimetype == each["type"]
        if each["type"] == "image/png":
            assert "{0}x{0}".format(int.from_bytes(answer.data[16:20])) == each["sizes"]
