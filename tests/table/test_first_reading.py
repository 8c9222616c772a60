"""A board takes a moment until it was read for the first time; until then the table knows nothing and asks nothing."""

import pytest
from play_table import PlayTable

from table.messages.events import BoardLaidOut
from table.output import guidance


@pytest.fixture
def table() -> PlayTable:
    """A game on a board that does not answer yet."""
    made = PlayTable()
    made.send(BoardLaidOut())
    made.start(set_up=False)
    return made


def test_a_board_not_read_yet_is_dark_and_nobody_is_asked_for_anything(table: PlayTable) -> None:
    table.wait(60)
    scene = table.scene()
    assert str(scene.now) == "The board is being read. This takes a moment."
    assert (scene.missing, scene.extra) == ((), ())
    assert guidance.lights(table.table, table.now_s) == {}


def test_set_up_asks_for_what_the_first_reading_did_not_find(table: PlayTable) -> None:
    wanted = table.table.on_table.occupied
    table.covers(wanted & ~0b1)
    assert table.scene().missing == ("a1",)
    table.place("a1")
    table.wait()
    assert table.scene().status == "play"


def test_pieces_that_all_stand_where_they_belong_need_no_hand(table: PlayTable) -> None:
    table.covers(table.table.on_table.occupied)
    assert table.scene().status == "play"


def test_what_was_believed_to_stand_there_outlasts_a_board_that_does_not_answer() -> None:
    """The power fails twice: the second time before the board was read again."""
    table = PlayTable()
    table.start()
    believed = table.table.stored
    occupancy = table.table.occupancy
    table.power_cut(read=False)
    assert table.table.stored == believed
    table.power_cut(read=False)
    table.covers(occupancy)
    table.wait()
    assert table.table.stored == believed and table.scene().status == "play"
