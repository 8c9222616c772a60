"""Lists and scores of many games are read page by page, and add up."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemon.services.library import game_of
from daemon.storage.file.connection import connect
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.file.schema import MIGRATIONS, prepare
from daemon.storage.games import rows
from daemon.storage.games.rows import KeptEnd, KeptGame
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.game_record import read_record
from table.messages.effects import StoreUndone
from table.messages.queries import Selection, Total

RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n\nb1b3 c1c2\n'
ANNA_BEN = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
BEN_ANNA = {Seat.WHITE: "Ben", Seat.BLACK: " Anna "}
OVER = Selection(over=True)
WHITE, BLACK = (Seat.WHITE,), (Seat.BLACK,)
GAMES: list[tuple[str, dict[Seat, str], tuple[Seat, ...] | None, str]] = [
    ("a", ANNA_BEN, WHITE, "resignation"), ("b", BEN_ANNA, BLACK, "resignation"), ("c", ANNA_BEN, BLACK, "normal"),
    ("d", ANNA_BEN, (), "agreement"), ("e", ANNA_BEN, (), "abandoned"), ("f", ANNA_BEN, None, ""),
]


def game(key: str, players: dict[Seat, str], winners: tuple[Seat, ...] | None, how: str) -> KeptGame:
    end = None if winners is None else KeptEnd(winners, how, how, "")
    return replace(game_of(read_record(RECORD)), key=key, players=players, end=end)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Anna beat Ben twice, Ben beat Anna once, they drew once, one game was abandoned, one is not over."""
    opened = Store(tmp_path)
    for each in GAMES:
        opened.add(game(*each))
    yield opened
    opened.close()


def test_totals_count_what_scores(store: Store) -> None:
    assert store.totals(OVER) == [Total("Anna", 4, 2, 1, 1), Total("Ben", 4, 1, 1, 2)]
    assert store.totals(Selection(over=True, result="won")) == [Total("Anna", 3, 2, 0, 1), Total("Ben", 3, 1, 0, 2)]
    assert store.totals(Selection(over=True, game_id="pawn")) == []


def test_head_to_head_is_told_from_the_players_side(store: Store) -> None:
    assert store.head_to_head(Selection(over=True, player="Ben")) == [Total("Anna", 4, 1, 1, 2)]


def test_somebody_who_plays_both_seats_counts_once_and_nobody_is_not_a_player(store: Store) -> None:
    store.add(game("x", {Seat.WHITE: "Cleo", Seat.BLACK: "Cleo "}, BLACK, "normal"))
    store.add(game("y", {Seat.WHITE: "Dan", Seat.BLACK: ""}, BLACK, "normal"))
    assert store.totals(OVER)[1:] == [Total("Cleo", 1, 1, 0, 0), Total("Ben", 4, 1, 1, 2), Total("Dan", 1, 0, 0, 1)]
    assert store.players() == ["Anna", "Ben", "Cleo", "Dan"]
    assert store.kinds() == ["pawn-advance"]


@pytest.mark.parametrize(
    ("which", "keys"),
    [(Selection(), "fedcba"), (OVER, "edcba"), (Selection(over=False), "f"), (Selection(result="won"), "cba"),
     (Selection(result="drawn"), "d"), (Selection(result="abandoned"), "e"), (Selection(result="x' OR 1"), ""),
     (Selection(over=True, player="Anna"), "edcba"), (Selection(player="Nobody"), ""), (Selection(game_id="pawn"), "")],
)
def test_games_are_selected(store: Store, which: Selection, keys: str) -> None:
    assert "".join(game.key for game in store.games(which)) == keys
    assert store.count(which) == len(keys)
    assert "".join(game.key for game in store.games(which, 1, 2)) == keys[1:3]


def test_what_is_deleted_or_taken_back_no_longer_counts(store: Store) -> None:
    store.delete("a")
    store.append(StoreUndone("c", 3, 1))
    assert store.totals(OVER) == [Total("Anna", 2, 1, 1, 0), Total("Ben", 2, 0, 1, 1)]


def test_a_deleted_game_is_in_no_list_and_no_score_until_it_is_restored(store: Store) -> None:
    before = store.totals(OVER), store.head_to_head(Selection(over=True, player="Ben"))
    for key in "abcdef":
        store.delete(key)
    assert (store.games(), store.count(), store.totals(OVER), store.players(), store.kinds()) == ((), 0, [], [], [])
    assert store.head_to_head(Selection(over=True, player="Ben")) == []
    assert "".join(game.key for game in store.games(Selection(deleted=True), 1, 3)) == "edc"
    for key in "abcdef":
        store.restore(key)
    assert (store.totals(OVER), store.head_to_head(Selection(over=True, player="Ben"))) == before
    assert "".join(game.key for game in store.games()) == "fedcba" and store.count(Selection(deleted=True)) == 0


def test_a_list_reads_no_more_rows_than_it_shows(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    real = rows.kept_game
    monkeypatch.setattr("daemon.storage.games.queries.kept_game", lambda row: read.append(row["key"]) or real(row))
    monkeypatch.setattr(rows, "_actions", lambda *given: 1 / 0)
    listed = store.games(most=2)
    assert (len(read), [(game.actions, game.length) for game in listed]) == (2, [((), 2), ((), 2)])


def test_scores_of_everybody_are_read_from_an_index_alone(store: Store, tmp_path: Path) -> None:
    with closing(connect(tmp_path / FILE_NAME)) as db:
        query = "SELECT name, sum(result = 2) FROM results WHERE result >= 0 GROUP BY name"
        plan = db.execute(f"EXPLAIN QUERY PLAN {query}")
        assert "COVERING INDEX results_by_name" in str(plan.fetchall())


def test_games_from_before_there_were_results_are_counted_damaged_ones_left_out(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    prepare(path, MIGRATIONS[:1])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for key, players, winners in (
            ("a", '{"white": "Anna", "black": "Ben"}', '["white"]'), ("b", '{"white": "Anna"}', "[]"),
            ("c", "{", '["white"]'), ("d", '{"white": "Anna"}', "{"), ("e", '{"white": 7}', "[]"), ("f", "[]", "3"),
        ):
            db.execute("INSERT INTO games VALUES (?, 'pawn', 1, '{}', ?, 1, NULL, '', '')", (key, players))
            db.execute("INSERT INTO ends VALUES (?, ?, '', 'normal', '')", (key, winners))
    store = Store(tmp_path)
    assert store.totals(OVER) == [Total("Anna", 2, 1, 1, 0), Total("Ben", 1, 0, 0, 1)]
    store.close()


def test_how_long_games_were_is_counted_for_those_from_before(tmp_path: Path) -> None:
    """Once, when the file is brought up to date; what was taken back does not count."""
    path = tmp_path / FILE_NAME
    prepare(path, MIGRATIONS[:1])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO games VALUES ('a', 'pawn', 1, '{}', '{}', 1, NULL, '', '')")
        db.execute("INSERT INTO ends VALUES ('a', '[]', '', 'normal', '')")
        for number, (action, undone) in enumerate((("x", 0), ("y", 1), (None, 0), ("z", 0), (None, 0)), 1):
            db.execute("INSERT INTO entries (game, number, action, undone) VALUES ('a', ?, ?, ?)",
                       (number, action, undone))
    prepare(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT length FROM ends").fetchone() == (2,)
