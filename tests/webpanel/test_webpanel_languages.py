"""Each phone has its own language: pages, refusals, the stream, the story. Beside it phones of another language at the
same table read theirs."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import DATE, WatchedDesk, random_game

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from webpanel.text.translations import day, moment, percent, translate

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
ENGLISH = {"Accept-Language": "en-GB,en;q=0.9,de;q=0.2"}
PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


def spoken(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-AT,de;q=0.9,en;q=0.5", "de"), ("en-GB,de;q=0.2", "en"), ("fr,de;q=0.4,en;q=0.1", "de"), ("fr", "de"),
     ("*", "de"), ("", "de"), ("en;q=0,de", "de"), ("nonsense;;q=x", "de"), ("EN-us", "en"), ("DE-at,en;q=0.5", "de")],
)
def test_a_page_is_in_the_language_that_the_browser_likes_best(
    desk: WatchedDesk, client: FlaskClient, accepted: str, language: str
) -> None:
    """If it prefers none of the available ones, the page is in the table's."""
    desk.save_settings(Settings(language="de"))
    assert spoken(client.get("/rules", headers={"Accept-Language": accepted}).text) == language


def test_the_language_chosen_on_a_phone_is_remembered_by_it_alone(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    other = another()
    answer = client.post("/appearance", data={"language": "de", "back": "/scores?page=1"}, headers=ENGLISH)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/scores?page=1")
    assert spoken(client.get("/scores", headers=ENGLISH).text) == "de"
    assert spoken(other.get("/scores", headers=ENGLISH).text) == "en"
    assert desk.settings().language == "en", "that of the table stays"
    client.post("/appearance", data={"theme": "system"})
    assert spoken(client.get("/scores", headers=ENGLISH).text) == "de", "another choice does not change it"
    client.post("/appearance", data={"language": "tlh"})
    assert spoken(client.get("/scores", headers=ENGLISH).text) == "de", "nor one that there is not"
    client.set_cookie("pawnlight_language", "../de")
    assert spoken(client.get("/scores", headers=ENGLISH).text) == "en", "a cookie that names none is no choice"


@pytest.mark.parametrize("back", ["//evil.example/", "/\\evil.example", "https://evil.example/", "", "javascript:x"])
def test_a_choice_leads_back_to_no_other_place_than_the_panel(client: FlaskClient, back: str) -> None:
    assert client.post("/appearance", data={"language": "de", "back": back}).headers["Location"] == "/settings"


def test_every_page_has_the_switch_and_leads_back_to_itself(desk: WatchedDesk, client: FlaskClient) -> None:
    for address in ("/", "/new", "/scores?page=1", "/rules/pawn-advance", "/settings", "/about", "/nowhere"):
        page = client.get(address).text
        assert page.count('action="/appearance" aria-label="Language of this phone"') == 1
        assert f'name="back" value="{address}"' in page
        assert re.findall(r'name="language" value="(\w+)" lang', page) == ["en", "de"]
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    assert 'aria-label="Language of this phone"' in client.get("/").text


def test_what_is_not_translated_says_so_and_no_name_from_the_configuration_stands_for_the_screen(
    client: FlaskClient,
) -> None:
    german = {"Accept-Language": "de"}
    assert "Brett: auf dem Bildschirm" in client.get("/about", headers=german).text
    assert "Board: on the screen" in client.get("/about").text
    assert "Diese Seiten sind auf Englisch." in client.get("/guides", headers=german).text
    assert "These pages are written in English." not in client.get("/guides").text


@pytest.mark.parametrize(
    ("accepted", "written"),
    [("en-US,en;q=0.9", "Nov 21, 2026"), ("en-GB,en;q=0.9", "21 Nov 2026"), ("en", "Nov 21, 2026"),
     ("en,en-AU;q=0.9", "21 Nov 2026"), ("en;q=0.9,de-CH;q=0.8", "21 Nov 2026"), ("de-AT", "21.11.2026"),
     ("de,en-US;q=0.5", "21.11.2026"), ("en,x-nowhere;q=0.5,*;q=0.1", "Nov 21, 2026")],
)
def test_a_date_is_in_the_language_of_the_phone_as_its_country_writes_it(
    desk: WatchedDesk, client: FlaskClient, accepted: str, written: str
) -> None:
    desk.finish(key="done")
    assert written in client.get("/games/done", headers={"Accept-Language": accepted}).text


def test_a_time_of_day_is_that_of_the_boards_clock(app: Flask) -> None:
    noon = datetime(2026, 11, 21, 12).astimezone().isoformat()
    american = "Nov 21, 2026, 12:00\N{NARROW NO-BREAK SPACE}PM"
    for accepted, written in (("en-US", american), ("de-DE", "21.11.2026, 12:00")):
        with app.test_request_context(headers={"Accept-Language": accepted}):
            assert moment(noon) == written
    with app.test_request_context():
        assert (moment(""), moment("yesterday"), day("0001-01-01T00:00:00+14:00")) == ("", "", "")


REFUSED: list[tuple[str, str, Any, str]] = [
    ("POST", "/api/games", {"game": "no-such-game", "options": {}}, "Unbekanntes Spiel"),
    ("POST", "/api/games/check", {"game": "pawn-advance", "options": {"spawn": 99}}, "muss eine ganze Zahl von 1 bis"),
    ("POST", "/api/games/check", {"game": "pawn-advance", "options": {"nothing": 1}}, "Unbekannte Option"),
    ("POST", "/api/tap", {"kind": "hop", "scene": 1}, "muss eines von"),
    ("POST", "/api/tap", {"kinds": "lift"}, "war kind gemeint"),
    ("POST", "/api/tap", {"kind": "lift", "square": "e4", "scene": "x"}, "muss eine ganze Zahl von 0 bis"),
    ("POST", "/api/answer", [], "JSON-Objekt"),
    ("POST", "/api/games/import", {"record": "junk"}, "Zeile 1"),
    ("PATCH", "/api/settings", {"brightness": 1}, "Besitzer-PIN"),
    ("GET", "/api/moment?action=-1", None, "muss eine ganze Zahl von 0 bis 999.999.999"),
    ("GET", "/api/nowhere", None, "Adresse"),
    ("PUT", "/api/games", {}, "nimmt solche Anfragen nicht"),
]


@pytest.mark.parametrize(("method", "address", "body", "german"), REFUSED)
def test_a_refusal_is_told_in_the_language_of_the_phone_that_asked(
    client: FlaskClient, another: Callable[[], FlaskClient], method: str, address: str, body: Any, german: str
) -> None:
    told = client.open(address, method=method, json=body, headers=GERMAN)
    other = another().open(address, method=method, json=body, headers=ENGLISH)
    assert told.status_code == other.status_code >= 400
    assert german in told.get_json()["error"]
    assert german not in other.get_json()["error"] and not re.search("[äöüß]", other.get_json()["error"])


def test_phones_of_two_languages_read_the_same_table_each_in_its_own(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "", Seat.BLACK: ""}, True))
    other = another()
    for _ in range(2):  # what was made for one is no answer for the other
        told, second = (
            each.get("/api/table", headers=headers).get_json()["scene"]
            for each, headers in ((client, GERMAN), (other, ENGLISH))
        )
        assert (told["names"], second["names"]) == (
            {"white": "Weiß", "black": "Schwarz"}, {"white": "White", "black": "Black"}
        )
        assert told["pieces"] == second["pieces"] and told["phase"] != second["phase"]


def first_events(client: FlaskClient, headers: dict[str, str]) -> list[Any]:
    """Return the first events on the stream of a phone: the story and the table."""
    answer = client.get("/events?story=1", headers=headers, buffered=False)
    chunks, found = iter(answer.response), ""
    while found.count("data: ") < 2:
        found += bytes(next(chunks)).decode()  # type: ignore[arg-type]
    answer.close()
    return [json.loads(line[6:]) for line in found.splitlines() if line.startswith("data: ")]


def test_the_stream_and_its_story_are_in_the_language_of_each_phone(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    desk.finish(*random_game("pawn-advance", 3, 6), players=PLAYERS, key="one")
    desk.resume("one")
    streams = [first_events(each, headers) for each, headers in ((client, GERMAN), (another(), ENGLISH))]
    (german_story, german_table), (english_story, english_table) = streams
    last = [story["entries"][-1]["moments"][0]["told"] for story in (german_story, english_story)]
    assert "Bauer" in last[0] and "pawn" in last[1]
    assert german_table["scene"]["phase"] != english_table["scene"]["phase"]
    again = first_events(client, ENGLISH)
    assert again[0] == english_story, "the same phone may ask for another language"


def test_numbers_are_written_as_the_language_does(app: Flask) -> None:
    said = message("{now} of {most}", now=1234, most=2.5)
    for language, written in (("en", "1,234 of 2.5"), ("de", "1.234 of 2,5")):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert translate(said) == written
    assert str(said) == "1234 of 2.5", "logs and programs read plain figures"
    for language, share in (("en", "83%"), ("de", "83\N{NO-BREAK SPACE}%")):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert percent(5 / 6) == share


@pytest.mark.parametrize(
    ("said", "heard"),
    [("1795363200", "2026-11-22"), ("12", ""), ("99999999999", ""), ("x", ""), ("-1", ""), ("٣٣٣", "")],
)
def test_a_phone_says_the_date_with_what_it_asks(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, said: str, heard: str
) -> None:
    monkeypatch.setattr("daemon.system.calendar.clock_is_synchronised", lambda: False)
    body = {"game": "pawn-advance", "options": {}, "players": {}, "screen": True}
    asked = client.post("/api/games", json=body, headers={"Phone-Clock": said.encode().decode("latin-1")})
    assert asked.status_code == 201
    assert desk.shelf.game(asked.get_json()["key"]).started[:10] == heard
    page = client.get(f"/games/{asked.get_json()['key']}", headers=ENGLISH).text
    assert ("date unknown" in page) == (not heard)


def test_dates_and_counts_of_lists_are_those_of_the_phone(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=PLAYERS, key="done", rounds=3)
    year = DATE[:4]
    assert f"21 Nov {year}" in client.get("/scores", headers=ENGLISH).text
    assert f"21.11.{year}" in client.get("/scores", headers=GERMAN).text
