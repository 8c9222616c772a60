"""The adaptive computer: two equal results move it by one level, for each player by name."""

from dataclasses import dataclass, replace

import pytest
from flask.testing import FlaskClient
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.records.game_record import ABANDONED
from table.messages.events import ParkGame, Resign
from table.messages.new_game import NewGame
from table.messages.queries import EVERY_GAME, Selection
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.new_game.adaptive import FIRST, level_for

WON, LOST, DRAWN = (Seat.WHITE,), (Seat.BLACK,), ()


def game(level: int, winners: tuple[Seat, ...], termination: str = "normal", name: str = "Anna") -> ShelfGame:
    players = {Seat.WHITE: name, Seat.BLACK: ""}
    return ShelfGame("key", "pawn", "Pawn", {}, players, True, "", "", winners, "", termination, (), on_table=False,
                     computers={Seat.BLACK: level})


@dataclass
class Kept:
    """A shelf with these games, the latest first."""

    kept: list[ShelfGame]

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = 100) -> list[ShelfGame]:
        return self.kept[first:first + most]


@pytest.mark.parametrize(("kept", "level"), [
    ([], FIRST),
    ([game(3, WON)], 3),
    ([game(3, WON), game(3, WON)], 4),
    ([game(3, LOST), game(3, LOST)], 2),
    ([game(3, LOST), game(3, WON), game(3, WON)], 3),
    ([game(4, WON), game(3, WON), game(3, WON)], 4),
    ([game(3, DRAWN), game(3, DRAWN)], 3),
    ([game(8, WON), game(8, WON)], 8),
    ([game(1, LOST), game(1, LOST)], 1),
    ([game(3, LOST, ABANDONED), game(3, WON), game(3, LOST, ABANDONED), game(3, WON)], 4),
    ([game(5, LOST, name="Ben"), game(3, WON), game(3, WON)], 4),
    ([replace(game(5, WON), computers={}), game(3, WON), game(3, WON)], 4),
])
def test_two_equal_results_at_a_level_move_it(kept: list[ShelfGame], level: int) -> None:
    assert level_for(Kept(kept), "pawn", "Anna") == level


def test_players_without_a_name_are_remembered_however_many_games_others_played_since() -> None:
    kept = [*(game(3, LOST, name="Ben") for _ in range(120)), game(6, WON, name=""), game(6, WON, name="")]
    assert level_for(Kept(kept), "pawn", "") == 7


def test_it_goes_by_what_was_finished_last_at_this_table(desk: WatchedDesk) -> None:
    players = {Seat.WHITE: "Anna", Seat.BLACK: ""}
    early = desk.start(NewGame("pawn", {}, players, True, computers=Computers({Seat.BLACK: 5})))
    desk.send(ParkGame())  # to be played later: else it would be deleted, as nothing was played in it
    late = desk.start(NewGame("pawn", {}, players, True, computers=Computers({Seat.BLACK: 2})))
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    assert level_for(desk.shelf, "pawn", "Anna") == 2
    record = desk.shelf.record(late)
    desk.resume(early)
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    for _ in range(2):
        desk.shelf.import_record(record)
    assert level_for(desk.shelf, "pawn", "Anna") == 5


def test_the_form_asks_for_it_and_the_game_has_the_level_that_came_of_it(
    desk: WatchedDesk, client: FlaskClient
) -> None:
    for _ in range(2):
        players = {Seat.WHITE: "Anna", Seat.BLACK: ""}
        desk.start(NewGame("pawn", {}, players, True, computers=Computers({Seat.BLACK: 5})))
        desk.send(Resign(Seat.WHITE, frozenset(Seat)))
    assert 'value="adaptive"' in client.get("/new/pawn").text
    body = {"game": "pawn", "options": {}, "players": {"white": "Anna"}, "screen": True}
    assert client.post("/api/games", json=body | {"computers": {"black": "clever"}}).status_code == 400
    assert client.post("/api/games", json=body | {"computers": {"black": "adaptive"}}).status_code == 201
    assert dict(desk.kept.computers) == {Seat.BLACK: 4}
    desk.send(Resign(Seat.WHITE, frozenset(Seat)))
    another = body | {"players": {"white": "Ben"}, "computers": {"black": "adaptive"}}
    assert client.post("/api/games", json=another).status_code == 201
    assert dict(desk.kept.computers) == {Seat.BLACK: FIRST}
