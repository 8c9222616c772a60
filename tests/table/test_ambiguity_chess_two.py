"""The cases that Chess Two's page ``ambiguity.md`` lists, one by one."""

from cases import asked, shields

from table.messages.lights import Role


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


def test_a_target_lifted_before_its_attacker_has_to_be_lifted_again_to_be_touched():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b8")
    assert table.role("b1") is Role.ORIGIN
    table.lift("b1")
    assert "To touch it, lift it while the rook is in your hand" in str(table.scene().now)
    table.place("b8")
    table.lift("b8")
    assert str(table.scene().now) == "Put the rook back on b8, then the rook on b7."
    table.place("b8", "b7")
    table.wait(5)
    assert table.actions == ["b1xb8@b7"]


BLOW_OR_MOVE = {"b1b7", "b1xb8@b7"}


def test_a_target_straightened_while_its_attacker_was_lifted_is_asked_about():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b8", "b1")
    table.place("b8", "b7")
    table.wait(5)
    assert table.actions == [] and asked(table) == BLOW_OR_MOVE
    assert table.squares_of(Role.CHOICE) == ["b8"]
    table.answer("b1b7")
    assert table.actions == ["b1b7"]


def test_a_target_put_back_after_its_attacker_is_asked_about():
    """Somebody did what the board had said, in the other order."""
    table = shields({"b1": "wR+", "b8": "bR+"})
    for hand, square in ((table.lift, "b1"), (table.lift, "b8"), (table.place, "b7"), (table.place, "b8")):
        hand(square)
        table.wait(0.4)
        assert table.actions == [], "nothing counts while a piece is in the air"
    assert asked(table) == BLOW_OR_MOVE
    table.lift("b8")
    table.place("b8")
    table.wait()
    assert table.actions == ["b1xb8@b7"]


def test_a_move_does_not_count_while_the_target_is_in_the_air():
    table = shields({"b1": "wR+", "b8": "bN+"})
    table.lift("b1", "b8")
    table.place("b7")
    table.wait(9)
    assert table.actions == []
    assert str(table.scene().now) == "Put the knight back on b8; then the board asks what was played."
    table.place("c6")
    table.wait()
    assert table.actions == ["b1b7", "b8c6"], "the knight has moved on by itself: it was not struck"


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


def test_life_moved_straight_back_by_the_other_side_is_a_move_and_no_take_back():
    table = shields({"g5": "nL", "c2": "wP"})
    table.move("c2", "c3")
    table.move("g5", "h6")
    table.move("h6", "g5")
    assert table.actions == ["c2c3", "g5h6", "h6g5"]


def test_life_put_where_only_its_last_mover_could_have_put_it_is_said_to_be_corrected():
    """It belongs to nobody, so no reed tells whose hand it was."""
    table = shields({"g5": "nL", "c2": "wP"})
    table.move("c2", "c3")
    table.move("g5", "h6")
    table.move("h6", "f6")
    assert table.actions == ["c2c3", "g5f6"]
    assert str(table.scene().now).startswith("Corrected: Life from g5 to f6.")


def test_both_slots_crossing_are_asked_about():
    table = shields({"c3": "wB", "e3": "nL"}, special="optional")
    table.lift("c3", "e3")
    table.place("d4", "d2")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"c3d4", "e3d4"}


def test_both_slots_that_change_what_one_move_changes_count_as_that_move_and_can_be_taken_back():
    table = shields({"c3": "nL", "c2": "wR"}, special="optional")
    table.lift("c3", "c2")
    table.place("b2", "c3")
    table.wait(5)
    assert table.actions == ["c2b2"] and table.pieces["c3"] == "nL"
    table.move("b2", "c2")
    assert table.actions == []


def test_a_target_straightened_right_after_the_move_is_asked_about():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b1")
    table.place("b7")
    table.lift("b8")
    table.place("b8")
    table.wait(5)
    assert table.actions == [] and asked(table) == BLOW_OR_MOVE


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


def test_a_king_lifted_out_of_check_is_not_the_victim_of_the_piece_that_gave_it():
    """The rook has come to e9 and counts. Its attack on e10 would look the same, once the king there is in the air."""
    table = shields({"e5": "wR"})
    table.move("e5", "e9")
    table.wait(4)
    assert table.actions == ["e5e9"]
    table.lift("e10")
    table.wait(2)
    assert table.actions == ["e5e9"], "the king may be moved"
    table.place("f10")
    table.wait(5)
    assert table.actions == ["e5e9", "e10f10"]


def test_a_knight_that_can_cross_only_before_death_moves_is_asked_about_though_death_came_down_first():
    """By two ramps the knight comes to h5 by way of h3; Death can go to both squares."""
    table = shields({"j3": "wN", "i3": "wR", "h4": "wP", "i4": "nD"}, special="optional")
    table.lift("i4", "j3")
    table.place("h3", "h5")
    table.wait(5)
    assert table.actions == [] and asked(table) == {"j3h3", "j3h5"}
    table.answer("j3h5")
    table.wait()
    assert table.actions == ["j3h5", "i4h3"]


def test_a_king_that_strikes_the_rook_beside_it_has_not_fallen_to_it():
    """White's rook has come to b7, from where it might have taken the king. Black's king strikes it: lifted, the rook
    touched, put back. With the king in the air that looks like White's taking after all."""
    table = shields({"b1": "wR+", "b8": "bK", "e10": "bB"}, win="king")
    table.move("b1", "b7")
    table.wait(4)
    table.lift("b8")
    table.wait(0.4)
    table.lift("b7")
    table.place("b7")
    table.wait(5)
    assert table.actions == ["b1b7"] and table.scene().prompts == ()
    assert "the touch counts" in str(table.scene().now)
    table.place("b8")
    table.wait(0.4)
    assert table.actions == ["b1b7", "b8xb7@b8"]


def test_a_piece_in_the_air_while_its_attacker_is_straightened_is_asked_about():
    """Either White takes it after all, or Black has begun to move it."""
    table = shields({"b1": "wR+", "b8": "bR"})
    table.move("b1", "b7")
    table.wait(4)
    table.lift("b8", "b7")
    table.place("b7")
    table.wait(5)
    assert table.actions == ["b1b7"] and "b1xb8@b7" in asked(table)
    table.answer("b1xb8@b7")
    assert table.actions == ["b1xb8@b7"] and "b8" not in table.pieces
