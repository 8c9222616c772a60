"""The same game once more, sides exchanged, by one tap: players, computers and phones go on to the next seat."""

from collections.abc import Callable

from flask.testing import FlaskClient
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from table.messages.events import Resign
from table.messages.new_game import NewGame

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


def test_players_and_their_phones_exchange_sides(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    first = desk.start(NewGame("pawn-advance", {"rounds": 3}, PLAYERS, True))
    bens, onlooker = another(), another()
    assert client.put("/api/seats/white").status_code == bens.put("/api/seats/black").status_code == 200
    refused = bens.post("/api/rematch")
    assert refused.status_code == 409 and "not over" in refused.get_json()["error"]
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    assert onlooker.post("/api/rematch").status_code == 403, "others hold all seats"
    begun = bens.post("/api/rematch")
    assert begun.status_code == 201 and begun.get_json()["key"] == desk.snapshot().key != first
    kept = desk.kept
    assert (kept.game_id, dict(kept.options)["rounds"]) == ("pawn-advance", 3)
    assert dict(kept.players) == {Seat.WHITE: "Ben", Seat.BLACK: "Anna"}
    assert client.get("/api/table").get_json()["held"] == ["black"]
    assert bens.get("/api/table").get_json()["held"] == ["white"]
    assert client.post("/api/rematch").status_code == 409, "whoever taps too late puts nothing aside"


def test_a_computer_goes_on_to_the_other_side_too(desk: WatchedDesk, client: FlaskClient) -> None:
    players, page = {Seat.WHITE: "Anna", Seat.BLACK: ""}, Computers({Seat.BLACK: 2})
    desk.start(NewGame("pawn-advance", {}, players, True, computers=page))
    desk.send(Resign(Seat.WHITE, frozenset(Seat)))
    assert client.post("/api/rematch").status_code == 201
    assert dict(desk.kept.computers) == {Seat.WHITE: 2}
    assert desk.kept.players[Seat.BLACK] == "Anna"


def test_with_four_seats_everybody_goes_on_by_one(desk: WatchedDesk, client: FlaskClient) -> None:
    players = {Seat.WHITE: "A", Seat.RED: "B", Seat.BLACK: "C", Seat.BLUE: "D"}
    desk.start(NewGame("pawns-revenge", {"players": 4}, players, True))
    order = tuple(desk.snapshot().scene(frozenset()).players.values())
    desk.send(Resign(Seat.WHITE, frozenset(Seat)))
    assert client.post("/api/rematch").status_code == 201
    after = tuple(desk.snapshot().scene(frozenset()).players.values())
    assert after == (order[-1], *order[:-1])


def test_the_help_of_the_lights_goes_on_with_its_player(desk: WatchedDesk, client: FlaskClient) -> None:
    body = {"game": "pawn", "options": {}, "players": {"white": "Anna", "black": "Ben"}, "screen": True}
    assert client.post("/api/games", json=body | {"help": {"white": "never"}}).status_code == 400
    assert client.post("/api/games", json=body | {"help": {"red": "all"}}).status_code == 400
    assert client.post("/api/games", json=body | {"help": {"white": "errors"}}).status_code == 201
    assert client.get("/api/table").get_json()["scene"]["help"] == {"white": "errors", "black": "all"}
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    assert client.post("/api/rematch").status_code == 201
    assert client.get("/api/table").get_json()["scene"]["help"] == {"white": "all", "black": "errors"}


def test_help_is_chosen_during_the_game_and_stays_when_it_is_continued(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    def lit() -> bool:
        lights = client.get("/api/table").get_json()["scene"]["lights"]
        return any(light["role"] for light in lights.values())

    key = desk.start(NewGame("pawn", {}, PLAYERS, True))
    assert lit()
    assert client.put("/api/seats/white").status_code == 200
    chosen = {"seat": "white", "help": "lifted"}
    assert another().post("/api/help", json=chosen).status_code == 409, "another phone plays White"
    assert client.post("/api/help", json=chosen | {"help": "never"}).status_code == 400
    assert client.post("/api/help", json=chosen).status_code == 200
    assert not lit()
    assert client.post("/api/park").status_code == 200
    desk.resume(key)
    assert desk.snapshot().scene(frozenset()).help[Seat.WHITE] == "lifted"
