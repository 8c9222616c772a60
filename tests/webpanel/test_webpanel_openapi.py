"""The JSON interface keeps the promises of its description, which is written from the code and valid."""

import importlib
import json
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import jsonschema_rs
import pytest
import schemathesis
from described import DESCRIPTION, STREAM, STRICT
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import not_a_server_error
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from watched_desk import PIN, WatchedDesk, random_game

from daemon.storage.store import Store
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.model.state import Table
from webpanel.access.context import EXTENSION
from webpanel.access.game_key import ABOUT_NO_GAME, GAME_HEADER
from webpanel.access.permissions import RIGHTS
from webpanel.access.request_guard import SAFE
from webpanel.app import create_app, fresh_panel
from webpanel.server.event_streams import FULL

PROMISES = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    unsupported_method,
]
ROOT = Path(__file__).parents[2]


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
schema = schemathesis.openapi.from_dict(STRICT)
schema.app = fresh
schema.location = "/api/openapi.json"


SETTINGS = settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
EXAMPLES = 2
"""Of each address, without ``--full``."""


# Usually schemathesis thinks out what is sent when tests are listed, in each of the processes that run them.
@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for path, methods in STRICT["paths"].items() for method in methods]
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
    served = {as_described(str(rule)) for rule in app.url_map.iter_rules() if str(rule).startswith("/api/")}
    assert served - {"/api/openapi.json"} | {STREAM} == set(DESCRIPTION["paths"])


def as_described(address: str) -> str:
    """Return an address as the description writes it."""
    return re.sub(r"<(\w+)>", r"{\1}", address)


def operations() -> list[dict[str, Any]]:
    return [operation for methods in DESCRIPTION["paths"].values() for operation in methods.values()]


def test_the_description_is_a_valid_document() -> None:
    assert [str(each) for each in OpenAPIV31SpecValidator(DESCRIPTION).iter_errors()] == []


def test_the_description_is_the_one_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "script")
    written = importlib.import_module("panel_types").written()
    assert {path.name for path in written} == {"openapi.json", "wire.d.ts"}
    for path, text in written.items():
        assert path.read_text("utf-8") == text, "run script/panel_types.py"


def test_a_generator_finds_a_name_a_summary_and_a_group_for_each_operation() -> None:
    names = [each["operationId"] for each in operations()]
    assert len(names) == len(set(names)) and all(name.isidentifier() for name in names)
    assert all(each["summary"].endswith(".") and each["description"].endswith(".") for each in operations())
    assert {tag for each in operations() for tag in each["tags"]} == {tag["name"] for tag in DESCRIPTION["tags"]}


def test_each_event_of_the_stream_is_as_described(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one is sent where there is no room, together with what comes first."""
    described = DESCRIPTION["paths"][STREAM]["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"]
    kinds = dict(described["x-event-data"])
    assert list(kinds) == ["", "story", "beat", "farewell"]
    assert kinds.pop("beat")["type"] == "integer"
    monkeypatch.setattr("webpanel.server.event_streams.OpenStreams.open", full)
    desk.start(NewGame("pawn", {}, {}, True))
    events = re.findall(r"(?:event: (\w+)\n)?data: (.*)\n\n", client.get(f"{STREAM}?story=1").text)
    assert {kind for kind, _ in events} == set(kinds)
    for kind, data in events:
        whole = {**kinds[kind], "components": STRICT["components"]}
        jsonschema_rs.validator_for(whole).validate(json.loads(data))


def full(*given: object) -> None:
    raise Refused(FULL, 503)


def test_the_description_says_what_has_to_name_its_game() -> None:
    named = {
        f"{method.upper()} {path}" for path, methods in DESCRIPTION["paths"].items()
        for method, described in methods.items()
        if {"$ref": "#/components/parameters/GameKey"} in described.get("parameters", ())
    }
    changing = {each for each in RIGHTS if each.split()[0] not in SAFE} - set(ABOUT_NO_GAME)
    assert named == {as_described(each) for each in changing}


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
        for path, methods in STRICT["paths"].items():
            for method, described in methods.items():
                if (method, path) not in ENDING:
                    name = "white" if "/seats/" in path else "x.zip"
                    address = path.replace("{key}", "parked").replace("{name}", name)
                    with client.open(address, method=method.upper(), json=BODIES.get(path)) as answer:
                        assert str(answer.status_code) in described["responses"], (method, path, answer.get_data())
                    failed |= {(method, path)} if answer.status_code == 503 else set()
    assert failed > {("get", "/api/games"), ("post", "/api/games/import"), ("patch", "/api/settings")}


@pytest.mark.parametrize("address", ["/api/nothing", "/api/games/none", "/api/seats/green"])
def test_an_unknown_address_is_answered_in_words(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in (404, 405)
    assert answer.json["error"].endswith(".")
