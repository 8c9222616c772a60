"""An act from an old page of the same game does nothing to what came since: every address that changes something."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from waiting import wait_for
from watched_desk import PIN, WatchedDesk

import webpanel
from engine.core.pieces import Seat
from table.messages import events
from table.messages.new_game import NewGame

OPENAPI: Final = Path(webpanel.__file__).parent / "static" / "openapi.json"
METHODS: Final = ("post", "put", "patch", "delete")
NAMES: Final = {
    "POST /api/tap": "scene", "POST /api/end-turn": "scene", "POST /api/take-back": "scene",
    "POST /api/touch": "scene", "POST /api/hint": "scene", "POST /api/offer-draw": "scene",
    "POST /api/pause": "scene", "POST /api/resume": "scene", "POST /api/park": "scene", "POST /api/abandon": "scene",
    "POST /api/actions": "scene", "DELETE /api/seats/{name}": "scene", "POST /api/answer": "prompt",
    "POST /api/workshop": "instead", "DELETE /api/workshop": "id", "POST /api/workshop/answer": "question",
    "POST /api/update": "version",
}
"""The addresses that are about something which a page showed: the field of the body that names it."""
DEPENDS_ON_NOTHING: Final = {
    "POST /api/resign": "gives up the game that is named, however far it has come",
    "POST /api/rematch": "the game that is named, which is over",
    "POST /api/games": "asks for another game; agrees to no question about that",
    "POST /api/games/{key}/resume": "as it",
    "POST /api/games/{key}/problems": "as it",
    "POST /api/lessons": "as it",
    "POST /api/invitations/{key}": "as it",
    "POST /api/paired/{key}": "as it",
    "POST /api/backups/{name}/restore": "the archive that is named",
    "POST /api/help": "says how it shall be from now on",
    "POST /api/warnings": "says how it shall be from now on",
    "POST /api/manual": "says how it shall be from now on",
    "PATCH /api/settings": "says how it shall be from now on",
    "PUT /api/seats/{name}": "a seat that nobody holds",
    "POST /api/seats/{name}/take-over": "a seat for which the computer cannot play now",
    "POST /api/seats/{name}/ask-to-resign": "the computer decides by the game as it is",
    "POST /api/workshop/piece": "says where the piece shall be drawn",
    "POST /api/workshop/fault": "says how it shall be from now on",
    "POST /api/games/check": "changes nothing",
    "POST /api/setups": "changes nothing",
    "POST /api/games/import": "a new game on the shelf",
    "POST /api/games/{key}/review": "the game that is named",
    "DELETE /api/games/{key}/review": "the game that is named",
    "DELETE /api/games/{key}": "the game that is named",
    "POST /api/games/{key}/restore": "the game that is named",
    "DELETE /api/invitations/{key}": "the invitation that is named",
    "POST /api/owner": "what this phone may do",
    "DELETE /api/owner": "what this phone may do",
    "POST /api/power-off": "the computer",
    "PUT /api/phones/{key}/ban": "the phone that is named",
    "DELETE /api/phones/{key}/ban": "the phone that is named",
    "DELETE /api/phones": "all phones",
    "POST /api/backups": "a new copy",
}
"""The addresses that depend on nothing that a page showed, and what they are about instead."""
BODIES: Final = {
    "/api/tap": {"kind": "lift", "square": "a1"}, "/api/hint": {"seat": "white"}, "/api/offer-draw": {"seat": "white"},
    "/api/touch": {"square": "a1", "covered": True}, "/api/actions": {"action": "a1a2"},
}
"""The rest of a body that has to name a scene."""
LATE: Final = "The board has changed since. Look again, then tap."
ASKED: Final = "This was asked in the meantime: "


def operations() -> dict[str, dict[str, Any]]:
    paths = json.loads(OPENAPI.read_text("utf-8"))["paths"]
    return {f"{method.upper()} {path}": paths[path][method] for path in paths for method in METHODS
            if method in paths[path]}


def test_every_act_names_what_it_is_about_or_depends_on_nothing() -> None:
    assert NAMES.keys() | DEPENDS_ON_NOTHING.keys() == operations().keys()
    assert not NAMES.keys() & DEPENDS_ON_NOTHING.keys()


@pytest.mark.parametrize("address", NAMES)
def test_what_it_names_is_a_field_of_its_body(address: str) -> None:
    (name,) = operations()[address]["requestBody"]["content"]["application/json"]["schema"].values()
    schema = json.loads(OPENAPI.read_text("utf-8"))["components"]["schemas"][name.rpartition("/")[2]]
    assert NAMES[address] in schema["properties"]
    there_is_none_at_first = ("instead", "version")
    assert NAMES[address] in schema["required"] or NAMES[address] in there_is_none_at_first


@pytest.mark.parametrize("address", [address for address, field in NAMES.items() if field == "scene"])
def test_nothing_is_done_for_who_names_no_scene(game: WatchedDesk, client: FlaskClient, address: str) -> None:
    method, path = address.format(name="white").split()
    body = BODIES.get(path, {})
    before = game.table, dict(game.holders)
    answer = client.open(path, method=method, data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 400 and "scene" in answer.json["error"]
    assert (game.table, dict(game.holders)) == before


@pytest.fixture
def game(desk: WatchedDesk) -> WatchedDesk:
    """A game on the screen board that has begun, with all pieces felt and nothing due."""
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    wait_for(lambda: desk.table.on_table and desk.table.goal is None and desk.table.wake_at_s is None, "it is at rest")
    return desk


def number(phone: FlaskClient) -> int:
    return int(phone.get("/api/table").json["scene"]["number"])


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json.get("error", "")


def tap(phone: FlaskClient, kind: str, square: str, scene: int) -> tuple[int, str]:
    return told(phone.post("/api/tap", json={"kind": kind, "square": square, "piece": None, "scene": scene}))


def move(game: WatchedDesk, phone: FlaskClient, source: str, target: str) -> None:
    count = len(game.table.on_table.played.actions)
    for kind, square in (("lift", source), ("place", target)):
        assert tap(phone, kind, square, number(phone)) == (200, "")
    wait_for(lambda: len(game.table.on_table.played.actions) > count, f"{source} {target}")


def test_a_tap_that_comes_four_actions_late_lifts_nothing(game: WatchedDesk, client: FlaskClient) -> None:
    old = number(client)
    for file in "abcd":
        move(game, client, f"{file}1", f"{file}2")
    assert tap(client, "lift", "e1", old) == (409, LATE)
    assert not game.snapshot().screen_pieces.hand


def test_a_piece_in_the_hand_is_not_put_down_by_a_page_that_shows_another_one(
    game: WatchedDesk, client: FlaskClient
) -> None:
    assert tap(client, "lift", "a1", number(client)) == (200, "")
    old = number(client)
    assert tap(client, "place", "a1", old) == (200, "")
    assert tap(client, "lift", "b1", number(client)) == (200, "")
    assert tap(client, "place", "b2", old) == (409, LATE)
    assert game.snapshot().screen_pieces.hand == ("wP",)


def test_a_page_that_lags_while_nothing_of_that_changes_taps_on(game: WatchedDesk, client: FlaskClient) -> None:
    shown = number(client)
    for _ in range(3):
        game.program.scenes.republish()
    assert tap(client, "lift", "a1", shown) == (200, "")


@pytest.fixture
def players(game: WatchedDesk, another: Callable[[], FlaskClient]) -> dict[str, FlaskClient]:
    found = {seat: another() for seat in ("white", "black")}
    for seat, phone in found.items():
        assert phone.put(f"/api/seats/{seat}").status_code == 200
    return found


@pytest.mark.parametrize("what", ["offer-draw", "abandon", "park"])
def test_nobody_agrees_to_what_their_page_did_not_show(
    game: WatchedDesk, players: dict[str, FlaskClient], what: str
) -> None:
    old, white, black = number(players["black"]), *players.values()
    body = {"seat": "white"} if what == "offer-draw" else {}
    assert white.post(f"/api/{what}", json=body).status_code == 200
    (prompt,) = game.snapshot().scene(frozenset()).prompts
    body = {"seat": "black"} if what == "offer-draw" else {}
    status, sentence = told(black.post(f"/api/{what}", json={**body, "scene": old}))
    assert status == 409 and sentence.startswith(ASKED)
    assert game.snapshot().scene(frozenset()).prompts == (prompt,)
    assert black.post(f"/api/{what}", json=body).status_code == 200, "its page shows the question by now"
    assert game.table.on_table is None or game.table.on_table.outcome is not None


def test_going_on_from_an_old_page_ends_no_later_pause(game: WatchedDesk, client: FlaskClient) -> None:
    assert client.post("/api/pause").status_code == 200
    old = number(client)
    assert client.post("/api/resume", json={"scene": old}).status_code == 200
    assert client.post("/api/pause").status_code == 200
    assert told(client.post("/api/resume", json={"scene": old})) == (409, LATE)
    assert game.table.stored.paused
    assert client.post("/api/resume").status_code == 200


@pytest.mark.parametrize("owner", [True, False])
def test_an_old_page_puts_nobody_out_of_a_seat_who_has_taken_it_since(
    game: WatchedDesk, another: Callable[[], FlaskClient], owner: bool
) -> None:
    """The owner frees it, or whoever held it gives it back: from another page of the phone, which shows it still."""
    first, later = another(), another()
    asks = another() if owner else first
    if owner:
        assert asks.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert first.put("/api/seats/white").status_code == 200
    old = number(asks)
    assert first.delete("/api/seats/white").status_code == 200
    assert (later if owner else first).put("/api/seats/white").status_code == 200
    holders = dict(game.holders)
    status, sentence = told(asks.delete("/api/seats/white", json={"scene": old}))
    assert status == 409 and sentence.startswith("Somebody has taken that seat in the meantime")
    assert dict(game.holders) == holders
    assert asks.delete("/api/seats/white").status_code == 200


def test_a_seat_is_given_back_however_much_was_played_since(
    game: WatchedDesk, players: dict[str, FlaskClient]
) -> None:
    old = number(players["white"])
    move(game, players["white"], "a1", "a2")
    assert players["black"].delete("/api/seats/black").status_code == 200
    assert players["white"].delete("/api/seats/white", json={"scene": old}).status_code == 200


def test_an_answer_to_a_question_from_before_agrees_to_none_that_is_put_again(
    game: WatchedDesk, players: dict[str, FlaskClient]
) -> None:
    first = None
    for _ in range(2):
        assert players["white"].post("/api/offer-draw", json={"seat": "white"}).status_code == 200
        (prompt,) = game.snapshot().scene(frozenset()).prompts
        answer = {"prompt": first or prompt.id, "value": "yes" if first else "no"}
        status, sentence = told(players["black"].post("/api/answer", json=answer))
        assert (status, sentence[:13]) == ((409, "That question") if first else (200, ""))
        first = prompt.id
    assert game.table.on_table.outcome is None
    assert isinstance(game.sent[-1], events.Answer)
