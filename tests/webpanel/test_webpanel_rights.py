"""The rights, address by address: of those who look on, play, were put out or banned, and of the owner."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk, random_game

import webpanel
from daemon.snapshots.presence import SILENCE_S
from engine.core.pieces import Seat
from table.messages.events import AbandonGame, Answer, ParkGame, Resign
from table.messages.new_game import NewGame
from webpanel.access.permissions import BY_RIGHT, RIGHTS, Right
from webpanel.access.phones import COOKIE
from webpanel.limits.banned_phones import public_name, token_of

PAGE = Path(webpanel.__file__).parent.parent / "docs" / "rights.md"
NAMES = {"key": "parked", "name": "white", "game_id": "pawn-advance", "path:name": "play",
         "path:filename": "icon.svg", "reader": "players"}
ENDLESS = "GET /events"
SIGN_OUT = "DELETE /api/phones"
"""Whoever may do this, may do nothing any more: see test_webpanel_guests.py."""


@pytest.fixture
def players(desk: WatchedDesk, another: Callable[[], FlaskClient]) -> list[FlaskClient]:
    """Two phones that hold a seat each of the game on the table; another game is parked."""
    desk.finish(*random_game("pawn-advance", 4, 6), key="parked")
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    phones = [another(), another()]
    for phone, seat in zip(phones, ("white", "black"), strict=True):
        assert phone.put(f"/api/seats/{seat}").status_code == 200
    return phones


def ask(phone: FlaskClient, address: str) -> int:
    """The status with which a request without a proper body is answered."""
    method, path = address.split()
    filled = re.sub(r"<([^>]+)>", lambda found: NAMES[found[1]], path)
    with phone.open(filled, method=method, json={} if method in ("POST", "PATCH") else None) as answered:
        return answered.status_code


def name_of(phone: FlaskClient) -> str:
    """The public name of a phone, which gets one here if it has none."""
    phone.get("/")
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    return public_name(token_of(cookie.value))


def may(phone: FlaskClient, right: Right) -> set[bool]:
    """Return the outcomes at all addresses with this right: true where the phone gets past the check."""
    return {ask(phone, address) != 403 for address in BY_RIGHT[right] if address not in (ENDLESS, SIGN_OUT)}


def test_every_address_of_the_panel_has_its_line(app: Flask) -> None:
    served = {
        f"{method} {rule.rule}" for rule in app.url_map.iter_rules() for method in (rule.methods or set())
        if method not in ("HEAD", "OPTIONS")
    }
    assert served == set(RIGHTS)
    assert sum(len(those) for those in BY_RIGHT.values()) == len(RIGHTS), "each has one line"


def test_the_page_says_the_same() -> None:
    told = {
        who.strip(): tuple(re.findall(r"`([^`]+)`", addresses))
        for who, addresses in re.findall(r"^\| ([^|]+) \| (`[^|]+) \|$", PAGE.read_text("utf-8"), re.M)
    }
    assert told == {right.value: those for right, those in BY_RIGHT.items()}


def test_who_looks_on_while_others_play_may_look_and_no_more(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    before = desk.table
    assert may(client, Right.LOOK) == {True}
    for right in (Right.SIT, Right.CHANGE_GAME, Right.LEAVE, Right.HOST, Right.OWN):
        assert may(client, right) == {False}, right
    assert desk.table.on_table == before.on_table
    assert {game.key for game in desk.shelf.games()} == {"parked", before.on_table.key}


def test_a_player_may_act_and_ask_for_another_game_but_own_nothing(
    desk: WatchedDesk, players: list[FlaskClient]
) -> None:
    for right, allowed in (
        (Right.LOOK, True), (Right.OWN, False), (Right.HOST, False), (Right.SIT, True), (Right.CHANGE_GAME, True),
        (Right.LEAVE, True),
    ):
        assert may(players[0], right) == {allowed}, right
    assert players[0].delete("/api/seats/black").status_code == 403


def test_the_owner_may_change_games_and_free_seats_but_plays_no_seat_of_others(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert may(client, Right.SIT) == {False}
    for right in (Right.CHANGE_GAME, Right.LEAVE):
        assert may(client, right) == {True}, right
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert may(client, Right.OWN) == {True} and may(client, Right.HOST) == {True}


def test_whoever_started_a_game_may_delete_it_and_nothing_else_of_the_owners(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.keep("parked", host=name_of(client))
    for right, allowed in ((Right.SIT, False), (Right.OWN, False), (Right.HOST, True)):
        assert may(client, right) == {allowed}, right
    assert may(players[0], Right.HOST) == {False}


def test_where_nobody_took_a_seat_everybody_may_play(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.finish(*random_game("pawn-advance", 4, 6), key="parked")
    desk.start(NewGame("pawn-advance", {}, {}, True))
    for right, allowed in (
        (Right.SIT, True), (Right.LEAVE, True), (Right.HOST, False), (Right.CHANGE_GAME, True), (Right.OWN, False),
    ):
        assert may(client, right) == {allowed}, right


def test_who_was_put_out_of_a_seat_may_look_on_and_no_more(
    client: FlaskClient, another: Callable[[], FlaskClient], players: list[FlaskClient]
) -> None:
    put_out, owner = players[0], another()
    owner.post("/api/owner", json={"pin": PIN})
    assert owner.delete("/api/seats/white").status_code == 200
    assert client.put("/api/seats/white").status_code == 200
    assert put_out.get("/api/table").status_code == 200
    for right in (Right.SIT, Right.CHANGE_GAME, Right.LEAVE, Right.HOST, Right.OWN):
        assert may(put_out, right) == {False}, right


def test_a_banned_phone_may_do_nothing_at_all(client: FlaskClient, players: list[FlaskClient]) -> None:
    banned = players[0]
    client.post("/api/owner", json={"pin": PIN})
    key = name_of(banned)
    assert client.put(f"/api/phones/{key}/ban").status_code == 200
    for right in Right:
        those = [each for each in BY_RIGHT[right] if each != ENDLESS and "/static/" not in each]
        assert {ask(banned, address) for address in those} == {403}, right
    assert banned.get("/events").status_code == 403


# --- putting the game aside --------------------------------------------------------------------------------------


def answer(phone: FlaskClient, topic: str, value: str) -> None:
    prompts = phone.get("/api/table").json["scene"]["prompts"]
    asked = next(each for each in prompts if each["id"].startswith(topic))
    assert phone.post("/api/answer", json={"prompt": asked["id"], "value": value}).status_code == 200


def status(phone: FlaskClient) -> str:
    return str(phone.get("/api/table").json["scene"]["status"])


def test_the_other_players_are_asked_before_a_game_is_parked(players: list[FlaskClient]) -> None:
    asking, other = players
    assert asking.post("/api/park").json["asked"] == ["black"]
    assert status(asking) == "play"
    answer(other, "park", "no")
    assert not asking.get("/api/table").json["scene"]["prompts"]
    asking.post("/api/park")
    answer(other, "park", "yes")
    assert status(asking) == "empty"


def test_who_is_asked_and_wants_it_too_has_agreed(players: list[FlaskClient]) -> None:
    for phone in players:
        assert status(phone) == "play"
        phone.post("/api/park")
    assert status(players[0]) == "empty"


def test_a_paused_game_can_be_put_aside_too(players: list[FlaskClient]) -> None:
    players[0].post("/api/pause")
    players[0].post("/api/park")
    answer(players[1], "park", "yes")
    assert status(players[0]) == "empty"


@pytest.mark.parametrize(
    ("path", "game"),
    [("/api/games/parked/resume", "continue another one (Pawn Advance Chess)"),
     ("/api/games", "begin a new one (Pawn)")],
)
def test_another_game_comes_to_the_table_once_the_other_players_agree(
    desk: WatchedDesk, players: list[FlaskClient], path: str, game: str
) -> None:
    asking, other = players
    body = {"game": "pawn", "options": {}, "players": {}, "screen": True} if path == "/api/games" else None
    wanted = asking.post(path, json=body)
    assert (wanted.status_code, wanted.json["asked"]) == (202, ["black"])
    playing = desk.table.on_table.key
    answer(other, "park", "no")
    assert desk.table.on_table.key == playing and not asking.get("/api/table").json["scene"]["prompts"]
    wanted = asking.post(path, json=body)
    for phone in players:
        assert game in phone.get("/api/table").json["scene"]["prompts"][0]["message"]
    answer(other, "park", "yes")
    assert desk.table.on_table.key == wanted.json["key"], "without being asked for again"
    assert playing not in [kept.key for kept in desk.shelf.games()], "nobody had moved"


def test_nobody_is_asked_whose_phone_was_silent_for_long(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.clock.turn(SILENCE_S)
    assert client.post("/api/games/parked/resume").status_code == 200
    assert desk.table.on_table.key == "parked"


def test_a_player_who_plays_on_without_listening_is_not_silent(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    """A program, or a phone whose network breaks every stream."""
    for _ in range(3):
        desk.clock.turn(SILENCE_S / 2)
        assert client.post("/api/games/parked/resume").status_code == 403
        for phone in players:
            phone.get("/api/table")
    desk.clock.turn(SILENCE_S)
    assert client.post("/api/games/parked/resume").status_code == 200


def test_a_game_that_is_over_blocks_the_table_for_nobody(
    desk: WatchedDesk, client: FlaskClient, players: list[FlaskClient]
) -> None:
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    assert client.get("/api/table").json["holders"] == {"white": "other", "black": "other"}
    assert client.post("/api/games/parked/resume").status_code == 200


def test_a_game_is_abandoned_when_all_agree(desk: WatchedDesk, players: list[FlaskClient]) -> None:
    asking, other = players
    assert asking.post("/api/abandon").json["asked"] == ["black"]
    answer(other, "abandon", "no")
    assert status(asking) == "play"
    asking.post("/api/abandon")
    answer(other, "abandon", "yes")
    assert status(asking) == "over"
    assert isinstance(desk.sent[0], AbandonGame) and isinstance(desk.sent[1], Answer)


def test_players_who_share_a_phone_are_not_asked(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn-advance", {}, {}, True))
    assert "asked" not in client.post("/api/park").json
    assert isinstance(desk.sent[0], ParkGame) and status(client) == "empty"


def test_a_move_settles_what_was_asked(desk: WatchedDesk, players: list[FlaskClient]) -> None:
    players[0].post("/api/park")
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    assert not players[0].get("/api/table").json["scene"]["prompts"]
