"""The club's results and tournaments as JSON: as described, and the same as on its pages."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator
from sqlalchemy.exc import OperationalError

import clubpanel
from club.broadcast.public import PublicGame, write_game
from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.records.game_record import ABANDONED

DESCRIPTION = json.loads((Path(clubpanel.__file__).parent / "static" / "openapi.json").read_text("utf-8"))


PIN, ADA, BO = "246810", "00000000000000a1", "00000000000000b2"
OVER = PublicGame(
    "k1", "pawn-advance", Board(8, 8), {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, {"b3": "wP", "b8": "bP"}, actions=1,
    winners=(Seat.WHITE,), result="Ada wins.",
)


def hear(wall: WatchedClub, board: str, game: PublicGame) -> None:
    """A board says that it is there, and shows its game."""
    wall.watcher._hear(f"pawnlight/{board}/status", write_status(Status(board, "Living room", True, "1")), True)
    wall.watcher._hear(f"pawnlight/{board}/game", write_game(game), False)


def strict(path: str, status: int) -> jsonschema_rs.Validator:
    """Return the check of an answer, with objects that have no fields but those described."""
    components = json.loads(json.dumps(DESCRIPTION["components"]))
    for schema in components["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    answer = DESCRIPTION["paths"][path]["get"]["responses"][str(status)]
    answer = components["responses"][answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
    schema = answer["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": components})


@pytest.fixture
def wall(tmp_path: Path) -> Iterator[WatchedClub]:
    database = opened("", tmp_path)
    yield WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", PIN)
    database.dispose()


@pytest.fixture
def app(wall: WatchedClub) -> Flask:
    return create_app(wall)


@pytest.fixture
def ask(app: Flask) -> Callable[..., Any]:
    phone = app.test_client()

    def asked(path: str, status: int = 200, **values: str) -> Any:
        answer = phone.get(path.format(**values))
        assert answer.status_code == status, answer.text
        assert answer.mimetype == "application/json"
        strict(path.partition("?")[0], status).validate(answer.json)
        return answer.json

    return asked


@pytest.fixture
def organiser(app: Flask) -> FlaskClient:
    phone = app.test_client()
    assert phone.post("/organiser", data={"pin": PIN, "name": "Olga"}).status_code == 303
    return phone


def over(wall: WatchedClub, key: str, white: str, black: str, **changes: Any) -> None:
    players = {Seat.WHITE: white, Seat.BLACK: black}
    hear(wall, ADA, replace(OVER, key=key, players=players, **changes))
    wall.bookkeeper.renew()


def test_the_description_is_a_valid_document_and_is_served(app: Flask) -> None:
    assert [str(each) for each in OpenAPIV31SpecValidator(DESCRIPTION).iter_errors()] == []
    with app.test_client().get("/api/openapi.json") as answer:
        assert answer.json == DESCRIPTION


def test_it_names_every_address_and_each_only_reads(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if str(rule).startswith("/api/")]
    assert {str(rule).replace("<int:", "{").replace(">", "}") for rule in rules} == {
        *DESCRIPTION["paths"], "/api/openapi.json"
    }
    assert {method for rule in rules for method in rule.methods or ()} == {"GET", "HEAD", "OPTIONS"}


def test_a_club_without_games_has_nothing_to_tell(ask: Callable[..., Any]) -> None:
    assert ask("/api/results") == {"results": [], "first": 0, "total": 0}
    assert ask("/api/standings") == {"standings": []}
    assert ask("/api/tournaments") == {"tournaments": []}
    assert ask("/api/tournaments/{number}", 404, number="1") == {"error": "There is no such page."}


def test_results_are_told_as_the_boards_tell_them(wall: WatchedClub, ask: Callable[..., Any]) -> None:
    over(wall, "k1", "Ada", "Bo")
    over(wall, "k2", "Ada", "Bo", termination=ABANDONED, winners=(), result="")
    told = ask("/api/results")
    assert told["total"] == 2
    abandoned, won = told["results"]
    assert won == {
        "name": f"{ADA}/k1", "at": "2026-11-23T10:00:00Z", "game": "pawn-advance", "board": ADA, "other": "",
        "players": {"white": "Ada", "black": "Bo"}, "computers": [], "winners": ["white"], "termination": "",
        "told": "Ada wins.", "actions": 1, "counts": True,
    }
    assert (abandoned["termination"], abandoned["counts"]) == (ABANDONED, False)
    assert ask("/api/results?first=1")["results"] == [won]
    assert ask("/api/results?game=pawn")["total"] == 0


def test_a_long_list_comes_in_parts(wall: WatchedClub, ask: Callable[..., Any]) -> None:
    for number in range(101):
        hear(wall, ADA, replace(OVER, key=f"k{number}"))
    wall.bookkeeper.renew()
    parts = [ask("/api/results"), ask("/api/results?first=100")]
    assert [len(part["results"]) for part in parts] == [100, 1]
    assert len({each["name"] for part in parts for each in part["results"]}) == parts[0]["total"] == 101


@pytest.mark.parametrize("first", ["-1", "x", "1.5", "²", "9999999999"])
def test_what_is_no_number_is_refused(ask: Callable[..., Any], first: str) -> None:
    assert ask(f"/api/results?first={first}", 400)["error"].startswith("The number of a result")


def test_refusals_are_in_the_language_of_whoever_asks(app: Flask) -> None:
    answer = app.test_client().get("/api/results?first=x", headers={"Accept-Language": "de"})
    assert answer.json == {"error": "Gebraucht wird die Nummer eines Ergebnisses, von 0 an gezählt."}


def test_standings_are_those_of_the_page(wall: WatchedClub, ask: Callable[..., Any]) -> None:
    over(wall, "k1", "Ada", "Bo")
    best, other = ask("/api/standings")["standings"]
    assert {**best, "rating": 0, "give_or_take": 0} == {
        "player": "Ada", "played": 1, "won": 1, "drawn": 0, "lost": 0, "points": 1.0, "rating": 0, "give_or_take": 0,
    }
    assert best["rating"] > 1500 > other["rating"]
    assert ask("/api/standings?game=pawn") == {"standings": []}


def test_a_tournament_is_told_with_its_table_and_games(
    wall: WatchedClub, ask: Callable[..., Any], organiser: FlaskClient
) -> None:
    organiser.post("/tournaments", data={"name": "Saturday", "system": "round_robin", "game": "pawn-advance"})
    for act in ({"act": "enter", "players": "Ada\nBo\nCy"}, {"act": "pair"}):
        acts = len(wall.bookkeeper.books().entries[1])
        assert organiser.post("/tournaments/1", data={**act, "acts": str(acts)}).status_code == 303
    over(wall, "k1", "Ada", "Bo")
    named = {"number": 1, "name": "Saturday", "game": "pawn-advance", "system": "round_robin", "rounds": 0,
             "paired": 3, "over": False}
    assert ask("/api/tournaments") == {"tournaments": [named]}
    told = ask("/api/tournaments/{number}", number="1")
    assert {name: told[name] for name in named} == named
    assert [(line["rank"], line["player"], line["points"]) for line in told["table"]][0] == (1, "Ada", 1.0)
    played = [game for game in told["games"] if {game["white"], game["black"]} == {"Ada", "Bo"}]
    assert [(game["result"], game["corrected"]) for game in played] == [(f"{ADA}/k1", False)]
    assert played[0]["score"] == ("white" if played[0]["white"] == "Ada" else "black")
    assert len(told["games"]) == 6 and sum(game["black"] == "" for game in told["games"]) == 3


def test_two_boards_that_differ_count_for_nothing(wall: WatchedClub, ask: Callable[..., Any]) -> None:
    hear(wall, ADA, replace(OVER, key="k1", other=BO, afar=(Seat.BLACK,)))
    wall.bookkeeper.renew()
    assert ask("/api/results")["total"] == 0


def test_a_database_that_does_not_answer_is_told(
    wall: WatchedClub, ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OperationalError("select", {}, Exception("gone"))

    monkeypatch.setattr(wall.bookkeeper, "books", fail)
    for path in ("/api/results", "/api/standings", "/api/tournaments"):
        assert ask(path, 503)["error"].startswith("The results cannot be read now")
    assert ask("/api/tournaments/{number}", 503, number="1")["error"]
