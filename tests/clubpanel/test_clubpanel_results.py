"""Results of the games of a club: kept once, whatever boards say and how often; and the standings they make."""

import csv
import io
import itertools
import logging
import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from club.broadcast.public import PublicGame
from clubpanel.results import store as results_module
from clubpanel.results.database import opened
from clubpanel.results.errors import UnusableResults
from clubpanel.results.ratings import ratings
from clubpanel.results.standings import Result, agreed, in_order, standings
from clubpanel.results.store import Results
from clubpanel.web.tables import results_csv, standings_csv
from engine.core.pieces import Seat
from engine.core.squares import Board
from table.messages.queries import Total
from webpanel.presenters.ratings import Rating

ADAS, BOS, EVES = "00000000000000a1", "00000000000000b2", "00000000000000e5"
W, B = Seat.WHITE, Seat.BLACK
GAME = PublicGame("k1", "pawn", Board(8, 8), {W: "Ada", B: "Bo"}, actions=9, winners=(W,), result="Ada wins.")
HERE = PublicGame("k2", "pawn", Board(8, 8), {W: "Ada", B: "Bo's board"}, other=BOS, afar=(B,), winners=(W,))
THERE = PublicGame("k2", "pawn", Board(8, 8), {W: "Ada's board", B: "Bo"}, other=ADAS, afar=(W,), winners=(W,))


@pytest.fixture
def results(tmp_path: Path, database_address: str) -> Iterator[Results]:
    database = opened(database_address, tmp_path)
    yield Results(database, lambda: "2026-11-23T10:00:00Z")
    database.dispose()


def test_a_game_that_is_over_is_kept_once_however_often_it_is_told(results: Results) -> None:
    for _ in range(3):
        results.note(ADAS, GAME)
    assert results.all() == [
        Result(ADAS, "k1", "pawn", {W: "Ada", B: "Bo"}, (W,), told="Ada wins.", actions=9, at="2026-11-23T10:00:00Z",
               serial=1)
    ]


def test_results_are_there_after_a_restart(tmp_path: Path) -> None:
    for name in ("first", "second"):
        database = opened("", tmp_path)
        kept = Results(database, lambda name=name: name)
        kept.note(ADAS, GAME)
        assert [each.at for each in kept.all()] == ["first"]
        database.dispose()


def test_a_game_that_goes_on_has_no_result(results: Results) -> None:
    results.note(ADAS, replace(GAME, winners=None))
    assert results.all() == []
    results.note(ADAS, GAME)
    results.note(ADAS, replace(GAME, winners=None))
    assert results.all() == [], "its last move was taken back"


def test_a_board_that_makes_games_up_fills_no_disk_and_hinders_nobody(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_module, "MOST_RESULTS", 3)
    for number in range(5):
        results.note(EVES, replace(GAME, key=f"k{number}"))
    results.note(ADAS, GAME)
    results.note(EVES, replace(GAME, key="k0", winners=()))
    assert sorted((each.board, each.key, each.winners) for each in results.all()) == [
        (ADAS, "k1", (W,)), (EVES, "k0", ()), (EVES, "k1", (W,)), (EVES, "k2", (W,)),
    ]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "no address of a database"),
        ("postgresql+psycopg://club:sesame@db/club", "must not hold a password"),
        ("nosuch://db/club", "no address of a database"),
        ("sqlite:////nowhere/at/all.sqlite3", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_of_without_its_password(
    tmp_path: Path, address: str, said: str
) -> None:
    with pytest.raises(UnusableResults, match=said) as told:
        opened(address, tmp_path)
    assert "sesame" not in str(told.value)


def test_a_game_between_two_boards_counts_once_both_say_the_same(results: Results) -> None:
    results.note(ADAS, HERE)
    assert agreed(results.all()) == []
    results.note(BOS, replace(THERE, winners=(B,)))
    assert agreed(results.all()) == [], "they do not agree"
    results.note(BOS, THERE)
    (game,) = agreed(results.all())
    assert game.players == {W: "Ada", B: "Bo"}, "each board knows its own players"
    assert standings([game]) == [Total("Ada", 1, won=1), Total("Bo", 1, lost=1)]


ABANDONED = replace(GAME, winners=(), termination="abandoned", result="The game was abandoned. It does not count.")


def test_a_game_that_was_abandoned_is_listed_and_counts_nowhere(results: Results) -> None:
    results.note(ADAS, ABANDONED)
    (game,) = agreed(results.all())
    assert standings([game]) == [] and ratings([game]) == {}
    (head, row) = csv.reader(io.StringIO(results_csv([game])))
    assert dict(zip(head, row, strict=True))["termination"] == "abandoned"
    results.note(ADAS, replace(ABANDONED, winners=None, termination=""))
    results.note(ADAS, replace(GAME, termination="resignation"))
    assert [each.name for each in standings(results.all())] == ["Ada", "Bo"], "its end was taken back"


@pytest.mark.parametrize("silent", [None, ADAS, BOS])
def test_a_game_between_two_boards_that_was_abandoned_counts_nowhere(results: Results, silent: str | None) -> None:
    """Also if one of the boards is of an earlier version, which does not say it."""
    for board, game in ((ADAS, HERE), (BOS, THERE)):
        results.note(board, replace(game, winners=(), termination="" if board == silent else "abandoned"))
    assert [each.termination for each in agreed(results.all())] == ["abandoned"]
    assert standings(agreed(results.all())) == []


def test_what_the_record_of_an_earlier_board_told_is_not_forgotten(results: Results) -> None:
    silent = replace(GAME, winners=(), result="Ende.")
    results.note(ADAS, silent)
    assert [each.drawn for each in standings(results.all())] == [1, 1]
    results.note(ADAS, replace(silent, termination="abandoned"))
    results.note(ADAS, silent)
    assert standings(results.all()) == []
    results.note(ADAS, replace(silent, winners=(W,)))
    assert [each.won for each in standings(results.all())] == [1, 0], "another end"


CLOCKS = {
    "nobody knows the date": lambda count: "", "it stands still": lambda count: "2026-11-23T10:00:00Z",
    "it is put back": lambda count: f"2026-11-{28 - count:02}T10:00:00Z",
    "the date becomes known": lambda count: f"2026-11-{count:02}T10:00:00Z" if count > 2 else "",
}


@pytest.mark.parametrize("clock", CLOCKS)
def test_what_was_heard_first_comes_first_whatever_the_clock_says(
    tmp_path: Path, database_address: str, clock: str
) -> None:
    dates = (CLOCKS[clock](count) for count in itertools.count(1))
    database = opened(database_address, tmp_path)
    results = Results(database, lambda: next(dates))
    boards = [f"{number:016x}" for number in random.Random(5).sample(range(1000), 8)]
    for board in boards:
        results.note(board, GAME)
    for board in boards:
        results.note(board, replace(GAME, result="Ada gewinnt."))  # in other words: nothing follows from that
    assert [each.board for each in reversed(results.all())] == boards
    database.dispose()


def test_a_result_that_is_withdrawn_or_changed_comes_after_what_has_counted_since(results: Results) -> None:
    for key in ("k1", "k2", "k3"):
        results.note(ADAS, replace(GAME, key=key))
    results.note(ADAS, replace(GAME, key="k1", winners=(B,)))
    results.note(ADAS, replace(GAME, key="k2", winners=None))
    results.note(ADAS, replace(GAME, key="k2"))
    assert [each.key for each in reversed(results.all())] == ["k3", "k1", "k2"]


def test_a_name_in_other_capitals_is_the_same_and_moves_no_result(results: Results) -> None:
    results.note(ADAS, GAME)
    results.note(EVES, GAME)
    results.note(ADAS, replace(GAME, players={W: "ADA", B: "bo"}))
    assert [(each.board, each.players[W]) for each in reversed(results.all())] == [(ADAS, "ADA"), (EVES, "Ada")]
    results.note(ADAS, replace(GAME, players={W: "Adah", B: "bo"}))
    assert [each.board for each in reversed(results.all())] == [EVES, ADAS], "somebody else"


def test_a_game_between_two_boards_comes_when_the_second_of_them_has_said_the_same(results: Results) -> None:
    """Else it would take the place of what has counted until then."""
    results.note(ADAS, HERE)
    results.note(EVES, GAME)
    results.note(BOS, THERE)
    assert [each.board for each in sorted(agreed(results.all()), key=in_order)] == [EVES, ADAS]
    results.note(EVES, replace(GAME, key="k3"))
    results.note(ADAS, replace(HERE, players={W: "Ada", B: "Bo's new board"}))  # whom that one knows by name
    assert [each.key for each in sorted(agreed(results.all()), key=in_order)] == ["k1", "k2", "k3"]


def test_two_panels_of_one_club_share_the_order(tmp_path: Path, database_address: str) -> None:
    databases = [opened(database_address, tmp_path) for _ in range(2)]

    def hear(number: int) -> None:
        results = Results(databases[number], str)
        for count in range(20):
            results.note(ADAS, replace(GAME, key=f"k{number}-{count}"))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(hear, range(2)))
    found = Results(databases[0], str).all()
    assert len({each.serial for each in found}) == len(found) == 40
    for number in range(2):
        own = [each.key for each in reversed(found) if each.key.startswith(f"k{number}")]
        assert own == [f"k{number}-{count}" for count in range(20)]
    for database in databases:
        database.dispose()


def test_nobody_takes_a_result_down_for_another_board(results: Results) -> None:
    results.note(EVES, replace(HERE, other=ADAS))
    results.note(ADAS, HERE)
    assert agreed(results.all()) == []
    results.note(EVES, replace(HERE, other=EVES))
    assert agreed(results.all()) == [], "nor is a board another one than itself"


def played(white: str, black: str, *winners: Seat, computers: tuple[Seat, ...] = ()) -> Result:
    return Result(ADAS, f"{white}{black}", "pawn", {W: white, B: black}, winners, computers=computers)


def test_the_best_comes_first() -> None:
    found = standings([played("Bo", "Ada", B), played("Ada", "Cy"), played("Cy", "Bo", W)])
    assert found == [Total("Ada", 2, 1, 1, 0), Total("Cy", 2, 1, 1, 0), Total("Bo", 2, 0, 0, 2)]
    assert [(each.played, each.points) for each in found] == [(2, 1.5), (2, 1.5), (2, 0.0)]


def test_games_without_names_with_computers_or_against_oneself_do_not_count() -> None:
    assert standings([
        played("Ada", "", W), played("Ada", "Bo", W, computers=(B,)), played("Ada", "Ada", W), played("Ada", "Ada"),
    ]) == []


def test_a_game_that_is_older_than_the_panel_is_shown_and_does_not_count(results: Results) -> None:
    """However often it is told of later; unless it goes on, and ends again."""
    results.note(ADAS, GAME, older=True)
    results.note(ADAS, GAME)
    results.note(ADAS, HERE, older=True)
    results.note(BOS, THERE)
    assert [(each.key, each.older) for each in agreed(results.all())] == [("k2", True), ("k1", True)]
    assert standings(agreed(results.all())) == [] and ratings(agreed(results.all())) == {}
    results.note(ADAS, replace(GAME, winners=None))
    results.note(ADAS, GAME)
    assert [each.name for each in standings(agreed(results.all()))] == ["Ada", "Bo"]


def test_who_plays_two_seats_of_a_side_has_played_one_game() -> None:
    four = Result(ADAS, "k", "pawn", {W: "Ada", Seat.RED: "Bo", B: "Ada", Seat.BLUE: "Cy"}, (W, B))
    assert standings([four]) == [Total("Ada", 1, won=1), Total("Bo", 1, lost=1), Total("Cy", 1, lost=1)]


def test_tables_can_be_read_by_spreadsheets_and_make_them_work_nothing_out() -> None:
    text = results_csv([played("=1+1", 'Bo "the, bold"', W)])
    (head, row) = csv.reader(io.StringIO(text))
    assert dict(zip(head, row, strict=True))["players"] == 'white: =1+1; black: Bo "the, bold"'
    (head, row) = csv.reader(io.StringIO(standings_csv([Total("=1+1", 2, 1, 1, 0)], {"=1+1": Rating(1500, 300)})))
    assert dict(zip(head, row, strict=True)) == {
        "player": "'=1+1", "games": "2", "won": "1", "drawn": "1", "lost": "0", "points": "1.5",
        "rating": "1500", "give_or_take": "300",
    }


@pytest.mark.parametrize(("column", "value"), [
    ("players", b"{"), ("players", b"[" * 3_000), ("players", b'{"white": 5}'), ("players", b'{"pink": "Ada"}'),
    ("players", b"\xff"), ("winners", b'["white", 1e999]'), ("winners", b"{}"), ("afar", b"7"), ("computers", b"NaN"),
    ("actions", b"many"),
])
def test_a_result_that_cannot_be_read_is_left_out_alone(
    tmp_path: Path, column: str, value: bytes, logged_errors: list[logging.LogRecord]
) -> None:
    database = opened("", tmp_path)
    results = Results(database, lambda: "2026-11-23T10:00:00Z")
    for key in ("k1", "k3"):
        results.note(ADAS, replace(GAME, key=key))
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as db, db:
        db.execute(f"UPDATE results SET {column} = CAST(? AS TEXT) WHERE key = 'k1'", (value,))
    assert [each.key for each in results.all()] == ["k3"]
    assert [f"{ADAS}/k1" in each.getMessage() for each in logged_errors] == [True]
    database.dispose()
