"""Point by point (docs/play.md), at Pawn Advance Chess: decisions on phones, taking back."""

from cases import patterns
from play_table import BLACK, BOTH, WHITE, PlayTable, play_a_turn

from engine.core.pieces import Seat
from table.messages.effects import StoreEnd
from table.messages.events import (
    AbandonGame,
    Answer,
    EndTurn,
    OfferDraw,
    ParkGame,
    Pause,
    Proposal,
    Reopen,
    Resign,
    StartGame,
    StoredState,
    TakeBack,
)
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.model.state import Table
from table.requests.seen import seen

# --- 10: decisions on the phone ----------------------------------------------------------------------------------


def test_end_turn_is_refused_while_moving_is_compulsory(table):
    table.send(EndTurn(BOTH))
    assert len(table.refusals) == 1


def half_a_squad():
    table = patterns("c6", "c7", "d6", "d7")
    table.move("d6", "b6")
    assert table.scene().can_end_turn
    return table


def test_nobody_ends_the_turn_of_another_seat():
    table = half_a_squad()
    table.send(EndTurn(BLACK))
    assert table.actions == [] and "Another seat decides this" in table.refusals[0]
    table.send(EndTurn(WHITE))
    assert table.actions == ["c6d6<1"]


def test_who_meant_to_end_another_turn_ends_none():
    table = half_a_squad()
    then = seen(table.table)
    table.send(EndTurn(WHITE, then))
    assert table.actions == ["c6d6<1"]
    table.send(EndTurn(BOTH, then))
    assert table.actions == ["c6d6<1"] and "has changed since" in table.refusals[-1]
    assert len({then, seen(table.table), seen(Table())}) == 3


def test_no_turn_ends_while_the_game_is_paused():
    table = half_a_squad()
    table.send(Pause())
    then = seen(table.table)
    table.send(EndTurn(BOTH))
    assert seen(table.table) == then and "paused" in table.refusals[0]


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
    assert "black does not want a draw now." in [str(each) for each in table.scene().sentences]
    table.send(OfferDraw(Seat.WHITE, WHITE))
    assert table.scene().prompts and not declined(table), "on one board it can be offered again at once"
    table.answer("no", BLACK)
    table.move("a1", "a2")
    assert not declined(table)


def declined(table):
    return [str(each) for each in table.scene().sentences if "want a draw" in str(each)]


def test_an_abandoned_game_has_no_winner(table):
    table.send(AbandonGame())
    assert table.scene().reason == "abandoned"


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
    table.send(TakeBack(BLACK, BOTH))
    assert table.actions == ["e1e3"]
    table.answer("yes", WHITE)
    assert table.actions == []


def test_an_own_action_that_nobody_has_answered_is_taken_back_without_consent(table):
    table.move("e1", "e3")
    assert table.scene().undo_by is Seat.WHITE
    assert str(table.scene().undo) == "Take this back: pawn from e1 to e3?"
    table.send(TakeBack(WHITE, BOTH))
    assert table.actions == [] and table.scene().prompts == ()


def test_once_the_opponent_has_lifted_a_piece_an_own_action_needs_consent(table):
    play_a_turn(table, 1, 2)
    table.lift("h8")
    assert table.scene().undo_by is None and table.scene().undo_refusal is None
    table.send(TakeBack(WHITE, BOTH))
    assert len(table.actions) == 4
    table.answer("yes", BLACK)
    assert len(table.actions) == 3


def test_who_is_asked_for_consent_and_presses_undo_too_has_given_it(table):
    table.move("e1", "e3")
    for _ in range(2):
        table.send(TakeBack(BLACK, BOTH))
    assert table.actions == ["e1e3"]
    table.send(TakeBack(WHITE, BOTH))
    assert table.actions == []


def test_a_refused_undo_leaves_the_move_and_playing_on_settles_the_question(table):
    table.move("e1", "e3")
    table.send(TakeBack(BLACK, BOTH))
    table.answer("no", WHITE)
    assert table.scene().prompts == () and table.actions == ["e1e3"]
    table.send(TakeBack(BLACK, BOTH))
    table.move("d1", "d3")
    assert table.scene().prompts == () and table.actions == ["e1e3", "d1d3"]


def test_consent_to_an_undo_from_an_old_page_is_none_to_that_of_another_move(table):
    table.move("e1", "e3")
    table.send(TakeBack(BLACK, BOTH))
    (asked,) = table.scene().prompts
    table.send(TakeBack(WHITE, WHITE))
    table.follow_lights()
    table.move("d1", "d3")
    table.send(TakeBack(BLACK, BOTH))
    assert str(asked.message) != str(table.scene().prompts[0].message)
    table.send(Answer(asked.id, "yes", WHITE))
    assert table.actions == ["d1d3"] and "has been answered in the meantime" in table.refusals[-1]
    table.answer("yes", WHITE)
    assert table.actions == []


# --- putting the game aside for another one ------------------------------------------------------------------------


NEW = StartGame("new", NewGame("pawn", {}, {}, True))
OLD = Reopen("old", "pawn")


def asked(table):
    """Return the seats that are asked, and the questions."""
    return [(prompt.seats, str(prompt.message)) for prompt in table.scene().prompts]


def test_a_game_asked_for_comes_to_the_table_when_the_others_agree(table):
    table.send(ParkGame(WHITE, BLACK, NEW))
    ((seats, question),) = asked(table)
    assert seats == (Seat.BLACK,) and "begin a new one" in question
    assert table.put_next == []
    table.answer("yes", BLACK)
    assert table.scene().status == "empty" and table.put_next == [NEW]


def test_a_refusal_and_playing_on_settle_what_was_asked_for(table):
    table.send(ParkGame(WHITE, BLACK, NEW))
    table.answer("no", BLACK)
    assert asked(table) == []
    table.send(ParkGame(WHITE, BLACK, OLD))
    table.move("e1", "e3")
    assert asked(table) == []
    table.send(ParkGame())
    assert table.put_next == []


def test_who_only_parks_has_agreed_to_what_was_asked_for(table):
    table.send(ParkGame(WHITE, BLACK, OLD))
    table.send(ParkGame(BLACK, WHITE))
    assert table.put_next == [OLD]


def test_who_asks_for_another_game_has_not_agreed_to_the_first(table):
    table.send(ParkGame(WHITE, BLACK, NEW))
    first = table.scene().prompts[0].id
    table.send(ParkGame(BLACK, WHITE, OLD))
    ((seats, question),) = asked(table)
    assert seats == (Seat.WHITE,) and "continue another one" in question
    table.send(Answer(first, "yes", BOTH))
    assert len(table.refusals) == 1, "an answer to the first question is none to the second"
    table.answer("yes", WHITE)
    assert table.put_next == [OLD]


def test_whoever_needs_no_consent_parks_and_no_more(table):
    table.send(ParkGame(WHITE, BLACK, NEW))
    table.send(ParkGame())
    assert table.scene().status == "empty" and table.put_next == []


def test_all_have_to_agree(table):
    table.send(ParkGame(frozenset(), BOTH, NEW))
    table.answer("yes", BLACK)
    assert table.put_next == [] and asked(table)[0][0] == (Seat.WHITE,)
    table.answer("yes", WHITE)
    assert table.put_next == [NEW]


def test_ending_a_game_without_a_score_needs_all_who_play_it(table):
    table.send(AbandonGame(frozenset(), BOTH))
    table.answer("yes", BLACK)
    assert table.scene().winners is None and asked(table)[0][0] == (Seat.WHITE,)
    table.answer("yes", WHITE)
    assert table.scene().winners == () and "abandoned" in str(table.scene().now)


def test_undo_is_refused_across_chance(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.follow_lights()
    before = table.actions
    table.send(TakeBack(BOTH, frozenset()))
    assert table.actions == before and table.refusals
    assert table.scene().undo_refusal is not None


# --- what undoing must not undo ----------------------------------------------------------------------------------


def divisions():
    """Pawn's Revenge: two pawns fight, both armies share out points in secret."""
    board = {"e1": "wK", "d1": "wQ", "c3": "wP", "e8": "bK", "d8": "bQ", "c5": "bP", "h7": "bP"}
    state = {"board": board, "phase": "roll", "to_act": ["chance"], "detail": {"active": "white"}}
    table = PlayTable()
    table.fixed = ["roll:4", "die:white=5", "die:black=4"]
    table.continue_with((), state, "pawns-revenge")
    table.move("c3", "c4")
    table.wait_for_corrections()
    return table


def divide(table, value):
    prompt = next(each for each in table.scene(BOTH).prompts if value.startswith(each.seats[0]))
    table.send(Answer(prompt.id, value, BOTH))


def test_a_secret_that_is_kept_is_not_taken_back():
    table = divisions()
    divide(table, "black:c5+1/1")
    before = table.actions
    table.send(TakeBack(BOTH, frozenset()))
    assert table.actions == before and table.refusals and table.scene().undo_refusal is not None


def test_a_secret_that_was_told_is_not_taken_back():
    table = divisions()
    divide(table, "black:c5+1/1")
    divide(table, "white:c4+2/3")
    before = table.actions
    assert before[-1] == "white:c4+2/3"
    table.send(TakeBack(BOTH, frozenset()))
    assert table.actions == before and table.refusals


def test_an_undo_ends_the_offer_of_a_draw(table):
    table.move("e1", "e3")
    table.send(OfferDraw(Seat.WHITE, WHITE))
    assert table.scene().prompts and table.scene().draw_offered_by is Seat.WHITE
    table.send(TakeBack(BOTH, frozenset()))
    assert table.actions == []
    assert table.scene().prompts == () and table.scene().draw_offered_by is None


def test_after_the_opponent_touched_a_piece_nobody_asks_whether_the_capture_was_played(facing):
    """The opponent's lift settles it: a piece put on d4 now is one too many."""
    facing.capture("d4", "e5")
    facing.lift("h7")
    facing.place("d4", "h7")
    facing.wait()
    assert facing.actions == ["d4e5"] and facing.scene().prompts == ()
    assert facing.scene().extra == ("d4",) and "d4" in str(facing.scene().now)


def test_a_question_about_an_action_that_a_worn_card_has_lost_is_not_asked(table):
    table.table = table.table.having(stored=StoredState(proposals={"undo": Proposal(WHITE)}))
    assert not table.actions and not table.scene().prompts
    table.send(Answer("undo:0:0", "no", BOTH))
    assert table.refusals[-1].startswith("That question has been answered")
