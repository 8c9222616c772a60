"""Programs play by actions: those that a seat may take are listed as far as it may know them, and one is played."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from test_webpanel_secrets import SETUP
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.registry import find_game
from engine.services.hidden_information import choices
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.events import Pause, Resume
from table.messages.lights import Role
from table.messages.new_game import NewGame
from webpanel.app import create_app

LATE = "The board has changed since. Look again, then tap."
NAMES = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


@pytest.fixture
def pawn(desk: WatchedDesk) -> WatchedDesk:
    desk.start(NewGame("pawn", {}, NAMES, True))
    return desk


def listed(phone: FlaskClient, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = phone.get(f"/api/actions{query}").json
    return found


def play(phone: FlaskClient, action: str, **body: Any) -> tuple[int, str]:
    answer = phone.post("/api/actions", json={"action": action, **body})
    return answer.status_code, answer.json.get("error", "")


def test_without_a_game_there_is_nothing_to_play(client: FlaskClient) -> None:
    told = listed(client)
    assert (told["key"], told["actions"], told["winners"]) == ("", {}, None)
    assert told["waits"] == "There is no game on the table. Start one or continue one first."


def test_the_actions_are_those_of_the_rules(pawn: WatchedDesk, client: FlaskClient) -> None:
    told = listed(client)
    legal = [each.text for each in pawn.table.on_table.game.actions(pawn.table.on_table.position)]
    assert told["actions"] == {"white": legal} and told["partial"] == []
    assert (told["waits"], told["action_count"], told["confirmed"], told["commits_in_s"]) == (None, 0, True, None)


def test_on_the_screen_board_the_pieces_move_by_themselves(pawn: WatchedDesk, client: FlaskClient) -> None:
    assert play(client, "g1g2") == (200, "")
    record = client.get(f"/api/games/{pawn.snapshot().key}/record").text
    assert record.endswith("g1g2\n"), "it is on disk, if not shown yet"
    wait_for(lambda: pawn.stands.get("g2") == "wP" and "g1" not in pawn.stands, "its pawn has moved")
    wait_for(lambda: listed(client)["waits"] is None, "Black can be played")
    told = listed(client)
    assert told["action_count"] == 1 and list(told["actions"]) == ["black"]


def test_a_game_that_is_over_tells_its_result(pawn: WatchedDesk, client: FlaskClient) -> None:
    assert client.post("/api/resign", json={"seat": "white"}).status_code == 200
    told = listed(client)
    assert (told["actions"], told["winners"], told["reason"]) == ({}, ["black"], "resignation")
    assert play(client, "g1g2") == (409, told["waits"]) and told["waits"].startswith("This game is over.")


def test_on_wood_people_carry_it_out(wired: WatchedDesk, wood: SimulatedBoard) -> None:
    phone = create_app(wired).test_client()
    wired.start(NewGame("pawn", {}, NAMES, False))
    board, stands = wood.board_map.board, wired.table.on_table.stands
    wood.stand(Wood(board, {square: str(piece) for square, piece in stands.items()}))
    wait_for(lambda: listed(phone)["waits"] is None, "the pieces stand")
    assert play(phone, "g1g2") == (200, "")
    wait_for(lambda: listed(phone)["action_count"] == 1, "it counts")
    lights = wired.snapshot().scene(frozenset()).lights
    assert (lights["g1"].role, lights["g2"].role) == (Role.MARCH_FROM, Role.MARCH_TO)
    waits = listed(phone)["waits"]
    assert waits == "The board is not ready: the lights show what has to be done first."
    assert play(phone, "c6c5") == (409, waits)
    wood.lift(board.parse("g1"))
    wood.place(board.parse("g2"))
    wait_for(lambda: listed(phone)["waits"] is None, "people have carried it out")
    assert list(listed(phone)["actions"]) == ["black"]


def test_another_phones_seat_is_not_played(
    pawn: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    white = another()
    assert white.put("/api/seats/white").status_code == 200
    told = listed(client)
    assert told["actions"] == {} and told["waits"].startswith("Another seat decides this.")
    assert play(client, "g1g2") == (409, told["waits"])
    assert another().put("/api/seats/black").status_code == 200
    assert play(client, "g1g2") == (403, "All seats are taken: this phone can only watch.")
    assert play(white, "g1g2") == (200, "")


def test_seats_of_computers_are_not_played(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn", {}, NAMES, True, computers=Computers({Seat.WHITE: 1, Seat.BLACK: 1}, 7)))
    told = listed(client)
    assert told["actions"] == {} and told["waits"]
    assert play(client, "g1g2")[0] == 409


def test_an_act_that_comes_late_is_refused(pawn: WatchedDesk, client: FlaskClient) -> None:
    old = listed(client)
    assert play(client, "g1g2", scene=old["scene"]) == (200, "")
    assert play(client, "g1g2", scene=old["scene"]) == (409, LATE)
    assert play(client, "c6c5", scene=old["scene"]) == (409, LATE)
    assert client.post(
        "/api/actions", json={"action": "c6c5"}, headers={"Game-Key": "another"}
    ).status_code == 409


def test_a_paused_game_waits(pawn: WatchedDesk, client: FlaskClient) -> None:
    pawn.send(Pause(), pawn.snapshot())
    told = listed(client)
    assert told["waits"] == "The game is paused. Resume it first." and told["actions"]
    assert play(client, "g1g2") == (409, told["waits"])
    pawn.send(Resume(), pawn.snapshot())
    assert play(client, "g1g2") == (200, "")


# --- secrets -----------------------------------------------------------------------------------------------------


@pytest.fixture
def dividing(desk: WatchedDesk) -> WatchedDesk:
    """White has thrown a 5 and Black a 2; both have still to divide in secret."""
    options = find_game("pawns-revenge").read_options({}).as_data()
    actions = ("die:white=5", "die:black=2")
    desk.keep("one", game_id="pawns-revenge", options=options, players=NAMES, setup=SETUP, actions=actions)
    desk.resume("one")
    return desk


def test_a_seat_that_nobody_holds_shows_nothing_of_what_it_may_divide(
    dividing: WatchedDesk, client: FlaskClient
) -> None:
    assert listed(client)["actions"] == listed(client, "?seat=white")["actions"] == {}


def test_who_holds_a_seat_is_told_what_is_worth_a_thought(
    dividing: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient]
) -> None:
    black = another()
    assert client.put("/api/seats/white").status_code == black.put("/api/seats/black").status_code == 200
    told, others = listed(client), listed(black)
    assert (list(told["actions"]), told["partial"]) == (["white"], ["white"])
    assert all(each.startswith("white:") for each in told["actions"]["white"])
    assert list(others["actions"]) == ["black"]
    assert play(black, "white:-") == (409, others_words("white:-"))
    assert play(client, told["actions"]["white"][0]) == (200, "")
    wait_for(lambda: listed(black)["waits"] is None, "it counts")
    assert listed(client)["actions"] == {}
    assert play(black, others["actions"]["black"][0]) == (200, "")


def others_words(action: str) -> str:
    return f"'{action}' is not an action of your seats now. Look again which there are."


def test_both_seats_of_one_phone_are_told_apart(dividing: WatchedDesk, client: FlaskClient) -> None:
    for seat in ("white", "black"):
        assert client.put(f"/api/seats/{seat}").status_code == 200
    assert listed(client)["actions"] == {}
    assert list(listed(client, "?seat=black")["actions"]) == ["black"]


def test_more_actions_than_are_listed_are_partial(pawn: WatchedDesk) -> None:
    played = pawn.snapshot().played
    some, all_of_them = (choices(Seat.WHITE, played, None, most) for most in (5, 2000))
    assert len(some.actions) == 5 and not some.complete
    assert len(all_of_them.actions) > 5 and all_of_them.complete
