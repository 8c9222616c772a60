"""Games that begin from a position of somebody's own: offered, checked, played, kept, counted apart."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from secret_games import secret_game
from waiting import PATIENCE_S
from watched_desk import WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.records.game_record import begin as begin_game
from engine.records.game_record import replay
from engine.registry import find_game, games
from engine.services.testing import trials_of
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.settings import Settings
from webpanel.app import create_app

PLAYERS = {"white": "Anna", "black": "Ben"}
DUEL = {"board": {"a2": "wP", "b5": "bP", "h8": "bP"}, "phase": "battle", "to_act": ["black"],
        "detail": {"round": 3, "captures": {"white": 4, "black": 2}}}
WON = {"board": {"a8": "wP", "h5": "bP"}, "phase": "battle"}


def offered(client: FlaskClient, game: str = "pawn-advance", **more: Any) -> Any:
    return client.post("/api/setups", json={"game": game, **more}).get_json()


def test_a_position_of_chess_is_written_and_read_in_one_line(client: FlaskClient) -> None:
    usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert offered(client, "chess")["text"] == usual
    found = offered(client, "chess", text="4k3/8/8/8/4P3/8/8/4K2R b K e3 0 12")
    assert found["state"]["board"] == {"e8": "bK", "e4": "wP", "e1": "wK", "h1": "wR"}
    assert found["turn"] == "black" and found["state"]["detail"]["castling"] == "K"
    assert offered(client, "chess", setup=found["state"])["text"] == "4k3/8/8/8/4P3/8/8/4K2R b K - 0 12"
    for text, told in [
        ("4k3/8/8 w - - 0 1", "the board has eight ranks, not 3"), ("x", "has six fields"), ("", "has six fields"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "must have exactly one king"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", "no pawn can stand"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "is in check, but it is not"),
    ]:
        answer = client.post("/api/setups", json={"game": "chess", "text": text})
        assert answer.status_code == 400 and told in answer.get_json()["error"], text
    assert offered(client)["text"] is None
    assert "not written in one line" in offered(client, text=usual)["error"]


def begin(client: FlaskClient, setup: Any = DUEL, **changes: Any) -> Any:
    body = {"game": "pawn-advance", "options": {}, "players": PLAYERS, "screen": True, "setup": setup}
    return client.post("/api/games", json=body | changes)


# --- what is offered ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_offers_its_pieces_its_fields_and_its_usual_start(client: FlaskClient, game: Any) -> None:
    for options in trials_of(game.id).variants:
        found = offered(client, game.id, options=dict(options))
        pieces = set(found["state"]["board"].values())
        assert pieces and pieces <= set(found["material"])
        assert {piece[1] for piece in found["material"]} <= found["piece_names"].keys()
        assert found["stages"] and found["over"] == "" and all(found["said"])
        again = offered(client, game.id, options=dict(options), setup=found["state"])
        assert again["state"] == found["state"] and again["turn"] == found["turn"]


def test_an_editor_speaks_the_language_of_the_phone(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.save_settings(Settings(language="de"))
    found = offered(client, "pawns-revenge")
    assert [stage["label"] for stage in found["stages"]] == ["Vor dem Wurf", "Nach dem Wurf"]
    assert found["stages"][0]["controls"][0]["label"] == "Stärke und Zähigkeit"
    said = offered(client, "chess-two", setup={"board": {"f1": "wK", "f10": "bK", "b1": "nL"}, "phase": "turn"})
    assert said["error"] == "Brett: Leben steht auf hellen Feldern, und b1 ist dunkel."


def test_a_position_is_read_as_the_rules_read_it(client: FlaskClient) -> None:
    found = offered(client, setup=DUEL)
    assert found["turn"] == "black" and found["state"]["detail"]["round"] == 3
    assert found["state"]["detail"]["captures"] == {"white": 4, "black": 2}
    marks = offered(client, "pawns-revenge", setup={"board": {"a1": "wK", "h8": "bK"}, "phase": "roll",
                                                    "detail": {"stats": {"a1": "7/9"}}})["marks"]
    assert {mark["square"]: mark["text"] for mark in marks} == {"a1": "7/9", "h8": "2/3"}


@pytest.mark.parametrize(("setup", "words"), [
    ({"board": {"a9": "wP"}, "phase": "battle"}, "'a9' is not a square"),
    ({"board": {"c3": "wK"}, "phase": "battle"}, "no such piece can stand on c3"),
    ({"board": {}, "phase": "battle"}, "at least one side must have a pawn"),
    ({"board": {"a1": "wP"}, "phase": "nap"}, "phase must be one of"),
    ({"phase": "battle"}, "board is missing"),
    ({"board": {"a1": "wP"}, "phase": "battle", "detail": {"moved": ["b2"]}}, "stands on b2"),
    ([], "setup must be an object"), ("start", "setup must be an object"), (7, "setup must be an object"),
])
def test_what_is_no_position_is_refused_in_words(client: FlaskClient, setup: Any, words: str) -> None:
    for answer in (client.post("/api/setups", json={"game": "pawn-advance", "setup": setup}), begin(client, setup)):
        assert answer.status_code == 400 and words in answer.get_json()["error"].lower()


def test_a_position_in_which_nothing_is_left_to_play_is_told_and_not_begun(client: FlaskClient) -> None:
    assert offered(client, setup=WON)["over"] == "won by White (a pawn reached the far side)"
    answer = begin(client, WON)
    assert answer.status_code == 400
    said = "Nothing is left to play here: won by White (a pawn reached the far side)."
    assert answer.get_json()["error"] == said


# --- what becomes of it ------------------------------------------------------------------------------------------


def test_a_game_begins_from_a_position_and_is_played_kept_and_told(desk: WatchedDesk, client: FlaskClient) -> None:
    key = begin(client).get_json()["key"]
    assert desk.stands == DUEL["board"]
    scene = client.get("/api/table").get_json()["scene"]
    assert scene["to_act"] == ["black"] and scene["pieces"] == DUEL["board"]
    kept = desk.shelf.game(key)
    assert kept.setup is not None and kept.setup["board"] == DUEL["board"]
    record = client.get(f"/api/games/{key}/record").text
    assert "[Setup " in record
    brought = client.post("/api/games/import", json={"record": record}).get_json()["key"]
    assert desk.shelf.game(brought).setup == kept.setup
    replay = client.get(f"/api/games/{brought}").get_json()["replay"]
    assert replay["steps"][0]["changes"] == DUEL["board"]
    assert "from a position" in client.get(f"/games/{brought}").text


def test_a_parked_game_comes_back_to_its_own_position(desk: WatchedDesk, client: FlaskClient) -> None:
    key = begin(client).get_json()["key"]
    client.post("/api/park")
    assert client.post(f"/api/games/{key}/resume").status_code == 200
    assert desk.stands == DUEL["board"] and desk.table.on_table is not None and desk.table.on_table.setup


def test_it_is_kept_while_other_players_are_asked(desk: WatchedDesk, another: Callable[[], FlaskClient]) -> None:
    """The players agree first; the position waits on the disk for that, too."""
    anna, ben = another(), another()
    begin(anna)
    anna.put("/api/seats/white")
    ben.put("/api/seats/black")
    asked = begin(anna, DUEL | {"to_act": ["white"]})
    assert asked.status_code == 202
    assert desk.program.writer.wait_idle(PATIENCE_S)
    standing = desk.store.state()
    assert standing.proposals["park"].next_game is not None and standing.proposals == desk.table.stored.proposals
    prompt = ben.get("/api/table").get_json()["scene"]["prompts"][0]
    yes = prompt["choices"][0]["value"]
    assert ben.post("/api/answer", json={"prompt": prompt["id"], "value": yes}).status_code == 200
    assert desk.snapshot().key == asked.get_json()["key"]
    assert desk.snapshot().scene(frozenset()).to_act == ("white",)


def test_a_rematch_begins_from_the_same_position(desk: WatchedDesk, client: FlaskClient) -> None:
    begin(client)
    assert client.post("/api/resign", json={"seat": "white"}).status_code == 200
    assert client.post("/api/rematch").status_code == 201
    assert desk.stands == DUEL["board"]
    assert desk.snapshot().scene(frozenset()).players == {Seat.WHITE: "Ben", Seat.BLACK: "Anna"}


def test_games_from_a_position_are_counted_apart(desk: WatchedDesk, client: FlaskClient) -> None:
    begin(client)
    client.post("/api/resign", json={"seat": "white"})
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3),
                players={Seat.WHITE: "Cara", Seat.BLACK: "Dan"}, key="usual", rounds=3)
    page = client.get("/scores").text
    usual, apart = (re.search(rf'id="{name}".*?</table>', page, re.S) for name in ("totals", "apart"))
    assert usual and apart
    assert "Cara" in usual[0] and "Anna" not in usual[0]
    assert "Anna" in apart[0] and "Cara" not in apart[0]


# --- from a replay -----------------------------------------------------------------------------------------------


def position_of(page: str) -> Any:
    found = re.search(r'id="position">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def test_a_game_is_played_on_from_any_moment_of_another(shelf: WatchedDesk, client: FlaskClient) -> None:
    game = client.get("/api/games/done").get_json()
    board: dict[str, str] = {}
    for step in game["replay"]["steps"]:
        if step["number"] <= 3:
            board.update(step["changes"])
    page = client.get("/new/pawn-advance?from=done&at=3").text
    state = position_of(page)
    assert state["board"] == {square: piece for square, piece in board.items() if piece}
    assert 'id="option-rounds" value="3"' in page and 'value="Anna"' in page, "as in that game"
    begun = begin(client, state, options={"rounds": 3}).get_json()["key"]
    assert shelf.stands == state["board"] and shelf.shelf.game(begun).setup == state
    assert position_of(client.get("/new/pawn-advance").text) is None


@pytest.mark.parametrize("address", ["from=none&at=1", "from=done&at=39999", "from=done&at=x"])
def test_a_moment_that_is_not_there_is_refused(shelf: WatchedDesk, client: FlaskClient, address: str) -> None:
    assert client.get(f"/new/pawn-advance?{address}").status_code in (400, 404)


def test_no_moment_tells_what_is_still_secret(desk: WatchedDesk, client: FlaskClient) -> None:
    """Dice of a combat under way are neither in the position at its latest moment nor in any before."""
    key = client.post("/api/games/import", json={"record": secret_game("Anna", "Ben", random.Random(4)).record})
    rules, kept = find_game("pawns-revenge"), desk.shelf.game(key.get_json()["key"])
    played = replay(begin_game(rules, rules.read_options(kept.options)), kept.actions)
    assert rules.undisclosed(played.position)
    open_until = len(played.actions) - rules.undisclosed(played.position)
    assert client.get(f"/new/pawns-revenge?from={kept.key}&at={open_until + 1}").status_code == 404
    state = position_of(client.get(f"/new/pawns-revenge?from={kept.key}&at={open_until}").text)
    assert not any(state["detail"]["dice"].values()) and not state["detail"]["points"]


# --- from the wood -----------------------------------------------------------------------------------------------


def stand(wood: SimulatedBoard, *names: str) -> None:
    """Let pieces stand on these squares of the wood, and no others."""
    board = wood.board_map.board
    wood.stand(Wood(board, {board.parse(name): "wP" for name in names}))


def test_the_switches_tell_where_pieces_stand(wired: WatchedDesk, wood: SimulatedBoard) -> None:
    client = create_app(wired).test_client()
    stand(wood, "a1", "c5", "h8")
    assert client.get("/api/covered").get_json() == {"squares": ["a1", "c5", "h8"]}
    client.post("/api/games", json={"game": "pawn", "screen": True})
    assert client.get("/api/covered").get_json() == {"squares": ["a1", "c5", "h8"]}, "beside a game on the screen"
    stand(wood, "a1", "c5", "d4", "h8")
    client.post("/api/games", json={"game": "pawn", "screen": False})
    assert client.get("/api/covered").get_json() == {"squares": ["a1", "c5", "d4", "h8"]}, "in the middle of a game"


def test_without_a_board_of_wood_nothing_can_be_read(client: FlaskClient) -> None:
    answer = client.get("/api/covered")
    assert answer.status_code == 409 and "only the screen board" in answer.get_json()["error"]
