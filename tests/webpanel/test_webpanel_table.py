"""Looking at the table, touching it, and what the panel answers (docs/rights.md has the rules of seats)."""

from collections.abc import Callable
from logging import LogRecord
from typing import Any

import pytest
from flask.testing import FlaskClient
from waiting import wait_for
from watched_desk import PIN, WatchedDesk

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind
from table.messages import events
from table.messages.new_game import NewGame
from table.messages.refusal import Refused

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


@pytest.fixture
def game(desk: WatchedDesk) -> WatchedDesk:
    """A desk with a game of Pawn Advance Chess, set up."""
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    return desk


def look(client: FlaskClient, seat: str = "") -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/api/table", query_string={"seat": seat} if seat else {}).get_json()
    return answer


def tap(client: FlaskClient, kind: str, square: str, **more: Any) -> Any:
    body = {"kind": kind, "square": square, "scene": look(client)["scene"]["number"], **more}
    return client.post("/api/tap", json=body)


def test_the_table_is_told_with_names_instead_of_seats(game: WatchedDesk, client: FlaskClient) -> None:
    scene = look(client)["scene"]
    assert scene["now"] == "Anna moves 4 different pawns."
    assert scene["names"] == {"white": "Anna", "black": "Ben"}
    assert scene["piece_names"] == {"P": "pawn"} and scene["piece_art"] == {"P": "pawn"}


def test_a_table_that_cannot_be_shown_is_not_said_to_be_free(
    game: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    monkeypatch.setattr("daemon.snapshots.scenes.scene", lambda *given: 1 / 0)
    game.send(events.Pause())
    page = client.get("/").text
    assert "The table is free" not in page and "Something is wrong with the picture of the table." in page
    assert "The game is kept" in look(client)["scene"]["now"] and logged_errors


def test_a_player_without_a_name_is_called_by_colour(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: " ", Seat.BLACK: "Ben"}, True))
    assert look(client)["scene"]["now"] == "White moves 4 different pawns."


def test_lifting_lights_where_the_piece_may_go(game: WatchedDesk, client: FlaskClient) -> None:
    before = look(client)["scene"]["number"]
    answer = tap(client, "lift", "c1")
    table = look(client)
    assert before < answer.get_json()["scene"] <= table["scene"]["number"]
    roles = {square: light["role"] for square, light in table["scene"]["lights"].items()}
    assert roles == {"c1": "origin", "c2": "move", "c3": "move"}
    assert table["wood"]["hand"] == ["wP"] and table["wood"]["owner"] == "me"


def test_the_hand_of_another_phone_is_told_without_its_token(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    other = another()
    tap(client, "lift", "c1")
    told = other.get("/api/table").get_data(as_text=True)
    assert look(other)["wood"]["owner"] == "other"
    assert game.screen_pieces.phone and game.screen_pieces.phone not in told


@pytest.mark.parametrize(
    ("body", "status", "words_"),
    [
        ({"kind": "lift", "square": "z9", "scene": 1}, 400, "z9 is not a square of this board (a1 to h8)."),
        ({"kind": "lift", "scene": 1}, 400, "Name the square"),
        ({"kind": "take", "scene": 1}, 400, "which piece to take"),
        ({"kind": "grab", "square": "c1", "scene": 1}, 400, "kind must be one of lift, place, capture, take, give"),
        ({"kind": "lift", "square": "c1", "scene": -1}, 400, "scene must be a whole number"),
        ({"kind": "lift", "square": "c1", "scene": True}, 400, "scene must be a whole number"),
        ({"kind": "lift", "square": "c1", "scene": 1, "colour": "red"}, 400, "colour is not known here"),
        ({"kind": "lift", "square": "c4", "scene": 1}, 409, "c4 is empty. Tap a piece."),
    ],
)
def test_a_tap_that_makes_no_sense_is_refused_in_words(
    game: WatchedDesk, client: FlaskClient, body: dict[str, Any], status: int, words_: str
) -> None:
    answer = client.post("/api/tap", json=body)
    assert answer.status_code == status
    assert words_ in answer.get_json()["error"]
    assert not game.hand


def test_whoever_holds_no_seat_may_act_for_free_seats_only(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    client.put("/api/seats/white")
    other = another()
    assert look(client)["acting"] == ["white", "black"] and look(client)["held"] == ["white"]
    assert look(other)["acting"] == ["black"] and look(other)["holders"] == {"white": "other"}
    tap(other, "lift", "c8")
    assert game.taps[-1].seats == {Seat.BLACK}


def test_a_phone_without_any_seat_only_looks_on_once_all_are_held(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    client.put("/api/seats/white")
    client.put("/api/seats/black")
    other = another()
    for answer in (tap(other, "lift", "c1"), other.post("/api/pause"), other.post("/api/abandon")):
        assert answer.status_code == 403
        assert answer.get_json()["error"] == "All seats are taken: this phone can only watch."
    assert tap(client, "lift", "c1").status_code == 200


@pytest.mark.parametrize(
    ("address", "event"),
    [("pause", events.Pause), ("park", events.ParkGame), ("abandon", events.AbandonGame), ("resume", events.Resume)],
)
def test_the_menu_reaches_the_table(game: WatchedDesk, client: FlaskClient, address: str, event: type) -> None:
    assert client.post(f"/api/{address}").status_code == 200
    assert isinstance(game.sent[-1], event)


def test_resigning_is_for_ones_own_seat(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    another().put("/api/seats/white")
    refused = client.post("/api/resign", json={"seat": "white"})
    assert refused.status_code == 403 and "Anna" not in refused.get_json()["error"]
    assert client.post("/api/resign", json={"seat": "black"}).status_code == 200
    scene = look(client)["scene"]
    assert scene["winners"] == ["white"] and scene["status"] == "over"


def test_taking_back_names_the_seats_that_phones_hold(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    another().put("/api/seats/black")
    client.post("/api/take-back", json={"scene": look(client)["scene"]["number"]})
    assert game.sent[-1] == events.TakeBack(frozenset({Seat.WHITE}), frozenset({Seat.BLACK}))


def test_what_the_table_refuses_is_told_as_its_sentence(game: WatchedDesk, client: FlaskClient) -> None:
    answer = client.post("/api/end-turn", json={"scene": look(client)["scene"]["number"]})
    assert answer.status_code == 409
    assert answer.get_json()["error"].startswith("The turn cannot be ended now")


def test_a_tap_on_end_turn_that_comes_late_ends_no_other_turn(game: WatchedDesk, client: FlaskClient) -> None:
    def end_turn(scene: int) -> tuple[int, str]:
        answer = client.post("/api/end-turn", json={"scene": scene})
        return answer.status_code, answer.get_json()["error"]

    shown = look(client)["scene"]["number"]
    game.program.scenes.republish()
    assert end_turn(shown)[1].startswith("The turn cannot be ended now"), "nothing has changed that it is about"
    assert tap(client, "lift", "c1").status_code == 200
    newest = look(client)["scene"]["number"]
    assert newest > shown
    for late in (shown, newest + 1000):
        assert end_turn(late) == (409, "The board has changed since. Look again, then tap.")
    assert not [event for event in game.sent if isinstance(event, events.EndTurn) and event.seen is None]


def undo(client: FlaskClient, scene: int) -> tuple[int, str]:
    """Return the panel's answer to an Undo that was tapped on this scene."""
    answer = client.post("/api/take-back", json={"scene": scene})
    return answer.status_code, answer.get_json().get("error", "")


def played(game: WatchedDesk) -> tuple[str, ...]:
    return tuple(action.text for action in game.table.on_table.played.actions)


def move(game: WatchedDesk, client: FlaskClient, start: str, end: str) -> int:
    """Have this played; the number of the scene that shows it."""
    before = played(game)
    assert [tap(client, "lift", start).status_code, tap(client, "place", end).status_code] == [200, 200]
    wait_for(lambda: len(played(game)) > len(before), f"that {start} to {end} counts")
    return int(look(client)["scene"]["number"])


LATE = 409, "The board has changed since. Look again, then tap."


def test_an_undo_from_an_old_page_takes_back_no_other_action_than_that_showed(
    game: WatchedDesk, client: FlaskClient
) -> None:
    none, first = int(look(client)["scene"]["number"]), move(game, client, "a1", "a3")
    second = move(game, client, "b1", "b3")
    for old in (none, first, second + 1000):
        assert undo(client, old) == LATE
    assert len(played(game)) == 2
    game.program.scenes.republish()
    assert undo(client, second) == (200, ""), "nothing was played since"
    assert len(played(game)) == 1
    assert undo(client, second) == LATE, "two players tapped at once: it is done already"
    assert undo(client, first) == LATE, "as many actions as then, but another page"
    assert len(played(game)) == 1


def test_an_undo_that_is_overtaken_on_its_way_to_the_table_is_refused_there(
    game: WatchedDesk, client: FlaskClient
) -> None:
    move(game, client, "a1", "a3")
    seen = game.snapshot().seen_in(game.snapshot().number)
    move(game, client, "b1", "b3")
    with pytest.raises(Refused, match="has changed since"):
        game.send(events.TakeBack(frozenset(Seat), frozenset(), seen))
    assert len(played(game)) == 2


def test_a_square_is_put_on_manual_by_owners_or_when_it_is_a_suspect(game: WatchedDesk, client: FlaskClient) -> None:
    refused = client.post("/api/manual", json={"square": "c1", "manual": True})
    assert refused.status_code == 403 and "owner PIN" in refused.get_json()["error"]
    client.post("/api/owner", json={"pin": PIN})
    assert client.post("/api/manual", json={"square": "c1", "manual": True}).status_code == 200
    assert look(client)["scene"]["manual"] == ["c1"]
    assert client.post("/api/touch", json={"square": "c1", "covered": False}).status_code == 200
    assert "c1" not in look(client)["scene"]["covered"]
    assert client.post("/api/touch", json={"square": "d1", "covered": False}).status_code == 409


# --- secrets -----------------------------------------------------------------------------------------------------


def seen_for(desk: WatchedDesk, client: FlaskClient, seat: str = "") -> set[Seat]:
    desk.asked.clear()
    sees = set(look(client, seat)["sees"])
    assert set().union(*desk.asked) == sees, "nothing else was even asked for"
    return sees


def test_a_phone_sees_the_secrets_of_its_only_seat(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    client.put("/api/seats/white")
    another().put("/api/seats/black")
    assert seen_for(game, client) == {"white"}


def test_a_phone_shared_by_several_players_sees_no_secret_until_one_of_them_lifts_the_curtain(
    game: WatchedDesk, client: FlaskClient
) -> None:
    assert seen_for(game, client) == set()
    client.put("/api/seats/white")
    assert seen_for(game, client) == set(), "black is free: its player may be looking at this phone"
    client.put("/api/seats/black")
    assert seen_for(game, client) == set()
    assert seen_for(game, client, "black") == {"black"}


def test_nobody_lifts_the_curtain_of_a_seat_of_another_phone(
    game: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    another().put("/api/seats/white")
    assert seen_for(game, client, "white") == set()
    assert seen_for(game, client, "black") == set(), "a free seat's secrets are told only after claiming it"


def test_a_phone_that_looks_later_at_the_same_table_is_told_what_the_clocks_say_then(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    """A snapshot made for one phone serves others, except for the clocks: they go on while nothing else changes."""
    desk.start(NewGame("advancing-chess", {}, PLAYERS, True, controls={Seat.WHITE: Control(Kind.SUDDEN, 300)}))
    desk.send(events.Resume())
    before = look(client)
    desk.clock.turn(2)
    after = look(another())
    assert after["scene"] == before["scene"]
    assert before["clocks"]["white"]["left_ms"] - after["clocks"]["white"]["left_ms"] >= 2000
