"""The games that a club has paired for a board, on that board: which are to be played, and how one tap begins them."""

from pathlib import Path
from typing import Any

import pytest

from club.broadcast.rounds import PairedGame
from daemon.config.schema import ClubConfig
from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind
from table.messages.events import AbandonGame, ParkGame, Resign
from webpanel.ports.club_port import Paired

BOTH = frozenset({Seat.WHITE, Seat.BLACK})
NOBODY = ClubConfig("127.0.0.1", port=9, watched=True)
CLOCK = Control(Kind.FISCHER, 600, 5)
GAME = PairedGame(
    "0123456789", "Autumn cup", 3, "pawn-advance", {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, {"rounds": 5},
    {Seat.WHITE: CLOCK, Seat.BLACK: CLOCK},
)
OTHER = PairedGame("abcdefabcd", "Autumn cup", 3, "pawn-advance", {Seat.WHITE: "Cy", Seat.BLACK: "Dot"})


@pytest.fixture
def table(new_table: Any, tmp_path: Path) -> Any:
    with new_table(tmp_path, club=NOBODY) as running:
        yield running


def tell(table: Any, *games: PairedGame) -> None:
    """The club has paired these."""
    (member,) = [each for each in table.program._helpers if hasattr(each, "paired")]
    member.paired = games


def to_play(table: Any) -> list[tuple[str, bool]]:
    assert table.program.writer.wait_idle(60.0)
    return [(each.key, each.begun) for each in table.desk.club.paired()]


def begin(table: Any, number: int = 0) -> Paired:
    """Tap on the game in this place of the list."""
    paired: Paired = table.desk.club.paired()[number]
    table.desk.play_paired(paired.key, True)
    table.until(lambda scene: scene.key == paired.key and scene.status == "play")
    return paired


def test_one_tap_begins_it_with_all_that_belongs_to_it(table: Any) -> None:
    tell(table, GAME, OTHER)
    assert to_play(table) == [("012345678900", False), ("abcdefabcd00", False)]
    begin(table)
    scene = table.scene
    assert scene.players == GAME.players and scene.options["rounds"] == 5
    assert table.desk.snapshot().controls == GAME.controls
    assert to_play(table) == [("abcdefabcd00", False)], "the one that is played is no longer offered"


def test_a_parked_one_goes_on_and_a_finished_one_is_gone(table: Any, new_table: Any) -> None:
    tell(table, GAME)
    begin(table)
    table.desk.send(ParkGame())
    assert to_play(table) == [("012345678900", True)]
    assert begin(table).begun and not to_play(table)
    table.desk.send(Resign(Seat.BLACK, BOTH))
    assert not to_play(table), "though the club has not heard of it"


def test_a_restart_changes_nothing_of_that(new_table: Any, tmp_path: Path) -> None:
    for ends, then in ((False, [("012345678900", True)]), (True, [])):
        with new_table(tmp_path, club=NOBODY) as table:
            tell(table, GAME)
            begin(table)
            table.desk.send(Resign(Seat.WHITE, BOTH) if ends else ParkGame())
        with new_table(tmp_path, club=NOBODY) as table:
            tell(table, GAME)
            assert to_play(table) == then


def test_an_abandoned_one_is_played_again_as_another_game(table: Any) -> None:
    tell(table, GAME)
    for attempt in range(3):
        assert to_play(table) == [(f"0123456789{attempt:02x}", False)]
        begin(table)
        table.move("b1", "b3")
        table.desk.send(AbandonGame())
    assert to_play(table) == [("012345678903", False)]


def test_a_deleted_one_is_played_again(table: Any) -> None:
    tell(table, GAME)
    begin(table)
    table.move("b1", "b3")
    table.desk.send(ParkGame())
    table.desk.shelf.delete("012345678900")
    assert to_play(table) == [("012345678901", False)]


def test_one_that_was_given_away_or_taken_back_is_not_begun(table: Any) -> None:
    tell(table, GAME)
    key = table.desk.club.paired()[0].key
    tell(table)
    with pytest.raises(KeyError):
        table.desk.play_paired(key, True)
    with pytest.raises(KeyError):
        table.desk.play_paired("012345678905", True)


def test_the_tap_of_the_other_player_a_moment_later_leads_to_the_same_game(table: Any) -> None:
    tell(table, GAME)
    key = table.desk.club.paired()[0].key
    for _ in range(2):
        table.desk.play_paired(key, True)
        assert table.scene.key == key
    assert table.program.writer.wait_idle(60.0) and table.desk.shelf.count() == 1


def test_a_board_that_is_not_watched_says_that_the_club_hears_of_no_result(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path, club=ClubConfig("127.0.0.1", port=9)) as table:
        tell(table, GAME)
        assert [each.counted for each in table.desk.club.paired()] == [False]


def test_a_table_without_a_club_has_none(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path) as table, pytest.raises(KeyError):
        table.desk.play_paired("012345678900", True)
