"""Point by point (docs/play.md), at Pawn Advance Chess: lifting, placing, taking."""

from dataclasses import replace

import pytest

from engine.core.pieces import Seat
from table.hands import reading
from table.hands.decision import decide
from table.messages.events import ChangeSettings
from table.messages.lights import Role
from table.messages.settings import Settings

# --- 1, 2: lifting -----------------------------------------------------------------------------------------------


def test_lifting_a_piece_lights_its_origin_and_every_destination(table):
    table.lift("e1")
    assert table.role("e1") is Role.ORIGIN
    assert table.squares_of(Role.MOVE) == ["e2", "e3"]


def test_lifting_shows_captures_in_red_and_moves_in_green(facing):
    facing.lift("d4")
    assert facing.squares_of(Role.CAPTURE) == ["c5", "e5"]
    assert facing.squares_of(Role.MOVE) == ["d5"]


def test_before_anything_is_lifted_the_pieces_that_may_move_show_whose_turn_it_is(table):
    assert table.squares_of(Role.TURN) == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]
    assert table.light("a1").seat is Seat.WHITE


def test_a_piece_that_cannot_move_says_so_until_it_is_put_back(table):
    table.lift("e8")
    assert table.role("e8") is Role.NO_MOVE
    table.place("e8")
    table.wait()
    assert table.role("e8") is None
    assert table.actions == []


def test_pieces_that_moved_this_turn_glow_spent(table):
    table.move("e1", "e2")
    assert table.role("e2") is Role.SPENT


# --- 3, 4: captures and cancelling -------------------------------------------------------------------------------


def test_own_piece_first_captures(facing):
    facing.capture("d4", "e5")
    assert facing.actions == ["d4e5"]


def test_enemy_piece_first_lights_its_takers_and_captures(facing):
    facing.lift("e5")
    assert facing.role("d4") is Role.ORIGIN
    facing.lift("d4")
    assert facing.role("e5") is Role.CAPTURE
    facing.place("e5")
    facing.wait()
    assert facing.actions == ["d4e5"]


def test_pushing_the_enemy_off_captures_if_its_reed_opened(facing):
    facing.lift("d4")
    facing.lift("e5")
    facing.place("e5")
    facing.wait()
    assert facing.actions == ["d4e5"]


def test_a_push_no_reed_saw_asks_by_light_and_a_touch_answers(facing):
    facing.lift("d4")
    facing.wait(3.1)
    assert facing.squares_of(Role.CHOICE) == ["c5", "e5"]
    assert facing.actions == []
    facing.lift("e5")
    facing.place("e5")
    facing.wait()
    assert facing.actions == ["d4e5"]


def test_putting_a_piece_back_cancels_without_a_trace(facing):
    facing.lift("d4")
    facing.place("d4")
    facing.wait(5)
    assert facing.actions == []
    assert facing.stored == []
    assert facing.squares_of(Role.TURN) == ["a2", "d4"]


def test_both_pieces_of_a_capture_put_back_is_no_capture(facing):
    facing.lift("d4", "e5")
    facing.place("d4")
    facing.wait()
    assert facing.actions == []
    facing.place("e5")
    facing.wait()
    assert facing.actions == []
    assert facing.squares_of(Role.TURN) == ["a2", "d4"]


def test_the_own_piece_put_back_waits_for_the_enemy_piece(facing):
    facing.lift("d4", "e5")
    facing.place("d4")
    facing.wait(10)
    assert facing.actions == []
    assert facing.scene().missing == ("e5",)


def test_a_capture_whose_other_piece_comes_back_is_asked_about_not_guessed(facing):
    facing.capture("d4", "e5")
    facing.place("d4")
    facing.wait()
    assert facing.actions == ["d4e5"]
    (prompt,) = facing.scene().prompts
    assert [choice.value for choice in prompt.choices] == ["back"]
    facing.answer("back")
    assert facing.actions == []
    assert facing.stored_kinds() == ["StoreUndone"]
    assert facing.scene().status == "play"


def test_a_step_made_after_the_enemy_was_put_back_late_is_asked_about(facing):
    facing.capture("d4", "e5")
    facing.place("d5")
    facing.wait()
    (prompt,) = facing.scene().prompts
    assert [choice.value for choice in prompt.choices] == ["d4d5"]
    facing.answer("d4d5")
    assert facing.actions == ["d4d5"]
    assert facing.pieces["e5"] == "bP"


@pytest.mark.parametrize(("extra", "actions"), [("d5", ["d4d5"]), ("d4", [])])
def test_the_extra_piece_touched_once_more_was_meant_to_stand_there(facing, extra, actions):
    facing.capture("d4", "e5")
    facing.place(extra)
    facing.wait(1)
    assert facing.squares_of(Role.CHOICE) == [extra]
    facing.lift(extra)
    facing.wait(0.3)
    assert facing.actions == ["d4e5"]
    facing.place(extra)
    facing.wait()
    assert facing.actions == actions and facing.scene().status == "play" and facing.scene().prompts == ()


def test_the_extra_piece_put_down_there_long_afterwards_is_asked_about_again(facing):
    facing.capture("d4", "e5")
    facing.place("d5")
    facing.wait(1)
    facing.lift("d5")
    facing.wait(5)
    facing.place("d5")
    facing.wait(1)
    assert facing.actions == ["d4e5"] and [each.id.partition(":")[0] for each in facing.scene().prompts] == ["thoughts"]


def test_taking_the_extra_piece_off_keeps_the_capture(facing):
    facing.capture("d4", "e5")
    facing.place("d4")
    facing.wait()
    facing.lift("d4")
    facing.wait()
    assert facing.actions == ["d4e5"]
    assert facing.scene().prompts == ()


# --- 5, 6: settling, sliding, wrong squares ----------------------------------------------------------------------


def test_a_move_counts_only_after_the_settle_time(table):
    table.lift("e1")
    table.place("e2")
    table.wait(0.25)
    assert table.actions == []
    table.wait(0.1)
    assert table.actions == ["e1e2"]


def test_a_piece_slid_over_a_legal_square_is_not_taken_for_a_move_there(table):
    table.lift("e1")
    table.place("e2")
    table.wait(0.2)
    table.lift("e2")
    table.place("e3")
    table.wait()
    assert table.actions == ["e1e3"]


def test_the_settle_time_is_a_setting(table):
    table.send(ChangeSettings(Settings(settle_ms=1000)))
    table.lift("e1")
    table.place("e2")
    table.wait(0.9)
    assert table.actions == []
    table.wait(0.2)
    assert table.actions == ["e1e2"]


def test_the_confirmation_waits_for_the_disk_but_lights_do_not(table):
    table.slow_store = True
    table.move("e1", "e2")
    assert table.actions == ["e1e2"]
    assert table.role("e2") is Role.SPENT
    assert table.scene().overlay == "none" and not table.scene().confirmed
    table.acknowledge()
    assert table.scene().overlay == "flash" and table.scene().confirmed


def test_a_wrong_square_shows_wrong_until_lifted_and_the_legal_ones_stay_lit(table):
    table.lift("e1")
    table.place("d4")
    table.wait(5)
    assert table.role("d4") is Role.WRONG
    assert table.squares_of(Role.MOVE) == ["e2", "e3"]
    table.lift("d4")
    assert table.role("d4") is None
    table.place("e2")
    table.wait()
    assert table.actions == ["e1e2"]


def test_a_finished_action_lets_no_longer_one_wait_in_this_game(table):
    table.lift("e1")
    table.place("e2")
    assert not decide(table.table, reading.read(table.table), table.now_s).patient


# --- 15: missed events and two hands -----------------------------------------------------------------------------


def test_a_net_change_that_fits_one_action_is_that_action(table):
    table.covers(table.table.occupancy & ~(1 << table.square("e1")) | 1 << table.square("e2"))
    table.wait()
    assert table.actions == ["e1e2"]


def test_a_net_change_completes_no_capture_that_no_sensor_saw(facing):
    facing.covers(facing.table.occupancy & ~(1 << facing.square("d4")))
    facing.wait(5)
    assert facing.actions == []


def test_two_hands_move_two_pieces_at_once(table):
    table.lift("e1", "d1")
    table.wait(5)
    assert table.scene().status == "play"
    assert table.squares_of(Role.MOVE) == ["d2", "d3", "e2", "e3"]
    table.place("e3", "d2")
    table.wait()
    assert sorted(table.actions) == ["d1d2", "e1e3"]


def test_the_next_piece_may_be_lifted_before_the_last_move_has_settled(table):
    table.lift("e1")
    table.place("e2")
    table.lift("d1")
    table.wait()
    assert table.actions == ["e1e2"]
    assert table.squares_of(Role.MOVE) == ["d2", "d3"]


def test_a_pawn_may_follow_onto_the_square_just_left_before_the_first_has_settled(table):
    table.move("e1", "e2")
    for file in "abc":
        table.move(f"{file}1", f"{file}2")
    for file in "abcd":
        table.move(f"{file}8", f"{file}7")
    table.follow_lights()
    count = len(table.actions)
    assert {"e3", "d2"} <= set(table.pieces)
    behind = next(name for name in ("a3", "b3", "c3", "e3") if f"{name[0]}1" in table.pieces)
    file = behind[0]
    table.lift(behind)
    table.place(f"{file}4")
    table.lift(f"{file}1")
    table.place(f"{file}3")
    table.wait()
    assert table.actions[count:] == [f"{file}3{file}4", f"{file}1{file}3"]


def test_adjusting_an_enemy_piece_is_no_action(facing):
    facing.lift("h7")
    facing.place("h7")
    facing.wait()
    facing.move("d4", "d5")
    assert facing.actions == ["d4d5"]


class Past(tuple):
    """Positions of a game that nobody goes through or copies."""

    def __iter__(self):
        raise AssertionError("all positions of the game were gone through")

    def __getitem__(self, index):
        assert not isinstance(index, slice), "positions of the game were copied"
        return super().__getitem__(index)


def test_a_touch_looks_at_no_more_of_a_long_game_than_its_end(table):
    table.move("a1", "a2")
    played = table.table.on_table.played
    table.table = table.table.with_game(played=replace(played, positions=Past(played.positions)))
    table.lift("b1")
    assert table.role("b2") is Role.MOVE
    table.place("b5")
    table.wait()
    assert table.role("b5") is Role.WRONG
    table.move("b5", "b1")
    assert table.squares_of(Role.TURN)
