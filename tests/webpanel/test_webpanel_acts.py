"""An act from a page of the game before does nothing to the next one: every address that changes something."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from waiting import wait_for
from watched_desk import PIN, WatchedDesk, random_game

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.registry import find_game
from table.messages.events import Resign, StartGame
from table.messages.new_game import NewGame
from webpanel.access.game_key import ABOUT_NO_GAME, GAME_HEADER
from webpanel.access.request_guard import SAFE

GAME = NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True)
OPTIONS = find_game(GAME.game_id).read_options({}).as_data()
BEGIN = {"game": "pawn", "options": {}, "players": {}, "screen": True}
BODIES = {
    "POST /api/games": BEGIN, "POST /api/help": {"seat": "white", "help": "errors"},
    "POST /api/warnings": {"seat": "white", "wanted": True}, "POST /api/manual": {"square": "a1", "manual": True},
    "POST /api/lessons": {"game": "pawn", "lesson": "march", "screen": True},
    "POST /api/resign": {"seat": "white"}, "POST /api/offer-draw": {"seat": "white"},
    "POST /api/hint": {"seat": "white"}, "POST /api/end-turn": {"scene": 1},
    "POST /api/take-back": {"scene": 1},
    "POST /api/tap": {"kind": "lift", "square": "a1", "scene": 1},
}
"""With these the addresses would do something."""


def acts(app: Flask) -> set[str]:
    """Every address of the panel that changes something."""
    return {
        f"{method} {rule.rule}" for rule in app.url_map.iter_rules() for method in (rule.methods or set()) - SAFE
    }


def ask(phone: FlaskClient, address: str, game: str | None) -> tuple[int, str, str | None]:
    """Return the answer to a request, for a page of that game: status, sentence, and the game on the table instead."""
    method, path = address.split()
    filled = re.sub(r"<([^>]+)>", lambda found: {"key": "parked", "name": "white"}[found[1]], path)
    headers = {} if game is None else {GAME_HEADER: game}
    answer = FlaskClient.open(phone, filled, method=method, json=BODIES.get(address, {}), headers=headers)
    return answer.status_code, (answer.json or {}).get("error", ""), answer.headers.get(GAME_HEADER)


def state(desk: WatchedDesk) -> tuple[object, ...]:
    """All of the table that an act could change."""
    return desk.table, dict(desk.holders), [game.key for game in desk.shelf.games()]


@pytest.fixture
def before(desk: WatchedDesk) -> str:
    """The key of the game before the one on the table."""
    desk.finish(*random_game("pawn-advance", 4, 6), key="parked")
    first = desk.start(GAME)
    desk.start(GAME)
    wait_for(lambda: desk.table.on_disk == desk.table.entries, "that the game is stored")
    return first


def test_what_is_about_no_game_is_an_address_and_has_a_reason(app: Flask) -> None:
    assert set(ABOUT_NO_GAME) < acts(app)
    assert all(ABOUT_NO_GAME.values())


@pytest.mark.parametrize("owner", [False, True])
def test_no_act_of_the_game_before_does_anything_to_the_next(
    app: Flask, desk: WatchedDesk, client: FlaskClient, before: str, owner: bool
) -> None:
    if owner:
        assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    now, was = desk.table.on_table.key, state(desk)
    for address in sorted(acts(app) - set(ABOUT_NO_GAME)):
        for old in (before, ""):
            status, sentence, instead = ask(client, address, old)
            assert (status, instead) == (409, now), address
            assert sentence.startswith("That game is no longer on the table; nothing was changed."), address
        status, sentence, instead = ask(client, address, None)
        assert (status, instead) == (400, None) and GAME_HEADER in sentence, address
    assert state(desk) == was and desk.sent == []


def test_an_act_of_the_game_that_went_is_not_done_on_a_free_table(desk: WatchedDesk, client: FlaskClient) -> None:
    gone = desk.start(GAME)
    assert client.post("/api/park").status_code == 200
    for address in ("POST /api/games", "POST /api/park", "PUT /api/seats/<name>"):
        assert ask(client, address, gone)[::2] == (409, ""), address
    assert desk.table.on_table is None


def test_on_a_free_table_a_game_begins_without_naming_one(desk: WatchedDesk, client: FlaskClient) -> None:
    assert ask(client, "POST /api/games", None)[0] == 201


def test_whoever_begins_a_game_parks_none_that_has_begun_meanwhile(desk: WatchedDesk, client: FlaskClient) -> None:
    """Its page was loaded while the table was free."""
    begun = desk.start(GAME)
    assert ask(client, "POST /api/games", "")[0] == 409
    assert desk.table.on_table.key == begun
    assert ask(client, "POST /api/games", begun)[0] == 201, "now it knows"


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/api/resign"), ("PUT", "/api/seats/white"), ("POST", "/api/games")]
)
def test_a_game_that_begins_while_an_act_is_on_its_way_is_spared_too(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    """The table's thread decides, not the one that answers the phone: the next game comes between the two."""
    first, orders = desk.start(GAME), desk.program.orders
    ask_table, between = orders.ask, StartGame("between", replace(GAME, options=OPTIONS))

    def late(*given: Any, **more: Any) -> Message | None:
        assert ask_table(between) is None
        return ask_table(*given, **more)

    monkeypatch.setattr(orders, "ask", late)
    assert ask(client, f"{method} {path}", first)[::2] == (409, "between")
    assert desk.table.on_table.key == "between" and desk.table.on_table.outcome is None and not desk.holders


def test_a_rematch_seats_nobody_in_a_game_that_came_between(
    desk: WatchedDesk, another: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.start(GAME)
    player = another()
    player.put("/api/seats/white")
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    start = desk.start

    def overtaken(*given: object, **more: object) -> str:
        key = start(*given, **more)
        start(GAME)
        return key

    monkeypatch.setattr(desk, "start", overtaken)
    assert player.post("/api/rematch").status_code == 201
    assert not desk.holders
