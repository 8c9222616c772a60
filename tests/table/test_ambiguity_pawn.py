"""The cases that Pawn's page ``ambiguity.md`` lists, one by one."""

from cases import asked, patterns, position
from play_table import BOTH

from table.messages.events import EndTurn
from table.messages.lights import Role


def test_a_jump_and_a_dual_on_the_same_squares_the_one_that_may_strike_is_taken():
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8"))
    table.lift("b5")
    table.place("b7")
    table.wait(5)
    assert table.actions == ["b5b7"]
    assert table.squares_of(Role.TURN) == ["b6"] and table.squares_of(Role.CAPTURE) == ["b8"]


def test_a_jump_and_a_dual_are_asked_about_where_a_strike_would_be_compulsory():
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8"), strike="compulsory")
    table.lift("b5")
    table.place("b7")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"b5b7", "b5b6^1"}


def turned(*enemy, **options):
    """g3 goes to f2: turned about f3, or about g2."""
    table = patterns("f3", "g3", "g2", "a4", enemy=(*enemy, "a8"), **options)
    table.lift("g3")
    table.place("f2")
    table.wait(5)
    return table


def test_two_rotations_on_the_same_squares_are_one_where_they_leave_the_same_choices():
    table = turned()
    assert table.actions in (["f3g3@f3+"], ["g2g3@g2-"]) and table.pieces["f2"] == "wP"


def test_of_two_rotations_the_one_that_may_strike_is_taken():
    assert turned("h2").actions == ["f3g3@f3+"]
    assert turned("f4").actions == ["g2g3@g2-"]


def test_two_rotations_that_may_strike_different_pawns_are_asked_about():
    table = turned("h2", "f4")
    assert table.actions == [] and asked(table) == {"f3g3@f3+", "g2g3@g2-"}


def test_a_rear_pawn_that_takes_for_its_dual_is_told_by_the_victim():
    for victim, action in (("b5", "b4b5"), ("d4", "b4c4>1")):
        table = patterns("b4", "c4", enemy=("b5", "d4", "h8"))
        table.lift("b4", victim)
        table.place(victim)
        table.wait(5)
        assert table.actions == [action]


def test_two_victims_of_a_pawn_and_its_dual_are_asked_about():
    table = patterns("b4", "c4", enemy=("b5", "d4", "h8"))
    table.lift("b4", "b5", "d4")
    table.place("b5", "d4")
    table.wait(5)
    assert asked(table) == {"b4b5", "b4c4>1"}


def test_half_of_a_squad_waits_for_the_other_half():
    table = patterns("c6", "c7", "d6", "d7")
    table.lift("d6")
    table.place("b6")
    table.wait(2.5)
    assert table.actions == [] and table.scene().commits_in_s is not None
    table.lift("d7")
    table.place("b7")
    table.wait()
    assert table.actions == ["c6c7d6d7<1"]


def test_half_of_a_squad_is_a_dual_after_three_seconds_or_end_turn():
    for finish in (lambda table: table.wait(3.1), lambda table: table.send(EndTurn(BOTH))):
        table = patterns("c6", "c7", "d6", "d7")
        table.lift("d6")
        table.place("b6")
        table.wait(0.5)
        finish(table)
        assert table.actions == ["c6d6<1"]


def test_a_threepiece_turned_piece_by_piece_is_not_taken_for_a_dual_that_turns_on_the_way():
    table = position("pawn", {"e2": "wP", "f2": "wP", "g2": "wP", "e3": "wP", "a7": "bP"}, "move")
    table.lift("f2")
    table.place("f3")
    table.wait(0.5)
    table.lift("e2")
    table.wait(0.6)
    table.place("f2")
    table.wait(0.5)
    assert table.actions == []
    table.lift("g2")
    table.place("f1")
    table.wait(3.5)
    assert table.actions == ["e2f2g2@f2+"]


def test_a_reed_that_flutters_as_its_pawn_is_lifted_does_not_finish_a_shorter_action():
    table = patterns("c1", "d1", "e1", enemy=("h8", "a8"))
    for origin, target in (("c1", "b1"), ("d1", "c1")):
        table.lift(origin)
        table.place(target)
        table.wait(0.6)
    table.lift("e1")
    table.place("e1")
    table.lift("e1")
    table.place("a1")
    table.wait(3.5)
    assert table.actions == ["c1d1e1<2"]
