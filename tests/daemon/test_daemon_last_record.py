"""The finished games that a board publishes for those who watch the club: without secrets."""

import json
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from secret_games import secret_game

from club.broadcast.public import PublicGame
from club.broadcast.recording import MOST_GAMES, read_recorded
from daemon.remote.membership import LastRecords
from daemon.services.library import game_of
from daemon.storage.games.rows import KeptEnd
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.records.computer_levels import Computers
from engine.records.game_record import read_record
from table.messages.effects import StoreEnd
from table.messages.remote_board import RemoteBoard


def at(key: str, over: bool, stored: int = 9, lesson: object = None) -> Any:
    """A table with a game of nine entries."""
    scene = SimpleNamespace(winners=(Seat.WHITE,) if over else None, lesson=lesson)
    table = SimpleNamespace(on_table=SimpleNamespace(key=key), on_disk=stored, entries=9)
    return SimpleNamespace(table=table, scene=lambda seats: scene)


def shown(key: str) -> PublicGame:
    players = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
    return PublicGame(key, "pawn", Board(8, 8), players, winners=(Seat.WHITE,), termination="resignation")


def test_what_is_still_secret_when_somebody_resigns_is_not_told(tmp_path: Path) -> None:
    secret = secret_game("Ada", "Bo", random.Random(3))
    store = Store(tmp_path)
    end = KeptEnd((Seat.BLACK,), "resignation", "resignation", "2026-11-23T10:00:00Z")
    computers = Computers({Seat.BLACK: 3}, 4711)
    game = replace(game_of(read_record(secret.record)), end=end, computers=computers)
    store.add(game)
    said = LastRecords(lambda: at(game.key, True), store, lambda: shown(game.key))()
    text = json.loads(said[game.key])["record"]
    assert "die:white" not in text and "white:" not in text and "4711" not in text
    told = read_record(text)
    assert told.outcome is not None and told.outcome.reason == "resignation"
    hidden = find_hidden(secret.record)
    assert len(told.played.actions) == secret.length - hidden and hidden >= 3
    store.close()


def find_hidden(record: str) -> int:
    played = read_record(record).played
    return played.game.undisclosed(played.position)


def test_it_is_told_once_it_is_on_disk_stays_in_the_next_game_and_goes_if_the_end_is_taken_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game = replace(game_of(read_record('[Game "pawn"]\n[Rules "1"]\n\nb2b4')),
                   end=KeptEnd((Seat.WHITE,), "resignation", "resignation", ""))
    store.add(game)
    now = at(game.key, True, stored=8)
    last = LastRecords(lambda: now, store, lambda: shown(game.key))
    assert last() == {}
    now = at(game.key, True, lesson=object())
    assert last() == {}
    now = at(game.key, True)
    said = last()
    told, record = read_recorded("a" * 16, game.key, said[game.key])
    assert told == shown(game.key) and record is not None and record.outcome is not None
    now = at("another", False)
    assert last() == said
    now = at(game.key, False)
    assert last() == {game.key: b""}
    store.close()


def test_of_the_last_games_all_are_told_and_older_ones_cleared_also_after_a_restart(tmp_path: Path) -> None:
    store, keys = Store(tmp_path), [f"k{number}" for number in range(2 * MOST_GAMES)]
    one = game_of(read_record('[Game "pawn"]\n[Rules "1"]\n\nb2b4'))
    now = keys[0]
    last = LastRecords(lambda: at(now, True), store, lambda: shown(now))
    for now in keys:
        store.add(replace(one, key=now))
        store.append(StoreEnd(now, 2, (Seat.WHITE,), "resignation", "resignation"))
        said = last()
    assert [key for key in keys if said[key]] == keys[-MOST_GAMES:]
    again = LastRecords(lambda: at(now, True), store, lambda: shown(now))()
    assert again == {key: said[key] for key in (*keys[:MOST_GAMES], now)}, "the others stay as they are"
    store.close()


def test_the_last_games_are_those_that_ended_last_whenever_they_began(tmp_path: Path) -> None:
    """One that was parked for long is not forgotten at once, nor kept for ever."""
    store, keys = Store(tmp_path), [f"k{number}" for number in range(3 * MOST_GAMES)]
    going_on = game_of(read_record('[Game "pawn"]\n[Rules "1"]\n\nb2b4'))
    for key in keys:
        store.add(replace(going_on, key=key))
    ends = [*keys[1:], keys[0], *(f"later{number}" for number in range(2 * MOST_GAMES - 1))]
    now = ends[0]
    last = LastRecords(lambda: at(now, True), store, lambda: shown(now))
    for number, now in enumerate(ends, 1):
        if now not in keys:
            store.add(replace(going_on, key=now))
        store.append(StoreEnd(now, 2, (Seat.WHITE,), "resignation", "resignation"))
        said = last()
        told = sorted(key for key in said if said[key])
        assert told == sorted(ends[max(0, number - MOST_GAMES) : number])
    store.close()


def test_it_is_looked_up_once_but_until_it_is_signed_if_another_board_plays(tmp_path: Path) -> None:
    store, looked_up = Store(tmp_path), list[str]()
    alone = replace(game_of(read_record('[Game "pawn"]\n[Rules "1"]\n\nb2b4')),
                    end=KeptEnd((Seat.WHITE,), "resignation", "resignation", ""))
    afar = replace(alone, key="afar", afar=RemoteBoard("0123456789abcdef", "Bo's", (Seat.BLACK,), True))
    watched = SimpleNamespace(game=lambda key: looked_up.append(key) or store.game(key), games=store.games)
    for game in (alone, afar):
        store.add(game)
        key = game.key
        last = LastRecords(lambda key=key: at(key, True), watched, lambda key=key: shown(key))  # type: ignore[misc, arg-type]
        assert [last() == last() for _ in range(2)] == [True, True]
    assert looked_up == [alone.key] + ["afar"] * 4
    store.close()
