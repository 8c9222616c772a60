"""A panel for every test: over the desk of a whole program, spoken to without a network, or served and opened in a
browser."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from chromium import by_name
from flask import Flask, Response, request
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from made_once import made_once
from playwright.sync_api import Browser
from shown_scene import naming_scene
from unhurried import never_hurry
from waiting import PATIENCE_S
from werkzeug.datastructures import Headers

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "table"))  # where tables are played on

import described  # noqa: E402
from browser import PLAYERS, Phone, served  # noqa: E402
from watched_desk import ADDRESSES, WatchedDesk, random_game  # noqa: E402

from daemon.boards.board import WiredBoard  # noqa: E402
from engine.core.squares import Board  # noqa: E402
from hardware.board_map import wire  # noqa: E402
from hardware.simulated.board import SimulatedBoard  # noqa: E402
from hardware.simulated.faults import PERFECT  # noqa: E402
from hardware.simulated.pieces import Wood  # noqa: E402
from table.messages.new_game import NewGame
from webpanel.access.context import EXTENSION  # noqa: E402
from webpanel.access.game_key import GAME_HEADER  # noqa: E402
from webpanel.app import create_app  # noqa: E402

BOARD = Board(8, 8)


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every test has a panel of its own; compiling the same templates for each took half of the time of a page.
    Jinja compiles anew what has changed.
    """
    compiled = FileSystemBytecodeCache(str(made_once(tmp_path_factory, "templates", lambda _: None)))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": compiled})
        yield


@pytest.fixture(autouse=True)
def _in_a_house(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The program is a service, and is reached as in a house with a network, whatever there is where the tests run."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("daemon.services.device_info.addresses", lambda host, port: ADDRESSES)


@pytest.fixture(autouse=True)
def _the_program_is_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make time-outs of the program much longer for a busy machine; otherwise requests would be refused, or answered
    too early."""
    never_hurry(monkeypatch)
    for name in (
        "daemon.services.panel_service.LIT_S", "daemon.runtime.read_once.ANSWER_S",
        "webpanel.server.long_work.PATIENCE_S",
    ):
        monkeypatch.setattr(name, PATIENCE_S)


class OpenPage(FlaskClient):
    """A phone whose page shows the table as it is; a request that names a game or a scene itself is left alone."""

    def open(self, *given: Any, **more: Any) -> Any:
        headers, method = Headers(more.pop("headers", None)), more.get("method", "GET")
        if method != "GET" and EXTENSION in self.application.extensions:
            desk = self.application.extensions[EXTENSION].desk
            headers.setdefault(GAME_HEADER, desk.snapshot().key)
            if given and "data" not in more:
                body = naming_scene(method, str(given[0]), more.get("json"), lambda: desk.snapshot().number)
                more = more if body is None else {**more, "json": body}
        return super().open(*given, headers=headers, **more)


@pytest.fixture(autouse=True)
def _pages_follow_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flask, "test_client_class", OpenPage)


@pytest.fixture(autouse=True)
def _answers_are_as_described(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every JSON answer to whatever a test asks for has the form that ``openapi.json`` promises."""
    process, faults = Flask.process_response, []

    def compared(app: Flask, response: Response) -> Response:
        answer = process(app, response)
        if answer.is_json and not answer.is_streamed and request.url_rule is not None:
            faults.extend(described.faults(
                request.method, request.url_rule.rule, answer.status_code, answer.get_data(as_text=True)
            ))
        return answer

    monkeypatch.setattr(Flask, "process_response", compared)
    yield
    assert faults == []


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WatchedDesk]:
    """A desk whose table is free."""
    with WatchedDesk(tmp_path) as made:
        yield made


@pytest.fixture(scope="session")
def languages(full: bool) -> tuple[str, ...]:
    """The language with the longer words; ``--full``: both."""
    return ("de", "en") if full else ("de",)


@pytest.fixture
def wood() -> SimulatedBoard:
    """A board of wood, and what stands on it."""
    return SimulatedBoard(wire(BOARD), Wood(BOARD), PERFECT)


@pytest.fixture
def wired(tmp_path: Path, wood: SimulatedBoard) -> Iterator[WatchedDesk]:
    """A desk with a board of wires beside the screen."""
    with WatchedDesk(tmp_path, WiredBoard(wood.board_map, wood.reeds, wood.rings), "gpio") as made:
        yield made


@pytest.fixture
def app(desk: WatchedDesk) -> Flask:
    """The panel of the desk."""
    return create_app(desk)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone."""
    return app.test_client()


@pytest.fixture
def another(app: Flask) -> Callable[[], FlaskClient]:
    """Another phone, as many as one likes."""
    return app.test_client


# --- browsers ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def ports() -> list[int]:
    """The port of the panel before, if there was one."""
    return []


@pytest.fixture
def address(desk: WatchedDesk, ports: list[int]) -> Iterator[str]:
    """The address of the desk's panel on a real port, in real time: the same as before, for phones know its scripts."""
    with ExitStack() as serving:
        try:
            found = serving.enter_context(served(desk, ports.pop() if ports else 0))
        except OSError:  # somebody else has taken it meanwhile
            found = serving.enter_context(served(desk))
        ports.append(int(found.rpartition(":")[2]))
        yield found


@pytest.fixture(scope="session")
def phones() -> list[Phone]:
    """Phones that have forgotten all of the tests before."""
    return []


@pytest.fixture
def phone(browser: Browser, address: str, phones: list[Phone]) -> Iterator[Phone]:
    """A phone with the panel; its page may not fail or load anything from outside."""
    made = phones.pop() if phones else Phone(browser, address)
    made.address = by_name(address)
    yield made
    faults = made.faults
    if made.forget():
        phones.append(made)
    else:
        made.close()
    assert faults == []


@pytest.fixture
def game(desk: WatchedDesk, phone: Phone) -> Phone:
    """A phone that looks at a game of Pawn Advance Chess."""
    desk.start(NewGame("pawn-advance", {"rounds": 2}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    return phone


@pytest.fixture
def shelf(desk: WatchedDesk) -> WatchedDesk:
    """A desk with something on every page."""
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=PLAYERS, key="done", rounds=3)
    desk.finish(*random_game("pawn-advance", 4, 10), players=PLAYERS, key="parked")
    return desk
