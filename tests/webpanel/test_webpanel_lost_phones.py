"""Seats whose phones are gone: who may play on there, and that no secret goes with them."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from test_webpanel_rights import answer
from watched_desk import WatchedDesk

from daemon.snapshots.presence import LOST_S
from engine.core.pieces import Seat
from table.messages.new_game import NewGame

GONE = "once that phone has been gone for three minutes"
MESSAGE = "May another phone play on for"


@pytest.fixture
def players(desk: WatchedDesk, another: Callable[[], FlaskClient]) -> list[FlaskClient]:
    """Two phones that hold a seat each."""
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    return seated(another)


def seated(another: Callable[[], FlaskClient]) -> list[FlaskClient]:
    phones = [another(), another()]
    for phone, seat in zip(phones, ("white", "black"), strict=True):
        assert phone.put(f"/api/seats/{seat}").status_code == 200
    return phones


def held(phone: FlaskClient) -> list[str]:
    seats: list[str] = phone.get("/api/table").json["held"]
    return seats


def asked(phone: FlaskClient) -> list[str]:
    prompts = phone.get("/api/table").json["scene"]["prompts"]
    return [prompt["message"] for prompt in prompts if MESSAGE in prompt["message"]]


def test_a_seat_is_kept_for_a_phone_that_was_there_lately(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.clock.turn(LOST_S - 1)
    refused = client.put("/api/seats/white")
    assert refused.status_code == 409 and GONE in refused.json["error"]
    assert GONE in client.get("/seats").text and "Play on with this phone" not in client.get("/seats").text
    assert held(players[0]) == ["white"]


def test_where_nobody_is_left_anybody_plays_on(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.clock.turn(LOST_S)
    assert "Play on with this phone" in client.get("/seats").text
    for seat in ("white", "black"):
        assert client.put(f"/api/seats/{seat}").status_code == 200
    assert held(client) == ["white", "black"] and held(players[0]) == []


def test_whoever_is_there_is_asked_who_plays_on(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.clock.turn(LOST_S)
    assert held(players[1]) == ["black"], "it is there"
    assert client.put("/api/seats/white").status_code == 200
    assert held(client) == [] and len(asked(players[1])) == 1
    assert "The others at the table are asked" in client.get("/seats").text
    answer(players[1], "seat", "no")
    assert held(client) == [] and asked(players[1]) == []
    assert client.put("/api/seats/white").status_code == 200
    answer(players[1], "seat", "yes")
    assert held(client) == ["white"] and asked(players[1]) == []


def test_the_last_who_is_there_plays_on_for_the_other(desk: WatchedDesk, players: list[FlaskClient]) -> None:
    desk.clock.turn(LOST_S)
    assert players[1].put("/api/seats/white").status_code == 200
    assert held(players[1]) == ["white", "black"]


def test_a_phone_that_comes_back_keeps_its_seat(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.clock.turn(LOST_S)
    players[1].get("/api/table")
    assert client.put("/api/seats/white").status_code == 200
    players[0].get("/api/table")
    answer(players[1], "seat", "yes")
    assert held(client) == [] and held(players[0]) == ["white"] and asked(players[1]) == []
