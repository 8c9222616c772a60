"""Seats whose phones are gone: who may play on there, and that no secret goes with them."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from test_webpanel_rights import answer
from waiting import wait_for
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
    assert "do not want another phone to play on" in client.get("/seats").text
    desk.clock.turn(LOST_S)
    assert held(players[1]) == ["black"]
    assert client.put("/api/seats/white").status_code == 200
    answer(players[1], "seat", "yes")
    assert held(client) == ["white"] and asked(players[1]) == []


def test_the_last_who_is_there_plays_on_for_the_other(desk: WatchedDesk, players: list[FlaskClient]) -> None:
    desk.clock.turn(LOST_S)
    assert players[1].put("/api/seats/white").status_code == 200
    assert held(players[1]) == ["white", "black"]


@pytest.fixture
def a_claim(desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]) -> None:
    """A phone has asked to play on for White, and Black's player is asked."""
    desk.clock.turn(LOST_S)
    players[1].get("/api/table")
    assert client.put("/api/seats/white").status_code == 200


@pytest.mark.usefixtures("a_claim")
def test_a_phone_that_wakes_keeps_its_seat_and_ends_the_question(
    client: FlaskClient, players: list[FlaskClient]
) -> None:
    question = next(each["id"] for each in players[1].get("/api/table").json["scene"]["prompts"])
    players[0].get("/api/table")
    wait_for(lambda: not asked(players[1]), "that nobody is asked any more")
    assert asked(players[0]) == []
    assert "That phone is there again" in client.get("/seats").text
    late = players[1].post("/api/answer", json={"prompt": question, "value": "yes"})
    assert late.status_code == 409 and held(client) == [] and held(players[0]) == ["white"]


@pytest.mark.usefixtures("a_claim")
def test_a_second_phone_does_not_silently_ask_in_the_place_of_the_first(
    client: FlaskClient, players: list[FlaskClient], another: Callable[[], FlaskClient]
) -> None:
    second = another()
    refused = second.put("/api/seats/white")
    assert refused.status_code == 409 and "Somebody has already asked" in refused.json["error"]
    assert client.put("/api/seats/white").status_code == 200, "it may press again"
    answer(players[1], "seat", "yes")
    assert held(client) == ["white"] and held(second) == []


@pytest.mark.usefixtures("a_claim")
def test_after_a_no_nobody_asks_again_at_once(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient], another: Callable[[], FlaskClient]
) -> None:
    answer(players[1], "seat", "no")
    for phone in (client, another()):
        refused = phone.put("/api/seats/white")
        assert refused.status_code == 409 and "three minutes" in refused.json["error"]
    assert asked(players[1]) == []
    desk.clock.turn(LOST_S)
    players[1].get("/api/table")
    assert another().put("/api/seats/white").status_code == 200 and len(asked(players[1])) == 1


def test_of_two_who_take_a_seat_at_once_one_is_refused(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient], another: Callable[[], FlaskClient]
) -> None:
    second = another()
    desk.clock.turn(LOST_S)
    assert client.put("/api/seats/white").status_code == 200
    refused = second.put("/api/seats/white")
    assert refused.status_code == 409 and GONE in refused.json["error"]
    assert held(client) == ["white"] and held(second) == []
