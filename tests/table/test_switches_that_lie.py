"""Switches that lie are named soon, and the game goes on (docs/play.md, 16)."""

from play_table import PlayTable

from table.words.events import SetManual, SquareLifted, SquarePlaced, TouchManual
from table.words.lights import Role


def named(table):
    return table.scene().suspects, str(table.scene().now)


def test_an_origin_that_is_stuck_closed_is_named_after_ten_seconds(table):
    table.place("e3")
    table.wait(9)
    assert table.scene().suspects == ()
    table.wait(1.5)
    suspects, now = named(table)
    assert suspects == ("e1",) and "e1" in now and "manual" in now
    table.send(SetManual(table.square("e1"), True))
    table.send(TouchManual(table.square("e1"), False))
    table.wait()
    assert table.actions == ["e1e3"]


def test_a_dead_destination_is_named_after_ten_seconds(table):
    table.lift("e1")
    table.wait(10.5)
    suspects, now = named(table)
    assert suspects == ("e2", "e3") and "e2 or e3" in now
    table.send(SetManual(table.square("e2"), True))
    table.send(TouchManual(table.square("e2"), True))
    table.wait()
    assert table.actions == ["e1e2"]


def test_a_piece_held_for_less_accuses_no_switch(table):
    table.lift("e1")
    table.wait(9)
    assert table.scene().suspects == ()
    table.place("e1")
    table.wait(20)
    assert table.scene().suspects == ()


def flutter(table, name, seconds, every_s):
    """The reed of a square opens and closes by itself."""
    closed = bool(table.table.occupancy >> table.square(name) & 1)
    for _ in range(int(seconds / every_s)):
        table.wait(every_s)
        table.send((SquareLifted if closed else SquarePlaced)(table.square(name)))
        closed = not closed


def test_a_reed_that_flutters_elsewhere_delays_no_move(table):
    for every_s in (0.1, 0.25):
        table = PlayTable()
        table.start()
        flutter(table, "a8", 3, every_s)
        assert table.scene().suspects == ("a8",)
        table.lift("e1")
        flutter(table, "a8", 0.5, every_s)
        table.place("e3")
        flutter(table, "a8", 0.5, every_s)
        assert table.actions == ["e1e3"]


def test_a_reed_that_flutters_during_the_move_delays_it_only_until_it_is_known(table):
    table.lift("e1")
    flutter(table, "d5", 0.8, 0.1)
    table.place("e3")
    flutter(table, "d5", 1.5, 0.1)
    assert table.actions == ["e1e3"] and table.scene().suspects == ("d5",)


def test_a_reed_that_has_stopped_fluttering_is_believed_again(table):
    flutter(table, "d5", 3, 0.1)
    if table.table.occupancy >> table.square("d5") & 1:
        table.send(SquareLifted(table.square("d5")))
    table.wait(5)
    table.place("d5")
    table.wait()
    assert table.scene().extra == ("d5",)


def test_a_dead_reed_in_set_up_is_named():
    table = PlayTable()
    table.start(set_up=False)
    table.place(*[f"{file}{rank}" for rank in (1, 8) for file in "abcdefgh"][:-1])
    table.wait(10.5)
    suspects, now = named(table)
    assert suspects == ("h8",) and "h8" in now
    table.send(SetManual(table.square("h8"), True))
    assert table.scene().status == "play"


def test_a_touch_ends_the_doubt(table):
    table.place("e3")
    table.wait(10.5)
    table.lift("e3")
    table.wait()
    assert table.scene().suspects == () and table.squares_of(Role.TURN)
