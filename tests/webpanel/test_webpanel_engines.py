"""Outside engines on the form of a new game, and what becomes of a choice there."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from watched_desk import WatchedDesk

from daemon.config.schema import EngineConfig
from daemon.runtime.engines import Engines
from engine.core.pieces import Seat
from engine.records.computer_levels import OutsideEngine
from opponents.uci import Features
from table.messages.events import Resign

WEAKEST = {"name": "Model", "elo": 1350, "plain": 60}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WatchedDesk]:
    """A program with an engine that is never there when it is to play."""
    features = Features("Model 1", frozenset(), (1350, 1500))
    model = EngineConfig("Model", ("sh", "-c", "exit"))
    with WatchedDesk(tmp_path, engines=Engines((model,), (), lambda *_: features)) as desk:
        yield desk


def offered(client: FlaskClient, game: str) -> dict[str, str]:
    """The engines on the form: what each choice sends → what it shows."""
    form = client.get(f"/new/{game}").text.split('data-seat="black"')[1].split("</select>")[0]
    return {
        unescape(value): unescape(shown)
        for value, shown in re.findall(r'<option value="(\{[^"]*)"[^>]*>([^<]*)</option>', form)
    }


def begun(client: FlaskClient, game: str, computers: Any) -> Any:
    return client.post("/api/games", json={
        "game": game, "options": {}, "players": {"white": "Anna"}, "computers": computers, "screen": True,
    })


def test_the_form_offers_engines_for_the_games_that_they_play(client: FlaskClient) -> None:
    assert [(json.loads(sent), shown) for sent, shown in offered(client, "chess").items()] == [
        (WEAKEST, "Model 1350, 60 per cent at random"),
        (WEAKEST | {"plain": 30}, "Model 1350, 30 per cent at random"),
        (WEAKEST | {"plain": 0}, "Model 1350"),
        ({"name": "Model", "elo": None, "plain": 0}, "Model, full strength"),
    ]
    assert offered(client, "pawn") == {}


def test_a_choice_plays_has_its_name_shown_and_is_offered_first_the_next_time(
    client: FlaskClient, desk: WatchedDesk
) -> None:
    assert begun(client, "chess", {"black": WEAKEST}).status_code == 201
    assert desk.table.on_table is not None
    computers = desk.table.on_table.computers
    assert computers.engines == {Seat.BLACK: OutsideEngine("Model", 1350, 60)} and computers.levels == {Seat.BLACK: 2}
    assert "Model 1350, 60 per cent at random (computer)" in client.get("/seats").text
    chosen = re.findall(r'<option value="([^"]*)" selected', client.get("/new/chess?last=1").text)
    assert [json.loads(unescape(each)) for each in chosen if each.startswith("{")] == [WEAKEST]
    assert not any(each.isdigit() for each in chosen), "no level of ours beside it"
    game = client.get("/api/games").get_json()["games"][0]
    assert game["engines"] == {"black": WEAKEST}


def test_in_a_rematch_the_engine_moves_on_to_the_other_seat(client: FlaskClient, desk: WatchedDesk) -> None:
    begun(client, "chess", {"black": WEAKEST})
    desk.send(Resign(Seat.WHITE, frozenset({Seat.WHITE})))
    assert client.post("/api/rematch").status_code == 201
    assert desk.table.on_table is not None
    assert desk.table.on_table.computers.engines == {Seat.WHITE: OutsideEngine("Model", 1350, 60)}


@pytest.mark.parametrize(("game", "engine", "said"), [
    ("pawn", WEAKEST, "Model does not play this game here"),
    ("chess", WEAKEST | {"name": "Other"}, "Other does not play this game here"),
    ("chess", {"elo": 1350}, "name"), ("chess", WEAKEST | {"elo": "1350"}, "elo"),
    ("chess", WEAKEST | {"plain": 101}, "plain"), ("chess", WEAKEST | {"command": "rm"}, "command"),
])
def test_what_no_form_sends_is_refused(client: FlaskClient, game: str, engine: Any, said: str) -> None:
    answered = begun(client, game, {"black": engine})
    assert answered.status_code in (400, 409) and said in answered.text


def test_in_german_the_choices_are_german(client: FlaskClient) -> None:
    form = client.get("/new/chess", headers={"Accept-Language": "de"}).text
    assert "Model 1350, 60 Prozent Zufallszüge" in form and "Model, volle Stärke" in form
