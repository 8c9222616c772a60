"""Switches that lie are named soon, and the game goes on (docs/play.md, 16)."""

from cases import position
from play_table import BOTH, PlayTable

from table.messages.events import SetManual, SquareLifted, SquarePlaced, StartGame, TakeBack, TouchManual
from table.messages.lights import Role
from table.messages.new_game import NewGame


def named(table):
    return table.scene().suspects, str(table.scene().now)


def test_an_origin_that_is_stuck_closed_is_named_after_ten_seconds(table):
    table.place("e3")
    table.wait(9)
    assert table.scene().suspects == ()
    table.wait(1.5)
    suspects, now = named(table)
    assert suspects == ("e1", "e3") and "e1 or e3" in now and "manual" in now, "e3 may have closed by itself"
    table.send(SetManual(table.square("e1"), True))
    table.send(TouchManual(table.square("e1"), False))
    table.wait()
    assert table.actions == ["e1e3"]


def test_a_dead_destination_is_named_after_ten_seconds(table):
    table.lift("e1")
    table.wait(10.5)
    suspects, now = named(table)
    assert suspects == ("e1", "e2", "e3") and "e1, e2 or e3" in now, "the pawn may have been put back"
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


def test_a_square_that_hands_have_yet_to_come_to_is_not_accused(table):
    for _ in range(3):
        table.move("e1", "e3")
        table.send(TakeBack(BOTH, frozenset()))
        table.lift("e3")
        table.wait(3)
        assert table.scene().suspects == (), "the pawn for e1 is in the hand"
        table.place("e1")
        table.wait()
        assert table.scene().status == "play"


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


def test_under_glass_nothing_flutters():
    table = PlayTable()
    table.send(StartGame("glass", NewGame("pawn-advance", {}, {}, True)))
    table.follow_lights()
    flutter(table, "d5", 3, 0.1)
    assert table.scene().suspects == ()


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


def test_what_a_reed_shows_that_has_stopped_fluttering_is_seen_without_a_touch(table):
    flutter(table, "a8", 3.1, 0.1)
    assert not table.table.occupancy >> table.square("a8") & 1 and table.scene().missing == ()
    table.wait(3)
    assert table.scene().missing == ("a8",)


def test_a_dead_reed_in_set_up_is_named():
    table = PlayTable()
    table.start(set_up=False)
    table.place(*[f"{file}{rank}" for rank in (1, 8) for file in "abcdefgh"][:-1])
    table.wait(10.5)
    suspects, now = named(table)
    assert suspects == ("h8",) and "h8" in now
    table.send(SetManual(table.square("h8"), True))
    assert table.scene().status == "play"


def test_a_dead_reed_in_set_up_after_a_power_cut_is_named_though_nobody_touches_anything(table):
    table.table = table.table.having(occupancy=table.table.occupancy & ~(1 << table.square("h8")))
    table.power_cut()
    table.wait(10.5)
    assert table.scene().suspects == ("h8",) and "h8" in str(table.scene().now)


def test_a_whole_rank_that_does_not_answer_in_set_up_is_named():
    table = PlayTable()
    table.start(set_up=False)
    table.place(*[f"{file}8" for file in "abcdefgh"])
    table.wait(10.5)
    suspects, now = named(table)
    assert suspects == tuple(f"{file}1" for file in "abcdefgh") and "on one of them" in now


def test_a_dead_origin_under_a_piece_put_back_is_named_too(table):
    table.lift("e1")
    table.wait(10.5)
    assert "e1" in table.scene().suspects, "its piece may have been put back"


def test_of_many_destinations_none_is_named_but_what_to_do_is_said():
    table = position("advancing-chess", {"d4": "wQ", "a2": "wP", "h7": "bP"}, "play")
    table.lift("d4")
    table.wait(10.5)
    suspects, now = named(table)
    assert len(suspects) > 4 and "put that square on manual" in now


def test_a_lying_switch_beside_another_accident_is_named(table):
    """d5 sticks, a cat takes two pieces off."""
    table.place("d5")
    table.lift("a8", "b8")
    table.wait(10.5)
    assert table.scene().suspects == ("a8", "b8", "d5")
    table.send(SetManual(table.square("d5"), True))
    table.place("a8", "b8")
    table.wait()
    assert table.scene().status == "play"


def test_two_lying_switches_are_named_together(table):
    """Of the move e1-e3 nothing is felt but that e1 opened; beside it d5 closes by itself."""
    table.lift("e1")
    table.place("d5")
    table.wait(10.5)
    assert {"d5", "e1"} <= set(table.scene().suspects)
    for name, covered in (("d5", False), ("e3", True)):
        table.send(SetManual(table.square(name), True))
        if covered:
            table.send(TouchManual(table.square(name), True))
    table.wait()
    assert table.actions == ["e1e3"]


def test_a_piece_that_a_stuck_switch_has_swallowed_is_believed_where_it_was_put_back():
    """h8 opens, d4 closes by itself, h8 closes again: its piece did not go to d4."""
    table = position("advancing-chess", {"h8": "bQ", "a2": "wP", "b2": "wC", "h2": "wH"}, "play")
    table.lift("h8")
    table.place("d4")
    table.lift("b2")
    table.place("h8", "b2")
    table.wait(10.5)
    assert set(table.scene().suspects) >= {"d4"}
    table.send(SetManual(table.square("d4"), True))
    table.wait()
    assert table.scene().status == "play"


def test_a_square_put_on_manual_is_believed_to_be_done(facing):
    """The board asks for another pawn on e5, whose switch is dead: once it is there, the square is put on manual."""
    facing.capture("d4", "e5")
    facing.send(TakeBack(BOTH, frozenset()))
    facing.place("d4")
    facing.wait(10.5)
    assert facing.scene().extra == ("e5",) and facing.scene().suspects == ("e5",)
    facing.send(SetManual(facing.square("e5"), True))
    facing.wait()
    assert facing.scene().status == "play"


def test_a_touch_ends_the_doubt(table):
    table.place("e3")
    table.wait(10.5)
    table.lift("e3")
    table.wait()
    assert table.scene().suspects == () and table.squares_of(Role.TURN)


def test_a_move_between_two_switches_that_lie_alike_lights_nothing_and_counts_once_both_are_told(table):
    """e1 sticks, e2 is dead: the board has felt nothing, and goes on showing the pawn on e1."""
    table.wait(20)
    assert table.scene().suspects == () and table.pieces["e1"] == "wP"
    for name, covered in (("e1", False), ("e2", True)):
        table.send(SetManual(table.square(name), True))
        table.send(TouchManual(table.square(name), covered))
    table.wait()
    assert table.actions == ["e1e2"] and table.scene().status == "play"


def test_what_a_fluttering_reed_showed_is_no_touch_any_more():
    table = PlayTable()
    table.start("pawn-advance")
    table.lift("b1")
    flutter(table, "a8", 3, 0.1)
    assert table.table.fluttering == 1 << table.square("a8")
    assert [touch.square for touch in table.table.touches] == [table.square("b1")], "what hands did stays"
