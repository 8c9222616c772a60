"""Texts that harm, sent to every address that takes a text, in every place of it: none is let in, none is shown."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk, random_game

import webpanel
from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from webpanel.access.permissions import RIGHTS

HARM = {
    "surrogate": "\ud800", "override": "\u202e", "blank of Braille": "\u2800", "annotation": "\ufff9",
    "lone tag": "\U000e0041", "control": "\x1b[2J", "zero width": "\u200b", "length": "x" * 4_001,
}
RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n[White "Ann"]\n[Black "Bo"]\n[Date "2026-11-21T10:00:00Z"]\n\na1a2 b1b2'
GAME = {"game": "pawn-advance", "options": {"spawn": 2}}
STATE = {"board": {"a1": "wP", "h8": "bP"}, "phase": "march", "to_act": ["white"], "detail": {}}
BODIES: Mapping[str, Mapping[str, Any]] = {
    "POST /api/games/check": GAME,
    "POST /api/setups": GAME | {"setup": STATE},
    "POST /api/tap": {"kind": "lift", "square": "b1", "piece": None, "scene": 1},
    "POST /api/answer": {"prompt": "march", "value": "yes"},
    "POST /api/actions": {"action": "a1a2", "scene": 1},
    "POST /api/end-turn": {"scene": 1}, "POST /api/take-back": {"scene": 1},
    "POST /api/pause": {"scene": 1}, "POST /api/resume": {"scene": 1},
    "POST /api/park": {"scene": 1}, "POST /api/abandon": {"scene": 1},
    "DELETE /api/seats/{name}": {"scene": 1}, "DELETE /api/workshop": {"id": "task"},
    "POST /api/resign": {"seat": "white"},
    "POST /api/help": {"seat": "white", "help": "all"},
    "POST /api/hint": {"seat": "white", "scene": 1},
    "POST /api/warnings": {"seat": "white", "wanted": True},
    "POST /api/offer-draw": {"seat": "white", "scene": 1},
    "POST /api/manual": {"square": "a1", "manual": True},
    "POST /api/touch": {"square": "a1", "covered": False, "scene": 1},
    "POST /api/games/import": {"record": RECORD},
    "POST /api/owner": {"pin": PIN},
    "PATCH /api/settings": {"language": "en", "palette": "default"},
    "POST /api/update": {"task": "install", "version": "1.0.0"},
    "POST /api/workshop": {"task": "check", "port": None, "instead": "task"},
    "POST /api/workshop/answer": {"answer": "yes", "question": "1:0"},
    "POST /api/workshop/fault": {"name": "dead", "on": True},
    "POST /api/workshop/piece": {"path": "a1 a2"},
    "POST /api/lessons": {"game": "pawn-advance", "lesson": "step", "screen": True},
    "POST /api/games/{key}/problems": {"number": 1},
    "POST /api/invitations/{key}": {"screen": True, "players": {"black": "Bo"}},
    "POST /api/paired/{key}": {"screen": True},
    "POST /api/games": GAME | {
        "players": {"white": "Ann", "black": "Bo"}, "clocks": {"white": "600+5"}, "computers": {"black": 1},
        "help": {"white": "all"}, "screen": True,
    },
}
QUERIES = (
    "/api/table?seat=white", "/api/story?first=0&seat=white", "/api/moment?key=one&action=1&moment=0&seat=white",
    "/api/piece?square=a1&seat=white", "/api/games?first=0", "/scores?player=Ann&page=1&game=pawn-advance",
    "/scores/statistics?game=pawn-advance", "/new/pawn-advance?from=one&at=1", "/continue?page=1", "/qr.svg?text=x",
)
PAGES = (
    "/", "/new/pawn-advance", "/scores", "/continue", "/seats", "/settings", "/hardware", "/api/games", "/api/table",
)


@pytest.fixture
def owner(desk: WatchedDesk, another: Callable[[], FlaskClient]) -> FlaskClient:
    """The owner's phone, which holds a seat of the game on the table; another game is kept."""
    desk.finish(*random_game("pawn-advance", 4, 6), key="one", winners=())
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    phone = another()
    assert phone.post("/api/owner", json={"pin": PIN}).status_code == 200
    assert phone.put("/api/seats/white").status_code == 200
    return phone


def spoilt(value: Any, harm: str) -> Iterator[Any]:
    """The value once for each text in it, with the harm behind that text; names of fields are texts, too."""
    if isinstance(value, str):
        yield f'{value.replace("Ann", f"Ann{harm}")}{harm}'
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from ([*value[:number], other, *value[number + 1 :]] for other in spoilt(each, harm))
    elif isinstance(value, dict):
        for name, each in value.items():
            yield {**{other: kept for other, kept in value.items() if other != name}, name + harm: each}
            yield from (value | {name: other} for other in spoilt(each, harm))


def test_every_address_that_takes_a_text_is_here() -> None:
    paths = json.loads((Path(webpanel.__file__).parent / "static" / "openapi.json").read_text("utf-8"))["paths"]
    takes = {
        f"{method.upper()} {path}" for path, methods in paths.items() for method, operation in methods.items()
        if isinstance(operation, dict) and "application/json" in operation.get("requestBody", {}).get("content", {})
    }
    assert takes == set(BODIES)


def test_what_is_sent_without_harm_is_understood(owner: FlaskClient) -> None:
    for address, body in BODIES.items():
        method, path = address.format(key="one", name="white").split()
        answer = owner.open(path, method=method, json=body)
        understood = answer.status_code != 400 or address in ("POST /api/setups", "POST /api/answer")
        assert understood and answer.status_code < 500, (address, answer.get_json())


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_text_that_harms_is_refused_wherever_it_stands(desk: WatchedDesk, owner: FlaskClient, harm: str) -> None:
    before = desk.table.on_table
    for address, body in BODIES.items():
        method, path = address.format(key="one", name="white").split()
        for bad in spoilt(deepcopy(dict(body)), harm):
            answer = owner.open(path, method=method, json=bad)
            assert 400 <= answer.status_code < 500, (address, bad, answer.text[:200])
            assert harm not in answer.text, address
    assert desk.table.on_table == before and len(desk.shelf.games()) == 2
    assert [page for page in PAGES if harm in (answer := owner.get(page)).text or answer.status_code != 200] == []


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_nor_is_it_let_in_by_an_address(owner: FlaskClient, harm: str) -> None:
    """If bytes are not UTF-8, as those of a surrogate, the text read in their place is harmless. The page that refuses
    a long address may lead back to it."""
    sent, readable = quote(harm.encode("utf-8", "surrogatepass")), harm != HARM["surrogate"]
    for query in QUERIES:
        for name, value in re.findall(r"[?&](\w+)=(\w+)", query):
            for bad in (f"{name}={value}{sent}", f"{name}{sent}={value}"):
                answer = owner.get(query.replace(f"{name}={value}", bad))
                assert answer.status_code == 400 or not readable and answer.status_code in (200, 404), (query, bad)
                assert harm not in answer.text or harm == HARM["length"], (query, bad)
    for address in RIGHTS:
        method, path = address.split()
        if "<" in path and "static" not in path:
            answer = owner.open(re.sub(r"<[^>]+>", f"white{sent}", path), method=method)
            assert 400 <= answer.status_code < 500 or not readable and answer.status_code == 200, address
            assert harm not in answer.text or harm == HARM["length"], address
