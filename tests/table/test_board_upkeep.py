"""Point by point (docs/play.md), at Pawn Advance Chess: happenings, repair, set-up, switches."""

import random

import pytest
from asked_for import innermost
from play_table import BOTH, PlayTable, play_a_turn

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.events import (
    AbandonGame,
    Answer,
    EndTurn,
    ParkGame,
    Pause,
    Resume,
    SetManual,
    StoreFailed,
    StoreWorks,
    TakeBack,
    TouchManual,
)
from table.messages.lights import Role
from table.model.playback import MOST_S
from table.model.state import TOUCHES

# --- 11: happenings ----------------------------------------------------------------------------------------------


def test_the_march_shows_sources_first_and_each_target_once_its_source_is_lifted(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    assert table.scene().status == "happening"
    table.wait(MOST_S)  # until it is told
    assert table.role("a2") is Role.MARCH_FROM and table.role("a3") is None
    table.lift("a2")
    assert table.role("a3") is Role.MARCH_TO
    table.place("a3")
    assert table.role("a3") is None


def marched(table, files, ranks):
    """Each of these pawns is carried one square on."""
    for rank in ranks:
        for file in files:
            table.lift(f"{file}{rank}")
            table.place(f"{file}{rank + (1 if rank < 5 else -1)}")


def test_the_march_may_be_done_in_any_order_and_the_next_phase_waits_for_it(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.fixed = ["+a1", "+e1", "+b8", "+h8"]
    marched(table, "dcba", (2, 7))
    assert len(table.actions) == 8
    marched(table, "efgh", (1, 8))
    table.wait(5)
    assert table.actions[8:] == ["+a1", "+e1", "+b8", "+h8"]
    assert sorted(table.squares_of(Role.SPAWN)) == ["a1", "b8", "e1", "h8"]
    table.place("a1", "e1", "b8", "h8")
    table.wait()
    assert table.scene().status == "play"


def test_new_pawns_are_drawn_before_the_march_and_guided_with_it(table):
    """A pawn that enters behind one that marches goes in front of it, so that the other may stay."""
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.fixed = ["+a1", "+e1", "+b8", "+h8"]
    assert str(table.scene().now).endswith("20 to go."), "wherever they enter, four of them do"
    table.wait(2)
    assert table.actions[8:] == ["+a1", "+e1", "+b8", "+h8"]
    assert sorted(table.squares_of(Role.SPAWN)) == ["a1", "b8", "e2", "h7"]
    assert {"b2", "f1", "g8"} <= set(table.squares_of(Role.MARCH_FROM))
    assert not {"e1", "h8"} & set(table.scene().lights), "pawns are pawns: these two stay"
    assert str(table.scene().now).endswith("18 to go.")
    table.place("e2")
    assert str(table.scene().now).endswith("17 to go.") and table.role("e2") is None
    marched(table, "abcd", (2, 7))
    marched(table, "fgh", (1,))
    marched(table, "efg", (8,))
    table.place("a1", "b8")
    assert str(table.scene().now) == "Lift the marked piece and put it on the square that lights up."
    table.place("h7")
    table.wait()
    assert table.scene().status == "play" and table.table.in_step


def to_go(table):
    """The number that the sentence says; one thing is not counted in words."""
    return dict(innermost(table.scene().now).values).get("count", 1)


def as_marked(table, chance):
    """One of the touches that the lights ask for; none if no light does. A hand takes up one piece after the other."""
    seen = table.scene()
    held = {each.piece.owner for each in table.table.wood.air}
    lifts = [name for name in seen.extra if table.role(name) is Role.MARCH_FROM]
    marching = [name for name in seen.missing if table.role(name) is Role.MARCH_TO and table.light(name).seat in held]
    entering = [name for name in seen.missing if table.role(name) is Role.SPAWN]
    if held and marching:
        table.place(chance.choice(marching))
    elif entering and (chance.random() < 0.5 or not lifts):
        table.place(chance.choice(entering))
    elif lifts:
        table.lift(chance.choice(lifts))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_to_go_in_a_march_never_rises_while_hands_do_what_is_marked(seed):
    chance, table, goals = random.Random(seed), PlayTable(seed), 0
    table.start(spawn=chance.randint(1, 8), supply=chance.choice((0, 12)))
    while table.scene().status != "over" and goals < 6:
        while table.table.goal is None and table.scene().status == "play":
            _any_move(table, chance)
        goals, left = goals + 1, to_go(table)
        while table.table.goal is not None and table.scene().status != "over":
            as_marked(table, chance)
            table.wait(chance.choice((0.1, 0.4, 2.0)))
            if table.table.goal is not None:
                assert to_go(table) <= left and "picture" not in str(table.scene().now)
                left = to_go(table)


@pytest.mark.parametrize("seed", range(3))
def test_no_light_of_a_march_asks_for_a_piece_that_may_stay_even_while_it_is_told(seed):
    """A pawn enters behind one that marches, or a whole file moves up: some of the squares need no touch."""
    chance, table, goals = random.Random(seed), PlayTable(seed), 0
    table.start(spawn=4)
    while table.scene().status != "over" and goals < 4:
        while table.table.goal is None and table.scene().status == "play":
            _any_move(table, chance)
        goals += 1
        while table.table.goal is not None and table.scene().status != "over":
            seen = table.scene()
            assert set(table.squares_of(Role.MARCH_FROM)) <= set(seen.extra)
            assert {*table.squares_of(Role.MARCH_TO), *table.squares_of(Role.SPAWN)} <= set(seen.missing)
            table.wait(0.3)
            if chance.random() < 0.2:
                as_marked(table, chance)


def _any_move(table, chance):
    """One of the moves that hands can do; if there is none, time passes."""
    if not table.table.on_table.hand_actions:
        table.wait(2)
        return
    footprint = chance.choice(table.table.on_table.hand_actions).footprint
    board = table.table.on_table.board
    table.lift(*board.sorted_names(footprint.empties | footprint.swaps))
    table.place(*board.sorted_names(footprint.fills | footprint.swaps))
    table.wait()


def test_pieces_mixed_up_in_a_march_are_to_be_looked_at(table):
    """A pawn of each side was knocked, and came down where the other one is to march."""
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.fixed = ["+a1", "+e1", "+b8", "+h8"]
    table.wait(2)
    assert "picture" not in str(table.scene().now)
    marched(table, "a", (2, 7))
    table.wait()
    assert "picture" not in str(table.scene().now), "one after the other they are certain"
    table.lift("b2", "b7")
    table.place("b6", "b3")
    table.wait()
    assert str(table.scene().now).endswith(
        "to go. Several pieces were in the air: compare the board with the picture on a phone.")


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


def test_what_an_accident_leaves_is_judged_at_rest_like_any_move(table):
    table.lift("a1", "b1", "e1")
    table.place("e2")
    table.wait()
    table.place("a1", "b1")
    table.wait()
    assert table.actions == ["e1e2"], "the pieces rest where a legal move puts them"
    table.move("e2", "e1")
    assert table.actions == [], "who did not mean it puts the piece back"


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


# --- 14: set-up and resume ---------------------------------------------------------------------------------------


def test_set_up_shows_one_rank_at_a_time_in_the_owners_colour():
    table = PlayTable()
    table.start(set_up=False)
    assert table.squares_of(Role.PLACE) == [f"{file}1" for file in "abcdefgh"]
    assert table.light("a1").seat is Seat.WHITE
    table.place(*[f"{file}1" for file in "abcdefgh"])
    assert table.light("a8").seat is Seat.BLACK
    assert table.squares_of(Role.PLACE) == [f"{file}8" for file in "abcdefgh"]


def test_a_hundred_pawns_with_kings_and_queens_are_set_up_rank_by_rank_in_their_owners_colours():
    table = PlayTable()
    table.start("pawns-revenge", set_up=False, players=4, army="hundred")
    asked = []
    while table.scene().status == "setup":
        squares = table.squares_of(Role.PLACE)
        assert len({square[1:] for square in squares}) == 1, "one rank"
        for square in squares:
            owner = (Seat.WHITE, Seat.RED, Seat.BLUE, Seat.BLACK)[2 * (int(square[1:]) > 8) + (square[0] > "h")]
            assert table.light(square).seat is owner
        asked += squares
        table.place(*squares)
    assert len(asked) == len(set(asked)) == 108 and table.scene().status == "play"
    assert table.pieces["b2"] == "wQ" and table.pieces["o15"] == "bQ"


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


def test_a_game_on_a_smaller_board_starts_after_one_on_a_larger_board(table):
    table.start("chess-two")
    table.start("pawn-advance", set_up=False)
    assert table.scene().status == "setup"
    table.follow_lights()
    assert table.scene().status == "play"


# --- 16: dead and stuck switches ---------------------------------------------------------------------------------


def contradict(table, times):
    for _ in range(times):
        table.lift("b1")
        table.place("b1")
        table.wait()


def test_a_switch_that_contradicts_everything_twice_is_named(table):
    table.place("d5")
    table.wait()
    contradict(table, 1)
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


@pytest.mark.parametrize("screen", [True, False])
def test_a_pause_invites_to_touch_the_board_only_where_that_is_not_refused(table, screen):
    table.table = table.table.with_game(screen=screen)
    table.send(Pause())
    said = str(table.scene().now)
    assert "resume when everybody is back" in said.lower() and ("Touch" in said) is not screen, said


def test_resuming_twice_disturbs_no_hand(table):
    table.send(Pause())
    table.send(Resume())
    table.lift("e1")
    table.send(Resume())
    table.place("e2")
    table.wait()
    assert table.actions == ["e1e2"]


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
    table.move("e1", "e3")
    assert str(table.scene().trouble).startswith("The disk is full")
    table.acknowledge()
    table.send(StoreWorks())
    assert table.scene().trouble is None and table.scene().confirmed


def test_a_long_game_is_confirmed_as_a_short_one_is():
    table = PlayTable()
    table.start()
    table.table = table.table.having(entries=1000, on_disk=int("1000"))
    assert table.scene().confirmed
    table.table = table.table.having(on_disk=999)
    assert not table.scene().confirmed
