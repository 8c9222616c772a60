"""Believed wood (docs/play.md, 12–14): who stands where is not forgotten over undo, power cut and pause."""

import pytest
from cases import position, shields
from play_table import BOTH, PlayTable

from engine.core.actions import Footprint
from engine.core.events import Entered, Moved, Removed
from engine.core.pieces import Seat, parse_piece
from engine.core.squares import Board, Square
from engine.records.computer_levels import Computers
from table.messages.events import Pause, Resume, StartGame, TakeBack
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.model.believed_pieces import BelievedPieces, left_by_hands

BOARD = Board(8, 8)


def take_back(table):
    table.send(TakeBack(BOTH, frozenset()))


def two_moves_taken_back():
    """Chess Two: a pawn leaves i2, Death comes to i2; both taken back on the panel."""
    table = PlayTable()
    table.start("chess-two")
    table.move("i2", "i4")
    table.wait(3.5)
    table.move("j1", "i2")
    assert table.actions == ["i2i4", "j1i2"]
    take_back(table)
    take_back(table)
    return table


def test_after_two_undos_the_square_with_the_wrong_piece_is_cleared_and_filled():
    table = two_moves_taken_back()
    assert set(table.scene().extra) == {"i2", "i4"} and table.scene().missing == ("j1",)
    table.lift("i4")
    table.place("j1")
    table.wait()
    assert table.scene().status == "undo", "a pawn stands on j1, Death on i2"
    table.lift("j1", "i2")
    table.place("i2", "j1")
    table.wait()
    assert table.scene().status == "play"


def test_the_way_back_is_told_piece_by_piece():
    table = two_moves_taken_back()
    assert "Put the Death from i2 on j1." in str(table.scene().now)
    table.lift("i2")
    table.place("j1")
    table.wait()
    assert str(table.scene().now) == "Put the white pawn from i4 on i2."


def test_on_the_way_back_the_piece_in_the_hand_is_told_of():
    table = PlayTable()
    table.start()
    table.move("a1", "a2")
    table.move("c1", "c2")
    take_back(table)
    take_back(table)
    table.lift("c2")
    assert str(table.scene().now).startswith("Put the white pawn back on c1.")
    table.place("c1")
    table.wait()
    assert str(table.scene().now) == "Put the white pawn from a2 on a1."


def test_a_power_cut_while_a_piece_is_being_destroyed_forgets_no_dead_piece():
    """Pawn's Revenge: the rogue knight on h5 goes to g6 and destroys the pawn there."""
    board = {"e1": "wK", "d1": "wQ", "e8": "bK", "d8": "bQ", "g6": "bP", "b2": "wP", "h5": "nN"}
    state = {"board": board, "phase": "roll", "to_act": ["chance"], "detail": {"active": "white"}}
    table = PlayTable()
    table.fixed, table.slow_store = ["roll:3", "rogue:g6"], True
    table.continue_with((), state, "pawns-revenge", rogue_knight=3)
    table.acknowledge()
    assert table.actions == ["roll:3", "rogue:g6"]
    table.power_cut()
    assert set(table.scene().extra) == {"g6", "h5"}
    table.lift("g6")
    table.place("g6")
    table.wait(1)
    assert table.scene().status == "setup", "nobody has lifted the knight yet"
    table.lift("g6", "h5")
    table.place("g6")
    table.wait()
    assert table.scene().status == "play"


def test_a_power_cut_in_the_middle_of_a_happening_forgets_no_dead_piece():
    table = shields({"b1": "wR", "b8": "bR"})
    table.capture("b1", "b8")
    table.wait(3.5)
    assert table.actions == ["b1xb8@b8"]
    take_back(table)
    table.power_cut()
    assert set(table.scene().extra) == {"b8"} and table.scene().missing == ("b1",)
    table.lift("b8")
    table.place("b1")
    table.wait()
    assert table.scene().missing == ("b8",) and table.light("b8").seat == "black"
    table.place("b8")
    table.wait()
    assert table.scene().status == "play"


def test_a_power_cut_between_landing_and_counting_knows_the_taker_from_the_victim():
    table = position("pawn-advance", {"d4": "wP", "a2": "wP", "e5": "bP", "h7": "bP"}, "battle")
    table.lift("d4", "e5")
    table.place("e5")
    table.wait(0.1)
    table.power_cut()
    table.wait()
    assert table.actions == []
    table.follow_lights()
    table.wait()
    assert table.scene().status == "play" and table.pieces["d4"] == "wP"


def test_pieces_exchanged_one_after_the_other_are_shown():
    table = shields({"b1": "wR", "c1": "wB"})
    table.lift("b1")
    table.place("h4")
    table.wait(1)
    table.lift("c1")
    table.place("b1")
    table.wait(1)
    table.lift("h4")
    table.place("c1")
    table.wait(1)
    assert table.actions == [] and table.scene().status == "repair"
    assert table.squares_of(Role.CLEAR) == ["b1", "c1"]
    table.lift("b1", "c1")
    table.place("b1", "c1")
    table.wait()
    assert table.scene().status == "play"


def test_pieces_exchanged_in_a_pause_are_shown_when_it_ends():
    table = shields({"b1": "wR", "c1": "wB"})
    table.send(Pause())
    for origin, target in (("b1", "h4"), ("c1", "b1"), ("h4", "c1")):
        table.lift(origin)
        table.place(target)
    table.send(Resume())
    assert table.scene().status == "repair" and set(table.scene().extra) == {"b1", "c1"}


def test_pieces_that_were_in_the_air_together_accuse_nobody():
    table = shields({"b1": "wR", "c1": "wB"})
    table.lift("b1", "c1")
    table.place("h4")
    table.lift("h4")
    table.place("b1", "c1")
    table.wait(5)
    assert table.scene().status == "play"
    table.lift("b1", "c1")
    table.place("h4", "b1")
    table.lift("h4")
    table.place("c1")
    table.wait(5)
    assert table.scene().status == "play"


def test_with_a_captured_piece_in_the_box_pieces_moved_one_after_the_other_are_known():
    board = {"e1": "wK", "b1": "wN", "h1": "wR", "a5": "wP", "e10": "bK", "a9": "bR"}
    table = PlayTable()
    table.computers = Computers({Seat.BLACK: 3}, 7)
    state = {"board": board, "phase": "turn", "to_act": ["black"], "detail": {"castling": "-"}}
    table.continue_with((), state, "chess-two")
    table.choose("a9xa5@a5")
    table.lift("a5")
    table.wait()
    for source, target in (("h1", "h4"), ("b1", "h1")):
        table.lift(source)
        table.wait()
        table.place(target)
        table.wait()
    stands = {table.table.on_table.board.name(square): str(piece) for square, piece in table.table.wood.stands.items()}
    assert (stands["h4"], stands["h1"]) == ("wR", "wN")
    assert {"h1", "h4", "a9"} == set(table.scene().extra)


def test_a_new_game_knows_the_pieces_of_the_last_one():
    table = position("pawn-advance", {"d4": "wP", "b7": "wP", "h2": "bP"}, "battle")
    table.move("b7", "b8")
    assert table.scene().status == "over"
    table.send(StartGame("next", NewGame("pawn-advance", {}, {}, False)))
    assert set(table.scene().extra) == {"b8", "d4", "h2"}, "on b8 stands a white pawn, where a black one belongs"
    table.follow_lights()
    assert table.scene().status == "play"


def test_what_comes_down_where_nothing_belongs_is_what_was_lifted_last():
    pawn, rook = parse_piece("wP"), parse_piece("bR")
    both = {0: pawn, 1: rook}
    wood = BelievedPieces(both).after(0b10, both, 1.0, 0.15).after(0, both, 2.0, 0.15)
    fallen = wood.after(1 << 5, both, 3.0, 0.15)
    assert fallen.stands == {5: rook}
    assert [each.piece for each in fallen.air] == [pawn]


@pytest.mark.parametrize(("squares", "footprint", "happenings", "left"), [
    ({"a3": "wP"}, Footprint(), [Moved(Square(1), Square(2))], {"a2": "wP"}),
    ({"a2": "wP", "a1": "wP"}, Footprint(), [Moved(Square(0), Square(1)), Entered(Square(0), parse_piece("wP"))],
     {"a1": "wP"}),
    ({}, Footprint(empties=1 << 1, fills=1 << 2), [Removed(Square(2))], {"a3": "wP"}),
    ({}, Footprint(empties=1 << 1, swaps=1 << 2), [Removed(Square(2))], {"a3": "wP"}),
    ({"a2": "wP"}, Footprint(returns=1 << 1, swaps=1 << 2), [Removed(Square(2))], {"a2": "wP", "a3": "wP"}),
    ({"a3": "wP"}, Footprint(empties=1 << 1, fills=1 << 2), [Removed(Square(4))], {"a3": "wP", "a5": "bP"}),
])
def test_what_hands_leave_before_the_rules_do_what_is_theirs(squares, footprint, happenings, left):
    """White's pawn stood on a2, black's on a5."""
    def on(pieces):
        return {Square(BOARD.parse(name)): parse_piece(piece) for name, piece in pieces.items()}
    assert left_by_hands(on({"a2": "wP", "a5": "bP"}), on(squares), footprint, happenings) == on(left)
