"""The JSON interface keeps the promises of its hand-written description."""

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from watched_desk import PIN, WatchedDesk, random_game

import webpanel
from daemon.storage.store import Store
from table.messages.new_game import NewGame
from table.model.state import Table
from webpanel.access.context import EXTENSION
from webpanel.access.game_key import ABOUT_NO_GAME, GAME_HEADER
from webpanel.access.permissions import RIGHTS
from webpanel.access.request_guard import SAFE
from webpanel.app import create_app, fresh_panel

PROMISES = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    unsupported_method,
]
DESCRIPTION = json.loads((Path(webpanel.__file__).parent / "static" / "openapi.json").read_text())


class FreshPanel:
    """A panel that remembers nothing, with a game that has just begun on its table."""

    app: Flask
    desk: WatchedDesk | None = None
    begun: Table | None = None

    def begin(self, desk: WatchedDesk) -> None:
        if desk.table != self.begun or desk.holders:
            desk.start(NewGame("pawn-advance", {}, {}, True))
            self.begun = desk.table
        if desk is not self.desk:  # to make an application takes longer than to have it answer
            self.app, self.desk = create_app(desk), desk
        self.app.extensions[EXTENSION] = fresh_panel(desk)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.app(environ, start_response)


fresh = FreshPanel()
schema = schemathesis.openapi.from_dict(DESCRIPTION)
schema.app = fresh
schema.location = "/api/openapi.json"


SETTINGS = settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
EXAMPLES = 4
"""Of each address, without ``--full``."""


# Usually schemathesis thinks out what is sent when tests are listed, in each of the processes that run them.
@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for path, methods in DESCRIPTION["paths"].items() for method in methods]
)
def test_every_answer_is_as_described(desk: WatchedDesk, method: str, path: str, full: bool) -> None:
    def answer(case: schemathesis.Case) -> None:
        fresh.begin(desk)
        case.headers[GAME_HEADER] = desk.snapshot().key
        case.call_and_validate(checks=PROMISES)

    sent = SETTINGS if full else settings(SETTINGS, max_examples=EXAMPLES)
    (made,) = get_all_tests(
        schema=schema.include(method=method.upper(), path=path), test_func=answer, settings=sent, given_kwargs=None
    )
    made.ok()[1]()


def test_the_description_names_every_address_of_the_interface(app: Flask) -> None:
    served = {
        str(rule).replace("/seats/<name>", "/seats/{seat}").replace("<key>", "{key}")
        .replace("<name>", "{name}")
        for rule in app.url_map.iter_rules() if str(rule).startswith("/api/")
    }
    assert served - {"/api/openapi.json"} == set(DESCRIPTION["paths"])


def test_the_description_says_what_has_to_name_its_game() -> None:
    named = {
        f"{method.upper()} {path}" for path, methods in DESCRIPTION["paths"].items()
        for method, described in methods.items()
        if {"$ref": "#/components/parameters/GameKey"} in described.get("parameters", ())
    }
    changing = {each for each in RIGHTS if each.split()[0] not in SAFE} - set(ABOUT_NO_GAME)
    assert named == {
        each.replace("/seats/<name>", "/seats/{seat}").replace("<key>", "{key}").replace("<name>", "{name}")
        for each in changing
    }


BODIES = {
    "/api/games": {"game": "pawn", "options": {}, "players": {}, "screen": True},
    "/api/games/import": {"record": '[Game "pawn"]\n[Rules "1"]\n\n\n'},
    "/api/owner": {"pin": "000000"}, "/api/settings": {"brightness": 20},
}
"""With these something is looked for on the disk, or put there."""
ENDING = (("delete", "/api/owner"), ("post", "/api/power-off"))
"""After these the owner asks for nothing more."""


def test_a_disk_that_fails_is_answered_as_described(
    desk: WatchedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(store: Store) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    desk.finish(*random_game("pawn-advance", 4, 10), key="parked")
    client = create_app(desk.program.desk).test_client()
    client.post("/api/owner", json={"pin": PIN})
    failed = set()
    with monkeypatch.context() as broken:
        broken.setattr(Store, "_connect", fail)
        for patience in ("KEPT_S", "STORED_S"):  # for what is never written
            broken.setattr(f"daemon.services.game_service.{patience}", 0.0)
        for path, methods in DESCRIPTION["paths"].items():
            for method, described in methods.items():
                if (method, path) not in ENDING:
                    address = path.replace("{key}", "parked").replace("{seat}", "white").replace("{name}", "x.zip")
                    with client.open(address, method=method.upper(), json=BODIES.get(path)) as answer:
                        assert str(answer.status_code) in described["responses"], (method, path, answer.get_data())
                    failed |= {(method, path)} if answer.status_code == 503 else set()
    assert failed > {("get", "/api/games"), ("post", "/api/games/import"), ("patch", "/api/settings")}


@pytest.mark.parametrize("address", ["/api/nothing", "/api/games/none", "/api/seats/green"])
def test_an_unknown_address_is_answered_in_words(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in (404, 405)
    assert answer.json["error"].endswith(".")
