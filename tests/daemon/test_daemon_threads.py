"""The threads of the running program are those of the table in docs/architecture.md, and each keeps to what it owns."""

import logging
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from thread_table import ROOT, SIMULATION, ThreadWatch, rows
from waiting import PATIENCE_S, wait_for

from club.transport.link import Broker
from clubpanel.app import create_app as create_club
from clubpanel.results.database import opened
from clubpanel.web import pacing
from clubpanel.web.wall import WatchedClub
from daemon.app.program import STREAMS
from daemon.config.schema import ClubConfig
from daemon.system import logging_setup
from webpanel.app import create_app
from webpanel.serve import start

ALWAYS = "the program runs"
PLAYED = "`pawnlight play`"
TILES = "a board of tiles"
RENEWAL = "a tile is renewed"
CLUB = "a broker is configured"
CLUB_PANEL = "`pawnlight club`"
NOBODY = ClubConfig("127.0.0.1", port=9)
"""No broker listens at the port where what comes is thrown away."""


def kind(thread: threading.Thread) -> str:
    """A thread as the page names it."""
    return next((row.thread for row in rows() if row.is_of(thread.name)), thread.name)


@pytest.fixture
def before() -> set[threading.Thread]:
    """The threads of the tests themselves."""
    return set(threading.enumerate())


def running(before: set[threading.Thread]) -> set[str]:
    started = set(threading.enumerate()) - before
    return {kind(thread) for thread in started if not thread.name.startswith(SIMULATION)}


@pytest.fixture
def log_printed(before: set[threading.Thread]) -> Iterator[None]:
    printer = logging_setup.Printer(sys.stderr.fileno(), logging.CRITICAL)
    yield
    printer.close()


def there(*situations: str) -> set[str]:
    """The threads that are there in these situations, as the page says."""
    return {row.thread for row in rows() if row.situation in situations}


def test_every_thread_of_a_table_that_is_played_at_is_in_the_table_of_the_page(
    before: set[threading.Thread], log_printed: None, table: Any
) -> None:
    serving = start(create_app(table.desk), "127.0.0.1", 0, STREAMS)
    line = HTTPConnection("127.0.0.1", serving.port)
    line.request("GET", "/api/table")
    assert line.getresponse().status == 200
    table.start()
    table.move("b1", "b3")
    found = running(before)
    line.close()
    serving.close()
    assert found == there(ALWAYS, PLAYED)


def test_every_thread_of_a_board_of_tiles_is_in_the_table_of_the_page(
    before: set[threading.Thread], new_tiled: Callable[[int], Any]
) -> None:
    new_tiled(8)
    assert running(before) == there(ALWAYS, TILES)


def test_a_board_in_a_club_has_one_more_thread(
    before: set[threading.Thread], new_table: Any, tmp_path: Path
) -> None:
    with new_table(tmp_path, club=NOBODY):
        assert running(before) == there(ALWAYS, CLUB)


def test_every_thread_of_the_panel_of_a_club_is_in_the_table_of_the_page(
    before: set[threading.Thread], log_printed: None, tmp_path: Path
) -> None:
    database = opened("", tmp_path)
    wall = WatchedClub(Broker(NOBODY.broker, NOBODY.port), "pawnlight", database, lambda: "", "1234")
    serving = start(create_club(wall), "127.0.0.1", 0, STREAMS)
    wall.watcher.start()
    pause_s, wall._pacer._pause_s = 0.5, lambda: pause_s
    for _ in range(2):
        wall._pacer.happened()
    found = running(before)
    assert wall.watcher.stop(PATIENCE_S)
    serving.close()
    database.dispose()
    assert found == there(CLUB, PLAYED, CLUB_PANEL)


def test_a_thread_that_no_row_tells_of_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    watch = ThreadWatch()
    try:
        pacing._later(0.0, lambda: None)
        assert not watch.strangers
        nameless = threading.Timer(0.0, lambda: None)
        watch.look(nameless, "clubpanel.web.pacing")
        watch.look(nameless, "tests.somebody")
    finally:
        watch.end()
    assert watch.strangers == [f"{nameless.name} (clubpanel.web.pacing)"]


def test_no_row_is_of_a_thread_that_there_is_never() -> None:
    assert {row.thread for row in rows()} == there(ALWAYS, PLAYED, TILES, RENEWAL, CLUB, CLUB_PANEL)
    for row in rows():
        made = row.file.read_text("utf-8")
        assert f'"{row.thread}"' in made or f'f"{row.thread.split()[0]} ' in made or row.thread == "waitress-N"


class Watched:
    """Notes which threads change which attributes, once an object is made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.seen: defaultdict[tuple[str, str], set[str]] = defaultdict(set)

    def watch(self, cls: type) -> None:
        made: set[int] = set()
        begin, change, seen = cls.__init__, cls.__setattr__, self.seen

        def noting_begin(watched: Any, *given: Any, **named: Any) -> None:
            made.discard(id(watched))  # it may have been that of an object that is gone
            begin(watched, *given, **named)
            made.add(id(watched))

        def noting_change(watched: Any, name: str, value: Any) -> None:
            if id(watched) in made:
                seen[cls.__name__, name].add(kind(threading.current_thread()))
            change(watched, name, value)

        self._monkeypatch.setattr(cls, "__init__", noting_begin)
        self._monkeypatch.setattr(cls, "__setattr__", noting_change)


def owners() -> dict[tuple[str, str], str]:
    """(class, attribute) → the thread that alone changes it, by the page."""
    return {owned: row.thread for row in rows() for owned in row.owns}


def classes() -> dict[str, type]:
    """The classes that the page names."""
    found: dict[str, type] = {}
    for package in ("daemon", "firmware_bridge", "club"):
        for file in (ROOT / package).rglob("*.py"):
            for name, _ in owners():
                if f"\nclass {name}" in file.read_text("utf-8"):
                    found[name] = getattr(import_module(".".join(file.relative_to(ROOT).with_suffix("").parts)), name)
    return found


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    made = Watched(monkeypatch)
    for cls in classes().values():
        made.watch(cls)
    return made


def test_what_a_thread_owns_no_other_thread_changes(
    watched: Watched, new_table: Any, new_tiled: Callable[[int], Any], tmp_path: Path
) -> None:
    (tmp_path / "screen").mkdir()
    with new_table(tmp_path / "screen") as table:
        key = table.start()
        table.move("b1", "b3")
        table.desk.take_seat(*next((seat, "mine") for seat in table.scene.players))
    with new_table(tmp_path / "screen", club=NOBODY) as table:
        table.until(lambda scene: scene.key == key)
        wait_for(lambda: watched.seen["Link", "_trouble"], "a link that misses its broker")
    tiled = new_tiled(8)
    tiled.start()
    tiled.move("b1", "b3")
    changed = {owned: seen for owned, seen in watched.seen.items() if owned in owners()}
    assert changed == {owned: {thread} for owned, thread in owners().items()}


def test_all_of_the_table_and_of_the_active_board_is_the_table_threads(
    watched: Watched, new_table: Any, tmp_path: Path
) -> None:
    """Also what the page does not name: of these two, no other thread changes anything but that the loop is to end."""
    with new_table(tmp_path) as table:
        table.start()
        table.move("b1", "b3")
    strangers = {
        (cls, name): seen - {"table"} for (cls, name), seen in watched.seen.items()
        if cls in ("TableLoop", "ActiveBoard") and name != "_stopping"
    }
    assert strangers and not any(strangers.values())
