"""The cases that docs/ambiguity.md and the games' own pages list, one by one: what the board does where presence alone
cannot tell."""

import pytest
from cases import asked, position, revenge

from table.messages.lights import Role

# --- every game --------------------------------------------------------------------------------------------------


CAPTURES = {
    "pawn-advance": ({"d4": "wP", "f4": "wP", "a2": "wP", "c5": "bP", "e5": "bP", "h7": "bP"}, "battle"),
    "advancing-chess": ({"d4": "wP", "f4": "wP", "a2": "wP", "c5": "bP", "e5": "bP", "h7": "bC"}, "play"),
}


@pytest.fixture(params=CAPTURES)
def captures(request):
    return position(request.param, *CAPTURES[request.param])


def test_of_two_victims_the_one_that_was_lifted_is_taken(captures):
    captures.lift("d4", "c5")
    captures.place("c5")
    captures.wait()
    assert captures.actions == ["d4c5"]


def test_two_victims_lifted_by_one_taker_are_asked_about(captures):
    captures.lift("d4", "c5", "e5")
    captures.place("c5", "e5")
    captures.wait(5)
    assert captures.actions == [] and asked(captures) == {"d4c5", "d4e5"}
    captures.answer("d4e5")
    assert captures.actions == ["d4e5"]


def test_of_two_takers_in_the_air_the_one_not_put_back_has_taken(captures):
    captures.lift("d4", "f4", "e5")
    captures.place("e5")
    captures.wait(0.2)
    captures.place("d4")
    captures.wait()
    assert captures.actions == ["f4e5"]


def test_two_takers_that_may_both_go_on_are_asked_about():
    table = position("pawn-advance", *CAPTURES["pawn-advance"])
    table.lift("d4", "f4", "e5")
    table.place("e5")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"d4e5", "f4e5"}


def test_a_capture_given_up_late_is_asked_about(captures):
    captures.capture("d4", "e5")
    captures.place("d4")
    captures.wait()
    assert asked(captures) == set() and captures.actions == ["d4e5"]
    captures.answer("back")
    assert captures.actions == []


def test_a_capture_put_back_victim_first_is_asked_about_even_where_an_enemy_piece_could_go():
    """The black knight could leap to d4, but nobody has lifted it."""
    board = {"d4": "wP", "a2": "wP", "e5": "bP", "f5": "bN", "h7": "bC"}
    table = position("advancing-chess", board, "play")
    table.capture("d4", "e5")
    table.lift("e5")
    table.place("e5", "d4")
    table.wait()
    assert asked(table) == set() and table.squares_of(Role.CHOICE) == ["d4"]
    assert str(table.scene().now).startswith("There is one piece too many.")
    table.answer("back")
    assert table.actions == [] and table.pieces["e5"] == "bP"


def test_another_step_after_the_victim_was_put_back_late_is_asked_about(captures):
    captures.capture("d4", "e5")
    captures.place("d5")
    captures.wait()
    assert asked(captures) == {"d4d5"}


def test_a_second_step_finished_before_the_first_has_settled_is_read_from_the_order_of_touches():
    table = position("pawn-advance", {"e1": "wP", "e2": "wP", "a2": "wP", "h7": "bP", "g7": "bP"}, "battle")
    table.lift("e2")
    table.place("e3")
    table.lift("e1")
    table.place("e2")
    table.wait(5)
    assert table.actions == ["e2e3", "e1e2"]


def test_a_new_pawn_put_straight_onto_a_victim_is_not_taken_for_an_entry_and_a_capture():
    table = position(
        "pawn-advance", {"h8": "wP", "a6": "bP", "c2": "bP"}, "reinforce",
        {"round": 1, "to_place": {"white": 1, "black": 0}}, placement="choice",
    )
    table.lift("c2")
    table.place("c2")
    table.wait(5)
    assert table.actions == []


def test_a_new_pawn_lifted_for_its_first_move_has_not_been_taken_back():
    table = position(
        "pawn-advance", {"h7": "wP", "a2": "bP"}, "reinforce",
        {"round": 1, "to_place": {"white": 1, "black": 0}}, placement="choice",
    )
    table.place("c1")
    table.wait()
    table.lift("c1")
    table.wait(2)
    table.place("c3")
    table.wait()
    assert table.actions == ["+c1", "c1c3"]


# --- Chess Two ---------------------------------------------------------------------------------------------------


def test_a_step_of_the_king_waits_for_castling():
    board = {"f1": "wK", "i1": "wR+"}
    table = position("chess-two", {**board, "f10": "bK", "j9": "bR"}, "turn")
    table.lift("f1")
    table.place("g1")
    table.wait(2.5)
    assert table.actions == []
    table.wait(1)
    assert table.actions == ["f1g1"]


def test_castling_may_go_by_way_of_a_step():
    table = position("chess-two", {"f1": "wK", "i1": "wR+", "f10": "bK", "j9": "bR"}, "turn")
    table.lift("i1")
    table.place("g1")
    table.wait(2)
    table.lift("f1")
    table.place("h1")
    table.wait()
    assert table.actions == ["f1h1"]


# --- Pawn's Revenge ----------------------------------------------------------------------------------------------


def test_two_pieces_that_may_have_changed_places_are_asked_about():
    table = revenge(5, retreat=True)
    table.lift("b2", "d2")
    table.place("c3", "c1")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"b2c3", "d2c3"}, "c3 was filled first: by which pawn?"
    table.answer("d2c3")
    table.wait()
    assert table.actions[:2] == ["d2c3", "b2c1"]


def test_of_two_moves_side_by_side_the_one_finished_first_is_the_first():
    table = revenge(6)
    table.lift("b2", "d2")
    table.place("d3", "b3")
    table.wait(1)
    assert table.actions[:2] == ["d2d3", "b2b3"]


def together(table, *moves):
    """Moves that the board feels in one and the same moment."""
    covered = table.table.covered
    for origin, target in moves:
        covered ^= 1 << table.square(origin) | 1 << table.square(target)
    table.covers(covered)
    table.wait(5)


def test_two_moves_felt_in_the_same_moment_are_asked_about_where_their_order_matters():
    table = revenge(6, "c4", "d4")
    together(table, ("b2", "b3"), ("d2", "d3"))
    assert table.actions == [] and asked(table) == {"b2b3", "d2d3"}
    table.answer("d2d3")
    table.wait()
    assert table.actions[:2] == ["d2d3", "b2b3"]


def test_two_moves_felt_in_the_same_moment_are_both_played_where_their_order_does_not_matter():
    table = revenge(6)
    together(table, ("b2", "b3"), ("d2", "d3"))
    assert sorted(table.actions[:2]) == ["b2b3", "d2d3"]
    table = position("pawn-advance", {"b1": "wP", "d1": "wP", "a2": "wP", "h7": "bP"}, "battle")
    together(table, ("b1", "b2"), ("d1", "d3"))
    assert sorted(table.actions) == ["b1b2", "d1d3"]


def test_of_two_takers_in_the_air_none_is_preferred_because_the_opponent_might_take_the_other():
    pieces = {"d4": "wP", "f4": "wP", "a2": "wP", "c5": "bP", "e5": "bP", "h7": "bC"}
    table = position("advancing-chess", pieces, "play")
    table.lift("d4", "f4", "e5")
    table.place("e5")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"d4e5", "f4e5"}
    table.place("f4")
    table.wait()
    assert table.actions == ["d4e5"]
