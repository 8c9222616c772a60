"""The cases that docs/ambiguity.md lists, one by one: what the board does where presence alone cannot tell."""

import pytest
from play_table import BOTH, PlayTable

from table.words import EndTurn, Role


def position(game_id, board, phase, detail=None, **options):
    """White to act on a board whose pieces stand already."""
    table = PlayTable()
    state = {"board": board, "phase": phase, "to_act": ["white"], **({"detail": detail} if detail else {})}
    table.continue_with((), state, game_id, **options)
    return table


def asked(table):
    """The actions the board asks about."""
    (prompt,) = table.scene().prompts
    return {choice.value for choice in prompt.choices} - {"back"}


def patterns(*own, enemy=("h8", "a1"), **options):
    """Pawn: white pawns, black pawns."""
    return position("pawn", {**dict.fromkeys(own, "wP"), **dict.fromkeys(enemy, "bP")}, "move", **options)


def shields(board, **options):
    """Chess Two: kings on e1 and e10, a black rook on j9 that can always move."""
    kings = {} if "wK" in board.values() else {"e1": "wK"}
    return position("chess-two", {**kings, "e10": "bK", "j9": "bR", **board}, "turn", {"castling": "-"}, **options)


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
    assert str(table.scene().now).startswith("There is a piece too many.")
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


# --- Pawn --------------------------------------------------------------------------------------------------------


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


# --- Chess Two ---------------------------------------------------------------------------------------------------


def test_a_blow_and_a_move_to_its_staging_square_are_told_by_the_touch():
    for touched, action in ((False, "b1b7"), (True, "b1xb8@b7")):
        table = shields({"b1": "wR+", "b8": "bR+"})
        table.lift("b1")
        if touched:
            table.lift("b8")
            table.place("b8")
        table.place("b7")
        table.wait(5)
        assert table.actions == [action]


def test_a_target_straightened_before_the_move_is_no_blow():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b8")
    table.place("b8")
    table.move("b1", "b7")
    assert table.actions == ["b1b7"]


def test_a_target_lifted_before_its_attacker_and_put_back_after_it_is_touched():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b8")
    assert table.role("b1") is Role.ORIGIN
    table.lift("b1")
    assert str(table.scene().now) == "Put the rook back on b8, then the rook on b7."
    table.place("b8", "b7")
    table.wait(5)
    assert table.actions == ["b1xb8@b7"]


def test_blows_at_two_touched_targets_are_asked_about():
    table = shields({"f3": "wN", "d2": "bP+", "d4": "bP+"})
    table.lift("f3", "d2")
    table.place("d2")
    table.lift("d4")
    table.place("d4", "d3")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"f3xd2@d3", "f3xd4@d3"}


def test_who_struck_from_its_own_square_is_told_by_who_was_lifted():
    for actor in ("c5", "e5"):
        table = shields({"c5": "wP", "e5": "wP", "d6": "bP+"})
        table.lift(actor, "d6")
        table.place("d6", actor)
        table.wait(5)
        assert table.actions == [f"{actor}xd6@{actor}"]


def test_a_kill_by_either_of_two_lifted_pawns_is_the_same_and_not_asked():
    table = shields({"c5": "wP", "e5": "wP", "d6": "bP"})
    table.lift("c5", "e5", "d6")
    table.place("c5", "e5")
    table.wait(5)
    assert table.actions in (["c5xd6@c5"], ["e5xd6@e5"])
    assert "d6" not in table.pieces


def test_heal_and_a_blow_are_told_by_who_was_in_the_hand():
    board = {"i3": "nL", "j4": "wP", "i5": "bP+"}
    table = shields(board)
    table.lift("i3", "j4")
    table.place("j4", "i3")
    table.wait()
    assert table.actions == ["i3+j4"]
    table = shields(board)
    table.lift("j4", "i5")
    table.place("i5", "j4")
    table.wait()
    assert table.actions == ["j4xi5@j4"]


def test_a_promotion_piece_is_asked_for():
    table = shields({"b9": "wP+"})
    table.move("b9", "b10")
    assert table.actions == [] and asked(table) == {f"b9b10={kind}" for kind in "QRBN"}


def test_a_kill_on_the_far_rank_asks_only_what_the_pawn_becomes():
    table = shields({"b9": "wP+", "c10": "bR"})
    table.lift("b9", "c10")
    table.place("c10")
    table.wait(5)
    assert asked(table) == {f"b9xc10@c10={kind}" for kind in "QRBN"}


def test_a_knight_on_the_vacated_square_is_not_asked_how_it_came_there():
    table = shields({"c2": "wN+", "d4": "bP"})
    table.lift("c2", "d4")
    table.place("d4")
    table.wait(5)
    assert table.actions == ["c2xd4@d4"]


def test_a_victim_pushed_off_unseen_is_not_taken_until_it_is_touched():
    table = shields({"b1": "wR", "b8": "bR"})
    table.lift("b1")
    table.wait(5)
    assert table.actions == [] and table.role("b8") is Role.CHOICE


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


def test_life_moved_straight_back_by_the_other_side_is_a_move_and_no_take_back():
    table = shields({"g5": "nL", "c2": "wP"})
    table.move("c2", "c3")
    table.move("g5", "h6")
    table.move("h6", "g5")
    assert table.actions == ["c2c3", "g5h6", "h6g5"]


def test_both_slots_crossing_are_asked_about():
    table = shields({"c3": "wB", "e3": "nL"}, special="optional")
    table.lift("c3", "e3")
    table.place("d4", "d2")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"c3d2", "c3d4", "e3d2", "e3d4"}


def test_both_slots_that_change_what_one_move_changes_count_as_that_move_and_can_be_taken_back():
    table = shields({"c3": "nL", "c2": "wR"}, special="optional")
    table.lift("c3", "c2")
    table.place("b2", "c3")
    table.wait(5)
    assert table.actions == ["c2b2"] and table.pieces["c3"] == "nL"
    table.move("b2", "c2")
    assert table.actions == []


# --- Pawn's Revenge ----------------------------------------------------------------------------------------------


def revenge(roll, *enemies, **options):
    board = {"e1": "wK", "d1": "wQ", "b2": "wP", "d2": "wP", "e8": "bK", "d8": "bQ", "h8": "bP"}
    board |= dict.fromkeys(enemies, "bP")
    return position("pawns-revenge", board, "move", {"active": "white", "roll": roll}, **options)


def test_two_pieces_that_may_have_changed_places_are_asked_about():
    table = revenge(5, retreat=True)
    table.lift("b2", "d2")
    table.place("c3", "c1")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"b2c1", "b2c3", "d2c1", "d2c3"}


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


def test_a_target_straightened_right_after_the_move_is_no_blow():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b1")
    table.place("b7")
    table.lift("b8")
    table.place("b8")
    table.wait(5)
    assert table.actions == ["b1b7"]


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


def test_a_blow_is_taken_back_by_putting_the_attacker_back():
    table = shields({"b1": "wR", "b8": "bR+"})
    table.lift("b1", "b8")
    table.place("b8", "b7")
    table.wait()
    assert table.actions == ["b1xb8@b7"] and table.pieces["b8"] == "bR"
    table.lift("b7")
    table.place("b1")
    table.wait()
    assert table.actions == [] and table.pieces["b8"] == "bR+"


def test_a_move_after_which_something_was_only_announced_is_taken_back_by_hand():
    table = shields({"b1": "wR"})
    table.move("b1", "b10")
    assert table.actions == ["b1b10"] and any(each.kind == "announced" for each in table.scene().motions)
    table.lift("b10")
    table.place("b1")
    table.wait()
    assert table.actions == []
