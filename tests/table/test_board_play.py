"""How the board behaves under players' hands, point by point (docs/play.md). Squares as in Pawn Advance Chess."""

import pytest
from play_table import BOTH, PlayTable

from engine.messages import message
from engine.pieces import Seat
from table import hands
from table.deciding import decide
from table.state import TOUCHES
from table.words import (
    AbandonGame,
    Answer,
    ChangeSettings,
    EndTurn,
    OfferDraw,
    ParkGame,
    Pause,
    Resign,
    Resume,
    Role,
    SetManual,
    Settings,
    StoreEnd,
    StoreFailed,
    TakeBack,
    TouchManual,
)

WHITE, BLACK = frozenset({Seat.WHITE}), frozenset({Seat.BLACK})
FACING = {"board": {"d4": "wP", "a2": "wP", "e5": "bP", "c5": "bP", "h7": "bP"}, "phase": "battle", "to_act": ["white"]}


@pytest.fixture
def table():
    playing = PlayTable()
    playing.start()
    return playing


@pytest.fixture
def facing():
    """White d4 can step to d5 and take c5 or e5."""
    playing = PlayTable()
    playing.continue_with((), FACING)
    return playing


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


# --- 10: decisions on the phone ----------------------------------------------------------------------------------


def test_end_turn_is_refused_while_moving_is_compulsory(table):
    table.send(EndTurn(BOTH))
    assert len(table.refusals) == 1


def test_resigning_ends_the_game_for_the_other_and_is_stored(table):
    table.send(Resign(Seat.WHITE, WHITE))
    assert table.scene().winners == (Seat.BLACK,)
    assert isinstance(table.stored[-1], StoreEnd) and table.stored[-1].termination == "resignation"


def test_nobody_resigns_for_another_seat(table):
    table.send(Resign(Seat.WHITE, BLACK))
    assert table.scene().winners is None and table.refusals


def test_a_draw_needs_the_other_seat(table):
    table.send(OfferDraw(Seat.WHITE, WHITE))
    assert table.scene().winners is None
    (prompt,) = table.scene().prompts
    table.send(Answer(prompt.id, "yes", WHITE))
    assert table.scene().winners is None and table.refusals
    table.send(Answer(prompt.id, "yes", BLACK))
    assert table.scene().winners == () and table.scene().reason == "agreement"


def test_a_refused_draw_leaves_the_game_going(table):
    table.send(OfferDraw(Seat.WHITE, WHITE))
    table.answer("no", BLACK)
    assert table.scene().prompts == () and table.scene().winners is None


def test_an_abandoned_game_has_no_winner(table):
    table.send(AbandonGame())
    assert table.scene().reason == "abandoned"


# --- 11: happenings ----------------------------------------------------------------------------------------------


def play_a_turn(table, rank_from, rank_to, files="abcd"):
    for file in files:
        table.move(f"{file}{rank_from}", f"{file}{rank_to}")


def test_the_march_shows_sources_first_and_each_target_once_its_source_is_lifted(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    assert table.scene().status == "happening"
    assert table.role("a2") is Role.MARCH_FROM and table.role("a3") is None
    table.lift("a2")
    assert table.role("a3") is Role.MARCH_TO
    table.place("a3")
    assert table.role("a3") is None


def test_the_march_may_be_done_in_any_order_and_the_next_phase_waits_for_it(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    for square in [f"{file}2" for file in "dcba"] + [f"{file}7" for file in "abcd"]:
        up = 1 if square[1] == "2" else -1
        table.lift(square)
        table.place(f"{square[0]}{int(square[1]) + up}")
    table.wait(5)
    assert len(table.actions) == 8, "chance draws nothing while the march is unfinished"
    for square in [f"{file}1" for file in "efgh"] + [f"{file}8" for file in "efgh"]:
        up = 1 if square[1] == "1" else -1
        table.lift(square)
        table.place(f"{square[0]}{int(square[1]) + up}")
    table.wait()
    assert len(table.actions) == 12
    assert len(table.squares_of(Role.SPAWN)) == 4


def test_reinforcements_by_choice_glow_on_all_empty_base_squares(table):
    chosen = PlayTable()
    chosen.start(placement="choice")
    play_a_turn(chosen, 1, 2)
    play_a_turn(chosen, 8, 7)
    chosen.follow_lights()
    assert len(chosen.squares_of(Role.SPAWN)) == 8
    chosen.place("c1")
    chosen.wait()
    assert chosen.actions[-1] == "+c1"
    chosen.place("d1")
    chosen.wait()
    assert {square[1] for square in chosen.squares_of(Role.SPAWN)} == {"8"}


def test_a_drawn_square_is_on_disk_before_it_is_shown(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.slow_store = True
    table.follow_lights()
    assert len(table.actions) == 8 and len(table.stored_actions()) == 9
    assert table.squares_of(Role.SPAWN) == []
    table.acknowledge()
    assert table.actions[8] == table.stored_actions()[8]


# --- 12: out of step ---------------------------------------------------------------------------------------------


def test_a_knocked_board_shows_what_is_missing_and_what_is_too_much(table):
    table.lift("a1", "b1", "c1")
    table.place("c4")
    table.wait()
    assert table.scene().status == "repair"
    assert table.squares_of(Role.PLACE) == ["a1", "b1", "c1"]
    assert table.light("a1").seat is Seat.WHITE
    assert table.squares_of(Role.WRONG) == ["c4"]


def test_a_repaired_board_goes_on_by_itself(table):
    table.lift("a1", "b1", "c1")
    table.wait()
    table.place("c1", "a1", "b1")
    table.wait()
    assert table.scene().status == "play" and table.actions == []
    table.move("a1", "a2")
    assert table.actions == ["a1a2"]


def test_repairing_a_knocked_board_is_never_taken_for_a_move(table):
    table.lift("a1", "b1", "e1")
    table.place("e2")
    table.wait()
    table.place("a1", "b1")
    table.wait(5)
    assert table.actions == [], "e1 to e2 is a legal move, but the cat may have made it"
    (prompt,) = table.scene().prompts
    table.answer("e1e2")
    assert table.actions == ["e1e2"]


def test_pieces_played_with_for_long_are_put_right_like_any_knock(table):
    table.lift("a1", "b1", "c1")
    for _ in range(100):
        table.place("c4")
        table.lift("c4")
    assert len(table.table.touches) <= TOUCHES
    table.place("a1", "b1", "c1")
    table.wait()
    table.move("a1", "a2")
    assert table.actions == ["a1a2"]


# --- 13: taking back ---------------------------------------------------------------------------------------------


def test_the_last_move_is_taken_back_by_hand(table):
    table.move("e1", "e3")
    table.move("e3", "e1")
    assert table.actions == []
    assert table.stored_kinds() == ["StoreGame", "StoreUndone"]


def test_the_last_move_of_a_turn_is_taken_back_until_the_opponent_lifts(table):
    play_a_turn(table, 1, 2)
    table.move("d2", "d1")
    assert table.actions == ["a1a2", "b1b2", "c1c2"]


def test_after_the_opponent_moved_a_piece_put_back_is_out_of_step(table):
    play_a_turn(table, 1, 2)
    table.move("h8", "h7")
    table.move("d2", "d1")
    assert len(table.actions) == 5
    assert table.role("d1") is Role.WRONG or table.scene().status == "repair"


def test_a_capture_is_taken_back_with_both_pieces(facing):
    facing.capture("d4", "e5")
    facing.lift("e5")
    facing.place("d4", "e5")
    facing.wait()
    assert facing.actions == []
    assert facing.pieces["e5"] == "bP"


def test_undo_on_the_panel_guides_the_way_back(facing):
    facing.capture("d4", "e5")
    facing.send(TakeBack(BOTH, frozenset()))
    assert facing.scene().status == "undo"
    assert set(facing.scene().missing) == {"d4"} and facing.scene().extra == ("e5",)
    facing.lift("e5")
    facing.place("e5", "d4")
    facing.wait()
    assert facing.scene().status == "play" and facing.actions == []


def test_undo_needs_the_consent_of_another_phone_that_holds_the_other_seat(table):
    table.move("e1", "e3")
    table.send(TakeBack(WHITE, BOTH))
    assert table.actions == ["e1e3"]
    table.answer("yes", BLACK)
    assert table.actions == []


def test_who_is_asked_for_consent_and_presses_undo_too_has_given_it(table):
    table.move("e1", "e3")
    for _ in range(2):
        table.send(TakeBack(WHITE, BOTH))
    assert table.actions == ["e1e3"]
    table.send(TakeBack(BLACK, BOTH))
    assert table.actions == []


def test_a_refused_undo_leaves_the_move_and_playing_on_settles_the_question(table):
    table.move("e1", "e3")
    table.send(TakeBack(WHITE, BOTH))
    table.answer("no", BLACK)
    assert table.scene().prompts == () and table.actions == ["e1e3"]
    table.send(TakeBack(WHITE, BOTH))
    table.move("d1", "d3")
    assert table.scene().prompts == () and table.actions == ["e1e3", "d1d3"]


def test_undo_is_refused_across_chance(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.follow_lights()
    before = table.actions
    table.send(TakeBack(BOTH, frozenset()))
    assert table.actions == before and table.refusals
    assert table.scene().undo_refusal is not None


# --- 14: set-up and resume ---------------------------------------------------------------------------------------


def test_set_up_shows_one_rank_at_a_time_in_the_owners_colour():
    table = PlayTable()
    table.start(set_up=False)
    assert table.squares_of(Role.PLACE) == [f"{file}1" for file in "abcdefgh"]
    assert table.light("a1").seat is Seat.WHITE
    table.place(*[f"{file}1" for file in "abcdefgh"])
    assert table.light("a8").seat is Seat.BLACK
    assert table.squares_of(Role.PLACE) == [f"{file}8" for file in "abcdefgh"]


def test_set_up_shows_squares_to_clear_and_wrongly_placed_pieces():
    table = PlayTable()
    table.covers(1 << 3)
    table.start(set_up=False)
    assert table.squares_of(Role.CLEAR) == ["a4"]
    table.place("c4")
    assert table.squares_of(Role.WRONG) == ["c4"]


def test_a_game_resumes_where_it_was(table):
    table.move("e1", "e3")
    again = PlayTable()
    again.continue_with(tuple(table.actions))
    assert again.pieces == table.pieces and again.scene().to_act == ("white",)
    again.move("a1", "a2")
    assert again.actions == ["e1e3", "a1a2"]
    assert again.stored[-1].entry == 2


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


# --- 16: dead and stuck switches ---------------------------------------------------------------------------------


def contradict(table, times):
    for _ in range(times):
        table.lift("b1")
        table.place("b1")
        table.wait()


def test_a_switch_that_contradicts_everything_three_times_is_named(table):
    table.place("d5")
    table.wait()
    contradict(table, 2)
    assert table.scene().suspects == ()
    contradict(table, 1)
    assert table.scene().suspects == ("d5",)


def test_a_square_on_manual_is_believed_as_told_and_the_game_goes_on(table):
    table.place("d5")
    contradict(table, 3)
    table.send(SetManual(table.square("d5"), True))
    assert table.scene().status == "play" and table.scene().suspects == ()
    table.move("e1", "e3")
    assert table.actions == ["e1e3"]


def test_a_move_to_a_manual_square_is_told_on_the_panel(table):
    table.send(SetManual(table.square("e2"), True))
    table.lift("e1")
    table.send(TouchManual(table.square("e2"), True))
    table.wait()
    assert table.actions == ["e1e2"]


def test_a_square_that_is_felt_cannot_be_told(table):
    table.send(TouchManual(table.square("e2"), True))
    assert table.refusals


# --- 17: pause and parking ---------------------------------------------------------------------------------------


def test_touches_are_ignored_while_paused_and_repaired_afterwards(table):
    table.send(Pause())
    table.lift("e1")
    table.place("e2")
    table.wait(5)
    assert table.scene().overlay == "pause" and table.scene().lights == {}
    table.send(Resume())
    table.wait(5)
    assert table.actions == []
    assert table.scene().status == "repair" or table.scene().prompts
    table.lift("e2")
    table.place("e1")
    table.wait()
    assert table.scene().status == "play"


def test_a_parked_game_leaves_the_table_empty(table):
    table.send(ParkGame())
    assert table.scene().status == "empty"


def test_what_needs_a_game_is_refused_in_words_when_there_is_none():
    table = PlayTable()
    for event in (ParkGame(), AbandonGame(), Pause(), TakeBack(BOTH, frozenset()), EndTurn(BOTH),
                  Answer("game:0:0", "x", BOTH)):
        table.send(event)
    assert len(table.refusals) == 6


# --- the store ---------------------------------------------------------------------------------------------------


def test_a_store_that_fails_is_told_and_forgotten_once_it_works_again(table):
    table.slow_store = True
    table.send(StoreFailed(message("The disk is full. Free some space.")))
    assert str(table.scene().trouble).startswith("The disk is full")
    table.move("e1", "e3")
    table.acknowledge()
    assert table.scene().trouble is None


def test_a_finished_action_lets_no_longer_one_wait_in_this_game(table):
    table.lift("e1")
    table.place("e2")
    assert not decide(table.table, hands.read(table.table), table.now_s).patient
