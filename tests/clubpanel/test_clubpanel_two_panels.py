"""Two panels that keep the results of one club in one database: whatever they do at once, everything counts once."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from mosquitto_broker import Mosquitto
from sqlalchemy.engine import Engine
from stranger import program
from waiting import PATIENCE_S, wait_for

from club.broadcast.public import PublicGame, write_game
from club.transport.messages import Status, write_status
from clubpanel.results.database import opened
from clubpanel.results.records import Records
from clubpanel.results.standings import agreed, standings
from clubpanel.results.store import Results
from clubpanel.tournament.journal import Journal
from clubpanel.tournament.model import Enter
from clubpanel.web.wall import WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import Outcome
from engine.records.game_record import Record, begin, replay
from engine.registry import find_game
from table.messages.refusal import Refused

ADAS, BOS = "00000000000000a1", "00000000000000b2"
W, B = Seat.WHITE, Seat.BLACK
GAME = PublicGame("k1", "pawn", Board(8, 8), {W: "Ada", B: "Bo"}, actions=9, winners=(W,), termination="resignation")
HERE = PublicGame("k1", "pawn", Board(8, 8), {W: "Ada", B: "Bo's board"}, other=BOS, afar=(B,), winners=(W,))
THERE = PublicGame("k1", "pawn", Board(8, 8), {W: "Ada's board", B: "Bo"}, other=ADAS, afar=(W,), winners=(W,))
GAMES = 30


@pytest.fixture
def databases(tmp_path: Path, database_address: str) -> Iterator[Sequence[Engine]]:
    """The database as each of two panels reaches it."""
    opened_here = [opened(database_address, tmp_path) for _ in range(2)]
    yield opened_here
    for each in opened_here:
        each.dispose()


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do all of it at the same moment and return the results, or what was refused."""
    together = threading.Barrier(len(acts))

    def do(act: Callable[[], object]) -> object:
        together.wait(PATIENCE_S)
        try:
            return act()
        except Refused as refused:
            return refused

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))


def test_a_game_that_two_panels_hear_of_at_once_is_kept_once(databases: Sequence[Engine]) -> None:
    panels = [Results(each, lambda: "2026-11-23T10:00:00Z") for each in databases]
    for number in range(GAMES):
        game = replace(GAME, key=f"k{number}")
        at_once(*(partial(panel.note, ADAS, game) for panel in panels))
    kept = panels[0].all()
    assert [each.key for each in kept] == [f"k{number}" for number in reversed(range(GAMES))]
    assert len({each.serial for each in kept}) == GAMES
    assert [(total.name, total.won, total.lost) for total in standings(agreed(kept))] == [
        ("Ada", GAMES, 0), ("Bo", 0, GAMES)]


def note_all(panel: Results, said: Sequence[tuple[str, PublicGame]]) -> None:
    for board, game in said:
        panel.note(board, game)


def test_what_two_panels_hear_of_two_boards_at_once_counts_once_and_keeps_its_place(
    databases: Sequence[Engine]
) -> None:
    """Each panel hears of all of it, in another order; a result that both write again stays where it was."""
    panels = [Results(each, lambda: "2026-11-23T10:00:00Z") for each in databases]
    for number in range(GAMES):
        said = [(ADAS, replace(HERE, key=f"k{number}")), (BOS, replace(THERE, key=f"k{number}"))]
        at_once(partial(note_all, panels[0], said), partial(note_all, panels[1], said[::-1]))
    assert len(agreed(panels[1].all())) == GAMES
    before = [(each.name, each.serial) for each in panels[0].all()]
    at_once(*(partial(panel.note, ADAS, replace(HERE, key="k3")) for panel in panels))
    assert [(each.name, each.serial) for each in panels[1].all()] == before


def test_two_panels_that_are_started_at_once_make_the_tables_once(tmp_path: Path, database_address: str) -> None:
    start = partial(opened, database_address, tmp_path)
    # SQLite does not make all tables at one moment; nobody starts two panels with one file of it.
    for database in at_once(start, start) if database_address else [start(), start()]:
        assert isinstance(database, Engine)
        Results(database, lambda: "").note(ADAS, GAME)
        assert len(Results(database, lambda: "").all()) == 1
        database.dispose()


def test_a_panel_begins_the_results_once(databases: Sequence[Engine]) -> None:
    panels = [Results(each, lambda: "2026-11-23T10:00:00Z") for each in databases]
    assert sorted(at_once(*(panel.begin for panel in panels)), key=bool) == [False, True]


def test_a_record_that_two_panels_are_sent_at_once_is_kept_once(databases: Sequence[Engine]) -> None:
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({})), ("b2b4",))
    record = Record(played, {W: "Ada"}, ended=Outcome((W,), "resignation"))
    panels = [Records(each) for each in databases]
    for number in range(GAMES):
        at_once(*(partial(panel.keep, ADAS, f"k{number}", record) for panel in panels))
    results = [Results(each, lambda: "") for each in databases]
    for number in range(GAMES):
        results[0].note(ADAS, replace(GAME, key=f"k{number}"))
    assert len(panels[1].told(results[1].all())) == GAMES


def test_of_two_organisers_who_act_at_once_at_two_panels_one_is_told_to_look_again(
    databases: Sequence[Engine]
) -> None:
    journals = [Journal(each, lambda: "2026-11-23T10:00:00Z") for each in databases]
    for number in range(1, GAMES + 1):
        done = at_once(*(partial(each.add, 1, number, "Organiser", [Enter(f"Ada {number}")]) for each in journals))
        (refused,) = [each for each in done if each is not None]
        assert "Somebody else has just changed" in str(refused)
    assert [entry.number for entry in journals[0].all()[1]] == list(range(1, GAMES + 1))
    assert journals[0].all() == journals[1].all()


def points(panel: WatchedClub) -> list[tuple[str, int, int]]:
    """Return the standings of a panel: name, games won, games lost. It counts anew at intervals."""
    return [(each.name, each.won, each.lost) for each in standings(panel.bookkeeper.books().results)]


def test_two_panels_at_one_broker_and_one_database_show_the_same_standings(
    tmp_path: Path, databases: Sequence[Engine]
) -> None:
    (tmp_path / "broker").mkdir()
    mosquitto = Mosquitto(tmp_path / "broker")
    mosquitto.add_users(dict.fromkeys(["club", "overlay", "organiser"], "secret"))
    mosquitto.allow("user organiser\ntopic readwrite pawnlight/#")
    mosquitto.start()
    with ExitStack() as opened_here:
        opened_here.callback(mosquitto.stop)
        panels = [WatchedClub(mosquitto.broker(user, "secret"), "pawnlight", database, lambda: "", "1234")
                  for user, database in zip(("club", "overlay"), databases, strict=True)]
        for panel in panels:
            panel.watcher.start()
            opened_here.callback(panel.watcher.stop, PATIENCE_S)
        with program(mosquitto, "organiser") as boards:
            boards.write(f"pawnlight/{ADAS}/status", write_status(Status(ADAS, "Ada's", True, "1")))
            wait_for(lambda: all(panel.watcher.boards() for panel in panels), "panels that listen")
            for number in range(GAMES):
                game = replace(GAME, key=f"k{number}", winners=(B if number % 3 else W,))
                boards.write(f"pawnlight/{number % 4:016x}/game", write_game(game))
        wait_for(lambda: all(len(panel.results.all()) == GAMES for panel in panels), "all games")
        counted = [("Bo", 20, 10), ("Ada", 10, 20)]
        wait_for(lambda: [points(panel) for panel in panels] == [counted, counted], "the same standings at both")
